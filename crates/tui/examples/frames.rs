//! Measures the way from a key to a drawn frame on an 8×8 board, against the test backend: the median and the slowest
//! of many turns, and how long saving takes after the frame. Before that, the way from the start to the drawn menu.
//!
//! `cargo run --release -p tilewright-tui --example frames`

use ratatui::{Terminal, backend::TestBackend};
use std::{
    sync::Arc,
    time::{Duration, Instant},
};
use tilewright_core::{Game, Meaning};
use tilewright_games::Preset;
use tilewright_session::{Session, Setup};
use tilewright_store::{Pick, Start, Store};
use tilewright_tui::{Arcade, Headless};

const TURNS: usize = 300;
const SEED: u64 = 7;

fn main() {
    let dir = std::env::temp_dir().join(format!("tilewright-frames-{}", std::process::id()));
    println!("start to menu, 200x60, {:?}", start_to_menu(&dir));
    println!("preset, window, median, 95 of 100, slowest");
    for (width, height) in [(80, 24), (200, 60)] {
        for preset in ["exponentile", "exponentile-3", "classic-2048"] {
            let mut times = measure(&dir, preset, width, height);
            times.sort();
            let at = |part: usize| times[(times.len() - 1) * part / 100];
            println!("{preset}, {width}x{height}, {:?}, {:?}, {:?}", at(50), at(95), at(100));
            assert!(at(50) < Duration::from_millis(16), "a frame has to be there within 16 ms");
        }
    }
    // What is left behind in a temporary directory does no harm.
    let _ = std::fs::remove_dir_all(dir);
}

/// The first thing of all, so that nothing has been read or compiled yet; at a size that shows every game with a board.
fn start_to_menu(dir: &std::path::Path) -> Duration {
    let begin = Instant::now();
    let mut arcade = Arcade::with(Store::at(dir).expect("a temporary directory can be written"), Vec::new());
    let mut terminal = Terminal::new(TestBackend::new(200, 60)).expect("the test backend always works");
    let mut screen = Headless::menu(&mut arcade, 200, 60);
    let drawn = terminal.draw(|frame| screen.draw_into(frame.buffer_mut()));
    drawn.expect("the test backend always works");
    begin.elapsed()
}

/// Plays real turns, each with the key that a player would press last.
fn measure(dir: &std::path::Path, preset: &str, width: u16, height: u16) -> Vec<Duration> {
    let mut arcade = Arcade::with(Store::at(dir).expect("a temporary directory can be written"), Vec::new());
    let preset = Preset::find(preset).expect("the preset exists");
    let setup = Setup::preset(preset).expect("presets compile");
    // A second session of the same game gives the legal actions.
    let mut session = Session::new(Arc::clone(&setup), SEED).expect("the game starts");
    let start = Start { pick: Pick::New, ..Start::own(setup, Some(SEED)) };
    let mut screen = Headless::play(&mut arcade, start, width, height).expect("the game starts");
    let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("the test backend always works");
    let mut times = Vec::new();
    let mut saving = Duration::ZERO;
    for turn in 0..TURNS {
        let legal = session.legal();
        let Some(&action) = legal.get(turn * 7 % legal.len().max(1)) else { break };
        let topology = session.game().topology();
        let key = match session.meaning(action) {
            Meaning::Slide(dir) => topology.dir_name(dir).to_owned(),
            Meaning::Move(..) => break,
            Meaning::Swap(from, to) => {
                let (row, column) = topology.coords(from);
                let walk = "up ".repeat(10) + &"left ".repeat(10);
                screen.press(&(walk + &"down ".repeat(row as usize) + &"right ".repeat(column as usize)));
                let way = topology.dirs().find(|&dir| topology.neighbour(from, dir) == Some(to));
                format!("shift-{}", topology.dir_name(way.expect("swaps are between neighbours")))
            }
        };
        session.play(action, None).expect("a legal action is played");
        let begin = Instant::now();
        screen.press(&key);
        let drawn = terminal.draw(|frame| screen.draw_into(frame.buffer_mut()));
        times.push(begin.elapsed());
        drawn.expect("the test backend always works");
        let begin = Instant::now();
        screen.drawn();
        saving += begin.elapsed();
    }
    println!("  {} turns; saving after the frame: {:?} in the mean", times.len(), saving / times.len().max(1) as u32);
    times
}

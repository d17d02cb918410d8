//! Measures the way from a key to a drawn frame on an 8×8 board, against the test backend: the median and the slowest
//! of many turns, and how long saving takes after the frame.
//!
//! `cargo run --release -p tilewright-tui --example frames`

use ratatui::{Terminal, backend::TestBackend};
use std::time::{Duration, Instant};
use tilewright_games::Preset;
use tilewright_session::Setup;
use tilewright_tui::{Arcade, Headless, Start, Store};

const TURNS: usize = 300;

fn main() {
    let dir = std::env::temp_dir().join(format!("tilewright-frames-{}", std::process::id()));
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

fn measure(dir: &std::path::Path, preset: &str, width: u16, height: u16) -> Vec<Duration> {
    let mut arcade = Arcade::with(Store::at(dir).expect("a temporary directory can be written"), Vec::new());
    let preset = Preset::find(preset).expect("the preset exists");
    let start = Start::own(Setup::preset(preset).expect("presets compile"), Some(7));
    let mut screen = Headless::play(&mut arcade, start, width, height).expect("the game starts");
    let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("the test backend always works");
    let mut times = Vec::new();
    let mut saving = Duration::ZERO;
    // Walk over the board and try every way from every cell: swaps that work, swaps that are blocked, cursor steps.
    let keys = ["D", "S", "right", "A", "W", "right", "left", "down", "D", "up", "S", "down"];
    for turn in 0..TURNS {
        let begin = Instant::now();
        screen.press(keys[turn % keys.len()]);
        let drawn = terminal.draw(|frame| screen.draw_into(frame.buffer_mut()));
        times.push(begin.elapsed());
        let begin = Instant::now();
        screen.drawn();
        saving += begin.elapsed();
        drawn.expect("the test backend always works");
    }
    println!("  saving and the rest: {:?} a key in the mean", saving / TURNS as u32);
    times
}

//! What all of them need: an arcade in memory, pictures, and games to draw.

use ratatui::{buffer::Buffer, style::Style};
use std::{collections::BTreeMap, fmt::Write, fs, path::PathBuf, time::Duration};
use tilewright_core::{Game as _, Position};
use tilewright_games::Preset;
use tilewright_players::Player;
use tilewright_session::{Colours, Session, Setup, Speed, Theme};
use tilewright_store::{Start, Store};
use tilewright_tui::{Arcade, Headless};

pub(crate) const SIZES: [(u16, u16); 4] = [(60, 20), (80, 24), (120, 40), (200, 60)];

/// One game a family, and the two shapes of slide.
pub(crate) const GAMES: [&str; 5] = ["classic-2048", "hex-2048", "exponentile", "numberclart", "factors"];

/// The themes that a terminal has.
pub(crate) const THEMES: [Theme; 4] = [Theme::Dark, Theme::Light, Theme::HighContrast, Theme::ColourBlind];

pub(crate) fn arcade() -> Arcade {
    arcade_with(Store::nowhere())
}

pub(crate) fn arcade_with(store: Store) -> Arcade {
    let mut arcade = Arcade::with(store, Vec::new());
    arcade.settings.speed = Speed::Instant;
    arcade.settings.colours = Colours::Full;
    // It thinks for a number of nodes, not for a time: pictures repeat.
    arcade.settings.player = Player::Greedy;
    // Noon on the fifteenth of November 2026.
    arcade.clock = || 1_794_744_000;
    arcade
}

pub(crate) fn start(preset: &str) -> Start {
    Start::own(Setup::preset(Preset::find(preset).unwrap()).unwrap(), Some(2048))
}

pub(crate) fn placed(preset: &str, board: &str) -> Session {
    let setup = Setup::preset(Preset::find(preset).unwrap()).unwrap();
    let position = Position::parse(setup.game.topology(), board).unwrap();
    Session::from_position(setup, &position, 1).unwrap()
}

/// A screen as text, and below it the style of every character as a letter that the legend explains.
pub(crate) fn picture(buffer: &Buffer) -> String {
    let area = *buffer.area();
    let mut text = String::new();
    let mut legend: BTreeMap<String, char> = BTreeMap::new();
    let mut styles = String::new();
    for y in 0..area.height {
        let row: String = (0..area.width).map(|x| buffer[(x, y)].symbol()).collect();
        writeln!(text, "{}", row.trim_end()).unwrap();
        for x in 0..area.width {
            let cell = &buffer[(x, y)];
            let Style { fg, bg, add_modifier, .. } = cell.style();
            let (fg, bg) = (fg.unwrap_or_default(), bg.unwrap_or_default());
            let words = format!("{fg} on {bg} {add_modifier:?}").replace(" NONE", "");
            let count = legend.len() as u32;
            let letter = *legend.entry(words).or_insert_with(|| char::from_u32('A' as u32 + count).unwrap());
            styles.push(letter);
        }
        styles.push('\n');
    }
    let mut legend: Vec<_> = legend.into_iter().map(|(words, letter)| (letter, words)).collect();
    legend.sort();
    let legend: String = legend.into_iter().map(|(letter, words)| format!("{letter} {words}\n")).collect();
    format!("{text}\n{styles}\n{legend}")
}

pub(crate) fn check(name: &str, buffer: &Buffer) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots").join(format!("{name}.txt"));
    let is = picture(buffer);
    if std::env::var_os("TILEWRIGHT_RECORD").is_some() {
        fs::write(&path, is).unwrap();
        return;
    }
    let was = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    assert!(is == was, "{name} looks different; it is now\n{is}");
}

/// Plays a few turns whatever the game is: what the player would do.
pub(crate) fn play_some(screen: &mut Headless<'_>, turns: usize) {
    screen.arcade().settings.pace = 0;
    screen.press("space");
    for _ in 0..turns {
        screen.pass(Duration::from_millis(9));
    }
    screen.press("space");
}

/// Plays the first legal action until the game is over.
pub(crate) fn play_out(screen: &mut Headless<'_>) {
    for _ in 0..3000 {
        screen.press("left up right down");
        if screen.text().contains("Game over") {
            return;
        }
    }
    panic!("{}", screen.text());
}

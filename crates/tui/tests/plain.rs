//! The line mode, with texts for its streams.

use std::{fs, path::PathBuf};
use tilewright_games::Preset;
use tilewright_session::{Key, NO_RECORDS, Setup};
use tilewright_store::{Start, Store};
use tilewright_tui::{Arcade, plain};

fn arcade(name: &str) -> Arcade {
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&dir);
    Arcade::with(Store::at(&dir).unwrap(), Vec::new())
}

fn play(arcade: &mut Arcade, preset: &str, input: &str) -> String {
    let start = Start::own(Setup::preset(Preset::find(preset).unwrap()).unwrap(), Some(3));
    let mut out = Vec::new();
    plain::play(arcade, start, &mut input.as_bytes(), &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn help_lists_the_actions_of_the_game() {
    for (preset, forms, first, lines) in [
        (
            "classic-2048",
            "(up, right, down, left)",
            "  up, right, down, left (or w a s d, h j k l): slide all tiles that way.",
            1,
        ),
        (
            "merge3",
            "(like 0,0-0,1 or 0,0 right)",
            "  0,1-0,2 or 0,1 0,2: the tile in row 0, column 1 changes places",
            2,
        ),
    ] {
        let text = play(&mut arcade("plain-help"), preset, "help\nquit\n");
        assert!(text.contains(&format!("Type an action {forms}, hint")), "{text}");
        let mut help = text.lines().skip_while(|line| *line != "Actions, several in a line if you like:").skip(1);
        assert!(help.next().is_some_and(|line| line.starts_with(first)), "{text}");
        assert_eq!(help.nth(lines - 1), Some("Commands:"), "{text}");
    }
}

#[test]
fn stats_say_how_games_ended() {
    let mut arcade = arcade("plain-stats");
    let mut out = Vec::new();
    plain::menu(&mut arcade, &mut "stats\nquit\n".as_bytes(), &mut out).unwrap();
    let text = String::from_utf8(out).unwrap();
    assert!(text.contains(NO_RECORDS), "{text}");
    play(&mut arcade, "classic-2048", "auto 3 greedy\nnew 4\nyes\nquit\n");
    let records = arcade.store.records(&mut Vec::new());
    let key = Key::preset(Preset::find("classic-2048").unwrap());
    let mut out = Vec::new();
    plain::history(&key, records.get(&key).unwrap(), &mut out).unwrap();
    let text = String::from_utf8(out).unwrap();
    assert!(text.starts_with("classic-2048: 0 finished, 1 given up, 1 with help, 3 turns; best – ("), "{text}");
    assert!(text.lines().last().unwrap().contains("  given up  3 "), "{text}");
}

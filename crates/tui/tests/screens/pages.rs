//! Every page in several sizes, windows that are too small, replays, terminals without Unicode.

use crate::support::{GAMES, arcade, arcade_with, check, play_out, play_some, start};
use std::{fs, path::PathBuf};
use tilewright_session::{Colours, Session};
use tilewright_store::Store;
use tilewright_tui::Headless;

#[test]
fn pages() {
    for (name, keys) in [
        ("help-menu", "f1"),
        ("help-play", "enter f1"),
        ("help-hex", "down enter f1"),
        ("help-swap", "down down enter f1"),
        ("rules-slide", "r"),
        ("rules-swap", "down down r"),
        ("rules-strain", "down down down down down down down r"),
        ("rules-factor", "down down down down down down down down r"),
        ("settings", "o"),
        ("statistics", "t"),
        ("replays", "p"),
        ("seed", "s 12x"),
        ("watch", "w"),
        ("editor-slide", "e"),
        ("editor-swap", "down down e"),
        ("editor-wrong", "down down e backspace 99"),
    ] {
        for (width, height) in [(60, 20), (80, 24), (200, 60)] {
            let mut arcade = arcade();
            let mut screen = Headless::menu(&mut arcade, width, height);
            // Cards are chosen with right, lines with down.
            let keys = if width >= 120 { keys.replace("down", "right") } else { keys.to_owned() };
            screen.press(&keys);
            screen.settle();
            check(&format!("{name}-{width}x{height}"), &screen.draw());
        }
    }
}

#[test]
fn statistics_list_a_game_that_is_over() {
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("screens-statistics");
    let _ = fs::remove_dir_all(&dir);
    let mut arcade = arcade_with(Store::at(&dir).unwrap());
    let mut screen = Headless::play(&mut arcade, start("classic-2048"), 80, 24).unwrap();
    play_out(&mut screen);
    screen.press("n");
    drop(screen);
    let mut screen = Headless::menu(&mut arcade, 80, 24);
    screen.press("t");
    let text = screen.text();
    for words in ["1 game", "Best with help    –", "Finished          1", "Longest game", "turns  stuck"] {
        assert!(text.contains(words), "{words}: {text}");
    }
}

#[test]
fn too_small_window_says_so() {
    let mut arcade = arcade();
    let mut screen = Headless::menu(&mut arcade, 59, 20);
    check("too-small", &screen.draw());
    screen.press("enter q x");
    assert!(screen.running(), "keys do nothing unseen");
    screen.resize(60, 20);
    assert!(screen.text().contains("Classic 2048"));
    screen.resize(1, 1);
    screen.draw();
}

#[test]
fn a_replay() {
    let mut session = Session::new(start("exponentile").setup, 5).unwrap();
    for _ in 0..40 {
        let action = session.legal()[0];
        session.play(action, None).unwrap();
    }
    for (width, height) in [(60, 20), (80, 24), (200, 60)] {
        let mut arcade = arcade();
        let mut screen = Headless::viewer(&mut arcade, session.clone(), "a test", width, height);
        screen.press("right right right left pagedown");
        check(&format!("viewer-{width}x{height}"), &screen.draw());
    }
}

#[test]
fn ascii_terminals_get_ascii_only() {
    for preset in GAMES {
        let mut arcade = arcade();
        arcade.settings.colours = Colours::None;
        let mut screen = Headless::play(&mut arcade, start(preset), 80, 24).unwrap();
        screen.ascii();
        play_some(&mut screen, 6);
        screen.press("enter");
        assert!(screen.text().is_ascii(), "{}", screen.text());
        check(&format!("{preset}-ascii"), &screen.draw());
    }
    let mut arcade = arcade();
    let mut screen = Headless::menu(&mut arcade, 120, 40);
    screen.ascii();
    for key in ["f1", "esc", "v", "esc", "t", "esc", "r", "esc", "e"] {
        screen.press(key);
        screen.settle();
        let text = screen.text();
        assert!(text.is_ascii() && !text.contains('?') || key == "f1" || key == "r", "{text}");
    }
}

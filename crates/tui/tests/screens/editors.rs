//! The editors of positions and of rules, and the trial of rules.

use crate::support::{SIZES, arcade, check};
use std::time::Duration;
use tilewright_tui::Headless;

#[test]
fn position_editor_types_numbers_and_plays_from_them() {
    let mut arcade = arcade();
    let mut screen = Headless::menu(&mut arcade, 80, 24);
    screen.press("b ctrl-u 1 0 2 4 right 1 0 2 4");
    let text = screen.text();
    assert!(text.contains("This can be played.") && text.contains("1024 1024 . ./"), "{text}");
    check("position-80x24", &screen.draw());
    screen.press("down 3");
    assert!(!screen.text().contains("This can be played."), "{}", screen.text());
    screen.press(". enter left");
    assert!(screen.text().contains("2048 is reached"), "{}", screen.text());
}

/// The trial plays a number of seeds here, not for a time: pictures repeat.
#[test]
fn try_it_shows_measures_next_to_the_base() {
    for (width, height) in SIZES {
        let mut arcade = arcade();
        arcade.trial_seeds = Some(3);
        let mut screen = Headless::menu(&mut arcade, width, height);
        // A smaller board of the classic game.
        screen.press("e ctrl-u s q u a r e space 3 space 3");
        screen.settle();
        screen.press("ctrl-t");
        assert!(screen.text().contains("The first games are played"), "{}", screen.text());
        screen.settle();
        let text = screen.text();
        assert!(text.contains("18 games on 3 seeds; done."), "{text}");
        check(&format!("trial-{width}x{height}"), &screen.draw());
        screen.press("down down esc");
        assert!(screen.text().contains("Parameters: Classic 2048"), "{}", screen.text());
    }
}

#[test]
fn try_it_is_cancelled_at_once_and_refused_where_rules_are_wrong() {
    let mut arcade = arcade();
    let mut screen = Headless::menu(&mut arcade, 80, 24);
    screen.press("e");
    screen.settle();
    screen.press("ctrl-t esc");
    // Without cancelling this would wait for a minute.
    let began = std::time::Instant::now();
    screen.settle();
    assert!(began.elapsed() < Duration::from_secs(30), "the trial went on");
    screen.press("ctrl-u 9 9 ctrl-t");
    assert!(screen.text().contains("Parameters"), "{}", screen.text());
}

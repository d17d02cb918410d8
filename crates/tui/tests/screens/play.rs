//! The play screen.

use crate::support::{GAMES, SIZES, THEMES, arcade, check, picture, placed, play_out, play_some, start};
use std::time::Duration;
use tilewright_session::{Colours, Motion, Speed};
use tilewright_tui::Headless;

#[test]
fn games_in_every_size() {
    for preset in GAMES {
        for (width, height) in SIZES {
            let mut arcade = arcade();
            let mut screen = Headless::play(&mut arcade, start(preset), width, height).unwrap();
            play_some(&mut screen, 12);
            check(&format!("{preset}-{width}x{height}"), &screen.draw());
        }
    }
}

/// What earns points and what ends the game is on the screen at the start and after a turn.
#[test]
fn score_and_end_fit_a_usual_window() {
    for preset in GAMES {
        let mut arcade = arcade();
        let mut screen = Headless::play(&mut arcade, start(preset), 80, 24).unwrap();
        for turn in ["", "down up left right"] {
            screen.press(turn);
            screen.settle();
            // In the panel, or after the goal; lines break behind the first words.
            let (text, aim) = (screen.text(), start(preset).setup.aim());
            let words: Vec<&str> = aim.split(' ').take(2).collect();
            assert!(text.contains(&words.join(" ")), "{preset}: {text}");
        }
    }
}

#[test]
fn games_in_every_theme() {
    for preset in GAMES {
        for theme in THEMES {
            let mut arcade = arcade();
            arcade.settings.theme = theme;
            let mut screen = Headless::play(&mut arcade, start(preset), 80, 24).unwrap();
            play_some(&mut screen, 6);
            screen.press("i");
            screen.settle();
            check(&format!("{preset}-{}", theme.name()), &screen.draw());
        }
    }
}

/// In the smallest window a hint hides no numbers, is not cut off, and a place stands on one line.
#[test]
fn hints_in_the_smallest_window() {
    for preset in GAMES {
        let mut arcade = arcade();
        let mut screen = Headless::play(&mut arcade, start(preset), 60, 20).unwrap();
        screen.press("i");
        screen.settle();
        let drawn = screen.draw();
        let text = picture(&drawn);
        let broken = |line: &str| line.ends_with(" col") || line.ends_with('…');
        assert!(!text.lines().any(|line| broken(line.trim_end())), "{text}");
        check(&format!("{preset}-hint-60x20"), &drawn);
    }
}

#[test]
fn games_in_few_colours_and_none() {
    for preset in GAMES {
        for colours in [Colours::Many, Colours::Few, Colours::None] {
            let mut arcade = arcade();
            arcade.settings.colours = colours;
            let mut screen = Headless::play(&mut arcade, start(preset), 80, 24).unwrap();
            play_some(&mut screen, 6);
            check(&format!("{preset}-colours-{}", colours.name()), &screen.draw());
        }
    }
}

/// Every key of the help page does something, wherever it is said to work.
#[test]
fn help_keys_all_do_something() {
    for (preset, keys) in [
        ("classic-2048", "left right up down h j k l w a s d W 8 4 2 6 u r i . + - p esc t esc n"),
        ("hex-2048", "q w e a s d 7 8 9 1 2 3 up down k j home end pageup pagedown u r i . + - p esc n"),
        ("exponentile", "left right up down w a s d h j k l enter enter shift-right D u r i esc . + - p esc n"),
        ("numberclart", "left right up down enter left enter right esc u r i esc . + - p esc n"),
        ("factors", "left right up down enter left enter right esc u r i esc . + - p esc n"),
    ] {
        let mut arcade = arcade();
        let mut screen = Headless::play(&mut arcade, start(preset), 80, 24).unwrap();
        let mut before = screen.text();
        let mut silent = Vec::new();
        for key in keys.split(' ') {
            screen.press(key);
            screen.settle();
            let after = screen.text();
            if after == before {
                silent.push(key);
            }
            before = after;
        }
        // Blocked twice in the same way, or a cursor at the rim, looks the same; most keys must not.
        assert!(silent.len() <= 4, "{preset}: {silent:?}");
        assert!(screen.running());
    }
}

#[test]
fn blocked_actions_show_why_and_change_nothing() {
    const REFUSALS: [&str; 3] = ["Nothing can go ", "A hexagon has no left and right", "There is nothing to redo."];
    for (preset, keys) in [
        ("classic-2048", "up up up up up up left left left left up left up left up"),
        ("hex-2048", "left"),
        ("exponentile", "r"),
        ("numberclart", "r"),
        ("factors", "up up up up"),
    ] {
        let mut arcade = arcade();
        let mut screen = Headless::play(&mut arcade, start(preset), 80, 24).unwrap();
        let mut seen = false;
        for key in keys.split(' ') {
            screen.press(key);
            let text = screen.text();
            seen |= REFUSALS.iter().any(|refusal| text.contains(refusal));
        }
        assert!(seen && screen.running(), "{preset}\n{}", screen.text());
    }
}

#[test]
fn mouse_swaps_and_slides() {
    let mut arcade = arcade();
    let mut screen = Headless::play(&mut arcade, start("classic-2048"), 80, 24).unwrap();
    screen.drag((10, 10), (50, 10));
    screen.drag((50, 10), (10, 10));
    assert!(!screen.text().contains("Turn               0"), "{}", screen.text());
    screen.drag((10, 10), (10, 10));
    assert!(screen.text().contains("Drag across the board"));

    let mut arcade = self::arcade();
    let mut screen = Headless::play(&mut arcade, start("exponentile"), 80, 24).unwrap();
    screen.drag((7, 5), (7, 5));
    assert!(screen.text().contains("Picked"), "{}", screen.text());
    screen.drag((13, 5), (13, 5));
    assert!(!screen.text().contains("Picked"));
}

#[test]
fn key_during_animation_finishes_it() {
    let mut arcade = arcade();
    arcade.settings.speed = Speed::Slow;
    let mut screen = Headless::play(&mut arcade, start("exponentile"), 80, 24).unwrap();
    screen.press("i");
    screen.settle();
    screen.press("esc space");
    screen.pass(Duration::from_millis(300));
    screen.press("space");
    let (one, other) = (screen.text(), {
        screen.pass(Duration::from_secs(5));
        screen.text()
    });
    assert_eq!(one, other, "nothing moves any more");
}

#[test]
fn animations_of_every_speed_end_with_the_same_screen() {
    for preset in GAMES {
        let mut ends = Vec::new();
        for (speed, reduced) in
            [(Speed::Instant, false), (Speed::Fast, false), (Speed::Normal, false), (Speed::Slow, true)]
        {
            let mut arcade = arcade();
            arcade.settings.speed = speed;
            arcade.settings.motion = if reduced { Motion::Reduced } else { Motion::Full };
            let mut screen = Headless::play(&mut arcade, start(preset), 80, 24).unwrap();
            for key in ["left", "up", "w", "d", "D", "S", "shift-left"] {
                screen.press(key);
                screen.pass(Duration::from_secs(60));
            }
            ends.push(screen.text());
        }
        assert!(ends.iter().all(|end| *end == ends[0]), "{preset}");
    }
}

/// The player's half of the rules and the keys are at both keys of the help page, and asking for them is no help.
#[test]
fn help_in_a_game_shows_how_to_play_and_marks_nothing() {
    for key in ["f1", "?"] {
        for (width, height) in [(60, 20), (80, 24)] {
            let mut arcade = arcade();
            let mut screen = Headless::play(&mut arcade, start("numberclart"), width, height).unwrap();
            screen.press(key);
            let mut all = String::new();
            for _ in 0..12 {
                all += &screen.text();
                screen.press("pagedown");
            }
            assert!(all.contains("How to play") && all.contains("Two 5s burst"), "{all}");
            // The examples, whole.
            assert!(all.contains("2 meets 2: 3, for 8 points") && all.contains("strain 3, two 4s"), "{all}");
            assert!(!all.contains("crates/") && !all.contains(".rs"), "{all}");
            assert!(all.contains("about to gain strain"), "{all}");
            screen.press("esc");
            assert!(!screen.text().contains("Helped by"));
        }
    }
}

#[test]
fn end_panel_shows_numbers_and_takes_its_keys() {
    for (width, height) in SIZES {
        let mut arcade = arcade();
        let mut screen = Headless::play(&mut arcade, start("classic-2048"), width, height).unwrap();
        play_out(&mut screen);
        check(&format!("end-{width}x{height}"), &screen.draw());
        screen.press("c");
        let result = screen.copied().unwrap();
        assert!(result.starts_with("Classic 2048\n") && result.ends_with("tilewright play classic-2048 --seed 2048"));
        assert!(screen.text().contains("The result is on the clipboard."), "{}", screen.text());
        screen.press("b");
        assert!(!screen.text().contains("Game over"));
        screen.press("left");
        assert!(screen.text().contains("Game over"), "a key that cannot play shows it again");
        screen.press("p");
        assert!(screen.text().contains("Replay:"), "{}", screen.text());
        screen.press("esc");
        // Its buttons can be clicked.
        let text = screen.text();
        let row = text.lines().position(|line| line.contains("n New game")).unwrap();
        let line = text.lines().nth(row).unwrap();
        let column = line[..line.find("n New game").unwrap()].chars().count();
        screen.drag((column as u16 + 2, row as u16), (column as u16 + 2, row as u16));
        assert!(!screen.text().contains("Game over") && screen.text().contains("A new game."), "{}", screen.text());
    }
}

/// The tile at the cursor says what it is, what it would do and why; signs are explained next to the board.
#[test]
fn cursor_tile_says_what_it_is_and_why() {
    for (preset, board, says, legend) in [
        (
            "numberclart",
            "5 1 . . ./2 . . . ./. . . . ./. . . . ./. . . . .",
            "5 beside 1 and 2: strain 2 of 3",
            "about to break",
        ),
        ("factors", "385 5 . ./. . . ./. . . ./. . . .", "385 = 5·7·11; divided by 5", "a product"),
    ] {
        let mut arcade = arcade();
        let mut screen = Headless::session(&mut arcade, placed(preset, board), 80, 24);
        assert!(screen.text().contains(legend), "{}", screen.text());
        screen.press("enter left left left left up up up up");
        assert!(screen.text().contains(says), "{}", screen.text());
        // Picking it says no less.
        screen.press("enter");
        assert!(screen.text().contains(says), "{}", screen.text());
        check(&format!("{preset}-note-80x24"), &screen.draw());
    }
}

#[test]
fn refused_swap_says_why() {
    let mut arcade = arcade();
    let session = placed("merge3", "8 4 16 4 2/4 8 2 8 4/2 2 8 4 8/4 16 4 16 2/16 8 2 8 16");
    let mut screen = Headless::session(&mut arcade, session, 80, 24);
    screen.press("left left left left up up up up shift-right");
    assert!(screen.text().contains("No three would line up."), "{}", screen.text());
    assert!(screen.text().contains("Turn               0"), "{}", screen.text());
}

#[test]
fn target_panel_does_not_stand_in_the_way() {
    let mut arcade = arcade();
    let session = placed("classic-2048", "1024 1024 . ./. . . ./. . . ./. . . .");
    let mut screen = Headless::session(&mut arcade, session, 80, 24);
    screen.press("left");
    assert!(screen.text().contains("2048 is reached") && screen.text().contains("Go on"), "{}", screen.text());
    check("target-80x24", &screen.draw());
    screen.press("right");
    assert!(
        !screen.text().contains("is reached ") && screen.text().contains("Turn               2"),
        "{}",
        screen.text()
    );
}

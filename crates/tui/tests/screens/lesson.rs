//! Lessons.

use crate::support::{SIZES, arcade, check, start};
use std::time::Duration;
use tilewright_tui::Headless;

/// The newcomer plays the scripted turns, other keys are answered, and the game waits unharmed.
#[test]
fn lesson_is_played_turn_by_turn_and_leads_back_to_the_game() {
    let mut arcade = arcade();
    let mut screen = Headless::play(&mut arcade, start("classic-2048"), 80, 24).unwrap();
    assert!(screen.text().contains("New here? t: a lesson."));
    screen.press("t");
    assert!(screen.text().contains("Lesson: Classic 2048") && screen.text().contains("turn 1 of 3"));
    check("lesson-80x24", &screen.draw());
    screen.press("down");
    let text = screen.text();
    assert!(text.contains("That is another turn than the lesson asks for."), "{text}");
    assert_eq!(text.matches("lide up (↑)").count(), 1, "what is asked is not repeated: {text}");
    screen.press("up left down");
    screen.settle();
    assert!(screen.text().contains("That is the heart of it"), "{}", screen.text());
    screen.press("enter");
    assert!(screen.text().contains("New here?"), "the game has not begun");
    screen.press("t esc");
    assert!(screen.text().contains("New here?"), "a lesson can be skipped");
}

/// A refusal does not cover what is asked, whatever room there is.
#[test]
fn lesson_refusal_stands_next_to_what_is_asked() {
    for (width, height) in SIZES {
        for (id, wrong, asked) in [("numberclart", "left", "column 3) right."), ("factors", "down", "column 1) right.")]
        {
            let mut arcade = arcade();
            let mut screen = Headless::play(&mut arcade, start(id), width, height).unwrap();
            screen.press("t");
            screen.press(wrong);
            let text = screen.text();
            assert!(text.contains("turn 1 of") && text.contains("That is another") && text.contains(asked), "{text}");
        }
    }
}

/// What the lesson speaks of is on the screen: how tiles are picked, rows and columns, and the sign that warns.
#[test]
fn lesson_of_numberclart_shows_what_it_speaks_of() {
    for (width, height) in SIZES {
        let mut arcade = arcade();
        let mut screen = Headless::play(&mut arcade, start("numberclart"), width, height).unwrap();
        screen.press("t");
        let text = screen.text();
        assert!(text.contains("An arrow steps") && text.contains("the 2 (row 2,"), "{text}");
        check(&format!("lesson-numberclart-{width}x{height}"), &screen.draw());
        // Picking a tile does not hide what is asked.
        screen.press("enter up up up up left left left left down right right enter");
        assert!(screen.text().contains("the 2 (row 2,"), "{}", screen.text());
        screen.press("right");
        screen.settle();
        assert!(screen.text().contains("turn 2 of 5"), "{}", screen.text());
        screen.press("up up up up left left left left down down down down enter right");
        screen.settle();
        assert!(screen.text().contains("turn 3 of 5"), "{}", screen.text());
        screen.press("up up up up left left left left down down down right right right enter left");
        screen.settle();
        // Two low neighbours, one point of strain already: it is about to break.
        let text = screen.text();
        assert!(text.contains("turn 4 of 5") && text.contains('×'), "{text}");
    }
}

/// A picked tile leaves a cursor behind; the last turn is a direction all the same.
#[test]
fn lesson_of_factors_is_finished_with_keys() {
    for preset in ["factors", "factors-easy", "factors-hard"] {
        let mut arcade = arcade();
        let mut screen = Headless::play(&mut arcade, start(preset), 80, 24).unwrap();
        screen.press("t enter");
        for way in ["down enter right", "down down down right enter right", "right right right enter down"] {
            screen.press("up up up left left left");
            screen.press(way);
            screen.settle();
        }
        assert!(screen.text().contains("turn 4 of 4"), "{}", screen.text());
        screen.press("left");
        screen.settle();
        assert!(screen.text().contains("That is the heart of it"), "{}", screen.text());
    }
}

#[test]
fn first_game_of_a_preset_begins_with_its_lesson() {
    let mut arcade = arcade();
    let mut screen = Headless::menu(&mut arcade, 80, 24);
    screen.press("enter");
    screen.pass(Duration::from_millis(20));
    assert!(screen.text().contains("Lesson: Classic 2048"), "{}", screen.text());
    screen.press("esc left up right down");
    screen.settle();
    assert!(!screen.text().contains("Lesson") && screen.text().contains("newest first"), "{}", screen.text());
}

#[test]
fn skipped_lesson_does_not_show_itself_again() {
    let mut arcade = arcade();
    let mut screen = Headless::menu(&mut arcade, 80, 24);
    screen.press("enter");
    screen.pass(Duration::from_millis(20));
    assert!(screen.text().contains("Lesson: Classic 2048"), "{}", screen.text());
    screen.press("esc esc enter");
    screen.pass(Duration::from_millis(20));
    assert!(screen.text().contains("Score") && !screen.text().contains("Lesson:"), "{}", screen.text());
    screen.press("t");
    assert!(screen.text().contains("Lesson:"), "it can be called again");
}

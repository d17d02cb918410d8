//! The daily challenge and its calendar.

use crate::support::{SIZES, arcade, check, play_out, play_some};
use std::{fs, path::PathBuf};
use tilewright_store::{Start, Store};
use tilewright_tui::Headless;

#[test]
fn daily_first_try_counts_and_the_calendar_shows_it() {
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("screens-daily");
    let _ = fs::remove_dir_all(&dir);
    let mut arcade = arcade();
    arcade.store = Store::at(&dir).unwrap();
    let mut screen = Headless::menu(&mut arcade, 80, 24);
    screen.press("home");
    assert!(screen.text().contains("The first try counts."), "{}", screen.text());
    screen.press("d");
    play_some(&mut screen, 2);
    screen.press("n y esc");
    assert!(screen.text().contains("Further tries are practice"), "{}", screen.text());
    for (width, height) in SIZES {
        screen.resize(width, height);
        screen.press("v");
        assert!(screen.text().contains("Streak: 1 day"), "{}", screen.text());
        check(&format!("daily-{width}x{height}"), &screen.draw());
        screen.press("esc");
    }
}

/// What is copied at the end of a challenge names the command that plays it.
#[test]
fn daily_result_ends_with_its_command() {
    let day = (20_700..).find(|&day| tilewright_session::daily(day).0.id == "classic-2048").unwrap();
    let mut arcade = arcade();
    let mut screen = Headless::play(&mut arcade, Start::daily(day).unwrap(), 80, 24).unwrap();
    play_out(&mut screen);
    screen.press("c");
    let (result, date) = (screen.copied().unwrap(), tilewright_session::date_text(day));
    assert!(result.starts_with(&format!("Classic 2048, daily {date}\n")), "{result}");
    assert!(result.ends_with(&format!("\ntilewright daily --date {date}")), "{result}");
}

//! The menu, and what is chosen there.

use crate::support::{SIZES, THEMES, arcade, arcade_with, check, play_some};
use std::{fs, path::PathBuf, time::Duration};
use tilewright_games::Preset;
use tilewright_players::Player;
use tilewright_store::Store;
use tilewright_tui::Headless;

#[test]
fn menus() {
    for (width, height) in SIZES {
        let mut arcade = arcade();
        let mut screen = Headless::menu(&mut arcade, width, height);
        screen.pass(Duration::from_millis(50));
        check(&format!("menu-{width}x{height}"), &screen.draw());
    }
    for theme in THEMES {
        let mut arcade = arcade();
        arcade.settings.theme = theme;
        let mut screen = Headless::menu(&mut arcade, 80, 24);
        screen.press("down down");
        screen.pass(Duration::from_millis(50));
        check(&format!("menu-{}", theme.name()), &screen.draw());
    }
}

/// Watching a weak player leaves hints and autoplay of the user's own games as they are.
#[test]
fn watching_a_player_changes_no_setting() {
    let mut arcade = arcade();
    let before = arcade.settings.clone();
    let mut screen = Headless::menu(&mut arcade, 80, 24);
    screen.press("w");
    let at = Player::ALL.iter().position(|player| *player == Player::Random).unwrap();
    screen.press(&format!("{}enter", "down ".repeat(at)));
    screen.pass(Duration::from_secs(2));
    screen.settle();
    assert!(screen.text().contains("random"), "{}", screen.text());
    screen.press("esc esc");
    assert_eq!(screen.arcade().settings, before);
    screen.press("enter esc");
    assert!(!screen.text().contains("random"), "{}", screen.text());
}

#[test]
fn footer_items_can_be_clicked() {
    let mut arcade = arcade();
    let mut screen = Headless::menu(&mut arcade, 80, 24);
    let click = |screen: &mut Headless<'_>, words: &str| {
        let text = screen.text();
        let (row, line) = text.lines().enumerate().find(|(_, line)| line.contains(words)).unwrap();
        let column = line[..line.find(words).unwrap()].chars().count() as u16;
        screen.drag((column, row as u16), (column, row as u16));
    };
    click(&mut screen, "F1 help");
    assert!(screen.text().contains("Help: menu"), "{}", screen.text());
    click(&mut screen, "any other key");
    click(&mut screen, "o settings");
    assert!(screen.text().contains("Settings"), "{}", screen.text());
    click(&mut screen, "Esc back");
    assert!(screen.text().contains("Classic 2048") && screen.running());
}

/// Wide characters take two columns: nothing next to them is moved or cut.
#[test]
fn wide_titles_count_as_what_they_are() {
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("screens-wide");
    let _ = fs::remove_dir_all(&dir);
    let mut arcade = arcade();
    arcade.store = Store::at(&dir).unwrap();
    let variant = Preset::find("merge3").unwrap().variant;
    arcade.store.save_custom_variant("数字の遊び", &variant).unwrap();
    let mut screen = Headless::menu(&mut arcade, 80, 24);
    screen.press("end");
    screen.settle();
    check("wide-menu-80x24", &screen.draw());
    screen.press("enter");
    screen.settle();
    // A wide character fills its cell and leaves the next one empty.
    assert!(screen.text().starts_with(" 数 字 の 遊 び\n"), "{}", screen.text());
    screen.press("esc w");
    check("wide-watch-80x24", &screen.draw());
}

#[test]
fn games_replays_and_variants_are_deleted_after_a_question() {
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("screens-delete");
    let _ = fs::remove_dir_all(&dir);
    let store = Store::at(&dir).unwrap();
    store.mark_lesson("classic-2048").unwrap();
    store.save_custom_variant("Mine", &Preset::find("merge3").unwrap().variant).unwrap();
    let mut arcade = arcade_with(store);
    let files = |folder: &str| fs::read_dir(dir.join(folder)).unwrap().count();
    let mut screen = Headless::menu(&mut arcade, 80, 24);
    screen.press("x");
    assert!(screen.text().contains("There is nothing to delete here"), "{}", screen.text());
    // A game that was given up leaves a replay, and another one is open.
    screen.press("enter");
    play_some(&mut screen, 3);
    screen.press("n y");
    play_some(&mut screen, 2);
    screen.press("esc");
    assert!(dir.join("saves/classic-2048.save").exists());
    screen.press("x enter");
    assert!(dir.join("saves/classic-2048.save").exists(), "the first answer keeps everything");
    screen.press("x down enter");
    assert!(screen.text().contains("The game is deleted."), "{}", screen.text());
    assert!(!dir.join("saves/classic-2048.save").exists());
    screen.press("esc p");
    let replays = |screen: &mut Headless<'_>| screen.text().contains("1 kept");
    assert!(replays(&mut screen), "{}", screen.text());
    screen.press("x esc x enter");
    assert!(replays(&mut screen), "{}", screen.text());
    screen.press("x down enter");
    assert!(screen.text().contains("There is none yet"), "{}", screen.text());
    screen.press("esc end x down enter");
    assert!(screen.text().contains("mine.toml is deleted."), "{}", screen.text());
    assert_eq!(files("variants"), 0);
}

//! Settings in the store.

use std::{fs, path::PathBuf};
use tilewright_games::Preset;
use tilewright_session::{FrontEnd, Settings, Setup, Theme, UndoRule};
use tilewright_store::{Start, Store};
use tilewright_tui::Arcade;

#[test]
fn saved_settings_are_read_again_and_bad_ones_reported() {
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("settings");
    let _ = fs::remove_dir_all(&dir);
    let arcade = || Arcade::with(Store::at(&dir).unwrap(), Vec::new());
    let mut first = arcade();
    first.settings.theme = Theme::Light;
    first.settings.undo = UndoRule::Limited(3);
    first.save_settings().unwrap();
    assert_eq!(arcade().settings, first.settings);
    // Two processes change different settings.
    let (mut second, mut third) = (arcade(), arcade());
    second.settings.theme = Theme::Dark;
    second.save_settings().unwrap();
    third.settings.pace = 70;
    third.save_settings().unwrap();
    let both = arcade().settings;
    assert_eq!((both.theme, both.pace, both.undo), (Theme::Dark, 70, UndoRule::Limited(3)));
    assert_eq!(third.settings, both);
    let setup = Setup::preset(Preset::find("merge3").unwrap()).unwrap();
    let game = first.open_game(Start::own(setup, None)).unwrap();
    assert_eq!(game.session().undo_rule(), UndoRule::Limited(3));
    fs::write(dir.join("settings"), "theme = pink\n").unwrap();
    let third = arcade();
    assert_eq!((third.settings, third.notices.len()), (Settings::new(FrontEnd::Terminal), 1));
}

//! The files: whole or not at all, damaged ones set aside, slots that two processes never share, nothing that is fatal.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};
use tilewright_games::Preset;
use tilewright_session::{Key, Save, Session, Setup, UndoRule};
use tilewright_tui::{Arcade, Pick, Settings, SlotName, Start, Store, Table, Theme};

fn fresh(name: &str) -> PathBuf {
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("store-{name}"));
    let _ = fs::remove_dir_all(&dir);
    dir
}

fn arcade(dir: &Path) -> Arcade {
    let mut arcade = Arcade::with(Store::at(dir).unwrap(), Vec::new());
    arcade.clock = || 1_794_700_800;
    arcade
}

fn setup(id: &str) -> Arc<Setup> {
    Setup::preset(Preset::find(id).unwrap()).unwrap()
}

fn turn(table: &mut Table, arcade: &mut Arcade) {
    let action = table.session().legal()[0];
    table.play(action, &mut arcade.notices).unwrap();
}

#[test]
fn a_game_is_there_again() {
    let mut arcade = arcade(&fresh("again"));
    let start = Start::own(setup("classic-2048"), None);
    let mut table = Table::open(&mut arcade, start.clone()).unwrap();
    assert!(!table.resumed);
    for _ in 0..5 {
        turn(&mut table, &mut arcade);
    }
    table.undo(&mut arcade.notices);
    let view = table.session().view();
    table.leave(&mut arcade);
    let open = arcade.store.open_games(&mut arcade.notices);
    assert_eq!((open.len(), open[0].summary.turn, open[0].busy), (1, 4, false));
    let table = Table::open(&mut arcade, start).unwrap();
    assert!(table.resumed);
    assert_eq!(table.session().view(), view);
    assert_eq!(arcade.notices, Vec::<String>::new());
    assert!(arcade.store.open_games(&mut arcade.notices)[0].busy);
}

#[test]
fn a_screen_may_draw_first_and_save_then() {
    let dir = fresh("deferred");
    let mut arcade = arcade(&dir);
    let turns = || {
        let text = fs::read_to_string(dir.join("saves/merge3.save")).unwrap();
        Save::summary(&text).unwrap().turn
    };
    let start = Start::own(setup("merge3"), Some(90));
    let mut table = Table::open(&mut arcade, start.clone()).unwrap();
    table.deferred = true;
    turn(&mut table, &mut arcade);
    assert_eq!(turns(), 0);
    table.settle(&mut arcade.notices);
    assert_eq!(turns(), 1);
    turn(&mut table, &mut arcade);
    drop(table);
    assert_eq!(turns(), 2);
    let mut table = Table::open(&mut arcade, start).unwrap();
    table.deferred = true;
    table.undo(&mut arcade.notices);
    table.leave(&mut arcade);
    assert_eq!(turns(), 1);
}

#[test]
fn a_game_that_nobody_touched_leaves_nothing() {
    let dir = fresh("untouched");
    let mut arcade = arcade(&dir);
    Table::open(&mut arcade, Start::own(setup("merge3"), None)).unwrap().leave(&mut arcade);
    assert!(arcade.store.open_games(&mut arcade.notices).is_empty());
    assert!(arcade.store.replays().is_empty());
}

#[test]
fn a_damaged_save_is_set_aside_and_never_overwritten() {
    let dir = fresh("damaged");
    let mut arcade = arcade(&dir);
    let save = dir.join("saves/classic-2048.save");
    let start = Start::own(setup("classic-2048"), Some(1));
    for (number, damage) in [b"tilewright-save 1\nnow".to_vec(), vec![0xff; 100], Vec::new()].into_iter().enumerate() {
        fs::write(&save, &damage).unwrap();
        let mut start = start.clone();
        start.pick = Pick::Open;
        let mut table = Table::open(&mut arcade, start).unwrap();
        assert!(!table.resumed);
        let aside = dir.join(format!("saves/classic-2048.save.damaged-{}", number + 1));
        assert_eq!(fs::read(&aside).unwrap(), damage);
        assert_eq!(arcade.notices.len(), 1, "{:?}", arcade.notices);
        assert!(arcade.notices[0].contains("is damaged") && arcade.notices[0].contains("damaged-"));
        arcade.notices.clear();
        turn(&mut table, &mut arcade);
        assert!(Save::read(&fs::read_to_string(&save).unwrap()).is_ok());
    }
}

#[test]
fn a_damaged_save_is_set_aside_by_the_menu_too() {
    let dir = fresh("damaged-menu");
    let mut arcade = arcade(&dir);
    fs::write(dir.join("saves/hex-2048.save"), "noise").unwrap();
    fs::write(dir.join("saves/hex-2048~x.save"), "not ours").unwrap();
    assert!(arcade.store.open_games(&mut arcade.notices).is_empty());
    assert_eq!(arcade.notices.len(), 1);
    assert!(dir.join("saves/hex-2048.save.damaged-1").exists());
    assert!(dir.join("saves/hex-2048~x.save").exists());
}

#[test]
fn a_save_that_cannot_be_read_is_left_alone_and_the_game_goes_on() {
    let dir = fresh("closed");
    let mut arcade = arcade(&dir);
    // A directory in its place can be neither read nor replaced.
    fs::create_dir(dir.join("saves/classic-2048.save")).unwrap();
    let mut table = Table::open(&mut arcade, Start::own(setup("classic-2048"), None)).unwrap();
    assert!(!table.keeps());
    assert_eq!(arcade.notices.len(), 2, "{:?}", arcade.notices);
    turn(&mut table, &mut arcade);
    assert_eq!(arcade.notices.len(), 2);
    table.leave(&mut arcade);
}

#[test]
fn a_save_of_another_game_is_left_alone() {
    let dir = fresh("strange");
    let mut arcade = arcade(&dir);
    let text = Save::write(&Session::new(setup("merge3"), 3).unwrap());
    fs::write(dir.join("saves/classic-2048.save"), &text).unwrap();
    let mut table = Table::open(&mut arcade, Start::own(setup("classic-2048"), None)).unwrap();
    turn(&mut table, &mut arcade);
    table.leave(&mut arcade);
    assert_eq!(fs::read_to_string(dir.join("saves/classic-2048.save")).unwrap(), text);
    assert!(arcade.notices[0].contains("holds another game"), "{:?}", arcade.notices);
}

/// Locks belong to open files, so two tables of one process stand for two processes.
#[test]
fn two_processes_do_not_share_a_game() {
    let dir = fresh("two");
    let (mut one, mut two) = (arcade(&dir), arcade(&dir));
    let start = Start::own(setup("exponentile"), None);
    let mut first = Table::open(&mut one, start.clone()).unwrap();
    turn(&mut first, &mut one);
    let mut second = Table::open(&mut two, start.clone()).unwrap();
    assert_eq!((second.number(), second.resumed), (2, false));
    assert!(two.notices[0].contains("another window"), "{:?}", two.notices);
    turn(&mut second, &mut two);
    turn(&mut second, &mut two);
    turn(&mut first, &mut one);
    let views = (first.session().view(), second.session().view());
    first.leave(&mut one);
    second.leave(&mut two);
    let open = one.store.open_games(&mut one.notices);
    assert_eq!(open.iter().map(|open| (open.number, open.summary.turn)).collect::<Vec<_>>(), [(1, 2), (2, 2)]);
    let first = Table::open(&mut one, start.clone()).unwrap();
    let second = Table::open(&mut one, Start { pick: Pick::Number(2), ..start }).unwrap();
    assert_eq!((first.session().view(), second.session().view()), views);
}

#[test]
fn a_seed_asked_for_leaves_the_open_game_alone() {
    let mut arcade = arcade(&fresh("seed"));
    let setup = setup("classic-2048");
    let mut table = Table::open(&mut arcade, Start::own(Arc::clone(&setup), Some(1))).unwrap();
    turn(&mut table, &mut arcade);
    table.leave(&mut arcade);
    let mut table = Table::open(&mut arcade, Start::own(Arc::clone(&setup), Some(2))).unwrap();
    assert_eq!((table.number(), table.resumed, table.session().seed()), (2, false, 2));
    turn(&mut table, &mut arcade);
    table.leave(&mut arcade);
    let again = Table::open(&mut arcade, Start::own(setup, Some(1))).unwrap();
    assert_eq!((again.number(), again.resumed, again.session().turn()), (1, true, 1));
    assert_eq!(arcade.notices, Vec::<String>::new());
}

#[test]
fn nine_games_of_a_name_and_then_one_unsaved() {
    let mut arcade = arcade(&fresh("nine"));
    let start = Start::own(setup("merge3"), None);
    let tables: Vec<_> = (0..9).map(|_| Table::open(&mut arcade, start.clone()).unwrap()).collect();
    assert!(tables.iter().all(Table::keeps));
    arcade.notices.clear();
    let mut tenth = Table::open(&mut arcade, start).unwrap();
    assert!(!tenth.keeps());
    assert!(arcade.notices[0].contains("9 games of merge3 are open"), "{:?}", arcade.notices);
    turn(&mut tenth, &mut arcade);
}

#[test]
fn games_that_end_are_counted_once_and_kept() {
    let dir = fresh("counted");
    let mut arcade = arcade(&dir);
    let start = Start::own(setup("merge3"), Some(90));
    let mut table = Table::open(&mut arcade, start.clone()).unwrap();
    while table.session().over().is_none() {
        turn(&mut table, &mut arcade);
    }
    let score = table.session().score();
    // Killed here: the save holds a game that is over.
    drop(table);
    let table = Table::open(&mut arcade, start.clone()).unwrap();
    assert!(table.resumed && table.session().over().is_some());
    table.leave(&mut arcade);
    assert!(arcade.store.open_games(&mut arcade.notices).is_empty());
    let key = Key::preset(Preset::find("merge3").unwrap());
    let record = arcade.store.records(&mut arcade.notices).get(&key).cloned().unwrap();
    assert_eq!((record.finished, record.best), (1, score));
    let kept = arcade.store.replays();
    assert_eq!(kept.len(), 1);
    assert_eq!(kept[0].name, format!("2026-11-15-merge3-{score}"));
    // Killed between counting and clearing: counted already.
    let mut table = Table::open(&mut arcade, start.clone()).unwrap();
    while table.session().over().is_none() {
        turn(&mut table, &mut arcade);
    }
    table.leave(&mut arcade);
    let record = arcade.store.records(&mut arcade.notices).get(&key).cloned().unwrap();
    assert_eq!((record.finished, arcade.store.replays().len()), (1, 1));
    // Given up after a turn.
    let mut table = Table::open(&mut arcade, start).unwrap();
    turn(&mut table, &mut arcade);
    table.restart(&mut arcade, Some(4)).unwrap();
    assert_eq!((table.session().seed(), table.session().turn()), (4, 0));
    let record = arcade.store.records(&mut arcade.notices).get(&key).cloned().unwrap();
    assert_eq!((record.finished, record.abandoned), (1, 1));
    assert_eq!(arcade.notices, Vec::<String>::new());
}

#[test]
fn damaged_records_are_set_aside_before_anything_is_added() {
    let dir = fresh("records");
    let mut arcade = arcade(&dir);
    fs::write(dir.join("records"), "tilewright-records 1\nnoise\n").unwrap();
    let mut table = Table::open(&mut arcade, Start::own(setup("merge3"), None)).unwrap();
    turn(&mut table, &mut arcade);
    table.restart(&mut arcade, None).unwrap();
    assert_eq!(fs::read_to_string(dir.join("records.damaged-1")).unwrap(), "tilewright-records 1\nnoise\n");
    assert_eq!(arcade.store.records(&mut arcade.notices).iter().count(), 1);
    assert_eq!(arcade.notices.len(), 1);
}

#[test]
fn watched_games_and_challenges_have_places_of_their_own() {
    let mut arcade = arcade(&fresh("places"));
    let setup = setup("merge3");
    let own = Table::open(&mut arcade, Start::own(Arc::clone(&setup), None)).unwrap();
    let watched = Start::watch(Arc::clone(&setup), None, tilewright_players::Player::Greedy);
    assert!(watched.is_watched());
    let mut watched = Table::open(&mut arcade, watched).unwrap();
    assert_eq!((own.number(), watched.number()), (1, 1));
    while watched.session().over().is_none() {
        turn(&mut watched, &mut arcade);
    }
    watched.leave(&mut arcade);
    assert_eq!(arcade.store.records(&mut arcade.notices).iter().count(), 0, "nobody's record");
    let day = arcade.today();
    let mut daily = Table::open(&mut arcade, Start::daily(day).unwrap()).unwrap();
    assert_eq!(daily.start().name, SlotName::daily(day));
    assert_eq!(daily.session().seed(), 20_261_115);
    turn(&mut daily, &mut arcade);
    daily.restart(&mut arcade, None).unwrap();
    assert_eq!(daily.session().seed(), 20_261_115, "the challenge stays the challenge");
}

#[test]
fn a_continued_game_stands_beside_the_open_one() {
    let mut arcade = arcade(&fresh("continued"));
    let mut table = Table::open(&mut arcade, Start::own(setup("classic-2048"), Some(1))).unwrap();
    for _ in 0..4 {
        turn(&mut table, &mut arcade);
    }
    let on = table.session().continued_from(2);
    let adopted = Table::adopt(&mut arcade, on);
    assert_eq!((adopted.number(), adopted.session().turn()), (2, 2));
    adopted.leave(&mut arcade);
    table.leave(&mut arcade);
    assert_eq!(arcade.store.open_games(&mut arcade.notices).len(), 2);
}

#[test]
fn settings_are_kept_and_bad_ones_told() {
    let dir = fresh("settings");
    let mut first = arcade(&dir);
    first.settings.theme = Theme::Light;
    first.settings.undo = UndoRule::Limited(3);
    first.store.keep_settings(&first.settings).unwrap();
    let second = arcade(&dir);
    assert_eq!(second.settings, first.settings);
    let table = Table::open(&mut first, Start::own(setup("merge3"), None)).unwrap();
    assert_eq!(table.session().undo_rule(), UndoRule::Limited(3));
    fs::write(dir.join("settings"), "theme = pink\n").unwrap();
    let third = arcade(&dir);
    assert_eq!((third.settings, third.notices.len()), (Settings::default(), 1));
}

#[test]
fn without_a_place_everything_can_be_played() {
    let mut arcade = Arcade::with(Store::nowhere(), Vec::new());
    let mut table = Table::open(&mut arcade, Start::own(setup("merge3"), None)).unwrap();
    while table.session().over().is_none() {
        turn(&mut table, &mut arcade);
    }
    table.leave(&mut arcade);
    assert_eq!(arcade.notices, Vec::<String>::new());
    assert!(Store::at(Path::new("/dev/null/nowhere")).is_err());
}

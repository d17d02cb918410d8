//! Saves, records and replays: damaged files are set aside, two processes never share a slot, no failure is fatal.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};
use tilewright_core::NoStart;
use tilewright_games::Preset;
use tilewright_players::Player;
use tilewright_session::{Key, PlayTime, Save, Session, Setup, UndoRule};
use tilewright_store::{NewGame, Pick, SavedSession, SlotName, Start, Store, write_free};

/// 2026-11-15.
const NOW: u64 = 1_794_700_800;

/// One process with its files.
struct Process {
    store: Store,
    notices: Vec<String>,
}

impl Process {
    fn new(dir: &Path) -> Self {
        Self { store: Store::at(dir).unwrap(), notices: Vec::new() }
    }

    fn open(&mut self, start: Start) -> Result<SavedSession, NoStart> {
        let new = NewGame { seed: 7, undo: UndoRule::Unlimited };
        SavedSession::open(&self.store, start, new, &mut self.notices)
    }

    fn restart(&mut self, game: &mut SavedSession, seed: Option<u64>) {
        let new = NewGame { seed: 7, undo: UndoRule::Unlimited };
        game.restart(seed, new, NOW, &mut self.notices).unwrap();
    }

    fn leave(&mut self, game: SavedSession) {
        game.leave(NOW, &mut self.notices);
    }
}

fn fresh(name: &str) -> PathBuf {
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("store-{name}"));
    let _ = fs::remove_dir_all(&dir);
    dir
}

fn setup(id: &str) -> Arc<Setup> {
    Setup::preset(Preset::find(id).unwrap()).unwrap()
}

fn turn(game: &mut SavedSession, process: &mut Process) {
    let action = game.session().legal()[0];
    game.play(action, &mut process.notices).unwrap();
}

#[test]
fn open_after_leave_resumes_the_game() {
    let mut process = Process::new(&fresh("again"));
    let start = Start::own(setup("classic-2048"), None);
    let mut game = process.open(start.clone()).unwrap();
    assert!(!game.resumed);
    for _ in 0..5 {
        turn(&mut game, &mut process);
    }
    game.undo(&mut process.notices);
    let view = game.session().view();
    process.leave(game);
    let open = process.store.open_games(&mut process.notices);
    assert_eq!((open.len(), open[0].summary.turn, open[0].busy), (1, 4, false));
    let game = process.open(start).unwrap();
    assert!(game.resumed);
    assert_eq!(game.session().view(), view);
    assert_eq!(process.notices, Vec::<String>::new());
    assert!(process.store.open_games(&mut process.notices)[0].busy);
}

#[test]
fn deferred_changes_are_saved_by_settle_drop_or_leave() {
    let dir = fresh("deferred");
    let mut process = Process::new(&dir);
    let turns = || {
        let text = fs::read_to_string(dir.join("saves/merge3.save")).unwrap();
        Save::summary(&text).unwrap().turn
    };
    let start = Start::own(setup("merge3"), Some(90));
    let mut game = process.open(start.clone()).unwrap();
    game.deferred = true;
    turn(&mut game, &mut process);
    assert_eq!(turns(), 0);
    game.settle(&mut process.notices);
    assert_eq!(turns(), 1);
    turn(&mut game, &mut process);
    drop(game);
    assert_eq!(turns(), 2);
    let mut game = process.open(start).unwrap();
    game.deferred = true;
    game.undo(&mut process.notices);
    process.leave(game);
    assert_eq!(turns(), 1);
}

#[test]
fn leave_without_a_turn_leaves_no_save() {
    let dir = fresh("untouched");
    let mut process = Process::new(&dir);
    let game = process.open(Start::own(setup("merge3"), None)).unwrap();
    process.leave(game);
    assert!(process.store.open_games(&mut process.notices).is_empty());
    assert!(process.store.replays().is_empty());
}

#[test]
fn open_with_a_damaged_save_sets_it_aside() {
    let dir = fresh("damaged");
    let mut process = Process::new(&dir);
    let save = dir.join("saves/classic-2048.save");
    let start = Start::own(setup("classic-2048"), Some(1));
    for (number, damage) in [b"tilewright-save 1\nnow".to_vec(), vec![0xff; 100], Vec::new()].into_iter().enumerate() {
        fs::write(&save, &damage).unwrap();
        let mut start = start.clone();
        start.pick = Pick::Open;
        let mut game = process.open(start).unwrap();
        assert!(!game.resumed);
        let aside = dir.join(format!("saves/classic-2048.save.damaged-{}", number + 1));
        assert_eq!(fs::read(&aside).unwrap(), damage);
        assert_eq!(process.notices.len(), 1, "{:?}", process.notices);
        assert!(process.notices[0].contains("is damaged") && process.notices[0].contains("damaged-"));
        process.notices.clear();
        turn(&mut game, &mut process);
        assert!(Save::read(&fs::read_to_string(&save).unwrap()).is_ok());
    }
}

#[test]
fn open_games_with_a_damaged_save_sets_it_aside() {
    let dir = fresh("damaged-menu");
    let mut process = Process::new(&dir);
    fs::write(dir.join("saves/hex-2048.save"), "noise").unwrap();
    fs::write(dir.join("saves/hex-2048~x.save"), "not ours").unwrap();
    assert!(process.store.open_games(&mut process.notices).is_empty());
    assert_eq!(process.notices.len(), 1);
    assert!(dir.join("saves/hex-2048.save.damaged-1").exists());
    assert!(dir.join("saves/hex-2048~x.save").exists());
}

#[test]
fn open_with_an_unreadable_save_plays_unsaved() {
    let dir = fresh("closed");
    let mut process = Process::new(&dir);
    // A directory in its place can be neither read nor replaced.
    fs::create_dir(dir.join("saves/classic-2048.save")).unwrap();
    let mut game = process.open(Start::own(setup("classic-2048"), None)).unwrap();
    assert!(!game.is_saved());
    assert_eq!(process.notices.len(), 2, "{:?}", process.notices);
    turn(&mut game, &mut process);
    assert_eq!(process.notices.len(), 2);
    process.leave(game);
}

#[test]
fn open_with_a_save_of_another_game_leaves_it_alone() {
    let dir = fresh("strange");
    let mut process = Process::new(&dir);
    let text = Save::write(&Session::new(setup("merge3"), 3).unwrap());
    fs::write(dir.join("saves/classic-2048.save"), &text).unwrap();
    let mut game = process.open(Start::own(setup("classic-2048"), None)).unwrap();
    turn(&mut game, &mut process);
    process.leave(game);
    assert_eq!(fs::read_to_string(dir.join("saves/classic-2048.save")).unwrap(), text);
    assert!(process.notices[0].contains("holds another game"), "{:?}", process.notices);
}

/// Locks belong to open files, so two `Process` values of one process behave like two processes.
#[test]
fn open_in_a_second_process_takes_another_slot() {
    let dir = fresh("two");
    let (mut one, mut two) = (Process::new(&dir), Process::new(&dir));
    let start = Start::own(setup("exponentile"), None);
    let mut first = one.open(start.clone()).unwrap();
    turn(&mut first, &mut one);
    let mut second = two.open(start.clone()).unwrap();
    assert_eq!((second.number(), second.resumed), (2, false));
    assert!(two.notices[0].contains("another window"), "{:?}", two.notices);
    turn(&mut second, &mut two);
    turn(&mut second, &mut two);
    turn(&mut first, &mut one);
    let views = (first.session().view(), second.session().view());
    one.leave(first);
    two.leave(second);
    let open = one.store.open_games(&mut one.notices);
    assert_eq!(open.iter().map(|open| (open.number, open.summary.turn)).collect::<Vec<_>>(), [(1, 2), (2, 2)]);
    let first = one.open(start.clone()).unwrap();
    let second = one.open(Start { pick: Pick::Number(2), ..start }).unwrap();
    assert_eq!((first.session().view(), second.session().view()), views);
}

#[test]
fn open_with_another_seed_leaves_the_open_game_alone() {
    let mut process = Process::new(&fresh("seed"));
    let setup = setup("classic-2048");
    let mut game = process.open(Start::own(Arc::clone(&setup), Some(1))).unwrap();
    turn(&mut game, &mut process);
    process.leave(game);
    let mut game = process.open(Start::own(Arc::clone(&setup), Some(2))).unwrap();
    assert_eq!((game.number(), game.resumed, game.session().seed()), (2, false, Some(2)));
    turn(&mut game, &mut process);
    process.leave(game);
    let again = process.open(Start::own(setup, Some(1))).unwrap();
    assert_eq!((again.number(), again.resumed, again.session().turn()), (1, true, 1));
    assert_eq!(process.notices, Vec::<String>::new());
}

#[test]
fn open_of_a_tenth_game_plays_unsaved() {
    let mut process = Process::new(&fresh("nine"));
    let start = Start::own(setup("merge3"), None);
    let games: Vec<_> = (0..9).map(|_| process.open(start.clone()).unwrap()).collect();
    assert!(games.iter().all(SavedSession::is_saved));
    process.notices.clear();
    let mut tenth = process.open(start).unwrap();
    assert!(!tenth.is_saved());
    assert!(process.notices[0].contains("9 games of merge3 are open"), "{:?}", process.notices);
    turn(&mut tenth, &mut process);
}

#[test]
fn leave_after_the_end_counts_once_and_stores_the_replay() {
    let dir = fresh("counted");
    let mut process = Process::new(&dir);
    let start = Start::own(setup("merge3"), Some(90));
    let mut game = process.open(start.clone()).unwrap();
    while game.session().over().is_none() {
        turn(&mut game, &mut process);
    }
    let score = game.session().score();
    // Killed here: the save holds a game that is over.
    drop(game);
    let game = process.open(start.clone()).unwrap();
    assert!(game.resumed && game.session().over().is_some());
    process.leave(game);
    assert!(process.store.open_games(&mut process.notices).is_empty());
    let key = Key::preset(Preset::find("merge3").unwrap());
    let record = process.store.records(&mut process.notices).get(&key).cloned().unwrap();
    assert_eq!((record.finished, record.best), (1, score));
    let kept = process.store.replays();
    assert_eq!(kept.len(), 1);
    assert_eq!(kept[0].name, format!("2026-11-15-merge3-{score}"));
    // Killed between counting and removing the save: counted already. The files before `leave` and the records after it.
    let mut game = process.open(start.clone()).unwrap();
    while game.session().over().is_none() {
        turn(&mut game, &mut process);
    }
    let saves = dir.join("saves");
    let save = fs::read(saves.join("merge3.save")).unwrap();
    fs::remove_file(dir.join("replays/lock")).unwrap();
    fs::create_dir(dir.join("replays/lock")).unwrap();
    game.leave(NOW + 100, &mut process.notices);
    assert_eq!(process.notices.drain(..).count(), 1, "the replay cannot be stored, so the save stays");
    fs::remove_dir(dir.join("replays/lock")).unwrap();
    assert_eq!(fs::read(saves.join("merge3.save")).unwrap(), save);
    let game = process.open(start.clone()).unwrap();
    game.leave(NOW + 200, &mut process.notices);
    let record = process.store.records(&mut process.notices).get(&key).cloned().unwrap();
    assert_eq!((record.finished, process.store.replays().len()), (2, 1));
    assert_eq!(record.history.last().unwrap().when, NOW + 100);
    // Nothing is left of finished games: no save, no lock, no note.
    assert_eq!(fs::read_dir(&saves).unwrap().count(), 0);
    // Given up after a turn, three times in one second.
    let mut game = process.open(start).unwrap();
    for seed in [90, 90, 4] {
        turn(&mut game, &mut process);
        process.restart(&mut game, Some(seed));
        assert_eq!((game.session().seed(), game.session().turn()), (Some(seed), 0));
    }
    let record = process.store.records(&mut process.notices).get(&key).cloned().unwrap();
    assert_eq!((record.finished, record.abandoned), (2, 3));
    assert_eq!(process.notices, Vec::<String>::new());
}

#[test]
fn custom_variants_never_overwrite_each_other() {
    let dir = fresh("custom");
    let store = Store::at(&dir).unwrap();
    let variant = |id: &str| Preset::find(id).unwrap().variant;
    let first = store.save_custom_variant("My game!", &variant("merge3")).unwrap();
    let second = store.save_custom_variant("my game?", &variant("hex-2048")).unwrap();
    assert_ne!(first, second);
    let error = store.save_custom_variant("My game!", &variant("factors")).unwrap_err();
    assert_eq!(error.kind(), std::io::ErrorKind::AlreadyExists);
    let titles: Vec<_> = store.custom_variants().into_iter().map(|custom| (custom.title, custom.variant)).collect();
    assert!(titles.contains(&("My game!".into(), Ok(variant("merge3")))), "{titles:?}");
    assert!(titles.contains(&("my game?".into(), Ok(variant("hex-2048")))), "{titles:?}");
}

#[test]
fn open_in_a_read_only_store_resumes_the_game_unsaved() {
    let dir = fresh("read-only");
    let mut process = Process::new(&dir);
    let start = Start::own(setup("classic-2048"), None);
    let mut game = process.open(start.clone()).unwrap();
    turn(&mut game, &mut process);
    process.leave(game);
    // A directory instead of the lock file: the lock cannot be created, whoever runs the test.
    let lock = dir.join("saves/classic-2048.lock");
    fs::remove_file(&lock).unwrap();
    fs::create_dir(&lock).unwrap();
    let save = fs::read(dir.join("saves/classic-2048.save")).unwrap();
    let mut game = process.open(start).unwrap();
    assert!(game.resumed && !game.is_saved());
    assert_eq!(game.session().turn(), 1);
    assert_eq!(process.notices.len(), 1, "{:?}", process.notices);
    turn(&mut game, &mut process);
    process.leave(game);
    assert_eq!(fs::read(dir.join("saves/classic-2048.save")).unwrap(), save);
}

#[test]
fn save_that_fails_is_reported_once() {
    let dir = fresh("full");
    let mut process = Process::new(&dir);
    let mut game = process.open(Start::own(setup("classic-2048"), None)).unwrap();
    // The temporary file cannot be created.
    let temporary = dir.join("saves/classic-2048.save.new");
    fs::create_dir(&temporary).unwrap();
    for _ in 0..3 {
        turn(&mut game, &mut process);
    }
    assert_eq!(process.notices.drain(..).count(), 1);
    fs::remove_dir(&temporary).unwrap();
    turn(&mut game, &mut process);
    let key = game.session().turn();
    drop(game);
    let game = process.open(Start::own(setup("classic-2048"), None)).unwrap();
    assert_eq!((game.session().turn(), process.notices.len()), (key, 0));
}

#[test]
fn record_with_damaged_records_sets_them_aside() {
    let dir = fresh("records");
    let mut process = Process::new(&dir);
    fs::write(dir.join("records"), "tilewright-records 1\nnoise\n").unwrap();
    let mut game = process.open(Start::own(setup("merge3"), None)).unwrap();
    turn(&mut game, &mut process);
    process.restart(&mut game, None);
    assert_eq!(fs::read_to_string(dir.join("records.damaged-1")).unwrap(), "tilewright-records 1\nnoise\n");
    assert_eq!(process.store.records(&mut process.notices).iter().count(), 1);
    assert_eq!(process.notices.len(), 1);
}

#[test]
fn watched_and_daily_games_have_slots_of_their_own() {
    let mut process = Process::new(&fresh("places"));
    let setup = setup("merge3");
    let own = process.open(Start::own(Arc::clone(&setup), None)).unwrap();
    let watched = Start::watch(Arc::clone(&setup), None, tilewright_players::Player::Greedy);
    assert!(watched.is_watched());
    let mut watched = process.open(watched).unwrap();
    assert_eq!((own.number(), watched.number()), (1, 1));
    while watched.session().over().is_none() {
        turn(&mut watched, &mut process);
    }
    process.leave(watched);
    assert_eq!(process.store.records(&mut process.notices).iter().count(), 0, "nobody's record");
    let day = NOW / 86_400;
    let mut daily = process.open(Start::daily(day).unwrap()).unwrap();
    assert_eq!(daily.start().name, SlotName::daily(day));
    assert_eq!(daily.session().seed(), Some(20_261_115));
    turn(&mut daily, &mut process);
    process.restart(&mut daily, None);
    assert_eq!(daily.session().seed(), Some(20_261_115), "the challenge stays the challenge");
}

#[test]
fn adopt_takes_a_new_slot() {
    let mut process = Process::new(&fresh("continued"));
    let mut game = process.open(Start::own(setup("classic-2048"), Some(1))).unwrap();
    for _ in 0..4 {
        turn(&mut game, &mut process);
    }
    let on = game.session().continued_from(2);
    let adopted = SavedSession::adopt(&process.store, on, &mut process.notices);
    assert_eq!((adopted.number(), adopted.session().turn()), (2, 2));
    process.leave(adopted);
    process.leave(game);
    assert_eq!(process.store.open_games(&mut process.notices).len(), 2);
}

#[test]
fn settings_round_trip_and_report_what_was_not_understood() {
    let dir = fresh("settings");
    let Process { store, mut notices } = Process::new(&dir);
    let read = |text: &str| (text.to_owned(), vec!["line 1 is odd".to_owned()]);
    assert_eq!(store.settings(read, &mut notices), None);
    store
        .update_settings(|stored| {
            assert_eq!(stored, "");
            "theme = pink\n".into()
        })
        .unwrap();
    assert_eq!(store.settings(read, &mut notices).as_deref(), Some("theme = pink\n"));
    assert_eq!(notices, ["line 1 is odd"]);
}

#[test]
fn store_without_a_directory_plays_unsaved() {
    let mut process = Process { store: Store::nowhere(), notices: Vec::new() };
    let mut game = process.open(Start::own(setup("merge3"), None)).unwrap();
    while game.session().over().is_none() {
        turn(&mut game, &mut process);
    }
    process.leave(game);
    assert_eq!(process.notices, Vec::<String>::new());
    assert!(Store::at(Path::new("/dev/null/nowhere")).is_err());
}

/// A game that a player played is recorded under the player's name; a hint was not asked for.
#[test]
fn mark_player_record_and_replay_name_the_player() {
    let mut process = Process::new(&fresh("player"));
    let mut game = process.open(Start::own(setup("merge3"), None)).unwrap();
    game.mark_player(&Player::Greedy, &mut process.notices);
    turn(&mut game, &mut process);
    process.restart(&mut game, None);
    let records = process.store.records(&mut process.notices);
    let (_, record) = records.iter().next().unwrap();
    assert_eq!(record.history[0].help.words().as_deref(), Some("greedy"));
    let replay = fs::read_to_string(&process.store.replays()[0].path).unwrap();
    assert!(replay.contains("\nassisted player:greedy\n"), "{replay}");
    assert_eq!(process.notices, Vec::<String>::new());
}

/// The first try of a day counts, later ones are practice; the day of its first turn is what makes a streak.
#[test]
fn restart_daily_counts_the_first_try_and_practice() {
    let day = NOW / 86_400;
    let mut process = Process::new(&fresh("daily"));
    let mut game = process.open(Start::daily(day).unwrap()).unwrap();
    game.pass_time(NOW);
    turn(&mut game, &mut process);
    game.pass_time(NOW + 4);
    let score = game.session().score();
    process.restart(&mut game, None);
    turn(&mut game, &mut process);
    turn(&mut game, &mut process);
    process.restart(&mut game, None);
    // Another seed is not the challenge of the day.
    process.restart(&mut game, Some(1));
    turn(&mut game, &mut process);
    process.restart(&mut game, None);
    let dailies = process.store.dailies(&mut process.notices);
    let first = dailies.get(day).unwrap();
    assert_eq!((first.score, first.turns, first.practice, first.played), (score, 1, 1, day));
    assert_eq!(dailies.streak(day), 1);
    assert_eq!(process.notices, Vec::<String>::new());
}

#[test]
fn pass_time_played_time_is_saved_without_breaks() {
    let mut process = Process::new(&fresh("time"));
    let start = Start::own(setup("merge3"), None);
    let mut game = process.open(start.clone()).unwrap();
    game.pass_time(NOW);
    turn(&mut game, &mut process);
    game.pass_time(NOW + 3);
    turn(&mut game, &mut process);
    game.pass_time(NOW + 3600);
    process.leave(game);
    let game = process.open(start).unwrap();
    assert_eq!(game.session().time(), PlayTime { begun: Some(NOW + 3), milliseconds: 63_000 });
    assert_eq!(process.notices, Vec::<String>::new());
}

/// Exports of the viewer and of everything are written by it.
#[test]
fn write_free_takes_another_name_if_the_file_exists() {
    let dir = fresh("write-free");
    fs::create_dir_all(&dir).unwrap();
    let paths = ["one", "two", "three"].map(|text| write_free(&dir, "game", "replay", text).unwrap());
    assert_eq!(paths, ["game.replay", "game-2.replay", "game-3.replay"].map(|name| dir.join(name)));
    assert_eq!(fs::read_to_string(&paths[0]).unwrap(), "one");
}

//! Records: counted, written, read, merged.

use proptest::prelude::*;
use tilewright_core::Reason;
use tilewright_games::Preset;
use tilewright_session::{Assisted, GameResult, Key, Records, Session, Setup};

fn entry(when: u64, score: u64, open: bool, undo: bool, hint: bool) -> GameResult {
    GameResult {
        when,
        score,
        turns: score / 2,
        tile: 1 << (score % 12),
        end: (!open).then_some(Reason::Stuck),
        seed: (!when.is_multiple_of(7)).then_some(when),
        help: Assisted { undo, hint, player: (undo && hint).then_some("mcts") },
    }
}

fn key(index: usize) -> Key {
    Key::preset(&Preset::all()[index])
}

fn some() -> impl Strategy<Value = Vec<(usize, GameResult)>> {
    let entry = (0u64..1000, 0u64..5000, any::<bool>(), any::<bool>(), any::<bool>())
        .prop_map(|(when, score, open, undo, hint)| entry(when, score, open, undo, hint));
    prop::collection::vec((0usize..3, entry), 0..40)
}

fn records(games: &[(usize, GameResult)]) -> Records {
    let mut records = Records::default();
    for &(index, entry) in games {
        records.add(key(index), entry);
    }
    records
}

proptest! {
    #[test]
    fn read_written_records_are_the_same(games in some()) {
        let records = records(&games);
        prop_assert_eq!(Records::read(&records.write()).unwrap(), records);
    }

    #[test]
    fn read_damaged_records_never_panics(games in some(), cut: prop::sample::Index, byte: u8) {
        let mut text = records(&games).write().into_bytes();
        let at = cut.index(text.len());
        text[at] = byte;
        let _ = Records::read(&String::from_utf8_lossy(&text));
        text.truncate(at);
        let _ = Records::read(&String::from_utf8_lossy(&text));
    }

    /// Two processes that started from the same records lose none of each other's games and count none twice.
    #[test]
    fn merge_counts_every_game_once(shared in some(), ours in some(), theirs in some()) {
        // Games are told apart by their entries, so these have to differ.
        let mark = |games: &[(usize, GameResult)], by: u64| -> Vec<_> {
            let marked = |(i, &(index, entry)): (usize, &(usize, GameResult))| {
                (index, GameResult { seed: Some(by * 10_000 + i as u64), ..entry })
            };
            games.iter().enumerate().map(marked).collect()
        };
        let (shared, ours, theirs) = (mark(&shared, 1), mark(&ours, 2), mark(&theirs, 3));
        let a = records(&[&shared[..], &ours].concat());
        let b = records(&[&shared[..], &theirs].concat());
        let all = records(&[&shared[..], &ours, &theirs].concat());
        for (mut one, other) in [(a.clone(), &b), (b.clone(), &a)] {
            one.merge(other);
            for (key, record) in all.iter() {
                let merged = one.get(key).unwrap();
                prop_assert_eq!(merged.games(), record.games());
                prop_assert_eq!(merged.finished, record.finished);
                prop_assert_eq!(merged.turns, record.turns);
                prop_assert_eq!(merged.assisted, record.assisted);
                prop_assert_eq!((merged.best, merged.best_assisted), (record.best, record.best_assisted));
                prop_assert_eq!((merged.largest, merged.longest), (record.largest, record.longest));
                prop_assert_eq!(&merged.tiles, &record.tiles);
                prop_assert_eq!(merged.history.len(), record.history.len());
            }
            let again = one.clone();
            one.merge(&again);
            prop_assert_eq!(one, again);
        }
    }
}

#[test]
fn add_separates_help_and_abandoned_games() {
    let records = records(&[
        (0, entry(1, 100, false, false, false)),
        (0, entry(2, 300, false, true, false)),
        (0, entry(3, 200, true, false, false)),
    ]);
    let record = records.get(&key(0)).unwrap();
    assert_eq!((record.finished, record.abandoned, record.assisted), (2, 1, 1));
    assert_eq!((record.best, record.best_assisted, record.mean()), (200, 300, Some(200)));
    assert_eq!(records.get(&key(1)), None);
}

#[test]
fn add_many_games_bounds_the_list_only() {
    let mut records = Records::default();
    for when in 0..1000 {
        records.add(key(0), entry(when, when, false, false, false));
    }
    let record = records.get(&key(0)).unwrap();
    assert_eq!((record.finished, record.history.len()), (1000, 200));
    assert_eq!(record.history[0].when, 800);
    assert_eq!(Records::read(&records.write()).unwrap(), records);
}

#[test]
fn read_refused_names_the_line() {
    let text = records(&[(0, entry(1, 2, false, false, false))]).write();
    for (from, to, says) in [
        ("tilewright-records 1", "tilewright-records 2", "line 1: records start with “tilewright-records 1”"),
        ("game ", "gane ", "line 2: expected “game name hash”"),
        ("counts 1", "counts -1", "line 3: expected “counts” and four numbers"),
        ("best 2", "best", "line 4: expected “best” and four numbers"),
        ("tiles 4:1", "tiles 4:x", "line 5: expected “tiles tile:games …”"),
        ("stuck", "bored", "line 6: expected “played when score turns tile end seed help”"),
    ] {
        assert_eq!(Records::read(&text.replacen(from, to, 1)).unwrap_err().to_string(), says);
    }
    assert_eq!(Records::read("").unwrap_err().line, 1);
    let twice = text.clone() + &text[text.find("game").unwrap()..];
    assert_eq!(Records::read(&twice).unwrap_err().to_string(), "line 7: this game is listed twice");
}

#[test]
fn result_of_a_session() {
    let mut session = Session::new(Setup::preset(&Preset::all()[0]).unwrap(), 5).unwrap();
    session.play(session.legal()[0], None).unwrap();
    let entry = GameResult::of(&session, 77);
    assert_eq!((entry.when, entry.turns, entry.end, entry.seed, entry.assisted()), (77, 1, None, Some(5), false));
    assert_eq!(Key::of(&session), key(0));
}

#[test]
fn facts_list_what_is_not_there_as_a_dash() {
    let records = records(&[(0, entry(1, 12_345, true, false, false)), (0, entry(2, 2, false, false, false))]);
    let facts = records.get(&key(0)).unwrap().facts();
    let value = |name: &str| facts.iter().find(|fact| fact.name == name).unwrap().value.as_str();
    assert_eq!((value("Best"), value("Best with help")), ("12 345", "–"));
    assert_eq!((value("Games"), value("Finished"), value("Given up")), ("2", "1", "1"));
    assert_eq!(value("Longest game"), "6172 turns");
}

#[test]
fn title_is_of_the_preset_only_while_its_rules_are_the_same() {
    let preset = &Preset::all()[0];
    let (now, before) = (key(0), Key { variant: 0xabcd << 48, ..key(0) });
    let custom = Key { name: "custom".into(), ..before.clone() };
    assert_eq!(now.title(|_| Some("Mine".into())), preset.title);
    assert_eq!(before.title(|_| None), format!("{} abcd", preset.title));
    assert_eq!(custom.title(|hash| (hash == custom.variant).then(|| "Mine".into())), "Mine");
    assert_eq!(custom.title(|_| None), "custom abcd");
    assert_eq!((now.id(), before.id()), (preset.id.into(), format!("{} abcd000000000000", preset.id)));
}

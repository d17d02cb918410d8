//! Saves: what is written comes back as it was, and what is damaged is refused in a sentence.

use proptest::prelude::*;
use std::sync::Arc;
use tilewright_core::{Game, Position};
use tilewright_games::{Preset, Variant};
use tilewright_players::{Limit, Player, Tables};
use tilewright_session::{Save, SaveError, Session, Setup, UndoRule};

/// A session that went through some turns, undos, redos and hints, as the numbers say.
fn lived(setup: Arc<Setup>, seed: u64, steps: &[u8]) -> Session {
    let mut session = Session::new(setup, seed).unwrap();
    for &step in steps {
        match step {
            0..=9 => {
                session.undo();
            }
            10..=15 => {
                session.redo();
            }
            16 => {
                session.hint(&Player::Greedy, &Tables::default(), &Limit::nodes(10)).unwrap();
            }
            17 => session.set_undo_rule(UndoRule::Limited(3)),
            18 => session.set_undo_rule(UndoRule::Unlimited),
            _ => {
                let legal = session.legal();
                if !legal.is_empty() {
                    session.play(legal[usize::from(step) % legal.len()], None).unwrap();
                }
            }
        }
    }
    session
}

fn setup(index: usize) -> Arc<Setup> {
    let presets = Preset::all();
    if index < presets.len() {
        return Setup::preset(&presets[index]).unwrap();
    }
    let own = "family = \"swap\"\nwidth = 5\nheight = 4\npreview = 2\nturn_limit = 30\n";
    Setup::custom(Variant::from_text(own).unwrap()).unwrap()
}

#[track_caller]
fn same(a: &Session, b: &Session) {
    assert_eq!(a.view(), b.view());
    assert_eq!(a.replay(), b.replay());
    assert_eq!((a.undo_rule(), a.taken_back(), a.undone()), (b.undo_rule(), b.taken_back(), b.undone()));
    assert_eq!(Save::write(a), Save::write(b));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn read_written_save_is_the_same_game(index in 0..=Preset::all().len(), seed: u64, steps in prop::collection::vec(any::<u8>(), 0..150)) {
        let session = lived(setup(index), seed, &steps);
        let text = Save::write(&session);
        let mut back = Save::read(&text).unwrap();
        same(&session, &back);
        // And goes on as the other would.
        let mut on = session.clone();
        while on.redo() {
            prop_assert!(back.redo());
            same(&on, &back);
        }
        prop_assert!(!back.redo());
        if let Some(&action) = on.legal().last() {
            prop_assert_eq!(on.play(action, None), back.play(action, None));
        }
        let summary = Save::summary(&text).unwrap();
        prop_assert_eq!((summary.turn, summary.score, summary.over), (session.turn(), session.score(), session.over()));
        prop_assert_eq!((summary.seed, summary.variant), (seed, session.setup().variant.hash()));
        prop_assert_eq!(summary.board, session.view().board);
    }

    /// Whatever happens to the text, reading it ends with a session or an error, never otherwise.
    #[test]
    fn read_damaged_save_is_refused_or_consistent(
        index in 0..=Preset::all().len(),
        steps in prop::collection::vec(any::<u8>(), 0..100),
        cut: prop::sample::Index,
        byte: u8,
        how in 0..4,
    ) {
        let session = lived(setup(index), 5, &steps);
        let mut text = Save::write(&session).into_bytes();
        let at = cut.index(text.len());
        match how {
            0 => text.truncate(at),
            1 => text[at] = byte,
            2 => text.insert(at, byte),
            _ => {
                text.remove(at);
            }
        }
        let text = String::from_utf8_lossy(&text);
        let _ = Save::summary(&text);
        match Save::read(&text) {
            Err(error) => prop_assert!(!error.to_string().is_empty() && !error.to_string().contains('\n')),
            // A changed byte may leave a save that is right: another undo rule, say. Then it must write itself.
            Ok(read) => {
                let again = Save::read(&Save::write(&read)).unwrap();
                same(&read, &again);
            }
        }
    }

    #[test]
    fn read_noise_is_refused(text in "\\PC*|(tilewright-save 1\n)?(now |undo |taken |undone |[0-9]|\n| |x)*") {
        prop_assert!(Save::read(&text).is_err());
        prop_assert!(Save::summary(&text).is_err());
    }
}

/// Cut anywhere, a save is refused: no part of one passes for a whole.
#[test]
fn read_truncated_save_is_refused() {
    let session = lived(setup(0), 3, &[40, 41, 42, 43, 44, 0, 45, 46, 0, 0]);
    let text = Save::write(&session);
    for end in 0..text.len() - 1 {
        assert!(Save::read(&text[..end]).is_err(), "{end} of {}", text.len());
    }
    assert!(Save::read(&text).is_ok());
}

#[test]
fn read_refused_names_the_line() {
    let session = lived(setup(0), 3, &[40, 41, 42, 43, 44, 0]);
    let text = Save::write(&session);
    let refused = |from: &str, to: &str| Save::read(&text.replacen(from, to, 1)).unwrap_err().to_string();
    assert_eq!(refused("tilewright-save 1", "tilewright-save 2"), "line 1: a save starts with “tilewright-save 1”");
    assert_eq!(refused("now 4", "now x"), "line 2: expected “now turn score phase position”");
    assert_eq!(
        refused("undo unlimited", "undo some"),
        "line 3: expected “undo off”, “undo limited n” or “undo unlimited”"
    );
    assert_eq!(refused("undone 1", "undone 99999999"), "line 5: expected “undone n”, with 0 to 1000000");
    assert!(refused("end 4", "end 5").starts_with("in its replay, line "));
    assert!(matches!(Save::read(&text.replacen("now 4", "now 3", 1)), Err(SaveError::Differs(_))));
    assert!(Save::read(&"x".repeat(Save::MAX_BYTES + 1)).unwrap_err().to_string().contains("are allowed"));
}

#[test]
fn write_follows_the_format() {
    let setup = setup(0);
    let position = Position::parse(setup.game.topology(), "2 2 . ./. . . ./. . . ./. . . .").unwrap();
    let mut session = Session::from_position(setup, &position, 1).unwrap();
    session.set_undo_rule(UndoRule::Limited(2));
    let left = session.game().action_named("left").unwrap();
    session.play(left, None).unwrap();
    session.undo();
    let text = Save::write(&session);
    let head: Vec<_> = text.lines().take(7).collect();
    assert_eq!(
        head,
        [
            "tilewright-save 1",
            "now 0 0 decide 2 2 . ./. . . ./. . . ./. . . .",
            "undo limited 2",
            "taken 1",
            "undone 1",
            "3",
            "tilewright-replay 1",
        ]
    );
}

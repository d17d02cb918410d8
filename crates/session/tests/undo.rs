//! Undo rules, jumps, continued games, and the events of earlier turns.

use std::sync::Arc;
use tilewright_games::Preset;
use tilewright_session::{Session, Setup, UndoRule};

fn played(id: &str, turns: usize) -> Session {
    let mut session = Session::new(Setup::preset(Preset::find(id).unwrap()).unwrap(), 9).unwrap();
    for _ in 0..turns {
        let legal = session.legal();
        session.play(legal[legal.len() / 2], None).unwrap();
    }
    session
}

#[test]
fn undo_rule_off_allows_none() {
    let mut session = played("classic-2048", 5);
    session.set_undo_rule(UndoRule::Off);
    assert!(!session.undo());
    assert_eq!((session.turn(), session.undoable(), session.undo_limit()), (5, 0, Some(0)));
    assert!(!session.assisted().undo);
    assert_eq!(session.view().undo, 0);
}

#[test]
fn undo_rule_limited_redo_gives_none_back() {
    let mut session = played("classic-2048", 5);
    session.set_undo_rule(UndoRule::Limited(2));
    assert_eq!(session.undoable(), 2);
    assert!(session.undo());
    assert!(session.redo());
    assert_eq!(session.undo_limit(), Some(1));
    assert!(session.undo());
    assert!(!session.undo());
    assert_eq!((session.turn(), session.undone(), session.taken_back()), (4, 1, 2));
    assert!(session.assisted().undo);
    session.set_undo_rule(UndoRule::Unlimited);
    assert_eq!(session.undoable(), 4);
}

#[test]
fn undo_then_play_draws_the_same() {
    for preset in Preset::all() {
        let mut session = played(preset.id, 3);
        let (view, action) = (session.view(), session.last_action().unwrap());
        assert!(session.undo());
        session.play(action, None).unwrap();
        assert_eq!(session.view().board, view.board, "{}", preset.id);
        assert_eq!(session.view().draws, view.draws);
    }
}

#[test]
fn jump_shows_every_turn_without_marking() {
    for preset in Preset::all() {
        let mut session = Session::new(Setup::preset(preset).unwrap(), 4).unwrap();
        let mut boards = vec![session.view().board];
        let mut played = vec![];
        for _ in 0..6 {
            let action = session.legal()[0];
            played.push(session.play(action, None).unwrap());
            boards.push(session.view().board);
            if session.over().is_some() {
                break;
            }
        }
        let turns = session.turn();
        for turn in (0..=turns).rev().chain(0..=turns) {
            session.jump(turn);
            assert_eq!((session.turn(), &session.view().board), (turn, &boards[turn]));
        }
        for (turn, played) in (1..).zip(&played) {
            assert_eq!(session.played(turn).as_ref(), Some(played), "{} {turn}", preset.id);
        }
        assert_eq!((session.played(0), session.played(turns + 1)), (None, None));
        session.jump(usize::MAX);
        assert_eq!(session.turn(), turns);
        assert!(!session.assisted().undo, "looking is no help");
    }
}

#[test]
fn continued_from_is_marked_and_forgets_later_turns() {
    let session = played("exponentile", 8);
    let on = session.continued_from(5);
    assert_eq!((on.turn(), on.undone(), on.assisted().undo), (5, 0, true));
    assert!(on.replay().contains("\nassisted undo\n"));
    assert!(Arc::ptr_eq(on.setup(), session.setup()));
    assert_eq!(session.continued_from(99).turn(), 8);
}

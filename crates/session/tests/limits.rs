//! The turn limit of a session, and hints that are refused.

use tilewright_games::Preset;
use tilewright_players::{Limit, Player, Tables};
use tilewright_session::{PlayError, Replay, Save, Session, Setup};

fn preset(id: &str) -> Session {
    Session::new(Setup::preset(Preset::find(id).unwrap()).unwrap(), 1).unwrap()
}

fn play_any(session: &mut Session) -> Result<usize, PlayError> {
    let legal = session.legal();
    session.play(legal[session.turn() % legal.len()], None).map(|played| played.turn)
}

#[test]
fn play_at_the_limit_is_refused_and_the_replay_stays_valid() {
    let mut session = preset("classic-2048");
    session.set_max_turns(70);
    while session.turn() < 70 {
        play_any(&mut session).unwrap();
    }
    let view = session.view();
    let error = play_any(&mut session).unwrap_err();
    assert_eq!(error, PlayError::Full { turns: 70 });
    assert_eq!(
        error.to_string(),
        "this game is as long as a replay can be (70 turns), so no more can be played; start a new game"
    );
    assert_eq!((session.view(), session.over()), (view, None));
    let text = session.replay();
    assert_eq!(Replay::read(&text).unwrap().verify().unwrap().turns, 70);
    assert_eq!(Save::read(&Save::write(&session)).unwrap().turn(), 70);
    // Undo and redo go on; a turn taken back can be played differently.
    assert!(session.undo() && session.redo() && session.undo());
    assert_eq!(play_any(&mut session), Ok(70));
    assert!(play_any(&mut session).is_err());
}

#[test]
fn set_max_turns_below_the_present_refuses_the_next_turn() {
    let mut session = preset("factors-easy");
    for _ in 0..5 {
        play_any(&mut session).unwrap();
    }
    session.set_max_turns(3);
    assert_eq!(play_any(&mut session), Err(PlayError::Full { turns: 5 }));
    session.set_max_turns(usize::MAX);
    assert_eq!(play_any(&mut session), Ok(6));
}

#[test]
fn hint_without_an_answer_does_not_mark_the_game() {
    let mut session = preset("classic-2048");
    let ask = |session: &mut Session, player: &str| {
        session.hint(&Player::parse(player).unwrap(), &Tables::default(), &Limit::nodes(10))
    };
    assert!(ask(&mut session, "exact").is_err(), "too large for the exact player");
    assert!(ask(&mut session, "exact:table=none.table").is_err(), "the table is not open");
    assert!(!session.assisted().hint);
    assert!(!session.replay().contains("\nassisted"));
    while session.over().is_none() {
        play_any(&mut session).unwrap();
    }
    assert!(ask(&mut session, "greedy").unwrap().actions.is_empty());
    assert!(!session.assisted().hint, "there is no help after the end");
    session.jump(3);
    assert!(!ask(&mut session, "greedy").unwrap().actions.is_empty());
    assert!(session.assisted().hint);
}

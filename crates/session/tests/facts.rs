//! Facts that front ends show next to the board.

use std::sync::Arc;
use tilewright_core::{Game, Position};
use tilewright_games::{Preset, Variant};
use tilewright_session::{Event, Scale, Session, Setup};

fn preset(id: &str) -> Arc<Setup> {
    Setup::preset(Preset::find(id).unwrap()).unwrap()
}

fn placed(setup: Arc<Setup>, board: &str) -> Session {
    let position = Position::parse(setup.game.topology(), board).unwrap();
    Session::from_position(setup, &position, 1).unwrap()
}

fn facts(session: &Session) -> Vec<String> {
    session.facts().into_iter().map(|fact| format!("{}: {}", fact.name, fact.value)).collect()
}

/// rules/factor.md, the clock: a chain brings a number and leaves the clock as it is.
#[test]
fn next_spawn_after_a_chain_still_follows_the_clock() {
    let factors = Setup::preset(Preset::find_revision("factors", 1).unwrap()).unwrap();
    let mut session = placed(factors, "3 . 147 ./. . . ./. . . ./. . . . | clock=0");
    assert_eq!(session.next_spawn(), Some(3));
    let action = session.game().action_named("0,0:right").unwrap();
    let played = session.play(action, None).unwrap();
    let spawned = played.events.iter().any(|event| matches!(event, Event::Spawned { .. }));
    assert!(spawned, "3 divides 147, so a number came, with the clock at 1");
    assert_eq!(session.next_spawn(), Some(2));
    assert_eq!(session.next_spawn_text().unwrap(), "A new number comes in 2 turns at the latest.");
    assert_eq!(facts(&session), ["Next number: 2 turns"]);
}

/// `next_spawn` never promises too much: if it says 1, the next turn brings a number, and it counts down to 1.
#[test]
fn next_spawn_is_kept_in_played_games() {
    for id in ["factors", "factors-easy", "factors-hard", "factors-chaos"] {
        let mut session = Session::new(preset(id), 5).unwrap();
        for turn in 0..200 {
            let legal = session.legal();
            let Some(action) = legal.get(turn * 5 % legal.len().max(1)) else { break };
            let (promised, full) = (session.next_spawn().unwrap(), session.board());
            let played = session.play(*action, None).unwrap();
            let spawned = played.events.iter().any(|event| matches!(event, Event::Spawned { .. }));
            if promised == 1 {
                assert!(spawned, "{id}, turn {turn}: {full}");
            } else {
                assert_eq!(session.next_spawn(), Some(promised - 1), "{id}, turn {turn}");
            }
        }
    }
}

#[test]
fn facts_each_game_has_its_own() {
    let mut session = placed(preset("classic-2048"), "1024 1024 . ./. . . ./. . . ./. . . .");
    assert_eq!(facts(&session), ["Target: 2048"]);
    session.play(session.game().action_named("left").unwrap(), None).unwrap();
    assert_eq!(facts(&session), ["Target: 2048 ✓"]);
    assert!(session.facts()[0].achieved);
    let text = r#"{"family":"swap","width":5,"height":5,"preview":2,"turn_limit":9}"#;
    let session = Session::new(Setup::custom(Variant::from_text(text).unwrap()).unwrap(), 1).unwrap();
    let next = session.position().next;
    assert_eq!(facts(&session), ["Turns left: 9".to_owned(), format!("Next: {} {}", next[0], next[1])]);
    assert_eq!(facts(&Session::new(preset("factors-chaos"), 1).unwrap()), ["Next number: 1 turn"]);
}

#[test]
fn tile_look_strain_counts_and_the_others_double() {
    for preset in Preset::all() {
        let look = Setup::preset(preset).unwrap().tile_look();
        let strains = preset.id == "numberclart";
        assert_eq!(look.scale == Scale::Counting, strains, "{}", preset.id);
        assert_eq!(look.max_strain, if strains { 3 } else { 0 }, "{}", preset.id);
    }
}

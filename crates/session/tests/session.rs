//! Sessions: undo, given chance, and replays that cannot be tampered with.

use proptest::prelude::*;
use tilewright_core::{Action, Dice, Dice1, Game, Outcome, Position};
use tilewright_games::{Preset, Variant};
use tilewright_session::{ChanceError, Event, PlayError, Replay, ReplayError, Session, Setup};

fn preset(id: &str, seed: u64) -> Session {
    Session::new(Setup::preset(Preset::find(id).unwrap()).unwrap(), seed).unwrap()
}

fn loaded(id: &str, board: &str) -> Session {
    let setup = Setup::preset(Preset::find(id).unwrap()).unwrap();
    let position = Position::parse(setup.game.topology(), board).unwrap();
    Session::from_position(setup, &position, 0).unwrap()
}

fn play_some(session: &mut Session, turns: usize, seed: u64) {
    let mut chooser = Dice1::new(seed);
    for _ in 0..turns {
        let Some(action) = session.game().choose(session.state(), chooser.word()) else { break };
        session.play(action, None).unwrap();
    }
}

fn outcome(session: &Session, text: &str) -> Outcome {
    Outcome::parse(session.game().topology(), text).unwrap()
}

#[test]
fn undo_then_play_draws_the_same() {
    for preset_ in Preset::all() {
        let mut session = preset(preset_.id, 5);
        play_some(&mut session, 12, 1);
        let (turns, view) = (session.turn(), session.view());
        let actions: Vec<Action> = {
            let mut again = preset(preset_.id, 5);
            play_some(&mut again, 12, 1);
            assert_eq!(again.view(), view, "the same seed and actions give the same game");
            let mut chooser = Dice1::new(1);
            let mut fresh = preset(preset_.id, 5);
            (0..turns)
                .map(|_| {
                    let action = fresh.game().choose(fresh.state(), chooser.word()).unwrap();
                    fresh.play(action, None).unwrap();
                    action
                })
                .collect()
        };
        while session.undo() {}
        assert_eq!((session.turn(), session.undone()), (0, turns));
        for action in actions {
            session.play(action, None).unwrap();
        }
        let mut expected = view;
        expected.assisted.undo = true;
        assert_eq!(session.view(), expected, "{}: playing on after undo draws the same", preset_.id);
    }
}

#[test]
fn redo_after_undo_restores_until_another_turn_is_played() {
    let mut session = preset("classic-2048", 1);
    play_some(&mut session, 5, 2);
    let end = session.view();
    assert!(session.undo() && session.undo());
    assert!(session.redo() && session.redo() && !session.redo());
    assert_eq!((session.view().board, session.view().score), (end.board, end.score));
    session.undo();
    let other = session.legal()[0];
    session.play(other, None).unwrap();
    assert!(!session.redo(), "a new turn forgets the undone ones");
}

#[test]
fn play_illegal_changes_nothing() {
    let mut session = loaded("classic-2048", "2 . . ./. . . ./. . . ./. . . .");
    let before = session.view();
    for action in [Action(0), Action(3), Action(4), Action(9999)] {
        assert!(matches!(session.play(action, None), Err(PlayError::Illegal(_))));
        assert!(session.outcomes(action).is_err());
    }
    assert_eq!(session.view(), before);
}

#[test]
fn play_chance_that_does_not_fit_changes_nothing() {
    let mut session = loaded("classic-2048", "2 2 . ./. . . ./. . . ./. . . .");
    let left = session.game().action_named("left").unwrap();
    let before = session.view();
    let (good, taken) = (outcome(&session, "4@3,3"), outcome(&session, "2@0,0"));
    let fail = |session: &mut Session, chance: &[Outcome]| match session.play(left, Some(chance)) {
        Err(PlayError::Chance(ChanceError { node, given, possible })) => (node, given, possible.len()),
        other => panic!("{other:?}"),
    };
    assert_eq!(fail(&mut session, &[]), (0, None, 30));
    assert_eq!(fail(&mut session, &[taken]), (0, Some(taken), 30));
    assert_eq!(fail(&mut session, &[good, good]), (1, Some(good), 0));
    assert_eq!(session.view(), before, "nothing was played");
    let played = session.play(left, Some(&[good])).unwrap();
    assert!(matches!(played.events.last().unwrap(), Event::Spawned { value: 4, .. }));
    assert_eq!(session.view().board, "4 . . ./. . . ./. . . ./. . . 4");
    assert_eq!(session.draws(), 0, "the dice were not rolled");
}

#[test]
fn replay_loaded_start_verifies() {
    let mut session = loaded("merge3", "2 2 4 2 8/4 8 16 4 16/8 16 2 8 2/16 4 8 16 4/2 8 4 2 8");
    let action = session.game().action_named("0,3-0,2").unwrap();
    session.play(action, None).unwrap();
    assert!(session.undo() && session.redo());
    let text = session.replay();
    assert!(text.starts_with("tilewright-replay 1\nvariant swap/merge3@1 "), "{text}");
    assert!(text.contains("\nstart 2 2 4 2 8/"), "{text}");
    assert!(text.contains("\nassisted undo\n"), "{text}");
    let again = Replay::read(&text).unwrap().session().unwrap();
    assert_eq!(again.view(), session.view());
    assert_eq!(again.replay(), text);
}

#[test]
fn replay_custom_variant_carries_its_rules() {
    let variant = Variant::from_text("family = 'swap'\npreview = 3\nturn_limit = 9\nwidth = 5").unwrap();
    let mut session = Session::new(Setup::custom(variant).unwrap(), 77).unwrap();
    play_some(&mut session, 20, 3);
    assert_eq!(session.over().map(|reason| reason.name()), Some("turn-limit"));
    let text = session.replay();
    assert!(text.contains("\nvariant custom "), "{text}");
    assert!(text.contains("\nrules {\"anchor\":\"moved\","), "{text}");
    assert_eq!(Replay::read(&text).unwrap().session().unwrap().view(), session.view());
}

#[test]
fn replay_given_chance_carries_outcomes() {
    let mut session = loaded("hex-2048", ". . ./. . . ./. . 2 . ./. . . ./. . .");
    let north = session.game().action_named("N").unwrap();
    let chance = [outcome(&session, "4@-2,0")];
    session.play(north, Some(&chance)).unwrap();
    let text = session.replay();
    assert!(text.contains("\n0=4@-2,0\n"), "{text}");
    assert_eq!(Replay::read(&text).unwrap().session().unwrap().view(), session.view());
}

/// A long game, its text cut into lines.
fn long_replay() -> Vec<String> {
    let mut session = preset("hex-2048", 3);
    play_some(&mut session, 150, 4);
    session.replay().lines().map(str::to_owned).collect()
}

fn refusal(lines: &[String]) -> ReplayError {
    let text = lines.join("\n") + "\n";
    Replay::read(&text).and_then(|replay| replay.session()).unwrap_err()
}

#[test]
fn session_of_tampered_replay_names_the_first_turn_that_differs() {
    let lines = long_replay();
    let first = lines.iter().position(|line| line.starts_with("actions")).unwrap() + 1;
    // Another action at turn 10: it is illegal somewhere, or the hash at turn 64 tells.
    let mut bent = lines.clone();
    bent[first + 9] = if bent[first + 9] == "0" { "1".into() } else { "0".into() };
    let ReplayError::Differs { turn, .. } = refusal(&bent) else { panic!("it can be read") };
    assert!((10..=64).contains(&turn), "turn {turn}");
    // Another hash at the second check.
    let mut bent = lines.clone();
    let check = bent.iter().position(|line| line.starts_with("check 128")).unwrap();
    bent[check] = "check 128 0123456789abcdef".into();
    assert!(matches!(refusal(&bent), ReplayError::Differs { turn: 128, .. }));
    // Another score.
    let mut bent = lines.clone();
    let end = bent.pop().unwrap();
    let mut words: Vec<_> = end.split(' ').map(str::to_owned).collect();
    words[2] = (words[2].parse::<u64>().unwrap() + 4).to_string();
    bent.push(words.join(" "));
    assert!(matches!(refusal(&bent), ReplayError::Differs { turn: 150, .. }));
    // Another seed.
    let mut bent = lines;
    bent[2] = "dice dice@1 4".into();
    let ReplayError::Differs { turn, .. } = refusal(&bent) else { panic!("it can be read") };
    assert!((1..=64).contains(&turn), "turn {turn}");
}

#[test]
fn read_unreadable_replay_names_the_line() {
    let good = long_replay();
    let bend = |line: usize, text: &str| {
        let mut lines = good.clone();
        lines[line] = text.into();
        refusal(&lines).to_string()
    };
    assert_eq!(bend(0, "tilewright-replay 2"), "line 1: a replay starts with “tilewright-replay 1”");
    assert_eq!(bend(0, "tilewright-replay 1\r"), "line 1: replays have neither a byte-order mark nor carriage returns");
    let empty = Replay::read("").unwrap_err().to_string();
    assert_eq!(empty, "line 1: the replay ends where the line “tilewright-replay 1” is expected");
    assert!(bend(1, "variant slide/hex-2048@2 0000000000000000").starts_with("line 2: this program knows slide/"));
    assert!(bend(1, "variant slide/hex-2048@1 0000000000000000").starts_with("line 2: the variant's hash is "));
    assert!(bend(1, "variant custom 0000000000000000").starts_with("line 3: expected a line “rules …”"));
    assert_eq!(bend(2, "dice dice@2 3"), "line 3: this program knows “dice dice@1 seed”");
    assert_eq!(bend(3, "actions 1000001"), "line 4: the number of actions is 0 to 1000000");
    assert_eq!(bend(4, "6"), "line 5: there is no action 6; ids go from 0 to 5");
    assert_eq!(bend(4, "01"), "line 5: an action is its id in decimal, or id=outcome,outcome…");
    assert!(bend(4, "0=2@9,9").starts_with("line 5: “2@9,9” is no outcome here"));
    let mut short = good.clone();
    short.truncate(10);
    assert_eq!(refusal(&short).to_string(), "line 11: the replay ends where an action is expected");
    let mut long = good.clone();
    long.push("more".into());
    assert_eq!(refusal(&long).to_string(), format!("line {}: nothing follows the end", long.len()));
    assert!(Replay::read(&"x".repeat(Replay::MAX_BYTES + 1)).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn replay_any_game_verifies(which in 0..12usize, seed: u64, turns in 0..140usize, chooser: u64) {
        let mut session = preset(Preset::all()[which].id, seed);
        play_some(&mut session, turns, chooser);
        let again = Replay::read(&session.replay()).unwrap().session().unwrap();
        prop_assert_eq!(again.view(), session.view());
    }

    #[test]
    fn read_damaged_line_never_panics(line in 0..40usize, text in "[ -~]{0,30}") {
        let mut lines = long_replay();
        lines[line] = text;
        let _ = Replay::read(&lines.join("\n")).and_then(|replay| replay.session());
    }
}

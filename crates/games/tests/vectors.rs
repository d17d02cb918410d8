//! The published opening turns of two games of every preset: start, actions, outcomes, boards, scores.

use serde_json::Value;
use tilewright_core::{Dice, Dice1, Game, Outcome, Phase};
use tilewright_games::{AnyGame, AnyState, Preset};

const VECTORS: &str = include_str!("../../../tests/data/vectors.json");

/// Settles chance node by chance node, writing down what was drawn.
fn settle(game: &AnyGame, state: &mut AnyState, dice: &mut Dice1) -> (Vec<Value>, u64) {
    let (mut drawn, mut gain) = (Vec::new(), 0);
    while game.phase(state) == Phase::Chance {
        let outcome: Outcome = game.draw(state, dice.word());
        drawn.push(outcome.text(game.topology()).into());
        gain += game.settle(state, outcome, &mut ());
    }
    (drawn, gain)
}

fn check(family: &str) {
    let vectors: Value = serde_json::from_str(VECTORS).unwrap();
    let mut games = 0;
    for vector in vectors["games"].as_array().unwrap() {
        let id = vector["preset"].as_str().unwrap();
        // They are of the first revisions.
        let preset = Preset::find_revision(id, 1).unwrap();
        if preset.variant.family().name() != family {
            continue;
        }
        let game = preset.variant.compile().unwrap();
        let mut dice = Dice1::new(vector["seed"].as_str().unwrap().parse().unwrap());
        let mut state = game.blank();
        let (drawn, _) = settle(&game, &mut state, &mut dice);
        assert_eq!(&Value::from(drawn), &vector["start_outcomes"], "{id}: start");
        assert_eq!(game.position(&state).text(game.topology()), vector["start"], "{id}: start");
        let mut score = 0;
        for (i, turn) in vector["turns"].as_array().unwrap().iter().enumerate() {
            let action = game.action_named(turn["action"].as_str().unwrap()).unwrap();
            score += game.act(&mut state, action, &mut ()).unwrap();
            let (drawn, gain) = settle(&game, &mut state, &mut dice);
            score += gain;
            assert_eq!(&Value::from(drawn), &turn["outcomes"], "{id}: turn {i}");
            assert_eq!(game.position(&state).text(game.topology()), turn["board"], "{id}: turn {i}");
            assert_eq!(score, turn["score"].as_u64().unwrap(), "{id}: turn {i}");
        }
        games += 1;
    }
    assert!(games > 0, "there are vectors for {family}");
}

#[test]
fn slide() {
    check("slide");
}

#[test]
fn factor() {
    check("factor");
}

#[test]
fn strain() {
    check("strain");
}

#[test]
fn swap() {
    check("swap");
}

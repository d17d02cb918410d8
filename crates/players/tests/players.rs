//! What holds for every player in every game.

use std::{cell::Cell, sync::Arc};
use tilewright_core::{Action, Dice1, Game};
use tilewright_games::{AnyGame, AnyState, Preset};
use tilewright_players::{Budget, Engine, EngineError, Limit, Player, signature};

fn engine(player: &Player, game: &Arc<AnyGame>) -> Engine {
    Engine::new(player, Arc::clone(game)).unwrap()
}

fn start(id: &str) -> (Arc<AnyGame>, AnyState) {
    let game = Arc::new(Preset::find(id).unwrap().variant.compile().unwrap());
    let state = game.start(&mut Dice1::new(7), &mut ()).unwrap();
    (game, state)
}

#[test]
fn everyone_ranks_all_legal_actions_and_says_the_same_twice() {
    for preset in Preset::all() {
        let (game, mut state) = start(preset.id);
        let mut dice = Dice1::new(9);
        for _ in 0..6 {
            let mut legal: Vec<Action> = Vec::new();
            game.actions(&state, &mut |action| legal.push(action));
            for player in Player::ALL {
                let mut engine = match Engine::new(&player, Arc::clone(&game)) {
                    Ok(engine) => engine,
                    Err(error) => {
                        // It is without values until some are trained.
                        assert_eq!((player.id(), error), ("learned", EngineError::NoValues));
                        continue;
                    }
                };
                for nodes in [1, 300] {
                    let ranking = engine.rank(&state, &Limit::nodes(nodes));
                    if player.id() == "exact" && ranking.actions.is_empty() {
                        // It says nothing rather than something that is not exact.
                        continue;
                    }
                    let mut ranked: Vec<Action> = ranking.actions.iter().map(|(action, _)| *action).collect();
                    ranked.sort();
                    assert_eq!(ranked, legal, "{player} in {}", preset.id);
                    assert!(ranking.actions.iter().all(|(_, value)| !value.is_nan()), "{player} in {}", preset.id);
                    assert_eq!(ranking, engine.rank(&state, &Limit::nodes(nodes)), "{player} in {}", preset.id);
                    let best = ranking.actions.first().map(|(action, _)| *action);
                    assert_eq!(best, engine.choose(&state, &Limit::nodes(nodes)), "{player} in {}", preset.id);
                }
            }
            let Some(middle) = legal.get(legal.len() / 2) else { break };
            game.advance(&mut state, *middle, &mut dice, &mut ()).unwrap();
        }
    }
}

#[test]
fn nobody_has_anything_to_say_once_the_game_is_over() {
    let (game, _) = start("classic-2048");
    let position = tilewright_core::Position::parse(game.topology(), "2 4 2 4/4 2 4 2/2 4 2 4/4 2 4 2").unwrap();
    let state = game.place(&position).unwrap();
    for player in Player::ALL.into_iter().filter(|player| player.id() != "learned") {
        assert!(engine(&player, &game).rank(&state, &Limit::default()).actions.is_empty(), "{player}");
    }
}

#[test]
fn tiles_beyond_the_tables_are_played_too() {
    let (game, _) = start("classic-2048");
    let player = Player::parse("expectimax:nodes=2000").unwrap();
    for text in ["65536 4 2 4/4 2 4 2/2 4 2 4/4 2 4 .", "32768 32768 2 4/4 2 4 2/2 4 2 4/4 2 4 2"] {
        let position = tilewright_core::Position::parse(game.topology(), text).unwrap();
        let ranking = engine(&player, &game).rank(&game.place(&position).unwrap(), &Limit::default());
        assert!(ranking.actions.iter().all(|(_, value)| value.is_finite()));
        assert_eq!(ranking.actions.len(), 2);
    }
}

/// Its tables know all ranks, whatever game is the first to need them.
#[test]
fn games_without_twos_share_the_tables() {
    let text = r#"{"family":"slide","board":{"shape":"square","width":4,"height":4},"spawn":{"4":1},"target":64}"#;
    let other = Arc::new(tilewright_games::Variant::from_text(text).unwrap().compile().unwrap());
    let state = other.start(&mut Dice1::new(1), &mut ()).unwrap();
    let player = Player::parse("expectimax:nodes=300").unwrap();
    assert!(engine(&player, &other).rank(&state, &Limit::default()).depth > 0);
    let (game, state) = start("classic-2048");
    assert!(engine(&player, &game).rank(&state, &Limit::default()).depth > 1);
}

/// Nodes are what a budget counts, so no search may go beyond it.
#[test]
fn budgets_are_kept() {
    for id in ["classic-2048", "hex-2048", "exponentile", "merge3", "numberclart", "factors"] {
        let (game, state) = start(id);
        for text in ["rollout:nodes=777", "mcts:nodes=777", "expectimax:nodes=777"] {
            let ranking = engine(&Player::parse(text).unwrap(), &game).rank(&state, &Limit::default());
            assert!(ranking.nodes <= 777, "{text} in {id}: {}", ranking.nodes);
        }
    }
}

/// Once told to stop, a search looks at no further node: it is asked every 64 of them, which takes far less than 5 ms.
#[test]
fn a_search_that_is_cancelled_answers_at_once() {
    for id in ["classic-2048", "hex-2048", "exponentile", "merge3", "numberclart", "factors"] {
        let (game, state) = start(id);
        for text in ["lookahead:6", "rollout", "mcts", "expectimax", "exact"] {
            let asked = Cell::new(0);
            let stop = || {
                asked.set(asked.get() + 1);
                asked.get() >= 5
            };
            let limit = Limit { budget: Budget::Unlimited, stop: &stop };
            let ranking = engine(&Player::parse(text).unwrap(), &game).rank(&state, &limit);
            // Half a solution is none.
            assert_eq!(ranking.actions.is_empty(), text == "exact");
            // Where positions come again, the exact one gives up before.
            assert!(asked.get() == 5 || text == "exact", "{text} in {id} goes on");
            assert!(ranking.nodes <= 5 * 64 + 64, "{text} in {id} took {} nodes", ranking.nodes);
        }
    }
}

#[test]
fn more_thought_plays_better() {
    let play = |game: &Arc<AnyGame>, player: &Player, seed| {
        let mut engine = engine(player, game);
        let mut dice = Dice1::new(seed);
        let mut state = game.start(&mut dice, &mut ()).unwrap();
        let mut score = 0;
        for _ in 0..300 {
            let Some(action) = engine.choose(&state, &Limit::nodes(200)) else { break };
            score += game.advance(&mut state, action, &mut dice, &mut ()).unwrap();
        }
        score
    };
    let expectimax = Player::parse("expectimax").unwrap();
    for id in ["exponentile", "numberclart"] {
        let (game, _) = start(id);
        let sum = |player: &Player| (0..3).map(|seed| play(&game, player, seed)).sum::<u64>();
        assert!(sum(&expectimax) > 2 * sum(&Player::Random), "{id}");
    }
}

#[test]
fn the_signature_repeats() {
    assert_eq!(signature(), signature());
}

/// Evaluations used to fall below that of the end, so the player walked into it: `up` is a certain end here.
#[test]
fn choose_with_a_low_evaluation_does_not_prefer_the_end() {
    let (game, _) = start("classic-2048");
    let board = "32 2 4096 64/4 16384 64 16/128 64 8192 32/8 2048 16 32";
    let state = game.place(&tilewright_core::Position::parse(game.topology(), board).unwrap()).unwrap();
    let player = Player::parse("expectimax:nodes=20000").unwrap();
    let action = engine(&player, &game).choose(&state, &Limit::default()).unwrap();
    assert_eq!(game.action_text(action), "down");
}

/// With one turn left, only its gain counts. Leaves used to be evaluated although the game is over there.
#[test]
fn choose_in_the_last_turn_of_factor_takes_the_highest_gain() {
    let text = r#"{"family":"factor","size":6,"start_tiles":10,"largest_prime":7,"turn_limit":1}"#;
    let game = Arc::new(tilewright_games::Variant::from_text(text).unwrap().compile().unwrap());
    let mut expectimax = engine(&Player::parse("expectimax").unwrap(), &game);
    let mut greedy = engine(&Player::Greedy, &game);
    for seed in 0..30 {
        let state = game.start(&mut Dice1::new(seed), &mut ()).unwrap();
        let gain = |action: Option<Action>| {
            let mut after = state;
            action.map(|action| game.act(&mut after, action, &mut ()).unwrap())
        };
        let chosen = expectimax.choose(&state, &Limit::nodes(40));
        assert_eq!(gain(chosen), gain(greedy.choose(&state, &Limit::default())), "seed {seed}");
    }
}

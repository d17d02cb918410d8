//! One number for all that the players choose: a change that is meant to be pure speed leaves it alone.

use crate::{Engine, Limit, Player};
use std::sync::Arc;
use tilewright_core::{Dice1, Game, fnv1a};
use tilewright_games::Preset;

/// Nodes a position.
const NODES: u64 = 500;
/// Turns between two positions, and positions a game.
const TURNS: usize = 15;
const POSITIONS: usize = 3;

/// What every player would do in fixed positions of every preset within a fixed number of nodes, as one number. The
/// logarithms of some platforms may differ in the last place, so it is compared on one machine.
pub fn signature() -> u64 {
    let mut bytes = Vec::new();
    for preset in Preset::all() {
        let Ok(game) = preset.variant.compile().map(Arc::new) else { continue };
        let engines = Player::ALL.iter().filter_map(|player| Engine::new(player, Arc::clone(&game)).ok());
        let mut engines: Vec<Engine> = engines.collect();
        let Ok(mut greedy) = Engine::new(&Player::Greedy, Arc::clone(&game)) else { continue };
        let mut dice = Dice1::new(1);
        let Ok(mut state) = game.start(&mut dice, &mut ()) else { continue };
        for _ in 0..POSITIONS {
            for engine in &mut engines {
                let ranking = engine.rank(&state, &Limit::nodes(NODES));
                let actions = ranking.actions.iter().map(|(action, _)| action.0);
                bytes.extend(actions.flat_map(u16::to_le_bytes));
                bytes.extend(ranking.nodes.to_le_bytes());
            }
            for _ in 0..TURNS {
                let Some(action) = greedy.choose(&state, &Limit::nodes(NODES)) else { break };
                if game.advance(&mut state, action, &mut dice, &mut ()).is_err() {
                    break;
                }
            }
        }
    }
    fnv1a(&bytes)
}

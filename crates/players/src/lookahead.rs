//! Full width to a fixed depth, one sampled refill a node, nothing but points at the leaves. A baseline: it takes one
//! lucky refill for the truth.

use crate::{
    Ranking,
    budget::{Counter, Stopped},
    legal,
    order::sort,
    seed, simple,
};
use tilewright_core::{Dice1, Game};

pub(crate) fn rank<G: Game>(game: &G, state: &G::State, counter: &mut Counter<'_>, depth: u32) -> Ranking {
    let mut ranking = Ranking { actions: legal(game, state), ..Ranking::default() };
    let mut dice = Dice1::new(seed(game, state));
    for index in 0..ranking.actions.len() {
        match turn(game, state, ranking.actions[index].0, &mut dice, counter, depth) {
            Ok(value) => ranking.actions[index].1 = value,
            // Cut short: points at once are better than values from different depths.
            Err(Stopped) => {
                ranking = simple::greedy(game, state);
                break;
            }
        }
    }
    sort(&mut ranking.actions);
    Ranking { nodes: counter.used(), depth, ..ranking }
}

/// What an action earns together with the best that follows.
fn turn<G: Game>(
    game: &G,
    state: &G::State,
    action: tilewright_core::Action,
    dice: &mut Dice1,
    counter: &mut Counter<'_>,
    depth: u32,
) -> Result<f64, Stopped> {
    counter.spend()?;
    let mut state = *state;
    let gain = game.advance(&mut state, action, dice, &mut ()).expect("a listed action is legal") as f64;
    let mut best: f64 = 0.0;
    if depth > 1 {
        for (action, _) in legal(game, &state) {
            best = best.max(turn(game, &state, action, dice, counter, depth - 1)?);
        }
    }
    Ok(gain + best)
}

//! Counting lines of play to an exact depth: the quickest way to see that two implementations differ.

use crate::{Action, Game, Outcome};
use alloc::vec::Vec;

/// How many lines there are at exactly one depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Perft {
    /// Lines that end with an action of the last turn.
    pub actions: u64,
    /// Lines that end with that turn settled, chance having chosen in every possible way.
    pub outcomes: u64,
}

/// Counts to `depth` turns; none where there are more than `most` lines. Depth 0 is the one line without a turn.
pub fn perft<G: Game>(game: &G, state: &G::State, depth: u32, most: u64) -> Option<Perft> {
    if depth == 0 {
        return Some(Perft { actions: 1, outcomes: 1 });
    }
    let mut count = Perft::default();
    turns(game, state, depth, most, &mut count)?;
    Some(count)
}

fn turns<G: Game>(game: &G, state: &G::State, depth: u32, most: u64, count: &mut Perft) -> Option<()> {
    let mut actions: Vec<Action> = Vec::new();
    game.actions(state, &mut |action| actions.push(action));
    for action in actions {
        let mut after = state.clone();
        game.act(&mut after, action, &mut ()).expect("a listed action is legal");
        if depth == 1 {
            count.actions += 1;
        }
        nodes(game, &after, depth, most, count)?;
    }
    Some(())
}

fn nodes<G: Game>(game: &G, state: &G::State, depth: u32, most: u64, count: &mut Perft) -> Option<()> {
    if !game.is_chance(state) {
        if depth > 1 {
            return turns(game, state, depth - 1, most, count);
        }
        count.outcomes += 1;
        return (count.outcomes <= most).then_some(());
    }
    let mut outcomes: Vec<Outcome> = Vec::new();
    game.outcomes(state, &mut |outcome, _| outcomes.push(outcome));
    for outcome in outcomes {
        let mut after = state.clone();
        game.settle(&mut after, outcome, &mut ());
        nodes(game, &after, depth, most, count)?;
    }
    Some(())
}

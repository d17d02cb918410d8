//! Counting lines of play to an exact depth: the quickest way to see that two implementations differ.

use crate::Game;
use alloc::{vec, vec::Vec};

/// How many lines there are at exactly one depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Perft {
    /// Lines that end with an action of the last turn.
    pub actions: u64,
    /// Lines that end with that turn settled, chance having chosen in every possible way.
    pub outcomes: u64,
}

/// Counts to `depth` turns; depth 0 is the one line without a turn. None where that takes more than `most` steps:
/// where cascades meet chance a single turn can have more lines than anybody can count.
pub fn perft<G: Game>(game: &G, state: &G::State, depth: u32, most: u64) -> Option<Perft> {
    if depth == 0 {
        return Some(Perft { actions: 1, outcomes: 1 });
    }
    let mut count = Perft::default();
    let mut steps = 0;
    // Nodes still to visit, with the turns still to play; a stack of our own, since a cascade may be deeper than the
    // processor's.
    let mut open = vec![(state.clone(), depth)];
    let mut next = Vec::new();
    while let Some((state, depth)) = open.pop() {
        if game.is_chance(&state) {
            game.outcomes(&state, &mut |outcome, _| {
                let mut after = state.clone();
                game.settle(&mut after, outcome, &mut ());
                next.push((after, depth));
            });
        } else if depth == 0 {
            count.outcomes += 1;
        } else {
            game.actions(&state, &mut |action| {
                let mut after = state.clone();
                game.act(&mut after, action, &mut ()).expect("a listed action is legal");
                next.push((after, depth - 1));
            });
            if depth == 1 {
                count.actions += next.len() as u64;
            }
        }
        steps += 1 + next.len() as u64;
        if steps > most || open.len() > 1 << 20 {
            return None;
        }
        open.append(&mut next);
    }
    Some(count)
}

//! Counting lines of play to an exact depth: the quickest way to see that two implementations differ.

use crate::Game;
use alloc::{vec, vec::Vec};

/// How many lines there are at exactly one depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Perft {
    /// Lines that end with an action of the last turn.
    pub actions: u64,
    /// Lines that end behind the first chance node of the last turn; an action that leads to none ends one line.
    pub outcomes: u64,
}

/// Counts to `depth` turns; depth 0 is the one line without a turn. None where that takes more than `most` steps.
///
/// The last turn ends at its first chance node because cascades that meet chance have no last one: some line always
/// goes on. For the same reason such games cannot be counted beyond one turn; the others can.
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
        } else {
            game.actions(&state, &mut |action| {
                let mut after = state.clone();
                game.act(&mut after, action, &mut ()).expect("a listed action is legal");
                steps += 1;
                if depth > 1 {
                    next.push((after, depth - 1));
                    return;
                }
                let mut outcomes = 0;
                game.outcomes(&after, &mut |_, _| outcomes += 1);
                count.actions += 1;
                count.outcomes += outcomes.max(1);
            });
        }
        steps += 1 + next.len() as u64;
        if steps > most || open.len() > 1 << 20 {
            return None;
        }
        open.append(&mut next);
    }
    Some(count)
}

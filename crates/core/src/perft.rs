//! Perft: counts lines of play to an exact depth, the quickest way to see that two implementations differ.

use crate::Game;
use alloc::{vec, vec::Vec};
use core::fmt;

/// How many lines there are at exactly one depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Perft {
    /// Lines that end with an action of the last turn.
    pub actions: u64,
    /// Lines that end behind the first chance node of the last turn; an action that leads to none ends one line.
    pub outcomes: u64,
}

/// Why there is no count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PerftError {
    /// A turn has no bound to its chance nodes, so only depths 0 and 1 can be counted.
    Endless,
    /// It takes more steps than were allowed.
    Steps(u64),
}

impl fmt::Display for PerftError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Endless => f.write_str("cascades of this game have no end, so it can be counted to depth 1 only"),
            Self::Steps(most) => write!(f, "this takes more than {most} steps; count to a smaller depth"),
        }
    }
}

impl core::error::Error for PerftError {}

/// Counts to `depth` turns in at most `most` steps; depth 0 is the one line without a turn.
///
/// The last turn ends at its first chance node because cascades that meet chance have no last one: some line always
/// goes on. For the same reason such games cannot be counted beyond one turn; the others can.
///
/// # Errors
///
/// [`PerftError`] if a turn has no bound to its chance nodes and `depth` is above 1, or if `most` steps are not enough.
pub fn perft<G: Game>(game: &G, state: &G::State, depth: u32, most: u64) -> Result<Perft, PerftError> {
    if depth == 0 {
        return Ok(Perft { actions: 1, outcomes: 1 });
    }
    if depth > 1 && game.is_endless() {
        return Err(PerftError::Endless);
    }
    let mut count = Perft::default();
    let mut steps = 0;
    // Nodes still to visit, with the turns still to play.
    let mut open = vec![(*state, depth)];
    let mut next = Vec::new();
    while let Some((state, depth)) = open.pop() {
        if game.is_chance(&state) {
            game.outcomes(&state, &mut |outcome, _| {
                let mut after = state;
                game.settle(&mut after, outcome, &mut ());
                next.push((after, depth));
            });
        } else {
            game.actions(&state, &mut |action| {
                let mut after = state;
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
        if steps > most {
            return Err(PerftError::Steps(most));
        }
        open.append(&mut next);
    }
    Ok(count)
}

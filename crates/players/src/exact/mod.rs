//! Exact solutions of small boards by backward induction: what the best player, a random one, or any player is worth.
//!
//! Slide boards are solved packed and layer by layer, turned and mirrored positions as one; every other game whose
//! positions never come again goes the plain way. The two are held equal by tests.

mod file;
mod layers;
mod plain;
#[cfg(test)]
mod tests;

pub(crate) use layers::LookUp;
pub use layers::ValueTable;

use crate::{Engine, Limit, Ranking, budget::Counter, legal, sort};
use plain::Plain;
use std::fmt;
use tilewright_core::{Action, Game};
use tilewright_games::{AnyGame, AnyState};

/// What is to be had.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// The target; play ends there. Values are probabilities.
    Win,
    /// Points, to the very end. Values are points.
    Score,
}

impl Goal {
    /// The name in texts.
    pub fn name(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Score => "score",
        }
    }

    /// The goal of that name.
    pub fn named(name: &str) -> Option<Self> {
        [Self::Win, Self::Score].into_iter().find(|goal| goal.name() == name)
    }
}

/// Who decides.
pub enum Policy<'a> {
    /// Whoever knows everything but the dice.
    Best,
    /// All legal actions are equally likely.
    Random,
    /// A player, thinking within a limit.
    Engine(&'a mut Engine, &'a Limit<'a>),
}

/// What a policy is worth.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Solved {
    /// The expected value from the start.
    pub value: f64,
    /// Positions with a decision that were met: neither won nor lost. Up to symmetry in a slide game, unless a player
    /// decides, who may treat images of a position differently.
    pub states: u64,
}

/// How far a solution is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Positions found.
    pub found: u64,
    /// Positions whose value is known; none before all are found.
    pub solved: u64,
}

impl Progress {
    /// Positions between two reports.
    const EVERY: u64 = 1 << 14;
}

/// What a solution may cost, known before it is begun.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Cost {
    /// No more positions than these; none where nothing is known before.
    pub positions: Option<f64>,
    /// Memory of a position in bytes, about.
    pub bytes: u64,
}

impl Cost {
    /// That of the plain way, which a player's own value takes, too. A map is half empty at worst.
    pub const PLAIN: Self = Self { positions: None, bytes: 2 * (size_of::<AnyState>() as u64 + 24) };
}

/// What solving a game for the best or a random player may cost.
pub fn cost(game: &AnyGame, goal: Goal) -> Cost {
    ValueTable::empty(game, goal)
        .map_or(Cost::PLAIN, |table| Cost { positions: Some(table.boards()), bytes: ValueTable::BYTES })
}

/// Why there is no solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SolveError {
    /// There are more positions than were allowed.
    TooLarge {
        /// What was allowed.
        most: u64,
    },
    /// A position can come again, so there is no last one to begin with.
    Loops,
    /// The player has nothing to say of a position.
    Silent,
    /// The game is solved without a table.
    NoTable,
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge { most } => write!(f, "there are more than {most} positions; --most allows more"),
            Self::Loops => {
                f.write_str("positions can come again in this game; only games that always go on are solved")
            }
            Self::Silent => f.write_str("the player has nothing to say of some positions"),
            Self::NoTable => f.write_str("there are tables of small slide boards alone; this game is solved without"),
        }
    }
}

impl std::error::Error for SolveError {}

/// What a policy is worth from the start of the game. `progress` hears how far it is now and then.
pub fn solve(
    game: &AnyGame,
    goal: Goal,
    policy: Policy<'_>,
    most: u64,
    progress: &mut dyn FnMut(Progress),
) -> Result<Solved, SolveError> {
    let best = matches!(policy, Policy::Best);
    match ValueTable::empty(game, goal).filter(|_| !matches!(policy, Policy::Engine(..))) {
        Some(table) => {
            let table = table.solve(game, best, most, progress)?;
            Ok(Solved { value: table.start(game), states: table.len() })
        }
        None => {
            Plain::new(game, goal, policy, &mut Counter::new(None, &Limit::nodes(most))).solve(&game.blank(), progress)
        }
    }
}

/// The table of the best player.
pub fn table(
    game: &AnyGame,
    goal: Goal,
    most: u64,
    progress: &mut dyn FnMut(Progress),
) -> Result<ValueTable, SolveError> {
    ValueTable::empty(game, goal).ok_or(SolveError::NoTable)?.solve(game, true, most, progress)
}

/// The player `exact` without a table: solves from the position on. Nothing to say where that is too much.
pub(crate) fn rank(game: &AnyGame, state: &AnyState, goal: Goal, counter: &mut Counter<'_>) -> Ranking {
    let mut actions = legal(game, state);
    let won = goal == Goal::Win && game.reached(state).is_some();
    let mut plain = Plain::new(game, goal, Policy::Best, counter);
    let known = actions.iter_mut().try_for_each(|(action, value)| {
        *value = if won { 1.0 } else { plain.after(state, *action)? };
        Ok::<(), SolveError>(())
    });
    if known.is_err() {
        return Ranking { nodes: counter.used(), ..Ranking::default() };
    }
    sort_exact(&mut actions);
    Ranking { actions, nodes: counter.used(), depth: 1 }
}

/// Best first, and the first of equals, where values that differ in their last bits alone are equal: sums of the same
/// numbers in another order.
fn sort_exact(actions: &mut [(Action, f64)]) {
    const LAST: u64 = 1 << 12;
    let round = |value: f64| f64::from_bits(value.to_bits().wrapping_add(LAST / 2) & !(LAST - 1));
    actions.iter_mut().for_each(|(_, value)| *value = round(*value));
    sort(actions);
}

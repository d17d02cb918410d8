//! Exact solutions of small boards by backward induction: the value of the best player, of a random one, of any player.
//!
//! Slide boards are solved packed, layer by layer and up to symmetry ([`ValueTable`]); every other game whose positions
//! never repeat is solved as the definition reads. Differential tests hold the first to the second.

mod file;
mod layers;
mod plain;
#[cfg(test)]
mod tests;

pub(crate) use layers::LookUp;
pub use layers::ValueTable;

use crate::{Budget, Engine, Limit, Ranking, budget::Counter, legal, order::sort};
use plain::{Decider, Plain};
use std::fmt;
use tilewright_core::{Action, Game};
use tilewright_games::{AnyGame, AnyState};

/// What a player maximises.
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
    /// The best player, which knows everything but the dice.
    Best,
    /// All legal actions are equally likely.
    Random,
    /// A player, thinking within a limit.
    Engine(&'a mut Engine, &'a Limit<'a>),
}

/// The value of a policy.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Solved {
    /// The expected value from the start.
    pub value: f64,
    /// Positions with a decision that were met: neither won nor lost. Up to symmetry in a slide game, unless a player
    /// decides, which may treat symmetric positions differently.
    pub states: u64,
}

/// How far a solution is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Positions found.
    pub found: u64,
    /// Positions whose value is known; 0 before all are found.
    pub solved: u64,
}

impl Progress {
    /// Positions between two reports.
    const EVERY: u64 = 1 << 14;
}

/// What a solution may cost, known before it is begun.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Cost {
    /// An upper bound of the number of positions; `None` if there is none.
    pub positions: Option<f64>,
    /// Memory of a position in bytes, about.
    pub bytes: u64,
}

impl Cost {
    /// The cost of a solution without a table, as for the value of a player. A map is half empty at worst.
    pub const PLAIN: Self = Self { positions: None, bytes: 2 * (size_of::<AnyState>() as u64 + 24) };
}

/// What solving a game for the best or a random player may cost.
pub fn cost(game: &AnyGame, goal: Goal) -> Cost {
    ValueTable::empty(game, goal)
        .map_or(Cost::PLAIN, |table| Cost { positions: Some(table.bound()), bytes: ValueTable::BYTES })
}

/// Why there is no solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SolveError {
    /// There are more positions than were allowed.
    TooLarge {
        /// What was allowed.
        most: u64,
    },
    /// The caller stopped it.
    Stopped,
    /// A position can repeat, so backward induction has no last one to begin with.
    Loops,
    /// The player has no answer in a position.
    Silent,
    /// The game is solved without a table.
    NoTable,
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge { most } => write!(f, "there are more than {most} positions"),
            Self::Stopped => f.write_str("stopped before all positions were solved"),
            Self::Loops => {
                f.write_str("positions can repeat in this game; only games without repetition can be solved")
            }
            Self::Silent => f.write_str("the player has no answer in some positions"),
            Self::NoTable => {
                f.write_str("there are tables of small slide boards only; this game is solved without one")
            }
        }
    }
}

impl std::error::Error for SolveError {}

impl SolveError {
    /// Why a counter refuses to go on.
    fn stopped(counter: &Counter<'_>) -> Self {
        if counter.is_stopped() { Self::Stopped } else { Self::TooLarge { most: counter.used() } }
    }
}

/// The value of a policy from the start of the game. The nodes of the limit are positions. `progress` is called now and
/// then.
///
/// # Errors
///
/// If there are more positions than the limit allows, or its `stop` says so; if positions can repeat, or if the player has
/// no answer in some position.
pub fn solve(
    game: &AnyGame,
    goal: Goal,
    policy: Policy<'_>,
    limit: &Limit<'_>,
    progress: &mut dyn FnMut(Progress),
) -> Result<Solved, SolveError> {
    let table = match policy {
        Policy::Engine(engine, thinks) => {
            let mut choose = |state: &AnyState| engine.choose(state, thinks);
            return solve_plain(game, goal, Decider::Player(&mut choose), limit, progress);
        }
        Policy::Best | Policy::Random => ValueTable::empty(game, goal),
    };
    let best = matches!(policy, Policy::Best);
    match table {
        Some(table) => {
            let table = table.solve(game, best, limit, progress)?;
            Ok(Solved { value: table.start(game), states: table.len() })
        }
        None => solve_plain(game, goal, if best { Decider::Best } else { Decider::Random }, limit, progress),
    }
}

fn solve_plain(
    game: &AnyGame,
    goal: Goal,
    decider: Decider<'_, AnyState>,
    limit: &Limit<'_>,
    progress: &mut dyn FnMut(Progress),
) -> Result<Solved, SolveError> {
    Plain::new(game, goal, decider, &mut Counter::new(Budget::Default, limit)).solve(&game.blank(), progress)
}

/// The table of the best player.
///
/// # Errors
///
/// If there are more positions than the limit allows, or its `stop` says so; or if boards of this game do not fit into 64
/// bits.
pub fn table(
    game: &AnyGame,
    goal: Goal,
    limit: &Limit<'_>,
    progress: &mut dyn FnMut(Progress),
) -> Result<ValueTable, SolveError> {
    ValueTable::empty(game, goal).ok_or(SolveError::NoTable)?.solve(game, true, limit, progress)
}

/// The player `exact` without a table: solves from the position on. Empty if that takes more than the budget.
pub(crate) fn rank<G: Game>(game: &G, state: &G::State, goal: Goal, counter: &mut Counter<'_>) -> Ranking {
    let mut actions = legal(game, state);
    let is_won = goal == Goal::Win && game.reached(state).is_some();
    let mut plain = Plain::new(game, goal, Decider::Best, counter);
    let solved = actions.iter_mut().try_for_each(|(action, value)| {
        *value = if is_won { 1.0 } else { plain.action_value(state, *action)? };
        Ok::<(), SolveError>(())
    });
    if solved.is_err() {
        return Ranking { nodes: counter.used(), ..Ranking::default() };
    }
    sort_exact(&mut actions);
    Ranking { actions, nodes: counter.used(), depth: 1 }
}

/// Best first, and the first of equals. Values are rounded to 40 bits first: the last ones depend on the order of sums.
fn sort_exact(actions: &mut [(Action, f64)]) {
    const UNIT: u64 = 1 << 12;
    let round = |value: f64| f64::from_bits(value.to_bits().wrapping_add(UNIT / 2) & !(UNIT - 1));
    actions.iter_mut().for_each(|(_, value)| *value = round(*value));
    sort(actions);
}

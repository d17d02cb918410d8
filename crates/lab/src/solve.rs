//! Exact solutions of small boards, and what players lose against them.
//!
//! A [`Problem`] knows its bounds before any work is done; its [`Solution`] measures players.
//!
//! ```
//! use std::sync::Arc;
//! use tilewright_games::Variant;
//! use tilewright_lab::solve::Problem;
//! use tilewright_players::{Engine, Player, exact::Goal};
//!
//! let rules = r#"{"family":"slide","board":{"shape":"square","width":2,"height":2},"target":32}"#;
//! let game = Arc::new(Variant::from_text(rules)?.compile()?);
//! let problem = Problem::new(Arc::clone(&game), Goal::Win, None);
//! assert_eq!(problem.cost.positions, Some(120.0));
//! let best = problem.solve(&|| false, &mut |_| ())?;
//! assert_eq!(format!("{:.6}", best.value), "0.082887");
//! let random = best.random(&|| false, &mut |_| ())?;
//! assert_eq!(format!("{:.1} %", random.percent), "99.4 %");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::regret::Regret;
use std::{fmt, sync::Arc, time::Instant};
use tilewright_core::Game;
use tilewright_games::AnyGame;
use tilewright_players::{
    Budget, Engine, Limit,
    exact::{self, Cost, Goal, Policy, Progress, SolveError, ValueTable},
};

/// Bytes that positions may take unless the caller allows a number of positions.
const MEMORY: u64 = 1_000_000_000;
/// Positions of a sample, from which the time is estimated.
const SAMPLE: u64 = 20_000;
/// Time to find and value a position, in units of the time to find it.
const PASSES: f64 = 2.5;
/// A problem is refused if its bound is larger than what is allowed by this factor: bounds are loose, but not that much.
const HOPELESS: f64 = 100.0;

/// A game to solve for a goal.
#[derive(Clone, Debug)]
pub struct Problem {
    game: Arc<AnyGame>,
    goal: Goal,
    /// What is known about the cost before the work.
    pub cost: Cost,
    /// Positions that are allowed.
    pub max_positions: u64,
    /// What the caller allows, if anything.
    given: Option<u64>,
}

/// A problem with far more positions than are allowed.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TooMany {
    /// The bound on the number of positions.
    pub positions: f64,
}

impl fmt::Display for TooMany {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.1e} positions are too many; a smaller board or target has less", self.positions)
    }
}

impl std::error::Error for TooMany {}

/// How fast the first positions of a problem were found.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sample {
    /// Number of positions.
    pub positions: u64,
    /// Positions per second.
    pub rate: f64,
    /// Estimate of the longest time for the whole problem, in seconds.
    pub seconds: f64,
}

/// What a player gets, and what it loses against the best.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Loss {
    /// What it gets.
    pub value: f64,
    /// What it loses.
    pub regret: f64,
    /// The loss in percent of the best value; 0 if that is 0.
    pub percent: f64,
}

impl Problem {
    /// The problem of a game. At most `max_positions` positions are held; if that is `None`, as many as take a gigabyte.
    pub fn new(game: Arc<AnyGame>, goal: Goal, max_positions: Option<u64>) -> Self {
        let cost = exact::cost(&game, goal);
        let given = max_positions;
        Self { game, goal, cost, max_positions: allowed(given, cost), given }
    }

    /// Number of cells, and of symmetries of the board.
    pub fn size(&self) -> (usize, usize) {
        (self.game.topology().len(), self.game.symmetries().len().max(1))
    }

    /// Memory for this number of positions, in megabytes.
    pub fn megabytes(&self, positions: f64) -> f64 {
        positions * self.cost.bytes as f64 / 1e6
    }

    /// Whether the game can be solved into a table.
    pub fn has_table(&self) -> bool {
        self.cost.positions.is_some()
    }

    /// Refuses a problem that cannot be solved within the positions that are allowed.
    ///
    /// # Errors
    ///
    /// [`TooMany`] if its bound is a hundred times what is allowed, or more.
    pub fn check(&self) -> Result<(), TooMany> {
        match self.cost.positions {
            Some(positions) if positions > HOPELESS * self.max_positions as f64 => Err(TooMany { positions }),
            _ => Ok(()),
        }
    }

    /// Finds the first positions to estimate the time; `None` if there are no more than these, so that solving takes a
    /// moment.
    pub fn sample(&self) -> Option<Sample> {
        let clock = Instant::now();
        let sample = exact::solve(
            &self.game,
            self.goal,
            Policy::Best,
            &Limit::nodes(SAMPLE.min(self.max_positions)),
            &mut |_| (),
        );
        if sample.is_ok() || self.max_positions <= SAMPLE {
            return None;
        }
        let rate = SAMPLE as f64 / clock.elapsed().as_secs_f64();
        let max = self.max_positions as f64;
        let seconds = PASSES * self.cost.positions.map_or(max, |bound| bound.min(max)) / rate;
        Some(Sample { positions: SAMPLE, rate, seconds })
    }

    /// Solves the problem. `stop` is polled: once it returns true, the work ends.
    ///
    /// # Errors
    ///
    /// [`SolveError`] if there are too many positions, positions can repeat, or `stop` said so.
    pub fn solve(&self, stop: &dyn Fn() -> bool, progress: &mut dyn FnMut(Progress)) -> Result<Solution, SolveError> {
        let limit = positions(self.max_positions, stop);
        let solved = exact::solve(&self.game, self.goal, Policy::Best, &limit, progress)?;
        Ok(Solution { problem: self.clone(), value: solved.value, positions: solved.states, table: None })
    }

    /// Solves the problem and holds the value of every position in [`Solution::table`].
    ///
    /// # Errors
    ///
    /// As [`Problem::solve`], and [`SolveError::NoTable`] unless [`Problem::has_table`].
    pub fn solve_table(
        &self,
        stop: &dyn Fn() -> bool,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Solution, SolveError> {
        let limit = positions(self.max_positions, stop);
        let table = exact::table(&self.game, self.goal, &limit, progress)?;
        let (value, positions) = (table.start(&self.game), table.len());
        Ok(Solution { problem: self.clone(), value, positions, table: Some(table) })
    }
}

/// The limit of a solution with at most `max` positions.
fn positions(max: u64, stop: &dyn Fn() -> bool) -> Limit<'_> {
    Limit { budget: Budget::Nodes(max), stop }
}

/// Positions that may be held at a cost.
fn allowed(given: Option<u64>, cost: Cost) -> u64 {
    given.unwrap_or(MEMORY / cost.bytes)
}

/// A problem that was solved.
#[derive(Debug)]
pub struct Solution {
    problem: Problem,
    /// The best expected value from the start.
    pub value: f64,
    /// Positions with a decision, neither won nor lost; up to symmetry if the problem has a table.
    pub positions: u64,
    /// The value of every position, if [`Problem::solve_table`] found it.
    pub table: Option<ValueTable>,
}

impl Solution {
    /// What a player gets that chooses among the legal actions at random.
    ///
    /// # Errors
    ///
    /// As [`Problem::solve`].
    pub fn random(&self, stop: &dyn Fn() -> bool, progress: &mut dyn FnMut(Progress)) -> Result<Loss, SolveError> {
        self.policy(Policy::Random, &positions(self.problem.max_positions, stop), progress)
    }

    /// What a player gets, by asking it about every position that it can reach.
    ///
    /// # Errors
    ///
    /// As [`Problem::solve`], and [`SolveError::Silent`] if the player has no answer.
    pub fn player(
        &self,
        engine: &mut Engine,
        stop: &dyn Fn() -> bool,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Loss, SolveError> {
        // Images of a position under symmetry are not merged here, as a player may treat them differently.
        let max_positions = allowed(self.problem.given, Cost::PLAIN);
        let thinks = Limit { stop, ..Limit::default() };
        self.policy(Policy::Engine(engine, &thinks), &positions(max_positions, stop), progress)
    }

    /// What a player gets by an estimate of its regret.
    pub fn estimate(&self, regret: &Regret) -> Loss {
        self.loss(regret.mean)
    }

    /// A loss in percent of the best value; 0 if that is 0.
    pub fn percent(&self, regret: f64) -> f64 {
        if self.value > 0.0 { 100.0 * regret / self.value } else { 0.0 }
    }

    fn policy(
        &self,
        policy: Policy<'_>,
        limit: &Limit<'_>,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Loss, SolveError> {
        let Problem { game, goal, .. } = &self.problem;
        let value = exact::solve(game, *goal, policy, limit, progress)?.value;
        // The last bits of a sum depend on its order.
        let regret = if (self.value - value).abs() < 1e-11 * self.value { 0.0 } else { self.value - value };
        Ok(self.loss(regret))
    }

    fn loss(&self, regret: f64) -> Loss {
        Loss { value: self.value - regret, regret, percent: self.percent(regret) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::regret;
    use std::sync::atomic::AtomicBool;
    use tilewright_games::{Preset, Variant};
    use tilewright_players::Player;

    fn small(goal: Goal, max_positions: Option<u64>) -> Problem {
        let rules = r#"{"family":"slide","board":{"shape":"square","width":2,"height":2},"target":32}"#;
        let game = Variant::from_text(rules).unwrap().compile().unwrap();
        Problem::new(Arc::new(game), goal, max_positions)
    }

    #[test]
    fn check_of_a_large_board_is_too_many() {
        let game = Preset::find("classic-2048").unwrap().variant.compile().unwrap();
        let problem = Problem::new(Arc::new(game), Goal::Win, None);
        let error = problem.check().unwrap_err();
        assert!(error.to_string().ends_with("positions are too many; a smaller board or target has less"), "{error}");
        assert_eq!(small(Goal::Win, None).check(), Ok(()));
        assert_eq!(small(Goal::Win, None).sample(), None, "it has fewer positions than a sample");
    }

    #[test]
    fn solve_beyond_the_allowed_positions_is_too_large() {
        let error = small(Goal::Win, Some(50)).solve(&|| false, &mut |_| ()).unwrap_err();
        assert_eq!(error, SolveError::TooLarge { most: 50 });
    }

    #[test]
    fn solve_that_is_stopped_says_so() {
        let problem = small(Goal::Score, None);
        assert_eq!(problem.solve_table(&|| true, &mut |_| ()).unwrap_err(), SolveError::Stopped);
        let solution = problem.solve(&|| false, &mut |_| ()).unwrap();
        let mut engine = Engine::new(&Player::First, Arc::clone(&problem.game)).unwrap();
        let loss = solution.player(&mut engine, &|| true, &mut |_| ());
        assert_eq!(loss.unwrap_err(), SolveError::Stopped);
    }

    #[test]
    fn regret_from_every_position_lies_in_the_interval_from_games() {
        let problem = small(Goal::Score, None);
        let solution = problem.solve_table(&|| false, &mut |_| ()).unwrap();
        assert_eq!(solution.positions, problem.solve(&|| false, &mut |_| ()).unwrap().positions);
        let table = solution.table.as_ref().unwrap();
        for player in ["first", "exact"] {
            let player = Player::parse(player).unwrap();
            let mut engine = Engine::new(&player, Arc::clone(&problem.game)).unwrap();
            let truth = solution.player(&mut engine, &|| false, &mut |_| ()).unwrap().regret;
            let stop = AtomicBool::new(false);
            let regret = regret::estimate(table, &mut engine, 1, 500, &stop, &mut |_| ()).unwrap();
            let (low, high) = regret.interval;
            assert!(low - 1e-9 <= truth && truth <= high + 1e-9, "{player}: {truth} {regret:?}");
            stop.store(true, std::sync::atomic::Ordering::Relaxed);
            let stopped = regret::estimate(table, &mut engine, 1, 1, &stop, &mut |_| ());
            assert_eq!(stopped, Err(regret::RegretError::Stopped));
        }
    }
}

//! What a player loses against the best on a solved board, estimated from games.
//!
//! The mean loss over games is an unbiased estimate of the regret, with far less variance than the difference of scores:
//! the luck of a game changes what the best player could still get as well, and cancels out.

use crate::{
    GameError, arena,
    stats::{interval, mean},
};
use std::{
    fmt,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};
use tilewright_core::{Dice1, Game, Phase};
use tilewright_players::{
    Budget, Engine, EngineError, Limit,
    exact::{Goal, ValueTable},
};

/// An estimate of what a player loses against the best, in the unit of the table's goal.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Regret {
    /// The mean loss per game.
    pub mean: f64,
    /// 95 % bootstrap interval of the mean.
    pub interval: (f64, f64),
    /// Number of games.
    pub games: u64,
}

/// Why there is no estimate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RegretError {
    /// A game could not be played.
    Game(GameError),
    /// The table does not hold a position of the game.
    Unknown,
    /// The caller's `stop` became true.
    Stopped,
}

impl fmt::Display for RegretError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Game(error) => error.fmt(f),
            Self::Unknown => f.write_str("the table does not hold a position that was met"),
            Self::Stopped => f.write_str("stopped"),
        }
    }
}

impl std::error::Error for RegretError {}

impl<E: Into<GameError>> From<E> for RegretError {
    fn from(error: E) -> Self {
        Self::Game(error.into())
    }
}

/// Estimates a player's regret from `games` games. `progress` receives the number of games played before each game.
///
/// # Errors
///
/// As [`loss`].
pub fn estimate(
    table: &ValueTable,
    engine: &mut Engine,
    seed: u64,
    games: u64,
    stop: &AtomicBool,
    progress: &mut dyn FnMut(u64),
) -> Result<Regret, RegretError> {
    let mut losses = Vec::new();
    for number in 0..games {
        progress(number);
        losses.push(loss(table, engine, arena::seed(seed, number), stop)?);
    }
    Ok(Regret { mean: mean(&losses), interval: interval(&losses), games })
}

/// Plays the game of a seed and adds up by how much the value of each chosen action falls short of the best.
///
/// # Errors
///
/// [`RegretError::Game`] if the game cannot start or the player has no action, [`RegretError::Unknown`] if the table is
/// of another game, [`RegretError::Stopped`] once `stop` is true.
pub fn loss(table: &ValueTable, engine: &mut Engine, seed: u64, stop: &AtomicBool) -> Result<f64, RegretError> {
    let game = &*Arc::clone(engine.game());
    let stopped = || stop.load(Ordering::Relaxed);
    let limit = Limit { budget: Budget::Default, stop: &stopped };
    let mut dice = Dice1::new(seed);
    let mut state = game.start(&mut dice, &mut ())?;
    let mut loss = 0.0;
    while game.phase(&state) == Phase::Decide && !(table.goal == Goal::Win && game.reached(&state).is_some()) {
        let chosen = engine.choose(&state, &limit);
        if stopped() {
            return Err(RegretError::Stopped);
        }
        let chosen = chosen.ok_or_else(|| EngineError::NoAnswer { excuse: engine.excuse() })?;
        let known = table.rank(game, &state).ok_or(RegretError::Unknown)?;
        let value = known.actions.iter().find(|(action, _)| *action == chosen).map_or(0.0, |(_, value)| *value);
        loss += known.actions.first().map_or(0.0, |(_, best)| best - value);
        game.advance(&mut state, chosen, &mut dice, &mut ())?;
    }
    Ok(loss)
}

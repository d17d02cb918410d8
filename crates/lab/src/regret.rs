//! What a player loses against the best on a solved board, estimated from games.
//!
//! The mean loss over games is an unbiased estimate of the regret, with far less variance than the difference of scores:
//! the luck of a game changes what the best player could still get as well, and cancels out.

use crate::{
    arena,
    stats::{interval, mean},
};
use std::{fmt, sync::Arc};
use tilewright_core::{Dice1, Game, Phase};
use tilewright_players::{
    Engine, Limit,
    exact::{Goal, ValueTable},
};

/// An estimate of what a player loses against the best, in the unit of the table's goal.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Regret {
    /// The mean loss per game.
    pub mean: f64,
    /// 95 % bootstrap interval of the mean.
    pub interval: (f64, f64),
}

/// Why a game could not be measured.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RegretError {
    /// The game cannot start, or the player has no action in a game that goes on.
    Play(String),
    /// The table does not hold a position of the game.
    Unknown,
}

impl fmt::Display for RegretError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Play(message) => f.write_str(message),
            Self::Unknown => f.write_str("the table does not hold a position that was met"),
        }
    }
}

impl std::error::Error for RegretError {}

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
    progress: &mut dyn FnMut(u64),
) -> Result<Regret, RegretError> {
    let mut losses = Vec::new();
    for number in 0..games {
        progress(number);
        losses.push(loss(table, engine, arena::seed(seed, number))?);
    }
    Ok(Regret { mean: mean(&losses), interval: interval(&losses) })
}

/// Plays the game of a seed and adds up how much less each chosen action was worth than the best one.
///
/// # Errors
///
/// [`RegretError::Play`] if the game cannot start or the player has no action, [`RegretError::Unknown`] if the table is
/// of another game.
pub fn loss(table: &ValueTable, engine: &mut Engine, seed: u64) -> Result<f64, RegretError> {
    let game = &*Arc::clone(engine.game());
    let mut dice = Dice1::new(seed);
    let mut state = game.start(&mut dice, &mut ()).map_err(|error| RegretError::Play(error.to_string()))?;
    let mut loss = 0.0;
    while game.phase(&state) == Phase::Decide && !(table.goal == Goal::Win && game.reached(&state).is_some()) {
        let chosen = engine.choose(&state, &Limit::default()).ok_or_else(|| RegretError::Play(engine.excuse()))?;
        let known = table.rank(game, &state).ok_or(RegretError::Unknown)?;
        let value = known.actions.iter().find(|(action, _)| *action == chosen).map_or(0.0, |(_, value)| *value);
        loss += known.actions.first().map_or(0.0, |(_, best)| best - value);
        game.advance(&mut state, chosen, &mut dice, &mut ()).map_err(|error| RegretError::Play(error.to_string()))?;
    }
    Ok(loss)
}

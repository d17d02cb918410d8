//! One game of one player.

use super::{Job, Run};
use crate::{
    GameError,
    experiment::End,
    play::{self, Finished},
};
use std::sync::atomic::AtomicBool;
use tilewright_core::{Dice, Dice1, Game};
use tilewright_players::Engine;

/// The result of one game of one player.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayedGame {
    /// The game's number, from 0.
    pub game: u64,
    /// The player's number in the run, from 0.
    pub player: usize,
    /// Points.
    pub score: u64,
    /// Turns.
    pub turns: u64,
    /// The highest value on the board at the end.
    pub best: u32,
    /// Whether it was cut before its end.
    pub cut: bool,
    /// Nodes of all searches.
    pub nodes: u64,
    /// CPU time of the whole game in milliseconds; the one number that does not repeat.
    pub cpu_ms: f64,
}

impl PlayedGame {
    /// Which game of the run it is.
    pub fn job(&self) -> Job {
        Job { game: self.game, player: self.player }
    }
}

/// The seed of a game: the same for all players, and unrelated to the seeds of the games before and after it.
pub fn seed(run: u64, game: u64) -> u64 {
    Dice1::at(run, game).word()
}

/// Plays a game to its end or until it is cut.
///
/// # Errors
///
/// As [`play::play_game`].
pub(super) fn play_game(engine: &mut Engine, run: &Run, job: Job, stop: &AtomicBool) -> Result<PlayedGame, GameError> {
    let mut nodes = 0;
    let played = play::play_game(engine, seed(run.seed, job.game), run.turns, stop, |turn| {
        nodes += turn.nodes;
        Ok(turn.game.advance(turn.state, turn.action, turn.dice, &mut ())?)
    })?;
    let Finished { score, turns, end, best, cpu } = played;
    let cpu_ms = cpu.as_secs_f64() * 1000.0;
    Ok(PlayedGame { game: job.game, player: job.player, score, turns, best, cut: end == End::Cut, nodes, cpu_ms })
}

//! One game of one player.

use super::{Job, Run};
use crate::GameError;
use cpu_time::ThreadTime;
use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};
use tilewright_core::{Dice, Dice1, Game, Phase};
use tilewright_players::{Budget, Engine, EngineError, Limit};

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

/// Plays a game to its end or until it is cut; `None` if `stop` became true before that.
pub(super) fn play_game(
    engine: &mut Engine,
    run: &Run,
    job: Job,
    stop: &AtomicBool,
) -> Result<Option<PlayedGame>, GameError> {
    let clock = ThreadTime::now();
    let stopped = || stop.load(Ordering::Relaxed);
    let limit = Limit { budget: Budget::Default, stop: &stopped };
    let game = Arc::clone(engine.game());
    let mut dice = Dice1::new(seed(run.seed, job.game));
    let mut state = game.start(&mut dice, &mut ())?;
    let (mut score, mut turns, mut nodes, mut cut) = (0_u64, 0, 0, false);
    loop {
        let action = engine.choose(&state, &limit);
        if stopped() {
            // The action of a stopped search is not the one that the player would have chosen.
            return Ok(None);
        }
        let Some(action) = action else { break };
        if run.turns == Some(turns) {
            cut = true;
            break;
        }
        let gain = game.advance(&mut state, action, &mut dice, &mut ())?;
        score = score.saturating_add(gain);
        turns += 1;
        nodes += engine.nodes();
    }
    if !cut && game.phase(&state) == Phase::Decide {
        return Err(EngineError::NoAnswer { excuse: engine.excuse() }.into());
    }
    let best = game.position(&state).tiles.iter().flatten().map(|tile| tile.value).max().unwrap_or(0);
    let cpu_ms = clock.elapsed().as_secs_f64() * 1000.0;
    Ok(Some(PlayedGame { game: job.game, player: job.player, score, turns, best, cut, nodes, cpu_ms }))
}

//! One game of one player.

use super::Run;
use cpu_time::ThreadTime;
use std::sync::atomic::{AtomicBool, Ordering};
use tilewright_core::{Dice, Dice1, Game, Phase};
use tilewright_games::AnyGame;
use tilewright_players::Limit;

/// What came of a game.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Outcome {
    /// The game's number, from 0.
    pub(crate) game: u64,
    /// The player's number in the run.
    pub(crate) player: usize,
    /// Points.
    pub(crate) score: u64,
    /// Turns.
    pub(crate) turns: u64,
    /// The best tile at the end.
    pub(crate) best: u32,
    /// Whether it was cut before its end.
    pub(crate) cut: bool,
    /// Nodes of all searches.
    pub(crate) nodes: u64,
    /// CPU time of the whole game in milliseconds; the one number that does not repeat.
    pub(crate) cpu_ms: f64,
}

/// The seed of a game: the same for all players, and far from those of the games beside it.
pub(crate) fn seed(run: u64, game: u64) -> u64 {
    Dice1::at(run, game).word()
}

/// Plays a game to its end or to the cut; none where it was abandoned.
pub(crate) fn play(
    game: &AnyGame,
    run: &Run,
    number: u64,
    player: usize,
    stop: &AtomicBool,
) -> Result<Option<Outcome>, String> {
    let clock = ThreadTime::now();
    let stopped = || stop.load(Ordering::Relaxed);
    let limit = Limit { nodes: u64::MAX, stop: &stopped };
    let mut dice = Dice1::new(seed(run.seed, number));
    let mut state = game.start(&mut dice, &mut ()).map_err(|error| error.to_string())?;
    let mut outcome = Outcome { game: number, player, score: 0, turns: 0, best: 0, cut: false, nodes: 0, cpu_ms: 0.0 };
    loop {
        let ranking = run.players[player].rank(game, &state, &limit);
        if stopped() {
            // What a search answers that was told to stop is not what it would have played.
            return Ok(None);
        }
        let Some(&(action, _)) = ranking.actions.first() else { break };
        if run.turns == Some(outcome.turns) {
            outcome.cut = true;
            break;
        }
        let gain = game.advance(&mut state, action, &mut dice, &mut ()).map_err(|error| error.to_string())?;
        outcome.score = outcome.score.saturating_add(gain);
        outcome.turns += 1;
        outcome.nodes += ranking.nodes;
    }
    if !outcome.cut && game.phase(&state) == Phase::Decide {
        return Err(run.players[player].excuse());
    }
    outcome.best = game.position(&state).tiles.iter().flatten().map(|tile| tile.value).max().unwrap_or(0);
    outcome.cpu_ms = clock.elapsed().as_secs_f64() * 1000.0;
    Ok(Some(outcome))
}

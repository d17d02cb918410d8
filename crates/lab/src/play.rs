//! One game of one player: the loop that arena, experiments and trials share.

use crate::{GameError, experiment::End};
#[cfg(feature = "files")]
use cpu_time::ThreadTime;
use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};
use tilewright_core::{Action, Dice1, Game, Phase, Reason};
use tilewright_games::{AnyGame, AnyState};
use tilewright_players::{Budget, Engine, EngineError, Limit};

/// A game that came to its end or was cut.
pub(crate) struct Finished {
    pub(crate) score: u64,
    pub(crate) turns: u64,
    pub(crate) end: End,
    /// The highest value on the board at the end.
    pub(crate) best: u32,
    /// CPU time of the whole game; zero without the feature `files`.
    pub(crate) cpu: Duration,
}

/// A turn that is about to be played.
#[cfg_attr(not(feature = "files"), expect(dead_code, reason = "trials of rules need less of it"))]
pub(crate) struct Turn<'a> {
    pub(crate) game: &'a AnyGame,
    pub(crate) state: &'a mut AnyState,
    pub(crate) dice: &'a mut Dice1,
    /// Turns before it.
    pub(crate) number: u64,
    /// What the player chose.
    pub(crate) action: Action,
    /// Number of legal actions.
    pub(crate) legal: u64,
    /// Nodes of the player's search.
    pub(crate) nodes: u64,
}

/// Plays a game to its end, or until it is cut after `max_turns`. `play` plays each turn, with chance, counts what it wants
/// and gives the points.
///
/// # Errors
///
/// If the game cannot start or the player has no answer; errors of `play`; [`GameError::Stopped`] once `stop` is true.
pub(crate) fn play_game(
    engine: &mut Engine,
    seed: u64,
    max_turns: Option<u64>,
    stop: &AtomicBool,
    mut play: impl FnMut(Turn<'_>) -> Result<u64, GameError>,
) -> Result<Finished, GameError> {
    #[cfg(feature = "files")]
    let clock = ThreadTime::now();
    let stopped = || stop.load(Ordering::Relaxed);
    let limit = Limit { budget: Budget::Default, stop: &stopped };
    let game = Arc::clone(engine.game());
    let mut dice = Dice1::new(seed);
    let mut state = game.start(&mut dice, &mut ())?;
    let (mut score, mut turns) = (0_u64, 0);
    let end = loop {
        if max_turns == Some(turns) && game.phase(&state) == Phase::Decide {
            break End::Cut;
        }
        let chosen = engine.choose_counted(&state, &limit);
        if stopped() {
            // The action of a stopped search is not the one that the player would have chosen.
            return Err(GameError::Stopped);
        }
        let Some((action, legal)) = chosen else {
            break match game.phase(&state) {
                Phase::Over(Reason::TurnLimit) => End::TurnLimit,
                Phase::Over(_) => End::Stuck,
                _ => return Err(EngineError::NoAnswer { excuse: engine.excuse() }.into()),
            };
        };
        let (state, dice, nodes) = (&mut state, &mut dice, engine.nodes());
        let gain = play(Turn { game: &game, state, dice, number: turns, action, legal, nodes })?;
        score = score.saturating_add(gain);
        turns += 1;
    };
    #[cfg(feature = "files")]
    let cpu = clock.elapsed();
    #[cfg(not(feature = "files"))]
    let cpu = Duration::ZERO;
    Ok(Finished { score, turns, end, best: game.largest(&state), cpu })
}

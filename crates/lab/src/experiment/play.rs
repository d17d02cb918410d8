//! One game of one player, with what the lab counts in it.

use super::GameRow;
#[cfg(feature = "files")]
use super::ProbeRow;
use crate::{
    GameError,
    play::{Finished, Turn, play_game},
};
use std::sync::atomic::AtomicBool;
#[cfg(feature = "files")]
use std::sync::atomic::Ordering;
use tilewright_core::{Action, Game};
use tilewright_games::{AnyGame, AnyState};
use tilewright_players::Engine;
#[cfg(feature = "files")]
use tilewright_players::{Budget, EngineError, Limit};

/// Plays a game to its end or until it is cut. `visit` is called before each turn.
///
/// # Errors
///
/// As [`play_game`], and errors of `visit`.
pub(crate) fn play_row(
    engine: &mut Engine,
    seed: u64,
    max_turns: u32,
    stop: &AtomicBool,
    mut visit: impl FnMut(&Turn<'_>) -> Result<(), GameError>,
) -> Result<GameRow, GameError> {
    let (mut choices, mut forced, mut chance_points) = (0, 0, 0_u64);
    let played = play_game(engine, seed, Some(max_turns.into()), stop, |turn| {
        visit(&turn)?;
        let Turn { game, state, dice, action, legal, .. } = turn;
        choices += legal;
        let other = if legal == 2 { other_board(game, state, action) } else { None };
        let gain = game.act(state, action, &mut ())?;
        // A swap can be made from either end.
        forced += u32::from(legal == 1 || other.is_some_and(|board| board == *state));
        let chance = game.roll(state, dice, &mut ());
        chance_points = chance_points.saturating_add(chance);
        Ok(gain.saturating_add(chance))
    })?;
    let Finished { score, turns, end, best, cpu } = played;
    Ok(GameRow {
        seed,
        score,
        turns: turns as u32,
        end,
        best,
        choices: if turns == 0 { 0.0 } else { choices as f64 / turns as f64 },
        forced,
        chance_points,
        cpu_us: cpu.as_micros() as u64,
    })
}

/// The board after the legal action that is not this one, before chance; of several, the last.
fn other_board(game: &AnyGame, state: &AnyState, action: Action) -> Option<AnyState> {
    let mut other = None;
    game.actions(state, &mut |legal| {
        if legal != action {
            other = Some(legal);
        }
    });
    afterstate(game, state, other?)
}

/// The board after an action, before chance.
fn afterstate(game: &AnyGame, state: &AnyState, action: Action) -> Option<AnyState> {
    let mut after = *state;
    game.act(&mut after, action, &mut ()).ok().map(|_| after)
}

/// Asks the judge about a position in which a turn is about to be played.
///
/// # Errors
///
/// If the judge has no answer; [`GameError::Stopped`] once `stop` is true.
#[cfg(feature = "files")]
pub(super) fn probe(
    judge: &mut Engine,
    seed: u64,
    &Turn { ref state, number, action: played, .. }: &Turn<'_>,
    stop: &AtomicBool,
) -> Result<ProbeRow, GameError> {
    let stopped = || stop.load(Ordering::Relaxed);
    let ranking = judge.rank(state, &Limit { budget: Budget::Default, stop: &stopped });
    if stopped() {
        return Err(GameError::Stopped);
    }
    let values = ranking.actions;
    let (Some((_, best)), Some((_, worst))) = (values.first(), values.last()) else {
        return Err(EngineError::NoAnswer { excuse: judge.excuse() }.into());
    };
    let board = |place: usize| values.get(place).and_then(|(action, _)| afterstate(judge.game(), state, *action));
    let first = board(0);
    let second = (1..values.len()).find(|place| board(*place) != first).map(|place| values[place].1);
    let value = values.iter().find(|(action, _)| *action == played).map_or(*worst, |(_, value)| *value);
    Ok(ProbeRow {
        seed,
        turn: number as u32,
        actions: values.len() as u32,
        best: *best,
        mean: values.iter().map(|(_, value)| value).sum::<f64>() / values.len() as f64,
        worst: *worst,
        second,
        played: value,
    })
}

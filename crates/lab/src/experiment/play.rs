//! One game of one player, with what the lab counts in it.

#[cfg(feature = "files")]
use super::ProbeRow;
use super::{End, GameRow};
use crate::GameError;
#[cfg(feature = "files")]
use cpu_time::ThreadTime;
use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};
use tilewright_core::{Action, Dice1, Game, Phase, Reason, Topology};
use tilewright_games::{AnyGame, AnyState};
use tilewright_players::{Budget, Engine, EngineError, Limit};

/// Plays a game to its end or until it is cut; `None` if `stop` became true before that. `visit` is called before each
/// turn with the number of turns so far and the action to be played; it stops the game by returning false.
pub(crate) fn play_game(
    engine: &mut Engine,
    seed: u64,
    max_turns: u32,
    stop: &AtomicBool,
    mut visit: impl FnMut(&AnyState, u32, Action) -> Result<bool, GameError>,
) -> Result<Option<GameRow>, GameError> {
    #[cfg(feature = "files")]
    let clock = ThreadTime::now();
    let stopped = || stop.load(Ordering::Relaxed);
    let limit = Limit { budget: Budget::Default, stop: &stopped };
    let game = Arc::clone(engine.game());
    let mut dice = Dice1::new(seed);
    let mut state = game.start(&mut dice, &mut ())?;
    let (mut score, mut chance_points) = (0_u64, 0_u64);
    let (mut turns, mut forced, mut choices) = (0_u32, 0_u32, 0_u64);
    let end = loop {
        if turns == max_turns && game.phase(&state) == Phase::Decide {
            break End::Cut;
        }
        let chosen = engine.choose_counted(&state, &limit);
        if stopped() {
            // The action of a stopped search is not the one that the player would have chosen.
            return Ok(None);
        }
        let Some((action, legal)) = chosen else {
            break match game.phase(&state) {
                Phase::Over(Reason::TurnLimit) => End::TurnLimit,
                Phase::Over(_) => End::Stuck,
                _ => return Err(EngineError::NoAnswer { excuse: engine.excuse() }.into()),
            };
        };
        if !visit(&state, turns, action)? {
            return Ok(None);
        }
        choices += legal;
        let other = if legal == 2 { other_board(&game, &state, action) } else { None };
        let gain = game.act(&mut state, action, &mut ())?;
        // A swap can be made from either end.
        forced += u32::from(legal == 1 || other.is_some_and(|board| board == state));
        let chance = game.roll(&mut state, &mut dice, &mut ());
        chance_points = chance_points.saturating_add(chance);
        score = score.saturating_add(gain).saturating_add(chance);
        turns += 1;
    };
    let mut values = [0; Topology::MAX_CELLS];
    let values = &mut values[..game.topology().len()];
    game.values(&state, values);
    Ok(Some(GameRow {
        seed,
        score,
        turns,
        end,
        best: values.iter().copied().max().unwrap_or(0),
        choices: if turns == 0 { 0.0 } else { choices as f64 / f64::from(turns) },
        forced,
        chance_points,
        #[cfg(feature = "files")]
        cpu_us: clock.elapsed().as_micros() as u64,
        #[cfg(not(feature = "files"))]
        cpu_us: 0,
    }))
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

/// Asks the judge about a position in which `played` was played; `None` if `stop` became true.
#[cfg(feature = "files")]
pub(super) fn probe(
    judge: &mut Engine,
    state: &AnyState,
    seed: u64,
    turn: u32,
    played: Action,
    stop: &AtomicBool,
) -> Result<Option<ProbeRow>, GameError> {
    let stopped = || stop.load(Ordering::Relaxed);
    let ranking = judge.rank(state, &Limit { budget: Budget::Default, stop: &stopped });
    if stopped() {
        return Ok(None);
    }
    let values = ranking.actions;
    let (Some((_, best)), Some((_, worst))) = (values.first(), values.last()) else {
        return Err(EngineError::NoAnswer { excuse: judge.excuse() }.into());
    };
    let board = |place: usize| values.get(place).and_then(|(action, _)| afterstate(judge.game(), state, *action));
    let first = board(0);
    let second = (1..values.len()).find(|place| board(*place) != first).map(|place| values[place].1);
    let value = values.iter().find(|(action, _)| *action == played).map_or(*worst, |(_, value)| *value);
    Ok(Some(ProbeRow {
        seed,
        turn,
        actions: values.len() as u32,
        best: *best,
        mean: values.iter().map(|(_, value)| value).sum::<f64>() / values.len() as f64,
        worst: *worst,
        second,
        played: value,
    }))
}

//! Survival and hazard by turn.

use crate::experiment::{End, GameRow};
use tilewright_core::{Dice, Dice1, ticket};

/// Points of a curve.
const BINS: u32 = 20;
/// Resamples of its intervals.
const RESAMPLES: usize = 400;

/// The end of games by turn, for one player.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Curve {
    /// Equal steps of turns, up to the longest game.
    pub points: Vec<CurvePoint>,
}

/// A step of a [`Curve`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct CurvePoint {
    /// The turn at the end of the step.
    pub turn: f64,
    /// The part of games that are longer (Kaplan–Meier).
    pub alive: f64,
    /// The probability of getting stuck in one turn of this step.
    pub hazard: f64,
    /// Its 95 % interval.
    pub interval: (f64, f64),
    /// Games that reached this step.
    pub games: usize,
}

/// The curve of some games. A step that no game reached has none.
pub(super) fn curve(games: &[GameRow]) -> Curve {
    let longest = games.iter().map(|row| row.turns).max().unwrap_or(0);
    if longest == 0 {
        return Curve::default();
    }
    // Whole turns: a game that is in a step for a part of a turn has no chance to end in it.
    let width = longest.div_ceil(BINS);
    let (bins, width) = (longest.div_ceil(width) as usize, f64::from(width));
    // Turns that each game spent in each step, and the step in which it got stuck.
    let spent = |row: &GameRow, bin: usize| (f64::from(row.turns) - bin as f64 * width).clamp(0.0, width);
    let died = |row: &GameRow, bin: usize| {
        let last = (((f64::from(row.turns) / width).ceil() as usize).max(1) - 1).min(bins - 1);
        row.end == End::Stuck && last == bin
    };
    let hazard = |bin: usize, weights: &[f64]| {
        let (mut deaths, mut turns) = (0.0, 0.0);
        for (row, weight) in games.iter().zip(weights) {
            turns += weight * spent(row, bin);
            deaths += weight * f64::from(u8::from(died(row, bin)));
        }
        if turns > 0.0 { deaths / turns } else { 0.0 }
    };
    let ones = vec![1.0; games.len()];
    let mut dice = Dice1::new(96);
    let resamples = RESAMPLES.min(20_000_000 / (games.len() * bins).max(1)).max(40);
    let mut draws = vec![Vec::with_capacity(resamples); bins];
    let mut weights = vec![0.0; games.len()];
    for _ in 0..resamples {
        weights.fill(0.0);
        (0..games.len()).for_each(|_| weights[ticket(dice.word(), games.len() as u64) as usize] += 1.0);
        for (bin, draws) in draws.iter_mut().enumerate() {
            draws.push(hazard(bin, &weights));
        }
    }
    let mut alive = 1.0;
    let points = draws
        .iter_mut()
        .enumerate()
        .map(|(bin, draws)| {
            draws.sort_by(f64::total_cmp);
            let reached = games.iter().filter(|row| spent(row, bin) > 0.0).count();
            let deaths =
                games.iter().filter(|row| row.end != End::Cut && f64::from(row.turns) <= (bin + 1) as f64 * width);
            alive = 1.0 - deaths.count() as f64 / games.len() as f64;
            CurvePoint {
                turn: (bin + 1) as f64 * width,
                alive,
                hazard: hazard(bin, &ones),
                interval: (draws[draws.len() / 40], draws[draws.len() - 1 - draws.len() / 40]),
                games: reached,
            }
        })
        .collect();
    Curve { points }
}

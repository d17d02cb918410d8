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
    // The step in which each game ended, and the turns that it spent in it.
    let end = |row: &GameRow| {
        let last = (row.turns.max(1) - 1) as usize / width as usize;
        (last, f64::from(row.turns) - last as f64 * width)
    };
    let ends: Vec<(usize, f64)> = games.iter().map(end).collect();
    let hazards = |weights: &[f64]| {
        let (mut ended, mut turns, mut stuck) = (vec![0.0; bins], vec![0.0; bins], vec![0.0; bins]);
        for ((row, (last, rest)), weight) in games.iter().zip(&ends).zip(weights) {
            ended[*last] += weight;
            turns[*last] += weight * rest;
            stuck[*last] += if row.end == End::Stuck { *weight } else { 0.0 };
        }
        // Games that ended later spent the whole step in it.
        let mut later = 0.0;
        for bin in (0..bins).rev() {
            turns[bin] += later * width;
            later += ended[bin];
        }
        let hazard = |(stuck, turns): (f64, f64)| if turns > 0.0 { stuck / turns } else { 0.0 };
        stuck.into_iter().zip(turns).map(hazard).collect::<Vec<f64>>()
    };
    let hazard = hazards(&vec![1.0; games.len()]);
    let mut dice = Dice1::new(96);
    let resamples = RESAMPLES.min(20_000_000 / (games.len() * bins).max(1)).max(40);
    let mut draws = vec![Vec::with_capacity(resamples); bins];
    let mut weights = vec![0.0; games.len()];
    for _ in 0..resamples {
        weights.fill(0.0);
        (0..games.len()).for_each(|_| weights[ticket(dice.word(), games.len() as u64) as usize] += 1.0);
        draws.iter_mut().zip(hazards(&weights)).for_each(|(draws, hazard)| draws.push(hazard));
    }
    let mut alive = 1.0;
    let points = draws
        .iter_mut()
        .enumerate()
        .map(|(bin, draws)| {
            draws.sort_by(f64::total_cmp);
            let reached = ends.iter().filter(|(last, rest)| *last > bin || *last == bin && *rest > 0.0).count();
            let deaths =
                games.iter().filter(|row| row.end != End::Cut && f64::from(row.turns) <= (bin + 1) as f64 * width);
            alive = 1.0 - deaths.count() as f64 / games.len() as f64;
            CurvePoint {
                turn: (bin + 1) as f64 * width,
                alive,
                hazard: hazard[bin],
                interval: (draws[draws.len() / 40], draws[draws.len() - 1 - draws.len() / 40]),
                games: reached,
            }
        })
        .collect();
    Curve { points }
}

//! The rows of a variant, arranged so that all measures can be computed for any weights of the seeds.

use super::Measure;
use crate::experiment::{End, GameRow, ProbeRow};

/// A variant's rows.
pub(super) struct Prepared {
    /// Turns of the best player, whether the game was cut there, and the seed's number; ascending.
    length: Vec<(u32, bool, usize)>,
    /// ln(1 + score), by player.
    logs: Vec<Vec<f64>>,
    /// 1 where the stronger player scores more, ½ where equal, by step.
    wins: Vec<Vec<f64>>,
    /// Of the best player, by seed: turns, legal actions in all of them, forced turns, points, points by chance.
    turns: Vec<f64>,
    legal: Vec<f64>,
    forced: Vec<f64>,
    score: Vec<f64>,
    chance: Vec<f64>,
    /// By seed: what random actions lose, what the best ones are worth, turns with a close second, turns with a choice.
    probes: Vec<[f64; 4]>,
}

impl Prepared {
    pub(super) fn new(players: &[Vec<GameRow>], probes: &[ProbeRow], first_seed: u64) -> Self {
        let best = players.last().map_or(&[][..], Vec::as_slice);
        let mut length: Vec<(u32, bool, usize)> =
            best.iter().enumerate().map(|(seed, row)| (row.turns, row.end == End::Cut, seed)).collect();
        length.sort_unstable();
        let logs: Vec<Vec<f64>> = players.iter().map(|games| games.iter().map(log_score).collect()).collect();
        let win = |(weak, strong): (&GameRow, &GameRow)| match strong.score.cmp(&weak.score) {
            std::cmp::Ordering::Less => 0.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Greater => 1.0,
        };
        let wins = players.windows(2).map(|pair| pair[0].iter().zip(&pair[1]).map(win).collect()).collect();
        let of = |get: fn(&GameRow) -> f64| best.iter().map(get).collect::<Vec<f64>>();
        let mut by_seed = Vec::new();
        if !probes.is_empty() {
            by_seed = vec![[0.0; 4]; best.len()];
            // An interrupted run has gaps, so a seed's place is looked up.
            let place = |seed: u64| {
                best.binary_search_by_key(&seed.wrapping_sub(first_seed), |row| row.seed.wrapping_sub(first_seed))
            };
            for probe in probes {
                let Ok(at) = place(probe.seed) else { continue };
                let sums = &mut by_seed[at];
                sums[0] += probe.best - probe.mean;
                sums[1] += probe.best.abs();
                if let Some(second) = probe.second {
                    sums[2] += f64::from(u8::from(probe.best - second <= 0.01 * probe.best.abs()));
                    sums[3] += 1.0;
                }
            }
        }
        Self {
            length,
            logs,
            wins,
            turns: of(|row| row.turns.into()),
            legal: of(|row| row.choices * f64::from(row.turns)),
            forced: of(|row| row.forced.into()),
            score: of(|row| row.score as f64),
            chance: of(|row| row.chance_points as f64),
            probes: by_seed,
        }
    }

    /// All measures, with these weights of the seeds.
    pub(super) fn evaluate(&self, measures: &[Measure], weights: &[f64], cut: f64) -> Vec<f64> {
        let total: f64 = weights.iter().sum();
        let mean = |values: &[f64]| weighted(values, weights) / total;
        let ratio = |part: &[f64], all: &[f64]| {
            let all = weighted(all, weights);
            if all > 0.0 { weighted(part, weights) / all } else { 0.0 }
        };
        let probed = |part: usize, all: usize| {
            let sum = |column: usize| self.probes.iter().zip(weights).map(|(sums, w)| sums[column] * w).sum::<f64>();
            let all = sum(all);
            if all > 0.0 { sum(part) / all } else { 0.0 }
        };
        let step = |step: usize| mean(&self.wins[step]);
        measures
            .iter()
            .map(|measure| match measure {
                Measure::Length => self.median_turns(weights, total).unwrap_or(cut),
                Measure::Spread => self.logs.last().map_or(0.0, |logs| spread(logs, weights, total)),
                Measure::Step(number) => step(*number),
                Measure::Depth => (0..self.wins.len()).map(|number| 2.0 * step(number) - 1.0).sum(),
                Measure::Luck => luck(&self.logs, weights, total),
                Measure::Choices => ratio(&self.legal, &self.turns),
                Measure::Forced => ratio(&self.forced, &self.turns),
                Measure::Cascade => ratio(&self.chance, &self.score),
                Measure::Stake => probed(0, 1),
                Measure::Close => probed(2, 3),
            })
            .collect()
    }

    /// The Kaplan–Meier median of the best player's turns; `None` if it lies beyond the cut.
    pub(super) fn median_turns(&self, weights: &[f64], total: f64) -> Option<f64> {
        let (mut left, mut alive) = (total, 1.0);
        for (turns, cut, seed) in &self.length {
            let weight = weights[*seed];
            if weight == 0.0 {
                continue;
            }
            if !cut {
                alive *= (left - weight) / left;
                // Products of fractions are not exact.
                if alive <= 0.5 + 1e-9 {
                    return Some((*turns).into());
                }
            }
            left -= weight;
        }
        None
    }
}

/// The log score; games without a point count as 0.
pub(super) fn log_score(row: &GameRow) -> f64 {
    (row.score as f64).ln_1p()
}

fn weighted(values: &[f64], weights: &[f64]) -> f64 {
    values.iter().zip(weights).map(|(value, weight)| value * weight).sum()
}

/// The variance around the mean, and the mean.
fn variance(values: &[f64], weights: &[f64], total: f64) -> (f64, f64) {
    let mean = weighted(values, weights) / total;
    let squares: f64 = values.iter().zip(weights).map(|(value, weight)| weight * (value - mean).powi(2)).sum();
    (squares / total, mean)
}

/// The standard deviation, of a sample.
fn spread(values: &[f64], weights: &[f64], total: f64) -> f64 {
    let (variance, _) = variance(values, weights, total);
    (variance * total / (total - 1.0).max(1.0)).sqrt()
}

/// The mean variance within players, as a part of it and the variance between their means. 1 where all scores are equal.
fn luck(logs: &[Vec<f64>], weights: &[f64], total: f64) -> f64 {
    let parts: Vec<(f64, f64)> = logs.iter().map(|logs| variance(logs, weights, total)).collect();
    let count = parts.len() as f64;
    let within = parts.iter().map(|(variance, _)| variance).sum::<f64>() / count;
    let mean = parts.iter().map(|(_, mean)| mean).sum::<f64>() / count;
    let between = parts.iter().map(|(_, own)| (own - mean).powi(2)).sum::<f64>() / count;
    if within + between > 0.0 { within / (within + between) } else { 1.0 }
}

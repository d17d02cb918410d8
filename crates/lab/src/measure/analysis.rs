//! The bootstrap over seeds, differences to the base, main effects, and the correction for many comparisons.

use super::{Curve, Measure, curves, prepared::Prepared};
use crate::experiment::{End, Experiment, GameRow, Results, Training, value_text};
use tilewright_core::{Dice, Dice1, ticket};

/// Resamples, where there are not very many games.
const RESAMPLES: usize = 2000;
/// The fewest resamples.
const MIN_RESAMPLES: usize = 200;
/// About how many numbers all resamples may go through.
const WORK: usize = 2_000_000_000;
/// The most draws that are held at a time.
const MEMORY: usize = 12_000_000;

/// A value with its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The value.
    pub value: f64,
    /// The interval's lower end.
    pub low: f64,
    /// The interval's upper end.
    pub high: f64,
    /// Whether the value is beyond where games were cut, so that it is a lower bound.
    pub at_least: bool,
}

/// A difference; of the length, the logarithm of a ratio.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Comparison {
    /// What is compared.
    pub measure: Measure,
    /// The difference.
    pub value: f64,
    /// Its own 95 % interval.
    pub interval: (f64, f64),
    /// The interval that holds for all comparisons of the experiment together, with 95 %.
    pub together: (f64, f64),
    /// Whether `together` excludes 0: what verdicts go by.
    pub is_certain: bool,
    /// Whether either side's length is a lower bound only.
    pub at_least: bool,
}

/// The results of one player in a variant.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayerFacts {
    /// Mean score.
    pub mean: f64,
    /// The 95 % interval of the mean score (Student's t).
    pub interval: (f64, f64),
    /// Scores that 5, 25, 50, 75 and 95 % of the games do not exceed.
    pub quantiles: [f64; 5],
    /// Mean turns; cut games count as far as they went.
    pub turns: f64,
    /// Median turns; cut games count as far as they went.
    pub median_turns: f64,
    /// Part of the games that were cut.
    pub cut: f64,
    /// CPU seconds of all games.
    pub cpu: f64,
    /// The training before the games.
    pub training: Option<Training>,
}

/// The results of a variant.
#[derive(Clone, PartialEq, Debug)]
pub struct VariantAnalysis {
    /// By measure.
    pub estimates: Vec<Estimate>,
    /// Differences to the base, by measure; empty for the base.
    pub differences: Vec<Comparison>,
    /// By player.
    pub players: Vec<PlayerFacts>,
    /// Survival and hazard of the best player.
    pub curve: Curve,
}

/// The main effect of a value of a varied field: the mean difference between variants that have it and those that have
/// the base's value instead, all other fields being equal.
#[derive(Clone, PartialEq, Debug)]
pub struct Effect {
    /// The field.
    pub field: String,
    /// The value.
    pub value: String,
    /// The value it is compared with.
    pub against: String,
    /// Number of such pairs.
    pub pairs: usize,
    /// By measure.
    pub comparisons: Vec<Comparison>,
}

/// What an experiment says.
#[derive(Clone, PartialEq, Debug)]
pub struct Analysis {
    /// The measures, in the order of all lists.
    pub measures: Vec<Measure>,
    /// Number of common seeds.
    pub seeds: usize,
    /// In the experiment's order, the base first.
    pub variants: Vec<VariantAnalysis>,
    /// Main effects of the grid.
    pub effects: Vec<Effect>,
    /// Number of comparisons that the correction covers.
    pub comparisons: usize,
}

/// The two sides of a comparison: pairs of variants.
type Pairs = Vec<(usize, usize)>;

impl Analysis {
    /// Computes everything; `None` if there is no seed that all variants and players have finished.
    pub fn new(experiment: &Experiment, results: &Results) -> Option<Self> {
        let seeds = results.seeds();
        let (variants, players) = (experiment.variants.len(), experiment.players.len());
        let measures = Measure::all(experiment);
        let work = seeds.max(1) * variants * (players + 4);
        let most = (WORK / work).min(MEMORY / (variants * measures.len()));
        let mut analysis = Self::with_resamples(experiment, results, most.clamp(MIN_RESAMPLES, RESAMPLES))?;
        for (variant, games) in analysis.variants.iter_mut().zip(&results.games) {
            variant.curve = curves::curve(games.last().map_or(&[], Vec::as_slice));
        }
        Some(analysis)
    }

    /// As [`Self::new`], with this number of resamples and without curves.
    pub(crate) fn with_resamples(experiment: &Experiment, results: &Results, resamples: usize) -> Option<Self> {
        let seeds = results.seeds();
        if seeds == 0 {
            return None;
        }
        let measures = Measure::all(experiment);
        let cut = f64::from(experiment.turns);
        let prepared: Vec<Prepared> = results
            .games
            .iter()
            .zip(&results.probes)
            .map(|(games, probes)| Prepared::new(games, probes, experiment.seed))
            .collect();
        let ones = vec![1.0; seeds];
        let points: Vec<Vec<f64>> = prepared.iter().map(|variant| variant.evaluate(&measures, &ones, cut)).collect();
        let draws = draw(&prepared, &measures, seeds, resamples, cut);
        let beyond: Vec<bool> =
            prepared.iter().map(|variant| variant.median_turns(&ones, seeds as f64).is_none()).collect();

        let effects = main_effects(experiment);
        let singles: Vec<Pairs> = (1..prepared.len()).map(|variant| vec![(variant, 0)]).collect();
        let all: Vec<&Pairs> = singles.iter().chain(effects.iter().map(|effect| &effect.pairs)).collect();
        let judged = measures.iter().filter(|measure| measure.is_judged()).count();
        let comparisons = judged * all.len();
        let critical = critical(comparisons.max(1), seeds);
        let mut compared: Vec<Vec<Comparison>> =
            all.iter().map(|pairs| compare(pairs, &measures, &points, &draws, &beyond, critical)).collect();
        let effects = effects
            .into_iter()
            .zip(compared.split_off(singles.len()))
            .map(|(EffectPlan { field, value, against, pairs }, comparisons)| Effect {
                field,
                value,
                against,
                pairs: pairs.len(),
                comparisons,
            })
            .collect();
        let mut differences = std::iter::once(Vec::new()).chain(compared);
        let variants = (0..prepared.len())
            .map(|variant| VariantAnalysis {
                estimates: (0..measures.len())
                    .map(|at| {
                        let (low, high) = interval(&draws[variant][at]);
                        let at_least = measures[at] == Measure::Length && beyond[variant];
                        Estimate { value: points[variant][at], low, high, at_least }
                    })
                    .collect(),
                differences: differences.next().unwrap_or_default(),
                players: results.games[variant]
                    .iter()
                    .zip(&results.trainings[variant])
                    .map(|(games, training)| PlayerFacts::new(games, *training))
                    .collect(),
                curve: Curve::default(),
            })
            .collect();
        Some(Self { measures, seeds, variants, effects, comparisons })
    }

    /// The place of a measure in all lists.
    pub fn place(&self, measure: Measure) -> Option<usize> {
        self.measures.iter().position(|known| *known == measure)
    }
}

/// Draws of all measures, by variant, measure and resample.
fn draw(prepared: &[Prepared], measures: &[Measure], seeds: usize, resamples: usize, cut: f64) -> Vec<Vec<Vec<f64>>> {
    let mut draws = vec![vec![Vec::with_capacity(resamples); measures.len()]; prepared.len()];
    let mut dice = Dice1::new(95);
    let mut weights = vec![0.0; seeds];
    for _ in 0..resamples {
        weights.fill(0.0);
        for _ in 0..seeds {
            weights[ticket(dice.word(), seeds as u64) as usize] += 1.0;
        }
        for (variant, draws) in prepared.iter().zip(&mut draws) {
            for (value, list) in variant.evaluate(measures, &weights, cut).into_iter().zip(draws) {
                list.push(value);
            }
        }
    }
    draws
}

/// The 95 % interval of sorted or unsorted draws: 2.5 and 97.5 % of them.
fn interval(draws: &[f64]) -> (f64, f64) {
    let mut sorted = draws.to_vec();
    sorted.sort_by(f64::total_cmp);
    let beyond = (sorted.len() / 40).max(1);
    (sorted[beyond - 1], sorted[sorted.len() - beyond])
}

/// A main effect before it is measured.
struct EffectPlan {
    field: String,
    value: String,
    against: String,
    pairs: Pairs,
}

/// Pairs of variants of the grid that differ in one field alone.
fn main_effects(experiment: &Experiment) -> Vec<EffectPlan> {
    let mut effects = Vec::new();
    let grid: Vec<usize> = (0..experiment.variants.len()).filter(|i| experiment.variants[*i].in_grid).collect();
    let values = |variant: usize| &experiment.variants[variant].values;
    for (at, varied) in experiment.varied.iter().enumerate() {
        let base = &experiment.variants[0].values[at];
        let reference = if varied.values.contains(base) { base } else { &varied.values[0] };
        for value in varied.values.iter().filter(|value| *value != reference) {
            let twin = |variant: usize| {
                let mut wanted = values(variant).clone();
                wanted[at] = reference.clone();
                grid.iter().copied().find(|other| *values(*other) == wanted)
            };
            let pairs: Pairs = grid
                .iter()
                .filter(|variant| values(**variant)[at] == *value)
                .filter_map(|variant| Some((*variant, twin(*variant)?)))
                .collect();
            if !pairs.is_empty() {
                let [value, against] = [value, reference].map(value_text);
                effects.push(EffectPlan { field: varied.field.clone(), value, against, pairs });
            }
        }
    }
    effects
}

/// Compares the two sides of all pairs, in all measures. Standard errors are those of the bootstrap.
fn compare(
    pairs: &Pairs,
    measures: &[Measure],
    points: &[Vec<f64>],
    draws: &[Vec<Vec<f64>>],
    beyond: &[bool],
    critical: f64,
) -> Vec<Comparison> {
    let compared = measures.iter().enumerate().map(|(at, &measure)| {
        let difference = |left: f64, right: f64| measure.scaled(left) - measure.scaled(right);
        let mean = |value: &dyn Fn(usize, usize) -> f64| {
            pairs.iter().map(|(left, right)| value(*left, *right)).sum::<f64>() / pairs.len() as f64
        };
        let value = mean(&|left, right| difference(points[left][at], points[right][at]));
        let drawn: Vec<f64> = (0..draws[0][at].len())
            .map(|i| mean(&|left, right| difference(draws[left][at][i], draws[right][at][i])))
            .collect();
        let reach = critical * deviation(&drawn);
        let together = (value - reach, value + reach);
        Comparison {
            measure,
            value,
            interval: interval(&drawn),
            together,
            is_certain: measure.is_judged() && value.abs() > 1e-9 && (together.0 > 0.0 || together.1 < 0.0),
            at_least: measure.is_ratio() && pairs.iter().any(|(left, right)| beyond[*left] || beyond[*right]),
        }
    });
    compared.collect()
}

/// How many standard errors the interval of each of several comparisons reaches, so that all hold together with 95 %
/// (Bonferroni): the quantile of Student's t with a degree of freedom less than there are seeds.
pub(super) fn critical(comparisons: usize, seeds: usize) -> f64 {
    let z = normal_quantile(0.025 / comparisons as f64);
    let freedom = seeds.saturating_sub(1).max(1) as f64;
    // Cornish and Fisher's expansion.
    z + (z.powi(3) + z) / (4.0 * freedom) + (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / (96.0 * freedom.powi(2))
}

/// The value that a normal variable exceeds with a small probability, by Newton's method on the tail's continued fraction.
fn normal_quantile(tail: f64) -> f64 {
    let density = |z: f64| (-0.5 * z * z).exp() / (2.0 * std::f64::consts::PI).sqrt();
    // Mills' ratio, from below; exact to ten digits for z above 1.5.
    let exceeds = |z: f64| density(z) / (1..=60).rev().fold(z, |rest, n| z + f64::from(n) / rest);
    let mut z = (-2.0 * tail.ln()).sqrt();
    for _ in 0..30 {
        z += (exceeds(z) - tail) / density(z);
    }
    z
}

/// The standard deviation.
fn deviation(values: &[f64]) -> f64 {
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / values.len() as f64).sqrt()
}

impl PlayerFacts {
    fn new(games: &[GameRow], training: Option<Training>) -> Self {
        let count = games.len() as f64;
        let mut scores: Vec<f64> = games.iter().map(|row| row.score as f64).collect();
        scores.sort_by(f64::total_cmp);
        let mut turns: Vec<f64> = games.iter().map(|row| f64::from(row.turns)).collect();
        turns.sort_by(f64::total_cmp);
        let mean = scores.iter().sum::<f64>() / count;
        let error = deviation(&scores) / (count - 1.0).max(1.0).sqrt();
        let reach = critical(1, games.len()) * error;
        let quantile = |values: &[f64], part: f64| values[((values.len() - 1) as f64 * part).round() as usize];
        Self {
            mean,
            interval: (mean - reach, mean + reach),
            quantiles: [0.05, 0.25, 0.5, 0.75, 0.95].map(|part| quantile(&scores, part)),
            turns: turns.iter().sum::<f64>() / count,
            median_turns: quantile(&turns, 0.5),
            cut: games.iter().filter(|row| row.end == End::Cut).count() as f64 / count,
            cpu: games.iter().map(|row| row.cpu_us as f64).sum::<f64>() / 1e6,
            training,
        }
    }
}

//! What an experiment says about its variants: measures with intervals, differences to the base, main effects, verdicts.
//!
//! All intervals come from one bootstrap over seeds: a resample draws seeds, and with each seed the games of all variants
//! and players on it. So differences profit from common seeds, and one correction covers all comparisons.

mod analysis;
mod curves;
mod prepared;
#[cfg(test)]
mod tests;
mod verdict;

pub use analysis::{Analysis, Comparison, Effect, Estimate, PlayerFacts, VariantAnalysis};
pub use curves::{Curve, CurvePoint};

use crate::experiment::Experiment;

/// A number that describes how a variant plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Measure {
    /// Median turns of the best player (Kaplan–Meier where games were cut).
    Length,
    /// Standard deviation of the best player's log score.
    Spread,
    /// The probability that the player after this one scores more on the same seed; a tie counts half.
    Step(usize),
    /// How many steps of the ladder are real: the sum of 2·(probability − ½).
    Depth,
    /// Of the variance of log scores, the part that players do not explain.
    Luck,
    /// Mean number of legal actions in a turn of the best player.
    Choices,
    /// Part of the best player's turns with one legal action.
    Forced,
    /// Part of the best player's points that came after the first draw of a turn.
    Cascade,
    /// What a random legal action loses against the best, in parts of the best.
    Stake,
    /// Part of the probed turns in which the second best action is within 1 % of the best.
    Close,
}

impl Measure {
    /// The measures that an experiment has.
    pub fn all(experiment: &Experiment) -> Vec<Self> {
        let steps = experiment.players.len() - 1;
        let mut all = vec![Self::Length, Self::Spread];
        if steps > 0 {
            all.extend((0..steps).map(Self::Step));
            all.extend([Self::Depth, Self::Luck]);
        }
        all.extend([Self::Choices, Self::Forced, Self::Cascade]);
        if experiment.probe.is_some() {
            all.extend([Self::Stake, Self::Close]);
        }
        all
    }

    /// The name in files.
    pub fn name(self) -> String {
        match self {
            Self::Length => "length".into(),
            Self::Spread => "spread".into(),
            Self::Step(step) => format!("ladder_{}", step + 1),
            Self::Depth => "depth".into(),
            Self::Luck => "luck".into(),
            Self::Choices => "choices".into(),
            Self::Forced => "forced".into(),
            Self::Cascade => "cascade".into(),
            Self::Stake => "stake".into(),
            Self::Close => "close".into(),
        }
    }

    /// The head of a column.
    pub fn title(self) -> String {
        match self {
            Self::Length => "length, turns".into(),
            Self::Step(step) => format!("step {}, %", step + 1),
            Self::Luck => "luck, %".into(),
            Self::Forced => "forced, %".into(),
            Self::Cascade => "cascade, %".into(),
            Self::Stake => "stake, %".into(),
            Self::Close => "close, %".into(),
            other => other.name(),
        }
    }

    /// What it means, in one line.
    pub fn about(self, experiment: &Experiment) -> String {
        let best = experiment.best_player();
        match self {
            Self::Length => format!("median turns of {best}"),
            Self::Spread => format!("standard deviation of {best}’s log score: how unequal its games are"),
            Self::Step(step) => {
                let [weak, strong] = [step, step + 1].map(|player| &experiment.players[player]);
                format!("how often {strong} scores more than {weak} on the same seed; ties count half")
            }
            Self::Depth => "real steps of the ladder: the sum of 2·(probability − ½) over its steps".into(),
            Self::Luck => "of the variance of log scores, the part that players do not explain".into(),
            Self::Choices => format!("mean number of legal actions in a turn of {best}"),
            Self::Forced => format!("turns of {best} with a single legal action"),
            Self::Cascade => format!("points of {best} that came after the first draw of a turn"),
            Self::Stake => "what a random legal action loses against the best, in per cent of the best".into(),
            Self::Close => "turns in which the second best action is within 1 % of the best".into(),
        }
    }

    /// Whether differences are ratios.
    pub fn is_ratio(self) -> bool {
        self == Self::Length
    }

    /// What a shown value is multiplied by: parts are shown in per cent.
    pub fn factor(self) -> f64 {
        match self {
            Self::Length | Self::Spread | Self::Depth | Self::Choices => 1.0,
            _ => 100.0,
        }
    }

    /// Whether verdicts are given on it. Single steps are part of the depth.
    fn is_judged(self) -> bool {
        !matches!(self, Self::Step(_))
    }

    /// The scale on which differences are taken.
    fn scaled(self, value: f64) -> f64 {
        // A median of 0 turns is a game that is over before it begins.
        if self.is_ratio() { value.max(0.5).ln() } else { value }
    }
}

/// A number with three significant digits, at most two of them after the point.
pub fn digits(value: f64) -> String {
    let size = value.abs();
    let text = match size {
        _ if !value.is_finite() => return "–".into(),
        _ if size >= 99.95 => format!("{value:.0}"),
        _ if size >= 9.995 => format!("{value:.1}"),
        _ => format!("{value:.2}"),
    };
    let text =
        if text.trim_start_matches('-').chars().all(|c| matches!(c, '0' | '.')) { text.replace('-', "") } else { text };
    text.replace('-', "−")
}

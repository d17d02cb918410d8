//! Sentences: what is certain after the correction, and nothing else; and the whole analysis as JSON.

use super::{Analysis, Comparison, Effect, Measure, VariantAnalysis, digits};
use crate::experiment::{Experiment, Training};
use serde_json::{Value, json};
use tilewright_players::Player;

/// The fewest seeds for which intervals are worth much.
const FEW_SEEDS: usize = 50;
/// The most names in a sentence.
const MANY_NAMES: usize = 6;
/// The part of games that may be cut without a word of caution.
const MANY_CUT: f64 = 0.1;

impl Comparison {
    /// A clause: “games last 3.9 (3.6–4.2) times as long”, with the interval that holds for all comparisons together.
    pub fn clause(&self) -> String {
        let factor = self.measure.factor();
        let size = |value: f64| digits(value.abs() * factor);
        let (low, high) = self.together;
        let up = self.value > 0.0;
        // Without a sign: the direction is in the words.
        let [near, far] = if up { [low, high] } else { [-high, -low] };
        let range = format!("{} ({}–{})", size(self.value), digits(near * factor), digits(far * factor));
        let more = |up_word: &str, down_word: &str| if up { up_word.to_owned() } else { down_word.to_owned() };
        match self.measure {
            Measure::Length => {
                let bound = match (self.at_least, up) {
                    (false, _) => "",
                    (true, true) => "at least ",
                    (true, false) => "at most ",
                };
                let [ratio, low, high] = [self.value, low, high].map(|value| digits(value.exp()));
                format!("games last {bound}{ratio} ({low}–{high}) times as long")
            }
            Measure::Spread => {
                format!("games are {} unequal: spread {range} {}", more("more", "less"), more("higher", "lower"))
            }
            Measure::Step(step) => {
                format!("step {} of the ladder is {range} points {}", step + 1, more("higher", "lower"))
            }
            Measure::Depth => format!("the ladder {} {range} real steps", more("gains", "loses")),
            Measure::Luck => format!("luck has {range} percentage points {} of the scores", more("more", "less")),
            Measure::Choices => format!("a turn offers {range} {} actions", more("more", "fewer")),
            Measure::Forced => format!("{range} percentage points {} turns are forced", more("more", "fewer")),
            Measure::Cascade => {
                format!("{range} percentage points {} of the points come after the first draw", more("more", "less"))
            }
            Measure::Stake => format!("a random action costs {range} percentage points {}", more("more", "less")),
            Measure::Close => {
                format!("the second best action is close in {range} percentage points {} turns", more("more", "fewer"))
            }
        }
    }

    /// The difference as a table shows it, with its own interval.
    pub fn cell(&self) -> String {
        let factor = self.measure.factor();
        let (low, high) = self.interval;
        if self.measure.is_ratio() {
            let [value, low, high] = [self.value, low, high].map(|value| digits(value.exp()));
            return format!("×{value} ({low}–{high})");
        }
        let sign = |value: f64| if value > 0.0 { "+" } else { "" };
        let [value, low, high] =
            [self.value, low, high].map(|value| format!("{}{}", sign(value), digits(value * factor)));
        format!("{value} ({low} to {high})")
    }

    fn json(&self) -> Value {
        json!({
            "measure": self.measure.name(), "ratio": self.measure.is_ratio(), "value": self.value,
            "interval": self.interval, "together": self.together, "certain": self.is_certain, "at_least": self.at_least,
        })
    }
}

/// The certain clauses of some comparisons. A difference that rounds to nothing is not worth a word, however certain.
fn clauses(comparisons: &[Comparison]) -> Vec<String> {
    let is_seen = |comparison: &&Comparison| {
        let Comparison { measure, value, .. } = comparison;
        measure.is_ratio() && digits(value.exp()) != "1.00"
            || !measure.is_ratio() && digits(value * measure.factor()) != "0.00"
    };
    comparisons.iter().filter(|comparison| comparison.is_certain).filter(is_seen).map(Comparison::clause).collect()
}

impl Analysis {
    /// The verdict: a sentence for each value of a varied field, each single variant, and the extremes of a grid, where
    /// something is certain; then what was not found.
    pub fn verdict(&self, experiment: &Experiment) -> Vec<String> {
        let mut sentences = Vec::new();
        let mut silent = Vec::new();
        for effect in &self.effects {
            let Effect { field, value, against, .. } = effect;
            let subject = format!("{field} = {value} (against {against})");
            match clauses(&effect.comparisons) {
                found if found.is_empty() => silent.push(subject),
                found => sentences.push(format!("With {subject}: {}.", found.join("; "))),
            }
        }
        for (plan, variant) in experiment.variants.iter().zip(&self.variants).skip(1) {
            if plan.in_grid && !self.effects.is_empty() {
                continue;
            }
            match clauses(&variant.differences) {
                found if found.is_empty() => silent.push(format!("“{}”", plan.name)),
                found => sentences.push(format!("“{}”: {}.", plan.name, found.join("; "))),
            }
        }
        sentences.extend(self.extremes(experiment));
        if !silent.is_empty() {
            sentences.push(format!("No certain difference with {}.", silent.join(", ")));
        }
        let cut = |variant: &VariantAnalysis| variant.players.last().map_or(0.0, |facts| facts.cut);
        let names = experiment.variants.iter().zip(&self.variants).filter(|(_, variant)| cut(variant) > MANY_CUT);
        let mut names: Vec<String> =
            names.map(|(plan, v)| format!("“{}” ({} %)", plan.name, digits(100.0 * cut(v)))).collect();
        if !names.is_empty() {
            let rest = names.len().saturating_sub(MANY_NAMES);
            names.truncate(MANY_NAMES);
            if rest > 0 {
                names.push(format!("and {rest} more, see the table of players"));
            }
            let (turns, names) = (experiment.turns, names.join(", "));
            sentences.push(format!(
                "Of some variants many games of {} were cut, so their scores, spread, ladder and luck are as of turn {turns}: \
                 {names}.",
                experiment.best_player()
            ));
        }
        if experiment.variants.len() == 1 {
            sentences.push("There is one variant: nothing to compare it with.".into());
        }
        if self.seeds < FEW_SEEDS {
            sentences.push(format!("With {} seeds, intervals are rough; {FEW_SEEDS} are few.", self.seeds));
        }
        sentences
    }

    /// For each player that trained first, how long: the turns and the CPU time, from the shortest to the longest.
    pub fn trainings(&self, experiment: &Experiment) -> Vec<String> {
        let sentence = |(at, player): (usize, &Player)| {
            let all = || self.variants.iter().filter_map(|variant| variant.players.get(at)?.training);
            let range = |of: &dyn Fn(Training) -> f64| {
                let ends = [all().map(of).fold(f64::INFINITY, f64::min), all().map(of).fold(0.0, f64::max)];
                let [low, high] = ends.map(|end| if end < 1e6 { digits(end) } else { digits(end / 1e6) + " million" });
                if low == high { low } else { format!("{low} to {high}") }
            };
            all().next()?;
            let turns = range(&|training| training.turns as f64);
            let seconds = range(&|training| training.cpu_us as f64 / 1e6);
            Some(format!(
                "{player} trained on each variant first: {turns} turns, {seconds} seconds of CPU time a variant."
            ))
        };
        experiment.players.iter().enumerate().filter_map(sentence).collect()
    }

    /// The longest and the deepest variant, where it certainly differs from the base.
    fn extremes(&self, experiment: &Experiment) -> Vec<String> {
        let mut sentences = Vec::new();
        for (measure, word) in [(Measure::Length, "longest"), (Measure::Depth, "deepest")] {
            let Some(at) = self.place(measure).filter(|_| self.variants.len() > 3) else { continue };
            let value = |variant: &VariantAnalysis| variant.estimates[at].value;
            let most =
                (0..self.variants.len()).max_by(|a, b| value(&self.variants[*a]).total_cmp(&value(&self.variants[*b])));
            let Some(most) = most else { continue };
            let variant = &self.variants[most];
            if variant.differences.get(at).is_some_and(|difference| difference.is_certain && difference.value > 0.0) {
                let (name, base) = (&experiment.variants[most].name, &experiment.variants[0].name);
                let [here, there] = [variant, &self.variants[0]].map(|variant| variant.estimates[at].text(measure));
                sentences.push(format!("The {word} is “{name}”: {} {here}; “{base}” has {there}.", measure.name()));
            }
        }
        sentences
    }

    /// All numbers, as they are written to `summary.json`.
    pub fn json(&self, experiment: &Experiment) -> Value {
        let names: Vec<String> = experiment.players.iter().map(ToString::to_string).collect();
        let variants = experiment.variants.iter().zip(&self.variants).map(|(plan, variant)| {
            let estimates = self.measures.iter().zip(&variant.estimates).map(|(measure, estimate)| {
                let interval = (estimate.low, estimate.high);
                let value = json!({ "value": estimate.value, "interval": interval, "at_least": estimate.at_least });
                (measure.name(), value)
            });
            let players = names.iter().zip(&variant.players).map(|(name, facts)| {
                let mut facts_json = json!({
                    "player": name, "mean": facts.mean, "interval": facts.interval, "quantiles": facts.quantiles, "turns": facts.turns,
                    "median_turns": facts.median_turns, "cut": facts.cut,
                });
                if let Some(Training { turns, cpu_us }) = facts.training {
                    facts_json["training"] = json!({ "turns": turns, "cpu_seconds": cpu_us as f64 / 1e6 });
                }
                facts_json
            });
            let curve = variant.curve.points.iter().map(|point| {
                json!({
                    "turn": point.turn, "alive": point.alive, "hazard": point.hazard, "interval": point.interval,
                    "games": point.games,
                })
            });
            json!({
                "name": plan.name, "hash": plan.hash(), "variant": plan.variant.to_json(),
                "measures": estimates.collect::<serde_json::Map<_, _>>(),
                "differences": variant.differences.iter().map(Comparison::json).collect::<Vec<_>>(),
                "players": players.collect::<Vec<_>>(),
                "end": curve.collect::<Vec<_>>(),
            })
        });
        let effects = self.effects.iter().map(|effect| {
            json!({
                "field": effect.field, "value": effect.value, "against": effect.against, "pairs": effect.pairs,
                "comparisons": effect.comparisons.iter().map(Comparison::json).collect::<Vec<_>>(),
            })
        });
        let refused =
            experiment.refused.iter().map(|refused| json!({ "name": refused.name, "reason": refused.reason }));
        json!({
            "format": "tilewright-experiment-summary 1",
            "title": experiment.title,
            "seeds": self.seeds,
            "games": experiment.total(),
            "comparisons": self.comparisons,
            "players": names,
            "verdict": self.verdict(experiment),
            "variants": variants.collect::<Vec<_>>(),
            "effects": effects.collect::<Vec<_>>(),
            "refused": refused.collect::<Vec<_>>(),
        })
    }
}

impl super::Estimate {
    /// The value with its interval: `152 (148–157)`, `≥2000`.
    pub fn text(&self, measure: Measure) -> String {
        let [value, low, high] = [self.value, self.low, self.high].map(|value| digits(value * measure.factor()));
        if self.at_least { format!("≥{value}") } else { format!("{value} ({low}–{high})") }
    }
}

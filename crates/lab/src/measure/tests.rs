//! Measures of synthetic games whose true values are known.

use super::*;
use crate::experiment::{End, Experiment, GameRow, ProbeRow, Results};
use tilewright_core::{Dice, Dice1};

/// Two players, one variant or several of the same; probed.
fn experiment(variants: usize) -> Experiment {
    let limits: Vec<String> =
        (1..variants).map(|n| format!("[[variant]]\nname = \"v{n}\"\nturn_limit = {n}\n")).collect();
    let text = format!(
        "format = \"tilewright-experiment 1\"\nbase = \"merge3\"\nturns = 150\nplayers = [\"random\", \"greedy\"]\n{}[probe]\nplayer = \"mcts\"\n",
        limits.concat()
    );
    Experiment::parse(&text).unwrap()
}

struct Source(Dice1);

impl Source {
    /// Uniform in 0..1.
    fn uniform(&mut self) -> f64 {
        (self.0.word() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Normal, by the sum of twelve uniform numbers: near enough, and without logarithms of 0.
    fn normal(&mut self) -> f64 {
        (0..12).map(|_| self.uniform()).sum::<f64>() - 6.0
    }
}

const SEED_SIGMA: f64 = 0.3;
const OWN_SIGMA: f64 = 0.4;
const STEP: f64 = 0.3;

/// Games of two players on common seeds. Log scores are a seed's own luck, plus luck, plus the player's strength; turns
/// have the median 100 and are cut at 150; 3 to 9 legal actions; a tenth of the turns forced on average; a quarter of
/// the points by chance; a random action loses 0 to 40 % of the best, and every fifth second best is close.
fn draw(experiment: &Experiment, seeds: usize, source: &mut Source) -> Results {
    let mut results = Results::new(experiment);
    for variant in 0..experiment.variants.len() {
        for seed in 1..=seeds as u64 {
            let common = SEED_SIGMA * source.normal();
            for player in 0..2 {
                let log = 14.0 + STEP * player as f64 + common + OWN_SIGMA * source.normal();
                let turns = 100.0 * (0.6 * source.normal()).exp();
                let end = if turns >= 150.0 { End::Cut } else { End::Stuck };
                let turns = turns.min(150.0).round().max(1.0) as u32;
                let score = log.exp().round() as u64;
                results.games[variant][player].push(GameRow {
                    seed,
                    score,
                    turns,
                    end,
                    best: 64,
                    choices: 3.0 + 6.0 * source.uniform(),
                    forced: (0.2 * source.uniform() * f64::from(turns)).round() as u32,
                    chance_points: (0.5 * source.uniform() * score as f64).round() as u64,
                    cpu_us: 1,
                });
            }
            for turn in [0, 5] {
                let best = 50.0 + 100.0 * source.uniform();
                let second = if source.uniform() < 0.2 { best * 0.995 } else { best * 0.9 };
                let mean = best * (1.0 - 0.4 * source.uniform());
                results.probes[variant].push(ProbeRow {
                    seed,
                    turn,
                    actions: 4,
                    best,
                    mean,
                    worst: 0.0,
                    second: Some(second),
                    played: best,
                });
            }
        }
    }
    results
}

/// The true value of each measure.
fn truth(measure: Measure) -> f64 {
    // Φ(0.3 / (0.4 · √2)) = Φ(0.53033).
    let wins = 0.702_057;
    let within = SEED_SIGMA.powi(2) + OWN_SIGMA.powi(2);
    match measure {
        Measure::Length => 100.0,
        Measure::Spread => within.sqrt(),
        Measure::Step(_) => wins,
        Measure::Depth => 2.0 * wins - 1.0,
        Measure::Luck => within / (within + (STEP / 2.0).powi(2)),
        Measure::Choices => 6.0,
        Measure::Forced => 0.1,
        Measure::Cascade => 0.25,
        Measure::Stake => 0.2,
        Measure::Close => 0.2,
    }
}

/// Of 1,000 experiments, the 95 % interval of each measure covers the truth in 93 to 97 %.
#[test]
fn intervals_cover_the_truth_in_93_to_97_of_100_experiments() {
    let experiment = experiment(1);
    let measures = Measure::all(&experiment);
    let (mut covered, mut mean_covered) = (vec![0; measures.len()], 0);
    // The mean of exp(t · X) for a sum X of twelve uniform numbers around 0.
    let mean_exp = |t: f64| ((t / 2.0).sinh() / (t / 2.0)).powi(12);
    let mean = (14.0 + STEP).exp() * mean_exp(SEED_SIGMA) * mean_exp(OWN_SIGMA);
    let mut source = Source(Dice1::new(2));
    for _ in 0..1000 {
        let results = draw(&experiment, 150, &mut source);
        let analysis = Analysis::with_resamples(&experiment, &results, 320).unwrap();
        for (at, estimate) in analysis.variants[0].estimates.iter().enumerate() {
            let truth = truth(measures[at]);
            covered[at] += u32::from(estimate.low <= truth && truth <= estimate.high);
        }
        let (low, high) = analysis.variants[0].players[1].interval;
        mean_covered += u32::from(low <= mean && mean <= high);
    }
    for (measure, covered) in measures.iter().zip(covered) {
        assert!((930..=970).contains(&covered), "{}: {covered} of 1000", measure.name());
    }
    assert!((930..=970).contains(&mean_covered), "mean score: {mean_covered} of 1000");
}

/// Of 1,000 experiments with four variants that do not differ, at most 5 % have any verdict (and 1.4 % for the luck of
/// this test, two standard deviations).
#[test]
fn verdicts_are_rarely_given_where_nothing_differs() {
    let experiment = experiment(4);
    let mut source = Source(Dice1::new(3));
    let mut wrong = 0;
    for _ in 0..1000 {
        let results = draw(&experiment, 60, &mut source);
        let analysis = Analysis::with_resamples(&experiment, &results, 300).unwrap();
        assert_eq!(analysis.comparisons, 3 * 9);
        let certain = |variant: &VariantAnalysis| variant.differences.iter().any(|difference| difference.is_certain);
        wrong += u32::from(analysis.variants.iter().any(certain));
    }
    assert!(wrong <= 64, "{wrong} of 1000");
}

#[test]
fn verdict_says_what_is_certain_and_nothing_else() {
    let text = "format = \"tilewright-experiment 1\"\nbase = \"merge3\"\nturns = 1000\nplayers = [\"random\", \"greedy\"]\n\
                [vary]\nlaw = [\"sum\", \"doubling\"]\ndiagonal = [false, true]\n";
    let experiment = Experiment::parse(text).unwrap();
    let mut source = Source(Dice1::new(4));
    let mut results = draw(&experiment, 300, &mut source);
    // Doubling: games three times as long. Diagonal: twice the choices.
    for (variant, plan) in experiment.variants.iter().enumerate() {
        for row in results.games[variant].iter_mut().flatten() {
            row.end = End::Stuck;
            if plan.values[0] == "doubling" {
                (row.turns, row.forced) = (3 * row.turns, 3 * row.forced);
            }
            if plan.values[1] == true {
                row.choices *= 2.0;
            }
        }
    }
    let analysis = Analysis::new(&experiment, &results).unwrap();
    let verdict = analysis.verdict(&experiment);
    assert!(verdict[0].starts_with("With law = doubling (against sum): games last 2.9"), "{verdict:?}");
    assert!(verdict[0].ends_with("times as long."), "{verdict:?}");
    assert!(verdict[1].starts_with("With diagonal = true (against false): a turn offers 5.8"), "{verdict:?}");
    assert!(verdict[1].ends_with("more actions."), "{verdict:?}");
    let length = &analysis.effects[0].comparisons[0];
    assert_eq!((analysis.effects[0].pairs, length.measure), (2, Measure::Length));
    assert!((length.value - 3.0_f64.ln()).abs() < 0.15 && length.interval.0 > length.together.0, "{length:?}");
    let json = analysis.json(&experiment);
    assert_eq!(json["variants"].as_array().unwrap().len(), 4);
    assert_eq!(json["verdict"][0], verdict[0]);
}

#[test]
fn length_beyond_the_cut_is_a_lower_bound() {
    let experiment = experiment(2);
    let mut source = Source(Dice1::new(5));
    let mut results = draw(&experiment, 60, &mut source);
    for row in results.games[1].iter_mut().flatten() {
        (row.turns, row.end) = (150, End::Cut);
    }
    let analysis = Analysis::with_resamples(&experiment, &results, 200).unwrap();
    let estimate = analysis.variants[1].estimates[0];
    assert!(estimate.at_least && estimate.text(Measure::Length) == "≥150", "{estimate:?}");
    let difference = &analysis.variants[1].differences[0];
    assert!(difference.at_least && difference.is_certain && difference.clause().starts_with("games last at least 1."));
    let curve = curves::curve(&results.games[1][1]);
    assert!(curve.points.iter().all(|point| point.hazard == 0.0 && point.alive == 1.0));
    assert_eq!(Analysis::new(&experiment, &Results::new(&experiment)), None);
}

/// Games that end after each turn with the probability 1 in 20: the hazard is that, at every turn.
fn geometric(games: u64, source: &mut Source) -> Vec<GameRow> {
    let row = |seed| GameRow {
        seed,
        score: 1,
        turns: 1 + (source.uniform().ln() / 0.95_f64.ln()) as u32,
        end: End::Stuck,
        best: 2,
        choices: 1.0,
        forced: 0,
        chance_points: 0,
        cpu_us: 0,
    };
    (0..games).map(row).collect()
}

#[test]
fn hazard_of_geometric_games_is_constant() {
    let curve = curves::curve(&geometric(4000, &mut Source(Dice1::new(6))));
    let reached: Vec<&CurvePoint> = curve.points.iter().filter(|point| point.games > 200).collect();
    assert!(reached.len() > 3);
    for point in reached {
        assert!((point.hazard - 0.05).abs() < 0.01, "{point:?}");
        assert!(point.interval.0 <= point.hazard && point.hazard <= point.interval.1, "{point:?}");
        assert!((point.alive - 0.95_f64.powf(point.turn)).abs() < 0.03, "{point:?}");
    }
}

/// Of 1,000 experiments, the 95 % intervals of the hazard in the first three steps cover it in 93 to 97 %.
#[test]
fn hazard_intervals_cover_the_truth_in_93_to_97_of_100_experiments() {
    let mut source = Source(Dice1::new(7));
    let mut covered = [0; 3];
    for _ in 0..1000 {
        let curve = curves::curve(&geometric(200, &mut source));
        for (point, covered) in curve.points.iter().zip(&mut covered) {
            *covered += u32::from(point.interval.0 <= 0.05 && 0.05 <= point.interval.1);
        }
    }
    assert!(covered.iter().all(|covered| (930..=970).contains(covered)), "{covered:?}");
}

#[test]
fn critical_values_match_published_tables() {
    // Student's t, two-sided: 5 % with 60 degrees of freedom is 2.000; 0.5 % with 120 is 2.860.
    assert!((analysis::critical(1, 61) - 2.000).abs() < 0.002);
    assert!((analysis::critical(10, 121) - 2.860).abs() < 0.002);
}

#[test]
fn digits_are_three_at_most() {
    let texts = [0.0, -0.001, 0.123, 1.999, 12.34, -99.96, 1234.5, f64::NAN].map(digits);
    assert_eq!(texts, ["0.00", "0.00", "0.12", "2.00", "12.3", "−100", "1234", "–"]);
}

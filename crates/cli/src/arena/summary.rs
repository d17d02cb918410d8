//! What a run comes to: worked out once, printed and written as JSON.

use super::{Run, game::Outcome, journal};
use crate::stats::{Survival, interval, mean, median, survival};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// A run in numbers.
pub(crate) struct Summary {
    /// A line a player, in the run's order.
    pub(crate) players: Vec<Line>,
    /// Every two players on the games that both have finished.
    pub(crate) differences: Vec<Difference>,
}

/// A player in numbers.
pub(crate) struct Line {
    pub(crate) games: usize,
    pub(crate) mean: f64,
    pub(crate) interval: (f64, f64),
    pub(crate) median: f64,
    /// Games cut before their end.
    pub(crate) cut: usize,
    /// The scores with those of cut games taken for what they are; none where no game was cut.
    pub(crate) survival: Option<Survival>,
    /// Turns a game.
    pub(crate) turns: f64,
    /// CPU milliseconds a turn.
    pub(crate) cpu: f64,
    /// Nodes a CPU second.
    pub(crate) speed: f64,
    /// How many games ended with which best tile.
    pub(crate) best: BTreeMap<u32, usize>,
}

/// By how much the second player's score is above the first one's.
pub(crate) struct Difference {
    pub(crate) first: usize,
    pub(crate) second: usize,
    pub(crate) games: usize,
    pub(crate) mean: f64,
    pub(crate) interval: (f64, f64),
}

impl Summary {
    pub(crate) fn new(run: &Run, outcomes: &[Outcome]) -> Self {
        let count = run.players.len();
        let mut of: Vec<Vec<&Outcome>> = vec![Vec::new(); count];
        outcomes.iter().for_each(|outcome| of[outcome.player].push(outcome));
        let pairs = (0..count).flat_map(|first| (first + 1..count).map(move |second| (first, second)));
        Self {
            players: of.iter().map(|outcomes| Line::new(outcomes)).collect(),
            differences: pairs.map(|(first, second)| Difference::new(&of, first, second)).collect(),
        }
    }

    pub(crate) fn json(&self, run: &Run) -> Value {
        let name = |player: usize| run.players[player].to_string();
        let players = self.players.iter().enumerate().map(|(player, line)| line.json(&name(player)));
        let differences = self.differences.iter().map(|difference| {
            json!({
                "player": name(difference.second), "against": name(difference.first), "games": difference.games,
                "mean": difference.mean, "interval": difference.interval,
            })
        });
        json!({
            "format": "tilewright-arena-summary 1",
            "run": journal::header(run),
            "games": run.games,
            "players": players.collect::<Vec<_>>(),
            "differences": differences.collect::<Vec<_>>(),
        })
    }
}

impl Line {
    fn new(outcomes: &[&Outcome]) -> Self {
        let scores: Vec<f64> = outcomes.iter().map(|outcome| outcome.score as f64).collect();
        let turns: u64 = outcomes.iter().map(|outcome| outcome.turns).sum();
        let nodes: u64 = outcomes.iter().map(|outcome| outcome.nodes).sum();
        let cpu: f64 = outcomes.iter().map(|outcome| outcome.cpu_ms).sum();
        let cut = outcomes.iter().filter(|outcome| outcome.cut).count();
        let known: Vec<(f64, bool)> = outcomes.iter().map(|outcome| (outcome.score as f64, outcome.cut)).collect();
        let mut best = BTreeMap::new();
        outcomes.iter().for_each(|outcome| *best.entry(outcome.best).or_insert(0) += 1);
        Self {
            games: scores.len(),
            mean: mean(&scores),
            interval: interval(&scores),
            median: median(&scores),
            cut,
            survival: (cut > 0).then(|| survival(&known)),
            turns: turns as f64 / scores.len().max(1) as f64,
            cpu: cpu / turns.max(1) as f64,
            speed: 1000.0 * nodes as f64 / cpu.max(1e-6),
            best,
        }
    }

    fn json(&self, name: &str) -> Value {
        let best: BTreeMap<String, usize> = self.best.iter().map(|(tile, count)| (tile.to_string(), *count)).collect();
        let censored = self
            .survival
            .as_ref()
            .map(|Survival { median, mean, most }| json!({ "median": median, "mean": mean, "most": most }));
        json!({
            "player": name, "games": self.games, "mean": self.mean, "interval": self.interval, "median": self.median,
            "cut": self.cut, "censored": censored, "turns": self.turns, "cpu_ms_a_turn": self.cpu,
            "nodes_a_second": self.speed, "best": best,
        })
    }
}

impl Difference {
    fn new(of: &[Vec<&Outcome>], first: usize, second: usize) -> Self {
        let scores: BTreeMap<u64, u64> = of[first].iter().map(|outcome| (outcome.game, outcome.score)).collect();
        let pairs = of[second].iter().filter_map(|outcome| Some((outcome.score, scores.get(&outcome.game)?)));
        let differences: Vec<f64> = pairs.map(|(theirs, ours)| theirs as f64 - *ours as f64).collect();
        Self { first, second, games: differences.len(), mean: mean(&differences), interval: interval(&differences) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilewright_players::Player;

    #[test]
    fn pairs_are_of_the_same_game() {
        let run = Run {
            label: "slide/test@1".into(),
            variant: json!({}),
            players: vec![Player::Random, Player::Greedy],
            games: 3,
            seed: 1,
            turns: Some(9),
        };
        let outcome =
            |game, player, score, cut| Outcome { game, player, score, turns: 9, best: 4, cut, nodes: 18, cpu_ms: 4.5 };
        // Broken off: either player has a game that the other one has not.
        let outcomes =
            [outcome(0, 0, 5, false), outcome(1, 0, 9, true), outcome(1, 1, 19, false), outcome(2, 1, 1, true)];
        let summary = Summary::new(&run, &outcomes);
        let Difference { games, mean, .. } = summary.differences[0];
        assert_eq!((games, mean), (1, 10.0));
        let json = summary.json(&run);
        let random = &json["players"][0];
        assert_eq!((&random["mean"], &random["cut"], &random["best"]), (&json!(7.0), &json!(1), &json!({ "4": 2 })));
        assert_eq!((&random["cpu_ms_a_turn"], &random["nodes_a_second"]), (&json!(0.5), &json!(4000.0)));
        assert_eq!(random["censored"], json!({ "median": 5.0, "mean": 7.0, "most": 9.0 }));
        assert_eq!(json["run"]["seed"], "1");
    }
}

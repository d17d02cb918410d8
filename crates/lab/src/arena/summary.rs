//! The statistics of a run, for printing and as JSON.

use super::{Journal, PlayedGame, Run};
use crate::stats::{Survival, interval, mean, median, survival};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// A run in numbers.
#[derive(Clone, PartialEq, Debug)]
pub struct Summary {
    /// The players, in the run's order.
    pub players: Vec<PlayerSummary>,
    /// Every two players.
    pub differences: Vec<Difference>,
}

/// The results of one player.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayerSummary {
    /// Number of games.
    pub games: usize,
    /// Mean score; a cut game counts with its points so far.
    pub mean: f64,
    /// 95 % bootstrap interval of the mean.
    pub interval: (f64, f64),
    /// Median score; a cut game counts with its points so far.
    pub median: f64,
    /// Games cut before their end.
    pub cut: usize,
    /// Kaplan–Meier estimate of the scores, with cut games as censored; `None` if no game was cut.
    pub survival: Option<Survival>,
    /// Turns per game.
    pub turns: f64,
    /// CPU milliseconds per turn.
    pub cpu: f64,
    /// Nodes per CPU second.
    pub speed: f64,
    /// Number of games by the highest value on the board at the end.
    pub best: BTreeMap<u32, usize>,
}

/// By how much the second player's score is above the first one's, over the games that both have finished.
#[derive(Clone, PartialEq, Debug)]
pub struct Difference {
    /// The first player's number in the run.
    pub first: usize,
    /// The second player's number in the run.
    pub second: usize,
    /// Number of games that both have finished.
    pub games: usize,
    /// Mean of second minus first.
    pub mean: f64,
    /// 95 % bootstrap interval of the mean.
    pub interval: (f64, f64),
}

impl Summary {
    /// The statistics of the games that were played so far.
    pub fn new(run: &Run, games: &[PlayedGame]) -> Self {
        let count = run.players.len();
        let mut of: Vec<Vec<&PlayedGame>> = vec![Vec::new(); count];
        games.iter().for_each(|game| of[game.player].push(game));
        let pairs = (0..count).flat_map(|first| (first + 1..count).map(move |second| (first, second)));
        Self {
            players: of.iter().map(|games| PlayerSummary::new(games)).collect(),
            differences: pairs.map(|(first, second)| Difference::new(&of, first, second)).collect(),
        }
    }

    /// The summary as it is written to a file.
    pub fn json(&self, run: &Run) -> Value {
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
            "run": Journal::header(run),
            "games": run.games,
            "players": players.collect::<Vec<_>>(),
            "differences": differences.collect::<Vec<_>>(),
        })
    }
}

impl PlayerSummary {
    fn new(games: &[&PlayedGame]) -> Self {
        let scores: Vec<f64> = games.iter().map(|game| game.score as f64).collect();
        let turns: u64 = games.iter().map(|game| game.turns).sum();
        let nodes: u64 = games.iter().map(|game| game.nodes).sum();
        let cpu: f64 = games.iter().map(|game| game.cpu_ms).sum();
        let cut = games.iter().filter(|game| game.cut).count();
        let known: Vec<(f64, bool)> = games.iter().map(|game| (game.score as f64, game.cut)).collect();
        let mut best = BTreeMap::new();
        games.iter().for_each(|game| *best.entry(game.best).or_insert(0) += 1);
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
    fn new(of: &[Vec<&PlayedGame>], first: usize, second: usize) -> Self {
        let scores: BTreeMap<u64, u64> = of[first].iter().map(|game| (game.game, game.score)).collect();
        let pairs = of[second].iter().filter_map(|game| Some((game.score, scores.get(&game.game)?)));
        let differences: Vec<f64> = pairs.map(|(theirs, ours)| theirs as f64 - *ours as f64).collect();
        Self { first, second, games: differences.len(), mean: mean(&differences), interval: interval(&differences) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::tests::run;

    #[test]
    fn summary_of_an_interrupted_run_pairs_the_same_games() {
        let run = Run { games: 3, seed: 1, turns: Some(9), ..run("merge3", &["random", "greedy"]) };
        let game = |game, player, score, cut| PlayedGame {
            game,
            player,
            score,
            turns: 9,
            best: 4,
            cut,
            nodes: 18,
            cpu_ms: 4.5,
        };
        // Interrupted: either player has a game that the other one has not.
        let games = [game(0, 0, 5, false), game(1, 0, 9, true), game(1, 1, 19, false), game(2, 1, 1, true)];
        let summary = Summary::new(&run, &games);
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

//! Rows of results: a game, a probe, and all of an experiment's.

use super::Experiment;

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// No action was legal.
    Stuck,
    /// The variant's turns were used up.
    TurnLimit,
    /// The experiment cut it.
    Cut,
}

impl End {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Stuck, Self::TurnLimit, Self::Cut];

    /// The word in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Stuck => "stuck",
            Self::TurnLimit => "turn-limit",
            Self::Cut => "cut",
        }
    }
}

/// A training that a player went through before its games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Training {
    /// Turns of the games that it learned from.
    pub turns: u64,
    /// CPU time in microseconds; it does not repeat.
    pub cpu_us: u64,
}

/// One game of one player.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GameRow {
    /// The seed of its dice.
    pub seed: u64,
    /// Points.
    pub score: u64,
    /// Turns.
    pub turns: u32,
    /// How it ended.
    pub end: End,
    /// The highest value on the board at the end.
    pub best: u32,
    /// Mean number of legal actions in its turns.
    pub choices: f64,
    /// Turns with one legal action, or two that lead to the same board.
    pub forced: u32,
    /// Points made after the first draw of a turn.
    pub chance_points: u64,
    /// CPU time in microseconds: the one number that does not repeat.
    pub cpu_us: u64,
}

/// The values of all actions in one position, by the judge, in points.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ProbeRow {
    /// The seed of the game.
    pub seed: u64,
    /// Turns played before.
    pub turn: u32,
    /// Number of legal actions.
    pub actions: u32,
    /// The highest value.
    pub best: f64,
    /// The mean of all values.
    pub mean: f64,
    /// The lowest value.
    pub worst: f64,
    /// The highest value of the actions that lead to another board than the best does; `None` if there is none.
    pub second: Option<f64>,
    /// The value of the action that was played.
    pub played: f64,
}

/// The rows of all variants and players on common seeds.
#[derive(Clone, PartialEq, Debug)]
pub struct Results {
    /// Games by variant, then player; each list has the same seeds in the same order.
    pub games: Vec<Vec<Vec<GameRow>>>,
    /// The trainings of players that train first, by variant, then player.
    pub trainings: Vec<Vec<Option<Training>>>,
    /// Probes by variant.
    pub probes: Vec<Vec<ProbeRow>>,
}

impl Results {
    /// No rows yet.
    pub fn new(experiment: &Experiment) -> Self {
        let (variants, players) = (experiment.variants.len(), experiment.players.len());
        Self {
            games: vec![vec![Vec::new(); players]; variants],
            trainings: vec![vec![None; players]; variants],
            probes: vec![Vec::new(); variants],
        }
    }

    /// Sorts rows by seed and keeps the seeds that every variant and player has finished: those of an interrupted run
    /// can be compared, too. Returns how many are left.
    pub fn align(&mut self, experiment: &Experiment) -> usize {
        let game = |seed: u64| seed.wrapping_sub(experiment.seed);
        let lists = || self.games.iter().flatten();
        let most = lists().map(Vec::len).max().unwrap_or(0);
        if lists().any(|list| list.len() != most) {
            let mut finished = vec![0_usize; experiment.games as usize];
            lists().flatten().for_each(|row| finished[game(row.seed) as usize] += 1);
            let all = lists().count();
            let common = |seed: u64| finished[game(seed) as usize] == all;
            self.games.iter_mut().flatten().for_each(|list| list.retain(|row| common(row.seed)));
            self.probes.iter_mut().for_each(|list| list.retain(|row| common(row.seed)));
        }
        for list in self.games.iter_mut().flatten() {
            list.sort_by_key(|row| game(row.seed));
        }
        for list in &mut self.probes {
            list.sort_by_key(|row| (game(row.seed), row.turn));
        }
        self.seeds()
    }

    /// Number of common seeds.
    pub fn seeds(&self) -> usize {
        self.games.first().and_then(|players| players.first()).map_or(0, Vec::len)
    }
}

//! Training: rounds of games on any number of threads, watched over, and what comes of them.

use crate::{
    Values,
    feature_set::FeatureSet,
    features::{Features, Recipe, Size},
    learner::{Finished, Lesson, Returns},
    team::{self, Team},
    weights::{Snapshot, Weights},
};
use std::{collections::VecDeque, sync::Arc};
use tilewright_games::{AnyGame, Variant};

/// How to train.
#[derive(Clone, PartialEq, Debug)]
pub struct Options {
    /// What all chance is drawn from. With one thread, the same seed and number of moves give the same file.
    pub seed: u64,
    /// How many threads learn into the same weights.
    pub threads: usize,
    /// How large the tables are.
    pub size: Size,
    /// Whether late stages of slide games get tables of their own once enough games have come there; those that values gone
    /// on with have stay in any case.
    pub stages: bool,
    /// The tuples that have tables; `None` for those that follow from topology and family. Values gone on with keep theirs.
    pub features: Option<FeatureSet>,
}

impl Default for Options {
    fn default() -> Self {
        Self { seed: 1, threads: 1, size: Size::Full, stages: false, features: None }
    }
}

impl Options {
    /// What the tables are made from.
    fn recipe(&self) -> Recipe {
        Recipe { size: self.size, set: self.features.clone() }
    }
}

/// How far a training has come.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Progress {
    /// Turns played.
    pub moves: u64,
    /// Games from the start to their end, or to where games are left.
    pub games: u64,
    /// The mean score of the last such games, at most 100.
    pub mean: f64,
    /// The geometric mean of their scores. A single game may decide the mean where tails are heavy, and typicals jump where
    /// scores come in clusters; this does neither.
    pub typical: f64,
    /// The best typical score, as of the snapshots that were taken.
    pub best: f64,
    /// Their mean length in turns.
    pub turns: f64,
    /// How often the learner has stepped back to its best.
    pub steps_back: u32,
}

/// A training in progress.
///
/// ```
/// use tilewright_games::Preset;
/// use tilewright_values::{Options, Trainer};
///
/// let preset = Preset::find("merge3").unwrap();
/// let mut trainer = Trainer::new(&preset.variant, Options::default())?;
/// let progress = trainer.run(2_000);
/// assert!(progress.moves >= 2_000 && progress.games > 10);
/// assert!(trainer.values().entries() > 0);
/// # Ok::<(), String>(())
/// ```
pub struct Trainer {
    variant: Variant,
    game: Arc<AnyGame>,
    options: Options,
    features: Features,
    weights: Weights,
    returns: Returns,
    team: Box<dyn Team>,
    rate: f32,
    /// See [`Self::anneal`].
    annealed: f32,
    progress: Progress,
    recent: VecDeque<Finished>,
    best: Option<Best>,
    /// Whether rare weights were left out; then no stage gets tables of its own any more.
    is_pruned: bool,
}

/// The weights at the best typical score so far.
struct Best {
    snapshot: Snapshot,
    typical: f64,
    moves: u64,
}

/// Scores that a mean is taken over.
const RECENT: usize = 100;
/// Turns that a thread plays in a round. Fixed, so that rounds fall at the same turns on any machine.
const ROUND: u64 = 20_000;
/// A typical score below this part of the best is a collapse.
const COLLAPSED: f64 = 0.4;
/// A snapshot is taken when the moves have grown by this factor since the last.
const SNAPSHOT_EVERY: f64 = 1.3;
/// Turns before the first snapshot.
const FIRST_SNAPSHOT: u64 = 400_000;

/// Games that have to reach a stage before it gets tables of its own; tests have no time for so many.
const ENOUGH_FIRSTS: usize = if cfg!(test) { 30 } else { 1000 };

/// Up to so many turns of earlier training, resuming it begins at the full rate; for more, at a smaller one, down to this.
const FULL_RATE_MOVES: f32 = 1e7;
const MIN_RESUMED_RATE: f32 = 0.1;
/// The highest rates of a training, each from a part of it on.
const ANNEALING: [(f64, f32); 2] = [(0.5, 0.1), (0.9, 0.02)];
/// Turns that are played to find out which weights are looked up, but no more than were trained.
const COUNTED_TURNS: u64 = 5_000_000;

impl Trainer {
    /// A training of a variant from nothing.
    ///
    /// # Errors
    ///
    /// If the variant cannot be compiled, or the feature set does not fit its boards.
    pub fn new(variant: &Variant, options: Options) -> Result<Self, String> {
        let game = Arc::new(variant.compile().map_err(|error| error.to_string())?);
        let features = Features::new(&game, &options.recipe())?;
        let returns = Returns::new(&game, features.images());
        let weights = Weights::new(features.starts().1);
        let team = team::new(&game, options.seed, options.threads.max(1));
        Ok(Self {
            variant: *variant,
            returns,
            game,
            options,
            features,
            weights,
            team,
            rate: 1.0,
            annealed: 1.0,
            progress: Progress::default(),
            recent: VecDeque::new(),
            best: None,
            is_pruned: false,
        })
    }

    /// A training that goes on from these values. Learning rates start anew, so the longer the values were trained, the
    /// smaller are the first steps: at the full rate a long training would be forgotten first.
    ///
    /// # Errors
    ///
    /// If the variant cannot be compiled, or the values are of another variant.
    pub fn resume(variant: &Variant, options: Options, values: &Values) -> Result<Self, String> {
        if values.variant() != *variant {
            return Err("the values are of another variant".into());
        }
        let Recipe { size, set } = values.recipe().clone();
        let mut trainer = Self::new(variant, Options { size, features: set, ..options })?;
        let (open, _) = values.features().stages();
        trainer.features.open_stages(open);
        trainer.weights = Weights::new(trainer.features.starts().1);
        for (place, value) in values.store().entries() {
            trainer.weights.set(place, value);
        }
        trainer.rate = (FULL_RATE_MOVES / values.training().moves as f32).clamp(MIN_RESUMED_RATE, 1.0);
        trainer.progress.moves = values.training().moves;
        trainer.progress.games = values.training().games;
        // Other games than the ones that it has seen.
        trainer.team =
            team::new(&trainer.game, trainer.options.seed ^ values.training().moves, trainer.options.threads.max(1));
        Ok(trainer)
    }

    /// The game.
    pub fn game(&self) -> &Arc<AnyGame> {
        &self.game
    }

    /// How far it has come.
    pub fn progress(&self) -> Progress {
        self.progress
    }

    /// Plays and learns for at least so many turns in all, and looks after itself: a learner that falls far below its own
    /// best goes back to it and learns half as fast from there.
    pub fn run(&mut self, moves: u64) -> Progress {
        let mut left = moves;
        while left > 0 {
            let turns = left.div_ceil(self.options.threads.max(1) as u64).min(ROUND);
            let (stages, _) = self.features.stages();
            let lesson = Lesson {
                weights: &self.weights,
                returns: &self.returns,
                rate: self.rate.min(self.annealed),
                stages,
                remembers_stages: self.options.stages || stages > 1,
            };
            let finished = self.team.round(&self.game, &self.features, lesson, turns);
            let played = turns * self.options.threads.max(1) as u64;
            left = left.saturating_sub(played);
            self.progress.moves += played;
            self.progress.games += finished.len() as u64;
            self.recent.extend(finished);
            while self.recent.len() > RECENT {
                self.recent.pop_front();
            }
            let count = self.recent.len().max(1) as f64;
            self.progress.mean = self.recent.iter().map(|game| game.score as f64).sum::<f64>() / count;
            self.progress.typical = typical(&self.recent);
            self.progress.turns = self.recent.iter().map(|game| f64::from(game.turns)).sum::<f64>() / count;
            self.watch();
            self.open_stage();
        }
        self.progress
    }

    /// Gives the next stage of the game tables of its own, with the weights of the one before, once enough games have come
    /// there.
    fn open_stage(&mut self) {
        let (open, all) = self.features.stages();
        if self.options.stages && open < all && !self.is_pruned && self.team.firsts(open) >= ENOUGH_FIRSTS {
            self.weights.copy_last(self.features.starts().1 as usize / open);
            self.features.open_stages(open + 1);
            self.best = None;
        }
    }

    /// Takes a snapshot of a new best, or steps back to it after a collapse.
    fn watch(&mut self) {
        let Progress { moves, typical, .. } = self.progress;
        if self.recent.len() < RECENT / 5 {
            return;
        }
        if let Some(best) = &self.best
            && typical < COLLAPSED * best.typical
            && self.recent.len() == RECENT
        {
            self.weights.restore(&best.snapshot);
            self.rate *= 0.5;
            self.progress.steps_back += 1;
            self.recent.clear();
            return;
        }
        let due = self.best.as_ref().map_or(FIRST_SNAPSHOT, |best| (best.moves as f64 * SNAPSHOT_EVERY) as u64);
        if moves >= due && self.best.as_ref().is_none_or(|best| typical > best.typical) {
            self.progress.best = typical;
            self.best = Some(Best { snapshot: self.weights.snapshot(), typical, moves });
        }
    }

    /// Goes back to the best weights if the last games were clearly worse than the best ones.
    pub fn settle(&mut self) {
        if let Some(best) = &self.best
            && self.recent.len() >= RECENT / 5
            && self.progress.typical < 0.7 * best.typical
        {
            self.weights.restore(&best.snapshot);
            self.progress.steps_back += 1;
            self.progress.typical = best.typical;
        }
    }

    /// Says which part of the training is done. Towards the end it learns by smaller steps, so that what is noise averages
    /// out: that makes values clearly better than more turns at the full rate.
    pub fn anneal(&mut self, done: f64) {
        let step = ANNEALING.iter().rev().find(|(from, _)| done >= *from);
        self.annealed = step.map_or(1.0, |(_, rate)| *rate);
    }

    /// Keeps only the weights that play looks up most, about as many as fit into a file of so many bytes. The others are
    /// zero from now on; what is kept learns on and makes up for them.
    pub fn prune(&mut self, max_bytes: usize) {
        let turns = self.progress.moves.min(COUNTED_TURNS);
        let mut visits = vec![0; self.features.starts().1 as usize];
        self.team.count_visits(&self.game, &self.features, &self.weights, turns, &mut visits);
        let mut counts = [0; 256];
        visits.iter().for_each(|visits| counts[usize::from(*visits)] += 1);
        // A weight takes about a byte. The least number of visits such that those with more are not too many.
        let mut kept = 0;
        let least = (1..=u8::MAX).rev().find(|visits| {
            kept += counts[usize::from(*visits)];
            kept > max_bytes
        });
        self.weights.freeze_rare(&visits, least.map_or(1, |visits| visits.saturating_add(1)));
        self.best = None;
        self.is_pruned = true;
    }

    /// The values learned so far.
    pub fn values(&self) -> Values {
        let training = Training {
            seed: self.options.seed,
            threads: self.options.threads.max(1) as u32,
            moves: self.progress.moves,
            games: self.progress.games,
        };
        Values::from_weights(self.variant, self.options.recipe(), training, &self.features, &self.weights)
    }
}

/// The geometric mean of the scores, each raised by 1; 0 if there is no game.
fn typical(games: &VecDeque<Finished>) -> f64 {
    let logs: f64 = games.iter().map(|game| (game.score as f64).ln_1p()).sum();
    (logs / games.len().max(1) as f64).exp_m1()
}

impl std::fmt::Debug for Trainer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Trainer")
            .field("options", &self.options)
            .field("progress", &self.progress)
            .finish_non_exhaustive()
    }
}

/// How values were trained, as their file says it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Training {
    /// The seed.
    pub seed: u64,
    /// Threads.
    pub threads: u32,
    /// Turns played.
    pub moves: u64,
    /// Games played from their start.
    pub games: u64,
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilewright_games::Preset;

    /// New tiles are so large that games pass through all stages within some turns.
    fn staged() -> (Variant, Trainer) {
        let text = r#"{"family":"slide","board":{"shape":"square","width":4,"height":3},"spawn":{"64":1}}"#;
        let variant = Variant::from_text(text).unwrap();
        let options = Options { size: Size::Small, stages: true, ..Options::default() };
        let mut trainer = Trainer::new(&variant, options).unwrap();
        trainer.run(200_000);
        (variant, trainer)
    }

    #[test]
    fn run_stages_that_games_reach_get_tables_of_their_own() {
        let (variant, trainer) = staged();
        assert_eq!(trainer.features.stages(), (4, 4));
        assert_eq!(trainer.progress.steps_back, 0);
        let bytes = trainer.values().to_bytes(None);
        let values = Values::from_bytes(&bytes).unwrap();
        assert_eq!(values.features().stages(), (4, 4));
        assert_eq!(values.to_bytes(None), bytes);
        // The same turns give the same file, stages and all.
        assert_eq!(staged().1.values().to_bytes(None), bytes);
        let mut resumed = Trainer::resume(&variant, Options::default(), &values).unwrap();
        assert_eq!(resumed.features.stages(), (4, 4));
        resumed.run(1000);
        // A file of one stage goes on without more once it is pruned.
        let options = Options { size: Size::Small, stages: true, ..Options::default() };
        let mut pruned = Trainer::new(&variant, options).unwrap();
        pruned.run(5_000);
        pruned.prune(2_000);
        pruned.run(200_000);
        assert_eq!(pruned.features.stages(), (1, 4));
    }

    #[test]
    fn from_bytes_with_more_stages_than_there_are_is_refused() {
        let (_, trainer) = staged();
        let bytes = trainer.values().to_bytes(None);
        let text = String::from_utf8_lossy(&bytes);
        let line = text.lines().find(|line| line.starts_with("features ")).unwrap();
        for stages in ["5", "0", "1", "x", "99999999999999999999"] {
            let at = bytes.windows(line.len()).position(|window| window == line.as_bytes()).unwrap();
            let mut other = bytes[..at].to_vec();
            other.extend(line.rsplit_once(' ').unwrap().0.bytes());
            other.extend(format!(" {stages}").bytes());
            other.extend(&bytes[at + line.len()..bytes.len() - 8]);
            other.extend(tilewright_core::fnv1a(&other).to_le_bytes());
            assert!(Values::from_bytes(&other).unwrap_err().contains("stages"), "{stages}");
        }
    }

    #[test]
    fn watch_one_game_of_a_heavy_tail_is_no_best_to_fall_from() {
        let options = Options { size: Size::Small, ..Options::default() };
        let mut trainer = Trainer::new(&Preset::find("factors").unwrap().variant, options).unwrap();
        let mut watch = |scores: &mut dyn Iterator<Item = u64>| {
            trainer.recent = scores.map(|score| Finished { score, turns: 500 }).collect();
            trainer.progress.moves += FIRST_SNAPSHOT;
            trainer.progress.typical = typical(&trainer.recent);
            trainer.watch();
            trainer.progress.steps_back
        };
        assert_eq!(watch(&mut (0..100).map(|n| if n == 0 { 1_000_000_000 } else { 20_000 + n })), 0);
        assert_eq!(watch(&mut (0..100).map(|n| 19_000 + n)), 0);
        assert_eq!(watch(&mut (0..100).map(|n| 7_000 + n)), 1);
    }
}

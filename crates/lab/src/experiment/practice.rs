//! Players that train on a variant before they play it: `learned:minutes=1`, `learned:turns=200000`.
//!
//! Invariant: a training depends on the variant and the number of turns only, so rows repeat on any machine, and workers
//! that train the same player elsewhere play the same games. That is why minutes are translated into turns.

use super::Training;
use crate::GameError;
use cpu_time::ThreadTime;
use std::{
    collections::VecDeque,
    fmt,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};
use tilewright_games::{Family, Variant};
use tilewright_players::Practice;
use tilewright_values::{Options, Size, Trainer, Values};

/// Turns of a training between two looks at the flag that stops it.
const STEP: u64 = 20_000;
/// Trainings that are held. Shards of one variant follow each other, so few are needed.
const HELD: usize = 8;

/// The turns of a practice. A minute is a fixed number of turns for each family, about what a thread plays in a minute.
pub(super) fn turns(practice: Practice, family: Family) -> u64 {
    let per_minute = match family {
        Family::Slide => 25_000_000,
        Family::Swap => 3_000_000,
        Family::Strain => 4_000_000,
        Family::Factor => 8_000_000,
    };
    match practice {
        Practice::Turns(turns) => turns,
        Practice::Minutes(minutes) => u64::from(minutes) * per_minute,
    }
}

/// What was learned, and how.
#[derive(Clone)]
pub(super) struct Trained {
    pub(super) values: Arc<Values>,
    pub(super) training: Training,
}

/// One training, which the first worker that needs it carries out while others wait.
struct SharedTraining {
    variant: u64,
    turns: u64,
    trained: Mutex<Option<Trained>>,
}

/// The trainings that an experiment's workers share. Copies start empty: whoever needs a training repeats it.
#[derive(Default)]
pub(super) struct Trainings(Mutex<VecDeque<Arc<SharedTraining>>>);

impl Trainings {
    /// The training of a variant.
    ///
    /// # Errors
    ///
    /// [`GameError::Stopped`] once `stop` is true.
    pub(super) fn get(&self, variant: &Variant, turns: u64, stop: &AtomicBool) -> Result<Trained, GameError> {
        let entry = self.entry(variant.hash(), turns);
        let mut trained = entry.trained.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(trained) = &*trained {
            return Ok(trained.clone());
        }
        Ok(trained.insert(train(variant, turns, stop)?).clone())
    }

    fn entry(&self, variant: u64, turns: u64) -> Arc<SharedTraining> {
        let mut entries = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(entry) = entries.iter().find(|entry| (entry.variant, entry.turns) == (variant, turns)) {
            return Arc::clone(entry);
        }
        if entries.len() == HELD {
            entries.pop_front();
        }
        let entry = Arc::new(SharedTraining { variant, turns, trained: Mutex::new(None) });
        entries.push_back(Arc::clone(&entry));
        entry
    }
}

impl Clone for Trainings {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl fmt::Debug for Trainings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Trainings").finish_non_exhaustive()
    }
}

/// Trains on one thread: only then does the same number of turns give the same values.
fn train(variant: &Variant, turns: u64, stop: &AtomicBool) -> Result<Trained, GameError> {
    let clock = ThreadTime::now();
    let options = Options { seed: 1, threads: 1, size: Size::Small, ..Options::default() };
    let mut trainer = Trainer::new(variant, options).expect("the experiment was checked");
    let mut left = turns;
    while left > 0 {
        if stop.load(Ordering::Relaxed) {
            return Err(GameError::Stopped);
        }
        let step = left.min(STEP);
        trainer.run(step);
        left -= step;
    }
    trainer.settle();
    let values = Arc::new(trainer.values());
    Ok(Trained { values, training: Training { turns, cpu_us: clock.elapsed().as_micros() as u64 } })
}

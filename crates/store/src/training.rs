//! Training into a file: what `tilewright train` and `tilewright.train` of Python do.
//!
//! The values are written before the work (a file that cannot be written is found out then), about once a minute, and at
//! the end. The learning curve is next to them, in `FILE.curve`, a line of JSON for each point.

use crate::write_with;
use std::{
    fmt::{self, Write as _},
    io::Write as _,
    path::{Path, PathBuf},
    time::Instant,
};
use tilewright_games::Variant;
use tilewright_values::{MAX_SHIPPED, Options, Progress, Size, Trainer, Values};

/// Turns between two reports.
const STEP: u64 = 20_000;
/// Points of a learning curve.
const POINTS: u32 = 200;
/// Seconds between files that are written on the way, at least; and the part of the time that writing them may take.
const CHECKPOINT_SECONDS: f64 = 60.0;
const CHECKPOINT_SHARE: f64 = 0.05;

/// How long to train.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Amount {
    /// Minutes of wall time.
    Minutes(f64),
    /// Turns. On one thread the same seed and turns give the same file.
    Moves(u64),
}

/// What to train.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Plan {
    /// For how long.
    pub amount: Amount,
    /// Whether to go on with the values in the file.
    pub resume: bool,
    /// The most bytes of the file; of values gone on with, those weights are kept that play looks up most.
    pub max_bytes: Option<usize>,
}

/// How far a training is.
#[derive(Clone, Copy, Debug)]
pub struct Report {
    /// What was learned so far, earlier trainings of the same file included.
    pub progress: Progress,
    /// Turns of this training.
    pub moves: u64,
    /// Seconds since its start.
    pub seconds: f64,
    /// The part that is done; 1 at the end.
    pub done: f64,
}

/// Why there is no training.
#[derive(Debug)]
pub enum TrainError {
    /// The file is there already, and the training is not to go on with it.
    Exists(PathBuf),
    /// No values to go on with, a variant that cannot be learned, or a file that cannot be written: a sentence.
    Other(String),
}

impl fmt::Display for TrainError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exists(path) => write!(f, "{} is there already", path.display()),
            Self::Other(message) => f.write_str(message),
        }
    }
}

impl std::error::Error for TrainError {}

impl From<String> for TrainError {
    fn from(message: String) -> Self {
        Self::Other(message)
    }
}

/// Trains and writes the values to `file`, which must not exist unless the training is to go on with it.
///
/// `goes_on` gets a report every few thousand turns; once it returns false the training ends, and what was learned so far
/// is written. With small tables the file has at most [`MAX_SHIPPED`] bytes, unless the plan says otherwise.
///
/// # Errors
///
/// See [`TrainError`]. If a file cannot be written before the work, nothing is trained.
pub fn train(
    variant: &Variant,
    options: Options,
    Plan { amount, resume, max_bytes }: Plan,
    file: &Path,
    goes_on: &mut dyn FnMut(&Report) -> bool,
) -> Result<Report, TrainError> {
    let limit = max_bytes.or((options.size == Size::Small).then_some(MAX_SHIPPED));
    let mut trainer = match (resume, file.exists()) {
        (true, _) => Trainer::resume(variant, options, &Values::open(file)?)?,
        (false, false) => Trainer::new(variant, options)?,
        (false, true) => return Err(TrainError::Exists(file.to_owned())),
    };
    if let (true, Some(max)) = (resume, max_bytes) {
        trainer.prune(max);
    }
    write_values(file, &trainer, limit)?;
    let (clock, first) = (Instant::now(), trainer.progress().moves);
    let (mut curve, mut point, mut checkpoint) = (String::new(), 1, CHECKPOINT_SECONDS);
    let report = |trainer: &Trainer| {
        let progress = trainer.progress();
        let (moves, seconds) = (progress.moves - first, clock.elapsed().as_secs_f64());
        let done = match amount {
            Amount::Moves(all) => moves as f64 / all as f64,
            Amount::Minutes(minutes) => seconds / (60.0 * minutes),
        };
        Report { progress, moves, seconds, done: done.min(1.0) }
    };
    let done = loop {
        let Report { progress, moves, seconds, done } = report(&trainer);
        if done * f64::from(POINTS) >= f64::from(point) || done >= 1.0 {
            point = (done * f64::from(POINTS)) as u32 + 1;
            append(&mut curve, seconds, progress);
        }
        if done >= 1.0 {
            break done;
        }
        if seconds >= checkpoint {
            write_values(file, &trainer, limit)?;
            write_curve(file, &curve, resume)?;
            let now = clock.elapsed().as_secs_f64();
            checkpoint = now + CHECKPOINT_SECONDS.max((now - seconds) / CHECKPOINT_SHARE);
        }
        trainer.anneal(done);
        let step = match amount {
            Amount::Moves(all) => (all - moves).min(STEP),
            Amount::Minutes(_) => STEP,
        };
        trainer.run(step);
        let now = report(&trainer);
        if !goes_on(&now) && now.done < 1.0 {
            break now.done;
        }
    };
    trainer.settle();
    write_values(file, &trainer, limit)?;
    write_curve(file, &curve, resume)?;
    Ok(Report { done, ..report(&trainer) })
}

/// Appends a point of the learning curve.
fn append(curve: &mut String, seconds: f64, progress: Progress) {
    let Progress { moves, games, mean, turns, .. } = progress;
    let point = serde_json::json!({ "seconds": seconds, "moves": moves, "games": games, "mean": mean, "turns": turns });
    // Writing to a string does not fail.
    let _ = writeln!(curve, "{point}");
}

fn write_values(file: &Path, trainer: &Trainer, limit: Option<usize>) -> Result<(), String> {
    let bytes = trainer.values().to_bytes(limit);
    write_with(file, |file| file.write_all(&bytes)).map_err(|error| format!("cannot write {}: {error}", file.display()))
}

/// Writes the learning curve next to the values; after those of earlier trainings if this one goes on with them.
fn write_curve(file: &Path, curve: &str, resumed: bool) -> Result<(), String> {
    let mut path = file.as_os_str().to_owned();
    path.push(".curve");
    let path = PathBuf::from(path);
    let earlier = if resumed { std::fs::read_to_string(&path).unwrap_or_default() } else { String::new() };
    let earlier = earlier.strip_suffix(curve).unwrap_or(&earlier);
    write_with(&path, |file| file.write_all(format!("{earlier}{curve}").as_bytes()))
        .map_err(|error| format!("cannot write {}: {error}", path.display()))
}

//! A directory of results: what was run, and a file for each shard that is done.

use super::{Experiment, ExperimentError, Results, Rows, RunError, Shard, Work, Worker, table};
use std::{
    fmt, fs, io,
    io::Write,
    path::{Path, PathBuf},
    sync::{
        Condvar, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};
use tilewright_players::Tables;
use tilewright_store::{read_text, write_whole, write_with};

/// The program and its version, as directories note it.
const PROGRAM: &str = concat!("tilewright ", env!("CARGO_PKG_VERSION"));
/// Time between two reports of progress.
const EVERY: Duration = Duration::from_millis(200);

/// The directory of an experiment.
#[derive(Debug)]
pub struct Directory {
    path: PathBuf,
    /// Held while the directory is open for a run, so that no two runs write the same files.
    _lock: Option<fs::File>,
}

/// Why a directory cannot be used.
#[derive(Debug)]
pub enum DirectoryError {
    /// It holds another experiment, was begun by another version, or holds something else; the text says which.
    Other(String),
    /// Its experiment file cannot be read.
    Experiment(PathBuf, ExperimentError),
    /// It cannot be read or written.
    Io(PathBuf, io::Error),
}

impl fmt::Display for DirectoryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Other(message) => f.write_str(message),
            Self::Experiment(path, error) => write!(f, "{}: {error}", path.display()),
            Self::Io(path, error) => write!(f, "cannot use {}: {error}", path.display()),
        }
    }
}

impl std::error::Error for DirectoryError {}

/// How a run is carried out. None of it changes a row.
pub struct Control<'a> {
    /// Shards at the same time.
    pub threads: usize,
    /// Ends the run when it becomes true; shards that are not finished then are lost.
    pub stop: &'a AtomicBool,
    /// The files that players' names refer to.
    pub tables: &'a Tables,
    /// Receives the progress several times a second.
    pub progress: &'a mut dyn FnMut(Progress),
}

/// How far a run is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Progress {
    /// Games that are finished, those of earlier runs included.
    pub done: u64,
    /// All games.
    pub all: u64,
    /// The time left, as far as the games so far tell; `None` until every player has finished a sample.
    pub left: Option<Duration>,
}

impl Directory {
    /// Creates the directory for an experiment, or opens the one that was begun.
    ///
    /// # Errors
    ///
    /// If it holds another experiment or other files, was begun by another version, is in use by another run, or cannot be
    /// written.
    pub fn create(path: &Path, experiment: &Experiment) -> Result<Self, DirectoryError> {
        let failed = |error| DirectoryError::Io(path.into(), error);
        let file = path.join("experiment.toml");
        let shown = path.display();
        if file.exists() {
            let (_, begun) = Self::open(path)?;
            if begun.id() != experiment.id() {
                let message = format!("{shown} holds another experiment, “{}”; use another directory", begun.title);
                return Err(DirectoryError::Other(message));
            }
            if begun.program.as_deref() != Some(PROGRAM) {
                let by = begun.program.as_deref().unwrap_or("another program");
                let message = format!(
                    "{shown} was begun by {by}, and this is {PROGRAM}, whose players may play differently; use another \
                     directory"
                );
                return Err(DirectoryError::Other(message));
            }
        } else if path.exists() && fs::read_dir(path).map_err(failed)?.next().is_some() {
            let message = format!("{shown} holds something else; use an empty or a new directory");
            return Err(DirectoryError::Other(message));
        }
        for folder in ["games", "probes"] {
            let folder = path.join(folder);
            fs::create_dir_all(&folder).map_err(|error| DirectoryError::Io(folder, error))?;
        }
        let lock = fs::File::create(path.join(".lock")).map_err(failed)?;
        if let Err(fs::TryLockError::WouldBlock) = lock.try_lock() {
            let message = format!("another run is at work in {shown}; wait for it, or use another directory");
            return Err(DirectoryError::Other(message));
        }
        let directory = Self { path: path.into(), _lock: Some(lock) };
        directory.remove_unfinished();
        if !file.exists() {
            write_whole(&file, &experiment.stamped(PROGRAM)).map_err(|error| DirectoryError::Io(file, error))?;
        }
        Ok(directory)
    }

    /// Opens a directory to read its results.
    ///
    /// # Errors
    ///
    /// If it has no experiment file, or one that cannot be read.
    pub fn open(path: &Path) -> Result<(Self, Experiment), DirectoryError> {
        let file = path.join("experiment.toml");
        let text = read_text(&file, 2 * Experiment::MAX_BYTES).map_err(|error| {
            let message = format!("{} holds no experiment: {error}; `lab run` makes one", path.display());
            DirectoryError::Other(message)
        })?;
        let experiment = Experiment::parse(&text).map_err(|error| DirectoryError::Experiment(file, error))?;
        Ok((Self { path: path.into(), _lock: None }, experiment))
    }

    /// The directory.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The file of a shard.
    fn file(&self, shard: &Shard) -> PathBuf {
        let folder = match shard.work {
            Work::Games(_) => "games",
            Work::Probes => "probes",
        };
        self.path.join(folder).join(format!("{shard}.parquet"))
    }

    /// Files that a killed run was writing.
    fn remove_unfinished(&self) {
        for folder in ["games", "probes"] {
            let entries = fs::read_dir(self.path.join(folder)).into_iter().flatten().flatten();
            for path in entries.map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|e| e == "new")) {
                // One that stays is overwritten.
                let _ = fs::remove_file(path);
            }
        }
    }

    /// The rows of a shard; `None` if it was not run yet, or its file is damaged.
    pub fn rows(&self, experiment: &Experiment, shard: &Shard) -> Option<Rows> {
        experiment.decode(shard, fs::read(self.file(shard)).ok()?).ok()
    }

    /// Runs the shards that are not done yet.
    ///
    /// # Errors
    ///
    /// [`RunError::Write`] if a shard cannot be written, [`RunError::Game`] if a game cannot be played,
    /// [`RunError::Stopped`] if it was stopped. No further shard begins then; those that were written stay.
    pub fn run(&self, experiment: &Experiment, control: Control<'_>) -> Result<(), RunError> {
        let save = |shard: &Shard, rows: Rows| self.save(shard, &experiment.encode(shard, &rows));
        let open = |shard: &Shard, work: &mut Left| match self.rows(experiment, shard) {
            Some(rows) => {
                work.note(experiment, shard, &rows);
                false
            }
            None => true,
        };
        run(experiment, control, open, save)
    }

    /// Saves the file of a shard, as [`Experiment::encode`] makes it; a whole file or none.
    ///
    /// # Errors
    ///
    /// [`RunError::Write`] if it cannot be written.
    pub fn save(&self, shard: &Shard, bytes: &[u8]) -> Result<(), RunError> {
        let file = self.file(shard);
        write_with(&file, |out| out.write_all(bytes)).map_err(|error| {
            // On a full disk half a file helps nobody.
            let _ = fs::remove_file(file.with_extension("parquet.new"));
            RunError::Write(file, error)
        })
    }

    /// All rows that are there.
    pub fn results(&self, experiment: &Experiment) -> Results {
        let mut results = Results::new(experiment);
        for shard in experiment.shards() {
            if let Some(rows) = self.rows(experiment, &shard) {
                results.add(&shard, rows);
            }
        }
        results.align(experiment);
        results
    }
}

impl Results {
    /// Adds the rows of a shard.
    pub fn add(&mut self, shard: &Shard, rows: Rows) {
        match (shard.work, rows) {
            (Work::Games(player), Rows::Games(rows, training)) => {
                self.games[shard.variant][player].extend(rows);
                self.trainings[shard.variant][player] = training;
            }
            (_, Rows::Probes(rows)) => self.probes[shard.variant].extend(rows),
            (Work::Probes, Rows::Games(..)) => {}
        }
    }
}

impl Experiment {
    /// The file of a shard: Parquet with a checksum.
    pub fn encode(&self, shard: &Shard, rows: &Rows) -> Vec<u8> {
        table::encode(self, shard, rows)
    }

    /// The rows of a shard's file.
    ///
    /// # Errors
    ///
    /// [`table::Damaged`] if the file is not as it was written, or is another shard's.
    pub fn decode(&self, shard: &Shard, bytes: Vec<u8>) -> Result<Rows, table::Damaged> {
        table::decode(self, shard, bytes)
    }

    /// Runs the experiment in memory, without a directory.
    ///
    /// # Errors
    ///
    /// If a game cannot be played; [`RunError::Stopped`] if it was stopped.
    pub fn run(&self, control: Control<'_>) -> Result<Results, RunError> {
        let results = Mutex::new(Results::new(self));
        let save = |shard: &Shard, rows: Rows| {
            results.lock().unwrap_or_else(PoisonError::into_inner).add(shard, rows);
            Ok(())
        };
        run(self, control, |_, _| true, save)?;
        let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
        results.align(self);
        Ok(results)
    }

    /// The file's text with the program that runs it.
    fn stamped(&self, program: &str) -> String {
        let source = &self.source;
        if self.program.is_some() {
            // A directory's own file, run again elsewhere.
            let lines = source.lines().filter(|line| !line.trim_start().starts_with("program"));
            return format!("program = \"{program}\"\n{}\n", lines.collect::<Vec<_>>().join("\n"));
        }
        format!("program = \"{program}\"\n{source}\n")
    }
}

/// CPU time so far and what is left, for the estimate.
struct Left {
    /// By player; the last is the probes.
    players: Vec<Share>,
    done: u64,
    all: u64,
    /// Shards of each player that are a sample.
    sample: u64,
}

/// The work of one player.
#[derive(Clone, Copy, Default)]
struct Share {
    /// Games that are left.
    left: u64,
    /// Games that were measured, and their CPU time in microseconds.
    measured: u64,
    cpu: u64,
    /// Shards that were measured.
    shards: u64,
}

/// Variants that are enough of a sample.
const SAMPLE: usize = 6;

impl Left {
    fn new(experiment: &Experiment, shards: &[Shard]) -> Self {
        let mut players = vec![Share::default(); experiment.players.len() + 1];
        for shard in shards {
            let games = experiment.shard_games(shard);
            players[Self::place(experiment, shard)].left += games.end - games.start;
        }
        Self { players, done: 0, all: experiment.total(), sample: experiment.variants.len().min(SAMPLE) as u64 }
    }

    fn place(experiment: &Experiment, shard: &Shard) -> usize {
        match shard.work {
            Work::Games(player) => player,
            Work::Probes => experiment.players.len(),
        }
    }

    /// Notes a finished shard.
    fn note(&mut self, experiment: &Experiment, shard: &Shard, rows: &Rows) {
        let games = experiment.shard_games(shard);
        let count = games.end - games.start;
        let share = &mut self.players[Self::place(experiment, shard)];
        share.left -= count;
        if let Rows::Games(rows, training) = rows {
            share.measured += count;
            share.shards += 1;
            share.cpu += rows.iter().map(|row| row.cpu_us).sum::<u64>();
            share.cpu += training.map_or(0, |training| training.cpu_us);
            self.done += count;
        }
    }

    /// CPU time of all games so far, in microseconds.
    fn cpu(&self) -> u64 {
        self.players.iter().map(|share| share.cpu).sum()
    }

    fn is_finished(&self) -> bool {
        self.players.iter().all(|share| share.left == 0)
    }

    /// CPU seconds of the games that are left; `None` if a player was not measured enough. Probes count as their games
    /// alone.
    fn seconds(&self) -> Option<f64> {
        let seconds = |share: &Share| match share {
            Share { left: 0, .. } => Some(0.0),
            share if share.shards < self.sample => None,
            Share { left, measured, cpu, .. } => Some(*left as f64 * *cpu as f64 / *measured as f64 / 1e6),
        };
        let (probes, players) = self.players.split_last()?;
        let games = players.iter().map(seconds).sum::<Option<f64>>()?;
        let probed = Share { left: probes.left, ..*players.last()? };
        Some(games + seconds(&probed)?)
    }
}

/// Runs the shards for which `open` is true on several threads, and passes the rows of each to `save`.
fn run(
    experiment: &Experiment,
    Control { threads, stop, tables, progress }: Control<'_>,
    mut open: impl FnMut(&Shard, &mut Left) -> bool,
    save: impl Fn(&Shard, Rows) -> Result<(), RunError> + Sync,
) -> Result<(), RunError> {
    let mut shards = experiment.shards();
    let mut left = Left::new(experiment, &shards);
    shards.retain(|shard| open(shard, &mut left));
    let before = left.done;
    let cpu_before = left.cpu();
    let (next, played, ended) = (AtomicUsize::new(0), AtomicU64::new(0), Condvar::new());
    // The estimate, the threads that are at work, and the first error.
    let threads = threads.clamp(1, shards.len().max(1));
    let shared = Mutex::new((left, threads, None::<RunError>));
    let lock = || shared.lock().unwrap_or_else(PoisonError::into_inner);
    // Ends the other threads' shards after an error, too.
    let halt = AtomicBool::new(false);
    let work = || {
        let mut worker = Worker::new(experiment, tables);
        while let Some(shard) = shards.get(next.fetch_add(1, Ordering::Relaxed)) {
            let saved = match worker.run(shard, &halt, &played) {
                Ok(rows) => {
                    lock().0.note(experiment, shard, &rows);
                    save(shard, rows)
                }
                Err(RunError::Stopped) => break,
                Err(error) => Err(error),
            };
            if let Err(error) = saved {
                halt.store(true, Ordering::Relaxed);
                lock().2.get_or_insert(error);
                break;
            }
        }
        lock().1 -= 1;
        ended.notify_all();
    };
    let clock = Instant::now();
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(work);
        }
        let mut guard = lock();
        loop {
            let cpu = guard.0.cpu() - cpu_before;
            // Wall time for CPU time, as it went so far: threads may share a core with others.
            let rate = clock.elapsed().as_secs_f64() / (cpu as f64 / 1e6).max(1e-9);
            let rate = if cpu == 0 { 1.0 / threads as f64 } else { rate };
            let left = guard.0.seconds().map(|seconds| Duration::from_secs_f64((seconds * rate).clamp(0.0, 1e9)));
            progress(Progress { done: before + played.load(Ordering::Relaxed), all: guard.0.all, left });
            if guard.1 == 0 {
                break;
            }
            if stop.load(Ordering::Relaxed) {
                halt.store(true, Ordering::Relaxed);
            }
            guard = ended.wait_timeout(guard, EVERY).unwrap_or_else(PoisonError::into_inner).0;
        }
    });
    let (left, _, failed) = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
    match failed {
        Some(error) => Err(error),
        None if left.is_finished() => Ok(()),
        None => Err(RunError::Stopped),
    }
}

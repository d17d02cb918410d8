//! `tilewright train`: learns values of a game's boards, for the player `learned`.

use crate::{
    Failure, interrupt,
    meter::{Meter, duration},
    source::Source,
};
use clap::Args;
use std::{
    fmt::Write as _,
    io::Write,
    path::{Path, PathBuf},
    sync::atomic::Ordering,
    time::Instant,
};
use tilewright_store::write_with;
use tilewright_values::{MAX_SHIPPED, Options, Progress, Size, Trainer, Values};

/// Arguments of `tilewright train`.
#[derive(Args)]
#[command(after_help = "Examples:
  tilewright train hex-2048 --minutes 10 --threads 2 --out hex.values
  tilewright arena hex-2048 --players expectimax:nodes=2000,learned:values=hex.values --games 10 --seed 500000
  tilewright train hex-2048 --minutes 10 --out hex.values --resume
  tilewright train hex-2048 --minutes 2 --out hex.values --resume --max-bytes 1000000
  tilewright train --variant own.toml --out own.values

The learning curve is written next to the values, in FILE.curve, a line of JSON for each point. Ctrl-C writes what was
learned so far.")]
pub(crate) struct Arguments {
    #[command(flatten)]
    source: Source,
    /// How long to train
    #[arg(long, value_name = "M", default_value_t = 1.0, value_parser = minutes)]
    minutes: f64,
    /// Train for so many turns instead: on one thread, the same seed and turns give the same file
    #[arg(long, value_name = "N", conflicts_with = "minutes", value_parser = clap::value_parser!(u64).range(1..))]
    moves: Option<u64>,
    /// Threads that learn together
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=64))]
    threads: u64,
    /// The seed of all games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Write the values that learned:values=FILE plays from
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Small tables and a file of at most 2 MB, as those that ship
    #[arg(long)]
    small: bool,
    /// Go on with the values in the file
    #[arg(long)]
    resume: bool,
    /// Go on with the weights that play looks up most, as many as fit into a file of so many bytes
    #[arg(long, value_name = "N", requires = "resume", value_parser = clap::value_parser!(u64).range(1_000..=1 << 30))]
    max_bytes: Option<u64>,
}

fn minutes(text: &str) -> Result<f64, String> {
    let minutes = text.parse().ok().filter(|minutes| (0.001..=100_000.0).contains(minutes));
    minutes.ok_or_else(|| "it is a number of minutes, from 0.001 to 100000".into())
}

/// Turns between two looks at the clock.
const STEP: u64 = 20_000;
/// Points of a learning curve.
const POINTS: u32 = 200;
/// Seconds between files that are written on the way, at least; and the part of the time that writing them may take.
const CHECKPOINT_SECONDS: f64 = 60.0;
const CHECKPOINT_SHARE: f64 = 0.05;

pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Failure> {
    let variant = arguments.source.setup()?.variant;
    let size = if arguments.small { Size::Small } else { Size::Full };
    let options = Options { seed: arguments.seed, threads: arguments.threads as usize, size };
    let file = &arguments.out;
    let mut trainer = match (arguments.resume, file.exists()) {
        (true, _) => Trainer::resume(&variant, options, &Values::open(file)?)?,
        (false, false) => Trainer::new(&variant, options).map_err(|error| error.to_string())?,
        (false, true) => {
            let message = format!("{} is there already; --resume goes on with it", file.display());
            return Err(message.into());
        }
    };
    let limit = arguments.max_bytes.map(|max| max as usize).or(arguments.small.then_some(MAX_SHIPPED));
    if let Some(max) = arguments.max_bytes {
        trainer.prune(max as usize);
    }
    let stop = interrupt::flag()?;
    // Before the work: a file that cannot be written after it.
    write_values(file, &trainer, limit)?;
    let first = trainer.progress();
    let clock = Instant::now();
    let mut meter = Meter::new();
    let mut curve = String::new();
    let (mut point, mut checkpoint) = (1, CHECKPOINT_SECONDS);
    let done = loop {
        let played = trainer.progress().moves - first.moves;
        let seconds = clock.elapsed().as_secs_f64();
        let done = match arguments.moves {
            Some(moves) => played as f64 / moves as f64,
            None => seconds / (60.0 * arguments.minutes),
        };
        if done * f64::from(POINTS) >= f64::from(point) || done >= 1.0 {
            point = (done * f64::from(POINTS)) as u32 + 1;
            append(&mut curve, seconds, trainer.progress());
        }
        if done >= 1.0 || stop.load(Ordering::Relaxed) {
            break done;
        }
        if seconds >= checkpoint {
            write_values(file, &trainer, limit)?;
            write_curve(file, &curve, arguments.resume)?;
            let now = clock.elapsed().as_secs_f64();
            checkpoint = now + CHECKPOINT_SECONDS.max((now - seconds) / CHECKPOINT_SHARE);
        }
        let left = arguments.moves.map_or(STEP, |moves| (moves - played).min(STEP));
        let progress = trainer.run(left);
        meter.show(|_| {
            let left = duration(seconds / done.max(1e-9) * (1.0 - done));
            let rate = played as f64 / seconds.max(1e-9);
            let Progress { games, mean, .. } = progress;
            format!("{games} games, the last {mean:.0} points on average, {rate:.0} turns a second, {left} left")
        });
    };
    drop(meter);
    trainer.settle();
    write_values(file, &trainer, limit)?;
    write_curve(file, &curve, arguments.resume)?;
    let Progress { moves, games, mean, turns, steps_back } = trainer.progress();
    let seconds = clock.elapsed().as_secs_f64();
    writeln!(out, "{moves} turns, {games} games; the last of them: {mean:.0} points in {turns:.0} turns on average")?;
    writeln!(out, "{:.0} turns a second, threads: {}", (moves - first.moves) as f64 / seconds, arguments.threads)?;
    if steps_back > 0 {
        writeln!(out, "fell far below its best {steps_back} times and went back to it")?;
    }
    let name = file.display();
    writeln!(out, "the values are in {name}; learned:values={name} plays from them")?;
    if done < 1.0 {
        return Err(Failure::Interrupted(format!("stopped early; what was learned is in {name}, --resume goes on")));
    }
    Ok(())
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

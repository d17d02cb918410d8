//! `tilewright train`: learns values of a game's boards, for the player `learned`.

use crate::{
    Failure, interrupt,
    meter::{Meter, duration},
    source::Source,
};
use clap::Args;
use std::{
    io::Write,
    path::{Path, PathBuf},
    sync::atomic::Ordering,
};
use tilewright_store::{Amount, Plan, Report, TrainError, read_text, train};
use tilewright_values::{FeatureSet, Options, Progress, Size};

/// Arguments of `tilewright train`.
#[derive(Args)]
#[command(after_help = "Examples:
  tilewright train hex-2048 --minutes 10 --threads 2 --out hex.values
  tilewright arena hex-2048 --players expectimax:nodes=2000,learned:values=hex.values --games 10 --seed 500000
  tilewright train hex-2048 --minutes 10 --out hex.values --resume
  tilewright train hex-2048 --minutes 2 --out hex.values --resume --max-bytes 1000000
  tilewright train --variant own.toml --out own.values
  tilewright train classic-2048 --features corners.txt --out own.values

A feature set is a text with a line for each group of tables: `tuple x x x x/x x . ./. . . ./. . . .` (a tuple of cells,
drawn as a board), `runs 4`, `blocks`, `neighbourhoods`, `singles`, `share translations` (or symmetries, mirror, nothing).
Without one, the tables follow from the board and the family.

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
    /// Small tables and, unless --max-bytes says otherwise, a file of at most 2 MB, as those that ship
    #[arg(long)]
    small: bool,
    /// Tables of their own for late stages of slide games, which games then begin in, too
    #[arg(long)]
    stages: bool,
    /// Tables of these tuples of cells instead of the usual ones: a text file, see below
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    features: Option<PathBuf>,
    /// Go on with the values in the file
    #[arg(long)]
    resume: bool,
    /// The most bytes of the file. With --resume, only the weights that play looks up most are gone on with, as many as fit
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1_000..=1 << 30))]
    max_bytes: Option<u64>,
}

fn minutes(text: &str) -> Result<f64, String> {
    let minutes = text.parse().ok().filter(|minutes| (0.001..=100_000.0).contains(minutes));
    minutes.ok_or_else(|| "it is a number of minutes, from 0.001 to 100000".into())
}

/// The feature set in a file.
fn feature_set(path: &Path) -> Result<FeatureSet, String> {
    let name = path.display();
    let text = read_text(path, FeatureSet::MAX_BYTES).map_err(|error| error.to_string())?;
    text.parse().map_err(|message| format!("{name}: {message}"))
}

pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Failure> {
    let variant = arguments.source.setup()?.variant;
    let size = if arguments.small { Size::Small } else { Size::Full };
    let features = arguments.features.as_deref().map(feature_set).transpose()?;
    let Arguments { seed, threads, stages, .. } = *arguments;
    let options = Options { seed, threads: threads as usize, size, stages, features };
    let plan = Plan {
        amount: arguments.moves.map_or(Amount::Minutes(arguments.minutes), Amount::Moves),
        resume: arguments.resume,
        max_bytes: arguments.max_bytes.map(|max| max as usize),
    };
    let stop = interrupt::flag()?;
    let mut meter = Meter::new();
    let mut goes_on = |report: &Report| {
        let Report { progress: Progress { games, mean, .. }, moves, seconds, done } = *report;
        meter.show(|_| {
            let left = duration(seconds / done.max(1e-9) * (1.0 - done));
            let rate = moves as f64 / seconds.max(1e-9);
            format!("{games} games, the last {mean:.0} points on average, {rate:.0} turns a second, {left} left")
        });
        !stop.load(Ordering::Relaxed)
    };
    let report = train(&variant, options, plan, &arguments.out, &mut goes_on);
    drop(meter);
    let report = report.map_err(|error| match error {
        TrainError::Exists(_) => format!("{error}; --resume goes on with it"),
        TrainError::Other(message) => message,
    })?;
    let Progress { moves, games, mean, typical, turns, steps_back, .. } = report.progress;
    writeln!(out, "{moves} turns, {games} games; the last of them: {mean:.0} points in {turns:.0} turns on average,")?;
    writeln!(out, "{typical:.0} points as a geometric mean")?;
    writeln!(out, "{:.0} turns a second, threads: {}", report.moves as f64 / report.seconds, arguments.threads)?;
    if steps_back > 0 {
        writeln!(out, "fell far below its best {steps_back} times and went back to it")?;
    }
    let name = arguments.out.display();
    writeln!(out, "the values are in {name}; learned:values={name} plays from them")?;
    if report.done < 1.0 {
        return Err(Failure::Interrupted(format!("stopped early; what was learned is in {name}, --resume goes on")));
    }
    Ok(())
}

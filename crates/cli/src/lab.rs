//! `tilewright lab`: experiments that vary rules.

use crate::{Failure, interrupt, meter::duration, names};
use clap::{Args, Subcommand};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::{
    io::Write,
    path::{Path, PathBuf},
    time::Instant,
};
use tilewright_games::{Preset, Variant};
use tilewright_lab::{
    experiment::{Control, Directory, Experiment, Progress, RunError},
    measure::Analysis,
    report,
};
use tilewright_store::read_text;

/// Subcommands of `tilewright lab`.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// Run an experiment, or go on with it
    #[command(after_help = "Examples:
  tilewright lab run experiments/merge3.toml --out /tmp/merge3
  tilewright lab run experiments/merge3.toml --out /tmp/merge3 --threads 8

Killed at any moment, the same command goes on. DIR has games/*.parquet and probes/*.parquet with a row a game or probe,
summary.json and report.html.")]
    Run(RunArguments),
    /// Make the report of a directory again
    #[command(after_help = "Example:
  tilewright lab report /tmp/merge3")]
    Report {
        /// The directory of `lab run`
        dir: PathBuf,
    },
    /// Compare two variants, without an experiment file
    #[command(after_help = "Examples:
  tilewright lab compare merge3 merge3-doubling
  tilewright lab compare merge3 my-rules.toml --players random,greedy,mcts:nodes=500 --games 200")]
    Compare(CompareArguments),
}

#[derive(Args)]
pub(crate) struct RunArguments {
    /// The experiment
    file: PathBuf,
    /// The directory of its results; made if it is not there
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    #[command(flatten)]
    threads: Threads,
}

#[derive(Args)]
pub(crate) struct CompareArguments {
    /// The base: a preset, or a file with a variant
    a: String,
    /// What is compared with it: a preset, or a file with a variant
    b: String,
    /// The players, weakest first
    #[arg(long, default_value = "random,greedy,mcts:nodes=200")]
    players: String,
    /// Games a variant and player
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=Experiment::MAX_GAMES))]
    games: u64,
    /// Games are cut after so many turns
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=i64::from(Experiment::MAX_TURNS)))]
    turns: u32,
    /// The seed of the first game
    #[arg(long, default_value_t = 1, allow_negative_numbers = true, value_parser = names::seed)]
    seed: u64,
    /// Keep the results in this directory, with a report
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    threads: Threads,
}

#[derive(Args)]
struct Threads {
    /// Shards at the same time; as many as there are processors if it is left out
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=256))]
    threads: Option<u64>,
}

impl Threads {
    fn count(&self) -> usize {
        let all = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.map_or_else(all, |threads| threads as usize)
    }
}

pub(crate) fn run(command: Command, out: &mut impl Write) -> Result<(), Failure> {
    match command {
        Command::Run(arguments) => {
            let file = &arguments.file;
            let text = read_text(file, Experiment::MAX_BYTES).map_err(|error| error.to_string())?;
            let experiment = Experiment::parse(&text).map_err(|error| format!("{}: {error}", file.display()))?;
            play_to(&experiment, &arguments.out, arguments.threads.count(), out)?;
            let command = format!("tilewright lab run {} --out DIR", file.display());
            report_on(&arguments.out, Some(&command), out)
        }
        Command::Report { dir } => report_on(&dir, None, out),
        Command::Compare(arguments) => compare(&arguments, out),
    }
}

fn compare(arguments: &CompareArguments, out: &mut impl Write) -> Result<(), Failure> {
    let CompareArguments { a, b, players, games, turns, seed, .. } = arguments;
    let players = names::player_list(players)?;
    let [base, other] = [a, b].map(|name| variant(name));
    let (base, other) = (base?, other?);
    let base_name = Preset::find(a).map(|preset| preset.id);
    let mut name = Path::new(b).file_stem().map_or_else(|| b.clone(), |stem| stem.to_string_lossy().into_owned());
    if base_name.unwrap_or("base") == name {
        name += " (the second)";
    }
    let title = format!("{a} and {b}");
    let experiment = Experiment::compare(&title, (base_name, &base), (&name, &other), &players, *games, *turns, *seed)
        .map_err(|error| error.to_string())?;
    let threads = arguments.threads.count();
    if let Some(dir) = &arguments.out {
        play_to(&experiment, dir, threads, out)?;
        return report_on(dir, Some(&format!("tilewright lab compare {a} {b} --out DIR")), out);
    }
    let stopped = "stopped; nothing was kept, as there is no --out";
    let results = play(&experiment, threads, out, stopped, |control| experiment.run(control))?;
    let analysis = Analysis::new(&experiment, &results).ok_or_else(|| report::NO_SEED.to_owned())?;
    Ok(write!(out, "{}", report::lines(&experiment, &analysis))?)
}

/// A preset, or the variant in a file.
fn variant(name: &str) -> Result<Variant, String> {
    if let Some(preset) = Preset::find(name) {
        return Ok(preset.variant);
    }
    let path = Path::new(name);
    if !path.exists() {
        let near = names::nearest(name, Preset::all().iter().map(|preset| preset.id));
        let hint = near.map_or_else(String::new, |near| format!("; did you mean {near}?"));
        return Err(format!("there is no preset and no file “{name}”{hint}"));
    }
    let text = read_text(path, Variant::MAX_BYTES).map_err(|error| error.to_string())?;
    Variant::from_text(&text).map_err(|error| format!("{name}: {error}"))
}

/// Plays what is open in a directory.
fn play_to(experiment: &Experiment, dir: &Path, threads: usize, out: &mut impl Write) -> Result<(), Failure> {
    let directory = Directory::create(dir, experiment).map_err(|error| error.to_string())?;
    let stopped = format!("stopped; finished shards are kept in {}, and the same command goes on", dir.display());
    play(experiment, threads, out, &stopped, |control| directory.run(experiment, control))
}

/// Says what will be played, and plays with a progress line.
fn play<T>(
    experiment: &Experiment,
    threads: usize,
    out: &mut impl Write,
    stopped: &str,
    work: impl FnOnce(Control<'_>) -> Result<T, RunError>,
) -> Result<T, Failure> {
    for refused in &experiment.refused {
        writeln!(out, "left out, as the rules refuse it: {}: {}", refused.name, refused.reason)?;
    }
    let tables = experiment.tables()?;
    let probes = experiment.probe.as_ref().map_or(0, |probe| probe.games * experiment.variants.len() as u64);
    let probed = if probes > 0 { format!(", and {probes} games are played again to be probed") } else { String::new() };
    writeln!(
        out,
        "{} games: {} variants, {} players, {} seeds{probed}",
        experiment.total(),
        experiment.variants.len(),
        experiment.players.len(),
        experiment.games
    )?;
    out.flush()?;
    let stop = interrupt::flag()?;
    let bar = ProgressBar::with_draw_target(Some(experiment.total()), ProgressDrawTarget::stderr_with_hz(5));
    let style = ProgressStyle::with_template("[{bar:30}] {pos}/{len} games, {msg}").expect("the template is fixed");
    bar.set_style(style.progress_chars("#> "));
    bar.set_message("no estimate yet");
    let clock = Instant::now();
    let mut first = None;
    let mut progress = |Progress { done, left, .. }: Progress| {
        bar.set_position(done);
        if let Some(left) = left {
            bar.set_message(format!("about {} left", duration(left.as_secs_f64())));
            first.get_or_insert_with(|| {
                let text = format!("after a first sample: about {} on {threads} threads", duration(left.as_secs_f64()));
                match bar.is_hidden() {
                    false => bar.println(text),
                    // Where there is no terminal, the line goes to the log, unless all is over soon.
                    true if left.as_secs() > 10 => eprintln!("{text}"),
                    true => {}
                }
            });
        }
    };
    let result = work(Control { threads, stop: &stop, tables: &tables, progress: &mut progress });
    bar.finish_and_clear();
    writeln!(out, "{:.1} s on {threads} threads", clock.elapsed().as_secs_f64())?;
    result.map_err(|error| match error {
        RunError::Stopped => Failure::Interrupted(stopped.into()),
        error => Failure::Message(error.to_string()),
    })
}

/// Writes the summary and the page of a directory, and prints the verdict and the table.
fn report_on(dir: &Path, command: Option<&str>, out: &mut impl Write) -> Result<(), Failure> {
    let (directory, experiment) = Directory::open(dir).map_err(|error| error.to_string())?;
    let analysis =
        report::write(&directory, &experiment, command.unwrap_or("tilewright lab run DIR/experiment.toml --out DIR"))?;
    write!(out, "\n{}", report::lines(&experiment, &analysis))?;
    Ok(writeln!(out, "\nthe report is {}", dir.join("report.html").display())?)
}

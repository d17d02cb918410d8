//! `tilewright arena`: players play the same games and are compared.

use crate::{
    Failure, interrupt,
    meter::{Meter, duration},
    names, report,
    source::Source,
};
use clap::Args;
use std::{io::Write, path::PathBuf, sync::Arc, time::Instant};
use tilewright_games::Preset;
use tilewright_lab::arena::{Control, Journal, JournalError, PlayedGame, Progress, Run, Summary, csv};
use tilewright_players::Tables;
use tilewright_store::write_whole;

/// Arguments of `tilewright arena`.
#[derive(Args)]
#[command(after_help = "Examples:
  tilewright arena merge3 --players random,greedy --games 100
  tilewright arena classic-2048 --players greedy,expectimax:nodes=2000 --games 10 --threads 2 --out run.jsonl
  tilewright arena factors --players rollout:nodes=2000,turns=20,expectimax --games 20 --turns 500")]
pub(crate) struct Arguments {
    #[command(flatten)]
    source: Source,
    /// The players: random,greedy,expectimax:nodes=20000
    #[arg(long)]
    players: String,
    /// Games a player
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    games: u64,
    /// The seed of the first game; the others follow
    #[arg(long, default_value_t = 1, allow_negative_numbers = true, value_parser = names::seed)]
    seed: u64,
    /// Games are cut after so many turns
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    turns: Option<u64>,
    /// Games at the same time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=256))]
    threads: u64,
    /// Write every game as a line of JSON as it ends, and at the end a table as CSV and a summary as JSON next to it
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Go on with the run in the file
    #[arg(long, requires = "out")]
    resume: bool,
}

pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Failure> {
    let setup = arguments.source.setup()?;
    let players = names::player_list(&arguments.players)?;
    let mut tables = Tables::default();
    players.iter().try_for_each(|player| tables.open(player))?;
    let label = setup.preset.map_or_else(|| setup.variant.family().to_string(), Preset::label);
    let Arguments { games, seed, turns, .. } = *arguments;
    let run = Run { tables, games, seed, turns, ..Run::new(label, &setup.variant, Arc::clone(&setup.game), players) };
    let (mut journal, mut done) = match &arguments.out {
        None => (Journal::none(), Vec::new()),
        Some(path) if arguments.resume => Journal::resume(path, &run).map_err(|error| error.to_string())?,
        Some(path) => (Journal::create(path, &run).map_err(refused)?, Vec::new()),
    };
    if arguments.resume {
        eprintln!("tilewright: {} of {} games were played already", done.len(), run.total());
    }
    let stop = interrupt::flag()?;
    let clock = Instant::now();
    let mut meter = Meter::new();
    let mut progress = |Progress { done, all }: Progress| {
        meter.show(|time| {
            let left = duration(time.as_secs_f64() / done as f64 * (all - done) as f64);
            format!("[{:<30}] {done}/{all} games, about {left} left", "#".repeat(30 * done / all))
        });
    };
    let threads = arguments.threads as usize;
    let control = Control { threads, stop: &stop, progress: &mut progress };
    let games = run.play(&run.open(&done), &mut journal, control).map_err(|error| error.to_string())?;
    drop(meter);
    let (played, seconds) = (games.len(), clock.elapsed().as_secs_f64());
    done.extend(games);
    done.sort_by_key(PlayedGame::job);
    let summary = Summary::new(&run, &done);
    report::print(&run, &summary, out)?;
    if played > 0 {
        let rate = played as f64 / seconds;
        writeln!(out, "\n{played} games in {seconds:.1} s, {rate:.2} a second, threads: {threads}")?;
    }
    if let Some(file) = &arguments.out {
        let summary = format!("{:#}\n", summary.json(&run));
        for (ending, text) in [("csv", csv(&run, &done)), ("json", summary)] {
            let path = file.with_extension(ending);
            write_whole(&path, &text).map_err(|error| format!("cannot write {}: {error}", path.display()))?;
        }
    }
    if done.len() < run.total() {
        let journal = arguments
            .out
            .as_ref()
            .map_or_else(String::new, |file| format!(" and kept in {}; go on with --resume", file.display()));
        let finished = format!("{} of {} games are finished{journal}", done.len(), run.total());
        return Err(Failure::Interrupted(finished));
    }
    Ok(())
}

/// The message for a journal that cannot be created, with the option that helps.
fn refused(error: JournalError) -> String {
    match error {
        JournalError::Exists(_) => format!("{error}; --resume goes on with it"),
        _ => error.to_string(),
    }
}

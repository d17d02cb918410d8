//! `tilewright arena`: players play the same games; who is better, how sure that is, what it costs.
//!
//! A game depends on its seed and its player alone, so the number of threads changes nothing but the time. Every game
//! that ends is written to the file at once, so a run that is broken off keeps it, and `--resume` plays the rest.

mod game;
mod journal;
mod report;

use crate::{Failure, names, source::Source};
use clap::Args;
use game::play;
use journal::Journal;
use std::{
    io::{IsTerminal, Write},
    path::PathBuf,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    time::Instant,
};
use tilewright_players::Player;

/// Who plays what.
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
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games are cut after so many turns
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    turns: Option<u64>,
    /// Games at the same time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=256))]
    threads: u64,
    /// Write every game as a line of JSON, and a table as CSV beside it
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Go on with the run in the file
    #[arg(long, requires = "out")]
    resume: bool,
}

/// A run: what all its games have in common.
pub(crate) struct Run {
    pub(crate) label: String,
    pub(crate) variant: serde_json::Value,
    pub(crate) players: Vec<Player>,
    pub(crate) games: u64,
    pub(crate) seed: u64,
    pub(crate) turns: Option<u64>,
}

pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Failure> {
    let setup = arguments.source.setup()?;
    let run = Run {
        label: setup.preset.map_or_else(|| setup.variant.family().to_owned(), tilewright_games::Preset::label),
        variant: setup.variant.to_json(),
        players: names::player_list(&arguments.players)?,
        games: arguments.games,
        seed: arguments.seed,
        turns: arguments.turns,
    };
    let count = run.players.len();
    let (journal, mut done) = Journal::open(arguments.out.as_deref(), arguments.resume, &run)?;
    if arguments.resume {
        let kept = done.len();
        eprintln!("tilewright: {kept} of {} games were played already", run.games as usize * count);
    }
    // Game by game and not player by player: a run that is broken off has pairs to compare.
    let open: Vec<(u64, usize)> = (0..run.games)
        .flat_map(|game| (0..count).map(move |player| (game, player)))
        .filter(|job| !done.iter().any(|outcome| (outcome.game, outcome.player) == *job))
        .collect();
    let next = AtomicUsize::new(0);
    let finished = Mutex::new((Vec::new(), journal, Ok(())));
    let clock = Instant::now();
    std::thread::scope(|scope| {
        for _ in 0..arguments.threads.min(open.len() as u64) {
            scope.spawn(|| {
                while let Some(&(number, player)) = open.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let outcome = play(&setup.game, &run, number, player);
                    let mut finished = finished.lock().unwrap_or_else(PoisonError::into_inner);
                    let (outcomes, journal, written) = &mut *finished;
                    if written.is_ok() {
                        *written = outcome.as_ref().map_err(Clone::clone).and_then(|outcome| journal.write(outcome));
                    }
                    if written.is_err() {
                        break;
                    }
                    outcomes.extend(outcome.ok());
                    progress(outcomes.len(), open.len(), &clock);
                }
            });
        }
    });
    let (outcomes, _, written) = finished.into_inner().unwrap_or_else(PoisonError::into_inner);
    written?;
    done.extend(outcomes);
    done.sort_by_key(|outcome| (outcome.game, outcome.player));
    if let Some(file) = &arguments.out {
        journal::write_csv(&file.with_extension("csv"), &run, &done)?;
    }
    report::print(&run, &done, out)?;
    Ok(())
}

/// A line on the terminal, if somebody watches.
fn progress(done: usize, all: usize, clock: &Instant) {
    let mut err = std::io::stderr().lock();
    if err.is_terminal() {
        let left = clock.elapsed().as_secs_f64() / done as f64 * (all - done) as f64;
        let bar = "#".repeat(30 * done / all);
        let end = if done == all { "\n" } else { "" };
        // Who closed the terminal does not want to know.
        let _ = write!(err, "\r[{bar:<30}] {done}/{all} games, about {left:.0} s left {end}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(clap::Parser)]
    struct Line {
        #[command(flatten)]
        arguments: Arguments,
    }

    /// The table of a run, without the one column that does not repeat.
    fn table(line: &str) -> String {
        let file = std::env::temp_dir().join(format!("tilewright-arena-{}.jsonl", std::process::id()));
        let name = file.display().to_string();
        let words = ["arena"].into_iter().chain(line.split(' ')).chain(["--out", &name]);
        let Line { arguments } = clap::Parser::parse_from(words);
        let mut out = Vec::new();
        assert!(run(&arguments, &mut out).is_ok(), "{line}");
        let csv = file.with_extension("csv");
        let text = std::fs::read_to_string(&csv).unwrap();
        std::fs::remove_file(&file).unwrap();
        std::fs::remove_file(&csv).unwrap();
        text.lines().map(|line| line.rsplit_once(',').unwrap().0.to_owned() + "\n").collect()
    }

    #[test]
    fn threads_change_nothing_and_cut_games_are_marked() {
        let line = "merge3-doubling --players random,expectimax:nodes=100 --games 6 --seed 3 --turns 9";
        let one = table(line);
        assert_eq!(one.lines().count(), 13);
        assert!(one.lines().skip(1).any(|line| line.contains(",9,") && line.contains(",true,")), "{one}");
        assert_eq!(table(&format!("{line} --threads 3")), one);
    }
}

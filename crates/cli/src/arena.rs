//! `tilewright arena`: players play the same games; who is better, how sure that is, what it costs.
//!
//! A game depends on its seed and its player alone, so the number of threads changes nothing but the time. Every game
//! that ends is written to the file at once, so a run that is broken off keeps it, and `--resume` plays the rest.

mod game;
mod journal;
mod report;
mod summary;

use crate::{
    Failure, interrupt,
    meter::{Meter, duration},
    names,
    source::Source,
};
use clap::Args;
pub(crate) use game::seed;
use game::{Outcome, play};
use journal::Journal;
use std::{
    collections::HashSet,
    io::Write,
    path::PathBuf,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
};
use summary::Summary;
use tilewright_games::AnyGame;
use tilewright_players::Player;
use tilewright_tui::write_whole;

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
    /// Write every game as a line of JSON as it ends, and beside it in the end a table as CSV and a summary as JSON
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
    let all = run.games as usize * count;
    if arguments.resume {
        eprintln!("tilewright: {} of {all} games were played already", done.len());
    }
    // Game by game and not player by player: a run that is broken off has pairs to compare.
    let known: HashSet<(u64, usize)> = done.iter().map(|outcome| (outcome.game, outcome.player)).collect();
    let jobs = (0..run.games).flat_map(|game| (0..count).map(move |player| (game, player)));
    let open: Vec<(u64, usize)> = jobs.filter(|job| !known.contains(job)).collect();
    let stop = interrupt::flag()?;
    let (outcomes, seconds) = play_all(&setup.game, &run, &open, journal, arguments.threads, &stop)?;
    let played = outcomes.len();
    done.extend(outcomes);
    done.sort_by_key(|outcome| (outcome.game, outcome.player));
    let summary = Summary::new(&run, &done);
    report::print(&run, &summary, out)?;
    if played > 0 {
        let rate = played as f64 / seconds;
        writeln!(out, "\n{played} games in {seconds:.1} s, {rate:.2} a second, threads: {}", arguments.threads)?;
    }
    if let Some(file) = &arguments.out {
        let summary = format!("{:#}\n", summary.json(&run));
        for (ending, text) in [("csv", journal::csv(&run, &done)), ("json", summary)] {
            let path = file.with_extension(ending);
            write_whole(&path, &text).map_err(|error| format!("cannot write {}: {error}", path.display()))?;
        }
    }
    if done.len() < all {
        let kept = arguments
            .out
            .as_ref()
            .map_or_else(String::new, |file| format!(" and kept in {}; go on with --resume", file.display()));
        return Err(Failure::Interrupted(format!("{} of {all} games are finished{kept}", done.len())));
    }
    Ok(())
}

/// What the threads share: they come by once a game.
struct Shared {
    outcomes: Vec<Outcome>,
    journal: Journal,
    meter: Meter,
    failed: Option<String>,
}

/// Plays all open games, or as many as there is time for before `stop`; and how many seconds that took.
fn play_all(
    game: &AnyGame,
    run: &Run,
    open: &[(u64, usize)],
    journal: Journal,
    threads: u64,
    stop: &AtomicBool,
) -> Result<(Vec<Outcome>, f64), String> {
    let next = AtomicUsize::new(0);
    let shared = Mutex::new(Shared { outcomes: Vec::new(), journal, meter: Meter::new(), failed: None });
    let work = || {
        while let Some(&(number, player)) = open.get(next.fetch_add(1, Ordering::Relaxed)) {
            let played = play(game, run, number, player, stop);
            let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
            let kept = match played {
                Ok(Some(outcome)) => shared.keep(outcome, open.len()),
                Ok(None) => break,
                Err(says) => Err(says),
            };
            if let Err(says) = kept {
                // Nobody begins another game.
                next.store(open.len(), Ordering::Relaxed);
                shared.failed.get_or_insert(says);
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..threads.min(open.len() as u64) {
            scope.spawn(work);
        }
    });
    let Shared { outcomes, meter, failed, .. } = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
    failed.map_or(Ok((outcomes, meter.clock.elapsed().as_secs_f64())), Err)
}

impl Shared {
    /// Writes a game down, and says how far the run is.
    fn keep(&mut self, outcome: Outcome, all: usize) -> Result<(), String> {
        self.journal.write(&outcome)?;
        self.outcomes.push(outcome);
        let done = self.outcomes.len();
        self.meter.say(|time| {
            let left = duration(time.as_secs_f64() / done as f64 * (all - done) as f64);
            format!("[{:<30}] {done}/{all} games, about {left} left", "#".repeat(30 * done / all))
        });
        Ok(())
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
        let text = std::fs::read_to_string(file.with_extension("csv")).unwrap();
        for ending in ["jsonl", "csv", "json"] {
            std::fs::remove_file(file.with_extension(ending)).unwrap();
        }
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

//! `tilewright perft`: counts lines of play to a fixed depth.

use crate::{Failure, names, source::Source};
use clap::Args;
use std::{io::Write, time::Instant};
use tilewright_core::perft;

/// Arguments of `tilewright perft`.
#[derive(Args)]
#[command(after_help = "Examples:
  tilewright perft hex-2048 --depth 2
  tilewright perft classic-2048 --board '2 4 2 4/4 2 4 2/2 4 2 4/4 2 4 .' --depth 3
  tilewright perft --variant mine.toml --seed 7")]
pub(crate) struct Arguments {
    #[command(flatten)]
    source: Source,
    /// Turns to count
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(0..=100))]
    depth: u32,
    /// The position to count from, instead of a dealt start
    #[arg(long, value_name = "POSITION")]
    board: Option<String>,
    /// The seed of the start
    #[arg(long, default_value_t = 0, allow_negative_numbers = true, value_parser = names::seed)]
    seed: u64,
    /// Steps to take at the most
    #[arg(long, default_value_t = 200_000_000)]
    most: u64,
}

pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Failure> {
    let session = arguments.source.session(arguments.board.as_deref(), arguments.seed)?;
    writeln!(out, "{}", session.board())?;
    writeln!(out, "{:>5} {:>15} {:>15} {:>9}", "depth", "actions", "outcomes", "seconds")?;
    for depth in 0..=arguments.depth {
        let clock = Instant::now();
        let count = perft(session.game(), session.state(), depth, arguments.most)
            .map_err(|error| format!("depth {depth}: {error}"))?;
        let seconds = clock.elapsed().as_secs_f64();
        writeln!(out, "{depth:>5} {:>15} {:>15} {seconds:>9.2}", count.actions, count.outcomes)?;
        out.flush()?;
    }
    Ok(())
}

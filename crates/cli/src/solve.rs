//! `tilewright solve`: the best that can be done on a small board, and how far players are from it.

use crate::{Failure, source::Source};
use clap::{Args, ValueEnum};
use std::io::{IsTerminal, Write};
use tilewright_core::Game;
use tilewright_players::{
    Limit,
    exact::{Goal, Policy, solve},
};

/// What to solve.
#[derive(Args)]
#[command(after_help = "Examples:
  tilewright solve --variant small.toml
  tilewright solve --variant small.toml --goal score --players greedy,expectimax:nodes=20000

with small.toml, say,
  family = \"slide\"
  board = { shape = \"square\", width = 2, height = 2 }
  target = 32")]
pub(crate) struct Arguments {
    #[command(flatten)]
    source: Source,
    /// What is to be had
    #[arg(long, value_enum, default_value_t = Wanted::Win)]
    goal: Wanted,
    /// Players to hold against the best
    #[arg(long)]
    players: Option<String>,
    /// Positions to hold at the most, about 150 bytes each
    #[arg(long, default_value_t = 5_000_000)]
    most: u64,
}

#[derive(Clone, Copy, ValueEnum)]
enum Wanted {
    /// The target; play ends there
    Win,
    /// Points, to the end
    Score,
}

pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Failure> {
    let players = arguments.players.as_deref().map_or(Ok(Vec::new()), crate::arena::players)?;
    let setup = arguments.source.setup()?;
    let (goal, unit) = match arguments.goal {
        Wanted::Win => (Goal::Win, "probability to reach the target"),
        Wanted::Score => (Goal::Score, "expected score"),
    };
    let (cells, symmetries) = (setup.game.topology().len(), setup.game.symmetries().len().max(1));
    let most = arguments.most;
    let memory = most.saturating_mul(150) / 1_000_000;
    writeln!(out, "{cells} cells, {symmetries} symmetries; at most {most} positions, {memory} MB")?;
    out.flush()?;
    let limit = Limit::nodes(u64::MAX);
    let value = |policy| {
        let solved = solve(&setup.game, goal, policy, most, &mut |states| {
            let mut err = std::io::stderr().lock();
            if err.is_terminal() {
                // Who closed the terminal does not want to know.
                let _ = write!(err, "\r{states} positions ");
            }
        });
        solved.map_err(|error| error.to_string())
    };
    let best = value(Policy::Best)?;
    writeln!(out, "{} positions neither won nor lost, up to symmetry", best.states)?;
    writeln!(out, "\n{:<40} {:>20} {:>10}", "player", unit, "loss")?;
    let mut line = |name: &str, value: f64| {
        let loss = if best.value > 0.0 { 100.0 * (1.0 - value / best.value) } else { 0.0 };
        writeln!(out, "{name:<40} {value:>20.12} {loss:>8.3} %")
    };
    line("best", best.value)?;
    line("random, all actions equally likely", value(Policy::Random)?.value)?;
    for player in players {
        line(&player.to_string(), value(Policy::Player(player, &limit))?.value)?;
    }
    Ok(())
}

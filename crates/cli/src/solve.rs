//! `tilewright solve`: the best that can be done on a small board, a table to play from, and how far players are from it.

use crate::{
    Failure,
    meter::{Meter, duration},
    names,
    source::Source,
};
use clap::{Args, ValueEnum};
use std::{
    fs::{self, File},
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
    sync::Arc,
    time::Instant,
};
use tilewright_core::Game;
use tilewright_games::AnyGame;
use tilewright_lab::regret;
use tilewright_players::{
    Engine, Limit, Player, Tables,
    exact::{self, Cost, Goal, Policy, Progress, SolveError, Solved, ValueTable},
};
use tilewright_session::Setup;
use tilewright_store::write_with;

/// Arguments of `tilewright solve`.
#[derive(Args)]
#[command(after_help = "Examples:
  tilewright solve --variant small.toml
  tilewright solve --variant small.toml --goal score --players greedy,expectimax:nodes=20000
  tilewright solve --variant small.toml --players expectimax --games 100
  tilewright solve --variant small.toml --out small.table
  tilewright arena --variant small.toml --players exact:table=small.table,expectimax --games 100

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
    /// Players to hold against the best, or all
    #[arg(long)]
    players: Option<String>,
    /// Estimate what players lose from so many games, instead of asking them about every position
    #[arg(long, value_name = "N", requires = "players", value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,
    /// The seed of these games
    #[arg(long, default_value_t = 1, requires = "games")]
    seed: u64,
    /// Positions to hold at the most; as many as take a gigabyte unless given
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    most: Option<u64>,
    /// Write the table that exact:table=FILE plays from
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Wanted {
    /// The target; play ends there
    Win,
    /// Points, to the end
    Score,
}

/// Bytes that positions may take unless something else is said.
const MEMORY: u64 = 1_000_000_000;
/// Positions of a first try, from which the time is estimated.
const SAMPLE: u64 = 20_000;
/// Finding a position and valuing it, in times of finding it.
const PASSES: f64 = 2.5;
/// Boards that are so many times too many are not begun.
const HOPELESS: f64 = 100.0;

pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Failure> {
    let (goal, unit) = match arguments.goal {
        Wanted::Win => (Goal::Win, "win probability"),
        Wanted::Score => (Goal::Score, "expected score"),
    };
    let all = Player::ALL.map(|player| match player {
        Player::Exact { nodes, table, .. } => Player::Exact { nodes, goal, table },
        other => other,
    });
    let players = match arguments.players.as_deref() {
        None => Vec::new(),
        Some("all") => all.to_vec(),
        Some(list) => names::player_list(list)?,
    };
    let mut tables = Tables::default();
    players.iter().try_for_each(|player| tables.open(player))?;
    let setup = arguments.source.setup()?;
    let cost = exact::cost(&setup.game, goal);
    let allowed = |cost: Cost| arguments.most.unwrap_or(MEMORY / cost.bytes);
    let most = allowed(cost);
    let tabled = arguments.out.is_some() || arguments.games.is_some();
    if tabled && cost.positions.is_none() {
        return Err(SolveError::NoTable.to_string().into());
    }
    if let Some(file) = &arguments.out {
        writable(file)?;
    }
    tell_cost(&setup.game, goal, cost, most, out)?;
    out.flush()?;
    let table = match tabled {
        true => Some(solve_table(&setup.game, goal, most).map_err(|error| error.to_string())?),
        false => None,
    };
    if let (Some(table), Some(file)) = (&table, &arguments.out) {
        write_table(&setup, table, file, out)?;
    }
    let best = match &table {
        None => value(&setup.game, goal, Policy::Best, most).map_err(|error| error.to_string())?,
        Some(table) => Solved { value: table.start(&setup.game), states: table.len() },
    };
    let symmetry = if cost.positions.is_some() { ", up to symmetry" } else { "" };
    writeln!(out, "{} positions neither won nor lost{symmetry}", best.states)?;
    writeln!(out, "\n{:<40} {:>20} {:>16} {:>10}", "player", unit, "regret", "relative")?;
    writeln!(out, "{:<40} {:>20.12}", "best", best.value)?;
    let mut line = |name: &str, found: Result<Found, String>| -> Result<(), Failure> {
        match found {
            Ok(Found { regret, note }) => {
                let value = best.value - regret;
                let relative = percent(regret, best.value);
                writeln!(out, "{name:<40} {value:>20.12} {regret:>16.9} {relative:>8.4} %{note}")?;
            }
            Err(error) => writeln!(out, "{name:<40} {:>20} {error}", "–")?,
        }
        Ok(out.flush()?)
    };
    let known = |policy: Policy<'_>, most: u64| {
        let Solved { value, .. } = value(&setup.game, goal, policy, most).map_err(|error| error.to_string())?;
        // The last bits of a sum depend on its order.
        let regret = if (best.value - value).abs() < 1e-11 * best.value { 0.0 } else { best.value - value };
        Ok(Found { regret, note: String::new() })
    };
    line("random", known(Policy::Random, most))?;
    for player in players.into_iter().filter(|player| *player != Player::Random) {
        let mut engine =
            Engine::with_tables(&player, Arc::clone(&setup.game), &tables).map_err(|error| error.to_string())?;
        let found = match (&table, arguments.games) {
            (Some(table), Some(games)) => estimate(table, &mut engine, arguments.seed, games, best.value),
            _ => known(Policy::Engine(&mut engine, &Limit::default()), allowed(Cost::PLAIN)),
        };
        line(&player.to_string(), found)?;
    }
    Ok(())
}

/// What a player loses against the best.
struct Found {
    regret: f64,
    /// How sure that is, where it is an estimate.
    note: String,
}

/// What a player loses in some games.
fn estimate(table: &ValueTable, engine: &mut Engine, seed: u64, games: u64, best: f64) -> Result<Found, String> {
    let mut meter = Meter::new();
    let player = engine.player().clone();
    let mut progress = |number| meter.show(|_| format!("{player}: {number} of {games} games"));
    let regret = regret::estimate(table, engine, seed, games, &mut progress).map_err(|error| error.to_string())?;
    let (low, high) = regret.interval;
    let note = format!("  ({:.4} – {:.4} in {games} games)", percent(low, best), percent(high, best));
    Ok(Found { regret: regret.mean, note })
}

/// A loss as a share of the best; nothing is lost where nothing is to be had.
fn percent(loss: f64, best: f64) -> f64 {
    if best > 0.0 { 100.0 * loss / best } else { 0.0 }
}

/// Refuses, before the work, a file that could not be written after it.
fn writable(file: &Path) -> Result<(), String> {
    let name = file.display();
    File::create_new(file).and_then(|_| fs::remove_file(file)).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => format!("{name} is there already; name another file"),
        _ => format!("cannot write {name}: {error}"),
    })
}

/// Says what is to be expected, or that it is too much.
fn tell_cost(game: &AnyGame, goal: Goal, cost: Cost, most: u64, out: &mut impl Write) -> Result<(), Failure> {
    let megabytes = |positions: f64| positions * cost.bytes as f64 / 1e6;
    let (cells, symmetries) = (game.topology().len(), game.symmetries().len().max(1));
    write!(out, "{cells} cells, {symmetries} symmetries: ")?;
    match cost.positions {
        Some(bound) => write!(out, "at most {bound:.0} positions, {:.1} MB", megabytes(bound))?,
        None => write!(out, "nobody knows how many positions")?,
    }
    writeln!(out, "; {most} are allowed, {:.1} MB", megabytes(most as f64))?;
    if let Some(bound) = cost.positions.filter(|bound| *bound > HOPELESS * most as f64) {
        return Err(format!("{bound:.1e} positions are too many; a smaller board or target has less").into());
    }
    let clock = Instant::now();
    let sample = exact::solve(game, goal, Policy::Best, SAMPLE.min(most), &mut |_| ());
    if sample.is_err() && most > SAMPLE {
        let rate = SAMPLE as f64 / clock.elapsed().as_secs_f64();
        let time = duration(PASSES * cost.positions.map_or(most as f64, |bound| bound.min(most as f64)) / rate);
        writeln!(out, "the first {SAMPLE} were found at {rate:.0} a second: at most {time} or so")?;
    }
    Ok(())
}

/// What a policy is worth, with progress for whoever watches.
fn value(game: &AnyGame, goal: Goal, policy: Policy<'_>, most: u64) -> Result<Solved, SolveError> {
    let mut meter = Meter::new();
    exact::solve(game, goal, policy, most, &mut |progress| tell(&mut meter, progress))
}

fn tell(meter: &mut Meter, Progress { found, solved }: Progress) {
    meter.show(|time| {
        let rate = (found + solved) as f64 / time.as_secs_f64();
        match solved {
            0 => format!("{found} positions found, {rate:.0} a second"),
            _ => format!("{solved} of {found} positions solved, {rate:.0} a second"),
        }
    });
}

/// The table of the best player, with progress for whoever watches.
fn solve_table(game: &AnyGame, goal: Goal, most: u64) -> Result<ValueTable, SolveError> {
    let mut meter = Meter::new();
    exact::table(game, goal, most, &mut |progress| tell(&mut meter, progress))
}

fn write_table(setup: &Setup, table: &ValueTable, file: &Path, out: &mut impl Write) -> Result<(), Failure> {
    let name = file.display();
    let written = write_with(file, |file| {
        let mut buffer = BufWriter::new(file);
        table.write(&setup.variant, &mut buffer)?;
        buffer.flush()
    });
    written.map_err(|error| format!("cannot write {name}: {error}"))?;
    Ok(writeln!(out, "the table is in {name}; exact:table={name} plays from it")?)
}

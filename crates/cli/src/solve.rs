//! `tilewright solve`: the best value on a small board, a table to play from, and the regret of players.

use crate::{
    Failure, interrupt,
    meter::{Meter, duration},
    names,
    source::Source,
};
use clap::{Args, ValueEnum};
use std::{
    fs::{self, File},
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};
use tilewright_lab::{
    regret::{self, RegretError},
    solve::{Loss, Problem, Sample, Solution},
};
use tilewright_players::{
    Engine, Player, Tables,
    exact::{Goal, Progress, SolveError, ValueTable},
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
    #[arg(long, default_value_t = 1, requires = "games", allow_negative_numbers = true, value_parser = names::seed)]
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

pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Failure> {
    let (goal, unit) = match arguments.goal {
        Wanted::Win => (Goal::Win, "win probability"),
        Wanted::Score => (Goal::Score, "expected score"),
    };
    let players = match arguments.players.as_deref() {
        None => Vec::new(),
        Some("all") => all_players(goal),
        Some(list) => names::player_list(list)?,
    };
    let mut tables = Tables::default();
    players.iter().try_for_each(|player| tables.open(player))?;
    let setup = arguments.source.setup()?;
    let problem = Problem::new(Arc::clone(&setup.game), goal, arguments.most);
    let wants_table = arguments.out.is_some() || arguments.games.is_some();
    if wants_table && !problem.has_table() {
        return Err(SolveError::NoTable.to_string().into());
    }
    if let Some(file) = &arguments.out {
        writable(file)?;
    }
    print_cost(&problem, out)?;
    out.flush()?;
    let interrupted = interrupt::flag()?;
    let stop = || interrupted.load(Ordering::Relaxed);
    let mut meter = Meter::new();
    let mut progress = |progress| show(&mut meter, progress);
    let solved =
        if wants_table { problem.solve_table(&stop, &mut progress) } else { problem.solve(&stop, &mut progress) };
    drop(meter);
    let best = solved.map_err(failure)?;
    if let (Some(table), Some(file)) = (&best.table, &arguments.out) {
        write_table(&setup, table, file, out)?;
    }
    let symmetry = if problem.has_table() { ", up to symmetry" } else { "" };
    writeln!(out, "{} positions neither won nor lost{symmetry}", best.positions)?;
    writeln!(out, "\n{:<40} {:>20} {:>16} {:>10}", "player", unit, "regret", "relative")?;
    writeln!(out, "{:<40} {:>20.12}", "best", best.value)?;
    let mut meter = Meter::new();
    let random = best.random(&stop, &mut |progress| show(&mut meter, progress)).map_err(failure);
    drop(meter);
    print_loss("random", random.map(|loss| (loss, String::new())), out)?;
    for player in players.into_iter().filter(|player| *player != Player::Random) {
        let mut engine =
            Engine::with_tables(&player, Arc::clone(&setup.game), &tables).map_err(|error| error.to_string())?;
        let loss = match (&best.table, arguments.games) {
            (Some(table), Some(games)) => estimate(&best, table, &mut engine, arguments.seed, games, &interrupted),
            _ => {
                let mut meter = Meter::new();
                let loss = best.player(&mut engine, &stop, &mut |progress| show(&mut meter, progress));
                loss.map(|loss| (loss, String::new())).map_err(failure)
            }
        };
        print_loss(&player.to_string(), loss, out)?;
    }
    Ok(())
}

/// All players, `exact` with this goal.
fn all_players(goal: Goal) -> Vec<Player> {
    let with_goal = |player| match player {
        Player::Exact { nodes, table, .. } => Player::Exact { nodes, goal, table },
        other => other,
    };
    Player::ALL.map(with_goal).into()
}

/// The failure of a solution, with the option that helps.
fn failure(error: SolveError) -> Failure {
    match error {
        SolveError::Stopped => Failure::Interrupted(error.to_string()),
        SolveError::TooLarge { .. } => Failure::Message(format!("{error}; --most allows more")),
        _ => Failure::Message(error.to_string()),
    }
}

/// The line of a player: what it loses and a note about how sure that is, or why that is unknown. Fails if that was
/// interrupted.
fn print_loss(name: &str, loss: Result<(Loss, String), Failure>, out: &mut impl Write) -> Result<(), Failure> {
    match loss {
        Ok((Loss { value, regret, percent }, note)) => {
            writeln!(out, "{name:<40} {value:>20.12} {regret:>16.9} {percent:>8.4} %{note}")?;
        }
        Err(Failure::Message(error)) => writeln!(out, "{name:<40} {:>20} {error}", "–")?,
        Err(other) => return Err(other),
    }
    Ok(out.flush()?)
}

/// What a player loses in some games.
fn estimate(
    best: &Solution,
    table: &ValueTable,
    engine: &mut Engine,
    seed: u64,
    games: u64,
    stop: &AtomicBool,
) -> Result<(Loss, String), Failure> {
    let mut meter = Meter::new();
    let player = engine.player().clone();
    let mut progress = |number| meter.show(|_| format!("{player}: {number} of {games} games"));
    let regret = regret::estimate(table, engine, seed, games, stop, &mut progress).map_err(|error| match error {
        RegretError::Stopped => Failure::Interrupted(error.to_string()),
        _ => Failure::Message(error.to_string()),
    })?;
    let (low, high) = regret.interval;
    let note = format!("  ({:.4} – {:.4} in {games} games)", best.percent(low), best.percent(high));
    Ok((best.estimate(&regret), note))
}

/// Refuses, before the work, a file that cannot be written after it.
fn writable(file: &Path) -> Result<(), String> {
    let name = file.display();
    File::create_new(file).and_then(|_| fs::remove_file(file)).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => format!("{name} is there already; name another file"),
        _ => format!("cannot write {name}: {error}"),
    })
}

/// Prints what to expect, or fails if that is too much.
fn print_cost(problem: &Problem, out: &mut impl Write) -> Result<(), Failure> {
    let (cells, symmetries) = problem.size();
    write!(out, "{cells} cells, {symmetries} symmetries: ")?;
    match problem.cost.positions {
        Some(bound) => write!(out, "at most {bound:.0} positions, {:.1} MB", problem.megabytes(bound))?,
        None => write!(out, "the number of positions is unknown")?,
    }
    let max = problem.max_positions;
    writeln!(out, "; {max} are allowed, {:.1} MB", problem.megabytes(max as f64))?;
    problem.check().map_err(|error| error.to_string())?;
    if let Some(Sample { positions, rate, seconds }) = problem.sample() {
        let time = duration(seconds);
        writeln!(out, "the first {positions} were found at {rate:.0} a second: at most {time} or so")?;
    }
    Ok(())
}

fn show(meter: &mut Meter, Progress { found, solved }: Progress) {
    meter.show(|time| {
        let rate = (found + solved) as f64 / time.as_secs_f64();
        match solved {
            0 => format!("{found} positions found, {rate:.0} a second"),
            _ => format!("{solved} of {found} positions solved, {rate:.0} a second"),
        }
    });
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

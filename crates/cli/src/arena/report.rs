//! The outcome of a run in words and columns.

use super::{Run, game::Outcome};
use crate::stats::{interval, mean, median};
use std::{
    collections::BTreeMap,
    io::{self, Write},
};

pub(crate) fn print(run: &Run, outcomes: &[Outcome], out: &mut impl Write) -> io::Result<()> {
    let of = |player: usize| outcomes.iter().filter(move |outcome| outcome.player == player);
    let scores = |player: usize| of(player).map(|outcome| outcome.score as f64).collect::<Vec<_>>();
    let names: Vec<String> = run.players.iter().map(ToString::to_string).collect();
    let width = names.iter().map(String::len).max().unwrap_or(0).max(6);
    write!(out, "{}, {} games from seed {}", run.label, run.games, run.seed)?;
    match run.turns {
        Some(turns) => writeln!(out, ", cut after {turns} turns")?,
        None => writeln!(out)?,
    }
    writeln!(
        out,
        "\n{:width$} {:>11} {:>23} {:>11} {:>9} {:>5} {:>11} {:>11}",
        "player", "mean", "95 %", "median", "turns", "cut", "CPU ms/turn", "nodes/s"
    )?;
    for (player, name) in names.iter().enumerate() {
        let scores = scores(player);
        let (low, high) = interval(&scores);
        let turns: u64 = of(player).map(|outcome| outcome.turns).sum();
        let cpu: f64 = of(player).map(|outcome| outcome.cpu_ms).sum();
        let nodes: u64 = of(player).map(|outcome| outcome.nodes).sum();
        writeln!(
            out,
            "{name:width$} {:>11.1} {:>23} {:>11.1} {:>9.1} {:>5} {:>11.4} {:>11.0}",
            mean(&scores),
            format!("{low:.1} – {high:.1}"),
            median(&scores),
            turns as f64 / scores.len().max(1) as f64,
            of(player).filter(|outcome| outcome.cut).count(),
            cpu / turns.max(1) as f64,
            nodes as f64 / (cpu / 1000.0).max(1e-9),
        )?;
    }
    if outcomes.iter().any(|outcome| outcome.cut) {
        writeln!(out, "\nGames that were cut count with their points so far: their true scores are at least that.")?;
    }
    if names.len() > 1 {
        writeln!(out, "\npaired differences")?;
    }
    for a in 0..names.len() {
        for b in a + 1..names.len() {
            let differences: Vec<f64> = scores(b).iter().zip(scores(a)).map(|(theirs, ours)| theirs - ours).collect();
            let (low, high) = interval(&differences);
            let (ours, theirs) = (&names[a], &names[b]);
            writeln!(out, "{theirs} − {ours}: {:.1} ({low:.1} – {high:.1})", mean(&differences))?;
        }
    }
    writeln!(out, "\nbest tile at the end")?;
    for (player, name) in names.iter().enumerate() {
        let mut tiles = BTreeMap::new();
        of(player).for_each(|outcome| *tiles.entry(outcome.best).or_insert(0) += 1);
        let tiles: Vec<String> = tiles.iter().rev().map(|(tile, count)| format!("{tile} × {count}")).collect();
        writeln!(out, "{name:width$} {}", tiles.join(", "))?;
    }
    Ok(())
}

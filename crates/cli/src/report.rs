//! The tables that `tilewright arena` prints.

use std::io::{self, Write};
use tilewright_lab::{
    arena::{Difference, PlayerSummary, Run, Summary},
    stats::Survival,
};

pub(crate) fn print(run: &Run, summary: &Summary, out: &mut impl Write) -> io::Result<()> {
    let names: Vec<String> = run.players.iter().map(ToString::to_string).collect();
    let width = names.iter().map(String::len).max().unwrap_or(0).max(6);
    let lines = || names.iter().zip(&summary.players);
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
    for (name, PlayerSummary { mean, interval: (low, high), median, turns, cut, cpu, speed, .. }) in lines() {
        let interval = format!("{low:.1} – {high:.1}");
        writeln!(
            out,
            "{name:width$} {mean:>11.1} {interval:>23} {median:>11.1} {turns:>9.1} {cut:>5} {cpu:>11.4} {speed:>11.0}"
        )?;
    }
    if summary.players.iter().any(|line| line.cut > 0) {
        writeln!(out, "\nAbove, games that were cut count with their points so far: lower bounds.")?;
        writeln!(out, "As censored (Kaplan–Meier, as if a cut said nothing of how a game would have gone on):")?;
    }
    for (name, line) in lines() {
        let Some(Survival { median, mean, most }) = &line.survival else { continue };
        let median = median.map_or_else(|| format!("above {most:.1}"), |median| format!("{median:.1}"));
        writeln!(out, "{name:width$} median {median}, mean {mean:.1} of scores up to {most:.1}")?;
    }
    if names.len() > 1 {
        writeln!(out, "\npaired differences")?;
    }
    for Difference { first, second, mean, interval: (low, high), .. } in &summary.differences {
        writeln!(out, "{} − {}: {mean:.1} ({low:.1} – {high:.1})", names[*second], names[*first])?;
    }
    writeln!(out, "\nbest tile at the end")?;
    for (name, line) in lines() {
        let tiles: Vec<String> = line.best.iter().rev().map(|(tile, count)| format!("{tile} × {count}")).collect();
        writeln!(out, "{name:width$} {}", tiles.join(", "))?;
    }
    Ok(())
}

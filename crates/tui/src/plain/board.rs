//! Boards as plain text, row by row, with the numbers that actions use.

use std::io::{self, Write};
use tilewright_core::{Cell, Game, Shape, Tile};
use tilewright_session::Session;

/// Writes the board: a line a row, each with its number, under a line with the columns' numbers. The rows of a hexagon
/// are indented as they lie and say where they start.
///
/// # Errors
///
/// If `out` cannot be written.
pub fn board(session: &Session, out: &mut (impl Write + ?Sized)) -> io::Result<()> {
    let view = session.view();
    let topology = session.game().topology();
    let face = |tile: &Option<Tile>| match tile {
        None => ".".to_owned(),
        Some(Tile { value, strain: 0 }) => value.to_string(),
        Some(Tile { value, strain }) => format!("{value}+{strain}"),
    };
    let rows: Vec<Vec<String>> = view.rows.iter().map(|row| row.iter().map(face).collect()).collect();
    let width = rows.iter().flatten().map(String::len).max().unwrap_or(1).max(2) + 2;
    let most = rows.iter().map(Vec::len).max().unwrap_or(0);
    let hex = matches!(topology.shape(), Shape::Hex { .. });
    let label = |row: std::ops::Range<usize>| {
        let (a, b) = topology.coords(Cell(row.start as u8));
        if hex { format!("from {a},{b}:") } else { format!("row {a}:") }
    };
    let labels: Vec<_> = topology.rows().map(label).collect();
    let margin = labels.iter().map(String::len).max().unwrap_or(0).max("column".len());
    if !hex {
        write!(out, "{:margin$}", "column")?;
        for column in 0..most {
            write!(out, "{column:>width$}")?;
        }
        writeln!(out)?;
    }
    for (row, label) in rows.iter().zip(labels) {
        let indent = if hex { (most - row.len()) * width / 2 } else { 0 };
        write!(out, "{label:margin$}{:indent$}", "")?;
        for text in row {
            write!(out, "{text:>width$}")?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// The state of the game in one line.
pub fn status(session: &Session) -> String {
    let position = session.position();
    let mut line = format!("Turn {}, score {}.", session.turn(), session.score());
    if !position.next.is_empty() {
        let next: Vec<_> = position.next.iter().map(u32::to_string).collect();
        line += &format!(" Next to come: {}.", next.join(", "));
    }
    if let Some(text) = session.next_spawn_text() {
        line += &format!(" {text}");
    }
    if let Some(left) = position.left {
        line += &format!(" {left} turns left.");
    }
    line
}

//! Boards as plain text, row by row.

use std::io::{self, Write};
use tilewright_core::{Game, Shape, Tile};
use tilewright_session::Session;

/// Writes the board, its columns aligned; the rows of a hexagon are indented as they lie.
pub fn board(session: &Session, out: &mut impl Write) -> io::Result<()> {
    let view = session.view();
    let face = |tile: &Option<Tile>| match tile {
        None => ".".to_owned(),
        Some(Tile { value, strain: 0 }) => value.to_string(),
        Some(Tile { value, strain }) => format!("{value}+{strain}"),
    };
    let rows: Vec<Vec<String>> = view.rows.iter().map(|row| row.iter().map(face).collect()).collect();
    let width = rows.iter().flatten().map(|text| text.chars().count()).max().unwrap_or(1) + 2;
    let most = rows.iter().map(Vec::len).max().unwrap_or(0);
    let hex = matches!(session.game().topology().shape(), Shape::Hex { .. });
    for row in rows {
        let indent = if hex { (most - row.len()) * width / 2 } else { 0 };
        write!(out, "{:indent$}", "")?;
        for text in row {
            write!(out, "{text:>width$}")?;
        }
        writeln!(out)?;
    }
    Ok(())
}

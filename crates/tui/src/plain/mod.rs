//! The line-based way to play: for screen readers, dumb terminals, pipes and scripts.
//!
//! Everything is said in lines, nothing is drawn over. It reads and writes what it is handed, so that tests can be the
//! ones who play.

mod board;

pub use board::board;

use crate::{Arcade, Start, Table};
use std::{
    io::{self, BufRead, Write},
    path::Path,
};
use tilewright_core::{Event, Game};
use tilewright_games::Preset;
use tilewright_session::{PlayError, Replay, Told, sentence};

/// The games, and what to type.
pub fn menu(_arcade: &mut Arcade, _input: &mut impl BufRead, out: &mut impl Write) -> io::Result<()> {
    for preset in Preset::all() {
        writeln!(out, "{}: {}", preset.id, preset.about)?;
    }
    Ok(())
}

/// One game, an action a line.
pub fn play(arcade: &mut Arcade, start: Start, input: &mut impl BufRead, out: &mut impl Write) -> io::Result<()> {
    let mut table = match Table::open(arcade, start) {
        Ok(table) => table,
        Err(error) => return writeln!(out, "{error}"),
    };
    board(table.session(), out)?;
    let mut line = String::new();
    while input.read_line(&mut line)? > 0 && line.trim() != "quit" {
        match table.session().game().action_named(line.trim()) {
            Err(error) => writeln!(out, "{error}")?,
            Ok(action) => {
                let total = table.session().score();
                let told = match table.play(action, &mut arcade.notices) {
                    Ok(played) => played.events,
                    Err(PlayError::Illegal(_) | PlayError::Chance(_)) => {
                        vec![Told { event: Event::Blocked { action }, total }]
                    }
                };
                for told in &told {
                    if let Some(words) = sentence(table.session().game(), told) {
                        writeln!(out, "{words}")?;
                    }
                }
                board(table.session(), out)?;
            }
        }
        line.clear();
    }
    table.leave(arcade);
    Ok(())
}

/// A replay, told turn by turn.
pub fn replay(
    _arcade: &mut Arcade,
    file: &Path,
    replay: &Replay,
    _input: &mut impl BufRead,
    out: &mut impl Write,
) -> io::Result<()> {
    match replay.verify() {
        Ok(session) => board(&session, out),
        Err(error) => writeln!(out, "{}: {error}", file.display()),
    }
}

//! The line-based way to play: for screen readers, dumb terminals, pipes and scripts.
//!
//! All output is lines; nothing is drawn over. It reads and writes the given streams, so tests can play it.

mod board;
mod console;
mod demo;
mod game;
mod help;
mod menu;
mod output;
mod stats;
mod viewer;
mod words;

pub use board::{board, status};
pub use demo::demo;
pub use menu::games;
pub use output::Output;
pub use stats::{dailies, history, stats};

use crate::{Arcade, Start};
use console::Console;
use std::{
    io::{self, BufRead, Write},
    path::Path,
};
use tilewright_session::{Replay, Session};

/// The menu. Without any input, a player plays a short game.
///
/// # Errors
///
/// If `input` cannot be read or `out` cannot be written.
pub fn menu(arcade: &mut Arcade, input: &mut impl BufRead, out: &mut impl Write) -> io::Result<()> {
    let prompt = arcade.prompt;
    menu::run(arcade, &mut Console { input, out, prompt })
}

/// One game, new or resumed, until the user leaves it.
///
/// # Errors
///
/// If `input` cannot be read or `out` cannot be written.
pub fn play(arcade: &mut Arcade, start: Start, input: &mut impl BufRead, out: &mut impl Write) -> io::Result<()> {
    let prompt = arcade.prompt;
    game::run(arcade, start, &mut Console { input, out, prompt })
}

/// A session that was begun elsewhere, from a position for example, until the user leaves it.
///
/// # Errors
///
/// If `input` cannot be read or `out` cannot be written.
pub fn session(
    arcade: &mut Arcade,
    session: Session,
    input: &mut impl BufRead,
    out: &mut impl Write,
) -> io::Result<()> {
    let prompt = arcade.prompt;
    let game = arcade.adopt(session);
    game::sit(arcade, game, None, &mut Console { input, out, prompt })
}

/// A replay, turn by turn.
///
/// # Errors
///
/// If `input` cannot be read or `out` cannot be written.
pub fn replay(
    arcade: &mut Arcade,
    file: &Path,
    replay: &Replay<'_>,
    input: &mut impl BufRead,
    out: &mut impl Write,
) -> io::Result<()> {
    let prompt = arcade.prompt;
    viewer::run(arcade, file, replay, &mut Console { input, out, prompt })
}

//! The arcade in the terminal.
//!
//! A front end and nothing more: the rules, the score and the history are the session's; here is what needs a terminal,
//! a clock or a file system. [`Arcade`] is what every way in starts from, [`Table`] a game with the file it is saved in,
//! [`Store`] the files themselves, [`plain`] the line-based way to play.

#![forbid(unsafe_code)]

mod arcade;
mod files;
pub mod plain;
mod settings;
mod store;
mod table;

pub use arcade::Arcade;
pub use settings::{Colours, Settings, Speed, Theme};
pub use store::{Kept, Open, Pick, Slot, SlotName, Store, StoreError};
pub use table::{Start, Table};

use std::{io, path::PathBuf};
use tilewright_session::Replay;

/// The menu, until whoever sits there has enough.
pub fn run_menu(arcade: &mut Arcade) -> io::Result<()> {
    plain::menu(arcade, &mut io::stdin().lock(), &mut io::stdout().lock())
}

/// One game, begun or resumed as asked, then out again.
pub fn run_play(arcade: &mut Arcade, start: Start) -> io::Result<()> {
    plain::play(arcade, start, &mut io::stdin().lock(), &mut io::stdout().lock())
}

/// The viewer on one replay, then out again.
pub fn run_replay(arcade: &mut Arcade, file: PathBuf, replay: &Replay) -> io::Result<()> {
    plain::replay(arcade, &file, replay, &mut io::stdin().lock(), &mut io::stdout().lock())
}

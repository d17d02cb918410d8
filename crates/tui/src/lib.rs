//! The arcade in the terminal.
//!
//! A front end and nothing more: the rules, the score and the history are the session's; here is what needs a terminal,
//! a clock or a file system. [`Arcade`] is what every way in starts from, [`Table`] a game with the file it is saved in,
//! [`Store`] the files themselves, [`plain`] the line-based way to play.

#![forbid(unsafe_code)]

mod app;
mod arcade;
mod board;
mod entry;
mod files;
mod headless;
mod look;
mod motion;
mod own;
mod page;
pub mod plain;
mod screens;
mod settings;
mod stage;
mod store;
mod table;
mod term;
mod ui;

pub use arcade::Arcade;
pub use files::{read_text, write_whole, write_with};
pub use headless::Headless;
pub use settings::{Colours, Settings, Speed, Theme};
pub use store::{Kept, Open, Pick, Slot, SlotName, Store, StoreError};
pub use table::{Start, Table};

use screens::{menu::Menu, play::Play, viewer::Viewer};
use std::{io, path::PathBuf};
use tilewright_session::Replay;

/// The menu, until whoever sits there has enough.
pub fn run_menu(arcade: &mut Arcade) -> io::Result<()> {
    let menu = Menu::new(arcade);
    app::run(arcade, Box::new(menu))
}

/// One game, begun or resumed as asked, then out again.
pub fn run_play(arcade: &mut Arcade, start: Start) -> io::Result<()> {
    let play = Play::open(arcade, start).map_err(io::Error::other)?;
    app::run(arcade, Box::new(play))
}

/// The viewer on one replay, then out again.
pub fn run_replay(arcade: &mut Arcade, file: PathBuf, replay: &Replay) -> io::Result<()> {
    let session = replay.verify().map_err(io::Error::other)?;
    let name = file.file_stem().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    app::run(arcade, Box::new(Viewer::new(session, name)))
}

//! The arcade in the terminal.
//!
//! A front end and nothing more: the rules, the score and the history are the session's; here is what needs a terminal,
//! or a clock. [`Arcade`] is what every way in starts from, [`plain`] the line-based way to play; files are in
//! `tilewright-store`.

#![forbid(unsafe_code)]

mod app;
mod arcade;
mod board;

mod headless;
mod input;
mod look;
mod motion;
mod page;
pub mod plain;
mod screens;
mod stage;
mod term;
mod ui;

pub use arcade::Arcade;
pub use headless::Headless;

use screens::{menu::Menu, play::Play, viewer::Viewer};
use std::{io, path::PathBuf};
use tilewright_session::Replay;
use tilewright_store::Start;

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
pub fn run_replay(arcade: &mut Arcade, file: PathBuf, replay: &Replay<'_>) -> io::Result<()> {
    let session = replay.session().map_err(io::Error::other)?;
    let name = file.file_stem().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    app::run(arcade, Box::new(Viewer::new(session, name)))
}

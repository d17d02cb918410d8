//! The terminal front end: screens for a terminal, and [`plain`] lines for screen readers and scripts.
//!
//! It draws and forwards input. Rules, wording, keys, settings and animation steps are in `tilewright-session`, files in
//! `tilewright-store`. [`Arcade`] holds what all screens share; [`run_menu`], [`run_play`], [`run_session`] and [`run_replay`] take the
//! terminal over; [`Headless`] runs the same screens without one.
//!
//! ```
//! use tilewright_store::Store;
//! use tilewright_tui::{Arcade, Headless};
//!
//! let mut arcade = Arcade::with(Store::nowhere(), Vec::new());
//! let mut screen = Headless::menu(&mut arcade, 80, 24);
//! assert!(screen.text().contains("Classic 2048"));
//! screen.press("enter");
//! assert!(screen.text().contains("Score"));
//! ```

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
mod still;
mod term;
mod ui;

pub use arcade::Arcade;
pub use headless::Headless;
pub use page::End;
pub use still::{Rgb, board_ansi, board_colour, tile_colours};

use screens::{menu::Menu, play::Play, viewer::Viewer};
use std::{io, path::PathBuf};
use tilewright_session::{Replay, Session};
use tilewright_store::Start;

/// Runs the menu until the user leaves.
///
/// # Errors
///
/// If the terminal cannot be used.
pub fn run_menu(arcade: &mut Arcade) -> io::Result<End> {
    let menu = Menu::new(arcade);
    app::run(arcade, vec![Box::new(menu)])
}

/// Runs one game, new or resumed, with the menu behind it, until the user leaves.
///
/// # Errors
///
/// If the game cannot start, or the terminal cannot be used.
pub fn run_play(arcade: &mut Arcade, start: Start) -> io::Result<End> {
    let menu = Menu::new(arcade);
    let play = Play::open(arcade, start).map_err(io::Error::other)?;
    app::run(arcade, vec![Box::new(menu), Box::new(play)])
}

/// Runs a session that was begun elsewhere, from a position for example, with the menu behind it, until the user leaves.
///
/// # Errors
///
/// If the terminal cannot be used.
pub fn run_session(arcade: &mut Arcade, session: Session) -> io::Result<End> {
    let menu = Menu::new(arcade);
    let game = arcade.adopt(session);
    let play = Play::at(arcade, game);
    app::run(arcade, vec![Box::new(menu), Box::new(play)])
}

/// Runs the viewer on one replay until the user leaves it.
///
/// # Errors
///
/// If the replay cannot be verified, or the terminal cannot be used.
pub fn run_replay(arcade: &mut Arcade, file: PathBuf, replay: &Replay<'_>) -> io::Result<End> {
    let session = replay.session().map_err(io::Error::other)?;
    let name = file.file_stem().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    app::run(arcade, vec![Box::new(Viewer::new(session, name))])
}

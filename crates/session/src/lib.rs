//! One play of a game: what every way in shares.
//!
//! A [`Session`] holds the state with its score, its dice and its history; [`View`] is what a front end draws;
//! [`Replay`] is the record that anybody can check. No terminal, no clock, no file system: front ends hand in text
//! and take text away.

#![forbid(unsafe_code)]

mod json;
mod replay;
mod session;
mod setup;
mod view;

pub use json::{event_json, view_json};
pub use replay::{Replay, ReplayError};
pub use session::{Assisted, ChanceError, PlayError, Played, Session, Told};
pub use setup::Setup;
pub use view::View;

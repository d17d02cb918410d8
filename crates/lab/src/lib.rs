//! Experiments with players: the arena with its statistics, exact solutions, and regret against them.
//!
//! - [`arena`] lets players play the same games on several threads and writes each finished game to a journal, so that
//!   an interrupted run can be resumed. Its [`Summary`](arena::Summary) compares the players.
//! - [`solve`] says what the best player gets on a small board, and what others lose against it.
//! - [`regret`] estimates that loss from games, where asking a player about every position takes too long.
//! - [`Trial`] compares a variant that is being edited with the one it came from, game by game; the only part, with what it
//!   needs, that is there without the feature `files`.
//! - [`stats`] has bootstrap intervals and the Kaplan–Meier estimate for games that were cut before their end.
//!
//! The crate prints nothing and reads no arguments: long work reports its progress to a callback, and ends early when a
//! flag is set.
//!
//! # Example
//!
//! Two players play the same twenty games:
//!
//! ```
//! use std::sync::{Arc, atomic::AtomicBool};
//! use tilewright_games::Preset;
//! use tilewright_lab::arena::{Control, Journal, Run, Summary};
//! use tilewright_players::Player;
//!
//! let preset = Preset::find("merge3").unwrap();
//! let game = Arc::new(preset.variant.compile()?);
//! let run = Run::new(preset.label(), &preset.variant, game, vec![Player::Random, Player::Greedy]);
//! let control = Control { threads: 2, stop: &AtomicBool::new(false), progress: &mut |_| () };
//! let games = run.play(&run.open(&[]), &mut Journal::none(), control)?;
//! let summary = Summary::new(&run, &games);
//! assert_eq!(summary.players[0].games, 20);
//! assert!(summary.differences[0].mean > 0.0, "greedy scores more than random");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

#[cfg(feature = "files")]
pub mod arena;
mod error;
pub mod experiment;
pub mod measure;
mod play;
#[cfg(feature = "files")]
pub mod regret;
#[cfg(feature = "files")]
pub mod report;
#[cfg(feature = "files")]
pub mod solve;
pub mod stats;
mod trial;

pub use error::GameError;
pub use trial::{Trial, TrialRow, TrialTable};

//! Experiments with players: the arena, its statistics, and regret against exact solutions.
//!
//! - [`arena`] lets players play the same games on several threads and writes each finished game to a journal, so that
//!   an interrupted run can be resumed.
//! - [`stats`] has bootstrap intervals and the Kaplan–Meier estimate for games that were cut before their end.
//! - [`regret`] measures what a player loses against the best on a solved board.
//!
//! The crate prints nothing and reads no arguments: long work reports progress to a callback and ends early when a flag
//! is set.
//!
//! # Example
//!
//! Two players play ten games each of the same seeds:
//!
//! ```
//! use std::sync::{Arc, atomic::AtomicBool};
//! use tilewright_games::Preset;
//! use tilewright_lab::arena::{Journal, Run, Summary, play};
//! use tilewright_players::{Player, Tables};
//!
//! let preset = Preset::find("merge3").unwrap();
//! let game = Arc::new(preset.variant.compile().unwrap());
//! let run = Run {
//!     label: preset.label(),
//!     variant: preset.variant.to_json(),
//!     players: vec![Player::Random, Player::Greedy],
//!     tables: Tables::default(),
//!     games: 10,
//!     seed: 1,
//!     turns: None,
//! };
//! let games = play(&game, &run, &run.open(&[]), &mut Journal::none(), 1, &AtomicBool::new(false), &mut |_| ())?;
//! let summary = Summary::new(&run, &games);
//! assert_eq!((summary.players[0].games, summary.players[1].games), (10, 10));
//! assert!(summary.differences[0].mean > 0.0, "greedy scores more than random");
//! # Ok::<(), tilewright_lab::arena::ArenaError>(())
//! ```

#![forbid(unsafe_code)]

pub mod arena;
pub mod regret;
pub mod stats;

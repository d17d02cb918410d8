//! The rules' common ground: boards, the [`Game`] trait, explicit chance, events and text notation.
//!
//! A [`Game`] is one compiled set of rules. A turn is an action, then chance until the player is to choose again; every
//! random step is an explicit chance node, which a caller may draw, enumerate or script. For example, a 2048 board's
//! chance node after `left` is “a 2 or a 4 in any empty cell”.
//!
//! - [`Topology`]: cells, neighbours, lines and symmetries of a board;
//! - [`Game`]: rules, with [`ActionList`] for a dense numbering of actions;
//! - [`Dice`]: the source of randomness when chance is drawn;
//! - [`Event`]: what happened, sent to a [`Log`]; the log `()` discards events and costs nothing;
//! - [`Position`] and [`Notation`]: positions, actions and outcomes as text, both ways;
//! - [`perft`]: counts lines of play, to compare implementations;
//! - `conformance` (a feature): the properties that every game has, as one function to call from a test.
//!
//! Deliberately absent: clocks, entropy, floating point, hash maps, I/O, threads, `unsafe`. A transition is a function of
//! its arguments on every target, 32 or 64 bit.
//!
//! ```
//! use tilewright_core::{Position, Topology};
//! let board = Topology::square(4, 2).unwrap();
//! let position = Position::parse(&board, "2 . . 4/. 8 . .").unwrap();
//! assert_eq!(position.tiles[3].map(|tile| tile.value), Some(4));
//! assert_eq!(position.text(&board), "2 . . 4/. 8 . .");
//! ```

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod action_list;
pub mod bits;
mod cell;
#[cfg(feature = "conformance")]
pub mod conformance;
mod dice;
mod event;
mod game;
mod hash;
mod notation;
mod perft;
mod position;
mod rank;
mod symmetry;
mod topology;

pub use action_list::ActionList;
pub use cell::{Cell, Cells, Place};
pub use dice::{Dice, Dice1, ticket};
pub use event::{Event, FoldError, Log, Part, Parts, Power, fold};
pub use game::{Action, Game, Illegal, NoStart, Outcome, Phase, Reason, ranks_of_tiles, set_of_actions};
pub use hash::{BoardHasher, BuildBoardHasher};
pub use notation::{Ids, Meaning, Notation, NotationError, clip};
pub use perft::{Perft, PerftError, perft};
pub use position::{Position, PositionError, Tile, fnv1a};
pub use rank::{NoRank, rank};
pub use symmetry::Symmetry;
pub use topology::{Dir, Shape, ShapeError, Topology};

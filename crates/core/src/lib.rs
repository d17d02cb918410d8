//! The pure core of Tilewright.
//!
//! Here is what all number-merging tile games share, and nothing that only one of them needs:
//!
//! - [`Topology`]: which cells there are, what lies beside what, how a board may be turned and mirrored;
//! - [`Game`]: one compiled set of rules, with every random step an explicit chance node;
//! - [`Dice`]: where the numbers come from when chance is drawn rather than enumerated;
//! - [`Event`]: what happened, told to a [`Log`] that may be deaf and then costs nothing;
//! - [`Position`] and [`Notation`]: positions, actions and outcomes as text, both ways;
//! - [`perft`]: counting lines of play, to compare implementations;
//! - `conformance` (a feature): the laws every game keeps, as one function to call from a test.
//!
//! Deliberately absent: clocks, entropy, floating point, hash maps, I/O, threads, `unsafe`. A transition is a
//! function of its arguments on every target, 32 or 64 bit.

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod cell;
#[cfg(feature = "conformance")]
pub mod conformance;
mod dice;
mod event;
mod game;
mod notation;
mod perft;
mod position;
mod symmetry;
mod topology;

pub use cell::{Cell, Cells, Place};
pub use dice::{Dice, Dice1, ticket};
pub use event::{Event, FoldError, Log, Part, Parts, Power, fold};
pub use game::{Action, Game, Illegal, NoStart, Outcome, Phase, Reason};
pub use notation::{Meaning, Notation, NotationError, clip};
pub use perft::{Perft, PerftError, perft};
pub use position::{Position, PositionError, Tile, fnv1a};
pub use symmetry::Symmetry;
pub use topology::{Dir, Shape, ShapeError, Topology};

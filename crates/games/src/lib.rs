//! The games: one module a family, variants as data, presets as variants with names.
//!
//! A [`Variant`] is one set of rule parameters, read from TOML or JSON text; it compiles to an [`AnyGame`]. Families are
//! closed (a new one is a new module here), variants are open. There is no I/O: the caller passes text.
//!
//! ```
//! use tilewright_core::{Dice1, Game, bits};
//! use tilewright_games::Preset;
//! let game = Preset::find("classic-2048").unwrap().variant.compile().unwrap();
//! let mut dice = Dice1::new(42);
//! let mut state = game.start(&mut dice, &mut ()).unwrap();
//! let mut legal = [0];
//! game.action_set(&state, &mut legal);
//! let first = game.action_list().get(bits::nth(&legal, 0)).unwrap();
//! game.advance(&mut state, first, &mut dice, &mut ()).unwrap();
//! let mut ranks = [0; 16];
//! game.ranks(&state, &mut ranks).unwrap();
//! assert!(ranks.iter().filter(|rank| **rank > 0).count() >= 2);
//! ```

#![forbid(unsafe_code)]

mod any;
pub mod factor;
mod planes;
mod preset;
pub mod slide;
mod spawn;
pub mod strain;
pub mod swap;
mod variant;

pub use any::{AnyGame, AnyState, Compiled, StateVisitor, Visitor};
pub use preset::Preset;
pub use spawn::Spawn;
pub use variant::{Family, Field, Fields, Kind, Rules, Variant, VariantError};

/// The README's example compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

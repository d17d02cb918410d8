//! The games of Tilewright: one module a family, and variants as data.
//!
//! A [`Variant`] is one set of rule parameters, read from TOML or JSON text; it compiles to an [`AnyGame`]. A
//! [`Preset`] is a variant with a name. Families are closed (a new one is a new module here), variants are open.
//! There is no I/O: whoever calls hands over text.

#![forbid(unsafe_code)]

mod any;
pub mod factor;
mod preset;
pub mod slide;
mod spawn;
pub mod strain;
pub mod swap;
mod variant;

pub use any::{AnyGame, AnyState, Visitor};
pub use preset::Preset;
pub use spawn::Spawn;
pub use variant::{Field, Fields, Kind, Variant, VariantError};

/// The README's example compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

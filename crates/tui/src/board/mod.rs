//! A board on the screen: where its cells lie, and how tiles are drawn there.
//!
//! Knows shapes and nothing of rules.

mod digits;
mod face;
mod grid;
pub(crate) mod labels;
mod paint;

pub use face::face;
pub use grid::Grid;
pub(crate) use paint::{BREAKS, LINKED, STRAINS};
pub use paint::{Mark, Picture, Size, Sprite, paint};

//! The engine for the browser: sessions behind JavaScript classes.
//!
//! What crosses is plain data, each type described to TypeScript by the Rust type it is made from. Everything that decides
//! anything is in the crates below; here it is only put into a form that a page can draw. Cells and directions cross as
//! their indices, seeds as decimal text.

#![forbid(unsafe_code)]

mod bridge;
mod catalogue;
mod event;
mod play;
mod ranking;
mod records;
mod settings;
mod setup;
mod table;
mod turn;
mod view;

pub use bridge::Refusal;
pub use catalogue::{check_player, check_variant, daily, families, players, presets};
pub use play::Play;
pub use records::Records;
pub use settings::{Settings, defaults, read_settings};
pub use setup::{board_preview, check_board, save_summary};

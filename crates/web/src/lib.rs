//! The engine for the browser: sessions, input and players behind JavaScript classes.
//!
//! What crosses is plain data; each type is described to TypeScript by the Rust type that it is made from. Views and events
//! are those of the protocol. Everything that decides anything is in the crates below; here it is only made callable.
//! Cells and directions cross as their indices, seeds as decimal text.
//!
//! ```
//! let mut demo = tilewright_web::Demo::new("classic-2048").unwrap();
//! let before = demo.board();
//! assert!(demo.play());
//! assert_ne!(demo.board(), before);
//! ```

#![forbid(unsafe_code)]
#![allow(clippy::missing_errors_doc, reason = "a `Refusal` is always a sentence on the argument that is wrong")]

mod arcade_file;
mod bridge;
mod catalogue;
mod dailies;
mod demo;
#[cfg(feature = "players")]
mod engine;
mod form;
mod game_info;
mod input;
mod lesson;
mod records;
mod session;
mod settings;
mod setup;
#[cfg(feature = "players")]
mod trial;
mod turn;
mod viewer;
mod words;

pub use arcade_file::read_arcade_file;
pub use bridge::Refusal;
pub use catalogue::{check_variant, daily, day_number, families, players, presets};
pub use dailies::Dailies;
pub use demo::Demo;
#[cfg(feature = "players")]
pub use engine::Engine;
pub use form::{form_fields, form_of, form_variant};
pub use input::BoardInput;
pub use lesson::Lesson;
pub use records::Records;
pub use session::Session;
pub use settings::{
    analysis_times, autoplay_off_notice, change_pace, hint_time, new_game_notice, next_player, read_settings,
    set_setting, settings_table, step_time, thinking_notice,
};
pub use setup::{board_preview, check_board, check_seed, clear_board, colour_exponent, set_tile, type_tile};
#[cfg(feature = "players")]
pub use trial::Trial;
pub use viewer::{keeps_playing, viewer_command, viewer_help};
pub use words::{how_to_play, words};

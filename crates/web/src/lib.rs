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

use std::fmt::Write;
use tilewright_session::Replay;
use wasm_bindgen::prelude::wasm_bindgen;

/// Turn, score, draws and hash of every moment of a replay, or the sentence that refuses it: how one shows that the
/// same happens on every target.
#[wasm_bindgen]
pub fn trace(replay: &str) -> String {
    let mut text = String::new();
    let shown = Replay::read(replay).and_then(|replay| {
        replay.each_turn(|turn, _, session| {
            writeln!(text, "{turn} {} {} {:016x}", session.score(), session.draws(), session.hash())
        })
    });
    match shown {
        Ok(written) => written.expect("writing to a string succeeds"),
        Err(error) => return format!("refused: {error}\n"),
    }
    text
}

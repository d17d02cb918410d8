//! Words that are always the same.

use crate::bridge::to_js;
use serde::Serialize;
use tilewright_session::{NO_RECORDS, how_to_play_in};
use tsify::Tsify;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

/// Sentences that are always the same.
#[derive(Serialize, Tsify, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "camelCase")]
pub struct Words {
    /// What stands in place of statistics before the first game counts.
    pub no_records: &'static str,
}

/// Sentences that are always the same.
#[wasm_bindgen(unchecked_return_type = "Words")]
pub fn words() -> JsValue {
    to_js(&Words { no_records: NO_RECORDS })
}

/// The part of a page of the rule book that says how to play. Pages fetch the book when it is asked for, so it is not in
/// this module.
#[wasm_bindgen(js_name = howToPlayIn)]
pub fn how_to_play(page: &str) -> String {
    how_to_play_in(page).into()
}

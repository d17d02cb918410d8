//! Words that are always the same.

use crate::bridge::to_js;
use serde::Serialize;
use tilewright_session::{CUSTOM_WORDS, NO_NAME, NO_RECORDS, how_to_play_in};
use tsify::Tsify;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

/// Sentences that are always the same.
#[derive(Serialize, Tsify, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "camelCase")]
pub struct Words {
    /// What stands in place of statistics before the first game counts.
    pub no_records: &'static str,
    /// What is wrong with the name of a custom variant that has no letter and no digit.
    pub no_name: &'static str,
    /// The heading of the custom variants in the menu.
    pub custom_title: &'static str,
    /// What they have in common.
    pub custom_about: &'static str,
}

/// Sentences that are always the same.
#[wasm_bindgen(unchecked_return_type = "Words")]
pub fn words() -> JsValue {
    let (custom_title, custom_about) = CUSTOM_WORDS;
    to_js(&Words { no_records: NO_RECORDS, no_name: NO_NAME, custom_title, custom_about })
}

/// The part of a page of the rule book that says how to play. Pages fetch the book when it is asked for, so it is not in
/// this module.
#[wasm_bindgen(js_name = howToPlayIn)]
pub fn how_to_play(page: &str) -> String {
    how_to_play_in(page).into()
}

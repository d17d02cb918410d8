//! Sentences that are always the same.

use crate::bridge::to_js;
use serde::Serialize;
use tilewright_session::NO_RECORDS;
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

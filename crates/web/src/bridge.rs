//! The way over to JavaScript: data as objects, refusals as errors.

use serde::Serialize;
use std::fmt::Display;
use tilewright_games::VariantError;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

/// Why something was not done: a sentence, and the field of a variant where it is about one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The sentence.
    pub says: String,
    /// The field.
    pub field: Option<String>,
}

impl Refusal {
    /// A refusal with that sentence.
    pub(crate) fn new(says: impl Display) -> Self {
        Self { says: says.to_string(), field: None }
    }
}

impl From<VariantError> for Refusal {
    fn from(error: VariantError) -> Self {
        Self { says: error.to_string(), field: error.field().map(Into::into) }
    }
}

/// An `Error`, with the field as its `field`.
impl From<Refusal> for JsValue {
    fn from(refusal: Refusal) -> Self {
        let error = js_sys::Error::new(&refusal.says);
        if let Some(field) = refusal.field {
            // Setting a property of a fresh object does not fail.
            let _ = js_sys::Reflect::set(&error, &"field".into(), &field.into());
        }
        error.into()
    }
}

/// Data as a JavaScript object. It crosses as one JSON text: a single call, and the browser's own parser is quick.
pub(crate) fn hand_over(data: &impl Serialize) -> JsValue {
    let text = serde_json::to_string(data).expect("plain data becomes JSON");
    js_sys::JSON::parse(&text).expect("what serde_json writes is JSON")
}

#[wasm_bindgen]
extern "C" {
    /// Milliseconds of a clock that never goes back; pages, workers and Node.js have it.
    #[wasm_bindgen(js_namespace = performance)]
    pub(crate) fn now() -> f64;
}

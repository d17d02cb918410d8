//! Conversions to JavaScript: data as objects, refusals as errors.

use serde::Serialize;
use std::fmt::Display;
use tilewright_games::VariantError;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

/// Why something was not done. In JavaScript it is an `Error`, with the field as its `field`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// One sentence.
    pub message: String,
    /// The field of a variant that it is about; `None` if it is about none.
    pub field: Option<String>,
}

impl Refusal {
    /// A refusal that is about no field.
    pub(crate) fn new(message: impl Display) -> Self {
        Self { message: message.to_string(), field: None }
    }
}

impl From<VariantError> for Refusal {
    fn from(error: VariantError) -> Self {
        Self { message: error.to_string(), field: error.field().map(Into::into) }
    }
}

impl From<Refusal> for JsValue {
    fn from(refusal: Refusal) -> Self {
        let error = js_sys::Error::new(&refusal.message);
        if let Some(field) = refusal.field {
            // Setting a property of a fresh object does not fail.
            let _ = js_sys::Reflect::set(&error, &"field".into(), &field.into());
        }
        error.into()
    }
}

/// Data as a JavaScript object. It crosses as one JSON text: a single call, and the browser's own parser is fast.
pub(crate) fn to_js(data: &impl Serialize) -> JsValue {
    let text = serde_json::to_string(data).expect("plain data becomes JSON");
    js_sys::JSON::parse(&text).expect("serde_json writes JSON")
}

#[wasm_bindgen]
extern "C" {
    /// Milliseconds of a monotonic clock; pages, workers and Node.js have it.
    #[wasm_bindgen(js_namespace = performance)]
    pub(crate) fn now() -> f64;
}

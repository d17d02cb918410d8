//! Keys of the replay viewer.

use crate::bridge::to_js;
use tilewright_session::{Pointer, ViewerCommand};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

/// The command of a key in the replay viewer, by the name that browsers give it; `null` if it has no meaning there.
#[wasm_bindgen(js_name = viewerCommand, unchecked_return_type = "ViewerCommand | null")]
pub fn viewer_command(key: &str) -> JsValue {
    to_js(&tilewright_session::viewer_command(key))
}

/// Whether a replay that is playing goes on after the command with this name.
#[wasm_bindgen(js_name = keepsPlaying)]
pub fn keeps_playing(name: &str) -> bool {
    ViewerCommand::named(name).is_some_and(ViewerCommand::keeps_playing)
}

/// The help page of the replay viewer.
#[wasm_bindgen(js_name = viewerHelp, unchecked_return_type = "HelpLine[]")]
pub fn viewer_help() -> JsValue {
    to_js(&tilewright_session::viewer_help(Pointer::Touch))
}

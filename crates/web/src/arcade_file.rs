//! Everything as one file.

use crate::{Refusal, bridge::to_js};
use tilewright_session::{ArcadeFile, sentence_case};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

/// What stands in a file of the arcade; refused with a sentence if any part of it is wrong.
#[wasm_bindgen(js_name = readArcadeFile, unchecked_return_type = "ArcadeFile")]
pub fn read_arcade_file(text: &str) -> Result<JsValue, Refusal> {
    read(text).map(|file| to_js(&file))
}

fn read(text: &str) -> Result<ArcadeFile, Refusal> {
    ArcadeFile::read(text).map_err(|message| Refusal::new(sentence_case(&message)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn read_a_wrong_file_is_refused_in_a_sentence() {
        assert_eq!(read("").unwrap_err().message, "This is no file of the arcade: it is no JSON.");
    }
}

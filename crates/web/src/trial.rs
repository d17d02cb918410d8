//! A trial of edited rules, as a JavaScript class: the search worker holds one.

use crate::{
    Refusal,
    bridge::{now, to_js},
    setup::setup,
};
use std::sync::atomic::AtomicBool;
use tilewright_lab::TrialTable;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

/// A ladder of players on edited rules and on those they came from. Ending the worker ends it.
#[wasm_bindgen]
pub struct Trial(tilewright_lab::Trial);

#[wasm_bindgen]
impl Trial {
    /// A trial of rules that came from others, which have this name.
    #[wasm_bindgen(constructor)]
    pub fn new(base_name: &str, base: &str, edited: &str) -> Result<Self, Refusal> {
        let [base, edited] = [setup(base)?, setup(edited)?].map(|setup| setup.variant);
        tilewright_lab::Trial::new(base_name, &base, &edited).map(Self).map_err(Refusal::new)
    }

    /// For how many seconds it should go on.
    pub fn seconds() -> u32 {
        tilewright_lab::Trial::SECONDS
    }

    /// Plays for about that many milliseconds, a game at least, and says what was found so far.
    #[wasm_bindgen(unchecked_return_type = "TrialTable")]
    pub fn play(&mut self, ms: f64) -> Result<JsValue, Refusal> {
        let end = now() + ms;
        self.play_until(|| now() >= end).map(|table| to_js(&table))
    }

    fn play_until(&mut self, enough: impl Fn() -> bool) -> Result<TrialTable, Refusal> {
        // Nothing else runs here that could set it.
        let stop = AtomicBool::new(false);
        while self.0.play(&stop).map_err(Refusal::new)? && !enough() {}
        Ok(self.0.table())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn play_until_plays_a_game_at_least() {
        let mut trial =
            Trial::new("Merge3", "merge3", r#"{"family":"swap","width":5,"height":5,"spawn":[2,4]}"#).unwrap();
        assert_eq!(trial.play_until(|| true).unwrap().games, 1);
        assert_eq!(trial.play_until(|| true).unwrap().games, 2);
        assert!(Trial::new("Merge3", "merge3", "{}").is_err());
    }
}

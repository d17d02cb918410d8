//! The boards of the menu, on which a player plays.

use crate::{Refusal, setup::setup};
use tilewright_core::{Action, Event, Game};
use tilewright_session::Session;
use wasm_bindgen::prelude::wasm_bindgen;

const SEED: u64 = 2048;
/// Turns that are played before a demo is first seen: an almost empty board is no picture.
const FIRST_TURNS: usize = 18;

/// A game that plays itself for show.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Demo(Session);

#[wasm_bindgen]
impl Demo {
    /// A demo of a preset or variant, some turns in.
    #[wasm_bindgen(constructor)]
    pub fn new(what: &str) -> Result<Self, Refusal> {
        let mut demo = Self(Session::new(setup(what)?, SEED).map_err(Refusal::new)?);
        while demo.0.turn() < FIRST_TURNS && demo.play() {}
        Ok(demo)
    }

    /// Plays the action that earns most, the first of equals, as `greedy` does; false if the game is over. There are no
    /// players in the module that the menu loads.
    pub fn play(&mut self) -> bool {
        let Self(session) = self;
        let gain = |&action: &Action| {
            let mut after = *session.state();
            session.game().act(&mut after, action, &mut Vec::<Event>::new()).unwrap_or(0)
        };
        let best = session.legal().into_iter().rev().max_by_key(gain);
        best.is_some_and(|action| session.play(action, None).is_ok())
    }

    /// The position in its notation.
    #[wasm_bindgen(getter)]
    pub fn board(&self) -> String {
        self.0.board()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn play_until_the_game_is_over() {
        let mut demo = Demo::new("numberclart").unwrap();
        let first = demo.board();
        while demo.play() {
            assert!(demo.0.turn() < 100_000);
        }
        assert!(demo.0.over().is_some());
        assert_ne!(demo.board(), first);
    }
}

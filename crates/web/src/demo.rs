//! The boards of the menu, on which a player plays.

use crate::{Refusal, setup::setup};
use std::sync::Arc;
use tilewright_players::{Engine, Limit, Player};
use tilewright_session::Session;
use wasm_bindgen::prelude::wasm_bindgen;

const SEED: u64 = 2048;
/// Turns that are played before a demo is first seen: an almost empty board is no picture.
const FIRST_TURNS: usize = 18;

/// A game that a simple player plays for show.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Demo {
    session: Session,
    engine: Engine,
}

#[wasm_bindgen]
impl Demo {
    /// A demo of a preset or variant, some turns in.
    #[wasm_bindgen(constructor)]
    pub fn new(what: &str) -> Result<Self, Refusal> {
        let setup = setup(what)?;
        let engine = Engine::new(&Player::Greedy, Arc::clone(&setup.game)).map_err(Refusal::new)?;
        let mut demo = Self { session: Session::new(setup, SEED).map_err(Refusal::new)?, engine };
        while demo.session.turn() < FIRST_TURNS && demo.play() {}
        Ok(demo)
    }

    /// Plays a turn; false if the game is over.
    pub fn play(&mut self) -> bool {
        let action = self.engine.choose(self.session.state(), &Limit::default());
        action.is_some_and(|action| self.session.play(action, None).is_ok())
    }

    /// The position in its notation.
    #[wasm_bindgen(getter)]
    pub fn board(&self) -> String {
        self.session.board()
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
            assert!(demo.session.turn() < 100_000);
        }
        assert!(demo.session.over().is_some());
        assert_ne!(demo.board(), first);
    }
}

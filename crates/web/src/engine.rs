//! A player at work, as a JavaScript class: the search worker holds one.

use crate::{
    Refusal,
    bridge::{now, to_js},
    setup::{position, setup},
    turn::ActionMeaning,
};
use serde::Serialize;
use std::sync::Arc;
use tilewright_core::Game;
use tilewright_games::Compiled;
use tilewright_players::{Budget, Engine as Search, EngineError, Limit, Player, Tables};
use tilewright_session::{Advice, Pointer, Session, Setup};
use tilewright_values::{Values, shipped_name};
use tsify::Tsify;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

/// A player at work on one game. It remembers what it has searched, so one engine is asked about all turns of a game.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Engine {
    setup: Arc<Setup>,
    search: Search,
}

/// The legal actions, best first.
#[derive(Serialize, Tsify, Clone, PartialEq, Debug)]
pub struct Ranking {
    /// The player, in the shortest notation.
    pub player: String,
    /// The actions, best first.
    pub actions: Vec<Ranked>,
    /// The actions as they are shown: how each is played, and how far behind the best it is. Of actions that are the same
    /// the other way round, the first.
    pub advice: Vec<Advice>,
    /// How many positions it visited.
    pub nodes: u64,
    /// How many turns ahead it searched; 0 if it did not search.
    pub depth: u32,
}

/// An action and its value for the player, in the player's own unit.
#[derive(Serialize, Tsify, Clone, PartialEq, Debug)]
pub struct Ranked {
    pub action: String,
    pub value: f64,
    pub meaning: ActionMeaning,
}

#[wasm_bindgen]
impl Engine {
    /// A player, in its notation, for a game, with the weights that [`Self::weights`] asks for. A player whose name refers
    /// to a file is refused: pages open none.
    #[wasm_bindgen(constructor)]
    pub fn new(player: &str, what: &str, weights: Option<Vec<u8>>) -> Result<Self, Refusal> {
        Self::of(player, setup(what)?, weights.as_deref())
    }

    /// Who answers in place of a player whose weights cannot be fetched.
    #[wasm_bindgen(js_name = withoutWeights)]
    pub fn without_weights(player: &str, what: &str) -> Result<Self, Refusal> {
        let player = Player::parse(player).map_err(Refusal::new)?.without_values();
        Self::new(&player.to_string(), what, None)
    }

    /// The name of the weights that a player needs in a game; `undefined` if it needs none.
    pub fn weights(player: &str, what: &str) -> Result<Option<String>, Refusal> {
        let game = &setup(what)?.game;
        let player = Player::parse(player).map_err(Refusal::new)?.in_game(game);
        let ships = matches!(player, Player::Learned { values: None, .. });
        Ok(shipped_name(&game.rules()).filter(|_| ships).map(str::to_owned))
    }

    /// Ranks the legal actions of a position. With a time in milliseconds it searches for that long, and else as much as
    /// the player does by default.
    #[wasm_bindgen(unchecked_return_type = "Ranking")]
    pub fn rank(&mut self, board: &str, ms: Option<f64>) -> Result<JsValue, Refusal> {
        self.ranking(board, ms).map(|ranking| to_js(&ranking))
    }
}

impl Engine {
    fn of(player: &str, setup: Arc<Setup>, weights: Option<&[u8]>) -> Result<Self, Refusal> {
        let player = Player::parse(player).map_err(Refusal::new)?.in_game(&setup.game);
        let mut tables = Tables::default();
        if let Some(weights) = weights {
            tables.set_fetched(Values::from_bytes(weights).map_err(Refusal::new)?);
        }
        let search = Search::with_tables(&player, Arc::clone(&setup.game), &tables).map_err(Refusal::new)?;
        Ok(Self { setup, search })
    }

    fn ranking(&mut self, board: &str, ms: Option<f64>) -> Result<Ranking, Refusal> {
        let game = &self.setup.game;
        let position = position(&self.setup, board)?;
        let state = game.place(&position).map_err(Refusal::new)?;
        let end = ms.map(|ms| now() + ms);
        let stop = || end.is_some_and(|end| now() >= end);
        // With a time to fill, the player's default does not count.
        let budget = if ms.is_some() { Budget::Unlimited } else { Budget::Default };
        let ranking = self.search.rank(&state, &Limit { budget, stop: &stop });
        let mut legal = false;
        game.actions(&state, &mut |_| legal = true);
        if ranking.actions.is_empty() && legal {
            return Err(Refusal::new(EngineError::NoAnswer { excuse: self.search.excuse() }));
        }
        let ranked = |&(action, value): &(tilewright_core::Action, f64)| Ranked {
            action: game.action_text(action),
            value,
            meaning: ActionMeaning::of(game, action),
        };
        let session = Session::from_position(Arc::clone(&self.setup), &position, 0).map_err(Refusal::new)?;
        Ok(Ranking {
            advice: session.advice(self.search.player(), &ranking, Pointer::Touch),
            player: self.search.player().to_string(),
            actions: ranking.actions.iter().map(ranked).collect(),
            nodes: ranking.nodes,
            depth: ranking.depth,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn new_player_with_a_file_is_refused() {
        let engine =
            |player: &str| Engine::of(player, setup("classic-2048").unwrap(), None).map_err(|error| error.message);
        assert!(engine("exact:table=/tmp/some.table").unwrap_err().contains("/tmp/some.table"));
        assert!(engine("nobody").is_err());
        let noise = Engine::of("learned", setup("classic-2048").unwrap(), Some(b"noise")).unwrap_err();
        assert_eq!(noise.message, "this is no tilewright-values 1");
    }

    #[test]
    fn ranking_best_first_and_the_same_when_asked_again() {
        let mut engine = Engine::of("greedy", setup("classic-2048").unwrap(), None).unwrap();
        let board = "2 2 . ./4 . . ./. . . ./. . . .";
        let ranking = engine.ranking(board, None).unwrap();
        assert_eq!(ranking.actions[0].value, 4.0, "{ranking:?}");
        assert!(ranking.actions.is_sorted_by(|a, b| a.value >= b.value), "{ranking:?}");
        assert_eq!(engine.ranking(board, None).unwrap(), ranking);
        assert!(engine.ranking("2", None).is_err());
    }
}

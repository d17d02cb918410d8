//! Players: everything that chooses actions. A player sees the state and never the dice.
//!
//! A player is a name with parameters, [`Player`], which is plain data; an [`Engine`] plays it in one game. Most searches
//! work on any [`Game`](tilewright_core::Game), so each player plays every game; what is known about a family is in its
//! evaluation. There is no clock here: a search is bounded by its [`Budget`] of nodes, which gives the same result on any
//! machine, or by the caller's [`Limit::stop`].
//!
//! ```
//! use std::sync::Arc;
//! use tilewright_core::{Game, Position};
//! use tilewright_games::Preset;
//! use tilewright_players::{Engine, Limit, Player};
//!
//! let game = Arc::new(Preset::find("classic-2048").unwrap().variant.compile()?);
//! let state = game.place(&Position::parse(game.topology(), "512 512 . ./4 2 . ./2 . . ./. . . .")?)?;
//! let mut engine = Engine::new(&Player::parse("greedy")?, Arc::clone(&game))?;
//! let action = engine.choose(&state, &Limit::default()).expect("the game goes on");
//! assert_eq!(game.action_text(action), "right");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

mod budget;
mod engine;
mod evaluate;
pub mod exact;
mod expectimax;
mod hash;
mod learned;
mod lookahead;
mod mcts;
mod notation;
mod order;
mod packing;
mod player;
mod rollout;
mod signature;
mod simple;
mod slide;
#[doc(hidden)]
pub mod small;
mod tables;

pub use budget::{Budget, Limit};
pub use engine::{Engine, EngineError, EngineSlot};
pub use notation::PlayerError;
pub use player::{Player, Practice};
pub use signature::signature;
pub use tables::Tables;

use tilewright_core::{Action, Game};

/// What an engine answers about a position.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Ranking {
    /// The legal actions with their values, best first. Values are in the player's own measure.
    pub actions: Vec<(Action, f64)>,
    /// How many nodes it visited.
    pub nodes: u64,
    /// How many turns ahead it looked, if it searched.
    pub depth: u32,
}

/// The legal actions, each worth nothing yet.
fn legal<G: Game>(game: &G, state: &G::State) -> Vec<(Action, f64)> {
    let mut actions = Vec::new();
    game.actions(state, &mut |action| actions.push((action, 0.0)));
    actions
}

/// A number that stands for the position and nothing else: what samples are drawn from.
fn seed<G: Game>(game: &G, state: &G::State) -> u64 {
    game.position(state).hash(game.topology())
}

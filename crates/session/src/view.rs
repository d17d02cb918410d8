//! What a front end draws: plain data, no rules.

use crate::{Assisted, Session};
use tilewright_core::{Game, Reason, Tile};

/// A settled moment of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct View {
    /// The rows from the top.
    pub rows: Vec<Vec<Option<Tile>>>,
    /// The position as text.
    pub board: String,
    /// The points so far.
    pub score: u64,
    /// The turns played.
    pub turn: usize,
    /// Why the game is over, if it is.
    pub over: Option<Reason>,
    /// The target, once it is reached.
    pub reached: Option<u32>,
    /// The legal actions as text, in ascending order of their ids.
    pub legal: Vec<String>,
    /// The seed of the dice.
    pub seed: u64,
    /// How many words of the dice were used.
    pub draws: u64,
    /// The stable hash of the state.
    pub hash: u64,
    /// How many turns can be undone.
    pub undo: usize,
    /// How many can be redone.
    pub redo: usize,
    /// The coming tiles, where they are known.
    pub preview: Vec<u32>,
    /// Turns since the last clocked spawn, where the game has a clock.
    pub clock: Option<u32>,
    /// The turns left, where they are limited.
    pub left: Option<u32>,
    /// What help was taken.
    pub assisted: Assisted,
}

impl Session {
    /// The current moment as plain data.
    pub fn view(&self) -> View {
        let topology = self.game().topology();
        let position = self.position();
        View {
            rows: topology.rows().map(|row| position.tiles[row].to_vec()).collect(),
            board: position.text(topology),
            score: self.score(),
            turn: self.turn(),
            over: self.over(),
            reached: self.game().reached(self.state()),
            legal: self.legal().into_iter().map(|action| self.game().action_text(action)).collect(),
            seed: self.seed(),
            draws: self.draws(),
            hash: position.hash(topology),
            undo: self.undoable(),
            redo: self.undone(),
            preview: position.next,
            clock: position.clock,
            left: position.left,
            assisted: self.assisted(),
        }
    }
}

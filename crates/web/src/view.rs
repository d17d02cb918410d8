//! A settled moment as plain data.

use serde::Serialize;
use tilewright_core::Position;
use tilewright_session::{Assisted, Event, Session, sentence};
use tsify::Tsify;

/// A settled moment of a game.
#[derive(Serialize, Tsify, Clone, PartialEq, Debug)]
#[serde(rename_all = "camelCase")]
pub struct View {
    /// The position as text.
    pub board: String,
    /// The tiles, by cell.
    pub tiles: Vec<Option<Tile>>,
    /// The points so far.
    pub score: u64,
    /// The turns played.
    pub turn: usize,
    /// The turns of the history, with those that were undone.
    pub turns: usize,
    /// Why the game is over, if it is: `stuck` or `turn-limit`.
    pub over: Option<String>,
    /// The same in a sentence.
    pub over_text: Option<String>,
    /// The target, once it is reached.
    pub reached: Option<u32>,
    /// The legal actions.
    pub legal: Vec<String>,
    /// The seed of the dice, in decimal.
    pub seed: String,
    /// How many words of the dice were used.
    pub draws: u64,
    /// The stable hash of the state, sixteen hex digits.
    pub hash: String,
    /// How many turns can be undone.
    pub undo: usize,
    /// How many can be redone.
    pub redo: usize,
    /// Whether turns may be taken back: `off`, `unlimited` or `limited n`.
    pub undo_rule: String,
    /// The coming tiles, where they are known.
    pub preview: Vec<u32>,
    /// Turns since the last clocked spawn, where the game has a clock.
    pub clock: Option<u32>,
    /// The turns left, where they are limited.
    pub left: Option<u32>,
    /// Whether there was help of any kind.
    pub assisted: bool,
    /// Whether a turn was taken back.
    pub assisted_undo: bool,
    /// Whether a player was asked.
    pub assisted_hint: bool,
    /// The largest tile on the board.
    pub largest: u32,
}

/// A tile.
#[derive(Serialize, Tsify, Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tile {
    /// The face.
    pub value: u32,
    /// How close to breaking it is; 0 in most games.
    pub strain: u8,
}

impl View {
    pub(crate) fn of(session: &Session) -> Self {
        let view = session.view();
        let position = session.position();
        let Assisted { undo, hint } = view.assisted;
        Self {
            tiles: tiles(&position),
            largest: session.largest(),
            over: view.reason.map(|reason| reason.name().into()),
            over_text: view
                .reason
                .and_then(|reason| sentence(session.game(), &Event::Ended { reason, total: view.score })),
            board: view.board,
            score: view.score,
            turn: view.turn,
            turns: view.turn + view.redo,
            reached: view.reached,
            legal: view.legal,
            seed: session.seed_text(),
            draws: view.draws,
            hash: format!("{:016x}", view.hash),
            undo: view.undo,
            redo: view.redo,
            undo_rule: session.undo_rule().text(),
            preview: view.preview,
            clock: position.clock,
            left: position.left,
            assisted: undo || hint,
            assisted_undo: undo,
            assisted_hint: hint,
        }
    }
}

/// The tiles of a position, by cell.
pub(crate) fn tiles(position: &Position) -> Vec<Option<Tile>> {
    let tile = |&tile: &Option<tilewright_core::Tile>| tile.map(|tile| Tile { value: tile.value, strain: tile.strain });
    position.tiles.iter().map(tile).collect()
}

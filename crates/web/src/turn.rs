//! A turn: an action given as text, and what came of it.

use crate::{Refusal, event::Told, view::View};
use serde::Serialize;
use tilewright_core::{Game, Meaning};
use tilewright_session::{PlayError, Session};
use tsify::Tsify;

/// What came of an action.
#[derive(Serialize, Tsify, Clone, PartialEq, Debug)]
pub struct Turn {
    /// The number of the turn now played.
    pub turn: usize,
    /// Whether the action was not legal; the one event says so, and nothing has changed.
    pub blocked: bool,
    /// What happened, in order.
    pub events: Vec<Told>,
    /// The moment after it.
    pub view: View,
}

/// What an action does: for marking it on the board.
#[derive(Serialize, Tsify, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum ActionMeaning {
    /// All tiles slide that way.
    Slide { dir: u8 },
    /// The tile of a cell moves that way; `to` is the cell beside it.
    Move { cell: u8, dir: u8, to: Option<u8> },
    /// The tiles of two cells change places.
    Swap { a: u8, b: u8 },
}

/// A legal action of a tile.
#[derive(Serialize, Tsify, Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The action.
    pub action: String,
    /// The cell that it goes to, or towards.
    pub to: Option<u8>,
    /// The direction that it goes in, where it has one.
    pub dir: Option<u8>,
}

impl Turn {
    /// Plays the action that a text names.
    pub(crate) fn play(session: &mut Session, action: &str) -> Result<Self, Refusal> {
        let action = session.game().action_named(action).map_err(Refusal::new)?;
        let (blocked, events) = match session.play(action, None) {
            Ok(played) => (false, Told::all(session.game(), &played)),
            Err(PlayError::Illegal(illegal)) => (true, vec![Told::blocked(session, illegal.0)]),
            Err(error) => return Err(Refusal::new(error)),
        };
        Ok(Self::of(session, blocked, events))
    }

    /// Plays the turn again that was taken back last.
    pub(crate) fn redo(session: &mut Session) -> Option<Self> {
        session.redo().then(|| Self::of(session, false, Self::events(session, session.turn())))
    }

    /// The events of a turn of the history.
    pub(crate) fn events(session: &Session, turn: usize) -> Vec<Told> {
        session.played(turn).map_or_else(Vec::new, |played| Told::all(session.game(), &played))
    }

    fn of(session: &Session, blocked: bool, events: Vec<Told>) -> Self {
        Self { turn: session.turn(), blocked, events, view: View::of(session) }
    }
}

impl ActionMeaning {
    pub(crate) fn of(session: &Session, action: tilewright_core::Action) -> Self {
        let topology = session.game().topology();
        match session.meaning(action) {
            Meaning::Slide(dir) => Self::Slide { dir: dir.0 },
            Meaning::Move(cell, dir) => {
                Self::Move { cell: cell.0, dir: dir.0, to: topology.neighbour(cell, dir).map(|cell| cell.0) }
            }
            Meaning::Swap(a, b) => Self::Swap { a: a.0, b: b.0 },
        }
    }
}

impl Choice {
    /// The legal actions of the tile in a cell.
    pub(crate) fn all(session: &Session, cell: tilewright_core::Cell) -> Vec<Self> {
        let choice = |action| {
            let (to, dir) = match ActionMeaning::of(session, action) {
                ActionMeaning::Slide { dir } => (None, Some(dir)),
                ActionMeaning::Move { dir, to, .. } => (to, Some(dir)),
                ActionMeaning::Swap { b, .. } => (Some(b), None),
            };
            Self { action: session.game().action_text(action), to, dir }
        };
        session.legal_from(cell).into_iter().map(choice).collect()
    }
}

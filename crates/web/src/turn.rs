//! A turn as the pages draw it, and what an action means on the board.

use serde::Serialize;
use tilewright_core::{Action, Game, Meaning, Tile};
use tilewright_games::AnyGame;
use tilewright_session::{Fact, Played, Session, Step, View, Warning};
use tsify::Tsify;

/// A turn that was played: what its animation needs. Its events and its announcement are asked for later.
#[derive(Serialize, Tsify, Clone, PartialEq, Debug)]
pub struct Turn {
    /// Its steps, in order.
    pub steps: Vec<Step>,
    /// The session after it.
    pub view: View,
}

/// What a page shows next to the board, in addition to the [`View`].
#[derive(Serialize, Tsify, Clone, PartialEq, Debug)]
#[serde(rename_all = "camelCase")]
pub struct Status {
    /// The facts that only some games have.
    pub facts: Vec<Fact>,
    /// The kinds of help that were taken; `null` if none was.
    pub helped_by: Option<String>,
    /// Why the game is over, in a sentence; empty if it is not.
    pub over: String,
    /// What the last turn did and why, newest first.
    pub story: Vec<String>,
    /// The tiles that would gain strain or break if the turn ended now.
    pub warnings: Vec<Warning>,
}

/// What an action does, to mark it on the board. Cells and directions are indices.
#[derive(Serialize, Tsify, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum ActionMeaning {
    /// All tiles slide that way.
    Slide { dir: u8 },
    /// The tile of a cell moves that way; `to` is the neighbouring cell there.
    Move { cell: u8, dir: u8, to: Option<u8> },
    /// The tiles of two cells change places.
    Swap { a: u8, b: u8 },
}

impl Turn {
    /// The last turn of a session, which began with these tiles.
    pub(crate) fn new(session: &Session, before: &[Option<Tile>], played: &Played) -> Self {
        let steps = session.steps(before, played.score_before, played.log.iter().copied());
        Self { steps, view: session.view() }
    }
}

impl Status {
    pub(crate) fn of(session: &Session) -> Self {
        Self {
            facts: session.facts(),
            helped_by: session.helped_by(),
            over: session.over_notice().text,
            story: session.story(),
            warnings: session.warnings(),
        }
    }
}

impl ActionMeaning {
    pub(crate) fn of(game: &AnyGame, action: Action) -> Self {
        let topology = game.topology();
        match game.notation().meaning(topology, action) {
            Meaning::Slide(dir) => Self::Slide { dir: dir.0 },
            Meaning::Move(cell, dir) => {
                Self::Move { cell: cell.0, dir: dir.0, to: topology.neighbour(cell, dir).map(|cell| cell.0) }
            }
            Meaning::Swap(a, b) => Self::Swap { a: a.0, b: b.0 },
        }
    }
}

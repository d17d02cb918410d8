//! Input at the board, as a JavaScript class: keys, taps and swipes become actions.

use crate::{Session, bridge::to_js, game_info::nearest};
use serde::Serialize;
use tilewright_core::{Cell, Dir, Game, Meaning};
use tilewright_session::{self as session, Notice, no_swipe};
use tsify::Tsify;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

/// The cursor and the picked tile of the user at a board.
#[wasm_bindgen]
#[derive(Clone, Debug)]
pub struct BoardInput(pub(crate) session::BoardInput);

/// What comes of an input.
#[derive(Serialize, Tsify, Clone, PartialEq, Eq, Debug)]
#[serde(tag = "do", rename_all = "lowercase")]
pub enum Answer {
    /// Nothing but the marks has changed.
    Marked,
    /// An action to play; it is legal.
    Act { action: String },
    /// Nothing to play; this is to be shown.
    Say { notice: Notice },
}

fn answer(session: &Session, answer: session::Answer) -> JsValue {
    to_js(&match answer {
        session::Answer::Marked => Answer::Marked,
        session::Answer::Act(action) => Answer::Act { action: session.inner().game().action_text(action) },
        session::Answer::Say(notice) => Answer::Say { notice },
    })
}

#[wasm_bindgen]
impl BoardInput {
    /// The input for a game that has just been opened.
    #[wasm_bindgen(constructor)]
    pub fn new(session: &Session) -> Self {
        Self(session::BoardInput::new(session.inner()))
    }

    /// The cell that keys are at; `undefined` if directions move tiles at once.
    #[wasm_bindgen(getter)]
    pub fn cursor(&self) -> Option<u8> {
        self.0.cursor().map(|cell| cell.0)
    }

    /// The cell whose tile was picked.
    #[wasm_bindgen(getter)]
    pub fn picked(&self) -> Option<u8> {
        self.0.picked().map(|cell| cell.0)
    }

    /// Puts the picked tile down.
    pub fn release(&mut self) {
        self.0.release();
    }

    /// A direction. With `shift` it acts where it would only move the cursor.
    #[wasm_bindgen(unchecked_return_type = "Answer")]
    pub fn go(&mut self, session: &Session, dir: u8, shift: bool) -> JsValue {
        answer(session, self.0.go(session.inner(), Dir(dir), shift))
    }

    /// Enter: shows the cursor, picks the tile there, or lets the picked tile go there.
    #[wasm_bindgen(unchecked_return_type = "Answer")]
    pub fn pick(&mut self, session: &Session) -> JsValue {
        answer(session, self.0.pick(session.inner()))
    }

    /// A tap on a cell: the first picks its tile, the second acts.
    #[wasm_bindgen(unchecked_return_type = "Answer")]
    pub fn tap(&mut self, session: &Session, cell: u8) -> JsValue {
        answer(session, self.0.tap(session.inner(), Cell(cell)))
    }

    /// A drag from one cell to another.
    #[wasm_bindgen(unchecked_return_type = "Answer")]
    pub fn drag(&mut self, session: &Session, from: u8, to: u8) -> JsValue {
        answer(session, self.0.drag(session.inner(), Cell(from), Cell(to)))
    }

    /// A swipe that began in a cell, or outside of all, and went that way on the screen; y goes down. One that could
    /// mean two directions means none.
    #[wasm_bindgen(unchecked_return_type = "Answer")]
    pub fn swipe(&mut self, session: &Session, from: Option<u8>, dx: f64, dy: f64) -> JsValue {
        let session_ = session.inner();
        match nearest(session_.game().topology(), dx, dy) {
            Some(dir) => answer(session, self.0.swipe(session_, from.map(Cell), dir)),
            None => to_js(&match no_swipe(session_.game().topology()) {
                Some(text) => Answer::Say { notice: Notice::bad(text) },
                None => Answer::Marked,
            }),
        }
    }

    /// The cell whose tile a gesture from a cell would move, before anything is played: a swipe that way on the screen, or
    /// no more than a press if it has no length. `undefined` if it would move none, or all.
    pub fn aim(&self, session: &Session, from: Option<u8>, dx: f64, dy: f64) -> Option<u8> {
        let inner = session.inner();
        let tile = from.map(Cell).filter(|&cell| inner.game().tile(inner.state(), cell).is_some());
        if dx == 0.0 && dy == 0.0 {
            return tile.map(|cell| cell.0);
        }
        let dir = nearest(inner.game().topology(), dx, dy)?;
        match self.0.clone().swipe(inner, from.map(Cell), dir) {
            session::Answer::Act(action) => match inner.meaning(action) {
                Meaning::Move(cell, _) => Some(cell.0),
                Meaning::Swap(a, b) => Some(tile.filter(|&cell| cell == b).unwrap_or(a).0),
                Meaning::Slide(_) => None,
            },
            // A refused one is followed all the same, and springs back.
            _ => None,
        }
    }

    /// Esc: puts the picked tile down, or else hides the cursor; false if there was nothing to go back from.
    pub fn back(&mut self, session: &Session) -> bool {
        self.0.back(session.inner())
    }
}

//! One play of a game, as a JavaScript class.

use crate::{
    Refusal,
    bridge::hand_over,
    ranking::Ranking,
    setup::{placed, seed, setup},
    table::{Table, nearest},
    turn::{ActionMeaning, Choice, Turn},
    view::View,
};
use tilewright_core::{Action, Cell, Dir, Game, clip};
use tilewright_session::{Replay, Save, Session, UndoRule};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

/// One play of a game.
#[wasm_bindgen]
#[derive(Clone, Debug)]
pub struct Play(Session);

impl Play {
    pub(crate) fn session(&self) -> &Session {
        &self.0
    }

    fn text(&self, action: Option<Action>) -> Option<String> {
        action.map(|action| self.0.game().action_text(action))
    }

    fn named(&self, action: &str) -> Result<Action, Refusal> {
        self.0.game().action_named(action).map_err(Refusal::new)
    }
}

#[wasm_bindgen]
impl Play {
    /// A new game of a preset, by its id, or of a variant, by its JSON text. The seed is a decimal text.
    pub fn start(what: &str, seed_text: &str) -> Result<Self, Refusal> {
        Session::new(setup(what)?, seed(seed_text)?).map(Self).map_err(Refusal::new)
    }

    /// A game from a position.
    pub fn place(what: &str, board: &str, seed: &str) -> Result<Self, Refusal> {
        placed(what, board, seed).map(Self)
    }

    /// A saved game, as it was.
    pub fn resume(save: &str) -> Result<Self, Refusal> {
        Save::read(save).map(Self).map_err(Refusal::new)
    }

    /// A replay that was checked by playing it; it stands at its start, all turns to be redone.
    pub fn watch(replay: &str) -> Result<Self, Refusal> {
        let mut session = Replay::read(replay).and_then(|replay| replay.session()).map_err(Refusal::new)?;
        session.jump(0);
        Ok(Self(session))
    }

    /// What stays the same for the whole game.
    #[wasm_bindgen(unchecked_return_type = "Table")]
    pub fn table(&self) -> JsValue {
        hand_over(&Table::of(self.0.setup()))
    }

    /// The current moment.
    #[wasm_bindgen(unchecked_return_type = "View")]
    pub fn view(&self) -> JsValue {
        hand_over(&View::of(&self.0))
    }

    /// Plays an action. One that is not legal is told as blocked; a text that names none is an error.
    #[wasm_bindgen(unchecked_return_type = "Turn")]
    pub fn act(&mut self, action: &str) -> Result<JsValue, Refusal> {
        Turn::play(&mut self.0, action).map(|turn| hand_over(&turn))
    }

    /// The action of an arrow or a swipe over the board.
    pub fn swipe(&self, dir: u8) -> Option<String> {
        self.text(self.0.swipe(Dir(dir)))
    }

    /// The direction that a way on the screen stands for; y goes down.
    #[wasm_bindgen(js_name = swipeVector)]
    pub fn swipe_vector(&self, dx: f64, dy: f64) -> Option<u8> {
        nearest(self.0.game().topology(), dx, dy).map(|dir| dir.0)
    }

    /// The action of a picked tile and a direction.
    pub fn step(&self, cell: u8, dir: u8) -> Option<String> {
        self.text(self.0.step(Cell(cell), Dir(dir)))
    }

    /// The action of two taps, or of a drag from one cell to another.
    pub fn pair(&self, from: u8, to: u8) -> Option<String> {
        self.text(self.0.pair(Cell(from), Cell(to)))
    }

    /// The legal actions of the tile in a cell.
    #[wasm_bindgen(js_name = legalFrom, unchecked_return_type = "Choice[]")]
    pub fn legal_from(&self, cell: u8) -> JsValue {
        hand_over(&Choice::all(&self.0, Cell(cell)))
    }

    /// What an action does, for marking it on the board.
    #[wasm_bindgen(unchecked_return_type = "ActionMeaning")]
    pub fn meaning(&self, action: &str) -> Result<JsValue, Refusal> {
        Ok(hand_over(&ActionMeaning::of(&self.0, self.named(action)?)))
    }

    /// Takes the last turn back; nothing where there is none or the rule forbids it.
    #[wasm_bindgen(unchecked_return_type = "View | undefined")]
    pub fn undo(&mut self) -> Option<JsValue> {
        self.0.undo().then(|| self.view())
    }

    /// Plays the turn again that was taken back last; nothing where there is none.
    #[wasm_bindgen(unchecked_return_type = "Turn | undefined")]
    pub fn redo(&mut self) -> Option<JsValue> {
        Turn::redo(&mut self.0).map(|turn| hand_over(&turn))
    }

    /// Goes to a turn of the history, back or forth, without taking anything back: for whoever looks at a record.
    #[wasm_bindgen(unchecked_return_type = "View")]
    pub fn jump(&mut self, turn: u32) -> JsValue {
        self.0.jump(turn as usize);
        self.view()
    }

    /// What happened in a turn, from 1; nothing where there is no such turn.
    #[wasm_bindgen(js_name = eventsOf, unchecked_return_type = "Told[]")]
    pub fn events_of(&self, turn: u32) -> JsValue {
        hand_over(&Turn::events(&self.0, turn as usize))
    }

    /// A new game that goes on from a turn of this one; it is marked as assisted.
    #[wasm_bindgen(js_name = continuedFrom)]
    pub fn continued_from(&self, turn: u32) -> Self {
        Self(self.0.continued_from(turn as usize))
    }

    /// Sets whether turns may be taken back: `off`, `unlimited` or `limited n`.
    #[wasm_bindgen(js_name = setUndoRule)]
    pub fn set_undo_rule(&mut self, rule: &str) -> Result<(), Refusal> {
        let wrong = || Refusal::new(format!("“{}” is no undo rule; it is off, unlimited or limited n", clip(rule)));
        self.0.set_undo_rule(UndoRule::parse(rule).ok_or_else(wrong)?);
        Ok(())
    }

    /// Marks the game as one in which a player was asked.
    #[wasm_bindgen(js_name = markHint)]
    pub fn mark_hint(&mut self) {
        self.0.mark_hint();
    }

    /// Asks a player about the current position. It may look at so many nodes and think for so many milliseconds.
    #[wasm_bindgen(unchecked_return_type = "Ranking")]
    pub fn rank(&mut self, player: &str, nodes: Option<f64>, ms: Option<f64>) -> Result<JsValue, Refusal> {
        Ranking::ask(&mut self.0, player, nodes, ms).map(|ranking| hand_over(&ranking))
    }

    /// The game as text, to go on with later.
    pub fn save(&self) -> String {
        Save::write(&self.0)
    }

    /// The game so far as replay text.
    pub fn replay(&self) -> String {
        self.0.replay()
    }
}

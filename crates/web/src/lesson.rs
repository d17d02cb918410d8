//! The lesson of a preset, as a JavaScript class.

use crate::{
    BoardInput, Refusal, Session,
    bridge::to_js,
    setup::setup,
    turn::{ActionMeaning, Turn},
};
use tilewright_core::Game;
use tilewright_session::{self as session, Answer};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

/// A few scripted turns that the newcomer plays.
#[wasm_bindgen]
#[derive(Clone, Debug)]
pub struct Lesson(session::Lesson);

#[wasm_bindgen]
impl Lesson {
    /// The lesson of a preset, by its id.
    #[wasm_bindgen(constructor)]
    pub fn new(preset: &str) -> Result<Self, Refusal> {
        session::Lesson::new(setup(preset)?).map(Self).ok_or_else(|| Refusal::new("there is no lesson for this game"))
    }

    /// The game as it stands, a copy.
    pub fn session(&self) -> Session {
        self.0.session().clone().into()
    }

    /// What the turn shows and how it is played, or that the lesson is over.
    pub fn text(&self) -> String {
        self.0.text()
    }

    /// The number of the turn to be played, and how many there are.
    pub fn progress(&self) -> Vec<u32> {
        let (turn, of) = self.0.progress();
        vec![turn as u32, of as u32]
    }

    /// The action to be played, to mark it on the board; `undefined` at the end.
    #[wasm_bindgen(unchecked_return_type = "ActionMeaning | undefined")]
    pub fn meaning(&self) -> Option<JsValue> {
        self.0.action().map(|action| to_js(&ActionMeaning::of(self.0.session().game(), action)))
    }

    /// Plays an action if it is the one that is to be played.
    #[wasm_bindgen(unchecked_return_type = "Turn | undefined")]
    pub fn play(&mut self, action: &str) -> Result<Option<JsValue>, Refusal> {
        let action = self.0.session().game().action_named(action).map_err(Refusal::new)?;
        let before = self.0.session().position().tiles;
        if !self.0.play(action) {
            return Ok(None);
        }
        let session = self.0.session();
        Ok(session.played(session.turn()).map(|played| to_js(&Turn::new(session, &before, &played))))
    }

    /// Readies the input for the next turn.
    pub fn ready(&self, input: &mut BoardInput) {
        self.0.ready(&mut input.0);
    }

    /// What to say to another action.
    pub fn refusal(&self) -> String {
        self.0.refusal(&Answer::Marked).text
    }
}

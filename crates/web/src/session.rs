//! One play of a game, as a JavaScript class.

use crate::{
    Refusal,
    bridge::to_js,
    game_info::GameInfo,
    setup::{placed, seed, setup},
    turn::{ActionMeaning, Status, Turn},
};
use tilewright_core::{Cell, Game, Tile, clip};
use tilewright_players::Player;
use tilewright_session::{
    self as session, Best, EndContext, Event, Notice, PlayError, Played, Pointer, Replay, Save, UndoRule, announcement,
    command, day_named, help, no_direction, player_name,
};
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

/// What a word of a tail starts with that says which player played.
const PLAYER: &str = "player:";

fn mark_player(session: &mut session::Session, player: &str) -> Result<(), Refusal> {
    let player = Player::parse(player).map_err(Refusal::new)?.in_game(session.game());
    session.mark_player(&player);
    Ok(())
}

/// One play of a game.
#[wasm_bindgen]
#[derive(Clone, Debug)]
pub struct Session {
    session: session::Session,
    /// The turn that was played or redone last, for its events and its announcement.
    last: Option<Played>,
}

impl From<session::Session> for Session {
    fn from(session: session::Session) -> Self {
        Self { session, last: None }
    }
}

impl Session {
    /// The session itself.
    pub(crate) fn inner(&self) -> &session::Session {
        &self.session
    }
}

#[wasm_bindgen]
impl Session {
    /// A new game of a preset, by its id, or of a variant, by its JSON text. The seed is a decimal text.
    pub fn start(what: &str, seed_text: &str) -> Result<Self, Refusal> {
        session::Session::new(setup(what)?, seed(seed_text)?).map(Into::into).map_err(Refusal::new)
    }

    /// A game from a position.
    pub fn place(what: &str, board: &str, seed: &str) -> Result<Self, Refusal> {
        placed(what, board, seed).map(Into::into)
    }

    /// A saved game, and what was done since: actions, and `undo`, `redo`, `hint`, `player:expectimax`.
    pub fn resume(save: &str, tail: Vec<String>) -> Result<Self, Refusal> {
        let mut session = Save::read(save).map_err(Refusal::new)?;
        for word in tail {
            match word.as_str() {
                "undo" => drop(session.undo()),
                "redo" => drop(session.redo()),
                "hint" => session.mark_hint(),
                player if player.starts_with(PLAYER) => mark_player(&mut session, &player[PLAYER.len()..])?,
                action => {
                    let action = session.game().action_named(action).map_err(Refusal::new)?;
                    session.play(action, None).map_err(Refusal::new)?;
                }
            }
        }
        Ok(session.into())
    }

    /// A replay, verified; it stands at its start, all turns can be redone.
    pub fn watch(replay: &str) -> Result<Self, Refusal> {
        let mut session = Replay::read(replay).and_then(|replay| replay.session()).map_err(Refusal::new)?;
        session.jump(0);
        Ok(session.into())
    }

    /// What stays the same for the whole game.
    #[wasm_bindgen(unchecked_return_type = "GameInfo")]
    pub fn info(&self) -> JsValue {
        to_js(&GameInfo::of(&self.session))
    }

    /// The session as the protocol sends it.
    #[wasm_bindgen(unchecked_return_type = "View")]
    pub fn view(&self) -> JsValue {
        to_js(&self.session.view())
    }

    /// What a page shows next to the board.
    #[wasm_bindgen(unchecked_return_type = "Status")]
    pub fn status(&self) -> JsValue {
        to_js(&Status::of(&self.session))
    }

    /// Plays an action. One that is not legal, or a text that names none, is an error, and nothing has changed.
    #[wasm_bindgen(unchecked_return_type = "Turn")]
    pub fn play(&mut self, action: &str) -> Result<JsValue, Refusal> {
        let action = self.session.game().action_named(action).map_err(Refusal::new)?;
        let before = self.session.position().tiles;
        match self.session.play(action, None) {
            Ok(played) => Ok(self.turn(&before, played)),
            Err(PlayError::Illegal(_)) => Err(Refusal::new(self.session.blocked_notice(action).text)),
            Err(error) => Err(Refusal::new(error)),
        }
    }

    /// Plays the turn again that was undone last; `undefined` if there is none.
    #[wasm_bindgen(unchecked_return_type = "Turn | undefined")]
    pub fn redo(&mut self) -> Option<JsValue> {
        let before = self.session.position().tiles;
        if !self.session.redo() {
            return None;
        }
        let played = self.session.played(self.session.turn())?;
        Some(self.turn(&before, played))
    }

    fn turn(&mut self, before: &[Option<Tile>], played: Played) -> JsValue {
        let turn = to_js(&Turn::new(&self.session, before, &played));
        self.last = Some(played);
        turn
    }

    /// The events of the turn that was played or redone last, as the protocol sends them.
    #[wasm_bindgen(unchecked_return_type = "GameEvent[]")]
    pub fn events(&self) -> JsValue {
        to_js(&self.last_events())
    }

    /// The same turn in a few sentences, for screen readers.
    pub fn announcement(&self) -> String {
        announcement(self.session.game(), self.last_events())
    }

    fn last_events(&self) -> &[Event] {
        self.last.as_ref().map_or(&[], |played| &played.events)
    }

    /// Whether the last turn reached the target.
    #[wasm_bindgen(js_name = hasReached)]
    pub fn has_reached(&self) -> bool {
        self.last_events().iter().any(|event| matches!(event, Event::Reached { .. }))
    }

    /// Undoes the last turn; `undefined` if there is none or the rule forbids it.
    #[wasm_bindgen(unchecked_return_type = "View | undefined")]
    pub fn undo(&mut self) -> Option<JsValue> {
        self.session.undo().then(|| self.view())
    }

    /// The answer to an undo that was done, or refused.
    #[wasm_bindgen(js_name = undoNotice, unchecked_return_type = "Notice")]
    pub fn undo_notice(&self, done: bool) -> JsValue {
        to_js(&self.session.undo_notice(done))
    }

    /// The answer to a redo that was done, or refused.
    #[wasm_bindgen(js_name = redoNotice, unchecked_return_type = "Notice")]
    pub fn redo_notice(&self, done: bool) -> JsValue {
        to_js(&self.session.redo_notice(done))
    }

    /// The greeting of a game that is opened again; `undefined` if it has not begun or is over.
    #[wasm_bindgen(unchecked_return_type = "Notice | undefined")]
    pub fn welcome(&self) -> Option<JsValue> {
        self.session.welcome().map(|notice| to_js(&notice))
    }

    /// Goes to a turn of the history, back or forth, without undoing anything: for replays.
    #[wasm_bindgen(unchecked_return_type = "View")]
    pub fn jump(&mut self, turn: u32) -> JsValue {
        self.session.jump(turn as usize);
        self.view()
    }

    /// What an action does, to mark it on the board.
    #[wasm_bindgen(unchecked_return_type = "ActionMeaning")]
    pub fn meaning(&self, action: &str) -> Result<JsValue, Refusal> {
        let action = self.session.game().action_named(action).map_err(Refusal::new)?;
        Ok(to_js(&ActionMeaning::of(self.session.game(), action)))
    }

    /// What a key asks for at this board; `undefined` if the key has no meaning there. Keys are named as in
    /// `KeyboardEvent.key`.
    #[wasm_bindgen(unchecked_return_type = "Command | undefined")]
    pub fn command(&self, key: &str) -> Option<JsValue> {
        command(self.session.game().topology(), key).map(|command| to_js(&command))
    }

    /// What there is to say of the tile in a cell; `undefined` if there is none.
    #[wasm_bindgen(js_name = tileNote, unchecked_return_type = "TileNote | undefined")]
    pub fn tile_note(&self, cell: u8) -> Option<JsValue> {
        self.session.tile_note(Cell(cell)).map(|note| to_js(&note))
    }

    /// The answer to a direction that this board does not have.
    #[wasm_bindgen(js_name = noDirection, unchecked_return_type = "Notice")]
    pub fn no_direction(&self) -> JsValue {
        to_js(&Notice::bad(no_direction(self.session.game().topology())))
    }

    /// The keys and gestures of this game, for its help page.
    #[wasm_bindgen(unchecked_return_type = "HelpLine[]")]
    pub fn help(&self) -> JsValue {
        to_js(&help(self.session.game(), Pointer::Touch))
    }

    /// A new game that goes on from a turn of this one; it is marked as assisted.
    #[wasm_bindgen(js_name = continuedFrom)]
    pub fn continued_from(&self, turn: u32) -> Self {
        self.session.continued_from(turn as usize).into()
    }

    /// Sets whether turns can be undone: `off`, `unlimited` or `limited n`.
    #[wasm_bindgen(js_name = setUndoRule)]
    pub fn set_undo_rule(&mut self, rule: &str) -> Result<(), Refusal> {
        let wrong = || Refusal::new(format!("“{}” is no undo rule; use off, unlimited or limited n", clip(rule)));
        self.session.set_undo_rule(UndoRule::parse(rule).ok_or_else(wrong)?);
        Ok(())
    }

    /// The player that answers in this game when that one is set: another, if it knows nothing about these rules.
    #[wasm_bindgen(js_name = playerHere)]
    pub fn player_here(&self, player: &str) -> Result<String, Refusal> {
        let player = Player::parse(player).map_err(Refusal::new)?;
        Ok(player_name(&player.in_game(self.session.game())))
    }

    /// Marks the game as one in which a player was asked; false if it was marked before.
    #[wasm_bindgen(js_name = markHint)]
    pub fn mark_hint(&mut self) -> bool {
        let new = !self.session.assisted().hint;
        self.session.mark_hint();
        new
    }

    /// Marks the game as one in which this player played a turn by itself; returns the word for the tail of its save,
    /// `undefined` if it was marked before.
    #[wasm_bindgen(js_name = markPlayer)]
    pub fn mark_player(&mut self, player: &str) -> Result<Option<String>, Refusal> {
        let before = self.session.assisted();
        mark_player(&mut self.session, player)?;
        let new = self.session.assisted() != before;
        Ok(self.session.assisted().player.filter(|_| new).map(|id| format!("{PLAYER}{id}")))
    }

    /// What to say of a player's ranking: its best action, if it has one.
    #[wasm_bindgen(unchecked_return_type = "Notice")]
    pub fn suggestion(&self, best: Option<String>) -> JsValue {
        let best = best.and_then(|action| self.session.game().action_named(&action).ok());
        to_js(&self.session.suggestion(Ok::<_, String>(best)))
    }

    /// Whether the game belongs into records: a turn was played, and its start was not made by hand.
    pub fn counts(&self) -> bool {
        self.session.counts()
    }

    /// The position that the game began from; `undefined` if it was dealt.
    #[wasm_bindgen(js_name = loadedStart)]
    pub fn loaded_start(&self) -> Option<String> {
        self.session.loaded_start().map(|start| start.text(self.session.game().topology()))
    }

    /// The panel of a game that is over or whose target was reached. `best` is the best score before it, without help;
    /// `date` that of the challenge, if it is one, and `practice` whether its first try is over.
    #[wasm_bindgen(js_name = endPanel, unchecked_return_type = "EndPanel")]
    pub fn end_panel(
        &self,
        title: String,
        best: Option<f64>,
        milliseconds: f64,
        date: Option<String>,
        practice: bool,
    ) -> JsValue {
        let best = Best { unhelped: best.map(|best| best as u64), helped: None };
        let daily = date.and_then(|date| day_named(&date));
        let context = EndContext { title, best, milliseconds: milliseconds as u64, daily, practice };
        to_js(&self.session.end_panel(&context))
    }

    /// The game as text, to go on with later.
    pub fn save(&self) -> String {
        Save::write(&self.session)
    }

    /// The game so far as replay text.
    pub fn replay(&self) -> String {
        self.session.replay()
    }
}

//! A play in progress: the present, the undo history, and what help was taken.

use crate::{Assisted, DiceSource, Event, PlayError, PlayTime, Replay, Setup, history::History, moment::Moment};
use std::sync::Arc;
use tilewright_core::{Action, Game, Illegal, NoStart, Outcome, Position, PositionError, Reason};
use tilewright_games::{AnyGame, AnyState};
use tilewright_players::{EngineError, EngineSlot, Limit, Player, Ranking, Tables};

/// One play of a game: its state and score, its dice, its undo history.
///
/// The same setup, dice and actions always give the same game. Memory is bounded: about two bytes a turn and a fixed
/// number of checkpoints. The state is always settled; a turn is played whole or not at all.
///
/// [`Session::view`] is what a front end draws, [`Session::replay`] the record that others can check, and
/// [`Save`](crate::Save) stores what a replay does not: undone turns and the undo rule.
///
/// # Examples
///
/// ```
/// use tilewright_games::Preset;
/// use tilewright_session::{Session, Setup};
///
/// let setup = Setup::preset(Preset::find("classic-2048").unwrap())?;
/// let mut session = Session::new(setup, 42)?;
/// let action = session.legal()[0];
/// let played = session.play(action, None)?;
/// assert_eq!(played.turn, 1);
/// assert!(session.undo());
/// assert_eq!(session.turn(), 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Session {
    setup: Arc<Setup>,
    dice: DiceSource,
    /// Whether the start was loaded rather than dealt.
    loaded: bool,
    history: History,
    assisted: Assisted,
    rule: UndoRule,
    /// How many turns were taken back in all.
    taken_back: u32,
    time: PlayTime,
    /// The engine of the player that was asked last.
    engine: EngineSlot,
    max_turns: usize,
    /// The most bytes that the replay may have.
    max_bytes: usize,
}

/// Whether turns may be taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum UndoRule {
    /// No.
    Off,
    /// At most so many in a game. Redoing one gives none back.
    Limited(u32),
    /// As many as there are.
    #[default]
    Unlimited,
}

/// A turn that was played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// Its number, from 1.
    pub turn: usize,
    /// The score before it.
    pub score_before: u64,
    /// What the game logged, for the turn's animation.
    pub log: Vec<tilewright_core::Event>,
    /// What happened, for programs and sentences: the log by names, and the end of the game.
    pub events: Vec<Event>,
}

impl Session {
    /// A new game. `dice` is a seed or any [`DiceSource`].
    ///
    /// # Errors
    ///
    /// If no playable start board is found, which only odd variants can cause.
    pub fn new(setup: Arc<Setup>, dice: impl Into<DiceSource>) -> Result<Self, NoStart> {
        let dice = dice.into();
        let mut cursor = dice.at(0);
        let state = setup.game.start(&mut cursor, &mut ())?;
        let start = Moment { state, score: 0, draws: cursor.draws() };
        Ok(Self::begin(setup, dice, start, false))
    }

    /// A game from a position; its dice have not been rolled yet. `dice` is a seed or any [`DiceSource`].
    ///
    /// # Errors
    ///
    /// If the position cannot stand on this board.
    pub fn from_position(
        setup: Arc<Setup>,
        position: &Position,
        dice: impl Into<DiceSource>,
    ) -> Result<Self, PositionError> {
        let state = setup.game.place(position)?;
        Ok(Self::begin(setup, dice.into(), Moment { state, score: 0, draws: 0 }, true))
    }

    fn begin(setup: Arc<Setup>, dice: DiceSource, start: Moment, loaded: bool) -> Self {
        Self {
            setup,
            dice,
            loaded,
            history: History::new(start),
            assisted: Assisted::default(),
            rule: UndoRule::default(),
            taken_back: 0,
            time: PlayTime::default(),
            engine: EngineSlot::default(),
            max_turns: Replay::MAX_ACTIONS,
            max_bytes: Replay::MAX_BYTES,
        }
    }

    /// What is being played.
    pub fn setup(&self) -> &Arc<Setup> {
        &self.setup
    }

    /// The compiled rules.
    pub fn game(&self) -> &AnyGame {
        &self.setup.game
    }

    /// The current state.
    pub fn state(&self) -> &AnyState {
        &self.history.now().state
    }

    /// The current state as plain data.
    pub fn position(&self) -> Position {
        self.game().position(self.state())
    }

    /// The current position as text.
    pub fn board(&self) -> String {
        self.position().text(self.game().topology())
    }

    /// The stable hash of the current state.
    pub fn hash(&self) -> u64 {
        self.history.now().hash(self.game())
    }

    /// The seed of the dice; `None` if they are secret.
    pub fn seed(&self) -> Option<u64> {
        self.dice.seed()
    }

    /// The seed in decimal, or `secret`.
    pub fn seed_text(&self) -> String {
        self.seed().map_or_else(|| "secret".into(), |seed| seed.to_string())
    }

    pub(crate) fn dice(&self) -> &DiceSource {
        &self.dice
    }

    /// How many words of the dice were used.
    pub fn draws(&self) -> u64 {
        self.history.now().draws
    }

    /// The points so far.
    pub fn score(&self) -> u64 {
        self.history.now().score
    }

    /// The number of turns played.
    pub fn turn(&self) -> usize {
        self.history.played()
    }

    /// How many turns can be redone.
    pub fn undone(&self) -> usize {
        self.history.len() - self.history.played()
    }

    /// Why the game is over, if it is.
    pub fn over(&self) -> Option<Reason> {
        self.history.now().over(self.game())
    }

    /// The legal actions, ascending.
    pub fn legal(&self) -> Vec<Action> {
        let mut legal = Vec::new();
        self.game().actions(self.state(), &mut |action| legal.push(action));
        legal
    }

    /// What help was taken.
    pub fn assisted(&self) -> Assisted {
        self.assisted
    }

    pub(crate) fn set_assisted(&mut self, assisted: Assisted) {
        self.assisted = assisted;
    }

    /// How long it was played, if a front end keeps the time.
    pub fn time(&self) -> PlayTime {
        self.time
    }

    /// Sets how long it was played.
    pub fn set_time(&mut self, time: PlayTime) {
        self.time = time;
    }

    /// Whether the game belongs into records: a turn was played, and its start was dealt and not made by hand.
    pub fn counts(&self) -> bool {
        self.turn() > 0 && !self.loaded
    }

    /// The position that the game began from; `None` if it was dealt by the dice.
    pub fn loaded_start(&self) -> Option<Position> {
        self.loaded.then(|| self.start_position())
    }

    pub(crate) fn start_position(&self) -> Position {
        self.game().position(&self.history.start().state)
    }

    pub(crate) fn history(&self) -> &History {
        &self.history
    }

    /// Makes room for that many turns more.
    pub(crate) fn reserve(&mut self, turns: usize) {
        self.history.reserve(turns);
    }

    /// Plays an action without making events. The length is not checked: for texts, which were checked when read.
    pub(crate) fn play_silently(&mut self, action: Action, chance: Option<&[Outcome]>) -> Result<(), PlayError> {
        self.history.play(&self.setup.game, &self.dice, action, chance, &mut ())
    }

    /// Steps back without asking the rule: how a save comes back to the turn it was written at.
    pub(crate) fn rewind(&mut self, turns: usize, taken_back: u32) {
        self.jump(self.turn() - turns);
        self.taken_back = taken_back;
    }

    /// Plays an action; what was undone is forgotten. With `chance`, its outcomes are taken in order instead of the
    /// dice, which are not rolled in this turn.
    ///
    /// # Errors
    ///
    /// If the action is not legal, if the outcomes do not fit, or if the game is as long as a replay can be. Nothing
    /// has changed then.
    pub fn play(&mut self, action: Action, chance: Option<&[Outcome]>) -> Result<Played, PlayError> {
        let drawn = match (&self.dice, chance) {
            (DiceSource::Secret(_), None) => Some(self.history.now().draw(self.game(), &self.dice, action)?),
            _ => None,
        };
        let chance = drawn.as_deref().or(chance);
        let bytes = self.history.replay_bytes_with(self.game().topology(), chance);
        if self.turn() >= self.max_turns || bytes > self.max_bytes {
            return Err(PlayError::Full { turns: self.turn() });
        }
        let score = self.score();
        let mut log = Vec::new();
        self.history.play(&self.setup.game, &self.dice, action, chance, &mut log)?;
        Ok(self.record(self.turn(), log, score, self.over()))
    }

    /// The event of an action that was refused here.
    pub fn blocked(&self, action: Action) -> Event {
        Event::blocked(self.game(), action)
    }

    /// Whether an action could be played with these outcomes; nothing is played.
    ///
    /// # Errors
    ///
    /// As [`Self::play`], apart from the length of the game.
    pub fn check_chance(&self, action: Action, outcomes: &[Outcome]) -> Result<(), PlayError> {
        let mut moment = *self.history.now();
        moment.advance(self.game(), &self.dice, action, Some(outcomes), &mut ())
    }

    /// Refuses turns beyond this number. The default, and the most, is what a replay can hold.
    pub fn set_max_turns(&mut self, turns: usize) {
        self.max_turns = turns.min(Replay::MAX_ACTIONS);
    }

    /// The first chance node that an action leads to, with its weights; nothing is played.
    ///
    /// # Errors
    ///
    /// If the action is not legal.
    pub fn outcomes(&self, action: Action) -> Result<Vec<(Outcome, u32)>, Illegal> {
        let mut state = *self.state();
        self.game().act(&mut state, action, &mut ())?;
        let mut outcomes = Vec::new();
        self.game().outcomes(&state, &mut |outcome, weight| outcomes.push((outcome, weight)));
        Ok(outcomes)
    }

    /// Takes the last turn back; false if there is none or the rule forbids it. The dice go back with it: playing it
    /// again draws the same.
    pub fn undo(&mut self) -> bool {
        let possible = self.undoable() > 0;
        if possible {
            self.jump(self.turn() - 1);
            self.taken_back = self.taken_back.saturating_add(1);
            self.assisted.undo = true;
        }
        possible
    }

    /// Plays the turn that was taken back last; false if there is none.
    pub fn redo(&mut self) -> bool {
        let possible = self.undone() > 0;
        if possible {
            self.jump(self.turn() + 1);
        }
        possible
    }

    /// Whether turns may be taken back.
    pub fn undo_rule(&self) -> UndoRule {
        self.rule
    }

    /// Sets whether turns may be taken back. What was taken back before counts.
    pub fn set_undo_rule(&mut self, rule: UndoRule) {
        self.rule = rule;
    }

    /// Undos left under the rule; `None` if unlimited.
    pub fn undo_limit(&self) -> Option<u32> {
        match self.rule {
            UndoRule::Off => Some(0),
            UndoRule::Limited(most) => Some(most.saturating_sub(self.taken_back)),
            UndoRule::Unlimited => None,
        }
    }

    /// How many turns can be taken back now.
    pub fn undoable(&self) -> usize {
        self.undo_limit().map_or(self.turn(), |limit| self.turn().min(limit as usize))
    }

    /// How many turns were taken back in all.
    pub fn taken_back(&self) -> u32 {
        self.taken_back
    }

    /// A new game that continues from a turn of this one. What came after is gone, and the game counts as assisted: its
    /// player may know what would have come.
    pub fn continued_from(&self, turn: usize) -> Self {
        let mut session = self.clone();
        session.jump(turn.min(self.turn()));
        session.history.forget_undone();
        session.assisted.undo = true;
        session.taken_back = 0;
        session.time = PlayTime::default();
        session
    }

    /// Goes to a turn of the history, back or forth, without taking anything back: for viewers of a record. A game
    /// that is being played uses [`Self::undo`].
    pub fn jump(&mut self, turn: usize) {
        self.history.go_to(&self.setup.game, &self.dice, turn.min(self.history.len()));
    }

    /// A turn of the history, from 1; `None` if there is no such turn.
    pub fn played(&self, turn: usize) -> Option<Played> {
        let before = turn.checked_sub(1).filter(|_| turn <= self.history.len())?;
        let mut moment = self.history.moment(self.game(), &self.dice, before);
        let score = moment.score;
        let mut log = Vec::new();
        self.history.replay_turn(self.game(), &self.dice, &mut moment, turn, &mut log);
        Some(self.record(turn, log, score, moment.over(self.game())))
    }

    /// The record of a turn, from its log, the score before it and whether it ended the game.
    fn record(&self, turn: usize, log: Vec<tilewright_core::Event>, score_before: u64, over: Option<Reason>) -> Played {
        let events = Event::of_turn(self.game().topology(), &log, score_before, over);
        Played { turn, score_before, log, events }
    }

    /// The action of the last turn.
    pub fn last_action(&self) -> Option<Action> {
        (self.turn() > 0).then(|| self.history.turn(self.turn()).0)
    }

    /// The largest value on the board.
    pub fn largest(&self) -> u32 {
        self.game().largest(self.state())
    }

    /// Marks the game as one in which a player was asked: for callers that ask one elsewhere, in a thread for example.
    /// Call it when the answer is shown, not when it is asked for: a refused hint is no help.
    pub fn mark_hint(&mut self) {
        self.assisted.hint = true;
    }

    /// Marks the game as one in which a player played a turn by itself.
    pub fn mark_player(&mut self, player: &Player) {
        self.assisted.player = Some(player.id());
    }

    /// Asks a player what it would do here. The game is marked only if there is an answer.
    ///
    /// # Errors
    ///
    /// As [`Self::ask`].
    pub fn hint(&mut self, player: &Player, tables: &Tables, limit: &Limit<'_>) -> Result<Ranking, EngineError> {
        let ranking = self.ask(player, tables, limit)?;
        self.assisted.hint |= !ranking.actions.is_empty();
        Ok(ranking)
    }

    /// Frees the engine of the player that was asked last. The next question takes longer; its answer is the same.
    pub fn drop_engine(&mut self) {
        self.engine = EngineSlot::default();
    }

    /// Asks a player what it would do here, without marking the game.
    ///
    /// # Errors
    ///
    /// If the player's name refers to a table that is not among `tables`, or if it has no answer although the game goes on.
    pub fn ask(&mut self, player: &Player, tables: &Tables, limit: &Limit<'_>) -> Result<Ranking, EngineError> {
        self.engine.ask(player, &self.setup.game, tables, &self.history.now().state, limit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilewright_games::Preset;

    #[test]
    fn play_given_outcomes_stop_before_the_replay_is_too_long() {
        for preset in Preset::all() {
            let mut session = Session::new(Setup::preset(preset).unwrap(), 1).unwrap();
            session.max_bytes = 18_000;
            while let Some(&action) = session.legal().first() {
                let chance = session.history.now().draw(session.game(), &session.dice, action).unwrap();
                match session.play(action, Some(&chance)) {
                    Ok(_) => assert!(session.replay().len() <= session.max_bytes),
                    Err(error) => {
                        assert_eq!(error, PlayError::Full { turns: session.turn() });
                        assert!(session.turn() > 20, "{}: {error}", preset.id);
                        break;
                    }
                }
            }
            assert!(Replay::read(&session.replay()).unwrap().verify().is_ok());
            // A turn taken back makes room for another.
            if session.over().is_none() {
                assert!(session.undo() && session.redo());
                assert!(session.undo());
                let action = session.legal()[0];
                assert!(session.play(action, None).is_ok());
            }
        }
    }
}

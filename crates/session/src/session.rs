//! A play in progress: state, score, dice and history.

use crate::{Event, Setup};
use std::{fmt, sync::Arc};
use tilewright_core::{Action, Dice1, Game, Illegal, NoStart, Outcome, Phase, Position, PositionError, Reason};
use tilewright_games::{AnyGame, AnyState};
use tilewright_players::{EngineError, EngineSlot, Limit, Player, Ranking, Tables};

/// One play of a game.
#[derive(Clone, Debug)]
pub struct Session {
    setup: Arc<Setup>,
    seed: u64,
    start: Moment,
    /// Whether the start was loaded rather than dealt.
    loaded: bool,
    turns: Vec<Turn>,
    /// How many of the turns are played; those behind it were undone and can be redone.
    played: usize,
    assisted: Assisted,
    rule: UndoRule,
    /// How many turns were taken back in all.
    taken_back: u32,
    /// The engine of the player that was asked last.
    engine: EngineSlot,
}

/// Whether turns may be taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum UndoRule {
    /// No.
    Off,
    /// So many in a game. Redoing one gives none back.
    Limited(u32),
    /// As many as there are.
    #[default]
    Unlimited,
}

/// A settled state and what belongs to it.
#[derive(Clone, Debug)]
struct Moment {
    state: AnyState,
    score: u64,
    draws: u64,
}

/// A turn of the history.
#[derive(Clone, Debug)]
struct Turn {
    action: Action,
    /// The outcomes, where they were given rather than drawn.
    chance: Option<Vec<Outcome>>,
    after: Moment,
}

/// What help was taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Assisted {
    /// A turn was taken back.
    pub undo: bool,
    /// A player was asked.
    pub hint: bool,
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

/// Why an action was not played. Nothing has changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayError {
    /// It is not legal here.
    Illegal(Illegal),
    /// The outcomes given for it do not fit.
    Chance(ChanceError),
}

/// Outcomes that do not fit the chance nodes of a turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChanceError {
    /// The number of the node at which they failed, from 0.
    pub node: usize,
    /// What was given there; none where too few were given.
    pub given: Option<Outcome>,
    /// What was possible there; nothing where too many were given.
    pub possible: Vec<Outcome>,
}

impl From<Illegal> for PlayError {
    fn from(illegal: Illegal) -> Self {
        Self::Illegal(illegal)
    }
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Illegal(illegal) => illegal.fmt(f),
            Self::Chance(ChanceError { node, given: None, .. }) => {
                write!(f, "too few outcomes: none is given for chance node {node}")
            }
            Self::Chance(ChanceError { node, possible, .. }) if possible.is_empty() => {
                write!(f, "too many outcomes: there is no chance node {node}")
            }
            Self::Chance(ChanceError { node, .. }) => write!(f, "the outcome for chance node {node} is not possible"),
        }
    }
}

impl std::error::Error for PlayError {}

impl Session {
    /// A new game from its seed.
    pub fn new(setup: Arc<Setup>, seed: u64) -> Result<Self, NoStart> {
        let mut dice = Dice1::new(seed);
        let state = setup.game.start(&mut dice, &mut ())?;
        Ok(Self::begin(setup, seed, Moment { state, score: 0, draws: dice.draws() }, false))
    }

    /// A game from a position; its dice have not been rolled yet.
    pub fn from_position(setup: Arc<Setup>, position: &Position, seed: u64) -> Result<Self, PositionError> {
        let state = setup.game.place(position)?;
        Ok(Self::begin(setup, seed, Moment { state, score: 0, draws: 0 }, true))
    }

    fn begin(setup: Arc<Setup>, seed: u64, start: Moment, loaded: bool) -> Self {
        Self {
            setup,
            seed,
            start,
            loaded,
            turns: Vec::new(),
            played: 0,
            assisted: Assisted::default(),
            rule: UndoRule::default(),
            taken_back: 0,
            engine: EngineSlot::default(),
        }
    }

    fn now(&self) -> &Moment {
        self.played.checked_sub(1).map_or(&self.start, |last| &self.turns[last].after)
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
        &self.now().state
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
        self.position().hash(self.game().topology())
    }

    /// The seed of the dice.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// How many words of the dice were used.
    pub fn draws(&self) -> u64 {
        self.now().draws
    }

    /// The points so far.
    pub fn score(&self) -> u64 {
        self.now().score
    }

    /// The number of turns played.
    pub fn turn(&self) -> usize {
        self.played
    }

    /// How many turns can be redone.
    pub fn undone(&self) -> usize {
        self.turns.len() - self.played
    }

    /// Why the game is over, if it is.
    pub fn over(&self) -> Option<Reason> {
        match self.game().phase(self.state()) {
            Phase::Over(reason) => Some(reason),
            Phase::Decide | Phase::Chance => None,
        }
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

    pub(crate) fn assist(&mut self, assisted: Assisted) {
        self.assisted = assisted;
    }

    /// The position that the game began from, where that was not dealt.
    pub fn loaded_start(&self) -> Option<Position> {
        self.loaded.then(|| self.game().position(&self.start.state))
    }

    /// The turns that were undone, in the order in which they were played.
    pub(crate) fn undone_turns(&self) -> impl Iterator<Item = (Action, Option<&[Outcome]>)> {
        self.turns[self.played..].iter().map(|turn| (turn.action, turn.chance.as_deref()))
    }

    /// Steps back without asking the rule: how a save comes back to the turn it was written at.
    pub(crate) fn rewind(&mut self, turns: usize, taken_back: u32) {
        self.played -= turns;
        self.taken_back = taken_back;
    }

    /// The turns played, each with the outcomes where they were given, and the state after it.
    pub(crate) fn history(&self) -> impl Iterator<Item = (Action, Option<&[Outcome]>, &AnyState)> {
        self.turns[..self.played].iter().map(|turn| (turn.action, turn.chance.as_deref(), &turn.after.state))
    }

    /// Plays an action; what was undone is forgotten. With `chance`, its outcomes are taken in order instead of the
    /// dice, which are not rolled in this turn.
    pub fn play(&mut self, action: Action, chance: Option<&[Outcome]>) -> Result<Played, PlayError> {
        let (log, after) = advance(&self.setup.game, self.seed, self.now(), action, chance)?;
        let score = self.score();
        self.turns.truncate(self.played);
        self.turns.push(Turn { action, chance: chance.map(<[_]>::to_vec), after });
        self.played += 1;
        Ok(self.record(self.played, log, score))
    }

    /// The event of an action that was refused here.
    pub fn blocked(&self, action: Action) -> Event {
        Event::blocked(self.game(), action)
    }

    /// The first chance node that an action leads to, with its weights; nothing is played.
    pub fn outcomes(&self, action: Action) -> Result<Vec<(Outcome, u32)>, Illegal> {
        let mut state = *self.state();
        self.game().act(&mut state, action, &mut ())?;
        let mut outcomes = Vec::new();
        self.game().outcomes(&state, &mut |outcome, weight| outcomes.push((outcome, weight)));
        Ok(outcomes)
    }

    /// Takes the last turn back; false where there is none or the rule forbids it. The dice go back with it: playing it
    /// again draws the same.
    pub fn undo(&mut self) -> bool {
        let possible = self.undoable() > 0;
        if possible {
            self.played -= 1;
            self.taken_back = self.taken_back.saturating_add(1);
            self.assisted.undo = true;
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

    /// How many more turns the rule allows to take back; none where it sets no limit.
    pub fn undo_limit(&self) -> Option<u32> {
        match self.rule {
            UndoRule::Off => Some(0),
            UndoRule::Limited(most) => Some(most.saturating_sub(self.taken_back)),
            UndoRule::Unlimited => None,
        }
    }

    /// How many turns can be taken back now.
    pub fn undoable(&self) -> usize {
        self.undo_limit().map_or(self.played, |limit| self.played.min(limit as usize))
    }

    /// How many turns were taken back in all.
    pub fn taken_back(&self) -> u32 {
        self.taken_back
    }

    /// A new game that goes on from a turn of this one. What came after is gone, and the game is marked: whoever plays
    /// it may know what would have come.
    pub fn continued_from(&self, turn: usize) -> Self {
        let mut session = self.clone();
        session.played = turn.min(session.played);
        session.turns.truncate(session.played);
        session.assisted.undo = true;
        session.taken_back = 0;
        session
    }

    /// Goes to a turn of the history, back or forth, without taking anything back: for whoever looks at a record. A game
    /// that is being played uses [`Self::undo`].
    pub fn jump(&mut self, turn: usize) {
        self.played = turn.min(self.turns.len());
    }

    /// A turn of the history, from 1; `None` if there is no such turn.
    pub fn played(&self, turn: usize) -> Option<Played> {
        let index = turn.checked_sub(1).filter(|&index| index < self.turns.len())?;
        let Turn { action, chance, .. } = &self.turns[index];
        let before = index.checked_sub(1).map_or(&self.start, |last| &self.turns[last].after);
        match advance(&self.setup.game, self.seed, before, *action, chance.as_deref()) {
            Ok((log, _)) => Some(self.record(turn, log, before.score)),
            Err(_) => unreachable!("a turn of the history was played"),
        }
    }

    /// The record of a turn of the history, from its log and the score before it.
    fn record(&self, turn: usize, log: Vec<tilewright_core::Event>, score_before: u64) -> Played {
        let over = match self.game().phase(&self.turns[turn - 1].after.state) {
            Phase::Over(reason) => Some(reason),
            Phase::Decide | Phase::Chance => None,
        };
        let events = Event::of_turn(self.game().topology(), &log, score_before, over);
        Played { turn, score_before, log, events }
    }

    /// The action of the last turn.
    pub fn last_action(&self) -> Option<Action> {
        self.played.checked_sub(1).map(|last| self.turns[last].action)
    }

    /// The largest face on the board.
    pub fn largest(&self) -> u32 {
        self.position().tiles.iter().flatten().map(|tile| tile.value).max().unwrap_or(0)
    }

    /// Plays the turn that was taken back last; false where there is none.
    pub fn redo(&mut self) -> bool {
        let possible = self.played < self.turns.len();
        self.played += usize::from(possible);
        possible
    }

    /// Marks the game as one in which a player was asked: for whoever asks one elsewhere, in a thread for example.
    pub fn mark_hint(&mut self) {
        self.assisted.hint = true;
    }

    /// Asks a player what it would do here, and marks the game as one in which a player was asked.
    ///
    /// # Errors
    ///
    /// As [`Self::ask`]; then the game is not marked, and neither is one that is over.
    pub fn hint(&mut self, player: &Player, tables: &Tables, limit: &Limit<'_>) -> Result<Ranking, EngineError> {
        let ranking = self.ask(player, tables, limit)?;
        self.assisted.hint |= !ranking.actions.is_empty();
        Ok(ranking)
    }

    /// Asks a player what it would do here, without marking the game.
    ///
    /// # Errors
    ///
    /// If the player's name refers to a table that is not among `tables`, or if it has no answer although the game goes on.
    pub fn ask(&mut self, player: &Player, tables: &Tables, limit: &Limit<'_>) -> Result<Ranking, EngineError> {
        let now = self.played.checked_sub(1).map_or(&self.start, |last| &self.turns[last].after);
        self.engine.ask(player, &self.setup.game, tables, &now.state, limit)
    }
}

/// Plays one turn from a moment: what the game logged, and the moment after it.
fn advance(
    game: &AnyGame,
    seed: u64,
    before: &Moment,
    action: Action,
    chance: Option<&[Outcome]>,
) -> Result<(Vec<tilewright_core::Event>, Moment), PlayError> {
    let Moment { mut state, score, draws } = before.clone();
    let mut dice = Dice1::at(seed, draws);
    let mut log = Vec::new();
    let gain = match chance {
        None => game.advance(&mut state, action, &mut dice, &mut log)?,
        Some(outcomes) => {
            let gain = game.act(&mut state, action, &mut log)?;
            gain.saturating_add(settle(game, &mut state, outcomes, &mut log)?)
        }
    };
    Ok((log, Moment { state, score: score.saturating_add(gain), draws: dice.draws() }))
}

/// Settles the chance nodes of a turn with these outcomes, all of them and no more.
fn settle(
    game: &AnyGame,
    state: &mut AnyState,
    outcomes: &[Outcome],
    log: &mut Vec<tilewright_core::Event>,
) -> Result<u64, PlayError> {
    let mut gain = 0u64;
    let mut given = outcomes.iter().copied();
    for node in 0.. {
        let mut possible = Vec::new();
        game.outcomes(state, &mut |outcome, _| possible.push(outcome));
        match given.next() {
            None if possible.is_empty() => break,
            Some(outcome) if possible.contains(&outcome) => {
                gain = gain.saturating_add(game.settle(state, outcome, log));
            }
            given => return Err(PlayError::Chance(ChanceError { node, given, possible })),
        }
    }
    Ok(gain)
}

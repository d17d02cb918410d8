//! The undo history of a session, in bounded memory.
//!
//! - Every turn: its action (2 bytes). Outcomes only where they were given instead of drawn.
//! - Every 64th turn: the hash that a replay checks (8 bytes).
//! - Checkpoints: a whole [`Moment`] every `spacing` turns. When there are too many, every second one is dropped and
//!   `spacing` doubles, so they never take more than [`CHECKPOINT_BYTES`].
//! - The window: the moments of the last turns visited, so that undo is one step, not a replay from a checkpoint.
//!
//! Going to any turn plays at most `spacing` turns forward from a checkpoint, without events. Going back turn by turn
//! does so once per [`WINDOW`] turns.

use crate::{
    DiceSource, PlayError,
    moment::Moment,
    replay::{CHECK_EVERY, chance_bytes, max_replay_bytes},
};
use std::collections::VecDeque;
use tilewright_core::{Action, Game, Log, Outcome, Topology};
use tilewright_games::AnyGame;

/// What all checkpoints of a session may take.
const CHECKPOINT_BYTES: usize = 256 << 10;
/// The most checkpoints: a power of two, so that the vector, which doubles, allocates no more.
const MAX_CHECKPOINTS: usize = 1 << (CHECKPOINT_BYTES / size_of::<Moment>()).ilog2();
/// The turns from one checkpoint to the next, in a short game.
const FIRST_SPACING: usize = 16;
/// The most moments in the window.
const WINDOW: usize = 32;

/// The turns of a session, those undone included, and the present.
#[derive(Clone, Debug)]
pub(crate) struct History {
    turns: Turns,
    /// The hash after every [`CHECK_EVERY`]th turn.
    checks: Vec<u64>,
    /// The moments at the turns 0, `spacing`, 2 × `spacing`, … up to the last turn of the history.
    checkpoints: Vec<Moment>,
    spacing: usize,
    window: Window,
    /// How many of the turns are played. Those after it were undone and can be redone. Invariant: in the window.
    played: usize,
}

/// Actions, and the outcomes that were given with them.
#[derive(Clone, Debug, Default)]
struct Turns {
    actions: Vec<Action>,
    /// One entry per turn with given outcomes, ascending.
    given: Vec<Given>,
    outcomes: Vec<Outcome>,
}

/// Where the given outcomes of a turn are.
#[derive(Clone, Copy, Debug)]
struct Given {
    /// The index of the turn, from 0.
    index: u32,
    /// Where its outcomes end in [`Turns::outcomes`].
    end: u32,
    /// The length of all given outcomes up to here in a replay's text.
    bytes: u32,
}

impl Turns {
    fn push(&mut self, action: Action, chance: Option<&[Outcome]>, topology: &Topology) {
        if let Some(outcomes) = chance {
            let bytes = (self.given_bytes(self.actions.len()) + chance_bytes(topology, outcomes)) as u32;
            self.outcomes.extend_from_slice(outcomes);
            self.given.push(Given { index: self.actions.len() as u32, end: self.outcomes.len() as u32, bytes });
        }
        self.actions.push(action);
    }

    fn truncate(&mut self, turns: usize) {
        self.actions.truncate(turns);
        self.given.truncate(self.given_before(turns));
        self.outcomes.truncate(self.given.last().map_or(0, |given| given.end as usize));
    }

    /// How many of the first `turns` turns have given outcomes.
    fn given_before(&self, turns: usize) -> usize {
        self.given.partition_point(|given| (given.index as usize) < turns)
    }

    /// The length of the given outcomes of the first `turns` turns in a replay's text.
    fn given_bytes(&self, turns: usize) -> usize {
        self.given_before(turns).checked_sub(1).map_or(0, |last| self.given[last].bytes as usize)
    }

    /// The turn with this index, from 0.
    fn get(&self, index: usize) -> (Action, Option<&[Outcome]>) {
        let found = self.given.binary_search_by_key(&index, |given| given.index as usize);
        let chance = found.ok().map(|i| {
            let first = i.checked_sub(1).map_or(0, |before| self.given[before].end as usize);
            &self.outcomes[first..self.given[i].end as usize]
        });
        (self.actions[index], chance)
    }
}

/// The moments of consecutive turns. Never empty.
#[derive(Clone, Debug)]
struct Window {
    /// The turn of the first one.
    first: usize,
    moments: VecDeque<Moment>,
}

impl Window {
    fn new(first: usize, moment: Moment) -> Self {
        Self { first, moments: VecDeque::from([moment]) }
    }

    fn last(&self) -> usize {
        self.first + self.moments.len() - 1
    }

    fn get(&self, turn: usize) -> Option<&Moment> {
        self.moments.get(turn.checked_sub(self.first)?)
    }

    /// Adds the moment of the turn after the last one.
    fn push(&mut self, moment: Moment) {
        if self.moments.len() == WINDOW {
            self.moments.pop_front();
            self.first += 1;
        }
        self.moments.push_back(moment);
    }
}

impl History {
    pub(crate) fn new(start: Moment) -> Self {
        Self {
            turns: Turns::default(),
            checks: Vec::new(),
            window: Window::new(0, start),
            checkpoints: vec![start],
            spacing: FIRST_SPACING,
            played: 0,
        }
    }

    /// Makes room for that many turns more, so that a long game that is read takes no more than it needs.
    pub(crate) fn reserve(&mut self, turns: usize) {
        self.turns.actions.reserve_exact(turns);
        self.checks.reserve_exact(turns / CHECK_EVERY);
    }

    pub(crate) fn start(&self) -> &Moment {
        &self.checkpoints[0]
    }

    pub(crate) fn now(&self) -> &Moment {
        self.window.get(self.played).expect("the present is in the window")
    }

    pub(crate) fn played(&self) -> usize {
        self.played
    }

    /// How many turns there are, those undone included.
    pub(crate) fn len(&self) -> usize {
        self.turns.actions.len()
    }

    /// A turn, from 1: its action, and its outcomes where they were given.
    pub(crate) fn turn(&self, turn: usize) -> (Action, Option<&[Outcome]>) {
        self.turns.get(turn - 1)
    }

    /// How long a replay of the turns played is at most, with one more turn that has these outcomes.
    pub(crate) fn replay_bytes_with(&self, topology: &Topology, chance: Option<&[Outcome]>) -> usize {
        let given = self.turns.given_bytes(self.played);
        let more = chance.map_or(0, |outcomes| chance_bytes(topology, outcomes));
        max_replay_bytes(self.played + 1).saturating_add(given).saturating_add(more)
    }

    /// The hash after a turn that is a multiple of [`CHECK_EVERY`].
    pub(crate) fn check(&self, turn: usize) -> u64 {
        self.checks[turn / CHECK_EVERY - 1]
    }

    /// Forgets what was undone.
    pub(crate) fn forget_undone(&mut self) {
        self.turns.truncate(self.played);
        self.checks.truncate(self.played / CHECK_EVERY);
        self.checkpoints.truncate(self.played / self.spacing + 1);
        self.window.moments.truncate(self.played - self.window.first + 1);
    }

    /// Plays a turn after the present one and forgets what was undone.
    ///
    /// # Errors
    ///
    /// If the turn cannot be played. Nothing has changed then.
    pub(crate) fn play<L: Log>(
        &mut self,
        game: &AnyGame,
        dice: &DiceSource,
        action: Action,
        chance: Option<&[Outcome]>,
        log: &mut L,
    ) -> Result<(), PlayError> {
        let mut moment = *self.now();
        moment.advance(game, dice, action, chance, log)?;
        self.forget_undone();
        self.turns.push(action, chance, game.topology());
        self.played += 1;
        if self.played.is_multiple_of(CHECK_EVERY) {
            self.checks.push(moment.hash(game));
        }
        if self.played.is_multiple_of(self.spacing) {
            self.add_checkpoint(moment);
        }
        self.window.push(moment);
        Ok(())
    }

    fn add_checkpoint(&mut self, moment: Moment) {
        if self.checkpoints.len() == MAX_CHECKPOINTS {
            let mut index = 0;
            self.checkpoints.retain(|_| {
                index += 1;
                index % 2 == 1
            });
            self.spacing *= 2;
        }
        if self.played.is_multiple_of(self.spacing) {
            self.checkpoints.push(moment);
        }
    }

    /// Goes to a turn of the history, at most [`Self::len`].
    pub(crate) fn go_to(&mut self, game: &AnyGame, dice: &DiceSource, turn: usize) {
        if self.window.get(turn).is_none() {
            let checkpoint = turn / self.spacing * self.spacing;
            if !(checkpoint..=turn).contains(&self.window.last()) {
                self.window = Window::new(checkpoint, self.checkpoints[turn / self.spacing]);
            }
            for next in self.window.last() + 1..=turn {
                let mut moment = *self.window.moments.back().expect("the window is never empty");
                self.replay_turn(game, dice, &mut moment, next, &mut ());
                self.window.push(moment);
            }
        }
        self.played = turn;
    }

    /// The moment after a turn of the history, at most [`Self::len`]; the present stays.
    pub(crate) fn moment(&self, game: &AnyGame, dice: &DiceSource, turn: usize) -> Moment {
        if let Some(moment) = self.window.get(turn) {
            return *moment;
        }
        let mut moment = self.checkpoints[turn / self.spacing];
        for next in turn / self.spacing * self.spacing + 1..=turn {
            self.replay_turn(game, dice, &mut moment, next, &mut ());
        }
        moment
    }

    /// Plays a turn of the history again, from the moment before it.
    pub(crate) fn replay_turn<L: Log>(
        &self,
        game: &AnyGame,
        dice: &DiceSource,
        before: &mut Moment,
        turn: usize,
        log: &mut L,
    ) {
        let (action, chance) = self.turn(turn);
        let played = before.advance(game, dice, action, chance, log);
        assert!(played.is_ok(), "a turn of the history can be played again");
    }
}

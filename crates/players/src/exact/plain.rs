//! Any game whose positions never repeat, solved as the definition reads: chance averages, the player maximises.
//!
//! Depth-first on an explicit stack, so that long games need no deep recursion: a state waits on the stack until the
//! values of all that follow it are known.

use super::{Goal, Progress, SolveError, Solved};
use crate::{
    budget::{Counter, Stopped},
    legal,
};
use std::collections::HashMap;
use tilewright_core::{Action, BuildBoardHasher, Game};

/// Who decides.
pub(super) enum Decider<'a, S> {
    Best,
    Random,
    /// A function that chooses an action; `None` if it has no answer.
    Player(&'a mut dyn FnMut(&S) -> Option<Action>),
}

/// What is known of a state.
#[derive(Clone, Copy)]
enum Mark {
    /// It waits for what follows. Holds the action that the player chose there, if a player decides.
    Open(Option<Action>),
    Known(f64),
}

pub(super) struct Plain<'a, 'b, 'c, G: Game> {
    game: &'a G,
    goal: Goal,
    decider: Decider<'c, G::State>,
    counter: &'a mut Counter<'b>,
    marks: HashMap<G::State, Mark, BuildBoardHasher>,
    /// States with a decision that are not won.
    decisions: u64,
}

impl<'a, 'b, 'c, G: Game> Plain<'a, 'b, 'c, G> {
    pub(super) fn new(game: &'a G, goal: Goal, decider: Decider<'c, G::State>, counter: &'a mut Counter<'b>) -> Self {
        Self { game, goal, decider, counter, marks: HashMap::default(), decisions: 0 }
    }

    /// The value of a state of any phase, within the budget.
    pub(super) fn solve(&mut self, root: &G::State, progress: &mut dyn FnMut(Progress)) -> Result<Solved, SolveError> {
        let mut stack = vec![*root];
        let mut missing = Vec::new();
        while let Some(&state) = stack.last() {
            if let Some(Mark::Known(value)) = self.marks.get(&state) {
                let value = *value;
                stack.pop();
                if stack.is_empty() {
                    return Ok(Solved { value, states: self.decisions });
                }
                continue;
            }
            if !self.marks.contains_key(&state) {
                let chosen = self.open(&state)?;
                self.marks.insert(state, Mark::Open(chosen));
                let met = self.marks.len() as u64;
                if met.is_multiple_of(Progress::EVERY) {
                    progress(Progress { found: met, solved: 0 });
                }
            }
            let value = self.value(&state, &mut missing);
            if missing.is_empty() {
                self.marks.insert(state, Mark::Known(value));
            } else if missing.iter().any(|next| self.marks.contains_key(next)) {
                // A state further up the stack follows this one: the game has a cycle.
                return Err(SolveError::Loops);
            }
            stack.append(&mut missing);
        }
        Err(SolveError::Loops)
    }

    /// Counts a state that is met for the first time, and asks the player there.
    fn open(&mut self, state: &G::State) -> Result<Option<Action>, SolveError> {
        self.counter.spend().map_err(|Stopped| SolveError::stopped(self.counter))?;
        if self.game.is_chance(state) || self.is_won(state) {
            return Ok(None);
        }
        let is_decision = !legal(self.game, state).is_empty();
        self.decisions += u64::from(is_decision);
        match &mut self.decider {
            Decider::Player(choose) if is_decision => {
                let chosen = choose(state);
                // A player that is stopped may have no answer.
                self.counter.poll().map_err(|Stopped| SolveError::Stopped)?;
                chosen.map(Some).ok_or(SolveError::Silent)
            }
            _ => Ok(None),
        }
    }

    fn is_won(&self, state: &G::State) -> bool {
        self.goal == Goal::Win && self.game.reached(state).is_some()
    }

    /// The value by the known values of the states that follow; those without one go to `missing`.
    fn value(&self, state: &G::State, missing: &mut Vec<G::State>) -> f64 {
        let mut next = |gain: u64, state: G::State| match self.marks.get(&state) {
            Some(Mark::Known(value)) => self.points(gain) + value,
            _ => {
                missing.push(state);
                0.0
            }
        };
        if self.game.is_chance(state) {
            let (mut value, mut weights) = (0.0, 0.0);
            self.game.outcomes(state, &mut |outcome, weight| {
                let mut settled = *state;
                let gain = self.game.settle(&mut settled, outcome, &mut ());
                value += f64::from(weight) * next(gain, settled);
                weights += f64::from(weight);
            });
            return value / weights;
        }
        if self.is_won(state) {
            return 1.0;
        }
        let chosen = match self.marks.get(state) {
            Some(Mark::Open(Some(action))) => vec![(*action, 0.0)],
            _ => legal(self.game, state),
        };
        let mut values = Vec::new();
        for (action, _) in chosen {
            let mut after = *state;
            let gain = self.game.act(&mut after, action, &mut ()).unwrap_or(0);
            values.push(next(gain, after));
        }
        match &self.decider {
            _ if values.is_empty() => 0.0,
            Decider::Random => values.iter().sum::<f64>() / values.len() as f64,
            _ => values.into_iter().fold(f64::NEG_INFINITY, f64::max),
        }
    }

    /// What a gain counts for the goal.
    fn points(&self, gain: u64) -> f64 {
        if self.goal == Goal::Score { gain as f64 } else { 0.0 }
    }

    /// The value of an action and all that follows.
    pub(super) fn action_value(&mut self, state: &G::State, action: Action) -> Result<f64, SolveError> {
        let mut after = *state;
        let gain = self.game.act(&mut after, action, &mut ()).expect("a listed action is legal");
        Ok(self.points(gain) + self.solve(&after, &mut |_| ())?.value)
    }
}

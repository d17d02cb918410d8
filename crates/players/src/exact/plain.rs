//! Any game whose positions never come again, as the definition reads: chance averages, the player chooses.
//!
//! Positions wait on a stack of their own until all that follows them is known, so that long games need no deep calls.

use super::{Goal, Policy, Progress, SolveError, Solved};
use crate::{budget::Counter, legal};
use std::collections::HashMap;
use tilewright_core::{Action, Game};
use tilewright_games::{AnyGame, AnyState};

/// What is known of a position.
#[derive(Clone, Copy)]
enum Mark {
    /// It waits for what follows. What the player chose there, where a player was asked.
    Open(Option<Action>),
    Known(f64),
}

pub(super) struct Plain<'a, 'b> {
    game: &'a AnyGame,
    goal: Goal,
    policy: Policy<'a>,
    counter: &'a mut Counter<'b>,
    marks: HashMap<AnyState, Mark>,
    /// Positions with a decision that is not won.
    decisions: u64,
}

impl<'a, 'b> Plain<'a, 'b> {
    pub(super) fn new(game: &'a AnyGame, goal: Goal, policy: Policy<'a>, counter: &'a mut Counter<'b>) -> Self {
        Self { game, goal, policy, counter, marks: HashMap::new(), decisions: 0 }
    }

    /// The value of a state of any phase, as far as the budget goes.
    pub(super) fn solve(&mut self, root: &AnyState, progress: &mut dyn FnMut(Progress)) -> Result<Solved, SolveError> {
        let mut stack = vec![root.clone()];
        let mut missing = Vec::new();
        while let Some(state) = stack.last() {
            if let Some(Mark::Known(value)) = self.marks.get(state) {
                let value = *value;
                stack.pop();
                if stack.is_empty() {
                    return Ok(Solved { value, states: self.decisions });
                }
                continue;
            }
            if !self.marks.contains_key(state) {
                let chosen = self.open(state)?;
                self.marks.insert(state.clone(), Mark::Open(chosen));
                let met = self.marks.len() as u64;
                if met.is_multiple_of(Progress::EVERY) {
                    progress(Progress { found: met, solved: 0 });
                }
            }
            let value = self.worth(state, &mut missing);
            if missing.is_empty() {
                self.marks.insert(state.clone(), Mark::Known(value));
            } else if missing.iter().any(|next| self.marks.contains_key(next)) {
                // It waits for us, and we would wait for it.
                return Err(SolveError::Loops);
            }
            stack.append(&mut missing);
        }
        Err(SolveError::Loops)
    }

    /// Counts a position that is met for the first time, and asks the player there.
    fn open(&mut self, state: &AnyState) -> Result<Option<Action>, SolveError> {
        self.counter.spend().map_err(|_| SolveError::TooLarge { most: self.counter.used() })?;
        if self.game.is_chance(state) || self.is_won(state) {
            return Ok(None);
        }
        let actions = legal(self.game, state);
        self.decisions += u64::from(!actions.is_empty());
        match &mut self.policy {
            Policy::Engine(engine, limit) if !actions.is_empty() => {
                engine.choose(state, limit).map(Some).ok_or(SolveError::Silent)
            }
            _ => Ok(None),
        }
    }

    fn is_won(&self, state: &AnyState) -> bool {
        self.goal == Goal::Win && self.game.reached(state).is_some()
    }

    /// The value by what is known of the positions that follow; those of which nothing is known are missing.
    fn worth(&self, state: &AnyState, missing: &mut Vec<AnyState>) -> f64 {
        let mut next = |gain: u64, state: AnyState| {
            let points = if self.goal == Goal::Score { gain as f64 } else { 0.0 };
            match self.marks.get(&state) {
                Some(Mark::Known(value)) => points + value,
                _ => {
                    missing.push(state);
                    0.0
                }
            }
        };
        if self.game.is_chance(state) {
            let (mut value, mut weights) = (0.0, 0.0);
            self.game.outcomes(state, &mut |outcome, weight| {
                let mut settled = state.clone();
                let gain = self.game.settle(&mut settled, outcome, &mut ());
                value += f64::from(weight) * next(gain, settled);
                weights += f64::from(weight);
            });
            return value / weights;
        }
        if self.is_won(state) {
            return 1.0;
        }
        let mut worths = Vec::new();
        let chosen = match self.marks.get(state) {
            Some(Mark::Open(Some(action))) => vec![(*action, 0.0)],
            _ => legal(self.game, state),
        };
        for (action, _) in chosen {
            let mut after = state.clone();
            let gain = self.game.act(&mut after, action, &mut ()).unwrap_or(0);
            worths.push(next(gain, after));
        }
        match &self.policy {
            _ if worths.is_empty() => 0.0,
            Policy::Random => worths.iter().sum::<f64>() / worths.len() as f64,
            _ => worths.into_iter().fold(f64::NEG_INFINITY, f64::max),
        }
    }

    /// What an action and all that follows is worth.
    pub(super) fn after(&mut self, state: &AnyState, action: Action) -> Result<f64, SolveError> {
        let mut after = state.clone();
        let gain = self.game.act(&mut after, action, &mut ()).unwrap_or(0);
        let points = if self.goal == Goal::Score { gain as f64 } else { 0.0 };
        Ok(points + self.solve(&after, &mut |_| ())?.value)
    }
}

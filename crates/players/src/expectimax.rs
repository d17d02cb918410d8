//! Expectimax for any game: the maximum over actions, the average over chance, the family's evaluation at the leaves.
//!
//! Iterative deepening; the answer is that of the last finished iteration. Chance nodes with few outcomes are
//! enumerated, others sampled, with the same dice for all actions (common random numbers). Below the root, only the most
//! promising actions are searched.

use crate::{
    Ranking,
    budget::{Counter, Stopped},
    evaluate::Evaluator,
    legal,
    order::{descending, sort, sort_by_keys},
    seed, simple,
};
use std::collections::HashMap;
use tilewright_core::{BuildBoardHasher, Cell, Dice1, Game, Outcome, Place};

/// One iteration of the deepening.
#[derive(Clone, Copy)]
struct Step {
    /// Turns ahead.
    depth: u32,
    /// Samples at a chance node that is not enumerated.
    samples: u32,
    /// Actions searched below the root.
    width: usize,
}

/// The most outcomes of a chance node that are enumerated.
const MAX_ENUMERATED: usize = 40;
/// The most entries of the transposition table: a longer search goes on without further ones.
const MAX_ENTRIES: usize = 1 << 16;
/// A line of chance that is less probable than this is evaluated where it stands.
const MIN_PROBABILITY: f64 = 0.002;

/// The iterations in order: more samples, then more turns.
fn steps(max_depth: u32) -> impl Iterator<Item = Step> {
    let first = [(1, 1, 64), (1, 4, 64), (2, 2, 6), (2, 4, 8), (2, 8, 12)];
    let first = first.into_iter().map(|(depth, samples, width)| Step { depth, samples, width });
    let later = (3..).map(|depth| Step { depth, samples: 4, width: 6 });
    first.chain(later).take_while(move |step| step.depth <= max_depth)
}

struct Search<'a, 'b, G: Game> {
    game: &'a G,
    evaluator: &'a Evaluator,
    counter: &'a mut Counter<'b>,
    seed: u64,
    step: Step,
    /// The values of states that were searched to a depth.
    table: HashMap<(G::State, u32), f64, BuildBoardHasher>,
}

pub(crate) fn rank<G: Game>(
    game: &G,
    state: &G::State,
    evaluator: &Evaluator,
    counter: &mut Counter<'_>,
    depth: u32,
) -> Ranking {
    let mut best = simple::greedy(game, state);
    let mut actions = legal(game, state);
    if actions.len() > 1 {
        let step = Step { depth: 0, samples: 0, width: 0 };
        let seed = seed(game, state);
        let mut search = Search { game, evaluator, counter, seed, step, table: HashMap::default() };
        for step in steps(depth) {
            search.step = step;
            search.table.clear();
            let finished = actions.iter_mut().try_for_each(|(action, value)| {
                let mut after = *state;
                let gain = game.act(&mut after, *action, &mut ()).expect("a listed action is legal") as f64;
                *value = evaluator.point() * gain + search.chance(&after, step.depth - 1, 1.0)?;
                Ok::<(), Stopped>(())
            });
            if finished.is_err() {
                break;
            }
            best.actions.clone_from(&actions);
            best.depth = step.depth;
            if search.counter.is_spent() {
                break;
            }
        }
    }
    sort(&mut best.actions);
    Ranking { nodes: counter.used().max(best.nodes), ..best }
}

impl<G: Game> Search<'_, '_, G> {
    /// The expected value of an afterstate, `depth` turns before the leaves.
    fn chance(&mut self, after: &G::State, depth: u32, probability: f64) -> Result<f64, Stopped> {
        if depth == 0 && self.evaluator.takes_afterstates() {
            self.counter.spend()?;
            return Ok(self.evaluator.value(self.game, after));
        }
        if !self.game.is_chance(after) {
            return self.decide(after, depth, probability);
        }
        let mut outcomes = [(Outcome { at: Place::Cell(Cell(0)), value: 0 }, 0); MAX_ENUMERATED];
        let mut count = 0;
        self.game.outcomes(after, &mut |outcome, weight| {
            if let Some(slot) = outcomes.get_mut(count) {
                *slot = (outcome, weight);
            }
            count += 1;
        });
        if count <= MAX_ENUMERATED && self.is_single(after, outcomes[0].0) {
            let outcomes = &outcomes[..count];
            let total: f64 = outcomes.iter().map(|(_, weight)| f64::from(*weight)).sum();
            let mut value = 0.0;
            for (outcome, weight) in outcomes {
                let share = f64::from(*weight) / total;
                let mut state = *after;
                let gain = self.game.settle(&mut state, *outcome, &mut ()) as f64;
                let depth = if probability * share < MIN_PROBABILITY { 0 } else { depth };
                value += share * (self.evaluator.point() * gain + self.decide(&state, depth, probability * share)?);
            }
            return Ok(value);
        }
        let samples = self.step.samples;
        let mut value = 0.0;
        for sample in 0..samples {
            let mut dice = Dice1::new(self.seed ^ u64::from(depth) << 40 ^ u64::from(sample) << 20);
            let mut state = *after;
            let gain = self.game.roll(&mut state, &mut dice, &mut ()) as f64;
            value += self.evaluator.point() * gain + self.decide(&state, depth, probability)?;
        }
        Ok(value / f64::from(samples))
    }

    /// Whether no further chance node follows this outcome.
    fn is_single(&self, after: &G::State, outcome: Outcome) -> bool {
        let mut state = *after;
        self.game.settle(&mut state, outcome, &mut ());
        !self.game.is_chance(&state)
    }

    /// The value of a settled state, `depth` turns before the leaves.
    fn decide(&mut self, state: &G::State, depth: u32, probability: f64) -> Result<f64, Stopped> {
        if depth == 0 {
            self.counter.spend()?;
            return Ok(self.evaluator.value(self.game, state));
        }
        if let Some(value) = self.table.get(&(*state, depth)) {
            return Ok(*value);
        }
        self.counter.spend()?;
        let mut tries = Vec::new();
        self.game.actions(state, &mut |action| {
            let mut after = *state;
            let gain = self.game.act(&mut after, action, &mut ()).expect("a listed action is legal");
            tries.push((self.evaluator.point() * gain as f64, after));
        });
        if tries.is_empty() {
            return Ok(self.evaluator.end());
        }
        if depth > 1 || !self.evaluator.takes_afterstates() {
            self.narrow(&mut tries)?;
        }
        let mut best = f64::NEG_INFINITY;
        for (gain, after) in &tries {
            best = best.max(gain + self.chance(after, depth - 1, probability)?);
        }
        if self.table.len() < MAX_ENTRIES {
            self.table.insert((*state, depth), best);
        }
        Ok(best)
    }

    /// Retains the most promising actions, by their gains and, if afterstates can be evaluated, their afterstates.
    fn narrow(&mut self, tries: &mut Vec<(f64, G::State)>) -> Result<(), Stopped> {
        if tries.len() <= self.step.width {
            return Ok(());
        }
        let mut promising = Vec::with_capacity(tries.len());
        for (gain, after) in tries.drain(..) {
            let promise = if self.evaluator.takes_afterstates() { gain + self.chance(&after, 0, 1.0)? } else { gain };
            promising.push((promise, (gain, after)));
        }
        sort_by_keys(&mut promising, |(promise, _)| [descending(*promise), 0, 0]);
        tries.extend(promising.into_iter().map(|(_, kept)| kept).take(self.step.width));
        Ok(())
    }
}

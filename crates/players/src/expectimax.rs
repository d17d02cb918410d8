//! Expectimax for any game: actions maximise, chance averages, the family judges the leaves.
//!
//! Deepens step by step and answers with the last step that was finished. Chance is enumerated where it has few
//! outcomes and sampled where it has many, with the same dice for all actions, so that they are compared and not their
//! luck. Where there are many actions, only the most promising are looked at below the root.

use crate::{
    Insight, Ranking,
    budget::{Counter, Stopped},
    images::Images,
    insight, legal, seed, simple, sort,
};
use std::collections::HashMap;
use tilewright_core::{Dice1, Game, Outcome, Phase};

/// One step of the deepening.
#[derive(Clone, Copy)]
struct Step {
    /// Turns ahead.
    depth: u32,
    /// Draws at a chance node that is not enumerated.
    samples: u32,
    /// Actions looked at below the root.
    width: usize,
}

/// The most outcomes of a chance node that are enumerated.
const ENUMERATED: usize = 40;
/// Positions that are remembered: enough for a turn's thought, little enough for a long one.
const REMEMBERED: usize = 1 << 16;
/// A line of chance that is less likely than this is judged where it stands.
const UNLIKELY: f64 = 0.002;

/// The steps, one after the other: more samples, then more turns.
fn steps(most: u32) -> impl Iterator<Item = Step> {
    let first = [(1, 1, 64), (1, 4, 64), (2, 2, 6), (2, 4, 8), (2, 8, 12)];
    let first = first.into_iter().map(|(depth, samples, width)| Step { depth, samples, width });
    let later = (3..).map(|depth| Step { depth, samples: 4, width: 6 });
    first.chain(later).take_while(move |step| step.depth <= most)
}

struct Search<'a, 'b, G: Game> {
    game: &'a G,
    insight: &'static dyn Insight,
    counter: &'a mut Counter<'b>,
    seed: u64,
    step: Step,
    images: Images,
    /// What positions were worth, that many turns from the leaves; turned and mirrored ones are the same.
    table: HashMap<(Box<[u32]>, u32), f64>,
}

pub(crate) fn rank<G: Game>(game: &G, state: &G::State, counter: &mut Counter<'_>, depth: u32) -> Ranking {
    let insight = insight::of(game);
    let mut best = simple::greedy(game, state);
    let mut actions = legal(game, state);
    if actions.len() > 1 {
        let first = Step { depth: 0, samples: 0, width: 0 };
        let (seed, images) = (seed(game, state), Images::of(game));
        let mut search = Search { game, insight, counter, seed, step: first, images, table: HashMap::new() };
        for step in steps(depth) {
            search.step = step;
            search.table.clear();
            let finished = actions.iter_mut().try_for_each(|(action, value)| {
                let mut after = state.clone();
                let gain = game.act(&mut after, *action, &mut ()).expect("a listed action is legal") as f64;
                *value = insight.points() * gain + search.chance(&after, step.depth - 1, 1.0)?;
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
    /// What a state is worth on average once chance has chosen, that many turns before the leaves.
    fn chance(&mut self, after: &G::State, depth: u32, likely: f64) -> Result<f64, Stopped> {
        if depth == 0 && self.insight.foresees() {
            self.counter.spend()?;
            return Ok(self.judge(after, 0));
        }
        if !self.game.is_chance(after) {
            return self.decide(after, depth, likely);
        }
        let mut outcomes: Vec<(Outcome, u32)> = Vec::new();
        let mut count = 0;
        self.game.outcomes(after, &mut |outcome, weight| {
            count += 1;
            if count <= ENUMERATED {
                outcomes.push((outcome, weight));
            }
        });
        if count <= ENUMERATED && self.is_single(after, outcomes[0].0) {
            let total: f64 = outcomes.iter().map(|(_, weight)| f64::from(*weight)).sum();
            let mut value = 0.0;
            for (outcome, weight) in outcomes {
                let share = f64::from(weight) / total;
                let mut state = after.clone();
                let gain = self.game.settle(&mut state, outcome, &mut ()) as f64;
                let depth = if likely * share < UNLIKELY { 0 } else { depth };
                value += share * (self.insight.points() * gain + self.decide(&state, depth, likely * share)?);
            }
            return Ok(value);
        }
        let samples = self.step.samples;
        let mut value = 0.0;
        for sample in 0..samples {
            let mut dice = Dice1::new(self.seed ^ u64::from(depth) << 40 ^ u64::from(sample) << 20);
            let mut state = after.clone();
            let gain = self.game.roll(&mut state, &mut dice, &mut ()) as f64;
            value += self.insight.points() * gain + self.decide(&state, depth, likely)?;
        }
        Ok(value / f64::from(samples))
    }

    /// Whether the player is to choose once this outcome has come: no further chance follows.
    fn is_single(&self, after: &G::State, outcome: Outcome) -> bool {
        let mut state = after.clone();
        self.game.settle(&mut state, outcome, &mut ());
        !self.game.is_chance(&state)
    }

    /// What a settled state is worth, that many turns before the leaves.
    fn decide(&mut self, state: &G::State, depth: u32, likely: f64) -> Result<f64, Stopped> {
        if depth == 0 {
            self.counter.spend()?;
            return Ok(self.worth(state));
        }
        let key = (self.images.key(&self.game.position(state)), depth);
        if let Some(value) = self.table.get(&key) {
            return Ok(*value);
        }
        self.counter.spend()?;
        let mut tries = Vec::new();
        self.game.actions(state, &mut |action| {
            let mut after = state.clone();
            if let Ok(gain) = self.game.act(&mut after, action, &mut ()) {
                tries.push((self.insight.points() * gain as f64, after));
            }
        });
        if tries.is_empty() {
            return Ok(self.worth(state));
        }
        if depth > 1 || !self.insight.foresees() {
            self.narrow(&mut tries)?;
        }
        let mut best = f64::NEG_INFINITY;
        for (gain, after) in &tries {
            best = best.max(gain + self.chance(after, depth - 1, likely)?);
        }
        if self.table.len() < REMEMBERED {
            self.table.insert(key, best);
        }
        Ok(best)
    }

    /// Keeps the most promising actions, by what they earn and, where the family foresees that, what they lead to.
    fn narrow(&mut self, tries: &mut Vec<(f64, G::State)>) -> Result<(), Stopped> {
        if tries.len() <= self.step.width {
            return Ok(());
        }
        let mut promising = Vec::with_capacity(tries.len());
        for (gain, after) in tries.drain(..) {
            let promise = if self.insight.foresees() { gain + self.chance(&after, 0, 1.0)? } else { gain };
            promising.push((promise, (gain, after)));
        }
        promising.sort_by(|a, b| b.0.total_cmp(&a.0));
        tries.extend(promising.into_iter().map(|(_, kept)| kept).take(self.step.width));
        Ok(())
    }

    fn worth(&self, state: &G::State) -> f64 {
        let mut moves = 0;
        self.game.actions(state, &mut |_| moves += 1);
        if moves == 0 && !matches!(self.game.phase(state), Phase::Chance) {
            return self.insight.over();
        }
        self.judge(state, moves)
    }

    fn judge(&self, state: &G::State, moves: u32) -> f64 {
        self.insight.worth(self.game.topology(), &self.game.position(state), moves)
    }
}

#[cfg(test)]
mod tests {
    use crate::{Engine, Limit, Player};
    use std::sync::Arc;
    use tilewright_core::{Action, Dir, Game, Position};
    use tilewright_games::Variant;

    #[test]
    fn images_of_a_position_are_worth_the_same() {
        let text =
            r#"{"family":"slide","board":{"shape":"square","width":4,"height":3},"spawn":{"2":1},"target":2048}"#;
        let game = Arc::new(Variant::from_text(text).unwrap().compile().unwrap());
        let values = |position: &Position| {
            let mut engine = Engine::new(&Player::Expectimax { nodes: None, depth: 2 }, Arc::clone(&game)).unwrap();
            let ranking = engine.rank(&game.place(position).unwrap(), &Limit::nodes(1_000_000));
            assert_eq!(ranking.depth, 2);
            ranking.actions
        };
        let position = Position::parse(game.topology(), "2 4 . 2/. 8 2 ./4 . . 2").unwrap();
        let own = values(&position);
        assert_eq!((own.len(), game.symmetries().len()), (4, 4));
        for symmetry in game.symmetries() {
            let mut image = position.clone();
            for cell in game.topology().cells() {
                image.tiles[symmetry.cell(cell).index()] = position.tiles[cell.index()];
            }
            let theirs = values(&image);
            for (action, value) in &own {
                let turned = Action(symmetry.dir(Dir(action.0 as u8)).0.into());
                let (_, other) = theirs.iter().find(|(action, _)| *action == turned).unwrap();
                assert!((value - other).abs() < 1e-9 * value.abs(), "{action:?}: {value} {other}");
            }
        }
    }
}

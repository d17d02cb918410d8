//! Monte Carlo tree search, open loop: the tree branches over actions alone, chance is drawn anew every time.
//!
//! At the root games go to the better half of the choices, then to the better half of these, and over again: who is
//! behind costs little. Below, a node's curiosity is set by how far the sums of all games spread, for it works in points
//! and not in wins. Beyond the tree it plays at random for a number of turns.

use crate::{
    Ranking,
    budget::{Counter, Stopped},
    legal, seed, simple, sort,
};
use std::convert::Infallible;
use tilewright_core::{Action, Dice, Dice1, Game, ticket};

/// How curious the search is below the root, in standard deviations of what a game earns.
const CURIOSITY: f64 = 0.3;
/// Games through a node before it branches.
const RIPE: f64 = 2.0;
/// Branches of a node at the most: the actions that earn most at once.
const WIDTH: usize = 8;
/// Tree nodes at the most, so that a long search stays small.
const MOST: usize = 1 << 20;

/// What is known after a line of actions.
#[derive(Default)]
struct Node {
    visits: f64,
    sum: f64,
    children: Vec<(Action, usize)>,
}

/// Actions at the root that do the same.
struct Choice<S> {
    actions: Vec<Action>,
    after: S,
    gain: f64,
    node: usize,
}

struct Tree<'a, 'b, G: Game> {
    game: &'a G,
    counter: &'a mut Counter<'b>,
    turns: u32,
    nodes: Vec<Node>,
    /// Count, mean and squared deviations of what games earn.
    spread: (f64, f64, f64),
}

pub(crate) fn rank<G: Game>(game: &G, state: &G::State, counter: &mut Counter<'_>, turns: u32) -> Ranking {
    let mut choices = choices(game, state);
    let nodes = choices.iter().map(|_| Node::default()).collect();
    let mut tree = Tree { game, counter, turns, nodes, spread: (0.0, 0.0, 0.0) };
    if choices.len() > 1 {
        let Err(Stopped) = tree.grow(&mut choices, seed(game, state));
    }
    if choices.len() > 1 && choices.iter().any(|choice| tree.nodes[choice.node].visits == 0.0) {
        // Not even one game a choice: points at once are all that is known of some.
        return Ranking { nodes: counter.used(), ..simple::greedy(game, state) };
    }
    let valued = choices.iter().flat_map(|choice| choice.actions.iter().map(|action| (*action, tree.value(choice))));
    let mut actions = valued.collect::<Vec<_>>();
    sort(&mut actions);
    Ranking { actions, nodes: counter.used(), depth: turns }
}

/// The legal actions, those together that lead to the same state for the same points.
fn choices<G: Game>(game: &G, state: &G::State) -> Vec<Choice<G::State>> {
    let mut choices: Vec<Choice<G::State>> = Vec::new();
    for (action, _) in legal(game, state) {
        let mut after = state.clone();
        let gain = game.act(&mut after, action, &mut ()).expect("a listed action is legal") as f64;
        match choices.iter_mut().find(|choice| choice.gain == gain && choice.after == after) {
            Some(choice) => choice.actions.push(action),
            None => choices.push(Choice { actions: vec![action], after, gain, node: choices.len() }),
        }
    }
    choices
}

impl<G: Game> Tree<'_, '_, G> {
    /// What a choice earned on average.
    fn value(&self, choice: &Choice<G::State>) -> f64 {
        let node = &self.nodes[choice.node];
        choice.gain + node.sum / node.visits.max(1.0)
    }

    /// Plays games until the budget is spent. A choice's games have the same dice as those of any other.
    fn grow(&mut self, choices: &mut [Choice<G::State>], seed: u64) -> Result<Infallible, Stopped> {
        let all = choices.len();
        let mut keep = all;
        loop {
            // Every half gets as many games as the whole.
            for _ in 0..all / keep {
                for choice in &choices[..keep] {
                    let round = (self.nodes[choice.node].visits as u64) << 24;
                    self.play(&choice.after, choice.node, Dice1::new(seed ^ round), Dice1::new(!seed ^ round))?;
                }
            }
            choices.sort_by(|a, b| self.value(b).total_cmp(&self.value(a)));
            keep = if keep > 2 { keep.div_ceil(2) } else { all };
        }
    }

    /// One game down the tree and beyond it; nothing is learnt from one that is cut short.
    fn play(&mut self, after: &G::State, node: usize, mut dice: Dice1, mut chooser: Dice1) -> Result<(), Stopped> {
        self.counter.spend()?;
        let mut state = after.clone();
        let mut path = vec![(node, self.game.roll(&mut state, &mut dice, &mut ()) as f64)];
        let mut inside = true;
        for _ in 1..self.turns {
            let at = path[path.len() - 1].0;
            inside = inside && self.nodes[at].visits >= RIPE && self.nodes.len() < MOST;
            let action = if inside {
                let branch = self.select(at, &state, chooser.word())?;
                path.extend(branch.map(|(_, child)| (child, 0.0)));
                branch.map(|(action, _)| action)
            } else {
                self.game.choose(&state, chooser.word())
            };
            let Some(action) = action else { break };
            self.counter.spend()?;
            let gain = self.game.advance(&mut state, action, &mut dice, &mut ()).expect("a chosen action is legal");
            let last = path.len() - 1;
            path[last].1 += gain as f64;
        }
        let mut sum = 0.0;
        for (at, gain) in path.into_iter().rev() {
            sum += gain;
            self.nodes[at].visits += 1.0;
            self.nodes[at].sum += sum;
        }
        let (count, mean, squares) = &mut self.spread;
        *count += 1.0;
        let off = sum - *mean;
        *mean += off / *count;
        *squares += off * (sum - *mean);
        Ok(())
    }

    /// The action to follow from a node and the node it leads to, none where the game is over; nothing once the budget is
    /// spent.
    fn select(&mut self, at: usize, state: &G::State, word: u64) -> Result<Option<(Action, usize)>, Stopped> {
        let mut branches: Vec<(Action, u64, G::State)> = Vec::new();
        for (action, _) in legal(self.game, state) {
            self.counter.spend()?;
            let mut after = state.clone();
            let gain = self.game.act(&mut after, action, &mut ()).expect("a listed action is legal");
            // Two ways to do the same are one branch.
            if branches.iter().all(|(_, other, same)| *other != gain || *same != after) {
                branches.push((action, gain, after));
            }
        }
        if branches.is_empty() {
            return Ok(None);
        }
        branches.sort_by_key(|(_, gain, _)| std::cmp::Reverse(*gain));
        branches.truncate(WIDTH);
        // From a drawn one on, so that none is always the first to be tried.
        let first = ticket(word, branches.len() as u64) as usize;
        branches.rotate_left(first);
        let scale = CURIOSITY * (self.spread.2 / self.spread.0.max(1.0)).sqrt();
        let tried = self.nodes[at].visits.ln();
        let mut best = (f64::NEG_INFINITY, branches[0].0, None);
        for (action, ..) in branches {
            // Chance may bring actions that were not legal here before: they are new whenever they come.
            let child = self.nodes[at].children.iter().find(|(known, _)| *known == action).map(|(_, child)| *child);
            let promise = child.map_or(f64::INFINITY, |child| {
                let Node { visits, sum, .. } = self.nodes[child];
                sum / visits + scale * (tried / visits).sqrt()
            });
            if promise > best.0 {
                best = (promise, action, child);
            }
        }
        let (_, action, child) = best;
        let fresh = self.nodes.len();
        if child.is_none() {
            self.nodes.push(Node::default());
            self.nodes[at].children.push((action, fresh));
        }
        Ok(Some((action, child.unwrap_or(fresh))))
    }
}

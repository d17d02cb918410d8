//! Monte Carlo tree search, open loop: the tree branches over actions alone, chance is drawn anew every time.
//!
//! Root: sequential halving over distinct choices, repeated. Tree: UCB1, exploration scaled by the standard deviation of
//! returns, as values are points, not win rates. Beyond the tree: random playout. A game has at most `turns` turns.

use crate::{
    Ranking,
    budget::{Counter, Stopped},
    hash::mix,
    legal,
    order::{descending, sort, sort_by_keys},
    seed, simple,
};
use std::convert::Infallible;
use tilewright_core::{Action, Dice, Dice1, Game, ticket};

/// The exploration constant of UCB1, in standard deviations of the returns.
const EXPLORATION: f64 = 0.3;
/// Visits of a node before it is expanded.
const EXPAND_AFTER: f64 = 2.0;
/// The most branches of a node: the actions with the highest gains.
const MAX_BRANCHES: usize = 8;
/// The most nodes of the tree, which bounds the memory of a long search.
const MAX_NODES: usize = 1 << 20;

/// Statistics of a line of actions.
#[derive(Default)]
struct Node {
    visits: f64,
    sum: f64,
    children: Vec<(Action, usize)>,
}

/// Actions at the root with the same afterstate and gain.
struct Choice<S> {
    actions: Vec<Action>,
    after: S,
    gain: f64,
    node: usize,
}

/// An action below the root, its gain and its afterstate.
#[derive(Clone, Copy)]
struct Branch<S> {
    action: Action,
    gain: u64,
    after: S,
}

/// Retains the branches with the highest gains. Ties are broken by a hash of the action: by its id, one corner of the
/// board would be preferred. The salt belongs to the node, so that each visit finds the same branches.
fn narrow<S>(branches: &mut Vec<Branch<S>>, salt: u64) {
    if branches.len() > MAX_BRANCHES {
        sort_by_keys(branches, |branch| [!branch.gain, mix(salt ^ u64::from(branch.action.0) << 32), 0]);
        branches.truncate(MAX_BRANCHES);
    } else {
        sort_by_keys(branches, |branch| [!branch.gain, 0, 0]);
    }
}

struct Tree<'a, 'b, G: Game> {
    game: &'a G,
    counter: &'a mut Counter<'b>,
    turns: u32,
    nodes: Vec<Node>,
    /// Number, mean and sum of squared deviations of the returns (Welford's algorithm).
    returns: (f64, f64, f64),
    /// What ties between branches are broken by, with the node.
    seed: u64,
}

pub(crate) fn rank<G: Game>(game: &G, state: &G::State, counter: &mut Counter<'_>, turns: u32) -> Ranking {
    let mut choices = choices(game, state);
    let nodes = choices.iter().map(|_| Node::default()).collect();
    let mut tree = Tree { game, counter, turns, nodes, returns: (0.0, 0.0, 0.0), seed: seed(game, state) };
    if choices.len() > 1 {
        let Err(Stopped) = tree.grow(&mut choices);
    }
    if choices.len() > 1 && choices.iter().any(|choice| tree.nodes[choice.node].visits == 0.0) {
        // Not even one game for each choice: the gains are all that is known of some.
        return Ranking { nodes: counter.used(), ..simple::greedy(game, state) };
    }
    let valued = choices.iter().flat_map(|choice| choice.actions.iter().map(|action| (*action, tree.value(choice))));
    let mut actions = valued.collect::<Vec<_>>();
    sort(&mut actions);
    Ranking { actions, nodes: counter.used(), depth: turns }
}

/// The legal actions, those with the same afterstate and gain together.
fn choices<G: Game>(game: &G, state: &G::State) -> Vec<Choice<G::State>> {
    let mut choices: Vec<Choice<G::State>> = Vec::new();
    for (action, _) in legal(game, state) {
        let mut after = *state;
        let gain = game.act(&mut after, action, &mut ()).expect("a listed action is legal") as f64;
        match choices.iter_mut().find(|choice| choice.gain == gain && choice.after == after) {
            Some(choice) => choice.actions.push(action),
            None => choices.push(Choice { actions: vec![action], after, gain, node: choices.len() }),
        }
    }
    choices
}

impl<G: Game> Tree<'_, '_, G> {
    /// The mean return of a choice.
    fn value(&self, choice: &Choice<G::State>) -> f64 {
        let node = &self.nodes[choice.node];
        choice.gain + node.sum / node.visits.max(1.0)
    }

    /// Plays games until the search is stopped. All choices have the same dice (common random numbers).
    fn grow(&mut self, choices: &mut [Choice<G::State>]) -> Result<Infallible, Stopped> {
        let seed = self.seed;
        let all = choices.len();
        let mut keep = all;
        loop {
            // Each round of halving has as many games as the first.
            for _ in 0..all / keep {
                for choice in &choices[..keep] {
                    let round = (self.nodes[choice.node].visits as u64) << 24;
                    self.play(&choice.after, choice.node, Dice1::new(seed ^ round), Dice1::new(!seed ^ round))?;
                }
            }
            sort_by_keys(choices, |choice| [descending(self.value(choice)), 0, 0]);
            keep = if keep > 2 { keep.div_ceil(2) } else { all };
        }
    }

    /// One game down the tree and beyond it; a stopped one leaves no trace.
    fn play(&mut self, after: &G::State, node: usize, mut dice: Dice1, mut chooser: Dice1) -> Result<(), Stopped> {
        self.counter.spend()?;
        let mut state = *after;
        let mut path = vec![(node, self.game.roll(&mut state, &mut dice, &mut ()) as f64)];
        let mut inside = true;
        for _ in 1..self.turns {
            let at = path[path.len() - 1].0;
            inside = inside && self.nodes[at].visits >= EXPAND_AFTER && self.nodes.len() < MAX_NODES;
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
        let (count, mean, squares) = &mut self.returns;
        *count += 1.0;
        let off = sum - *mean;
        *mean += off / *count;
        *squares += off * (sum - *mean);
        Ok(())
    }

    /// The action to follow from a node and the node it leads to; `None` if the game is over.
    fn select(&mut self, at: usize, state: &G::State, word: u64) -> Result<Option<(Action, usize)>, Stopped> {
        let mut branches: Vec<Branch<G::State>> = Vec::new();
        for (action, _) in legal(self.game, state) {
            self.counter.spend()?;
            let mut after = *state;
            let gain = self.game.act(&mut after, action, &mut ()).expect("a listed action is legal");
            // Actions with the same effect are one branch.
            if branches.iter().all(|branch| branch.gain != gain || branch.after != after) {
                branches.push(Branch { action, gain, after });
            }
        }
        if branches.is_empty() {
            return Ok(None);
        }
        narrow(&mut branches, self.seed ^ at as u64);
        // From a random one on, so that none is always the first to be tried.
        let first = ticket(word, branches.len() as u64) as usize;
        branches.rotate_left(first);
        let scale = EXPLORATION * (self.returns.2 / self.returns.0.max(1.0)).sqrt();
        let tried = self.nodes[at].visits.ln();
        let mut best = (f64::NEG_INFINITY, branches[0].action, None);
        for Branch { action, .. } in branches {
            // Chance may make actions legal that were not on earlier visits; they are new then.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn narrow_keeps_the_highest_gains_and_any_of_equals() {
        let mut kept = [0; 40];
        for salt in 0..4000 {
            let branch = |id: u16| Branch { action: Action(id), gain: u64::from(id == 20), after: () };
            let mut branches: Vec<_> = (0..40).map(branch).collect();
            narrow(&mut branches, salt);
            assert_eq!((branches.len(), branches[0].action), (MAX_BRANCHES, Action(20)));
            branches.iter().for_each(|branch| kept[usize::from(branch.action.0)] += 1);
        }
        // 7 places for 39 equals: 718 each, with a standard deviation of 24. By their ids, it was 4000 and 0.
        assert!(kept.iter().enumerate().all(|(id, count)| id == 20 || (600..840).contains(count)), "{kept:?}");
    }
}

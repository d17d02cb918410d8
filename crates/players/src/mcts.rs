//! Monte Carlo tree search, open loop: the tree branches over actions alone, chance is drawn anew every time.
//!
//! Works in points, not in wins: a node keeps what was earned from it on, and how far these sums spread sets how
//! curious the search is. Below the tree it plays at random for a number of turns.

use crate::{Ranking, budget::Budget, legal, seed, simple};
use tilewright_core::{Action, Dice, Dice1, Game, ticket};

/// How curious the search is, in standard deviations of what a game earns.
const CURIOSITY: f64 = 0.7;
/// Tree nodes at the most, so that a long search stays small.
const MOST: usize = 1 << 20;

/// What is known after a line of actions.
struct Node {
    action: Action,
    visits: f64,
    sum: f64,
    children: Vec<u32>,
}

struct Tree<'a, 'b, G: Game> {
    game: &'a G,
    budget: &'a mut Budget<'b>,
    turns: u32,
    nodes: Vec<Node>,
    /// Count, mean and squared deviations of the sums from the root.
    spread: (f64, f64, f64),
    /// The legal actions at hand, kept to be used again.
    list: Vec<Action>,
}

pub(crate) fn rank<G: Game>(game: &G, state: &G::State, budget: &mut Budget<'_>, turns: u32) -> Ranking {
    let mut actions = legal(game, state);
    let start = seed(game, state);
    let root = Node { action: Action(0), visits: 0.0, sum: 0.0, children: Vec::new() };
    let mut tree = Tree { game, budget, turns, nodes: vec![root], spread: (0.0, 0.0, 0.0), list: Vec::new() };
    let mut round = 0;
    while actions.len() > 1 && !tree.budget.is_spent() {
        tree.descend(state, Dice1::new(start ^ round << 24), Dice1::new(!start ^ round << 24));
        round += 1;
    }
    let known = tree.nodes[0].children.iter().map(|child| &tree.nodes[*child as usize]);
    // The last game may have been cut short and have taught nothing.
    let known: Vec<&Node> = known.filter(|node| node.visits > 0.0).collect();
    if known.len() < actions.len() {
        // Not even one game an action: points at once are all that is known of most.
        return Ranking { nodes: budget.used(), ..simple::greedy(game, state) };
    }
    let of = |action: Action| known.iter().find(|node| node.action == action);
    actions.iter_mut().for_each(|(action, value)| *value = of(*action).map_or(0.0, |node| node.sum / node.visits));
    // The most visited is the surest; a high mean of few games is luck.
    let visits = |action: Action| of(action).map_or(0.0, |node| node.visits);
    actions.sort_by(|a, b| visits(b.0).total_cmp(&visits(a.0)).then(b.1.total_cmp(&a.1)).then(a.0.cmp(&b.0)));
    Ranking { actions, nodes: budget.used(), depth: turns }
}

impl<G: Game> Tree<'_, '_, G> {
    /// One game down the tree and beyond it; nothing is learnt from one that is cut short.
    fn descend(&mut self, root: &G::State, mut dice: Dice1, mut chooser: Dice1) -> Option<()> {
        let mut state = root.clone();
        let mut path: Vec<(usize, f64)> = vec![(0, 0.0)];
        let mut turns = 0;
        let mut fresh = false;
        while turns < self.turns {
            let at = path[path.len() - 1].0;
            let action = if fresh {
                self.game.choose(&state, chooser.word())
            } else {
                let (action, child, new) = self.select(at, &state, chooser.word())?;
                fresh = new;
                path.extend(child.map(|child| (child, 0.0)));
                action
            };
            let Some(action) = action else { break };
            self.budget.spend()?;
            let gain = self.game.advance(&mut state, action, &mut dice, &mut ()).ok()? as f64;
            path.last_mut()?.1 += gain;
            turns += 1;
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
        Some(())
    }

    /// The action to follow from a node, the node it leads to, and whether that is new; no action where there is none.
    fn select(&mut self, at: usize, state: &G::State, word: u64) -> Option<(Option<Action>, Option<usize>, bool)> {
        let Self { game, nodes, list, spread, .. } = self;
        list.clear();
        game.actions(state, &mut |action| list.push(action));
        if list.is_empty() {
            return Some((None, None, false));
        }
        let known = |action: &Action| nodes[at].children.iter().find(|child| nodes[**child as usize].action == *action);
        // Chance may bring actions that were not legal here before: they are new whenever they come.
        let open = list.iter().filter(|action| known(action).is_none()).count() as u64;
        if open > 0 {
            let index = ticket(word, open) as usize;
            let action = *list.iter().filter(|action| known(action).is_none()).nth(index)?;
            if nodes.len() >= MOST {
                return Some((Some(action), None, true));
            }
            let child = nodes.len();
            nodes.push(Node { action, visits: 0.0, sum: 0.0, children: Vec::new() });
            nodes[at].children.push(child as u32);
            return Some((Some(action), Some(child), true));
        }
        let scale = CURIOSITY * (spread.2 / spread.0.max(1.0)).sqrt();
        let tried = nodes[at].visits.max(1.0).ln();
        let promise = |child: usize| {
            let node = &nodes[child];
            node.sum / node.visits.max(1.0) + scale * (tried / node.visits.max(1.0)).sqrt()
        };
        let children = list.iter().filter_map(known).map(|child| *child as usize);
        let best = children.max_by(|a, b| promise(*a).total_cmp(&promise(*b)).then(b.cmp(a)))?;
        Some((Some(nodes[best].action), Some(best), false))
    }
}

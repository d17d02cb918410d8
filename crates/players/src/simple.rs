//! The players that do not look ahead. Each ranks all actions, or chooses one without a list of the others.

use crate::{Ranking, hash::position_word, legal, order::sort};
use tilewright_core::{Action, Dice, Dice1, Game, Meaning, ticket};

/// In any order, all equally likely.
pub(crate) fn random<G: Game>(game: &G, state: &G::State) -> Ranking {
    let mut actions = legal(game, state);
    let word = position_word(game, state);
    if let Some(chosen) = game.choose(state, word) {
        let at = actions.iter().position(|(action, _)| *action == chosen).unwrap_or(0);
        actions.swap(0, at);
        let mut dice = Dice1::new(word);
        for left in (2..actions.len()).rev() {
            actions.swap(left, 1 + ticket(dice.word(), left as u64) as usize);
        }
    }
    Ranking { nodes: actions.len() as u64, actions, depth: 0 }
}

/// The first of [`random`], and how many there are.
#[inline]
pub(crate) fn choose_random<G: Game>(game: &G, state: &G::State) -> Option<(Action, u64)> {
    game.choose_counted(state, position_word(game, state))
}

/// By their ids.
pub(crate) fn first<G: Game>(game: &G, state: &G::State) -> Ranking {
    let actions = legal(game, state);
    Ranking { nodes: actions.len() as u64, actions, depth: 0 }
}

/// The first of [`first`].
pub(crate) fn choose_first<G: Game>(game: &G, state: &G::State) -> Option<Action> {
    let mut first = None;
    game.actions(state, &mut |action| _ = first.get_or_insert(action));
    first
}

/// How far up or down the board each action reaches, by its id.
pub(crate) struct Reach(Vec<f64>);

impl Reach {
    pub(crate) fn new<G: Game>(game: &G, bottom: bool) -> Self {
        let (topology, notation) = (game.topology(), game.notation());
        let rows: Vec<f64> = topology.rows().zip(0..).flat_map(|(row, i)| row.map(move |_| f64::from(i))).collect();
        let reach = |cells: [tilewright_core::Cell; 2]| {
            let [a, b] = cells.map(|cell| rows[cell.index()]);
            if bottom { a.max(b) } else { -a.min(b) }
        };
        let slides = if (0..notation.count(topology))
            .all(|id| matches!(notation.meaning(topology, Action(id)), Meaning::Slide(_)))
        {
            0.0
        } else {
            // Among actions on single tiles, those that move the whole board come last.
            f64::NEG_INFINITY
        };
        let value = |id| match notation.meaning(topology, Action(id)) {
            Meaning::Slide(_) => slides,
            Meaning::Swap(a, b) => reach([a, b]),
            Meaning::Move(cell, _) => reach([cell; 2]),
        };
        Self((0..notation.count(topology)).map(value).collect())
    }

    fn of(&self, action: Action) -> f64 {
        self.0[usize::from(action.0)]
    }

    /// By how far they reach; by their ids among equals.
    pub(crate) fn rank<G: Game>(&self, game: &G, state: &G::State) -> Ranking {
        let mut actions = legal(game, state);
        actions.iter_mut().for_each(|(action, value)| *value = self.of(*action));
        sort(&mut actions);
        Ranking { nodes: actions.len() as u64, actions, depth: 0 }
    }

    /// The first of [`Self::rank`].
    pub(crate) fn choose<G: Game>(&self, game: &G, state: &G::State) -> Option<Action> {
        let mut best = None;
        game.actions(state, &mut |action| take_better(&mut best, action, self.of(action)));
        best.map(|(action, _)| action)
    }
}

/// By their gains.
pub(crate) fn greedy<G: Game>(game: &G, state: &G::State) -> Ranking {
    let mut actions = legal(game, state);
    actions.iter_mut().for_each(|(action, value)| *value = gain(game, state, *action));
    sort(&mut actions);
    Ranking { nodes: actions.len() as u64, actions, depth: 0 }
}

/// The first of [`greedy`].
pub(crate) fn choose_greedy<G: Game>(game: &G, state: &G::State) -> Option<Action> {
    let mut best = None;
    game.actions(state, &mut |action| take_better(&mut best, action, gain(game, state, action)));
    best.map(|(action, _)| action)
}

fn gain<G: Game>(game: &G, state: &G::State, action: Action) -> f64 {
    let mut after = *state;
    game.act(&mut after, action, &mut ()).expect("a listed action is legal") as f64
}

/// Replaces the best action by one with a higher value; the first of equals stays.
fn take_better(best: &mut Option<(Action, f64)>, action: Action, value: f64) {
    if best.is_none_or(|(_, known)| value > known) {
        *best = Some((action, value));
    }
}

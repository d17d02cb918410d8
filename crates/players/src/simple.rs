//! The players that do not look ahead; all answer at once.

use crate::{Ranking, legal, seed, sort};
use tilewright_core::{Action, Dice, Dice1, Game, Notation, ticket};

/// In any order, all equally likely.
pub(crate) fn random<G: Game>(game: &G, state: &G::State) -> Ranking {
    let mut actions = legal(game, state);
    let mut dice = Dice1::new(seed(game, state));
    for left in (2..=actions.len()).rev() {
        actions.swap(left - 1, ticket(dice.word(), left as u64) as usize);
    }
    Ranking { nodes: actions.len() as u64, actions, depth: 0 }
}

/// By their ids.
pub(crate) fn first<G: Game>(game: &G, state: &G::State) -> Ranking {
    let actions = legal(game, state);
    Ranking { nodes: actions.len() as u64, actions, depth: 0 }
}

/// By how far down the board they reach, or how far up; by their ids among equals.
pub(crate) fn scan<G: Game>(game: &G, state: &G::State, bottom: bool) -> Ranking {
    let mut actions = legal(game, state);
    for (action, value) in &mut actions {
        *value = height(game, *action, bottom);
    }
    sort(&mut actions);
    Ranking { nodes: actions.len() as u64, actions, depth: 0 }
}

/// How far an action reaches the wanted way; nothing for one that moves the whole board.
fn height<G: Game>(game: &G, action: Action, bottom: bool) -> f64 {
    let topology = game.topology();
    let (cells, dirs) = (topology.len(), topology.dir_count());
    let id = usize::from(action.0);
    let reaches = match game.notation() {
        Notation::Direction => return 0.0,
        Notation::Pair => [id / cells, id % cells],
        Notation::Step => [id / dirs; 2],
        Notation::DirectionOrStep if id < dirs => return f64::NEG_INFINITY,
        Notation::DirectionOrStep => [(id - dirs) / dirs; 2],
    };
    let row = |cell: usize| topology.rows().position(|row| row.contains(&cell)).unwrap_or(0) as f64;
    let (a, b) = (row(reaches[0]), row(reaches[1]));
    if bottom { a.max(b) } else { -a.min(b) }
}

/// By what they earn at once.
pub(crate) fn greedy<G: Game>(game: &G, state: &G::State) -> Ranking {
    let mut actions = legal(game, state);
    for (action, value) in &mut actions {
        let gain = game.act(&mut state.clone(), *action, &mut ());
        *value = gain.expect("a listed action is legal") as f64;
    }
    sort(&mut actions);
    Ranking { nodes: actions.len() as u64, actions, depth: 0 }
}

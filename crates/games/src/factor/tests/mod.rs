//! The family's tests: the examples of the rule page by name, its laws on random boards, and what is refused.

mod examples;
mod laws;
mod model;

use super::{Equal, Order, Plain, Rules};
use tilewright_core::{Event, Game, Position};

/// The rules of `factors`.
const RULES: Rules = Rules {
    size: 4,
    start_tiles: 2,
    spawn_every: 3,
    largest_prime: 7,
    order: Order::FactorFirst,
    equal: Equal::Any,
    turn_limit: None,
};

const BOTH_ORDERS: [Order; 2] = [Order::FactorFirst, Order::SmallestFirst];

/// What an action does to a position, before chance has its say.
struct Done {
    /// The board's text, without the clock.
    board: String,
    gain: u64,
    log: Vec<Event>,
}

fn state(game: &Plain, text: &str) -> <Plain as Game>::State {
    game.place(&Position::parse(game.topology(), text).unwrap()).unwrap()
}

fn text(game: &Plain, state: &<Plain as Game>::State) -> String {
    game.position(state).text(game.topology())
}

fn act(rules: &Rules, board: &str, action: &str) -> Done {
    let game = Plain::new(rules);
    let mut state = state(&game, board);
    let mut log = Vec::new();
    let gain = game.act(&mut state, game.action_named(action).unwrap(), &mut log).unwrap();
    let text = text(&game, &state);
    Done { board: text.split(" | ").next().unwrap().into(), gain, log }
}

/// The chain of a board of 4×4 whose last row is empty: a tile that nothing divides moves along that row.
fn chain(rules: &Rules, rows: &str) -> Done {
    let mut done = act(rules, &format!("{rows}/65521 . . ."), "3,0:right");
    done.board = done.board.strip_suffix("/. . . 65521").expect("the last row is only moved").into();
    done
}

//! The family's tests: the examples of the rule page by name, both implementations against each other, properties of
//! all boards, and what is refused.

mod differential;
mod examples;
mod properties;

use super::{Equal, Masked, Order, Plain, Rules};
use tilewright_core::{Dice, Dice1, Event, Game, Position, Tile, ticket};

/// The default rules.
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

/// What an action does to a position, up to the chance node.
#[derive(PartialEq, Debug)]
struct Done {
    /// The board's text, without the clock.
    board: String,
    gain: u64,
    log: Vec<Event>,
}

fn state<G: Game>(game: &G, text: &str) -> G::State {
    game.place(&Position::parse(game.topology(), text).unwrap()).unwrap()
}

fn text<G: Game>(game: &G, state: &G::State) -> String {
    game.position(state).text(game.topology())
}

/// Plays an action on a position in both implementations.
fn act(rules: &Rules, board: &str, action: &str) -> Done {
    let (plain, masked) = (act_in(&Plain::new(rules), board, action), act_in(&Masked::new(rules), board, action));
    assert_eq!(plain, masked, "{board} {action}");
    plain
}

fn act_in<G: Game>(game: &G, board: &str, action: &str) -> Done {
    let mut state = state(game, board);
    let mut log = Vec::new();
    let gain = game.act(&mut state, game.action_named(action).unwrap(), &mut log).unwrap();
    Done { board: text(game, &state).split(" | ").next().unwrap().into(), gain, log }
}

/// The chain of a board of 4×4 whose last row is empty: a tile that nothing divides moves along that row.
fn chain(rules: &Rules, rows: &str) -> Done {
    let mut done = act(rules, &format!("{rows}/65521 . . ."), "3,0:right");
    done.board = done.board.strip_suffix("/. . . 65521").expect("the last row is only moved").into();
    done
}

/// Rules drawn over all parameters.
fn random_rules(dice: &mut Dice1) -> Rules {
    let mut within = |min: u64, max: u64| min + ticket(dice.word(), max - min + 1);
    let size = within(3, 8) as u8;
    Rules {
        size,
        start_tiles: within(1, 10) as u8,
        spawn_every: within(1, 10) as u8,
        largest_prime: within(2, 19) as u8,
        order: BOTH_ORDERS[within(0, 1) as usize],
        equal: [Equal::Any, Equal::Powers][within(0, 1) as usize],
        turn_limit: (within(0, 2) == 0).then(|| within(1, 60) as u32),
    }
}

/// A board to load: crowded or sparse, with numbers that divide each other more or less often.
fn random_position(game: &impl Game, dice: &mut Dice1) -> Position {
    let mut below = |n: u64| ticket(dice.word(), n);
    let (style, crowd) = (below(6), 1 + below(9));
    let mut position = Position::empty(game.topology());
    let size = position.tiles.len().isqrt();
    for (cell, tile) in position.tiles.iter_mut().enumerate() {
        let value = match style {
            0 => 2 + below(10),
            1 => 2 + below(60),
            2 => (0..=below(5)).fold(1, |product, _| product * [2, 2, 3, 3, 5, 7][below(6) as usize]),
            3 => 1 << (1 + below(15)),
            // A chequered board of centres and their prime factors.
            4 if (cell / size + cell % size).is_multiple_of(2) => 210,
            4 => [2, 3, 5, 7][below(4) as usize],
            _ => [2, 3, 5, 17, 257, 65535, 21845, 4369, 30030, 60060, 55440, 45360, 65521][below(13) as usize],
        };
        *tile = (below(10) < crowd).then(|| Tile::new(value as u32));
    }
    position.tiles[0].get_or_insert(Tile::new(2));
    position
}

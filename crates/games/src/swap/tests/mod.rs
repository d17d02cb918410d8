//! The swap family's tests: the rule page's examples, properties, differential tests, and what is refused. This file has
//! what they share.

mod differential;
mod examples;
mod properties;
mod refused;

use super::{FIELDS, Fast, POWERS, Plain, Rules, VALUES, fast::Word};
use crate::Fields;
use serde_json::{Value, json};
use tilewright_core::{Dice, Dice1, Event, Game, Position, ticket};

/// The rules of a variant, given the fields that are not the default.
fn rules(fields: &Value) -> Rules {
    Rules::read(&Fields::read(FIELDS, fields.as_object().unwrap()).unwrap()).unwrap()
}

fn plain(fields: &Value) -> Plain {
    Plain::new(&rules(fields)).unwrap()
}

fn place<G: Game>(game: &G, text: &str) -> G::State {
    game.place(&Position::parse(game.topology(), text).unwrap()).unwrap()
}

fn text<G: Game>(game: &G, state: &G::State) -> String {
    game.position(state).text(game.topology())
}

/// The texts of all legal actions.
fn legal<G: Game>(game: &G, state: &G::State) -> Vec<String> {
    let mut texts = Vec::new();
    game.actions(state, &mut |action| texts.push(game.action_text(action)));
    texts
}

/// Plays an action on a position up to the first chance node: the board with its gaps, the gain, the events.
fn act<G: Game>(game: &G, position: &str, action: &str) -> (String, u64, Vec<Event>) {
    let mut state = place(game, position);
    let mut log = Vec::new();
    let gain = game.act(&mut state, game.action_named(action).unwrap(), &mut log).unwrap();
    (text(game, &state), gain, log)
}

/// The cells and the place of each merge, as texts.
fn merges<G: Game>(game: &G, log: &[Event]) -> Vec<(String, String, u32)> {
    let name = |cell| game.topology().cell_text(cell);
    let logged = log.iter().filter_map(|event| match *event {
        Event::Merged { cells, at, value, .. } => {
            Some((cells.map(name).collect::<Vec<_>>().join(" "), name(at), value))
        }
        _ => None,
    });
    logged.collect()
}

/// Large values in a pattern without lines and without a legal swap, for examples to stand in.
fn backdrop(row: usize, column: usize) -> u32 {
    1 << (20 + (column + 2 * row) % 5)
}

/// A board of the pattern with the given rows put over its last ones; `.` leaves the pattern's tile.
fn over(width: usize, height: usize, rows: &[&str]) -> String {
    let mut board: Vec<Vec<String>> =
        (0..height).map(|row| (0..width).map(|column| backdrop(row, column).to_string()).collect()).collect();
    for (i, row) in rows.iter().enumerate() {
        for (column, value) in row.split(' ').enumerate().filter(|(_, value)| *value != ".") {
            board[height - rows.len() + i][column] = value.into();
        }
    }
    board.iter().map(|row| row.join(" ")).collect::<Vec<_>>().join("/")
}

/// Random variants over all parameters.
struct Variants(Dice1);

impl Variants {
    fn below(&mut self, n: u64) -> u64 {
        ticket(self.0.word(), n)
    }

    fn one<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len() as u64) as usize]
    }

    fn next(&mut self) -> Value {
        let switches = self.below(64);
        self.with_switches(switches)
    }

    /// A variant with the given combination of switches, one a bit.
    fn with_switches(&mut self, switches: u64) -> Value {
        let mut spawn = serde_json::Map::new();
        let (step, least) = (self.below(3), self.below(4));
        for i in 0..3 + self.below(4) {
            let value = if step > 0 { 1u32 << (least + i * (1 + step)) } else { 3 + i as u32 };
            spawn.insert(value.to_string(), (1 + self.below(3)).into());
        }
        let on = |switch: u32| switches >> switch & 1 == 1;
        let side = if self.below(4) == 0 { 8 } else { 6 };
        let mut fields = json!({
            "width": 3 + self.below(side),
            "height": 3 + self.below(side),
            "spawn": spawn,
            "law": self.one(&["doubling", "doubling", "sum"]),
            "score": self.one(&["sum", "result"]),
            "anchor": self.one(&["moved", "first"]),
            "resolve": self.one(&["sequential", "rounds"]),
            "group": self.one(&["cross", "union"]),
            "run": self.below(5).max(2) + 1,
            "diagonal": on(0),
            "wrap": on(1),
            "preview": if on(2) { 1 + self.below(16) } else { 0 },
            "reach": if on(3) { "anywhere" } else { "neighbour" },
            "must_merge": !on(4),
            "gravity": !on(5),
        });
        if on(4) || self.below(3) == 0 {
            fields["turn_limit"] = (1 + self.below(30)).into();
        }
        fields
    }
}

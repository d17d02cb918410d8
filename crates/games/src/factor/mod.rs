//! The factor family: numbers slide, and neighbours that divide each other go.
//!
//! [`Plain`] reads like the rule page. [`Masked`] is the same game on sets of cells, and what variants compile to. Both
//! play every variant; the differential tests compare them. `supply` knows which numbers chance places.

mod masked;
mod plain;
mod supply;
#[cfg(test)]
mod tests;

pub use masked::Masked;
pub use plain::Plain;

use crate::{
    Field, Fields, Kind, VariantError,
    variant::{FieldMap, choice},
};
use tilewright_core::{ActionList, Meaning, Notation, Position, PositionError, Power, Tile, Topology};

/// The largest value that may be loaded. Play makes none that is larger: numbers only ever get smaller.
const MAX_VALUE: u16 = u16::MAX;

/// The parameters in files.
pub const FIELDS: &[Field] = &[
    whole("size", "n", 3, 8, 4, "number of rows and of columns"),
    whole("start_tiles", "m", 1, 10, 2, "how many tiles the game starts with"),
    whole("spawn_every", "k", 1, 10, 3, "turns between new tiles"),
    whole("largest_prime", "p", 2, 19, 7, "new tiles are products of primes up to this"),
    Field {
        name: "order",
        alias: None,
        kind: Kind::Choice { options: Order::NAMES, default: "factor-first" },
        about: "what comes first in a chain: all factorizations, or the smallest tile",
    },
    Field {
        name: "equal",
        alias: None,
        kind: Kind::Choice { options: Equal::NAMES, default: "any" },
        about: "which equal neighbours eliminate each other: any, or squares and cubes only",
    },
    Field {
        name: "turn_limit",
        alias: None,
        kind: Kind::Limit { min: 1, max: 1_000_000 },
        about: "the game ends after so many turns",
    },
];

const fn whole(
    name: &'static str,
    alias: &'static str,
    min: u32,
    max: u32,
    default: u32,
    about: &'static str,
) -> Field {
    Field { name, alias: Some(alias), kind: Kind::Whole { min, max, default }, about }
}

/// The parameters, checked.
#[derive(Clone, Copy, PartialEq, Debug)]
#[expect(missing_docs, reason = "the fields of files say it")]
pub struct Rules {
    pub size: u8,
    pub start_tiles: u8,
    pub spawn_every: u8,
    pub largest_prime: u8,
    pub order: Order,
    pub equal: Equal,
    pub turn_limit: Option<u32>,
}

choice! {
    /// What comes first in a chain.
    #[expect(missing_docs, reason = "the fields of files say it")]
    Order { FactorFirst = "factor-first", SmallestFirst = "smallest-first" }
}

choice! {
    /// Which equal neighbours eliminate each other.
    #[expect(missing_docs, reason = "the fields of files say it")]
    Equal { Any = "any", Powers = "powers" }
}

impl Rules {
    /// Whether neighbours of these values change each other in a chain: one divides the other, or they are equal and
    /// such equals eliminate each other.
    pub fn linked(&self, a: u16, b: u16) -> bool {
        linked(self.equal, a.min(b), a.max(b))
    }

    pub(crate) fn read(fields: &Fields) -> Result<Self, VariantError> {
        let number = |name| fields.whole(name) as u8;
        Ok(Self {
            size: number("size"),
            start_tiles: number("start_tiles"),
            spawn_every: number("spawn_every"),
            largest_prime: number("largest_prime"),
            order: fields.choice("order", Order::named),
            equal: fields.choice("equal", Equal::named),
            turn_limit: fields.limit("turn_limit"),
        })
    }

    pub(crate) fn write(&self, fields: &mut FieldMap) {
        fields.set("size", self.size);
        fields.set("start_tiles", self.start_tiles);
        fields.set("spawn_every", self.spawn_every);
        fields.set("largest_prime", self.largest_prime);
        fields.set("order", self.order.name());
        fields.set("equal", self.equal.name());
        fields.limit("turn_limit", self.turn_limit);
    }
}

/// A direction for all tiles, or one tile that has a cell in front.
fn action_list(topology: &Topology) -> ActionList {
    ActionList::new(Notation::DirectionOrStep, topology, |meaning| match meaning {
        Meaning::Move(cell, dir) => topology.neighbour(cell, dir).is_some(),
        _ => true,
    })
}

/// [`Rules::linked`] for values in ascending order. No tile is 0; the maximum saves the check for a division by zero.
#[inline]
fn linked(equal: Equal, small: u16, large: u16) -> bool {
    large.is_multiple_of(small.max(1)) && (small != large || equal == Equal::Any || power(small) != Power::Plain)
}

/// What kind of number a value is, which tags eliminations.
fn power(value: u16) -> Power {
    if value.isqrt().pow(2) == value {
        Power::Square
    } else if (2..=40u16).any(|root| root.pow(3) == value) {
        Power::Cube
    } else {
        Power::Plain
    }
}

/// Checks that a position can stand on a board of these rules. Gives its clock and the turns left.
///
/// # Errors
///
/// A sentence that says which tile or value is not allowed.
fn check_position(rules: &Rules, topology: &Topology, position: &Position) -> Result<(u8, Option<u32>), PositionError> {
    let (wanted, found) = (topology.len(), position.tiles.len());
    if found != wanted {
        return Err(PositionError::new(format!("the board has {wanted} cells, not {found}")));
    }
    if !position.next.is_empty() {
        return Err(PositionError::new("next has no meaning in this game; leave it out"));
    }
    for (cell, tile) in topology.cells().zip(&position.tiles) {
        let Some(Tile { value, strain }) = *tile else { continue };
        let place = topology.cell_text(cell);
        if strain > 0 {
            let message = format!("the tile at {place} has strain, which this game does not know");
            return Err(PositionError::new(message));
        }
        if !(2..=MAX_VALUE.into()).contains(&value) {
            let message = format!("{value} at {place} cannot stand here; tiles are numbers from 2 to {MAX_VALUE}");
            return Err(PositionError::new(message));
        }
    }
    // No turn ends so: what clears the board brings a tile.
    if position.tiles.iter().all(Option::is_none) {
        return Err(PositionError::new("an empty board cannot be played; at least one tile has to stand"));
    }
    Ok((check_clock(rules, position.clock)?, check_left(rules, position.left)?))
}

fn check_clock(rules: &Rules, clock: Option<u32>) -> Result<u8, PositionError> {
    let most = rules.spawn_every - 1;
    match clock.unwrap_or(0) {
        clock if clock <= most.into() => Ok(clock as u8),
        clock => Err(PositionError::new(match most {
            0 => format!("clock={clock} cannot be; every turn brings a tile here, so the clock stays at 0"),
            _ => format!("clock={clock} cannot be; the clock goes from 0 to {most} here"),
        })),
    }
}

fn check_left(rules: &Rules, left: Option<u32>) -> Result<Option<u32>, PositionError> {
    match (left, rules.turn_limit) {
        (None, limit) => Ok(limit),
        (Some(_), None) => Err(PositionError::new("left has no meaning without a turn limit; leave it out")),
        (Some(left), Some(limit)) if left > limit => {
            Err(PositionError::new(format!("left={left} cannot be; the game has {limit} turns")))
        }
        _ => Ok(left),
    }
}

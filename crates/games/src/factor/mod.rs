//! The factor family: numbers slide, and neighbours that divide each other go.
//!
//! [`Plain`] plays every variant, and quickly enough to need no second implementation. The parts: `board` knows where
//! tiles stand and slide, `chain` what neighbours do to each other, `split` how a centre parts into factors, `supply`
//! which numbers chance places.

mod board;
mod chain;
mod plain;
mod split;
mod supply;
#[cfg(test)]
mod tests;

pub use plain::{Plain, State};

use crate::{
    Field, Fields, Kind, VariantError,
    variant::{FieldMap, choice},
};

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

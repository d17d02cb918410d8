//! The slide family: all tiles slide one way, and equal ones that meet merge.
//!
//! [`Plain`] reads like the rule page and plays every variant. [`Packed`] plays the same game on boards of up to 25
//! cells, packed into the bits of an integer; what depends on the shape of the board is its [`Layout`]. Searches can use
//! such boards directly.

mod bits;
mod high;
mod layout;
mod line;
mod motions;
mod packed;
mod plain;
mod rows;
mod supply;

#[cfg(test)]
mod tests;

pub use bits::Bits;
pub use layout::{General, Hex2, Layout, SlideResult, Square4, UpTo16, UpTo25};
pub use line::slide_line;
pub use packed::{Packed, PackedState};
pub use plain::{Plain, State};

use crate::{Field, Fields, Kind, Spawn, VariantError, variant::FieldMap};
use serde_json::json;
use tilewright_core::Shape;

/// The largest value. Two such tiles do not merge: they stay next to each other like different tiles.
pub const MAX_VALUE: u32 = 1 << MAX_RANK;

/// The rank of [`MAX_VALUE`].
pub const MAX_RANK: u32 = 30;

/// The parameters in files.
pub const FIELDS: &[Field] = &[
    Field { name: "board", alias: None, kind: Kind::Board, about: "the shape and size of the board" },
    Field {
        name: "spawn",
        alias: None,
        kind: Kind::Spawn { max: MAX_VALUE, default: &[(2, 9), (4, 1)] },
        about: "the values of new tiles, powers of two, with their weights",
    },
    Field {
        name: "start_tiles",
        alias: None,
        kind: Kind::Whole { min: 1, max: 63, default: 2 },
        about: "how many tiles the game starts with",
    },
    Field {
        name: "target",
        alias: None,
        kind: Kind::Power { min: 2, max: MAX_VALUE, default: 2048 },
        about: "the tile to reach; play goes on after it",
    },
];

/// The parameters, checked.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rules {
    /// The board's shape.
    pub board: Shape,
    /// New tiles.
    pub spawn: Spawn,
    /// Tiles at the start.
    pub start_tiles: u8,
    /// The tile to reach.
    pub target: u32,
}

impl Rules {
    pub(crate) fn read(fields: &Fields) -> Result<Self, VariantError> {
        let rules = Self {
            board: fields.board("board"),
            spawn: fields.spawn("spawn"),
            start_tiles: fields.whole("start_tiles") as u8,
            target: fields.whole("target"),
        };
        if let Some((value, _)) = rules.spawn.as_slice().iter().find(|(value, _)| !value.is_power_of_two()) {
            return Err(VariantError::value("spawn", &json!(value), "its values are powers of two"));
        }
        let cells = match rules.board {
            Shape::Square { width, height, .. } => width * height,
            Shape::Hex { radius } => 3 * radius * (radius + 1) + 1,
        };
        if rules.start_tiles >= cells {
            let allowed = format!("on {cells} cells it is a whole number from 1 to {}", cells - 1);
            return Err(VariantError::value("start_tiles", &json!(rules.start_tiles), allowed));
        }
        Ok(rules)
    }

    pub(crate) fn write(&self, fields: &mut FieldMap) {
        fields.board("board", self.board);
        fields.spawn("spawn", &self.spawn);
        fields.set("start_tiles", self.start_tiles);
        fields.set("target", self.target);
    }
}

//! The strain family: one tile steps at a time, and high tiles next to low ones strain until they break.
//!
//! [`Plain`] reads like the rule page and plays every variant, and so does [`Sliced`], which handles all cells of a
//! phase at once and is what variants compile to. The differential tests compare them.

mod plain;
mod planes;
mod sliced;

pub use plain::Plain;
pub use sliced::Sliced;

use crate::{Field, Fields, Kind, Spawn, VariantError, variant::FieldMap};
use serde_json::json;
use tilewright_core::{ActionList, Cell, Dir, Meaning, Notation, Position, PositionError, Tile, Topology};

/// The order in which a cell looks at its neighbours.
const AROUND: [Dir; 4] = [Dir::UP, Dir::LEFT, Dir::RIGHT, Dir::DOWN];

/// The parameters in files.
pub const FIELDS: &[Field] = &[
    whole("width", 3, 8, 5, "number of columns"),
    whole("height", 3, 8, 5, "number of rows"),
    whole("max_value", 3, 9, 5, "the highest tile; what would exceed it breaks"),
    whole("max_strain", 1, 7, 3, "the strain at which a tile breaks"),
    whole("stress_gap", 1, 8, 3, "the difference between neighbours that strains the higher one"),
    whole("pieces", 1, 4, 2, "how many pieces a broken tile leaves at the most"),
    Field {
        name: "spawn",
        alias: None,
        kind: Kind::Spawn { max: 9, default: &[(1, 10), (2, 7), (3, 3)] },
        about: "the values of new tiles with their weights",
    },
    whole("start_tiles", 1, 63, 2, "how many tiles the game starts with"),
];

const fn whole(name: &'static str, min: u32, max: u32, default: u32, about: &'static str) -> Field {
    Field { name, alias: None, kind: Kind::Whole { min, max, default }, about }
}

/// The parameters, checked.
#[derive(Clone, Copy, PartialEq, Debug)]
#[expect(missing_docs, reason = "the fields of files say it")]
pub struct Rules {
    pub width: u8,
    pub height: u8,
    pub max_value: u8,
    pub max_strain: u8,
    pub stress_gap: u8,
    pub pieces: u8,
    pub spawn: Spawn,
    pub start_tiles: u8,
}

impl Rules {
    /// Whether a tile of the one value strains a neighbouring tile of the other.
    pub fn strains(&self, low: u32, high: u32) -> bool {
        low + u32::from(self.stress_gap) <= high
    }

    /// The pairs of equal neighbours that the next turn merges unless its step changes them, in the order of phase 2.
    pub fn waiting(&self, topology: &Topology, tiles: &[Option<Tile>]) -> Vec<(Cell, Cell)> {
        let mut pairs: Vec<(Cell, Cell)> = Vec::new();
        for value in (1..=u32::from(self.max_value)).rev() {
            for cell in topology.cells() {
                let is_free = |cell: Cell| {
                    tiles[cell.index()].is_some_and(|tile| tile.value == value)
                        && pairs.iter().all(|&(a, b)| a != cell && b != cell)
                };
                let mut around = AROUND.into_iter().filter_map(|dir| topology.neighbour(cell, dir));
                if let Some(other) = around.find(|&other| is_free(cell) && is_free(other)) {
                    pairs.push((cell, other));
                }
            }
        }
        pairs
    }

    pub(crate) fn read(fields: &Fields) -> Result<Self, VariantError> {
        let number = |name| fields.whole(name) as u8;
        let rules = Self {
            width: number("width"),
            height: number("height"),
            max_value: number("max_value"),
            max_strain: number("max_strain"),
            stress_gap: number("stress_gap"),
            pieces: number("pieces"),
            spawn: fields.spawn("spawn"),
            start_tiles: number("start_tiles"),
        };
        if rules.spawn.largest() > rules.max_value.into() {
            let allowed = format!("max_value is {}, and new tiles cannot exceed it", rules.max_value);
            return Err(VariantError::value("spawn", &json!(rules.spawn.largest()), allowed));
        }
        let cells = rules.width * rules.height;
        if rules.start_tiles >= cells {
            let allowed = format!("on {cells} cells it is a whole number from 1 to {}", cells - 1);
            return Err(VariantError::value("start_tiles", &json!(rules.start_tiles), allowed));
        }
        Ok(rules)
    }

    pub(crate) fn write(&self, fields: &mut FieldMap) {
        fields.set("width", self.width);
        fields.set("height", self.height);
        fields.set("max_value", self.max_value);
        fields.set("max_strain", self.max_strain);
        fields.set("stress_gap", self.stress_gap);
        fields.set("pieces", self.pieces);
        fields.spawn("spawn", &self.spawn);
        fields.set("start_tiles", self.start_tiles);
    }
}

/// A tile can step to any neighbouring cell in some position.
fn action_list(topology: &Topology) -> ActionList {
    ActionList::new(
        Notation::Step,
        topology,
        |meaning| matches!(meaning, Meaning::Move(cell, dir) if topology.neighbour(cell, dir).is_some()),
    )
}

/// The tiles of a position, if they can stand on a board of these rules.
///
/// # Errors
///
/// A sentence that says which tile or value is not allowed.
fn checked_tiles<'a>(
    rules: &Rules,
    topology: &Topology,
    position: &'a Position,
) -> Result<&'a [Option<Tile>], PositionError> {
    let tiles = &position.tiles;
    if tiles.len() != topology.len() {
        return Err(PositionError::new(format!("the board has {} cells, not {}", topology.len(), tiles.len())));
    }
    if position.clock.is_some() || position.left.is_some() || !position.next.is_empty() {
        return Err(PositionError::new("clock, next and left have no meaning in this game; leave them out"));
    }
    let (max_value, max_strain) = (rules.max_value, rules.max_strain);
    for (i, tile) in tiles.iter().enumerate() {
        let Some(Tile { value, strain }) = *tile else { continue };
        let place = topology.cell_text(Cell(i as u8));
        if !(1..=max_value.into()).contains(&value) {
            return Err(PositionError::new(format!(
                "{value} at {place} cannot stand here; tiles go from 1 to {max_value}"
            )));
        }
        if strain > max_strain {
            return Err(PositionError::new(format!(
                "{value}+{strain} at {place} cannot stand here; a tile's strain is {max_strain} at the most"
            )));
        }
    }
    if tiles.iter().all(Option::is_none) {
        return Err(PositionError::new("an empty board cannot be played; at least one tile has to stand"));
    }
    Ok(tiles)
}

#[cfg(test)]
mod tests;

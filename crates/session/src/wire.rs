//! How the core's types are sent: cells, actions and reasons as text, tiles as objects.
//!
//! The core does not depend on serde. Its types have a mirror here where they are sent as they are (`serde(remote)`),
//! and a named type where a board is needed to write them.

use crate::Assisted;
use serde::{Serialize, Serializer};
use std::fmt::{self, Display};
use tilewright_core::{Action, Cell, Game, Power, Reason, Tile, Topology};

/// A cell by its coordinates, written as actions write it: `row,col` or `q,r`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify), tsify(type = "string"))]
pub struct CellName(pub i8, pub i8);

/// Where a tile appears: in a cell, or at the end of the preview, written `next`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify), tsify(type = "string"))]
#[expect(missing_docs, reason = "the type says it")]
pub enum PlaceName {
    Cell(CellName),
    Next,
}

/// An action with its notation. Only the notation is sent.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify), tsify(type = "string"))]
pub struct ActionName {
    /// The action.
    pub action: Action,
    /// Its notation.
    pub text: String,
}

/// How a [`Reason`] is sent: by its name.
#[derive(Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(remote = "Reason", rename_all = "kebab-case")]
pub(crate) enum ReasonName {
    Stuck,
    TurnLimit,
}

/// How a [`Power`] is sent: by its name.
#[derive(Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(remote = "Power", rename_all = "kebab-case")]
pub(crate) enum PowerName {
    Square,
    Cube,
    Plain,
}

/// How a [`Tile`] is sent: without a strain of 0.
#[derive(Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify), tsify(rename = "Tile"))]
#[serde(remote = "Tile")]
pub(crate) struct TileFields {
    /// The number on it.
    pub(crate) value: u32,
    /// How close to breaking it is; left out if 0.
    #[serde(skip_serializing_if = "is_zero")]
    pub(crate) strain: u8,
}

/// A tile that can be serialised.
#[derive(Serialize)]
struct SentTile(#[serde(with = "TileFields")] Tile);

fn is_zero(strain: &u8) -> bool {
    *strain == 0
}

/// Rows of cells, each a tile or null.
pub(crate) fn rows<S: Serializer>(rows: &[Vec<Option<Tile>>], serializer: S) -> Result<S::Ok, S::Error> {
    struct Row<'a>(&'a [Option<Tile>]);
    impl Serialize for Row<'_> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            tiles(self.0, serializer)
        }
    }
    serializer.collect_seq(rows.iter().map(|row| Row(row)))
}

/// For `serde(serialize_with)`: cells, each a tile or null.
///
/// # Errors
///
/// Those of the serializer.
pub fn tiles<S: Serializer>(tiles: &[Option<Tile>], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(tiles.iter().map(|tile| tile.map(SentTile)))
}

/// A reason by its name, if there is one.
pub(crate) fn reason<S: Serializer>(reason: &Option<Reason>, serializer: S) -> Result<S::Ok, S::Error> {
    reason.map(Reason::name).serialize(serializer)
}

/// Whether there was help of any kind.
pub(crate) fn assisted<S: Serializer>(assisted: &Assisted, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_bool(assisted.any())
}

/// A cell by its index in scan order.
pub(crate) fn cell<S: Serializer>(cell: &Cell, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u8(cell.0)
}

/// Cells by their indices.
pub(crate) fn cells<S: Serializer>(cells: &[Cell], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(cells.iter().map(|cell| cell.0))
}

/// A number as decimal text, or null: JavaScript rounds numbers above 2⁵³.
pub(crate) fn decimal<S: Serializer>(number: &Option<u64>, serializer: S) -> Result<S::Ok, S::Error> {
    match number {
        Some(number) => serializer.collect_str(number),
        None => serializer.serialize_none(),
    }
}

/// A hash as 16 hex digits.
pub(crate) fn hex<S: Serializer>(hash: &u64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&format_args!("{hash:016x}"))
}

impl CellName {
    /// The name of a cell.
    pub(crate) fn new(topology: &Topology, cell: Cell) -> Self {
        let (a, b) = topology.coords(cell);
        Self(a, b)
    }
}

impl Display for CellName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.0, self.1)
    }
}

impl Display for PlaceName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cell(cell) => cell.fmt(f),
            Self::Next => f.write_str("next"),
        }
    }
}

impl ActionName {
    /// The action with its notation in this game.
    pub(crate) fn new<G: Game>(game: &G, action: Action) -> Self {
        Self { action, text: game.action_text(action) }
    }
}

impl Serialize for CellName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Serialize for PlaceName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Serialize for ActionName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.text)
    }
}

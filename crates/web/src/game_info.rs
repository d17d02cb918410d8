//! What stays the same for a whole game: the board's geometry, its directions, how its tiles look.

use serde::Serialize;
use serde_json::{Map, Value};
use tilewright_core::{Cell, Dir, Game, Notation, Shape, Topology};
use tilewright_session::{
    DragReach, LegendLine, Pointer, Session, Setup, TileLook, first_steps, key_names, keys_of, place_words,
};
use tsify::Tsify;

/// A game and its board.
#[derive(Serialize, Tsify, Clone, PartialEq, Debug)]
#[serde(rename_all = "camelCase")]
pub struct GameInfo {
    /// What to give to `Session.start` for another game of it: a preset's id, or the variant as JSON text.
    pub what: String,
    /// The preset's id; `null` for a custom variant.
    pub preset: Option<&'static str>,
    /// What a heading calls it.
    pub title: String,
    /// The family's name, which is also the name of its page in the rule book.
    pub family: &'static str,
    /// The hash of the variant, 16 hex digits.
    pub variant_hash: String,
    /// What to do, in one line.
    pub goal: String,
    /// What earns points and what ends it, in one line.
    pub aim: String,
    /// What the signs on the board mean.
    pub legend: Vec<LegendLine>,
    /// How to play, in a sentence, for those who have not made a turn yet.
    pub first_steps: String,
    /// Whether single tiles can be picked; if not, only directions are played.
    pub picks: bool,
    /// Whether a drag means the cell where it ends; if not, it means a direction.
    pub drags_far: bool,
    /// The board.
    #[serde(flatten)]
    pub board: Board,
    /// The directions, by index.
    pub dirs: Vec<DirInfo>,
    /// The name of a key for each command, by the command's `do`.
    #[tsify(type = "Record<string, string>")]
    pub keys: Map<String, Value>,
}

/// The cells of a board and where to draw them. One unit is the distance of neighbours, y goes down, and the board
/// fills the rectangle from 0,0 to its extent.
#[derive(Serialize, Tsify, Clone, PartialEq, Debug)]
#[serde(rename_all = "camelCase")]
pub struct Board {
    /// What the cells are.
    pub shape: CellShape,
    /// The cells, by index.
    pub cells: Vec<CellInfo>,
    /// The rectangle that holds all cells.
    pub extent: Extent,
    /// How its tiles are drawn.
    pub look: TileLook,
}

/// What the cells are: squares, or hexagons that stand on a side.
#[derive(Serialize, Tsify, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "camelCase")]
pub enum CellShape {
    Square,
    Hex,
}

/// A cell.
#[derive(Serialize, Tsify, Clone, PartialEq, Debug)]
#[serde(rename_all = "camelCase")]
pub struct CellInfo {
    /// Its name in actions and sentences: `row,col` or `q,r`.
    pub text: String,
    /// Its name for screen readers.
    pub label: String,
    /// Its centre.
    pub x: f64,
    /// Its centre.
    pub y: f64,
    /// Its row in the position's text, from 0.
    pub row: usize,
    /// Its place in that row, from 0.
    pub col: usize,
    /// The neighbouring cell in each direction.
    pub neighbours: Vec<Option<u8>>,
}

/// A direction.
#[derive(Serialize, Tsify, Clone, PartialEq, Debug)]
#[serde(rename_all = "camelCase")]
pub struct DirInfo {
    /// Its name in actions.
    pub name: &'static str,
    /// Its vector on the screen, one unit long.
    pub x: f64,
    /// The same; down is positive.
    pub y: f64,
    /// Its keys, named as in `KeyboardEvent.key`, letters in lower case.
    pub keys: Vec<&'static str>,
}

/// The size of a board.
#[derive(Serialize, Tsify, Clone, Copy, PartialEq, Debug)]
pub struct Extent {
    pub width: f64,
    pub height: f64,
}

impl GameInfo {
    pub(crate) fn of(session: &Session) -> Self {
        let setup = session.setup();
        let (topology, variant) = (setup.game.topology(), &setup.variant);
        Self {
            what: setup.preset.map_or_else(|| variant.canonical(), |preset| preset.id.into()),
            preset: setup.preset.map(|preset| preset.id),
            title: setup.preset.map_or_else(|| custom_title(variant.family().name()), |preset| preset.title.clone()),
            family: variant.family().name(),
            variant_hash: format!("{:016x}", variant.hash()),
            goal: setup.goal(),
            aim: setup.aim(),
            legend: session.setup().legend(),
            first_steps: first_steps(&*setup.game, Pointer::Touch),
            picks: setup.game.notation() != Notation::Direction,
            drags_far: session.drag_reach() == DragReach::Anywhere,
            board: Board::of(setup),
            dirs: topology.dirs().map(|dir| DirInfo::of(topology, dir)).collect(),
            keys: key_names(topology).map(|(command, key)| (command.name().into(), key.into())).collect(),
        }
    }
}

/// The title of a custom variant without a name.
pub(crate) fn custom_title(family: &str) -> String {
    format!("Own {family} game")
}

/// How high a cell of a row of hexagons lies above its neighbour: they lean by 30°.
const LEAN: f64 = 0.866_025_403_784_438_6;

impl Board {
    pub(crate) fn of(setup: &Setup) -> Self {
        let (cells, shape, extent) = geometry(setup.game.topology());
        Self { shape, cells, extent, look: setup.tile_look() }
    }
}

/// The cells of a board, what they are, and the rectangle that holds them.
fn geometry(topology: &Topology) -> (Vec<CellInfo>, CellShape, Extent) {
    let (shape, width, height) = match topology.shape() {
        Shape::Square { width, height, .. } => (CellShape::Square, f64::from(width), f64::from(height)),
        Shape::Hex { radius } => {
            let side = f64::from(2 * radius);
            (CellShape::Hex, side * LEAN + 1.0 / LEAN, side + 1.0)
        }
    };
    let rows = topology.rows().enumerate();
    let cells = rows.flat_map(|(row, range)| {
        range.enumerate().map(move |(col, index)| {
            let cell = Cell(index as u8);
            let (x, y) = centre(topology.coords(cell), shape);
            CellInfo {
                text: topology.cell_text(cell),
                label: place_words(topology, cell),
                // The coordinates of squares start at their corner, those of hexagons in the middle of the board.
                x: x + if shape == CellShape::Hex { width / 2.0 } else { 0.5 },
                y: y + if shape == CellShape::Hex { height / 2.0 } else { 0.5 },
                row,
                col,
                neighbours: topology.dirs().map(|dir| topology.neighbour(cell, dir).map(|cell| cell.0)).collect(),
            }
        })
    });
    (cells.collect(), shape, Extent { width, height })
}

/// Coordinates, or the vector of a direction, on the screen.
fn centre((a, b): (i8, i8), shape: CellShape) -> (f64, f64) {
    let (a, b) = (f64::from(a), f64::from(b));
    match shape {
        CellShape::Square => (b, a),
        CellShape::Hex => (a * LEAN, b + a / 2.0),
    }
}

/// The vector of a direction on the screen, one unit long.
fn vector(topology: &Topology, dir: Dir) -> (f64, f64) {
    let shape = match topology.shape() {
        Shape::Square { .. } => CellShape::Square,
        Shape::Hex { .. } => CellShape::Hex,
    };
    centre(topology.vector(dir), shape)
}

impl DirInfo {
    fn of(topology: &Topology, dir: Dir) -> Self {
        let (x, y) = vector(topology, dir);
        Self { name: topology.dir_name(dir), x, y, keys: keys_of(topology, dir) }
    }
}

/// The direction nearest to a vector on the screen; `None` if the vector is zero or two directions are equally near.
pub(crate) fn nearest(topology: &Topology, dx: f64, dy: f64) -> Option<Dir> {
    let along = |dir: Dir| {
        let (x, y) = vector(topology, dir);
        x * dx + y * dy
    };
    let best = topology.dirs().max_by(|&a, &b| along(a).total_cmp(&along(b)))?;
    let alone = topology.dirs().all(|dir| dir == best || along(dir) < along(best));
    alone.then_some(best)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn geometry_neighbours_are_one_apart_and_nothing_sticks_out() {
        for topology in [Topology::square(5, 3).unwrap(), Topology::hex(1).unwrap(), Topology::hex(4).unwrap()] {
            let (cells, _, extent) = geometry(&topology);
            for cell in topology.cells() {
                let here = &cells[cell.index()];
                assert!((0.5..=extent.width - 0.5).contains(&here.x), "{here:?}");
                assert!((0.5..=extent.height - 0.5).contains(&here.y), "{here:?}");
                for dir in topology.dirs() {
                    let Some(neighbour) = topology.neighbour(cell, dir) else { continue };
                    let there = &cells[neighbour.index()];
                    let (dx, dy) = (there.x - here.x, there.y - here.y);
                    assert!((dx.hypot(dy) - 1.0).abs() < 1e-9, "{dx} {dy}");
                    assert_eq!(nearest(&topology, dx, dy), Some(dir));
                }
            }
        }
    }

    #[test]
    fn nearest_between_two_directions_is_none() {
        let (square, hex) = (Topology::square(4, 4).unwrap(), Topology::hex(2).unwrap());
        assert_eq!(nearest(&square, 3.0, 2.0), Some(Dir::RIGHT));
        assert_eq!(nearest(&hex, 1.0, 2.0), hex.dir_named("S"));
        assert_eq!(nearest(&hex, 2.0, 1.0), hex.dir_named("SE"));
        for (dx, dy) in [(0.0, 0.0), (1.0, 1.0), (f64::NAN, 1.0)] {
            assert_eq!(nearest(&square, dx, dy), None);
        }
        assert_eq!(nearest(&hex, 1.0, 0.0), None);
    }
}

//! What stays the same for a whole game: the board's geometry, the directions and their keys, how one plays.

use serde::Serialize;
use serde_json::Value;
use tilewright_core::{Cell, Dir, Game, Notation, Shape, Topology};
use tilewright_session::Setup;
use tsify::Tsify;

/// The board and how it is played.
#[derive(Serialize, Tsify, Clone, PartialEq, Debug)]
#[serde(rename_all = "camelCase")]
pub struct Table {
    /// What to give to `Play.start` for another game of it: a preset's id, or the variant as JSON text.
    pub what: String,
    /// The preset's id, unless the variant is somebody's own.
    pub preset: Option<String>,
    /// What a heading calls it.
    pub title: String,
    /// The family's name.
    pub family: String,
    /// The rules, every field with its value.
    #[tsify(type = "Record<string, unknown>")]
    pub variant: Value,
    /// The hash of the variant, sixteen hex digits.
    pub variant_hash: String,
    /// How one plays.
    pub gestures: Gestures,
    /// The board.
    #[serde(flatten)]
    pub board: Board,
    /// The directions, by index.
    pub dirs: Vec<DirInfo>,
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
}

/// What the cells are: squares, or hexagons that stand on a side.
#[derive(Serialize, Tsify, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "camelCase")]
pub enum CellShape {
    Square,
    Hex,
}

/// Which gestures make a turn: a direction for all tiles, two cells, or one tile and a direction.
#[derive(Serialize, Tsify, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum Gestures {
    Direction,
    Pair,
    Step,
    DirectionOrStep,
}

/// A cell.
#[derive(Serialize, Tsify, Clone, PartialEq, Debug)]
#[serde(rename_all = "camelCase")]
pub struct CellInfo {
    /// Its name in actions and sentences: `row,col` or `q,r`.
    pub text: String,
    /// Its name for whoever hears it.
    pub label: String,
    /// Its centre.
    pub x: f64,
    /// Its centre.
    pub y: f64,
    /// Its row in the position's text, from 0.
    pub row: usize,
    /// Its place in that row, from 0.
    pub col: usize,
    /// The cell beside it in each direction.
    pub neighbours: Vec<Option<u8>>,
}

/// A direction.
#[derive(Serialize, Tsify, Clone, PartialEq, Debug)]
#[serde(rename_all = "camelCase")]
pub struct DirInfo {
    /// Its name in actions.
    pub name: String,
    /// The way it goes on the screen, one unit long.
    pub x: f64,
    /// The same; down is positive.
    pub y: f64,
    /// The keys for it, as `KeyboardEvent.key` gives them, letters in lower case.
    pub keys: Vec<String>,
}

/// The size of a board.
#[derive(Serialize, Tsify, Clone, Copy, PartialEq, Debug)]
pub struct Extent {
    pub width: f64,
    pub height: f64,
}

impl Table {
    pub(crate) fn of(setup: &Setup) -> Self {
        let (topology, variant) = (setup.game.topology(), &setup.variant);
        Self {
            what: setup.preset.map_or_else(|| variant.canonical(), |preset| preset.id.into()),
            preset: setup.preset.map(|preset| preset.id.into()),
            title: setup.preset.map_or_else(|| own_title(variant.family().name()), |preset| preset.title.clone()),
            family: variant.family().name().into(),
            variant: variant.to_json(),
            variant_hash: format!("{:016x}", variant.hash()),
            gestures: match setup.game.notation() {
                Notation::Direction => Gestures::Direction,
                Notation::Pair => Gestures::Pair,
                Notation::Step => Gestures::Step,
                Notation::DirectionOrStep => Gestures::DirectionOrStep,
            },
            board: Board::of(topology),
            dirs: topology.dirs().map(|dir| DirInfo::of(topology, dir)).collect(),
        }
    }
}

/// What a variant without a name of its own is called.
pub(crate) fn own_title(family: &str) -> String {
    format!("Own {family} game")
}

/// How high a cell of a row of hexagons lies above its neighbour: they lean by 30°.
const LEAN: f64 = 0.866_025_403_784_438_6;

impl Board {
    pub(crate) fn of(topology: &Topology) -> Self {
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
                let ((x, y), (a, b)) = (centre(topology.coords(cell), shape), topology.coords(cell));
                CellInfo {
                    text: topology.cell_text(cell),
                    label: match shape {
                        CellShape::Square => format!("row {a}, column {b}"),
                        CellShape::Hex => format!("q {a}, r {b}"),
                    },
                    // The coordinates of squares start at their corner, those of hexagons in the middle of the board.
                    x: x + if shape == CellShape::Hex { width / 2.0 } else { 0.5 },
                    y: y + if shape == CellShape::Hex { height / 2.0 } else { 0.5 },
                    row,
                    col,
                    neighbours: topology.dirs().map(|dir| topology.neighbour(cell, dir).map(|cell| cell.0)).collect(),
                }
            })
        });
        Self { shape, cells: cells.collect(), extent: Extent { width, height } }
    }
}

/// Coordinates, or the vector of a direction, on the screen.
fn centre((a, b): (i8, i8), shape: CellShape) -> (f64, f64) {
    let (a, b) = (f64::from(a), f64::from(b));
    match shape {
        CellShape::Square => (b, a),
        CellShape::Hex => (a * LEAN, b + a / 2.0),
    }
}

/// The way a direction goes on the screen, one unit long.
fn way(topology: &Topology, dir: Dir) -> (f64, f64) {
    let shape = match topology.shape() {
        Shape::Square { .. } => CellShape::Square,
        Shape::Hex { .. } => CellShape::Hex,
    };
    centre(topology.vector(dir), shape)
}

impl DirInfo {
    fn of(topology: &Topology, dir: Dir) -> Self {
        let (x, y) = way(topology, dir);
        let keys: &[&str] = match topology.dir_name(dir) {
            "up" | "N" => &["ArrowUp", "w", "k", "8"],
            "right" => &["ArrowRight", "d", "l", "6"],
            "down" | "S" => &["ArrowDown", "s", "j", "2"],
            "left" => &["ArrowLeft", "a", "h", "4"],
            "NE" => &["PageUp", "e", "9"],
            "SE" => &["PageDown", "d", "3"],
            "SW" => &["End", "a", "1"],
            "NW" => &["Home", "q", "7"],
            _ => &[],
        };
        Self { name: topology.dir_name(dir).into(), x, y, keys: keys.iter().map(|&key| key.into()).collect() }
    }
}

/// The direction nearest to a way on the screen; none where there is no way or two are equally near.
pub(crate) fn nearest(topology: &Topology, dx: f64, dy: f64) -> Option<Dir> {
    let along = |dir: Dir| {
        let (x, y) = way(topology, dir);
        x * dx + y * dy
    };
    let best = topology.dirs().max_by(|&a, &b| along(a).total_cmp(&along(b)))?;
    let alone = topology.dirs().all(|dir| dir == best || along(dir) < along(best));
    alone.then_some(best)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whatever the shape: neighbours are one apart, in the direction that leads there, and nothing sticks out.
    #[test]
    fn boards_are_drawn_as_they_are() {
        for topology in [Topology::square(5, 3).unwrap(), Topology::hex(1).unwrap(), Topology::hex(4).unwrap()] {
            let board = Board::of(&topology);
            for cell in topology.cells() {
                let here = &board.cells[cell.index()];
                assert!((0.5..=board.extent.width - 0.5).contains(&here.x), "{here:?}");
                assert!((0.5..=board.extent.height - 0.5).contains(&here.y), "{here:?}");
                for dir in topology.dirs() {
                    let Some(beside) = topology.neighbour(cell, dir) else { continue };
                    let there = &board.cells[beside.index()];
                    let (dx, dy) = (there.x - here.x, there.y - here.y);
                    assert!((dx.hypot(dy) - 1.0).abs() < 1e-9, "{dx} {dy}");
                    assert_eq!(nearest(&topology, dx, dy), Some(dir));
                }
            }
        }
    }

    #[test]
    fn swipes_that_could_be_either_are_none() {
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

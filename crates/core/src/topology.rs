//! Topology: the cells of a board, their neighbours, lines and coordinates, for squares, tori and hexagons.

use crate::{Cell, Place, Symmetry, symmetry};
use alloc::{format, string::String, vec::Vec};
use core::{fmt, ops::Range};

/// The outline of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// Rows and columns; with `wrap` the edges meet (a torus).
    Square {
        /// Number of columns.
        width: u8,
        /// Number of rows.
        height: u8,
        /// Whether the opposite edges are neighbours.
        wrap: bool,
    },
    /// A hexagon of hexagons, `radius` steps from its middle to its rim.
    Hex {
        /// Steps from the middle cell to the rim.
        radius: u8,
    },
}

/// A direction: an index into [`Topology::dir_names`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Dir(pub u8);

impl Dir {
    /// Row 0 lies that way (square boards).
    pub const UP: Self = Self(0);
    /// The last column lies that way (square boards).
    pub const RIGHT: Self = Self(1);
    /// The last row lies that way (square boards).
    pub const DOWN: Self = Self(2);
    /// Column 0 lies that way (square boards).
    pub const LEFT: Self = Self(3);

    /// The index for arrays.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A shape that no board can have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShapeError(String);

impl fmt::Display for ShapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl core::error::Error for ShapeError {}

/// The cells of a shape, their neighbours, lines and symmetries.
///
/// ```
/// use tilewright_core::{Cell, Dir, Topology};
/// let board = Topology::square(4, 4).unwrap();
/// assert_eq!(board.neighbour(Cell(0), Dir::RIGHT), Some(Cell(1)));
/// assert_eq!(board.cell_text(Cell(5)), "1,1");
/// assert_eq!(board.symmetries().len(), 8);
/// ```
#[derive(Clone, Debug)]
pub struct Topology {
    shape: Shape,
    /// `(row, column)` on squares, `(q, r)` on hexagons.
    coords: Vec<(i8, i8)>,
    /// For each cell the neighbour in each direction.
    neighbours: Vec<[Option<Cell>; 6]>,
    /// For each direction the lines along it, front cell first: tiles sliding that way end at the front.
    lines: [Vec<Vec<Cell>>; 6],
    symmetries: Vec<Symmetry>,
}

/// Names and vectors of the directions; a vector is in the same terms as the coordinates.
const SQUARE: [(&str, (i8, i8)); 4] = [("up", (-1, 0)), ("right", (0, 1)), ("down", (1, 0)), ("left", (0, -1))];
const HEX: [(&str, (i8, i8)); 6] =
    [("N", (0, -1)), ("NE", (1, -1)), ("SE", (1, 0)), ("S", (0, 1)), ("SW", (-1, 1)), ("NW", (-1, 0))];

impl Topology {
    /// The most cells a board can have.
    pub const MAX_CELLS: usize = 100;

    /// A rectangle, each side 1 to 10.
    ///
    /// # Errors
    ///
    /// As [`Self::new`].
    pub fn square(width: u8, height: u8) -> Result<Self, ShapeError> {
        Self::new(Shape::Square { width, height, wrap: false })
    }

    /// A hexagon, radius 1 to 4.
    ///
    /// # Errors
    ///
    /// As [`Self::new`].
    pub fn hex(radius: u8) -> Result<Self, ShapeError> {
        Self::new(Shape::Hex { radius })
    }

    /// The topology of a shape.
    ///
    /// # Errors
    ///
    /// [`ShapeError`] if a side or the radius is out of range.
    pub fn new(shape: Shape) -> Result<Self, ShapeError> {
        let mut coords = Vec::new();
        match shape {
            Shape::Square { width, height, .. } => {
                if !(1..=10).contains(&width) || !(1..=10).contains(&height) {
                    return Err(ShapeError(format!(
                        "a board of {width}×{height} is not possible; each side is 1 to 10"
                    )));
                }
                for row in 0..height as i8 {
                    coords.extend((0..width as i8).map(|column| (row, column)));
                }
            }
            Shape::Hex { radius } => {
                if !(1..=4).contains(&radius) {
                    return Err(ShapeError(format!(
                        "a hexagon of radius {radius} is not possible; the radius is 1 to 4"
                    )));
                }
                let limit = radius as i8;
                for r in -limit..=limit {
                    coords.extend((-limit..=limit).filter(|q| (q + r).abs() <= limit).map(|q| (q, r)));
                }
            }
        }
        let mut topology =
            Self { shape, coords, neighbours: Vec::new(), lines: Default::default(), symmetries: Vec::new() };
        topology.neighbours = topology.find_neighbours();
        topology.lines = topology.find_lines();
        topology.symmetries = symmetry::find(&topology);
        Ok(topology)
    }

    fn find_neighbours(&self) -> Vec<[Option<Cell>; 6]> {
        let of = |&(a, b): &(i8, i8)| {
            let mut around = [None; 6];
            for (slot, (_, (da, db))) in around.iter_mut().zip(self.table()) {
                *slot = match self.shape {
                    Shape::Square { width, height, wrap: true } => {
                        self.cell_at((a + da).rem_euclid(height as i8), (b + db).rem_euclid(width as i8))
                    }
                    _ => self.cell_at(a + da, b + db),
                };
            }
            around
        };
        self.coords.iter().map(of).collect()
    }

    /// A line starts at each cell that has nothing in front of it. On a torus there is no such cell and no line.
    fn find_lines(&self) -> [Vec<Vec<Cell>>; 6] {
        let mut lines: [Vec<Vec<Cell>>; 6] = Default::default();
        for dir in self.dirs() {
            let back = self.opposite(dir);
            for front in self.cells().filter(|&cell| self.neighbour(cell, dir).is_none()) {
                lines[dir.index()]
                    .push(core::iter::successors(Some(front), |&cell| self.neighbour(cell, back)).collect());
            }
        }
        lines
    }

    fn table(&self) -> &'static [(&'static str, (i8, i8))] {
        match self.shape {
            Shape::Square { .. } => &SQUARE,
            Shape::Hex { .. } => &HEX,
        }
    }

    /// The outline.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// How many cells there are.
    #[expect(clippy::len_without_is_empty, reason = "no board is empty of cells")]
    pub fn len(&self) -> usize {
        self.coords.len()
    }

    /// All cells in scan order.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        (0..self.coords.len() as u8).map(Cell)
    }

    /// All directions.
    pub fn dirs(&self) -> impl Iterator<Item = Dir> + use<> {
        (0..self.table().len() as u8).map(Dir)
    }

    /// How many directions there are: 4 or 6.
    pub fn dir_count(&self) -> usize {
        self.table().len()
    }

    /// The directions' names, in order.
    pub fn dir_names(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.table().iter().map(|(name, _)| *name)
    }

    /// The direction's name.
    pub fn dir_name(&self, dir: Dir) -> &'static str {
        self.table()[dir.index()].0
    }

    /// The direction of that name.
    pub fn dir_named(&self, name: &str) -> Option<Dir> {
        self.dir_names().position(|known| known == name).map(|i| Dir(i as u8))
    }

    /// The direction's vector, in the terms of [`Self::coords`].
    pub fn vector(&self, dir: Dir) -> (i8, i8) {
        self.table()[dir.index()].1
    }

    /// The opposite direction.
    pub fn opposite(&self, dir: Dir) -> Dir {
        let count = self.table().len() as u8;
        Dir((dir.0 + count / 2) % count)
    }

    /// The neighbouring cell; `None` at the edge.
    #[inline]
    pub fn neighbour(&self, cell: Cell, dir: Dir) -> Option<Cell> {
        self.neighbours[cell.index()][dir.index()]
    }

    /// The lines along a direction, each from its front to its back.
    pub fn lines(&self, dir: Dir) -> &[Vec<Cell>] {
        &self.lines[dir.index()]
    }

    /// The rotations and reflections of the board, the identity first.
    pub fn symmetries(&self) -> &[Symmetry] {
        &self.symmetries
    }

    /// `(row, column)` on squares, `(q, r)` on hexagons.
    pub fn coords(&self, cell: Cell) -> (i8, i8) {
        self.coords[cell.index()]
    }

    /// The cell with these coordinates.
    pub fn cell_at(&self, a: i8, b: i8) -> Option<Cell> {
        self.coords.iter().position(|&c| c == (a, b)).map(|i| Cell(i as u8))
    }

    /// The rows from the top, as ranges of cell indices.
    pub fn rows(&self) -> impl Iterator<Item = Range<usize>> + use<> {
        let (count, shape) = match self.shape {
            Shape::Square { height, .. } => (usize::from(height), self.shape),
            Shape::Hex { radius } => (2 * usize::from(radius) + 1, self.shape),
        };
        let mut start = 0;
        (0..count).map(move |row| {
            let length = match shape {
                Shape::Square { width, .. } => usize::from(width),
                Shape::Hex { radius } => 2 * usize::from(radius) + 1 - row.abs_diff(usize::from(radius)),
            };
            start += length;
            start - length..start
        })
    }

    /// A cell as text: `row,col` or `q,r`.
    pub fn cell_text(&self, cell: Cell) -> String {
        let (a, b) = self.coords(cell);
        format!("{a},{b}")
    }

    /// The cell that a text names, if it names one of this board.
    pub fn cell_named(&self, text: &str) -> Option<Cell> {
        let (a, b) = text.split_once(',')?;
        self.cell_at(coordinate(a)?, coordinate(b)?)
    }

    /// A place as text: a cell, or `next`.
    pub fn place_text(&self, place: Place) -> String {
        match place {
            Place::Cell(cell) => self.cell_text(cell),
            Place::Next => "next".into(),
        }
    }
}

/// A coordinate in its one spelling: no plus sign, no leading zero, no minus zero.
fn coordinate(text: &str) -> Option<i8> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let canonical = digits == "0" && text == "0" || digits.starts_with(|c: char| ('1'..='9').contains(&c));
    if canonical { text.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hexagons_scan_by_r_then_q() {
        let hex = Topology::hex(1).unwrap();
        let cells: Vec<_> = hex.cells().map(|cell| hex.coords(cell)).collect();
        assert_eq!(cells, [(0, -1), (1, -1), (-1, 0), (0, 0), (1, 0), (-1, 1), (0, 1)]);
        let rows: Vec<_> = hex.rows().collect();
        assert_eq!(rows, [0..2, 2..5, 5..7]);
        assert_eq!([1, 2, 3, 4].map(|r| Topology::hex(r).unwrap().len()), [7, 19, 37, 61]);
    }

    #[test]
    fn each_line_family_covers_the_board_once() {
        for topology in [Topology::square(4, 3).unwrap(), Topology::hex(2).unwrap()] {
            for dir in topology.dirs() {
                let mut seen: Vec<_> = topology.lines(dir).concat();
                seen.sort();
                assert!(seen.into_iter().eq(topology.cells()));
            }
        }
    }

    #[test]
    fn a_torus_has_neighbours_everywhere() {
        let torus = Topology::new(Shape::Square { width: 3, height: 4, wrap: true }).unwrap();
        assert_eq!(torus.neighbour(Cell(0), Dir::UP), Some(Cell(9)));
        assert_eq!(torus.neighbour(Cell(0), Dir::LEFT), Some(Cell(2)));
        assert!(torus.cells().all(|c| torus.dirs().all(|d| torus.neighbour(c, d).is_some())));
    }

    #[test]
    fn cells_have_one_spelling() {
        let hex = Topology::hex(2).unwrap();
        for cell in hex.cells() {
            assert_eq!(hex.cell_named(&hex.cell_text(cell)), Some(cell));
        }
        for bad in ["", "0", "0,", ",0", "+1,0", "01,0", "-0,0", "0, 0", "3,0", "2,2", "999,0", "0,0,0", "a,b"] {
            assert_eq!(hex.cell_named(bad), None, "{bad}");
        }
    }

    #[test]
    fn impossible_shapes_are_refused() {
        assert!(Topology::square(0, 4).is_err());
        assert!(Topology::square(4, 11).is_err());
        assert!(Topology::hex(0).is_err());
        assert!(Topology::hex(5).is_err());
    }
}

//! Boards as lines: which cells are on which line of each axis, and how a packed board is taken apart into lines.

use super::lines::{Slid, SlidLines};
use tilewright_core::{Dir, Topology};
use tilewright_games::slide::{Bits, Hex2, Layout, Square4, UpTo16, UpTo25};

/// The most cells of a board that is searched packed.
pub(crate) const MAX_CELLS: usize = 25;
/// The most axes: two on square boards, three on hexagons.
pub(crate) const MAX_AXES: usize = 3;
/// The most lines of an axis.
pub(crate) const MAX_LINES: usize = 8;
/// The most cells of a line.
pub(crate) const MAX_LINE: usize = 8;

/// A line: the ranks of its tiles, the front cell of its axis in the lowest bits.
pub(crate) type Row = u64;

/// The lines of an axis, in the order of [`Topology::lines`]. Lines that the board does not have are 0.
pub(crate) type Rows = [Row; MAX_LINES];

/// A cell's place on an axis.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Place {
    /// The line, an index over all axes: see [`Form::lines`].
    pub line: u8,
    /// Its place there, counted from the front.
    pub place: u8,
}

/// Where cells and lines cross.
#[derive(Clone, Debug)]
pub(crate) struct Grid {
    pub cells: usize,
    pub axes: usize,
    /// For each line its number of cells; 0 if there is no such line.
    pub lengths: [u8; MAX_AXES * MAX_LINES],
    /// For each axis and cell its place.
    pub places: [[Place; MAX_CELLS]; MAX_AXES],
    /// For each line and place the cell.
    pub cells_of: [[u8; MAX_LINE]; MAX_AXES * MAX_LINES],
    /// For each line and place the places of the same cell on the other axes.
    pub crossings: [[[Place; MAX_AXES - 1]; MAX_LINE]; MAX_AXES * MAX_LINES],
}

impl Grid {
    /// `None` if the board has too many cells, or a line has.
    pub(crate) fn new(topology: &Topology, max_axes: usize, max_lines: usize) -> Option<Self> {
        let (cells, axes) = (topology.len(), topology.dir_count() / 2);
        let mut grid = Self {
            cells,
            axes,
            lengths: [0; MAX_AXES * MAX_LINES],
            cells_of: [[0; MAX_LINE]; MAX_AXES * MAX_LINES],
            crossings: Default::default(),
            places: Default::default(),
        };
        if cells > MAX_CELLS || axes > max_axes {
            return None;
        }
        for axis in 0..axes {
            for (i, cells) in topology.lines(Dir(axis as u8)).iter().enumerate() {
                if i >= max_lines || cells.len() > MAX_LINE {
                    return None;
                }
                let line = axis * max_lines + i;
                grid.lengths[line] = cells.len() as u8;
                for (place, cell) in cells.iter().enumerate() {
                    grid.cells_of[line][place] = cell.0;
                    grid.places[axis][cell.index()] = Place { line: line as u8, place: place as u8 };
                }
            }
        }
        for (line, cells) in grid.cells_of.iter().enumerate() {
            for (place, cell) in cells[..usize::from(grid.lengths[line])].iter().enumerate() {
                let others = (0..axes).filter(|axis| *axis != line / max_lines);
                for (i, axis) in others.enumerate() {
                    grid.crossings[line][place][i] = grid.places[axis][usize::from(*cell)];
                }
            }
        }
        Some(grid)
    }
}

/// Boards of one form: how they are packed into an integer, taken apart into lines, and slid.
///
/// Directions are numbered as actions are. Direction `axis` slides to the front of the axis' lines, direction
/// `axis + axes` to their other end.
pub(crate) trait Form {
    /// A packed board.
    type Board: Copy + Eq + Default;

    /// Bits of a cell in a [`Row`].
    const BITS: u32;
    /// The most axes and the most lines of an axis of such boards. What a board has fewer is empty.
    const AXES: usize;
    const LINES: usize;
    /// See [`Shape::IS_SQUARE`].
    const IS_SQUARE: bool = false;

    /// The lines of an axis, as indices over all axes.
    #[inline]
    fn lines(axis: usize) -> std::ops::Range<usize> {
        axis * Self::LINES..(axis + 1) * Self::LINES
    }

    fn grid(&self) -> &Grid;

    /// The number of axes.
    fn axes(&self) -> usize;

    /// The board with another tile in an empty cell.
    fn put(&self, board: Self::Board, cell: u32, rank: u8) -> Self::Board;

    /// The empty cells, a bit each.
    fn empty(&self, board: Self::Board) -> u32;

    /// The lines of an axis.
    fn rows(&self, board: Self::Board, axis: usize) -> Rows;

    /// The afterstate of a slide and its gain; `None` if nothing moves.
    fn slide(&self, board: Self::Board, dir: usize) -> Option<(Self::Board, u64)>;

    /// A line slid to both ends.
    fn slid(&self, line: usize, row: Row) -> Slid;

    /// The board with another line.
    #[cfg_attr(
        target_family = "wasm",
        allow(dead_code, reason = "only learned values read it, which pages do not have")
    )]
    fn replace(&self, board: Self::Board, line: usize, row: Row) -> Self::Board;

    /// One of all symmetric boards.
    fn canonical(&self, board: Self::Board) -> Self::Board;

    /// A hash of a board; the upper bits are the good ones.
    fn hash(board: Self::Board) -> u64;
}

/// The size of the boards of a layout, known to the compiler.
pub(crate) trait Shape: Layout {
    const AXES: usize;
    const LINES: usize;
    /// Whether the board is a square: all lines have the same length, and each crosses all of the other axis.
    const IS_SQUARE: bool = false;
}

impl Shape for Square4 {
    const AXES: usize = 2;
    const LINES: usize = 4;
    const IS_SQUARE: bool = true;
}

impl Shape for Hex2 {
    const AXES: usize = 3;
    const LINES: usize = 5;
}

impl Shape for UpTo16 {
    const AXES: usize = MAX_AXES;
    const LINES: usize = MAX_LINES;
}

impl Shape for UpTo25 {
    const AXES: usize = MAX_AXES;
    const LINES: usize = MAX_LINES;
}

/// Boards in nibbles, by their [`Layout`], with lines of up to five cells.
///
/// Invariant: no tile of a search outgrows its nibble: see [`super::fits`].
pub(crate) struct Nibbles<L> {
    layout: L,
    grid: Grid,
    slid: SlidLines,
}

impl<L: Shape> Nibbles<L> {
    /// `None` if the layout is for other boards, or lines are too long for tables.
    pub(crate) fn new(topology: &Topology) -> Option<Self> {
        let (layout, grid) = (L::new(topology)?, Grid::new(topology, L::AXES, L::LINES)?);
        let slid = SlidLines::new(&grid)?;
        Some(Self { layout, grid, slid })
    }
}

impl<L: Shape> Form for Nibbles<L> {
    type Board = L::Bits;

    const BITS: u32 = 4;
    const AXES: usize = L::AXES;
    const LINES: usize = L::LINES;
    const IS_SQUARE: bool = L::IS_SQUARE;

    #[inline]
    fn grid(&self) -> &Grid {
        &self.grid
    }

    #[inline]
    fn axes(&self) -> usize {
        self.layout.dirs() / 2
    }

    #[inline]
    fn put(&self, board: L::Bits, cell: u32, rank: u8) -> L::Bits {
        board | L::Bits::from(rank) << (4 * cell)
    }

    #[inline]
    fn empty(&self, board: L::Bits) -> u32 {
        let mut nibbles = self.layout.empty(board);
        let mut empty = 0;
        while nibbles != L::Bits::default() {
            let at = nibbles.trailing_zeros();
            nibbles = nibbles & !(L::Bits::from(1) << at);
            empty |= 1 << (at / 4);
        }
        empty
    }

    #[inline]
    fn rows(&self, board: L::Bits, axis: usize) -> Rows {
        // An axis that the board does not have is empty.
        if axis < self.axes() { self.layout.lines(board, axis).map(Row::from) } else { [0; MAX_LINES] }
    }

    #[inline]
    fn slide(&self, board: L::Bits, dir: usize) -> Option<(L::Bits, u64)> {
        let slid = self.layout.slide(board, dir);
        debug_assert!(!slid.outgrown, "see the invariant");
        slid.moved.then_some((slid.board, slid.gain))
    }

    #[inline]
    fn slid(&self, line: usize, row: Row) -> Slid {
        self.slid.get(if L::IS_SQUARE { 0 } else { line }, row)
    }

    #[inline]
    fn replace(&self, board: L::Bits, line: usize, row: Row) -> L::Bits {
        let cells = &self.grid.cells_of[line][..usize::from(self.grid.lengths[line])];
        cells.iter().zip(0..).fold(board, |board, (cell, place)| {
            let at = 4 * u32::from(*cell);
            board & !(L::Bits::from(15) << at) | L::Bits::from((row >> (4 * place)) as u8 & 15) << at
        })
    }

    #[inline]
    fn canonical(&self, board: L::Bits) -> L::Bits {
        self.layout.canonical(board)
    }

    #[inline]
    fn hash(board: L::Bits) -> u64 {
        board.fold().wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }
}

//! Boards with five bits per cell, for all that does not fit into nibbles: ranks above 15, lines of more than five cells.
//!
//! Lines have no tables here; a search meets few different ones, so they are worked out once and cached.

use super::{
    grid::{Form, Grid, MAX_AXES, MAX_LINES, Row, Rows},
    lines::{self, Slid},
    value::LineValue,
};
use std::cell::Cell;
use tilewright_core::Topology;

/// Bits per cell: ranks up to 30, that of the largest tile.
pub(super) const BITS: u32 = 5;
pub(super) const MASK: u128 = (1 << BITS) - 1;

/// A direct-mapped cache of what is known about lines.
struct Cache<T>(Box<[Cell<(u64, T)>]>);

impl<T: Copy + Default> Cache<T> {
    /// Entries, as a power of two.
    const LOG_ENTRIES: u32 = 14;

    fn new() -> Self {
        // A key that no line has.
        Self((0..1 << Self::LOG_ENTRIES).map(|_| Cell::new((u64::MAX, T::default()))).collect())
    }

    #[inline]
    fn get(&self, row: Row, length: u8, compute: impl FnOnce() -> T) -> T {
        let key = row << 8 | u64::from(length);
        let slot = &self.0[(key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - Self::LOG_ENTRIES)) as usize];
        let (known, value) = slot.get();
        if known == key {
            return value;
        }
        let value = compute();
        slot.set((key, value));
        value
    }
}

/// Boards of any shape with five bits per cell.
pub(crate) struct Wide {
    grid: Grid,
    slid: Cache<Slid>,
}

impl Wide {
    /// `None` if the board has too many cells, or a line has.
    pub(crate) fn new(topology: &Topology) -> Option<Self> {
        Some(Self { grid: Grid::new(topology, MAX_AXES, MAX_LINES)?, slid: Cache::new() })
    }
}

impl Form for Wide {
    type Board = u128;

    const BITS: u32 = BITS;
    const AXES: usize = MAX_AXES;
    const LINES: usize = MAX_LINES;

    #[inline]
    fn grid(&self) -> &Grid {
        &self.grid
    }

    #[inline]
    fn axes(&self) -> usize {
        self.grid.axes
    }

    #[inline]
    fn put(&self, board: u128, cell: u32, rank: u8) -> u128 {
        board | u128::from(rank) << (BITS * cell)
    }

    #[inline]
    fn empty(&self, board: u128) -> u32 {
        let is_empty = |cell: &u32| board >> (BITS * cell) & MASK == 0;
        (0..self.grid.cells as u32).filter(is_empty).fold(0, |empty, cell| empty | 1 << cell)
    }

    #[inline]
    fn rows(&self, board: u128, axis: usize) -> Rows {
        let mut rows = [0; MAX_LINES];
        for (line, row) in Self::lines(axis).zip(&mut rows) {
            let cells = &self.grid.cells_of[line][..usize::from(self.grid.lengths[line])];
            *row = cells
                .iter()
                .rev()
                .fold(0, |row, cell| row << BITS | (board >> (BITS * u32::from(*cell)) & MASK) as Row);
        }
        rows
    }

    #[inline]
    fn slide(&self, board: u128, dir: usize) -> Option<(u128, u64)> {
        let (axis, end) = (dir % self.grid.axes, dir / self.grid.axes);
        let (mut after, mut gain) = (0, 0);
        for (line, row) in Self::lines(axis).zip(self.rows(board, axis)) {
            let slid = self.slid(line, row);
            gain += slid.gain;
            let cells = &self.grid.cells_of[line][..usize::from(self.grid.lengths[line])];
            for (cell, place) in cells.iter().zip(0..) {
                after |= (u128::from(slid.to[end] >> (BITS * place)) & MASK) << (BITS * u32::from(*cell));
            }
        }
        (after != board).then_some((after, gain))
    }

    #[inline]
    fn slid(&self, line: usize, row: Row) -> Slid {
        let length = self.grid.lengths[line];
        self.slid.get(row, length, || Slid::new(row, length.into(), BITS))
    }

    #[inline]
    fn replace(&self, board: u128, line: usize, row: Row) -> u128 {
        let cells = &self.grid.cells_of[line][..usize::from(self.grid.lengths[line])];
        cells.iter().zip(0..).fold(board, |board, (cell, place)| {
            let at = BITS * u32::from(*cell);
            board & !(MASK << at) | (u128::from(row >> (BITS * place)) & MASK) << at
        })
    }

    /// The board itself: to look for the smallest of its images would take longer than it saves.
    #[inline]
    fn canonical(&self, board: u128) -> u128 {
        board
    }

    #[inline]
    fn hash(board: u128) -> u64 {
        let folded = board as u64 ^ ((board >> 64) as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(32);
        folded.wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }
}

/// The values of lines of a [`Wide`] board.
pub(crate) struct WideValues {
    lengths: [u8; MAX_AXES * MAX_LINES],
    values: Cache<i32>,
}

impl WideValues {
    pub(crate) fn new(form: &Wide) -> Self {
        Self { lengths: form.grid.lengths, values: Cache::new() }
    }
}

impl LineValue for WideValues {
    #[inline]
    fn line_value(&self, line: usize, row: Row) -> i32 {
        let length = self.lengths[line];
        self.values.get(row, length, || lines::value(row, length.into(), BITS))
    }
}

//! Lookup tables of lines of up to five cells in nibbles: what they slide to, and their values.

use super::grid::{Grid, MAX_AXES, MAX_LINE, MAX_LINES, Row};
use crate::evaluate::line_value;
use std::sync::LazyLock;
use tilewright_games::slide::slide_line;

/// The most cells of a line with a table: 16^5 entries.
const MAX_LENGTH: usize = 5;

/// A line slid to both ends.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Slid {
    /// Slid to its front and to its other end.
    pub to: [Row; 2],
    /// The points, the same at both ends.
    pub gain: u64,
}

impl Slid {
    /// Slides a line of `length` cells, each of `bits` bits.
    pub(super) fn new(row: Row, length: usize, bits: u32) -> Self {
        let mask = (1 << bits) - 1;
        let value = |place: usize| match row >> (bits * place as u32) & mask {
            0 => 0,
            rank => 1 << rank,
        };
        let rank = |value: &u32| if *value > 0 { Row::from(value.trailing_zeros()) } else { 0 };
        let mut front: [u32; MAX_LINE] = std::array::from_fn(|i| if i < length { value(i) } else { 0 });
        let gain = slide_line(&mut front);
        let mut back: [u32; MAX_LINE] = std::array::from_fn(|i| if i < length { value(length - 1 - i) } else { 0 });
        slide_line(&mut back);
        let to_front = front[..length].iter().rev().fold(0, |row, value| row << bits | rank(value));
        let to_back = back[..length].iter().fold(0, |row, value| row << bits | rank(value));
        Self { to: [to_front, to_back], gain }
    }
}

/// A [`Slid`] in a table.
///
/// - Bits 0-19: slid to its front.
/// - Bits 20-39: slid to its other end.
/// - Bits 40-63: a quarter of the points.
#[derive(Clone, Copy)]
struct PackedSlid(u64);

impl PackedSlid {
    const ROW: u64 = (1 << (4 * MAX_LENGTH)) - 1;

    fn new(slid: Slid) -> Self {
        Self(slid.to[0] & Self::ROW | (slid.to[1] & Self::ROW) << 20 | (slid.gain / 4) << 40)
    }

    #[inline]
    fn get(self) -> Slid {
        Slid { to: [self.0 & Self::ROW, self.0 >> 20 & Self::ROW], gain: 4 * (self.0 >> 40) }
    }
}

/// For each line its table, over all axes.
pub(crate) struct SlidLines([&'static [PackedSlid]; MAX_AXES * MAX_LINES]);

impl SlidLines {
    /// `None` if a line is too long.
    pub(crate) fn new(grid: &Grid) -> Option<Self> {
        static TABLES: [LazyLock<Box<[PackedSlid]>>; MAX_LENGTH + 1] = [
            LazyLock::new(|| slid_table(0)),
            LazyLock::new(|| slid_table(1)),
            LazyLock::new(|| slid_table(2)),
            LazyLock::new(|| slid_table(3)),
            LazyLock::new(|| slid_table(4)),
            LazyLock::new(|| slid_table(5)),
        ];
        tables(grid, &TABLES).map(Self)
    }

    #[inline]
    pub(crate) fn get(&self, line: usize, row: Row) -> Slid {
        self.0[line][row as usize].get()
    }
}

/// For each line the table of its values, over all axes.
pub(crate) struct LineValues([&'static [i32]; MAX_AXES * MAX_LINES]);

impl LineValues {
    /// `None` if a line is too long.
    pub(crate) fn new(grid: &Grid) -> Option<Self> {
        static TABLES: [LazyLock<Box<[i32]>>; MAX_LENGTH + 1] = [
            LazyLock::new(|| value_table(0)),
            LazyLock::new(|| value_table(1)),
            LazyLock::new(|| value_table(2)),
            LazyLock::new(|| value_table(3)),
            LazyLock::new(|| value_table(4)),
            LazyLock::new(|| value_table(5)),
        ];
        tables(grid, &TABLES).map(Self)
    }

    #[inline]
    pub(crate) fn get(&self, line: usize, row: Row) -> i32 {
        self.0[line][row as usize]
    }
}

/// The table of each line by its length. Only those that are needed are made.
fn tables<T>(
    grid: &Grid,
    tables: &'static [LazyLock<Box<[T]>>; MAX_LENGTH + 1],
) -> Option<[&'static [T]; MAX_AXES * MAX_LINES]> {
    let fits = grid.lengths.iter().all(|length| usize::from(*length) <= MAX_LENGTH);
    fits.then(|| grid.lengths.map(|length| &**tables[usize::from(length)]))
}

/// A table of no cells is for lines that a board does not have.
fn slid_table(length: usize) -> Box<[PackedSlid]> {
    // Where a tile would outgrow its nibble, the entry is meaningless: no search gets there.
    (0..1 << (4 * length)).map(|row| PackedSlid::new(Slid::new(row, length, 4))).collect()
}

fn value_table(length: usize) -> Box<[i32]> {
    (0..1 << (4 * length)).map(|row| value(row, length, 4)).collect()
}

/// The value of a line of `length` cells, each of `bits` bits; a whole number, so that sums do not depend on the order.
pub(super) fn value(row: Row, length: usize, bits: u32) -> i32 {
    if length == 0 {
        return 0;
    }
    let ranks = (0..length as u32).map(|i| (row >> (bits * i)) as u32 & ((1 << bits) - 1));
    line_value(ranks).round() as i32
}

//! Packed boards with ranks above 15, which have no room in a nibble: a bit for each such cell is kept in addition.
//!
//! Only lines with such a tile, or with one that could become one, slide cell by cell. All others slide as ever.

use super::{
    MAX_RANK,
    bits::Bits,
    layout::{Layout, Neighbours},
    line, rows,
};
use tilewright_core::Topology;

/// The cells of a line, front first.
struct Line<B> {
    cells: Box<[u8]>,
    /// The same as bits.
    set: u32,
    /// The same as the lowest bits of nibbles.
    nibbles: B,
}

/// What slides of boards with ranks above 15 need to know of the board's shape.
pub(super) struct HighTiles<B> {
    /// For each direction its lines.
    dirs: Vec<Vec<Line<B>>>,
    neighbours: Neighbours<B>,
}

/// A board after a slide, before chance adds a tile.
pub(super) struct HighResult<B> {
    pub board: B,
    /// The cells of ranks above 15, a bit each.
    pub high: u32,
    pub gain: u64,
    /// Whether any tile moved.
    pub moved: bool,
}

/// The lowest bits of the nibbles of a set of cells.
#[inline]
pub(super) fn nibbles<B: Bits>(mut cells: u32) -> B {
    let mut nibbles = B::default();
    while cells != 0 {
        nibbles = nibbles | B::from(1) << (4 * cells.trailing_zeros());
        cells &= cells - 1;
    }
    nibbles
}

/// The rank of the tile in a cell, 0 if it is empty.
#[inline]
pub(super) fn rank<B: Bits>(board: B, high: u32, cell: u32) -> u32 {
    (board >> (4 * cell)).low() as u32 & 15 | (high >> cell & 1) << 4
}

impl<B: Bits> HighTiles<B> {
    pub fn new(topology: &Topology) -> Self {
        let line = |cells: &Vec<tilewright_core::Cell>| {
            let set = cells.iter().fold(0, |set, cell| set | 1 << cell.0);
            Line { cells: cells.iter().map(|cell| cell.0).collect(), set, nibbles: nibbles(set) }
        };
        let dirs = topology.dirs().map(|dir| topology.lines(dir).iter().map(line).collect());
        Self { dirs: dirs.collect(), neighbours: Neighbours::new(topology) }
    }

    /// The board with all tiles slid in a direction.
    pub fn slide<L: Layout<Bits = B>>(&self, layout: &L, board: B, high: u32, dir: usize) -> HighResult<B> {
        // Two of rank 15 would outgrow their nibbles; one does not pay for a closer look.
        let full = (!board).zero_nibbles();
        let mut rest = board;
        let mut after = HighResult { board: B::default(), high: 0, gain: 0, moved: false };
        for line in &self.dirs[dir] {
            if high & line.set == 0 && full & line.nibbles == B::default() {
                continue;
            }
            rest = rest & !line.nibbles.times(15);
            let mut values = [0; 8];
            let values = &mut values[..line.cells.len()];
            for (value, cell) in values.iter_mut().zip(&line.cells) {
                *value = rows::value(rank(board, high, u32::from(*cell)));
            }
            after.gain += line::slide(values, &mut ());
            for (&value, cell) in values.iter().zip(&line.cells) {
                let (rank, cell) = (value.trailing_zeros() & 31, u32::from(*cell));
                after.board = after.board | B::from(rank as u8 & 15) << (4 * cell);
                after.high |= (rank >> 4) << cell;
            }
        }
        let moved = after.board | rest != board || after.high != high;
        let slid = layout.slide(rest, dir);
        HighResult {
            board: after.board | slid.board,
            gain: after.gain + slid.gain,
            moved: moved || slid.moved,
            ..after
        }
    }

    /// The directions in which something moves, a bit each.
    pub fn legal(&self, board: B, high: u32) -> u32 {
        let high = nibbles::<B>(high);
        let largest = B::from(MAX_RANK as u8 & 15);
        let largest = (0..B::NIBBLES).fold(B::default(), |all, cell| all | largest << (4 * cell));
        let largest = (board ^ largest).zero_nibbles() & high;
        self.neighbours.legal(board, high, largest)
    }
}

//! Where the numbers stand and how they slide: values with a set of occupied cells, and the geometry as bit masks.
//!
//! A set of cells is a `u64`: bit `i` is cell `i` in scan order. What neighbours do to each other is in `chain`.

use tilewright_core::{Cell, Dir, Event, Log, Topology};

/// The tiles on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Tiles {
    /// In scan order; 0 is empty.
    values: [u16; 64],
    /// The cells whose value is not 0.
    occupied: u64,
}

impl Tiles {
    pub(super) const NONE: Self = Self { values: [0; 64], occupied: 0 };

    /// The value in a cell. Boards have at most 64 cells; the mask lets the compiler drop the bounds check.
    #[inline]
    pub(super) fn value(&self, cell: u8) -> u16 {
        self.values[usize::from(cell & 63)]
    }

    /// The values in scan order, 0 for an empty cell; all 64, whatever the board's size.
    pub(super) fn values(&self) -> &[u16] {
        &self.values
    }

    /// The cells with a tile.
    #[inline]
    pub(super) fn occupied(&self) -> u64 {
        self.occupied
    }

    /// Puts a number into a cell and replaces what was there.
    #[inline]
    pub(super) fn put(&mut self, cell: u8, value: u16) {
        debug_assert!(value > 1, "neither 0 nor 1 is ever on the board");
        self.values[usize::from(cell & 63)] = value;
        self.occupied |= 1 << (cell & 63);
    }

    /// Removes the tile from a cell and gives its value.
    #[inline]
    pub(super) fn take(&mut self, cell: u8) -> u16 {
        self.occupied &= !(1 << (cell & 63));
        std::mem::take(&mut self.values[usize::from(cell & 63)])
    }
}

/// The members of a set, in scan order.
#[inline]
pub(super) fn each(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let first = (set != 0).then_some(set.trailing_zeros() as u8);
        set &= set.wrapping_sub(1);
        first
    })
}

/// Whether a cell is in a set.
#[inline]
pub(super) fn has(set: u64, cell: u8) -> bool {
    set >> (cell & 63) & 1 == 1
}

/// The geometry of a square board of at most 64 cells.
#[derive(Debug)]
pub(super) struct Grid {
    size: u8,
    /// All cells.
    all: u64,
    /// All but the first column, and all but the last.
    has_left: u64,
    has_right: u64,
}

impl Grid {
    pub(super) fn new(size: u8) -> Self {
        let all = u64::MAX >> (64 - size * size);
        let first = (0..size).fold(0, |column, row| column | 1 << (row * size));
        Self { size, all, has_left: all & !first, has_right: all & !(first << (size - 1)) }
    }

    /// The cells without a tile.
    #[inline]
    pub(super) fn empty(&self, tiles: &Tiles) -> u64 {
        self.all & !tiles.occupied
    }

    /// The neighbouring cell in a direction; there must be one.
    #[inline]
    pub(super) fn neighbour(&self, cell: u8, dir: Dir) -> u8 {
        match dir {
            Dir::UP => cell.wrapping_sub(self.size),
            Dir::RIGHT => cell.wrapping_add(1),
            Dir::DOWN => cell.wrapping_add(self.size),
            _ => cell.wrapping_sub(1),
        }
    }

    /// The cells whose neighbour in that direction is in the set.
    #[inline]
    pub(super) fn before(&self, set: u64, dir: Dir) -> u64 {
        match dir {
            Dir::UP => set << self.size & self.all,
            Dir::RIGHT => set >> 1 & self.has_right,
            Dir::DOWN => set >> self.size,
            _ => set << 1 & self.has_left,
        }
    }

    /// The tiles that can move in that direction: those with an empty cell in front.
    #[inline]
    pub(super) fn movable(&self, tiles: &Tiles, dir: Dir) -> u64 {
        tiles.occupied & self.before(self.empty(tiles), dir)
    }

    /// Slides one tile as far as it goes. It must be able to.
    #[inline]
    pub(super) fn slide_one<L: Log>(&self, tiles: &mut Tiles, from: u8, dir: Dir, log: &mut L) {
        let open = self.before(self.empty(tiles), dir);
        let mut to = from;
        while has(open, to) {
            to = self.neighbour(to, dir);
        }
        let value = tiles.take(from);
        tiles.put(to, value);
        log.push(Event::Slid { from: Cell(from), to: Cell(to) });
    }

    /// Slides all tiles as far as they go, line by line from the front.
    pub(super) fn slide_all<L: Log>(&self, topology: &Topology, tiles: &mut Tiles, dir: Dir, log: &mut L) {
        for line in topology.lines(dir) {
            let mut rest = line.iter();
            for &from in line {
                if !has(tiles.occupied, from.0) {
                    continue;
                }
                // The tiles before it fill the line's front without a gap, so this is the first empty cell or its own.
                let Some(&to) = rest.next() else { break };
                if to != from {
                    let value = tiles.take(from.0);
                    tiles.put(to.0, value);
                    log.push(Event::Slid { from, to });
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_match_the_topology() {
        for size in 3..=8 {
            let (grid, topology) = (Grid::new(size), Topology::square(size, size).unwrap());
            for cell in topology.cells() {
                for dir in topology.dirs() {
                    match topology.neighbour(cell, dir) {
                        Some(other) => {
                            assert_eq!(grid.neighbour(cell.0, dir), other.0);
                            assert!(has(grid.before(1 << other.0, dir), cell.0));
                        }
                        None => assert!(!has(grid.before(grid.all, dir), cell.0)),
                    }
                    assert!(grid.before(1 << cell.0, dir).count_ones() <= 1);
                }
            }
            assert!(each(grid.all).eq(topology.cells().map(|cell| cell.0)));
        }
    }
}

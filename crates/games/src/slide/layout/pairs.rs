//! Which directions are legal, by comparing neighbouring cells of the whole board at once.

use crate::slide::bits::Bits;
use tilewright_core::Topology;

/// In which of the two directions along an axis something moves, given neighbours that are compared nibble by nibble.
#[derive(Clone, Copy, Default)]
pub(super) struct Moves {
    to_earlier: u64,
    to_later: u64,
}

impl Moves {
    /// Adds pairs: the earlier cells and the later ones, shifted so that the nibbles of a pair lie on each other, which of
    /// both are empty, and the lowest bits of the nibbles that are pairs.
    #[inline]
    pub fn add(&mut self, [earlier, later]: [u64; 2], [before, behind]: [u64; 2], pairs: u64) {
        let equal = (earlier ^ later).zero_nibbles() & !before;
        let one_is_empty = before ^ behind;
        self.to_earlier |= (equal | one_is_empty & before) & pairs;
        self.to_later |= (equal | one_is_empty & behind) & pairs;
    }

    /// The directions as bits, given the numbers of both.
    #[inline]
    pub fn legal(self, [to_earlier, to_later]: [u32; 2]) -> u32 {
        u32::from(self.to_earlier != 0) << to_earlier | u32::from(self.to_later != 0) << to_later
    }
}

/// Neighbouring cells along an axis that are the same number of cells apart in scan order.
#[derive(Clone, Debug)]
struct Pairs<B> {
    /// How far the two nibbles of a pair are apart, in bits.
    distance: u32,
    /// The lowest bit of the nibble of the later cell of each pair.
    later: B,
    /// The direction from the later to the earlier cell, and the opposite one.
    dirs: [u32; 2],
}

/// All pairs of neighbouring cells of a board.
#[derive(Clone, Debug)]
pub(in crate::slide) struct Neighbours<B>(Vec<Pairs<B>>);

impl<B: Bits> Neighbours<B> {
    pub fn new(topology: &Topology) -> Self {
        let mut all: Vec<Pairs<B>> = Vec::new();
        let count = topology.dir_count() as u32;
        for (dir, cell) in topology.dirs().flat_map(|dir| topology.cells().map(move |cell| (dir, cell))) {
            let Some(earlier) = topology.neighbour(cell, dir).filter(|front| *front < cell) else { continue };
            let distance = 4 * u32::from(cell.0 - earlier.0);
            let dirs = [dir.index() as u32, (dir.index() as u32 + count / 2) % count];
            let bit = B::from(1) << (4 * u32::from(cell.0));
            match all.iter_mut().find(|pairs| (pairs.distance, pairs.dirs) == (distance, dirs)) {
                Some(pairs) => pairs.later = pairs.later | bit,
                None => all.push(Pairs { distance, later: bit, dirs }),
            }
        }
        Self(all)
    }

    /// The directions in which something moves, a bit each: those in which a tile has an empty cell or an equal tile in
    /// front. `high` has the lowest bits of the nibbles of ranks above 15, and `largest` those of tiles that do not merge.
    #[inline]
    pub fn legal(&self, board: B, high: B, largest: B) -> u32 {
        let mut legal = 0;
        let empty = board.zero_nibbles() & !high;
        for Pairs { distance, later, dirs: [to_earlier, to_later] } in &self.0 {
            let (front, front_empty) = (board << *distance, empty << *distance);
            let unequal = high ^ high << *distance | largest | empty;
            let equal = (board ^ front).zero_nibbles() & !unequal;
            let moves = |towards: B| u32::from((equal | towards) & *later != B::default());
            legal |= moves(front_empty & !empty) << to_earlier | moves(empty & !front_empty) << to_later;
        }
        legal
    }
}

//! A board as bit planes.
//!
//! A tile is a number, its code (0 is empty); plane `p` holds bit `p` of every tile's code. Comparing a plane with
//! itself shifted compares every cell with another at once, so the cost of finding lines and swaps does not depend on
//! how many there are. A narrow board has the same stride as a wide one.
//!
//! Invariant: bits outside the board are never set.

use super::word::Word;
use crate::planes::numbers;

/// The tiles, on as many planes as their codes have bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Board<const PLANES: usize, W>([W; PLANES]);

impl<const PLANES: usize, W: Word> Board<PLANES, W> {
    pub(super) const EMPTY: Self = Self([W::ZERO; PLANES]);

    /// The planes up to the highest that is not empty.
    #[inline(always)]
    pub(super) fn planes(&self) -> Planes<'_, W> {
        if PLANES <= 8 {
            // A fixed number of planes is quicker than fewer planes.
            return Planes(&self.0);
        }
        let used = self.0.iter().rposition(|&plane| plane != W::ZERO).map_or(0, |highest| highest + 1);
        Planes(&self.0[..used])
    }

    /// The cells that hold a tile.
    #[inline]
    pub(super) fn tiles(&self) -> W {
        self.0.iter().fold(W::ZERO, |tiles, &plane| tiles | plane)
    }

    /// The code in a cell.
    #[inline]
    pub(super) fn get(&self, at: u32) -> u32 {
        self.0.iter().enumerate().fold(0, |code, (p, plane)| code | plane.number(at) << p)
    }

    /// The codes of eight cells.
    #[inline]
    pub(super) fn eight(&self, at: u32) -> [u32; 8] {
        let mut codes = [0; 8];
        for (planes, shift) in self.planes().0.chunks(8).zip((0..).step_by(8)) {
            let bytes = numbers(planes.iter().map(|plane| plane.byte(at))).to_le_bytes();
            codes = std::array::from_fn(|i| codes[i] | u32::from(bytes[i]) << shift);
        }
        codes
    }

    /// Puts a code into an empty cell.
    #[inline]
    pub(super) fn put(&mut self, at: u32, code: u32) {
        if PLANES <= 8 {
            for (p, plane) in self.0.iter_mut().enumerate() {
                *plane |= W::from(code >> p & 1) << at;
            }
        } else {
            // Of many planes only a few change.
            let mut bits = code;
            while bits != 0 {
                self.0[bits.trailing_zeros() as usize] |= W::bit(at);
                bits &= bits - 1;
            }
        }
    }

    /// Empties cells.
    #[inline]
    pub(super) fn clear(&mut self, cells: W) {
        for plane in &mut self.0 {
            *plane &= !cells;
        }
    }

    /// Exchanges two tiles.
    #[inline]
    pub(super) fn swap(&mut self, a: u32, b: u32) {
        for plane in &mut self.0 {
            let differ = (*plane >> a ^ *plane >> b) & W::from(1);
            *plane ^= differ << a | differ << b;
        }
    }

    /// Lets the tiles above gaps fall. Compresses all columns at once, bit by bit of the rows to fall (Hacker's Delight,
    /// section 7-4): tiles above an odd number of gaps fall by one row; of the gaps every second one counts from then on,
    /// by two rows, and so on.
    #[inline]
    pub(super) fn fall(&mut self, gaps: W) {
        let used = self.planes().0.len();
        // Counted from the cell above each gap.
        let (mut gaps, mut rows) = (gaps >> W::STRIDE, W::STRIDE);
        while gaps != W::ZERO {
            let falling = gaps.above_odd();
            for plane in &mut self.0[..used] {
                let moved = *plane & falling;
                *plane = (*plane ^ moved) | moved << rows;
            }
            gaps &= !falling;
            rows *= 2;
        }
    }
}

/// The planes of a board that are not empty, to compare it with itself.
#[derive(Clone, Copy, Debug)]
pub(super) struct Planes<'a, W>(&'a [W]);

impl<W: Word> Planes<'_, W> {
    /// The cells whose code differs from the one `by` bits further on, where the last bit is followed by the first.
    #[inline(always)]
    pub(super) fn differ_rotated(self, by: u32) -> W {
        self.0.iter().fold(W::ZERO, |differ, &plane| differ | (plane ^ plane.rotate(by)))
    }

    /// The cells whose code differs from the one `by` bits further on, where nothing follows the last bit.
    #[inline(always)]
    pub(super) fn differ_shifted(self, by: u32) -> W {
        self.0.iter().fold(W::ZERO, |differ, &plane| differ | (plane ^ plane >> by))
    }

    /// The tiles of a full board grouped by value: the cells of each code that is on the board.
    #[inline(always)]
    pub(super) fn groups(self, full: W) -> impl Iterator<Item = W> {
        let mut rest = full;
        core::iter::from_fn(move || {
            if rest == W::ZERO {
                return None;
            }
            let first = rest.first();
            let differ = self.0.iter().fold(W::ZERO, |differ, &plane| differ | (plane ^ plane.fill(first)));
            let group = rest & !differ;
            rest &= differ;
            Some(group)
        })
    }
}

/// The cell to refill next: columns from left to right, each from the lowest gap up. There must be a gap.
#[inline]
pub(super) fn next_gap<W: Word>(gaps: W) -> u32 {
    (gaps & W::COLUMN << gaps.first_column()).last()
}

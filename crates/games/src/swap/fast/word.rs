//! The machine words that hold one bit per cell: `u64` for boards of up to 8×8 cells, `u128` for up to 10×10.

use super::board::next_gap;
use crate::planes::{interleave, quads};
use core::{
    fmt::Debug,
    hash::Hash,
    ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr},
};
use tilewright_core::{bits::byte_counts, ticket};

/// A set of cells: cell `(row, column)` is bit `STRIDE · row + column`. Ascending bits are cells in scan order.
pub trait Word:
    Copy
    + Eq
    + Hash
    + Debug
    + From<u32>
    + Not<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + Send
    + Sync
    + 'static
{
    /// The number of bits.
    const BITS: u32;
    /// The number of bits per row, which is also the largest width and height.
    const STRIDE: u32;
    /// The empty set.
    const ZERO: Self;
    /// The first column.
    const COLUMN: Self;
    /// One set for each bit, all empty.
    const EMPTY_ROWS: Self::Rows;
    /// One set for each bit.
    type Rows: AsRef<[Self]> + AsMut<[Self]>;

    /// The number of cells.
    fn count(self) -> u32;
    /// The lowest bit; there must be one.
    fn first(self) -> u32;
    /// The highest bit; there must be one.
    fn last(self) -> u32;
    /// The number of unset bits above the highest set one.
    fn zeros_above(self) -> u32;
    /// The set without its lowest bit, which must be there.
    fn without_first(self) -> Self;
    /// The bits moved down by `by` places; those that leave at the low end come in at the high end.
    fn rotate(self, by: u32) -> Self;
    /// All bits if bit `at` is set, none otherwise.
    fn fill(self, at: u32) -> Self;
    /// Bit `at` as a number.
    fn number(self, at: u32) -> u32;

    /// Eight bits from bit `at` on.
    fn byte(self, at: u32) -> u8;

    /// The set of one cell.
    #[inline]
    fn bit(at: u32) -> Self {
        Self::from(1) << at
    }

    /// Whether a cell is in the set.
    #[inline]
    fn has(self, at: u32) -> bool {
        self.number(at) == 1
    }

    /// The bits in ascending order.
    #[inline]
    fn each(self) -> Bits<Self> {
        Bits(self)
    }

    /// The cells with an odd number of these in their column, counted from the cell itself down.
    #[inline]
    fn above_odd(self) -> Self {
        let mut odd = self ^ self >> Self::STRIDE;
        odd ^= odd >> (2 * Self::STRIDE);
        odd ^= odd >> (4 * Self::STRIDE);
        if Self::STRIDE > 8 { odd ^ odd >> (8 * Self::STRIDE) } else { odd }
    }

    /// The leftmost column with a cell in it; there must be one.
    #[inline]
    fn first_column(self) -> u32 {
        // Folded in halves, all rows come to lie on the first.
        let mut rows = if Self::STRIDE > 8 { self | self >> (8 * Self::STRIDE) } else { self };
        rows |= rows >> (4 * Self::STRIDE);
        rows |= rows >> (2 * Self::STRIDE);
        (rows | rows >> Self::STRIDE).first()
    }

    /// The cells column by column from left to right, each from the lowest cell up.
    fn each_in_columns(self) -> impl Iterator<Item = u32>;

    /// Four bits for each cell of a row, taken from four sets: bit `4 · column + i` is set if set `i` holds the cell.
    fn interleave(sets: &[Self; 4], row: u32) -> u64;

    /// The same for all bits, sixteen of them a word.
    fn quads(sets: &[Self; 4]) -> impl Iterator<Item = u64>;

    /// The member of four sets that a word of the dice selects. Members are ordered by row and all equally likely.
    /// `None` if all sets are empty.
    fn select_row(sets: &[Self; 4], word: u64) -> Option<Selected>;
}

/// A member of four sets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Selected {
    /// The row it lies in.
    pub row: u32,
    /// Its number among the members in that row.
    pub number: u64,
    /// Number of members in all rows.
    pub all: u64,
}

/// The bits of a set in ascending order.
pub struct Bits<W>(W);

impl<W: Word> Iterator for Bits<W> {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        if self.0 == W::ZERO {
            return None;
        }
        let first = self.0.first();
        self.0 = self.0.without_first();
        Some(first)
    }
}

/// The methods that every integer type has under the same name.
macro_rules! integer {
    () => {
        const BITS: u32 = Self::BITS;
        const ZERO: Self = 0;

        #[inline]
        fn count(self) -> u32 {
            self.count_ones()
        }
        #[inline]
        fn first(self) -> u32 {
            self.trailing_zeros()
        }
        #[inline]
        fn last(self) -> u32 {
            Self::BITS - 1 - self.leading_zeros()
        }
        #[inline]
        fn zeros_above(self) -> u32 {
            self.leading_zeros()
        }
        #[inline]
        fn without_first(self) -> Self {
            self & (self - 1)
        }
        #[inline]
        fn rotate(self, by: u32) -> Self {
            self.rotate_right(by)
        }
        #[inline]
        fn fill(self, at: u32) -> Self {
            Self::MIN.wrapping_sub(self >> at & 1)
        }
        #[inline]
        fn number(self, at: u32) -> u32 {
            (self >> at & 1) as u32
        }
        #[inline]
        fn byte(self, at: u32) -> u8 {
            (self >> at) as u8
        }
    };
}

impl Word for u64 {
    integer!();

    const STRIDE: u32 = 8;
    const COLUMN: Self = 0x0101_0101_0101_0101;
    const EMPTY_ROWS: [Self; 64] = [0; 64];
    type Rows = [Self; 64];

    #[inline]
    fn interleave(sets: &[Self; 4], row: u32) -> u64 {
        interleave(&sets.map(u64::to_le_bytes), row as usize & 7).into()
    }

    #[inline]
    fn quads(sets: &[Self; 4]) -> impl Iterator<Item = u64> {
        quads(sets.map(u64::to_le_bytes))
    }

    #[inline]
    fn each_in_columns(self) -> impl Iterator<Item = u32> {
        // Upside down and transposed, ascending bits are in this order.
        transposed(self.swap_bytes()).each().map(|at| 8 * (7 - at % 8) + at / 8)
    }

    #[inline(always)]
    fn select_row(sets: &[Self; 4], word: u64) -> Option<Selected> {
        // Byte i holds the number of members up to row i. At most 256 in all: each set has one per cell, and the
        // largest board without edges that meet has 224. A torus of 8×8 has up to 256, which byte 7 cannot hold.
        let counts = sets.iter().fold(0, |counts, &cells| counts + byte_counts(cells));
        let before = counts.wrapping_mul(Self::COLUMN) << 8;
        let total = (before >> 56) + (counts >> 56);
        if total == 0 {
            return None;
        }
        let ticket = ticket(word, total);
        // Without branches: which row it is cannot be predicted.
        let row = (1..8).map(|row| u32::from(before >> (8 * row) & 0xff <= ticket)).sum();
        Some(Selected { row, number: ticket - (before >> (8 * row) & 0xff), all: total })
    }
}

/// Exchanges rows and columns (Hacker's Delight, section 7-3).
#[inline]
fn transposed(mut cells: u64) -> u64 {
    for (shift, mask) in [(7, 0x00aa_00aa_00aa_00aa), (14, 0x0000_cccc_0000_cccc), (28, 0x0000_0000_f0f0_f0f0)] {
        let exchanged = (cells ^ cells >> shift) & mask;
        cells ^= exchanged ^ exchanged << shift;
    }
    cells
}

impl Word for u128 {
    integer!();

    const STRIDE: u32 = 10;
    const COLUMN: Self = {
        let (mut column, mut row) = (0, 0);
        while row < 10 {
            column |= 1 << (10 * row);
            row += 1;
        }
        column
    };
    const EMPTY_ROWS: [Self; 128] = [0; 128];
    type Rows = [Self; 128];

    #[inline]
    fn quads(sets: &[Self; 4]) -> impl Iterator<Item = u64> {
        quads(sets.map(u128::to_le_bytes))
    }

    #[inline]
    fn each_in_columns(mut self) -> impl Iterator<Item = u32> {
        core::iter::from_fn(move || {
            let next = (self != 0).then(|| next_gap(self))?;
            self ^= Self::bit(next);
            Some(next)
        })
    }

    #[inline]
    fn interleave(sets: &[Self; 4], row: u32) -> u64 {
        let spread = |cells: u128| {
            let x = (cells >> (10 * row) & 0x3ff) as u64;
            let x = (x | x << 24) & 0x0000_00ff_0000_00ff;
            let x = (x | x << 12) & 0x000f_000f_000f_000f;
            let x = (x | x << 6) & 0x0303_0303_0303_0303;
            (x | x << 3) & 0x1111_1111_1111_1111
        };
        sets.iter().enumerate().fold(0, |word, (i, &cells)| word | spread(cells) << i)
    }

    #[inline]
    fn select_row(sets: &[Self; 4], word: u64) -> Option<Selected> {
        let all = sets.iter().map(|cells| u64::from(cells.count_ones())).sum();
        if all == 0 {
            return None;
        }
        let mut number = ticket(word, all);
        for row in 0..9 {
            let count = u64::from(Self::interleave(sets, row).count_ones());
            if number < count {
                return Some(Selected { row, number, all });
            }
            number -= count;
        }
        Some(Selected { row: 9, number, all })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilewright_core::{Dice, Dice1};

    /// Sets of cells: none, all, single ones, and random ones of every density.
    fn samples<W: Word>() -> Vec<W> {
        let cells: Vec<u32> = (0..W::STRIDE).flat_map(|row| (0..W::STRIDE).map(move |c| W::STRIDE * row + c)).collect();
        let all = cells.iter().fold(W::ZERO, |set, &at| set | W::bit(at));
        let mut sets = vec![W::ZERO, all];
        sets.extend(cells.iter().map(|&at| W::bit(at)));
        let mut dice = Dice1::new(1);
        for density in 1..64 {
            let inside = |_: &&u32| ticket(dice.word(), 64) < density;
            sets.push(cells.iter().filter(inside).fold(W::ZERO, |set, &at| set | W::bit(at)));
        }
        sets
    }

    fn column_helpers_match_coordinates<W: Word>() {
        let cells = || (0..W::STRIDE * W::STRIDE).map(|at| (at / W::STRIDE, at % W::STRIDE));
        for set in samples::<W>() {
            let has = |row: u32, column: u32| set.has(W::STRIDE * row + column);
            for (row, column) in cells() {
                let at = W::STRIDE * row + column;
                let below = (row..W::STRIDE).filter(|lower| has(*lower, column)).count();
                assert_eq!(set.above_odd().has(at), below % 2 == 1);
            }
            if set != W::ZERO {
                assert_eq!(Some(set.first_column()), cells().filter(|&(r, c)| has(r, c)).map(|(_, c)| c).min());
            }
            assert!(set.each().eq((0..W::BITS).filter(|&at| set.has(at))));
            let columns = (0..W::STRIDE).flat_map(|column| (0..W::STRIDE).rev().map(move |row| (row, column)));
            let in_columns = columns.filter(|&(row, column)| has(row, column)).map(|(r, c)| W::STRIDE * r + c);
            assert!(set.each_in_columns().eq(in_columns));
        }
    }

    #[test]
    fn column_helpers_match_coordinates_in_both_words() {
        column_helpers_match_coordinates::<u64>();
        column_helpers_match_coordinates::<u128>();
    }

    fn select_row_matches_the_list<W: Word>() {
        let mut dice = Dice1::new(2);
        let all = samples::<W>();
        let mut pick = || all[ticket(dice.word(), all.len() as u64) as usize];
        let mut groups: Vec<[W; 4]> = (0..200).map(|_| [pick(), pick(), pick(), pick()]).collect();
        groups.extend([[all[0]; 4], [all[1]; 4]]);
        for sets in groups {
            let mut list = Vec::new();
            for row in 0..W::STRIDE {
                let mut number = 0;
                let bits = W::interleave(&sets, row);
                for (place, i) in (0..W::STRIDE).flat_map(|column| (0..4).map(move |i| (column, i))) {
                    let inside = sets[i as usize].has(W::STRIDE * row + place);
                    assert_eq!(bits >> (4 * place + i) & 1 == 1, inside);
                    if inside {
                        list.push((row, number));
                        number += 1;
                    }
                }
            }
            for word in [0, 1 << 60, 1 << 62, u64::MAX / 3, u64::MAX] {
                let all = list.len() as u64;
                let listed = list.get(ticket(word, all) as usize).map(|&(row, number)| Selected { row, number, all });
                assert_eq!(W::select_row(&sets, word), listed);
            }
        }
    }

    #[test]
    fn select_row_matches_the_list_in_both_words() {
        select_row_matches_the_list::<u64>();
        select_row_matches_the_list::<u128>();
    }
}

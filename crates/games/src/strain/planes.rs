//! Small numbers, one a cell, cut into bit planes: bit `i` of plane `k` is bit `k` of cell `i`'s number. One machine
//! word then compares, counts up or clears all cells of a board at once. A mask is a set of cells, bit 0 the first.
//!
//! Nothing here knows the rules.

use crate::planes::numbers;
use tilewright_core::Dir;

/// A number of `N` bits for each of up to 64 cells.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Planes<const N: usize>([u64; N]);

/// All bits set where the bit is set.
#[inline]
fn spread(bit: u64) -> u64 {
    0u64.wrapping_sub(bit & 1)
}

impl<const N: usize> Planes<N> {
    /// Zero everywhere.
    pub(super) const ZERO: Self = Self([0; N]);

    /// The number in a cell.
    #[inline]
    pub(super) fn get(&self, cell: u32) -> u32 {
        (0..N).fold(0, |number, k| number | ((self.0[k] >> cell & 1) as u32) << k)
    }

    /// The numbers of all cells as bytes, eight cells a word.
    #[inline]
    pub(super) fn bytes(&self) -> impl Iterator<Item = u64> {
        let planes = self.0.map(u64::to_le_bytes);
        (0..8).map(move |at| numbers(planes.iter().map(|plane| plane[at])))
    }

    /// Writes a number into the cells of a mask, which hold zero.
    #[inline]
    pub(super) fn put(&mut self, mask: u64, number: u32) {
        for k in 0..N {
            self.0[k] |= mask & spread(u64::from(number >> k));
        }
    }

    /// Makes the cells of a mask zero.
    #[inline]
    pub(super) fn clear(&mut self, mask: u64) {
        for plane in &mut self.0 {
            *plane &= !mask;
        }
    }

    /// Carries the number of a cell to another that holds zero. The mask is both cells.
    #[inline]
    pub(super) fn carry(&mut self, from: u32, both: u64) {
        for plane in &mut self.0 {
            *plane ^= both & spread(*plane >> from);
        }
    }

    /// The cells that hold anything but zero.
    #[inline]
    pub(super) fn some(&self) -> u64 {
        self.0.iter().fold(0, |mask, plane| mask | plane)
    }

    /// The cells that hold this number or more.
    #[inline]
    pub(super) fn at_least(&self, number: u32) -> u64 {
        // From the lowest bit up: a higher bit decides, or leaves it to those below.
        (0..N).fold(!0, |mask, k| {
            let (own, other) = (self.0[k], spread(u64::from(number >> k)));
            own & !other | mask & (own | !other)
        })
    }

    /// The cells that hold exactly this number.
    #[inline]
    pub(super) fn equal(&self, number: u32) -> u64 {
        (0..N).fold(!0, |mask, k| mask & !(self.0[k] ^ spread(u64::from(number >> k))))
    }

    /// The cells that differ from the cell `by` places after them; cells beyond the last hold zero.
    #[inline]
    pub(super) fn differ(&self, by: u32) -> u64 {
        self.0.iter().fold(0, |mask, plane| mask | plane ^ plane >> by)
    }

    /// The cells that differ from those of other planes.
    #[inline]
    pub(super) fn differ_from(&self, other: &Self) -> u64 {
        (0..N).fold(0, |mask, k| mask | self.0[k] ^ other.0[k])
    }

    /// Adds one in the cells of a mask, none of which holds the highest number.
    #[inline]
    pub(super) fn count_up(&mut self, mut mask: u64) {
        for plane in &mut self.0 {
            let carry = *plane & mask;
            *plane ^= mask;
            mask = carry;
        }
    }

    /// Takes one off wherever there is something to take.
    #[inline]
    pub(super) fn count_down(&mut self) {
        let mut mask = self.some();
        for plane in &mut self.0 {
            let borrow = !*plane & mask;
            *plane ^= mask;
            mask = borrow;
        }
    }
}

/// Neighbours on a rectangle of up to 64 cells.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grid {
    /// Every cell.
    pub(super) all: u64,
    /// Every cell that has another to its right.
    pub(super) but_last: u64,
    /// Every cell that has another to its left.
    but_first: u64,
    pub(super) width: u32,
}

impl Grid {
    pub(super) fn new(width: u8, height: u8) -> Self {
        let all = !0 >> (64 - u32::from(width) * u32::from(height));
        let column = |column: u8| (0..height).fold(0, |mask, row| mask | 1u64 << (row * width + column));
        Self { all, but_last: all & !column(width - 1), but_first: all & !column(0), width: width.into() }
    }

    /// The cells whose neighbour in a direction is in the mask.
    #[inline]
    pub(super) fn before(&self, mask: u64, dir: Dir) -> u64 {
        match dir {
            Dir::UP => mask << self.width & self.all,
            Dir::RIGHT => (mask & self.but_first) >> 1,
            Dir::DOWN => mask >> self.width,
            _ => (mask & self.but_last) << 1,
        }
    }
}

const ONES: u64 = 0x0101_0101_0101_0101;

/// The running sums of eight counts, which come to less than 256 together.
#[inline]
pub(super) fn running(counts: u64) -> u64 {
    counts.wrapping_mul(ONES)
}

/// Which byte holds number `n` by the running sums, and what is left of `n` in it.
#[inline]
pub(super) fn find_byte(running: u64, n: u64) -> (u32, u64) {
    let byte = (0..8).map(|k| u32::from((running >> (8 * k) & 0xFF) <= n)).sum::<u32>().min(7);
    let before = running << 8 >> (8 * byte) & 0xFF;
    (byte, n - before)
}

/// The index of set bit number `n`, from 0; there are more than `n`.
#[inline]
pub(super) fn nth_bit(mut bits: u32, n: u64) -> u32 {
    for _ in 0..n {
        bits &= bits - 1;
    }
    bits.trailing_zeros()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilewright_core::{Cell, Topology, bits::byte_counts};

    /// Planes of numbers from 0 to 15, each in four cells.
    fn sample() -> (Planes<4>, [u32; 64]) {
        let numbers: [u32; 64] = core::array::from_fn(|i| (i as u32 * 7 + 3) % 16);
        let mut planes = Planes::ZERO;
        for (i, &number) in numbers.iter().enumerate() {
            planes.put(1 << i, number);
        }
        (planes, numbers)
    }

    fn mask_of(test: impl Fn(usize) -> bool) -> u64 {
        (0..64).filter(|&i| test(i)).fold(0, |mask, i| mask | 1 << i)
    }

    #[test]
    fn planes_compare_and_count_like_numbers() {
        let (planes, numbers) = sample();
        assert!((0..64).all(|i| planes.get(i) == numbers[i as usize]));
        assert!(planes.bytes().flat_map(u64::to_le_bytes).map(u32::from).eq(numbers));
        assert_eq!(planes.some(), mask_of(|i| numbers[i] > 0));
        for n in 0..16 {
            assert_eq!(planes.at_least(n), mask_of(|i| numbers[i] >= n));
            assert_eq!(planes.equal(n), mask_of(|i| numbers[i] == n));
        }
        assert_eq!(planes.differ(5), mask_of(|i| numbers[i] != numbers.get(i + 5).copied().unwrap_or(0)));
        let (mut up, mut down) = (planes, planes);
        up.count_up(0x00FF_00FF_00FF_00FF & !planes.equal(15));
        down.count_down();
        for i in 0..64 {
            let counted = i / 8 % 2 == 0 && numbers[i as usize] < 15;
            assert_eq!(up.get(i), numbers[i as usize] + u32::from(counted));
            assert_eq!(down.get(i), numbers[i as usize].saturating_sub(1));
        }
        assert_eq!(up.differ_from(&planes), 0x00FF_00FF_00FF_00FF & !planes.equal(15));
    }

    #[test]
    fn numbers_are_carried_and_cleared() {
        let (mut planes, numbers) = sample();
        planes.clear(1 << 63 | 1 << 2);
        planes.carry(9, 1 << 9 | 1 << 63);
        assert_eq!([planes.get(2), planes.get(9), planes.get(63)], [0, 0, numbers[9]]);
        assert_eq!(planes.get(10), numbers[10]);
    }

    #[test]
    fn a_grid_has_the_neighbours_of_its_topology() {
        for (width, height) in [(3, 3), (3, 8), (5, 5), (8, 3), (7, 6), (8, 8)] {
            let (grid, topology) = (Grid::new(width, height), Topology::square(width, height).unwrap());
            assert_eq!(grid.all.count_ones() as usize, topology.len());
            for dir in topology.dirs() {
                for cell in topology.cells() {
                    let has = |from: Cell| topology.neighbour(from, dir) == Some(cell);
                    let from = topology.cells().filter(|&from| has(from)).fold(0, |mask, from| mask | 1u64 << from.0);
                    assert_eq!(grid.before(1 << cell.0, dir), from);
                }
                let inner = topology.cells().filter(|&cell| topology.neighbour(cell, dir).is_some());
                assert_eq!(grid.before(grid.all, dir), inner.fold(0, |mask, cell| mask | 1u64 << cell.0));
            }
        }
    }

    #[test]
    fn the_nth_bit_is_found_through_its_byte() {
        for mask in [1, 1 << 63, !0, 0x8000_0100_F00F_0001, 0x0123_4567_89AB_CDEF] {
            let sums = running(byte_counts(mask));
            assert_eq!(sums >> 56, u64::from(mask.count_ones()));
            for (n, bit) in (0..64).filter(|bit| mask >> bit & 1 == 1).enumerate() {
                let (byte, left) = find_byte(sums, n as u64);
                assert_eq!(8 * byte + nth_bit((mask >> (8 * byte)) as u32 & 0xFF, left), bit);
            }
        }
    }
}

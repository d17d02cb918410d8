//! Integers as boards: a nibble per cell.

use std::{
    fmt::Debug,
    hash::Hash,
    hint::select_unpredictable,
    ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr},
};

/// An integer that holds a packed board: `u64` for up to 16 cells, `u128` for up to 32.
pub trait Bits:
    Copy
    + Eq
    + Ord
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + From<u8>
    + Into<u128>
    + 'static
{
    /// How many nibbles it has.
    const NIBBLES: u32;

    /// The lowest 64 bits.
    fn low(self) -> u64;

    /// The lower and the upper 64 bits.
    fn halves(self) -> [u64; 2];

    /// The integer with these halves; the upper one is 0 if it has no room.
    fn from_halves(halves: [u64; 2]) -> Self;

    /// Both halves combined into 64 bits, for hashing.
    fn fold(self) -> u64;

    /// The index of the lowest bit that is set.
    fn trailing_zeros(self) -> u32;

    /// The lowest bit of every nibble that is 0.
    fn zero_nibbles(self) -> Self;

    /// How many nibbles are 1, in a board of nibbles that are 0 or 1.
    fn count_nibbles(self) -> u32;

    /// The nibble that is 1 with `index` such nibbles below it, in a board with `count` of them and else of 0s; made a
    /// rank.
    fn nth_nibble(self, count: u32, index: u32, rank: u8) -> Self;

    /// The product with a rank, for a board of nibbles that are 0 or 1.
    fn times(self, rank: u8) -> Self;

    /// The lowest `count` nibbles in the opposite order: 1 to 16 of 64 bits, 17 to 31 of 128. The others have to be 0.
    fn reversed(self, count: u32) -> Self;

    /// Exchanges the nibbles of the mask with those `distance` nibbles further up. The distance is a power of two, and
    /// the two nibbles of a pair lie in the same block of twice that many nibbles.
    fn delta_swap(self, mask: Self, distance: u32) -> Self;
}

/// The lowest bit of every nibble.
const LOWEST: u64 = 0x1111_1111_1111_1111;

impl Bits for u64 {
    const NIBBLES: u32 = 16;

    #[inline]
    fn low(self) -> u64 {
        self
    }

    #[inline]
    fn halves(self) -> [u64; 2] {
        [self, 0]
    }

    #[inline]
    fn from_halves([low, _]: [u64; 2]) -> Self {
        low
    }

    #[inline]
    fn fold(self) -> u64 {
        self
    }

    #[inline]
    fn trailing_zeros(self) -> u32 {
        self.trailing_zeros()
    }

    #[inline]
    fn zero_nibbles(self) -> Self {
        let pairs = self | self >> 1;
        !(pairs | pairs >> 2) & LOWEST
    }

    #[inline]
    fn count_nibbles(self) -> u32 {
        // Bytes, so that 16 does not overflow.
        let bytes = (self + (self >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
        (bytes.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u32
    }

    /// Branch-free: a product counts the 1s below each nibble, at most 15.
    #[inline]
    fn nth_nibble(self, _: u32, index: u32, rank: u8) -> Self {
        let below = self.wrapping_mul(LOWEST << 4);
        (self & (below ^ u64::from(index).wrapping_mul(LOWEST)).zero_nibbles()).times(rank)
    }

    #[inline]
    fn times(self, rank: u8) -> Self {
        self.wrapping_mul(rank.into())
    }

    #[inline]
    fn reversed(self, count: u32) -> Self {
        let bytes = self.swap_bytes();
        (bytes >> 4 & 0x0f0f_0f0f_0f0f_0f0f | (bytes & 0x0f0f_0f0f_0f0f_0f0f) << 4) >> (64 - 4 * count)
    }

    #[inline]
    fn delta_swap(self, mask: Self, distance: u32) -> Self {
        let swapped = (self ^ self >> (4 * distance)) & mask;
        self ^ swapped ^ swapped << (4 * distance)
    }
}

/// The two halves of a board of more than 16 cells.
#[inline]
fn halves(board: u128) -> [u64; 2] {
    [board as u64, (board >> 64) as u64]
}

#[inline]
fn join([low, high]: [u64; 2]) -> u128 {
    u128::from(low) | u128::from(high) << 64
}

impl Bits for u128 {
    const NIBBLES: u32 = 32;

    #[inline]
    fn low(self) -> u64 {
        self as u64
    }

    #[inline]
    fn halves(self) -> [u64; 2] {
        halves(self)
    }

    #[inline]
    fn from_halves(halves: [u64; 2]) -> Self {
        join(halves)
    }

    #[inline]
    fn fold(self) -> u64 {
        let [low, high] = halves(self);
        low ^ high.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(32)
    }

    #[inline]
    fn trailing_zeros(self) -> u32 {
        self.trailing_zeros()
    }

    #[inline]
    fn zero_nibbles(self) -> Self {
        join(halves(self).map(Bits::zero_nibbles))
    }

    #[inline]
    fn count_nibbles(self) -> u32 {
        let [low, high] = halves(self);
        // Nibbles of at most 2, bytes of at most 4.
        let nibbles = low + high;
        let bytes = (nibbles & 0x0f0f_0f0f_0f0f_0f0f) + (nibbles >> 4 & 0x0f0f_0f0f_0f0f_0f0f);
        (bytes.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u32
    }

    #[inline]
    fn nth_nibble(self, count: u32, index: u32, rank: u8) -> Self {
        let [low, high] = halves(self);
        let first = count - high.count_nibbles();
        // Which half has it is not predictable.
        let is_low = index < first;
        let half = select_unpredictable(is_low, low, high);
        let found = half.nth_nibble(0, select_unpredictable(is_low, index, index.wrapping_sub(first)), rank);
        let mask = u64::from(is_low).wrapping_neg();
        join([found & mask, found & !mask])
    }

    #[inline]
    fn times(self, rank: u8) -> Self {
        join(halves(self).map(|half| half.times(rank)))
    }

    #[inline]
    fn reversed(self, count: u32) -> Self {
        let [low, high] = halves(self).map(|half| half.reversed(16));
        let shift = 128 - 4 * count;
        join([high >> shift | low << (64 - shift), low >> shift])
    }

    /// Half by half, because shifting 128 bits takes a double-precision shift, which is slow on some processors.
    #[inline]
    fn delta_swap(self, mask: Self, distance: u32) -> Self {
        let ([low, high], [low_mask, high_mask]) = (halves(self), halves(mask));
        if distance == 16 {
            let swapped = (low ^ high) & low_mask;
            join([low ^ swapped, high ^ swapped])
        } else {
            join([low.delta_swap(low_mask, distance), high.delta_swap(high_mask, distance)])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Boards of 0s and 1s: all of one nibble, then scattered ones.
    fn masks() -> impl Iterator<Item = u128> {
        let mut word = 1_u128;
        let scattered = std::iter::repeat_with(move || {
            word = word.wrapping_mul(0x2360_ED05_1FC6_5DA4_4385_DF64_9FCC_F645).wrapping_add(1);
            word >> 1 & word & 0x1111_1111_1111_1111_1111_1111_1111_1111
        });
        [0x1111_1111_1111_1111, 1, 1 << 60, 0].into_iter().chain(scattered.take(200))
    }

    fn check<B: Bits>(mask: B, ones: &[u32]) {
        assert_eq!(mask.count_nibbles(), ones.len() as u32);
        assert_eq!(mask.times(15).zero_nibbles(), mask.zero_nibbles());
        for (index, &at) in ones.iter().enumerate() {
            let nibble = mask.nth_nibble(ones.len() as u32, index as u32, 1);
            assert_eq!((nibble.trailing_zeros(), nibble.count_nibbles()), (at, 1));
        }
    }

    #[test]
    fn nth_nibble_every_index_finds_its_nibble() {
        for mask in masks() {
            let ones: Vec<u32> = (0..128).filter(|at| mask >> at & 1 == 1).collect();
            // Of boards of 26 cells and more, only those with few 1s in the upper half.
            check(mask & ((1 << 100) - 1), &ones.iter().copied().filter(|at| *at < 100).collect::<Vec<_>>());
            check(mask as u64, &ones.iter().copied().filter(|at| *at < 64).collect::<Vec<_>>());
        }
    }

    #[test]
    fn zero_nibbles_marks_empty_cells() {
        assert_eq!(0x0f08_0402_0100_a000_u64.zero_nibbles(), 0x1010_1010_1011_0111);
        assert_eq!((0x10_u128 << 64).zero_nibbles(), (u128::MAX / 15) ^ (0x10 << 64));
    }
}

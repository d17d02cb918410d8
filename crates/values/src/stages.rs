//! Stages of a slide game: boards with larger tiles look up tables of their own.
//!
//! A tuple sees a few cells only, and what small tiles there are worth depends on how large the others are. So once training
//! has seen enough boards of a stage, its tables are copied for that stage and learn on by themselves (multistage
//! temporal difference learning, Yeh and others 2017).

use tilewright_games::slide::Bits;

/// Tells stages apart, by a rank `r` that good play reaches about midway:
///
/// - 0: all tiles are smaller than `r`.
/// - 1: a tile of `r`.
/// - 2: and one of `r − 1`, or another of `r`.
/// - 3: a tile larger than `r`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stages {
    rank: u32,
}

/// The lowest bit of each nibble, and all but the highest.
const LOWEST: u64 = 0x1111_1111_1111_1111;
const LOW_BITS: u64 = 0x7777_7777_7777_7777;

impl Stages {
    /// The number of stages.
    pub(crate) const COUNT: usize = 4;
    /// Smaller boards have none: their tuples see most of the board.
    const MIN_CELLS: usize = 12;

    /// The stages of a board of so many cells; `None` if it has only one.
    pub(crate) fn new(cells: usize) -> Option<Self> {
        // 16384 on 4×4, 65536 on larger boards.
        (cells >= Self::MIN_CELLS).then(|| Self { rank: (cells as u32 - 2).min(16) })
    }

    /// See [`crate::features::Features::fingerprint`].
    pub(crate) fn describe(self, bytes: &mut Vec<u8>) {
        bytes.push(self.rank as u8);
    }

    /// The stage of a board: `board` has the lowest four bits of each rank, `high` the cells of ranks above 15, a bit each.
    #[inline]
    pub(crate) fn of<B: Bits>(self, board: B, high: u32) -> usize {
        let rank = self.rank;
        if at_least(board, high, rank) == 0 {
            0
        } else if at_least(board, high, rank + 1) > 0 {
            3
        } else if at_least(board, high, rank - 1) > 1 {
            2
        } else {
            1
        }
    }
}

/// How many tiles have at least this rank, 8 or more.
#[inline]
fn at_least<B: Bits>(board: B, high: u32, rank: u32) -> u32 {
    if rank < 16 {
        // In each nibble the highest bit, if it is set and adding to the other three carries into it.
        let count =
            |half: u64| (half & ((half & LOW_BITS) + u64::from(16 - rank) * LOWEST) & (LOWEST << 3)).count_ones();
        return board.halves().into_iter().map(count).sum::<u32>() + high.count_ones();
    }
    if high == 0 {
        return 0;
    }
    (0..B::NIBBLES).filter(|cell| high >> cell & 1 == 1 && (board >> (4 * cell)).low() as u32 & 15 >= rank - 16).count()
        as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The stage of these ranks.
    fn stage<B: Bits>(stages: Stages, ranks: &[u8]) -> usize {
        let put = |board, (rank, cell): (&u8, u32)| board | B::from(rank & 15) << (4 * cell);
        let high = ranks.iter().zip(0..).fold(0, |high, (rank, cell)| high | u32::from(rank >> 4) << cell);
        stages.of(ranks.iter().zip(0..).fold(B::default(), put), high)
    }

    #[test]
    fn of_boards_by_their_largest_tiles() {
        let square = Stages::new(16).unwrap();
        let cases: [(&[u8], usize); 8] = [
            (&[], 0),
            (&[13, 13, 13, 12, 1], 0),
            (&[1, 0, 14, 12, 12], 1),
            (&[14, 13], 2),
            (&[3, 14, 8, 14], 2),
            (&[15], 3),
            (&[15, 14, 13], 3),
            (&[1, 16], 3),
        ];
        for (ranks, expected) in cases {
            assert_eq!(stage::<u64>(square, ranks), expected, "{ranks:?}");
        }
        let hexagon = Stages::new(19).unwrap();
        let cases: [(&[u8], usize); 6] = [
            (&[15, 15, 15, 14], 0),
            (&[0, 0, 16, 14], 1),
            (&[1, 16, 15], 2),
            (&[16, 16], 2),
            (&[0, 17, 2], 3),
            (&[17, 16, 15], 3),
        ];
        for (ranks, expected) in cases {
            assert_eq!(stage::<u128>(hexagon, ranks), expected, "{ranks:?}");
        }
        assert_eq!((Stages::new(9), Stages::new(25)), (None, Some(Stages { rank: 16 })));
    }

    #[test]
    fn at_least_counts_the_tiles_one_by_one() {
        for seed in 0..200_u64 {
            let ranks: Vec<u8> = (0..16).map(|n| ((seed * 31 + n * 7919 + n * n * seed) % 18) as u8).collect();
            let put = |board, (rank, cell): (&u8, u32)| board | u64::from(rank & 15) << (4 * cell);
            let board = ranks.iter().zip(0..).fold(0, put);
            let high = ranks.iter().zip(0..).fold(0, |high, (rank, cell)| high | u32::from(rank >> 4) << cell);
            for rank in 8..=17 {
                let expected = ranks.iter().filter(|known| u32::from(**known) >= rank).count();
                assert_eq!(at_least(board, high, rank) as usize, expected, "{ranks:?} {rank}");
            }
        }
    }
}

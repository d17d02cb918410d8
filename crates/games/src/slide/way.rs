//! How each direction takes the packed 4×4 board apart into rows, and puts it together again.

use super::rows;

/// A direction.
///
/// Left and right find their rows side by side. For up and down a mask picks a column, and a multiplication brings its
/// four nibbles together in the topmost bits, the upper end of the column on top. The same multiplication puts copies of
/// a row where its nibbles are at home again. No two nibbles of the products ever meet, so nothing carries.
///
/// All four are the same instructions with other numbers: which way a random player goes is anybody's guess, and the
/// processor would be wrong about it most of the time.
pub(super) struct Way {
    mask: u64,
    magic: u64,
    home: u64,
    /// The bits of a [`rows::Sum`] that tell whether any tile would move.
    pub moves: u32,
    step: u8,
    lift: u8,
    end: u16,
}

/// Up, right, down and left.
pub(super) static WAYS: [Way; 4] = [Way::new(false, 1), Way::new(true, 1), Way::new(false, 0), Way::new(true, 0)];

impl Way {
    const fn new(across: bool, end: u16) -> Self {
        let moves = rows::MOVES[end as usize];
        let lift = rows::lift(end as usize) as u8;
        if across {
            Self { mask: 0xffff, magic: 1 << 48, home: 0xffff << 48, moves, step: 16, lift, end }
        } else {
            let (mask, home) = (0x000f_000f_000f_000f, 0xf000_f000_f000_f000);
            Self { mask, magic: 0x1000_0100_0010_0001, home, moves, step: 4, lift, end }
        }
    }

    /// The end of the rows where tiles come to rest: 0 is the low one.
    #[inline]
    pub fn end(&self) -> usize {
        usize::from(self.end & 1)
    }

    /// As [`rows::Row::slid`] wants it.
    #[inline]
    pub fn lift(&self) -> u32 {
        self.lift.into()
    }

    #[inline]
    pub fn gather(&self, tiles: u64) -> [u16; 4] {
        [0, 1, 2, 3].map(|i| ((tiles >> (i * u32::from(self.step)) & self.mask).wrapping_mul(self.magic) >> 48) as u16)
    }

    #[inline]
    pub fn scatter(&self, rows: [u16; 4]) -> u64 {
        let home = |row| u64::from(row).wrapping_mul(self.magic) & self.home;
        rows.into_iter().fold(0, |tiles, row| tiles >> self.step | home(row))
    }
}

/// For each direction and the number of empty cells in each of its rows after a slide (three bits each): the empty cells
/// in scan order, a nibble each. Saves looking for the cell of a new tile, which would have to wait for the board.
pub(super) type Spots = [[u64; 1 << 12]; 4];

pub(super) fn spots() -> Box<Spots> {
    let mut spots = vec![[0; 1 << 12]; 4];
    for (way, spots) in WAYS.iter().zip(&mut spots) {
        for (room, spots) in spots.iter_mut().enumerate() {
            let full = |empty: u32| if way.end == 0 { 0xffff >> (4 * empty) } else { 0xffff << (4 * empty) };
            let tiles = way.scatter([0, 3, 6, 9].map(|shift| full((room as u32 >> shift & 7).min(4)) as u16));
            for cell in (0..16).rev().filter(|cell| tiles >> (4 * cell) & 15 == 0) {
                *spots = *spots << 4 | cell;
            }
        }
    }
    spots.into_boxed_slice().try_into().expect("there are four directions")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_and_columns_come_apart_and_together() {
        let tiles = 0xfedc_ba98_7654_3210;
        assert_eq!(WAYS[1].gather(tiles), [0x3210, 0x7654, 0xba98, 0xfedc]);
        assert_eq!(WAYS[0].gather(tiles), [0x048c, 0x159d, 0x26ae, 0x37bf]);
        for way in &WAYS {
            assert_eq!(way.scatter(way.gather(tiles)), tiles);
            assert_eq!(way.scatter(way.gather(u64::MAX)), u64::MAX, "nothing carries");
        }
    }
}

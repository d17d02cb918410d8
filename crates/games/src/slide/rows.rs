//! Lookup table of rows of up to four cells, slid to either end.
//!
//! A row is four nibbles, each the rank of a tile (its value is 2^rank, 0 is an empty cell), the first cell in the
//! lowest. The table is filled by [`line::slide`], the plain rules, and is the same for every game.

use super::line::{self, Motion};
use std::sync::LazyLock;

/// Lookup table entry of 8 bytes: one line of the cache says whether the row can move and what it becomes.
#[derive(Clone, Copy, Debug)]
#[repr(align(8))]
pub(super) struct Row {
    info: Info,
    /// The row slid to its low and to its high end.
    slid: [u16; 2],
}

/// An entry for every row: 512 KiB, of which random play uses about 32.
pub(super) type Rows = [Row; 1 << 16];

/// Facts about a row, or about several rows together.
///
/// - Bits 0-17: a quarter of the points, which are the same at both ends.
/// - Bits 18-20: a tile outgrows its nibble; the slid rows are meaningless then.
/// - Bits 21-23: something moves to the low end.
/// - Bits 24-26: something moves to the high end.
/// - Bits 27-31: the number of empty cells after the slide.
///
/// Invariant: the fields of up to 7 rows can be added up without overflow, so one addition joins all of them.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Info(pub u32);

const LOW: u32 = 21;
const HIGH: u32 = 24;
const EMPTY: u32 = 27;

impl Info {
    /// The position of the flag of tiles that outgrow their nibbles.
    pub const OUTGROWN: u32 = 18;

    #[inline]
    pub fn gain(self) -> u64 {
        4 * u64::from(self.0 & ((1 << Self::OUTGROWN) - 1))
    }

    #[inline]
    pub fn empty(self) -> u32 {
        self.0 >> EMPTY
    }

    #[inline]
    pub fn outgrown(self) -> bool {
        self.0 & 7 << Self::OUTGROWN != 0
    }

    /// Whether any row moves to that end.
    #[inline]
    pub fn moves_to(self, end: End) -> bool {
        self.0 & end.moves != 0
    }
}

/// One of the two ends of a row, as what [`Row`] and [`Info`] need to know of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct End {
    /// Which of the slid rows is slid to this end.
    index: u16,
    /// The bits that say whether something moves there.
    moves: u32,
}

impl End {
    pub const LOW: Self = Self { index: 0, moves: 7 << LOW };
    pub const HIGH: Self = Self { index: 1, moves: 7 << HIGH };

    #[inline]
    pub fn is_high(self) -> bool {
        self.index == Self::HIGH.index
    }
}

impl Row {
    /// The row slid to one end. A load from a table in the cache, which takes less than a shift by a number that is not
    /// known in advance.
    #[inline]
    pub fn slid(&self, end: End) -> u16 {
        self.slid[usize::from(end.index & 1)]
    }
}

/// What the rows say together, added up.
#[inline]
pub(super) fn sum<const N: usize>(rows: [&Row; N]) -> Info {
    Info(rows.iter().fold(0, |sum, row| sum + row.info.0))
}

/// The table of all rows, made when it is first asked for.
pub(super) fn table() -> &'static Rows {
    static ROWS: LazyLock<Box<Rows>> = LazyLock::new(|| {
        let rows: Box<[Row]> = (0..=u16::MAX).map(entry).collect();
        rows.try_into().expect("a row has 16 bits")
    });
    &ROWS
}

/// A row slid to its low end, in half the space of a [`Row`], so that more of them are in the cache; for lines that go
/// on behind the row.
///
/// - Bits 0-15: the slid row.
/// - Bits 16-23: the ranks of the pairs that merge, a nibble each, 0 for none.
/// - Bits 24-26: the number of tiles that are left.
/// - Bits 27-31: the rank of the last one if it may still merge, otherwise [`Front::NONE`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Front(u32);

/// A front for every row.
pub(super) type Fronts = [Front; 1 << 16];

impl Front {
    /// Equal to no rank.
    const NONE: u32 = 31;

    /// The slid row.
    #[inline]
    pub fn row(self) -> u32 {
        self.0 & 0xffff
    }

    /// The points, and [`OUTGROWN`] if a tile outgrows its nibble; the row is meaningless then.
    #[inline]
    pub fn gain(self) -> u32 {
        PAIR_GAINS[usize::from((self.0 >> 16) as u8)]
    }

    /// The number of bits with tiles.
    #[inline]
    pub fn end(self) -> u32 {
        self.0 >> 22 & 0x1c
    }

    /// The rank of the last tile, if it is not the product of a merge.
    #[inline]
    pub fn open_rank(self) -> u32 {
        self.0 >> 27
    }
}

/// The bit of [`Front::gain`] that says that a tile outgrows its nibble. Above all points of a board.
pub(super) const OUTGROWN: u32 = 1 << 31;

/// The gain of each two pairs.
static PAIR_GAINS: [u32; 256] = {
    let mut table = [0; 256];
    let mut pairs = 0;
    while pairs < 256 {
        let (a, b) = (pairs as u32 & 15, pairs as u32 >> 4);
        let points = (2 << a) + (2 << b) - 2 * (a == 0) as u32 - 2 * (b == 0) as u32;
        table[pairs] = if a == 15 || b == 15 { OUTGROWN } else { points };
        pairs += 1;
    }
    table
};

/// The table of all fronts, made when it is first asked for.
pub(super) fn fronts() -> &'static Fronts {
    static FRONTS: LazyLock<Box<Fronts>> = LazyLock::new(|| {
        let fronts: Box<[Front]> = (0..=u16::MAX).map(front).collect();
        fronts.try_into().expect("a row has 16 bits")
    });
    &FRONTS
}

fn front(row: u16) -> Front {
    let mut values = values(row);
    let (mut pairs, mut open) = (0, Front::NONE);
    line::slide(&mut values, &mut |motion| {
        if let Motion::Merged { value, .. } = motion {
            pairs = pairs << 4 | (value.trailing_zeros() - 1);
        }
    });
    let tiles = values.iter().filter(|value| **value > 0).count();
    let last = (0..4).rev().map(|i| u32::from(row) >> (4 * i) & 15).find(|rank| *rank > 0);
    // The last tile was not made by a merge if it is the one that was last before.
    if let Some(rank) = last.filter(|rank| values[tiles - 1] == value(*rank)) {
        open = rank;
    }
    let (slid, ..) = slide(row);
    Front(u32::from(slid) | pairs << 16 | (tiles as u32) << 24 | open << 27)
}

fn entry(row: u16) -> Row {
    let (low, gain, outgrown) = slide(row);
    let (high, ..) = slide(reversed(row));
    let high = reversed(high);
    let empty = (0..4).filter(|i| low >> (4 * i) & 15 == 0).count() as u32;
    let info = (gain / 4)
        | u32::from(outgrown) << Info::OUTGROWN
        | u32::from(low != row || outgrown) << LOW
        | u32::from(high != row || outgrown) << HIGH
        | empty << EMPTY;
    Row { info: Info(info), slid: [low, high] }
}

/// The row with its ends exchanged.
fn reversed(row: u16) -> u16 {
    row >> 12 | row >> 4 & 0xf0 | row << 4 & 0xf00 | row << 12
}

/// The values of a row's tiles.
fn values(row: u16) -> [u32; 4] {
    [0, 1, 2, 3].map(|i| value(u32::from(row) >> (4 * i) & 15))
}

/// The row slid to its low end by the plain rules, the points, and whether a tile outgrew its nibble.
fn slide(row: u16) -> (u16, u32, bool) {
    let mut values = values(row);
    let gain = line::slide(&mut values, &mut ());
    if values.iter().any(|&value| value >= 1 << 16) {
        return (0, 0, true);
    }
    let slid = (0..4).filter(|&i| values[i] > 0).fold(0, |row, i| row | (values[i].trailing_zeros() as u16) << (4 * i));
    (slid, gain as u32, false)
}

/// The value of a rank, 0 for an empty cell.
#[inline]
pub(super) fn value(rank: u32) -> u32 {
    if rank > 0 { 1 << rank } else { 0 }
}

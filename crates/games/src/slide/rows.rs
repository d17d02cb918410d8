//! Rows of four cells, slid in advance: what the packed boards look up instead of sliding.
//!
//! A row is four nibbles, each the rank of a tile (its face is 2^rank, 0 is empty), the first cell in the lowest. The
//! tables are filled by [`line::slide`], the plain rules, and are the same for every game.

use super::line;
use std::sync::LazyLock;

/// What becomes of a row: in the upper half what it slides to, at its low end (below) and at its high end (above), and in
/// the lower half its info. Both ends share an entry, so that whoever asks whether a row can move finds the answer where
/// it is going to look for the row it becomes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row(u64);

/// Every row.
pub(super) type Rows = [Row; 1 << 16];

/// The fields of an info, which add up over the rows of a board without running into each other: a quarter of the points
/// (the same at both ends), whether a tile outgrows its nibble (what it slides to says nothing), whether anything moves to the
/// low end, and to the high end, and the empty cells that remain.
const OUTGROWN: u32 = 18;
const LOW: u32 = 21;
const HIGH: u32 = 24;
const EMPTY: u32 = 27;

/// The bits of a [`Sum`] that tell whether any row moves to its low end, and to its high end.
pub(super) const MOVES: [u32; 2] = [7 << LOW, 7 << HIGH];

/// How far an entry has to be lifted for what it says of an end to be on top.
pub(super) const fn lift(end: usize) -> u32 {
    if end == 0 { 16 } else { 0 }
}

/// What the rows of a board say together.
#[derive(Clone, Copy)]
pub(super) struct Sum(u32);

impl Sum {
    #[inline]
    pub fn gain(self) -> u64 {
        4 * u64::from(self.0 & ((1 << OUTGROWN) - 1))
    }

    #[inline]
    pub fn empty(self) -> u32 {
        self.0 >> EMPTY
    }

    #[inline]
    pub fn outgrown(self) -> bool {
        self.any(7 << OUTGROWN)
    }

    #[inline]
    pub fn any(self, bits: u32) -> bool {
        self.0 & bits != 0
    }
}

#[inline]
pub(super) fn sum<const N: usize>(rows: [Row; N]) -> Sum {
    Sum(rows.iter().fold(0, |sum, row| sum + row.info()))
}

/// Whether one of the rows moves to its low end (bit 0) and to its high end (bit 1).
#[inline]
pub(super) fn moves<const N: usize>(rows: [Row; N]) -> usize {
    let any = rows.iter().fold(0, |any, row| any | row.info());
    (any >> LOW & 1 | any >> (HIGH - 1) & 2) as usize
}

impl Row {
    #[inline]
    fn info(self) -> u32 {
        self.0 as u32
    }

    /// The row slid to one end, which is given by [`lift`].
    #[inline]
    pub fn slid(self, lift: u32) -> u16 {
        ((self.0 << lift) >> 48) as u16
    }

    /// The empty cells that remain.
    #[inline]
    pub fn empty(self) -> u32 {
        self.info() >> EMPTY
    }
}

/// The table of all rows, made when it is first asked for.
pub(super) fn table() -> &'static Rows {
    static ROWS: LazyLock<Box<Rows>> = LazyLock::new(|| {
        let rows: Box<[Row]> = (0..=u16::MAX).map(entry).collect();
        rows.try_into().expect("there are so many rows")
    });
    &ROWS
}

/// A row of four ranks slid to its low end and to its high end; as it is where a tile would outgrow its nibble. For
/// searches, which keep tables of their own beside what they know of rows.
pub fn slid_row(row: u16) -> [u16; 2] {
    let entry = table()[usize::from(row)];
    if sum([entry]).outgrown() { [row; 2] } else { [0, 1].map(|end| entry.slid(lift(end))) }
}

fn entry(row: u16) -> Row {
    let (low, gain, outgrown) = slide(row);
    let (high, ..) = slide(reversed(row));
    let high = reversed(high);
    let empty = (0..4).filter(|i| low >> (4 * i) & 15 == 0).count() as u32;
    let info = (gain / 4)
        | u32::from(outgrown) << OUTGROWN
        | u32::from(low != row || outgrown) << LOW
        | u32::from(high != row || outgrown) << HIGH
        | empty << EMPTY;
    Row(u64::from(info) | u64::from(low) << 32 | u64::from(high) << 48)
}

/// The row with its ends exchanged.
fn reversed(row: u16) -> u16 {
    row >> 12 | row >> 4 & 0xf0 | row << 4 & 0xf00 | row << 12
}

/// The row slid to its low end by the plain rules, the points, and whether a tile outgrew its nibble.
fn slide(row: u16) -> (u16, u32, bool) {
    let mut faces = [0, 1, 2, 3].map(|i| match row >> (4 * i) & 15 {
        0 => 0,
        rank => 1 << rank,
    });
    let gain = line::slide(&mut faces, &mut ());
    if faces.iter().any(|&face: &u32| face >= 1 << 16) {
        return (0, 0, true);
    }
    let slid = (0..4).filter(|&i| faces[i] > 0).fold(0, |row, i| row | (faces[i].trailing_zeros() as u16) << (4 * i));
    (slid, gain as u32, false)
}

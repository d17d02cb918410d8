//! Lookup table of what happens when a row of up to four cells slides, so that a packed board can log events without
//! sliding tile by tile.
//!
//! A motion in a row is one of 64 codes that do not depend on where the row lies; for each line of a board, a table of
//! 64 events gives them cells. Filled by [`line::slide`], like the table of rows.

use super::{
    line::{self, Motion},
    rows,
};
use std::sync::LazyLock;
use tilewright_core::{Cell, Cells, Event};

/// For each row slid to its low end: up to six codes, a byte each, in order, and their number in the topmost byte. Rows
/// in which a tile outgrows its nibble have none.
pub(super) type Motions = [u64; 1 << 16];

/// The number of codes, some of them unused.
pub(super) const CODES: usize = 64;

/// Codes: slides by where from and where to, merges by where from and the new rank, scores by rank.
const MERGED: u32 = 6;
const SCORED: u32 = MERGED + 3 * RANKS;
/// The number of ranks that a merge can make on a packed board, which are 2 to 15.
const RANKS: u32 = 14;

/// The table of all rows, made when it is first asked for.
pub(super) fn table() -> &'static Motions {
    static MOTIONS: LazyLock<Box<Motions>> = LazyLock::new(|| {
        let motions: Box<[u64]> = (0..=u16::MAX).map(codes).collect();
        motions.try_into().expect("there are so many rows")
    });
    &MOTIONS
}

/// The table's entry for a row.
fn codes(row: u16) -> u64 {
    let mut values = [0, 1, 2, 3].map(|place| rows::value(u32::from(row) >> (4 * place) & 15));
    let (mut codes, mut count) = (0, 0);
    let mut fits = true;
    let mut push = |code: u32| {
        codes |= u64::from(code) << (8 * count);
        count += 1;
    };
    line::slide(&mut values, &mut |motion| match motion {
        Motion::Slid { from, to } => push(u32::from(from * (from - 1) / 2 + to)),
        Motion::Merged { from, value } => {
            let rank = value.trailing_zeros() - 2;
            fits &= rank < RANKS;
            push(MERGED + (u32::from(from) - 1) * RANKS + rank % RANKS);
            push(SCORED + rank % RANKS);
        }
    });
    if fits { codes | count << 56 } else { 0 }
}

/// The events that the codes stand for in a line of cells, front cell first.
pub(super) fn events(cells: &[Cell]) -> [Event; CODES] {
    // A code for a cell that the line does not have is never used.
    let mut events = [Event::Cleared; CODES];
    for from in 1..cells.len().min(4) {
        let front = cells[from - 1];
        for to in 0..from {
            events[from * (from - 1) / 2 + to] = Event::Slid { from: cells[from], to: cells[to] };
        }
        for rank in 0..RANKS {
            let merged =
                Event::Merged { cells: Cells::pair(cells[from], front), at: front, value: 4 << rank, overflow: false };
            events[(MERGED + (from as u32 - 1) * RANKS + rank) as usize] = merged;
        }
    }
    for rank in 0..RANKS {
        events[(SCORED + rank) as usize] = Event::Scored { gain: 4 << rank };
    }
    events
}

//! What happens when a row of four cells slides, in advance: so that a packed board can tell events without sliding tile
//! by tile.
//!
//! A motion of a row is one of 64 codes that do not depend on where the row lies; for each line of a board, a table of 64
//! events gives them cells. Filled by [`line::slide`], like the table of rows.

use super::line::{self, Motion};
use std::sync::LazyLock;
use tilewright_core::{Cell, Cells, Event};

/// For each row slid to its low end, and to its high end: up to six codes, a byte each, in order, and their number in the
/// topmost byte. Rows in which a tile outgrows its nibble have none.
pub(super) type Motions = [[u64; 1 << 16]; 2];

/// How many codes there are, some of them unused.
pub(super) const CODES: usize = 64;

/// Codes: slides by where from and where to, merges by where from and the new rank, scores by rank.
const MERGED: u32 = 6;
const SCORED: u32 = MERGED + 3 * RANKS;
/// The ranks that a merge can make on a packed board, from 2 to 15.
const RANKS: u32 = 14;

/// The table of all rows, made when it is first asked for.
pub(super) fn table() -> &'static Motions {
    static MOTIONS: LazyLock<Box<Motions>> = LazyLock::new(|| {
        let mut motions = vec![[0; 1 << 16]; 2];
        for (end, motions) in motions.iter_mut().enumerate() {
            for (row, entry) in motions.iter_mut().enumerate() {
                *entry = codes(row, end);
            }
        }
        motions.into_boxed_slice().try_into().expect("there are two ends")
    });
    &MOTIONS
}

/// What the table says of a row.
fn codes(row: usize, end: usize) -> u64 {
    let mut faces = [0, 1, 2, 3].map(|place| {
        let place = if end == 0 { place } else { 3 - place };
        match row >> (4 * place) & 15 {
            0 => 0,
            rank => 1 << rank,
        }
    });
    let (mut codes, mut count) = (0, 0);
    let mut fits = true;
    let mut push = |code: u32| {
        codes |= u64::from(code) << (8 * count);
        count += 1;
    };
    line::slide(&mut faces, &mut |motion| match motion {
        Motion::Slid { from, to } => push(u32::from(from * (from - 1) / 2 + to)),
        Motion::Merged { from, face } => {
            let rank = face.trailing_zeros() - 2;
            fits &= rank < RANKS;
            push(MERGED + (u32::from(from) - 1) * RANKS + rank % RANKS);
            push(SCORED + rank % RANKS);
        }
    });
    if fits { codes | count << 56 } else { 0 }
}

/// The events that the codes stand for in a line of cells, front cell first.
pub(super) fn events(cells: &[Cell]) -> [Event; CODES] {
    // Where there is no such cell there is no such code.
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

//! Lookup table of what happens when a row of up to four cells slides, so that a packed board can log events without
//! sliding tile by tile.
//!
//! A motion in a row is one of 64 codes that do not depend on where the row lies; for each line of a board, a table of
//! events gives them cells. Filled by [`line::slide`], like the table of rows. Lines of up to eight cells have further
//! codes for the cells behind the fourth, which are worked out one by one.

use super::{
    line::{self, Motion},
    rows::{self, Fronts},
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

/// The number of codes of a line that may have more than four cells.
pub(super) const LONG_CODES: usize = LONG_MERGED as usize + 4 * RANKS as usize;

/// Further codes: slides from a place behind the fourth, merges of a tile that has slid up to such a place.
const LONG_SLID: u32 = CODES as u32;
const LONG_MERGED: u32 = LONG_SLID + 28 - 6;

/// The code of a slide.
#[inline]
fn slid_code(from: u32, to: u32) -> u32 {
    let code = from * (from - 1) / 2 + to;
    if from < 4 { code } else { LONG_SLID + code - 6 }
}

/// The code of a merge into a tile of this rank.
#[inline]
fn merged_code(from: u32, rank: u32) -> u32 {
    let base = if from < 4 { MERGED + (from - 1) * RANKS } else { LONG_MERGED + (from - 4) * RANKS };
    base + rank - 2
}

/// The code of the points for a tile of this rank.
#[inline]
fn scored_code(rank: u32) -> u32 {
    SCORED + rank - 2
}

/// Codes of the motions of several lines, each with the offset of its line.
pub(super) struct Codes {
    codes: [u16; Self::ROOM],
    count: usize,
}

impl Codes {
    /// A line has at most as many codes as cells, and two for each merge: at most 50 on 25 cells. Some more are written
    /// before it is known that they do not count.
    const ROOM: usize = 64;

    pub fn new() -> Self {
        Self { codes: [0; Self::ROOM], count: 0 }
    }

    /// Adds the motions of a line of up to eight cells in which no tile outgrows its nibble.
    #[inline]
    pub fn add(&mut self, motions: &Motions, fronts: &Fronts, line: u32, offset: u16) {
        let head = motions[line as usize & 0xffff];
        let room = &mut self.codes[self.count..self.count + 6];
        room.iter_mut().zip(head.to_le_bytes()).for_each(|(code, byte)| *code = offset + u16::from(byte));
        self.count += (head >> 56) as usize;
        let front = fronts[line as usize & 0xffff];
        // The place where the next tile comes to rest, and the rank with which it would merge there.
        let (mut rest, mut open) = (front.end() / 4, front.open_rank());
        let mut tail = line >> 16;
        for from in 4.. {
            if tail == 0 {
                break;
            }
            let rank = tail & 15;
            tail >>= 4;
            if rank == 0 {
                continue;
            }
            // Written in any case, counted only if it happens: a branch would be mispredicted half of the time.
            let room = &mut self.codes[self.count..self.count + 3];
            let slides = rest < from;
            room[0] = offset + slid_code(from, rest.min(from - 1)) as u16;
            let merges = rank == open;
            let at = usize::from(slides);
            if merges {
                room[at] = offset + merged_code(rest, rank + 1) as u16;
                room[at + 1] = offset + scored_code(rank + 1) as u16;
            }
            self.count += at + 2 * usize::from(merges);
            rest += u32::from(!merges);
            open = if merges { u32::MAX } else { rank };
        }
    }

    pub fn iter(&self) -> impl ExactSizeIterator<Item = usize> {
        self.codes[..self.count].iter().map(|&code| usize::from(code))
    }
}

/// The table of all rows, made when it is first asked for.
pub(super) fn table() -> &'static Motions {
    static MOTIONS: LazyLock<Box<Motions>> = LazyLock::new(|| {
        let motions: Box<[u64]> = (0..=u16::MAX).map(codes).collect();
        motions.try_into().expect("a row has 16 bits")
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
        Motion::Slid { from, to } => push(slid_code(from.into(), to.into())),
        Motion::Merged { from, value } => {
            let rank = value.trailing_zeros();
            fits &= rank <= 15;
            push(merged_code(from.into(), rank.min(15)));
            push(scored_code(rank.min(15)));
        }
    });
    if fits { codes | count << 56 } else { 0 }
}

/// The events that the codes stand for in a line of cells, front cell first.
pub(super) fn events(cells: &[Cell], count: usize) -> Vec<Event> {
    // A code for a cell that the line does not have is never used.
    let mut events = vec![Event::Cleared; count];
    for (from, &cell) in (0..).zip(cells).skip(1) {
        let mut set = |code: u32, event| events[code as usize] = event;
        let front = cells[from as usize - 1];
        for (to, &goal) in (0..from).zip(cells) {
            set(slid_code(from, to), Event::Slid { from: cell, to: goal });
        }
        for rank in 2..2 + RANKS {
            let merged =
                Event::Merged { cells: Cells::pair(cell, front), at: front, value: 1 << rank, overflow: false };
            set(merged_code(from, rank), merged);
            set(scored_code(rank), Event::Scored { gain: 1 << rank });
        }
    }
    events
}

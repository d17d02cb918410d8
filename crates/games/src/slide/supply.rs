//! New tiles on packed boards, where a tile is its rank.

use crate::Spawn;
use std::hint::select_unpredictable;
use tilewright_core::ticket;

/// A spawn table in ranks.
#[derive(Debug)]
pub(super) struct Supply {
    ranks: Box<[(u8, u32)]>,
    /// The rank of a new tile for each ticket of the spawn table.
    tickets: Box<[u8]>,
    /// If there are at most two ranks: these, and the fraction of 2^64 that stands for the first.
    pair: Option<([u8; 2], u64)>,
}

impl Supply {
    /// `None` if a rank does not fit into a nibble, or is 0 and would look like an empty cell.
    pub fn new(spawn: &Spawn) -> Option<Self> {
        if spawn.smallest() < 2 || spawn.largest() >= 1 << 16 {
            return None;
        }
        let rank = |value: u32| value.trailing_zeros() as u8;
        let pair = match *spawn.as_slice() {
            [(value, _)] => Some(([rank(value); 2], 0)),
            [(first, weight), (second, _)] => {
                // The smallest word whose ticket is not the first rank's: ⌈2^64·weight / total⌉.
                let (weight, total) = (u128::from(weight), u128::from(spawn.total()));
                Some(([rank(first), rank(second)], ((weight << 64).div_ceil(total)) as u64))
            }
            _ => None,
        };
        Some(Self {
            pair,
            ranks: spawn.as_slice().iter().map(|&(value, weight)| (rank(value), weight)).collect(),
            tickets: (0..spawn.total()).map(|ticket| rank(spawn.pick(ticket))).collect(),
        })
    }

    /// The ranks with their weights, ascending.
    pub fn ranks(&self) -> &[(u8, u32)] {
        &self.ranks
    }

    /// The rank of the new tile that a word stands for, and the index of its cell among the empty ones.
    #[inline]
    pub fn pick(&self, empty: u32, word: u64) -> (u8, u32) {
        // The ticket ⌊word·empty·total / 2^64⌋, taken apart into cell and value without a division.
        let wide = u128::from(word) * u128::from(empty);
        let rank = match self.pair {
            Some(([first, second], part)) => select_unpredictable((wide as u64) < part, first, second),
            None => self.tickets[ticket(wide as u64, self.tickets.len() as u64) as usize],
        };
        (rank, (wide >> 64) as u32)
    }
}

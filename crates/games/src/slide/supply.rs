//! New tiles on the packed boards, where a tile is the rank of its face.

use crate::Spawn;
use tilewright_core::ticket;

/// The rank of a new tile for each ticket of the spawn table.
#[derive(Debug)]
pub(super) struct Supply(Box<[u8]>);

impl Supply {
    /// None where a rank would not fit into a nibble, or would be 0 and look like an empty cell.
    pub fn new(spawn: &Spawn) -> Option<Self> {
        let fits = spawn.smallest() >= 2 && spawn.largest() < 1 << 16;
        fits.then(|| Self((0..spawn.total()).map(|ticket| spawn.pick(ticket).trailing_zeros() as u8).collect()))
    }

    /// The rank of the new tile that a word stands for, and the number of its cell among the empty ones.
    #[inline]
    pub fn pick(&self, empty: u32, word: u64) -> (u8, u32) {
        // The ticket ⌊word·empty·total / 2^64⌋, taken apart into cell and value without a division.
        let wide = u128::from(word) * u128::from(empty);
        let rank = self.0[ticket(wide as u64, self.0.len() as u64) as usize];
        (rank, (wide >> 64) as u32)
    }
}

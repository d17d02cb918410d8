//! A hasher for maps and sets of states: quick, and the same on every machine.

use core::hash::{BuildHasherDefault, Hasher};

/// Odd, with bits everywhere: 2^64 divided by the golden ratio.
const MULTIPLIER: u64 = 0x9e37_79b9_7f4a_7c15;

/// A hasher for states and packed boards, which no adversary chooses: one multiplication per word.
#[derive(Clone, Default, Debug)]
pub struct BoardHasher(u64);

/// Builds [`BoardHasher`]s for maps and sets.
pub type BuildBoardHasher = BuildHasherDefault<BoardHasher>;

impl Hasher for BoardHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u8(&mut self, number: u8) {
        self.write_u64(number.into());
    }

    fn write_u32(&mut self, number: u32) {
        self.write_u64(number.into());
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = (self.0 ^ number).wrapping_mul(MULTIPLIER).rotate_left(32);
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }
}

//! An adaptive binary range coder, that of LZMA, and whole numbers in it: weights as files.
//!
//! A bit takes as much room as it is surprising; how likely it is, is learned from the bits before it in the same context.

/// The probability that a bit is 0, in steps of 2^-12.
#[derive(Clone, Copy)]
pub(crate) struct Chance(u16);

const STEPS: u32 = 12;
/// How fast probabilities follow the bits.
const ADAPT: u32 = 5;
/// Below this range another byte is due.
const MIN_RANGE: u32 = 1 << 24;

impl Default for Chance {
    fn default() -> Self {
        Self(1 << (STEPS - 1))
    }
}

impl Chance {
    /// Where a range is divided: below for 0, from there on for 1.
    fn divide(self, range: u32) -> u32 {
        (range >> STEPS) * u32::from(self.0)
    }

    fn learn(&mut self, bit: bool) {
        if bit {
            self.0 -= self.0 >> ADAPT;
        } else {
            self.0 += ((1 << STEPS) - self.0) >> ADAPT;
        }
    }
}

/// What writes or reads bits: numbers are coded by the same code in both directions.
pub(crate) trait Coder {
    /// Codes a bit; a reader ignores the one that it is given and returns the one that it read, `None` at the end of the
    /// bytes.
    fn bit(&mut self, bit: bool, chance: &mut Chance) -> Option<bool>;
}

/// Writes bits.
pub(crate) struct Encoder {
    low: u64,
    range: u32,
    /// The last byte, and how many bytes of 255 follow it, as long as a carry may change them.
    last: u8,
    waiting: u64,
    bytes: Vec<u8>,
}

impl Encoder {
    pub(crate) fn new() -> Self {
        Self { low: 0, range: u32::MAX, last: 0, waiting: 1, bytes: Vec::new() }
    }

    fn shift(&mut self) {
        if self.low < 0xff00_0000 || self.low > u64::from(u32::MAX) {
            let carry = (self.low >> 32) as u8;
            let mut byte = self.last;
            for _ in 0..self.waiting {
                self.bytes.push(byte.wrapping_add(carry));
                byte = 0xff;
            }
            self.waiting = 0;
            self.last = (self.low >> 24) as u8;
        }
        self.waiting += 1;
        self.low = u64::from(self.low as u32) << 8 & u64::from(u32::MAX);
    }

    /// The bytes of all bits.
    pub(crate) fn finish(mut self) -> Vec<u8> {
        for _ in 0..5 {
            self.shift();
        }
        self.bytes
    }
}

impl Coder for Encoder {
    fn bit(&mut self, bit: bool, chance: &mut Chance) -> Option<bool> {
        let middle = chance.divide(self.range);
        if bit {
            self.low += u64::from(middle);
            self.range -= middle;
        } else {
            self.range = middle;
        }
        chance.learn(bit);
        while self.range < MIN_RANGE {
            self.range <<= 8;
            self.shift();
        }
        Some(bit)
    }
}

/// Reads bits.
pub(crate) struct Decoder<'a> {
    bytes: &'a [u8],
    range: u32,
    code: u32,
}

impl<'a> Decoder<'a> {
    /// `None` if there are too few bytes.
    pub(crate) fn new(bytes: &'a [u8]) -> Option<Self> {
        let (first, bytes) = bytes.split_first_chunk::<5>()?;
        let [zero, code @ ..] = *first;
        (zero == 0).then(|| Self { bytes, range: u32::MAX, code: u32::from_be_bytes(code) })
    }

    /// The bytes that were not needed yet: none after the last bit.
    pub(crate) fn rest(&self) -> &'a [u8] {
        self.bytes
    }
}

impl Coder for Decoder<'_> {
    fn bit(&mut self, _: bool, chance: &mut Chance) -> Option<bool> {
        let middle = chance.divide(self.range);
        let bit = self.code >= middle;
        if bit {
            self.code -= middle;
            self.range -= middle;
        } else {
            self.range = middle;
        }
        chance.learn(bit);
        while self.range < MIN_RANGE {
            let (byte, rest) = self.bytes.split_first()?;
            self.bytes = rest;
            self.range <<= 8;
            self.code = self.code << 8 | u32::from(*byte);
        }
        Some(bit)
    }
}

/// Whole numbers of one kind: first how many bits they have, then those below the highest, of which two are worth
/// learning.
#[derive(Clone, Copy, Default)]
pub(crate) struct Numbers {
    lengths: [Chance; 32],
    bits: [[Chance; 4]; 32],
}

impl Numbers {
    /// Codes a number below 2^31; `None` at the end of the bytes, or if one that is read is larger.
    pub(crate) fn code(&mut self, coder: &mut impl Coder, number: u32) -> Option<u32> {
        let length = number.checked_ilog2().map_or(0, |log| log + 1);
        let mut known = 0;
        while coder.bit(known < length, self.lengths.get_mut(known as usize)?)? {
            known += 1;
        }
        if known > 31 {
            return None;
        }
        let mut read = u32::from(known > 0);
        for at in (0..known.saturating_sub(1)).rev() {
            let bit = number >> at & 1 == 1;
            let learned = match known - 1 - at {
                1 => Some(0),
                2 => Some(1 + (read & 1) as usize),
                _ => None,
            };
            let even = &mut Chance::default();
            let chance = learned.map_or(even, |context| &mut self.bits[known as usize][context]);
            read = read << 1 | u32::from(coder.bit(bit, chance)?);
        }
        Some(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilewright_core::{Dice, Dice1};

    #[test]
    fn code_numbers_of_all_sizes_are_read_back_to_the_last_byte() {
        let mut dice = Dice1::new(5);
        for count in [0, 1, 2, 50, 3000] {
            let numbers: Vec<u32> = (0..count).map(|n| (dice.word() >> (33 + (n * 7) % 31)) as u32).collect();
            let (mut encoder, mut model) = (Encoder::new(), Numbers::default());
            for number in &numbers {
                assert_eq!(model.code(&mut encoder, *number), Some(*number));
            }
            let bytes = encoder.finish();
            let (mut decoder, mut model) = (Decoder::new(&bytes).unwrap(), Numbers::default());
            for number in &numbers {
                assert_eq!(model.code(&mut decoder, 0), Some(*number));
            }
            assert!(decoder.rest().is_empty());
            let end = bytes.len() - 1;
            let read = Decoder::new(&bytes[..end]).and_then(|mut decoder| {
                let mut model = Numbers::default();
                (0..count).try_fold(0, |_, _| model.code(&mut decoder, 0))
            });
            assert!(read.is_none() || count == 0);
        }
    }

    #[test]
    fn bit_that_is_nearly_always_the_same_takes_little_room() {
        let (mut encoder, mut chance) = (Encoder::new(), Chance::default());
        for n in 0..100_000 {
            encoder.bit(n % 1000 == 0, &mut chance);
        }
        assert!(encoder.finish().len() < 800);
    }
}

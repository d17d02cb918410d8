//! Dice: a source of 64-bit words, and how a word becomes a ticket of a weighted draw.

/// A source of random 64-bit words: what [`crate::Game::advance`], `roll` and `start` draw chance from.
pub trait Dice {
    /// The next word.
    fn word(&mut self) -> u64;
}

/// `dice@1`: word `i` is a fixed function of the seed and `i` (splitmix64), so every draw of a game is addressable
/// and undo cannot re-roll. The seed determines the future, so a game for stakes needs other dice.
///
/// ```
/// use tilewright_core::{Dice, Dice1};
/// let mut dice = Dice1::new(42);
/// let words = [dice.word(), dice.word()];
/// assert_eq!(Dice1::at(42, 1).word(), words[1]);
/// assert_eq!(dice.draws(), 2);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dice1 {
    seed: u64,
    /// The seed plus the golden ratio times the number of draws.
    state: u64,
}

const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;
/// The inverse of [`GOLDEN`] modulo 2^64: gives the number of draws from the state, so no counter is needed.
const INVERSE: u64 = 0xF1DE_83E1_9937_733D;

impl Dice1 {
    /// The name that replays carry.
    pub const NAME: &str = "dice@1";

    /// Dice that have not been rolled yet.
    #[inline]
    pub fn new(seed: u64) -> Self {
        Self::at(seed, 0)
    }

    /// Dice whose next word is word number `draws`, counted from 0.
    #[inline]
    pub fn at(seed: u64, draws: u64) -> Self {
        Self { seed, state: seed.wrapping_add(draws.wrapping_mul(GOLDEN)) }
    }

    /// How many words were taken.
    #[inline]
    pub fn draws(&self) -> u64 {
        self.state.wrapping_sub(self.seed).wrapping_mul(INVERSE)
    }
}

impl Dice for Dice1 {
    #[inline]
    fn word(&mut self) -> u64 {
        self.state = self.state.wrapping_add(GOLDEN);
        let mut z = self.state;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    }
}

/// The ticket in `0..total` that a word stands for.
#[inline]
pub fn ticket(word: u64, total: u64) -> u64 {
    ((u128::from(word) * u128::from(total)) >> 64) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn word_seeds_0_and_42_match_published_splitmix64() {
        let mut dice = Dice1::new(0);
        assert_eq!(
            [dice.word(), dice.word(), dice.word(), dice.word()],
            [16294208416658607535, 7960286522194355700, 487617019471545679, 17909611376780542444]
        );
        let mut dice = Dice1::new(42);
        assert_eq!([dice.word(), dice.word()], [13679457532755275413, 2949826092126892291]);
    }

    #[test]
    fn at_any_draw_equals_drawing_up_to_it() {
        let mut dice = Dice1::new(u64::MAX);
        for i in 0..100 {
            assert_eq!(Dice1::at(u64::MAX, i), dice);
            assert_eq!(dice.draws(), i);
            dice.word();
        }
    }

    #[test]
    fn ticket_extreme_words_stay_in_range() {
        assert_eq!(ticket(0, 10), 0);
        assert_eq!(ticket(u64::MAX, 10), 9);
        assert_eq!(ticket(u64::MAX / 10 + 1, 10), 1);
    }
}

//! Weights while they are learned: one entry of 8 bytes for each value, with its learning rate. Threads share them by
//! relaxed atomics: a lost update is as harmless as a sample that was never drawn.

use crate::store::sum_of;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A value with what temporal coherence learning (Beal and Smith 1999) remembers of its errors. Bits of the word:
///
/// - 0–31: the value, an `f32`.
/// - 32–47: the sum of errors, signed, in units of the usual error's [`UNIT`]th part.
/// - 48–63: the sum of their magnitudes, in the same units; at least the magnitude of the sum.
///
/// When the magnitudes outgrow their bits, both sums are halved, so old errors fade. The rate is the quotient of the two
/// sums. An entry whose highest bit is set is frozen: it keeps its value and learns nothing.
#[derive(Clone, Copy)]
struct Entry(u64);

const FROZEN: u64 = 1 << 63;

const MAX_SUM: i32 = (1 << 15) - 1;
/// Units of a usual error. The fewer, the more errors are remembered before sums are halved, and the lower rates fall
/// where errors are noise.
const UNIT: f32 = 16.0;

/// How fast the usual magnitude of errors follows them.
const USUAL_RATE: f32 = 0.001;
/// Larger errors than this many usual ones count as this many for the rates.
const MAX_USUAL: f32 = 4.0;

impl Entry {
    #[inline]
    fn value(self) -> f32 {
        f32::from_bits(self.0 as u32)
    }

    /// The entry after an error of so many units, of which the value takes its rate times `step`.
    #[inline]
    fn learn(self, units: i32, step: f32) -> Self {
        if self.0 & FROZEN != 0 {
            return self;
        }
        let sum = i32::from((self.0 >> 32) as i16);
        let all = (self.0 >> 48) as i32;
        let rate = if all == 0 { 1.0 } else { sum.unsigned_abs() as f32 / all as f32 };
        let value = self.value() + rate * step;
        let (mut sum, mut all) = (sum + units, all + units.abs());
        if all > MAX_SUM {
            (sum, all) = (sum / 2, (all + 1) / 2);
        }
        Self(u64::from(value.to_bits()) | u64::from(sum as u16) << 32 | (all as u64) << 48)
    }
}

/// An error in units for the rates, never 0. Rare errors of many times the usual count less.
#[inline]
fn units(error: f32, usual: f32) -> i32 {
    let units = (error / usual).clamp(-MAX_USUAL, MAX_USUAL) * UNIT;
    if units.abs() < 1.0 { units.signum() as i32 } else { units as i32 }
}

/// The entries of all tables, one after the other.
pub(crate) struct Weights {
    entries: Vec<AtomicU64>,
}

impl Weights {
    /// So many weights of zero.
    pub(crate) fn new(total: u32) -> Self {
        Self { entries: (0..total).map(|_| AtomicU64::new(0)).collect() }
    }

    /// Appends a copy of the last entries, so many, with their rates.
    pub(crate) fn copy_last(&mut self, count: usize) {
        let from = self.entries.len() - count;
        self.entries.reserve_exact(count);
        for place in from..from + count {
            let word = self.entries[place].load(Relaxed);
            self.entries.push(AtomicU64::new(word));
        }
    }

    /// The sum of the values at these places.
    #[inline]
    pub(crate) fn sum(&self, places: &[u32]) -> f32 {
        sum_of(places, |place| Entry(self.entries[place as usize].load(Relaxed)).value())
    }

    /// Moves the sum at these places by the error, by the rates of their entries times `rate`.
    ///
    /// Where symmetric images of a board are alike, they look up the same entries, and the sum would move too far. If
    /// `group` is not 0, each so many places are of one table and are searched for equals.
    ///
    /// `usual` is the usual magnitude of errors, and follows them. Rare errors of many times that are learned in full but
    /// count less for the rates: otherwise one of them would decide its entries' rates for a long time.
    #[inline]
    pub(crate) fn learn(&self, places: &[u32], error: f32, rate: f32, group: usize, usual: &mut f32) {
        if error == 0.0 || !error.is_finite() {
            return;
        }
        *usual += (error.abs().min(100.0 * *usual + 1.0) - *usual) * USUAL_RATE;
        let units = units(error, *usual);
        let hits = if group == 0 { places.len() as u32 } else { places.chunks(group).map(pairs).sum() };
        let step = rate * error / hits as f32;
        for place in places {
            let entry = &self.entries[*place as usize];
            entry.store(Entry(entry.load(Relaxed)).learn(units, step).0, Relaxed);
        }
    }

    /// All values.
    pub(crate) fn values(&self) -> impl Iterator<Item = f32> {
        self.entries.iter().map(|entry| Entry(entry.load(Relaxed)).value())
    }

    /// Sets a value; its learning rate starts anew.
    pub(crate) fn set(&mut self, place: u32, value: f32) {
        *self.entries[place as usize].get_mut() = value.to_bits().into();
    }

    /// Freezes at zero all weights that were looked up less often than `least`.
    pub(crate) fn freeze_rare(&mut self, visits: &[u8], least: u8) {
        for (entry, visits) in self.entries.iter_mut().zip(visits) {
            if *visits < least {
                *entry.get_mut() = FROZEN;
            }
        }
    }

    /// A copy of all entries that have learned something.
    pub(crate) fn snapshot(&self) -> Snapshot {
        let words = (0..).zip(&self.entries).map(|(place, entry)| (place, entry.load(Relaxed)));
        Snapshot(words.filter(|(_, word)| *word != 0 && *word != FROZEN).collect())
    }

    /// The weights of a snapshot. Frozen ones stay frozen.
    pub(crate) fn restore(&mut self, snapshot: &Snapshot) {
        self.entries.iter_mut().for_each(|entry| *entry.get_mut() &= FROZEN);
        for (place, word) in &snapshot.0 {
            *self.entries[*place as usize].get_mut() = *word;
        }
    }
}

/// The number of pairs of equals, in both orders, and each with itself.
#[inline]
fn pairs(places: &[u32]) -> u32 {
    places.iter().map(|place| places.iter().map(|other| u32::from(other == place)).sum::<u32>()).sum()
}

/// A copy of weights.
pub(crate) struct Snapshot(Vec<(u32, u64)>);

#[cfg(test)]
mod tests {
    use super::*;

    /// The plain sums of temporal coherence learning, without packing.
    #[derive(Default)]
    struct Plain {
        value: f32,
        sum: f64,
        all: f64,
    }

    impl Plain {
        fn learn(&mut self, error: f32, step: f32) {
            let rate = if self.all == 0.0 { 1.0 } else { self.sum.abs() / self.all };
            self.value += rate as f32 * step;
            self.sum += f64::from(error);
            self.all += f64::from(error.abs());
        }
    }

    #[test]
    fn learn_packed_rates_follow_the_plain_sums() {
        for scale in [0.05, 1.0, 300.0, 1e5] {
            let (mut entry, mut plain) = (Entry(0), Plain::default());
            for i in 0..60u32 {
                let error = scale * ((i * i * 7 % 23) as f32 - 8.0) + 0.01 * scale;
                entry = entry.learn(units(error, 5.0 * scale), error / 10.0);
                plain.learn(error, error / 10.0);
                let off = (entry.value() - plain.value).abs() / scale;
                assert!(off < 0.2, "scale {scale}, step {i}: {} {}", entry.value(), plain.value);
            }
        }
    }

    #[test]
    fn learn_errors_of_one_sign_keep_the_full_rate() {
        let mut entry = Entry(0);
        for _ in 0..100_000 {
            entry = entry.learn(20, 0.5);
        }
        assert!((entry.value() - 50_000.0).abs() < 1000.0, "{}", entry.value());
    }

    #[test]
    fn learn_noise_lowers_the_rate() {
        let mut entry = Entry(0);
        for i in 0..10_000 {
            entry = entry.learn(if i % 2 == 0 { 20 } else { -20 }, 0.0);
        }
        let before = entry.value();
        assert!((entry.learn(20, 100.0).value() - before).abs() < 5.0);
    }

    #[test]
    fn units_small_errors_count_and_large_ones_are_limited() {
        assert_eq!((units(1e-9, 1.0), units(-1e-9, 1.0)), (1, -1));
        assert_eq!((units(2.0, 1.0), units(-1e9, 1.0), units(f32::MAX, 1e-30)), (32, -64, 64));
    }

    #[test]
    fn freeze_rare_weights_stay_zero_and_the_others_learn() {
        let mut weights = Weights::new(4);
        let mut usual = 1.0;
        weights.learn(&[0, 1, 2], 6.0, 1.0, 0, &mut usual);
        weights.freeze_rare(&[9, 2, 3, 0], 3);
        let snapshot = weights.snapshot();
        weights.learn(&[0, 1, 2, 3], 8.0, 1.0, 0, &mut usual);
        assert_eq!(weights.values().collect::<Vec<_>>(), [4.0, 0.0, 4.0, 0.0]);
        weights.restore(&snapshot);
        weights.learn(&[1, 3], 8.0, 1.0, 0, &mut usual);
        assert_eq!(weights.values().collect::<Vec<_>>(), [2.0, 0.0, 2.0, 0.0]);
    }

    #[test]
    fn restore_after_more_learning_gives_the_old_sums() {
        let mut weights = Weights::new(30);
        let mut usual = 1.0;
        weights.learn(&[1, 15], 8.0, 1.0, 0, &mut usual);
        let (sum, snapshot) = (weights.sum(&[1, 15]), weights.snapshot());
        weights.learn(&[1, 2, 15], -100.0, 1.0, 0, &mut usual);
        weights.restore(&snapshot);
        assert_eq!((weights.sum(&[1, 15]), weights.sum(&[2])), (sum, 0.0));
        assert_eq!(sum, 8.0);
        assert_eq!(weights.values().nth(15), Some(4.0));
    }
}

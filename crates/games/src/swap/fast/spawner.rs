//! The spawn table as codes, drawn from without going through the list of outcomes.

use crate::Spawn;

/// The spawn values, ascending, as codes.
#[derive(Debug)]
pub(super) struct Spawner {
    codes: [u32; Spawn::MAX_VALUES],
    len: usize,
    /// The ticket at which each entry's share begins; `u32::MAX` beyond the last entry.
    starts: [u32; Spawn::MAX_VALUES],
    weights: [u32; Spawn::MAX_VALUES],
    /// For each set of entries the sum of the weights of the others.
    without: Vec<u32>,
}

/// A set of entries that must not be dealt: bit `i` is entry `i`.
pub(super) type Barred = u8;

impl Spawner {
    pub(super) fn new(spawn: &Spawn, code: impl Fn(u32) -> u32) -> Self {
        let mut table = Self {
            codes: [0; Spawn::MAX_VALUES],
            len: spawn.as_slice().len(),
            starts: [u32::MAX; Spawn::MAX_VALUES],
            weights: [0; Spawn::MAX_VALUES],
            without: Vec::new(),
        };
        let mut total = 0;
        for (i, &(value, weight)) in spawn.as_slice().iter().enumerate() {
            table.codes[i] = code(value);
            table.starts[i] = total;
            table.weights[i] = weight;
            total += weight;
        }
        let sum = |barred: u32| (0..Spawn::MAX_VALUES).filter(|i| barred >> i & 1 == 0).map(|i| table.weights[i]).sum();
        table.without = (0..1 << Spawn::MAX_VALUES).map(sum).collect();
        table
    }

    /// An entry's code.
    #[inline]
    pub(super) fn code(&self, entry: usize) -> u32 {
        self.codes[entry]
    }

    /// The entries with their weights.
    pub(super) fn entries(&self) -> impl Iterator<Item = (usize, u32)> {
        self.weights[..self.len].iter().copied().enumerate()
    }

    /// The entry with that code, if there is one.
    pub(super) fn entry(&self, code: u32) -> Option<usize> {
        self.codes[..self.len].iter().position(|&known| known == code)
    }

    /// Whether an entry is left to be dealt.
    #[inline]
    pub(super) fn any_left(&self, barred: Barred) -> bool {
        self.without[usize::from(barred)] > 0
    }

    /// The entry that a word stands for.
    #[inline]
    pub(super) fn draw(&self, word: u64) -> usize {
        self.holding(ticket(word, self.without[0]))
    }

    /// The entry that a word stands for, of those not barred: as though their shares were cut out of the tickets.
    #[inline]
    pub(super) fn draw_without(&self, barred: Barred, word: u64) -> usize {
        let mut ticket = ticket(word, self.without[usize::from(barred)]);
        let mut left = barred;
        while left != 0 {
            let cut = left.trailing_zeros() as usize;
            if ticket >= self.starts[cut] {
                ticket += self.weights[cut];
            }
            left &= left - 1;
        }
        self.holding(ticket)
    }

    /// The entry whose share holds the ticket.
    #[inline]
    fn holding(&self, ticket: u32) -> usize {
        self.starts[1..].iter().map(|&start| usize::from(start <= ticket)).sum()
    }
}

#[inline]
fn ticket(word: u64, total: u32) -> u32 {
    tilewright_core::ticket(word, total.into()) as u32
}

//! The spawn table as codes, drawn from without going through the list of outcomes.

use crate::Spawn;

/// Where there is no entry.
pub(super) const NONE: usize = Spawn::MAX_VALUES;

/// The spawn values, ascending, as codes.
#[derive(Debug)]
pub(super) struct Spawner {
    codes: [u32; Spawn::MAX_VALUES],
    len: usize,
    /// Where each entry's share of the tickets begins; never, for [`NONE`].
    starts: [u32; Spawn::MAX_VALUES + 1],
    /// How large it is; nothing, for [`NONE`].
    weights: [u32; Spawn::MAX_VALUES + 1],
    total: u32,
}

/// What may be dealt: all but two entries, the lower first, [`NONE`] for less.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fitting {
    low: usize,
    high: usize,
    total: u32,
}

impl Spawner {
    pub(super) fn new(spawn: &Spawn, code: impl Fn(u32) -> u32) -> Self {
        let mut table = Self {
            codes: [0; Spawn::MAX_VALUES],
            len: spawn.as_slice().len(),
            starts: [u32::MAX; Spawn::MAX_VALUES + 1],
            weights: [0; Spawn::MAX_VALUES + 1],
            total: 0,
        };
        for (i, &(value, weight)) in spawn.as_slice().iter().enumerate() {
            table.codes[i] = code(value);
            table.starts[i] = table.total;
            table.weights[i] = weight;
            table.total += weight;
        }
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

    /// The entry with that code; [`NONE`] where there is none.
    pub(super) fn entry(&self, code: u32) -> usize {
        self.codes[..self.len].iter().position(|&known| known == code).unwrap_or(NONE)
    }

    /// The entry that a word stands for.
    #[inline]
    pub(super) fn draw(&self, word: u64) -> usize {
        self.holding(ticket(word, self.total))
    }

    /// What is left without these two entries (or one, or none). None where nothing is.
    #[inline]
    pub(super) fn without(&self, one: usize, other: usize) -> Option<Fitting> {
        let (low, high) = if one == other { (one, NONE) } else { (one.min(other), one.max(other)) };
        let total = self.total - self.weights[low] - self.weights[high];
        (total > 0).then_some(Fitting { low, high, total })
    }

    /// Whether an entry is left.
    pub(super) fn fits(&self, fitting: Fitting, entry: usize) -> bool {
        entry != fitting.low && entry != fitting.high
    }

    /// The entry that a word stands for, of those left: as though the others' shares had been cut out of the tickets.
    #[inline]
    pub(super) fn draw_fitting(&self, fitting: Fitting, word: u64) -> usize {
        let mut ticket = ticket(word, fitting.total);
        for cut in [fitting.low, fitting.high] {
            if ticket >= self.starts[cut] {
                ticket += self.weights[cut];
            }
        }
        self.holding(ticket)
    }

    /// The entry whose share holds the ticket.
    #[inline]
    fn holding(&self, ticket: u32) -> usize {
        self.starts[1..Spawn::MAX_VALUES].iter().map(|&start| usize::from(start <= ticket)).sum()
    }
}

#[inline]
fn ticket(word: u64, total: u32) -> u32 {
    tilewright_core::ticket(word, total.into()) as u32
}

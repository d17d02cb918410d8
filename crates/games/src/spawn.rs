//! Spawn tables: the values of new tiles and their weights.

/// One to eight values with weights, ascending by value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spawn {
    entries: [(u32, u32); Self::MAX_VALUES],
    len: u8,
    total: u32,
}

impl Spawn {
    /// The most values that a table can have.
    pub const MAX_VALUES: usize = 8;
    /// The largest weight of a value.
    pub const MAX_WEIGHT: u32 = 1000;

    /// A table of these values and weights, in any order; `None` if a value repeats, a weight is out of range or there are
    /// too few or too many.
    pub fn new(entries: &[(u32, u32)]) -> Option<Self> {
        if entries.is_empty() || entries.len() > Self::MAX_VALUES {
            return None;
        }
        let mut table = Self { entries: [(0, 0); Self::MAX_VALUES], len: entries.len() as u8, total: 0 };
        for (slot, &(value, weight)) in table.entries.iter_mut().zip(entries) {
            if !(1..=Self::MAX_WEIGHT).contains(&weight) {
                return None;
            }
            *slot = (value, weight);
            table.total += weight;
        }
        table.entries[..entries.len()].sort_unstable();
        table.as_slice().is_sorted_by(|a, b| a.0 < b.0).then_some(table)
    }

    /// The values with their weights, ascending.
    #[inline]
    pub fn as_slice(&self) -> &[(u32, u32)] {
        &self.entries[..usize::from(self.len)]
    }

    /// The sum of the weights.
    #[inline]
    pub fn total(&self) -> u32 {
        self.total
    }

    /// The value whose share of `0..total` holds the ticket.
    #[inline]
    pub fn pick(&self, mut ticket: u32) -> u32 {
        for &(value, weight) in self.as_slice() {
            if ticket < weight {
                return value;
            }
            ticket -= weight;
        }
        self.largest()
    }

    /// The smallest value.
    pub fn smallest(&self) -> u32 {
        self.entries[0].0
    }

    /// The largest value.
    pub fn largest(&self) -> u32 {
        self.as_slice()[self.as_slice().len() - 1].0
    }

    /// Whether chance may place this value.
    pub fn contains(&self, value: u32) -> bool {
        self.as_slice().iter().any(|&(v, _)| v == value)
    }
}

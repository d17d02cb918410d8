//! Weights that are only read: all tables, one after the other.

/// The weights by their places.
pub(crate) enum Store {
    /// All of them.
    Dense(Box<[f32]>),
    /// Blocks of neighbouring places in which not all are zero.
    Blocks(Blocks),
    /// Those that are not zero.
    Sparse(Sparse),
}

/// Two lookups without a branch: where the block of a place is, and the weight in it.
pub(crate) struct Blocks {
    /// For each block its number among those that are there; 0 is a block of zeros.
    index: Box<[u32]>,
    blocks: Box<[[f32; BLOCK]]>,
}

/// Places in a block: a line of the cache.
const BLOCK: usize = 16;

impl Blocks {
    fn new(total: u32, entries: &[(u32, f32)]) -> Self {
        let mut index = vec![0; (total as usize).div_ceil(BLOCK)];
        let mut blocks = vec![[0.0; BLOCK]];
        for (place, weight) in entries {
            let (block, at) = (*place as usize / BLOCK, *place as usize % BLOCK);
            if index[block] == 0 {
                index[block] = blocks.len() as u32;
                blocks.push([0.0; BLOCK]);
            }
            blocks[index[block] as usize][at] = *weight;
        }
        Self { index: index.into(), blocks: blocks.into() }
    }

    #[inline]
    fn get(&self, place: u32) -> f32 {
        self.blocks[self.index[place as usize / BLOCK] as usize][place as usize % BLOCK]
    }

    fn entries(&self) -> impl Iterator<Item = (u32, f32)> {
        let blocks = (0..).step_by(BLOCK).zip(&self.index).filter(|(_, block)| **block > 0);
        blocks.flat_map(|(first, block)| (first..).zip(self.blocks[*block as usize]))
    }
}

/// A hash table with open addressing from places to weights.
pub(crate) struct Sparse {
    /// Place plus one, 0 for a free slot; and the weight.
    slots: Box<[(u32, f32)]>,
    shift: u32,
}

/// Places for each weight that is not zero, up to which all places get room.
const MAX_DENSE: usize = 32;
/// Likewise, up to which all blocks have an index.
const MAX_BLOCKS: usize = 256;

impl Sparse {
    fn new(entries: &[(u32, f32)]) -> Self {
        let size = (2 * entries.len()).next_power_of_two().max(2);
        let mut table = Self { slots: vec![(0, 0.0); size].into(), shift: 64 - size.ilog2() };
        for (place, weight) in entries {
            let slot = table.slot(*place);
            table.slots[slot] = (place + 1, *weight);
        }
        table
    }

    /// The slot of a place, or the free one where it belongs. At least half of the slots are free.
    #[inline]
    fn slot(&self, place: u32) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = (u64::from(place).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> self.shift) as usize & mask;
        while self.slots[slot].0 != 0 && self.slots[slot].0 != place + 1 {
            slot = (slot + 1) & mask;
        }
        slot
    }
}

impl Store {
    /// Weights of `total` places, of which these, ascending, are not zero. Takes memory in proportion to them.
    pub(crate) fn new(total: u32, entries: &[(u32, f32)]) -> Self {
        if total as usize <= MAX_DENSE * entries.len() {
            let mut dense = vec![0.0; total as usize];
            entries.iter().for_each(|(place, weight)| dense[*place as usize] = *weight);
            Self::Dense(dense.into())
        } else if total as usize <= MAX_BLOCKS * entries.len() {
            Self::Blocks(Blocks::new(total, entries))
        } else {
            Self::Sparse(Sparse::new(entries))
        }
    }

    /// The sum of the weights at these places.
    #[inline]
    pub(crate) fn sum(&self, places: &[u32]) -> f32 {
        match self {
            Self::Dense(weights) => sum_of(places, |place| weights[place as usize]),
            Self::Blocks(weights) => sum_of(places, |place| weights.get(place)),
            Self::Sparse(weights) => sum_of(places, |place| weights.slots[weights.slot(place)].1),
        }
    }

    /// The weights that are not zero, with their places, ascending.
    pub(crate) fn entries(&self) -> Vec<(u32, f32)> {
        match self {
            Self::Dense(weights) => (0..).zip(weights).filter(|(_, w)| **w != 0.0).map(|(i, w)| (i, *w)).collect(),
            Self::Blocks(weights) => weights.entries().filter(|(_, weight)| *weight != 0.0).collect(),
            Self::Sparse(weights) => {
                let taken = weights.slots.iter().filter(|slot| slot.0 != 0);
                let mut entries: Vec<_> = taken.map(|(place, weight)| (place - 1, *weight)).collect();
                entries.sort_unstable_by_key(|entry| entry.0);
                entries
            }
        }
    }
}

/// The sum of the values of these places. Four sums side by side: an addition need not wait for the one before.
#[inline]
pub(crate) fn sum_of(places: &[u32], value: impl Fn(u32) -> f32) -> f32 {
    let (chunks, rest) = places.as_chunks::<4>();
    let mut sums = [0.0; 4];
    for chunk in chunks {
        sums.iter_mut().zip(chunk).for_each(|(sum, place)| *sum += value(*place));
    }
    let sum = (sums[0] + sums[1]) + (sums[2] + sums[3]);
    rest.iter().fold(sum, |sum, place| sum + value(*place))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sum_all_kinds_agree_and_list_the_same_entries() {
        let entries: Vec<(u32, f32)> = (0..100).map(|n| (n * 7 + n % 3, n as f32 - 50.5)).collect();
        let stores = [800, 8_001, 1_000_000].map(|total| Store::new(total, &entries));
        assert!(matches!(stores, [Store::Dense(_), Store::Blocks(_), Store::Sparse(_)]));
        for store in &stores {
            assert_eq!(store.entries(), entries);
            for count in 0..12 {
                let places: Vec<u32> = (0..count).map(|n| n * 37 % 800).collect();
                assert_eq!(store.sum(&places), stores[0].sum(&places));
            }
        }
    }
}

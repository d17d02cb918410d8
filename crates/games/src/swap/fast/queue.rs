//! The preview: the spawn entries that are known to come next.

/// Up to 16 entries in order. The first is in the lowest four bits, as its number plus 1; 0 is the end.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Queue(u64);

impl Queue {
    pub(super) const EMPTY: Self = Self(0);

    pub(super) fn len(self) -> u32 {
        (64 - self.0.leading_zeros()).div_ceil(4)
    }

    /// Appends an entry; there must be room for it.
    #[inline]
    pub(super) fn push(&mut self, entry: usize) {
        self.0 |= (entry as u64 + 1) << (4 * self.len());
    }

    /// Takes the first entry.
    #[inline]
    pub(super) fn pop(&mut self) -> Option<usize> {
        let first = (self.0 & 15) as usize;
        self.0 >>= 4;
        first.checked_sub(1)
    }

    /// The entries in order.
    pub(super) fn entries(mut self) -> impl Iterator<Item = usize> {
        core::iter::from_fn(move || self.pop())
    }
}

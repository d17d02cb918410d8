//! Ranks: tiles that are powers of two, by their exponents. The one place that says what 0 means.

use crate::Cell;
use core::fmt;

/// The rank of a value: n for 2^n. `None` if it is no power of two from 2 on; rank 0 is kept for an empty cell.
///
/// ```
/// use tilewright_core::rank;
/// assert_eq!((rank(2), rank(2048)), (Some(1), Some(11)));
/// assert_eq!((rank(0), rank(1), rank(6)), (None, None, None));
/// ```
#[inline]
pub fn rank(value: u32) -> Option<u8> {
    (value > 1 && value.is_power_of_two()).then(|| value.trailing_zeros() as u8)
}

/// A value that has no rank.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoRank {
    /// The value.
    pub value: u32,
    /// Where it stands.
    pub at: Cell,
}

impl fmt::Display for NoRank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} in cell {} has no rank; ranks are for powers of two from 2 on", self.value, self.at.0)
    }
}

impl core::error::Error for NoRank {}

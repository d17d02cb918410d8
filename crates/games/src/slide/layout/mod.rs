//! Layouts: how boards of a shape are packed into bits, and slid there.

mod general;
mod hex2;
mod network;
mod pairs;
mod square4;

pub use general::{General, UpTo16, UpTo25};
pub use hex2::Hex2;
pub(super) use pairs::Neighbours;
pub use square4::Square4;

use super::bits::Bits;
use std::fmt::Debug;
use tilewright_core::Topology;

/// The most lines along a direction.
pub(super) const MAX_LINES: usize = 8;

/// A board after a slide, before chance adds a tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SlideResult<B> {
    /// The board, an afterstate. Meaningless if [`Self::outgrown`].
    pub board: B,
    /// Points earned.
    pub gain: u64,
    /// Whether any tile moved: if not, the direction is not legal.
    pub moved: bool,
    /// Whether a merge makes a tile of rank 16, which has no room in a nibble.
    pub outgrown: bool,
    /// The number of empty cells.
    pub empty: u32,
}

/// How boards of a shape are packed into an integer and played there. For searches: nothing allocates, and
/// everything is inlined.
///
/// A board is a nibble per cell in scan order, the first in the lowest bits: the tile's rank (its value is 2^rank), or
/// 0 if the cell is empty. Bits above the last cell are 0.
pub trait Layout: Debug + Send + Sync + Sized + 'static {
    /// The integer.
    type Bits: Bits;

    /// The layout of this board; `None` if it is for others.
    fn new(topology: &Topology) -> Option<Self>;

    /// The number of cells.
    fn cells(&self) -> u32;

    /// The number of directions, which is twice the number of axes.
    fn dirs(&self) -> usize;

    /// The board with all tiles slid in a direction. Directions are numbered as the actions are.
    fn slide(&self, board: Self::Bits, dir: usize) -> SlideResult<Self::Bits>;

    /// The directions in which something moves: bit `n` for direction `n`.
    fn legal(&self, board: Self::Bits) -> u32;

    /// The lines along a direction, in the order of [`tilewright_core::Topology::lines`], each with its front cell in
    /// the lowest nibble. Lines that the board does not have are 0.
    fn lines(&self, board: Self::Bits, dir: usize) -> [u32; MAX_LINES];

    /// All boards that are equal to this one but for a symmetry, itself among them; boards that look the same in
    /// several ways come as often.
    fn images(&self, board: Self::Bits, sink: impl FnMut(Self::Bits));

    /// The lowest bit of the nibble of each empty cell.
    #[inline]
    fn empty(&self, board: Self::Bits) -> Self::Bits {
        let cells = !(!Self::Bits::default() << (4 * self.cells() - 1) << 1);
        board.zero_nibbles() & cells
    }

    /// The rank of the tile in a cell, 0 if it is empty.
    #[inline]
    fn rank(&self, board: Self::Bits, cell: u32) -> u8 {
        (board >> (4 * cell)).low() as u8 & 15
    }

    /// The smallest of all boards that are equal to this one but for a symmetry.
    #[inline]
    fn canonical(&self, board: Self::Bits) -> Self::Bits {
        let mut canonical = board;
        self.images(board, |image| canonical = canonical.min(image));
        canonical
    }
}

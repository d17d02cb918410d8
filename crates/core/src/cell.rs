//! Cells and sets of cells. A cell is an index in scan order; the topology knows its coordinates.

use core::fmt;

/// One cell of a board: its index in the topology's scan order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell(pub u8);

impl Cell {
    /// The index for arrays.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// Where a chance outcome puts its tile. Cells come before the preview queue.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Place {
    /// Into a cell of the board.
    Cell(Cell),
    /// To the end of the preview queue.
    Next,
}

/// A set of cells, iterated in scan order. No board has more than 128 cells.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Cells(u128);

impl Cells {
    /// The set without cells.
    pub const EMPTY: Self = Self(0);

    /// The set of two cells.
    #[inline]
    pub fn pair(a: Cell, b: Cell) -> Self {
        Self(1 << a.0 | 1 << b.0)
    }

    /// The set whose members are the set bits, bit 0 being the first cell.
    #[inline]
    pub fn from_bits(bits: u128) -> Self {
        Self(bits)
    }

    /// The set as bits.
    #[inline]
    pub fn bits(self) -> u128 {
        self.0
    }

    /// Adds a cell.
    #[inline]
    pub fn insert(&mut self, cell: Cell) {
        self.0 |= 1 << cell.0;
    }

    /// Whether a cell is in the set.
    #[inline]
    pub fn contains(self, cell: Cell) -> bool {
        self.0 >> cell.0 & 1 == 1
    }

    /// Whether the sets share a cell.
    #[inline]
    pub fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// How many cells there are.
    #[inline]
    pub fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The first cell in scan order.
    #[inline]
    pub fn first(self) -> Option<Cell> {
        (self.0 != 0).then(|| Cell(self.0.trailing_zeros() as u8))
    }
}

impl Iterator for Cells {
    type Item = Cell;

    #[inline]
    fn next(&mut self) -> Option<Cell> {
        let first = self.first()?;
        self.0 &= self.0 - 1;
        Some(first)
    }
}

impl FromIterator<Cell> for Cells {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        let mut set = Self::EMPTY;
        for cell in cells {
            set.insert(cell);
        }
        set
    }
}

impl fmt::Debug for Cells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.map(|cell| cell.0)).finish()
    }
}

//! The hexagon of radius 2 as nibbles: mirroring, rows, empty cells.

/// The first sixteen cells are the first four rows; three are left for the last one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Board {
    pub tiles: u64,
    pub last: u16,
}

/// The lines that slide.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Axis {
    /// Between NW and SE.
    Rows,
    /// Between N and S.
    Columns,
    /// Between NE and SW.
    Diagonals,
}

/// Exchanges the nibbles of the mask with those so many bits further up.
#[inline]
fn exchange(tiles: u64, mask: u64, by: u32) -> u64 {
    let t = (tiles ^ tiles >> by) & mask;
    tiles ^ t ^ t << by
}

impl Board {
    /// The board mirrored so that the lines of the axis change places with the rows. Twice is not at all.
    #[inline]
    pub fn mirrored(self, axis: Axis) -> Self {
        let Self { mut tiles, mut last } = self;
        // Exchanges a nibble with one of the last row.
        let mut beyond = |tiles: &mut u64, cell: u32, place: u32| {
            let t = (*tiles >> (4 * cell) ^ u64::from(last) >> (4 * place)) & 15;
            *tiles ^= t << (4 * cell);
            last ^= (t << (4 * place)) as u16;
        };
        match axis {
            Axis::Rows => {}
            Axis::Columns => {
                beyond(&mut tiles, 2, 0);
                beyond(&mut tiles, 6, 1);
                beyond(&mut tiles, 11, 2);
                // Cells 0 and 7, 1 and 12, 4 and 8, 10 and 14, 5 and 13.
                tiles = exchange(tiles, 0xf, 28);
                tiles = exchange(tiles, 0xf0, 44);
                tiles = exchange(tiles, 0xf00_000f_0000, 16);
                tiles = exchange(tiles, 0xf0_0000, 32);
            }
            Axis::Diagonals => {
                beyond(&mut tiles, 11, 0);
                beyond(&mut tiles, 15, 1);
                // Cells 1 and 3, 5 and 8, 10 and 13, 2 and 7, 6 and 12.
                tiles = exchange(tiles, 0xf0, 8);
                tiles = exchange(tiles, 0xf00_00f0_0000, 12);
                tiles = exchange(tiles, 0xf00, 20);
                tiles = exchange(tiles, 0xf00_0000, 24);
            }
        }
        Self { tiles, last }
    }

    #[inline]
    pub fn rows(self) -> [u32; 5] {
        let Self { tiles, last } = self;
        [
            tiles as u32 & 0xfff,
            (tiles >> 12) as u32 & 0xffff,
            (tiles >> 28) as u32 & 0xf_ffff,
            (tiles >> 48) as u32,
            last.into(),
        ]
    }

    #[inline]
    pub fn from_rows([a, b, c, d, e]: [u32; 5]) -> Self {
        let tiles = u64::from(a) | u64::from(b) << 12 | u64::from(c) << 28 | u64::from(d) << 48;
        Self { tiles, last: e as u16 }
    }

    /// The lowest bit of every empty nibble.
    #[inline]
    pub fn empty(self) -> (u64, u16) {
        let pairs = self.tiles | self.tiles >> 1;
        let last = self.last | self.last >> 1;
        (!(pairs | pairs >> 2) & 0x1111_1111_1111_1111, !(last | last >> 2) & 0x111)
    }

    /// The board with a new tile in one of its empty cells, and that cell.
    #[inline]
    pub fn put(self, empty: u32, rank: u8, index: u32) -> (Self, u8) {
        let (tiles, last) = self.empty();
        // How many of the empty cells are among the first sixteen.
        let first = u64::from(empty) - u64::from(last.wrapping_mul(0x111) >> 8 & 15);
        let index = u64::from(index);
        // A cell is the one if it is empty and has `index` empty ones before it.
        let is = |before: u64, index: u64| {
            let off = before ^ index.wrapping_mul(0x1111_1111_1111_1111);
            let pairs = off | off >> 1;
            !(pairs | pairs >> 2)
        };
        let early = (index < first) as u64;
        let here = tiles & is(tiles.wrapping_mul(0x1111_1111_1111_1110), index) & early.wrapping_neg();
        let there = u64::from(last);
        let there = there & is(there.wrapping_mul(0x110), index.wrapping_sub(first)) & early.wrapping_sub(1);
        let cell = if early == 1 { here.trailing_zeros() / 4 } else { 16 + there.trailing_zeros() / 4 };
        let rank = u64::from(rank);
        (Self { tiles: self.tiles | (here * rank), last: self.last | (there * rank) as u16 }, cell as u8)
    }
}

/// The axis and the end of its lines (0 is the low one) for each direction.
pub(super) const WAYS: [(Axis, usize); 6] = [
    (Axis::Columns, 0),
    (Axis::Diagonals, 0),
    (Axis::Rows, 1),
    (Axis::Columns, 1),
    (Axis::Diagonals, 1),
    (Axis::Rows, 0),
];

/// The row of five, which is too long for the table: what becomes of its front cell, and the four cells behind it.
pub(super) struct Middle {
    /// The rank in front; 16 if it outgrows its nibble.
    pub front: u32,
    /// What is left to slide behind it.
    pub rest: u32,
    pub gain: u64,
}

impl Middle {
    #[inline]
    pub fn slide<const END: usize>(row: u32) -> Self {
        // The tile in front takes the next one, if that is equal. The others cannot tell where it has gone.
        let (front, behind) = if END == 0 { (row & 15, row >> 4) } else { (row >> 16, row & 0xffff) };
        let (next, left) = if END == 0 {
            let near = behind >> ((behind | 1 << 16).trailing_zeros() & !3);
            (near & 15, near >> 4)
        } else {
            let near = behind << ((behind.leading_zeros() - 16) & !3);
            (near >> 12 & 15, near << 4 & 0xffff)
        };
        let merges = front != 0 && next == front;
        Self {
            front: front + u32::from(merges),
            rest: if merges { left } else { behind },
            gain: u64::from(merges) << (front + 1),
        }
    }

    /// The row, given the four cells behind the front after they have slid.
    #[inline]
    pub fn join<const END: usize>(&self, rest: u32) -> u32 {
        let free = self.front == 0;
        if END == 0 {
            self.front | rest << if free { 0 } else { 4 }
        } else {
            self.front << 16 | rest << if free { 4 } else { 0 }
        }
    }
}

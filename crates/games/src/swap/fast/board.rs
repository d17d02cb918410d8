//! A board of up to 8×8 tiles as bit planes, and what runs on it: lines, swaps, falls.
//!
//! A tile is a number, its code (0 is empty); plane `p` holds bit `p` of every tile's code, cell `(row, column)`
//! at bit `8 · row + column`. Comparing a plane with itself shifted compares every cell with its neighbour at once,
//! so the cost of finding lines and swaps does not depend on how many there are. Boards of less than 8 columns keep
//! the stride of 8; what lies outside is never set.

/// The first column.
const COLUMN: u64 = 0x0101_0101_0101_0101;

/// The tiles, on as many planes as their codes have bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Board<const PLANES: usize>([u64; PLANES]);

impl<const PLANES: usize> Board<PLANES> {
    pub(super) const EMPTY: Self = Self([0; PLANES]);

    /// The cells that hold a tile.
    #[inline]
    pub(super) fn tiles(&self) -> u64 {
        self.0.iter().fold(0, |tiles, plane| tiles | plane)
    }

    /// The code at a bit.
    #[inline]
    pub(super) fn get(&self, at: u32) -> u32 {
        self.0.iter().enumerate().fold(0, |code, (p, plane)| code | ((plane >> at & 1) as u32) << p)
    }

    /// Puts a code to an empty cell.
    #[inline]
    pub(super) fn put(&mut self, at: u32, code: u32) {
        if PLANES <= 8 {
            for (p, plane) in self.0.iter_mut().enumerate() {
                *plane |= u64::from(code >> p & 1) << at;
            }
        } else {
            // Of many planes only a few are to be touched.
            let mut bits = code;
            while bits != 0 {
                self.0[bits.trailing_zeros() as usize] |= 1 << at;
                bits &= bits - 1;
            }
        }
    }

    /// Empties cells.
    #[inline]
    pub(super) fn clear(&mut self, cells: u64) {
        for plane in &mut self.0 {
            *plane &= !cells;
        }
    }

    /// Lets two tiles change places.
    #[inline]
    pub(super) fn swap(&mut self, a: u32, b: u32) {
        for plane in &mut self.0 {
            let differ = (*plane >> a ^ *plane >> b) & 1;
            *plane ^= differ << a | differ << b;
        }
    }

    /// Lets the tiles above gaps fall. Each pass closes the highest gap of every column.
    #[inline]
    pub(super) fn fall(&mut self, mut gaps: u64) {
        while gaps != 0 {
            let highest = gaps & !below(gaps);
            let above = above(highest);
            for plane in &mut self.0 {
                *plane = *plane & !(above | highest) | (*plane & above) << 8;
            }
            gaps &= !highest;
        }
    }
}

/// The cells below any of these, in their columns.
#[inline]
fn below(cells: u64) -> u64 {
    let mut below = cells << 8;
    below |= below << 8;
    below |= below << 16;
    below | below << 32
}

/// The cells above any of these, in their columns.
#[inline]
fn above(cells: u64) -> u64 {
    let mut above = cells >> 8;
    above |= above >> 8;
    above |= above >> 16;
    above | above >> 32
}

/// The cell to refill next: columns from left to right, each from the lowest gap up. There must be a gap.
#[inline]
pub(super) fn next_gap(gaps: u64) -> u32 {
    let rows = gaps | gaps >> 32;
    let rows = rows | rows >> 16;
    let column = (rows | rows >> 8).trailing_zeros();
    63 - (gaps & COLUMN << column).leading_zeros()
}

/// Where cells are compared: so many rows down and columns to the right.
const STEPS: [(u32, i32); 12] =
    [(0, 1), (0, 2), (0, 3), (1, -2), (1, -1), (1, 0), (1, 1), (1, 2), (2, -1), (2, 0), (2, 1), (3, 0)];

/// The outline of a board.
#[derive(Debug)]
pub(super) struct Frame {
    /// All cells.
    pub(super) full: u64,
    /// For each step the cells from which it leads to another.
    from: [u64; STEPS.len()],
}

/// All lines of a full board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    /// Cells that are equal to their right neighbours.
    right: u64,
    /// Cells that are equal to those below them.
    down: u64,
    /// Cells in lines of a row.
    pub(super) rows: u64,
    /// Cells in lines of a column.
    pub(super) columns: u64,
}

/// The legal swaps.
#[derive(Clone, Copy, Debug)]
pub(super) struct Swaps {
    /// Cells that may be swapped with their right neighbours.
    right: u64,
    /// Cells that may be swapped with those below them.
    down: u64,
}

impl Frame {
    pub(super) fn new(width: u32, height: u32) -> Self {
        let inside = |row: u32, column: i32| row < height && (0..width as i32).contains(&column);
        let cells = |step: (u32, i32)| {
            let starts = (0..64u32).filter(|at| {
                let (row, column) = (at / 8, (at % 8) as i32);
                inside(row, column) && inside(row + step.0, column + step.1)
            });
            starts.fold(0, |cells, at| cells | 1 << at)
        };
        Self { full: cells((0, 0)), from: STEPS.map(cells) }
    }

    /// The cells that are equal to the one a step away.
    #[inline(always)]
    fn same<const STEP: usize, const PLANES: usize>(&self, board: &Board<PLANES>) -> u64 {
        let shift = 8 * STEPS[STEP].0 as i32 + STEPS[STEP].1;
        let differ = board.0.iter().fold(0, |differ, plane| differ | (plane ^ plane >> shift));
        !differ & self.from[STEP]
    }

    /// Whether two cells lie side by side.
    #[inline]
    pub(super) fn adjoin(&self, a: u32, b: u32) -> bool {
        let (first, second) = (a.min(b), a.max(b));
        second - first == 1 && self.from[0] >> first & 1 == 1 || second - first == 8
    }

    /// All lines.
    #[inline]
    pub(super) fn find<const PLANES: usize>(&self, board: &Board<PLANES>) -> Found {
        let right = self.same::<0, PLANES>(board);
        let down = self.same::<5, PLANES>(board);
        let (rows, columns) = (right & right >> 1, down & down >> 8);
        Found { right, down, rows: rows | rows << 1 | rows << 2, columns: columns | columns << 8 | columns << 16 }
    }

    /// The swaps after which a line runs through one of the two cells.
    ///
    /// For each way that a tile may go: the two beyond its goal are equal to it, or two in line on one side of the
    /// goal, or one on each side. Its own old place holds the other tile then; two equal tiles are another matter.
    #[inline]
    pub(super) fn swaps<const PLANES: usize>(&self, board: &Board<PLANES>) -> Swaps {
        let (two, three) = (self.same::<1, PLANES>(board), self.same::<2, PLANES>(board));
        let (low_left_far, low_left, low_right, low_right_far) = (
            self.same::<3, PLANES>(board),
            self.same::<4, PLANES>(board),
            self.same::<6, PLANES>(board),
            self.same::<7, PLANES>(board),
        );
        let (left_far_low, two_down, right_far_low, three_down) = (
            self.same::<8, PLANES>(board),
            self.same::<9, PLANES>(board),
            self.same::<10, PLANES>(board),
            self.same::<11, PLANES>(board),
        );
        // The same steps, seen from the other end.
        let (high_left, high_right) = (low_right << 9, low_left << 7);
        let sides =
            |one: u64, one_far: u64, other: u64, other_far: u64| one & one_far | other & other_far | one & other;

        let to_right = two & three | sides(high_right, left_far_low << 15, low_right, right_far_low);
        let to_left = two << 2 & three << 3 | sides(high_left, right_far_low << 17, low_left, left_far_low);
        let to_down = two_down & three_down | sides(low_left, low_left_far, low_right, low_right_far);
        let to_up =
            two_down << 16 & three_down << 24 | sides(high_left, low_right_far << 10, high_right, low_left_far << 6);
        let mut swaps = Swaps { right: to_right | to_left >> 1, down: to_down | to_up >> 8 };
        let found = self.find(board);
        if found.any() != 0 {
            // Only a loaded position: swapping equal tiles leaves the board as it is, lines and all.
            let lined = found.any();
            swaps.right = swaps.right & !found.right | found.right & (lined | lined >> 1);
            swaps.down = swaps.down & !found.down | found.down & (lined | lined >> 8);
        }
        swaps
    }
}

impl Found {
    /// Cells in any line.
    #[inline]
    pub(super) fn any(&self) -> u64 {
        self.rows | self.columns
    }

    /// The equal cells around one in its row.
    #[inline]
    pub(super) fn row_run(&self, at: u32) -> u64 {
        let right = (!(self.right >> at)).trailing_zeros();
        let left = (!(self.right << 1 << (63 - at))).leading_zeros();
        ((1 << (left + right + 1)) - 1) << (at - left)
    }

    /// The equal cells around one in its column.
    #[inline]
    pub(super) fn column_run(&self, at: u32) -> u64 {
        let mut run = 1 << at;
        let mut end = at;
        while self.down >> end & 1 == 1 {
            end += 8;
            run |= 1 << end;
        }
        let mut end = at;
        while end >= 8 && self.down >> (end - 8) & 1 == 1 {
            end -= 8;
            run |= 1 << end;
        }
        run
    }

    /// The lines through a cell, united; 0 where there is none.
    #[inline]
    pub(super) fn cross(&self, at: u32) -> u64 {
        let mut cross = 0;
        if self.rows >> at & 1 == 1 {
            cross |= self.row_run(at);
        }
        if self.columns >> at & 1 == 1 {
            cross |= self.column_run(at);
        }
        cross
    }

    /// The lines through a cell and all that are connected with them.
    pub(super) fn union(&self, at: u32) -> u64 {
        let mut group = self.cross(at);
        let mut open = group & self.rows & self.columns;
        while open != 0 {
            let more = self.cross(open.trailing_zeros()) & !group;
            group |= more;
            open = open & (open - 1) | more & self.rows & self.columns;
        }
        group
    }

    /// Whether no line crosses another, so that every line is a group of its own.
    #[inline]
    pub(super) fn is_simple(&self) -> bool {
        self.rows & self.columns == 0
    }

    /// Calls with each line of a simple board and its first cell.
    #[inline]
    pub(super) fn for_each_line(&self, mut sink: impl FnMut(u64, u32)) {
        let mut starts = self.rows & !(self.right << 1);
        while starts != 0 {
            let at = starts.trailing_zeros();
            starts &= starts - 1;
            sink(self.row_run(at), at);
        }
        let mut starts = self.columns & !(self.down << 8);
        while starts != 0 {
            let at = starts.trailing_zeros();
            starts &= starts - 1;
            sink(self.column_run(at), at);
        }
    }
}

impl Swaps {
    /// Whether there is one.
    #[inline]
    pub(super) fn any(&self) -> bool {
        self.right | self.down != 0
    }

    /// The actions of a row's cells: four bits a cell, for its swaps up, left, right and down. Ascending bits are
    /// ascending ids.
    #[inline]
    pub(super) fn row(&self, row: u32) -> u32 {
        let ways = [self.down << 8, self.right << 1, self.right, self.down];
        ways.iter().enumerate().fold(0, |word, (way, cells)| word | spread(cells >> (8 * row)) << way)
    }

    /// For each row, in a byte, the number of actions up to its end: 224 at most.
    #[inline]
    pub(super) fn counts(&self) -> u64 {
        let ways = [self.down << 8, self.right << 1, self.right, self.down];
        let counts = ways.iter().fold(0, |counts, &cells| counts + bits_of_bytes(cells));
        counts.wrapping_mul(COLUMN)
    }
}

/// The low eight bits, each with three zeros above it.
#[inline]
fn spread(cells: u64) -> u32 {
    let x = (cells & 0xff) as u32;
    let x = (x | x << 12) & 0x000f_000f;
    let x = (x | x << 6) & 0x0303_0303;
    (x | x << 3) & 0x1111_1111
}

/// In every byte the number of its set bits.
#[inline]
fn bits_of_bytes(x: u64) -> u64 {
    let x = x - (x >> 1 & 0x5555_5555_5555_5555);
    let x = (x & 0x3333_3333_3333_3333) + (x >> 2 & 0x3333_3333_3333_3333);
    (x + (x >> 4)) & 0x0f0f_0f0f_0f0f_0f0f
}

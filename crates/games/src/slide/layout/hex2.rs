//! The hexagon of radius 2 in 76 bits.
//!
//! Its rows have 3, 4, 5, 4 and 3 cells. Mirroring the board in the right axis exchanges its rows with the lines of
//! either other axis, so a slide along those is a slide of the mirrored board's rows.
//!
//! Nothing branches on the direction, which random play would mispredict most of the time. What limits it, by sampling: the
//! two mirrorings and the middle row, which is too long for the table of rows.

use super::{Layout, MAX_LINES, SlideResult, pairs::Moves};
use crate::slide::{
    bits::Bits as _,
    rows::{self, Rows},
};
use std::{fmt, hint::select_unpredictable, sync::LazyLock};
use tilewright_core::{Dir, Shape, Topology};

/// The layout of the hexagon of radius 2.
#[derive(Clone)]
pub struct Hex2 {
    rows: &'static Rows,
    mirrors: &'static Mirrors,
    /// For each direction the rows of [`front_rows`] in the order of the lines.
    order: [[u8; MAX_LINES]; 6],
}

impl fmt::Debug for Hex2 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Hex2").finish_non_exhaustive()
    }
}

/// The lines that slide.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Axis {
    /// Between NW and SE.
    Rows,
    /// Between N and S.
    Columns,
    /// Between NE and SW.
    Diagonals,
}

/// The axis of each direction, and the end of its lines where tiles go.
const DIRS: [(Axis, rows::End); 6] = [
    (Axis::Columns, rows::End::LOW),
    (Axis::Diagonals, rows::End::LOW),
    (Axis::Rows, rows::End::HIGH),
    (Axis::Columns, rows::End::HIGH),
    (Axis::Diagonals, rows::End::HIGH),
    (Axis::Rows, rows::End::LOW),
];

/// Where the mirroring that exchanges the rows with the lines of an axis takes each cell.
const COLUMNS: [u8; 19] = [7, 12, 16, 3, 8, 13, 17, 0, 4, 9, 14, 18, 1, 5, 10, 15, 2, 6, 11];
const DIAGONALS: [u8; 19] = [0, 3, 7, 1, 4, 8, 12, 2, 5, 9, 13, 16, 6, 10, 14, 17, 11, 15, 18];

/// A mirroring as lookup tables: no branches, and lookups that do not wait for each other.
#[derive(Clone)]
struct Mirror {
    /// For each byte of the board, two cells, where its tiles go among the first sixteen cells. The last entries are not
    /// used: without them all tables would compete for the same lines of the cache.
    tables: [[u64; 256 + 8]; 10],
    /// Where the tiles of the last three cells come from: the first bits of their nibbles, counted from the third cell for
    /// the first two of them, and from the fourth for the last.
    last: [u32; 3],
}

impl Mirror {
    fn new(to: &[u8; 19]) -> Self {
        let mut tables = [[0; 264]; 10];
        for (table, cells) in tables.iter_mut().zip(to.chunks(2)) {
            for (entry, byte) in table[..256].iter_mut().zip(0..) {
                let tiles = (0..).zip(cells).filter(|(_, cell)| **cell < 16);
                *entry = tiles.fold(0, |entry, (at, cell)| entry | (byte >> (4 * at) & 15) << (4 * cell));
            }
        }
        // A mirroring leads back to where it came from.
        let last = [(16, 2), (17, 2), (18, 3)].map(|(cell, first): (usize, u8)| 4 * u32::from(to[cell] - first));
        Self { tables, last }
    }

    /// The board mirrored so that the lines of an axis change places with the rows. An involution.
    #[inline]
    fn apply(&self, board: u128) -> u128 {
        let [low, high] = board.halves();
        let tiles = |byte: u64, table: usize| self.tables[table][usize::from(byte as u8)];
        let pair = |word: u64, table: usize| tiles(word, table) | tiles(word >> 8, table + 1);
        // In pairs of pairs, so that few wait for each other.
        let tiles = (pair(low, 0) | pair(low >> 16, 2)) | (pair(low >> 32, 4) | pair(low >> 48, 6)) | pair(high, 8);
        let [a, b, c] = self.last;
        let (third, fourth) = (low >> 8 | high << 56, low >> 12 | high << 52);
        let last = third >> (a & 63) & 15 | (third >> (b & 63) & 15) << 4 | (fourth >> (c & 63) & 15) << 8;
        u128::from_halves([tiles, last])
    }
}

/// The mirrorings by [`Axis`]; that of rows changes nothing. One more than needed, so that an index can be masked.
type Mirrors = [Mirror; 4];

/// The mirrorings, made when they are first asked for.
fn mirrors() -> &'static Mirrors {
    static MIRRORS: LazyLock<Box<Mirrors>> = LazyLock::new(|| {
        let rows = std::array::from_fn(|cell| cell as u8);
        Box::new([&rows, &COLUMNS, &DIAGONALS, &rows].map(Mirror::new))
    });
    &MIRRORS
}

#[inline]
fn split(board: u128) -> [u32; 5] {
    let tiles = board as u64;
    [
        tiles as u32 & 0xfff,
        (tiles >> 12) as u32 & 0xffff,
        (tiles >> 28) as u32 & 0xf_ffff,
        (tiles >> 48) as u32,
        (board >> 64) as u32,
    ]
}

#[inline]
fn join([a, b, c, d, e]: [u32; 5]) -> u128 {
    let tiles = u64::from(a) | u64::from(b) << 12 | u64::from(c) << 28 | u64::from(d) << 48;
    u128::from(tiles) | u128::from(e) << 64
}

/// The cells in the opposite order: the board turned by 180°.
#[inline]
fn turned(board: u128) -> u128 {
    let bytes = board.swap_bytes();
    let odd = 0x0f0f_0f0f_0f0f_0f0f_0f0f_0f0f_0f0f_0f0f;
    (bytes >> 4 & odd | (bytes & odd) << 4) >> (128 - 4 * 19)
}

/// The rows of the board mirrored so that they are the lines of a direction, with their front cells lowest.
#[inline]
fn front_rows(mirrors: &Mirrors, board: u128, dir: usize) -> [u32; MAX_LINES] {
    let (axis, end) = DIRS[dir];
    let lines = mirrors[axis as usize & 3].apply(board);
    // Turned by 180°, the high end is the low one.
    let [a, b, c, d, e] = split(if end.is_high() { turned(lines) } else { lines });
    [a, b, c, d, e, 0, 0, 0]
}

/// The middle row, which is too long for the table: what becomes of its front cell, and the four cells behind it.
struct Middle {
    /// The rank in front; 16 if it outgrows its nibble.
    front: u32,
    /// What is left to slide behind it.
    rest: u32,
    gain: u64,
}

impl Middle {
    /// Branch-free: both ends are cheaper than a branch on a random one.
    #[inline]
    fn slide(row: u32, is_high: bool) -> Self {
        // The tile in front takes the next one, if that is equal. The others cannot tell where it has gone.
        let (behind_low, behind_high) = (row >> 4, row & 0xffff);
        let near_low = behind_low >> ((behind_low | 1 << 16).trailing_zeros() & !3);
        let near_high = behind_high << ((behind_high.leading_zeros() - 16) & !3);
        let front = select_unpredictable(is_high, row >> 16, row & 15);
        let next = select_unpredictable(is_high, near_high >> 12 & 15, near_low & 15);
        let left = select_unpredictable(is_high, near_high << 4 & 0xffff, near_low >> 4);
        let behind = select_unpredictable(is_high, behind_high, behind_low);
        let merges = (front != 0) & (next == front);
        Self {
            front: front + u32::from(merges),
            rest: select_unpredictable(merges, left, behind),
            gain: u64::from(merges) << (front + 1),
        }
    }

    /// The row, given the four cells behind the front after they have slid.
    #[inline]
    fn join(&self, rest: u32, is_high: bool) -> u32 {
        let is_free = self.front == 0;
        // At the low end tiles lie behind the front, at the high end before it.
        let front = select_unpredictable(is_high, self.front << 16, self.front);
        front | select_unpredictable(is_free == is_high, rest << 4, rest)
    }
}

impl Layout for Hex2 {
    type Bits = u128;

    fn new(topology: &Topology) -> Option<Self> {
        if topology.shape() != (Shape::Hex { radius: 2 }) {
            return None;
        }
        let mirrors = mirrors();
        // Which row a line becomes is the row where a mark in its front cell is found.
        let row = |dir: usize, line: usize| {
            let cells = topology.lines(Dir(dir as u8)).get(line);
            let mark = cells.map_or(0, |cells| 1 << (4 * cells[0].0));
            front_rows(mirrors, mark, dir).iter().position(|&row| row != 0).unwrap_or(MAX_LINES - 1) as u8
        };
        let order = std::array::from_fn(|dir| std::array::from_fn(|line| row(dir, line)));
        Some(Self { rows: rows::table(), mirrors, order })
    }

    #[inline]
    fn cells(&self) -> u32 {
        19
    }

    #[inline]
    fn dirs(&self) -> usize {
        6
    }

    /// Branch-free: a random direction would be mispredicted most of the time.
    #[inline]
    fn slide(&self, board: u128, dir: usize) -> SlideResult<u128> {
        let (axis, end) = DIRS[dir];
        let mirror = &self.mirrors[axis as usize & 3];
        let is_high = end.is_high();
        let lines = mirror.apply(board);
        let [a, b, c, d, e] = split(lines);
        // Rows of three lie at the end where tiles go, with a cell behind them that stays empty.
        let [a, e] = [a, e].map(|row| select_unpredictable(is_high, row << 4, row));
        let middle = Middle::slide(c, is_high);
        let entries = [a, b, middle.rest, d, e].map(|row| &self.rows[row as usize & 0xffff]);
        let [a, b, c, d, e] = entries.map(|row| u32::from(row.slid(end)));
        let [a, e] = [a, e].map(|row| select_unpredictable(is_high, row >> 4, row));
        let slid = join([a, b, middle.join(c, is_high), d, e]);
        let info = rows::sum(entries);
        SlideResult {
            board: mirror.apply(slid),
            gain: info.gain() + middle.gain,
            moved: slid != lines,
            outgrown: info.outgrown() | (middle.front > 15),
            empty: info.empty() - 2 + u32::from(middle.front == 0),
        }
    }

    #[inline]
    fn legal(&self, board: u128) -> u32 {
        // Cells 0 to 15, and cells 3 to 18, so that the nibbles of cells up to five apart lie on each other after a shift
        // of 64 bits.
        let (early, late) = (board as u64, (board >> 12) as u64);
        let (empty, late_empty) = (early.zero_nibbles(), late.zero_nibbles());
        let [mut rows, mut columns, mut diagonals] = [Moves::default(); 3];
        rows.add([early, early >> 4], [empty, empty >> 4], 0x11);
        rows.add([late, late >> 4], [late_empty, late_empty >> 4], 0x0110_1110_1111_0111);
        let apart = |cells: u32| {
            let shift = 4 * (cells - 3);
            ([early, late >> shift], [empty, late_empty >> shift])
        };
        let ((three, three_empty), (four, four_empty), (five, five_empty)) = (apart(3), apart(4), apart(5));
        diagonals.add(three, three_empty, 0x1110_0000_0000_0111);
        diagonals.add(four, four_empty, 0x1111_0111_1000);
        columns.add(four, four_empty, 0x0111_0000_0000_0111);
        columns.add(five, five_empty, 0x0111_1111_1000);
        columns.legal([0, 3]) | diagonals.legal([1, 4]) | rows.legal([5, 2])
    }

    #[inline]
    fn lines(&self, board: u128, dir: usize) -> [u32; MAX_LINES] {
        let rows = front_rows(self.mirrors, board, dir);
        self.order[dir].map(|row| rows[usize::from(row) % MAX_LINES])
    }

    #[inline]
    fn images(&self, board: u128, mut sink: impl FnMut(u128)) {
        // The three mirrorings that exchange two axes and their products, each of them turned by 180° as well.
        let [_, columns, diagonals, _] = self.mirrors;
        let (by_columns, by_diagonals) = (columns.apply(board), diagonals.apply(board));
        let both = diagonals.apply(by_columns);
        let images = [board, by_columns, by_diagonals, both, columns.apply(by_diagonals), columns.apply(both)];
        images.into_iter().flat_map(|image| [image, turned(image)]).for_each(&mut sink);
    }
}

//! The hexagon of radius 2 in 76 bits.
//!
//! Its rows have 3, 4, 5, 4 and 3 cells. Mirroring the board in the right axis exchanges its rows with the lines of
//! either other axis, so a slide along those is a slide of the mirrored board's rows.
//!
//! What limits it is not measured. A branch on the direction, which random play mispredicts, is a likely part.

use super::{Layout, MAX_LINES, SlideResult, pairs::Moves};
use crate::slide::{
    bits::Bits as _,
    rows::{self, Rows},
};
use std::fmt;
use tilewright_core::{Dir, Shape, Topology};

/// The layout of the hexagon of radius 2.
#[derive(Clone)]
pub struct Hex2 {
    rows: &'static Rows,
    /// For each direction the rows of [`front_rows`] in the order of the lines.
    order: [[u8; MAX_LINES]; 6],
}

impl fmt::Debug for Hex2 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Hex2").finish_non_exhaustive()
    }
}

/// The lines that slide.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Axis {
    /// Between NW and SE.
    Rows,
    /// Between N and S.
    Columns,
    /// Between NE and SW.
    Diagonals,
}

/// The axis and the end of its lines (0 is the low one) for each direction.
const DIRS: [(Axis, u32); 6] = [
    (Axis::Columns, 0),
    (Axis::Diagonals, 0),
    (Axis::Rows, 1),
    (Axis::Columns, 1),
    (Axis::Diagonals, 1),
    (Axis::Rows, 0),
];

/// Exchanges the nibbles of the mask with those `shift` bits further up.
#[inline]
fn delta_swap(tiles: u64, mask: u64, shift: u32) -> u64 {
    let swapped = (tiles ^ tiles >> shift) & mask;
    tiles ^ swapped ^ swapped << shift
}

/// The board mirrored so that the lines of the axis change places with the rows. An involution.
#[inline]
fn mirrored(board: u128, axis: Axis) -> u128 {
    // The first sixteen cells are the first four rows; three are left for the last one.
    let (mut tiles, mut last) = (board as u64, (board >> 64) as u64);
    // Exchanges a nibble with one of the last row.
    let mut beyond = |tiles: &mut u64, cell: u32, place: u32| {
        let t = (*tiles >> (4 * cell) ^ last >> (4 * place)) & 15;
        *tiles ^= t << (4 * cell);
        last ^= t << (4 * place);
    };
    match axis {
        Axis::Rows => {}
        Axis::Columns => {
            beyond(&mut tiles, 2, 0);
            beyond(&mut tiles, 6, 1);
            beyond(&mut tiles, 11, 2);
            // Cells 0 and 7, 1 and 12, 4 and 8, 10 and 14, 5 and 13.
            tiles = delta_swap(tiles, 0xf, 28);
            tiles = delta_swap(tiles, 0xf0, 44);
            tiles = delta_swap(tiles, 0xf00_000f_0000, 16);
            tiles = delta_swap(tiles, 0xf0_0000, 32);
        }
        Axis::Diagonals => {
            beyond(&mut tiles, 11, 0);
            beyond(&mut tiles, 15, 1);
            // Cells 1 and 3, 5 and 8, 10 and 13, 2 and 7, 6 and 12.
            tiles = delta_swap(tiles, 0xf0, 8);
            tiles = delta_swap(tiles, 0xf00_00f0_0000, 12);
            tiles = delta_swap(tiles, 0xf00, 20);
            tiles = delta_swap(tiles, 0xf00_0000, 24);
        }
    }
    u128::from(tiles) | u128::from(last) << 64
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
fn front_rows(board: u128, dir: usize) -> [u32; MAX_LINES] {
    let (axis, end) = DIRS[dir];
    let lines = mirrored(board, axis);
    // Turned by 180°, the high end is the low one.
    let [a, b, c, d, e] = split(if end == 0 { lines } else { turned(lines) });
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
    #[inline]
    fn slide<const END: u32>(row: u32) -> Self {
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
    fn join<const END: u32>(&self, rest: u32) -> u32 {
        let free = self.front == 0;
        if END == 0 {
            self.front | rest << if free { 0 } else { 4 }
        } else {
            self.front << 16 | rest << if free { 4 } else { 0 }
        }
    }
}

impl Hex2 {
    #[inline]
    fn row(&self, row: u32) -> rows::Row {
        self.rows[row as usize & 0xffff]
    }

    #[inline]
    fn slide_to<const END: u32>(&self, board: u128, axis: Axis) -> SlideResult<u128> {
        let lines = mirrored(board, axis);
        let [a, b, c, d, e] = split(lines);
        // Rows of three lie at the end where tiles go, with a cell behind them that stays empty.
        let short = if END == 0 { 0 } else { 4 };
        let middle = Middle::slide::<END>(c);
        let entries = [a << short, b, middle.rest, d, e << short].map(|row| self.row(row));
        let [a, b, c, d, e] = entries.map(|row| u32::from(if END == 0 { row.low() } else { row.high() }));
        let slid = join([a >> short, b, middle.join::<END>(c), d, e >> short]);
        let info = rows::sum(entries);
        SlideResult {
            board: mirrored(slid, axis),
            gain: info.gain() + middle.gain,
            moved: slid != lines,
            outgrown: info.outgrown() || middle.front > 15,
            empty: info.empty() - 2 + u32::from(middle.front == 0),
        }
    }
}

impl Layout for Hex2 {
    type Bits = u128;

    fn new(topology: &Topology) -> Option<Self> {
        if topology.shape() != (Shape::Hex { radius: 2 }) {
            return None;
        }
        // Which row a line becomes is the row where a mark in its front cell is found.
        let row = |dir: usize, line: usize| {
            let cells = topology.lines(Dir(dir as u8)).get(line);
            let mark = cells.map_or(0, |cells| 1 << (4 * cells[0].0));
            front_rows(mark, dir).iter().position(|&row| row != 0).unwrap_or(MAX_LINES - 1) as u8
        };
        let order = std::array::from_fn(|dir| std::array::from_fn(|line| row(dir, line)));
        Some(Self { rows: rows::table(), order })
    }

    #[inline]
    fn cells(&self) -> u32 {
        19
    }

    #[inline]
    fn dirs(&self) -> usize {
        6
    }

    /// A random direction is mispredicted most of the time, but code without branches takes longer than to go
    /// back from the wrong one.
    #[inline]
    fn slide(&self, board: u128, dir: usize) -> SlideResult<u128> {
        match dir {
            0 => self.slide_to::<0>(board, Axis::Columns),
            1 => self.slide_to::<0>(board, Axis::Diagonals),
            2 => self.slide_to::<1>(board, Axis::Rows),
            3 => self.slide_to::<1>(board, Axis::Columns),
            4 => self.slide_to::<1>(board, Axis::Diagonals),
            _ => self.slide_to::<0>(board, Axis::Rows),
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
        let rows = front_rows(board, dir);
        self.order[dir].map(|row| rows[usize::from(row) % MAX_LINES])
    }

    #[inline]
    fn images(&self, board: u128, mut sink: impl FnMut(u128)) {
        // The three mirrorings that exchange two axes and their products, each of them turned by 180° as well.
        let columns = mirrored(board, Axis::Columns);
        let diagonals = mirrored(board, Axis::Diagonals);
        let both = mirrored(columns, Axis::Diagonals);
        let images =
            [board, columns, diagonals, both, mirrored(diagonals, Axis::Columns), mirrored(both, Axis::Columns)];
        images.into_iter().flat_map(|image| [image, turned(image)]).for_each(&mut sink);
    }
}

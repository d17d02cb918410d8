//! Every board of up to 25 cells in 100 bits: rectangles and the hexagon of radius 1.
//!
//! For a slide, a permutation network brings the lines of the direction to fixed places, front cells lowest, and another
//! one brings them back. A line of up to four cells is a lookup. A longer one is split into its first four cells, the
//! *head*, and the others, the *tail*, with a lookup each.

use super::{Layout, MAX_LINES, SlideResult, network::Network};
use crate::slide::{
    bits::Bits,
    rows::{self, Info, Rows},
};
use std::fmt;
use tilewright_core::{Dir, Symmetry, Topology};

/// The layout of boards of up to 25 cells with lines of up to 8.
#[derive(Clone)]
pub struct UpTo25 {
    rows: &'static Rows,
    cells: u32,
    dirs: Vec<Direction>,
    symmetries: Vec<Network>,
}

impl fmt::Debug for UpTo25 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("UpTo25").field("cells", &self.cells).finish_non_exhaustive()
    }
}

/// Where the lines of a direction go to slide, in nibbles: heads every four from 0 on, then tails every [`Self::tail`].
/// Slid lines are in the same order, but the heads end at 32 and the tails at 12, which saves shifts.
#[derive(Clone, Debug)]
struct Direction {
    gather: Network,
    scatter: Network,
    /// The number of lines.
    lines: u32,
    /// Nibbles for a tail: 0 if no line has more than four cells, 2 if they have up to six, otherwise 4.
    tail: u32,
}

/// Cells of a head.
const HEAD: u32 = 4;
/// Where the slid heads end, and the slid tails, in nibbles.
const HEADS_END: u32 = 32;
const TAILS_END: u32 = 12;

impl Direction {
    fn new(topology: &Topology, dir: Dir) -> Self {
        let lines = topology.lines(dir);
        let longest = lines.iter().map(Vec::len).max().unwrap_or(0);
        let (count, tail) = (
            lines.len() as u32,
            if longest > 6 {
                4
            } else if longest > 4 {
                2
            } else {
                0
            },
        );
        let mut cells = Vec::new();
        let (mut before, mut after) = (Vec::new(), Vec::new());
        for (line, line_cells) in (0..).zip(lines) {
            for (i, cell) in (0..).zip(line_cells) {
                cells.push(cell.0);
                let (from, to) = if i < HEAD {
                    (HEAD * line + i, HEADS_END - HEAD * (count - line) + i)
                } else {
                    (HEAD * count + tail * line + i - HEAD, TAILS_END - tail * (count - line) + i - HEAD)
                };
                before.push(from as u8);
                after.push(to as u8);
            }
        }
        let (gather, scatter) = (Network::new(&cells, &before), Network::new(&after, &cells));
        Self { gather, scatter, lines: count, tail }
    }

    /// All tails; meaningless if there are none.
    #[inline]
    fn tails(&self, lines: u128) -> u64 {
        lines.wrapping_shr(4 * HEAD * self.lines) as u64
    }

    /// The lowest of the tails; 0 if there are none.
    #[inline]
    fn first_tail(&self, tails: u64) -> u32 {
        tails as u32 & ((1 << (4 * self.tail)) - 1)
    }
}

/// Lines on their way through the table: joined facts about them, and the slid lines.
#[derive(Default)]
struct Slid {
    points: u32,
    flags: u32,
    gain: u64,
    heads: u128,
    tails: u64,
}

impl Slid {
    /// Joins what the table says about a row.
    #[inline]
    fn add(&mut self, row: rows::Row) {
        // Fields above the points may overflow.
        self.points = self.points.wrapping_add(row.info().0);
        self.flags |= row.info().0;
    }
}

impl UpTo25 {
    #[inline]
    fn row(&self, row: u32) -> rows::Row {
        self.rows[row as usize & 0xffff]
    }

    /// Slides lines of up to four cells.
    #[inline]
    fn slide_heads(&self, mut lines: u128, count: u32) -> Slid {
        let mut slid = Slid::default();
        for _ in 0..count {
            let entry = self.row(lines as u32);
            slid.add(entry);
            slid.heads = slid.heads >> 16 | u128::from(entry.low()) << 112;
            lines >>= 16;
        }
        slid
    }

    /// Slides lines of up to eight cells.
    #[inline]
    fn slide_long(&self, mut lines: u128, dir: &Direction) -> Slid {
        let mut slid = Slid::default();
        let mut tails = dir.tails(lines);
        for _ in 0..dir.lines {
            let line = self.slide_line(lines as u32 & 0xffff, dir.first_tail(tails), &mut slid);
            slid.heads = slid.heads >> 16 | u128::from(line & 0xffff) << 112;
            slid.tails = slid.tails >> (4 * dir.tail) | u64::from(line >> 16) << (4 * (TAILS_END - dir.tail));
            lines >>= 16;
            tails >>= 4 * dir.tail;
        }
        slid
    }

    /// Slides a line of up to eight cells to its low end. Head and tail slide by themselves, except that the first
    /// tile of the tail may merge with the last one of the head, if that is not the product of a merge.
    #[inline]
    fn slide_line(&self, head: u32, tail: u32, slid: &mut Slid) -> u32 {
        let front = self.row(head);
        let front_row = u32::from(front.low());
        // The nibbles in which the tiles of the slid head end.
        let end = 4 * (HEAD - front.info().empty());
        let last = front_row << 4 >> end & 15;
        let unmerged_last = head >> ((head | 1).ilog2() & !3);
        let gap = (tail | 1 << 16).trailing_zeros() & !3;
        let first = tail >> gap & 15;
        let merges = first != 0 && first == last && first == unmerged_last;
        let rest = if merges { tail >> gap >> 4 } else { tail };
        let back = self.row(rest);
        slid.add(front);
        slid.add(back);
        slid.flags |= u32::from(merges && first == 15) << Info::OUTGROWN;
        slid.gain += u64::from(merges) << (first + 1);
        (front_row + (u32::from(merges) << end >> 4)) | u32::from(back.low()) << end
    }

    /// Whether anything moves in a direction.
    #[inline]
    fn moves(&self, board: u128, dir: &Direction) -> bool {
        let mut lines = dir.gather.apply(board);
        let mut tails = dir.tails(lines);
        let mut any = 0;
        for _ in 0..dir.lines {
            any |= self.row(lines as u32).info().0;
            if dir.tail > 0 {
                let line = lines as u32 & 0xffff | dir.first_tail(tails) << 16;
                // Two neighbouring cells decide, so overlapping windows see everything.
                any |= self.row(line >> 8).info().0 | self.row(line >> 16).info().0;
                tails >>= 4 * dir.tail;
            }
            lines >>= 16;
        }
        Info(any).moves_to(0)
    }
}

impl Layout for UpTo25 {
    type Bits = u128;

    fn new(topology: &Topology) -> Option<Self> {
        let longest = topology.dirs().flat_map(|dir| topology.lines(dir)).map(Vec::len).max()?;
        if topology.len() > 25 || longest > 8 {
            return None;
        }
        let cells: Vec<u8> = topology.cells().map(|cell| cell.0).collect();
        let symmetry = |symmetry: &Symmetry| {
            let to: Vec<u8> = topology.cells().map(|cell| symmetry.cell(cell).0).collect();
            Network::new(&cells, &to)
        };
        Some(Self {
            rows: rows::table(),
            cells: topology.len() as u32,
            dirs: topology.dirs().map(|dir| Direction::new(topology, dir)).collect(),
            symmetries: topology.symmetries().iter().map(symmetry).collect(),
        })
    }

    #[inline]
    fn cells(&self) -> u32 {
        self.cells
    }

    #[inline]
    fn dirs(&self) -> usize {
        self.dirs.len()
    }

    #[inline]
    fn slide(&self, board: u128, dir: usize) -> SlideResult<u128> {
        let dir = &self.dirs[dir];
        let lines = dir.gather.apply(board);
        let slid = if dir.tail == 0 { self.slide_heads(lines, dir.lines) } else { self.slide_long(lines, dir) };
        let after = dir.scatter.apply(slid.heads | u128::from(slid.tails));
        SlideResult {
            board: after,
            gain: Info(slid.points).gain() + slid.gain,
            moved: after != board,
            outgrown: Info(slid.flags).outgrown(),
            empty: self.empty(after).count_nibbles(),
        }
    }

    #[inline]
    fn legal(&self, board: u128) -> u32 {
        let moves = self.dirs.iter().map(|dir| u32::from(self.moves(board, dir)));
        moves.rev().fold(0, |set, moves| set << 1 | moves)
    }

    #[inline]
    fn lines(&self, board: u128, dir: usize) -> [u32; MAX_LINES] {
        let dir = &self.dirs[dir];
        let heads = dir.gather.apply(board);
        let mut tails = dir.tails(heads);
        let mut lines = [0; MAX_LINES];
        for (i, line) in lines[..dir.lines as usize].iter_mut().enumerate() {
            *line = (heads >> (16 * i)) as u32 & 0xffff | dir.first_tail(tails) << 16;
            tails >>= 4 * dir.tail;
        }
        lines
    }

    #[inline]
    fn images(&self, board: u128, mut sink: impl FnMut(u128)) {
        self.symmetries.iter().for_each(|symmetry| sink(symmetry.apply(board)));
    }
}

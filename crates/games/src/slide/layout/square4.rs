//! The 4×4 board in 64 bits: a slide is four lookups.
//!
//! What limits it: how many instructions the processor can look ahead. An attempted turn of random play is some 175
//! instructions, most of them in one chain that wait for each other: transpose, look up, join, transpose, find the empty
//! cells, pick one. The chain takes longer than the instructions would, so turns have to overlap, and four games are played
//! in turn for that. A window of 512 instructions (Intel, Golden Cove) holds nearly three turns, one of 320 (AMD, Zen 4) not
//! two: `cargo xtask speed` shows about 7.6 times the peer on the former and 6.0 on the latter. Random play tries a direction
//! without asking whether it is legal (`Game::attempt`) and has no branch that depends on the answer: asking first was
//! slower, and so was a branch, which is mispredicted.

use super::{Layout, MAX_LINES, SlideResult, pairs::Moves};
use crate::slide::{
    bits::Bits as _,
    rows::{self, Rows},
};
use std::{fmt, hint::select_unpredictable};
use tilewright_core::{Shape, Topology};

/// The layout of the 4×4 board.
#[derive(Clone)]
pub struct Square4 {
    rows: &'static Rows,
}

impl fmt::Debug for Square4 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Square4").finish_non_exhaustive()
    }
}

/// Exchanges the bits of the mask with those `shift` further up.
#[inline]
fn delta_swap(board: u64, shift: u32, mask: u64) -> u64 {
    let swapped = (board ^ board >> shift) & mask;
    board ^ swapped ^ swapped << shift
}

/// Rows become columns.
#[inline]
fn transpose(board: u64) -> u64 {
    delta_swap(delta_swap(board, 12, 0x0000_f0f0_0000_f0f0), 24, 0x0000_0000_ff00_ff00)
}

/// Each row from its other end.
#[inline]
fn mirror(board: u64) -> u64 {
    let board = board >> 8 & 0x00ff_00ff_00ff_00ff | (board & 0x00ff_00ff_00ff_00ff) << 8;
    board >> 4 & 0x0f0f_0f0f_0f0f_0f0f | (board & 0x0f0f_0f0f_0f0f_0f0f) << 4
}

/// The rows in the opposite order.
#[inline]
fn flip(board: u64) -> u64 {
    let board = board.rotate_left(32);
    board >> 16 & 0x0000_ffff_0000_ffff | (board & 0x0000_ffff_0000_ffff) << 16
}

/// Whether the lines of a direction are columns.
#[inline]
fn is_vertical(dir: usize) -> bool {
    dir & 1 == 0
}

/// The end of its lines where each direction moves tiles: up and left to the low end, 0, right and down to the high one.
static ENDS: [rows::End; 4] = [rows::End::LOW, rows::End::HIGH, rows::End::HIGH, rows::End::LOW];

impl Square4 {
    #[inline]
    fn entries(&self, board: u64) -> [&rows::Row; 4] {
        [0, 16, 32, 48].map(|shift| &self.rows[usize::from((board >> shift) as u16)])
    }
}

impl Layout for Square4 {
    type Bits = u64;

    fn new(topology: &Topology) -> Option<Self> {
        let shape = Shape::Square { width: 4, height: 4, wrap: false };
        (topology.shape() == shape).then(|| Self { rows: rows::table() })
    }

    #[inline]
    fn cells(&self) -> u32 {
        16
    }

    #[inline]
    fn dirs(&self) -> usize {
        4
    }

    /// Branch-free: a random direction would be mispredicted most of the time.
    #[inline]
    fn slide(&self, board: u64, dir: usize) -> SlideResult<u64> {
        let end = ENDS[dir & 3];
        let entries = self.entries(select_unpredictable(is_vertical(dir), transpose(board), board));
        let [a, b, c, d] = entries.map(|row| u64::from(row.slid(end)));
        let lines = a | b << 16 | c << 32 | d << 48;
        let info = rows::sum(entries);
        SlideResult {
            board: select_unpredictable(is_vertical(dir), transpose(lines), lines),
            gain: info.gain(),
            moved: info.moves_to(end),
            outgrown: info.outgrown(),
            empty: info.empty(),
        }
    }

    #[inline]
    fn legal(&self, board: u64) -> u32 {
        let empty = board.zero_nibbles();
        let (mut across, mut along) = (Moves::default(), Moves::default());
        across.add([board, board >> 4], [empty, empty >> 4], 0x0111_0111_0111_0111);
        along.add([board, board >> 16], [empty, empty >> 16], 0x0000_1111_1111_1111);
        // Up, right, down, left.
        along.legal([0, 2]) | across.legal([3, 1])
    }

    #[inline]
    fn lines(&self, board: u64, dir: usize) -> [u32; MAX_LINES] {
        let lines = select_unpredictable(is_vertical(dir), transpose(board), board);
        let lines = select_unpredictable(ENDS[dir & 3].is_high(), mirror(lines), lines);
        let row = |i: u32| (lines >> (16 * i)) as u32 & 0xffff;
        [row(0), row(1), row(2), row(3), 0, 0, 0, 0]
    }

    #[inline]
    fn images(&self, board: u64, mut sink: impl FnMut(u64)) {
        for board in [board, transpose(board)] {
            let mirrored = mirror(board);
            [board, mirrored, flip(board), flip(mirrored)].into_iter().for_each(&mut sink);
        }
    }
}

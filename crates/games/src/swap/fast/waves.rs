//! Waves on bit planes: which groups merge, where the new tiles stand, how tiles fall.
//!
//! Groups of one wave never share cells, so each merges as it is found.

use super::{
    Fast, POWERS, State,
    board::{Board, Found},
};
use crate::swap::{
    Anchor, Group, MAX_FACE, Resolve, Score,
    plain::{MOST_WAVES, Stage},
};
use tilewright_core::{Cells, Event, Log};

impl<const PLANES: usize> Fast<PLANES> {
    /// What `count` tiles of a code become.
    #[inline]
    fn made(&self, code: u32, count: u32) -> u32 {
        if PLANES == POWERS { (code + count - 2).min(self.code(MAX_FACE)) } else { self.rules().made(code, count) }
    }

    /// Merges one group; the new tile stands at `moved`, or at the first cell.
    #[inline]
    fn merge<L: Log>(&self, board: &mut Board<PLANES>, cells: u64, moved: u32, log: &mut L) -> u64 {
        let rules = self.rules();
        let (code, count) = (board.get(cells.trailing_zeros()), cells.count_ones());
        let at = if rules.anchor == Anchor::First { cells.trailing_zeros() } else { moved };
        let made = self.made(code, count);
        board.clear(cells);
        board.put(at, made);
        let gain = match rules.score {
            Score::Sum => u64::from(self.face(code)) * u64::from(count),
            Score::Result => self.face(made).into(),
        };
        if L::ACTIVE {
            let (at, value) = (self.cell(at), self.face(made));
            log.push(Event::Merged { cells: self.scan(cells), at, value, overflow: false });
            log.push(Event::Scored { gain });
        }
        gain
    }

    /// A set of bits as cells in scan order.
    fn scan(&self, mut bits: u64) -> Cells {
        let mut cells = Cells::EMPTY;
        while bits != 0 {
            cells.insert(self.cell(bits.trailing_zeros()));
            bits &= bits - 1;
        }
        cells
    }

    /// The wave right after a swap.
    #[inline]
    pub(super) fn first_wave<L: Log>(
        &self,
        board: &mut Board<PLANES>,
        found: Found,
        (a, b): (u32, u32),
        log: &mut L,
    ) -> u64 {
        let group = |at| if self.rules().group == Group::Cross { found.cross(at) } else { found.union(at) };
        log.push(Event::Wave { n: 1 });
        match (self.rules().resolve, self.rules().group) {
            (Resolve::Rounds, Group::Union) => self.unions(board, found, 1 << b, 1 << a, log),
            (Resolve::Rounds, Group::Cross) => {
                let (of_b, of_a) = (group(b), group(a));
                let gain = if of_b != 0 { self.merge(board, of_b, b, log) } else { 0 };
                if of_a != 0 && of_a & of_b == 0 { gain + self.merge(board, of_a, a, log) } else { gain }
            }
            (Resolve::Sequential, _) => {
                let at = if found.any() >> b & 1 == 1 { b } else { a };
                self.merge(board, group(at), at, log)
            }
        }
    }

    /// Any later wave; there must be a line.
    #[inline]
    fn next_wave<L: Log>(&self, board: &mut Board<PLANES>, found: Found, log: &mut L) -> u64 {
        match (self.rules().resolve, self.rules().group) {
            (Resolve::Rounds, Group::Union) => self.unions(board, found, 0, 0, log),
            (Resolve::Rounds, Group::Cross) => self.largest(board, found, log),
            (Resolve::Sequential, group) => {
                // The lowest row, and in it the first cell.
                let row = (63 - found.any().leading_zeros()) & !7;
                let at = row + (found.any() >> row).trailing_zeros();
                let cells = if group == Group::Cross { found.cross(at) } else { found.union(at) };
                self.merge(board, cells, at, log)
            }
        }
    }

    /// The crosses of all cells in lines, those that make the most first, each that is still whole.
    #[inline]
    fn largest<L: Log>(&self, board: &mut Board<PLANES>, found: Found, log: &mut L) -> u64 {
        let mut gain = 0;
        if !L::ACTIVE && found.is_simple() {
            // Every line is whole, so the order does not matter to what comes of it.
            found.for_each_line(|cells, first| gain += self.merge(board, cells, first, log));
            return gain;
        }
        let mut candidates = [0u64; 64];
        let mut count = 0;
        let mut open = found.any();
        while open != 0 {
            let at = open.trailing_zeros();
            open &= open - 1;
            let made = self.made(board.get(at), found.cross(at).count_ones());
            candidates[count] = u64::from(MAX_FACE - made) << 6 | u64::from((at & 7) << 3 | at >> 3);
            count += 1;
        }
        candidates[..count].sort_unstable();
        let mut taken = 0;
        for candidate in &candidates[..count] {
            let at = ((candidate & 7) << 3 | candidate >> 3 & 7) as u32;
            let cells = found.cross(at);
            if cells & taken == 0 {
                taken |= cells;
                gain += self.merge(board, cells, at, log);
            }
        }
        gain
    }

    /// All groups on the board, by their first cells; each stands where the moved tile is, else where the other is.
    #[inline]
    fn unions<L: Log>(&self, board: &mut Board<PLANES>, found: Found, moved: u64, other: u64, log: &mut L) -> u64 {
        let anchor = |cells: u64, first: u32| match (cells & moved, cells & other) {
            (0, 0) => first,
            (0, at) | (at, _) => at.trailing_zeros(),
        };
        let mut gain = 0;
        if !L::ACTIVE && found.is_simple() {
            found.for_each_line(|cells, first| gain += self.merge(board, cells, anchor(cells, first), log));
            return gain;
        }
        let mut open = found.any();
        while open != 0 {
            let first = open.trailing_zeros();
            let cells = found.union(first);
            open &= !cells;
            gain += self.merge(board, cells, anchor(cells, first), log);
        }
        gain
    }

    /// After a wave: tiles fall, then chance refills.
    #[inline]
    pub(super) fn after_wave<L: Log>(&self, state: &mut State<PLANES>, wave: u16, log: &mut L) {
        state.stage = Stage::Refill { wave };
        if self.rules().gravity {
            let gaps = self.gaps(&state.board);
            if L::ACTIVE {
                self.tell_fall(gaps, log);
            }
            state.board.fall(gaps);
        }
    }

    fn tell_fall<L: Log>(&self, gaps: u64, log: &mut L) {
        let (width, height) = (u32::from(self.rules().width), u32::from(self.rules().height));
        for column in 0..width {
            let mut free = height;
            for row in (0..height).rev() {
                if gaps >> (8 * row + column) & 1 == 0 {
                    free -= 1;
                    if free != row {
                        let (from, to) = (self.cell(8 * row + column), self.cell(8 * free + column));
                        log.push(Event::Fell { from, to });
                    }
                }
            }
        }
    }

    /// When all gaps are filled: the next wave, or rest.
    #[inline]
    pub(super) fn after_refill<L: Log>(&self, state: &mut State<PLANES>, wave: u16, log: &mut L) -> u64 {
        let found = self.frame.find(&state.board);
        if found.any() == 0 || wave == MOST_WAVES {
            state.stage = Stage::Rest;
            return 0;
        }
        log.push(Event::Wave { n: wave + 1 });
        let gain = self.next_wave(&mut state.board, found, log);
        self.after_wave(state, wave + 1, log);
        gain
    }
}

//! Waves on bit planes: which groups merge, where the new tiles stand, how tiles fall and gaps are refilled.
//!
//! Groups of one wave never share cells, so each merges as soon as it is lines.

use super::{Fast, POWERS, State, board::Board, masks::Lines, word::Word};
use crate::swap::{
    Anchor, Group, MAX_VALUE, Resolve, Score,
    plain::{MAX_WAVES, Stage},
};
use tilewright_core::{Cells, Dice, Event, Log, Topology};

impl<const PLANES: usize, W: Word> Fast<PLANES, W> {
    /// What `count` tiles of a code become.
    #[inline]
    fn made(&self, code: u32, count: u32) -> u32 {
        if PLANES == POWERS { (code + count - 2).min(self.code(MAX_VALUE)) } else { self.rules().made(code, count) }
    }

    /// Merges one group; the new tile stands at `moved`, or at the first cell.
    #[inline]
    fn merge<L: Log>(&self, board: &mut Board<PLANES, W>, cells: W, moved: u32, log: &mut L) -> u64 {
        let rules = self.rules();
        let (code, count) = (board.get(cells.first()), cells.count());
        let at = if rules.anchor == Anchor::First { cells.first() } else { moved };
        let made = self.made(code, count);
        board.clear(cells);
        board.put(at, made);
        let gain = match rules.score {
            Score::Sum => u64::from(self.value(code)) * u64::from(count),
            Score::Result => self.value(made).into(),
        };
        if L::ACTIVE {
            let (at, value) = (self.cell(at), self.value(made));
            let cells: Cells = cells.each().map(|at| self.cell(at)).collect();
            log.push(Event::Merged { cells, at, value, overflow: false });
            log.push(Event::Scored { gain });
        }
        gain
    }

    #[inline]
    fn group(&self, lines: impl Lines<W>, at: u32) -> W {
        match self.rules().group {
            Group::Cross => lines.cross(at),
            Group::Union => lines.union(at),
        }
    }

    /// The wave right after a swap; there must be a line.
    #[inline(always)]
    pub(super) fn first_wave<L: Log>(
        &self,
        board: &mut Board<PLANES, W>,
        lines: impl Lines<W>,
        (a, b): (u32, u32),
        log: &mut L,
    ) -> u64 {
        log.push(Event::Wave { n: 1 });
        let (at_a, at_b) = (lines.any().has(a), lines.any().has(b));
        match (self.rules().resolve, self.rules().group) {
            (Resolve::Rounds, Group::Union) => self.unions(board, lines, W::bit(b), W::bit(a), log),
            // Without `must_merge` a swap may touch no line; what stood on a loaded board is resolved all the same.
            _ if !at_a && !at_b => self.next_wave(board, lines, log),
            (Resolve::Rounds, Group::Cross) => {
                let (of_b, of_a) = (self.group(lines, b), self.group(lines, a));
                let gain = if at_b { self.merge(board, of_b, b, log) } else { 0 };
                if at_a && of_a & of_b == W::ZERO { gain + self.merge(board, of_a, a, log) } else { gain }
            }
            (Resolve::Sequential, _) => {
                let at = if at_b { b } else { a };
                self.merge(board, self.group(lines, at), at, log)
            }
        }
    }

    /// Any later wave; there must be a line.
    #[inline(always)]
    fn next_wave<L: Log>(&self, board: &mut Board<PLANES, W>, lines: impl Lines<W>, log: &mut L) -> u64 {
        match (self.rules().resolve, self.rules().group) {
            (Resolve::Rounds, Group::Union) => self.unions(board, lines, W::ZERO, W::ZERO, log),
            (Resolve::Rounds, Group::Cross) => self.largest(board, lines, log),
            (Resolve::Sequential, _) => {
                // The lowest row, and in it the first cell.
                let row = lines.any().last() / W::STRIDE * W::STRIDE;
                let at = row + (lines.any() >> row).first();
                self.merge(board, self.group(lines, at), at, log)
            }
        }
    }

    /// The crosses of all cells in lines, those that make the most first, each if none of its cells is taken.
    #[inline(always)]
    fn largest<L: Log>(&self, board: &mut Board<PLANES, W>, lines: impl Lines<W>, log: &mut L) -> u64 {
        let mut gain = 0;
        if !L::ACTIVE && lines.crossings() == W::ZERO {
            // Every line is a group of its own, so the order does not change the result.
            lines.for_each(|cells| {
                let column = cells & W::COLUMN << cells.first_column();
                gain += self.merge(board, cells, column.first(), log);
            });
            return gain;
        }
        let mut candidates = [0u64; Topology::MAX_CELLS];
        let mut count = 0;
        for at in lines.any().each() {
            let made = self.made(board.get(at), lines.cross(at).count());
            let (row, column) = (at / W::STRIDE, at % W::STRIDE);
            candidates[count] = u64::from(MAX_VALUE - made) << 8 | u64::from(column << 4 | row);
            count += 1;
        }
        candidates[..count].sort_unstable();
        let mut taken = W::ZERO;
        for candidate in &candidates[..count] {
            let at = (candidate & 15) as u32 * W::STRIDE + (candidate >> 4 & 15) as u32;
            let cells = lines.cross(at);
            if cells & taken == W::ZERO {
                taken |= cells;
                gain += self.merge(board, cells, at, log);
            }
        }
        gain
    }

    /// All groups on the board, by their first cells; each stands where the moved tile is, else where the other is.
    #[inline(always)]
    fn unions<L: Log>(
        &self,
        board: &mut Board<PLANES, W>,
        lines: impl Lines<W>,
        moved: W,
        other: W,
        log: &mut L,
    ) -> u64 {
        let anchor = |cells: W| {
            let preferred = if cells & moved != W::ZERO { cells & moved } else { cells & other };
            if preferred != W::ZERO { preferred.first() } else { cells.first() }
        };
        let mut gain = 0;
        if !L::ACTIVE && lines.crossings() == W::ZERO {
            lines.for_each(|cells| gain += self.merge(board, cells, anchor(cells), log));
            return gain;
        }
        let mut open = lines.any();
        while open != W::ZERO {
            let cells = lines.union(open.first());
            open &= !cells;
            gain += self.merge(board, cells, anchor(cells), log);
        }
        gain
    }

    /// After a wave: tiles fall, then chance refills.
    #[inline]
    pub(super) fn after_wave<L: Log>(&self, state: &mut State<PLANES, W>, wave: u16, log: &mut L) {
        state.stage = Stage::Refill { wave };
        if self.rules().gravity {
            let gaps = self.gaps(&state.board);
            if L::ACTIVE {
                self.log_fall(gaps, log);
            }
            state.board.fall(gaps);
        }
        if self.rules().preview > 0 {
            self.take_from_preview(state, log);
        }
    }

    fn log_fall<L: Log>(&self, gaps: W, log: &mut L) {
        let (width, height) = (u32::from(self.rules().width), u32::from(self.rules().height));
        for column in 0..width {
            let mut free = height;
            for row in (0..height).rev() {
                if !gaps.has(W::STRIDE * row + column) {
                    free -= 1;
                    if free != row {
                        let (from, to) = (W::STRIDE * row + column, W::STRIDE * free + column);
                        log.push(Event::Fell { from: self.cell(from), to: self.cell(to) });
                    }
                }
            }
        }
    }

    /// Fills all gaps.
    #[inline]
    pub(super) fn refill<L: Log>(&self, state: &mut State<PLANES, W>, dice: &mut impl Dice, log: &mut L) {
        for at in self.gaps(&state.board).each_in_columns() {
            let entry = self.spawner.draw(dice.word());
            state.board.put(at, self.spawner.code(entry));
            if L::ACTIVE {
                let outcome = self.outcome(Some(at), entry);
                log.push(Event::Spawned { at: outcome.at, value: outcome.value });
            }
        }
    }

    /// Fills all gaps from the preview, which lacks its last value, and the preview from the dice.
    pub(super) fn refill_from_preview<L: Log>(&self, state: &mut State<PLANES, W>, dice: &mut impl Dice, log: &mut L) {
        loop {
            self.append_to_preview(state, dice.word(), log);
            if self.gaps(&state.board) == W::ZERO {
                return;
            }
            self.take_from_preview(state, log);
        }
    }

    /// Appends the value that a word stands for to the preview.
    pub(super) fn append_to_preview<L: Log>(&self, state: &mut State<PLANES, W>, word: u64, log: &mut L) {
        let entry = self.spawner.draw(word);
        state.next.push(entry);
        let outcome = self.outcome(None, entry);
        log.push(Event::Spawned { at: outcome.at, value: outcome.value });
    }

    /// When all gaps are filled: the next wave, or rest.
    #[inline]
    pub(super) fn after_refill<L: Log>(&self, state: &mut State<PLANES, W>, wave: u16, log: &mut L) -> u64 {
        let gain = if self.masks.is_common {
            self.continue_cascade(state, wave, self.masks.common_lines(state.board.planes()), log)
        } else {
            self.continue_any_cascade(state, wave, log)
        };
        if gain.is_none() {
            state.stage = Stage::Rest;
        }
        gain.unwrap_or(0)
    }

    /// The next wave of these lines. `None` if the cascade is over.
    #[inline(always)]
    fn continue_cascade<L: Log>(
        &self,
        state: &mut State<PLANES, W>,
        wave: u16,
        lines: impl Lines<W>,
        log: &mut L,
    ) -> Option<u64> {
        if lines.any() == W::ZERO || wave == MAX_WAVES {
            state.is_lined = lines.any() != W::ZERO;
            return None;
        }
        log.push(Event::Wave { n: wave + 1 });
        let gain = self.next_wave(&mut state.board, lines, log);
        self.after_wave(state, wave + 1, log);
        Some(gain)
    }

    /// The same for any lines. Out of line, so that presets do not pay for what they do not use.
    #[inline(never)]
    fn continue_any_cascade<L: Log>(&self, state: &mut State<PLANES, W>, wave: u16, log: &mut L) -> Option<u64> {
        self.continue_cascade(state, wave, self.masks.any_lines(&state.board), log)
    }
}

//! Dealing start boards: node by node, and a whole board at once.

use super::{
    Fast, State,
    board::Board,
    masks::{AXES, BoardMasks},
    queue::Queue,
    shift::bit_of,
    spawner::Barred,
    word::Word,
};
use crate::swap::plain::Stage;
use tilewright_core::{Dice, Event, Log, Place};

/// The most other cells in a window of `run` cells.
const MAX_OTHERS: usize = 4;

/// For each cell in scan order, the windows of `run` cells that it completes when cells are dealt in that order.
#[derive(Debug)]
pub(super) struct DealWindows {
    /// The bits of a window's other cells. A window of fewer cells repeats its last.
    windows: Vec<[u8; MAX_OTHERS]>,
    /// For each bit, where its windows end in the list. They begin where those of the cell before end.
    ends: Vec<u16>,
}

impl DealWindows {
    pub(super) fn new<W: Word>(masks: &BoardMasks<W>) -> Self {
        let (outline, run) = (masks.outline, masks.run as i32);
        let mut found = Self { windows: Vec::new(), ends: vec![0; W::BITS as usize] };
        for cell in outline.cells() {
            for (axis, ahead) in masks.axes().flat_map(|axis| (0..run).map(move |ahead| (axis, ahead))) {
                let steps = (ahead + 1 - run..=ahead).filter(|&along| along != 0);
                let others: Option<Vec<u8>> = steps
                    .map(|along| outline.step(cell, (along * AXES[axis].0, along * AXES[axis].1)))
                    .map(|other| other.filter(|&other| other < cell).map(|other| bit_of::<W>(other) as u8))
                    .collect();
                if let Some(others) = others {
                    let last = others.len() - 1;
                    found.windows.push(core::array::from_fn(|i| others[i.min(last)]));
                }
            }
            found.ends[bit_of::<W>(cell) as usize] = found.windows.len() as u16;
        }
        found
    }
}

impl<const PLANES: usize, W: Word> Fast<PLANES, W> {
    /// The entries that would complete a line in a cell, given what was dealt to the cells before it.
    #[inline]
    fn barred(&self, windows: &[[u8; MAX_OTHERS]], entry: impl Fn(u8) -> usize) -> Barred {
        let mut barred = 0;
        for window in windows {
            let first = entry(window[0]);
            if window[1..self.masks.run as usize - 1].iter().all(|&other| entry(other) == first) {
                barred |= 1 << first;
            }
        }
        barred
    }

    /// The entries that must not be dealt to the first empty cell.
    pub(super) fn barred_at(&self, board: &Board<PLANES, W>, at: u32) -> Barred {
        let entry = |other: u8| self.spawner.entry(board.get(other.into())).unwrap_or_default();
        self.barred(self.windows_of(at), entry)
    }

    fn windows_of(&self, at: u32) -> &[[u8; MAX_OTHERS]] {
        let ends = &self.windows.ends;
        let before = ends[..at as usize].iter().copied().max().unwrap_or(0);
        &self.windows.windows[before.into()..ends[at as usize].into()]
    }

    /// Continues the deal after a value was placed.
    pub(super) fn deal<L: Log>(&self, state: &mut State<PLANES, W>, log: &mut L) {
        let gaps = self.gaps(&state.board);
        let playable = if gaps != W::ZERO {
            self.spawner.any_left(self.barred_at(&state.board, gaps.first()))
        } else {
            // Checked once: when the board has just been filled, the preview is still empty.
            state.next != Queue::EMPTY || self.can_swap(&state.board, false)
        };
        if !playable {
            state.board = Board::EMPTY;
            log.push(Event::Cleared);
        } else if gaps == W::ZERO && state.next.len() == u32::from(self.rules().preview) {
            state.stage = Stage::Rest;
        }
    }

    /// Deals one board. `None` if it was given up. `draws` counts down either way.
    #[inline]
    pub(super) fn deal_board<L: Log>(
        &self,
        dice: &mut impl Dice,
        draws: &mut usize,
        log: &mut L,
    ) -> Option<Board<PLANES, W>> {
        let mut board = Board::EMPTY;
        let mut dealt = [0u8; 128];
        let mut begin = 0;
        for &at in &self.bits[..self.topology_len()] {
            let end = usize::from(self.windows.ends[usize::from(at)]);
            let barred = self.barred(&self.windows.windows[begin..end], |other| dealt[usize::from(other & 127)].into());
            begin = end;
            if *draws == 0 || !self.spawner.any_left(barred) {
                return None;
            }
            let entry = self.spawner.draw_without(barred, dice.word());
            *draws -= 1;
            dealt[usize::from(at & 127)] = entry as u8;
            board.put(at.into(), self.spawner.code(entry));
            if L::ACTIVE {
                let at = Place::Cell(self.cell(at.into()));
                log.push(Event::Spawned { at, value: self.value(self.spawner.code(entry)) });
            }
        }
        self.can_swap(&board, false).then_some(board)
    }
}

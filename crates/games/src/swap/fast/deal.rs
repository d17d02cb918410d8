//! Dealing start boards: node by node, and a whole board in one go.

use super::{
    Fast, State,
    board::Board,
    spawner::{Fitting, NONE},
};
use crate::swap::plain::Stage;
use tilewright_core::{Dice, Event, Log, Place};

impl<const PLANES: usize> Fast<PLANES> {
    /// What may be dealt to a cell: not the value of two equal tiles on its left, nor that of two above.
    pub(super) fn fitting(&self, board: &Board<PLANES>, at: u32) -> Option<Fitting> {
        let pair = |step: u32, room: bool| {
            if room && board.get(at - step) == board.get(at - 2 * step) {
                self.spawner.entry(board.get(at - step))
            } else {
                NONE
            }
        };
        self.spawner.without(pair(1, at & 7 >= 2), pair(8, at >= 16))
    }

    /// Goes on with the deal after a tile was placed.
    pub(super) fn deal<L: Log>(&self, state: &mut State<PLANES>, log: &mut L) {
        let playable = match self.gaps(&state.board) {
            0 => self.frame.swaps(&state.board).any(),
            gaps => self.fitting(&state.board, gaps.trailing_zeros()).is_some(),
        };
        if !playable {
            state.board = Board::EMPTY;
            log.push(Event::Cleared);
        } else if self.gaps(&state.board) == 0 {
            state.stage = Stage::Rest;
        }
    }

    /// Deals one board. None where it was given up; draws are counted down either way.
    #[inline]
    pub(super) fn deal_board<L: Log>(
        &self,
        dice: &mut impl Dice,
        draws: &mut usize,
        log: &mut L,
    ) -> Option<Board<PLANES>> {
        let mut board = Board::EMPTY;
        // The entries dealt above the row at hand, nearest first. Different ones stand for “none yet”.
        let mut above = [[NONE + 1; 8], [NONE + 2; 8]];
        for row in 0..u32::from(self.rules().height) {
            let mut left = [NONE + 1, NONE + 2];
            for column in 0..u32::from(self.rules().width) {
                let up = [above[0][column as usize], above[1][column as usize]];
                let pair = |[near, far]: [usize; 2]| if near == far { near } else { NONE };
                if *draws == 0 {
                    return None;
                }
                let fitting = self.spawner.without(pair(left), pair(up))?;
                let entry = self.spawner.draw_fitting(fitting, dice.word());
                *draws -= 1;
                let at = 8 * row + column;
                board.put(at, self.spawner.code(entry));
                if L::ACTIVE {
                    let value = self.face(self.spawner.code(entry));
                    log.push(Event::Spawned { at: Place::Cell(self.cell(at)), value });
                }
                left = [entry, left[0]];
                above[0][column as usize] = entry;
                above[1][column as usize] = up[0];
            }
        }
        self.frame.swaps(&board).any().then_some(board)
    }
}

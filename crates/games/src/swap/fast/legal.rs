//! Which swaps are legal, and which actions they are.

use super::{
    Fast, State,
    anywhere::{AnywhereSwaps, Partners},
    board::Board,
    swaps::{NeighbourSwaps, Slots},
    word::Word,
};
use crate::{planes::Dense, swap::Plain};
use tilewright_core::{Action, Cell, Game, Ids, Meaning, Notation, ticket};

/// How legal swaps are found.
#[expect(clippy::large_enum_variant, reason = "there are never many games at a time")]
#[derive(Debug)]
pub(super) enum Swaps<W> {
    /// Between neighbours. The second field: for each cell in scan order the cells in its four slots. The third: which of
    /// the slots of all bits are actions.
    Neighbours(NeighbourSwaps<W>, Vec<[u8; 4]>, Dense),
    /// Between any two cells.
    Anywhere(AnywhereSwaps<W>),
}

impl<const PLANES: usize, W: Word> Fast<PLANES, W> {
    /// The bits of an action's cells, if they are within reach of each other.
    #[inline]
    pub(super) fn pair(&self, action: Action) -> Option<(u32, u32)> {
        let Meaning::Swap(a, b) = self.ids().meaning(action)? else { return None };
        let bit = |cell: Cell| self.bits[cell.index() & 127].into();
        self.reach.get(a.index())?.has(bit(b)).then(|| (bit(a), bit(b)))
    }

    #[inline]
    pub(super) fn action(&self, a: Cell, b: Cell) -> Action {
        self.ids().action(Meaning::Swap(a, b)).expect("all actions are swaps")
    }

    #[inline]
    pub(super) fn ids(&self) -> Ids {
        Ids { notation: Notation::Pair, cells: self.topology_len() as u16, dirs: 4 }
    }

    /// The legal swaps of neighbours on a full board, whatever the turns left.
    #[inline(always)]
    pub(super) fn slots(&self, swaps: &NeighbourSwaps<W>, state: &State<PLANES, W>) -> Slots<W> {
        if self.rules().must_merge {
            swaps.merging(&self.masks, &state.board, state.is_lined)
        } else {
            swaps.differing(&state.board)
        }
    }

    /// The legal swaps of any two cells on a full board, whatever the turns left.
    #[inline(always)]
    pub(super) fn partners(&self, swaps: &AnywhereSwaps<W>, board: &Board<PLANES, W>) -> Partners<W> {
        let mut partners = Partners::NONE;
        if self.rules().must_merge {
            swaps.merging(&self.masks, board, &mut partners);
        } else {
            AnywhereSwaps::differing(&self.masks, board, &mut partners);
        }
        partners
    }

    /// The action of a slot: bit `4 · column + slot` of a row.
    #[inline]
    pub(super) fn slot_action(&self, around: &[[u8; 4]], row: u32, bit: u32) -> Action {
        let a = row * u32::from(self.rules().width) + bit / 4;
        self.action(Cell(a as u8), Cell(around[a as usize][bit as usize % 4]))
    }

    /// The action that a word stands for, and how many there are.
    #[inline(never)]
    pub(super) fn choose_anywhere(
        &self,
        swaps: &AnywhereSwaps<W>,
        board: &Board<PLANES, W>,
        word: u64,
    ) -> Option<(Action, u64)> {
        let Partners { rows, counts } = self.partners(swaps, board);
        let all = counts.iter().map(|&count| u64::from(count)).sum();
        let mut left = ticket(word, all) as u32;
        for (a, &count) in (0..).zip(&counts) {
            if left < count.into() {
                let b = rows.as_ref()[a as usize].each().nth(left as usize)?;
                return Some((self.action(self.cell(a), self.cell(b)), all));
            }
            left -= u32::from(count);
        }
        None
    }

    /// Whether a full board has a legal swap, whatever the turns left.
    #[inline]
    pub(super) fn can_swap(&self, board: &Board<PLANES, W>, is_lined: bool) -> bool {
        if !self.rules().must_merge {
            return board.planes().groups(self.masks.full).next() != Some(self.masks.full);
        }
        match &self.swaps {
            Swaps::Neighbours(swaps, ..) => swaps.merging(&self.masks, board, is_lined).any(),
            Swaps::Anywhere(swaps) => swaps.any_merging(&self.masks, board),
        }
    }

    /// Whether the tiles of these bits, which are within reach of each other, may be swapped.
    pub(super) fn may_swap(&self, mut board: Board<PLANES, W>, (a, b): (u32, u32)) -> bool {
        if !self.rules().must_merge {
            return board.get(a) != board.get(b);
        }
        board.swap(a, b);
        self.masks.lined(&board) & (W::bit(a) | W::bit(b)) != W::ZERO
    }
}

/// Which of the four slots of each bit are actions, given the cells in the slots and the bits of the cells.
pub(super) fn dense_slots(plain: &Plain, around: &[[u8; 4]], bits: &[u8]) -> Dense {
    let list = plain.action_list();
    let mut places = vec![false; 4 * 128];
    for ((a, around), &bit) in plain.topology().cells().zip(around).zip(bits) {
        for (slot, &other) in around.iter().enumerate() {
            let action = plain.action(a, Cell(other));
            // On a narrow torus two slots are the same neighbour.
            places[4 * usize::from(bit) + slot] = list.index(action).is_some() && !around[..slot].contains(&other);
        }
    }
    Dense::new(list, places.into_iter())
}

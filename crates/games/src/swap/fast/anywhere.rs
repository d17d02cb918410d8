//! Legal swaps of any two cells.
//!
//! A window is `run` cells in line, one of them `b`. If its other cells are all equal, any tile of their value that
//! comes from elsewhere makes a line by going to `b`. Which windows are so is a comparison of the board with itself,
//! shifted, for all cells `b` at once. Few are, so what follows from them is collected one by one.

use super::{
    board::Board,
    masks::{AXES, BoardMasks},
    shift::{Shift, bit_of},
    word::Word,
};

/// The windows around a cell.
#[derive(Debug)]
pub(super) struct AnywhereSwaps<W> {
    /// For each axis one step along it, and two.
    steps: Vec<[Shift<W>; 2]>,
    windows: Vec<Window<W>>,
}

/// The most axes, with two comparisons each.
const MAX_COMPARED: usize = 2 * 4;

/// A window, as seen from one of its cells.
#[derive(Debug)]
struct Window<W> {
    /// The comparisons that show whether its other cells are equal: twice the number of the axis for neighbours, 1 more
    /// for the two on either side of the cell; and the step from the cell to the first of the two.
    compared: Vec<(usize, Shift<W>)>,
    /// For each bit one of the other cells, and all cells of the window.
    cells: Vec<(u8, W)>,
}

impl<W: Word> AnywhereSwaps<W> {
    pub(super) fn new(masks: &BoardMasks<W>) -> Self {
        let outline = masks.outline;
        let step = |axis: usize, along: i32| (along * AXES[axis].0, along * AXES[axis].1);
        let steps = masks.axes().map(|axis| [1, 2].map(|along| Shift::new(outline, step(axis, along)))).collect();
        let mut windows = Vec::new();
        for (number, axis) in masks.axes().enumerate() {
            for ahead in 0..masks.run as i32 {
                let behind = ahead + 1 - masks.run as i32;
                let others: Vec<i32> = (behind..=ahead).filter(|&along| along != 0).collect();
                let compared = others.windows(2).map(|pair| {
                    let straddles = usize::from(pair[1] - pair[0] == 2);
                    (2 * number + straddles, Shift::new(outline, step(axis, pair[0])))
                });
                let mut cells = vec![(0, W::ZERO); W::BITS as usize];
                for cell in outline.cells() {
                    let bit = |along| outline.step(cell, step(axis, along)).map(bit_of::<W>);
                    if let Some(bits) = (behind..=ahead).map(bit).collect::<Option<Vec<u32>>>() {
                        let all = bits.into_iter().fold(W::ZERO, |set, at| set | W::bit(at));
                        let other = (all & !W::bit(bit_of::<W>(cell))).first();
                        cells[bit_of::<W>(cell) as usize] = (other as u8, all);
                    }
                }
                windows.push(Window { compared: compared.collect(), cells });
            }
        }
        Self { steps, windows }
    }

    /// Calls with each window whose other cells are all equal: its cell, one of the others, all cells of the window.
    #[inline(always)]
    fn for_each_window<const PLANES: usize>(
        &self,
        masks: &BoardMasks<W>,
        board: &Board<PLANES, W>,
        mut sink: impl FnMut(u32, usize, W),
    ) {
        let planes = board.planes();
        let mut compared = [W::ZERO; MAX_COMPARED];
        for (steps, pair) in self.steps.iter().zip(compared.chunks_exact_mut(2)) {
            pair.copy_from_slice(&[steps[0].equal(planes), steps[1].equal(planes)]);
        }
        for window in &self.windows {
            let same = |cells, (which, step): &(usize, Shift<W>)| cells & step.sources(compared[*which]);
            for at in window.compared.iter().fold(masks.full, same).each() {
                let (other, cells) = window.cells[at as usize];
                sink(at, other.into(), cells);
            }
        }
    }

    /// Whether there is a swap after which a line runs through one of the two cells.
    pub(super) fn any_merging<const PLANES: usize>(&self, masks: &BoardMasks<W>, board: &Board<PLANES, W>) -> bool {
        // A window takes all but one tile of a line. If there is one more of its value, that can come from elsewhere.
        let mut others = W::ZERO;
        self.for_each_window(masks, board, |_, other, _| others |= W::bit(other as u32));
        let mut groups = board.planes().groups(masks.full);
        groups.any(|group| group & others != W::ZERO && group.count() >= masks.run)
    }

    /// The swaps after which a line runs through one of the two cells.
    #[inline(never)]
    pub(super) fn merging<const PLANES: usize>(
        &self,
        masks: &BoardMasks<W>,
        board: &Board<PLANES, W>,
        partners: &mut Partners<W>,
    ) {
        // The cells of each value, and where another tile of that value makes a line.
        let (mut groups, mut targets) = (W::EMPTY_ROWS, W::EMPTY_ROWS);
        let (groups, targets) = (groups.as_mut(), targets.as_mut());
        let (mut group_of, mut len) = ([0u8; 128], 0);
        for group in board.planes().groups(masks.full) {
            groups[len] = group;
            group.each().for_each(|at| group_of[at as usize & 127] = len as u8);
            len += 1;
        }
        // What makes a line in each cell: tiles of the value that are not in the window.
        let mut coming = W::EMPTY_ROWS;
        let coming = coming.as_mut();
        self.for_each_window(masks, board, |at, other, cells| {
            let group = usize::from(group_of[other & 127]);
            coming[at as usize] |= groups[group] & !cells;
            targets[group] |= W::bit(at);
        });
        let (rows, counts) = (partners.rows.as_mut(), &mut partners.counts);
        let mut all_targets = W::ZERO;
        for (&group, &targets) in groups[..len].iter().zip(&*targets) {
            let targets = targets & !group;
            if targets == W::ZERO {
                continue;
            }
            all_targets |= targets;
            let count = targets.count() as u8;
            for at in group.each() {
                (rows[at as usize], counts[at as usize]) = (targets, count);
            }
            // Tiles that are missing in every window around a target when they go there.
            for to in targets.each() {
                for at in (group & !coming[to as usize]).each() {
                    rows[at as usize] &= !W::bit(to);
                    counts[at as usize] -= 1;
                }
            }
        }
        for at in all_targets.each() {
            rows[at as usize] |= coming[at as usize];
            counts[at as usize] = rows[at as usize].count() as u8;
        }
        let lined = masks.lined(board);
        if lined != W::ZERO {
            // Only on a loaded position: two equal tiles may be swapped if a line runs through one of them.
            for group in &groups[..len] {
                for at in group.each() {
                    let others = *group & !W::bit(at);
                    rows[at as usize] |= if lined.has(at) { others } else { others & lined };
                    counts[at as usize] = rows[at as usize].count() as u8;
                }
            }
        }
    }

    /// The swaps of different tiles.
    pub(super) fn differing<const PLANES: usize>(
        masks: &BoardMasks<W>,
        board: &Board<PLANES, W>,
        partners: &mut Partners<W>,
    ) {
        for group in board.planes().groups(masks.full) {
            let others = masks.full & !group;
            for at in group.each() {
                partners.rows.as_mut()[at as usize] = others;
                partners.counts[at as usize] = others.count() as u8;
            }
        }
    }
}

/// For each bit the cells that it may be swapped with, and how many these are.
pub(super) struct Partners<W: Word> {
    pub(super) rows: W::Rows,
    pub(super) counts: [u8; 128],
}

impl<W: Word> Partners<W> {
    pub(super) const NONE: Self = Self { rows: W::EMPTY_ROWS, counts: [0; 128] };
}

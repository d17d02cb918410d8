//! Legal swaps of neighbours.
//!
//! A tile at `a` that goes one step to `b` makes a line if enough cells around `b` are equal to it, not counting `a`
//! itself, which holds the other tile then. Each such cell lies a fixed step away from `a`, so every question is a
//! comparison of the board with itself, shifted.

use super::{
    board::{Board, Planes},
    masks::{AXES, BoardMasks, Lines},
    shift::{Outline, Shift, bit_of},
    word::Word,
};

/// Up, left, right, down: on a rectangle the order of a cell's neighbours by their ids. Way `i` is opposite to `3 - i`.
const WAYS: [(i32, i32); 4] = [(-1, 0), (0, -1), (0, 1), (1, 0)];

/// The most tiles of a line to one side of a cell.
const MAX_SIDE: usize = 4;

/// The most different steps from a tile to the cells around its target: 4 ways, 4 axes and 2 sides, up to sign.
const MAX_STEPS: usize = 4 * 4 * 2 * MAX_SIDE / 2;

/// The legal swaps of neighbours: for each cell four slots, one for each neighbour in the order of ids.
///
/// On a rectangle slot `i` is way `i`. On a torus the order differs at the edges.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slots<W>(pub(super) [W; 4]);

impl<W: Word> Slots<W> {
    /// Whether there is a legal swap.
    #[inline]
    pub(super) fn any(self) -> bool {
        self.0[0] | self.0[1] | self.0[2] | self.0[3] != W::ZERO
    }
}

/// The steps at which cells are compared for lines of three in rows and columns: rows down, columns to the right.
const COMMON: [(u32, i32); 10] = [(0, 2), (0, 3), (1, -2), (1, -1), (1, 1), (1, 2), (2, -1), (2, 0), (2, 1), (3, 0)];

/// What is compared to find the swaps of neighbours.
#[derive(Debug)]
pub(super) struct NeighbourSwaps<W> {
    /// For each step of [`COMMON`] the cells from which it leads to another.
    common: [W; COMMON.len()],
    /// All steps from a tile to the cells around its target, one of each two that are opposite.
    steps: Vec<Shift<W>>,
    ways: [Neighbour<W>; 4],
    /// For each slot and way the cells whose neighbour that way is in that slot.
    slots: [[W; 4]; 4],
}

/// The neighbours of all cells in one direction.
#[derive(Debug)]
struct Neighbour<W> {
    to: Shift<W>,
    /// The cells that have a neighbour that way.
    from: W,
    /// For each axis through the target and both sides of it, which comparisons show that the cells at distance 1, 2
    /// and so on are equal to the tile: twice the number of the step plus 1, plus 1 more if it is the opposite step;
    /// 0 if the cell is where the tile came from.
    axes: Vec<[[u8; MAX_SIDE]; 2]>,
}

impl<W: Word> NeighbourSwaps<W> {
    pub(super) fn new(masks: &BoardMasks<W>) -> Self {
        let outline = masks.outline;
        let mut steps: Vec<(i32, i32)> = Vec::new();
        let mut index = |step: (i32, i32)| {
            let (step, opposite) = (outline.canonical(step), outline.canonical((-step.0, -step.1)));
            if step == (0, 0) {
                return 0;
            }
            let known = steps.iter().position(|&known| known == step || known == opposite).unwrap_or(steps.len());
            if known == steps.len() {
                steps.push(step);
            }
            1 + 2 * known as u8 + u8::from(steps[known] != step)
        };
        let ways = WAYS.map(|way| {
            let axes = masks.axes().map(|axis| {
                [1, -1].map(|side| {
                    let mut compared = [0; MAX_SIDE];
                    for (distance, slot) in (1..masks.run as i32).zip(&mut compared) {
                        let along = side * distance;
                        *slot = index((way.0 + along * AXES[axis].0, way.1 + along * AXES[axis].1));
                    }
                    compared
                })
            });
            let to = Shift::new(outline, way);
            Neighbour { from: to.sources(masks.full), to, axes: axes.collect() }
        });
        let steps = steps.into_iter().map(|step| Shift::new(outline, step)).collect();
        let common = COMMON.map(|(down, right)| {
            let inside =
                |cell: &(u32, u32)| Outline { wrap: false, ..outline }.step(*cell, (down as i32, right)).is_some();
            outline.cells().filter(inside).fold(W::ZERO, |set, cell| set | W::bit(bit_of::<W>(cell)))
        });
        Self { common, steps, ways, slots: slots(outline) }
    }

    /// The swaps after which a line runs through one of the two cells. `is_lined`: whether there are lines already.
    #[inline]
    pub(super) fn merging<const PLANES: usize>(
        &self,
        masks: &BoardMasks<W>,
        board: &Board<PLANES, W>,
        is_lined: bool,
    ) -> Slots<W> {
        if !masks.is_common {
            return self.merging_any(masks, board, is_lined);
        }
        let board = board.planes();
        let (two, three) = (self.equal::<0>(board), self.equal::<1>(board));
        let (low_left_far, low_left) = (self.equal::<2>(board), self.equal::<3>(board));
        let (low_right, low_right_far) = (self.equal::<4>(board), self.equal::<5>(board));
        let (left_far_low, two_down) = (self.equal::<6>(board), self.equal::<7>(board));
        let (right_far_low, three_down) = (self.equal::<8>(board), self.equal::<9>(board));
        // The same steps, seen from the other end.
        let (high_left, high_right) = (low_right << (W::STRIDE + 1), low_left << (W::STRIDE - 1));
        let sides = |one: W, one_far: W, other: W, other_far: W| one & one_far | other & other_far | one & other;

        let to_right = two & three | sides(high_right, left_far_low << (2 * W::STRIDE - 1), low_right, right_far_low);
        let to_left =
            two << 2 & three << 3 | sides(high_left, right_far_low << (2 * W::STRIDE + 1), low_left, left_far_low);
        let to_down = two_down & three_down | sides(low_left, low_left_far, low_right, low_right_far);
        let to_up = two_down << (2 * W::STRIDE) & three_down << (3 * W::STRIDE)
            | sides(high_left, low_right_far << (W::STRIDE + 2), high_right, low_left_far << (W::STRIDE - 2));
        let mut right = to_right | to_left >> 1;
        let mut down = to_down | to_up >> W::STRIDE;
        if is_lined {
            let lines = masks.common_lines(board);
            let lined = lines.any();
            // Swapping equal tiles leaves the board as it is, with its lines.
            right = right & !lines.right | lines.right & (lined | lined >> 1);
            down = down & !lines.down | lines.down & (lined | lined >> W::STRIDE);
        }
        Slots([down << W::STRIDE, right << 1, right, down])
    }

    /// The cells that are equal to the one a step of [`COMMON`] away.
    #[inline(always)]
    fn equal<const STEP: usize>(&self, board: Planes<'_, W>) -> W {
        let (down, right) = COMMON[STEP];
        !board.differ_shifted((down * W::STRIDE).wrapping_add_signed(right)) & self.common[STEP]
    }

    /// The same for lines of any length, along any axis, on a rectangle or a torus.
    #[inline(never)]
    fn merging_any<const PLANES: usize>(
        &self,
        masks: &BoardMasks<W>,
        board: &Board<PLANES, W>,
        is_lined: bool,
    ) -> Slots<W> {
        let planes = board.planes();
        let mut compared = [W::ZERO; 1 + 2 * MAX_STEPS];
        for (step, pair) in self.steps.iter().zip(compared[1..].chunks_exact_mut(2)) {
            let equal = step.equal(planes);
            pair.copy_from_slice(&[equal, step.targets(equal)]);
        }
        let side = masks.run as usize - 1;
        let moves = [0, 1, 2, 3].map(|way: usize| {
            let mut moves = W::ZERO;
            for [ahead, behind] in &self.ways[way].axes {
                // `reach[n]`: tiles with n equal ones in line ahead of the target. Those behind it fill up the line.
                let (mut reach, mut before) = ([masks.full; MAX_SIDE + 1], masks.full);
                for i in 0..side {
                    reach[i + 1] = reach[i] & compared[usize::from(ahead[i])];
                }
                moves |= reach[side];
                for i in 0..side {
                    before &= compared[usize::from(behind[i])];
                    moves |= before & reach[side - 1 - i];
                }
            }
            // A diagonal may lie on the board next to a target that is off it.
            moves & self.ways[way].from
        });
        let mut legal = [0, 1, 2, 3].map(|way: usize| moves[way] | self.ways[way].to.sources(moves[3 - way]));
        if is_lined {
            let lined = masks.lined(board);
            for (legal, way) in legal.iter_mut().zip(&self.ways) {
                let same = way.to.equal(planes);
                *legal = *legal & !same | same & (lined | way.to.sources(lined));
            }
        }
        self.in_slots(legal)
    }

    /// The swaps of different tiles.
    pub(super) fn differing<const PLANES: usize>(&self, board: &Board<PLANES, W>) -> Slots<W> {
        let board = board.planes();
        self.in_slots(self.ways.each_ref().map(|way| way.from & !way.to.equal(board)))
    }

    fn in_slots(&self, ways: [W; 4]) -> Slots<W> {
        Slots(self.slots.map(|of_way| (0..4).fold(W::ZERO, |slot, way| slot | ways[way] & of_way[way])))
    }
}

/// For each slot and way the cells whose neighbour that way is in that slot.
fn slots<W: Word>(outline: Outline) -> [[W; 4]; 4] {
    let mut slots = [[W::ZERO; 4]; 4];
    for cell in outline.cells() {
        let mut ways = [0, 1, 2, 3];
        if outline.wrap {
            ways.sort_by_key(|&way| outline.step(cell, WAYS[way]).map(bit_of::<W>));
        }
        for (slot, way) in ways.into_iter().enumerate() {
            slots[slot][way] |= W::bit(bit_of::<W>(cell));
        }
    }
    slots
}

/// For each cell in scan order the neighbours in its four slots, as indices in scan order; its own if there is none.
pub(super) fn neighbours(outline: Outline) -> Vec<[u8; 4]> {
    let index = |(row, column): (u32, u32)| (row * outline.width + column) as u8;
    let around = |cell| {
        let mut around = WAYS.map(|way| outline.step(cell, way).map_or(index(cell), index));
        if outline.wrap {
            around.sort_unstable();
        }
        around
    };
    outline.cells().map(around).collect()
}

//! Steps on a rectangle or a torus, for all cells of a set at once.

use super::{board::Planes, word::Word};

/// The outline of a board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outline {
    pub(super) width: u32,
    pub(super) height: u32,
    /// Whether opposite edges meet.
    pub(super) wrap: bool,
}

impl Outline {
    /// The row and column a step away from a cell, if that is on the board.
    pub(super) fn step(self, (row, column): (u32, u32), (down, right): (i32, i32)) -> Option<(u32, u32)> {
        let along = |at: u32, by: i32, size: u32| {
            let to = at as i32 + by;
            let to = if self.wrap { to.rem_euclid(size as i32) } else { to };
            (0..size as i32).contains(&to).then_some(to as u32)
        };
        Some((along(row, down, self.height)?, along(column, right, self.width)?))
    }

    /// All cells in scan order.
    pub(super) fn cells(self) -> impl Iterator<Item = (u32, u32)> {
        (0..self.height).flat_map(move |row| (0..self.width).map(move |column| (row, column)))
    }

    /// The same step in the form that equal steps have in common: on a torus many steps lead to the same cell.
    pub(super) fn canonical(self, (down, right): (i32, i32)) -> (i32, i32) {
        if self.wrap {
            (down.rem_euclid(self.height as i32), right.rem_euclid(self.width as i32))
        } else {
            (down, right)
        }
    }
}

/// The bit of a cell.
pub(super) fn bit_of<W: Word>((row, column): (u32, u32)) -> u32 {
    W::STRIDE * row + column
}

/// One step, some rows down and some columns to the right, as rotations of the whole word.
///
/// On a rectangle that is one rotation and the cells whose target is on the board. On a torus the cells whose step
/// crosses an edge need another rotation, so there are up to four parts: across neither edge, either one, or both.
#[derive(Clone, Debug)]
pub(super) struct Shift<W> {
    /// The part of most cells: how far to rotate, and the cells for which this is the step.
    most: (u32, W),
    /// The parts of cells near the edges of a torus.
    rest: Vec<(u32, W)>,
}

impl<W: Word> Shift<W> {
    pub(super) fn new(outline: Outline, step: (i32, i32)) -> Self {
        let mut parts: Vec<(u32, W)> = Vec::new();
        for cell in outline.cells() {
            let Some(target) = outline.step(cell, step) else { continue };
            let (from, to) = (bit_of::<W>(cell), bit_of::<W>(target));
            let by = (to + W::BITS - from) % W::BITS;
            match parts.iter_mut().find(|part| part.0 == by) {
                Some(part) => part.1 |= W::bit(from),
                None => parts.push((by, W::bit(from))),
            }
        }
        parts.sort_by_key(|(_, from)| core::cmp::Reverse(from.count()));
        let mut parts = parts.into_iter();
        Self { most: parts.next().unwrap_or((0, W::ZERO)), rest: parts.collect() }
    }

    /// The union of what `cells` gives for each part.
    #[inline(always)]
    fn united(&self, cells: impl Fn(u32, W) -> W) -> W {
        self.rest.iter().fold(cells(self.most.0, self.most.1), |united, &(by, from)| united | cells(by, from))
    }

    /// The cells from which the step leads into the set.
    #[inline(always)]
    pub(super) fn sources(&self, set: W) -> W {
        self.united(|by, from| set.rotate(by) & from)
    }

    /// The cells to which the step leads from the set.
    #[inline(always)]
    pub(super) fn targets(&self, set: W) -> W {
        self.united(|by, from| (set & from).rotate(W::BITS - by))
    }

    /// The cells whose tile is equal to the one that the step leads to.
    #[inline(always)]
    pub(super) fn equal(&self, board: Planes<'_, W>) -> W {
        self.united(|by, from| !board.differ_rotated(by) & from)
    }
}

//! The evaluation of afterstates at the leaves of the search.

use super::{
    grid::{Form, MAX_AXES, MAX_LINES, Nibbles, Row, Rows, Shape},
    lines::LineValues,
    wide::{Wide, WideValues},
};
use crate::evaluate::SLIDE_MARGIN;

/// The value of the end of a game. Every value of a board that goes on is higher.
pub(crate) const END: f32 = 0.0;

/// An evaluation of afterstates.
///
/// The search maximises `point() × gain + value`: an evaluation that estimates the points to come has a point of 1, one in a
/// unit of its own has 0 and leaves points out.
///
/// One turn before the leaves, afterstates differ from each other in single lines. So an evaluation works out a
/// [`Self::Base`] for a slid board, and the values of boards with another line from that.
///
/// Invariant: values are above [`END`], and those of [`Self::with_line`] are to the bit those of [`Self::value`] for the
/// same board.
pub(crate) trait LeafValue<F: Form> {
    /// What is worked out once for boards that differ in a line.
    type Base: Default;

    /// Whether a value takes less time than a branch that is mispredicted now and then.
    const IS_QUICK: bool;

    /// A line of chance that is less probable than this is evaluated where it stands. The more an evaluation knows, the less
    /// is lost by that, and the search looks further ahead elsewhere.
    const MIN_PROBABILITY: f32;

    /// The value of a point.
    fn point(&self) -> f32;

    /// Writes what is known of a board. The lines of an axis are known already.
    fn set_base(&self, form: &F, board: F::Board, axis: usize, rows: &Rows, base: &mut Self::Base);

    /// The value of the board itself.
    fn value(&self, base: &Self::Base) -> f32;

    /// The value of the board with another line of an axis.
    fn with_line<const AXIS: usize>(&self, form: &F, base: &Self::Base, line: usize, row: Row) -> f32;
}

/// The written evaluation: the sum of the values of all lines on all axes.
pub(crate) struct Written<T> {
    lines: T,
}

/// The value of a line.
pub(crate) trait LineValue {
    fn line_value(&self, line: usize, row: Row) -> i32;
}

impl LineValue for LineValues {
    #[inline]
    fn line_value(&self, line: usize, row: Row) -> i32 {
        self.get(line, row)
    }
}

impl Written<LineValues> {
    pub(crate) fn new<L: Shape>(form: &Nibbles<L>) -> Option<Self> {
        LineValues::new(form.grid()).map(|lines| Self { lines })
    }
}

impl Written<WideValues> {
    pub(crate) fn wide(form: &Wide) -> Self {
        Self { lines: WideValues::new(form) }
    }
}

/// The lines of a board, with their values.
#[derive(Default)]
pub(crate) struct LineSum {
    rows: [Row; MAX_AXES * MAX_LINES],
    values: [i32; MAX_AXES * MAX_LINES],
    /// Their sum, for each axis.
    sums: [i32; MAX_AXES],
}

impl<F: Form, T: LineValue> LeafValue<F> for Written<T> {
    type Base = LineSum;

    const IS_QUICK: bool = F::IS_SQUARE;
    const MIN_PROBABILITY: f32 = 0.0001;

    /// Points come by themselves to a player that survives, and chasing them breaks the lines.
    #[inline]
    fn point(&self) -> f32 {
        0.0
    }

    #[inline]
    fn set_base(&self, form: &F, board: F::Board, axis: usize, rows: &Rows, base: &mut LineSum) {
        for at in 0..F::AXES {
            let rows = if at == axis { *rows } else { form.rows(board, at) };
            base.sums[at] = 0;
            for (line, row) in F::lines(at).zip(rows) {
                let value = self.lines.line_value(if F::IS_SQUARE { 0 } else { line }, row);
                base.rows[line] = row;
                base.values[line] = value;
                base.sums[at] += value;
            }
        }
    }

    #[inline]
    fn value(&self, base: &LineSum) -> f32 {
        above_end(base.sums.iter().sum())
    }

    #[inline(always)]
    fn with_line<const AXIS: usize>(&self, form: &F, base: &LineSum, line: usize, row: Row) -> f32 {
        let at = AXIS * F::LINES + line;
        let mut changed = base.rows[at] ^ row;
        if F::IS_SQUARE {
            // Without branches: to look at each crossing line is quicker than to find out which have changed.
            let mut sum = base.sums[AXIS] - base.values[at] + self.lines.line_value(0, row);
            // Lines go up and to the right: the columns from the left are the places of rows from the end.
            let last = F::LINES - 1;
            let (place, flip) = if AXIS == 0 { (last - line, 0) } else { (line, last) };
            for i in 0..F::LINES {
                let cell = changed >> (F::BITS * (i ^ flip) as u32) & ((1 << F::BITS) - 1);
                let other = base.rows[(1 - AXIS) * F::LINES + i];
                sum += self.lines.line_value(0, other ^ cell << (F::BITS * place as u32));
            }
            return above_end(sum);
        }
        let grid = form.grid();
        let mut sum = base.sums.iter().sum::<i32>() - base.values[at] + self.lines.line_value(at, row);
        while changed != 0 {
            let place = changed.trailing_zeros() / F::BITS;
            let cell = changed >> (F::BITS * place) & ((1 << F::BITS) - 1);
            changed ^= cell << (F::BITS * place);
            for crossing in &grid.crossings[at][place as usize][..form.axes() - 1] {
                let other = usize::from(crossing.line);
                let row = base.rows[other] ^ cell << (F::BITS * u32::from(crossing.place));
                sum += self.lines.line_value(other, row) - base.values[other];
            }
        }
        above_end(sum)
    }
}

/// The evaluation of a board that goes on, from the sum of its lines: see [`crate::evaluate::above_end`].
#[inline]
fn above_end(sum: i32) -> f32 {
    const MARGIN: f32 = SLIDE_MARGIN as f32;
    let sum = sum as f32;
    if sum >= MARGIN { sum } else { MARGIN * MARGIN / (2.0 * MARGIN - sum) }
}

//! Lines on a board of bit planes: which cells lie in one, and what merges together.
//!
//! Two paths lead to the same result. Lines of three in rows and columns of a rectangle, as in all presets, are found by
//! shifts that the compiler knows. Longer lines, diagonals and tori go through [`Shift`]s that are data.

use super::{
    board::{Board, Planes},
    shift::{Outline, Shift, bit_of},
    word::Word,
};
use crate::swap::Rules;

/// The axes along which lines run: rows, columns, both diagonals.
pub(super) const AXES: [(i32, i32); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

/// Which cells there are, and where lines can run.
#[derive(Debug)]
pub(super) struct BoardMasks<W> {
    pub(super) outline: Outline,
    /// All cells.
    pub(super) full: W,
    /// The number of equal tiles in a line.
    pub(super) run: u32,
    /// Whether only lines of three in rows and columns of a rectangle count.
    pub(super) is_common: bool,
    /// The cells that have another to their right.
    has_right: W,
    /// For each axis that can hold a line its number and the step along it.
    axes: Vec<(usize, Shift<W>)>,
    /// For each bit and axis the bits of the next cell and the previous one; [`EDGE`] beyond the edge.
    steps: Vec<[[u8; 2]; 4]>,
}

/// Beyond the edge.
const EDGE: u8 = u8::MAX;

/// The lines of a full board.
pub(super) trait Lines<W>: Copy {
    /// The cells in any line.
    fn any(&self) -> W;
    /// The cells in more than one line.
    fn crossings(&self) -> W;
    /// The lines through a cell, united; none if no line runs through it.
    fn cross(&self, at: u32) -> W;
    /// Calls with each line. Lines that cross come one by one.
    fn for_each(&self, sink: impl FnMut(W));

    /// The lines through a cell and all that are connected with them through shared cells.
    fn union(&self, at: u32) -> W
    where
        W: Word,
    {
        let crossings = self.crossings();
        let mut group = self.cross(at);
        let mut open = group & crossings;
        while open != W::ZERO {
            let more = self.cross(open.first()) & !group;
            group |= more;
            open = open.without_first() | more & crossings;
        }
        group
    }
}

/// Lines of three or more in rows and columns of a rectangle.
#[derive(Clone, Copy, Debug)]
pub(super) struct CommonLines<W> {
    /// Cells that are equal to their right neighbours.
    pub(super) right: W,
    /// Cells that are equal to those below them.
    pub(super) down: W,
    /// Cells in lines of a row.
    rows: W,
    /// Cells in lines of a column.
    columns: W,
}

/// Lines of any length along any axis, on a rectangle or a torus.
#[derive(Clone, Copy, Debug)]
pub(super) struct AnyLines<'a, W> {
    masks: &'a BoardMasks<W>,
    /// For each axis the cells that are equal to the next one.
    equal: [W; 4],
    /// For each axis the cells in lines.
    lines: [W; 4],
}

impl<W: Word> BoardMasks<W> {
    pub(super) fn new(rules: &Rules) -> Self {
        let outline = Outline { width: rules.width.into(), height: rules.height.into(), wrap: rules.wrap };
        let set = |cells: &mut dyn Iterator<Item = (u32, u32)>| {
            cells.fold(W::ZERO, |set, cell| set | W::bit(bit_of::<W>(cell)))
        };
        let mut steps = vec![[[EDGE; 2]; 4]; W::BITS as usize];
        for cell in outline.cells() {
            let target = |step| outline.step(cell, step).map_or(EDGE, |to| bit_of::<W>(to) as u8);
            steps[bit_of::<W>(cell) as usize] =
                AXES.map(|(down, right)| [target((down, right)), target((-down, -right))]);
        }
        let run = u32::from(rules.run);
        let mut masks = Self {
            outline,
            full: set(&mut outline.cells()),
            run,
            is_common: run == 3 && !rules.diagonal && !rules.wrap,
            has_right: set(&mut outline.cells().filter(|&(_, column)| column + 1 < outline.width)),
            axes: Vec::new(),
            steps,
        };
        let counted = if rules.diagonal { 4 } else { 2 };
        masks.axes = (0..counted)
            .filter(|&axis| masks.longest(axis) >= run)
            .map(|axis| (axis, Shift::new(outline, AXES[axis])))
            .collect();
        masks
    }

    /// The longest line that an axis can hold. On a torus a line ends where it began.
    fn longest(&self, axis: usize) -> u32 {
        let walk = |cell: (u32, u32)| {
            let mut cells = vec![cell];
            while let Some(next) = self.outline.step(cells[cells.len() - 1], AXES[axis])
                && next != cell
            {
                cells.push(next);
            }
            cells.len() as u32
        };
        self.outline.cells().map(walk).max().unwrap_or(0)
    }

    /// The axes that can hold a line.
    pub(super) fn axes(&self) -> impl Iterator<Item = usize> {
        self.axes.iter().map(|&(axis, _)| axis)
    }

    /// The cells in any line.
    #[inline]
    pub(super) fn lined<const PLANES: usize>(&self, board: &Board<PLANES, W>) -> W {
        if self.is_common { self.common_lines(board.planes()).any() } else { self.any_lines(board).any() }
    }

    /// All lines, if [`Self::is_common`].
    #[inline(always)]
    pub(super) fn common_lines(&self, board: Planes<'_, W>) -> CommonLines<W> {
        let right = !board.differ_shifted(1) & self.has_right;
        // A tile in the last row differs from the nothing below it.
        let down = !board.differ_shifted(W::STRIDE) & self.full;
        let (rows, columns) = (right & right >> 1, down & down >> W::STRIDE);
        CommonLines {
            right,
            down,
            rows: rows | rows << 1 | rows << 2,
            columns: columns | columns << W::STRIDE | columns << (2 * W::STRIDE),
        }
    }

    /// All lines.
    #[inline(never)]
    pub(super) fn any_lines<const PLANES: usize>(&self, board: &Board<PLANES, W>) -> AnyLines<'_, W> {
        let planes = board.planes();
        let mut found = AnyLines { masks: self, equal: [W::ZERO; 4], lines: [W::ZERO; 4] };
        for (axis, step) in &self.axes {
            let equal = step.equal(planes);
            // The first cells of `run` equal ones; then all cells of those.
            let starts = (2..self.run).fold(equal, |starts, _| equal & step.sources(starts));
            found.equal[*axis] = equal;
            if starts != W::ZERO {
                found.lines[*axis] = (1..self.run).fold(starts, |lines, _| starts | step.targets(lines));
            }
        }
        found
    }
}

impl<W: Word> CommonLines<W> {
    /// The equal cells around one in its row.
    #[inline]
    fn row_stretch(&self, at: u32) -> W {
        let right = (!(self.right >> at)).first();
        let left = (!(self.right << 1 << (W::BITS - 1 - at))).zeros_above();
        !(!W::ZERO << (left + right + 1)) << (at - left)
    }

    /// The equal cells around one in its column.
    #[inline]
    fn column_stretch(&self, at: u32) -> W {
        let mut stretch = W::bit(at);
        let mut end = at;
        while self.down.has(end) {
            end += W::STRIDE;
            stretch |= W::bit(end);
        }
        let mut end = at;
        while end >= W::STRIDE && self.down.has(end - W::STRIDE) {
            end -= W::STRIDE;
            stretch |= W::bit(end);
        }
        stretch
    }
}

impl<W: Word> Lines<W> for CommonLines<W> {
    #[inline]
    fn any(&self) -> W {
        self.rows | self.columns
    }

    #[inline]
    fn crossings(&self) -> W {
        self.rows & self.columns
    }

    #[inline]
    fn cross(&self, at: u32) -> W {
        let mut cross = W::ZERO;
        if self.rows.has(at) {
            cross |= self.row_stretch(at);
        }
        if self.columns.has(at) {
            cross |= self.column_stretch(at);
        }
        cross
    }

    #[inline]
    fn for_each(&self, mut sink: impl FnMut(W)) {
        (self.rows & !(self.right << 1)).each().for_each(|at| sink(self.row_stretch(at)));
        (self.columns & !(self.down << W::STRIDE)).each().for_each(|at| sink(self.column_stretch(at)));
    }
}

impl<W: Word> AnyLines<'_, W> {
    /// The equal cells around one along an axis.
    #[inline]
    fn stretch(&self, axis: usize, at: u32) -> W {
        let (equal, steps) = (self.equal[axis], &self.masks.steps);
        let mut stretch = W::bit(at);
        let mut end = at;
        while equal.has(end) {
            end = steps[end as usize][axis][0].into();
            if end == at {
                // Once around the torus.
                return stretch;
            }
            stretch |= W::bit(end);
        }
        let mut end = at;
        loop {
            let before = steps[end as usize][axis][1];
            if before == EDGE || !equal.has(before.into()) {
                return stretch;
            }
            end = before.into();
            stretch |= W::bit(end);
        }
    }
}

impl<W: Word> Lines<W> for AnyLines<'_, W> {
    #[inline]
    fn any(&self) -> W {
        self.lines[0] | self.lines[1] | self.lines[2] | self.lines[3]
    }

    #[inline]
    fn crossings(&self) -> W {
        let [rows, columns, falling, rising] = self.lines;
        rows & columns | falling & rising | (rows | columns) & (falling | rising)
    }

    #[inline]
    fn cross(&self, at: u32) -> W {
        let through = (0..4).filter(|&axis| self.lines[axis].has(at));
        through.fold(W::ZERO, |cross, axis| cross | self.stretch(axis, at))
    }

    #[inline]
    fn for_each(&self, mut sink: impl FnMut(W)) {
        for (axis, &lines) in self.lines.iter().enumerate() {
            let mut open = lines;
            while open != W::ZERO {
                let line = self.stretch(axis, open.first());
                open &= !line;
                sink(line);
            }
        }
    }
}

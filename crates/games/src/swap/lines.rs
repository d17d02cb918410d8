//! Lines on any rectangle, with diagonals and on a torus: the lines through a cell, what is connected with them, and the
//! cells in any line.

use super::Rules;
use tilewright_core::{Cell, Cells, Topology};

/// The values in scan order; 0 is empty. Entries beyond the board's last cell are 0.
pub(super) type Values = [u32; Topology::MAX_CELLS];

/// Beyond the edge.
const EDGE: u8 = u8::MAX;

/// The steps along which lines run.
#[derive(Clone, Debug)]
pub(super) struct Lines {
    /// How many equal tiles make a line.
    run: u32,
    /// For each cell and each axis (row, column, both diagonals) the next cell forward and back.
    steps: Vec<[[u8; 2]; 4]>,
    /// How many of the axes count.
    axes: usize,
}

impl Lines {
    pub(super) fn new(rules: &Rules) -> Self {
        const AXES: [(i8, i8); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];
        let (width, height) = (rules.width as i8, rules.height as i8);
        let step = |row: i8, column: i8| {
            let (row, column) =
                if rules.wrap { (row.rem_euclid(height), column.rem_euclid(width)) } else { (row, column) };
            let inside = (0..height).contains(&row) && (0..width).contains(&column);
            if inside { (row * width + column) as u8 } else { EDGE }
        };
        let mut steps = Vec::new();
        for row in 0..height {
            for column in 0..width {
                steps.push(AXES.map(|(r, c)| [step(row + r, column + c), step(row - r, column - c)]));
            }
        }
        Self { run: rules.run.into(), steps, axes: if rules.diagonal { 4 } else { 2 } }
    }

    /// The cells one way from `cell` that hold `value`, up to the first that does not. On a torus a walk ends where it
    /// began.
    fn walk(&self, values: &Values, cell: Cell, value: u32, axis: usize, way: usize, run: &mut Cells) {
        let mut at = cell;
        loop {
            at = Cell(self.steps[at.index()][axis][way]);
            if at.0 == EDGE || values[at.index()] != value || run.contains(at) {
                return;
            }
            run.insert(at);
        }
    }

    /// The lines through a cell, united, as if it held `value`; empty if there is none.
    pub(super) fn with(&self, values: &Values, cell: Cell, value: u32) -> Cells {
        let mut cross = Cells::EMPTY;
        for axis in 0..self.axes {
            let mut run: Cells = [cell].into_iter().collect();
            self.walk(values, cell, value, axis, 0, &mut run);
            self.walk(values, cell, value, axis, 1, &mut run);
            if run.len() >= self.run {
                cross = Cells::from_bits(cross.bits() | run.bits());
            }
        }
        cross
    }

    /// The lines through a cell, united.
    pub(super) fn cross(&self, values: &Values, cell: Cell) -> Cells {
        self.with(values, cell, values[cell.index()])
    }

    /// The lines through a cell and all that are connected with them through shared cells.
    pub(super) fn union(&self, values: &Values, cell: Cell) -> Cells {
        let mut group = self.cross(values, cell);
        let mut open = group;
        while let Some(cell) = open.next() {
            let more = self.cross(values, cell).bits() & !group.bits();
            group = Cells::from_bits(group.bits() | more);
            open = Cells::from_bits(open.bits() | more);
        }
        group
    }

    /// Whether a line runs through a cell, as if it held `value`. Called for every swap of a board, so it only counts,
    /// and stops as soon as there are enough.
    pub(super) fn runs_through(&self, values: &Values, cell: Cell, value: u32) -> bool {
        self.steps[cell.index()][..self.axes].iter().enumerate().any(|(axis, next)| {
            let mut length = 1;
            for (way, &first) in next.iter().enumerate() {
                let mut at = first;
                while length < self.run && at != EDGE {
                    if at == cell.0 {
                        // Once around the torus: the cells behind have been counted.
                        return false;
                    }
                    if values[usize::from(at)] != value {
                        break;
                    }
                    length += 1;
                    at = self.steps[usize::from(at)][axis][way];
                }
            }
            length >= self.run
        })
    }

    /// Every cell that a line runs through.
    pub(super) fn all(&self, values: &Values) -> Cells {
        let cells = (0..self.steps.len() as u8).map(Cell);
        cells.filter(|&cell| self.runs_through(values, cell, values[cell.index()])).collect()
    }
}

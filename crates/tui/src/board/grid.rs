//! Where the cells of a board lie in an area of the screen.

use ratatui::layout::Rect;
use tilewright_core::{Cell, Shape, Topology};

/// The places of all cells, as large as they fit. A cell holds its tile and a gap of one column on its right.
#[derive(Clone, PartialEq, Debug)]
pub struct Grid {
    /// The top left corner of each cell, in scan order.
    corners: Vec<(i32, i32)>,
    /// The columns of a tile, without the gap.
    pub width: u16,
    /// The lines of a cell.
    pub height: u16,
    /// The whole board, with a margin of one column on the left.
    pub area: Rect,
    /// Whether the cells are hexagons: they taper to their first and last line.
    pub hex: bool,
}

/// The most lines of a cell: larger ones are no easier to read.
const MAX_LINES: u16 = 13;

impl Grid {
    /// The grid of a board in an area; `None` if the area is too small for two columns a tile.
    pub fn fit(topology: &Topology, area: Rect) -> Option<Self> {
        Self::fit_at_most(topology, area, MAX_LINES)
    }

    /// The same, with a limit to the lines of a cell.
    pub fn fit_at_most(topology: &Topology, area: Rect, lines: u16) -> Option<Self> {
        match topology.shape() {
            Shape::Square { width, height, .. } => {
                let (columns, rows) = (u16::from(width), u16::from(height));
                let step = area.width.checked_sub(1)? / columns;
                let height = (area.height / rows).min(lines).min(step.div_ceil(2));
                if height == 0 || step < 3 {
                    return None;
                }
                let step = step.min(2 * height + 3).max(step.min(7));
                let used = centred(area, step * columns + 1, height * rows);
                let corner = |cell| {
                    let (row, column) = topology.coords(cell);
                    (used.x + 1 + column as u16 * step, used.y + row as u16 * height)
                };
                Some(Self::new(topology, corner, step - 1, height, used, false))
            }
            Shape::Hex { radius } => {
                let side = 2 * u16::from(radius) + 1;
                // In half cells: a hexagon has an even number of lines, or one with a line between.
                let most = (area.height / (2 * side)).min(lines.div_ceil(2));
                (1..=most).rev().find_map(|half| Self::hexagons(topology, area, side, 2 * half, half)).or_else(|| {
                    let fits = area.height >= 2 * side - 1;
                    fits.then(|| Self::hexagons(topology, area, side, 1, 1)).flatten()
                })
            }
        }
    }

    /// Hexagons of that many lines. Their columns are shifted by `half` a cell against each other and reach into each
    /// other's tapered lines. `None` if they would be narrower than high.
    fn hexagons(topology: &Topology, area: Rect, side: u16, height: u16, half: u16) -> Option<Self> {
        let taper = half - 1;
        // All columns but the last share `taper` of their columns with the next.
        let step = (area.width.checked_sub(1 + taper)? / side).min(2 * height + 3 - taper.min(2));
        let width = (step + taper).checked_sub(1)?;
        if step < 3 || width < 2 * taper + 3 || width + 1 < 2 * height {
            return None;
        }
        let used = centred(area, step * side + taper + 1, 2 * side * half - 2 * half + height);
        let radius = (side / 2) as i8;
        let corner = |cell| {
            let (column, down) = topology.coords(cell);
            let down = (2 * down + column + 2 * radius) as u16;
            (used.x + 1 + (column + radius) as u16 * step, used.y + down * half)
        };
        Some(Self::new(topology, corner, width, height, used, true))
    }

    fn new(
        topology: &Topology,
        corner: impl Fn(Cell) -> (u16, u16),
        width: u16,
        height: u16,
        area: Rect,
        hex: bool,
    ) -> Self {
        let corners = topology.cells().map(corner).map(|(x, y)| (i32::from(x), i32::from(y))).collect();
        Self { corners, width, height, area, hex }
    }

    /// The top left corner of a cell.
    pub fn corner(&self, cell: Cell) -> (i32, i32) {
        self.corners[cell.index()]
    }

    /// How many columns a line of a cell is shorter at each end.
    pub fn inset(&self, line: i32) -> i32 {
        if !self.hex {
            return 0;
        }
        let half = i32::from(self.height) / 2;
        if line < half { half - 1 - line } else { line - half }.max(0)
    }

    /// The place this many rows above a cell, where a tile starts that falls in.
    pub fn above(&self, cell: Cell, rows: u8) -> (i32, i32) {
        let (x, y) = self.corner(cell);
        (x, y - i32::from(rows) * i32::from(self.height))
    }

    /// The cell at a place of the screen.
    pub fn cell_at(&self, column: u16, row: u16) -> Option<Cell> {
        let (column, row) = (i32::from(column), i32::from(row));
        let found = self.corners.iter().position(|&(x, y)| {
            let inset = self.inset(row - y);
            (y..y + i32::from(self.height)).contains(&row)
                && (x + inset..=x + i32::from(self.width) - inset).contains(&column)
        });
        found.map(|i| Cell(i as u8))
    }
}

/// A part of an area in its middle.
fn centred(area: Rect, width: u16, height: u16) -> Rect {
    Rect { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilewright_core::Dir;

    fn boards() -> Vec<Topology> {
        let squares = (2..=10).map(|side| Topology::square(side, side).unwrap());
        squares.chain((1..=4).map(|radius| Topology::hex(radius).unwrap())).collect()
    }

    #[test]
    fn fit_smallest_window_has_three_columns_a_tile() {
        for topology in boards() {
            let grid =
                Grid::fit(&topology, Rect::new(0, 1, 42, 17)).unwrap_or_else(|| panic!("{:?}", topology.shape()));
            assert!(grid.width >= 3, "{:?}: {}", topology.shape(), grid.width);
        }
    }

    #[test]
    fn fit_cells_lie_inside_and_do_not_overlap() {
        for topology in boards() {
            for area in [Rect::new(0, 1, 42, 17), Rect::new(3, 1, 60, 21), Rect::new(0, 0, 170, 56)] {
                let grid = Grid::fit(&topology, area).unwrap();
                assert_eq!(grid.area.intersection(area), grid.area);
                let mut seen = vec![false; 256 * 256];
                for cell in topology.cells() {
                    let (x, y) = grid.corner(cell);
                    for row in y..y + i32::from(grid.height) {
                        let inset = grid.inset(row - y);
                        for column in x + inset..x + i32::from(grid.width) - inset {
                            assert!(grid.area.contains((column as u16, row as u16).into()));
                            assert_eq!(grid.cell_at(column as u16, row as u16), Some(cell));
                            let at = &mut seen[row as usize * 256 + column as usize];
                            assert!(!std::mem::replace(at, true), "{:?} overlaps", topology.shape());
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn corner_of_north_neighbour_is_straight_up() {
        let topology = Topology::hex(2).unwrap();
        let grid = Grid::fit(&topology, Rect::new(0, 0, 60, 21)).unwrap();
        let middle = topology.cell_at(0, 0).unwrap();
        let north = topology.neighbour(middle, Dir(0)).unwrap();
        let (x, y) = grid.corner(middle);
        assert_eq!(grid.corner(north), (x, y - i32::from(grid.height)));
    }
}

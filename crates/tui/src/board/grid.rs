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
    /// Whether the cells are hexagons: their corners are cut off.
    pub hex: bool,
}

/// The most lines of a cell: larger ones are no easier to read.
const MAX_LINES: u16 = 7;

impl Grid {
    /// The grid of a board in an area; `None` if the area is too small for two columns a tile.
    pub fn fit(topology: &Topology, area: Rect) -> Option<Self> {
        Self::fit_at_most(topology, area, MAX_LINES)
    }

    /// The same, with a limit to the lines of a cell.
    pub fn fit_at_most(topology: &Topology, area: Rect, lines: u16) -> Option<Self> {
        // Both shapes are rows of columns; a hexagon's columns are shifted by half a cell against each other.
        let (columns, halves, hex) = match topology.shape() {
            Shape::Square { width, height, .. } => (u16::from(width), 2 * u16::from(height), false),
            Shape::Hex { radius } => {
                let side = 2 * u16::from(radius) + 1;
                (side, 2 * side, true)
            }
        };
        let step = area.width.checked_sub(1)? / columns;
        // In half cells: a hexagon needs even heights, or one line a cell with a line between.
        let (height, half) = if hex {
            let half = (area.height / halves).min(lines.div_ceil(2)).min((step + 2) / 4);
            match half {
                0 if area.height >= halves - 1 => (1, 1),
                0 => return None,
                half => (2 * half, half),
            }
        } else {
            let height = (2 * area.height / halves).min(lines).min(step.div_ceil(2));
            (height, 0)
        };
        if height == 0 || step < 3 {
            return None;
        }
        let step = step.min(2 * height + 3).max(step.min(7));
        let used_height = if hex { (halves - 2) * half + height } else { height * halves / 2 };
        let used = Rect {
            x: area.x + (area.width - (step * columns + 1)) / 2,
            y: area.y + (area.height - used_height) / 2,
            width: step * columns + 1,
            height: used_height,
        };
        let corner = |cell| {
            let (a, b) = topology.coords(cell);
            let (column, down) = match topology.shape() {
                Shape::Square { .. } => (i32::from(b), i32::from(a) * i32::from(height)),
                Shape::Hex { radius } => {
                    let radius = i32::from(radius);
                    (i32::from(a) + radius, (2 * i32::from(b) + i32::from(a) + 2 * radius) * i32::from(half))
                }
            };
            (i32::from(used.x) + 1 + column * i32::from(step), i32::from(used.y) + down)
        };
        let corners = topology.cells().map(corner).collect();
        Some(Self { corners, width: step - 1, height, area: used, hex })
    }

    /// The top left corner of a cell.
    pub fn corner(&self, cell: Cell) -> (i32, i32) {
        self.corners[cell.index()]
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
            (x..=x + i32::from(self.width)).contains(&column) && (y..y + i32::from(self.height)).contains(&row)
        });
        found.map(|i| Cell(i as u8))
    }
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
                        for column in x..x + i32::from(grid.width) {
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

//! Labels at the rim of a board: rows and columns where actions are told by them, keys where a board has six directions.

use super::Grid;
use crate::{look::Look, ui};
use ratatui::{buffer::Buffer, layout::Rect};
use tilewright_core::{Cell, Dir, Game, Notation, Shape, Topology};
use tilewright_session::{Session, arrow, keys_of};

/// The columns on the left and the lines above that labels need.
pub(crate) fn margins(session: &Session) -> (u16, u16) {
    match (session.game().topology().shape(), session.game().notation()) {
        (Shape::Hex { .. }, _) => (0, 0),
        (Shape::Square { .. }, Notation::Direction) => (0, 0),
        (Shape::Square { height, .. }, _) => (if height > 9 { 2 } else { 1 }, 1),
    }
}

/// Draws the labels of a board. Those of a square are numbers, as in “row 2, column 3”; `area` bounds those of a hexagon.
pub(crate) fn draw(topology: &Topology, grid: &Grid, buffer: &mut Buffer, area: Rect, look: &Look) {
    match topology.shape() {
        Shape::Hex { .. } => {
            for dir in topology.dirs() {
                draw_key(topology, grid, buffer, area, look, dir);
            }
        }
        Shape::Square { .. } if grid.area.y > area.y && grid.area.x > area.x => {
            for cell in topology.cells() {
                let (row, column) = topology.coords(cell);
                let (x, y) = grid.corner(cell);
                if row == 0 {
                    let above = Rect { x: x as u16, y: grid.area.y - 1, width: grid.width, height: 1 };
                    ui::centred(buffer, above, 0, &(column + 1).to_string(), look.dim());
                }
                if column == 0 {
                    let middle = (i32::from(grid.height) - 1) / 2 + i32::from(grid.height == 2);
                    let left = Rect { x: area.x, y: (y + middle) as u16, width: grid.area.x - area.x, height: 1 };
                    ui::right(buffer, left, 0, &(row + 1).to_string(), look.dim());
                }
            }
        }
        Shape::Square { .. } => {}
    }
}

/// The key of a direction where the board ends that way: above or below the column in the middle of that side.
fn draw_key(topology: &Topology, grid: &Grid, buffer: &mut Buffer, area: Rect, look: &Look, dir: Dir) {
    let cells = || topology.cells().map(|cell| (cell, topology.coords(cell)));
    let radius = cells().map(|(_, (column, _))| column).max().unwrap_or(0);
    // Up and down, then clockwise: the index says on which side.
    let (column, up) = match dir.0 {
        0 => (0, true),
        1 => ((radius + 1) / 2, true),
        2 => ((radius + 1) / 2, false),
        3 => (0, false),
        4 => (-(radius + 1) / 2, false),
        _ => (-(radius + 1) / 2, true),
    };
    let of_column = cells().filter(|(_, (at, _))| *at == column).map(|(cell, _)| cell);
    let line = |cell: &Cell| grid.corner(*cell).1;
    let Some(end) = (if up { of_column.min_by_key(line) } else { of_column.max_by_key(line) }) else { return };
    let (x, y) = grid.corner(end);
    let label = format!("{} {}", keys_of(topology, dir)[0].to_uppercase(), arrow(topology, dir));
    let (width, length) = (i32::from(grid.width), ui::width(&label) as i32);
    let outside = if up { y - 1 } else { y + i32::from(grid.height) };
    let inside = (i32::from(area.y)..i32::from(area.bottom())).contains(&outside);
    // In a window without a free line it stands next to the cell, where the board has a corner.
    let (x, y) = if inside {
        (x + (width - length + 1) / 2, outside)
    } else {
        (x + width - grid.inset(0) + 1, if up { y } else { y + i32::from(grid.height) - 1 })
    };
    if let (Ok(x), Ok(y)) = (u16::try_from(x), u16::try_from(y))
        && x + length as u16 <= area.right()
    {
        ui::text(buffer, Rect { x, y, width: length as u16, height: 1 }, 0, &label, look.accent());
    }
}

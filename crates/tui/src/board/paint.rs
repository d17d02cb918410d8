//! Tiles, gaps and marks, drawn into a buffer.

use super::{Grid, face};
use crate::look::Look;
use ratatui::{buffer::Buffer, style::Modifier, style::Style};
use tilewright_core::{Cell, Tile};
use tilewright_session::Scale;

/// How much of its cell a tile fills.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Size {
    /// All but the gaps.
    Full,
    /// Its middle: it is coming or going.
    Small,
}

/// A moving tile.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprite {
    /// The tile.
    pub tile: Tile,
    /// Its top left corner on the screen.
    pub at: (i32, i32),
    /// Its size.
    pub size: Size,
    /// Whether it stands out: it was just made.
    pub bright: bool,
}

/// A mark at a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// Where the cursor is.
    Cursor,
    /// The picked tile.
    Picked,
    /// A hint: the tile to act with.
    From,
    /// A hint: the cell it goes to.
    To,
    /// A hint: the tile goes that way, shown by an arrow.
    Way(&'static str),
    /// A tile that would gain strain.
    Strains,
    /// A tile that would break.
    Breaks,
    /// A tile that is linked to the picked one.
    Linked,
    /// Something happened here.
    Flash,
}

impl Mark {
    /// Whether it belongs to a hint.
    pub(crate) fn is_hint(self) -> bool {
        matches!(self, Self::From | Self::To | Self::Way(_))
    }
}

/// The sign of [`Mark::Strains`].
pub(crate) const STRAINS: &str = "!";
/// The sign of [`Mark::Breaks`].
pub(crate) const BREAKS: &str = "×";
/// The sign of [`Mark::Linked`].
pub(crate) const LINKED: &str = "◆";

/// What to draw.
#[derive(Clone, Debug, Default)]
pub struct Picture {
    /// The tiles at rest.
    pub tiles: Vec<Option<Tile>>,
    /// The moving tiles, drawn above the others.
    pub sprites: Vec<Sprite>,
    /// The marks.
    pub marks: Vec<(Cell, Mark)>,
}

/// Draws a board.
pub fn paint(buffer: &mut Buffer, grid: &Grid, look: &Look, scale: Scale, picture: &Picture) {
    let brush = Brush { grid, look, scale };
    brush.ground(buffer);
    let cells = || (0..picture.tiles.len()).map(|i| Cell(i as u8));
    for cell in cells() {
        brush.block(buffer, grid.corner(cell), look.empty(), "·", Size::Full, false);
    }
    for (cell, tile) in cells().zip(&picture.tiles) {
        if let Some(tile) = *tile {
            let bright = picture.marks.contains(&(cell, Mark::Flash));
            brush.tile(buffer, Sprite { tile, at: grid.corner(cell), size: Size::Full, bright });
        }
    }
    for sprite in &picture.sprites {
        brush.tile(buffer, *sprite);
    }
    for (cell, mark) in &picture.marks {
        brush.mark(buffer, *cell, *mark);
    }
}

struct Brush<'a> {
    grid: &'a Grid,
    look: &'a Look,
    scale: Scale,
}

impl Brush<'_> {
    fn put(&self, buffer: &mut Buffer, (x, y): (i32, i32), symbol: &str, style: Style) {
        let area = self.grid.area;
        let inside = x >= area.x.into() && x < area.right().into() && y >= area.y.into() && y < area.bottom().into();
        if inside && let Some(cell) = buffer.cell_mut((x as u16, y as u16)) {
            cell.set_symbol(symbol).set_style(style);
        }
    }

    /// The board below the cells. A hexagon has none: what lies between its cells is outside.
    fn ground(&self, buffer: &mut Buffer) {
        if !self.grid.hex {
            buffer.set_style(self.grid.area, self.look.board());
        }
    }

    fn between(&self) -> Style {
        if self.grid.hex { self.look.text() } else { self.look.board() }
    }

    fn tile(&self, buffer: &mut Buffer, sprite: Sprite) {
        let Sprite { tile, at, size, bright } = sprite;
        let room = usize::from(self.grid.width);
        let number = face(tile.value, room);
        let dots = "•".repeat(tile.strain.into());
        let text = match tile.strain {
            0 => number,
            strain if number.len() + 1 + usize::from(strain) <= room => format!("{number} {dots}"),
            strain => format!("{number}+{strain}"),
        };
        self.block(buffer, at, self.look.tile(tile.value, self.scale), &text, size, bright);
    }

    /// A block of colour with half a line of gap above and below, or an outline where there are no colours.
    fn block(&self, buffer: &mut Buffer, at: (i32, i32), style: Style, text: &str, size: Size, bright: bool) {
        let (width, height) = (i32::from(self.grid.width), i32::from(self.grid.height));
        let tile = text != "·";
        let middle = (height - 1) / 2 + i32::from(height == 2);
        let (inset, lines) = match size {
            Size::Full => (0, 0..height),
            Size::Small => (width / 4, middle..middle + 1),
        };
        let ink = if bright { style.add_modifier(Modifier::REVERSED) } else { style };
        for line in lines {
            let edge = self.edge(line, height);
            // The corners of hexagons are cut.
            let cut = if self.grid.hex && height >= 3 && (line == 0 || line == height - 1) { 1 } else { inset };
            for column in cut..width - cut {
                let place = (at.0 + column, at.1 + line);
                let (symbol, style) = if !self.look.colours() {
                    (if tile { self.outline(column, line, width, height) } else { " " }, ink)
                } else if let Some(symbol) = edge.filter(|_| size == Size::Full) {
                    (symbol, self.between().fg(style.bg.unwrap_or_default()))
                } else {
                    (" ", ink)
                };
                self.put(buffer, place, symbol, style);
            }
        }
        let length = text.chars().count() as i32;
        let start = at.0 + (width - length + 1) / 2;
        for (i, symbol) in text.chars().enumerate() {
            self.put(buffer, (start + i as i32, at.1 + middle), symbol.encode_utf8(&mut [0; 4]), ink);
        }
    }

    /// The half block for the first or last line of a tile; `None` for the lines between.
    fn edge(&self, line: i32, height: i32) -> Option<&'static str> {
        match (line, height) {
            (0, 2..) => Some("▄"),
            (line, 3..) if line == height - 1 => Some("▀"),
            _ => None,
        }
    }

    fn outline(&self, column: i32, line: i32, width: i32, height: i32) -> &'static str {
        let (left, right) = (column == 0, column == width - 1);
        match (line, height) {
            (0, 3..) if left => "╭",
            (0, 3..) if right => "╮",
            (0, 2..) => "─",
            (line, 3..) if line == height - 1 && left => "╰",
            (line, 3..) if line == height - 1 && right => "╯",
            (line, 3..) if line == height - 1 => "─",
            (_, 3..) if left || right => "│",
            _ => " ",
        }
    }

    /// Marks are drawn in the gaps on both sides of a tile, so that they cover no number.
    fn mark(&self, buffer: &mut Buffer, cell: Cell, mark: Mark) {
        let (x, y) = self.grid.corner(cell);
        let (height, right) = (i32::from(self.grid.height), x + i32::from(self.grid.width));
        let middle = (height - 1) / 2 + i32::from(height == 2);
        let (style, tall, sides) = match mark {
            Mark::Cursor => (self.look.mark(), true, ["┃", "┃"]),
            Mark::Picked => (self.look.mark().add_modifier(Modifier::REVERSED), true, ["▐", "▌"]),
            Mark::From => (self.look.advice(), false, ["▸", "◂"]),
            Mark::To => (self.look.advice(), false, ["◂", "▸"]),
            Mark::Way(arrow) => (self.look.advice(), false, [arrow, arrow]),
            Mark::Strains => (self.look.warning(), false, [STRAINS, STRAINS]),
            Mark::Breaks => (self.look.warning(), false, [BREAKS, BREAKS]),
            Mark::Linked => (self.look.advice(), false, [LINKED, LINKED]),
            Mark::Flash => return,
        };
        let style = if self.grid.hex { style.bg(self.between().bg.unwrap_or_default()) } else { style };
        for line in 0..height {
            if tall || line == middle {
                self.put(buffer, (x - 1, y + line), sides[0], style);
                self.put(buffer, (right, y + line), sides[1], style);
            }
        }
    }
}

//! Tiles, gaps and marks, drawn into a buffer.

use super::{Grid, digits, face};
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
    /// A place on the screen; `None` if it is outside of the board.
    fn place(&self, x: i32, y: i32) -> Option<(u16, u16)> {
        let area = self.grid.area;
        let inside = x >= area.x.into() && x < area.right().into() && y >= area.y.into() && y < area.bottom().into();
        inside.then_some((x as u16, y as u16))
    }

    fn put(&self, buffer: &mut Buffer, (x, y): (i32, i32), symbol: &str, style: Style) {
        if let Some(cell) = self.place(x, y).and_then(|at| buffer.cell_mut(at)) {
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
        let style = self.look.tile(tile.value, self.scale);
        if size == Size::Full && self.large(buffer, at, style, tile, bright) {
            return;
        }
        let room = usize::from(self.grid.width);
        let number = face(tile.value, room);
        let dots = "•".repeat(tile.strain.into());
        let text = match tile.strain {
            0 => number,
            strain if number.len() + 1 + usize::from(strain) <= room => format!("{number} {dots}"),
            strain => format!("{number}+{strain}"),
        };
        self.block(buffer, at, style, &text, size, bright);
    }

    /// The tile with large digits and its strain below them; false if it is too small for that.
    fn large(&self, buffer: &mut Buffer, at: (i32, i32), style: Style, tile: Tile, bright: bool) -> bool {
        let (width, height) = (i32::from(self.grid.width), i32::from(self.grid.height));
        let strain = i32::from(tile.strain > 0);
        if !self.look.blocks() {
            return false;
        }
        // The first and the last line are edges.
        let fitted = |lines: i32| {
            let first = (height - lines) / 2 - i32::from(strain > 0 && height < 4 + lines);
            let room = width - 2 * self.grid.inset(first) - 1;
            (height >= 2 + lines + strain && room > 0).then_some((first, room as usize))
        };
        let double =
            fitted(2 * digits::LINES as i32).and_then(|(at, room)| Some((at, digits::huge(tile.value, room)?)));
        let single =
            || fitted(digits::LINES as i32).and_then(|(at, room)| Some((at, digits::large(tile.value, room)?.into())));
        let Some((first, number)) = double.or_else(single) else { return false };
        self.block(buffer, at, style, "", Size::Full, bright);
        let ink = self.ink(style, bright);
        for (line, text) in number.iter().enumerate() {
            self.write(buffer, (at.0, at.1 + first + line as i32), text, ink);
        }
        let below = first + number.len() as i32;
        self.write(buffer, (at.0, at.1 + below), &"•".repeat(tile.strain.into()), ink);
        true
    }

    /// The style of a tile, or of one that stands out.
    fn ink(&self, style: Style, bright: bool) -> Style {
        match (bright, style.fg, style.bg) {
            (true, Some(fg), Some(bg)) if self.look.colours() => style.fg(bg).bg(fg),
            (true, ..) => style.add_modifier(Modifier::REVERSED),
            _ => style,
        }
    }

    /// Writes a text into the middle of a cell's line.
    fn write(&self, buffer: &mut Buffer, at: (i32, i32), text: &str, ink: Style) {
        let length = text.chars().count() as i32;
        let start = at.0 + (i32::from(self.grid.width) - length + 1) / 2;
        for (i, symbol) in text.chars().enumerate() {
            self.put(buffer, (start + i as i32, at.1), symbol.encode_utf8(&mut [0; 4]), ink);
        }
    }

    /// A block of colour with half a line of gap above and below, or an outline where there are no colours.
    fn block(&self, buffer: &mut Buffer, at: (i32, i32), style: Style, text: &str, size: Size, bright: bool) {
        let (width, height) = (i32::from(self.grid.width), i32::from(self.grid.height));
        let tile = text != "·";
        let middle = (height - 1) / 2 + i32::from(height == 2);
        let (narrow, lines) = match size {
            Size::Full => (0, 0..height),
            Size::Small => (width / 4, middle..middle + 1),
        };
        let ink = self.ink(style, bright);
        for line in lines {
            let edge = self.edge(line, height);
            let inset = narrow.max(self.grid.inset(line));
            for column in inset..width - inset {
                let place = (at.0 + column, at.1 + line);
                let (symbol, style) = if !self.look.colours() {
                    let ends = (column == inset, column == width - inset - 1);
                    (if tile { self.outline(ends, line, height) } else { " " }, ink)
                } else if let Some(symbol) = edge.filter(|_| size == Size::Full) {
                    (symbol, self.between().fg(ink.bg.unwrap_or_default()))
                } else {
                    (" ", ink)
                };
                self.put(buffer, place, symbol, style);
            }
        }
        self.write(buffer, (at.0, at.1 + middle), text, ink);
    }

    /// The half block for the first or last line of a tile; `None` for the lines between.
    fn edge(&self, line: i32, height: i32) -> Option<&'static str> {
        match (line, height) {
            (0, 2..) => Some("▄"),
            (line, 3..) if line == height - 1 => Some("▀"),
            _ => None,
        }
    }

    fn outline(&self, (left, right): (bool, bool), line: i32, height: i32) -> &'static str {
        let last = line == height - 1;
        // Between its first and its last line a hexagon is slanted; its ends are told by bars all the same.
        match (line, height) {
            (0, 3..) if left => "╭",
            (0, 3..) if right => "╮",
            (0, 2..) => "─",
            (_, 3..) if last && left => "╰",
            (_, 3..) if last && right => "╯",
            (_, 3..) if last => "─",
            (_, 3..) if left || right => "│",
            _ => " ",
        }
    }

    /// Marks are drawn around a tile, so that they cover no number: frames all around, signs at both sides of its middle.
    fn mark(&self, buffer: &mut Buffer, cell: Cell, mark: Mark) {
        let (style, sides) = match mark {
            Mark::Cursor => return self.frame(buffer, cell, self.look.mark(), "═"),
            Mark::Picked => return self.frame(buffer, cell, self.look.picked(), "━"),
            Mark::From => (self.look.advice(), ["▸", "◂"]),
            Mark::To => (self.look.advice(), ["◂", "▸"]),
            Mark::Way(arrow) => (self.look.advice(), [arrow, arrow]),
            Mark::Strains => (self.look.warning(), [STRAINS, STRAINS]),
            Mark::Breaks => (self.look.warning(), [BREAKS, BREAKS]),
            Mark::Linked => (self.look.advice(), [LINKED, LINKED]),
            Mark::Flash => return,
        };
        let (x, y) = self.grid.corner(cell);
        let height = i32::from(self.grid.height);
        let middle = (height - 1) / 2 + i32::from(height == 2);
        let [left, right] = self.ends(x, middle);
        let style = self.outside(style);
        self.put(buffer, (left, y + middle), sides[0], style);
        self.put(buffer, (right, y + middle), sides[1], style);
    }

    /// The columns of the gaps at both ends of a cell's line.
    fn ends(&self, x: i32, line: i32) -> [i32; 2] {
        let inset = self.grid.inset(line);
        [x + inset - 1, x + i32::from(self.grid.width) - inset]
    }

    /// A style of marks between the cells.
    fn outside(&self, style: Style) -> Style {
        if self.grid.hex { style.bg(self.between().bg.unwrap_or_default()) } else { style }
    }

    /// A frame in the gaps around a cell: half blocks, or lines where there are no colours.
    fn frame(&self, buffer: &mut Buffer, cell: Cell, style: Style, plain: &str) {
        let (x, y) = self.grid.corner(cell);
        let height = i32::from(self.grid.height);
        let style = self.outside(style);
        for line in 0..height {
            let [left, right] = self.ends(x, line);
            self.put(buffer, (left, y + line), "▐", style);
            self.put(buffer, (right, y + line), "▌", style);
            if self.edge(line, height).is_none() {
                continue;
            }
            // The free half of an edge's line is the frame.
            for column in left + 1..right {
                let Some(there) = self.place(column, y + line).and_then(|at| buffer.cell_mut(at)) else { continue };
                if self.look.colours() {
                    there.set_bg(style.fg.unwrap_or_default());
                } else {
                    there.set_symbol(plain);
                }
            }
        }
    }
}

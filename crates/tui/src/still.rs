//! Boards outside the arcade: as coloured text, and the colours of its tiles for pictures.

use crate::{
    board::{Grid, Picture, paint},
    look::{Depth, Look},
};
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::{Color, Modifier},
};
use std::{fmt::Write as _, sync::LazyLock};
use tilewright_core::{Game as _, Tile};
use tilewright_session::{Setup, Theme};

/// A colour: red, green, blue.
pub type Rgb = [u8; 3];

/// The colours of the dark theme. Made once: a palette also looks for the nearest of 256 colours.
fn look() -> &'static Look {
    static LOOK: LazyLock<Look> = LazyLock::new(|| Look::new(Theme::Dark, Depth::True));
    &LOOK
}

fn rgb(colour: Option<Color>) -> Rgb {
    match colour {
        Some(Color::Rgb(r, g, b)) => [r, g, b],
        _ => [0; 3],
    }
}

/// The background and the ink of a tile, or of an empty cell.
pub fn tile_colours(setup: &Setup, tile: Option<Tile>) -> (Rgb, Rgb) {
    let style = match tile {
        Some(tile) => look().tile(tile.value, setup.tile_look().scale),
        None => look().empty(),
    };
    (rgb(style.bg), rgb(style.fg))
}

/// The colour of the board between its cells.
pub fn board_colour() -> Rgb {
    rgb(look().board().bg)
}

/// The board as the arcade draws it, in lines of text with ANSI colours. Tiles in scan order.
///
/// ```
/// use tilewright_core::Position;
/// use tilewright_games::Preset;
/// use tilewright_session::Setup;
/// use tilewright_tui::board_ansi;
///
/// let setup = Setup::preset(Preset::find("classic-2048").unwrap())?;
/// let text = board_ansi(&setup, &[None; 16]);
/// assert!(text.contains('·') && text.contains("\u{1b}[0m"));
/// # Ok::<(), tilewright_games::VariantError>(())
/// ```
pub fn board_ansi(setup: &Setup, tiles: &[Option<Tile>]) -> String {
    let area = Rect::new(0, 0, 80, 40);
    let Some(grid) = Grid::fit_at_most(setup.game.topology(), area, 3) else { return String::new() };
    let mut buffer = Buffer::empty(area);
    let picture = Picture { tiles: tiles.to_vec(), ..Picture::default() };
    paint(&mut buffer, &grid, look(), setup.tile_look().scale, &picture);
    let mut text = String::new();
    for y in grid.area.top()..grid.area.bottom() {
        let mut current = None;
        for x in grid.area.left()..grid.area.right() {
            let cell = &buffer[(x, y)];
            if current != Some(cell.style()) {
                current = Some(cell.style());
                text += "\u{1b}[0m";
                if cell.modifier.contains(Modifier::BOLD) {
                    text += "\u{1b}[1m";
                }
                for (code, colour) in [(38, cell.fg), (48, cell.bg)] {
                    if let Color::Rgb(r, g, b) = colour {
                        // Writing to a string does not fail.
                        let _ = write!(text, "\u{1b}[{code};2;{r};{g};{b}m");
                    }
                }
            }
            text += cell.symbol();
        }
        text += "\u{1b}[0m\n";
    }
    text
}

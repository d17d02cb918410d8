//! Styles: themes, the colours a terminal can show, and the colours of tiles.
//!
//! Screens ask for a style by its role and never name a colour themselves.

pub(crate) mod ascii;
mod palette;
mod rgb;

pub use rgb::Depth;

use palette::Palette;
use ratatui::{
    buffer::Buffer,
    style::{Color, Modifier, Style},
};
use rgb::Rgb;
use tilewright_session::{Colours, Scale, Theme};

/// What a colour is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Role {
    Back,
    Text,
    Dim,
    Accent,
    Good,
    Bad,
    Board,
    Empty,
}

/// The colour of a role, and the nearest of the sixteen.
fn colour(theme: Theme, role: Role) -> (Rgb, Color) {
    let (dark, light, contrast) = match role {
        Role::Back => ((0x14171c, Color::Black), (0xf6f4ef, Color::White), (0x000000, Color::Black)),
        Role::Text => ((0xdfe3e8, Color::White), (0x23262b, Color::Black), (0xffffff, Color::White)),
        Role::Dim => ((0x97a0ac, Color::Gray), (0x5c6168, Color::DarkGray), (0xd8d8d8, Color::White)),
        Role::Accent => ((0x6fc3ff, Color::LightCyan), (0x0b5fa5, Color::Blue), (0xffff00, Color::LightYellow)),
        Role::Good => ((0x7fd88f, Color::LightGreen), (0x1b6e2f, Color::Green), (0x7dff9b, Color::LightGreen)),
        Role::Bad => ((0xff8d7e, Color::LightRed), (0xb02318, Color::Red), (0xffa59b, Color::LightRed)),
        Role::Board => ((0x20252d, Color::Black), (0xe3ddd2, Color::White), (0x000000, Color::Black)),
        Role::Empty => ((0x2b313a, Color::DarkGray), (0xd3ccbf, Color::Gray), (0x262626, Color::DarkGray)),
    };
    let (rgb, ansi) = match (theme, role) {
        // Everybody can tell blue and orange apart; not so red and green.
        (Theme::ColourBlind, Role::Good) => (0x56b4e9, Color::LightCyan),
        (Theme::ColourBlind, Role::Bad) => (0xf0a04b, Color::LightYellow),
        (Theme::Dark | Theme::System | Theme::ColourBlind, _) => dark,
        (Theme::Light, _) => light,
        (Theme::HighContrast, _) => contrast,
    };
    (Rgb::hex(rgb), ansi)
}
/// A theme on a terminal.
#[derive(Clone, Debug)]
pub struct Look {
    theme: Theme,
    depth: Depth,
    palette: Palette,
    /// Whether the terminal shows ASCII only.
    ascii: bool,
}

impl Look {
    /// A theme, shown with the colours that the terminal has.
    pub fn new(theme: Theme, depth: Depth) -> Self {
        Self { theme, depth, palette: Palette::new(theme, depth), ascii: false }
    }

    /// What the settings ask for, on the terminal that the environment describes.
    pub fn from_settings(theme: Theme, colours: Colours) -> Self {
        let depth = match colours {
            Colours::Auto => Depth::detect(|name| std::env::var(name).ok()),
            Colours::Full => Depth::True,
            Colours::Many => Depth::Indexed,
            Colours::Few => Depth::Ansi,
            Colours::None => Depth::None,
        };
        Self::new(theme, depth)
    }

    /// Whether the environment describes a terminal that shows ASCII only.
    pub fn is_ascii_only() -> bool {
        ascii::is_ascii_only(|name| std::env::var(name).ok())
    }

    /// The same on a terminal that shows ASCII only, or everything.
    pub fn with_ascii(self, ascii: bool) -> Self {
        Self { ascii, ..self }
    }

    /// Whether half blocks and the like can be shown.
    pub fn blocks(&self) -> bool {
        !self.ascii
    }

    /// Makes a drawn screen one that the terminal can show.
    pub fn finish(&self, buffer: &mut Buffer) {
        if self.ascii {
            ascii::replace(buffer);
        }
    }

    /// Whether tiles differ from the board by colour; otherwise they need outlines.
    pub fn colours(&self) -> bool {
        self.depth != Depth::None
    }

    fn colour(&self, role: Role) -> Color {
        let (rgb, ansi) = colour(self.theme, role);
        match self.depth {
            Depth::True => rgb.exact(),
            Depth::Indexed => Color::Indexed(rgb.index()),
            Depth::Ansi => ansi,
            Depth::None => Color::Reset,
        }
    }

    fn on_back(&self, role: Role) -> Style {
        Style::new().fg(self.colour(role)).bg(self.colour(Role::Back))
    }

    /// Plain text, and the background of every screen.
    pub fn text(&self) -> Style {
        self.on_back(Role::Text)
    }

    /// Less important text.
    pub fn dim(&self) -> Style {
        self.on_back(Role::Dim)
    }

    /// Headings, keys and what is chosen.
    pub fn accent(&self) -> Style {
        self.on_back(Role::Accent).add_modifier(Modifier::BOLD)
    }

    /// The line of a list that is chosen.
    pub fn chosen(&self) -> Style {
        match self.depth {
            Depth::None => Style::new().add_modifier(Modifier::REVERSED | Modifier::BOLD),
            _ => Style::new().fg(self.colour(Role::Back)).bg(self.colour(Role::Accent)).add_modifier(Modifier::BOLD),
        }
    }

    /// Good news.
    pub fn good(&self) -> Style {
        self.on_back(Role::Good).add_modifier(Modifier::BOLD)
    }

    /// Errors and refusals.
    pub fn bad(&self) -> Style {
        self.on_back(Role::Bad).add_modifier(Modifier::BOLD)
    }

    /// The board between its cells.
    pub fn board(&self) -> Style {
        Style::new().fg(self.colour(Role::Dim)).bg(self.colour(Role::Board))
    }

    /// A cell without a tile.
    pub fn empty(&self) -> Style {
        Style::new().fg(self.colour(Role::Dim)).bg(self.colour(Role::Empty))
    }

    /// Marks on the board: the cursor and what is picked.
    pub fn mark(&self) -> Style {
        self.board().fg(self.colour(Role::Accent)).add_modifier(Modifier::BOLD)
    }

    /// The frame of the picked tile.
    pub fn picked(&self) -> Style {
        self.board().fg(self.colour(Role::Text)).add_modifier(Modifier::BOLD | Modifier::REVERSED)
    }

    /// Marks of a hint on the board.
    pub fn advice(&self) -> Style {
        self.board().fg(self.colour(Role::Good)).add_modifier(Modifier::BOLD)
    }

    /// Marks on the board: what is about to happen to a tile.
    pub fn warning(&self) -> Style {
        self.board().fg(self.colour(Role::Bad)).add_modifier(Modifier::BOLD)
    }

    /// A tile of that value.
    pub fn tile(&self, value: u32, scale: Scale) -> Style {
        let apart = scale.is_apart(value);
        let style = if apart { self.palette.apart() } else { self.palette.of(scale.exponent(value)) };
        style.add_modifier(Modifier::BOLD)
    }
}

#[cfg(test)]
mod tests;

//! The colours of tiles: one for each power of two, so that no two on a board look alike.

use super::{Depth, rgb::Rgb};
use ratatui::style::{Color, Modifier, Style};
use tilewright_session::{Scale, Theme};

/// How many exponents have a colour of their own: values go up to 2^30.
pub(super) const NAMED: usize = 31;

/// From cool to hot up to 2^10, gold for 2048, then a second round of louder colours and a third of deep ones.
const DARK: [u32; NAMED] = [
    0x7b7f86, 0x5f6b7a, 0x3f6fc0, 0x1fa5bd, 0x2aa876, 0x6fb344, 0xa3b23a, 0xc9a227, 0xe58a2e, 0xe2683c, 0xd9475b,
    0xffd83d, 0xc8508f, 0xa25fd0, 0x6f6ff0, 0x3f8ff5, 0x23c4e8, 0x1fd8a4, 0x7be05a, 0xf09ad0, 0xffffff, 0xffb48a,
    0xb9a6ff, 0x8b1e3f, 0x5a3d1e, 0x12466b, 0x0f5c3a, 0x4a2a75, 0x7a5a00, 0x4d6630, 0xb5c7d3,
];

/// The same walk in pastels, with strong colours for large values.
const LIGHT: [u32; NAMED] = [
    0xc4c4c4, 0xd3d8de, 0xa6bdf0, 0x7ad4e6, 0x7ed6ae, 0xa9db78, 0xd3dc6b, 0xf0cd55, 0xf3ab58, 0xee8d6c, 0xe46a78,
    0xf5b800, 0xc8508f, 0x9550c8, 0x5858dc, 0x2378d8, 0x0e93b8, 0x0c8a66, 0x3f8a1e, 0xb8388c, 0x111111, 0x9c4a1c,
    0x6a52c8, 0x8b1e3f, 0x5a3d1e, 0x12466b, 0x0f5c3a, 0x4a2a75, 0x7a5a00, 0x4d6630, 0x445766,
];

/// The palette of Okabe and Ito, which people with colour blindness can tell apart; neighbours differ most.
const SAFE: [u32; 8] = [0x999999, 0x56b4e9, 0xe69f00, 0x009e73, 0xf0e442, 0x0072b2, 0xd55e00, 0xcc79a7];

/// The sixteen-colour backgrounds with a readable ink.
const ANSI: [(Color, Color); 14] = [
    (Color::Gray, Color::Black),
    (Color::Cyan, Color::Black),
    (Color::Green, Color::Black),
    (Color::LightBlue, Color::Black),
    (Color::Yellow, Color::Black),
    (Color::LightGreen, Color::Black),
    (Color::LightCyan, Color::Black),
    (Color::LightYellow, Color::Black),
    (Color::LightMagenta, Color::Black),
    (Color::LightRed, Color::Black),
    (Color::Blue, Color::White),
    (Color::White, Color::Black),
    (Color::Magenta, Color::White),
    (Color::Red, Color::White),
];

/// The tile colours of a theme on a terminal.
#[derive(Clone, Debug)]
pub(super) struct Palette {
    depth: Depth,
    exact: Vec<Rgb>,
    /// For 256 colours: the nearest ones, no two the same.
    indices: Vec<u8>,
}

impl Palette {
    pub(super) fn new(theme: Theme, depth: Depth) -> Self {
        let exact: Vec<Rgb> = (0..NAMED).map(|exponent| colour(theme, exponent)).collect();
        let mut indices: Vec<u8> = Vec::new();
        for colour in &exact {
            let index = colour.free_index(&indices);
            indices.push(index);
        }
        Self { depth, exact, indices }
    }

    /// The style of a whole exponent.
    fn named(&self, exponent: usize) -> Style {
        let exponent = exponent.min(NAMED - 1);
        match self.depth {
            Depth::True => paint(self.exact[exponent]),
            Depth::Indexed => paint_index(self.indices[exponent]),
            Depth::Ansi => {
                let (back, ink) = ANSI[exponent % ANSI.len()];
                let style = Style::new().bg(back).fg(ink);
                // Sixteen colours are too few: the second and third round are underlined and italic.
                match exponent / ANSI.len() {
                    0 => style,
                    1 => style.add_modifier(Modifier::UNDERLINED),
                    _ => style.add_modifier(Modifier::UNDERLINED | Modifier::ITALIC),
                }
            }
            Depth::None => Style::new(),
        }
    }

    /// The style of tiles that are [apart](Scale::is_apart).
    pub(super) fn apart(&self) -> Style {
        match self.depth {
            Depth::True | Depth::Indexed => self.named(Scale::APART.into()),
            Depth::Ansi => self.named(11),
            Depth::None => Style::new().add_modifier(Modifier::UNDERLINED),
        }
    }

    /// The style of an exponent, or of something between two.
    pub(super) fn of(&self, exponent: f64) -> Style {
        if exponent.fract() == 0.0 {
            return self.named(exponent as usize);
        }
        let low = (exponent.floor().max(0.0) as usize).min(NAMED - 1);
        let high = (low + 1).min(NAMED - 1);
        let colour = self.exact[low].mix(self.exact[high], exponent.fract());
        match self.depth {
            Depth::True => paint(colour),
            Depth::Indexed => paint_index(colour.index()),
            Depth::Ansi | Depth::None => self.named(low),
        }
    }
}

fn paint(back: Rgb) -> Style {
    Style::new().bg(back.exact()).fg(back.ink().exact())
}

fn paint_index(index: u8) -> Style {
    let ink = Rgb::of_index(index).ink().index();
    Style::new().bg(Color::Indexed(index)).fg(Color::Indexed(ink))
}

fn colour(theme: Theme, exponent: usize) -> Rgb {
    match theme {
        Theme::Dark | Theme::System => Rgb::hex(DARK[exponent]),
        Theme::Light => Rgb::hex(LIGHT[exponent]),
        Theme::HighContrast => Rgb::hex(DARK[exponent]).with_contrast(7.0),
        Theme::ColourBlind => {
            let base = Rgb::hex(SAFE[exponent % SAFE.len()]);
            match exponent / SAFE.len() {
                0 => base,
                1 => base.mix(Rgb::WHITE, 0.55),
                2 => base.mix(Rgb::BLACK, 0.5),
                _ => base.mix(Rgb::WHITE, 0.8),
            }
        }
    }
}

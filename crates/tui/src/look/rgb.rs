//! RGB colours, and the nearest ones that a terminal shows.

use ratatui::style::Color;

/// How many colours the terminal shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Depth {
    /// All of them.
    True,
    /// The 256 of xterm.
    Indexed,
    /// Sixteen.
    Ansi,
    /// No colours.
    None,
}

impl Depth {
    /// What the environment says; `NO_COLOR` counts before everything else.
    pub fn detect(variable: impl Fn(&str) -> Option<String>) -> Self {
        let is_set = |name| variable(name).is_some_and(|value| !value.is_empty());
        let term = variable("TERM").unwrap_or_default();
        let colour_term = variable("COLORTERM").unwrap_or_default();
        if is_set("NO_COLOR") || term == "dumb" || super::ascii::is_old(&term) {
            Self::None
        } else if ["truecolor", "24bit"].contains(&colour_term.as_str()) || term.ends_with("-direct") {
            Self::True
        } else if term.contains("256") || colour_term.contains("256") {
            Self::Indexed
        } else {
            Self::Ansi
        }
    }
}

/// Red, green, blue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Rgb(pub(super) [u8; 3]);

/// The levels of xterm's colour cube.
const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];

impl Rgb {
    pub(super) const BLACK: Self = Self([0; 3]);
    pub(super) const WHITE: Self = Self([255; 3]);

    pub(super) fn hex(code: u32) -> Self {
        let [_, r, g, b] = code.to_be_bytes();
        Self([r, g, b])
    }

    pub(super) fn exact(self) -> Color {
        let [r, g, b] = self.0;
        Color::Rgb(r, g, b)
    }

    /// A mix of this colour and another: `part` of the other.
    pub(super) fn mix(self, other: Self, part: f64) -> Self {
        let mut mixed = self.0;
        for (a, b) in mixed.iter_mut().zip(other.0) {
            *a = (f64::from(*a) * (1.0 - part) + f64::from(b) * part).round() as u8;
        }
        Self(mixed)
    }

    fn luminance(self) -> f64 {
        let linear = |c: u8| {
            let c = f64::from(c) / 255.0;
            if c <= 0.03928 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
        };
        let [r, g, b] = self.0.map(linear);
        0.2126 * r + 0.7152 * g + 0.0722 * b
    }

    /// The contrast ratio of two colours, 1 to 21.
    pub(super) fn contrast(self, other: Self) -> f64 {
        let (a, b) = (self.luminance(), other.luminance());
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    /// Black or white, whichever has more contrast on this.
    pub(super) fn ink(self) -> Self {
        if self.contrast(Self::BLACK) >= self.contrast(Self::WHITE) { Self::BLACK } else { Self::WHITE }
    }

    /// This colour, made lighter or darker until its ink has that contrast.
    pub(super) fn with_contrast(self, least: f64) -> Self {
        let ink = self.ink();
        let away = if ink == Self::BLACK { Self::WHITE } else { Self::BLACK };
        let steps = (0..=20).map(|step| self.mix(away, f64::from(step) / 20.0));
        steps.into_iter().find(|colour| colour.contrast(ink) >= least).unwrap_or(away)
    }

    fn distance(self, other: Self) -> u32 {
        let square = |i: usize| u32::from(self.0[i].abs_diff(other.0[i])).pow(2);
        // The eye sees green best.
        3 * square(0) + 4 * square(1) + 2 * square(2)
    }

    /// What xterm shows for an index from 16 on.
    pub(super) fn of_index(index: u8) -> Self {
        match index {
            232.. => Self([8 + 10 * (index - 232); 3]),
            _ => {
                let i = usize::from(index.max(16) - 16);
                Self([LEVELS[i / 36], LEVELS[i / 6 % 6], LEVELS[i % 6]])
            }
        }
    }

    /// The nearest of xterm's colours.
    pub(super) fn index(self) -> u8 {
        self.free_index(&[])
    }

    /// The nearest of xterm's colours that is not taken.
    pub(super) fn free_index(self, taken: &[u8]) -> u8 {
        let free = (16..=255).filter(|index| !taken.contains(index));
        free.min_by_key(|&index| self.distance(Self::of_index(index))).unwrap_or(16)
    }
}

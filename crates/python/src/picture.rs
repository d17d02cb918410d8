//! Pictures of boards: the same shapes as pixels and as SVG, in the terminal's colours.

use numpy::ndarray::Array3;
use std::fmt::Write as _;
use tilewright_core::{Cell, Game as _, Shape, Tile};
use tilewright_session::Setup;
use tilewright_tui::{Rgb, board_colour, tile_colours};

/// The side of a square cell in pixels, and of the gap between two.
const SIDE: f64 = 48.0;
const GAP: f64 = 4.0;
/// The distance from the centre of a hexagon to its corners.
const RADIUS: f64 = 30.0;

/// Digits, five rows of three bits each, the leftmost bit first.
const DIGITS: [u16; 10] = [
    0b111_101_101_101_111,
    0b010_110_010_010_111,
    0b111_001_111_100_111,
    0b111_001_111_001_111,
    0b101_101_111_001_001,
    0b111_100_111_001_111,
    0b111_100_111_101_111,
    0b111_001_010_010_010,
    0b111_101_111_101_111,
    0b111_101_111_001_111,
];

/// A cell: its centre, its tile and its colours.
struct Shown {
    x: f64,
    y: f64,
    tile: Option<Tile>,
    back: Rgb,
    ink: Rgb,
}

/// A board, laid out.
pub(crate) struct Picture {
    width: usize,
    height: usize,
    hex: bool,
    cells: Vec<Shown>,
}

impl Picture {
    pub(crate) fn of(setup: &Setup, tiles: &[Option<Tile>]) -> Self {
        let topology = setup.game.topology();
        let hex = matches!(topology.shape(), Shape::Hex { .. });
        let centre = |cell| {
            let (a, b) = topology.coords(cell);
            let (a, b) = (f64::from(a), f64::from(b));
            if hex {
                // Flat sides up, as the terminal shows them: columns of q, each half a cell lower than the one before.
                (1.5 * RADIUS * a, 3.0_f64.sqrt() * RADIUS * (b + a / 2.0))
            } else {
                ((SIDE + GAP) * b, (SIDE + GAP) * a)
            }
        };
        let centres: Vec<_> = (0..tiles.len()).map(|cell| centre(Cell(cell as u8))).collect();
        let least = |of: fn(&(f64, f64)) -> f64| centres.iter().map(of).fold(f64::INFINITY, f64::min);
        let most = |of: fn(&(f64, f64)) -> f64| centres.iter().map(of).fold(f64::NEG_INFINITY, f64::max);
        let margin = GAP + if hex { RADIUS } else { SIDE / 2.0 };
        let (left, top) = (least(|at| at.0) - margin, least(|at| at.1) - margin);
        let size = |from: f64, to: f64| (to - from + margin).ceil() as usize;
        let cells = centres.iter().zip(tiles).map(|(&(x, y), &tile)| {
            let (back, ink) = tile_colours(setup, tile);
            Shown { x: x - left, y: y - top, tile, back, ink }
        });
        Self { width: size(left, most(|at| at.0)), height: size(top, most(|at| at.1)), hex, cells: cells.collect() }
    }

    /// The corners of a cell around its centre.
    fn corners(&self) -> Vec<(f64, f64)> {
        if self.hex {
            let radius = RADIUS - GAP / 2.0;
            let corner = |i: u8| (f64::from(i) * std::f64::consts::FRAC_PI_3).sin_cos();
            (0..6).map(corner).map(|(sin, cos)| (radius * cos, radius * sin)).collect()
        } else {
            let half = SIDE / 2.0;
            vec![(-half, -half), (half, -half), (half, half), (-half, half)]
        }
    }

    /// Whether a point lies in a cell around the origin: on the inner side of all its edges.
    fn contains(corners: &[(f64, f64)], x: f64, y: f64) -> bool {
        let next = corners.iter().cycle().skip(1);
        corners.iter().zip(next).all(|(a, b)| (b.0 - a.0) * (y - a.1) - (b.1 - a.1) * (x - a.0) >= 0.0)
    }

    /// The picture as pixels, [height, width, 3].
    pub(crate) fn pixels(&self) -> Array3<u8> {
        let ground = board_colour();
        let mut pixels = Array3::from_shape_fn((self.height, self.width, 3), |(.., channel)| ground[channel]);
        let mut dot = |x: f64, y: f64, colour: Rgb| {
            if x >= 0.0 && y >= 0.0 && (x as usize) < self.width && (y as usize) < self.height {
                for (channel, value) in colour.into_iter().enumerate() {
                    pixels[[y as usize, x as usize, channel]] = value;
                }
            }
        };
        let corners = self.corners();
        let reach = RADIUS.max(SIDE / 2.0) as i32;
        for cell in &self.cells {
            for (dy, dx) in (-reach..=reach).flat_map(|dy| (-reach..=reach).map(move |dx| (dy, dx))) {
                let (dx, dy) = (f64::from(dx), f64::from(dy));
                if Self::contains(&corners, dx, dy) {
                    dot(cell.x + dx, cell.y + dy, cell.back);
                }
            }
            let Some(Tile { value, strain }) = cell.tile else { continue };
            let digits: Vec<usize> = value.to_string().bytes().map(|digit| usize::from(digit - b'0')).collect();
            // A digit is three dots wide and one apart from the next.
            let columns = 4 * digits.len() as i32 - 1;
            let scale = (40 / columns).clamp(1, 4);
            for (number, digit) in (0..).zip(digits) {
                for (row, column) in (0..5).flat_map(|row| (0..3).map(move |column| (row, column))) {
                    if DIGITS[digit] >> (14 - 3 * row - column) & 1 == 1 {
                        let (x, y) = ((4 * number + column) * scale - columns * scale / 2, row * scale - 5 * scale / 2);
                        for (i, j) in (0..scale).flat_map(|i| (0..scale).map(move |j| (i, j))) {
                            dot(cell.x + f64::from(x + i), cell.y + f64::from(y + j), cell.ink);
                        }
                    }
                }
            }
            // Strain as marks below the number.
            for mark in 0..i32::from(strain).min(6) {
                for (i, j) in (0..4).flat_map(|i| (0..4).map(move |j| (i, j))) {
                    dot(cell.x + f64::from(6 * mark + i - 18), cell.y + f64::from(14 + j), cell.ink);
                }
            }
        }
        pixels
    }

    /// The picture as SVG, with the board as its text alternative.
    pub(crate) fn svg(&self) -> String {
        let hex = |[r, g, b]: Rgb| format!("#{r:02x}{g:02x}{b:02x}");
        let name = |cell: &Shown| cell.tile.map_or(".".into(), |tile| tile.value.to_string());
        let label: Vec<String> = self.cells.iter().map(name).collect();
        let (width, height) = (self.width, self.height);
        let mut svg = format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" role="img" aria-label="{}"><rect width="100%" height="100%" rx="6" fill="{}"/>"#,
            label.join(" "),
            hex(board_colour())
        );
        let corners = self.corners();
        // Writing to a string does not fail.
        for Shown { x, y, tile, back, ink } in &self.cells {
            let points: Vec<_> = corners.iter().map(|(dx, dy)| format!("{:.1},{:.1}", x + dx, y + dy)).collect();
            let _ = write!(svg, r#"<polygon points="{}" fill="{}"/>"#, points.join(" "), hex(*back));
            let Some(Tile { value, strain }) = tile else { continue };
            let text = value.to_string();
            let size = (64.0 / text.len() as f64).clamp(9.0, 20.0);
            let _ = write!(
                svg,
                r#"<text x="{x:.1}" y="{y:.1}" fill="{}" font-family="sans-serif" font-weight="bold" font-size="{size:.0}" text-anchor="middle" dominant-baseline="central">{text}</text>"#,
                hex(*ink)
            );
            if *strain > 0 {
                let marks = "•".repeat(usize::from(*strain).min(9));
                let _ = write!(
                    svg,
                    r#"<text x="{x:.1}" y="{:.1}" fill="{}" font-size="10" text-anchor="middle">{marks}</text>"#,
                    y + 19.0,
                    hex(*ink)
                );
            }
        }
        svg + "</svg>"
    }
}

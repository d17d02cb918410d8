//! Makes the moving picture of the README from a real run.
//!
//! `cargo run --release -p tilewright-tui --example picture > docs/arcade.svg`

use ratatui::{
    buffer::{Buffer, Cell},
    style::{Color, Modifier},
};
use std::{collections::BTreeMap, fmt::Write, time::Duration};
use tilewright_session::Colours;
use tilewright_store::Store;
use tilewright_tui::{Arcade, Headless};

const SIZE: (u16, u16) = (80, 24);
/// The time between two pictures.
const FRAME: Duration = Duration::from_millis(125);
/// The size of a character.
const CELL: (u32, u32) = (9, 18);

/// What is pressed, and how long it is looked at.
const SCRIPT: [(&str, u64); 33] = [
    ("", 1000),
    ("down", 800),
    ("up", 400),
    // The first game begins with its lesson.
    ("enter", 1500),
    ("up", 900),
    ("left", 900),
    ("down", 1200),
    ("enter", 400),
    ("left", 400),
    ("up", 400),
    ("i", 1200),
    ("up", 400),
    ("space", 2400),
    ("esc", 500),
    ("down", 400),
    ("enter", 200),
    ("esc", 400),
    ("w", 400),
    ("e", 400),
    ("space", 1600),
    ("esc", 400),
    ("down", 400),
    ("enter", 200),
    ("esc", 400),
    ("i", 1200),
    ("space", 3200),
    ("esc", 400),
    ("down down down down down", 400),
    ("enter", 200),
    ("esc space", 2000),
    ("esc down", 400),
    ("enter", 200),
    ("esc space", 2000),
];

fn main() {
    let mut arcade = Arcade::with(Store::nowhere(), Vec::new());
    arcade.settings.colours = Colours::Full;
    arcade.settings.pace = 100;
    arcade.settings.think = 50;
    // The daily challenge should not change the picture.
    arcade.clock = || 1_794_744_000;
    let mut screen = Headless::menu(&mut arcade, SIZE.0, SIZE.1);
    let mut frames: Vec<Buffer> = Vec::new();
    for (keys, milliseconds) in SCRIPT {
        screen.press(keys);
        screen.settle();
        for _ in 0..(milliseconds / FRAME.as_millis() as u64).max(1) {
            frames.push(screen.draw());
            screen.pass(FRAME);
        }
    }
    print!("{}", svg(&frames));
}

/// The pictures one after the other. A line that stays the same stands there once for as long as it does.
fn svg(frames: &[Buffer]) -> String {
    let (width, height) = (u32::from(SIZE.0) * CELL.0, u32::from(SIZE.1) * CELL.1);
    let seconds = frames.len() as f64 * FRAME.as_secs_f64();
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" font-family=\"ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace\" \
         font-size=\"15\">\n<title>Tilewright in a terminal</title>\n<rect width=\"100%\" height=\"100%\" \
         fill=\"#14171c\"/>\n"
    );
    for y in 0..SIZE.1 {
        let lines: Vec<String> = frames.iter().map(|frame| line(frame, y)).collect();
        let mut from = 0;
        while from < lines.len() {
            let to = (from..lines.len()).find(|&at| lines[at] != lines[from]).unwrap_or(lines.len());
            shown(&mut svg, &lines[from], from, to, frames.len(), seconds);
            from = to;
        }
    }
    svg.push_str("</svg>\n");
    svg
}

/// A line that is there from one picture to another.
fn shown(svg: &mut String, line: &str, from: usize, to: usize, all: usize, seconds: f64) {
    let part = |at: usize| at as f64 / all as f64;
    let written = match (from, to == all) {
        (0, true) => writeln!(svg, "<g>{line}</g>"),
        _ => {
            // Values hold until the next time; a line that is there from the start has no time before it.
            let (values, times) = match (from, to == all) {
                (0, _) => ("visible;hidden".to_owned(), format!("0;{:.5}", part(to))),
                (_, true) => ("hidden;visible".to_owned(), format!("0;{:.5}", part(from))),
                _ => ("hidden;visible;hidden".to_owned(), format!("0;{:.5};{:.5}", part(from), part(to))),
            };
            writeln!(
                svg,
                "<g visibility=\"{}\"><animate attributeName=\"visibility\" values=\"{values}\" keyTimes=\"{times}\" \
                 dur=\"{seconds:.1}s\" calcMode=\"discrete\" repeatCount=\"indefinite\"/>{line}</g>",
                if from == 0 { "visible" } else { "hidden" }
            )
        }
    };
    written.expect("writing to a string succeeds");
}

/// A line of a picture: rectangles for colours, text for the rest.
fn line(frame: &Buffer, y: u16) -> String {
    let mut text = String::new();
    let top = u32::from(y) * CELL.1;
    // All rectangles of a colour are one path; backgrounds come before what lies on them.
    let mut paths: BTreeMap<(bool, String), String> = BTreeMap::new();
    let mut rectangle = |x: u16, cells: u32, from: u32, height: u32, colour: &str, above: bool| {
        let x = u32::from(x) * CELL.0;
        let path = paths.entry((above, colour.to_owned())).or_default();
        write!(path, "M{x} {}h{}v{height}H{x}", top + from, cells * CELL.0).expect("writing to a string succeeds");
    };
    let mut x = 0;
    while x < SIZE.0 {
        let (cell, (ink, back)) = (&frame[(x, y)], colours(&frame[(x, y)]));
        let same =
            |at: u16| colours(&frame[(at, y)]) == (ink.clone(), back.clone()) && half(&frame[(at, y)]) == half(cell);
        let end = (x..SIZE.0).find(|&at| !same(at)).unwrap_or(SIZE.0);
        let cells = u32::from(end - x);
        if back != "#14171c" {
            rectangle(x, cells, 0, CELL.1, &back, false);
        }
        if let Some((from, height)) = half(cell) {
            rectangle(x, cells, from, height, &ink, true);
        }
        x = end;
    }
    for ((_, colour), path) in paths {
        write!(text, "<path fill=\"{colour}\" d=\"{path}\"/>").expect("writing to a string succeeds");
    }
    let mut x = 0;
    while x < SIZE.0 {
        let (ink, _) = colours(&frame[(x, y)]);
        let bold = frame[(x, y)].modifier.contains(Modifier::BOLD);
        let word = |at: &u16| {
            let cell = &frame[(*at, y)];
            cell.symbol() != " "
                && half(cell).is_none()
                && colours(cell).0 == ink
                && cell.modifier.contains(Modifier::BOLD) == bold
        };
        let run: String = (x..SIZE.0).take_while(word).map(|at| frame[(at, y)].symbol()).collect();
        let length = run.chars().count() as u32;
        if length == 0 {
            x += 1;
            continue;
        }
        let run = run.replace('&', "&amp;").replace('<', "&lt;");
        let weight = if bold { " font-weight=\"bold\"" } else { "" };
        write!(
            text,
            "<text x=\"{}\" y=\"{}\" fill=\"{ink}\" textLength=\"{}\"{weight}>{run}</text>",
            u32::from(x) * CELL.0,
            top + 14,
            length * CELL.0
        )
        .expect("writing to a string succeeds");
        x += length as u16;
    }
    text
}

/// Where the ink of a block begins, and its height.
fn half(cell: &Cell) -> Option<(u32, u32)> {
    match cell.symbol() {
        "▄" => Some((CELL.1 / 2, CELL.1 / 2)),
        "▀" => Some((0, CELL.1 / 2)),
        "█" => Some((0, CELL.1)),
        _ => None,
    }
}

fn colours(cell: &Cell) -> (String, String) {
    let (ink, back) = (hex(cell.fg, "#dfe3e8"), hex(cell.bg, "#14171c"));
    if cell.modifier.contains(Modifier::REVERSED) { (back, ink) } else { (ink, back) }
}

fn hex(colour: Color, otherwise: &str) -> String {
    match colour {
        Color::Rgb(r, g, b) => format!("#{r:02x}{g:02x}{b:02x}"),
        _ => otherwise.into(),
    }
}

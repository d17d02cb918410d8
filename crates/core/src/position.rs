//! Positions as plain data and as text.
//!
//! Rows from the top separated by `/`, cells by one space, `.` for an empty cell, the value otherwise, `value+strain` under
//! strain; then what a position holds beyond its tiles: `| clock=2 next=2,8 left=40`.

use crate::{
    Topology,
    notation::{canonical_number, clip},
};
use alloc::{
    format,
    string::{String, ToString},
    vec,
    vec::Vec,
};
use core::fmt::{self, Write};

/// A tile as players see it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Tile {
    /// The number on it.
    pub value: u32,
    /// How close to breaking it is; 0 in most games.
    pub strain: u8,
}

impl Tile {
    /// A tile without strain.
    #[inline]
    pub fn new(value: u32) -> Self {
        Self { value, strain: 0 }
    }
}

/// A settled position as plain data: what text notation reads and writes.
///
/// A game's `State` is its own compact form of the same (see [`Game::position`](crate::Game::position) and
/// [`Game::place`](crate::Game::place)) and also knows chance nodes; a session's `View` adds score, turn and undo.
///
/// ```
/// use tilewright_core::{Position, Tile, Topology};
/// let board = Topology::square(3, 2).unwrap();
/// let position = Position::parse(&board, "5+1 . ./. 5 2").unwrap();
/// assert_eq!(position.tiles[0], Some(Tile { value: 5, strain: 1 }));
/// assert!(Position::parse(&board, "5 . .").is_err());
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Position {
    /// The tiles in scan order.
    pub tiles: Vec<Option<Tile>>,
    /// Turns since the last clocked spawn, where the game has a clock.
    pub clock: Option<u32>,
    /// The preview queue, first value first.
    pub next: Vec<u32>,
    /// The turns left, where they are limited.
    pub left: Option<u32>,
}

/// A position that cannot stand on the board, in a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionError(String);

impl PositionError {
    /// An error with that sentence.
    pub fn new(sentence: impl Into<String>) -> Self {
        Self(sentence.into())
    }
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl core::error::Error for PositionError {}

impl Position {
    /// A position of an empty board.
    pub fn empty(topology: &Topology) -> Self {
        Self { tiles: vec![None; topology.len()], ..Self::default() }
    }

    /// The position as text.
    pub fn text(&self, topology: &Topology) -> String {
        let mut text = String::new();
        for (i, row) in topology.rows().enumerate() {
            if i > 0 {
                text.push('/');
            }
            for (j, tile) in self.tiles[row].iter().enumerate() {
                if j > 0 {
                    text.push(' ');
                }
                let written = match tile {
                    None => write!(text, "."),
                    Some(Tile { value, strain: 0 }) => write!(text, "{value}"),
                    Some(Tile { value, strain }) => write!(text, "{value}+{strain}"),
                };
                written.expect("writing to a string succeeds");
            }
        }
        let next = self.next.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
        let extras = [
            self.clock.map(|clock| format!("clock={clock}")),
            (!next.is_empty()).then(|| format!("next={next}")),
            self.left.map(|left| format!("left={left}")),
        ];
        let extras: Vec<_> = extras.into_iter().flatten().collect();
        if !extras.is_empty() {
            text = text + " | " + &extras.join(" ");
        }
        text
    }

    /// The position that a text describes. Whether its tiles may stand there is checked by the game.
    ///
    /// # Errors
    ///
    /// A sentence that names the row, cell or field that cannot be read.
    pub fn parse(topology: &Topology, text: &str) -> Result<Self, PositionError> {
        let (board, extras) = match text.split_once(" | ") {
            Some((board, extras)) => (board, Some(extras)),
            None => (text, None),
        };
        let mut position = Self { tiles: Vec::with_capacity(topology.len()), ..Self::default() };
        let (found, wanted) = (board.split('/').count(), topology.rows().count());
        if found != wanted {
            return Err(PositionError(format!("the board has {wanted} rows, but the text has {found}")));
        }
        for (i, (row, range)) in board.split('/').zip(topology.rows()).enumerate() {
            let found = row.split(' ').count();
            if found != range.len() {
                return Err(PositionError(format!("row {i} has {} cells, but the text has {found}", range.len())));
            }
            for cell in row.split(' ') {
                position.tiles.push(parse_tile(cell).ok_or_else(|| {
                    let place = topology.cell_text(crate::Cell(position.tiles.len() as u8));
                    PositionError(format!("“{}” at {place} is no tile; write ., 2 or 5+1", clip(cell)))
                })?);
            }
        }
        if let Some(extras) = extras {
            position.parse_extras(extras)?;
        }
        Ok(position)
    }

    fn parse_extras(&mut self, extras: &str) -> Result<(), PositionError> {
        const KEYS: [&str; 3] = ["clock", "next", "left"];
        let mut earlier = 0;
        for pair in extras.split(' ') {
            let wrong =
                || PositionError(format!("“{}” is not one of clock=c next=v,v left=n, in this order", clip(pair)));
            let (key, value) = pair.split_once('=').ok_or_else(wrong)?;
            let key = KEYS[earlier..].iter().position(|known| *known == key).ok_or_else(wrong)? + earlier;
            earlier = key + 1;
            match key {
                0 => self.clock = Some(canonical_number(value).ok_or_else(wrong)?),
                1 => {
                    self.next = value.split(',').map(canonical_number).collect::<Option<_>>().ok_or_else(wrong)?;
                }
                _ => self.left = Some(canonical_number(value).ok_or_else(wrong)?),
            }
        }
        Ok(())
    }

    /// The stable 64-bit hash of a settled state: FNV-1a of its text, so that any program can check it.
    pub fn hash(&self, topology: &Topology) -> u64 {
        fnv1a(self.text(topology).as_bytes())
    }
}

fn parse_tile(text: &str) -> Option<Option<Tile>> {
    if text == "." {
        return Some(None);
    }
    let (value, strain) = match text.split_once('+') {
        None => (text, 0),
        Some((value, strain)) => (value, u8::try_from(canonical_number(strain)?).ok().filter(|&s| s > 0)?),
    };
    Some(Some(Tile { value: canonical_number(value)?, strain }))
}

/// FNV-1a, 64 bits: small, well known, the same everywhere.
pub fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_round_trip() {
        let hex = Topology::hex(1).unwrap();
        let square = Topology::square(3, 2).unwrap();
        for (topology, text) in [
            (&hex, ". ./. 2 ./4 ."),
            (&square, "5+1 . ./. 5 2"),
            (&square, ". . ./. . 147 | clock=2"),
            (&square, "2 2 4/4 2 2 | next=2,8 left=40"),
            (&square, "2 2 4/4 2 2 | clock=0 next=16 left=0"),
        ] {
            assert_eq!(Position::parse(topology, text).unwrap().text(topology), text);
        }
    }

    #[test]
    fn bad_texts_are_refused_with_the_place() {
        let square = Topology::square(2, 2).unwrap();
        for (text, says) in [
            ("", "the board has 2 rows, but the text has 1"),
            (". ./. ./. .", "the board has 2 rows, but the text has 3"),
            (". ./. . .", "row 1 has 2 cells, but the text has 3"),
            (". ./.  .", "row 1 has 2 cells, but the text has 3"),
            (". x/. .", "“x” at 0,1 is no tile; write ., 2 or 5+1"),
            (". ./. 2+0", "“2+0” at 1,1 is no tile; write ., 2 or 5+1"),
            (". ./. 02", "“02” at 1,1 is no tile; write ., 2 or 5+1"),
            (". ./. 4294967296", "“4294967296” at 1,1 is no tile; write ., 2 or 5+1"),
            (". ./. . | left=1 clock=2", "“clock=2” is not one of clock=c next=v,v left=n, in this order"),
            (". ./. . | clock=", "“clock=” is not one of clock=c next=v,v left=n, in this order"),
        ] {
            assert_eq!(Position::parse(&square, text).unwrap_err().to_string(), says);
        }
    }

    #[test]
    fn the_hash_is_the_published_one() {
        assert_eq!(fnv1a(b""), 0xcbf29ce484222325);
        assert_eq!(fnv1a(b"foobar"), 0x85944171f73967e8);
    }
}

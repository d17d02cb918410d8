//! Typed events and the log that receives them.
//!
//! Rules log what they did and know nothing of drawing. Invariant: folding a turn's events over the old tiles gives the new
//! tiles ([`fold`] does it, and the conformance suite checks every game).

use crate::{Cell, Cells, Place, Tile};
use alloc::vec::Vec;
use core::{fmt, num::NonZeroU16};

/// One thing that happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "each event says what its fields mean")]
pub enum Event {
    /// A tile was moved to a free cell.
    Slid { from: Cell, to: Cell },
    /// A tile dropped to a free cell because nothing held it.
    Fell { from: Cell, to: Cell },
    /// Two tiles change places.
    Swapped { a: Cell, b: Cell },
    /// `cells` are cleared, and a tile of `value` is put at `at` unless it burst (`overflow`).
    Merged { cells: Cells, at: Cell, value: u32, overflow: bool },
    /// The tile's new, higher strain.
    Strained { at: Cell, strain: u8 },
    /// The tile's new, lower strain.
    Decayed { at: Cell, strain: u8 },
    /// `at` is cleared (a burst has cleared it before: `overflow`), and tiles of `value` are put at `pieces`.
    Fractured { at: Cell, pieces: Cells, value: u32, overflow: bool },
    /// Two equal tiles go.
    Eliminated { a: Cell, b: Cell, value: u32, power: Power },
    /// The centre is cleared, and each part takes what is left of it.
    Factored { centre: Cell, parts: Parts },
    /// `from` is cleared, and the tile at `at` is divided down to `value`.
    Divided { from: Cell, at: Cell, value: u32 },
    /// A tile appears.
    Spawned { at: Place, value: u32 },
    /// Wave or chain iteration `n` begins, from 1.
    Wave { n: u16 },
    /// The step just logged earned points. The caller keeps the running total: rules know no score.
    Scored { gain: u64 },
    /// The target stands on the board for the first time.
    Reached { value: u32 },
    /// A start board that cannot be played is swept off and dealt again. Never in a turn.
    Cleared,
}

/// What kind of equal values eliminated each other. A value that is both a square and a cube is a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "they say what they are")]
pub enum Power {
    Square,
    Cube,
    Plain,
}

impl Power {
    /// The name in texts.
    pub fn name(self) -> &'static str {
        match self {
            Self::Square => "square",
            Self::Cube => "cube",
            Self::Plain => "plain",
        }
    }
}

/// One neighbour that took part in a factorization: its new value, `None` if it vanishes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    /// Its cell.
    pub at: Cell,
    /// What remains of it.
    pub value: Option<NonZeroU16>,
}

/// Up to four parts, held in place so that an event never allocates.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Parts {
    parts: [Part; 4],
    len: u8,
}

impl Default for Parts {
    fn default() -> Self {
        Self { parts: [Part { at: Cell(0), value: None }; 4], len: 0 }
    }
}

impl Parts {
    /// Adds a part; a cell has four neighbours at most.
    pub fn push(&mut self, part: Part) {
        self.parts[usize::from(self.len)] = part;
        self.len += 1;
    }

    /// The parts.
    pub fn as_slice(&self) -> &[Part] {
        &self.parts[..usize::from(self.len)]
    }
}

impl fmt::Debug for Parts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.as_slice()).finish()
    }
}

/// Receives events. `()` discards them and costs nothing: code that only makes events stands behind [`Log::ACTIVE`].
pub trait Log {
    /// Whether events are used.
    const ACTIVE: bool;
    /// Takes an event.
    fn push(&mut self, event: Event);

    /// Takes several: one after the other, but a log may make room for all of them at once.
    #[inline]
    fn push_all(&mut self, events: impl ExactSizeIterator<Item = Event>) {
        events.for_each(|event| self.push(event));
    }
}

impl Log for () {
    const ACTIVE: bool = false;
    #[inline]
    fn push(&mut self, _: Event) {}
}

impl Log for Vec<Event> {
    const ACTIVE: bool = true;
    #[inline]
    fn push(&mut self, event: Event) {
        Vec::push(self, event);
    }

    #[inline]
    fn push_all(&mut self, events: impl ExactSizeIterator<Item = Event>) {
        self.extend(events);
    }
}

/// An event that does not fit the tiles it was folded over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FoldError {
    /// The event.
    pub event: Event,
    /// The cell that should hold a tile and is empty, or the other way round.
    pub at: Cell,
}

impl fmt::Display for FoldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} does not fit the tile at cell {}", self.event, self.at.0)
    }
}

impl core::error::Error for FoldError {}

/// Applies the event to the tiles. On an error, the parts before it are applied.
///
/// # Errors
///
/// If the event does not fit the tiles: it names an empty cell, or another value than the one there.
pub fn fold(tiles: &mut [Option<Tile>], event: Event) -> Result<(), FoldError> {
    let wrong = |at| FoldError { event, at };
    let take = |tiles: &mut [Option<Tile>], at: Cell| tiles[at.index()].take().ok_or(wrong(at));
    let put = |tiles: &mut [Option<Tile>], at: Cell, tile: Tile| match tiles[at.index()].replace(tile) {
        Some(_) => Err(wrong(at)),
        None => Ok(()),
    };
    match event {
        Event::Slid { from, to } | Event::Fell { from, to } => {
            let tile = take(tiles, from)?;
            put(tiles, to, tile)?;
        }
        Event::Swapped { a, b } => {
            let (at_a, at_b) = (take(tiles, a)?, take(tiles, b)?);
            put(tiles, a, at_b)?;
            put(tiles, b, at_a)?;
        }
        Event::Merged { cells, at, value, overflow } => {
            for cell in cells {
                take(tiles, cell)?;
            }
            if !overflow {
                put(tiles, at, Tile::new(value))?;
            }
        }
        Event::Strained { at, strain } | Event::Decayed { at, strain } => {
            let tile = take(tiles, at)?;
            put(tiles, at, Tile { strain, ..tile })?;
        }
        Event::Fractured { at, pieces, value, overflow } => {
            if !overflow {
                take(tiles, at)?;
            }
            for cell in pieces {
                put(tiles, cell, Tile::new(value))?;
            }
        }
        Event::Eliminated { a, b, .. } => {
            take(tiles, a)?;
            take(tiles, b)?;
        }
        Event::Factored { centre, parts } => {
            take(tiles, centre)?;
            for part in parts.as_slice() {
                take(tiles, part.at)?;
                if let Some(value) = part.value {
                    put(tiles, part.at, Tile::new(value.get().into()))?;
                }
            }
        }
        Event::Divided { from, at, value } => {
            take(tiles, from)?;
            take(tiles, at)?;
            put(tiles, at, Tile::new(value))?;
        }
        Event::Spawned { at: Place::Cell(at), value } => put(tiles, at, Tile::new(value))?,
        Event::Cleared => tiles.fill(None),
        Event::Spawned { at: Place::Next, .. } | Event::Wave { .. } | Event::Scored { .. } | Event::Reached { .. } => {}
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_stay_small() {
        assert!(size_of::<Event>() <= 32, "{}", size_of::<Event>());
    }

    #[test]
    fn fold_event_on_wrong_cell_is_an_error() {
        let mut tiles = [Some(Tile::new(2)), None];
        let slid = Event::Slid { from: Cell(0), to: Cell(1) };
        fold(&mut tiles, slid).unwrap();
        assert_eq!(tiles, [None, Some(Tile::new(2))]);
        assert_eq!(fold(&mut tiles, slid), Err(FoldError { event: slid, at: Cell(0) }));
        let spawned = Event::Spawned { at: Place::Cell(Cell(1)), value: 4 };
        assert_eq!(fold(&mut tiles, spawned), Err(FoldError { event: spawned, at: Cell(1) }));
    }
}

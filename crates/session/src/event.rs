//! Events as programs and pages read them.
//!
//! A game logs [`tilewright_core::Event`]s, whose cells are indices. Here each becomes an [`Event`] whose cells have
//! names, and the two that only a session knows are added: [`Event::Ended`] and [`Event::Blocked`]. An event serialises
//! to the JSON of the protocol: `type` and fields, cells as text, optional fields left out.

use crate::wire::{ActionName, CellName, PlaceName, PowerName, ReasonName};
use serde::Serialize;
use tilewright_core as core;
use tilewright_core::{Action, Cells, Game, Place, Power, Reason, Topology};

/// Something that happened in a session.
///
/// ```
/// # use tilewright_games::Preset;
/// # use tilewright_session::{Session, Setup};
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let mut session = Session::new(Setup::preset(Preset::find("classic-2048").unwrap())?, 7)?;
/// let played = session.play(session.legal()[0], None)?;
/// let event = serde_json::to_string(&played.events[0])?;
/// assert_eq!(event, r#"{"type":"slid","from":"1,2","to":"0,2"}"#);
/// # Ok(())
/// # }
/// ```
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify), tsify(rename = "GameEvent"))]
#[serde(tag = "type", rename_all = "lowercase")]
#[expect(missing_docs, reason = "each event says what its fields mean")]
pub enum Event {
    /// A tile was moved to a free cell.
    Slid { from: CellName, to: CellName },
    /// A tile dropped to a free cell because nothing held it.
    Fell { from: CellName, to: CellName },
    /// Two tiles change places.
    Swapped { a: CellName, b: CellName },
    /// `cells` are cleared, and a tile of `value` is put at `at` unless it burst (`overflow`).
    Merged {
        cells: Vec<CellName>,
        at: CellName,
        value: u32,
        #[serde(skip_serializing_if = "is_false")]
        overflow: bool,
    },
    /// The tile's new, higher strain.
    Strained { at: CellName, strain: u8 },
    /// The tile's new, lower strain.
    Decayed { at: CellName, strain: u8 },
    /// `at` is cleared (a burst has cleared it before: `overflow`), and tiles of `value` are put at `pieces`.
    Fractured {
        at: CellName,
        pieces: Vec<CellName>,
        value: u32,
        #[serde(skip_serializing_if = "is_false")]
        overflow: bool,
    },
    /// Two equal tiles go.
    Eliminated {
        a: CellName,
        b: CellName,
        value: u32,
        #[serde(with = "PowerName")]
        #[cfg_attr(feature = "typescript", tsify(type = "PowerName"))]
        power: Power,
    },
    /// The centre is cleared, and each part takes what is left of it.
    Factored { centre: CellName, parts: Vec<Part> },
    /// `from` is cleared, and the tile at `at` is divided down to `value`.
    Divided { from: CellName, at: CellName, value: u32 },
    /// A tile appears in a cell, or at the end of the preview.
    Spawned { at: PlaceName, value: u32 },
    /// Wave or chain iteration `n` begins, from 1.
    Wave { n: u16 },
    /// The step just logged earned points; `total` is the score with them.
    Scored { gain: u64, total: u64 },
    /// The target stands on the board for the first time.
    Reached { value: u32 },
    /// A start board that cannot be played is cleared and dealt again. Never in a turn.
    Cleared,
    /// The game is over with the score `total`, which is not sent.
    Ended {
        #[serde(with = "ReasonName")]
        #[cfg_attr(feature = "typescript", tsify(type = "ReasonName"))]
        reason: Reason,
        #[serde(skip)]
        total: u64,
    },
    /// The action is not legal; nothing happened.
    Blocked { action: ActionName },
}

/// One neighbour that took part in a factorization.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Part {
    /// Its cell.
    pub at: CellName,
    /// Its new value; `None` if it vanishes.
    pub value: Option<u16>,
}

impl Event {
    /// The events of a turn that began with this score: what the game logged, and the end if the game is over now.
    pub(crate) fn of_turn(topology: &Topology, log: &[core::Event], mut score: u64, over: Option<Reason>) -> Vec<Self> {
        let logged = log.iter().map(|&event| {
            if let core::Event::Scored { gain } = event {
                score = score.saturating_add(gain);
            }
            Self::named(topology, event, score)
        });
        let mut events: Vec<_> = logged.collect();
        events.extend(over.map(|reason| Self::Ended { reason, total: score }));
        events
    }

    /// The event of an action that is not legal.
    pub(crate) fn blocked<G: Game>(game: &G, action: Action) -> Self {
        Self::Blocked { action: ActionName::new(game, action) }
    }

    /// A logged event with the score after it.
    fn named(topology: &Topology, event: core::Event, total: u64) -> Self {
        let at = |cell| CellName::new(topology, cell);
        let list = |cells: Cells| cells.map(at).collect();
        match event {
            core::Event::Slid { from, to } => Self::Slid { from: at(from), to: at(to) },
            core::Event::Fell { from, to } => Self::Fell { from: at(from), to: at(to) },
            core::Event::Swapped { a, b } => Self::Swapped { a: at(a), b: at(b) },
            core::Event::Merged { cells, at: place, value, overflow } => {
                Self::Merged { cells: list(cells), at: at(place), value, overflow }
            }
            core::Event::Strained { at: place, strain } => Self::Strained { at: at(place), strain },
            core::Event::Decayed { at: place, strain } => Self::Decayed { at: at(place), strain },
            core::Event::Fractured { at: place, pieces, value, overflow } => {
                Self::Fractured { at: at(place), pieces: list(pieces), value, overflow }
            }
            core::Event::Eliminated { a, b, value, power } => Self::Eliminated { a: at(a), b: at(b), value, power },
            core::Event::Factored { centre, parts } => {
                let part = |part: &core::Part| Part { at: at(part.at), value: part.value.map(Into::into) };
                Self::Factored { centre: at(centre), parts: parts.as_slice().iter().map(part).collect() }
            }
            core::Event::Divided { from, at: place, value } => Self::Divided { from: at(from), at: at(place), value },
            core::Event::Spawned { at: Place::Cell(cell), value } => {
                Self::Spawned { at: PlaceName::Cell(at(cell)), value }
            }
            core::Event::Spawned { at: Place::Next, value } => Self::Spawned { at: PlaceName::Next, value },
            core::Event::Wave { n } => Self::Wave { n },
            core::Event::Scored { gain } => Self::Scored { gain, total },
            core::Event::Reached { value } => Self::Reached { value },
            core::Event::Cleared => Self::Cleared,
        }
    }
}

fn is_false(value: &bool) -> bool {
    !value
}

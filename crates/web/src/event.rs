//! Events as plain data: the names and fields of the protocol, with cells as indices.

use serde::Serialize;
use tilewright_core::{Action, Cells, Event, Game, Place};
use tilewright_games::AnyGame;
use tilewright_session::{self as session, Played, Session, sentence};
use tsify::Tsify;

/// An event, and what to say of it.
#[derive(Serialize, Tsify, Clone, PartialEq, Eq, Debug)]
#[tsify(type = "Telling & GameEvent")]
pub struct Told {
    #[serde(flatten)]
    telling: Telling,
    #[serde(flatten)]
    event: GameEvent,
}

/// What there is to say of an event.
#[derive(Serialize, Tsify, Clone, PartialEq, Eq, Debug)]
pub struct Telling {
    /// The event in a sentence; none where nobody has to be told.
    pub sentence: Option<String>,
    /// The score after it.
    pub total: u64,
}

/// One thing that happened.
#[derive(Serialize, Tsify, Clone, PartialEq, Eq, Debug)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum GameEvent {
    /// A tile was moved to a free cell.
    Slid { from: u8, to: u8 },
    /// A tile dropped to a free cell because nothing held it.
    Fell { from: u8, to: u8 },
    /// Two tiles change places.
    Swapped { a: u8, b: u8 },
    /// `cells` are cleared, and a tile of `value` is put at `at` unless it burst (`overflow`).
    Merged { cells: Vec<u8>, at: u8, value: u32, overflow: bool },
    /// The tile's new, higher strain.
    Strained { at: u8, strain: u8 },
    /// The tile's new, lower strain.
    Decayed { at: u8, strain: u8 },
    /// `at` is cleared (a burst has cleared it before: `overflow`), and tiles of `value` are put at `pieces`.
    Fractured { at: u8, pieces: Vec<u8>, value: u32, overflow: bool },
    /// Two equal tiles go. `power` is `square`, `cube` or `plain`.
    Eliminated { a: u8, b: u8, value: u32, power: String },
    /// The centre is cleared, and each part takes what is left of it.
    Factored { centre: u8, parts: Vec<Part> },
    /// `from` is cleared, and the tile at `at` is divided down to `value`.
    Divided { from: u8, at: u8, value: u32 },
    /// A tile appears; without a cell it joins the end of the preview.
    Spawned { at: Option<u8>, value: u32 },
    /// Wave or chain iteration `n` begins, from 1.
    Wave { n: u16 },
    /// The step just told earned points.
    Scored { gain: u64 },
    /// The target stands on the board for the first time.
    Reached { value: u32 },
    /// A start board that cannot be played is swept off and dealt again. Never in a turn.
    Cleared,
    /// The game is over: `stuck` or `turn-limit`.
    Ended { reason: String },
    /// The action is not legal; nothing happened.
    Blocked { action: String },
}

/// One neighbour that took part in a factorization: its new value, none where it vanishes.
#[derive(Serialize, Tsify, Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    pub at: u8,
    pub value: Option<u16>,
}

impl Told {
    /// The events of a turn.
    pub(crate) fn all(game: &AnyGame, played: &Played) -> Vec<Self> {
        let mut score = played.score_before;
        let logged = played.log.iter().map(|&event| GameEvent::of(event));
        let ended = played.events.iter().filter_map(|event| match event {
            session::Event::Ended { reason, .. } => Some(GameEvent::Ended { reason: reason.name().into() }),
            _ => None,
        });
        let told = |(event, said)| {
            if let GameEvent::Scored { gain } = event {
                score += gain;
            }
            Self { telling: Telling { sentence: sentence(game, said), total: score }, event }
        };
        logged.chain(ended).zip(&played.events).map(told).collect()
    }

    /// The event of an action that is not legal.
    pub(crate) fn blocked(session: &Session, action: Action) -> Self {
        let telling = Telling { sentence: sentence(session.game(), &session.blocked(action)), total: session.score() };
        Self { telling, event: GameEvent::Blocked { action: session.game().action_text(action) } }
    }
}

impl GameEvent {
    fn of(event: Event) -> Self {
        let list = |cells: Cells| cells.map(|cell| cell.0).collect();
        match event {
            Event::Slid { from, to } => Self::Slid { from: from.0, to: to.0 },
            Event::Fell { from, to } => Self::Fell { from: from.0, to: to.0 },
            Event::Swapped { a, b } => Self::Swapped { a: a.0, b: b.0 },
            Event::Merged { cells, at, value, overflow } => {
                Self::Merged { cells: list(cells), at: at.0, value, overflow }
            }
            Event::Strained { at, strain } => Self::Strained { at: at.0, strain },
            Event::Decayed { at, strain } => Self::Decayed { at: at.0, strain },
            Event::Fractured { at, pieces, value, overflow } => {
                Self::Fractured { at: at.0, pieces: list(pieces), value, overflow }
            }
            Event::Eliminated { a, b, value, power } => {
                Self::Eliminated { a: a.0, b: b.0, value, power: power.name().into() }
            }
            Event::Factored { centre, parts } => {
                let part = |part: &tilewright_core::Part| Part { at: part.at.0, value: part.value.map(Into::into) };
                Self::Factored { centre: centre.0, parts: parts.as_slice().iter().map(part).collect() }
            }
            Event::Divided { from, at, value } => Self::Divided { from: from.0, at: at.0, value },
            Event::Spawned { at: Place::Cell(at), value } => Self::Spawned { at: Some(at.0), value },
            Event::Spawned { at: Place::Next, value } => Self::Spawned { at: None, value },
            Event::Wave { n } => Self::Wave { n },
            Event::Scored { gain } => Self::Scored { gain },
            Event::Reached { value } => Self::Reached { value },
            Event::Cleared => Self::Cleared,
        }
    }
}

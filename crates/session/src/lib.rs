//! One play of a game: what every way in shares.
//!
//! A [`Session`] holds the state with its score, its dice and its history; [`View`] is what a front end draws;
//! [`sentence`] says what happened; gestures become actions; [`Replay`] is the record that anybody can check, [`Save`] a
//! game to go on with, [`Records`] what was played so far, [`daily`] the challenge of a day. No terminal, no clock, no
//! file system: front ends hand in text and take text away.

#![forbid(unsafe_code)]

mod daily;
mod dice;
mod error;
mod event;
mod facts;
mod gesture;
mod history;
mod input;
mod keys;
mod moment;
mod records;
mod replay;
mod rulebook;
mod save;
mod sentence;
mod session;
mod settings;
mod setup;
mod steps;
mod view;
mod wire;
mod words;

pub use daily::{daily, date_text, day_named};
pub use dice::{DiceSource, SecretDice};
pub use error::{ChanceError, PlayError};
pub use event::{Event, Part};
pub use facts::{Fact, Scale, TileLook};
pub use input::{Answer, BoardInput, DragReach};
pub use keys::{Command, HelpLine, Pointer, command, direction_keys, help, keys_of, no_direction};
pub use records::{GameResult, Key, Record, Records, RecordsError};
pub use replay::{Replay, ReplayError, Verified};
pub use rulebook::{how_to_play, rule_page};
pub use save::{Save, SaveError, Summary};
pub use sentence::{announcement, sentence};
pub use session::{Assisted, Played, Session, UndoRule};
pub use settings::{
    Colours, FrontEnd, MAX_MILLISECONDS, Motion, SETTINGS, Setting, SettingKind, Settings, Speed, Theme,
};
pub use setup::Setup;
pub use steps::{BoardState, Made, Origin, Step, Strained, Travel};
pub use view::{NamedView, View, ViewPhase};
pub use wire::{ActionName, CellName, PlaceName};
pub use words::{AUTOPLAY_OFF, NEW_GAME, Notice, Tone, counted, ending, grouped, thinking};

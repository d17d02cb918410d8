//! One play of a game and everything about it that is not drawing, for all front ends.
//!
//! A [`Session`] is a game in progress with its dice and undo history; a [`View`] is what a front end draws, an [`Event`]
//! what happened, and [`sentence`] puts it into words. A [`Replay`] is a record that others can verify, a [`Save`] a game
//! to continue, [`Records`] the results so far, [`daily`] the challenge of a day. There is no terminal, clock or file
//! system here: front ends pass texts in and out.
//!
//! ```
//! use tilewright_games::Preset;
//! use tilewright_session::{Replay, Session, Setup, sentence};
//!
//! let setup = Setup::preset(Preset::find("classic-2048").unwrap())?;
//! let mut session = Session::new(setup, 42)?;
//! while session.turn() < 10 {
//!     let action = session.legal()[0];
//!     let played = session.play(action, None)?;
//!     for event in &played.events {
//!         if let Some(words) = sentence(session.game(), event) {
//!             println!("{words}");
//!         }
//!     }
//! }
//! let view = session.view();
//! assert_eq!((view.turn, view.score), (10, session.score()));
//!
//! // Anyone can play the record again and see that it is true.
//! let text = session.replay();
//! assert_eq!(Replay::read(&text)?.verify()?.turns, 10);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

mod advice;
mod arcade_file;
mod assisted;
mod dailies;
mod daily;
mod dice;
mod end;
mod error;
mod event;
mod facts;
mod form;
mod gesture;
mod history;
mod input;
mod keys;
mod lesson;
mod moment;
mod outlook;
mod records;
mod replay;
mod rulebook;
mod save;
mod sentence;
mod session;
mod settings;
mod setup;
mod steps;
mod story;
mod typing;
mod view;
mod viewer;
mod wire;
mod words;

pub use advice::{Advice, arrow, place_words};
pub use arcade_file::{ArcadeFile, FileGame, FileReplay, FileVariant};
pub use assisted::Assisted;
pub use dailies::{CalendarDay, Dailies, DailyOverview, DailyResult, DayState, WeekdayRow};
pub use daily::{daily, date_text, day_named};
pub use dice::{DiceSource, SecretDice};
pub use end::{EndButton, EndChoice, EndContext, EndFact, EndPanel, PlayTime};
pub use error::{ChanceError, PlayError, refusal};
pub use event::{Event, Part};
pub use facts::{Fact, Scale, TileLook};
pub use form::{field_default, field_hint, field_is_number, field_options, field_text, field_value};
pub use input::{Answer, BoardInput, DragReach};
pub use keys::{
    Command, HelpLine, Pointer, command, direction_keys, first_steps, help, key_names, keys_of, no_direction, no_swipe,
    typed_forms, typed_help,
};
pub use lesson::Lesson;
pub use outlook::{LegendLine, Sign, TileNote, Warning};
pub use records::{Best, GameResult, Key, NO_RECORDS, Record, Records, RecordsError};
pub use replay::{Replay, ReplayError, Verified};
pub use rulebook::{how_to_play, how_to_play_in, rule_page};
pub use save::{Save, SaveError, Summary};
pub use sentence::{announcement, sentence};
pub use session::{Played, Session, UndoRule};
pub use settings::{
    ANALYSIS_TIME, ANALYSIS_TIMES, Colours, FrontEnd, MAX_MILLISECONDS, Motion, SETTINGS, Setting, SettingGroup,
    SettingKind, Settings, Speed, Theme, player_name, time_text,
};
pub use setup::Setup;
pub use steps::{BoardState, Made, Origin, Step, Strained, Travel};
pub use typing::typed_tile;
pub use view::{NamedView, View, ViewPhase};
pub use viewer::{ViewerCommand, viewer_command, viewer_help};
pub use wire::{ActionName, CellName, PlaceName, tiles as serialize_tiles};
pub use words::{
    AUTOPLAY_OFF, CUSTOM_WORDS, NEW_GAME, NO_NAME, Notice, Tone, counted, ending, family_words, grouped, sentence_case,
    thinking,
};

//! The files that users keep, below every front end: saves, replays, records, settings, custom variants, exports, values
//! that they train.
//!
//! [`Store`] is a directory of such files, [`SavedSession`] a game together with its save. Invariants:
//!
//! - A write is atomic: a reader finds the old text or the new one ([`write_whole`]). An export never overwrites a file
//!   ([`write_new`]).
//! - Two processes never write the same save: each holds a lock on its [`SaveSlot`], and the second process gets another
//!   slot.
//! - A damaged file is renamed to `name.damaged-1` and reported, never overwritten.
//! - If nothing can be written, every game can still be played.
//!
//! Functions that may find a damaged file take `notices`: sentences to show to the user at the next opportunity.
//!
//! # Example
//!
//! A game is played for a turn, left, and resumed:
//!
//! ```
//! use tilewright_games::Preset;
//! use tilewright_session::{Setup, UndoRule};
//! use tilewright_store::{NewGame, SavedSession, Start, Store};
//!
//! let dir = std::env::temp_dir().join(format!("tilewright-store-example-{}", std::process::id()));
//! let store = Store::at(&dir)?;
//! let start = Start::own(Setup::preset(Preset::find("merge3").unwrap())?, None);
//! let new = NewGame { seed: 1, undo: UndoRule::Unlimited };
//! let mut notices = Vec::new();
//!
//! let mut game = SavedSession::open(&store, start.clone(), new, &mut notices)?;
//! let action = game.session().legal()[0];
//! game.play(action, &mut notices)?;
//! game.leave(0, &mut notices);
//!
//! let game = SavedSession::open(&store, start, new, &mut notices)?;
//! assert!(game.resumed);
//! assert_eq!(game.session().turn(), 1);
//! assert!(notices.is_empty());
//! # drop(game);
//! # std::fs::remove_dir_all(&dir)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

mod arcade_file;
mod custom;
mod files;
mod saved;
mod slot;
mod store;
mod training;

pub use arcade_file::Added;
pub use custom::CustomVariant;
pub use files::{ReadError, ReadErrorKind, read_text, write_free, write_new, write_whole, write_with};
pub use saved::{NewGame, SavedSession, Start};
pub use slot::{Pick, SaveSlot, SlotName};
pub use store::{OpenGame, Store, StoreError, StoredReplay};
pub use training::{Amount, Plan, Report, TrainError, train};

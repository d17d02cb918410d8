//! Names of saves, and the lock that one process holds on one of them.
//!
//! A game that is finished or given up is counted in the records, then its save is removed. `<name>.finishing` makes that
//! one step even if the process is killed in between: it holds the time that the result is counted under, so that
//! counting the same game again changes nothing.

use crate::{
    files,
    store::{Loaded, OpenGame, Store, StoreError, load},
};
use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
};
use tilewright_core::fnv1a;
use tilewright_session::{Save, Session, Setup, date_text};

/// Games of one name that can be open at a time.
pub(crate) const MAX_SLOTS: u8 = 9;

/// The name that a game in progress is saved under.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct SlotName(pub(crate) String);

impl SlotName {
    /// A game that the user plays.
    pub fn own(setup: &Setup) -> Self {
        Self(game_name(setup))
    }

    /// The challenge of a day.
    pub fn daily(days_since_1970: u64) -> Self {
        Self(format!("daily-{}", date_text(days_since_1970)))
    }

    /// A game that a player plays while the user watches, separate from the user's own.
    pub fn watch(setup: &Setup) -> Self {
        Self(format!("watch-{}", game_name(setup)))
    }

    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The file name of a numbered slot, without an extension.
    fn file_name(&self, number: u8) -> String {
        if number == 1 { self.0.clone() } else { format!("{}~{number}", self.0) }
    }

    /// The name and number of a slot from its file name without an extension; `None` if it is not one of ours.
    pub(crate) fn parse(file_name: &str) -> Option<(Self, u8)> {
        match file_name.rsplit_once('~') {
            None => Some((Self(file_name.into()), 1)),
            Some((name, number)) => match number.parse() {
                Ok(number @ 2..=MAX_SLOTS) => Some((Self(name.into()), number)),
                _ => None,
            },
        }
    }
}

/// What files of a game are called.
pub(crate) fn game_name(setup: &Setup) -> String {
    match setup.preset {
        Some(preset) if preset.is_newest() => preset.id.into(),
        // An old revision has rules of its own, so it must not share the slots of the newest one.
        _ => format!("custom-{:016x}", setup.variant.hash()),
    }
}

/// Which of the games of one name to open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pick {
    /// The first open one, or a new one if there is none.
    Open,
    /// The open one with this seed, or a new one in addition to the others.
    Seed(u64),
    /// A new one in addition to the others.
    New,
    /// The one with this number.
    Number(u8),
}

/// The save of one game in progress, locked by this process until it is dropped.
#[derive(Debug)]
pub struct SaveSlot {
    /// `None` if there is nothing to save to.
    place: Option<Place>,
    /// Which of its name, from 1.
    pub number: u8,
    /// Whether another process plays the game that would have been picked.
    pub elsewhere: bool,
}

/// The files of a slot.
#[derive(Debug)]
struct Place {
    save: PathBuf,
    lock_file: PathBuf,
    /// `None` if the directory cannot be written: then the save can be read and nothing more.
    lock: Option<File>,
}

impl SaveSlot {
    /// A slot that saves nothing.
    pub fn none() -> Self {
        Self { place: None, number: 1, elsewhere: false }
    }

    /// Locks the slot that `pick` asks for, among the saves in a directory.
    pub(crate) fn claim(saves: &Path, name: &SlotName, pick: Pick) -> Result<Self, StoreError> {
        let seed = |path: &Path| {
            let text = files::read_text(path, Save::MAX_BYTES).ok()?;
            Save::summary(&text).ok().map(|summary| summary.seed)
        };
        let (mut elsewhere, mut empty, mut unlocked) = (false, None::<Self>, None);
        for number in 1..=MAX_SLOTS {
            let file = name.file_name(number);
            let path = saves.join(format!("{file}.save"));
            let lock_file = saves.join(format!("{file}.lock"));
            let there = path.try_exists().unwrap_or(true);
            // One free slot is enough, and a lock that is not needed would leave a file.
            if !there && empty.is_some() && pick != Pick::Number(number) {
                continue;
            }
            let fits = match pick {
                Pick::Open => there,
                Pick::Seed(wanted) => there && seed(&path) == Some(wanted),
                Pick::New => false,
                Pick::Number(wanted) => number == wanted,
            };
            let lock = match files::lock(&lock_file) {
                Ok(Some(lock)) => Some(lock),
                Ok(None) => {
                    elsewhere |= fits || pick == Pick::Open;
                    continue;
                }
                // A directory that cannot be written may still hold the game that is asked for.
                Err(error) if !(fits && there) => {
                    unlocked.get_or_insert(StoreError::Write(path, error));
                    continue;
                }
                Err(_) => None,
            };
            let slot = Self { place: Some(Place { save: path, lock_file, lock }), number, elsewhere };
            if fits {
                if let Some(unused) = empty {
                    unused.clear()?;
                }
                return Ok(slot);
            }
            if !there && empty.is_none() {
                empty = Some(slot);
            }
        }
        match (empty, unlocked) {
            (Some(slot), _) => Ok(Self { elsewhere, ..slot }),
            (None, Some(error)) => Err(error),
            (None, None) => Err(StoreError::Full(name.clone())),
        }
    }

    /// Whether the game is saved.
    pub fn is_saved(&self) -> bool {
        self.place.as_ref().is_some_and(|place| place.lock.is_some())
    }

    /// The file that the game is saved in; `None` if there is none.
    pub(crate) fn file(&self) -> Option<&Path> {
        self.place.as_ref().map(|place| place.save.as_path())
    }

    /// The game that was saved here; `None` if there is none. A damaged save is set aside and reported; if that fails,
    /// nothing is saved here.
    pub fn load(&mut self, notices: &mut Vec<String>) -> Option<Session> {
        let path = &self.place.as_ref()?.save;
        match load(path, Save::MAX_BYTES, Save::read, notices) {
            Loaded::Value(session) => Some(session),
            Loaded::Nothing => None,
            Loaded::Stuck => {
                notices.push("This game is not saved.".into());
                self.place = None;
                None
            }
        }
    }

    /// Saves the game.
    ///
    /// # Errors
    ///
    /// [`StoreError::Write`] if the file cannot be written.
    pub fn save(&self, session: &Session) -> Result<(), StoreError> {
        let Some(Place { save, lock: Some(_), .. }) = &self.place else { return Ok(()) };
        files::write_whole(save, &Save::write(session)).map_err(|error| StoreError::Write(save.clone(), error))
    }

    /// Notes that this game is about to be counted at a time, and returns the time to count it under: that of an earlier
    /// process that was killed while it counted the same game, else `when`.
    pub(crate) fn start_finishing(&self, session: &Session, when: u64) -> u64 {
        let Some(Place { save, lock: Some(_), .. }) = &self.place else { return when };
        let file = finishing(save);
        let game = fnv1a(Save::write(session).as_bytes());
        let noted = files::read_text(&file, 100).ok().and_then(|text| {
            let (time, noted_game) = text.trim().split_once(' ')?;
            (noted_game == format!("{game:016x}")).then(|| time.parse().ok())?
        });
        noted.unwrap_or_else(|| {
            // Without the note, a game could be counted twice if the process is killed now. It is counted all the same.
            let _ = files::write_whole(&file, &format!("{when} {game:016x}\n"));
            when
        })
    }

    /// The game that was counted is no longer in the save.
    pub(crate) fn end_finishing(&self) {
        if let Some(Place { save, lock: Some(_), .. }) = &self.place {
            let _ = fs::remove_file(finishing(save));
        }
    }

    /// Removes the save and gives the slot up.
    ///
    /// # Errors
    ///
    /// [`StoreError::Write`] if the file cannot be removed.
    pub fn clear(mut self) -> Result<(), StoreError> {
        let Some(Place { save, lock_file, lock: Some(lock) }) = self.place.take() else { return Ok(()) };
        match fs::remove_file(&save) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(StoreError::Write(save, error)),
            _ => {
                let _ = fs::remove_file(finishing(&save));
                files::remove_lock(&lock_file);
            }
        }
        drop(lock);
        Ok(())
    }
}

/// The note that the game in a save is being counted.
fn finishing(save: &Path) -> PathBuf {
    save.with_extension("finishing")
}

impl Store {
    /// Locks the slot for a game until the slot is dropped. A slot that another process holds is skipped.
    ///
    /// # Errors
    ///
    /// [`StoreError::Full`] if all slots of the name are taken, [`StoreError::Write`] if locks cannot be created.
    pub fn claim(&self, name: &SlotName, pick: Pick) -> Result<SaveSlot, StoreError> {
        match self.dir() {
            Some(dir) => SaveSlot::claim(&dir.join("saves"), name, pick),
            None => Ok(SaveSlot::none()),
        }
    }

    /// Deletes a game in progress: it is not counted and leaves no replay. False if another process plays it now.
    ///
    /// # Errors
    ///
    /// [`StoreError::Write`] if its file cannot be removed.
    pub fn remove_game(&self, game: &OpenGame) -> Result<bool, StoreError> {
        let slot = self.claim(&game.name, Pick::Number(game.number))?;
        let free = slot.number == game.number && !slot.elsewhere;
        slot.clear()?;
        Ok(free)
    }
}

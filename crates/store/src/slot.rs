//! Names of saves, and the lock that one process holds on one of them.

use crate::{
    files,
    store::{Loaded, Store, StoreError, load},
};
use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
};
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
    /// `None` if nothing can be saved.
    place: Option<(PathBuf, File)>,
    /// Which of its name, from 1.
    pub number: u8,
    /// Whether another process plays the game that would have been picked.
    pub elsewhere: bool,
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
        let (mut elsewhere, mut empty) = (false, None);
        for number in 1..=MAX_SLOTS {
            let file = name.file_name(number);
            let path = saves.join(format!("{file}.save"));
            let lock = files::lock(&saves.join(format!("{file}.lock")))
                .map_err(|error| StoreError::Write(path.clone(), error))?;
            let there = path.try_exists().unwrap_or(true);
            let fits = match pick {
                Pick::Open => there,
                Pick::Seed(wanted) => there && seed(&path) == Some(wanted),
                Pick::New => false,
                Pick::Number(wanted) => number == wanted,
            };
            match lock {
                Some(lock) if fits => return Ok(Self { place: Some((path, lock)), number, elsewhere }),
                Some(lock) if !there && empty.is_none() => {
                    empty = Some(Self { place: Some((path, lock)), number, elsewhere });
                }
                Some(_) => {}
                None => elsewhere |= fits || pick == Pick::Open,
            }
        }
        match empty {
            Some(slot) => Ok(Self { elsewhere, ..slot }),
            None => Err(StoreError::Full(name.clone())),
        }
    }

    /// Whether the game is saved.
    pub fn is_saved(&self) -> bool {
        self.place.is_some()
    }

    /// The game that was saved here; `None` if there is none. A damaged save is set aside and reported; if that fails,
    /// nothing is saved here.
    pub fn load(&mut self, notices: &mut Vec<String>) -> Option<Session> {
        let (path, _) = self.place.as_ref()?;
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
        let Some((path, _)) = &self.place else { return Ok(()) };
        files::write_whole(path, &Save::write(session)).map_err(|error| StoreError::Write(path.clone(), error))
    }

    /// Removes the save.
    ///
    /// # Errors
    ///
    /// [`StoreError::Write`] if the file cannot be removed.
    pub fn clear(&self) -> Result<(), StoreError> {
        let Some((path, _)) = &self.place else { return Ok(()) };
        match fs::remove_file(path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(StoreError::Write(path.clone(), error)),
            _ => Ok(()),
        }
    }
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
}

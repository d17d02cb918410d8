//! A directory of files that a user keeps.
//!
//! ```text
//! saves/<name>.save        a game in progress; <name>~2.save and so on if there are several
//! saves/<name>.lock        held by the process that plays it
//! replays/*.replay         games that are over or were given up
//! variants/<name>.toml     custom variants
//! records                  results so far
//! dailies                  results of daily challenges
//! settings                 preferences
//! lessons                  presets whose lesson was shown, an id a line
//! ```

use crate::{
    files::{self, ReadErrorKind},
    slot::{MAX_SLOTS, SlotName, game_name},
};
use std::{
    collections::BTreeSet,
    env, fmt, fs, io,
    path::{Path, PathBuf},
};
use tilewright_session::{Dailies, GameResult, Key, Records, Replay, Save, Session, Summary, date_text};

/// A directory of files that a user keeps, or none: then nothing is stored and nothing fails.
#[derive(Clone, Debug)]
pub struct Store {
    dir: Option<PathBuf>,
}

/// Why something was not stored.
#[derive(Debug)]
pub enum StoreError {
    /// The file cannot be written.
    Write(PathBuf, io::Error),
    /// All slots of this name are taken.
    Full(SlotName),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Write(path, error) => write!(f, "{} cannot be written ({error}).", path.display()),
            Self::Full(name) => {
                write!(f, "{MAX_SLOTS} games of {} are open already; finish one first.", name.as_str())
            }
        }
    }
}

impl std::error::Error for StoreError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Write(_, error) => Some(error),
            _ => None,
        }
    }
}

/// The largest settings file that is read, in bytes.
const MAX_SETTINGS: usize = 1 << 20;

/// A game in progress, as a menu lists it.
#[derive(Clone, Debug)]
pub struct OpenGame {
    /// The name it is saved under.
    pub name: SlotName,
    /// Which of that name, from 1.
    pub number: u8,
    /// What its save says.
    pub summary: Summary,
    /// Whether another process plays it now.
    pub busy: bool,
}

/// A replay in the store.
#[derive(Clone, Debug)]
pub struct StoredReplay {
    /// Its file.
    pub path: PathBuf,
    /// The file's name without its extension.
    pub name: String,
    /// When it was written, in seconds since 1970.
    pub when: u64,
}

impl Store {
    /// The directory that the environment names: `TILEWRIGHT_HOME`, else `XDG_DATA_HOME/tilewright`, else
    /// `~/.local/share/tilewright`. If there is none or it cannot be used, that is reported and nothing is stored.
    pub fn open(notices: &mut Vec<String>) -> Self {
        let set = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        let dir = set("TILEWRIGHT_HOME")
            // The XDG specification says to ignore a relative path.
            .or_else(|| set("XDG_DATA_HOME").filter(|dir| dir.is_absolute()).map(|dir| dir.join("tilewright")))
            .or_else(|| set("HOME").map(|home| home.join(".local/share/tilewright")))
            .or_else(|| set("LOCALAPPDATA").map(|dir| dir.join("tilewright")));
        let Some(dir) = dir else {
            notices.push("There is no home directory, so nothing is kept; set TILEWRIGHT_HOME to change that.".into());
            return Self::nowhere();
        };
        Self::at(&dir).unwrap_or_else(|error| {
            notices.push(format!("Nothing is kept: {} cannot be used ({error}).", dir.display()));
            Self::nowhere()
        })
    }

    /// The files in a directory, which is created if it is missing.
    ///
    /// # Errors
    ///
    /// If the directory cannot be created.
    pub fn at(dir: &Path) -> io::Result<Self> {
        for part in ["saves", "replays"] {
            fs::create_dir_all(dir.join(part))?;
        }
        Ok(Self { dir: Some(dir.to_owned()) })
    }

    /// No directory: nothing is stored.
    pub fn nowhere() -> Self {
        Self { dir: None }
    }

    /// The directory.
    pub fn dir(&self) -> Option<&Path> {
        self.dir.as_deref()
    }

    /// The settings, read by `read` from their text; `None` if there are none. `read` cannot fail: it falls back to
    /// defaults and reports in its notices what it did not understand.
    pub fn settings<T>(&self, read: impl FnOnce(&str) -> (T, Vec<String>), notices: &mut Vec<String>) -> Option<T> {
        let path = self.dir.as_ref()?.join("settings");
        match load(&path, MAX_SETTINGS, |text| Ok::<_, fmt::Error>(read(text)), notices) {
            Loaded::Value((settings, reported)) => {
                notices.extend(reported);
                Some(settings)
            }
            Loaded::Nothing | Loaded::Stuck => None,
        }
    }

    /// Stores the settings: `update` gets the text that is stored now, empty if there is none, and returns the new one. A
    /// lock makes that one step, so that several processes can change different settings.
    ///
    /// # Errors
    ///
    /// [`StoreError::Write`] if the file cannot be locked or written.
    pub fn update_settings(&self, update: impl FnOnce(&str) -> String) -> Result<(), StoreError> {
        let Some(dir) = &self.dir else {
            update("");
            return Ok(());
        };
        let path = dir.join("settings");
        let write = || {
            let _lock = files::wait_for_lock(&dir.join("settings.lock"))?;
            // What cannot be read was set aside when the program started.
            let stored = files::read_text(&path, MAX_SETTINGS).unwrap_or_default();
            files::write_whole(&path, &update(&stored))
        };
        write().map_err(|error| StoreError::Write(path.clone(), error))
    }

    /// The results so far.
    pub fn records(&self, notices: &mut Vec<String>) -> Records {
        self.load_records(notices).unwrap_or_default()
    }

    /// `None` if there are records that cannot be read and must not be overwritten.
    fn load_records(&self, notices: &mut Vec<String>) -> Option<Records> {
        let dir = self.dir.as_ref()?;
        match load(&dir.join("records"), Records::MAX_BYTES, Records::read, notices) {
            Loaded::Value(records) => Some(records),
            Loaded::Nothing => Some(Records::default()),
            Loaded::Stuck => None,
        }
    }

    /// Counts a game that is over or was given up. A lock makes reading, adding and writing one step among processes.
    ///
    /// # Errors
    ///
    /// [`StoreError::Write`] if the records cannot be locked or written.
    pub fn record(&self, key: Key, entry: GameResult, notices: &mut Vec<String>) -> Result<(), StoreError> {
        self.change_records(notices, |records| {
            // A process that was killed between counting a game and removing its save leaves a game that is counted
            // already, with the same time (see `slot`).
            if !records.get(&key).is_some_and(|record| record.history.contains(&entry)) {
                records.add(key, entry);
            }
        })
    }

    pub(crate) fn change_records(
        &self,
        notices: &mut Vec<String>,
        change: impl FnOnce(&mut Records),
    ) -> Result<(), StoreError> {
        let Some(dir) = &self.dir else { return Ok(()) };
        let path = dir.join("records");
        let unwritten = |error| StoreError::Write(path.clone(), error);
        let _lock = files::wait_for_lock(&dir.join("records.lock")).map_err(unwritten)?;
        let Some(mut records) = self.load_records(notices) else { return Ok(()) };
        let before = records.clone();
        change(&mut records);
        if records == before { Ok(()) } else { files::write_whole(&path, &records.write()).map_err(unwritten) }
    }

    /// The presets whose lesson was shown.
    pub fn lessons(&self) -> BTreeSet<String> {
        let text = self.dir.as_ref().and_then(|dir| files::read_text(&dir.join("lessons"), MAX_SETTINGS).ok());
        text.unwrap_or_default().lines().map(str::to_owned).collect()
    }

    /// Notes that the lesson of a preset was shown: it is not shown by itself again.
    ///
    /// # Errors
    ///
    /// If that cannot be written.
    pub fn mark_lesson(&self, preset: &str) -> Result<(), StoreError> {
        let Some(dir) = &self.dir else { return Ok(()) };
        let path = dir.join("lessons");
        let mut shown = self.lessons();
        shown.insert(preset.into());
        let text: String = shown.iter().map(|id| format!("{id}\n")).collect();
        files::write_whole(&path, &text).map_err(|error| StoreError::Write(path.clone(), error))
    }

    /// Whether this game is counted in the records already.
    pub(crate) fn is_recorded(&self, key: &Key, entry: &GameResult, notices: &mut Vec<String>) -> bool {
        self.records(notices).get(key).is_some_and(|record| record.history.contains(entry))
    }

    /// The results of daily challenges; none if there are no files.
    pub fn dailies(&self, notices: &mut Vec<String>) -> Dailies {
        self.load_dailies(notices).unwrap_or_default()
    }

    fn load_dailies(&self, notices: &mut Vec<String>) -> Option<Dailies> {
        match load(&self.dir.as_ref()?.join("dailies"), Dailies::MAX_BYTES, Dailies::read, notices) {
            Loaded::Value(dailies) => Some(dailies),
            Loaded::Nothing => Some(Dailies::default()),
            Loaded::Stuck => None,
        }
    }

    /// Adds a try of a daily challenge: the first of its day counts. `begun` is the time of its first turn, in seconds
    /// since 1970.
    ///
    /// # Errors
    ///
    /// If the results cannot be written.
    pub fn add_daily(
        &self,
        day: u64,
        session: &Session,
        begun: u64,
        notices: &mut Vec<String>,
    ) -> Result<(), StoreError> {
        self.change_dailies(notices, |dailies| dailies.add(day, session, begun))
    }

    pub(crate) fn change_dailies(
        &self,
        notices: &mut Vec<String>,
        change: impl FnOnce(&mut Dailies),
    ) -> Result<(), StoreError> {
        let Some(dir) = &self.dir else { return Ok(()) };
        let path = dir.join("dailies");
        let unwritten = |error| StoreError::Write(path.clone(), error);
        let _lock = files::wait_for_lock(&dir.join("dailies.lock")).map_err(unwritten)?;
        let Some(mut dailies) = self.load_dailies(notices) else { return Ok(()) };
        change(&mut dailies);
        files::write_whole(&path, &dailies.write()).map_err(unwritten)
    }

    /// All games in progress, by name. Damaged saves are set aside and reported.
    pub fn open_games(&self, notices: &mut Vec<String>) -> Vec<OpenGame> {
        let Some(dir) = &self.dir else { return Vec::new() };
        let saves = dir.join("saves");
        let mut games = Vec::new();
        for entry in fs::read_dir(&saves).into_iter().flatten().flatten() {
            let file_name = entry.file_name();
            let Some(file) = file_name.to_str().and_then(|name| name.strip_suffix(".save")) else { continue };
            let Some((name, number)) = SlotName::parse(file) else { continue };
            let lock = files::lock(&saves.join(format!("{file}.lock")));
            let busy = matches!(lock, Ok(None));
            let path = entry.path();
            let summary = if busy {
                // Another process writes this file, so it is not set aside.
                files::read_text(&path, Save::MAX_BYTES).ok().and_then(|text| Save::summary(&text).ok())
            } else {
                match load(&path, Save::MAX_BYTES, Save::summary, notices) {
                    Loaded::Value(summary) => Some(summary),
                    Loaded::Nothing | Loaded::Stuck => None,
                }
            };
            if let Some(summary) = summary {
                games.push(OpenGame { name, number, summary, busy });
            }
        }
        games.sort_by(|a, b| (&a.name, a.number).cmp(&(&b.name, b.number)));
        games
    }

    /// Stores the replay of a game and returns its file; `None` without a directory or if nothing was played. A replay
    /// that is stored already is not stored again.
    ///
    /// # Errors
    ///
    /// [`StoreError::Write`] if the file cannot be locked or written.
    pub fn save_replay(&self, session: &Session, when: u64) -> Result<Option<PathBuf>, StoreError> {
        let Some(dir) = self.dir.as_ref().filter(|_| session.turn() > 0) else { return Ok(None) };
        let replays = dir.join("replays");
        let lock = replays.join("lock");
        let _lock = files::wait_for_lock(&lock).map_err(|error| StoreError::Write(lock.clone(), error))?;
        let text = session.replay();
        let name = format!("{}-{}-{}", date_text(when / 86_400), game_name(session.setup()), session.score());
        for number in 1.. {
            let path = files::numbered(&replays, &name, number, "replay");
            match files::read_text(&path, Replay::MAX_BYTES) {
                Ok(known) if known == text => return Ok(Some(path)),
                Err(files::ReadError { kind: ReadErrorKind::Missing, .. }) => {
                    files::write_whole(&path, &text).map_err(|error| StoreError::Write(path.clone(), error))?;
                    return Ok(Some(path));
                }
                _ => {}
            }
        }
        Ok(None)
    }

    /// The stored replays, the newest first.
    pub fn replays(&self) -> Vec<StoredReplay> {
        let Some(dir) = &self.dir else { return Vec::new() };
        let mut replays = Vec::new();
        for entry in fs::read_dir(dir.join("replays")).into_iter().flatten().flatten() {
            let path = entry.path();
            let file_name = entry.file_name();
            let Some(name) = file_name.to_str().and_then(|name| name.strip_suffix(".replay")) else { continue };
            let time = entry.metadata().and_then(|data| data.modified()).ok();
            let when = time.and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok()).map_or(0, |t| t.as_secs());
            replays.push(StoredReplay { name: name.into(), path, when });
        }
        replays.sort_by(|a, b| b.when.cmp(&a.when).then_with(|| b.name.cmp(&a.name)));
        replays
    }
}

impl Store {
    /// Deletes a replay.
    ///
    /// # Errors
    ///
    /// [`StoreError::Write`] if its file cannot be removed.
    pub fn remove_replay(&self, replay: &StoredReplay) -> Result<(), StoreError> {
        match fs::remove_file(&replay.path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(StoreError::Write(replay.path.clone(), error)),
            _ => Ok(()),
        }
    }
}

/// The result of [`load`].
pub(crate) enum Loaded<T> {
    Value(T),
    /// There is no such file, or it was damaged and set aside.
    Nothing,
    /// The file exists and must not be overwritten.
    Stuck,
}

/// Reads a file and parses it. A damaged file is set aside and reported.
pub(crate) fn load<T, E: fmt::Display>(
    path: &Path,
    max: usize,
    parse: impl FnOnce(&str) -> Result<T, E>,
    notices: &mut Vec<String>,
) -> Loaded<T> {
    let damage = match files::read_text(path, max) {
        Ok(text) => match parse(&text) {
            Ok(value) => return Loaded::Value(value),
            Err(error) => error.to_string(),
        },
        Err(error) => match error.kind {
            ReadErrorKind::Missing => return Loaded::Nothing,
            ReadErrorKind::Io(error) => {
                notices.push(format!("{} cannot be read ({error}).", path.display()));
                return Loaded::Stuck;
            }
            damage => damage.to_string(),
        },
    };
    match files::set_aside(path) {
        Ok(aside) => {
            notices.push(format!("{} is damaged ({damage}); it is kept as {}.", path.display(), aside.display()));
            Loaded::Nothing
        }
        Err(error) => {
            notices.push(format!(
                "{} is damaged ({damage}) and cannot be set aside ({error}), so it is left alone.",
                path.display()
            ));
            Loaded::Stuck
        }
    }
}

//! The files of whoever plays: saves, replays, records, settings.
//!
//! ```text
//! saves/<name>.save        a game in progress; <name>~2.save and so on where there are several
//! saves/<name>.lock        held by the process that plays it
//! replays/*.replay         games that are over or were given up
//! records                  what was played so far
//! settings                 how it is liked
//! ```
//!
//! Every write is atomic. A damaged file is set aside and told, never fatal and never overwritten. Two processes never
//! write the same save: the second gets a slot of its own. Where nothing can be written, everything can still be played.

use crate::{
    Settings,
    files::{self, Found},
};
use std::{
    env, fmt,
    fs::{self, File},
    io,
    path::{Path, PathBuf},
};
use tilewright_session::{Entry, Key, Records, Save, Session, Setup, Summary, date_text};

/// The files of whoever plays; none at all where there is no place for them.
#[derive(Clone, Debug)]
pub struct Store {
    dir: Option<PathBuf>,
}

/// Something that could not be written or read, in a sentence.
#[derive(Debug)]
pub struct StoreError(String);

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for StoreError {}

/// So many games of one name can be open at a time.
const SLOTS: u8 = 9;
/// The largest settings file that is read.
const MAX_SETTINGS: usize = 1 << 20;

/// What a game in progress is saved as.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct SlotName(String);

impl SlotName {
    /// A game of one's own.
    pub fn own(setup: &Setup) -> Self {
        Self(game_name(setup))
    }

    /// The challenge of a day.
    pub fn daily(days_since_1970: u64) -> Self {
        Self(format!("daily-{}", date_text(days_since_1970)))
    }

    /// A game that a player plays to be watched; it leaves one's own alone.
    pub fn watch(setup: &Setup) -> Self {
        Self(format!("watch-{}", game_name(setup)))
    }

    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

fn game_name(setup: &Setup) -> String {
    match setup.preset {
        Some(preset) => preset.id.into(),
        None => format!("custom-{:016x}", setup.variant.hash()),
    }
}

/// Which of the games of one name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pick {
    /// The first open one; without any, a new one.
    Open,
    /// The open one with that seed; without any, a new one beside the others.
    Seed(u64),
    /// A new one beside the others.
    New,
    /// That one.
    Number(u8),
}

/// A game in progress, as a menu shows it.
#[derive(Clone, Debug)]
pub struct Open {
    /// What it is saved as.
    pub name: SlotName,
    /// Which of that name, from 1.
    pub number: u8,
    /// What it says of itself.
    pub summary: Summary,
    /// Whether another process plays it right now.
    pub busy: bool,
}

/// A replay that was kept.
#[derive(Clone, Debug)]
pub struct Kept {
    /// Its file.
    pub path: PathBuf,
    /// The file's name without its ending.
    pub name: String,
    /// When it was written, in seconds since 1970.
    pub when: u64,
}

/// The file of one game in progress, held by this process alone.
#[derive(Debug)]
pub struct Slot {
    /// None where nothing can be saved.
    place: Option<(PathBuf, File)>,
    /// Which of its name, from 1.
    pub number: u8,
    /// Whether the slot that would have been picked is played by another process.
    pub elsewhere: bool,
}

impl Store {
    /// The files that the environment names: `TILEWRIGHT_HOME`, else `XDG_DATA_HOME/tilewright`, else
    /// `~/.local/share/tilewright`. Where they cannot be, that is told and nothing is kept.
    pub fn open(notices: &mut Vec<String>) -> Self {
        let set = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        let dir = set("TILEWRIGHT_HOME")
            // The standard says that a relative path there counts for nothing.
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

    /// The files in a directory, which is made where it is missing.
    pub fn at(dir: &Path) -> io::Result<Self> {
        for part in ["saves", "replays"] {
            fs::create_dir_all(dir.join(part))?;
        }
        Ok(Self { dir: Some(dir.to_owned()) })
    }

    /// No files: everything can be played, nothing is kept.
    pub fn nowhere() -> Self {
        Self { dir: None }
    }

    /// The directory.
    pub fn dir(&self) -> Option<&Path> {
        self.dir.as_deref()
    }

    /// A text that has to be understood to be of use; one that is not is set aside and told.
    fn load<T, E: fmt::Display>(
        path: &Path,
        most: usize,
        read: impl FnOnce(&str) -> Result<T, E>,
        notices: &mut Vec<String>,
    ) -> Loaded<T> {
        let says = match files::read(path, most) {
            Found::Nothing => return Loaded::Nothing,
            Found::Closed(error) => {
                notices.push(format!("{} cannot be read ({error}).", path.display()));
                return Loaded::Stuck;
            }
            Found::Damaged(says) => says,
            Found::Text(text) => match read(&text) {
                Ok(value) => return Loaded::There(value),
                Err(error) => error.to_string(),
            },
        };
        match files::set_aside(path) {
            Ok(aside) => {
                notices.push(format!("{} is damaged ({says}); it is kept as {}.", path.display(), aside.display()));
                Loaded::Nothing
            }
            Err(error) => {
                notices.push(format!(
                    "{} is damaged ({says}) and cannot be set aside ({error}), so it is left alone.",
                    path.display()
                ));
                Loaded::Stuck
            }
        }
    }

    /// The settings.
    pub fn settings(&self, notices: &mut Vec<String>) -> Settings {
        let Some(dir) = &self.dir else { return Settings::default() };
        let read = |text: &str| Ok::<_, fmt::Error>(Settings::read(text));
        match Self::load(&dir.join("settings"), MAX_SETTINGS, read, notices) {
            Loaded::There((settings, says)) => {
                notices.extend(says);
                settings
            }
            Loaded::Nothing | Loaded::Stuck => Settings::default(),
        }
    }

    /// Keeps the settings.
    pub fn keep_settings(&self, settings: &Settings) -> Result<(), StoreError> {
        let Some(dir) = &self.dir else { return Ok(()) };
        let path = dir.join("settings");
        let write = || {
            let _lock = files::wait_for_lock(&dir.join("settings.lock"))?;
            files::write_whole(&path, &settings.write())
        };
        write().map_err(|error| unwritten(&path, &error))
    }

    /// What was played so far.
    pub fn records(&self, notices: &mut Vec<String>) -> Records {
        self.load_records(notices).unwrap_or_default()
    }

    /// None where records are there but out of reach.
    fn load_records(&self, notices: &mut Vec<String>) -> Option<Records> {
        let dir = self.dir.as_ref()?;
        match Self::load(&dir.join("records"), Records::MAX_BYTES, Records::read, notices) {
            Loaded::There(records) => Some(records),
            Loaded::Nothing => Some(Records::default()),
            Loaded::Stuck => None,
        }
    }

    /// Counts a game that is over or given up. Other processes may do so, too: each reads, adds and writes alone.
    pub fn record(&self, key: Key, entry: Entry, notices: &mut Vec<String>) -> Result<(), StoreError> {
        let Some(dir) = &self.dir else { return Ok(()) };
        let path = dir.join("records");
        let lock = files::wait_for_lock(&dir.join("records.lock")).map_err(|error| unwritten(&path, &error))?;
        let Some(mut records) = self.load_records(notices) else { return Ok(()) };
        // Killed between counting a game and clearing its save, a process leaves a game that was counted already.
        let same = |old: &Entry| Entry { when: entry.when, ..*old } == entry && entry.when.abs_diff(old.when) < 86_400;
        let counted = records.get(&key).is_some_and(|record| record.history.iter().any(same));
        if !counted {
            records.add(key, entry);
            files::write_whole(&path, &records.write()).map_err(|error| unwritten(&path, &error))?;
        }
        drop(lock);
        Ok(())
    }

    /// The slot for a game, held until it is dropped.
    pub fn claim(&self, name: &SlotName, pick: Pick) -> Result<Slot, StoreError> {
        let Some(dir) = &self.dir else { return Ok(Slot::nowhere()) };
        let saves = dir.join("saves");
        let seed = |path: &Path| match files::read(path, Save::MAX_BYTES) {
            Found::Text(text) => Save::summary(&text).ok().map(|summary| summary.seed),
            _ => None,
        };
        let (mut elsewhere, mut empty) = (false, None);
        for number in 1..=SLOTS {
            let file = file_name(name, number);
            let path = saves.join(format!("{file}.save"));
            let lock = files::lock(&saves.join(format!("{file}.lock"))).map_err(|error| unwritten(&path, &error))?;
            let there = path.try_exists().unwrap_or(true);
            let fits = match pick {
                Pick::Open => there,
                Pick::Seed(wanted) => there && seed(&path) == Some(wanted),
                Pick::New => false,
                Pick::Number(wanted) => number == wanted,
            };
            match lock {
                Some(lock) if fits => return Ok(Slot { place: Some((path, lock)), number, elsewhere }),
                Some(lock) if !there && empty.is_none() => {
                    empty = Some(Slot { place: Some((path, lock)), number, elsewhere });
                }
                Some(_) => {}
                None => elsewhere |= fits || pick == Pick::Open,
            }
        }
        match empty {
            Some(slot) => Ok(Slot { elsewhere, ..slot }),
            None => Err(StoreError(format!("{SLOTS} games of {} are open already; finish one first.", name.0))),
        }
    }

    /// All games in progress, by name. Damaged ones are set aside and told.
    pub fn open_games(&self, notices: &mut Vec<String>) -> Vec<Open> {
        let Some(dir) = &self.dir else { return Vec::new() };
        let saves = dir.join("saves");
        let mut games = Vec::new();
        for entry in fs::read_dir(&saves).into_iter().flatten().flatten() {
            let file_name = entry.file_name();
            let Some(file) = file_name.to_str().and_then(|name| name.strip_suffix(".save")) else { continue };
            let (name, number) = match file.rsplit_once('~') {
                None => (file, 1),
                Some((name, number)) => match number.parse() {
                    Ok(number @ 2..=SLOTS) => (name, number),
                    _ => continue,
                },
            };
            let lock = files::lock(&saves.join(format!("{file}.lock")));
            let busy = matches!(lock, Ok(None));
            let path = entry.path();
            let summary = if busy {
                // Somebody writes here, so nothing is set aside.
                match files::read(&path, Save::MAX_BYTES) {
                    Found::Text(text) => Save::summary(&text).ok(),
                    _ => None,
                }
            } else {
                match Self::load(&path, Save::MAX_BYTES, Save::summary, notices) {
                    Loaded::There(summary) => Some(summary),
                    Loaded::Nothing | Loaded::Stuck => None,
                }
            };
            if let Some(summary) = summary {
                games.push(Open { name: SlotName(name.into()), number, summary, busy });
            }
        }
        games.sort_by(|a, b| (&a.name, a.number).cmp(&(&b.name, b.number)));
        games
    }

    /// Keeps the replay of a game; the file, or none where nothing is kept or nothing was played.
    pub fn keep_replay(&self, session: &Session, when: u64) -> Result<Option<PathBuf>, StoreError> {
        let Some(dir) = self.dir.as_ref().filter(|_| session.turn() > 0) else { return Ok(None) };
        let replays = dir.join("replays");
        let lock = replays.join("lock");
        let _lock = files::wait_for_lock(&lock).map_err(|error| unwritten(&lock, &error))?;
        let text = session.replay();
        let name = format!("{}-{}-{}", date_text(when / 86_400), game_name(session.setup()), session.score());
        for number in 1.. {
            let file = if number == 1 { format!("{name}.replay") } else { format!("{name}-{number}.replay") };
            let path = replays.join(file);
            match files::read(&path, tilewright_session::Replay::MAX_BYTES) {
                Found::Nothing => {
                    files::write_whole(&path, &text).map_err(|error| unwritten(&path, &error))?;
                    return Ok(Some(path));
                }
                Found::Text(there) if there == text => return Ok(Some(path)),
                _ => {}
            }
        }
        Ok(None)
    }

    /// The replays that were kept, the last one first.
    pub fn replays(&self) -> Vec<Kept> {
        let Some(dir) = &self.dir else { return Vec::new() };
        let mut kept = Vec::new();
        for entry in fs::read_dir(dir.join("replays")).into_iter().flatten().flatten() {
            let path = entry.path();
            let file_name = entry.file_name();
            let Some(name) = file_name.to_str().and_then(|name| name.strip_suffix(".replay")) else { continue };
            let time = entry.metadata().and_then(|data| data.modified()).ok();
            let when = time.and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok()).map_or(0, |t| t.as_secs());
            kept.push(Kept { name: name.into(), path, when });
        }
        kept.sort_by(|a, b| b.when.cmp(&a.when).then_with(|| b.name.cmp(&a.name)));
        kept
    }
}

/// What came of a file.
enum Loaded<T> {
    There(T),
    Nothing,
    /// It is there and must not be overwritten.
    Stuck,
}

fn file_name(name: &SlotName, number: u8) -> String {
    if number == 1 { name.0.clone() } else { format!("{}~{number}", name.0) }
}

fn unwritten(path: &Path, error: &io::Error) -> StoreError {
    StoreError(format!("{} cannot be written ({error}).", path.display()))
}

impl Slot {
    /// A slot that keeps nothing.
    pub fn nowhere() -> Self {
        Self { place: None, number: 1, elsewhere: false }
    }

    /// Whether what is played here is kept.
    pub fn keeps(&self) -> bool {
        self.place.is_some()
    }

    /// The game that was saved here. A damaged one is set aside and told; where that cannot be, nothing is saved here.
    pub fn load(&mut self, notices: &mut Vec<String>) -> Option<Session> {
        let (path, _) = self.place.as_ref()?;
        match Store::load(path, Save::MAX_BYTES, Save::read, notices) {
            Loaded::There(session) => Some(session),
            Loaded::Nothing => None,
            Loaded::Stuck => {
                notices.push("This game is not saved.".into());
                self.place = None;
                None
            }
        }
    }

    /// Saves the game.
    pub fn save(&self, session: &Session) -> Result<(), StoreError> {
        let Some((path, _)) = &self.place else { return Ok(()) };
        files::write_whole(path, &Save::write(session)).map_err(|error| unwritten(path, &error))
    }

    /// Removes the save: the game is over, and counted elsewhere.
    pub fn clear(&self) -> Result<(), StoreError> {
        let Some((path, _)) = &self.place else { return Ok(()) };
        match fs::remove_file(path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(unwritten(path, &error)),
            _ => Ok(()),
        }
    }
}

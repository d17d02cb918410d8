//! What the program's parts share: files, settings, the clock and fresh seeds.

use std::{
    collections::BTreeSet,
    hash::{BuildHasher, Hasher, RandomState},
    path::Path,
    time::{SystemTime, UNIX_EPOCH},
};
use tilewright_core::NoStart;
use tilewright_players::Tables;
use tilewright_session::{ArcadeFile, FrontEnd, Session, Setting, Settings};
use tilewright_store::{NewGame, SavedSession, Start, Store, StoreError, read_text};

/// The state of the program outside of a single game.
#[derive(Debug)]
pub struct Arcade {
    /// The user's files.
    pub store: Store,
    /// The user's settings.
    pub settings: Settings,
    /// The settings as they were last read or written: what differs from them was changed here.
    stored_settings: Settings,
    /// Messages to show once: damaged files that were renamed, settings that were not understood.
    pub notices: Vec<String>,
    /// Whether plain mode prints a prompt: for people, not for scripts.
    pub prompt: bool,
    /// Seconds since 1970; tests replace it so that snapshots repeat.
    pub clock: fn() -> u64,
    /// The presets whose lesson was shown.
    pub(crate) lessons: BTreeSet<String>,
    /// The tables of players that were named on the command line.
    pub tables: Tables,
    /// Trials of rules end after this number of seeds, so that tests repeat; `None` if time ends them.
    pub trial_seeds: Option<usize>,
}

impl Arcade {
    /// The arcade with the files that the environment names.
    pub fn open() -> Self {
        let mut notices = Vec::new();
        let store = Store::open(&mut notices);
        Self::with(store, notices)
    }

    /// The arcade with these files.
    pub fn with(store: Store, mut notices: Vec<String>) -> Self {
        let read = |text: &str| Settings::read(FrontEnd::Terminal, text);
        let settings = store.settings(read, &mut notices).unwrap_or_else(|| Settings::new(FrontEnd::Terminal));
        Self {
            lessons: store.lessons(),
            store,
            stored_settings: settings.clone(),
            settings,
            notices,
            prompt: false,
            clock: system_clock,
            tables: Tables::default(),
            trial_seeds: None,
        }
    }

    /// Stores the settings that were changed here, and takes over what another process has changed since.
    ///
    /// # Errors
    ///
    /// If they cannot be written.
    pub fn save_settings(&mut self) -> Result<(), StoreError> {
        let Self { store, settings, stored_settings, .. } = self;
        store.update_settings(|text| {
            let mut merged =
                if text.is_empty() { stored_settings.clone() } else { Settings::read(FrontEnd::Terminal, text).0 };
            for setting in Setting::all(FrontEnd::Terminal) {
                let value = setting.value(settings);
                if value != setting.value(stored_settings) {
                    // A value of another process's settings cannot forbid ours: each is checked by itself.
                    let _ = setting.set(&mut merged, &value);
                }
            }
            *settings = merged;
            *stored_settings = settings.clone();
            settings.write(FrontEnd::Terminal)
        })
    }

    /// Everything as the text of a file, in the format of the pages.
    pub fn export(&mut self) -> String {
        let all = serde_json::to_value(&self.settings).unwrap_or_default();
        // A front end's own settings mean nothing in another.
        let shared = Setting::all(FrontEnd::Terminal).filter(|setting| setting.only.is_none());
        let settings = shared.map(|setting| (setting.name.to_owned(), all[setting.name].clone())).collect();
        self.store.export(serde_json::Value::Object(settings), &mut self.notices)
    }

    /// Adds what a file holds and is not here; returns what that was, in a sentence. Settings that were never changed here
    /// take the file's value.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, or something cannot be written; as a part of a sentence.
    pub fn import(&mut self, path: &Path) -> Result<String, String> {
        let text = read_text(path, ArcadeFile::MAX_BYTES).map_err(|error| error.to_string())?;
        let file = ArcadeFile::read(&text)?;
        let added = self.store.add_file(&file, &mut self.notices).map_err(|error| error.to_string())?;
        let usual = Settings::new(FrontEnd::Terminal);
        let given = Settings::from_json(FrontEnd::Terminal, &file.settings.to_string());
        for setting in Setting::all(FrontEnd::Terminal).filter(|setting| setting.only.is_none()) {
            if setting.value(&self.settings) == setting.value(&usual) {
                // A value that was read is allowed.
                let _ = setting.set(&mut self.settings, &setting.value(&given));
            }
        }
        self.save_settings().map_err(|error| error.to_string())?;
        Ok(added.words())
    }

    /// Opens a game: the saved one if there is one, else a new one with these settings.
    ///
    /// # Errors
    ///
    /// If a new game cannot start.
    pub fn open_game(&mut self, start: Start) -> Result<SavedSession, NoStart> {
        let new = self.new_game();
        let mut game = SavedSession::open(&self.store, start, new, &mut self.notices)?;
        game.pass_time(self.now());
        Ok(game)
    }

    /// Saves a session that was begun elsewhere.
    pub fn adopt(&mut self, session: Session) -> SavedSession {
        let mut game = SavedSession::adopt(&self.store, session, &mut self.notices);
        game.pass_time(self.now());
        game
    }

    /// Begins another game in the same slot.
    ///
    /// # Errors
    ///
    /// If it cannot start.
    pub fn restart(&mut self, game: &mut SavedSession, seed: Option<u64>) -> Result<(), NoStart> {
        let (new, now) = (self.new_game(), self.now());
        game.restart(seed, new, now, &mut self.notices)
    }

    /// Notes that the lesson of a preset was shown. Where that cannot be stored, it may be shown again.
    pub(crate) fn mark_lesson(&mut self, preset: &str) {
        if self.lessons.insert(preset.into()) {
            let _ = self.store.mark_lesson(preset);
        }
    }

    /// Closes a game.
    pub fn leave(&mut self, game: SavedSession) {
        let now = self.now();
        game.leave(now, &mut self.notices);
    }

    fn new_game(&self) -> NewGame {
        NewGame { seed: self.fresh_seed(), undo: self.settings.undo }
    }

    /// Seconds since 1970.
    pub fn now(&self) -> u64 {
        (self.clock)()
    }

    /// Days since 1970 (UTC): which daily challenge it is.
    pub fn today(&self) -> u64 {
        self.now() / 86_400
    }

    /// A seed for a game that was given none, short enough to be read out and typed.
    pub fn fresh_seed(&self) -> u64 {
        // The standard library's hashers start at random.
        RandomState::new().build_hasher().finish() % 1_000_000_000
    }
}

fn system_clock() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs())
}

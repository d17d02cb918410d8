//! Everything that a user has, as one file ([`ArcadeFile`]): what a store writes into it, and what a file adds to a store.
//!
//! Reading adds what is missing and takes nothing away.

use crate::{Pick, SlotName, Store, StoreError, files};
use serde_json::{Value, json};
use std::{collections::HashSet, fs, path::Path, time::UNIX_EPOCH};
use tilewright_games::Variant;
use tilewright_session::{
    ArcadeFile, Dailies, FileGame, FileReplay, FileVariant, PlayTime, Records, Replay, Save, Session, counted,
    day_named,
};

/// What a file added to a store.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Added {
    games: u64,
    variants: u64,
    replays: u64,
    records: u64,
    dailies: u64,
}

impl Added {
    /// What was added, in a sentence.
    pub fn words(&self) -> String {
        let Self { games, variants, replays, records, dailies } = *self;
        let parts: Vec<_> = [
            (games, "open game"),
            (variants, "variant"),
            (replays, "replay"),
            (records, "counted game"),
            (dailies, "daily challenge"),
        ]
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, thing)| counted(count, thing))
        .collect();
        if parts.is_empty() {
            "Everything in this file is here already.".into()
        } else {
            format!("Added: {}.", parts.join(", "))
        }
    }
}

impl Store {
    /// Adds what a file has and the store does not.
    ///
    /// # Errors
    ///
    /// If something cannot be written. What was added before is there; reading the file again adds the rest.
    pub fn add_file(&self, file: &ArcadeFile, notices: &mut Vec<String>) -> Result<Added, StoreError> {
        let mut added = Added::default();
        let there: HashSet<String> =
            self.saved_games().into_iter().map(|(.., session)| Save::write(&timeless(&session))).collect();
        for FileGame { slot, session, .. } in &file.games {
            if there.contains(&Save::write(&timeless(session))) {
                continue;
            }
            // A challenge goes on as one; all other games are saved as what they are.
            let name = match slot.strip_prefix("daily-").and_then(|date| day_named(date.split('~').next()?)) {
                Some(day) => SlotName::daily(day),
                None => SlotName::own(session.setup()),
            };
            self.claim(&name, Pick::New)?.save(session)?;
            added.games += 1;
        }
        let known: Vec<_> = self.custom_variants().into_iter().filter_map(|custom| custom.variant.ok()).collect();
        for FileVariant { name, rules, .. } in file.variants.iter().filter(|variant| !known.contains(&variant.rules)) {
            self.add_custom_variant(name, rules)?;
            added.variants += 1;
        }
        let before = self.replays().len();
        for FileReplay { session, when, .. } in &file.replays {
            self.save_replay(session, when / 1000)?;
        }
        added.replays = (self.replays().len() - before) as u64;
        // The file was checked.
        let new_records = Records::read(&file.records).unwrap_or_default();
        let new_dailies = Dailies::read(&file.dailies).unwrap_or_default();
        let games = |records: &Records| records.iter().map(|(_, record)| record.games()).sum::<u64>();
        self.change_records(notices, |records| {
            let before = games(records);
            records.merge(&new_records);
            added.records = games(records) - before;
        })?;
        self.change_dailies(notices, |dailies| {
            let before = dailies.len();
            dailies.merge(&new_dailies);
            added.dailies = (dailies.len() - before) as u64;
        })?;
        Ok(added)
    }

    /// Everything in the store as the text of a file, with these settings.
    pub fn export(&self, settings: Value, notices: &mut Vec<String>) -> String {
        let custom = self.custom_variants();
        let title = |session: &Session| {
            let own = custom.iter().find(|own| own.variant.as_ref() == Ok(&session.setup().variant));
            own.map_or_else(|| session.setup().title(), |own| own.title.clone())
        };
        let games = self.saved_games().into_iter().filter(|(name, ..)| !name.as_str().starts_with("watch-"));
        let games = games.map(|(name, when, session)| {
            let slot = if name.as_str().starts_with("custom-") { format!("own-{}", title(&session)) } else { name.as_str().into() };
            let mut game = json!({ "slot": slot, "title": title(&session), "when": when * 1000, "save": Save::write(&timeless(&session)) });
            if let PlayTime { begun: Some(begun), milliseconds } = session.time() {
                game["begun"] = (begun * 1000).into();
                game["time"] = milliseconds.into();
            }
            game
        });
        let replays = self.replays().into_iter().filter_map(|stored| {
            let text = files::read_text(&stored.path, Replay::MAX_BYTES).ok()?;
            let session = Replay::read(&text).and_then(|replay| replay.session()).ok()?;
            Some(json!({ "title": title(&session), "score": session.score(), "turns": session.turn(),
                "when": stored.when * 1000, "replay": text }))
        });
        let variants = custom.iter().filter_map(|own| {
            let variant = own.variant.as_ref().ok()?;
            Some(json!({ "name": own.title, "variant": variant.canonical(), "when": 0 }))
        });
        let (records, dailies) = (self.records(notices), self.dailies(notices));
        ArcadeFile::write(games.collect(), &records, &dailies, variants.collect(), replays.collect(), settings)
    }

    /// All games in progress that can be read, with the time they were saved, in seconds since 1970.
    fn saved_games(&self) -> Vec<(SlotName, u64, Session)> {
        let Some(dir) = self.dir() else { return Vec::new() };
        let mut paths: Vec<_> =
            fs::read_dir(dir.join("saves")).into_iter().flatten().flatten().map(|file| file.path()).collect();
        paths.sort();
        paths.iter().filter_map(|path| saved_game(path)).collect()
    }

    /// Stores a custom variant under a title, or a similar one if that is taken.
    fn add_custom_variant(&self, title: &str, variant: &Variant) -> Result<(), StoreError> {
        let taken: HashSet<String> = self.custom_variants().into_iter().map(|custom| custom.title).collect();
        let names = std::iter::once(title.to_owned()).chain((2..).map(|number| format!("{title} {number}")));
        let free = names.into_iter().find(|name| !taken.contains(name)).unwrap_or_default();
        let path = self.dir().unwrap_or(Path::new("")).join("variants");
        self.save_custom_variant(&free, variant).map(drop).map_err(|error| StoreError::Write(path, error))
    }
}

fn saved_game(path: &Path) -> Option<(SlotName, u64, Session)> {
    let (name, _) = SlotName::parse(path.file_name()?.to_str()?.strip_suffix(".save")?)?;
    let session = Save::read(&files::read_text(path, Save::MAX_BYTES).ok()?).ok()?;
    let when = fs::metadata(path).ok()?.modified().ok()?.duration_since(UNIX_EPOCH).ok()?.as_secs();
    Some((name, when, session))
}

/// The game without the time that it took: that is no part of a save in the file.
fn timeless(session: &Session) -> Session {
    let mut session = session.clone();
    session.set_time(PlayTime::default());
    session
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{NewGame, SavedSession, Start};
    use tilewright_games::Preset;
    use tilewright_session::{Setup, UndoRule, daily};

    const NEW: NewGame = NewGame { seed: 7, undo: UndoRule::Unlimited };
    /// 2026-11-15.
    const NOW: u64 = 1_794_700_800;

    fn store(name: &str) -> Store {
        let dir = std::env::temp_dir().join(format!("tilewright-file-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&dir);
        Store::at(&dir).unwrap()
    }

    fn turns(store: &Store, start: Start, turns: usize) -> SavedSession {
        let mut notices = Vec::new();
        let mut game = SavedSession::open(store, start, NEW, &mut notices).unwrap();
        game.pass_time(NOW);
        for turn in 1..=turns {
            let action = game.session().legal()[0];
            game.play(action, &mut notices).unwrap();
            game.pass_time(NOW + turn as u64);
        }
        assert_eq!(notices, Vec::<String>::new());
        game
    }

    /// A game in progress, a finished one, a challenge, a variant.
    fn filled(name: &str) -> Store {
        let store = store(name);
        let notices = &mut Vec::new();
        let preset = |id: &str| Setup::preset(Preset::find(id).unwrap()).unwrap();
        turns(&store, Start::own(preset("merge3"), None), 2).leave(NOW, notices);
        turns(&store, Start::own(preset("classic-2048"), None), 5).restart(None, NEW, NOW, notices).unwrap();
        turns(&store, Start::daily(NOW / 86_400).unwrap(), 3).restart(None, NEW, NOW, notices).unwrap();
        let variant = Variant::from_text("family = 'slide'\nboard = { shape = 'hex', radius = 1 }").unwrap();
        store.save_custom_variant("Seven", &variant).unwrap();
        store
    }

    #[test]
    fn add_to_another_store_adds_everything_once() {
        let text = filled("from").export(json!({ "theme": "light" }), &mut Vec::new());
        let file = ArcadeFile::read(&text).unwrap();
        assert_eq!(file.settings["theme"], "light");
        let store = store("to");
        let notices = &mut Vec::new();
        let added = store.add_file(&file, notices).unwrap();
        assert_eq!(added.words(), "Added: 3 open games, 1 variant, 2 replays, 2 counted games, 1 daily challenge.");
        assert_eq!(store.add_file(&file, notices).unwrap().words(), "Everything in this file is here already.");
        let merge3 = store.saved_games().into_iter().find(|(name, ..)| name.as_str() == "merge3").unwrap().2;
        assert_eq!((merge3.turn(), merge3.time().begun), (2, Some(NOW + 1)));
        assert_eq!(store.dailies(notices).streak(NOW / 86_400), 1);
        assert_eq!(store.custom_variants()[0].title, "Seven");
        assert_eq!(*notices, Vec::<String>::new());
        assert_eq!(daily(NOW / 86_400).0.id, "exponentile-live");
    }

    #[test]
    fn add_to_a_file_of_a_browser() {
        let file = ArcadeFile::read(include_str!("../../../fuzz/seeds/arcade/browser")).unwrap();
        let added = store("browser").add_file(&file, &mut Vec::new()).unwrap();
        assert_eq!(added.words(), "Added: 1 open game, 1 replay, 1 counted game.");
    }

    #[test]
    fn read_a_wrong_part_refuses_the_file_and_names_it() {
        let text = filled("wrong").export(json!({}), &mut Vec::new());
        for (from, to, message) in [
            (
                "tilewright-arcade",
                "tilewright-other",
                "this is no file of the arcade: its format is not “tilewright-arcade”",
            ),
            ("\"version\": 1\n", "\"version\": 9\n", "this file has another version; this program reads version 1"),
            ("tilewright-save 1", "tilewright-save 2", "games 1: line 1: a save starts with “tilewright-save 1”"),
            ("tilewright-records 1", "x", "records: line 1: records start with “tilewright-records 1”"),
        ] {
            assert_eq!(ArcadeFile::read(&text.replacen(from, to, 1)).map(drop).unwrap_err(), message);
        }
        assert!(ArcadeFile::read("").is_err() && ArcadeFile::read("[]").is_err());
    }
}

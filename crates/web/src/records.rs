//! What was played so far, for the page of statistics.

use crate::{Refusal, Session, bridge::to_js};
use serde::Serialize;
use tilewright_games::Preset;
use tilewright_session::{GameResult, Key, Record};
use tsify::Tsify;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

/// Records: read from text, added to, written as text.
#[wasm_bindgen]
#[derive(Clone, Debug, Default)]
pub struct Records(tilewright_session::Records);

/// How one game went so far.
#[derive(Serialize, Tsify, Clone, PartialEq, Eq, Debug)]
#[serde(rename_all = "camelCase")]
pub struct RecordInfo {
    /// The preset's id, or `custom`.
    pub name: String,
    /// The preset's title; `null` for custom variants and for presets that are gone.
    pub title: Option<String>,
    /// The hash of the variant, 16 hex digits.
    pub variant_hash: String,
    /// Games played to their end.
    pub finished: u64,
    /// Games given up.
    pub abandoned: u64,
    /// How many of both were assisted.
    pub assisted: u64,
    /// The turns of all games.
    pub turns: u64,
    /// The best score without help.
    pub best: u64,
    /// The best score with help.
    pub best_assisted: u64,
    /// The mean score of the games in `history`; `null` without any.
    pub mean: Option<u64>,
    /// The largest tile.
    pub largest: u32,
    /// The most turns of a game.
    pub longest: u64,
    /// How many games ended with which largest tile.
    pub tiles: Vec<(u32, u64)>,
    /// The last games, oldest first.
    pub history: Vec<RecordEntry>,
}

/// One game that is over or was given up.
#[derive(Serialize, Tsify, Clone, PartialEq, Eq, Debug)]
pub struct RecordEntry {
    /// When, in seconds since 1970.
    pub when: u64,
    /// The points.
    pub score: u64,
    /// The turns.
    pub turns: u64,
    /// The largest tile at the end.
    pub tile: u32,
    /// Why it was over: `stuck`, `turn-limit`, or `open` if it was given up.
    pub end: String,
    /// The seed, in decimal.
    pub seed: String,
    /// The kinds of help that were taken; `null` if none was.
    pub help: Option<String>,
}

#[wasm_bindgen]
impl Records {
    /// Empty records.
    pub fn empty() -> Self {
        Self::default()
    }

    /// The records in a text.
    pub fn read(text: &str) -> Result<Self, Refusal> {
        tilewright_session::Records::read(text).map(Self).map_err(Refusal::new)
    }

    /// Counts a game as it stands now: over, or given up. `when` is in seconds since 1970. A game without a turn, or one
    /// that began from a position made by hand, does not count.
    pub fn add(&mut self, session: &Session, when: f64) {
        let session = session.inner();
        if !session.counts() {
            return;
        }
        self.0.add(Key::of(session), GameResult::of(session, when as u64));
    }

    /// Adds what is in other records and not in these.
    pub fn merge(&mut self, text: &str) -> Result<(), Refusal> {
        self.0.merge(&tilewright_session::Records::read(text).map_err(Refusal::new)?);
        Ok(())
    }

    /// The records as text.
    pub fn write(&self) -> String {
        self.0.write()
    }

    /// All of them, by name.
    #[wasm_bindgen(unchecked_return_type = "RecordInfo[]")]
    pub fn list(&self) -> JsValue {
        to_js(&self.0.iter().map(|(key, record)| RecordInfo::of(key, record)).collect::<Vec<_>>())
    }
}

impl RecordInfo {
    fn of(key: &Key, record: &Record) -> Self {
        let entry = |entry: &GameResult| RecordEntry {
            when: entry.when,
            score: entry.score,
            turns: entry.turns,
            tile: entry.tile,
            end: entry.end.into(),
            seed: entry.seed_text(),
            help: entry.help.words(),
        };
        Self {
            title: Preset::find(&key.name).map(|preset| preset.title.clone()),
            name: key.name.clone(),
            variant_hash: format!("{:016x}", key.variant),
            finished: record.finished,
            abandoned: record.abandoned,
            assisted: record.assisted,
            turns: record.turns,
            best: record.best,
            best_assisted: record.best_assisted,
            mean: record.mean(),
            largest: record.largest,
            longest: record.longest,
            tiles: record.tiles.iter().map(|(&tile, &games)| (tile, games)).collect(),
            history: record.history.iter().map(entry).collect(),
        }
    }
}

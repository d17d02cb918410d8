//! What was played so far, for the page of statistics.

use crate::{Refusal, Session, bridge::to_js, setup::variant};
use serde::Serialize;
use tilewright_session::{Fact, GameResult, Key, Record};
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
    /// The hash of the variant, 16 hex digits.
    pub variant_hash: String,
    /// Games played to their end.
    pub finished: u64,
    /// Games given up.
    pub abandoned: u64,
    /// The best score without help.
    pub best: u64,
    /// The numbers that are shown, by their names.
    pub facts: Vec<Fact>,
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
    /// Why it was over, in a word or two: `stuck`, `given up`.
    pub end: &'static str,
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

    /// The title of each, in the order of `list`. Custom variants, as JSON text, have these names; a text that cannot be
    /// read names none.
    pub fn titles(&self, names: Vec<String>, variants: Vec<String>) -> Vec<String> {
        let hashes = variants.iter().map(|text| variant(text).ok().map(|variant| variant.hash()));
        let custom: Vec<_> = hashes.zip(names).collect();
        let named = |hash| custom.iter().find(|(known, _)| *known == Some(hash)).map(|(_, name)| name.clone());
        self.0.iter().map(|(key, _)| key.title(named)).collect()
    }
}

impl RecordInfo {
    fn of(key: &Key, record: &Record) -> Self {
        let entry = |entry: &GameResult| RecordEntry {
            when: entry.when,
            score: entry.score,
            turns: entry.turns,
            tile: entry.tile,
            end: entry.end_words(),
            seed: entry.seed_text(),
            help: entry.help.words(),
        };
        Self {
            name: key.name.clone(),
            variant_hash: format!("{:016x}", key.variant),
            finished: record.finished,
            abandoned: record.abandoned,
            best: record.best,
            facts: record.facts(),
            tiles: record.tiles.iter().map(|(&tile, &games)| (tile, games)).collect(),
            history: record.history.iter().map(entry).collect(),
        }
    }
}

//! The results of daily challenges.

use crate::{Refusal, Session, bridge::to_js};
use serde::Serialize;
use tilewright_core::clip;
use tilewright_session::{self as session, day_named};
use tsify::Tsify;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

/// Results of daily challenges: read from text, added to, written as text.
#[wasm_bindgen]
#[derive(Clone, Debug, Default)]
pub struct Dailies(session::Dailies);

/// The first try of a day.
#[derive(Serialize, Tsify, Clone, PartialEq, Eq, Debug)]
pub struct DailyInfo {
    /// The points.
    pub score: u64,
    /// The turns.
    pub turns: u64,
    /// How many tries came after it.
    pub practice: u64,
}

#[wasm_bindgen]
impl Dailies {
    /// The results in a text; none in an empty one.
    pub fn read(text: &str) -> Result<Self, Refusal> {
        if text.is_empty() { Ok(Self::default()) } else { session::Dailies::read(text).map(Self).map_err(Refusal::new) }
    }

    /// Adds a try of the challenge of a date, like 2026-11-15. `begun` is the time of its first turn, in seconds since 1970.
    pub fn add(&mut self, date: &str, session: &Session, begun: f64) -> Result<(), Refusal> {
        self.0.add(day(date)?, session.inner(), begun as u64);
        Ok(())
    }

    /// Adds what is in other results and not in these; returns how many days are new.
    pub fn merge(&mut self, text: &str) -> Result<u32, Refusal> {
        let before = self.0.len();
        self.0.merge(&Self::read(text)?.0);
        Ok((self.0.len() - before) as u32)
    }

    /// The results as text.
    pub fn write(&self) -> String {
        self.0.write()
    }

    /// The first try of a date; `undefined` if there was none.
    #[wasm_bindgen(unchecked_return_type = "DailyInfo | undefined")]
    pub fn get(&self, date: &str) -> Option<JsValue> {
        let result = self.0.get(day_named(date)?)?;
        Some(to_js(&DailyInfo { score: result.score, turns: result.turns, practice: result.practice }))
    }

    /// Streak, calendar and weekdays. `today` is in days since 1970 (UTC).
    #[wasm_bindgen(unchecked_return_type = "DailyOverview")]
    pub fn overview(&self, today: f64) -> JsValue {
        to_js(&self.0.overview(today as u64))
    }
}

fn day(date: &str) -> Result<u64, Refusal> {
    day_named(date).ok_or_else(|| Refusal::new(format!("“{}” is no day; a day looks like 2026-11-15", clip(date))))
}

//! How whoever plays likes it. What is not understood falls back to its default.

use crate::bridge::hand_over;
use serde::Serialize;
use serde_json::Value;
use tilewright_players::Player;
use tilewright_session::UndoRule;
use tsify::Tsify;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

/// How whoever plays likes it.
#[derive(Serialize, Tsify, Clone, PartialEq, Debug)]
#[serde(rename_all = "camelCase")]
pub struct Settings {
    /// The colours' mood.
    pub theme: Theme,
    /// How quick animations are.
    pub speed: Speed,
    /// Whether nothing flies: tiles appear where they end up.
    pub motion: Motion,
    /// Whether turns can be heard.
    pub sound: bool,
    /// Whether turns can be felt, on machines that can.
    pub haptics: bool,
    /// Whether there are buttons for the directions.
    pub buttons: bool,
    /// Who gives hints and plays on its own, in the notation of players.
    pub player: String,
    /// How long it may think, in milliseconds.
    pub think: u32,
    /// Milliseconds between two turns of a player that plays on its own.
    pub pace: u32,
    /// Whether turns of a new game may be taken back: `off`, `unlimited` or `limited n`.
    pub undo: String,
}

/// The colours' mood.
#[derive(Serialize, Tsify, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum Theme {
    System,
    Light,
    Dark,
    HighContrast,
    ColourBlind,
}

/// How quick animations are.
#[derive(Serialize, Tsify, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "camelCase")]
pub enum Speed {
    Instant,
    Fast,
    Normal,
    Slow,
}

/// Whether tiles fly: as the system has it, or as said here.
#[derive(Serialize, Tsify, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "camelCase")]
pub enum Motion {
    System,
    Full,
    Reduced,
}

/// The slowest pace and the longest thought that make sense, in milliseconds.
const SLOWEST: u32 = 60_000;

impl Default for Settings {
    fn default() -> Self {
        Self {
            theme: Theme::System,
            speed: Speed::Normal,
            motion: Motion::System,
            sound: false,
            haptics: false,
            buttons: false,
            player: "expectimax".into(),
            think: 300,
            pace: 400,
            undo: UndoRule::Unlimited.text(),
        }
    }
}

impl Theme {
    const ALL: [Self; 5] = [Self::System, Self::Light, Self::Dark, Self::HighContrast, Self::ColourBlind];
}

impl Speed {
    const ALL: [Self; 4] = [Self::Instant, Self::Fast, Self::Normal, Self::Slow];
}

impl Motion {
    const ALL: [Self; 3] = [Self::System, Self::Full, Self::Reduced];
}

impl Settings {
    /// The settings in a JSON text: every field that makes sense, and the default for the others. By hand, as a derived
    /// reader gives all or nothing, and is large.
    pub(crate) fn read(json: &str) -> Self {
        let given: Value = serde_json::from_str(json).unwrap_or_default();
        let usual = Self::default();
        let switch = |name: &str, usual: bool| given[name].as_bool().unwrap_or(usual);
        let text = |name: &str, usual: String, sensible: &dyn Fn(&str) -> bool| {
            given[name].as_str().filter(|text| sensible(text)).map_or(usual, Into::into)
        };
        let milliseconds = |name: &str, usual: u32| {
            let given = given[name].as_u64().filter(|&given| given <= SLOWEST.into());
            given.map_or(usual, |given| given as u32)
        };
        Self {
            theme: word(&given["theme"], &Theme::ALL).unwrap_or(usual.theme),
            speed: word(&given["speed"], &Speed::ALL).unwrap_or(usual.speed),
            motion: word(&given["motion"], &Motion::ALL).unwrap_or(usual.motion),
            sound: switch("sound", usual.sound),
            haptics: switch("haptics", usual.haptics),
            buttons: switch("buttons", usual.buttons),
            player: text("player", usual.player, &|text| Player::parse(text).is_ok()),
            think: milliseconds("think", usual.think),
            pace: milliseconds("pace", usual.pace),
            undo: text("undo", usual.undo, &|text| UndoRule::parse(text).is_some()),
        }
    }
}

/// The one of these that is written so.
fn word<T: Serialize + Copy>(given: &Value, all: &[T]) -> Option<T> {
    all.iter().copied().find(|known| serde_json::to_value(known).as_ref().ok() == Some(given))
}

/// The settings of whoever has changed none.
#[wasm_bindgen(unchecked_return_type = "Settings")]
pub fn defaults() -> JsValue {
    hand_over(&Settings::default())
}

/// The settings in a JSON text; whatever is not understood has its default.
#[wasm_bindgen(js_name = readSettings, unchecked_return_type = "Settings")]
pub fn read_settings(json: &str) -> JsValue {
    hand_over(&Settings::read(json))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_come_back_as_they_were() {
        let settings = Settings {
            theme: Theme::ColourBlind,
            speed: Speed::Instant,
            motion: Motion::Reduced,
            sound: true,
            haptics: true,
            buttons: true,
            player: "lookahead:3".into(),
            think: 0,
            pace: SLOWEST,
            undo: "limited 3".into(),
        };
        assert_eq!(Settings::read(&serde_json::to_string(&settings).unwrap()), settings);
    }

    #[test]
    fn what_is_not_understood_has_its_default_and_the_rest_holds() {
        let read = Settings::read(
            r#"{"theme":"pink","speed":"slow","volume":11,"pace":-1,"think":99999999,"player":"nobody","undo":"maybe"}"#,
        );
        assert_eq!(read, Settings { speed: Speed::Slow, ..Settings::default() });
        for noise in ["", "[]", "null", "{", "7", r#"{"theme":{"theme":[]}}"#] {
            assert_eq!(Settings::read(noise), Settings::default(), "{noise}");
        }
    }
}

//! Settings of the pages: the session's table of settings as data.

use crate::bridge::to_js;
use serde::Serialize;
use tilewright_session::{
    ANALYSIS_TIME, ANALYSIS_TIMES, AUTOPLAY_OFF, FrontEnd, NEW_GAME, Notice, Setting, SettingGroup, SettingKind,
    Settings, Speed, thinking, time_text,
};
use tsify::Tsify;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

/// A setting, with what it can be.
#[derive(Serialize, Tsify, Clone, PartialEq, Eq, Debug)]
pub struct SettingInfo {
    /// The name, which is also the name of the field in `Settings`.
    #[tsify(type = "keyof Settings")]
    pub name: &'static str,
    /// The name on pages.
    pub title: &'static str,
    /// What it means, in a few words.
    pub about: &'static str,
    /// The part of the page that it is in.
    pub group: SettingGroup,
    /// The values that are offered, in order; empty for a switch.
    pub options: Vec<SettingOption>,
}

/// A value that is offered for a setting.
#[derive(Serialize, Tsify, Clone, PartialEq, Eq, Debug)]
pub struct SettingOption {
    /// The value, as text.
    pub value: String,
    /// What a page calls it.
    pub name: String,
    /// More about it; may be empty.
    pub about: String,
}

/// Settings that were changed, and what to say about it.
#[derive(Serialize, Tsify, Clone, PartialEq, Debug)]
pub struct SettingsChange {
    /// The settings.
    pub settings: Settings,
    /// The answer.
    pub notice: Notice,
}

/// The settings in a JSON text; what is missing or not understood has its default.
fn read(json: &str) -> Settings {
    let settings = Settings::from_json(FrontEnd::Pages, json);
    match settings.player.path() {
        // Pages open no files.
        Some(_) => Settings { player: Settings::new(FrontEnd::Pages).player, ..settings },
        None => settings,
    }
}

/// The settings in a JSON text; what is missing or not understood has its default.
#[wasm_bindgen(js_name = readSettings, unchecked_return_type = "Settings")]
pub fn read_settings(json: &str) -> JsValue {
    to_js(&read(json))
}

/// Settings with one of them set, by its text; a value that is not allowed changes nothing.
#[wasm_bindgen(js_name = setSetting, unchecked_return_type = "Settings")]
pub fn set_setting(json: &str, name: &str, value: &str) -> JsValue {
    let mut settings = read(json);
    // The page offers only what is allowed.
    let _ = settings.set(FrontEnd::Pages, name, value);
    to_js(&settings)
}

/// Settings with the next player.
#[wasm_bindgen(js_name = nextPlayer, unchecked_return_type = "SettingsChange")]
pub fn next_player(json: &str) -> JsValue {
    let mut settings = read(json);
    let notice = settings.next_player();
    to_js(&SettingsChange { settings, notice })
}

/// Settings with the next shorter or longer pause of autoplay.
#[wasm_bindgen(js_name = changePace, unchecked_return_type = "SettingsChange")]
pub fn change_pace(json: &str, faster: bool) -> JsValue {
    let mut settings = read(json);
    let notice = settings.change_pace(faster);
    to_js(&SettingsChange { settings, notice })
}

/// Everything that can be set, in the order of the page. Offered are the usual values and the present one.
#[wasm_bindgen(js_name = settingsTable, unchecked_return_type = "SettingInfo[]")]
pub fn settings_table(json: &str) -> JsValue {
    let settings = read(json);
    to_js(&Setting::all(FrontEnd::Pages).map(|setting| info(setting, &settings)).collect::<Vec<_>>())
}

fn info(setting: &Setting, settings: &Settings) -> SettingInfo {
    let option = |value: String| {
        let (name, about) = setting.option_words(&value);
        SettingOption { value, name, about }
    };
    let options = match setting.kind {
        SettingKind::Switch => Vec::new(),
        _ => {
            let now = setting.value(settings);
            let mut values = setting.options();
            if !values.contains(&now) {
                values.push(now);
            }
            values.into_iter().map(option).collect()
        }
    };
    SettingInfo { name: setting.name, title: setting.title, about: setting.about, group: setting.group(), options }
}

/// The times to think about a position, in milliseconds.
#[derive(Serialize, Tsify, Clone, PartialEq, Eq, Debug)]
pub struct AnalysisTimes {
    /// Those that are offered.
    pub offered: Vec<TimeOption>,
    /// The usual one.
    pub usual: u32,
}

/// A time that is offered.
#[derive(Serialize, Tsify, Clone, PartialEq, Eq, Debug)]
pub struct TimeOption {
    /// The time, in milliseconds.
    pub value: u32,
    /// What a page calls it.
    pub name: String,
}

/// The times to think about a position that the position editor offers.
#[wasm_bindgen(js_name = analysisTimes, unchecked_return_type = "AnalysisTimes")]
pub fn analysis_times() -> JsValue {
    let offered = ANALYSIS_TIMES.iter().map(|&value| TimeOption { value, name: time_text(value) }).collect();
    to_js(&AnalysisTimes { offered, usual: ANALYSIS_TIME })
}

/// How long each step of a turn with this many steps takes at that speed, in milliseconds; 0 if nothing is animated.
#[wasm_bindgen(js_name = stepTime)]
pub fn step_time(#[wasm_bindgen(unchecked_param_type = "Speed")] speed: &str, steps: usize) -> u32 {
    Speed::parse(speed).map_or(0, |speed| speed.step_time(steps))
}

/// How long a player may think about a hint with these settings, in milliseconds.
#[wasm_bindgen(js_name = hintTime)]
pub fn hint_time(json: &str) -> u32 {
    read(json).hint_time()
}

/// That a player thinks about a hint.
#[wasm_bindgen(js_name = thinkingNotice, unchecked_return_type = "Notice")]
pub fn thinking_notice(player: &str) -> JsValue {
    to_js(&thinking(player))
}

/// That autoplay was stopped.
#[wasm_bindgen(js_name = autoplayOffNotice, unchecked_return_type = "Notice")]
pub fn autoplay_off_notice() -> JsValue {
    to_js(&Notice::plain(AUTOPLAY_OFF))
}

/// That a new game has begun.
#[wasm_bindgen(js_name = newGameNotice, unchecked_return_type = "Notice")]
pub fn new_game_notice() -> JsValue {
    to_js(&Notice::plain(NEW_GAME))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn read_player_with_a_file_falls_back_to_the_default() {
        let usual = Settings::new(FrontEnd::Pages);
        assert_eq!(read(r#"{"player":"exact:table=/tmp/some.table"}"#), usual);
        assert_eq!(read(r#"{"player":"learned:values=/tmp/some.values"}"#), usual);
        assert_eq!(read(r#"{"player":"mcts"}"#).player.id(), "mcts");
    }

    #[test]
    fn info_offers_the_present_value_as_well() {
        let think = Setting::named(FrontEnd::Pages, "think").unwrap();
        let info = info(think, &read(r#"{"think":1234}"#));
        assert_eq!(info.options.last().unwrap().name, "1.234 s");
        assert_eq!(info.options.len(), think.options().len() + 1);
    }
}

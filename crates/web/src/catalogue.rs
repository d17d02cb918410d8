//! What there is: presets, families, players, the daily challenge.

use crate::{Refusal, bridge::to_js, setup};
use serde::Serialize;
use tilewright_games::{Family, Preset};
use tilewright_players::Player;
use tilewright_session::{daily as challenge, date_text, day_named, family_words};
use tsify::Tsify;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

/// A game that comes with the program.
#[derive(Serialize, Tsify, Clone, PartialEq, Debug)]
#[serde(rename_all = "camelCase")]
pub struct PresetInfo {
    /// The id.
    pub id: &'static str,
    /// What a menu calls it.
    pub title: String,
    /// What it is, in one line.
    pub about: String,
    /// Its family.
    pub family: &'static str,
    /// Its rules as canonical JSON text.
    pub rules: String,
    /// The hash of the variant, 16 hex digits.
    pub variant_hash: String,
}

/// A family of games.
#[derive(Serialize, Tsify, Clone, PartialEq, Debug)]
pub struct FamilyInfo {
    /// Its name in variants.
    pub id: &'static str,
    /// What a menu calls it.
    pub title: &'static str,
    /// What it is, in one line.
    pub about: &'static str,
}

/// A player that can be asked what to do.
#[derive(Serialize, Tsify, Clone, PartialEq, Eq, Debug)]
pub struct PlayerInfo {
    /// The id.
    pub id: &'static str,
    /// What it does, in one line.
    pub about: &'static str,
}

/// The challenge of a day.
#[derive(Serialize, Tsify, Clone, PartialEq, Eq, Debug)]
pub struct Daily {
    /// The preset's id.
    pub preset: &'static str,
    /// The seed, in decimal.
    pub seed: String,
    /// The date, like 2026-11-15.
    pub date: String,
}

/// A variant that can be played.
#[derive(Serialize, Tsify, Clone, PartialEq, Debug)]
pub struct VariantCheck {
    /// The canonical text, which `Session.start` takes.
    pub what: String,
    /// Its hash, 16 hex digits.
    pub hash: String,
    /// The family's name.
    pub family: &'static str,
}

/// The games that come with the program, in menu order.
#[wasm_bindgen(unchecked_return_type = "PresetInfo[]")]
pub fn presets() -> JsValue {
    let info = |preset: &'static Preset| PresetInfo {
        id: preset.id,
        title: preset.title.clone(),
        about: preset.about.clone(),
        family: preset.variant.family().name(),
        rules: preset.variant.canonical(),
        variant_hash: format!("{:016x}", preset.variant.hash()),
    };
    to_js(&Preset::all().iter().map(info).collect::<Vec<_>>())
}

/// The families of games, in menu order.
#[wasm_bindgen(unchecked_return_type = "FamilyInfo[]")]
pub fn families() -> JsValue {
    let info = |family: Family| {
        let (title, about) = family_words(family);
        FamilyInfo { id: family.name(), title, about }
    };
    to_js(&Family::ALL.map(info))
}

/// The players that can be asked what to do.
#[wasm_bindgen(unchecked_return_type = "PlayerInfo[]")]
pub fn players() -> JsValue {
    to_js(&Player::ALL.iter().map(|player| PlayerInfo { id: player.id(), about: player.about() }).collect::<Vec<_>>())
}

/// The challenge of a day, counted from 1 January 1970 (UTC).
#[wasm_bindgen(unchecked_return_type = "Daily")]
pub fn daily(day: u32) -> JsValue {
    let (preset, seed) = challenge(day.into());
    to_js(&Daily { preset: preset.id, seed: seed.to_string(), date: date_text(day.into()) })
}

/// The number of a day that is written like 2026-11-15; `undefined` if it is none.
#[wasm_bindgen(js_name = dayNamed)]
pub fn day_number(date: &str) -> Option<u32> {
    day_named(date).and_then(|day| u32::try_from(day).ok())
}

/// Checks a variant given as JSON text. The error's `field` names the field that it is about, if it is about one.
#[wasm_bindgen(js_name = checkVariant, unchecked_return_type = "VariantCheck")]
pub fn check_variant(json: &str) -> Result<JsValue, Refusal> {
    let variant = setup::variant(json)?;
    // Some rules are found impossible only when they are compiled.
    variant.compile()?;
    Ok(to_js(&VariantCheck {
        what: variant.canonical(),
        hash: format!("{:016x}", variant.hash()),
        family: variant.family().name(),
    }))
}

//! What there is: presets, families with their fields, players, the challenge of a day.

use crate::{Refusal, bridge::hand_over, setup};
use serde::Serialize;
use serde_json::Value;
use tilewright_games::{Family, Kind, Preset};
use tilewright_players::Player;
use tilewright_session::{daily as challenge, date_text};
use tsify::Tsify;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

/// A game that comes with the program.
#[derive(Serialize, Tsify, Clone, PartialEq, Debug)]
#[serde(rename_all = "camelCase")]
pub struct PresetInfo {
    /// The id.
    pub id: String,
    /// What a menu calls it.
    pub title: String,
    /// What it is, in one line.
    pub about: String,
    /// Its family.
    pub family: String,
    /// Its name in replays.
    pub label: String,
    /// Its rules, every field with its value.
    #[tsify(type = "Record<string, unknown>")]
    pub variant: Value,
    /// The hash of the variant, sixteen hex digits.
    pub variant_hash: String,
}

/// A family of games.
#[derive(Serialize, Tsify, Clone, PartialEq, Debug)]
pub struct FamilyInfo {
    /// Its name in variants.
    pub id: String,
    /// The fields of its variants.
    pub fields: Vec<FieldInfo>,
}

/// A field of a family's variants.
#[derive(Serialize, Tsify, Clone, PartialEq, Debug)]
pub struct FieldInfo {
    /// Its name.
    pub name: String,
    /// What it means, in a few words.
    pub about: String,
    /// What it may be.
    pub kind: FieldKind,
    /// The same, as the end of a sentence.
    pub allowed: String,
}

/// What a field may be.
#[derive(Serialize, Tsify, Clone, PartialEq, Debug)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum FieldKind {
    /// A whole number.
    Whole { min: u32, max: u32, default: u32 },
    /// A whole number, or left out.
    Limit { min: u32, max: u32 },
    /// A power of two.
    Power { min: u32, max: u32, default: u32 },
    /// Yes or no.
    Switch { default: bool },
    /// One of these words.
    Choice { options: Vec<String>, default: String },
    /// Values with weights: an object from value to weight. Each value is 1 to `max`.
    Spawn { max: u32, default: Vec<(u32, u32)> },
    /// `{shape: "square", width, height}` or `{shape: "hex", radius}`; has to be given.
    Board,
}

/// Somebody who can be asked what to do.
#[derive(Serialize, Tsify, Clone, PartialEq, Eq, Debug)]
pub struct PlayerInfo {
    /// The id.
    pub id: String,
    /// What it does, in one line.
    pub about: String,
    /// Whether it thinks longer and better with more nodes.
    pub searches: bool,
}

/// The challenge of a day.
#[derive(Serialize, Tsify, Clone, PartialEq, Eq, Debug)]
pub struct Daily {
    /// The preset's id.
    pub preset: String,
    /// The seed, in decimal.
    pub seed: String,
    /// The date, like 2026-11-15.
    pub date: String,
}

/// A variant that can be played.
#[derive(Serialize, Tsify, Clone, PartialEq, Debug)]
pub struct VariantCheck {
    /// Every field with its value.
    #[tsify(type = "Record<string, unknown>")]
    pub variant: Value,
    /// The canonical text, which `Play.start` takes.
    pub what: String,
    /// The hash of it, sixteen hex digits.
    pub hash: String,
    /// The family's name.
    pub family: String,
}

impl From<&Kind> for FieldKind {
    fn from(kind: &Kind) -> Self {
        match *kind {
            Kind::Whole { min, max, default } => Self::Whole { min, max, default },
            Kind::Limit { min, max } => Self::Limit { min, max },
            Kind::Power { min, max, default } => Self::Power { min, max, default },
            Kind::Switch { default } => Self::Switch { default },
            Kind::Choice { options, default } => {
                Self::Choice { options: options.iter().map(|&word| word.into()).collect(), default: default.into() }
            }
            Kind::Spawn { max, default } => Self::Spawn { max, default: default.into() },
            Kind::Board => Self::Board,
        }
    }
}

/// The games that come with the program, in menu order.
#[wasm_bindgen(unchecked_return_type = "PresetInfo[]")]
pub fn presets() -> JsValue {
    let info = |preset: &Preset| PresetInfo {
        id: preset.id.into(),
        title: preset.title.clone(),
        about: preset.about.clone(),
        family: preset.variant.family().name().into(),
        label: preset.label(),
        variant: preset.variant.to_json(),
        variant_hash: format!("{:016x}", preset.variant.hash()),
    };
    hand_over(&Preset::all().iter().map(info).collect::<Vec<_>>())
}

/// The families and the fields of their variants.
#[wasm_bindgen(unchecked_return_type = "FamilyInfo[]")]
pub fn families() -> JsValue {
    let field = |field: &tilewright_games::Field| FieldInfo {
        name: field.name.into(),
        about: field.about.into(),
        kind: (&field.kind).into(),
        allowed: field.kind.allowed(),
    };
    let family = |id: &str| FamilyInfo {
        id: id.into(),
        fields: Family::find(id).map(Family::fields).unwrap_or_default().iter().map(field).collect(),
    };
    hand_over(&Family::ALL.map(|of| family(of.name())))
}

/// Everyone who can be asked what to do.
#[wasm_bindgen(unchecked_return_type = "PlayerInfo[]")]
pub fn players() -> JsValue {
    let info = |player: Player| PlayerInfo {
        id: player.id().into(),
        about: player.about().into(),
        searches: matches!(player, Player::Rollout { .. } | Player::Mcts { .. } | Player::Expectimax { .. }),
    };
    hand_over(&Player::ALL.map(info))
}

/// A player in its shortest notation.
#[wasm_bindgen(js_name = checkPlayer)]
pub fn check_player(text: &str) -> Result<String, Refusal> {
    Player::parse(text).map(|player| player.to_string()).map_err(Refusal::new)
}

/// The challenge of a day, counted from 1 January 1970 (UTC).
#[wasm_bindgen(unchecked_return_type = "Daily")]
pub fn daily(day: u32) -> JsValue {
    let (preset, seed) = challenge(day.into());
    hand_over(&Daily { preset: preset.id.into(), seed: seed.to_string(), date: date_text(day.into()) })
}

/// Checks a variant given as JSON text. The error's `field` names the field where it is about one.
#[wasm_bindgen(js_name = checkVariant, unchecked_return_type = "VariantCheck")]
pub fn check_variant(json: &str) -> Result<JsValue, Refusal> {
    let variant = setup::variant(json)?;
    // Some rules are found impossible only when they are put together.
    variant.compile()?;
    Ok(hand_over(&VariantCheck {
        variant: variant.to_json(),
        what: variant.canonical(),
        hash: format!("{:016x}", variant.hash()),
        family: variant.family().name().into(),
    }))
}

//! The form of a variant: its fields as texts, and back.

use crate::{Refusal, bridge::to_js};
use serde::Serialize;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use tilewright_core::clip;
use tilewright_games::{Family, Field};
use tilewright_session::{field_default, field_hint, field_is_number, field_options, field_text, field_value};
use tsify::Tsify;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

/// A field of a form.
#[derive(Serialize, Tsify, Clone, PartialEq, Eq, Debug)]
pub struct FieldInfo {
    /// Its name in variants.
    pub name: &'static str,
    /// What it means, in a few words.
    pub about: &'static str,
    /// How it is typed.
    pub hint: String,
    /// The texts to choose from; empty if anything can be typed.
    pub options: &'static [&'static str],
    /// Whether it is a number.
    pub numeric: bool,
}

/// A form with its texts.
#[derive(Serialize, Tsify, Clone, PartialEq, Eq, Debug)]
pub struct Form {
    /// The family's name.
    pub family: &'static str,
    /// The text of each field, by its name.
    #[tsify(type = "Record<string, string>")]
    pub texts: BTreeMap<&'static str, String>,
}

fn family(name: &str) -> Result<Family, Refusal> {
    Family::find(name).ok_or_else(|| Refusal::new(format!("there is no family “{}”", clip(name))))
}

/// The fields of a family's form.
#[wasm_bindgen(js_name = formFields, unchecked_return_type = "FieldInfo[]")]
pub fn form_fields(name: &str) -> Result<JsValue, Refusal> {
    let info = |field: &'static Field| FieldInfo {
        name: field.name,
        about: field.about,
        hint: field_hint(&field.kind),
        options: field_options(&field.kind),
        numeric: field_is_number(&field.kind),
    };
    Ok(to_js(&family(name)?.fields().iter().map(info).collect::<Vec<_>>()))
}

/// The form of a variant that is given as JSON text and may be wrong. Fields that are not in it have their defaults.
#[wasm_bindgen(js_name = formOf, unchecked_return_type = "Form")]
pub fn form_of(json: &str) -> Result<JsValue, Refusal> {
    read(json).map(|form| to_js(&form))
}

/// The variant of a form, as JSON text for people. What makes no sense is handed on as text, for the check to refuse.
#[wasm_bindgen(js_name = formVariant)]
pub fn form_variant(name: &str, texts: &str) -> Result<String, Refusal> {
    let texts: Map<String, Value> = serde_json::from_str(texts).map_err(Refusal::new)?;
    write(family(name)?, &texts)
}

fn read(json: &str) -> Result<Form, Refusal> {
    let given: Value = serde_json::from_str(json).map_err(Refusal::new)?;
    let family = family(given["family"].as_str().unwrap_or_default())?;
    let text = |field: &'static Field| {
        let text = match given.get(field.name) {
            Some(value) => field_text(&field.kind, value),
            None => field_default(&field.kind),
        };
        (field.name, text)
    };
    Ok(Form { family: family.name(), texts: family.fields().iter().map(text).collect() })
}

fn write(family: Family, texts: &Map<String, Value>) -> Result<String, Refusal> {
    let mut object = Map::new();
    object.insert("family".into(), family.name().into());
    for field in family.fields() {
        let text = texts.get(field.name).and_then(Value::as_str).unwrap_or_default();
        object.extend(field_value(&field.kind, text).map(|value| (field.name.into(), value)));
    }
    serde_json::to_string_pretty(&object).map_err(Refusal::new)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilewright_games::{Preset, Variant};

    #[test]
    fn write_what_read_gave_is_the_same_variant() {
        for preset in Preset::all() {
            let form = read(&preset.variant.canonical()).unwrap();
            let texts = form.texts.iter().map(|(&name, text)| (name.into(), text.clone().into())).collect();
            let text = write(preset.variant.family(), &texts).unwrap();
            assert_eq!(Variant::from_text(&text).unwrap(), preset.variant, "{text}");
        }
    }

    #[test]
    fn read_missing_fields_have_defaults_that_can_be_played() {
        for family in Family::ALL {
            let form = read(&format!(r#"{{"family":"{}"}}"#, family.name())).unwrap();
            let texts = form.texts.iter().map(|(&name, text)| (name.into(), text.clone().into())).collect();
            Variant::from_text(&write(family, &texts).unwrap()).unwrap().compile().unwrap();
        }
        assert!(read("{").is_err() && read(r#"{"family":"chess"}"#).is_err());
    }
}

//! Variants: rule parameters as data, read from text, checked field by field.

mod field;

pub use field::{Field, Fields, Kind, VariantError};

use crate::{AnyGame, factor, slide, strain, swap};
use serde_json::{Map, Value};
use tilewright_core::{clip, fnv1a};

/// One set of rule parameters.
#[derive(Clone, PartialEq, Debug)]
pub struct Variant {
    family: &'static str,
    /// Every field of the family with its value, defaults filled in.
    fields: Fields,
    rules: Rules,
}

/// The parameters as each family wants them.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Rules {
    Slide(slide::Rules),
    Swap(swap::Rules),
    Strain(strain::Rules),
    Factor(factor::Rules),
}

impl Variant {
    /// More than any variant's file has; a longer one is something else.
    pub const MAX_BYTES: usize = 1 << 20;

    /// The families' names.
    pub const FAMILIES: [&str; 4] = ["slide", "swap", "strain", "factor"];

    /// The fields of a family's variants: what they are called, what they allow, what they mean.
    pub fn schema(family: &str) -> Option<&'static [Field]> {
        match family {
            "slide" => Some(slide::FIELDS),
            "swap" => Some(swap::FIELDS),
            "strain" => Some(strain::FIELDS),
            "factor" => Some(factor::FIELDS),
            _ => None,
        }
    }

    /// The variant that a JSON object describes.
    pub fn from_json(object: &Value) -> Result<Self, VariantError> {
        let object = object.as_object().ok_or_else(|| VariantError::whole("a variant is an object with a family"))?;
        let known = Self::FAMILIES.join(", ");
        let family = match object.get("family") {
            Some(Value::String(name)) => Self::FAMILIES.into_iter().find(|family| family == name),
            Some(_) => None,
            None => return Err(VariantError::new("family", format!("is missing; it is one of {known}"))),
        };
        let Some(family) = family else {
            return Err(VariantError::value("family", &object["family"], format!("it is one of {known}")));
        };
        let schema = Self::schema(family).unwrap_or_default();
        let fields = Fields::read(schema, object)?;
        let rules = match family {
            "slide" => Rules::Slide(slide::Rules::read(&fields)?),
            "swap" => Rules::Swap(swap::Rules::read(&fields)?),
            "strain" => Rules::Strain(strain::Rules::read(&fields)?),
            _ => Rules::Factor(factor::Rules::read(&fields)?),
        };
        Ok(Self { family, fields, rules })
    }

    /// The variant in a text: JSON where it starts with a brace, TOML otherwise. Its fields stand at the top or, as in
    /// a preset's file, in a table `variant` beside a title.
    pub fn from_text(text: &str) -> Result<Self, VariantError> {
        // Some editors start a file with a mark that nobody sees.
        let text = text.trim_start_matches('\u{feff}');
        let value: Value = if text.trim_start().starts_with('{') {
            serde_json::from_str(text).map_err(|e| VariantError::whole(format!("this is no JSON: {e}")))?
        } else {
            from_toml(text)?
        };
        let Some(variant) = value.get("variant") else { return Self::from_json(&value) };
        const BESIDE: [&str; 4] = ["title", "about", "revision", "variant"];
        let names = value.as_object().into_iter().flat_map(Map::keys);
        match names.into_iter().find(|name| !BESIDE.contains(&name.as_str())) {
            None => Self::from_json(variant),
            Some(stranger) => {
                let says = "is not known beside a table `variant`; there are title, about, revision";
                Err(VariantError::new(clip(stranger), says))
            }
        }
    }

    /// The family's name.
    pub fn family(&self) -> &'static str {
        self.family
    }

    /// Every field with its value, as an object that [`Self::from_json`] reads back.
    pub fn to_json(&self) -> Value {
        let mut object: Map<String, Value> = self.fields.as_map().clone();
        object.insert("family".into(), self.family.into());
        Value::Object(object)
    }

    /// The canonical text: compact JSON, keys in alphabetical order, every field there.
    pub fn canonical(&self) -> String {
        self.to_json().to_string()
    }

    /// The hash of the canonical text, which replays carry.
    pub fn hash(&self) -> u64 {
        fnv1a(self.canonical().as_bytes())
    }

    /// The compiled game.
    pub fn compile(&self) -> Result<AnyGame, VariantError> {
        AnyGame::new(&self.rules)
    }
}

#[cfg(feature = "toml")]
fn from_toml(text: &str) -> Result<Value, VariantError> {
    toml::from_str(text).map_err(|error: toml::de::Error| {
        // One line that says where: the crate's own message spans several.
        let line = error.span().map_or(1, |span| text[..span.start.min(text.len())].matches('\n').count() + 1);
        let says = error.message().lines().next().unwrap_or("it cannot be read");
        VariantError::whole(format!("this is no TOML: line {line}: {says}"))
    })
}

#[cfg(not(feature = "toml"))]
fn from_toml(_: &str) -> Result<Value, VariantError> {
    Err(VariantError::whole("this is no JSON: a variant is an object in braces"))
}

#[cfg(test)]
mod tests;

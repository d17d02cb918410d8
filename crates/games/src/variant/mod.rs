//! Variants: rule parameters as data, read from text, checked field by field, then typed by family.

mod choice;
mod field;
mod random;

pub(crate) use choice::choice;
pub(crate) use field::FieldMap;
pub use field::{Field, Fields, Kind, VariantError};

use crate::{AnyGame, factor, slide, strain, swap};
use serde_json::{Map, Value};
use std::fmt;
use tilewright_core::{clip, fnv1a};

/// One set of rule parameters: [`Rules`] that were read from text and can be written back.
///
/// ```
/// use tilewright_games::{Rules, Variant, swap::Law};
/// let text = r#"{"family": "swap", "width": 5, "height": 5, "law": "sum"}"#;
/// let variant = Variant::from_text(text).unwrap();
/// let Rules::Swap(rules) = variant.rules() else { panic!("it is a swap game") };
/// assert_eq!((rules.width, rules.law), (5, Law::Sum));
/// assert!(Variant::from_text(r#"{"family": "swap", "law": "product"}"#).is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Variant {
    rules: Rules,
}

/// The checked parameters of a game, typed by family. Small and `Copy`.
#[derive(Clone, Copy, PartialEq, Debug)]
#[expect(missing_docs, reason = "each family's page in the rule book says it")]
pub enum Rules {
    Slide(slide::Rules),
    Swap(swap::Rules),
    Strain(strain::Rules),
    Factor(factor::Rules),
}

impl Rules {
    /// The family.
    pub fn family(&self) -> Family {
        match self {
            Self::Slide(_) => Family::Slide,
            Self::Swap(_) => Family::Swap,
            Self::Strain(_) => Family::Strain,
            Self::Factor(_) => Family::Factor,
        }
    }

    /// Whether every tile is a power of two from 2 on, so that [`Game::ranks`](tilewright_core::Game::ranks) never fails.
    pub fn has_ranks(&self) -> bool {
        match self {
            Self::Slide(rules) => rules.spawn.smallest() >= 2,
            Self::Swap(rules) => rules.has_powers() && rules.spawn.smallest() >= 2,
            Self::Strain(_) | Self::Factor(_) => false,
        }
    }

    /// Whether tiles have strain.
    pub fn has_strain(&self) -> bool {
        matches!(self, Self::Strain(_))
    }

    /// How many coming values a position shows.
    pub fn preview(&self) -> usize {
        match self {
            Self::Swap(rules) => rules.preview.into(),
            Self::Slide(_) | Self::Strain(_) | Self::Factor(_) => 0,
        }
    }
}

choice! {
    /// A family of games: one set of rules with parameters.
    Family {
        /// All tiles slide one way; equal ones that meet merge.
        Slide = "slide",
        /// Two tiles change places; lines of equal tiles merge.
        Swap = "swap",
        /// One tile steps at a time; high tiles next to low ones strain until they break.
        Strain = "strain",
        /// Numbers slide; neighbours that divide each other go.
        Factor = "factor",
    }
}

impl Family {
    /// All families, in the order in which menus list them.
    pub const ALL: [Self; 4] = [Self::Slide, Self::Swap, Self::Strain, Self::Factor];

    /// The family of that name.
    pub fn find(name: &str) -> Option<Self> {
        Self::named(name)
    }

    /// The fields of the family's variants: what they are called, what they allow, what they mean.
    pub fn fields(self) -> &'static [Field] {
        match self {
            Self::Slide => slide::FIELDS,
            Self::Swap => swap::FIELDS,
            Self::Strain => strain::FIELDS,
            Self::Factor => factor::FIELDS,
        }
    }
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Variant {
    /// More than any variant's file has; a longer one is something else.
    pub const MAX_BYTES: usize = 1 << 20;

    /// The variant that a JSON object describes.
    ///
    /// # Errors
    ///
    /// The field that is missing, unknown or not allowed, and what would be.
    pub fn from_json(object: &Value) -> Result<Self, VariantError> {
        let object = object.as_object().ok_or_else(|| VariantError::whole("a variant is an object with a family"))?;
        let known = Family::NAMES.join(", ");
        let family = match object.get("family") {
            Some(Value::String(name)) => Family::find(name),
            Some(_) => None,
            None => return Err(VariantError::new("family", format!("is missing; it is one of {known}"))),
        };
        let Some(family) = family else {
            return Err(VariantError::value("family", &object["family"], format!("it is one of {known}")));
        };
        let fields = Fields::read(family.fields(), object)?;
        let rules = match family {
            Family::Slide => Rules::Slide(slide::Rules::read(&fields)?),
            Family::Swap => Rules::Swap(swap::Rules::read(&fields)?),
            Family::Strain => Rules::Strain(strain::Rules::read(&fields)?),
            Family::Factor => Rules::Factor(factor::Rules::read(&fields)?),
        };
        Ok(Self { rules })
    }

    /// The variant in a text: JSON if it starts with a brace, TOML otherwise. Its fields stand at the top or, as in a
    /// preset's file, in a table `variant` next to a title.
    ///
    /// # Errors
    ///
    /// As [`Self::from_json`], or where the text is neither TOML nor JSON.
    pub fn from_text(text: &str) -> Result<Self, VariantError> {
        // Some editors start a file with a byte order mark.
        let text = text.trim_start_matches('\u{feff}');
        let value: Value = if text.trim_start().starts_with('{') {
            serde_json::from_str(text).map_err(|e| VariantError::whole(format!("this is no JSON: {e}")))?
        } else {
            from_toml(text)?
        };
        let Some(variant) = value.get("variant") else { return Self::from_json(&value) };
        const METADATA: [&str; 4] = ["title", "about", "revision", "variant"];
        let names = value.as_object().into_iter().flat_map(Map::keys);
        match names.into_iter().find(|name| !METADATA.contains(&name.as_str())) {
            None => Self::from_json(variant),
            Some(stranger) => {
                let says = "is not known next to a table `variant`; there are title, about, revision";
                Err(VariantError::new(clip(stranger), says))
            }
        }
    }

    /// The family.
    pub fn family(&self) -> Family {
        self.rules.family()
    }

    /// The typed parameters.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Every field with its value, as an object that [`Self::from_json`] reads back.
    pub fn to_json(&self) -> Value {
        let mut object = FieldMap::default();
        match &self.rules {
            Rules::Slide(rules) => rules.write(&mut object),
            Rules::Swap(rules) => rules.write(&mut object),
            Rules::Strain(rules) => rules.write(&mut object),
            Rules::Factor(rules) => rules.write(&mut object),
        }
        object.set("family", self.family().name());
        object.into()
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
    ///
    /// # Errors
    ///
    /// A variant of the swap family whose start board cannot be dealt.
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

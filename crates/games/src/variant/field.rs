//! The fields of a variant: one table a family that says what is allowed, and one reader for all of them.

use crate::Spawn;
use serde_json::{Map, Value, json};
use std::fmt;
use tilewright_core::{Shape, clip};

/// One parameter of a family.
#[derive(Debug)]
pub struct Field {
    /// Its name in files.
    pub name: &'static str,
    /// A second, shorter name that files may use.
    pub alias: Option<&'static str>,
    /// What it may be.
    pub kind: Kind,
    /// What it means, in a few words.
    pub about: &'static str,
}

impl Field {
    /// A value of the field in its canonical form.
    ///
    /// # Errors
    ///
    /// If the field cannot have this value; the text says what it may be.
    pub fn read(&self, value: &Value) -> Result<Value, VariantError> {
        let read = self.kind.read(self.name, Some(value))?;
        Ok(read.unwrap_or(Value::Null))
    }
}

/// What a field may be.
#[derive(Debug)]
#[expect(missing_docs, reason = "the variants say it")]
pub enum Kind {
    /// A whole number.
    Whole { min: u32, max: u32, default: u32 },
    /// A whole number, or not there.
    Limit { min: u32, max: u32 },
    /// A power of two.
    Power { min: u32, max: u32, default: u32 },
    /// Yes or no.
    Switch { default: bool },
    /// One of these words.
    Choice { options: &'static [&'static str], default: &'static str },
    /// Values with weights; each value from 1 to `max`.
    Spawn { max: u32, default: &'static [(u32, u32)] },
    /// A square or a hexagon; has to be given.
    Board,
}

/// A variant that is not allowed: the field, and a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VariantError {
    field: Option<String>,
    message: String,
}

impl VariantError {
    /// A field and what is wrong with it, as the end of a sentence that starts with its name.
    pub fn new(field: impl Into<String>, message: impl Into<String>) -> Self {
        Self { field: Some(field.into()), message: message.into() }
    }

    /// A field whose value is not allowed, and what would be.
    pub fn value(field: impl Into<String>, value: &Value, allowed: impl fmt::Display) -> Self {
        Self::new(field, format!("cannot be {}; {allowed}", clip(&value.to_string())))
    }

    /// An error that is not about one field.
    pub fn whole(message: impl Into<String>) -> Self {
        Self { field: None, message: message.into() }
    }

    /// The field that it is about; `None` if it is about the whole.
    pub fn field(&self) -> Option<&str> {
        self.field.as_deref()
    }
}

impl fmt::Display for VariantError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.field {
            Some(field) => write!(f, "field `{field}` {}", self.message),
            None => f.write_str(&self.message),
        }
    }
}

impl std::error::Error for VariantError {}

/// The values of all fields of a family, each checked against its kind.
#[derive(Clone, PartialEq, Debug)]
pub struct Fields(Map<String, Value>);

impl Fields {
    /// Reads an object: every field there is gets its value or its default, and nothing else may be in it.
    pub(crate) fn read(schema: &[Field], object: &Map<String, Value>) -> Result<Self, VariantError> {
        let known = |name: &str| name == "family" || schema.iter().any(|f| f.name == name || f.alias == Some(name));
        if let Some(stranger) = object.keys().find(|name| !known(name)) {
            let names: Vec<_> = schema.iter().map(|field| field.name).collect();
            return Err(VariantError::new(
                clip(stranger),
                format!("is not known here; there are {}", names.join(", ")),
            ));
        }
        let mut values = Map::new();
        for field in schema {
            let given = match (object.get(field.name), field.alias.and_then(|alias| object.get(alias))) {
                (Some(_), Some(_)) => {
                    return Err(VariantError::new(field.name, "is given twice, under both of its names"));
                }
                (given, alias) => given.or(alias).filter(|value| !value.is_null()),
            };
            if let Some(value) = field.kind.read(field.name, given)? {
                values.insert(field.name.into(), value);
            }
        }
        Ok(Self(values))
    }

    /// A whole number of the schema that is always there.
    pub(crate) fn whole(&self, name: &str) -> u32 {
        self.limit(name).unwrap_or_else(|| panic!("{name} is a whole number of the schema"))
    }

    /// A whole number that may be missing.
    pub(crate) fn limit(&self, name: &str) -> Option<u32> {
        self.0.get(name).and_then(Value::as_u64).map(|n| n as u32)
    }

    /// A switch of the schema.
    pub(crate) fn switch(&self, name: &str) -> bool {
        self.0[name].as_bool().unwrap_or_else(|| panic!("{name} is a switch of the schema"))
    }

    /// A choice of the schema: the enum's own reader makes it of its word.
    pub(crate) fn choice<T>(&self, name: &str, named: fn(&str) -> Option<T>) -> T {
        self.0[name].as_str().and_then(named).unwrap_or_else(|| panic!("{name} is a choice of the schema"))
    }

    /// The spawn table of the schema.
    pub(crate) fn spawn(&self, name: &str) -> Spawn {
        read_spawn(&self.0[name]).unwrap_or_else(|| panic!("{name} is a spawn table of the schema"))
    }

    /// The board of the schema.
    pub(crate) fn board(&self, name: &str) -> Shape {
        let board = &self.0[name];
        let side = |key: &str| board[key].as_u64().unwrap_or(0) as u8;
        match board["shape"].as_str() {
            Some("hex") => Shape::Hex { radius: side("radius") },
            _ => Shape::Square { width: side("width"), height: side("height"), wrap: false },
        }
    }
}

/// Fields being written: what [`Fields::read`] reads back.
#[derive(Default)]
pub(crate) struct FieldMap(Map<String, Value>);

impl FieldMap {
    /// Writes a number, a word or a switch.
    pub(crate) fn set(&mut self, name: &str, value: impl Into<Value>) {
        self.0.insert(name.into(), value.into());
    }

    /// Writes a number that may be missing.
    pub(crate) fn limit(&mut self, name: &str, value: Option<u32>) {
        if let Some(value) = value {
            self.set(name, value);
        }
    }

    /// Writes a spawn table.
    pub(crate) fn spawn(&mut self, name: &str, spawn: &Spawn) {
        self.set(name, write_spawn(spawn.as_slice()));
    }

    /// Writes a board.
    pub(crate) fn board(&mut self, name: &str, shape: Shape) {
        self.set(
            name,
            match shape {
                Shape::Square { width, height, .. } => json!({ "shape": "square", "width": width, "height": height }),
                Shape::Hex { radius } => json!({ "shape": "hex", "radius": radius }),
            },
        );
    }
}

impl From<FieldMap> for Value {
    fn from(fields: FieldMap) -> Self {
        Self::Object(fields.0)
    }
}

impl Kind {
    /// The value to keep for what was given: the canonical form, or the default.
    fn read(&self, name: &str, given: Option<&Value>) -> Result<Option<Value>, VariantError> {
        let Some(value) = given else {
            return match self {
                Self::Whole { default, .. } | Self::Power { default, .. } => Ok(Some((*default).into())),
                Self::Switch { default } => Ok(Some((*default).into())),
                Self::Choice { default, .. } => Ok(Some((*default).into())),
                Self::Spawn { default, .. } => Ok(Some(write_spawn(default))),
                Self::Limit { .. } => Ok(None),
                Self::Board => Err(VariantError::new(name, format!("is missing; {}", self.allowed()))),
            };
        };
        let within = |min: u32, max: u32| value.as_u64().filter(|n| (min.into()..=max.into()).contains(n));
        let read = match self {
            Self::Whole { min, max, .. } | Self::Limit { min, max } => within(*min, *max).map(Value::from),
            Self::Power { min, max, .. } => within(*min, *max).filter(|n| n.is_power_of_two()).map(Value::from),
            Self::Switch { .. } => value.as_bool().map(Value::from),
            Self::Choice { options, .. } => {
                value.as_str().and_then(|word| options.iter().find(|o| **o == word)).map(|word| (*word).into())
            }
            Self::Spawn { max, .. } => read_spawn(value)
                .filter(|spawn| spawn.smallest() >= 1 && spawn.largest() <= *max)
                .map(|spawn| write_spawn(spawn.as_slice())),
            Self::Board => read_board(value),
        };
        read.map(Some).ok_or_else(|| VariantError::value(name, value, self.allowed()))
    }

    /// What is allowed, as the end of a sentence.
    pub fn allowed(&self) -> String {
        match self {
            Self::Whole { min, max, .. } => format!("it is a whole number from {min} to {max}"),
            Self::Limit { min, max } => format!("it is a whole number from {min} to {max}, or left out"),
            Self::Power { min, max, .. } => format!("it is a power of two from {min} to {max}"),
            Self::Switch { .. } => "it is true or false".into(),
            Self::Choice { options, .. } => format!("it is one of {}", options.join(", ")),
            Self::Spawn { max, .. } => format!(
                "it holds 1 to {} values from 1 to {max} with weights from 1 to {}, like {{ 2 = 9, 4 = 1 }}, or is a list of \
                 values with equal weights",
                Spawn::MAX_VALUES,
                Spawn::MAX_WEIGHT
            ),
            Self::Board => "it is { shape = \"square\", width = 2 to 8, height = 2 to 8 } or { shape = \"hex\", \
                            radius = 1 to 4 }"
                .into(),
        }
    }
}

fn write_spawn(entries: &[(u32, u32)]) -> Value {
    Value::Object(entries.iter().map(|(value, weight)| (value.to_string(), (*weight).into())).collect())
}

/// `{"2": 9, "4": 1}`, or `[2, 4]` for equal weights.
fn read_spawn(value: &Value) -> Option<Spawn> {
    let small = |n: u64| u32::try_from(n).ok();
    let entries: Option<Vec<_>> = match value {
        Value::Object(map) => {
            map.iter().map(|(value, weight)| Some((canonical(value)?, small(weight.as_u64()?)?))).collect()
        }
        Value::Array(list) => list.iter().map(|value| Some((small(value.as_u64()?)?, 1))).collect(),
        _ => None,
    };
    Spawn::new(&entries?)
}

/// A number that is written as its digits and nothing else, so that no two keys mean the same value.
fn canonical(text: &str) -> Option<u32> {
    text.parse::<u32>().ok().filter(|n| n.to_string() == text)
}

fn read_board(value: &Value) -> Option<Value> {
    let object = value.as_object()?;
    let side = |key: &str, max: u64, min: u64| object.get(key)?.as_u64().filter(|n| (min..=max).contains(n));
    match (object.get("shape")?.as_str()?, object.len()) {
        ("square", 3) => {
            side("width", 8, 2)?;
            side("height", 8, 2)?;
        }
        ("hex", 2) => {
            side("radius", 4, 1)?;
        }
        _ => return None,
    }
    Some(value.clone())
}

//! Variants as forms: the value of each field as a text that people type, and back.
//!
//! Whether a value is allowed is not decided here: what makes no sense is handed on as text, and
//! [`Variant`](tilewright_games::Variant) refuses it in a sentence.

use serde_json::{Map, Value, json};
use tilewright_games::Kind;

/// The value of a field as text.
///
/// ```
/// # use serde_json::json;
/// use tilewright_games::Kind;
/// use tilewright_session::{field_text, field_value};
///
/// let board = json!({ "shape": "square", "width": 4, "height": 3 });
/// assert_eq!(field_text(&Kind::Board, &board), "square 4x3");
/// assert_eq!(field_value(&Kind::Board, "square 4x3"), Some(board));
/// ```
pub fn field_text(kind: &Kind, value: &Value) -> String {
    match (kind, value) {
        (Kind::Switch { .. }, Value::Bool(on)) => YES_NO[usize::from(!on)].into(),
        (Kind::Spawn { .. }, Value::Object(map)) => {
            let mut pairs: Vec<_> = map.iter().map(|(value, weight)| (value.clone(), weight.to_string())).collect();
            pairs.sort_by_key(|(value, _)| value.parse::<u32>().unwrap_or(u32::MAX));
            pairs.into_iter().map(|(value, weight)| format!("{value}:{weight}")).collect::<Vec<_>>().join(" ")
        }
        (Kind::Board, Value::Object(map)) => match map.get("radius") {
            Some(radius) => format!("hex {radius}"),
            None => {
                let size = |name| map.get(name).map_or_else(String::new, Value::to_string);
                format!("square {}x{}", size("width"), size("height"))
            }
        },
        (_, Value::String(word)) => word.clone(),
        (_, Value::Null) => String::new(),
        (_, other) => other.to_string(),
    }
}

const YES_NO: [&str; 2] = ["yes", "no"];

/// The value that a text stands for; `None` if the field is left out.
pub fn field_value(kind: &Kind, text: &str) -> Option<Value> {
    let text = text.trim();
    if text.is_empty() {
        return match kind {
            Kind::Limit { .. } => None,
            _ => Some("".into()),
        };
    }
    let number = |text: &str| text.parse::<u64>().map_or_else(|_| Value::from(text), Value::from);
    Some(match kind {
        Kind::Whole { .. } | Kind::Limit { .. } | Kind::Power { .. } => number(text),
        Kind::Switch { .. } => match text {
            "yes" | "true" | "on" => true.into(),
            "no" | "false" | "off" => false.into(),
            _ => text.into(),
        },
        Kind::Choice { .. } => text.into(),
        Kind::Spawn { .. } => {
            let mut map = Map::new();
            for pair in text.split([' ', ',']).filter(|pair| !pair.is_empty()) {
                let (value, weight) = pair.split_once([':', '=']).unwrap_or((pair, "1"));
                if map.insert(value.into(), number(weight)).is_some() {
                    return Some(text.into());
                }
            }
            map.into()
        }
        Kind::Board => {
            let sizes = text.strip_prefix("hex").or(text.strip_prefix("square")).unwrap_or_default();
            let mut sizes = sizes.split([' ', 'x', '×']).filter(|word| !word.is_empty());
            match (text.split(' ').next(), sizes.next(), sizes.next(), sizes.next()) {
                (Some("hex"), Some(radius), None, None) => json!({ "shape": "hex", "radius": number(radius) }),
                (Some("square"), Some(width), Some(height), None) => {
                    json!({ "shape": "square", "width": number(width), "height": number(height) })
                }
                _ => text.into(),
            }
        }
    })
}

/// The text of a field that has not been set.
pub fn field_default(kind: &Kind) -> String {
    match kind {
        Kind::Whole { default, .. } | Kind::Power { default, .. } => default.to_string(),
        Kind::Limit { .. } => String::new(),
        Kind::Switch { default } => YES_NO[usize::from(!default)].into(),
        Kind::Choice { default, .. } => (*default).into(),
        Kind::Spawn { default, .. } => {
            default.iter().map(|(value, weight)| format!("{value}:{weight}")).collect::<Vec<_>>().join(" ")
        }
        Kind::Board => "square 4x4".into(),
    }
}

/// The texts to choose from; empty if the field is typed.
pub fn field_options(kind: &Kind) -> &'static [&'static str] {
    match kind {
        Kind::Switch { .. } => &YES_NO,
        Kind::Choice { options, .. } => options,
        _ => &[],
    }
}

/// Whether the field is a number.
pub fn field_is_number(kind: &Kind) -> bool {
    matches!(kind, Kind::Whole { .. } | Kind::Limit { .. } | Kind::Power { .. })
}

/// What can be typed into the field.
pub fn field_hint(kind: &Kind) -> String {
    match kind {
        Kind::Board => "square 4x4 (2 to 8 a side), or hex 2 (1 to 4)".into(),
        Kind::Spawn { max, .. } => {
            format!("value:weight pairs, like 2:9 4:1; values up to {max}; a value alone has weight 1")
        }
        Kind::Switch { .. } | Kind::Choice { .. } => field_options(kind).join(", "),
        Kind::Limit { min, max } => format!("a whole number from {min} to {max}, or nothing"),
        Kind::Whole { min, max, .. } => format!("a whole number from {min} to {max}"),
        Kind::Power { min, max, .. } => format!("a power of two from {min} to {max}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilewright_games::{Family, Preset, Variant};

    fn variant(family: Family, text: impl Fn(&'static tilewright_games::Field) -> String) -> Variant {
        let mut object = Map::new();
        object.insert("family".into(), family.name().into());
        for field in family.fields() {
            object.extend(field_value(&field.kind, &text(field)).map(|value| (field.name.to_owned(), value)));
        }
        Variant::from_json(&Value::Object(object)).unwrap()
    }

    #[test]
    fn field_value_of_a_field_text_is_the_same_value() {
        for preset in Preset::all() {
            let values = preset.variant.to_json();
            let again = variant(preset.variant.family(), |field| field_text(&field.kind, &values[field.name]));
            assert_eq!(again, preset.variant, "{}", preset.id);
        }
    }

    #[test]
    fn field_default_of_every_family_can_be_played() {
        for family in Family::ALL {
            variant(family, |field| field_default(&field.kind)).compile().unwrap();
        }
    }

    #[test]
    fn field_value_without_sense_is_handed_on_as_text() {
        let spawn = Kind::Spawn { max: 9, default: &[] };
        for text in ["round 4", "square", "hex x", "square 4"] {
            assert_eq!(field_value(&Kind::Board, text), Some(text.into()));
        }
        let whole = Kind::Whole { min: 1, max: 9, default: 1 };
        assert_eq!((field_value(&whole, "-1"), field_value(&whole, "")), (Some("-1".into()), Some("".into())));
        assert_eq!(field_value(&spawn, "2:9 2:1"), Some("2:9 2:1".into()));
        assert_eq!(field_value(&spawn, "2, 4:x"), Some(json!({ "2": 1, "4": "x" })));
        assert_eq!(field_value(&Kind::Switch { default: true }, "maybe"), Some("maybe".into()));
        assert_eq!(field_value(&Kind::Limit { min: 1, max: 9 }, " "), None);
        assert_eq!(field_text(&Kind::Board, &json!({ "shape": "square" })), "square x");
    }
}

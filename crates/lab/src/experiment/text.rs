//! Values of fields as short text, for names and columns, and as TOML.

use serde_json::{Map, Value};

/// A value of a field in few characters: `doubling`, `3`, `5×4`, `hexagon 2`, `2:9 4:1`, `none`.
pub fn value_text(value: &Value) -> String {
    match value {
        Value::Null => "none".into(),
        Value::String(word) => word.clone(),
        Value::Array(list) => list.iter().map(value_text).collect::<Vec<_>>().join(" "),
        Value::Object(map) => match (map.get("shape").and_then(Value::as_str), map.get("radius")) {
            (Some("hex"), Some(radius)) => format!("hexagon {radius}"),
            (Some(_), _) => format!("{}×{}", map["width"], map["height"]),
            (None, _) => weights_text(map),
        },
        other => other.to_string(),
    }
}

/// Spawn values with their weights, ascending; without weights if all are equal.
fn weights_text(map: &Map<String, Value>) -> String {
    let mut entries: Vec<(u64, u64)> =
        map.iter().map(|(value, weight)| (value.parse().unwrap_or(0), weight.as_u64().unwrap_or(0))).collect();
    entries.sort_unstable();
    let equal = entries.iter().all(|(_, weight)| *weight == entries[0].1);
    let texts: Vec<String> = entries
        .iter()
        .map(|(value, weight)| if equal { value.to_string() } else { format!("{value}:{weight}") })
        .collect();
    texts.join(" ")
}

/// A value as it stands in a TOML file.
#[cfg(feature = "files")]
pub(super) fn toml_text(value: &Value) -> String {
    match value {
        Value::Object(map) => {
            let entries: Vec<String> = map.iter().map(|(key, value)| format!("{key} = {}", toml_text(value))).collect();
            format!("{{ {} }}", entries.join(", "))
        }
        Value::Array(list) => format!("[{}]", list.iter().map(toml_text).collect::<Vec<_>>().join(", ")),
        // JSON's escapes are TOML's, but for the delete character.
        other => other.to_string().replace('\u{7f}', "\\u007f"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn value_text_is_short_for_every_kind() {
        let values = [
            json!("doubling"),
            json!(3),
            json!(true),
            json!(null),
            json!({ "shape": "square", "width": 5, "height": 4 }),
            json!({ "shape": "hex", "radius": 2 }),
            json!({ "2": 9, "4": 1 }),
            json!({ "2": 1, "16": 1, "4": 1 }),
        ];
        let texts = values.each_ref().map(value_text);
        assert_eq!(texts, ["doubling", "3", "true", "none", "5×4", "hexagon 2", "2:9 4:1", "2 4 16"]);
    }
}

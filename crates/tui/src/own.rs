//! One's own variants: `variants/<name>.toml` among the files of whoever plays, written like a preset's file.

use crate::{
    Store,
    files::{self, Found},
};
use serde_json::Value;
use std::{fs, io, path::PathBuf};
use tilewright_games::Variant;

/// The largest file that is read.
const MOST: usize = 1 << 16;

/// A variant of one's own.
#[derive(Clone, Debug)]
pub(crate) struct Own {
    /// The file's name without its ending.
    pub(crate) name: String,
    /// What a menu calls it.
    pub(crate) title: String,
    /// What it is, in one line.
    pub(crate) about: String,
    /// The rules, or what is wrong with them.
    pub(crate) variant: Result<Variant, String>,
}

fn folder(store: &Store) -> Option<PathBuf> {
    store.dir().map(|dir| dir.join("variants"))
}

/// All of them, by name.
pub(crate) fn list(store: &Store) -> Vec<Own> {
    let Some(folder) = folder(store) else { return Vec::new() };
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let file_name = entry.file_name();
        let Some(name) = file_name.to_str().and_then(|name| name.strip_suffix(".toml")) else { continue };
        let own = match files::read(&entry.path(), MOST) {
            Found::Text(text) => Own {
                name: name.into(),
                title: top(&text, "title").unwrap_or_else(|| name.into()),
                about: top(&text, "about").unwrap_or_default(),
                variant: Variant::from_text(&text).map_err(|error| error.to_string()),
            },
            Found::Nothing => continue,
            Found::Damaged(says) => broken(name, says),
            Found::Closed(error) => broken(name, error.to_string()),
        };
        all.push(own);
    }
    all.sort_by(|a, b| a.name.cmp(&b.name));
    all
}

fn broken(name: &str, says: String) -> Own {
    Own { name: name.into(), title: name.into(), about: String::new(), variant: Err(says) }
}

/// A text at the top of the file. The variant itself is read by its own reader; this is for the menu only.
fn top(text: &str, key: &str) -> Option<String> {
    let lines = text.lines().map(str::trim).take_while(|line| !line.starts_with('['));
    let value = lines.into_iter().find_map(|line| line.strip_prefix(key)?.trim_start().strip_prefix('='))?;
    let value = value.trim().strip_prefix('"')?.strip_suffix('"')?;
    Some(value.replace("\\\"", "\"").replace("\\\\", "\\"))
}

/// Keeps a variant under a name; gives its file.
pub(crate) fn keep(store: &Store, title: &str, variant: &Variant) -> io::Result<PathBuf> {
    let folder = folder(store).ok_or_else(|| io::Error::other("there is no place to keep it"))?;
    fs::create_dir_all(&folder)?;
    let path = folder.join(format!("{}.toml", file_name(title)));
    files::write_whole(&path, &text(title, variant))?;
    Ok(path)
}

/// Forgets a variant.
pub(crate) fn remove(store: &Store, name: &str) -> io::Result<()> {
    folder(store).map_or(Ok(()), |folder| fs::remove_file(folder.join(format!("{name}.toml"))))
}

/// The file name for a title: letters, digits and dashes.
pub(crate) fn file_name(title: &str) -> String {
    let plain = |c: char| if c.is_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    title.trim().chars().map(plain).take(40).collect()
}

/// A file like that of a preset.
fn text(title: &str, variant: &Variant) -> String {
    let mut text = format!("title = {}\nabout = \"\"\n\n[variant]\n", quoted(title));
    if let Value::Object(fields) = variant.to_json() {
        for (name, value) in fields {
            text += &format!("{name} = {}\n", toml(&value));
        }
    }
    text
}

fn quoted(text: &str) -> String {
    let clean: String = text.chars().filter(|c| !c.is_control()).collect();
    format!("\"{}\"", clean.replace('\\', "\\\\").replace('"', "\\\""))
}

fn toml(value: &Value) -> String {
    match value {
        Value::String(word) => quoted(word),
        Value::Object(map) => {
            let parts: Vec<_> = map.iter().map(|(key, value)| format!("{key} = {}", toml(value))).collect();
            format!("{{ {} }}", parts.join(", "))
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilewright_games::Preset;

    #[test]
    fn what_is_written_is_read_again() {
        for preset in Preset::all() {
            let text = text("A \"good\" \\ one", &preset.variant);
            assert_eq!(Variant::from_text(&text).as_ref(), Ok(&preset.variant), "{text}");
            assert_eq!(top(&text, "title").as_deref(), Some("A \"good\" \\ one"));
        }
    }

    #[test]
    fn file_names_are_tame() {
        assert_eq!(file_name(" ../My Game! "), "---my-game-");
    }
}

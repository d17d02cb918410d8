//! Custom variants: `variants/<name>.toml` in the store, written like the file of a preset.

use crate::{Store, files};
use serde_json::Value;
use std::{fs, io, path::PathBuf};
use tilewright_games::Variant;

/// The largest file that is read, in bytes.
const MAX_BYTES: usize = 1 << 16;

/// A variant made by the user.
#[derive(Clone, Debug)]
pub struct CustomVariant {
    /// The file's name without its extension.
    pub name: String,
    /// Its title in a menu.
    pub title: String,
    /// What it is, in one line; may be empty.
    pub about: String,
    /// The rules, or what is wrong with them.
    pub variant: Result<Variant, String>,
}

impl CustomVariant {
    /// Reads the text of a file with this name. Rules that cannot be read are reported in [`CustomVariant::variant`].
    pub fn read(name: &str, text: &str) -> Self {
        Self {
            name: name.into(),
            title: top(text, "title").unwrap_or_else(|| name.into()),
            about: top(text, "about").unwrap_or_default(),
            variant: Variant::from_text(text).map_err(|error| error.to_string()),
        }
    }

    /// The text of a file with this title.
    pub fn write(title: &str, variant: &Variant) -> String {
        let mut text = format!("title = {}\nabout = \"\"\n\n[variant]\n", quoted(title));
        if let Value::Object(fields) = variant.to_json() {
            for (name, value) in fields {
                text += &format!("{name} = {}\n", toml(&value));
            }
        }
        text
    }

    /// The file name for a title: letters, digits and dashes, at most 40.
    pub fn file_name(title: &str) -> String {
        let plain = |c: char| if c.is_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
        title.trim().chars().map(plain).take(40).collect()
    }
}

impl Store {
    /// All custom variants, by name.
    pub fn custom_variants(&self) -> Vec<CustomVariant> {
        let Some(folder) = self.variants() else { return Vec::new() };
        let mut all = Vec::new();
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let file_name = entry.file_name();
            let Some(name) = file_name.to_str().and_then(|name| name.strip_suffix(".toml")) else { continue };
            let custom = match files::read_text(&entry.path(), MAX_BYTES) {
                Ok(text) => CustomVariant::read(name, &text),
                Err(files::ReadError { kind: files::ReadErrorKind::Missing, .. }) => continue,
                Err(error) => CustomVariant {
                    name: name.into(),
                    title: name.into(),
                    about: String::new(),
                    variant: Err(error.kind.to_string()),
                },
            };
            all.push(custom);
        }
        all.sort_by(|a, b| a.name.cmp(&b.name));
        all
    }

    /// Stores a custom variant under a title and returns its file. Titles that differ only in signs or case get different
    /// files.
    ///
    /// # Errors
    ///
    /// If a variant has this title already, there is no directory, or the file cannot be written.
    pub fn save_custom_variant(&self, title: &str, variant: &Variant) -> io::Result<PathBuf> {
        let folder = self.variants().ok_or_else(|| io::Error::other("there is no place to keep it"))?;
        if self.custom_variants().iter().any(|custom| custom.title == title) {
            return Err(io::Error::new(io::ErrorKind::AlreadyExists, "there is one with this name; choose another"));
        }
        fs::create_dir_all(&folder)?;
        files::write_free(&folder, &CustomVariant::file_name(title), "toml", &CustomVariant::write(title, variant))
    }

    /// Removes the custom variant with this name.
    ///
    /// # Errors
    ///
    /// If its file cannot be removed.
    pub fn remove_custom_variant(&self, name: &str) -> io::Result<()> {
        self.variants().map_or(Ok(()), |folder| fs::remove_file(folder.join(format!("{name}.toml"))))
    }

    fn variants(&self) -> Option<PathBuf> {
        self.dir().map(|dir| dir.join("variants"))
    }
}

/// A string at the top of the file. The rules have their own reader; this is for menus only.
fn top(text: &str, key: &str) -> Option<String> {
    let mut lines = text.lines().map(str::trim).take_while(|line| !line.starts_with('['));
    let value = lines.find_map(|line| line.strip_prefix(key)?.trim_start().strip_prefix('='))?;
    let value = value.trim().strip_prefix('"')?.strip_suffix('"')?;
    Some(value.replace("\\\"", "\"").replace("\\\\", "\\"))
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
    fn read_of_a_written_variant_gives_the_same_rules_and_title() {
        for preset in Preset::all() {
            let text = CustomVariant::write("A \"good\" \\ one", &preset.variant);
            let custom = CustomVariant::read("good", &text);
            assert_eq!(custom.variant.as_ref(), Ok(&preset.variant), "{text}");
            assert_eq!((custom.title.as_str(), custom.about.as_str()), ("A \"good\" \\ one", ""));
        }
    }

    #[test]
    fn file_name_replaces_everything_but_letters_and_digits() {
        assert_eq!(CustomVariant::file_name(" ../My Game! "), "---my-game-");
    }
}

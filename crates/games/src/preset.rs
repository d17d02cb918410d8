//! Named variants, each a TOML file that is compiled in.
//!
//! `presets/ID.toml` is the newest revision of a preset, the one that menus offer. When a preset's rules change, its
//! file is copied to `presets/old/ID@N.toml` first, N being its revision, and the revision in the new file is raised.
//! Old revisions stay playable, so replays of them still verify.

use crate::Variant;
use serde_json::Value;
use std::sync::LazyLock;
use tilewright_core::clip;

/// A variant with a name.
#[derive(Debug)]
pub struct Preset {
    /// The id that commands and replays use.
    pub id: &'static str,
    /// What a menu calls it.
    pub title: String,
    /// What it is, in one line.
    pub about: String,
    /// Raised when the variant changes, so that replays name the rules they were played by.
    pub revision: u32,
    /// The rules.
    pub variant: Variant,
}

/// In the order in which menus list them.
const ORDER: [&str; 12] = [
    "classic-2048",
    "hex-2048",
    "exponentile",
    "exponentile-live",
    "exponentile-3",
    "merge3",
    "merge3-doubling",
    "numberclart",
    "factors",
    "factors-easy",
    "factors-hard",
    "factors-chaos",
];

/// The presets' files, written by the build script: `{"newest": {id: file}, "old": {"id@revision": file}}`.
const FILES: &str = include_str!(concat!(env!("OUT_DIR"), "/presets.json"));

static PRESETS: LazyLock<Presets> = LazyLock::new(|| Presets::read(FILES));

/// All presets.
struct Presets {
    /// The newest revisions, in menu order.
    newest: Vec<Preset>,
    /// Older revisions, in no particular order.
    old: Vec<Preset>,
}

impl Presets {
    fn read(files: &str) -> Self {
        let files: Value = serde_json::from_str(files).expect("the build script writes JSON");
        let newest: Vec<_> = ORDER.map(|id| read(id, &files["newest"][id])).into();
        let old = files["old"].as_object().into_iter().flatten().map(|(name, file)| {
            let preset = name.split_once('@').and_then(|(id, revision)| {
                let newest = newest.iter().find(|preset| preset.id == id)?;
                let preset = read(newest.id, file);
                (preset.revision < newest.revision && preset.revision.to_string() == revision).then_some(preset)
            });
            preset.unwrap_or_else(|| panic!("old/{name}.toml is no older revision of a preset"))
        });
        let old = old.collect();
        Self { newest, old }
    }

    fn find_revision(&self, id: &str, revision: u32) -> Option<&Preset> {
        self.newest.iter().chain(&self.old).find(|preset| preset.id == id && preset.revision == revision)
    }

    fn labelled(&self, label: &str) -> Option<&Preset> {
        self.newest.iter().chain(&self.old).find(|preset| preset.label() == label)
    }
}

fn read(id: &'static str, file: &Value) -> Preset {
    let word = |key: &str| file[key].as_str().unwrap_or_else(|| panic!("preset {id} has no {key}")).to_owned();
    Preset {
        id,
        title: word("title"),
        about: word("about"),
        revision: file["revision"].as_u64().unwrap_or_else(|| panic!("preset {id} has no revision")) as u32,
        variant: Variant::from_json(&file["variant"]).unwrap_or_else(|e| panic!("preset {id}: {e}")),
    }
}

impl Preset {
    /// The newest revision of every preset, in menu order.
    pub fn all() -> &'static [Preset] {
        &PRESETS.newest
    }

    /// The newest revision of the preset with that id.
    pub fn find(id: &str) -> Option<&'static Preset> {
        Self::all().iter().find(|preset| preset.id == id)
    }

    /// As [`Self::find`].
    ///
    /// # Errors
    ///
    /// There is no such preset; the text names those that there are.
    pub fn named(id: &str) -> Result<&'static Self, String> {
        Self::find(id).ok_or_else(|| {
            let known: Vec<_> = Self::all().iter().map(|preset| preset.id).collect();
            format!("there is no preset “{}”; there are {}", clip(id), known.join(", "))
        })
    }

    /// A revision of a preset, the newest or an older one.
    pub fn find_revision(id: &str, revision: u32) -> Option<&'static Preset> {
        PRESETS.find_revision(id, revision)
    }

    /// The revision of a preset that a replay names, as [`Self::label`] writes it.
    pub fn labelled(label: &str) -> Option<&'static Preset> {
        PRESETS.labelled(label)
    }

    /// Whether this is the newest revision, the one that menus offer.
    pub fn is_newest(&self) -> bool {
        Self::find(self.id).is_some_and(|newest| newest.revision == self.revision)
    }

    /// The preset's name in replays: `swap/exponentile@1`.
    pub fn label(&self) -> String {
        format!("{}/{}@{}", self.variant.family().name(), self.id, self.revision)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The files in `tests/presets`, put together by the build script as the real ones are: `merge3` in revision 2, and
    /// in `old` its revision 1 on a smaller board; all other presets as they are.
    const SAMPLE: &str = include_str!(concat!(env!("OUT_DIR"), "/sample-presets.json"));

    fn sample() -> Presets {
        let mut files: Value = serde_json::from_str(FILES).unwrap();
        let sample: Value = serde_json::from_str(SAMPLE).unwrap();
        files["newest"]["merge3"] = sample["newest"]["merge3"].clone();
        files["old"] = sample["old"].clone();
        Presets::read(&files.to_string())
    }

    #[test]
    fn find_revision_old_is_found_with_its_own_rules() {
        let presets = sample();
        let [old, new] = [1, 2].map(|revision| presets.find_revision("merge3", revision).unwrap());
        assert_ne!(old.variant, new.variant);
        assert_eq!((old.label().as_str(), new.label().as_str()), ("swap/merge3@1", "swap/merge3@2"));
        assert_eq!(presets.labelled("swap/merge3@1").unwrap().variant, old.variant);
        assert!(presets.find_revision("merge3", 3).is_none() && presets.find_revision("merge4", 1).is_none());
        assert!(presets.labelled("slide/merge3@1").is_none());
    }

    #[test]
    fn newest_lists_each_preset_once() {
        let presets = sample();
        let ids: Vec<_> = presets.newest.iter().map(|preset| preset.id).collect();
        assert_eq!(ids, ORDER);
        assert_eq!(presets.newest.iter().find(|preset| preset.id == "merge3").unwrap().revision, 2);
    }

    #[test]
    #[should_panic(expected = "old/merge3@2.toml is no older revision of a preset")]
    fn read_old_revision_that_is_not_older_panics() {
        let mut files: Value = serde_json::from_str(FILES).unwrap();
        files["old"]["merge3@2"] = files["newest"]["merge3"].clone();
        Presets::read(&files.to_string());
    }

    #[test]
    fn every_preset_is_the_newest_revision() {
        assert!(Preset::all().iter().all(Preset::is_newest));
        assert!(PRESETS.old.iter().all(|preset| !preset.is_newest()));
    }
}

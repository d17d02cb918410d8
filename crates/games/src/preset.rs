//! Named variants, each a TOML file that is compiled in.

use crate::Variant;
use serde_json::Value;
use std::sync::LazyLock;

/// A variant with a name.
#[derive(Debug)]
pub struct Preset {
    /// The id that commands and replays use.
    pub id: &'static str,
    /// What a menu calls it.
    pub title: String,
    /// What it is, in one line.
    pub about: String,
    /// Raised when the variant changes, so that old replays are told apart.
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

/// The presets' files by their ids; the build script has put them together.
const FILES: &str = include_str!(concat!(env!("OUT_DIR"), "/presets.json"));

static PRESETS: LazyLock<Vec<Preset>> = LazyLock::new(|| {
    let files: Value = serde_json::from_str(FILES).expect("the build script writes JSON");
    ORDER.map(|id| read(id, &files[id])).into()
});

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
    /// All presets, in menu order.
    pub fn all() -> &'static [Preset] {
        &PRESETS
    }

    /// The preset with that id.
    pub fn find(id: &str) -> Option<&'static Preset> {
        Self::all().iter().find(|preset| preset.id == id)
    }

    /// The preset's name in replays: `swap/exponentile@1`.
    pub fn label(&self) -> String {
        format!("{}/{}@{}", self.variant.family(), self.id, self.revision)
    }
}

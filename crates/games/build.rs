//! The presets' TOML files as one JSON text: what is compiled in needs no TOML reader, and starts sooner.

use serde_json::{Map, Value, json};
use std::{env, fs, io::ErrorKind, path::Path};

fn main() {
    // The second one is for tests: presets with an older revision, whether or not there are real ones.
    for (folder, file) in [("presets", "presets.json"), ("tests/presets", "sample-presets.json")] {
        println!("cargo::rerun-if-changed={folder}");
        let folder = Path::new(folder);
        let presets = json!({ "newest": read(folder), "old": read(&folder.join("old")) });
        let target = env::var("OUT_DIR").expect("cargo names a folder");
        fs::write(Path::new(&target).join(file), presets.to_string()).expect("the folder can be written");
    }
}

/// The TOML files in a folder by their names without `.toml`; none if there is no such folder.
fn read(folder: &Path) -> Map<String, Value> {
    let mut presets = Map::new();
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => return presets,
        entries => entries.expect("the folder can be read"),
    };
    for entry in entries {
        let path = entry.expect("the folder can be read").path();
        if path.is_dir() {
            continue;
        }
        let name = path.file_stem().and_then(|name| name.to_str()).expect("a preset's file has a plain name");
        let text = fs::read_to_string(&path).expect("a preset's file is text");
        let preset = toml::from_str(&text).unwrap_or_else(|error| panic!("preset {name}: {error}"));
        presets.insert(name.into(), preset);
    }
    presets
}

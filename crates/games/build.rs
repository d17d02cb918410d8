//! The presets' TOML files as one JSON text: what is compiled in needs no TOML reader, and starts sooner.

use std::{env, fs, path::Path};

fn main() {
    println!("cargo::rerun-if-changed=presets");
    let mut presets = serde_json::Map::new();
    for entry in fs::read_dir("presets").expect("the presets stand beside this script") {
        let path = entry.expect("the folder can be read").path();
        let id = path.file_stem().and_then(|name| name.to_str()).expect("a preset's file has a plain name");
        let text = fs::read_to_string(&path).expect("a preset's file is text");
        let preset = toml::from_str(&text).unwrap_or_else(|error| panic!("preset {id}: {error}"));
        presets.insert(id.into(), preset);
    }
    let folder = env::var("OUT_DIR").expect("cargo names a folder");
    let text = serde_json::Value::Object(presets).to_string();
    fs::write(Path::new(&folder).join("presets.json"), text).expect("the folder can be written");
}

//! Lists the built pages, so that they are compiled in. If they are not built, the list is empty.

use std::{
    env, fs,
    path::{Path, PathBuf},
};

fn main() {
    let here = PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("cargo names the package"));
    let dist = here.join("../../web/dist");
    println!("cargo::rerun-if-changed={}", dist.display());
    let mut files = Vec::new();
    list(&dist, "", &mut files);
    files.sort();
    let line = |(name, path): &(String, PathBuf)| {
        format!("    ({name:?}, include_bytes!({:?})),\n", path.display().to_string())
    };
    let text = format!("&[\n{}]", files.iter().map(line).collect::<String>());
    let folder = env::var("OUT_DIR").expect("cargo names a folder");
    fs::write(Path::new(&folder).join("pages.rs"), text).expect("the folder can be written");
}

fn list(folder: &Path, name: &str, files: &mut Vec<(String, PathBuf)>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let name = format!("{name}/{}", entry.file_name().to_string_lossy());
        if path.is_dir() { list(&path, &name, files) } else { files.push((name, path)) }
    }
}

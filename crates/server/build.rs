//! Copies the built pages and lists the copies, so that they are compiled in. If they are not built, the list is empty.
//!
//! The copies are what the compiler reads: pages may be built anew while it runs.

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
    let folder = PathBuf::from(env::var("OUT_DIR").expect("cargo names a folder"));
    let copies = folder.join("pages");
    let _ = fs::remove_dir_all(&copies);
    fs::create_dir_all(&copies).expect("the folder can be written");
    // A file that is gone by now belongs to pages that are being replaced: they are listed when they are complete.
    let line = |(number, (name, path)): (usize, &(String, PathBuf))| {
        let copy = copies.join(number.to_string());
        fs::copy(path, &copy).ok()?;
        Some(format!("    ({name:?}, include_bytes!({:?})),\n", copy.display().to_string()))
    };
    let text = format!("&[\n{}]", files.iter().enumerate().filter_map(line).collect::<String>());
    fs::write(folder.join("pages.rs"), text).expect("the folder can be written");
}

fn list(folder: &Path, name: &str, files: &mut Vec<(String, PathBuf)>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let name = format!("{name}/{}", entry.file_name().to_string_lossy());
        if path.is_dir() { list(&path, &name, files) } else { files.push((name, path)) }
    }
}

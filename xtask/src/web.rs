//! The pages: built into `web/dist`, and served by the program.

use crate::{
    engine, root,
    system::{self, timed},
};
use std::{
    fs, io,
    path::{Path, PathBuf},
    process::Command,
    time::SystemTime,
};

/// What the pages are made from, apart from the engine, which is in `web/src` once it is built.
const SOURCES: [&str; 9] = [
    "web/src",
    "web/public",
    "web/index.html",
    "web/vite.config.ts",
    "web/svelte.config.js",
    "web/package.json",
    "web/package-lock.json",
    "rules",
    "xtask/src/compress.mjs",
];

/// Builds everything that is served, into `web/dist`, unless it is up to date.
pub fn build() -> Result<(), String> {
    engine::build()?;
    // In the target folder, because all files in `web/dist` are served.
    let stamp = root().join("target/pages-built");
    let sources = SOURCES.map(|path| root().join(path));
    if root().join("web/dist/index.html").exists() && is_newer(&stamp, &sources) {
        println!("pages: up to date in web/dist");
        return Ok(());
    }
    let began = SystemTime::now();
    timed("pages: Vite builds web/dist, in seconds", || system::run(&mut system::npm(&["run", "build"])))?;
    timed("pages: compressing, in seconds", || {
        system::run(Command::new("node").arg("xtask/src/compress.mjs").arg("web/dist").current_dir(root()))
    })?;
    fs::create_dir_all(root().join("target"))
        .and_then(|()| fs::File::create(&stamp))
        // What is changed while they are built is not in them.
        .and_then(|stamp| stamp.set_modified(began))
        .map_err(|error| format!("cannot write {}: {error}", stamp.display()))
}

/// Whether a file was written after all that is in these files and folders.
pub fn is_newer(stamp: &Path, sources: &[PathBuf]) -> bool {
    let built = fs::metadata(stamp).and_then(|file| file.modified()).ok();
    let newest = sources.iter().filter_map(|path| newest(path).ok()).max();
    built.is_some() && built > newest
}

/// When the youngest file of a folder, or a file, was changed.
fn newest(path: &Path) -> io::Result<SystemTime> {
    let data = fs::metadata(path)?;
    let mut newest_time = data.modified()?;
    if data.is_dir() {
        for entry in fs::read_dir(path)? {
            newest_time = newest_time.max(newest(&entry?.path())?);
        }
    }
    Ok(newest_time)
}

/// Builds the pages and the program with them in it, and serves them; the arguments go to `tilewright serve`.
pub fn serve(args: &[String]) -> Result<(), String> {
    println!("serve: engine, pages, program; ten minutes of processor time the first time, seconds if nothing changed");
    build()?;
    timed("program: an optimised build with the pages in it, minutes if something changed", || {
        system::run(&mut system::cargo(&["build", "--release", "--package", "tilewright", "--features", "serve"]))
    })?;
    // Up to date by now: this only starts it.
    let mut program = system::cargo(&["run", "--quiet", "--release", "--package", "tilewright", "--features", "serve"]);
    system::run(program.args(["--", "serve"]).args(args))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn is_newer_looks_into_folders_and_needs_the_stamp() {
        let folder = root().join("target/xtask-tests/web");
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(folder.join("src/deep")).unwrap();
        let (stamp, deep) = (folder.join("stamp"), folder.join("src/deep/file"));
        let sources = [folder.join("src"), folder.join("is missing")];
        fs::write(&deep, "").unwrap();
        assert!(!is_newer(&stamp, &sources), "never built");
        fs::write(&stamp, "").unwrap();
        let now = SystemTime::now();
        let date = |path: &Path, when| fs::File::open(path).and_then(|file| file.set_modified(when)).unwrap();
        date(&stamp, now + Duration::from_secs(10));
        assert!(is_newer(&stamp, &sources));
        date(&deep, now + Duration::from_secs(20));
        assert!(!is_newer(&stamp, &sources), "a file was changed");
    }
}

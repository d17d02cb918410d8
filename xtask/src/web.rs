//! The pages: built into `web/dist`, and served by the program.

use crate::{engine, root, system};
use std::{
    fs, io,
    path::{Path, PathBuf},
    process::Command,
    time::SystemTime,
};

/// What the pages are made from, apart from the engine, which is in `web/src` once it is built.
const SOURCES: [&str; 6] =
    ["web/src", "web/public", "web/index.html", "web/vite.config.ts", "web/package-lock.json", "rules"];

/// Builds everything that is served, into `web/dist`, unless it is up to date.
pub fn build() -> Result<(), String> {
    engine::build()?;
    // In the target folder, because all files in `web/dist` are served.
    let stamp = root().join("target/pages-built");
    if is_up_to_date(&stamp) {
        println!("pages: web/dist is up to date");
        return Ok(());
    }
    println!("pages: building web/dist with Vite");
    system::run(&mut system::npm(&["run", "build"]))?;
    println!("pages: compressing");
    system::run(Command::new("node").arg("xtask/src/compress.mjs").arg("web/dist").current_dir(root()))?;
    fs::create_dir_all(root().join("target"))
        .and_then(|()| fs::write(&stamp, ""))
        .map_err(|error| format!("cannot write {}: {error}", stamp.display()))
}

/// Whether the pages were built after all that they are made from.
fn is_up_to_date(stamp: &Path) -> bool {
    let built = fs::metadata(stamp).and_then(|file| file.modified()).ok();
    let newest = SOURCES.iter().filter_map(|path| newest(&root().join(path)).ok()).max();
    root().join("web/dist/index.html").exists() && built.is_some() && built > newest
}

/// When the youngest file of a folder, or a file, was changed.
fn newest(path: &PathBuf) -> io::Result<SystemTime> {
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
    build()?;
    println!(
        "program: building it with the pages in it, optimised; minutes the first time, seconds if nothing changed"
    );
    let mut program =
        system::cargo(&["run", "--release", "--package", "tilewright", "--features", "serve", "--", "serve"]);
    system::run(program.args(args))
}

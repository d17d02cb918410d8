//! Compares recorded games and choices of players: the native program with WebAssembly in Node.js and in a browser, turn by turn.

use crate::{
    browser, engine,
    install::{self, Tool},
    root, system,
};
use std::{fs, path::Path, process::Command};

pub fn run() -> Result<(), String> {
    install::need(&[Tool::Node, Tool::Browser])?;
    let engine = engine::build()?;
    copy(&engine, &root().join("tests/parity/engine"))?;
    let (mut replays, mut playthroughs) =
        (files("tests/data/replays", "replay")?, files("tests/data/playthroughs", "txt")?);
    // The weights that pages fetch: the same choices from them, bit for bit.
    replays.extend(files("web/src/engine/weights", "values")?);
    // Pages start the newest revision of a preset; playthroughs of older ones are checked natively.
    let id = |file: &str| file.trim_end_matches(".txt").split('@').next().unwrap_or_default().to_owned();
    let ids: Vec<String> = playthroughs.iter().map(|file| id(file)).collect();
    let mut at = 0;
    // Sorted: the first revision's file, without a number, comes before `ID@2.txt` and so on.
    playthroughs.retain(|_| {
        at += 1;
        !ids[at..].contains(&ids[at - 1])
    });
    let mut native = Command::new(system::program("tilewright-parity")?);
    let mut expected = system::output(native.args(&replays).current_dir(root()))?;
    for file in &playthroughs {
        expected += &format!("\n{file}");
        let recorded = fs::read_to_string(root().join(file)).map_err(|error| format!("{file}: {error}"))?;
        // The engine's interface for pages does not list possible outcomes of chance.
        let lines = recorded.lines().skip(1).filter(|line| !line.is_empty() && !line.starts_with("chance "));
        lines.for_each(|line| expected += &format!("\n{line}"));
    }
    for (name, place) in [("Node.js", "node".into()), ("Chromium", browser::path())] {
        let mut script = Command::new("node");
        script.arg("tests/parity/run.mjs").arg(place).args(&replays).args(&playthroughs);
        compare(&expected, name, &system::output(script.current_dir(root()))?)?;
        println!("parity: {name} gives the same as the native program");
    }
    let games = replays.len() + playthroughs.len();
    println!("parity: {games} files, {} lines", expected.lines().count());
    Ok(())
}

/// Copies the files of a folder. The scripts import the engine from their own folder, in Node.js and in the browser.
fn copy(from: &Path, to: &Path) -> Result<(), String> {
    let failed = |error| format!("cannot copy {} to {}: {error}", from.display(), to.display());
    fs::create_dir_all(to).map_err(failed)?;
    for entry in fs::read_dir(from).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        if entry.path().is_file() {
            fs::copy(entry.path(), to.join(entry.file_name())).map_err(failed)?;
        }
    }
    Ok(())
}

/// Compares two texts line by line.
///
/// # Errors
/// They differ; the text has the first difference, and the file it belongs to.
fn compare(expected: &str, name: &str, found: &str) -> Result<(), String> {
    let mut file = "";
    for (line, found) in expected.lines().zip(found.lines()) {
        if line != found {
            return Err(format!("{file}: native “{line}”, {name} “{found}”"));
        }
        if line.starts_with("tests/") || line.starts_with("web/") {
            file = line;
        }
    }
    let (lines, count) = (expected.lines().count(), found.lines().count());
    if lines == count { Ok(()) } else { Err(format!("{name} printed {count} lines, the native program {lines}")) }
}

/// The files in a folder with this extension, sorted, relative to the root of the workspace.
fn files(folder: &str, extension: &str) -> Result<Vec<String>, String> {
    let mut files = Vec::new();
    list(Path::new(folder), extension, &mut files)?;
    files.sort();
    if files.is_empty() { Err(format!("there are no files in {folder}")) } else { Ok(files) }
}

fn list(folder: &Path, extension: &str, files: &mut Vec<String>) -> Result<(), String> {
    let failed = |error| format!("{}: {error}", folder.display());
    for entry in fs::read_dir(root().join(folder)).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let path = folder.join(entry.file_name());
        if entry.path().is_dir() {
            list(&path, extension, files)?;
        } else if path.extension().is_some_and(|found| found == extension) {
            files.push(path.display().to_string());
        }
    }
    Ok(())
}

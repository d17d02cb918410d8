//! The recorded games natively and in WebAssembly, there in Node.js and in a browser: the same, turn by turn.

use crate::{root, system, wasm, web};
use std::{fs, path::Path, process::Command};

pub fn run() -> Result<(), String> {
    wasm::node()?;
    web::packages()?;
    let browser = web::browser()?;
    // The scripts find the bindings beside them, wherever they run.
    let engine = root().join("tests/parity/engine");
    web::engine(&engine)?;
    let (replays, playthroughs) = (files("replays", "replay")?, files("playthroughs", "txt")?);
    let mut native = system::cargo(&["run", "--quiet", "--release", "--package", "tilewright-parity", "--"]);
    let mut expected = system::output(native.args(&replays))?;
    for file in &playthroughs {
        expected += &format!("\n{file}");
        let recorded = fs::read_to_string(root().join(file)).map_err(|error| format!("{file}: {error}"))?;
        // What chance could have brought is no part of the engine's interface for pages.
        let told = recorded.lines().skip(1).filter(|line| !line.is_empty() && !line.starts_with("chance "));
        told.for_each(|line| expected += &format!("\n{line}"));
    }
    for (name, place) in [("Node.js", "node"), ("Chromium", &browser)] {
        let mut script = Command::new("node");
        script.arg("tests/parity/run.mjs").arg(place).args(&replays).args(&playthroughs);
        compare(&expected, name, &system::output(script.current_dir(root()))?)?;
        println!("parity: {name} does what the native program does");
    }
    let games = replays.len() + playthroughs.len();
    println!("parity: {games} games, {} lines", expected.lines().count());
    Ok(())
}

/// Holds one text to the other, line by line.
fn compare(expected: &str, name: &str, told: &str) -> Result<(), String> {
    let mut file = "";
    for (line, told) in expected.lines().zip(told.lines()) {
        if line != told {
            return Err(format!("{file}: native “{line}”, {name} “{told}”"));
        }
        if line.starts_with("tests/") {
            file = line;
        }
    }
    let (lines, count) = (expected.lines().count(), told.lines().count());
    if lines == count { Ok(()) } else { Err(format!("{name} told {count} lines, the native program {lines}")) }
}

/// The files of a folder of recorded data with this ending, in order, named from the root of the workspace.
fn files(folder: &str, ending: &str) -> Result<Vec<String>, String> {
    let mut files = Vec::new();
    list(&Path::new("tests/data").join(folder), ending, &mut files)?;
    files.sort();
    if files.is_empty() { Err(format!("there are no files in tests/data/{folder}")) } else { Ok(files) }
}

fn list(folder: &Path, ending: &str, files: &mut Vec<String>) -> Result<(), String> {
    let failed = |error| format!("{}: {error}", folder.display());
    for entry in fs::read_dir(root().join(folder)).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let path = folder.join(entry.file_name());
        if entry.path().is_dir() {
            list(&path, ending, files)?;
        } else if path.extension().is_some_and(|known| known == ending) {
            files.push(path.display().to_string());
        }
    }
    Ok(())
}

//! The recorded replays natively and in WebAssembly: the same hashes, turn by turn.

use crate::{root, system, wasm};
use std::{fs, path::PathBuf, process::Command};

const PACKAGE: &str = "tilewright-parity";

pub fn run() -> Result<(), String> {
    wasm::node()?;
    let module = wasm::build(&root(), PACKAGE, "release")?;
    let files = replays()?;
    let native =
        system::output(system::cargo(&["run", "--quiet", "--release", "--package", PACKAGE, "--"]).args(&files))?;
    let script = root().join("tests/parity/run.mjs");
    let wasm = system::output(Command::new("node").arg(script).arg(module).args(&files).current_dir(root()))?;
    let mut file = "";
    for (i, (native, wasm)) in native.lines().zip(wasm.lines()).enumerate() {
        if native != wasm {
            return Err(format!("{file}, line {i} of the traces: native “{native}”, WebAssembly “{wasm}”"));
        }
        if native.starts_with("refused") {
            return Err(format!("{file}: {native}"));
        }
        if native.ends_with(".replay") {
            file = native;
        }
    }
    let lines = native.lines().count();
    if lines != wasm.lines().count() {
        return Err(format!("{lines} lines natively, {} in WebAssembly", wasm.lines().count()));
    }
    println!("{} replays, {} moments: the same natively and in WebAssembly", files.len(), lines - files.len());
    Ok(())
}

/// All recorded replays, sorted.
fn replays() -> Result<Vec<PathBuf>, String> {
    let folder = root().join("tests/data/replays");
    let list = |folder: &PathBuf| -> Result<Vec<PathBuf>, String> {
        let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        entries.map(|entry| entry.map(|entry| entry.path()).map_err(|error| error.to_string())).collect()
    };
    let mut files = Vec::new();
    for preset in list(&folder)? {
        files.extend(list(&preset)?);
    }
    files.sort();
    if files.is_empty() {
        return Err(format!("there are no replays in {}", folder.display()));
    }
    Ok(files)
}

//! The engine for browsers: the WebAssembly module of `crates/web` with its JavaScript and TypeScript bindings.

use crate::{install, root, system, wasm};
use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
    time::SystemTime,
};

/// The names that wasm-bindgen gives to the files.
const MODULE: &str = "tilewright_web_bg.wasm";
const BINDINGS: &str = "tilewright_web.js";
/// The same module without what only players need: the part that every page loads.
const PAGE: &str = "page.wasm";

/// WebAssembly features that compilers use by default, and no more: newer encodings are not read everywhere yet.
const FEATURES: [&str; 6] =
    ["bulk-memory", "multivalue", "mutable-globals", "nontrapping-float-to-int", "reference-types", "sign-ext"];

/// Builds the engine into `web/src/engine`, unless it is up to date, and returns that folder.
pub fn build() -> Result<PathBuf, String> {
    install::npm_packages()?;
    let folder = root().join("web/src/engine");
    println!("engine: compiling to WebAssembly; minutes the first time");
    let compiled = wasm::build("tilewright-web", "web")?;
    // A new xtask may have new options.
    let xtask = env::current_exe().map_err(|error| format!("cannot find xtask itself: {error}"))?;
    let made = [MODULE, BINDINGS, PAGE].map(|file| modified(&folder.join(file)));
    let sources = [modified(&compiled), modified(&xtask)];
    // Missing files compare as the oldest.
    if made.iter().min() > sources.iter().max() {
        println!("engine: up to date");
        return Ok(folder);
    }
    println!("engine: making the bindings");
    let mut bindgen = system::cargo(&["run", "--package", "xtask-bindgen", "--target-dir", "target/bindgen", "--"]);
    system::run(bindgen.arg(&compiled).arg(&folder))?;
    let module = folder.join(MODULE);
    let rest = folder.join("rest.wasm");
    let mut strip = Command::new("node");
    strip.arg("xtask/src/strip.mjs").arg(&module).arg(&rest).current_dir(root());
    system::run(&mut strip)?;
    optimise(&rest, &folder.join(PAGE), &["--remove-unused-module-elements", "--memory-packing"])?;
    fs::remove_file(&rest).map_err(|error| format!("cannot remove {}: {error}", rest.display()))?;
    // The compiler made the module small; this makes searches quick.
    println!("engine: optimising with wasm-opt, about a minute");
    let optimised = folder.join("optimised.wasm");
    optimise(&module, &optimised, &["-O3"])?;
    fs::rename(&optimised, &module).map_err(|error| format!("cannot write {}: {error}", module.display()))?;
    Ok(folder)
}

/// Runs passes of wasm-opt over a module.
fn optimise(from: &Path, to: &Path, passes: &[&str]) -> Result<(), String> {
    let mut optimise = Command::new("node");
    optimise.arg(root().join("web/node_modules/binaryen/bin/wasm-opt")).args(passes);
    optimise.args(FEATURES.map(|feature| format!("--enable-{feature}")));
    system::run(optimise.arg(from).arg("-o").arg(to))
}

fn modified(file: &Path) -> Option<SystemTime> {
    fs::metadata(file).and_then(|file| file.modified()).ok()
}

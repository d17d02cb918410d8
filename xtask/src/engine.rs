//! The engine for browsers: the WebAssembly module of `crates/web` with its JavaScript and TypeScript bindings.

use crate::{install, root, system, wasm, weights};
use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
    time::SystemTime,
};

/// WebAssembly features that compilers use by default, and no more: newer encodings are not read everywhere yet.
const FEATURES: [&str; 6] =
    ["bulk-memory", "multivalue", "mutable-globals", "nontrapping-float-to-int", "reference-types", "sign-ext"];

/// Builds the engine into `web/src/engine`, unless it is up to date, and returns that folder.
pub fn build() -> Result<PathBuf, String> {
    install::npm_packages()?;
    let folder = root().join("web/src/engine");
    weights::for_pages(&folder.join("weights"))?;
    println!("engine: compiling to WebAssembly, for pages and for players; minutes the first time");
    // Both are links of the same compiled crates, which the compiler made small; passes over the second make searches quick,
    // and take about a minute. Every page loads the first one, which has nothing that only players need.
    module("page", &[], &folder, &["--memory-packing"])?;
    module("tilewright_web", &["players"], &folder, &["-O3"])?;
    Ok(folder)
}

/// Builds a module with these features, and its bindings, into a folder, unless they are up to date.
fn module(name: &str, features: &[&str], folder: &Path, passes: &[&str]) -> Result<(), String> {
    let compiled = wasm::build("tilewright-web", "web", features)?;
    let file = |ending: &str| folder.join(format!("{name}{ending}"));
    let (module, bindings) = (file("_bg.wasm"), file(".js"));
    // What it was made from: the compiled modules take the same place one after the other.
    let made_from = file(".compiled");
    // A new xtask may have new options.
    let xtask = env::current_exe().map_err(|error| format!("cannot find xtask itself: {error}"))?;
    let is_same = fs::read(&made_from).ok() == fs::read(&compiled).ok();
    // Missing files compare as the oldest.
    if is_same && modified(&module).min(modified(&bindings)) > modified(&xtask) {
        println!("engine: {name} is up to date");
        return Ok(());
    }
    println!("engine: {name}: bindings, wasm-opt {}", passes.join(" "));
    let mut bindgen = system::cargo(&["run", "--package", "xtask-bindgen", "--target-dir", "target/bindgen", "--"]);
    system::run(bindgen.arg(&compiled).arg(folder).arg(name))?;
    let optimised = file(".optimised");
    optimise(&module, &optimised, passes)?;
    fs::rename(&optimised, &module).map_err(|error| format!("cannot write {}: {error}", module.display()))?;
    // Last: it says that all of this is done.
    fs::copy(&compiled, &made_from).map(drop).map_err(|error| format!("cannot write {}: {error}", made_from.display()))
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

//! The engine for browsers: the WebAssembly module of `crates/web` with its JavaScript and TypeScript bindings.

use crate::{install, root, system, system::timed, wasm, web, weights};
use std::{
    fs, io,
    path::{Path, PathBuf},
    process::Command,
    time::SystemTime,
};

/// WebAssembly features that compilers use by default, and no more: newer encodings are not read everywhere yet.
const FEATURES: [&str; 6] =
    ["bulk-memory", "multivalue", "mutable-globals", "nontrapping-float-to-int", "reference-types", "sign-ext"];

/// What the engine is compiled from.
const SOURCES: [&str; 4] = ["crates", "rules", "Cargo.toml", "Cargo.lock"];

/// Builds the engine into `web/src/engine`, unless it is up to date, and returns that folder.
pub fn build() -> Result<PathBuf, String> {
    install::npm_packages()?;
    let folder = root().join("web/src/engine");
    weights::for_pages(&folder.join("weights"))?;
    // Both are links of the same compiled crates, which the compiler made small; passes over the second make searches quick,
    // and take about a minute. Every page loads the first one, which has nothing that only players need.
    module("page", &[], &folder, &["--memory-packing"])?;
    module("tilewright_web", &["players"], &folder, &["-O3"])?;
    Ok(folder)
}

/// Builds a module with these features, and its bindings, into a folder, unless they are up to date.
fn module(name: &str, features: &[&str], folder: &Path, passes: &[&str]) -> Result<(), String> {
    let made = Made::new(folder, name);
    let recipe = recipe(passes);
    // Cargo compiles both modules to the same file, so it would compile each anew every time.
    let sources = SOURCES.map(|path| root().join(path));
    if made.is_made_by(&recipe) && web::is_newer(&made.recipe, &sources) {
        println!("engine: {name}: up to date");
        return Ok(());
    }
    let began = SystemTime::now();
    let compiled = timed(&format!("engine: {name}: compiling to WebAssembly, a minute or two the first time"), || {
        wasm::build("tilewright-web", "web", features)
    })?;
    let failed = |error| format!("cannot write {}: {error}", folder.display());
    if made.is_made_by(&recipe) && made.is_made_from(&compiled) {
        println!("engine: {name}: as before");
        return made.date(began).map_err(failed);
    }
    made.forget();
    timed(&format!("engine: {name}: bindings; a minute the first time, when their program is built"), || {
        let mut bindgen = wasm::tool("cargo", &root());
        bindgen.args(["run", "--package", "xtask-bindgen", "--target-dir", "target/bindgen", "--"]);
        system::run(bindgen.arg(&compiled).arg(folder).arg(name))
    })?;
    let optimised = folder.join(format!("{name}.optimised"));
    timed(&format!("engine: {name}: wasm-opt {}, up to a minute", passes.join(" ")), || {
        optimise(&made.module, &optimised, passes)
    })?;
    fs::rename(&optimised, &made.module).map_err(failed)?;
    // Last: they say that all of this is done.
    fs::copy(&compiled, &made.compiled).map_err(failed)?;
    fs::write(&made.recipe, recipe).and_then(|()| made.date(began)).map_err(failed)
}

/// How a module is made from the compiled crate. A change of the rest of xtask makes nothing anew.
fn recipe(passes: &[&str]) -> String {
    const BINDGEN: [&str; 2] = [include_str!("../bindgen/Cargo.toml"), include_str!("../bindgen/src/main.rs")];
    let binaryen = fs::read_to_string(root().join("web/node_modules/binaryen/package.json")).unwrap_or_default();
    let compiler = wasm::compiler();
    format!("{compiler}\n{passes:?}\n{FEATURES:?}\n{}\n{binaryen}", BINDGEN.concat())
}

/// The files that are made of a module.
struct Made {
    module: PathBuf,
    bindings: PathBuf,
    /// A copy of the compiled crate that they were made from: both modules are compiled to the same place.
    compiled: PathBuf,
    recipe: PathBuf,
}

impl Made {
    fn new(folder: &Path, name: &str) -> Self {
        let file = |ending: &str| folder.join(format!("{name}{ending}"));
        Self { module: file("_bg.wasm"), bindings: file(".js"), compiled: file(".compiled"), recipe: file(".recipe") }
    }

    /// Whether all files are there, and were made by this recipe.
    fn is_made_by(&self, recipe: &str) -> bool {
        let all_there = [&self.module, &self.bindings, &self.compiled].iter().all(|file| file.exists());
        all_there && fs::read_to_string(&self.recipe).is_ok_and(|made_by| made_by == recipe)
    }

    /// Whether they were made from this compiled crate.
    fn is_made_from(&self, compiled: &Path) -> bool {
        fs::read(compiled).is_ok_and(|compiled| fs::read(&self.compiled).ok() == Some(compiled))
    }

    /// Dates them: a source that was changed after that is not in them.
    fn date(&self, began: SystemTime) -> io::Result<()> {
        fs::File::options().append(true).open(&self.recipe)?.set_modified(began)
    }

    /// What is interrupted from here on is not up to date.
    fn forget(&self) {
        let _ = fs::remove_file(&self.recipe);
    }
}

/// Runs passes of wasm-opt over a module.
fn optimise(from: &Path, to: &Path, passes: &[&str]) -> Result<(), String> {
    let mut optimise = Command::new("node");
    optimise.arg(root().join("web/node_modules/binaryen/bin/wasm-opt")).args(passes);
    optimise.args(FEATURES.map(|feature| format!("--enable-{feature}")));
    system::run(optimise.arg(from).arg("-o").arg(to))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn made_needs_all_files_the_same_recipe_and_the_same_crate() {
        let folder = root().join("target/xtask-tests/engine");
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        let crate_file = folder.join("crate.wasm");
        let made = Made::new(&folder, "page");
        let write_all = || {
            for file in [&crate_file, &made.module, &made.bindings, &made.compiled] {
                fs::write(file, "code").unwrap();
            }
            fs::write(&made.recipe, "-O3").unwrap();
        };
        write_all();
        assert!(made.is_made_by("-O3") && made.is_made_from(&crate_file));
        assert!(!made.is_made_by("-O2"), "another recipe");
        assert!(!made.is_made_from(&folder.join("none.wasm")), "no crate");
        fs::write(&crate_file, "other code").unwrap();
        assert!(!made.is_made_from(&crate_file), "another crate");
        for file in [&made.module, &made.bindings, &made.compiled, &made.recipe] {
            write_all();
            fs::remove_file(file).unwrap();
            assert!(!made.is_made_by("-O3"), "without {}", file.display());
        }
        write_all();
        made.forget();
        assert!(!made.is_made_by("-O3"), "interrupted");
    }

    #[test]
    fn date_leaves_out_what_is_changed_during_a_build() {
        let folder = root().join("target/xtask-tests/date");
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        let (made, source) = (Made::new(&folder, "page"), folder.join("source"));
        fs::write(&source, "").unwrap();
        fs::write(&made.recipe, "").unwrap();
        let change = fs::metadata(&source).unwrap().modified().unwrap();
        made.date(change + Duration::from_secs(1)).unwrap();
        assert!(web::is_newer(&made.recipe, std::slice::from_ref(&source)));
        made.date(change - Duration::from_secs(1)).unwrap();
        assert!(!web::is_newer(&made.recipe, &[source]));
    }
}

//! The weights that ship: trains them anew, and copies them for the pages.

use crate::{root, system};
use std::{fs, path::Path, process::Command};

/// The most bytes of a file of weights: pages fetch the same files. They are range-coded: compressing them further gains
/// nothing.
const MAX_BYTES: u64 = 1_000_000;

/// How the weights of a preset are trained, on one thread and with one seed: the same file on any machine.
struct Recipe {
    preset: &'static str,
    turns: u64,
    /// Turns after the file was pruned, where it would be too long; the first training has large tables then.
    pruned: Option<u64>,
}

const fn small(preset: &'static str, turns: u64) -> Recipe {
    Recipe { preset, turns, pruned: None }
}

const RECIPES: [Recipe; 12] = [
    Recipe { preset: "classic-2048", turns: 700_000_000, pruned: Some(40_000_000) },
    Recipe { preset: "hex-2048", turns: 220_000_000, pruned: Some(20_000_000) },
    small("exponentile", 6_000_000),
    small("exponentile-live", 6_000_000),
    small("exponentile-3", 6_000_000),
    Recipe { preset: "merge3", turns: 8_000_000, pruned: Some(1_000_000) },
    small("merge3-doubling", 6_000_000),
    small("numberclart", 6_000_000),
    small("factors", 12_000_000),
    small("factors-easy", 12_000_000),
    small("factors-hard", 12_000_000),
    small("factors-chaos", 4_000_000),
];

/// `[PRESET …]`
pub fn run(presets: &[String]) -> Result<(), String> {
    if let Some(unknown) = presets.iter().find(|preset| RECIPES.iter().all(|recipe| recipe.preset != **preset)) {
        return Err(format!("there is no preset “{unknown}”"));
    }
    let built = system::executables(&mut system::cargo(&["build", "--release", "--bin", "tilewright"]))?;
    let (_, program) = built.first().ok_or("cargo names no program “tilewright”")?;
    let folder = root().join("crates/values/weights");
    fs::create_dir_all(&folder).map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
    let is_wanted = |recipe: &&Recipe| presets.is_empty() || presets.iter().any(|preset| preset == recipe.preset);
    for Recipe { preset, turns, pruned } in RECIPES.iter().filter(is_wanted) {
        let file = folder.join(format!("{preset}.values"));
        let fresh = folder.join(format!("{preset}.values.new"));
        let _ = fs::remove_file(&fresh);
        let train = |turns: u64, options: &[&str]| {
            println!("weights: {preset}, {turns} turns {}", options.join(" "));
            let mut train = Command::new(program);
            train.args(["train", preset, "--seed", "1", "--moves", &turns.to_string()]).args(options);
            system::run(train.arg("--out").arg(&fresh))
        };
        match pruned {
            None => train(*turns, &["--small"])?,
            Some(more) => {
                train(*turns, &[])?;
                train(*more, &["--resume", "--max-bytes", &MAX_BYTES.to_string()])?;
            }
        }
        fs::rename(&fresh, &file).map_err(|error| format!("cannot replace {}: {error}", file.display()))?;
        let _ = fs::remove_file(folder.join(format!("{preset}.values.new.curve")));
    }
    Ok(())
}

/// Copies the weights that pages fetch into a folder, unless they are up to date.
pub fn for_pages(folder: &Path) -> Result<(), String> {
    let failed = |error| format!("cannot write {}: {error}", folder.display());
    fs::create_dir_all(folder).map_err(failed)?;
    let source = root().join("crates/values/weights");
    for entry in fs::read_dir(&source).map_err(|error| format!("cannot read {}: {error}", source.display()))? {
        let entry = entry.map_err(failed)?;
        let (from, to) = (entry.path(), folder.join(entry.file_name()));
        if from.extension().is_some_and(|extension| extension == "values") && !is_newer(&to, &from) {
            fs::copy(&from, &to).map_err(failed)?;
        }
    }
    Ok(())
}

fn is_newer(file: &Path, than: &Path) -> bool {
    let modified = |path: &Path| fs::metadata(path).and_then(|data| data.modified()).ok();
    modified(file) > modified(than)
}

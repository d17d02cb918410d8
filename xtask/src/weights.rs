//! The weights that ship: trains them anew, and makes those of the pages from them.

use crate::{root, system};
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// The most bytes of a file of weights that pages fetch. The files are range-coded: compressing them further gains nothing.
const MAX_FETCHED: u64 = 1_000_000;

/// The presets with the turns that each is trained for, on one thread and with one seed: the same file on any machine.
const TURNS: [(&str, u64); 12] = [
    ("classic-2048", 1_000_000_000),
    ("hex-2048", 500_000_000),
    ("exponentile", 6_000_000),
    ("exponentile-live", 6_000_000),
    ("exponentile-3", 6_000_000),
    ("merge3", 4_000_000),
    ("merge3-doubling", 2_000_000),
    ("numberclart", 6_000_000),
    ("factors", 12_000_000),
    ("factors-easy", 12_000_000),
    ("factors-hard", 12_000_000),
    ("factors-chaos", 2_000_000),
];

/// `[PRESET …]`
pub fn run(presets: &[String]) -> Result<(), String> {
    if let Some(unknown) = presets.iter().find(|preset| TURNS.iter().all(|(known, _)| known != preset)) {
        return Err(format!("there is no preset “{unknown}”"));
    }
    let built = system::executables(&mut system::cargo(&["build", "--release", "--bin", "tilewright"]))?;
    let (_, program) = built.first().ok_or("cargo names no program “tilewright”")?;
    let folder = root().join("crates/values/weights");
    fs::create_dir_all(&folder).map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
    for (preset, turns) in TURNS.iter().filter(|(preset, _)| presets.is_empty() || presets.iter().any(|p| p == preset))
    {
        let file = folder.join(format!("{preset}.values"));
        let fresh = folder.join(format!("{preset}.values.new"));
        let _ = fs::remove_file(&fresh);
        println!("weights: {preset}, {turns} turns");
        let mut train = Command::new(program);
        train.args(["train", preset, "--small", "--seed", "1", "--moves", &turns.to_string(), "--out"]).arg(&fresh);
        system::run(&mut train)?;
        fs::rename(&fresh, &file).map_err(|error| format!("cannot replace {}: {error}", file.display()))?;
        let _ = fs::remove_file(folder.join(format!("{preset}.values.new.curve")));
    }
    Ok(())
}

/// Writes the weights that pages fetch into a folder, unless they are up to date: those that ship, coded anew with fewer
/// bits where they are too long.
pub fn for_pages(folder: &Path) -> Result<(), String> {
    let failed = |error| format!("cannot write {}: {error}", folder.display());
    fs::create_dir_all(folder).map_err(failed)?;
    let source = root().join("crates/values/weights");
    // Built once: a second call of cargo might wait for another build to end.
    let mut program = None;
    for entry in fs::read_dir(&source).map_err(|error| format!("cannot read {}: {error}", source.display()))? {
        let entry = entry.map_err(failed)?;
        let (from, to) = (entry.path(), folder.join(entry.file_name()));
        if from.extension().is_none_or(|extension| extension != "values") || is_newer(&to, &from) {
            continue;
        }
        if entry.metadata().map_err(failed)?.len() <= MAX_FETCHED {
            fs::copy(&from, &to).map_err(failed)?;
        } else {
            println!("weights: coding {} anew, for pages", entry.file_name().display());
            let program = match &program {
                Some(program) => program,
                None => program.insert(build_fit()?),
            };
            system::run(Command::new(program).arg(&from).arg(&to).arg(MAX_FETCHED.to_string()))?;
        }
    }
    Ok(())
}

/// Builds the program that codes weights anew, and returns its path.
fn build_fit() -> Result<PathBuf, String> {
    let mut build = system::cargo(&["build", "--package", "tilewright-values", "--example", "fit"]);
    let built = system::executables(&mut build)?.into_iter().find(|(name, _)| name == "fit");
    built.map(|(_, program)| program).ok_or_else(|| "cargo names no program “fit”".into())
}

fn is_newer(file: &Path, than: &Path) -> bool {
    let modified = |path: &Path| fs::metadata(path).and_then(|data| data.modified()).ok();
    modified(file) > modified(than)
}

//! The weights that ship: trains them anew, and copies them for the pages.

use crate::{root, system};
use std::{fs, path::Path, process::Command};

/// The most bytes of a file of weights: of the program, and of the pages, which fetch it. Files are range-coded: compressing
/// them further gains nothing.
const MAX_SHIPPED: u64 = 2 << 20;
const MAX_FETCHED: u64 = 1_000_000;

/// How the weights of a preset are trained, on one thread and with one seed: the same files on any machine.
struct Recipe {
    preset: &'static str,
    /// Trainings that go on with each other: options of `tilewright train`, and turns.
    stages: &'static [(&'static [&'static str], u64)],
    /// If the file is too long: the sizes that it is pruned to, for the program and, if that is too much for pages, for
    /// those; and the turns that follow.
    pruned: &'static [(u64, u64)],
}

/// The recipe of a preset for which small tables are enough.
macro_rules! small {
    ($preset:literal, $turns:literal) => {
        Recipe { preset: $preset, stages: &[(&["--small"], $turns)], pruned: &[] }
    };
}

const RECIPES: [Recipe; 12] = [
    Recipe {
        preset: "classic-2048",
        stages: &[(&["--small"], 1_000_000_000), (&["--resume"], 80_000_000)],
        pruned: &[(MAX_SHIPPED, 30_000_000), (MAX_FETCHED, 30_000_000)],
    },
    Recipe {
        preset: "hex-2048",
        stages: &[(&["--small"], 500_000_000), (&["--resume"], 60_000_000)],
        pruned: &[(MAX_SHIPPED, 20_000_000), (MAX_FETCHED, 20_000_000)],
    },
    small!("exponentile", 10_000_000),
    small!("exponentile-live", 10_000_000),
    small!("exponentile-3", 10_000_000),
    Recipe {
        preset: "merge3",
        stages: &[(&[], 20_000_000)],
        pruned: &[(MAX_SHIPPED, 2_000_000), (MAX_FETCHED, 2_000_000)],
    },
    small!("merge3-doubling", 20_000_000),
    small!("numberclart", 30_000_000),
    small!("factors", 60_000_000),
    small!("factors-easy", 24_000_000),
    small!("factors-hard", 24_000_000),
    small!("factors-chaos", 4_000_000),
];

/// The files of the program, and those that pages have instead.
const FOLDERS: [&str; 2] = ["crates/values/weights", "crates/values/weights/pages"];

/// `[PRESET …]`
pub fn run(presets: &[String]) -> Result<(), String> {
    if let Some(unknown) = presets.iter().find(|preset| RECIPES.iter().all(|recipe| recipe.preset != **preset)) {
        return Err(format!("there is no preset “{unknown}”"));
    }
    let built = system::executables(&mut system::cargo(&["build", "--release", "--bin", "tilewright"]))?;
    let (_, program) = built.first().ok_or("cargo names no program “tilewright”")?;
    let is_wanted = |recipe: &&Recipe| presets.is_empty() || presets.iter().any(|preset| preset == recipe.preset);
    for recipe in RECIPES.iter().filter(is_wanted) {
        recipe.train(program)?;
    }
    Ok(())
}

impl Recipe {
    fn train(&self, program: &Path) -> Result<(), String> {
        let folder = root().join("target/weights");
        fs::create_dir_all(&folder).map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
        let trained = folder.join(format!("{}.values", self.preset));
        let _ = fs::remove_file(&trained);
        for (options, turns) in self.stages {
            self.run(program, *turns, options, &trained)?;
        }
        if self.pruned.is_empty() {
            return self.keep(&trained, FOLDERS[0]);
        }
        for ((bytes, turns), to) in self.pruned.iter().zip(FOLDERS) {
            let pruned = folder.join(format!("{}-{bytes}.values", self.preset));
            fs::copy(&trained, &pruned).map_err(|error| format!("cannot write {}: {error}", pruned.display()))?;
            self.run(program, *turns, &["--resume", "--max-bytes", &bytes.to_string()], &pruned)?;
            self.keep(&pruned, to)?;
        }
        Ok(())
    }

    fn run(&self, program: &Path, turns: u64, options: &[&str], file: &Path) -> Result<(), String> {
        println!("weights: {}, {turns} turns {}", self.preset, options.join(" "));
        let mut train = Command::new(program);
        train.args(["train", self.preset, "--seed", "1", "--moves", &turns.to_string()]).args(options);
        system::run(train.arg("--out").arg(file))
    }

    /// Replaces the file of the preset in a folder.
    fn keep(&self, file: &Path, folder: &str) -> Result<(), String> {
        let to = root().join(folder).join(format!("{}.values", self.preset));
        fs::copy(file, &to).map(|_| ()).map_err(|error| format!("cannot write {}: {error}", to.display()))
    }
}

/// Copies the weights that pages fetch into a folder, unless they are up to date.
pub fn for_pages(folder: &Path) -> Result<(), String> {
    let failed = |error| format!("cannot write {}: {error}", folder.display());
    fs::create_dir_all(folder).map_err(failed)?;
    for Recipe { preset, .. } in &RECIPES {
        let name = format!("{preset}.values");
        let [shipped, own] = FOLDERS.map(|folder| root().join(folder).join(&name));
        let (from, to) = (if own.exists() { own } else { shipped }, folder.join(&name));
        if !is_newer(&to, &from) {
            let bytes = fs::copy(&from, &to).map_err(failed)?;
            if bytes > MAX_FETCHED {
                return Err(format!("{} has {bytes} bytes; pages fetch at most {MAX_FETCHED}", from.display()));
            }
        }
    }
    Ok(())
}

fn is_newer(file: &Path, than: &Path) -> bool {
    let modified = |path: &Path| fs::metadata(path).and_then(|data| data.modified()).ok();
    modified(file) > modified(than)
}

//! The fuzz targets, each for a while.

use crate::{root, system};
use std::{fs, process::Command};

const TARGETS: [&str; 5] = ["variants", "positions", "replays", "rpc", "tables"];
/// Pinned, so that a new release does not surprise a test run.
const VERSION: &str = "0.13.2";

/// `[SECONDS] [TARGET …]`
pub fn run(args: &[String]) -> Result<(), String> {
    let (seconds, targets) = match args.split_first() {
        Some((first, rest)) if first.parse::<u32>().is_ok() => (first.as_str(), rest),
        _ => ("20", args),
    };
    let targets: Vec<&str> = match targets {
        [] => TARGETS.into(),
        some => some.iter().map(String::as_str).collect(),
    };
    if let Some(stranger) = targets.iter().find(|target| !TARGETS.contains(target)) {
        return Err(format!("there is no target “{stranger}”; there are {}", TARGETS.join(", ")));
    }
    let tool = install()?;
    for target in targets {
        println!("fuzz: {target}, {seconds} s");
        let folder = root().join("fuzz");
        let corpus = format!("corpus/{target}");
        fs::create_dir_all(folder.join(&corpus)).map_err(|error| format!("{corpus}: {error}"))?;
        let mut fuzz = Command::new(&tool);
        // Coverage and the sanitizer are behind flags that a stable compiler has to be asked for.
        fuzz.env("RUSTC_BOOTSTRAP", "1").current_dir(&folder);
        fuzz.args(["fuzz", "run", target, &corpus, &format!("seeds/{target}"), "--"]);
        fuzz.args([&format!("-max_total_time={seconds}"), "-max_len=8192", "-timeout=20", "-print_final_stats=1"]);
        let (_, said) = system::outputs(&mut fuzz)?;
        let runs = said.lines().find_map(|line| line.strip_prefix("stat::number_of_executed_units:"));
        println!("fuzz: {target}: {} runs, nothing found", runs.unwrap_or(" ?").trim());
    }
    Ok(())
}

/// cargo-fuzz, from the path or installed beside the build.
fn install() -> Result<std::path::PathBuf, String> {
    if !system::has("c++") {
        system::install(&["g++"]).map_err(|error| {
            format!("fuzzing needs a C++ compiler: {error}; install one (Debian: apt-get install g++)")
        })?;
    }
    let tools = root().join("target/tools");
    let tool = tools.join("bin/cargo-fuzz");
    if !tool.is_file() {
        println!("fuzz: installing cargo-fuzz {VERSION} into target/tools, once");
        let mut cargo = system::cargo(&["install", "--quiet", "--locked", "--version", VERSION, "cargo-fuzz"]);
        system::run(cargo.arg("--root").arg(&tools))
            .map_err(|error| format!("{error}; install it by hand: cargo install cargo-fuzz"))?;
    }
    Ok(tool)
}

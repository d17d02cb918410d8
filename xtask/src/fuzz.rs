//! The fuzz targets: one binary, run once per format, as many at a time as there are processors.

use crate::{
    install::{self, Tool},
    root, system,
};
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    sync::Mutex,
    thread,
};

/// What libFuzzer needs: coverage counters, compared operands, depth of the stack, and the address sanitizer.
const FLAGS: [&str; 9] = [
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
    "-Cllvm-args=-sanitizer-coverage-stack-depth",
    "-Ccodegen-units=1",
    "-Zsanitizer=address",
    "--cfg=fuzzing",
];

/// `[SECONDS] [FORMAT …]`
pub fn run(args: &[String]) -> Result<(), String> {
    let (seconds, formats) = match args.split_first() {
        Some((first, rest)) if first.parse::<u32>().is_ok() => (first.as_str(), rest),
        _ => ("10", args),
    };
    let known = formats_with_seeds()?;
    if let Some(unknown) = formats.iter().find(|format| !known.contains(format)) {
        return Err(format!("there is no format “{unknown}”; there are {}", known.join(", ")));
    }
    let binary = build()?;
    let formats = if formats.is_empty() { &known } else { formats };
    let lanes = thread::available_parallelism().map_or(2, |count| count.get()).min(formats.len());
    let queue = Mutex::new(formats.iter());
    let next = || queue.lock().expect("no lane panics").next();
    let lane = || {
        while let Some(format) = next() {
            fuzz(&binary, format, seconds)?;
        }
        Ok(())
    };
    thread::scope(|scope| {
        let lanes: Vec<_> = (0..lanes).map(|_| scope.spawn(lane)).collect();
        lanes.into_iter().try_for_each(|lane| lane.join().expect("no lane panics"))
    })
}

fn fuzz(binary: &Path, format: &str, seconds: &str) -> Result<(), String> {
    println!("fuzz: {format}, {seconds} s");
    let [corpus, artifacts] = ["corpus", "artifacts"].map(|kind| format!("{kind}/{format}/"));
    for path in [&corpus, &artifacts] {
        fs::create_dir_all(folder().join(path)).map_err(|error| format!("cannot make fuzz/{path}: {error}"))?;
    }
    let mut fuzz = Command::new(binary);
    fuzz.current_dir(folder()).env("FORMAT", format).args([&corpus, &format!("seeds/{format}")]);
    fuzz.args([&format!("-artifact_prefix={artifacts}"), &format!("-max_total_time={seconds}")]);
    fuzz.args(["-max_len=8192", "-timeout=20", "-print_final_stats=1"]);
    let (_, errors) = system::outputs(&mut fuzz).map_err(|error| format!("{format}: {error}"))?;
    let runs = errors.lines().find_map(|line| line.strip_prefix("stat::number_of_executed_units:"));
    let runs = runs.ok_or_else(|| format!("{format}: libFuzzer prints no number of runs"))?;
    println!("fuzz: {format}: {} runs, nothing found", runs.trim());
    Ok(())
}

/// The formats: the folders of `fuzz/seeds`.
fn formats_with_seeds() -> Result<Vec<String>, String> {
    let failed = |error| format!("fuzz/seeds: {error}");
    let entries = fs::read_dir(folder().join("seeds")).map_err(failed)?;
    let mut names = Vec::new();
    for entry in entries {
        names.push(entry.map_err(failed)?.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    Ok(names)
}

/// Builds the binary and returns its path.
fn build() -> Result<PathBuf, String> {
    install::need(&[Tool::Cpp])?;
    let host = system::host()?;
    // An explicit target keeps the flags away from build scripts and macros.
    let mut cargo = system::cargo(&["build", "--release", "--target", &host]);
    cargo.current_dir(folder()).args(["--config", &format!("target.{host}.rustflags={FLAGS:?}")]);
    // The flags are unstable options, which the variable makes available.
    cargo.env("RUSTC_BOOTSTRAP", "1");
    let programs = system::executables(&mut cargo)?;
    programs.into_iter().next().map(|(_, path)| path).ok_or_else(|| "cargo names no fuzz target".into())
}

fn folder() -> PathBuf {
    root().join("fuzz")
}

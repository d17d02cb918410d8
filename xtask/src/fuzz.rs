//! The fuzz targets: one binary, run once per format.

use crate::{root, system};
use std::{fs, process::Command};

/// What libFuzzer needs: coverage counters, comparisons, and the address sanitizer. `-Z` needs `RUSTC_BOOTSTRAP` on a
/// stable compiler.
const FLAGS: &str = "-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares -Ccodegen-units=1 -Zsanitizer=address --cfg=fuzzing";

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
    for format in if formats.is_empty() { &known } else { formats } {
        println!("fuzz: {format}, {seconds} s");
        let folder = root().join("fuzz");
        let (corpus, artifacts) = (format!("corpus/{format}"), format!("artifacts/{format}/"));
        for path in [&corpus, &artifacts] {
            fs::create_dir_all(folder.join(path)).map_err(|error| format!("{path}: {error}"))?;
        }
        let mut fuzz = Command::new(&binary);
        fuzz.current_dir(&folder).env("FORMAT", format).args([&corpus, &format!("seeds/{format}")]);
        fuzz.args([&format!("-artifact_prefix={artifacts}"), &format!("-max_total_time={seconds}")]);
        fuzz.args(["-max_len=8192", "-timeout=20", "-print_final_stats=1"]);
        let (_, errors) = system::outputs(&mut fuzz)?;
        let runs = errors.lines().find_map(|line| line.strip_prefix("stat::number_of_executed_units:"));
        println!("fuzz: {format}: {} runs, nothing found", runs.unwrap_or(" ?").trim());
    }
    Ok(())
}

/// The formats: the folders of `fuzz/seeds`.
fn formats_with_seeds() -> Result<Vec<String>, String> {
    let failed = |error| format!("fuzz/seeds: {error}");
    let entries = fs::read_dir(root().join("fuzz/seeds")).map_err(failed)?;
    let mut names = Vec::new();
    for entry in entries {
        names.push(entry.map_err(failed)?.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    Ok(names)
}

/// Builds the binary and returns its path. An explicit target keeps the flags away from build scripts and macros.
fn build() -> Result<std::path::PathBuf, String> {
    if !system::has("c++") {
        system::install(&["g++"]).map_err(|error| {
            format!("fuzzing needs a C++ compiler: {error}; install one (Debian: apt-get install g++)")
        })?;
    }
    let version = system::output(Command::new("rustc").arg("-vV"))?;
    let target = version.lines().find_map(|line| line.strip_prefix("host: ")).ok_or("rustc names no host")?;
    let mut cargo = system::cargo(&["build", "--release", "--target", target]);
    cargo.current_dir(root().join("fuzz")).env("RUSTFLAGS", FLAGS).env("RUSTC_BOOTSTRAP", "1");
    system::run(&mut cargo)?;
    Ok(root().join(format!("fuzz/target/{target}/release/formats")))
}

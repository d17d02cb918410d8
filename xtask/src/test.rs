//! `cargo xtask test`: all checks.

use crate::{
    root,
    steps::{self, Step},
    system::{cargo, npm},
};
use std::{io, path::Path, process::Command, thread};

pub fn run(args: &[String]) -> Result<(), String> {
    if !args.is_empty() {
        return Err("it takes no arguments; for a quick look use `cargo test`".into());
    }
    let xtask = std::env::current_exe().map_err(|error| format!("cannot find xtask itself: {error}"))?;
    // More than there are processors: many steps wait for the network or for a single thread. More than five wait for each
    // other's files.
    let lanes = thread::available_parallelism().map_or(2, |count| count.get()).clamp(2, 3) + 2;
    let mut steps = list(&xtask);
    // A folder of its own: what `cargo test` has built with other settings stays.
    let folder = root().join("target/test");
    for step in &mut steps {
        step.command.envs(CARGO_SETTINGS).env("CARGO_TARGET_DIR", &folder);
    }
    steps::run(steps, lanes, &mut io::stdout())
}

/// Everything is built once. What makes the next build after a change quicker only costs time: keeping intermediate
/// results, and many codegen units, each of which compiles the generic functions it uses again. With one, our crates
/// take half the processor time. Nor does anybody debug these builds: a panic names its line without debug information.
const CARGO_SETTINGS: [(&str, &str); 3] =
    [("CARGO_INCREMENTAL", "0"), ("CARGO_PROFILE_DEV_CODEGEN_UNITS", "1"), ("CARGO_PROFILE_DEV_DEBUG", "0")];

/// The steps, those that others wait for first.
fn list(xtask: &Path) -> Vec<Step> {
    let task = |args: &[&str]| {
        let mut command = Command::new(xtask);
        command.args(args);
        command
    };
    vec![
        Step::new("install", &[], task(&["install"])),
        Step::new("format", &[], cargo(&["fmt", "--all", "--check"])),
        Step::new("pages", &["install"], task(&["web"])),
        Step::new(
            "lints",
            &[],
            cargo(&["clippy", "--workspace", "--all-targets", "--all-features", "--", "-D", "warnings"]),
        ),
        // Without the feature `conformance`. After the lints, because two cargos at once wait for the same build lock.
        Step::new("core lints", &["lints"], cargo(&["clippy", "--package", "tilewright-core", "--", "-D", "warnings"])),
        // With the pages, which the server has in it: built before them, it would be built again.
        Step::new(
            "test build",
            &["core lints", "pages"],
            cargo(&["test", "--workspace", "--all-features", "--no-run"]),
        ),
        // Late enough that its build and its runs fill the time in which others wait.
        Step::new("fuzz", &["core lints"], task(&["fuzz", "6"])),
        Step::new("tests", &["test build"], cargo(&["test", "--workspace", "--all-features", "--no-fail-fast"])),
        Step::new("python set-up", &["install"], task(&["python", "--set-up"])),
        Step::new("page lints", &["install"], npm(&["run", "lint"])),
        Step::new("page types", &["pages"], npm(&["run", "check"])),
        Step::new("page tests", &["pages"], npm(&["test"])),
        // After the build of the tests, which has what these need: they would only wait for cargo's lock.
        Step::new("browser", &["pages", "test build"], task(&["browser"])),
        Step::new("python", &["python set-up", "test build"], task(&["python"])),
        Step::new("parity", &["pages", "test build"], task(&["parity"])),
    ]
}

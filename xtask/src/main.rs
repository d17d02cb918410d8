//! Tasks of the workspace: `cargo xtask TASK`. Few dependencies, so that it builds in seconds.

#![forbid(unsafe_code)]

mod browser;
mod engine;
mod fuzz;
mod install;
mod parity;
mod python;
mod steps;
mod system;
mod test;
mod wasm;
mod web;
mod weights;

use std::{path::PathBuf, process::ExitCode};

/// Name, description and function of a task; the function gets the arguments after the name.
type Task = (&'static str, &'static str, fn(&[String]) -> Result<(), String>);

const TASKS: &[Task] = &[
    ("test", "all checks: format, lints, tests, pages, browser, WebAssembly parity, Python, fuzz targets", test::run),
    (
        "speed",
        "random play in turns per CPU second, compared with another crate: [--seconds S] [--variant FILE]… [PRESET …]; \
         --search [--nodes N]: nodes of expectimax per CPU second",
        speed,
    ),
    ("web", "build the pages into web/dist", |_| web::build()),
    ("serve", "build the pages and serve them: [--port P] [--host H]", web::serve),
    ("browser", "the browser tests, with the pages in web/dist", |_| browser::test()),
    ("parity", "compare recorded games: native, WebAssembly in Node.js, WebAssembly in Chromium", |_| parity::run()),
    (
        "python",
        "install the Python package into target/python and run its tests: [ARGUMENTS OF PYTEST …]",
        python::test,
    ),
    ("fuzz", "fuzz each format that is read for some seconds: [SECONDS] [FORMAT …]", fuzz::run),
    ("record", "record perft counts and playthroughs anew; check the difference before you commit it", record),
    ("weights", "train the weights that ship anew; takes an hour or more: [PRESET …]", weights::run),
    ("install", "install what the other tasks need", |_| install::all()),
];

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    let name = args.next().unwrap_or_default();
    let rest: Vec<String> = args.collect();
    let Some((_, _, task)) = TASKS.iter().find(|task| task.0 == name) else {
        eprintln!("usage: cargo xtask TASK");
        for (name, about, _) in TASKS {
            eprintln!("  {name:<8} {about}");
        }
        return if name.is_empty() || name == "help" { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    };
    match task(&rest) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("xtask {name}: {message}");
            ExitCode::FAILURE
        }
    }
}

/// The root of the workspace.
fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask is a folder of the workspace").to_owned()
}

fn speed(args: &[String]) -> Result<(), String> {
    let mut cargo = system::cargo(&["run", "--release", "--quiet", "--package", "tilewright-benches", "--"]);
    system::run(cargo.args(args))
}

fn record(_: &[String]) -> Result<(), String> {
    let mut cargo = system::cargo(&["test", "--workspace", "--all-features"]);
    system::run(cargo.env("TILEWRIGHT_RECORD", "1"))
}

//! Tasks of the workspace: `cargo xtask TASK`. Standard library only, so that it builds in a moment.

#![forbid(unsafe_code)]

mod fuzz;
mod parity;
mod system;
mod test;
mod wasm;
mod web;

use std::{path::PathBuf, process::ExitCode};

/// A task: its name, what it does, and the function that takes its arguments.
type Task = (&'static str, &'static str, fn(&[String]) -> Result<(), String>);

const TASKS: &[Task] = &[
    ("test", "everything that has to hold: format, lints, tests, WebAssembly parity, fuzz targets", test::run),
    ("speed", "random play in steps per CPU second, beside a peer: [--seconds S] [PRESET …]", speed),
    ("web", "the arcade in the browser, built into web/dist", |_| web::build()),
    ("serve", "build the arcade in the browser and serve it: [--port P] [--host H]", web::serve),
    ("parity", "the recorded games natively and in WebAssembly, in Node.js and in Chromium", |_| parity::run()),
    ("fuzz", "each fuzz target for a while: [SECONDS] [TARGET …]", fuzz::run),
    ("record", "record counts and playthroughs anew; look at the difference before you commit it", record),
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
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask stands in the workspace").to_owned()
}

fn speed(args: &[String]) -> Result<(), String> {
    let mut cargo = system::cargo(&["run", "--release", "--quiet", "--package", "tilewright-benches", "--"]);
    system::run(cargo.args(args))
}

fn record(_: &[String]) -> Result<(), String> {
    let mut cargo = system::cargo(&["test", "--workspace"]);
    system::run(cargo.env("TILEWRIGHT_RECORD", "1"))
}

//! The pages: built into `web/dist`, and served by the program.

use crate::{engine, root, system};
use std::process::Command;

/// Builds everything that is served, into `web/dist`.
pub fn build() -> Result<(), String> {
    engine::build()?;
    system::run(&mut system::npm(&["run", "build"]))?;
    system::run(Command::new("node").arg("xtask/src/compress.mjs").arg("web/dist").current_dir(root()))
}

/// Builds the pages and the program with them in it, and serves them; the arguments go to `tilewright serve`.
pub fn serve(args: &[String]) -> Result<(), String> {
    build()?;
    let mut program = system::cargo(&[
        "run",
        "--quiet",
        "--release",
        "--package",
        "tilewright",
        "--features",
        "serve",
        "--",
        "serve",
    ]);
    system::run(program.args(args))
}

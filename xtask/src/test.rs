//! `cargo xtask test`: everything that has to hold, one step after the other.

use crate::{fuzz, parity, system, web};
use std::time::Instant;

pub fn run(args: &[String]) -> Result<(), String> {
    if !args.is_empty() {
        return Err("it takes no arguments; for a quick look use `cargo test`".into());
    }
    type Step = (&'static str, fn() -> Result<(), String>);
    let steps: &[Step] = &[
        ("format", || cargo(&["fmt", "--all", "--check"])),
        ("lints", || cargo(&["clippy", "--workspace", "--all-targets", "--all-features", "--", "-D", "warnings"])),
        ("lints of the core without its test suite", || {
            cargo(&["clippy", "--package", "tilewright-core", "--", "-D", "warnings"])
        }),
        ("Rust tests", || cargo(&["test", "--workspace", "--no-fail-fast"])),
        ("pages", web::build),
        ("types and logic of the pages", || web::npm(&["run", "check"]).and_then(|()| web::npm(&["test"]))),
        ("pages in a browser", web::test),
        ("WebAssembly parity", parity::run),
        ("fuzz targets, shortly", || fuzz::run(&["20".into()])),
    ];
    let whole = Instant::now();
    for (i, (name, step)) in steps.iter().enumerate() {
        println!("\n== {}/{} {name}", i + 1, steps.len());
        let clock = Instant::now();
        step().map_err(|error| format!("{name}: {error}"))?;
        println!("== {name}: fine, {:.0} s", clock.elapsed().as_secs_f64());
    }
    println!("\n== all {} steps are fine, {:.0} s", steps.len(), whole.elapsed().as_secs_f64());
    println!("{} passed, 0 failed", steps.len());
    Ok(())
}

fn cargo(args: &[&str]) -> Result<(), String> {
    system::run(&mut system::cargo(args))
}

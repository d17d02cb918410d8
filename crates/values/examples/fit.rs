//! Codes a file of values anew so that it has at most a number of bytes: `fit IN OUT BYTES`. The pages' weights are made
//! with it, where those of the terminal are too long to be fetched.

use std::{env, fs, path::Path, process::ExitCode};
use tilewright_values::Values;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    match fit(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn fit(arguments: &[String]) -> Result<(), String> {
    let [from, to, max] = arguments else { return Err("usage: fit IN OUT BYTES".into()) };
    let max = max.parse().map_err(|_| format!("“{max}” is no number of bytes"))?;
    let bytes = Values::open(Path::new(from))?.to_bytes(Some(max));
    if bytes.len() > max {
        return Err(format!("{from} does not fit into {max} bytes"));
    }
    fs::write(to, bytes).map_err(|error| format!("cannot write {to}: {error}"))
}

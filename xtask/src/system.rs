//! Running other programs.

use crate::root;
use std::{
    path::PathBuf,
    process::{Command, Stdio},
    time::{Duration, Instant},
};

/// The `cargo` that runs this program, in the workspace.
pub fn cargo(args: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(args).current_dir(root());
    command
}

/// npm in the folder of the pages.
pub fn npm(args: &[&str]) -> Command {
    let mut command = Command::new("npm");
    command.args(args).current_dir(root().join("web"));
    command
}

/// Says what is about to be done, does it, and says how long it took.
///
/// # Errors
/// What the work returns.
pub fn timed<T>(what: &str, work: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    println!("{what}");
    let start = Instant::now();
    let result = work()?;
    println!("{}", done(what, start.elapsed()));
    Ok(result)
}

/// That something is done: `engine: page: bindings: 1 min 5 s`. What was said of the time to expect is left out.
fn done(what: &str, took: Duration) -> String {
    let what = what.split([',', ';']).next().unwrap_or(what);
    match took.as_secs() {
        seconds @ ..60 => format!("{what}: {seconds} s"),
        seconds => format!("{what}: {} min {} s", seconds / 60, seconds % 60),
    }
}

/// Runs a program to its end.
///
/// # Errors
/// The program cannot be started or fails; the text names it.
pub fn run(command: &mut Command) -> Result<(), String> {
    let name = describe(command);
    let status = command.status().map_err(|error| format!("cannot start {name}: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{name} failed ({status})")) }
}

/// Runs a program and returns its standard output without trailing white space.
///
/// # Errors
/// As [`run`]. The end of the program's error output is printed then.
pub fn output(command: &mut Command) -> Result<String, String> {
    outputs(command).map(|(stdout, _)| stdout)
}

/// As [`output`], with the error output as the second text.
pub fn outputs(command: &mut Command) -> Result<(String, String), String> {
    const SHOWN: usize = 60;
    let name = describe(command);
    let output = command.output().map_err(|error| format!("cannot start {name}: {error}"))?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim_end().to_owned();
    let errors = text(&output.stderr);
    if !output.status.success() {
        let lines: Vec<_> = errors.lines().collect();
        eprintln!("{}", lines[lines.len().saturating_sub(SHOWN)..].join("\n"));
        return Err(format!("{name} failed ({})", output.status));
    }
    Ok((text(&output.stdout), errors))
}

/// Runs a build command of cargo and returns the files it made or found up to date whose names end in `suffix`.
///
/// # Errors
/// As [`run`], or cargo's messages cannot be read.
pub fn artifacts(cargo: &mut Command, suffix: &str) -> Result<Vec<PathBuf>, String> {
    let mut files: Vec<PathBuf> = build(cargo)?.into_iter().flat_map(|artifact| artifact.files).collect();
    files.retain(|file| file.to_string_lossy().ends_with(suffix));
    Ok(files)
}

/// Runs a build command of cargo and returns the programs it made or found up to date, with their names.
///
/// # Errors
/// As [`artifacts`].
pub fn executables(cargo: &mut Command) -> Result<Vec<(String, PathBuf)>, String> {
    let artifacts = build(cargo)?.into_iter();
    Ok(artifacts.filter_map(|artifact| Some((artifact.name, artifact.executable?))).collect())
}

/// Arguments for a build that shares everything with `cargo test --workspace --all-features`. The tests are part of it:
/// without them their dependencies would not count, which choose other features of common crates, and most crates would
/// be built again.
pub const AS_TESTED: [&str; 4] = ["build", "--workspace", "--all-features", "--tests"];

/// Builds a program of the workspace, [`AS_TESTED`], and returns its path.
///
/// # Errors
/// As [`artifacts`], or there is no such program.
pub fn program(name: &str) -> Result<PathBuf, String> {
    let programs = executables(cargo(&AS_TESTED).args(["--bin", name]))?;
    let program = programs.into_iter().find(|(found, _)| found == name);
    program.map(|(_, path)| path).ok_or_else(|| format!("cargo names no program “{name}”"))
}

fn build(cargo: &mut Command) -> Result<Vec<Artifact>, String> {
    cargo.arg("--message-format=json-render-diagnostics").stderr(Stdio::inherit());
    read_artifacts(&output(cargo)?)
}

/// What cargo says about a crate that it has built.
#[derive(Debug, PartialEq)]
struct Artifact {
    name: String,
    files: Vec<PathBuf>,
    executable: Option<PathBuf>,
}

/// Reads cargo's messages, one JSON object a line.
fn read_artifacts(messages: &str) -> Result<Vec<Artifact>, String> {
    let mut artifacts = Vec::new();
    for line in messages.lines() {
        let message: serde_json::Value =
            serde_json::from_str(line).map_err(|error| format!("cannot read cargo's message {line:?}: {error}"))?;
        // A program's own tests have its name.
        if message["reason"] == "compiler-artifact" && message["profile"]["test"] != true {
            let files = message["filenames"].as_array().into_iter().flatten();
            artifacts.push(Artifact {
                name: message["target"]["name"].as_str().unwrap_or_default().into(),
                files: files.filter_map(|file| file.as_str()).map(PathBuf::from).collect(),
                executable: message["executable"].as_str().map(PathBuf::from),
            });
        }
    }
    Ok(artifacts)
}

/// The platform that programs are built for by default, as the compiler names it.
///
/// # Errors
/// The compiler cannot be run.
pub fn host() -> Result<String, String> {
    let about = output(Command::new("rustc").arg("-vV").current_dir(root()))?;
    let host = about.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).ok_or_else(|| "rustc does not name its host".into())
}

/// Whether a program can be run.
pub fn has(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success())
}

/// The first words of a command, for messages.
pub fn describe(command: &Command) -> String {
    let program = PathBuf::from(command.get_program());
    let program = program.file_name().unwrap_or_default().to_os_string();
    let words = [program.as_os_str()].into_iter().chain(command.get_args()).take(6);
    let words: Vec<_> = words.map(|word| word.to_string_lossy()).collect();
    format!("`{}`", words.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn timed_says_how_long_it_took_and_hands_errors_on() {
        assert_eq!(done("pages: Vite, seconds", Duration::from_millis(1900)), "pages: Vite: 1 s");
        assert_eq!(
            done("engine: page: bindings; a minute", Duration::from_secs(65)),
            "engine: page: bindings: 1 min 5 s"
        );
        assert_eq!(timed("a step", || Ok(3)), Ok(3));
        assert_eq!(timed("a step", || Err::<(), _>("no".into())), Err("no".into()));
    }

    #[test]
    fn read_artifacts_takes_only_artifacts() {
        let messages = r#"{"reason":"compiler-artifact","target":{"name":"a"},"filenames":["/t/a \"b\".wasm"],"executable":null}
{"reason":"build-script-executed","out_dir":"/t/out"}
{"reason":"compiler-artifact","target":{"name":"c"},"filenames":["/t/c"],"executable":"/t/c"}
{"reason":"compiler-artifact","profile":{"test":true},"target":{"name":"c"},"filenames":["/t/d"],"executable":"/t/d"}
{"reason":"build-finished","success":true}"#;
        let a = Artifact { name: "a".into(), files: vec!["/t/a \"b\".wasm".into()], executable: None };
        let c = Artifact { name: "c".into(), files: vec!["/t/c".into()], executable: Some("/t/c".into()) };
        assert_eq!(read_artifacts(messages), Ok(vec![a, c]));
    }

    #[test]
    fn read_artifacts_text_that_is_no_json_is_refused() {
        assert!(read_artifacts("Compiling a").unwrap_err().starts_with("cannot read cargo's message"));
    }
}

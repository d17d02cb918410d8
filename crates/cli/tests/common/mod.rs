//! Runs the binary, with a home directory for each test.

#![allow(dead_code, reason = "each test file uses its part")]

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

/// The path of a home directory that does not exist yet.
pub fn home(name: &str) -> PathBuf {
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&dir);
    dir
}

/// The binary with this home directory.
pub fn tilewright(home: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tilewright"));
    command.env("TILEWRIGHT_HOME", home).env("LC_ALL", "C.UTF-8").env_remove("RUST_BACKTRACE");
    command
}

/// Runs the binary with these arguments and this input.
pub fn run(home: &Path, arguments: &[&str], input: &str) -> Output {
    feed(tilewright(home).args(arguments), input)
}

/// Runs a command with this input.
pub fn feed(command: &mut Command, input: &str) -> Output {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // Fails if the process ends before it has read everything.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

/// Standard output of a run that succeeded and wrote no error.
#[track_caller]
pub fn stdout(output: Output) -> String {
    let (out, err) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert!(output.status.success(), "{out}\n{err}");
    assert_eq!(err, "");
    out
}

/// Standard error of a run that failed.
#[track_caller]
pub fn stderr(output: Output) -> String {
    let err = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success());
    err
}

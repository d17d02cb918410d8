//! The real binary, with files of its own for each test.

#![allow(dead_code, reason = "each test file uses its part")]

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

/// An empty home.
pub fn home(name: &str) -> PathBuf {
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&dir);
    dir
}

/// The binary, with that home and nothing else from outside.
pub fn tilewright(home: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tilewright"));
    command.env("TILEWRIGHT_HOME", home).env_remove("RUST_BACKTRACE");
    command
}

/// Runs it with these arguments and this input.
pub fn run(home: &Path, arguments: &[&str], input: &str) -> Output {
    let mut child = tilewright(home)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // It may end before it has read everything.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

/// What it said, where it ended well and complained about nothing.
#[track_caller]
pub fn said(output: Output) -> String {
    let (out, err) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert!(output.status.success(), "{out}\n{err}");
    assert_eq!(err, "");
    out
}

/// What it complained about, where it failed.
#[track_caller]
pub fn refused(output: Output) -> String {
    let err = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success());
    err
}

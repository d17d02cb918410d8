//! Running other programs, and installing them where we may.

use crate::root;
use std::process::{Command, Stdio};

/// `cargo` in the workspace, as the one that runs us.
pub fn cargo(args: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(args).current_dir(root());
    command
}

/// Runs a program to its end; an error names it.
pub fn run(command: &mut Command) -> Result<(), String> {
    let name = describe(command);
    let status = command.status().map_err(|error| format!("cannot start {name}: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{name} failed ({status})")) }
}

/// Runs a program and gives what it printed, without the end of the last line. What it says beside that is shown only
/// where it fails, and then the end of it.
pub fn output(command: &mut Command) -> Result<String, String> {
    let (stdout, _) = outputs(command)?;
    Ok(stdout)
}

/// The same, with what it said beside it.
pub fn outputs(command: &mut Command) -> Result<(String, String), String> {
    const SHOWN: usize = 60;
    let name = describe(command);
    let output = command.output().map_err(|error| format!("cannot start {name}: {error}"))?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim_end().to_owned();
    let said = text(&output.stderr);
    if !output.status.success() {
        let lines: Vec<_> = said.lines().collect();
        eprintln!("{}", lines[lines.len().saturating_sub(SHOWN)..].join("\n"));
        return Err(format!("{name} failed ({})", output.status));
    }
    Ok((text(&output.stdout), said))
}

/// Whether a program is there.
pub fn has(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success())
}

/// Whether packages can be installed: as root, on Debian and its kin.
pub fn can_install() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|id| id.stdout.trim_ascii() == b"0") && has("apt-get")
}

/// Installs Debian packages.
pub fn install(packages: &[&str]) -> Result<(), String> {
    if !can_install() {
        return Err(format!("{} cannot be installed from here", packages.join(" ")));
    }
    let apt = |args: &[&str]| {
        let mut apt = Command::new("apt-get");
        apt.env("DEBIAN_FRONTEND", "noninteractive");
        apt.args(["-qq", "--option=DPkg::Lock::Timeout=300"]);
        run(apt.args(args).stdin(Stdio::null()))
    };
    println!("installing {}", packages.join(" "));
    // The lists of packages may be missing or old. That one of them cannot be had is no reason to stop: the
    // installation shows whether it was needed.
    let _ = apt(&["update"]);
    // Nothing is removed to make room; that is for the user to decide.
    apt(&[&["install", "-y", "--no-install-recommends", "--no-remove"], packages].concat())
}

fn describe(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args()).take(6);
    let words: Vec<_> = words.map(|word| word.to_string_lossy()).collect();
    format!("`{}`", words.join(" "))
}

//! Installing what the tasks need: Debian packages as root, npm packages into `web/node_modules`.

use crate::{
    browser,
    system::{has, npm, output, run},
    wasm,
};
use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
};

const NODE_MAJOR: u32 = 20;

/// A program that a task needs.
#[derive(Clone, Copy, PartialEq)]
pub enum Tool {
    /// Node.js with npm.
    Node,
    /// A browser for tests.
    Browser,
    /// A compiler for WebAssembly.
    Wasm,
    /// A C++ compiler, for libFuzzer.
    Cpp,
    /// Python with its module for virtual environments.
    Python,
}

use Tool::{Browser, Cpp, Node, Python, Wasm};

impl Tool {
    fn is_there(self) -> bool {
        match self {
            Node => node_major().is_some_and(|major| major >= NODE_MAJOR) && has("npm"),
            Browser => Path::new(&browser::path()).exists(),
            Wasm => wasm::target_installed() || wasm::debian_version().is_some(),
            Cpp => has("c++"),
            Python => {
                let check = "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))";
                Command::new("python3").args(["-c", check]).output().is_ok_and(|output| output.status.success())
            }
        }
    }

    /// Debian's packages for it.
    fn packages(self) -> &'static [&'static str] {
        match self {
            Node => &["nodejs", "npm"],
            Browser => &["chromium"],
            Wasm => &wasm::DEBIAN_PACKAGES,
            Cpp => &["g++"],
            Python => &["python3", "python3-venv"],
        }
    }

    /// What to do where it is missing and cannot be installed.
    fn remedy(self) -> String {
        match self {
            Node => format!("install Node.js {NODE_MAJOR} or newer with npm and put both on the path"),
            Browser => format!("install Chromium and put its path into the variable {}", browser::VARIABLE),
            Wasm => wasm::remedy(),
            Cpp => "install a C++ compiler and put it on the path as `c++`".into(),
            Python => "install Python 3.10 or newer with venv and put it on the path as `python3`".into(),
        }
    }
}

/// Everything that `cargo xtask test` needs. Debian's packages come in one go, as reading their lists takes half a
/// minute.
pub fn all() -> Result<(), String> {
    need(&[Node, Browser, Wasm, Cpp, Python])?;
    npm_packages()
}

/// Makes sure that the tools are there, installing missing ones where that is possible.
///
/// # Errors
/// Something is still missing; the text says what to do.
pub fn need(tools: &[Tool]) -> Result<(), String> {
    let missing: Vec<Tool> = tools.iter().copied().filter(|tool| !tool.is_there()).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let packages = missing.iter().flat_map(|tool| tool.packages()).copied().collect::<Vec<_>>();
    let failure = if can_install() { debian(&packages).err() } else { None };
    let remedies: Vec<_> = missing.iter().filter(|tool| !tool.is_there()).map(|tool| tool.remedy()).collect();
    match (remedies.is_empty(), failure) {
        (true, _) => Ok(()),
        (false, Some(failure)) => Err(format!("{failure}; {}", remedies.join("; "))),
        (false, None) => Err(remedies.join("; ")),
    }
}

/// The npm packages of the pages, as the lock file lists them.
pub fn npm_packages() -> Result<(), String> {
    need(&[Node])?;
    let web = crate::root().join("web");
    let modified = |path: &str| fs::metadata(web.join(path)).and_then(|file| file.modified()).ok();
    // npm writes a copy of the lock file when it has installed everything in it.
    if modified("node_modules/.package-lock.json") >= modified("package-lock.json") {
        return Ok(());
    }
    println!("installing npm packages into web/node_modules");
    run(&mut npm(&["ci", "--no-audit", "--no-fund"]))
}

fn node_major() -> Option<u32> {
    let version = Command::new("node").arg("--version").output().ok()?.stdout;
    String::from_utf8(version).ok()?.trim().trim_start_matches('v').split('.').next()?.parse().ok()
}

/// Whether Debian packages can be installed: as root, with apt.
fn can_install() -> bool {
    output(Command::new("id").arg("-u")).is_ok_and(|id| id == "0") && has("apt-get")
}

fn debian(packages: &[&str]) -> Result<(), String> {
    let apt = |args: &[&str]| {
        let mut apt = Command::new("apt-get");
        apt.env("DEBIAN_FRONTEND", "noninteractive");
        apt.args(["-qq", "--option=DPkg::Lock::Timeout=300"]);
        run(apt.args(args).stdin(Stdio::null()))
    };
    println!("installing into the system, with apt-get: {}", packages.join(" "));
    // The package lists may be missing or old. A list that cannot be read is no failure: the installation shows whether
    // it was needed.
    let _ = apt(&["update"]);
    // Nothing is removed to make room; that is for the user to decide.
    apt(&[&["install", "-y", "--no-install-recommends", "--no-remove"], packages].concat())
}

//! Builds a package of the workspace as a WebAssembly module, and checks for the Node.js that
//! runs it.
//!
//! A toolchain that has the `wasm32-unknown-unknown` target is simply used. Where it has not, and
//! the target cannot be downloaded, Debian's compiler takes its place: the distribution packages
//! the sources of the standard library too. They are compiled once, and the result is kept under
//! `target/wasm-sysroot`.

use crate::system::{can_install, install, output};
use std::env;
use std::fs::{self, File};
use std::io;
use std::path::{self, Path, PathBuf};
use std::process::{Command, Stdio};

const TARGET: &str = "wasm32-unknown-unknown";
const NODE_MAJOR: u32 = 20;

const DEBIAN_PACKAGES: [&str; 2] = ["rustc-web", "rust-web-src"];
const DEBIAN_RUSTC: &str = "/usr/bin/rustc";
/// The crates that the standard library depends on, packaged with its sources.
const DEBIAN_VENDOR: &str = "/usr/lib/rustlib/src/rust/library/vendor";

/// Sorting in particular is compiled anew for every type: a small way of it takes a tenth off the whole module.
const STD_FEATURE: &str = "optimize_for_size";

/// Beginnings of the names of variables that an outer `cargo` sets or takes its configuration
/// from. Inherited, they would give the inner builds another compiler, other flags or another
/// directory.
const LEAKING: [&str; 8] = [
    "CARGO_BUILD_",
    "CARGO_ENCODED_",
    "CARGO_INCREMENTAL",
    "CARGO_PROFILE_",
    "CARGO_TARGET_",
    "RUSTC",
    "RUSTFLAGS",
    "RUSTUP_TOOLCHAIN",
];

/// Builds the library of `package` with this profile, and returns the path of its `.wasm` file.
pub fn build(workspace_root: &Path, package: &str, profile: &str) -> Result<PathBuf, String> {
    let root =
        path::absolute(workspace_root).map_err(|e| format!("cannot resolve {}: {e}", workspace_root.display()))?;
    let target_dir = root.join("target/wasm");
    let installed = PathBuf::from(output(tool("rustc", &root).args(["--print", "sysroot"]))?);

    let mut cargo = cargo_build(&root, &target_dir, profile);
    cargo.args(["--lib", "--package", package]);
    if installed.join(libraries()).is_dir() {
        progress(&format!("building {package} with the installed target"));
    } else {
        let version = debian_packages()?;
        let linker = linker(&root, &installed)?;
        let sysroot = debian_sysroot(&root, &target_dir, &version)?;
        progress(&format!("building {package} with Debian's compiler"));
        cargo.env("RUSTC", DEBIAN_RUSTC);
        // As configuration rather than in the environment, where a list of flags is split at
        // spaces, which a path may contain. These flags add to those the workspace configures.
        let flag = format!("--sysroot={}", sysroot.display());
        config(&mut cargo, &format!("target.{TARGET}.rustflags=[{flag:?}]"));
        config(&mut cargo, &format!("target.{TARGET}.linker={linker:?}"));
    }
    artifacts(&mut cargo, ".wasm")?
        .pop()
        .ok_or_else(|| format!("{package} gave no .wasm file: is its crate type `cdylib`?"))
}

/// Checks that a recent enough `node` is on the path, installing Debian's where that is possible.
pub fn node() -> Result<(), String> {
    let version = || output(Command::new("node").arg("--version")).ok();
    let needed = format!("install Node.js {NODE_MAJOR} or newer and put `node` on the path");
    let mut found = version();
    if found.is_none() && can_install() {
        install(&["nodejs"]).map_err(|e| format!("{e}; {needed}"))?;
        found = version();
    }
    let found = found.ok_or_else(|| format!("node is missing; {needed}"))?;
    let major = found.trim_start_matches('v').split('.').next();
    match major.and_then(|digits| digits.parse().ok()) {
        Some(NODE_MAJOR..) => Ok(()),
        _ => Err(format!("node is {found}, which is too old; {needed}")),
    }
}

/// Where a sysroot keeps what was compiled for the target.
fn libraries() -> String {
    format!("lib/rustlib/{TARGET}/lib")
}

/// The linker that comes with the installed toolchain. Debian's compiler comes without one.
fn linker(root: &Path, installed: &Path) -> Result<String, String> {
    let about = output(tool("rustc", root).arg("-vV"))?;
    let mut lines = about.lines();
    let host = lines.find_map(|line| line.strip_prefix("host: "));
    let host = host.ok_or("rustc does not name its host")?;
    let linker = installed.join(format!("lib/rustlib/{host}/bin/rust-lld"));
    if !linker.is_file() {
        return Err(format!("{} is missing; {}", linker.display(), remedy()));
    }
    Ok(linker.display().to_string())
}

/// A sysroot with the standard library for the target, compiled by Debian's compiler of this
/// version unless an earlier run has done so.
fn debian_sysroot(root: &Path, target_dir: &Path, version: &str) -> Result<PathBuf, String> {
    let cache = root.join("target/wasm-sysroot");
    let sysroot = cache.join(format!("{version}-{STD_FEATURE}"));
    let failed = |e: io::Error| format!("cannot write {}: {e}", cache.display());

    // Two runs at once must not write the same files. The system releases the lock of a run that
    // is interrupted.
    fs::create_dir_all(root.join("target")).map_err(failed)?;
    let lock = File::create(root.join("target/wasm-sysroot.lock")).map_err(failed)?;
    lock.lock().map_err(failed)?;
    if sysroot.is_dir() {
        return Ok(sysroot);
    }

    progress(&format!("compiling the standard library {version}, once"));
    // What is there belongs to another version or to an interrupted run. What was compiled with
    // an older library goes too, because cargo does not notice that a sysroot has changed.
    for dir in [&cache, target_dir] {
        match fs::remove_dir_all(dir) {
            Err(e) if e.kind() != io::ErrorKind::NotFound => return Err(failed(e)),
            _ => {}
        }
    }
    // Cargo builds the standard library only for a package, hence an empty one; it is a workspace
    // of its own, although it lies within another.
    let package = cache.join("empty");
    let manifest = "[package]\nname = \"empty\"\nedition = \"2024\"\n\n[workspace]\n";
    fs::create_dir_all(package.join("src")).map_err(failed)?;
    fs::write(package.join("Cargo.toml"), manifest).map_err(failed)?;
    fs::write(package.join("src/lib.rs"), "#![no_std]\n").map_err(failed)?;

    let mut cargo = cargo_build(&package, &package.join("target"), "release");
    // To build the standard library is an unstable option, which the variable makes available.
    cargo.env("RUSTC", DEBIAN_RUSTC).env("RUSTC_BOOTSTRAP", "1");
    cargo.args(["--offline", "-Zbuild-std=std,panic_abort"]);
    cargo.arg(format!("-Zbuild-std-features={STD_FEATURE}"));
    config(&mut cargo, "source.crates-io.replace-with='std-vendor'");
    config(&mut cargo, &format!("source.std-vendor.directory='{DEBIAN_VENDOR}'"));
    // Cargo leaves the bitcode out by default, but link-time optimisation needs it.
    config(&mut cargo, &format!("target.{TARGET}.rustflags=['-Cembed-bitcode=yes']"));

    let staging = cache.join("staging");
    fs::create_dir_all(staging.join(libraries())).map_err(failed)?;
    for library in artifacts(&mut cargo, ".rlib")? {
        let name = library.file_name().unwrap_or_default();
        if name != "libempty.rlib" {
            fs::copy(&library, staging.join(libraries()).join(name)).map_err(failed)?;
        }
    }
    // The sysroot gets its name only when it is whole.
    fs::rename(&staging, &sysroot).map_err(failed)?;
    fs::remove_dir_all(&package).map_err(failed)?;
    Ok(sysroot)
}

/// The version of Debian's compiler and library sources, installed where missing and possible.
fn debian_packages() -> Result<String, String> {
    let version = |package| {
        let format = "--showformat=${db:Status-Status} ${Version}";
        let line = output(Command::new("dpkg-query").args(["--show", format, package])).ok()?;
        line.strip_prefix("installed ").map(str::to_owned)
    };
    // The sources must be those of the compiler itself.
    let both = || {
        let [compiler, sources] = DEBIAN_PACKAGES.map(version);
        compiler.filter(|compiler| sources.as_ref() == Some(compiler))
    };
    if let Some(version) = both() {
        return Ok(version);
    }
    if !can_install() {
        return Err(format!("there is no compiler for {TARGET}; {}", remedy()));
    }
    install(&DEBIAN_PACKAGES).map_err(|e| format!("{e}; {}", remedy()))?;
    both().ok_or_else(|| format!("{} differ in version; {}", DEBIAN_PACKAGES.join(" and "), remedy()))
}

fn remedy() -> String {
    let packages = DEBIAN_PACKAGES.join(" ");
    format!(
        "run `rustup target add {TARGET}`, or on Debian, with a toolchain from rustup, \
         `apt-get install --no-install-recommends {packages}`"
    )
}

/// A command run in `dir`, free of what an outer `cargo` put into the environment.
fn tool(program: &str, dir: &Path) -> Command {
    let mut command = Command::new(program);
    command.current_dir(dir).env_remove("CARGO");
    for (name, _) in env::vars_os() {
        let text = name.to_string_lossy();
        if LEAKING.iter().any(|start| text.starts_with(start)) {
            command.env_remove(&name);
        }
    }
    command
}

fn cargo_build(dir: &Path, target_dir: &Path, profile: &str) -> Command {
    let mut cargo = tool("cargo", dir);
    cargo.args(["build", "--profile", profile, "--target", TARGET, "--target-dir"]);
    cargo.arg(target_dir);
    cargo
}

fn config(cargo: &mut Command, setting: &str) {
    cargo.args(["--config", setting]);
}

/// Runs cargo and returns those files it made whose names end in `suffix`.
fn artifacts(cargo: &mut Command, suffix: &str) -> Result<Vec<PathBuf>, String> {
    cargo.arg("--message-format=json-render-diagnostics");
    let messages = output(cargo.stderr(Stdio::inherit()))?;
    // Each path is a string of its own in the messages, so that no parser is needed.
    let paths = messages.split('"').filter(|text| text.ends_with(suffix));
    Ok(paths.map(|text| text.replace(r"\\", r"\").into()).collect())
}

fn progress(line: &str) {
    eprintln!("wasm: {line}");
}

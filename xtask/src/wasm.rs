//! Builds a package of the workspace as a WebAssembly module.
//!
//! If the toolchain has the target `wasm32-unknown-unknown`, that is used. If not, and the target cannot be downloaded,
//! Debian's compiler is used instead: the distribution also packages the sources of the standard library. They are
//! compiled once, into `target/wasm-sysroot`.

use crate::{
    install::{self, Tool},
    root,
    system::{artifacts, host, output},
};
use std::{
    env,
    fs::{self, File},
    io,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

const TARGET: &str = "wasm32-unknown-unknown";

/// The compiler, and the sources of its standard library.
pub const DEBIAN_PACKAGES: [&str; 2] = ["rustc-web", "rust-web-src"];
const DEBIAN_RUSTC: &str = "/usr/bin/rustc";
/// The dependencies of the standard library, packaged with its sources.
const DEBIAN_VENDOR: &str = "/usr/lib/rustlib/src/rust/library/vendor";

/// Takes a tenth off the module, mostly by smaller code for sorting, which is compiled for each type.
const STD_FEATURE: &str = "optimize_for_size";

/// Prefixes of the variables that an outer `cargo` sets or takes its configuration from. If the inner builds inherited
/// them, they would use another compiler, other flags or another directory.
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

/// Builds the library of `package` with this profile and these features, and returns the path of its `.wasm` file.
///
/// # Errors
/// There is no compiler for the target, or the build fails.
pub fn build(package: &str, profile: &str, features: &[&str]) -> Result<PathBuf, String> {
    install::need(&[Tool::Wasm])?;
    let target_dir = root().join("target/wasm");
    let mut cargo = cargo_build(&root(), &target_dir, profile);
    cargo.args(["--lib", "--package", package, "--no-default-features", "--features", &features.join(",")]);
    if target_installed() {
        println!("wasm: building {package} with the installed target");
    } else {
        let version = debian_version().ok_or_else(remedy)?;
        let linker = linker()?;
        let sysroot = debian_sysroot(&target_dir, &version)?;
        println!("wasm: building {package} with Debian's compiler");
        cargo.env("RUSTC", DEBIAN_RUSTC);
        // As configuration, because in the environment flags are split at spaces, which a path may contain. These flags
        // are added to those that the workspace configures.
        let flag = format!("--sysroot={}", sysroot.display());
        config(&mut cargo, &format!("target.{TARGET}.rustflags=[{flag:?}]"));
        config(&mut cargo, &format!("target.{TARGET}.linker={linker:?}"));
    }
    let modules = artifacts(&mut cargo, ".wasm")?;
    modules.into_iter().next_back().ok_or_else(|| format!("{package} gave no .wasm file: is its crate type `cdylib`?"))
}

/// Whether the toolchain has the target.
pub fn target_installed() -> bool {
    toolchain().is_ok_and(|sysroot| sysroot.join(libraries()).is_dir())
}

/// The version of Debian's compiler, if it is installed with its own sources.
pub fn debian_version() -> Option<String> {
    let version = |package| {
        let mut query = Command::new("dpkg-query");
        query.args(["--show", "--showformat=${db:Status-Status} ${Version}", package]).stderr(Stdio::null());
        let line = String::from_utf8(query.output().ok()?.stdout).ok()?;
        line.strip_prefix("installed ").map(str::to_owned)
    };
    let [compiler, sources] = DEBIAN_PACKAGES.map(version);
    compiler.filter(|compiler| sources.as_ref() == Some(compiler))
}

/// The compiler that modules are built with, and its version; empty if there is none.
pub fn compiler() -> String {
    if target_installed() {
        output(tool("rustc", &root()).arg("--version")).unwrap_or_default()
    } else {
        debian_version().unwrap_or_default()
    }
}

/// What to do if there is no compiler for the target.
pub fn remedy() -> String {
    let packages = DEBIAN_PACKAGES.join(" ");
    format!(
        "run `rustup target add {TARGET}`, or on Debian, with a toolchain from rustup, \
         `apt-get install --no-install-recommends {packages}`"
    )
}

/// The sysroot of the toolchain.
fn toolchain() -> Result<PathBuf, String> {
    output(tool("rustc", &root()).args(["--print", "sysroot"])).map(PathBuf::from)
}

/// Where a sysroot has the libraries for the target.
fn libraries() -> String {
    format!("lib/rustlib/{TARGET}/lib")
}

/// The linker of the toolchain. Debian's compiler comes without one.
fn linker() -> Result<String, String> {
    let linker = toolchain()?.join(format!("lib/rustlib/{}/bin/rust-lld", host()?));
    if linker.is_file() {
        Ok(linker.display().to_string())
    } else {
        Err(format!("{} is missing; {}", linker.display(), remedy()))
    }
}

/// A sysroot with the standard library for the target, compiled by Debian's compiler of this version, or found from an
/// earlier run.
fn debian_sysroot(target_dir: &Path, version: &str) -> Result<PathBuf, String> {
    let cache = root().join("target/wasm-sysroot");
    let sysroot = cache.join(format!("{version}-{STD_FEATURE}"));
    let failed = |error: io::Error| format!("cannot write {}: {error}", cache.display());

    // Two runs at once must not write the same files. The system releases the lock of a run that is interrupted.
    fs::create_dir_all(root().join("target")).map_err(failed)?;
    let lock = File::create(root().join("target/wasm-sysroot.lock")).map_err(failed)?;
    lock.lock().map_err(failed)?;
    if sysroot.is_dir() {
        return Ok(sysroot);
    }

    println!("wasm: compiling the standard library {version}, once");
    // These are from another version or an interrupted run. What was compiled with an older library goes, too, because
    // cargo does not notice that a sysroot has changed.
    for dir in [&cache, target_dir] {
        match fs::remove_dir_all(dir) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(failed(error)),
            _ => {}
        }
    }
    // Cargo builds the standard library only for a package, hence an empty one. It is a workspace of its own, because it
    // lies within another.
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

/// A command run in `dir`, without the variables of an outer `cargo`.
pub fn tool(program: &str, dir: &Path) -> Command {
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

//! `cargo xtask python`: installs the Python package into an environment of its own and runs its tests.
//!
//! The native module is built with the features that the other tests are built with, so that nothing is compiled twice;
//! `pip install ./python` makes the same from the same files, optimised.

use crate::{
    install::{self, Tool},
    root,
    system::{AS_TESTED, artifacts, cargo, output, program, run},
};
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// `--set-up` to make the environment and run nothing. Other arguments are those of pytest.
pub fn test(args: &[String]) -> Result<(), String> {
    install::need(&[Tool::Python])?;
    let python = environment()?;
    if args == ["--set-up"] {
        return Ok(());
    }
    install_package(&python)?;
    let tilewright = program("tilewright")?;
    println!("python: running the tests");
    let mut pytest = Command::new(&python);
    pytest.args(["-m", "pytest"]).args(args).env("TILEWRIGHT", tilewright).current_dir(root().join("python/tests"));
    run(&mut pytest)
}

/// A virtual environment with what the tests need; the path of its interpreter. It is made again when the list changes.
fn environment() -> Result<PathBuf, String> {
    let (folder, list) = (root().join("target/python"), root().join("python/tests/requirements.txt"));
    let (python, stamp) = (folder.join("bin/python"), folder.join("requirements.txt"));
    let wanted = fs::read_to_string(&list).map_err(|error| format!("cannot read {}: {error}", list.display()))?;
    if python.exists() && fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(python);
    }
    println!("python: making an environment in target/python");
    run(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&folder))?;
    let mut pip = Command::new(&python);
    run(pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--requirement"]).arg(&list))?;
    fs::write(&stamp, wanted).map_err(|error| format!("cannot write {}: {error}", stamp.display()))?;
    Ok(python)
}

/// Copies the package with its native module to where the environment finds it.
fn install_package(python: &Path) -> Result<(), String> {
    println!("python: building the native module");
    let suffix = std::env::consts::DLL_SUFFIX;
    let libraries = artifacts(cargo(&AS_TESTED).arg("--lib"), suffix)?;
    let name = format!("{}tilewright_native{suffix}", std::env::consts::DLL_PREFIX);
    let library = libraries.iter().find(|file| file.file_name().is_some_and(|file| *file == *name));
    let library = library.ok_or_else(|| format!("cargo names no library {name}"))?;
    let site = output(Command::new(python).args(["-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]))?;
    let (from, to) = (root().join("python/src/tilewright"), Path::new(&site).join("tilewright"));
    let failed = |error: std::io::Error| format!("cannot install into {}: {error}", to.display());
    if to.exists() {
        fs::remove_dir_all(&to).map_err(failed)?;
    }
    fs::create_dir_all(&to).map_err(failed)?;
    for entry in fs::read_dir(&from).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let wanted = path.extension().is_some_and(|kind| ["py", "pyi", "typed"].iter().any(|known| kind == *known));
        if let Some(name) = path.file_name().filter(|_| wanted) {
            fs::copy(&path, to.join(name)).map_err(failed)?;
        }
    }
    fs::copy(library, to.join("_native.abi3.so")).map_err(failed)?;
    Ok(())
}

//! The arcade in the browser: the engine as WebAssembly, its bindings, the pages, and the program that serves them.

use crate::{root, system, wasm};
use std::{
    fs,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

/// Debian's browser; other systems name theirs in this variable.
const CHROMIUM: &str = "/usr/bin/chromium";
const CHROMIUM_VARIABLE: &str = "CHROMIUM";

/// Everything that is served, into `web/dist`.
pub fn build() -> Result<(), String> {
    packages()?;
    engine(&root().join("web/src/engine"))?;
    npm(&["run", "build"])?;
    system::run(Command::new("node").arg("xtask/src/compress.mjs").arg("web/dist").current_dir(root()))
}

/// Builds everything and serves it; the arguments go to `tilewright serve`.
pub fn serve(args: &[String]) -> Result<(), String> {
    build()?;
    let mut program = Command::new(program()?);
    system::run(program.arg("serve").args(args))
}

/// The program with the pages in it.
pub fn program() -> Result<PathBuf, String> {
    system::run(&mut system::cargo(&[
        "build",
        "--quiet",
        "--release",
        "--package",
        "tilewright",
        "--features",
        "serve",
    ]))?;
    Ok(root().join("target/release").join(format!("tilewright{}", std::env::consts::EXE_SUFFIX)))
}

/// The tests in a browser, against the program itself.
pub fn test() -> Result<(), String> {
    let browser = browser()?;
    let mut served = Served::start()?;
    let mut tests = Command::new("npm");
    tests.args(["run", "test:browser"]).current_dir(root().join("web"));
    let tested = served
        .address()
        .and_then(|address| system::run(tests.env("TILEWRIGHT_URL", address).env(CHROMIUM_VARIABLE, browser)));
    served.end();
    tested
}

/// The program, serving at an address of its own.
struct Served(Child);

impl Served {
    fn start() -> Result<Self, String> {
        let mut program = Command::new(program()?);
        program.args(["serve", "--port", "0"]).stdout(Stdio::piped());
        program.spawn().map(Self).map_err(|error| format!("cannot start tilewright serve: {error}"))
    }

    /// Where it says it is.
    fn address(&mut self) -> Result<String, String> {
        let mut line = String::new();
        let read = self.0.stdout.as_mut().map(|out| BufReader::new(out).read_line(&mut line));
        let address = line.split(' ').find(|word| word.starts_with("http://"));
        match (read, address) {
            (Some(Ok(_)), Some(address)) => Ok(address.to_owned()),
            _ => Err("tilewright serve names no address".into()),
        }
    }

    /// Ends it; one that has ended already is fine, too.
    fn end(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The engine and its bindings, in a folder.
pub fn engine(folder: &Path) -> Result<(), String> {
    let module = wasm::build(&root(), "tilewright-web", "web")?;
    let mut bindgen = system::cargo(&["run", "--quiet", "--package", "xtask-bindgen", "--"]);
    system::run(bindgen.arg(module).arg(folder))?;
    // The compiler made it small; this makes what is left quick, and smaller still before compression.
    let module = folder.join("tilewright_web_bg.wasm");
    let mut optimise = Command::new("node");
    optimise.arg(root().join("web/node_modules/binaryen/bin/wasm-opt")).arg("-O3");
    // What compilers use by default, and no more: newer encodings are not read everywhere yet.
    let features =
        ["bulk-memory", "multivalue", "mutable-globals", "nontrapping-float-to-int", "reference-types", "sign-ext"];
    optimise.args(features.map(|feature| format!("--enable-{feature}")));
    system::run(optimise.arg(&module).arg("-o").arg(&module))
}

/// The packages that the pages are built and tested with, as the lock file has them.
pub fn packages() -> Result<(), String> {
    wasm::node()?;
    if !system::has("npm") {
        system::install(&["npm"]).map_err(|error| format!("npm is missing: {error}; install it with Node.js"))?;
    }
    let written = |path: &str| fs::metadata(root().join("web").join(path)).and_then(|file| file.modified()).ok();
    // npm leaves a copy of the lock file where it has installed what it says.
    if written("node_modules/.package-lock.json") >= written("package-lock.json") {
        return Ok(());
    }
    npm(&["ci", "--no-audit", "--no-fund"])
}

/// A command of npm in the folder of the pages.
pub fn npm(args: &[&str]) -> Result<(), String> {
    system::run(Command::new("npm").args(args).current_dir(root().join("web")))
}

/// The browser that tests are run in, installed where it may be.
pub fn browser() -> Result<String, String> {
    if let Ok(path) = std::env::var(CHROMIUM_VARIABLE) {
        return Ok(path);
    }
    if !Path::new(CHROMIUM).exists() {
        system::install(&["chromium"]).map_err(|error| {
            format!("Chromium is missing: {error}; install it and name its path in {CHROMIUM_VARIABLE}")
        })?;
    }
    Ok(CHROMIUM.into())
}

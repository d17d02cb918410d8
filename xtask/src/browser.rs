//! The browser tests, with the pages served by the program itself.

use crate::{
    install::{self, Tool},
    root, system,
};
use std::{
    io::{BufRead, BufReader},
    process::{Child, Command, Stdio},
};

/// Debian's browser; on other systems the variable gives the path.
const CHROMIUM: &str = "/usr/bin/chromium";
pub const VARIABLE: &str = "CHROMIUM";

/// The path of the browser that tests run in.
pub fn path() -> String {
    std::env::var(VARIABLE).unwrap_or_else(|_| CHROMIUM.into())
}

/// Runs the browser tests with the pages in `web/dist`.
pub fn test() -> Result<(), String> {
    install::need(&[Tool::Browser])?;
    install::npm_packages()?;
    if !root().join("web/dist/index.html").is_file() {
        return Err("there are no pages in web/dist; build them with `cargo xtask web`".into());
    }
    let mut server = Server::start()?;
    let address = server.address()?;
    let mut tests = system::npm(&["run", "test:browser"]);
    system::run(tests.env("TILEWRIGHT_URL", address).env(VARIABLE, path()))
}

/// `tilewright serve` at a free port; ended when this is dropped.
struct Server(Child);

impl Server {
    fn start() -> Result<Self, String> {
        let mut program = Command::new(system::program("tilewright")?);
        program.args(["serve", "--port", "0"]).stdout(Stdio::piped());
        program.spawn().map(Self).map_err(|error| format!("cannot start tilewright serve: {error}"))
    }

    /// Waits for the line with the address.
    fn address(&mut self) -> Result<String, String> {
        let mut line = String::new();
        let read = self.0.stdout.as_mut().map(|out| BufReader::new(out).read_line(&mut line));
        let address = line.split(' ').find(|word| word.starts_with("http://"));
        match (read, address) {
            (Some(Ok(_)), Some(address)) => Ok(address.to_owned()),
            _ => Err("tilewright serve prints no address".into()),
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // An error means that it has ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

//! The arcade in the browser: the engine as WebAssembly, its bindings, and the pages.

use crate::{root, system, wasm};
use std::path::PathBuf;

/// The engine and its bindings, where the pages look for them.
pub fn engine() -> Result<PathBuf, String> {
    let module = wasm::build(&root(), "tilewright-web", "web")?;
    let folder = root().join("web/src/engine");
    let mut bindgen = system::cargo(&["run", "--quiet", "--package", "xtask-bindgen", "--"]);
    system::run(bindgen.arg(module).arg(&folder))?;
    Ok(folder)
}

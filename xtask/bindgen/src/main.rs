//! `xtask-bindgen MODULE.wasm FOLDER NAME`: writes the bindings of a module as ES modules of that name, for pages, workers and Node.js.

#![forbid(unsafe_code)]

use std::process::ExitCode;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let args: Vec<_> = std::env::args_os().skip(1).collect();
    let [module, folder, name] = &args[..] else {
        eprintln!("usage: xtask-bindgen MODULE.wasm FOLDER NAME");
        return ExitCode::FAILURE;
    };
    let mut bindgen = Bindgen::new();
    let name = name.to_string_lossy();
    let made = bindgen.input_path(module).out_name(&name).web(true).and_then(|bindgen| {
        // Without names the module is a third smaller.
        bindgen.typescript(true).remove_name_section(true).remove_producers_section(true).generate(folder)
    });
    match made {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask-bindgen: {error:#}");
            ExitCode::FAILURE
        }
    }
}

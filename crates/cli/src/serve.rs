//! `tilewright serve`: serves the pages to browsers.

use crate::Failure;
use std::{io::Write, net::IpAddr};

/// Arguments of `tilewright serve`.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  tilewright serve
  tilewright serve --port 9000
  tilewright serve --host 0.0.0.0   for every machine that reaches this one")]
pub(crate) struct Arguments {
    /// The port; 0 takes any that is free
    #[arg(long, default_value_t = 8048)]
    port: u16,
    /// The address to listen on
    #[arg(long, default_value = "127.0.0.1")]
    host: IpAddr,
}

/// The message of a build without the pages.
const WITHOUT: &str = "this program was built without the pages; `cargo xtask serve` builds them in";

#[cfg(feature = "serve")]
pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Failure> {
    let pages = tilewright_server::Pages::built();
    if pages.is_empty() {
        return Err(Failure::Message(WITHOUT.into()));
    }
    let announce = |address| {
        // The pages are served even if standard output is closed.
        let _ = writeln!(out, "The arcade is at http://{address}/ (Ctrl-C ends it)").and_then(|()| out.flush());
    };
    let served = tilewright_server::serve(pages, (arguments.host, arguments.port).into(), announce);
    served.map_err(|error| Failure::Message(error.to_string()))
}

/// Whether there are pages to serve.
pub(crate) fn is_available() -> bool {
    #[cfg(feature = "serve")]
    return tilewright_server::Pages::are_built();
    #[cfg(not(feature = "serve"))]
    false
}

#[cfg(not(feature = "serve"))]
pub(crate) fn run(_: &Arguments, _: &mut impl Write) -> Result<(), Failure> {
    Err(Failure::Message(WITHOUT.into()))
}

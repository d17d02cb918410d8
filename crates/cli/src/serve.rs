//! `tilewright serve`: the arcade in the browser.

use crate::Failure;
use std::{io::Write, net::IpAddr};

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

const WITHOUT: &str = "this program was built without the pages; `cargo xtask serve` builds them in";

#[cfg(feature = "serve")]
pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Failure> {
    let pages = tilewright_server::Pages::built();
    if pages.is_empty() {
        return Err(Failure::Message(WITHOUT.into()));
    }
    let told = |address| {
        // Served it is, whether somebody reads this or not.
        let _ = writeln!(out, "The arcade is at http://{address}/ (Ctrl-C ends it)").and_then(|()| out.flush());
    };
    let served = tilewright_server::serve(pages, (arguments.host, arguments.port).into(), told);
    served.map_err(|error| Failure::Message(error.to_string()))
}

#[cfg(not(feature = "serve"))]
pub(crate) fn run(_: &Arguments, _: &mut impl Write) -> Result<(), Failure> {
    Err(Failure::Message(WITHOUT.into()))
}

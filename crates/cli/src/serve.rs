//! `tilewright serve`: serves the pages to browsers.

use crate::Failure;
use std::io::Write;
#[cfg(feature = "serve")]
use std::net::{IpAddr, SocketAddr, ToSocketAddrs, UdpSocket};

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
    /// The address or name to listen on
    #[arg(long, default_value = "127.0.0.1")]
    host: String,
}

/// The message of a build without the pages.
const WITHOUT: &str = "this program was built without the pages; `cargo xtask serve` builds them in";

#[cfg(feature = "serve")]
pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Failure> {
    let pages = tilewright_server::Pages::built();
    if pages.is_empty() {
        return Err(Failure::Message(WITHOUT.into()));
    }
    let address = address(&arguments.host, arguments.port)?;
    let announce = |address: SocketAddr| {
        let shown = SocketAddr::new(reachable(address.ip()), address.port());
        // The pages are served even if standard output is closed.
        let _ = writeln!(out, "The arcade is at http://{shown}/ (Ctrl-C ends it)").and_then(|()| out.flush());
    };
    let served = tilewright_server::serve(pages, address, announce);
    served.map_err(|error| Failure::Message(error.to_string()))
}

/// The address of a host by name or number.
#[cfg(feature = "serve")]
fn address(host: &str, port: u16) -> Result<SocketAddr, String> {
    let wrong = || format!("--host {host} is no address of this machine; 127.0.0.1, localhost and 0.0.0.0 are");
    let mut addresses = (host, port).to_socket_addrs().map_err(|_| wrong())?;
    addresses.next().ok_or_else(wrong)
}

/// An address that another machine can open: for “every address of this machine”, the one that leads to the network.
#[cfg(feature = "serve")]
fn reachable(address: IpAddr) -> IpAddr {
    let local = || {
        // Connecting a datagram socket sends nothing; it only chooses the interface. The address is one for documentation.
        let socket = UdpSocket::bind((address, 0)).ok()?;
        let target = if address.is_ipv4() { "192.0.2.1:9" } else { "[2001:db8::1]:9" };
        socket.connect(target).ok()?;
        Some(socket.local_addr().ok()?.ip())
    };
    if address.is_unspecified() { local().unwrap_or(address) } else { address }
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

#[cfg(all(test, feature = "serve"))]
mod tests {
    use super::*;
    use std::net::{Ipv4Addr, TcpListener};

    #[test]
    fn address_takes_names_and_refuses_what_is_none() {
        assert!(address("localhost", 80).unwrap().ip().is_loopback());
        assert_eq!(address("0.0.0.0", 80).unwrap().to_string(), "0.0.0.0:80");
        assert!(address("not a host", 80).unwrap_err().starts_with("--host not a host is no address"));
    }

    /// Other machines cannot open `0.0.0.0`: an address of this machine is shown instead.
    #[test]
    fn reachable_of_every_address_is_one_of_this_machine() {
        assert_eq!(reachable(Ipv4Addr::LOCALHOST.into()), Ipv4Addr::LOCALHOST);
        let shown = reachable(Ipv4Addr::UNSPECIFIED.into());
        TcpListener::bind((shown, 0)).unwrap();
        let online = UdpSocket::bind("0.0.0.0:0").and_then(|socket| socket.connect("192.0.2.1:9")).is_ok();
        assert_eq!(shown.is_unspecified(), !online, "{shown}");
    }
}

//! Answers to requests, and the server that gives them.

use crate::Pages;
use axum::{
    Router,
    extract::State,
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode, Uri, header},
    middleware::map_response,
    response::{IntoResponse, Response},
    routing::get,
};
use hyper::server::conn::http1;
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    server::graceful::GracefulShutdown,
    service::TowerToHyperService,
};
use std::{fmt, future::Future, io, net::SocketAddr, pin::pin, sync::Arc, time::Duration};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::Semaphore,
    time::{sleep, timeout},
};

/// What a page may do: run and load what comes from here, and nothing else. WebAssembly counts as evaluation.
const POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; worker-src 'self'; \
                      img-src 'self' blob: data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; \
                      form-action 'none'; object-src 'none'";

/// On every answer, whatever it is.
const ALWAYS: [(HeaderName, &str); 5] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// How long a connection may take to send the head of a request. Connections that wait for their next request are
/// closed as well then; browsers open another.
const HEADER_TIMEOUT: Duration = Duration::from_secs(20);
/// How long requests in progress may take after the process was asked to end.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(1);
/// Connections at a time; others wait. A browser opens six.
const MAX_CONNECTIONS: usize = 256;

/// Why nothing is served.
#[derive(Debug)]
pub enum ServeError {
    /// The address cannot be bound.
    Address(SocketAddr, io::Error),
    /// The runtime or a signal handler cannot start.
    System(io::Error),
}

impl fmt::Display for ServeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Address(address, error) if error.kind() == io::ErrorKind::AddrInUse => {
                write!(
                    f,
                    "{address} is taken; give another port, like --port {}",
                    address.port().wrapping_add(1).max(1024)
                )
            }
            Self::Address(address, error) => write!(f, "cannot listen on {address}: {error}"),
            Self::System(error) => write!(f, "cannot serve: {error}"),
        }
    }
}

impl std::error::Error for ServeError {}

/// Answers to all requests.
pub fn router(pages: Pages) -> Router {
    Router::new().fallback(get(page)).with_state(Arc::new(pages)).layer(map_response(always))
}

/// Serves pages at an address until the process gets SIGINT or SIGTERM. `ready` is called with the address once it
/// accepts connections; with port 0 the system chooses one.
///
/// # Errors
///
/// If the address is taken or not allowed, or the runtime cannot start.
pub fn serve(pages: Pages, address: SocketAddr, ready: impl FnOnce(SocketAddr)) -> Result<(), ServeError> {
    // One thread is enough: answers are copies of what is in memory.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(ServeError::System)?;
    runtime.block_on(async {
        let listener = TcpListener::bind(address).await.map_err(|error| ServeError::Address(address, error))?;
        let ended = asked_to_end().map_err(ServeError::System)?;
        ready(listener.local_addr().map_err(ServeError::System)?);
        serve_until(listener, router(pages), HEADER_TIMEOUT, ended).await;
        Ok(())
    })
}

/// Accepts connections until `ended`; then gives those that are open [`SHUTDOWN_TIMEOUT`].
async fn serve_until(listener: TcpListener, router: Router, header_timeout: Duration, ended: impl Future<Output = ()>) {
    let (graceful, slots) = (GracefulShutdown::new(), Arc::new(Semaphore::new(MAX_CONNECTIONS)));
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(header_timeout);
    let mut ended = pin!(ended);
    loop {
        let accepted = async {
            let slot = Arc::clone(&slots).acquire_owned().await.expect("the semaphore is never closed");
            (slot, listener.accept().await)
        };
        let (slot, accepted) = tokio::select! {
            () = &mut ended => break,
            accepted = accepted => accepted,
        };
        let stream: TcpStream = match accepted {
            Ok((stream, _)) => stream,
            // The client is gone, or this process has too many files open: neither ends the server.
            Err(_) => {
                sleep(Duration::from_millis(50)).await;
                continue;
            }
        };
        let service = TowerToHyperService::new(router.clone());
        let connection = graceful.watch(builder.serve_connection(TokioIo::new(stream), service));
        tokio::spawn(async move {
            // A connection that breaks concerns its client alone.
            let _ = connection.await;
            drop(slot);
        });
    }
    let _ = timeout(SHUTDOWN_TIMEOUT, graceful.shutdown()).await;
}

async fn page(State(pages): State<Arc<Pages>>, address: Uri, request: HeaderMap) -> Response {
    let Some(page) = pages.find(address.path()) else {
        return (StatusCode::NOT_FOUND, "There is no such page.\n").into_response();
    };
    let text = |name: HeaderName| request.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let (content, coding, tag) = page.form(text(header::ACCEPT_ENCODING));
    let known = text(header::IF_NONE_MATCH)
        .split(',')
        .any(|known| known.trim() == "*" || known.trim().trim_start_matches("W/") == tag);
    let common = [
        (header::ETAG, tag),
        (header::CACHE_CONTROL, page.keeping().to_owned()),
        (header::VARY, header::ACCEPT_ENCODING.to_string()),
    ];
    if known {
        return (StatusCode::NOT_MODIFIED, common).into_response();
    }
    let mut response = (common, [(header::CONTENT_TYPE, page.media_type())], content.clone()).into_response();
    if let Some(coding) = coding {
        response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static(coding));
    }
    response
}

async fn always(mut response: Response) -> Response {
    for (name, value) in ALWAYS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Ends on SIGINT (Ctrl-C) or SIGTERM.
#[cfg(unix)]
fn asked_to_end() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut signals = [signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?];
    Ok(std::future::poll_fn(move |context| {
        if signals.iter_mut().any(|signal| signal.poll_recv(context).is_ready()) {
            std::task::Poll::Ready(())
        } else {
            std::task::Poll::Pending
        }
    }))
}

/// Ends on Ctrl-C.
#[cfg(not(unix))]
fn asked_to_end() -> io::Result<impl Future<Output = ()>> {
    Ok(async {
        // Without a handler, Ctrl-C ends the process at once.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{
        io::{Read, Write},
        net::TcpStream,
        thread,
    };

    /// Runs the server with half a request on one connection. `then` may read from it; the server is asked to end then, and
    /// the connection stays open until it has ended.
    fn with_half_a_request(header_timeout: Duration, then: impl FnOnce(&mut TcpStream)) {
        let (end, ended) = tokio::sync::oneshot::channel::<()>();
        let (ready, address) = std::sync::mpsc::channel();
        let server = thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
            runtime.block_on(async {
                let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
                ready.send(listener.local_addr().unwrap()).unwrap();
                let ended = async { drop(ended.await) };
                serve_until(listener, router(Pages::default()), header_timeout, ended).await;
            });
        });
        let mut client = TcpStream::connect(address.recv().unwrap()).unwrap();
        client.write_all(b"GET / HTTP/1.1\r\nHost: a\r\n").unwrap();
        then(&mut client);
        end.send(()).unwrap();
        server.join().unwrap();
        drop(client);
    }

    #[test]
    fn serve_until_ends_although_a_request_is_half_sent() {
        // Without the limit this would never return.
        with_half_a_request(Duration::from_secs(3600), |_| {});
    }

    #[test]
    fn serve_until_closes_a_connection_that_sends_no_whole_head() {
        with_half_a_request(Duration::from_millis(50), |client| {
            // Returns, because the server closes the connection.
            client.read_to_end(&mut Vec::new()).unwrap();
        });
    }
}

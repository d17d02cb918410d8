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
use std::{fmt, future::Future, io, net::SocketAddr, sync::Arc};
use tokio::net::TcpListener;

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
        axum::serve(listener, router(pages)).with_graceful_shutdown(ended).await.map_err(ServeError::System)
    })
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

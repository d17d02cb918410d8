//! Responses: pages, unknown addresses, cached pages.

use axum::{
    body::{Body, Bytes, to_bytes},
    http::{Request, Response, StatusCode, header},
};
use std::{future::Future, net::TcpListener};
use tilewright_server::{Pages, router, serve};
use tower::ServiceExt;

fn pages() -> Pages {
    let files = [
        ("/index.html", "<!doctype html>"),
        ("/index.html.br", "brotli"),
        ("/index.html.gz", "gzip"),
        ("/sw.js", "worker"),
        ("/manifest.webmanifest", "{}"),
        ("/assets/app-x1.js", "script"),
        ("/assets/app-x1.js.gz", "zipped"),
        ("/assets/engine-x2.wasm", "module"),
    ];
    Pages::new(files.map(|(path, text)| (path.to_owned(), Bytes::from_static(text.as_bytes()))))
}

fn wait<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(future)
}

fn ask(method: &str, path: &str, headers: &[(header::HeaderName, &str)]) -> Response<Body> {
    let mut request = Request::builder().method(method).uri(path);
    for (name, value) in headers {
        request = request.header(name, *value);
    }
    wait(router(pages()).oneshot(request.body(Body::empty()).unwrap())).unwrap()
}

fn get(path: &str, headers: &[(header::HeaderName, &str)]) -> Response<Body> {
    ask("GET", path, headers)
}

fn text(response: Response<Body>) -> String {
    String::from_utf8(wait(to_bytes(response.into_body(), 1 << 20)).unwrap().to_vec()).unwrap()
}

fn header_text(response: &Response<Body>, name: impl header::AsHeaderName) -> &str {
    response.headers().get(name).map_or("", |value| value.to_str().unwrap())
}

#[test]
fn pages_are_what_they_are() {
    for (path, kind, keeping, content) in [
        ("/", "text/html; charset=utf-8", "no-cache", "<!doctype html>"),
        ("/index.html?from=home", "text/html; charset=utf-8", "no-cache", "<!doctype html>"),
        ("/sw.js", "text/javascript; charset=utf-8", "no-cache", "worker"),
        ("/manifest.webmanifest", "application/manifest+json", "no-cache", "{}"),
        ("/assets/app-x1.js", "text/javascript; charset=utf-8", "public, max-age=31536000, immutable", "script"),
        ("/assets/engine-x2.wasm", "application/wasm", "public, max-age=31536000, immutable", "module"),
    ] {
        let page = get(path, &[]);
        assert_eq!(page.status(), StatusCode::OK, "{path}");
        assert_eq!(header_text(&page, header::CONTENT_TYPE), kind);
        assert_eq!(header_text(&page, header::CACHE_CONTROL), keeping);
        assert_eq!(text(page), content);
    }
}

#[test]
fn browsers_get_the_smallest_form_they_take() {
    for (path, accepts, coding, content) in [
        ("/", "gzip, deflate, br", "br", "brotli"),
        ("/", "gzip, br;q=0", "gzip", "gzip"),
        ("/", "identity", "", "<!doctype html>"),
        ("/assets/app-x1.js", "br, gzip", "gzip", "zipped"),
        ("/sw.js", "br, gzip", "", "worker"),
    ] {
        let page = get(path, &[(header::ACCEPT_ENCODING, accepts)]);
        assert_eq!(header_text(&page, header::CONTENT_ENCODING), coding);
        assert_eq!(header_text(&page, header::VARY), "accept-encoding");
        assert_eq!(text(page), content);
    }
}

#[test]
fn what_a_browser_has_is_not_sent_again() {
    let tag = |accepts| header_text(&get("/", &[(header::ACCEPT_ENCODING, accepts)]), header::ETAG).to_owned();
    assert_ne!(tag("br"), tag("gzip"));
    let again = |accepts, known: &str| get("/", &[(header::ACCEPT_ENCODING, accepts), (header::IF_NONE_MATCH, known)]);
    for known in [tag("br"), format!("\"x\", W/{}", tag("br")), "*".into()] {
        let page = again("br", &known);
        assert_eq!(page.status(), StatusCode::NOT_MODIFIED, "{known}");
        assert_eq!(header_text(&page, header::ETAG), tag("br"));
        assert_eq!(text(page), "");
    }
    assert_eq!(again("gzip", &tag("br")).status(), StatusCode::OK);
}

#[test]
fn everything_else_is_refused() {
    for path in ["/nothing", "/assets/", "/index.html.br", "/../Cargo.toml", "/%2e%2e/Cargo.toml", "//", "/INDEX.HTML"]
    {
        let page = get(path, &[(header::ACCEPT_ENCODING, "br")]);
        assert_eq!(page.status(), StatusCode::NOT_FOUND, "{path}");
        assert_eq!(header_text(&page, header::CONTENT_TYPE), "text/plain; charset=utf-8");
    }
    for method in ["POST", "PUT", "DELETE", "OPTIONS", "BREW"] {
        let page = ask(method, "/", &[]);
        assert_eq!(page.status(), StatusCode::METHOD_NOT_ALLOWED, "{method}");
        assert_eq!(header_text(&page, header::ALLOW), "GET,HEAD");
    }
    let head = ask("HEAD", "/", &[]);
    assert_eq!((head.status(), header_text(&head, header::CONTENT_LENGTH)), (StatusCode::OK, "15"));
    assert_eq!(text(head), "");
}

#[test]
fn every_answer_binds_the_browser() {
    for page in [get("/", &[]), get("/nothing", &[]), ask("POST", "/", &[])] {
        let policy = header_text(&page, header::CONTENT_SECURITY_POLICY);
        assert!(policy.contains("script-src 'self' 'wasm-unsafe-eval';"), "{policy}");
        assert!(!policy.contains("unsafe-inline"), "{policy}");
        assert_eq!(header_text(&page, header::X_CONTENT_TYPE_OPTIONS), "nosniff");
        assert_eq!(header_text(&page, header::REFERRER_POLICY), "no-referrer");
    }
}

#[test]
fn a_port_that_is_taken_is_said_in_a_line() {
    let holder = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = holder.local_addr().unwrap();
    let error = serve(pages(), address, |_| ()).unwrap_err().to_string();
    assert!(error.starts_with(&format!("{address} is taken; give another port")), "{error}");
}

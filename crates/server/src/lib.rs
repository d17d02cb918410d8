//! The arcade in the browser, served from memory: no file system, no state, nothing but GET and HEAD.
//!
//! What is served is a list of [`Page`]s made when the program was built. Each is sent compressed where the browser takes
//! that, with a tag by which it knows next time that nothing has changed.
//!
//! ```
//! use tilewright_server::Pages;
//!
//! let files = [("/index.html", "<!doctype html>"), ("/index.html.gz", "…")];
//! let pages = Pages::new(files.map(|(path, content)| (path.to_owned(), content.into())));
//! let start = pages.find("/").unwrap();
//! assert_eq!((start.path.as_str(), &start.plain[..], start.gzip.is_some()), ("/index.html", &b"<!doctype html>"[..], true));
//! ```

#![forbid(unsafe_code)]

mod pages;
mod serve;

pub use pages::{Page, Pages};
pub use serve::{ServeError, router, serve};

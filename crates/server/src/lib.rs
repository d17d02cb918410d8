//! The arcade in the browser, served from memory: no file system, no state, nothing but GET and HEAD.
//!
//! What is served is a list of [`Page`]s made when the program was built. Each is sent compressed where the browser takes
//! that, with a tag by which it knows next time that nothing has changed.

#![forbid(unsafe_code)]

mod pages;
mod serve;

pub use pages::{Page, Pages};
pub use serve::{ServeError, router, serve};

//! Pictures of the screens, held against files: every family, theme and size class.
//!
//! `TILEWRIGHT_RECORD=1 cargo test -p tilewright-tui --test screens` records them anew; look at the difference before
//! it is committed.

mod daily;
mod editors;
mod lesson;
mod menu;
mod pages;
mod play;
mod support;

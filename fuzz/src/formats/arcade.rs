//! Everything as one file: whatever is in it, it is read or refused in one line.

use super::{one_line, text};
use tilewright_session::ArcadeFile;

pub fn check(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    if let Err(error) = ArcadeFile::read(text) {
        one_line(error);
    }
}

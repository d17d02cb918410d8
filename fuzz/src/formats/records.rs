//! Records: what is read is written back as the same records.

use super::{one_line, text};
use tilewright_session::Records;

pub fn check(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    match Records::read(text) {
        Err(error) => one_line(error),
        Ok(records) => assert_eq!(Records::read(&records.write()), Ok(records)),
    }
}

//! Replays: one that verifies is written back as the same text.

use super::{one_line, text};
use tilewright_session::Replay;

pub fn check(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    match Replay::read(text).and_then(|replay| replay.verify()) {
        Err(error) => one_line(error),
        Ok(session) => assert_eq!(session.replay().trim_end(), text.trim_end()),
    }
}

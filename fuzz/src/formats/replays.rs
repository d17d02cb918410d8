//! Replays: one that verifies does so with and without history, and is written back as the same text.

use super::{one_line, text};
use tilewright_session::Replay;

pub fn check(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    let verified = Replay::read(text).and_then(|replay| replay.verify());
    match Replay::read(text).and_then(|replay| replay.session()) {
        Err(error) => {
            assert_eq!(verified.unwrap_err(), error);
            one_line(error);
        }
        Ok(session) => {
            assert_eq!(session.replay().trim_end(), text.trim_end());
            let verified = verified.unwrap();
            assert_eq!((verified.turns, verified.score), (session.turn(), session.score()));
        }
    }
}

//! Saves: a save that is read plays to where its summary says, and is written back as the same text.

use super::{one_line, text};
use tilewright_session::Save;

pub fn check(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    let summary = Save::summary(text);
    if let Err(error) = &summary {
        one_line(error);
    }
    match Save::read(text) {
        Err(error) => one_line(error),
        Ok(session) => {
            let summary = summary.expect("a save that can be read has a summary");
            assert_eq!((summary.turn, summary.score, summary.over), (session.turn(), session.score(), session.over()));
            assert_eq!((Some(summary.seed), &summary.board), (session.seed(), &session.board()));
            assert_eq!(Save::write(&session).trim_end(), text.trim_end());
        }
    }
}

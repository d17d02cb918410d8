//! Settings of every front end: what is read is written back as the same settings, without notices.

use super::{one_line, text};
use tilewright_session::{FrontEnd, Settings};

pub fn check(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    for front in [FrontEnd::Terminal, FrontEnd::Pages] {
        let (settings, notices) = Settings::read(front, text);
        notices.into_iter().for_each(one_line);
        assert_eq!(Settings::read(front, &settings.write(front)), (settings, vec![]));
    }
}

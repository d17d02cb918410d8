//! Any text as a replay: it is refused with a sentence, or it verifies and writes itself again.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tilewright_session::Replay;

fuzz_target!(|text: &str| {
    match Replay::read(text).and_then(|replay| replay.verify()) {
        Err(error) => assert!(!error.to_string().contains('\n'), "one line: {error}"),
        Ok(session) => assert_eq!(session.replay().trim_end(), text.trim_end()),
    }
});

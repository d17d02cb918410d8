//! One trace of a replay, made natively or in WebAssembly: the tests hold the two equal, line by line. WebAssembly is
//! 32 bit, so this is also how we know that nothing depends on the width of `usize`.

use std::fmt::Write;
use tilewright_session::Replay;

/// Turn, score, draws and hash of every moment of a replay, or the sentence that refuses it.
pub fn trace(replay: &str) -> String {
    let mut text = String::new();
    let shown = Replay::read(replay).and_then(|replay| {
        replay.each_turn(|turn, _, session| {
            writeln!(text, "{turn} {} {} {:016x}", session.score(), session.draws(), session.hash())
        })
    });
    match shown {
        Ok(written) => written.expect("writing to a string succeeds"),
        Err(error) => return format!("refused: {error}\n"),
    }
    text
}

/// The door for JavaScript: plain memory, no bindings.
#[cfg(target_arch = "wasm32")]
#[allow(unsafe_code, reason = "exports have to promise that their names are their own")]
mod door {
    /// Memory for a text of this length.
    #[unsafe(no_mangle)]
    extern "C" fn parity_room(length: usize) -> *mut u8 {
        Box::leak(vec![0; length].into_boxed_slice()).as_mut_ptr()
    }

    /// The trace of the text at this place; its length in four bytes, then the text. Whoever calls is short-lived, so
    /// nothing is given back.
    ///
    /// # Safety
    /// The place has to come from `parity_room` with this length.
    #[unsafe(no_mangle)]
    unsafe extern "C" fn parity_trace(place: *const u8, length: usize) -> *const u8 {
        // SAFETY: see above; the script calls us so and in no other way.
        let bytes = unsafe { std::slice::from_raw_parts(place, length) };
        let trace = crate::trace(&String::from_utf8_lossy(bytes));
        let mut answer = (trace.len() as u32).to_le_bytes().to_vec();
        answer.extend_from_slice(trace.as_bytes());
        Box::leak(answer.into_boxed_slice()).as_ptr()
    }
}

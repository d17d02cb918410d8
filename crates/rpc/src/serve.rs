//! Lines from a reader, answers to a writer.

use crate::{Error, Server};
use serde_json::Value;
use std::io::{self, BufRead, Write};

/// The longest line that is read; a longer one is refused and skipped.
pub const MAX_LINE: usize = 1 << 20;

/// Serves until `quit` or the end of input, or until the output is closed, which is no error.
///
/// # Errors
///
/// If the input cannot be read or the output cannot be written.
pub fn serve(server: &mut Server, mut input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    let mut line = Vec::new();
    loop {
        line.clear();
        let reply = match read_line(&mut input, &mut line)? {
            Line::End => return Ok(()),
            Line::Whole => server.line(&line),
            Line::TooLong => {
                let error = Error::request(format!("the line has more than {MAX_LINE} bytes and was skipped"));
                crate::Reply { answer: Some(error.answer(Value::Null)), quit: false }
            }
        };
        if let Some(answer) = reply.answer {
            match writeln!(output, "{answer}").and_then(|()| output.flush()) {
                Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(()),
                written => written?,
            }
        }
        if reply.quit {
            return Ok(());
        }
    }
}

enum Line {
    Whole,
    TooLong,
    End,
}

/// Reads a line without its end, never storing more than [`MAX_LINE`] bytes.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<Line> {
    let (mut started, mut long) = (false, false);
    loop {
        let chunk = match input.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if chunk.is_empty() && !started {
            return Ok(Line::End);
        }
        started = true;
        let (part, used, ended) = match chunk.iter().position(|&byte| byte == b'\n') {
            Some(end) => (&chunk[..end], end + 1, true),
            None => (chunk, chunk.len(), chunk.is_empty()),
        };
        long |= line.len() + part.len() > MAX_LINE;
        if !long {
            line.extend_from_slice(part);
        }
        input.consume(used);
        if ended {
            return Ok(if long { Line::TooLong } else { Line::Whole });
        }
    }
}

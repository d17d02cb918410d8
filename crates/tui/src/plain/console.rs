//! Input and output in lines.

use std::io::{self, BufRead, Write};

/// The longest line that is read; the rest of a longer one is skipped.
const MAX_LINE: usize = 4096;

/// Where lines come from and go to.
pub(super) struct Console<'a> {
    pub(super) input: &'a mut dyn BufRead,
    pub(super) out: &'a mut dyn Write,
    /// Whether a prompt is written.
    pub(super) prompt: bool,
}

impl Console<'_> {
    /// The next line, trimmed; `None` at the end of input.
    pub(super) fn line(&mut self) -> io::Result<Option<String>> {
        if self.prompt {
            write!(self.out, "> ")?;
        }
        self.out.flush()?;
        let mut line = Vec::new();
        let mut started = false;
        loop {
            let chunk = match self.input.fill_buf() {
                Ok(chunk) => chunk,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                // The terminal is gone.
                Err(_) => &[],
            };
            if chunk.is_empty() && !started {
                if self.prompt {
                    writeln!(self.out)?;
                }
                return Ok(None);
            }
            started = true;
            let (part, used, ended) = match chunk.iter().position(|&byte| byte == b'\n') {
                Some(end) => (&chunk[..end], end + 1, true),
                None => (chunk, chunk.len(), chunk.is_empty()),
            };
            let room = MAX_LINE - line.len();
            line.extend_from_slice(&part[..part.len().min(room)]);
            self.input.consume(used);
            if ended {
                return Ok(Some(String::from_utf8_lossy(&line).trim().to_owned()));
            }
        }
    }

    /// Prints a line.
    pub(super) fn say(&mut self, words: impl std::fmt::Display) -> io::Result<()> {
        writeln!(self.out, "{words}")
    }

    /// Prints the notices and forgets them.
    pub(super) fn notices(&mut self, notices: &mut Vec<String>) -> io::Result<()> {
        for notice in notices.drain(..) {
            writeln!(self.out, "Note: {notice}")?;
        }
        Ok(())
    }
}

/// What was typed, shortened and without control characters.
pub(super) fn clip(text: &str) -> String {
    const SHOWN: usize = 40;
    let clean: String = text.chars().map(|c| if c.is_control() { '�' } else { c }).take(SHOWN).collect();
    if text.chars().count() > SHOWN { clean + "…" } else { clean }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_any_bytes_are_read() {
        let long = "x".repeat(100_000);
        let text = format!(" left \r\n{long}\n\n\u{1b}[A");
        let (mut input, mut out) = ((text + "\n").into_bytes(), Vec::new());
        input.extend(b"\xff\xfe\nend");
        let mut input = &input[..];
        let mut console = Console { input: &mut input, out: &mut out, prompt: false };
        let mut lines = Vec::new();
        while let Some(line) = console.line().unwrap() {
            lines.push(line);
        }
        assert_eq!(lines, ["left", &long[..MAX_LINE], "", "\u{1b}[A", "\u{fffd}\u{fffd}", "end"]);
    }
}

//! Where plain mode prints.

use crate::look::{Look, ascii::to_ascii};
use std::io::{self, Write};

/// Prints text as it is, or in ASCII where the locale or the terminal shows no more.
pub struct Output<W> {
    out: W,
    ascii: bool,
}

impl<W: Write> Output<W> {
    /// Prints to `out` as the environment wants it.
    pub fn new(out: W) -> Self {
        Self { out, ascii: Look::is_ascii_only() }
    }
}

impl<W: Write> Write for Output<W> {
    /// Expects whole characters, as formatting writes them.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.ascii && !bytes.is_ascii() {
            self.out.write_all(to_ascii(&String::from_utf8_lossy(bytes)).as_bytes())?;
            return Ok(bytes.len());
        }
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn write_ascii_replaces_signs_and_nothing_else() {
        for (ascii, wanted) in [(true, "\"4 x 4\" - 2 > 1\n"), (false, "“4 × 4” – 2 → 1\n")] {
            let mut printed = Vec::new();
            let mut output = Output { out: &mut printed, ascii };
            writeln!(output, "“{} × {}” – {} → {}", 4, 4, 2, 1).unwrap();
            assert_eq!(String::from_utf8(printed).unwrap(), wanted);
        }
    }
}

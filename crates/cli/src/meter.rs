//! A progress line on the terminal for long commands.

use std::{
    io::{IsTerminal, Write},
    time::{Duration, Instant},
};

/// The shortest time between two updates.
const EVERY: Duration = Duration::from_millis(100);

/// A progress line on standard error; silent if that is no terminal. Cleared when it is dropped.
pub(crate) struct Meter {
    clock: Instant,
    shown: Option<Duration>,
    /// Width of the longest line so far, which the next one has to cover.
    width: usize,
}

impl Meter {
    pub(crate) fn new() -> Self {
        Self { clock: Instant::now(), shown: None, width: 0 }
    }

    /// Shows a line, unless another was shown a moment ago. The text may depend on the time since the start.
    pub(crate) fn show(&mut self, text: impl FnOnce(Duration) -> String) {
        let now = self.clock.elapsed();
        let mut err = std::io::stderr().lock();
        if err.is_terminal() && self.shown.is_none_or(|shown| now - shown >= EVERY) {
            self.shown = Some(now);
            let text = text(now);
            self.width = self.width.max(text.chars().count());
            // A closed terminal needs no progress.
            let _ = write!(err, "\r{text:<0$}", self.width);
        }
    }
}

impl Drop for Meter {
    fn drop(&mut self) {
        if self.shown.is_some() {
            let _ = write!(std::io::stderr(), "\r{:1$}\r", "", self.width);
        }
    }
}

/// A time in its largest fitting unit.
pub(crate) fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 100.0 => format!("{s:.0} s"),
        s if s < 6000.0 => format!("{:.0} min", s / 60.0),
        s if s < 360_000.0 => format!("{:.0} h", s / 3600.0),
        s if s < 1e9 => format!("{:.0} days", s / 86_400.0),
        _ => "ages".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn duration_uses_the_largest_fitting_unit() {
        let words = [0.4, 99.0, 100.0, 7300.0, 400_000.0, f64::INFINITY].map(duration);
        assert_eq!(words, ["0 s", "99 s", "2 min", "2 h", "5 days", "ages"]);
    }
}

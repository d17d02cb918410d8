//! A line on the terminal that says how far a long command is, if somebody watches.

use std::{
    io::{IsTerminal, Write},
    time::{Duration, Instant},
};

/// Often enough for eyes.
const EVERY: Duration = Duration::from_millis(100);

/// The line.
pub(crate) struct Meter {
    pub(crate) clock: Instant,
    told: Option<Duration>,
    /// The longest line so far, which the next one has to cover.
    width: usize,
}

impl Meter {
    pub(crate) fn new() -> Self {
        Self { clock: Instant::now(), told: None, width: 0 }
    }

    /// Says how far it is, unless that was said a moment ago.
    pub(crate) fn say(&mut self, text: impl FnOnce(Duration) -> String) {
        let now = self.clock.elapsed();
        let mut err = std::io::stderr().lock();
        if err.is_terminal() && self.told.is_none_or(|told| now - told >= EVERY) {
            self.told = Some(now);
            let text = text(now);
            self.width = self.width.max(text.chars().count());
            // Who closed the terminal does not want to know.
            let _ = write!(err, "\r{text:<0$}", self.width);
        }
    }
}

/// The line is wiped out: what comes of the command is said elsewhere.
impl Drop for Meter {
    fn drop(&mut self) {
        if self.told.is_some() {
            let _ = write!(std::io::stderr(), "\r{:1$}\r", "", self.width);
        }
    }
}

/// A time in the words that fit it.
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
    fn times_in_words() {
        let words = [0.4, 99.0, 100.0, 7300.0, 400_000.0, f64::INFINITY].map(duration);
        assert_eq!(words, ["0 s", "99 s", "2 min", "2 h", "5 days", "ages"]);
    }
}

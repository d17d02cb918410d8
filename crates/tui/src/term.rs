//! The terminal: raw mode and the alternate screen, restored on exit, on signals and on panics.

use ratatui::{
    Terminal,
    backend::CrosstermBackend,
    crossterm::{
        cursor::{Hide, Show},
        event::{DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture},
        execute,
        terminal::{Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode},
    },
};
use std::{
    backtrace::Backtrace,
    fs,
    io::{self, BufWriter, Stdout, Write},
    mem::ManuallyDrop,
    panic,
    path::PathBuf,
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

/// The terminal as this program draws on it.
pub(crate) type Drawing = Terminal<CrosstermBackend<BufWriter<Stdout>>>;

/// The terminal in raw mode, on the alternate screen.
pub(crate) struct Screen {
    /// Where to draw. Never dropped: ratatui shows the cursor then and prints an error if that fails, and printing
    /// panics where the terminal is gone. `give_back` shows the cursor.
    pub(crate) drawing: ManuallyDrop<Drawing>,
    mouse: bool,
}

impl Screen {
    /// Enters raw mode and the alternate screen.
    pub(crate) fn enter(mouse: bool) -> io::Result<Self> {
        take(mouse)?;
        match drawing() {
            Ok(drawing) => Ok(Self { drawing: ManuallyDrop::new(drawing), mouse }),
            Err(error) => {
                give_back();
                Err(error)
            }
        }
    }

    /// Turns the mouse on or off.
    pub(crate) fn set_mouse(&mut self, mouse: bool) -> io::Result<()> {
        if mouse != self.mouse {
            self.mouse = mouse;
            if mouse {
                execute!(io::stdout(), EnableMouseCapture)
            } else {
                execute!(io::stdout(), DisableMouseCapture)
            }?;
        }
        Ok(())
    }

    /// Puts a text on the clipboard of the terminal (OSC 52).
    pub(crate) fn copy(&mut self, text: &str) -> io::Result<()> {
        let mut out = io::stdout();
        write!(out, "\x1b]52;c;{}\x07", base64(text.as_bytes()))?;
        out.flush()
    }

    /// Restores the terminal and stops the process until the shell continues it.
    #[cfg(unix)]
    pub(crate) fn suspend(&mut self) -> io::Result<()> {
        use rustix::process::{Signal, kill_current_process_group};
        give_back();
        kill_current_process_group(Signal::TSTP)?;
        // The signal may take a moment to reach us; what follows must not happen before.
        thread::sleep(Duration::from_millis(50));
        self.resume()
    }

    /// Not supported on this system.
    #[cfg(not(unix))]
    pub(crate) fn suspend(&mut self) -> io::Result<()> {
        Ok(())
    }

    /// Enters raw mode again and clears the screen.
    pub(crate) fn resume(&mut self) -> io::Result<()> {
        take(self.mouse)?;
        // A fresh one, as its own way to clear asks the terminal where the cursor is and waits for the answer, which the
        // thread that reads the keys would get.
        self.drawing = ManuallyDrop::new(drawing()?);
        Ok(())
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
    }
}

/// Bytes as base64 (RFC 4648).
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for part in bytes.chunks(3) {
        let word = part.iter().fold(0u32, |word, &byte| word << 8 | u32::from(byte)) << (8 * (3 - part.len()));
        for i in 0..4 {
            let letter = LETTERS[(word >> (18 - 6 * i) & 63) as usize];
            text.push(if i <= part.len() { letter.into() } else { '=' });
        }
    }
    text
}

fn drawing() -> io::Result<Drawing> {
    Terminal::new(CrosstermBackend::new(BufWriter::with_capacity(1 << 16, io::stdout())))
}

fn take(mouse: bool) -> io::Result<()> {
    enable_raw_mode()?;
    OURS.store(true, Ordering::SeqCst);
    let taken = execute!(io::stdout(), EnterAlternateScreen, Hide, EnableBracketedPaste, Clear(ClearType::All))
        .and_then(|()| if mouse { execute!(io::stdout(), EnableMouseCapture) } else { Ok(()) });
    if taken.is_err() {
        give_back();
    }
    taken
}

/// Whether the terminal has to be restored. Restoring it twice would move the cursor over later output.
static OURS: AtomicBool = AtomicBool::new(false);

/// Restores the terminal. Errors are ignored: the terminal may be gone.
fn give_back() {
    if !OURS.swap(false, Ordering::SeqCst) {
        return;
    }
    let mut out = io::stdout();
    let _ = execute!(out, DisableMouseCapture, DisableBracketedPaste, LeaveAlternateScreen, Show);
    let _ = out.flush();
    let _ = disable_raw_mode();
}

/// Installs a panic hook that restores the terminal, writes a report into `folder` and prints its path.
pub(crate) fn report_panics(folder: PathBuf) {
    let drawing_thread = thread::current().id();
    panic::set_hook(Box::new(move |info| {
        let mine = thread::current().id() == drawing_thread;
        if mine {
            give_back();
        }
        let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
        let path = folder.join(format!("panic-{seconds}.txt"));
        let backtrace = Backtrace::force_capture();
        let report = format!("tilewright {}\n{info}\n\n{backtrace}\n", env!("CARGO_PKG_VERSION"));
        let written = fs::create_dir_all(&folder).and_then(|()| fs::write(&path, &report));
        // Another thread must not write over the screen; its report is in the file.
        if mine {
            let mut out = io::stderr();
            // Not `eprintln!`, which panics if standard error is closed.
            let _ = match written {
                Ok(()) => writeln!(
                    out,
                    "tilewright: this is a bug, and the program has stopped. Your game is saved up to its last turn.\n\
                     The report is in {}",
                    path.display()
                ),
                Err(_) => writeln!(out, "tilewright: this is a bug, and the program has stopped.\n{report}"),
            };
        }
    }));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_examples_of_the_rfc() {
        let pairs = [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")];
        assert_eq!(pairs.map(|(text, _)| base64(text.as_bytes())), pairs.map(|(_, code)| code.to_owned()));
    }

    #[test]
    fn panic_hook_writes_a_report() {
        let folder = std::env::temp_dir().join(format!("tilewright-panic-{}", std::process::id()));
        let before = panic::take_hook();
        report_panics(folder.clone());
        // In another thread: the hook restores the terminal for the drawing thread alone.
        let ended = thread::spawn(|| panic!("a bug for the test")).join();
        panic::set_hook(before);
        assert!(ended.is_err());
        let report = fs::read_dir(&folder).unwrap().next().unwrap().unwrap().path();
        let text = fs::read_to_string(&report).unwrap();
        let _ = fs::remove_dir_all(folder);
        assert!(text.contains("a bug for the test") && text.contains("term.rs"), "{text}");
    }
}

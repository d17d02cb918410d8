//! The terminal: taken over, given back, and given back in any event.

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
    panic,
    path::PathBuf,
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

/// The terminal as this program draws on it.
pub(crate) type Drawing = Terminal<CrosstermBackend<BufWriter<Stdout>>>;

/// The terminal while it is ours.
pub(crate) struct Screen {
    /// Where to draw.
    pub(crate) drawing: Drawing,
    mouse: bool,
}

impl Screen {
    /// Takes the terminal over.
    pub(crate) fn enter(mouse: bool) -> io::Result<Self> {
        take(mouse)?;
        match drawing() {
            Ok(drawing) => Ok(Self { drawing, mouse }),
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

    /// Gives the terminal back to the shell until it wakes us again.
    #[cfg(unix)]
    pub(crate) fn suspend(&mut self) -> io::Result<()> {
        use rustix::process::{Signal, kill_current_process_group};
        give_back();
        kill_current_process_group(Signal::TSTP)?;
        // The signal may take a moment to reach us; what follows must not happen before.
        thread::sleep(Duration::from_millis(50));
        self.resume()
    }

    /// There is no shell to go back to here.
    #[cfg(not(unix))]
    pub(crate) fn suspend(&mut self) -> io::Result<()> {
        Ok(())
    }

    /// Takes the terminal over again, whatever has been done to it.
    pub(crate) fn resume(&mut self) -> io::Result<()> {
        take(self.mouse)?;
        // A fresh one, as its own way to clear asks the terminal where the cursor is and waits for the answer, which the
        // thread that reads the keys would get.
        self.drawing = drawing()?;
        Ok(())
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
    }
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

/// Whether the terminal is ours. Giving it back twice would move the cursor over what was written in between.
static OURS: AtomicBool = AtomicBool::new(false);

/// Nothing can be done about errors here: a terminal that is gone needs no care.
fn give_back() {
    if !OURS.swap(false, Ordering::SeqCst) {
        return;
    }
    let mut out = io::stdout();
    let _ = execute!(out, DisableMouseCapture, DisableBracketedPaste, LeaveAlternateScreen, Show);
    let _ = out.flush();
    let _ = disable_raw_mode();
}

/// From now on a panic gives the terminal back first, writes a report into `folder` and says where it is.
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
            match written {
                Ok(()) => eprintln!(
                    "tilewright: this is a bug, and the program has stopped. Your game is saved up to its last turn.\n\
                     The report is in {}",
                    path.display()
                ),
                Err(_) => eprintln!("tilewright: this is a bug, and the program has stopped.\n{report}"),
            }
        }
    }));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_leaves_a_report() {
        let folder = std::env::temp_dir().join(format!("tilewright-panic-{}", std::process::id()));
        let before = panic::take_hook();
        report_panics(folder.clone());
        // In a thread of its own: the hook gives the terminal back for the drawing thread alone.
        let ended = thread::spawn(|| panic!("a bug for the test")).join();
        panic::set_hook(before);
        assert!(ended.is_err());
        let report = fs::read_dir(&folder).unwrap().next().unwrap().unwrap().path();
        let text = fs::read_to_string(&report).unwrap();
        let _ = fs::remove_dir_all(folder);
        assert!(text.contains("a bug for the test") && text.contains("term.rs"), "{text}");
    }
}

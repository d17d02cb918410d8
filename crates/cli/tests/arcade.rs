//! The binary in a pseudo-terminal: every game from the menu to the resumed save.
#![cfg(unix)]

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use std::{
    io::{Read, Write},
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};
use tilewright_games::Preset;

/// Long, because machines are slow when many tests run.
const PATIENCE: Duration = Duration::from_secs(60);

/// A terminal with the program in it.
struct Terminal {
    child: Box<dyn Child + Send + Sync>,
    master: Option<Box<dyn MasterPty + Send>>,
    writer: Option<Box<dyn Write + Send>>,
    screen: Arc<Mutex<vt100::Parser>>,
    /// Set when the reader thread should end.
    closed: Arc<AtomicBool>,
}

impl Terminal {
    fn open(home: &Path, arguments: &[&str], size: (u16, u16)) -> Self {
        Self::open_with(home, arguments, size, &[])
    }

    /// The same with other variables of the environment.
    fn open_with(home: &Path, arguments: &[&str], (columns, rows): (u16, u16), variables: &[(&str, &str)]) -> Self {
        let pty =
            native_pty_system().openpty(PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 }).unwrap();
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_tilewright"));
        command.args(arguments);
        command.env("TILEWRIGHT_HOME", home);
        command.env("TERM", "xterm-256color");
        command.env("LC_ALL", "C.UTF-8");
        variables.iter().for_each(|(name, value)| command.env(name, value));
        command.env_remove("NO_COLOR");
        command.cwd(home);
        let child = pty.slave.spawn_command(command).unwrap();
        drop(pty.slave);
        let screen = Arc::new(Mutex::new(vt100::Parser::new(rows, columns, 0)));
        let mut reader = pty.master.try_clone_reader().unwrap();
        let shown = Arc::clone(&screen);
        let closed = Arc::new(AtomicBool::new(false));
        let ends = Arc::clone(&closed);
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = reader.read(&mut bytes) {
                shown.lock().unwrap().process(&bytes[..count]);
                if ends.load(Ordering::SeqCst) {
                    break;
                }
            }
        });
        let writer = pty.master.take_writer().unwrap();
        Self { child, master: Some(pty.master), writer: Some(writer), screen, closed }
    }

    fn text(&self) -> String {
        self.screen.lock().unwrap().screen().contents()
    }

    fn press(&mut self, keys: &str) {
        let writer = self.writer.as_mut().unwrap();
        writer.write_all(keys.as_bytes()).unwrap();
        writer.flush().unwrap();
    }

    /// Waits until the screen shows a text.
    #[track_caller]
    fn see(&self, words: &str) {
        self.wait(words, |text| text.contains(words));
    }

    #[track_caller]
    fn wait(&self, what: &str, ready: impl Fn(&str) -> bool) {
        let begin = Instant::now();
        while !ready(&self.text()) {
            assert!(begin.elapsed() < PATIENCE, "“{what}” is not to be seen in\n{}", self.text());
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// Waits for the program to end and returns its exit code.
    #[track_caller]
    fn exit_code(&mut self) -> u32 {
        let begin = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.exit_code();
            }
            assert!(begin.elapsed() < PATIENCE, "the program does not end:\n{}", self.text());
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// Waits for the program to end; it has to succeed and restore the terminal.
    #[track_caller]
    fn ends(self) {
        self.ends_with(0);
    }

    /// Waits for the program to end with this exit code; it has to restore the terminal.
    #[track_caller]
    fn ends_with(mut self, code: u32) {
        let found = self.exit_code();
        assert_eq!(found, code, "{}", self.text());
        let begin = Instant::now();
        // The last bytes may still be on their way.
        let clean = |parser: &vt100::Parser| {
            let screen = parser.screen();
            let mouse = screen.mouse_protocol_mode() == vt100::MouseProtocolMode::None;
            !screen.alternate_screen() && !screen.hide_cursor() && mouse && !screen.bracketed_paste()
        };
        while !clean(&self.screen.lock().unwrap()) {
            assert!(begin.elapsed() < PATIENCE, "the terminal is not given back");
            thread::sleep(Duration::from_millis(10));
        }
    }
}

struct Home(PathBuf);

impl Home {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("tilewright-pty-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        // Animations would only make the tests wait.
        std::fs::write(path.join("settings"), "# tilewright-settings 1\nspeed = fast\n").unwrap();
        Self(path)
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

const UP: &str = "\x1b[A";
const DOWN: &str = "\x1b[B";
const RIGHT: &str = "\x1b[C";
const LEFT: &str = "\x1b[D";

/// The number after a word of the panel.
fn number(text: &str, word: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.rsplit_once(word))?.1;
    // The score stands after the points of the last turn; thousands are set apart by one space.
    line.trim_end().rsplit("  ").next()?.replace(' ', "").parse().ok()
}

/// Plays the action of the hint with the game's keys.
fn follow_hint(terminal: &mut Terminal, hex: bool) {
    terminal.press("i");
    terminal.see("Hint: s");
    let text = terminal.text();
    let words = text.lines().find_map(|line| line.split_once("Hint: ")).unwrap().1.trim().to_owned();
    // “… the 2 (row 1, column 3) up.”, “… the 2 (row 1, column 3) with the 4 to its left.”
    let cells: Vec<(usize, usize)> = words
        .split("(row ")
        .skip(1)
        .map(|rest| {
            let (row, column) = rest.split_once(')').unwrap().0.split_once(", column ").unwrap();
            (row.parse::<usize>().unwrap() - 1, column.parse::<usize>().unwrap() - 1)
        })
        .collect();
    let last = words.trim_end_matches('.').rsplit(' ').next().unwrap();
    let way = |name: &str| match name {
        "up" | "above" => UP,
        "down" | "below" => DOWN,
        "left" => LEFT,
        _ => RIGHT,
    };
    let to_corner = UP.repeat(10) + &LEFT.repeat(10);
    match cells[..] {
        [(row, column)] => {
            // Enter shows the cursor, unless it is there from the turn before; the next Enter picks.
            let show = if text.contains("arrows Enter pick") { "" } else { "\r" };
            let walk = show.to_owned() + &to_corner + &DOWN.repeat(row) + &RIGHT.repeat(column) + "\r";
            terminal.press(&(walk + way(last)));
        }
        // The key is named: “slide up left (Q)”.
        _ if hex => terminal.press(&last.trim_matches(['(', ')']).to_lowercase()),
        _ => terminal.press(way(words.split(' ').nth(1).unwrap())),
    }
}

/// Menu, game, actions, hint, undo, quit, resume.
fn through(preset: &'static Preset, at: usize) {
    let home = Home::new(preset.id);
    // Its hints are the same on a busy machine.
    std::fs::create_dir_all(&home.0).unwrap();
    std::fs::write(home.0.join("settings"), "# tilewright-settings 1\nplayer = greedy\n").unwrap();
    let hex = preset.id.starts_with("hex");
    let mut terminal = Terminal::open(&home.0, &[], (80, 24));
    terminal.see("number-merging tile puzzles");
    terminal.press(&DOWN.repeat(at));
    terminal.see(preset.about.split(' ').next().unwrap());
    // A fixed seed: some games of Merge3 are over before the third turn.
    terminal.press("s");
    terminal.see("Which seed?");
    terminal.press("7\r");
    terminal.wait("turn 0", |text| number(text, "Turn") == Some(0));
    for turn in 1..=3 {
        follow_hint(&mut terminal, hex);
        terminal.wait(&format!("turn {turn}"), |text| number(text, "Turn") == Some(turn));
    }
    terminal.press("u");
    terminal.see("Back to turn 2.");
    terminal.press("r");
    terminal.see("Turn 3 again.");
    // Points are added during the animation: the score is what is shown at its end.
    let mut last = String::new();
    while last != terminal.text() {
        last = terminal.text();
        thread::sleep(Duration::from_millis(400));
    }
    let score = number(&terminal.text(), "Score");
    // A cursor that is shown takes the first Esc.
    terminal.press("\x1b");
    thread::sleep(Duration::from_millis(150));
    if !terminal.text().contains("number-merging") {
        terminal.press("\x1b");
    }
    terminal.see("Enter resumes");
    terminal.press("q");
    terminal.ends();

    let mut terminal = Terminal::open(&home.0, &["play", preset.id], (60, 20));
    terminal.see("Welcome back: turn 3.");
    assert_eq!(number(&terminal.text(), "Score"), score);
    terminal.press("u");
    terminal.see("Back to turn 2.");
    terminal.press("\x03");
    terminal.ends();
}

/// One after the other, as each mostly waits for its pseudo-terminal.
#[test]
fn every_preset_plays_from_the_menu_and_resumes() {
    thread::scope(|scope| {
        for half in 0..2 {
            scope.spawn(move || {
                for (at, preset) in Preset::all().iter().enumerate().filter(|(at, _)| at % 2 == half) {
                    through(preset, at);
                }
            });
        }
    });
}

#[test]
fn closed_terminal_ends_the_program() {
    let home = Home::new("lost");
    let mut terminal = Terminal::open(&home.0, &["play", "classic-2048"], (80, 24));
    terminal.see("Turn");
    terminal.press(LEFT);
    terminal.press(UP);
    terminal.wait("a turn", |text| number(text, "Turn").is_some_and(|turn| turn > 0));
    // The reader thread holds the terminal as well; output after a key press releases it.
    terminal.closed.store(true, Ordering::SeqCst);
    terminal.press("?");
    thread::sleep(Duration::from_millis(300));
    drop(terminal.writer.take());
    drop(terminal.master.take());
    // Hung up: 128 + SIGHUP.
    assert_eq!(terminal.exit_code(), 129);
    let names: Vec<_> = std::fs::read_dir(&home.0).unwrap().flatten().map(|file| file.file_name()).collect();
    assert!(!names.iter().any(|name| name.to_string_lossy().starts_with("panic")), "{names:?}");
    assert!(home.0.join("saves/classic-2048.save").exists());
}

#[test]
fn question_about_a_new_game_takes_only_y_for_yes() {
    let home = Home::new("question");
    let mut terminal = Terminal::open(&home.0, &["play", "classic-2048", "--seed", "1"], (80, 24));
    terminal.see("Turn");
    terminal.press(LEFT);
    terminal.press(UP);
    terminal.wait("a turn", |text| number(text, "Turn").is_some_and(|turn| turn > 0));
    for no in ["n", "\r"] {
        terminal.press("n");
        terminal.see("Give this game up");
        terminal.press(no);
        terminal.see("The game goes on.");
    }
    terminal.press("n");
    terminal.see("Give this game up");
    terminal.press("y");
    terminal.wait("turn 0", |text| number(text, "Turn") == Some(0));
    // Escape leads to the menu, as the footer says.
    terminal.press("\x1b");
    terminal.see("number-merging tile puzzles");
    terminal.press("q");
    terminal.ends();
}

#[test]
fn signals_and_resizes_restore_the_terminal() {
    let home = Home::new("signals");
    let mut terminal = Terminal::open(&home.0, &["play", "exponentile"], (80, 24));
    terminal.see("Turn");
    for (columns, rows) in [(59, 19), (200, 60), (60, 20), (20, 5), (80, 24)] {
        terminal.screen.lock().unwrap().screen_mut().set_size(rows, columns);
        let size = PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 };
        terminal.master.as_ref().unwrap().resize(size).unwrap();
        match (columns, rows) {
            (20, 5) => terminal.see("This window has 20×5"),
            (59, 19) => terminal.see("needs 60×20"),
            _ => terminal.see("Score"),
        }
    }
    // Without a shell, this only releases the terminal and takes it again.
    terminal.press("\x1a");
    thread::sleep(Duration::from_millis(500));
    terminal.press("i");
    terminal.see("Hint: ");
    kill(&terminal, "-TERM");
    terminal.ends_with(143);
    for (signal, code) in [("-INT", 130), ("-HUP", 129)] {
        let terminal = Terminal::open(&home.0, &["play", "exponentile"], (80, 24));
        terminal.see("Turn");
        kill(&terminal, signal);
        terminal.ends_with(code);
    }
}

fn kill(terminal: &Terminal, signal: &str) {
    let pid = terminal.child.process_id().unwrap().to_string();
    assert!(std::process::Command::new("kill").args([signal, &pid]).status().unwrap().success());
}

#[test]
fn panic_restores_the_terminal_and_names_the_report() {
    let home = Home::new("panic");
    let mut terminal = Terminal::open(&home.0, &["play", "classic-2048", "--seed", "1"], (80, 24));
    terminal.see("Score");
    terminal.press(LEFT);
    terminal.press(UP);
    terminal.see("Turn");
    thread::sleep(Duration::from_millis(300));
    terminal.press("\x1b[24;5~");
    terminal.see("The report is in");
    let status = terminal.child.wait().unwrap();
    assert!(!status.success());
    assert!(!terminal.screen.lock().unwrap().screen().alternate_screen(), "{}", terminal.text());
    let report = std::fs::read_dir(&home.0)
        .unwrap()
        .flatten()
        .find(|file| file.file_name().to_string_lossy().starts_with("panic-"));
    assert!(std::fs::read_to_string(report.unwrap().path()).unwrap().contains("asked for with Ctrl-F12"));
    let mut terminal = Terminal::open(&home.0, &["play", "classic-2048"], (80, 24));
    terminal.see("Welcome back");
    terminal.press("\x03");
    terminal.ends();
}

/// An idle screen is not redrawn.
#[cfg(target_os = "linux")]
#[test]
fn idle_screen_uses_no_cpu_time() {
    let home = Home::new("idle");
    let mut terminal = Terminal::open(&home.0, &["play", "exponentile"], (80, 24));
    terminal.see("Score");
    thread::sleep(Duration::from_millis(500));
    let pid = terminal.child.process_id().unwrap();
    let ticks = || -> u64 {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap();
        let fields: Vec<_> = stat.rsplit_once(')').unwrap().1.split_whitespace().collect();
        fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap()
    };
    let before = ticks();
    thread::sleep(Duration::from_secs(3));
    assert!(ticks() - before <= 2, "{} ticks of a hundredth in three seconds", ticks() - before);
    terminal.press("\x03");
    terminal.ends();
}

#[test]
fn ascii_locale_and_old_terminal_get_ascii_only() {
    for (variable, value) in [("LC_ALL", "C"), ("TERM", "vt100")] {
        let home = Home::new(&format!("ascii-{variable}"));
        let mut terminal = Terminal::open_with(&home.0, &["play", "classic-2048"], (80, 24), &[(variable, value)]);
        terminal.see("Esc menu");
        assert!(terminal.text().is_ascii(), "{}", terminal.text());
        terminal.press("\x03");
        terminal.ends();
    }
}

//! The program's loop: draws screens and gives each input to the right one.
//!
//! It sleeps until there is input. Time passes for a screen only while something on it moves, and only changes are drawn.

use crate::{
    Arcade,
    look::Look,
    page::{Context, End, HelpLine, Message, Page, Then, help_lines},
    screens::rules,
    term::{Screen, report_panics},
    ui,
};
use ratatui::{
    buffer::Buffer,
    crossterm::event::{
        self, Event as Input, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind,
    },
    layout::Rect,
    text::Span,
    widgets::{Clear, Widget},
};
use std::{
    cell::RefCell,
    io::{self, IsTerminal},
    sync::{
        Arc,
        mpsc::{self, RecvTimeoutError, Sender},
    },
    thread,
    time::{Duration, Instant},
};

/// How often the loop checks that the terminal is still there. Usually a signal says so earlier.
const WATCH: Duration = Duration::from_secs(2);

/// All screens, the top one last, and what lies above them.
pub(crate) struct App<'a> {
    pub(crate) context: Context<'a>,
    pages: Vec<Box<dyn Page>>,
    /// The help page is open, from that line on.
    help: Option<usize>,
    notices: Vec<String>,
    size: Rect,
    /// Why it ends.
    end: End,
}

/// What the loop has to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Flow {
    /// Draw and wait.
    Go,
    /// Draw everything anew.
    Redraw,
    /// Let the shell have the terminal.
    Suspend,
    /// Leave.
    Quit,
}

impl<'a> App<'a> {
    /// A program with these screens, the top one last.
    pub(crate) fn new(arcade: &'a mut Arcade, post: Sender<Message>, pages: Vec<Box<dyn Page>>) -> Self {
        let look = Look::from_settings(arcade.settings.theme, arcade.settings.colours);
        let context = Context {
            arcade,
            look,
            post,
            count: 0,
            pending: 0,
            engine: Arc::default(),
            buttons: RefCell::default(),
            ascii: false,
            copied: None,
        };
        Self { context, pages, help: None, notices: Vec::new(), size: Rect::default(), end: End::Left }
    }

    /// Draws the top screen and what lies above it.
    pub(crate) fn draw(&mut self, area: Rect, buffer: &mut Buffer) {
        self.draw_all(area, buffer);
        self.context.look.finish(buffer);
    }

    fn draw_all(&mut self, area: Rect, buffer: &mut Buffer) {
        self.size = area;
        self.notices.append(&mut self.context.arcade.notices);
        buffer.set_style(area, self.context.look.text());
        if self.too_small() {
            return self.draw_too_small(area, buffer);
        }
        let top = self.pages.len().saturating_sub(1);
        let lowest = self.pages.iter().rposition(|page| !page.is_window()).unwrap_or(top);
        for page in &mut self.pages[lowest..] {
            // Only what is on top can be clicked.
            self.context.buttons.borrow_mut().clear();
            page.draw(&self.context, area, buffer);
        }
        let Some(page) = self.pages.last() else { return };
        if let Some(first) = self.help {
            let (title, lines) = page.help(&self.context);
            let help = HelpPage { title: &title, rules: page.how_to_play(), lines: &lines };
            self.context.buttons.borrow_mut().clear();
            self.help = Some(help.draw(buffer, area, &self.context, first));
        }
        if !self.notices.is_empty() {
            self.draw_notices(area, buffer);
        }
    }

    fn too_small(&self) -> bool {
        self.size.width < ui::LEAST.0 || self.size.height < ui::LEAST.1
    }

    fn draw_too_small(&self, area: Rect, buffer: &mut Buffer) {
        let (width, height) = ui::LEAST;
        let words = format!(
            "This window has {}×{} characters; Tilewright needs {width}×{height}. Make it larger to go on. Nothing is \
             lost. Ctrl-C leaves.",
            area.width, area.height
        );
        ui::paragraph(buffer, area, 0, &words, self.context.look.text());
    }

    fn draw_notices(&self, area: Rect, buffer: &mut Buffer) {
        let width = area.width.min(76);
        let lines: Vec<String> = self
            .notices
            .iter()
            .flat_map(|notice| ui::wrap(notice, usize::from(width) - 4).into_iter().chain([String::new()]))
            .collect();
        let inner = ui::window(buffer, area, &self.context.look, "Please note", width, lines.len() as u16 + 3);
        for (i, line) in lines.iter().enumerate() {
            ui::text(buffer, inner, i as u16, line, self.context.look.text());
        }
        ui::text(buffer, inner, inner.height.saturating_sub(1), "Any key goes on.", self.context.look.dim());
    }

    /// The frame is shown.
    pub(crate) fn drawn(&mut self) {
        for page in &mut self.pages {
            page.drawn(&mut self.context);
        }
    }

    /// How long the loop may sleep.
    pub(crate) fn wait(&self) -> Option<Duration> {
        if self.too_small() { None } else { self.pages.last()?.wait() }
    }

    /// Lets time pass.
    pub(crate) fn pass(&mut self, time: Duration) -> Flow {
        let Some(page) = self.pages.last_mut() else { return Flow::Quit };
        let then = page.pass(&mut self.context, time);
        self.follow(then)
    }

    /// Takes what comes in.
    pub(crate) fn handle(&mut self, message: Message) -> Flow {
        match message {
            Message::Ended(end) => {
                self.end = end;
                Flow::Quit
            }
            Message::Continued => Flow::Redraw,
            Message::Input(Input::Key(key)) => self.key(key),
            Message::Input(Input::Mouse(mouse)) => {
                if mouse.kind == MouseEventKind::Down(MouseButton::Left) && !self.too_small() {
                    let at = (mouse.column, mouse.row).into();
                    let button = self.context.buttons.borrow().iter().find(|(place, _)| place.contains(at)).copied();
                    // A note goes away with any key, and with a click.
                    let note = (!self.notices.is_empty()).then_some(KeyCode::Esc.into());
                    if let Some(key) = note.or(button.map(|(_, key)| key)) {
                        return self.key(key);
                    }
                }
                let covered = self.help.is_some() || !self.notices.is_empty() || self.too_small();
                let Some(page) = self.pages.last_mut().filter(|_| !covered) else { return Flow::Go };
                let then = page.mouse(&mut self.context, mouse);
                self.follow(then)
            }
            Message::Input(Input::Paste(text)) => {
                if let Some(page) = self.pages.last_mut() {
                    page.paste(&mut self.context, &text);
                }
                Flow::Go
            }
            Message::Input(_) => Flow::Go,
            Message::Thought { .. } | Message::Built { .. } | Message::Tried { .. } => {
                if !matches!(message, Message::Tried { is_last: false, .. }) {
                    self.context.pending = self.context.pending.saturating_sub(1);
                }
                // The screen that asked may be below another one by now.
                for page in &mut self.pages {
                    page.message(&mut self.context, &message);
                }
                Flow::Go
            }
        }
    }

    fn key(&mut self, key: KeyEvent) -> Flow {
        if key.kind == KeyEventKind::Release {
            return Flow::Go;
        }
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('c') if control => return Flow::Quit,
            KeyCode::Char('z') if control => return Flow::Suspend,
            KeyCode::Char('l') if control => return Flow::Redraw,
            // For the test that sees what a panic leaves behind; releases do not have it.
            KeyCode::F(12) if control && cfg!(debug_assertions) => panic!("asked for with Ctrl-F12"),
            _ if self.too_small() => return Flow::Go,
            _ => {}
        }
        if !self.notices.is_empty() {
            self.notices.clear();
            return Flow::Go;
        }
        if let Some(first) = self.help {
            self.help = match key.code {
                KeyCode::Down | KeyCode::Char('j') => Some(first + 1),
                KeyCode::Up | KeyCode::Char('k') => Some(first.saturating_sub(1)),
                KeyCode::PageDown | KeyCode::Char(' ') => Some(first + usize::from(self.size.height.saturating_sub(5))),
                KeyCode::PageUp => Some(first.saturating_sub(self.size.height.saturating_sub(5).into())),
                _ => None,
            };
            return Flow::Go;
        }
        if key.code == KeyCode::F(1) {
            self.help = Some(0);
            return Flow::Go;
        }
        let Some(page) = self.pages.last_mut() else { return Flow::Quit };
        let then = page.key(&mut self.context, key);
        self.follow(then)
    }

    fn follow(&mut self, then: Then) -> Flow {
        match then {
            Then::Stay => {}
            Then::Open(page) => self.pages.push(page),
            Then::Replace(page) => {
                self.close_top();
                self.pages.push(page);
            }
            Then::Back => {
                self.close_top();
                match self.pages.last_mut() {
                    Some(page) => page.back(&mut self.context),
                    None => return Flow::Quit,
                }
            }
            Then::Help => self.help = Some(0),
            Then::Quit => return Flow::Quit,
        }
        Flow::Go
    }

    fn close_top(&mut self) {
        if let Some(page) = self.pages.pop() {
            page.close(&mut self.context);
        }
    }

    /// Closes all screens.
    pub(crate) fn close(&mut self) {
        while !self.pages.is_empty() {
            self.close_top();
        }
    }
}

/// A help page: how to play, then the keys.
struct HelpPage<'a> {
    title: &'a str,
    /// Markdown; may be empty.
    rules: &'static str,
    lines: &'a [HelpLine],
}

impl HelpPage<'_> {
    /// Draws the page; returns the first line it really begins with.
    fn draw(&self, buffer: &mut Buffer, area: Rect, context: &Context<'_>, first: usize) -> usize {
        let look = &context.look;
        Clear.render(area, buffer);
        buffer.set_style(area, look.text());
        ui::bar(buffer, area, look, &format!("Help: {}", self.title), "");
        let body = Rect { x: area.x + 2, y: area.y + 2, width: area.width - 4, height: area.height - 4 };
        let rows = self.rows(body.width.into(), look);
        let first = first.min(rows.len().saturating_sub(body.height.into()));
        for (line, row) in rows.iter().skip(first).take(body.height.into()).enumerate() {
            ui::spans(buffer, body, line as u16, row.clone());
        }
        if rows.len() > usize::from(body.height) {
            let last = (first + usize::from(body.height)).min(rows.len());
            let shown = format!("{}–{last} of {}", first + 1, rows.len());
            let foot = Rect { x: area.x + 1, width: area.width - 2, ..area };
            ui::right(buffer, foot, area.height - 1, &shown, look.dim());
        }
        ui::keys(buffer, area, context, &[("↑↓ PgUp PgDn", "scroll"), ("any other key", "closes")]);
        first
    }

    fn rows<'s>(&self, width: usize, look: &Look) -> Vec<Vec<Span<'s>>> {
        let mut rows = Vec::new();
        if !self.rules.is_empty() {
            rows.push(vec![Span::styled("How to play", look.accent())]);
            rows.extend(rules::rows(self.rules, width.min(100), look));
            rows.push(Vec::new());
            rows.push(vec![Span::styled("Keys", look.accent())]);
        }
        let everywhere = help_lines([
            ("F1", "this page"),
            ("Ctrl-L", "draw the screen anew"),
            ("Ctrl-Z", "back to the shell for a while; fg returns"),
            ("Ctrl-C", "leave at once; a game in progress is saved"),
        ]);
        let column = self.lines.iter().map(|line| ui::width(&line.keys)).max().unwrap_or(0) + 2;
        for HelpLine { keys, what } in self.lines.iter().chain(&everywhere) {
            for (i, part) in ui::wrap(what, width.saturating_sub(column)).into_iter().enumerate() {
                let keys = if i == 0 { keys.as_str() } else { "" };
                rows.push(vec![Span::styled(ui::padded(keys, column), look.accent()), Span::styled(part, look.text())]);
            }
        }
        rows
    }
}

/// Shows screens on the terminal, the top one last, until the user leaves the lowest or a signal ends the program.
pub(crate) fn run(arcade: &mut Arcade, pages: Vec<Box<dyn Page>>) -> io::Result<End> {
    let reports = arcade.store.dir().map_or_else(std::env::temp_dir, |dir| dir.to_owned());
    report_panics(reports);
    let (post, inbox) = mpsc::channel();
    let mut screen = Screen::enter(arcade.settings.mouse)?;
    listen(post.clone())?;
    let mut app = App::new(arcade, post, pages);
    app.context.ascii = Look::is_ascii_only();
    app.context.refresh_look();
    let mut last = Instant::now();
    let mut changed = true;
    let mut drawing = Duration::ZERO;
    loop {
        if changed {
            let begin = Instant::now();
            let drawn = screen.drawing.draw(|frame| app.draw(frame.area(), frame.buffer_mut()));
            if drawn.is_err() {
                app.end = End::HANG_UP;
                break;
            }
            drawing = begin.elapsed();
            app.drawn();
        }
        // A slow terminal gets fewer frames.
        let wait = app.wait().map(|wait| wait.max(drawing));
        let message = inbox.recv_timeout(wait.unwrap_or(WATCH));
        let time = last.elapsed();
        last = Instant::now();
        let mut flow = Flow::Go;
        changed = wait.is_some() || message.is_ok();
        if wait.is_some() {
            flow = app.pass(time);
        }
        match message {
            Ok(message) => {
                flow = stronger(flow, app.handle(message));
                // Input that is waiting already needs no frame of its own.
                while let (Flow::Go, Ok(message)) = (flow, inbox.try_recv()) {
                    flow = app.handle(message);
                }
            }
            Err(RecvTimeoutError::Disconnected) => break,
            Err(RecvTimeoutError::Timeout) if wait.is_none() && !io::stdin().is_terminal() => {
                app.end = End::HANG_UP;
                break;
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
        if let Some(text) = app.context.copied.take() {
            // A terminal that has no clipboard for programs ignores it.
            let _ = screen.copy(&text);
        }
        let terminal = match flow {
            Flow::Go => screen.set_mouse(app.context.arcade.settings.mouse),
            Flow::Redraw => screen.resume(),
            Flow::Suspend => screen.suspend(),
            Flow::Quit => break,
        };
        if terminal.is_err() {
            app.end = End::HANG_UP;
            break;
        }
    }
    app.close();
    Ok(app.end)
}

fn stronger(a: Flow, b: Flow) -> Flow {
    if b == Flow::Go { a } else { b }
}

/// Starts two threads: one reads keys, one waits for signals.
fn listen(post: Sender<Message>) -> io::Result<()> {
    #[cfg(unix)]
    {
        use signal_hook::{
            consts::{SIGCONT, SIGHUP, SIGINT, SIGTERM},
            iterator::Signals,
        };
        let mut signals = Signals::new([SIGHUP, SIGINT, SIGTERM, SIGCONT])?;
        let post = post.clone();
        thread::spawn(move || {
            for signal in signals.forever() {
                let message =
                    if signal == SIGCONT { Message::Continued } else { Message::Ended(End::Signal(signal as u8)) };
                if post.send(message).is_err() {
                    break;
                }
            }
        });
    }
    thread::spawn(move || {
        loop {
            let input = event::read();
            let lost = input.is_err();
            let message = input.map_or(Message::Ended(End::HANG_UP), Message::Input);
            if post.send(message).is_err() || lost {
                break;
            }
        }
    });
    Ok(())
}

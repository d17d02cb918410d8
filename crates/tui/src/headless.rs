//! The arcade without a terminal: the same screens and keys; the caller says how much time passes.
//!
//! For tests, benchmarks and recorded pictures.

use crate::{
    Arcade, Start,
    app::{App, Flow},
    page::Message,
    screens::{menu::Menu, play::Play, viewer::Viewer},
};
use ratatui::{
    buffer::Buffer,
    crossterm::event::{Event as Input, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind},
    layout::Rect,
};
use std::{
    sync::mpsc::{self, Receiver},
    time::Duration,
};
use tilewright_session::Session;

/// A running program without a terminal.
pub struct Headless<'a> {
    app: App<'a>,
    inbox: Receiver<Message>,
    area: Rect,
    /// Whether it still runs.
    running: bool,
}

impl<'a> Headless<'a> {
    fn new(arcade: &'a mut Arcade, page: Box<dyn crate::page::Page>, width: u16, height: u16) -> Self {
        let (post, inbox) = mpsc::channel();
        let app = App::new(arcade, post, vec![page]);
        let mut headless = Self { app, inbox, area: Rect::new(0, 0, width, height), running: true };
        headless.draw();
        headless
    }

    /// The menu in a window of that size.
    pub fn menu(arcade: &'a mut Arcade, width: u16, height: u16) -> Self {
        let menu = Menu::new(arcade);
        Self::new(arcade, Box::new(menu), width, height)
    }

    /// A game.
    ///
    /// # Errors
    ///
    /// If the game cannot be opened.
    pub fn play(arcade: &'a mut Arcade, start: Start, width: u16, height: u16) -> Result<Self, String> {
        let play = Play::open(arcade, start)?;
        Ok(Self::new(arcade, Box::new(play), width, height))
    }

    /// A session that was begun elsewhere.
    pub fn session(arcade: &'a mut Arcade, session: Session, width: u16, height: u16) -> Self {
        let game = arcade.adopt(session);
        let play = Play::at(arcade, game);
        Self::new(arcade, Box::new(play), width, height)
    }

    /// A replay.
    pub fn viewer(arcade: &'a mut Arcade, session: Session, name: &str, width: u16, height: u16) -> Self {
        Self::new(arcade, Box::new(Viewer::new(session, name.into())), width, height)
    }

    /// Whether it still runs.
    pub fn running(&self) -> bool {
        self.running
    }

    /// The arcade behind it.
    pub fn arcade(&mut self) -> &mut Arcade {
        self.app.context.arcade
    }

    /// Applies the theme of the settings.
    pub fn refresh_look(&mut self) {
        self.app.context.refresh_look();
    }

    /// Shows everything as on a terminal that knows ASCII only.
    pub fn ascii(&mut self) {
        self.app.context.ascii = true;
        self.app.context.refresh_look();
    }

    /// Changes the size of the window.
    pub fn resize(&mut self, width: u16, height: u16) {
        self.area = Rect::new(0, 0, width, height);
        self.draw();
    }

    fn follow(&mut self, flow: Flow) {
        if flow == Flow::Quit && self.running {
            self.running = false;
            self.app.close();
        }
    }

    /// Presses keys by their names, separated by spaces: `left`, `enter`, `a`, `A`, `space`, `f1`, `ctrl-s`, `shift-up`.
    /// A name that is no key is typed letter by letter.
    pub fn press(&mut self, names: &str) {
        for name in names.split(' ').filter(|name| !name.is_empty()) {
            match key_named(name) {
                Some(key) => self.key(key),
                None => name.chars().for_each(|letter| self.key(KeyCode::Char(letter).into())),
            }
        }
    }

    fn key(&mut self, key: KeyEvent) {
        let flow = self.app.handle(Message::Input(Input::Key(key)));
        self.follow(flow);
    }

    /// Presses the left mouse button at one place and lets it go at another.
    pub fn drag(&mut self, from: (u16, u16), to: (u16, u16)) {
        let button = MouseButton::Left;
        for (kind, (column, row)) in [(MouseEventKind::Down(button), from), (MouseEventKind::Up(button), to)] {
            let mouse = MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE };
            let flow = self.app.handle(Message::Input(Input::Mouse(mouse)));
            self.follow(flow);
        }
    }

    /// The text that was put on the clipboard last.
    pub fn copied(&mut self) -> Option<String> {
        self.app.context.copied.take()
    }

    /// Waits until all threads have reported.
    pub fn settle(&mut self) {
        while self.app.context.pending > 0 {
            match self.inbox.recv_timeout(Duration::from_secs(30)) {
                Ok(message) => {
                    let flow = self.app.handle(message);
                    self.follow(flow);
                }
                Err(_) => break,
            }
        }
    }

    /// Lets time pass while something moves, and waits for threads. Returns the time that is left.
    pub fn pass(&mut self, time: Duration) -> Duration {
        let mut left = time;
        while let Some(wait) = self.app.wait().filter(|_| self.running) {
            let step = wait.max(Duration::from_millis(1)).min(left);
            let flow = self.app.pass(step);
            self.follow(flow);
            self.settle();
            self.draw();
            left = left.saturating_sub(step);
            if left.is_zero() {
                break;
            }
        }
        left
    }

    /// The screen as it is now.
    pub fn draw(&mut self) -> Buffer {
        let mut buffer = Buffer::empty(self.area);
        self.app.draw(self.area, &mut buffer);
        self.app.drawn();
        buffer
    }

    /// Does what the terminal's loop does after a frame is shown.
    pub fn drawn(&mut self) {
        self.app.drawn();
    }

    /// Draws into a buffer of the right size, as the terminal's loop does.
    pub fn draw_into(&mut self, buffer: &mut Buffer) {
        let area = *buffer.area();
        buffer.reset();
        self.app.draw(area, buffer);
    }

    /// The screen as text.
    pub fn text(&mut self) -> String {
        let buffer = self.draw();
        let area = *buffer.area();
        let row = |y| (0..area.width).map(|x| buffer[(x, y)].symbol()).collect::<String>();
        (0..area.height).map(|y| row(y).trim_end().to_owned() + "\n").collect()
    }
}

fn key_named(name: &str) -> Option<KeyEvent> {
    let (modifiers, name) = match name.split_once('-') {
        Some(("ctrl", rest)) => (KeyModifiers::CONTROL, rest),
        Some(("shift", rest)) => (KeyModifiers::SHIFT, rest),
        _ => (KeyModifiers::NONE, name),
    };
    let code = match name {
        "left" => KeyCode::Left,
        "right" => KeyCode::Right,
        "up" => KeyCode::Up,
        "down" => KeyCode::Down,
        "enter" => KeyCode::Enter,
        "esc" => KeyCode::Esc,
        "tab" => KeyCode::Tab,
        "space" => KeyCode::Char(' '),
        "backspace" => KeyCode::Backspace,
        "delete" => KeyCode::Delete,
        "home" => KeyCode::Home,
        "end" => KeyCode::End,
        "pageup" => KeyCode::PageUp,
        "pagedown" => KeyCode::PageDown,
        "f1" => KeyCode::F(1),
        _ => {
            let mut letters = name.chars();
            match (letters.next(), letters.next()) {
                (Some(letter), None) => KeyCode::Char(letter),
                _ => return None,
            }
        }
    };
    Some(KeyEvent::new(code, modifiers))
}

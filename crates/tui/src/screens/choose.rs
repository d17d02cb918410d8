//! One question, a few answers to choose from.

use crate::{
    page::{Context, HelpLine, Page, Then, help_lines},
    ui,
};
use ratatui::{
    buffer::Buffer,
    crossterm::event::{KeyCode, KeyEvent},
    layout::Rect,
};

type Done = Box<dyn FnMut(&mut Context<'_>, usize) -> Then>;

/// A question with answers.
pub(crate) struct Choose {
    title: String,
    answers: Vec<String>,
    /// A description of each answer, if there is one.
    about: Vec<String>,
    chosen: usize,
    done: Done,
}

impl Choose {
    /// A question; `done` receives the index of the answer.
    pub(crate) fn new(
        title: impl Into<String>,
        answers: Vec<String>,
        done: impl FnMut(&mut Context<'_>, usize) -> Then + 'static,
    ) -> Self {
        Self { title: title.into(), answers, about: Vec::new(), chosen: 0, done: Box::new(done) }
    }

    /// The same with descriptions of the answers.
    pub(crate) fn about(self, about: Vec<String>) -> Self {
        Self { about, ..self }
    }
}

impl Page for Choose {
    fn draw(&mut self, context: &Context<'_>, area: Rect, buffer: &mut Buffer) {
        let look = &context.look;
        let longest = self.answers.iter().map(|answer| ui::width(answer)).max().unwrap_or(0);
        let width = (longest.max(ui::width(&self.title)) as u16 + 8).clamp(46, area.width.max(46));
        let more = if self.about.is_empty() { 0 } else { 4 };
        let inner = ui::window(buffer, area, look, &self.title, width, self.answers.len() as u16 + 4 + more);
        for (i, answer) in self.answers.iter().enumerate() {
            let style = if i == self.chosen { look.chosen() } else { look.text() };
            ui::text(buffer, inner, i as u16, &ui::padded(&format!(" {answer}"), inner.width.into()), style);
        }
        if let Some(about) = self.about.get(self.chosen) {
            ui::paragraph(buffer, inner, self.answers.len() as u16 + 1, about, look.dim());
        }
        ui::text(buffer, inner, inner.height - 1, "↑↓ choose   Enter: go   Esc: back", look.dim());
    }

    fn key(&mut self, context: &mut Context<'_>, key: KeyEvent) -> Then {
        let count = self.answers.len();
        match key.code {
            KeyCode::Down | KeyCode::Char('j' | 's') => self.chosen = (self.chosen + 1) % count,
            KeyCode::Up | KeyCode::Char('k' | 'w') => self.chosen = (self.chosen + count - 1) % count,
            KeyCode::Enter => return (self.done)(context, self.chosen),
            KeyCode::Esc | KeyCode::Char('q') => return Then::Back,
            _ => {}
        }
        Then::Stay
    }

    fn is_window(&self) -> bool {
        true
    }

    fn help(&self, _context: &Context<'_>) -> (String, Vec<HelpLine>) {
        let lines = [("↑ ↓", "choose; also k j, w s"), ("Enter", "go"), ("Esc, q", "back")];
        (self.title.clone(), help_lines(lines))
    }
}

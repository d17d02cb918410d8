//! One question, one line to answer it in, checked as it is typed.

use crate::{
    input::TextInput,
    page::{Context, HelpLine, Page, Then, help_lines},
    ui,
};
use ratatui::{
    buffer::Buffer,
    crossterm::event::{KeyCode, KeyEvent},
    layout::Rect,
};

type Check = Box<dyn Fn(&str) -> Result<(), String>>;
type Done = Box<dyn FnMut(&mut Context<'_>, &str) -> Then>;

/// A question.
pub(crate) struct Ask {
    title: String,
    question: String,
    entry: TextInput,
    check: Check,
    done: Done,
    /// Whether something was typed: an untouched field shows no error.
    touched: bool,
}

impl Ask {
    /// A question with a first answer in it.
    pub(crate) fn new(
        title: impl Into<String>,
        question: impl Into<String>,
        text: &str,
        check: impl Fn(&str) -> Result<(), String> + 'static,
        done: impl FnMut(&mut Context<'_>, &str) -> Then + 'static,
    ) -> Self {
        Self {
            title: title.into(),
            question: question.into(),
            entry: TextInput::new(text),
            check: Box::new(check),
            done: Box::new(done),
            touched: false,
        }
    }
}

impl Page for Ask {
    fn draw(&mut self, context: &Context<'_>, area: Rect, buffer: &mut Buffer) {
        let look = &context.look;
        let inner = ui::window(buffer, area, look, &self.title, 58, 9);
        let line = ui::paragraph(buffer, inner, 0, &self.question, look.text());
        let field = Rect { y: inner.y + line + 1, height: 1, ..inner };
        let verdict = (self.check)(&self.entry.text());
        let style = if verdict.is_ok() || !self.touched { look.accent() } else { look.bad() };
        self.entry.draw(buffer, field, style, look);
        if let (Err(says), true) = (verdict, self.touched) {
            ui::paragraph(buffer, inner, line + 2, &says, look.bad());
        }
        ui::text(buffer, inner, inner.height - 1, "Enter: go   Esc: back", look.dim());
    }

    fn key(&mut self, context: &mut Context<'_>, key: KeyEvent) -> Then {
        match key.code {
            KeyCode::Esc => return Then::Back,
            KeyCode::Enter => {
                self.touched = true;
                let text = self.entry.text();
                if (self.check)(&text).is_ok() {
                    return (self.done)(context, &text);
                }
            }
            _ => self.touched |= self.entry.key(key),
        }
        Then::Stay
    }

    fn paste(&mut self, _context: &mut Context<'_>, text: &str) {
        self.entry.insert(text);
        self.touched = true;
    }

    fn is_window(&self) -> bool {
        true
    }

    fn help(&self, _context: &Context<'_>) -> (String, Vec<HelpLine>) {
        let lines = [
            ("letters, digits", "the answer"),
            ("← → Home End", "move in the line"),
            ("Ctrl-U", "clear the line up to the cursor"),
            ("Enter", "done"),
            ("Esc", "back without an answer"),
        ];
        (self.title.clone(), help_lines(lines))
    }
}

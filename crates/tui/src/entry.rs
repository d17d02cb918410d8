//! A line to type in.

use crate::look::Look;
use ratatui::{
    buffer::Buffer,
    crossterm::event::{KeyCode, KeyEvent, KeyModifiers},
    layout::Rect,
    style::{Modifier, Style},
};

/// A text being typed, and where in it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Entry {
    text: Vec<char>,
    at: usize,
}

/// Nobody types more.
const MOST: usize = 200;

impl Entry {
    /// A line with a text in it, to go on at its end.
    pub(crate) fn new(text: &str) -> Self {
        let text: Vec<char> = text.chars().take(MOST).collect();
        Self { at: text.len(), text }
    }

    /// What stands there.
    pub(crate) fn text(&self) -> String {
        self.text.iter().collect()
    }

    /// Types something; control characters and what is too much are left out.
    pub(crate) fn insert(&mut self, text: &str) {
        for symbol in text.chars().filter(|symbol| !symbol.is_control()) {
            if self.text.len() < MOST {
                self.text.insert(self.at, symbol);
                self.at += 1;
            }
        }
    }

    /// Takes a key; false where it has no use for it.
    pub(crate) fn key(&mut self, key: KeyEvent) -> bool {
        let control = key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT);
        match key.code {
            KeyCode::Char('u') if control => {
                self.text.drain(..self.at);
                self.at = 0;
            }
            KeyCode::Char(symbol) if !control => self.insert(symbol.encode_utf8(&mut [0; 4])),
            KeyCode::Backspace if self.at > 0 => {
                self.at -= 1;
                self.text.remove(self.at);
            }
            KeyCode::Delete if self.at < self.text.len() => {
                self.text.remove(self.at);
            }
            KeyCode::Left => self.at = self.at.saturating_sub(1),
            KeyCode::Right => self.at = (self.at + 1).min(self.text.len()),
            KeyCode::Home => self.at = 0,
            KeyCode::End => self.at = self.text.len(),
            KeyCode::Backspace | KeyCode::Delete => {}
            _ => return false,
        }
        true
    }

    /// Draws the line with its cursor.
    pub(crate) fn draw(&self, buffer: &mut Buffer, area: Rect, style: Style, look: &Look) {
        let width = usize::from(area.width);
        let first = (self.at + 1).saturating_sub(width);
        for column in 0..width {
            let at = first + column;
            let symbol = self.text.get(at).copied().unwrap_or(' ');
            let style = if at == self.at { look.text().add_modifier(Modifier::REVERSED) } else { style };
            if let Some(cell) = buffer.cell_mut((area.x + column as u16, area.y)) {
                cell.set_char(symbol).set_style(style);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typing_and_taking_back() {
        let mut entry = Entry::new("42");
        let keys = [KeyCode::Home, KeyCode::Char('1'), KeyCode::End, KeyCode::Backspace, KeyCode::Char('0')];
        for code in keys {
            assert!(entry.key(code.into()));
        }
        assert_eq!(entry.text(), "140");
        entry.insert("a\nb\u{1b}");
        assert_eq!(entry.text(), "140ab");
        entry.insert(&"x".repeat(1000));
        assert_eq!(entry.text().len(), MOST);
        assert!(!entry.key(KeyCode::Enter.into()));
    }
}

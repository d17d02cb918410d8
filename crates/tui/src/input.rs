//! A text field of one line.

use crate::look::Look;
use ratatui::{
    buffer::Buffer,
    crossterm::event::{KeyCode, KeyEvent, KeyModifiers},
    layout::Rect,
    style::{Modifier, Style},
};
use unicode_width::UnicodeWidthChar;

/// A text that is being typed, with its cursor.
#[derive(Clone, Debug, Default)]
pub(crate) struct TextInput {
    text: Vec<char>,
    at: usize,
}

/// The longest text.
const MAX_CHARS: usize = 200;

impl TextInput {
    /// A field with a text in it and the cursor at its end.
    pub(crate) fn new(text: &str) -> Self {
        let text: Vec<char> = text.chars().take(MAX_CHARS).collect();
        Self { at: text.len(), text }
    }

    /// The text.
    pub(crate) fn text(&self) -> String {
        self.text.iter().collect()
    }

    /// Inserts a text at the cursor, without control characters, up to the longest text.
    pub(crate) fn insert(&mut self, text: &str) {
        for symbol in text.chars().filter(|symbol| !symbol.is_control()) {
            if self.text.len() < MAX_CHARS {
                self.text.insert(self.at, symbol);
                self.at += 1;
            }
        }
    }

    /// Handles a key; false if the field does not use it.
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

    /// Draws the field with its cursor.
    pub(crate) fn draw(&self, buffer: &mut Buffer, area: Rect, style: Style, look: &Look) {
        let symbols: Vec<char> = self.text.iter().copied().chain([' ']).collect();
        let columns = |symbol: &char| symbol.width().unwrap_or(0) as u16;
        // The cursor is in sight.
        let mut first = 0;
        while symbols[first..=self.at].iter().map(columns).sum::<u16>() > area.width && first < self.at {
            first += 1;
        }
        buffer.set_style(Rect { height: 1, ..area }, style);
        let mut x = area.x;
        for (at, symbol) in symbols.iter().enumerate().skip(first) {
            if x + columns(symbol) > area.right() {
                break;
            }
            let style = if at == self.at { look.text().add_modifier(Modifier::REVERSED) } else { style };
            buffer.set_string(x, area.y, symbol.encode_utf8(&mut [0; 4]), style);
            x += columns(symbol);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn key_and_insert_edit_at_the_cursor() {
        let mut input = TextInput::new("42");
        let keys = [KeyCode::Home, KeyCode::Char('1'), KeyCode::End, KeyCode::Backspace, KeyCode::Char('0')];
        for code in keys {
            assert!(input.key(code.into()));
        }
        assert_eq!(input.text(), "140");
        input.insert("a\nb\u{1b}");
        assert_eq!(input.text(), "140ab");
        input.insert(&"x".repeat(1000));
        assert_eq!(input.text().len(), MAX_CHARS);
        assert!(!input.key(KeyCode::Enter.into()));
    }
}

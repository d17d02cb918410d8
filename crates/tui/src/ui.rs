//! Drawing functions that all screens share.

use crate::{look::Look, page::Context};
use ratatui::{
    buffer::Buffer,
    crossterm::event::{KeyCode, KeyEvent, KeyModifiers},
    layout::Rect,
    style::Style,
    text::{Line, Span},
    widgets::{Block, BorderType, Clear, Widget},
};
use unicode_width::UnicodeWidthStr;

/// The smallest window that everything fits in.
pub(crate) const LEAST: (u16, u16) = (60, 20);

/// Writes a text into one line of an area, cut off with an ellipsis if it is too long.
pub(crate) fn text(buffer: &mut Buffer, area: Rect, line: u16, text: &str, style: Style) {
    spans(buffer, area, line, vec![Span::styled(text.to_owned(), style)]);
}

/// The same with several styles.
pub(crate) fn spans(buffer: &mut Buffer, area: Rect, line: u16, spans: Vec<Span<'_>>) {
    if line >= area.height || area.width == 0 {
        return;
    }
    let written = Line::from(spans);
    let cut = written.width() > usize::from(area.width);
    buffer.set_line(area.x, area.y + line, &written, area.width);
    if cut && let Some(cell) = buffer.cell_mut((area.right() - 1, area.y + line)) {
        cell.set_symbol("…");
    }
}

/// The columns that a text takes: wide characters take two.
pub(crate) fn width(text: &str) -> usize {
    text.width()
}

/// A text with spaces up to a number of columns.
pub(crate) fn padded(text: &str, columns: usize) -> String {
    format!("{text}{}", " ".repeat(columns.saturating_sub(width(text))))
}

/// Writes a text at the right end of a line.
pub(crate) fn right(buffer: &mut Buffer, area: Rect, line: u16, words: &str, style: Style) {
    let width = (width(words) as u16).min(area.width);
    let part = Rect { x: area.right() - width, width, ..area };
    text(buffer, part, line, words, style);
}

/// Writes a text into the middle of a line.
pub(crate) fn centred(buffer: &mut Buffer, area: Rect, line: u16, words: &str, style: Style) {
    let width = (width(words) as u16).min(area.width);
    let part = Rect { x: area.x + (area.width - width) / 2, width, ..area };
    text(buffer, part, line, words, style);
}

/// The bar on top of a screen.
pub(crate) fn bar(buffer: &mut Buffer, area: Rect, look: &Look, left: &str, right_side: &str) {
    let line = Rect { height: 1, ..area };
    buffer.set_style(line, look.chosen());
    let inner = Rect { x: line.x + 1, width: line.width.saturating_sub(2), ..line };
    let room = usize::from(inner.width).saturating_sub(width(left) + 2);
    text(buffer, inner, 0, left, look.chosen());
    if width(right_side) <= room {
        right(buffer, inner, 0, right_side, look.chosen());
    }
}

/// The line of keys at the bottom: as many as fit, the first ones first. Each can be clicked.
pub(crate) fn keys(buffer: &mut Buffer, area: Rect, context: &Context<'_>, keys: &[(impl AsRef<str>, &str)]) {
    let line = Rect { y: area.bottom() - 1, height: 1, x: area.x + 1, width: area.width.saturating_sub(2) };
    let mut used = 0;
    for (key, what) in keys {
        let gap = if used == 0 { 0 } else { 2 };
        let width = (width(key.as_ref()) + 1 + width(what)) as u16;
        if used + gap + width > line.width {
            break;
        }
        button(buffer, Rect { x: line.x + used + gap, width, ..line }, context, key.as_ref(), what);
        used += gap + width;
    }
}

/// A key and what it does, in a line; a click presses the key.
pub(crate) fn button(buffer: &mut Buffer, area: Rect, context: &Context<'_>, key: &str, what: &str) {
    let look = &context.look;
    let parts = vec![Span::styled(key.to_owned(), look.accent()), Span::styled(format!(" {what}"), look.dim())];
    spans(buffer, area, 0, parts);
    context.buttons.borrow_mut().extend(pressed(key).map(|key| (Rect { height: 1, ..area }, key)));
}

/// The key that a label stands for; `None` if it stands for several or for something else.
fn pressed(label: &str) -> Option<KeyEvent> {
    let mut letters = label.chars();
    let code = match (label, letters.next(), letters.next()) {
        ("Enter", ..) => KeyCode::Enter,
        ("Esc" | "any other key", ..) => KeyCode::Esc,
        ("Space", ..) => KeyCode::Char(' '),
        ("Del", ..) => KeyCode::Delete,
        ("F1", ..) => KeyCode::F(1),
        ("Ctrl-S", ..) => return Some(KeyEvent::new(KeyCode::Char('s'), KeyModifiers::CONTROL)),
        ("Ctrl-T", ..) => return Some(KeyEvent::new(KeyCode::Char('t'), KeyModifiers::CONTROL)),
        (_, Some(letter), None) if letter.is_ascii() => KeyCode::Char(letter),
        _ => return None,
    };
    Some(code.into())
}

/// Wraps a text into lines of at most that width.
pub(crate) fn wrap(text: &str, columns: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let last = lines.last_mut().expect("there is a line");
        let used = width(last);
        if used == 0 {
            last.push_str(word);
        } else if used + 1 + width(word) <= columns {
            last.push(' ');
            last.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

/// Writes a text over several lines from `line` on; returns the line after it.
pub(crate) fn paragraph(buffer: &mut Buffer, area: Rect, line: u16, words: &str, style: Style) -> u16 {
    let mut line = line;
    for part in wrap(words, area.width.into()) {
        text(buffer, area, line, &part, style);
        line += 1;
    }
    line
}

/// Draws an empty frame in the middle of an area; returns its inside.
pub(crate) fn window(buffer: &mut Buffer, area: Rect, look: &Look, title: &str, width: u16, height: u16) -> Rect {
    let (width, height) = (width.min(area.width), height.min(area.height));
    let frame = Rect { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height };
    Clear.render(frame, buffer);
    let block = Block::bordered()
        .border_type(BorderType::Rounded)
        .border_style(look.accent())
        .style(look.text())
        .title(Span::styled(format!(" {title} "), look.accent()));
    let inner = block.inner(frame);
    block.render(frame, buffer);
    Rect { x: inner.x + 1, width: inner.width.saturating_sub(2), ..inner }
}

/// The first line to show so that the chosen one is in sight.
pub(crate) fn scroll(first: usize, chosen: usize, lines: usize) -> usize {
    if chosen < first {
        chosen
    } else if lines > 0 && chosen >= first + lines {
        chosen + 1 - lines
    } else {
        first
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrap_breaks_between_words() {
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("unbreakable", 4), ["unbreakable"]);
        assert_eq!(wrap("", 4), [""]);
        assert_eq!(wrap("数字 数字", 8), ["数字", "数字"], "each takes two columns");
    }

    #[test]
    fn padded_counts_columns() {
        assert_eq!(padded("数x", 5), "数x  ");
        assert_eq!(padded("long", 2), "long");
    }

    #[test]
    fn pressed_only_labels_of_one_key_can_be_clicked() {
        assert_eq!(pressed("u"), Some(KeyCode::Char('u').into()));
        assert_eq!(pressed("Esc"), Some(KeyCode::Esc.into()));
        assert_eq!(pressed("arrows"), None);
        assert_eq!(pressed("↑↓"), None);
    }

    #[test]
    fn scroll_shows_the_chosen_line() {
        assert_eq!(scroll(0, 5, 4), 2);
        assert_eq!(scroll(3, 1, 4), 1);
        assert_eq!(scroll(3, 4, 4), 3);
    }
}

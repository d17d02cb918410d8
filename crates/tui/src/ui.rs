//! Drawing functions that all screens share.

use crate::look::Look;
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::Style,
    text::{Line, Span},
    widgets::{Block, BorderType, Clear, Widget},
};

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

/// Writes a text at the right end of a line.
pub(crate) fn right(buffer: &mut Buffer, area: Rect, line: u16, words: &str, style: Style) {
    let width = (words.chars().count() as u16).min(area.width);
    let part = Rect { x: area.right() - width, width, ..area };
    text(buffer, part, line, words, style);
}

/// The bar on top of a screen.
pub(crate) fn bar(buffer: &mut Buffer, area: Rect, look: &Look, left: &str, right_side: &str) {
    let line = Rect { height: 1, ..area };
    buffer.set_style(line, look.chosen());
    let inner = Rect { x: line.x + 1, width: line.width.saturating_sub(2), ..line };
    let room = usize::from(inner.width).saturating_sub(left.chars().count() + 2);
    text(buffer, inner, 0, left, look.chosen());
    if right_side.chars().count() <= room {
        right(buffer, inner, 0, right_side, look.chosen());
    }
}

/// The line of keys at the bottom: as many as fit, the first ones first.
pub(crate) fn keys(buffer: &mut Buffer, area: Rect, look: &Look, keys: &[(impl AsRef<str>, &str)]) {
    let line = Rect { y: area.bottom() - 1, height: 1, x: area.x + 1, width: area.width.saturating_sub(2) };
    let mut parts = Vec::new();
    let mut used = 0;
    for (key, what) in keys {
        let key = key.as_ref();
        let gap = if used == 0 { "" } else { "  " };
        let width = gap.len() + key.chars().count() + 1 + what.chars().count();
        if used + width > usize::from(line.width) {
            break;
        }
        used += width;
        parts.push(Span::styled(format!("{gap}{key}"), look.accent()));
        parts.push(Span::styled(format!(" {what}"), look.dim()));
    }
    spans(buffer, line, 0, parts);
}

/// Wraps a text into lines of at most that width.
pub(crate) fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let last = lines.last_mut().expect("there is a line");
        let used = last.chars().count();
        if used == 0 {
            last.push_str(word);
        } else if used + 1 + word.chars().count() <= width {
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
    }

    #[test]
    fn scroll_shows_the_chosen_line() {
        assert_eq!(scroll(0, 5, 4), 2);
        assert_eq!(scroll(3, 1, 4), 1);
        assert_eq!(scroll(3, 4, 4), 3);
    }
}

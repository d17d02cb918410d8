//! The rule book screen: one page a family.

use crate::{
    look::Look,
    page::{Context, HelpLine, Page, Then, help_lines},
    ui,
};
use ratatui::{
    buffer::Buffer,
    crossterm::event::{KeyCode, KeyEvent, MouseEvent, MouseEventKind},
    layout::Rect,
    style::{Modifier, Style},
    text::Span,
};
use tilewright_games::Family;
use tilewright_session::rule_page;

/// A page being read.
pub(crate) struct Rules {
    title: String,
    family: Family,
    first: usize,
    /// The page for the width it was laid out for last.
    laid_out: Option<(u16, Vec<Row>)>,
    height: usize,
}

/// A line of the page.
#[derive(Clone, PartialEq, Debug)]
enum Row {
    Heading(String),
    Text(String),
    /// Pictures stay as they are.
    Picture(String),
}

impl Rules {
    /// The rules of a family, for a game of that title.
    pub(crate) fn new(family: Family, title: &str) -> Self {
        Self { title: format!("Rules: {title}"), family, first: 0, laid_out: None, height: 0 }
    }

    fn scroll(&mut self, by: isize) {
        self.first = self.first.saturating_add_signed(by);
    }
}

/// Lays a page of Markdown out: paragraphs and lists wrap, tables become lists, code stays.
fn lay_out(text: &str, width: usize) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut paragraph = String::new();
    let mut indent = String::new();
    let mut code = false;
    let mut columns: Vec<String> = Vec::new();
    let flush = |rows: &mut Vec<Row>, paragraph: &mut String, indent: &mut String| {
        if !paragraph.is_empty() {
            let hang = " ".repeat(indent.chars().count());
            for (i, line) in ui::wrap(paragraph, width.saturating_sub(hang.len())).into_iter().enumerate() {
                rows.push(Row::Text(format!("{}{line}", if i == 0 { indent.as_str() } else { &hang })));
            }
            paragraph.clear();
        }
        indent.clear();
    };
    for line in text.lines() {
        if line.starts_with("```") {
            flush(&mut rows, &mut paragraph, &mut indent);
            code = !code;
        } else if code || line.starts_with("    ") && paragraph.is_empty() {
            rows.push(Row::Picture(line.to_owned()));
        } else if let Some(heading) = line.trim_start_matches('#').strip_prefix(' ').filter(|_| line.starts_with('#')) {
            flush(&mut rows, &mut paragraph, &mut indent);
            rows.push(Row::Heading(heading.to_owned()));
        } else if line.starts_with('|') {
            flush(&mut rows, &mut paragraph, &mut indent);
            let cells: Vec<String> = line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect();
            if cells.iter().all(|cell| cell.chars().all(|c| "-: ".contains(c))) {
                continue;
            }
            if columns.is_empty() {
                columns = cells;
                continue;
            }
            // A row of a table: its first cell, then what the others say under their headings.
            let rest = cells.iter().zip(&columns).skip(1).filter(|(cell, _)| !cell.is_empty());
            let rest: Vec<_> = rest
                .map(|(cell, head)| if head.is_empty() { cell.clone() } else { format!("{head}: {cell}") })
                .collect();
            paragraph = format!("{}; {}", cells[0], rest.join("; ")).trim_start_matches("; ").to_owned();
            indent = "  • ".into();
            flush(&mut rows, &mut paragraph, &mut indent);
        } else if line.trim().is_empty() {
            flush(&mut rows, &mut paragraph, &mut indent);
            columns.clear();
            if rows.last().is_some_and(|row| *row != Row::Text(String::new())) {
                rows.push(Row::Text(String::new()));
            }
        } else {
            let trimmed = line.trim_start();
            let deep = line.len() - trimmed.len();
            let number = trimmed.split_once(". ").filter(|(number, _)| number.parse::<u8>().is_ok());
            let item = trimmed.strip_prefix("- ").map(|rest| ("• ".to_owned(), rest));
            let item = item.or(number.map(|(number, rest)| (format!("{number}. "), rest)));
            if let Some((mark, rest)) = item {
                flush(&mut rows, &mut paragraph, &mut indent);
                indent = format!("{}{mark}", " ".repeat(deep));
                paragraph.push_str(rest);
            } else {
                paragraph.push(' ');
                paragraph.push_str(trimmed);
            }
        }
    }
    flush(&mut rows, &mut paragraph, &mut indent);
    rows
}

/// A page of Markdown as lines of that width.
pub(crate) fn rows<'a>(text: &str, width: usize, look: &Look) -> Vec<Vec<Span<'a>>> {
    let row = |row: Row| match row {
        Row::Heading(words) => vec![Span::styled(words, look.accent())],
        Row::Picture(line) => vec![Span::styled(line, look.dim())],
        Row::Text(words) => styled(&words, look),
    };
    lay_out(text, width).into_iter().map(row).collect()
}

/// A text with `code`, **strong** and *emphasised* parts as styles; the markers are not shown.
fn styled<'a>(text: &str, look: &Look) -> Vec<Span<'a>> {
    let plain = look.text();
    let mut spans = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(['`', '*']) {
        let (before, from) = rest.split_at(at);
        let sign = if from.starts_with("**") { "**" } else { &from[..1] };
        let inner = &from[sign.len()..];
        let style: Style = match sign {
            "`" => look.accent(),
            _ => plain.add_modifier(Modifier::BOLD),
        };
        spans.push(Span::styled(before.to_owned(), plain));
        match inner.find(sign).filter(|&end| end > 0) {
            Some(end) => {
                spans.push(Span::styled(inner[..end].to_owned(), style));
                rest = &inner[end + sign.len()..];
            }
            // A marker without its partner on the line has no effect.
            None => rest = inner,
        }
    }
    spans.push(Span::styled(rest.to_owned(), plain));
    spans
}

impl Page for Rules {
    fn draw(&mut self, context: &Context<'_>, area: Rect, buffer: &mut Buffer) {
        let look = &context.look;
        ui::bar(buffer, area, look, &self.title, "");
        let width = (area.width - 6).min(100);
        let body = Rect { x: area.x + 3, y: area.y + 2, width, height: area.height - 4 };
        if self.laid_out.as_ref().is_none_or(|(laid, _)| *laid != width) {
            self.laid_out = Some((width, lay_out(rule_page(self.family), width.into())));
        }
        let Some((_, rows)) = &self.laid_out else { return };
        self.height = body.height.into();
        self.first = self.first.min(rows.len().saturating_sub(self.height));
        for (i, row) in rows.iter().skip(self.first).take(self.height).enumerate() {
            match row {
                Row::Heading(words) => ui::text(buffer, body, i as u16, words, look.accent()),
                Row::Picture(line) => ui::text(buffer, body, i as u16, line, look.dim()),
                Row::Text(words) => ui::spans(buffer, body, i as u16, styled(words, look)),
            }
        }
        let far = format!("{}–{} of {}", self.first + 1, (self.first + self.height).min(rows.len()), rows.len());
        ui::right(buffer, Rect { width: area.width - 1, ..area }, area.height - 1, &far, look.dim());
        ui::keys(buffer, area, context, &[("↑↓ PgUp PgDn", "scroll"), ("Esc", "back")]);
    }

    fn key(&mut self, _context: &mut Context<'_>, key: KeyEvent) -> Then {
        let page = self.height.saturating_sub(1) as isize;
        match key.code {
            KeyCode::Down | KeyCode::Char('j' | 's') => self.scroll(1),
            KeyCode::Up | KeyCode::Char('k' | 'w') => self.scroll(-1),
            KeyCode::PageDown | KeyCode::Char(' ') => self.scroll(page),
            KeyCode::PageUp => self.scroll(-page),
            KeyCode::Home => self.first = 0,
            KeyCode::End => self.first = usize::MAX / 2,
            KeyCode::Esc | KeyCode::Enter | KeyCode::Char('q' | 'r') => return Then::Back,
            _ => {}
        }
        Then::Stay
    }

    fn mouse(&mut self, _context: &mut Context<'_>, mouse: MouseEvent) -> Then {
        match mouse.kind {
            MouseEventKind::ScrollDown => self.scroll(3),
            MouseEventKind::ScrollUp => self.scroll(-3),
            _ => {}
        }
        Then::Stay
    }

    fn help(&self, _context: &Context<'_>) -> (String, Vec<HelpLine>) {
        let lines = [
            ("↑ ↓", "scroll; also k j, w s and the mouse wheel"),
            ("PgUp PgDn", "a page; also Space"),
            ("Home End", "to the top, to the bottom"),
            ("Esc, q, r", "back"),
        ];
        ("rules".into(), help_lines(lines))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilewright_games::Family;

    #[test]
    fn lay_out_every_page_fits_its_width() {
        for family in Family::ALL {
            for width in [54, 74, 100] {
                for row in lay_out(rule_page(family), width) {
                    if let Row::Text(line) = &row {
                        assert!(line.chars().count() <= width + 12, "{family} {width}: {line}");
                    }
                }
            }
        }
    }

    #[test]
    fn styled_markers_become_styles() {
        let look = Look::new(tilewright_session::Theme::Dark, crate::look::Depth::True);
        let text: String =
            styled("a `code` and **strong** 2 * 3", &look).iter().map(|span| span.content.as_ref()).collect();
        assert_eq!(text, "a code and strong 2  3");
    }
}

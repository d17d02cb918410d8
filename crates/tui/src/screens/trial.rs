//! “Try it” of the editor: what a ladder of players finds out about the edited rules, next to those they came from.

use crate::{
    page::{Context, HelpLine, Message, Page, Then, Thinking, help_lines},
    ui,
};
use ratatui::{
    buffer::Buffer,
    crossterm::event::{KeyCode, KeyEvent},
    layout::Rect,
    style::Style,
};
use tilewright_games::Variant;
use tilewright_lab::{TrialRow, TrialTable};
use tilewright_session::counted;

/// A running trial; closing the page ends it.
pub(crate) struct TrialPage {
    base_name: String,
    /// `None` once it is over.
    running: Option<Thinking>,
    table: Option<TrialTable>,
    failed: Option<String>,
    /// The measure that is explained.
    chosen: usize,
}

impl TrialPage {
    /// Begins a trial.
    pub(crate) fn new(context: &mut Context<'_>, base_name: &str, base: Variant, edited: Variant) -> Self {
        let running = Some(context.try_rules(base_name, base, edited));
        Self { base_name: base_name.into(), running, table: None, failed: None, chosen: 0 }
    }

    fn progress(&self) -> String {
        let Some(table) = &self.table else { return "The first games are played…".into() };
        let games = format!("{} on {}", counted(table.games, "game"), counted(table.seeds as u64, "seed"));
        let state = if self.running.is_some() { "up to a minute in all" } else { "done" };
        format!("{games}; {state}.")
    }

    fn rows(&self) -> &[TrialRow] {
        self.table.as_ref().map_or(&[], |table| &table.rows)
    }
}

/// A line of the table: the measure, the variant it came from, the edited one.
fn line(buffer: &mut Buffer, area: Rect, y: u16, cells: [&str; 3], style: Style) {
    let column = area.width.saturating_sub(FIRST_COLUMN) / 2;
    let column = column.min(MAX_COLUMN);
    ui::text(buffer, Rect { width: FIRST_COLUMN - 1, ..area }, y, cells[0], style);
    for (at, cell) in cells[1..].iter().enumerate() {
        let place = Rect { x: area.x + FIRST_COLUMN + column * at as u16, width: column - 1, ..area };
        ui::text(buffer, place, y, cell, style);
    }
}

const FIRST_COLUMN: u16 = 16;
const MAX_COLUMN: u16 = 30;

impl Page for TrialPage {
    fn draw(&mut self, context: &Context<'_>, area: Rect, buffer: &mut Buffer) {
        let look = &context.look;
        let players = self.table.as_ref().map_or(String::new(), |table| table.players.join(", "));
        ui::bar(buffer, area, look, &format!("Try it: {}, changed", self.base_name), &players);
        let body = Rect { x: area.x + 2, y: area.y + 2, width: area.width - 4, height: area.height - 4 };
        let words = match &self.failed {
            Some(failed) => format!("This cannot be tried: {failed}."),
            None => self.progress(),
        };
        ui::paragraph(buffer, body, 0, &words, if self.failed.is_some() { look.bad() } else { look.dim() });
        let rows = self.rows();
        if !rows.is_empty() {
            let heads = match rows[0].base {
                Some(_) => [" ", self.base_name.as_str(), "these rules"],
                None => [" ", "these rules", ""],
            };
            line(buffer, body, 2, heads, look.accent());
        }
        for (i, row) in rows.iter().enumerate() {
            let values = match &row.base {
                Some(base) => [base.as_str(), row.edited.as_str()],
                None => [row.edited.as_str(), ""],
            };
            let style = match (i == self.chosen, row.is_certain) {
                (true, _) => look.chosen(),
                (false, true) => look.good(),
                (false, false) => look.text(),
            };
            let place = Rect { x: body.x, y: body.y + 3 + i as u16, width: body.width, height: 1 };
            if i == self.chosen {
                buffer.set_style(place, style);
            }
            let mark = if row.is_certain { "* " } else { "  " };
            line(buffer, place, 0, [&format!("{mark}{}", row.title), values[0], values[1]], style);
        }
        if let Some(row) = rows.get(self.chosen) {
            let mut at = 4 + rows.len() as u16;
            at = ui::paragraph(buffer, body, at, &format!("{}: {}", row.title, row.about), look.dim());
            for sentence in self.table.iter().flat_map(|table| &table.verdict) {
                at = ui::paragraph(buffer, body, at, sentence, look.text());
            }
        }
        let stop = if self.running.is_some() { "stop" } else { "back" };
        ui::keys(buffer, area, context, &[("↑↓", "what a line means"), ("Esc", stop), ("F1", "help")]);
    }

    fn key(&mut self, _context: &mut Context<'_>, key: KeyEvent) -> Then {
        let last = self.rows().len().saturating_sub(1);
        match key.code {
            KeyCode::Down | KeyCode::Char('j' | 's') => self.chosen = (self.chosen + 1).min(last),
            KeyCode::Up | KeyCode::Char('k' | 'w') => self.chosen = self.chosen.saturating_sub(1),
            KeyCode::Esc | KeyCode::Enter | KeyCode::Char('q') => return Then::Back,
            _ => {}
        }
        Then::Stay
    }

    fn message(&mut self, _context: &mut Context<'_>, message: &Message) {
        if let Message::Tried { id, found, is_last } = message
            && self.running.as_ref().is_some_and(|running| running.id == *id)
        {
            match found {
                Ok(table) => self.table = Some(table.clone()),
                Err(failed) => self.failed = Some(failed.clone()),
            }
            if *is_last {
                self.running = None;
            }
        }
    }

    fn help(&self, _context: &Context<'_>) -> (String, Vec<HelpLine>) {
        let lines = [
            ("what", "three players play the same games of both rules, for a minute or until you leave"),
            ("*", "the two certainly differ, even if one looks at all lines at once"),
            ("( – )", "where the number lies with 95 %"),
            ("≥", "most games were still going on when they were cut"),
            ("↑ ↓", "what a line means; also k j, w s"),
            ("Esc, q", "stop, and back to the rules"),
        ];
        ("try it".into(), help_lines(lines))
    }
}

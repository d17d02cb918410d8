//! The statistics screen.

use crate::{
    page::{Context, HelpLine, Page, Then, help_lines},
    screens::custom_title,
    ui,
};
use ratatui::{
    buffer::Buffer,
    crossterm::event::{KeyCode, KeyEvent},
    layout::Rect,
    text::Span,
};
use tilewright_games::Preset;
use tilewright_session::{Fact, Key, NO_RECORDS, Record, counted, date_text, grouped};

/// The statistics page.
pub(crate) struct Statistics {
    records: Vec<(String, Record)>,
    chosen: usize,
    first: usize,
}

impl Statistics {
    /// The records as they are now.
    pub(crate) fn new(context: &mut Context<'_>) -> Self {
        let records = context.arcade.store.records(&mut context.arcade.notices);
        let mut records: Vec<_> = records.iter().map(|(key, record)| (key.clone(), record.clone())).collect();
        let order = |key: &Key| Preset::all().iter().position(|preset| preset.id == key.name).unwrap_or(usize::MAX);
        records.sort_by_key(|(key, _)| (order(key), key.variant));
        let store = &context.arcade.store;
        let title = |key: &Key| key.title(|hash| custom_title(store, hash));
        let records = records.into_iter().map(|(key, record)| (title(&key), record)).collect();
        Self { records, chosen: 0, first: 0 }
    }
}

/// A row of bars, one a number, the highest filling its line.
fn bars(numbers: &[u64]) -> String {
    const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let most = numbers.iter().copied().max().unwrap_or(0).max(1);
    numbers.iter().map(|&n| BARS[(u128::from(n) * 7 / u128::from(most)) as usize]).collect()
}

impl Page for Statistics {
    fn draw(&mut self, context: &Context<'_>, area: Rect, buffer: &mut Buffer) {
        let look = &context.look;
        let games: u64 = self.records.iter().map(|(_, record)| record.games()).sum();
        ui::bar(buffer, area, look, "Statistics", &counted(games, "game"));
        ui::keys(buffer, area, context, &[("↑↓", "choose"), ("Esc", "back"), ("F1", "help")]);
        let body = Rect { x: area.x + 2, y: area.y + 2, width: area.width - 4, height: area.height - 4 };
        if self.records.is_empty() {
            ui::paragraph(buffer, body, 0, NO_RECORDS, look.text());
            return;
        }
        let left = Rect { width: 20, ..body };
        self.first = ui::scroll(self.first, self.chosen, left.height.into());
        for (i, (name, _)) in self.records.iter().enumerate().skip(self.first).take(left.height.into()) {
            let style = if i == self.chosen { look.chosen() } else { look.text() };
            ui::text(buffer, left, (i - self.first) as u16, &ui::padded(name, 20), style);
        }
        let right = Rect { x: left.right() + 2, width: body.width.saturating_sub(22), ..body };
        let Some((_, record)) = self.records.get(self.chosen) else { return };
        let mut line = 0;
        for Fact { name, value, .. } in record.facts() {
            let spans = vec![Span::styled(format!("{name:<18}"), look.dim()), Span::styled(value, look.text())];
            ui::spans(buffer, right, line, spans);
            line += 1;
        }
        let scores: Vec<u64> = record.history.iter().rev().take(right.width.into()).rev().map(|e| e.score).collect();
        line += 1;
        ui::text(buffer, right, line, "Scores of the last games", look.dim());
        ui::text(buffer, right, line + 1, &bars(&scores), look.accent());
        line += 3;
        // A line that does not fit is left out.
        let room = right.height.saturating_sub(line);
        if room >= 2 {
            ui::text(buffer, right, line, "Largest tiles, and how often", look.dim());
            let mut tiles: Vec<String> = record.tiles.iter().rev().map(|(t, n)| format!("{t}×{n}")).collect();
            while ui::width(&tiles.join("  ")) > usize::from(right.width) {
                tiles.pop();
            }
            ui::text(buffer, right, line + 1, &tiles.join("  "), look.text());
        }
        line += 3;
        for entry in record.history.iter().rev().take(usize::from(right.height.saturating_sub(line))) {
            let help = entry.help.words().map_or(String::new(), |help| format!("helped by {help}"));
            let day = date_text(entry.when / 86_400);
            let end = entry.end_words();
            let words = format!("{day}  {:>10}  {:>5} turns  {end}  {help}", grouped(entry.score), entry.turns);
            ui::text(buffer, right, line, &words, look.dim());
            line += 1;
        }
    }

    fn key(&mut self, _context: &mut Context<'_>, key: KeyEvent) -> Then {
        let last = self.records.len().saturating_sub(1);
        match key.code {
            KeyCode::Down | KeyCode::Char('j' | 's') => self.chosen = (self.chosen + 1).min(last),
            KeyCode::Up | KeyCode::Char('k' | 'w') => self.chosen = self.chosen.saturating_sub(1),
            KeyCode::Esc | KeyCode::Char('q' | 't') => return Then::Back,
            _ => {}
        }
        Then::Stay
    }

    fn help(&self, _context: &Context<'_>) -> (String, Vec<HelpLine>) {
        let lines = [("↑ ↓", "choose a game; also k j, w s"), ("Esc, q, t", "back")];
        ("statistics".into(), help_lines(lines))
    }
}

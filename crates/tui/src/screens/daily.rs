//! Daily challenges: the streak, a calendar of the last weeks, and how each weekday went.

use crate::{
    page::{Context, HelpLine, Page, Then, help_lines},
    ui,
};
use ratatui::{
    buffer::Buffer,
    crossterm::event::{KeyCode, KeyEvent},
    layout::Rect,
};
use tilewright_session::{DailyOverview, DayState, counted, grouped};

/// The page of daily challenges.
pub(crate) struct DailyPage {
    overview: DailyOverview,
    /// The day whose result is shown, by its index in the calendar.
    chosen: usize,
}

/// The columns of the table of weekdays.
const TABLE: u16 = 54;
/// The columns of a day.
const DAY: u16 = 5;

impl DailyPage {
    /// The challenges up to today.
    pub(crate) fn new(context: &mut Context<'_>) -> Self {
        let today = context.arcade.today();
        let overview = context.arcade.store.dailies(&mut context.arcade.notices).overview(today);
        // Weeks begin on Monday; the first day of 1970 was a Thursday.
        let chosen = overview.calendar.len() - 7 + ((today + 3) % 7) as usize;
        Self { overview, chosen }
    }
}

impl Page for DailyPage {
    fn draw(&mut self, context: &Context<'_>, area: Rect, buffer: &mut Buffer) {
        let look = &context.look;
        let DailyOverview { streak, played, calendar, weekdays } = &self.overview;
        ui::bar(buffer, area, look, "Daily challenges", &format!("{} played", grouped(*played)));
        let body = Rect { x: area.x + 2, y: area.y + 2, width: area.width - 4, height: area.height - 4 };
        let words = format!("Streak: {}, each begun on its own day (UTC).", counted(*streak, "day"));
        ui::text(buffer, body, 0, &words, look.text());
        for (i, name) in ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"].into_iter().enumerate() {
            ui::text(buffer, Rect { x: body.x + i as u16 * DAY, width: DAY, ..body }, 2, name, look.dim());
        }
        for (i, day) in calendar.iter().enumerate() {
            let place = Rect { x: body.x + (i % 7) as u16 * DAY, width: DAY - 1, ..body };
            let (sign, style) = match day.state {
                DayState::Done => ("●", look.good()),
                DayState::Late => ("o", look.good()),
                DayState::Today => ("!", look.accent()),
                DayState::Missed => ("·", look.text()),
                DayState::Future => (" ", look.dim()),
            };
            let style = if i == self.chosen { look.chosen() } else { style };
            ui::text(buffer, place, 3 + (i / 7) as u16, &format!("{:>2}{sign} ", day.day), style);
        }
        let line = 3 + (calendar.len() / 7) as u16;
        let line = ui::paragraph(buffer, body, line, &calendar[self.chosen].about, look.accent());
        ui::text(buffer, body, line, "● on its day  o later  · not played  ! today's is open", look.dim());
        // Next to the calendar if there is room, else below.
        let wide = body.width >= 7 * DAY + 3 + TABLE;
        let table = if wide {
            Rect { x: body.x + 7 * DAY + 3, y: body.y + 2, width: body.width - 7 * DAY - 3, height: body.height - 2 }
        } else {
            Rect { y: body.y + line + 1, height: body.height.saturating_sub(line + 1), ..body }
        };
        for (i, row) in weekdays.iter().enumerate() {
            let words = format!(
                "{}  {} {:>3}×  best {:>7}  mean {:>7}",
                row.name,
                ui::padded(&row.game, 16),
                row.played,
                grouped(row.best),
                grouped(row.mean)
            );
            ui::text(buffer, table, i as u16, &words, look.text());
        }
        ui::keys(
            buffer,
            area,
            context,
            &[("arrows", "choose a day"), ("d", "today's"), ("Esc", "back"), ("F1", "help")],
        );
    }

    fn key(&mut self, context: &mut Context<'_>, key: KeyEvent) -> Then {
        let last = self.overview.calendar.len() - 1;
        match key.code {
            KeyCode::Left | KeyCode::Char('h' | 'a') => self.chosen = self.chosen.saturating_sub(1),
            KeyCode::Right | KeyCode::Char('l') => self.chosen = (self.chosen + 1).min(last),
            KeyCode::Up | KeyCode::Char('k' | 'w') => self.chosen = self.chosen.saturating_sub(7),
            KeyCode::Down | KeyCode::Char('j' | 's') => self.chosen = (self.chosen + 7).min(last),
            KeyCode::Enter | KeyCode::Char('d') => return super::menu::play_today(context),
            KeyCode::Esc | KeyCode::Char('q' | 'v') => return Then::Back,
            _ => {}
        }
        Then::Stay
    }

    fn help(&self, _context: &Context<'_>) -> (String, Vec<HelpLine>) {
        let lines =
            [("arrows", "choose a day; also h j k l"), ("Enter, d", "play today's challenge"), ("Esc, q, v", "back")];
        ("daily challenges".into(), help_lines(lines))
    }
}

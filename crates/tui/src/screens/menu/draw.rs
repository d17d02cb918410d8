//! Drawing of the menu: a list with one board in a small window, cards with a board each in a large one.

use super::{Item, Menu, What};
use crate::{page::Context, stage::draw_small, ui};
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    text::Span,
    widgets::{Block, BorderType, Widget},
};
use tilewright_core::Game;
use tilewright_session::{counted, grouped};

const KEYS: [(&str, &str); 15] = [
    ("Enter", "play"),
    ("F1", "help"),
    ("d", "daily"),
    ("e", "edit"),
    ("r", "rules"),
    ("o", "settings"),
    ("q", "quit"),
    ("n", "new"),
    ("s", "seed"),
    ("w", "watch"),
    ("p", "replays"),
    ("t", "statistics"),
    ("v", "calendar"),
    ("b", "board"),
    ("x", "remove"),
];

/// A line of the list.
enum Row {
    Heading(&'static str),
    Item(usize),
    Gap,
}

impl Menu {
    pub(super) fn paint(&mut self, context: &Context<'_>, area: Rect, buffer: &mut Buffer) {
        let look = &context.look;
        let version = concat!("Tilewright ", env!("CARGO_PKG_VERSION"));
        ui::bar(buffer, area, look, version, "number-merging tile puzzles");
        ui::keys(buffer, area, context, &KEYS);
        let body = Rect { y: area.y + 1, height: area.height - 3, ..area };
        self.places.clear();
        if area.width >= 120 && area.height >= 40 {
            self.paint_cards(context, body, buffer);
        } else {
            self.columns = 1;
            self.paint_list(context, body, buffer);
        }
        if let Some(says) = &self.says {
            let line = Rect { x: area.x + 1, y: area.bottom() - 2, width: area.width - 2, height: 1 };
            ui::text(buffer, line, 0, says, look.bad());
        }
    }

    /// The lines of the list: games under the names of their families, the challenge of the day apart.
    fn rows(&self) -> Vec<Row> {
        let mut rows = Vec::new();
        let mut last = None;
        for (i, item) in self.items.iter().enumerate() {
            let group = item.group().map(|(title, _)| title);
            if group != last {
                rows.extend([Row::Gap].into_iter().chain(group.map(Row::Heading)));
                last = group;
            }
            rows.push(Row::Item(i));
        }
        rows
    }

    fn paint_list(&mut self, context: &Context<'_>, area: Rect, buffer: &mut Buffer) {
        let look = &context.look;
        let list = Rect { x: area.x + 1, y: area.y + 1, width: 22, height: area.height - 1 };
        let rows = self.rows();
        let at = rows.iter().position(|row| matches!(row, Row::Item(item) if *item == self.chosen)).unwrap_or(0);
        // The heading of the first game of a family is in sight with it.
        let above = at.saturating_sub(usize::from(matches!(rows.get(at.wrapping_sub(1)), Some(Row::Heading(_)))));
        self.first = ui::scroll(self.first, at, list.height.into()).min(if at < 3 { 0 } else { above });
        for (line, row) in rows.iter().skip(self.first).take(list.height.into()).enumerate() {
            let line = line as u16;
            match row {
                Row::Gap => {}
                Row::Heading(words) => ui::text(buffer, list, line, words, look.accent()),
                Row::Item(i) => {
                    let item = &self.items[*i];
                    let open = if self.open_games(item).next().is_some() { "●" } else { " " };
                    let style = if *i == self.chosen { look.chosen() } else { look.text() };
                    let words = ui::padded(&format!(" {open} {}", item.title()), list.width.into());
                    ui::text(buffer, list, line, &words, style);
                    self.places.push((*i, Rect { y: list.y + line, height: 1, ..list }));
                }
            }
        }
        if self.first + usize::from(list.height) < rows.len() {
            ui::right(buffer, list, list.height - 1, "▾", look.accent());
        }
        let right =
            Rect { x: list.right() + 2, y: list.y, width: area.right() - list.right() - 3, height: list.height };
        let item = self.item();
        let mut line = ui::paragraph(buffer, right, 0, item.title(), look.accent());
        for words in ui::wrap(&item.about(), right.width.into()).iter().take(3) {
            ui::text(buffer, right, line, words, look.text());
            line += 1;
        }
        for words in self.facts(item) {
            line = ui::paragraph(buffer, right, line, &words, look.dim());
        }
        let board = Rect { y: right.y + line + 1, height: right.height.saturating_sub(line + 1), ..right };
        let chosen = self.chosen;
        self.paint_board(context, chosen, board, buffer);
    }

    /// Best score and open game, a line each.
    fn facts(&self, item: &Item) -> Vec<String> {
        let best = match &item.what {
            What::Daily(day, _) => self.daily_words(*day),
            _ => format!("Best: {}", self.best(item).text(grouped)),
        };
        let open = self.open_games(item).map(|open| {
            let busy = if open.busy { ", open elsewhere" } else { ": Enter resumes" };
            format!("● turn {}, score {}{busy}", open.summary.turn, grouped(open.summary.score))
        });
        [best].into_iter().chain(open.take(1)).collect()
    }

    /// The board of the open game, else the live one.
    fn paint_board(&mut self, context: &Context<'_>, item: usize, area: Rect, buffer: &mut Buffer) {
        let saved = self.open_games(&self.items[item]).next().map(|open| open.summary.board.clone());
        let live = &mut self.items[item].live;
        let tiles = saved.and_then(|board| live.tiles(&board));
        let Some(session) = &live.session else { return };
        let scale = session.setup().tile_look().scale;
        match tiles {
            Some(tiles) => draw_small(session.game().topology(), tiles, scale, buffer, area, &context.look),
            None => {
                let session = session.clone();
                live.stage.draw_small(&session, buffer, area, &context.look);
            }
        }
    }

    /// How the challenge of a day stands, with the streak.
    fn daily_words(&self, day: u64) -> String {
        let streak = match self.dailies.streak(day) {
            0 => String::new(),
            days => format!(" Streak: {}.", counted(days, "day")),
        };
        match self.dailies.get(day) {
            Some(first) => format!("Done: {}. Further tries are practice.{streak}", counted(first.score, "point")),
            None => format!("The first try counts.{streak}"),
        }
    }

    /// The challenge of the day, in a frame above the cards. Returns its lines.
    fn paint_banner(&mut self, context: &Context<'_>, area: Rect, buffer: &mut Buffer) -> u16 {
        /// Its lines, with the frame.
        const LINES: u16 = 4;
        let look = &context.look;
        let card = Rect { y: area.y + 1, width: area.width - 1, height: LINES, ..area };
        self.places.push((0, card));
        let chosen = self.chosen == 0;
        frame(buffer, card, context, chosen, "");
        let inner = Rect { x: card.x + 2, y: card.y + 1, width: card.width - 4, height: LINES - 2 };
        let item = &self.items[0];
        let open = if self.open_games(item).next().is_some() { "● " } else { "" };
        let title = Span::styled(format!("{open}{}", item.title()), if chosen { look.accent() } else { look.text() });
        ui::spans(buffer, inner, 0, vec![title, Span::styled(format!("  {}", item.about()), look.dim())]);
        ui::text(buffer, inner, 1, &self.facts(item).join("  "), look.dim());
        LINES
    }

    fn paint_cards(&mut self, context: &Context<'_>, area: Rect, buffer: &mut Buffer) {
        let look = &context.look;
        let banner = self.paint_banner(context, area, buffer);
        let area = Rect { y: area.y + banner, height: area.height - banner, ..area };
        self.columns = usize::from(area.width / 40);
        // Cards follow each other; the frame of each says its family.
        let cards = self.items.len() - 1;
        let rows = cards.div_ceil(self.columns);
        let shown = rows.min(usize::from(area.height / 15)).max(1);
        let (width, height) = (area.width / self.columns as u16, (area.height - 1) / shown as u16);
        let row = self.chosen.saturating_sub(1) / self.columns;
        let first = ui::scroll(self.first / self.columns, row, shown);
        self.first = first * self.columns;
        for card in self.first..cards.min(self.first + shown * self.columns) {
            let (row, column, i) = ((card - self.first) / self.columns, card % self.columns, card + 1);
            let card = Rect {
                x: area.x + column as u16 * width,
                y: area.y + 1 + row as u16 * height,
                width: width - 1,
                height,
            };
            self.places.push((i, card));
            let chosen = i == self.chosen;
            let item = &self.items[i];
            frame(buffer, card, context, chosen, item.group().map_or("", |(title, _)| title));
            let inner = Rect { x: card.x + 2, y: card.y + 1, width: card.width - 4, height: card.height - 2 };
            let open = if self.open_games(item).next().is_some() { "● " } else { "" };
            let style = if chosen { look.accent() } else { look.text() };
            ui::text(buffer, inner, 0, &format!("{open}{}", item.title()), style);
            let mut line = 1;
            for words in ui::wrap(&item.about(), inner.width.into()).iter().take(3) {
                ui::text(buffer, inner, line, words, look.dim());
                line += 1;
            }
            for words in self.facts(item).iter().take(2) {
                ui::text(buffer, inner, line, words, look.dim());
                line += 1;
            }
            let board = Rect { y: inner.y + line, height: inner.height.saturating_sub(line), ..inner };
            self.paint_board(context, i, board, buffer);
        }
    }
}

/// The frame of a card, thick if it is chosen.
fn frame(buffer: &mut Buffer, card: Rect, context: &Context<'_>, chosen: bool, title: &str) {
    let border = if chosen { context.look.accent() } else { context.look.dim() };
    let kind = if chosen { BorderType::Thick } else { BorderType::Rounded };
    let title = if title.is_empty() { String::new() } else { format!(" {title} ") };
    Block::bordered().border_type(kind).border_style(border).title(title).render(card, buffer);
}

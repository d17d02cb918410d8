//! Drawing of the menu: a list with one board in a small window, cards with a board each in a large one.

use super::{Item, Menu};
use crate::{page::Context, stage::draw_small, ui};
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    widgets::{Block, BorderType, Widget},
};
use tilewright_core::Game;
use tilewright_session::grouped;

const KEYS: [(&str, &str); 11] = [
    ("Enter", "play"),
    ("F1", "help"),
    ("d", "daily"),
    ("e", "edit"),
    ("r", "rules"),
    ("o", "settings"),
    ("q", "quit"),
    ("s", "seed"),
    ("w", "watch"),
    ("p", "replays"),
    ("t", "statistics"),
];

impl Menu {
    pub(super) fn paint(&mut self, context: &Context<'_>, area: Rect, buffer: &mut Buffer) {
        let look = &context.look;
        let version = concat!("Tilewright ", env!("CARGO_PKG_VERSION"));
        ui::bar(buffer, area, look, version, "number-merging tile puzzles");
        ui::keys(buffer, area, look, &KEYS);
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

    fn paint_list(&mut self, context: &Context<'_>, area: Rect, buffer: &mut Buffer) {
        let look = &context.look;
        let list = Rect { x: area.x + 1, y: area.y + 1, width: 22, height: area.height - 1 };
        self.first = ui::scroll(self.first, self.chosen, list.height.into());
        for (i, item) in self.items.iter().enumerate().skip(self.first).take(list.height.into()) {
            let line = (i - self.first) as u16;
            let open = if self.open_games(item).next().is_some() { "●" } else { " " };
            let style = if i == self.chosen { look.chosen() } else { look.text() };
            ui::text(buffer, list, line, &format!(" {open} {:<19}", item.title()), style);
            self.places.push((i, Rect { y: list.y + line, height: 1, ..list }));
        }
        if self.first + usize::from(list.height) < self.items.len() {
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
            ui::text(buffer, right, line, &words, look.dim());
            line += 1;
        }
        let board = Rect { y: right.y + line + 1, height: right.height.saturating_sub(line + 1), ..right };
        let chosen = self.chosen;
        self.paint_board(context, chosen, board, buffer);
    }

    /// Best score and open game, a line each.
    fn facts(&self, item: &Item) -> Vec<String> {
        let best = format!("Best: {}", self.best(item).text(grouped));
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

    fn paint_cards(&mut self, context: &Context<'_>, area: Rect, buffer: &mut Buffer) {
        let look = &context.look;
        self.columns = usize::from(area.width / 40);
        let rows = self.items.len().div_ceil(self.columns);
        let shown = rows.min(usize::from(area.height / 15)).max(1);
        let (width, height) = (area.width / self.columns as u16, (area.height - 1) / shown as u16);
        let first = ui::scroll(self.first / self.columns, self.chosen / self.columns, shown);
        self.first = first * self.columns;
        for i in self.first..self.items.len().min(self.first + shown * self.columns) {
            let (row, column) = ((i - self.first) / self.columns, i % self.columns);
            let card = Rect {
                x: area.x + column as u16 * width,
                y: area.y + 1 + row as u16 * height,
                width: width - 1,
                height,
            };
            self.places.push((i, card));
            let chosen = i == self.chosen;
            let border = if chosen { look.accent() } else { look.dim() };
            let kind = if chosen { BorderType::Thick } else { BorderType::Rounded };
            Block::bordered().border_type(kind).border_style(border).render(card, buffer);
            let inner = Rect { x: card.x + 2, y: card.y + 1, width: card.width - 4, height: card.height - 2 };
            let item = &self.items[i];
            let open = if self.open_games(item).next().is_some() { "● " } else { "" };
            ui::text(
                buffer,
                inner,
                0,
                &format!("{open}{}", item.title()),
                if chosen { look.accent() } else { look.text() },
            );
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

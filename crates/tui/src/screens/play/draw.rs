//! Drawing of the play screen.

use super::{Play, Purpose};
use crate::{board::Mark, page::Context, ui};
use ratatui::{buffer::Buffer, layout::Rect, style::Style, text::Span};
use tilewright_core::{Cell, Dir, Game, Meaning, Topology};
use tilewright_session::{Session, Tone, grouped};

/// The areas of the board and of the panel next to it. The panel is as narrow as it can be in a small window.
pub(crate) fn halves(area: Rect) -> (Rect, Rect) {
    let panel = match area.width {
        ..80 => 18,
        80..110 => 22,
        _ => 34,
    };
    let body = Rect { y: area.y + 1, height: area.height - 3, ..area };
    let board = Rect { width: body.width - panel, ..body };
    (board, Rect { x: board.right() + 1, width: panel - 2, ..body })
}

/// An arrow for a direction.
pub(crate) fn arrow(topology: &Topology, dir: Dir) -> &'static str {
    match topology.dir_name(dir) {
        "up" | "N" => "↑",
        "right" => "→",
        "down" | "S" => "↓",
        "left" => "←",
        "NE" => "↗",
        "SE" => "↘",
        "SW" => "↙",
        _ => "↖",
    }
}

/// The facts of a game, a line each.
pub(crate) struct Panel<'a> {
    pub(crate) buffer: &'a mut Buffer,
    pub(crate) area: Rect,
    pub(crate) line: u16,
    pub(crate) context: &'a Context<'a>,
}

impl Panel<'_> {
    /// A name and a value at the right end.
    pub(crate) fn fact(&mut self, name: &str, value: &str, style: Style) {
        ui::text(self.buffer, self.area, self.line, name, self.context.look.dim());
        let room = usize::from(self.area.width).saturating_sub(name.chars().count() + 1);
        if value.chars().count() <= room {
            ui::right(self.buffer, self.area, self.line, value, style);
        } else {
            self.line += 1;
            ui::right(self.buffer, self.area, self.line, value, style);
        }
        self.line += 1;
    }

    /// A line of its own.
    pub(crate) fn words(&mut self, words: &str, style: Style) {
        ui::text(self.buffer, self.area, self.line, words, style);
        self.line += 1;
    }

    /// The facts of a game or replay, those that every game has first.
    pub(crate) fn game(&mut self, session: &Session) {
        let look = &self.context.look;
        self.fact("Turn", &grouped(session.turn() as u64), look.text());
        self.fact("Seed", &session.seed_text(), look.text());
        for fact in session.facts() {
            self.fact(fact.name, &fact.value, if fact.achieved { look.good() } else { look.text() });
        }
    }
}

impl Play {
    pub(super) fn paint(&mut self, context: &Context<'_>, area: Rect, buffer: &mut Buffer) {
        let look = &context.look;
        let (board, panel) = halves(area);
        let number = self.table.number();
        let right = if number > 1 { format!("game {number}") } else { String::new() };
        ui::bar(buffer, area, look, &self.title, &right);
        let marks = self.marks();
        self.stage.draw(self.table.session(), buffer, board, look, marks);
        self.paint_panel(context, panel, buffer);
        let line = Rect { x: area.x + 1, y: area.bottom() - 2, width: area.width - 2, height: 1 };
        if let Some(notice) = &self.notice {
            let style = match notice.tone {
                Tone::Plain => look.text(),
                Tone::Good => look.good(),
                Tone::Bad => look.bad(),
            };
            ui::text(buffer, line, 0, &notice.text, style);
        } else {
            ui::text(buffer, line, 0, &self.session().setup().goal(), look.dim());
        }
        ui::keys(buffer, area, look, &self.key_line());
    }

    fn key_line(&self) -> Vec<(String, &'static str)> {
        const REST: [(&str, &str); 9] = [
            ("u", "undo"),
            ("?", "hint"),
            ("F1", "help"),
            ("Esc", "menu"),
            ("Space", "autoplay"),
            ("n", "new"),
            ("p", "replay"),
            ("r", "redo"),
            (".", "player"),
        ];
        let rest = REST.iter().map(|&(key, what)| (key.to_owned(), what));
        std::iter::once(self.input.prompt(self.session())).chain(rest).collect()
    }

    fn marks(&self) -> Vec<(Cell, Mark)> {
        let mut marks = Vec::new();
        if let Some((action, _)) = self.hint.as_ref().and_then(|hint| hint.actions.first()) {
            match self.session().meaning(*action) {
                Meaning::Swap(from, to) => marks.extend([(from, Mark::From), (to, Mark::To)]),
                Meaning::Move(from, dir) => {
                    marks.push((from, Mark::From));
                    marks.extend(self.session().game().topology().neighbour(from, dir).map(|to| (to, Mark::To)));
                }
                Meaning::Slide(dir) => {
                    let topology = self.session().game().topology();
                    let tiles = self.session().position().tiles;
                    let there = topology.cells().filter(|cell| tiles[cell.index()].is_some());
                    marks.extend(there.map(|cell| (cell, Mark::Way(arrow(topology, dir)))));
                }
            }
        }
        match (self.input.picked(), self.input.cursor()) {
            (Some(picked), cursor) => {
                marks.push((picked, Mark::Picked));
                marks.extend(cursor.filter(|cursor| *cursor != picked).map(|cursor| (cursor, Mark::Cursor)));
            }
            // A hint in the cursor's cell hides the cursor.
            (None, Some(cursor)) if !marks.iter().any(|(cell, _)| *cell == cursor) => {
                marks.push((cursor, Mark::Cursor));
            }
            _ => {}
        }
        marks
    }

    fn paint_panel(&mut self, context: &Context<'_>, area: Rect, buffer: &mut Buffer) {
        let look = &context.look;
        let session = self.table.session();
        let shown = self.stage.shown();
        let score = shown.map_or(session.score(), |shown| shown.score);
        let mut panel = Panel { buffer, area, line: 0, context };
        panel.fact("Score", &grouped(score), look.accent());
        let gain = if self.gain > 0 { format!("+{}", grouped(self.gain)) } else { "–".into() };
        panel.fact("Gain", &gain, look.good());
        let best = self.best.including(session.score(), session.helped_by().is_some());
        panel.fact("Best", &best.unhelped.map_or("–".into(), grouped), look.text());
        if let Some(helped) = best.helped {
            panel.fact("With help", &grouped(helped), look.dim());
        }
        panel.game(session);
        match shown.map_or(self.waves, |shown| shown.wave) {
            // In games with waves the line stays, so that the lines below do not jump.
            0 if session.setup().has_waves() => panel.fact("Wave", "–", look.dim()),
            0 => {}
            wave => panel.fact("Wave", &wave.to_string(), look.good()),
        }
        let cell = self.input.picked().or(self.input.cursor());
        if let Some(tile) = cell.and_then(|cell| session.game().tile(session.state(), cell)) {
            panel.fact("Tile", &tile.value.to_string(), look.text());
        }
        if let Some(help) = session.helped_by() {
            panel.fact("Helped by", help, look.dim());
        }
        if self.auto.is_some() {
            let thinks = matches!(self.thinking, Some((_, Purpose::Turn)));
            let state = if thinks { "…" } else { "▶" };
            panel.fact("Autoplay", &format!("{} {state}", self.player(context).id()), look.good());
        } else {
            panel.fact("Player", self.player(context).id(), look.dim());
        }
        if let Some(hint) = &self.hint {
            panel.line += 1;
            panel.words("Hint", look.accent());
            let topology = session.game().topology();
            let rest = usize::from(area.height.saturating_sub(panel.line));
            for (rank, (action, value)) in hint.actions.iter().take(rest.min(9)).enumerate() {
                let words = session.game().action_text(*action);
                let way = match session.meaning(*action) {
                    Meaning::Slide(dir) => format!("{} {words}", arrow(topology, dir)),
                    Meaning::Move(cell, dir) => format!("{} {}", topology.cell_text(cell), arrow(topology, dir)),
                    Meaning::Swap(..) => words,
                };
                let style = if rank == 0 { look.good() } else { look.text() };
                ui::spans(
                    panel.buffer,
                    area,
                    panel.line,
                    vec![Span::styled(format!("{}. ", rank + 1), look.dim()), Span::styled(way, style)],
                );
                ui::right(panel.buffer, area, panel.line, &value_text(*value), style);
                panel.line += 1;
            }
        }
    }
}

/// A player's value in few characters.
fn value_text(value: f64) -> String {
    let size = value.abs();
    if size >= 1e6 {
        format!("{value:.1e}")
    } else if size >= 100.0 || value.fract() == 0.0 {
        format!("{value:.0}")
    } else {
        format!("{value:.2}")
    }
}

//! Drawing of the play screen.

use super::{Play, Purpose};
use crate::{
    board::{BREAKS, LINKED, Mark, STRAINS},
    look::Look,
    page::Context,
    stage::beside,
    ui,
};
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::Style,
    widgets::{Clear, Widget},
};
use tilewright_core::{Cell, Game, Meaning};
use tilewright_players::Ranking;
use tilewright_session::{Best, LegendLine, Pointer, Session, Sign, TileNote, Tone, arrow, first_steps, grouped};

/// The areas of the board and of the panel next to it, in the middle of the window. The panel is as narrow as it can be in
/// a small one; `below` lines stay free.
pub(crate) fn halves(session: &Session, area: Rect, below: u16) -> (Rect, Rect) {
    let panel = match area.width {
        ..80 => 16,
        80..WIDE => 20,
        _ => 32,
    };
    let body = Rect { y: area.y + 1, height: area.height - 3 - below, ..area };
    beside(session, body, panel)
}

/// The lines that stand `up` lines above the end of the screen: in a wide window they begin where the board does.
pub(crate) fn below(area: Rect, board: Rect, up: u16, height: u16) -> Rect {
    let x = if area.width < WIDE { area.x + 1 } else { board.x + 1 };
    Rect { x, y: area.bottom() - up, width: area.right() - 1 - x, height }
}

/// Signs on the tiles that would change if the turn ended now.
pub(crate) fn warning_marks(session: &Session) -> Vec<(Cell, Mark)> {
    let sign = |breaks| if breaks { Mark::Breaks } else { Mark::Strains };
    session.warnings().into_iter().map(|warning| (warning.cell, sign(warning.breaks))).collect()
}

/// The columns of a wide window.
const WIDE: u16 = 110;

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
        let room = usize::from(self.area.width).saturating_sub(ui::width(name) + 1);
        if ui::width(value) <= room {
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

    /// What the last turn did, newest first, as far as there is room.
    pub(crate) fn story(&mut self, story: &[String]) {
        let look = &self.context.look;
        let heading = ["Last turn, newest first", "Last, newest first", "Newest first"];
        let heading = heading.into_iter().find(|text| ui::width(text) <= self.area.width.into());
        self.words(heading.unwrap_or_default(), look.accent());
        for (i, sentence) in story.iter().enumerate() {
            let lines = ui::wrap(sentence, self.area.width.into());
            if usize::from(self.line) + lines.len() > usize::from(self.area.height) {
                break;
            }
            let style = if i == 0 { look.text() } else { look.dim() };
            self.line = ui::paragraph(self.buffer, self.area, self.line, sentence, style);
        }
    }

    /// What earns points and what ends the game; `false` if there is no room.
    fn aim(&mut self, session: &Session) -> bool {
        let aim = session.setup().aim();
        let lines = ui::wrap(&aim, self.area.width.into()).len() as u16;
        let has_room = self.line + 1 + lines <= self.area.height;
        if has_room {
            self.line += 1;
            if self.line + 1 + lines <= self.area.height {
                self.words("Score and end", self.context.look.accent());
            }
            self.line = ui::paragraph(self.buffer, self.area, self.line, &aim, self.context.look.dim());
        }
        has_room
    }

    /// How to play, for the first turn; nothing if there is no room.
    pub(crate) fn how(&mut self, session: &Session) {
        let (look, how) = (&self.context.look, first_steps(session.game(), Pointer::Mouse));
        let lines = ui::wrap(&how, self.area.width.into()).len() as u16;
        if self.line + lines <= self.area.height {
            self.line = ui::paragraph(self.buffer, self.area, self.line, &how, look.text());
        }
    }

    /// The facts of a game or replay, those that every game has first.
    pub(crate) fn game(&mut self, session: &Session) {
        let look = &self.context.look;
        self.fact("Turn", &grouped(session.turn() as u64), look.text());
        for fact in session.facts() {
            self.fact(fact.name, &fact.value, if fact.achieved { look.good() } else { look.text() });
        }
    }
}

/// Whether a line of the board shows numbers, and not only the edges of tiles.
fn has_numbers(buffer: &Buffer, board: Rect, y: u16) -> bool {
    y < board.bottom()
        && (board.left()..board.right()).any(|x| buffer[(x, y)].symbol().chars().any(|sign| sign.is_ascii_digit()))
}

/// Whether nothing is written on a line of an area.
fn is_blank(buffer: &Buffer, area: Rect, y: u16) -> bool {
    y >= area.bottom() || (area.left()..area.right()).all(|x| buffer[(x, y)].symbol().trim().is_empty())
}

impl Play {
    pub(super) fn paint(&mut self, context: &Context<'_>, area: Rect, buffer: &mut Buffer) {
        let look = &context.look;
        let (board, panel) = halves(self.table.session(), area, 0);
        let number = self.table.number();
        let right = if number > 1 { format!("game {number}") } else { String::new() };
        ui::bar(buffer, area, look, &self.title, &right);
        let marks = self.marks();
        self.stage.draw(self.table.session(), buffer, board, look, marks);
        let has_aim = self.paint_panel(context, panel, buffer);
        let line = below(area, board, 2, 1);
        let above = Rect { y: line.y - 1, ..line };
        let (texts, style) = self.below(context, has_aim);
        let wrapped: Vec<_> = texts.iter().map(|text| ui::wrap(text, line.width.into())).collect();
        let fits = |room: usize| wrapped.iter().find(|lines| lines.len() <= room);
        // A second line may cover edges of tiles and the end of the panel only if it has to.
        let is_covered = has_numbers(buffer, board, above.y) || fits(1).is_some() && !is_blank(buffer, area, above.y);
        if let Some([first, second]) = fits(if is_covered { 1 } else { 2 }).map(Vec::as_slice) {
            let whole = Rect { x: area.x, width: area.width, ..above };
            Clear.render(whole, buffer);
            buffer.set_style(whole, look.text());
            ui::text(buffer, above, 0, first, style);
            ui::text(buffer, line, 0, second, style);
        } else {
            let text = fits(1).map(|lines| &lines[0]).or(texts.last());
            ui::text(buffer, line, 0, text.map_or("", String::as_str), style);
        }
        ui::keys(buffer, area, context, &self.key_line());
        self.paint_end(context, Rect { y: area.y + 1, height: area.height - 2, ..area }, buffer);
    }

    /// A hint in few words, `learned: 8 ↓ row 3, col 5`; `None` if the text is no hint.
    fn short_hint(&self, context: &Context<'_>, text: &str) -> Option<String> {
        let (hint, player) = (self.hint.as_ref()?, self.player(context));
        let (best, _) = hint.actions.first()?;
        if self.session().suggestion(Ok::<_, String>(Some(*best))).text != text {
            return None;
        }
        let advice = self.session().advice(&player, hint, Pointer::Mouse).into_iter().next()?;
        Some(format!("{}: {}", player.id(), advice.how))
    }

    /// What stands below the board: the answer to the last input, what there is to say of a tile, or the goal. If there is no
    /// room for the first text, one of the next.
    fn below(&self, context: &Context<'_>, has_aim: bool) -> (Vec<String>, Style) {
        let look = &context.look;
        let note = self.note().filter(|note| !note.text.is_empty());
        // A picked tile says more than that it was picked.
        let picked = note.is_some() && self.input.picked().is_some();
        if let Some(notice) = self.notice.as_ref().filter(|notice| notice.tone == Tone::Bad || !picked) {
            let style = match notice.tone {
                Tone::Plain => look.text(),
                Tone::Good => look.good(),
                Tone::Bad => look.bad(),
            };
            let short = self.short_hint(context, &notice.text);
            return (std::iter::once(notice.text.clone()).chain(short).collect(), style);
        }
        if let Some(note) = note {
            return (vec![note.text], look.accent());
        }
        let setup = self.session().setup();
        let goal = setup.goal();
        let mut texts = if has_aim { Vec::new() } else { vec![format!("{goal} {}", setup.aim())] };
        texts.push(goal);
        if self.is_new() {
            let invited: Vec<_> = texts.iter().map(|text| format!("New here? t: a lesson. {text}")).collect();
            texts.splice(..0, invited);
        }
        (texts, look.dim())
    }

    /// Whether the lesson is offered: nobody who has a record needs it.
    fn is_new(&self) -> bool {
        self.session().turn() == 0 && self.best == Best::default() && self.session().setup().preset.is_some()
    }

    fn key_line(&self) -> Vec<(String, &'static str)> {
        let goes_back = self.input.clone().back(self.session());
        let mut rest = vec![
            ("u", "undo"),
            ("?", "help"),
            ("i", "hint"),
            ("Esc", if goes_back { "back" } else { "menu" }),
            ("Space", "autoplay"),
            ("n", "new"),
            ("t", "lesson"),
            ("p", "replay"),
            ("r", "redo"),
            (".", "player"),
        ];
        if self.is_new() {
            // There is nothing to undo yet. A narrow window has no room for many keys, nor for the offer below the board.
            rest.swap(0, 6);
            rest.swap(2, 3);
        }
        let rest = rest.into_iter().map(|(key, what)| (key.to_owned(), what));
        std::iter::once(self.input.prompt(self.session())).chain(rest).collect()
    }

    /// What there is to say of the tile that is picked or pointed at.
    fn note(&self) -> Option<TileNote> {
        let cell = self.input.picked().or(self.pointed).or(self.input.cursor())?;
        self.session().tile_note(cell)
    }

    fn marks(&self) -> Vec<(Cell, Mark)> {
        let mut marks = warning_marks(self.session());
        marks.extend(self.note().into_iter().flat_map(|note| note.linked).map(|cell| (cell, Mark::Linked)));
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
            (None, Some(cursor)) if !marks.iter().any(|(cell, mark)| *cell == cursor && mark.is_hint()) => {
                marks.push((cursor, Mark::Cursor));
            }
            _ => {}
        }
        marks
    }

    /// Returns whether the panel says what earns points and what ends the game.
    fn paint_panel(&mut self, context: &Context<'_>, area: Rect, buffer: &mut Buffer) -> bool {
        let look = &context.look;
        let session = self.table.session();
        let shown = self.stage.shown();
        let score = shown.map_or(session.score(), |shown| shown.score);
        let mut panel = Panel { buffer, area, line: 0, context };
        let gain = if self.gain > 0 { format!("+{}  ", grouped(self.gain)) } else { String::new() };
        panel.fact("Score", &format!("{gain}{}", grouped(score)), look.accent());
        let begun = session.counts();
        let best = if begun { self.best.including(session.score(), session.assisted().any()) } else { self.best };
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
            panel.fact("Helped by", &help, look.dim());
        }
        if self.auto.is_some() {
            let thinks = matches!(self.thinking, Some((_, Purpose::Turn)));
            let state = if thinks { "…" } else { "▶" };
            panel.fact("Autoplay", &format!("{} {state}", self.player(context).id()), look.good());
        }
        if let Some(hint) = &self.hint {
            self.paint_advice(&mut panel, hint);
        } else {
            self.paint_story(&mut panel);
        }
        let has_aim = panel.aim(session);
        // What few need comes last, if there is room.
        if has_aim && panel.line + 4 <= panel.area.height {
            panel.line += 1;
            panel.fact("Seed", &session.seed_text(), look.dim());
            if self.auto.is_none() {
                panel.fact("Player", self.player(context).id(), look.dim());
            }
        }
        has_aim
    }

    /// The ranking of a hint, each action by the key or gesture that plays it.
    fn paint_advice(&self, panel: &mut Panel<'_>, hint: &Ranking) {
        let look = &panel.context.look;
        panel.line += 1;
        panel.words("Hint", look.accent());
        let player = self.player(panel.context);
        let advice = self.session().advice(&player, hint, Pointer::Mouse);
        for (rank, line) in advice.iter().take(5).enumerate() {
            if panel.line + 1 >= panel.area.height {
                break;
            }
            let style = if rank == 0 { look.good() } else { look.text() };
            let fits = ui::width(&line.how) + 1 + ui::width(&line.behind) <= usize::from(panel.area.width);
            // In a narrow panel the place has a line of its own: `275 →   best`, `  row 1, col 3`.
            let place = line.how.find(" row ").filter(|_| !fits);
            ui::right(panel.buffer, panel.area, panel.line, &line.behind, look.dim());
            panel.words(&line.how[..place.unwrap_or(line.how.len())], style);
            if let Some(place) = place {
                panel.words(&format!(" {}", &line.how[place..]), style);
            }
        }
    }

    /// What the last turn did, newest first; then, if there is room, what the signs on the board mean.
    fn paint_story(&self, panel: &mut Panel<'_>) {
        let look = &panel.context.look;
        let mut legend = self.session().setup().legend();
        let (area, width) = (panel.area, usize::from(panel.area.width));
        if !self.story.is_empty() {
            panel.line += 1;
            panel.story(&self.story);
        } else if self.session().turn() == 0 && (legend.is_empty() || self.input.cursor().is_none()) {
            // Who has found the cursor needs the signs more.
            panel.line += 1;
            panel.how(self.session());
        }
        let line = usize::from(panel.line);
        let has_room = |legend: &[LegendLine], more: usize| {
            let lines: usize = legend.iter().map(|line| ui::wrap(&line.text, width - SIGN).len()).sum();
            line + lines + 2 + more <= usize::from(area.height)
        };
        // What arrow keys do is said by the first steps, too, and matters less than what earns points.
        let aim = 1 + ui::wrap(&self.session().setup().aim(), width).len();
        if self.story.is_empty() || !has_room(&legend, aim) {
            legend.retain(|line| line.sign != Sign::Arrow);
        }
        if !legend.is_empty() && has_room(&legend, 0) {
            panel.line += 1;
            panel.words("Signs", look.accent());
            let words = Rect { x: area.x + SIGN as u16, width: area.width - SIGN as u16, ..area };
            for line in legend {
                let (text, style) = self.sign(look, line.sign);
                ui::text(panel.buffer, area, panel.line, text, style);
                panel.line = ui::paragraph(panel.buffer, words, panel.line, &line.text, look.dim());
            }
        }
    }

    /// How a sign of the legend is drawn.
    pub(super) fn sign(&self, look: &Look, sign: Sign) -> (&'static str, Style) {
        let tile = |value| look.tile(value, self.session().setup().tile_look().scale);
        match sign {
            Sign::Strain => (" • ", look.text()),
            Sign::Strains => (STRAINS, look.bad()),
            Sign::Breaks => (BREAKS, look.bad()),
            Sign::Prime => (" 7 ", tile(7)),
            Sign::Product => (" 14", tile(14)),
            Sign::Linked => (LINKED, look.good()),
            Sign::Arrow => ("→", look.accent()),
        }
    }
}

/// The columns of a sign in the legend.
const SIGN: usize = 4;

//! The list of saved replays.

use crate::{
    page::{Context, HelpLine, Page, Then, help_lines},
    screens::{choose::Choose, title, viewer::Viewer},
    ui,
};
use ratatui::{
    buffer::Buffer,
    crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind},
    layout::Rect,
};
use tilewright_session::{Replay, date_text};
use tilewright_store::{ReadError, ReadErrorKind, StoredReplay, read_text};

/// The list.
pub(crate) struct Replays {
    kept: Vec<StoredReplay>,
    chosen: usize,
    first: usize,
    list: Rect,
    says: Option<String>,
}

impl Replays {
    /// The list as it is now.
    pub(crate) fn new(context: &Context<'_>) -> Self {
        Self { kept: context.arcade.store.replays(), chosen: 0, first: 0, list: Rect::default(), says: None }
    }

    fn open(&mut self, context: &Context<'_>) -> Then {
        let Some(kept) = self.kept.get(self.chosen) else { return Then::Stay };
        let read = match read_text(&kept.path, Replay::MAX_BYTES) {
            Ok(text) => Replay::read(&text).and_then(|replay| replay.session()).map_err(|e| e.to_string()),
            Err(ReadError { kind: ReadErrorKind::Missing, .. }) => Err("it is not there any more".into()),
            Err(error) => Err(error.kind.to_string()),
        };
        match read {
            Ok(session) => {
                let name =
                    format!("{}, {}", title(&context.arcade.store, session.setup()), date_text(kept.when / 86_400));
                Then::Open(Box::new(Viewer::new(session, name)))
            }
            Err(says) => {
                self.says = Some(format!("This replay cannot be shown: {says}"));
                Then::Stay
            }
        }
    }
}

impl Replays {
    fn remove(&self) -> Then {
        let Some(kept) = self.kept.get(self.chosen).cloned() else { return Then::Stay };
        let answers = vec!["no, keep it".to_owned(), "yes, delete it".to_owned()];
        let title = format!("Delete {}?", kept.name);
        let done = move |context: &mut Context<'_>, at: usize| {
            if at == 1
                && let Err(error) = context.arcade.store.remove_replay(&kept)
            {
                context.arcade.notices.push(error.to_string());
            }
            Then::Back
        };
        Then::Open(Box::new(Choose::new(title, answers, done)))
    }
}

impl Page for Replays {
    fn draw(&mut self, context: &Context<'_>, area: Rect, buffer: &mut Buffer) {
        let look = &context.look;
        ui::bar(buffer, area, look, "Replays", &format!("{} kept", self.kept.len()));
        let list = Rect { x: area.x + 2, y: area.y + 2, width: area.width - 4, height: area.height - 5 };
        self.list = list;
        self.first = ui::scroll(self.first, self.chosen, list.height.into());
        if self.kept.is_empty() {
            let words = "There is none yet: a game that is over or given up is kept here. A game in progress can be \
                         viewed with p while you play.";
            ui::paragraph(buffer, list, 0, words, look.text());
        }
        for (i, kept) in self.kept.iter().enumerate().skip(self.first).take(list.height.into()) {
            let line = (i - self.first) as u16;
            let style = if i == self.chosen { look.chosen() } else { look.text() };
            ui::text(buffer, list, line, &ui::padded(&kept.name, list.width.into()), style);
        }
        if let Some(says) = &self.says {
            let line = Rect { x: area.x + 2, y: area.bottom() - 2, width: area.width - 4, height: 1 };
            ui::text(buffer, line, 0, says, look.bad());
        }
        ui::keys(
            buffer,
            area,
            context,
            &[("↑↓", "choose"), ("Enter", "view"), ("x", "delete"), ("Esc", "back"), ("F1", "help")],
        );
    }

    fn key(&mut self, context: &mut Context<'_>, key: KeyEvent) -> Then {
        self.says = None;
        let last = self.kept.len().saturating_sub(1);
        match key.code {
            KeyCode::Down | KeyCode::Char('j' | 's') => self.chosen = (self.chosen + 1).min(last),
            KeyCode::Up | KeyCode::Char('k' | 'w') => self.chosen = self.chosen.saturating_sub(1),
            KeyCode::PageDown => self.chosen = (self.chosen + 10).min(last),
            KeyCode::PageUp => self.chosen = self.chosen.saturating_sub(10),
            KeyCode::Home => self.chosen = 0,
            KeyCode::End => self.chosen = last,
            KeyCode::Enter => return self.open(context),
            KeyCode::Delete | KeyCode::Char('x') => return self.remove(),
            KeyCode::Esc | KeyCode::Char('q') => return Then::Back,
            _ => {}
        }
        Then::Stay
    }

    fn mouse(&mut self, context: &mut Context<'_>, mouse: MouseEvent) -> Then {
        if mouse.kind == MouseEventKind::Down(MouseButton::Left) && self.list.contains((mouse.column, mouse.row).into())
        {
            let line = self.first + usize::from(mouse.row - self.list.y);
            if line < self.kept.len() {
                let again = line == self.chosen;
                self.chosen = line;
                if again {
                    return self.open(context);
                }
            }
        }
        Then::Stay
    }

    fn back(&mut self, context: &mut Context<'_>) {
        self.kept = context.arcade.store.replays();
        self.chosen = self.chosen.min(self.kept.len().saturating_sub(1));
    }

    fn help(&self, _context: &Context<'_>) -> (String, Vec<HelpLine>) {
        let lines = [
            ("↑ ↓", "choose; also k j, w s, PgUp PgDn, Home End"),
            ("Enter", "view the replay; it is checked first"),
            ("x, Del", "delete the replay; asks first"),
            ("mouse", "click to choose, click again to view"),
            ("Esc, q", "back"),
        ];
        ("replays".into(), help_lines(lines))
    }
}

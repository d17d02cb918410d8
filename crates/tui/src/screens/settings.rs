//! The settings screen: every setting of the session's table, changed with one key and saved at once.

use crate::{
    page::{Context, HelpLine, Page, Then, help_lines},
    screens::{ask::Ask, play::save_settings},
    ui,
};
use ratatui::{
    buffer::Buffer,
    crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind},
    layout::Rect,
    text::Span,
};
use std::path::Path;
use tilewright_session::{FrontEnd, Scale, Setting, SettingKind, Settings};
use tilewright_store::write_free;

/// The settings screen.
pub(crate) struct SettingsPage {
    items: Vec<&'static Setting>,
    chosen: usize,
    /// Where the list was drawn, for the mouse.
    list: Rect,
    says: Option<String>,
}

impl Default for SettingsPage {
    fn default() -> Self {
        Self { items: Setting::all(FrontEnd::Terminal).collect(), chosen: 0, list: Rect::default(), says: None }
    }
}

/// A value as the screen shows it.
fn shown(setting: &Setting, settings: &Settings) -> String {
    let value = setting.value(settings);
    match setting.kind {
        SettingKind::Switch => if value == "true" { "on" } else { "off" }.into(),
        SettingKind::Milliseconds { .. } => format!("{value} ms"),
        _ => value,
    }
}

impl SettingsPage {
    /// Writes everything into a file next to others of its name.
    fn export(&mut self, context: &mut Context<'_>) {
        let text = context.arcade.export();
        let written = std::env::current_dir().and_then(|dir| write_free(&dir, "tilewright-arcade", "json", &text));
        self.says = Some(match written {
            Ok(path) => format!("Everything is in {}; a browser reads it, too.", path.display()),
            Err(error) => format!("It cannot be written: {error}."),
        });
    }

    fn import(&self) -> Then {
        let check =
            |path: &str| if path.trim().is_empty() { Err("Type the path of a file.".to_owned()) } else { Ok(()) };
        let done = |context: &mut Context<'_>, path: &str| {
            let says = context
                .arcade
                .import(Path::new(path.trim()))
                .unwrap_or_else(|error| format!("Nothing was added: {error}."));
            context.arcade.notices.push(says);
            context.refresh_look();
            Then::Back
        };
        let question = "A file that this program or a browser has exported. What is in it and not here is added.";
        Then::Open(Box::new(Ask::new("Import everything", question, "", check, done)))
    }

    fn change(&mut self, context: &mut Context<'_>, by: isize) {
        self.items[self.chosen].turn(&mut context.arcade.settings, by);
        context.refresh_look();
        save_settings(context);
    }
}

impl Page for SettingsPage {
    fn draw(&mut self, context: &Context<'_>, area: Rect, buffer: &mut Buffer) {
        let look = &context.look;
        ui::bar(buffer, area, look, "Settings", "");
        let list = Rect { x: area.x + 3, y: area.y + 2, width: area.width - 6, height: self.items.len() as u16 };
        self.list = list;
        for (i, item) in self.items.iter().enumerate() {
            let style = if i == self.chosen { look.chosen() } else { look.text() };
            let value = format!("‹ {} ›", shown(item, &context.arcade.settings));
            ui::text(buffer, Rect { width: 43, ..list }, i as u16, &format!(" {:<16}{value:<26}", item.title), style);
        }
        let below = Rect { y: list.bottom() + 1, height: area.bottom() - list.bottom() - 2, ..list };
        let line = ui::paragraph(buffer, below, 0, self.items[self.chosen].about, look.text());
        let player = &context.arcade.settings.player;
        let line = match self.items[self.chosen].kind {
            SettingKind::Player => {
                ui::paragraph(buffer, below, line, &format!("{}: {}", player.id(), player.about()), look.dim())
            }
            _ => line,
        };
        // A sample of the theme's tiles.
        let tiles = (1..=20).map(|exponent| 1u32 << exponent).flat_map(|value| {
            let text = format!(" {} ", crate::board::face(value, 4));
            [Span::styled(text, look.tile(value, Scale::Doubling)), Span::styled(" ".to_owned(), look.text())]
        });
        let mut row = vec![];
        let mut used = 0;
        let mut at = line + 1;
        for span in tiles {
            if used + span.width() > usize::from(below.width) {
                ui::spans(buffer, below, at, std::mem::take(&mut row));
                (used, at) = (0, at + 2);
            }
            used += span.width();
            row.push(span);
        }
        ui::spans(buffer, below, at, row);
        if let Some(says) = &self.says {
            let foot = Rect { y: area.bottom() - 2, height: 1, ..list };
            ui::text(buffer, foot, 0, says, look.good());
        }
        let keys =
            [("↑↓", "choose"), ("←→", "change"), ("e", "export all"), ("i", "import"), ("Esc", "back"), ("F1", "help")];
        ui::keys(buffer, area, context, &keys);
    }

    fn key(&mut self, context: &mut Context<'_>, key: KeyEvent) -> Then {
        self.says = None;
        match key.code {
            KeyCode::Char('e') => self.export(context),
            KeyCode::Char('i') => return self.import(),
            KeyCode::Down | KeyCode::Char('j' | 's') => self.chosen = (self.chosen + 1) % self.items.len(),
            KeyCode::Up | KeyCode::Char('k' | 'w') => {
                self.chosen = (self.chosen + self.items.len() - 1) % self.items.len()
            }
            KeyCode::Right | KeyCode::Enter | KeyCode::Char('l' | 'd' | ' ') => self.change(context, 1),
            KeyCode::Left | KeyCode::Char('h' | 'a') => self.change(context, -1),
            KeyCode::Esc | KeyCode::Char('q' | 'o') => return Then::Back,
            _ => {}
        }
        Then::Stay
    }

    fn mouse(&mut self, context: &mut Context<'_>, mouse: MouseEvent) -> Then {
        if mouse.kind == MouseEventKind::Down(MouseButton::Left) && self.list.contains((mouse.column, mouse.row).into())
        {
            let line = usize::from(mouse.row - self.list.y);
            if line == self.chosen {
                self.change(context, 1);
            }
            self.chosen = line;
        }
        Then::Stay
    }

    fn help(&self, _context: &Context<'_>) -> (String, Vec<HelpLine>) {
        let lines = [
            ("↑ ↓", "choose a setting; also k j, w s"),
            ("→ ←", "change it; also Enter, Space, l h, d a"),
            ("e", "export everything into a file: open games, results, replays, variants, settings"),
            ("i", "import such a file, also one of a browser"),
            ("mouse", "click to choose, click again to change"),
            ("Esc, q, o", "back; every change is saved at once"),
        ];
        ("settings".into(), help_lines(lines))
    }
}

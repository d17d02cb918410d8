//! The editor: every parameter of a family as a line, checked as it is typed, with a preview of the board.

use crate::{
    input::TextInput,
    page::{Context, HelpLine, Message, Page, Then, help_lines},
    screens::{ask::Ask, play::Play, trial::TrialPage},
    stage::draw_small,
    ui,
};
use ratatui::{
    buffer::Buffer,
    crossterm::event::{KeyCode, KeyEvent, KeyModifiers},
    layout::Rect,
};
use serde_json::{Map, Value};
use std::sync::Arc;
use tilewright_core::Game;
use tilewright_games::{Field, Kind, Variant};
use tilewright_session::{NO_NAME, Session, Setup, field_hint, field_options, field_text, field_value};
use tilewright_store::{CustomVariant, Start};

/// Parameters being edited.
pub(crate) struct Editor {
    title: String,
    /// The rules that it began with.
    base: Variant,
    family: &'static str,
    fields: Vec<(&'static Field, TextInput)>,
    chosen: usize,
    first: usize,
    variant: Result<Variant, String>,
    /// The id of the running build, and the result of the last one.
    building: Option<u64>,
    ready: Option<(Arc<Setup>, Session)>,
    /// Why the rules cannot be played although every field is fine.
    refused: Option<String>,
    says: Option<String>,
}

impl Editor {
    /// The parameters of a variant.
    pub(crate) fn new(context: &mut Context<'_>, title: &str, variant: &Variant) -> Self {
        let values = variant.to_json();
        let fields = variant.family().fields().iter();
        let fields =
            fields.map(|field| (field, TextInput::new(&field_text(&field.kind, &values[field.name])))).collect();
        let mut editor = Self {
            title: title.into(),
            base: *variant,
            family: variant.family().name(),
            fields,
            chosen: 0,
            first: 0,
            variant: Ok(*variant),
            building: None,
            ready: None,
            refused: None,
            says: None,
        };
        editor.check(context);
        editor
    }

    /// Reads all fields and, if they are valid, starts a build.
    fn check(&mut self, context: &mut Context<'_>) {
        let mut object = Map::new();
        object.insert("family".into(), self.family.into());
        for (field, entry) in &self.fields {
            if let Some(value) = field_value(&field.kind, &entry.text()) {
                object.insert(field.name.into(), value);
            }
        }
        self.variant = Variant::from_json(&Value::Object(object)).map_err(|error| error.to_string());
        self.refused = None;
        self.building = self.variant.as_ref().ok().map(|variant| context.build(*variant));
        if self.building.is_none() {
            self.ready = None;
        }
    }

    /// What is wrong, as a sentence.
    fn wrong(&self) -> Option<&str> {
        self.variant.as_ref().err().or(self.refused.as_ref()).map(String::as_str)
    }

    /// Whether the sentence is about this field.
    fn blames(&self, field: &Field) -> bool {
        self.wrong().is_some_and(|says| says.contains(&format!("`{}`", field.name)))
    }

    /// Chooses the next or previous option of a field that has options.
    fn turn(&mut self, context: &mut Context<'_>, by: isize) -> bool {
        let (field, entry) = &mut self.fields[self.chosen];
        let options = field_options(&field.kind);
        if options.is_empty() {
            return false;
        }
        let at = options.iter().position(|option| *option == entry.text()).unwrap_or(0) as isize;
        let next = options[(at + by).rem_euclid(options.len() as isize) as usize];
        *entry = TextInput::new(next);
        self.check(context);
        true
    }

    fn play(&mut self, context: &mut Context<'_>) -> Then {
        let Some((setup, _)) = &self.ready else {
            self.says = Some("This cannot be played yet; the line above says why.".into());
            return Then::Stay;
        };
        let start = Start::own(Arc::clone(setup), None);
        match Play::open(context.arcade, start) {
            Ok(play) => Then::Open(Box::new(play)),
            Err(says) => {
                self.says = Some(says);
                Then::Stay
            }
        }
    }

    fn try_it(&mut self, context: &mut Context<'_>) -> Then {
        let (Ok(variant), Some(_)) = (&self.variant, &self.ready) else {
            self.says = Some("This cannot be played yet; the line above says why.".into());
            return Then::Stay;
        };
        Then::Open(Box::new(TrialPage::new(context, &self.title, self.base, *variant)))
    }

    fn save(&mut self, context: &Context<'_>) -> Then {
        let Ok(variant) = self.variant.clone() else {
            self.says = Some("Only what can be played can be kept.".into());
            return Then::Stay;
        };
        let taken: Vec<String> =
            context.arcade.store.custom_variants().into_iter().map(|custom| custom.title).collect();
        let check = move |text: &str| match CustomVariant::file_name(text).trim_matches('-') {
            "" => Err(NO_NAME.to_owned()),
            _ if taken.iter().any(|title| title == text.trim()) => Err("There is one with this name.".to_owned()),
            _ => Ok(()),
        };
        let done = move |context: &mut Context<'_>, title: &str| {
            let says = match context.arcade.store.save_custom_variant(title.trim(), &variant) {
                Ok(path) => format!("Kept in {}. It stands in the menu now.", path.display()),
                Err(error) => format!("It cannot be kept: {error}."),
            };
            context.arcade.notices.push(says);
            Then::Back
        };
        Then::Open(Box::new(Ask::new("Keep this variant", "What is it called?", "", check, done)))
    }
}

/// What can be typed into a field, and the keys that change it.
fn hint(kind: &Kind) -> String {
    let hint = field_hint(kind);
    if field_options(kind).is_empty() { hint } else { format!("{hint}; → changes it") }
}

impl Page for Editor {
    fn draw(&mut self, context: &Context<'_>, area: Rect, buffer: &mut Buffer) {
        let look = &context.look;
        ui::bar(buffer, area, look, &format!("Parameters: {}", self.title), self.family);
        let list = Rect { x: area.x + 2, y: area.y + 2, width: 38, height: area.height - 8 };
        self.first = ui::scroll(self.first, self.chosen, list.height.into());
        for (i, (field, entry)) in self.fields.iter().enumerate().skip(self.first).take(list.height.into()) {
            let row = Rect { y: list.y + (i - self.first) as u16, height: 1, ..list };
            let chosen = i == self.chosen;
            let sign = if self.blames(field) { "!" } else { " " };
            ui::text(buffer, row, 0, sign, look.bad());
            let name = Rect { x: row.x + 2, width: 15, ..row };
            ui::text(buffer, name, 0, field.name, if chosen { look.accent() } else { look.dim() });
            let value = Rect { x: row.x + 17, width: row.width - 17, ..row };
            let style = if self.blames(field) { look.bad() } else { look.text() };
            if chosen {
                entry.draw(buffer, value, style, look);
            } else {
                ui::text(buffer, value, 0, &entry.text(), style);
            }
        }
        let below = Rect { x: area.x + 2, y: area.bottom() - 6, width: area.width - 4, height: 5 };
        let (field, _) = &self.fields[self.chosen];
        ui::text(buffer, below, 0, &format!("{}: {}", field.name, field.about), look.text());
        ui::text(buffer, below, 1, &hint(&field.kind), look.dim());
        match (&self.says, self.wrong()) {
            (_, Some(wrong)) => {
                ui::paragraph(buffer, Rect { height: 2, ..below }, 2, "", look.bad());
                for (i, line) in ui::wrap(wrong, below.width.into()).iter().take(2).enumerate() {
                    ui::text(buffer, below, 2 + i as u16, line, look.bad());
                }
            }
            (Some(says), _) => ui::text(buffer, below, 2, says, look.good()),
            (None, None) if self.building.is_some() => ui::text(buffer, below, 2, "…", look.dim()),
            (None, None) => ui::text(buffer, below, 2, "These rules can be played.", look.good()),
        }
        let board = Rect {
            x: list.right() + 1,
            y: list.y,
            width: area.right().saturating_sub(list.right() + 2),
            height: list.height,
        };
        if let Some((setup, session)) = &self.ready {
            let scale = setup.tile_look().scale;
            draw_small(setup.game.topology(), session.position().tiles, scale, buffer, board, look);
        }
        let keys = [("↑↓", "choose"), ("Enter", "play"), ("Ctrl-T", "try it"), ("Ctrl-S", "keep"), ("Esc", "back")];
        ui::keys(buffer, area, context, &keys);
    }

    fn key(&mut self, context: &mut Context<'_>, key: KeyEvent) -> Then {
        self.says = None;
        let count = self.fields.len();
        match key.code {
            KeyCode::Char('s') if key.modifiers.contains(KeyModifiers::CONTROL) => return self.save(context),
            KeyCode::Char('t') if key.modifiers.contains(KeyModifiers::CONTROL) => return self.try_it(context),
            KeyCode::Down | KeyCode::Tab => self.chosen = (self.chosen + 1) % count,
            KeyCode::Up | KeyCode::BackTab => self.chosen = (self.chosen + count - 1) % count,
            KeyCode::Esc => return Then::Back,
            KeyCode::Enter => return self.play(context),
            KeyCode::Right | KeyCode::Char(' ') if self.turn(context, 1) => {}
            KeyCode::Left if self.turn(context, -1) => {}
            _ => {
                if self.fields[self.chosen].1.key(key) {
                    self.check(context);
                }
            }
        }
        Then::Stay
    }

    fn paste(&mut self, context: &mut Context<'_>, text: &str) {
        self.fields[self.chosen].1.insert(text);
        self.check(context);
    }

    fn message(&mut self, _context: &mut Context<'_>, message: &Message) {
        if let Message::Built { id, built } = message
            && self.building == Some(*id)
        {
            self.building = None;
            let session = built.clone().and_then(|setup| {
                let session = Session::new(Arc::clone(&setup), 1).map_err(|error| error.to_string())?;
                Ok((setup, session))
            });
            match session {
                Ok(ready) => self.ready = Some(ready),
                Err(says) => {
                    self.ready = None;
                    self.refused = Some(says);
                }
            }
        }
    }

    fn help(&self, _context: &Context<'_>) -> (String, Vec<HelpLine>) {
        let lines = [
            ("↑ ↓, Tab", "choose a parameter"),
            ("typing", "changes it; every key is checked, and the board shows what comes of it"),
            ("→ ←, Space", "the next, the last option, where there are options"),
            ("Ctrl-U", "clear the line up to the cursor"),
            ("Enter", "play these rules"),
            ("Ctrl-T", "try them: players play them for a minute, next to the rules they came from"),
            ("Ctrl-S", "keep them as your own variant, a TOML file, under a name"),
            ("Esc", "back"),
        ];
        ("parameters".into(), help_lines(lines))
    }
}

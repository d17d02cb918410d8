//! The settings, each changed with one key and kept at once.

use crate::{
    Colours, Settings, Speed, Theme,
    look::Scale,
    page::{Context, HelpLine, Page, Then},
    screens::play::keep,
    ui,
};
use ratatui::{
    buffer::Buffer,
    crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind},
    layout::Rect,
    text::Span,
};
use tilewright_players::Player;
use tilewright_session::UndoRule;

/// The settings page.
#[derive(Default)]
pub(crate) struct SettingsPage {
    chosen: usize,
    list: Rect,
}

/// What can be set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Item {
    Theme,
    Colours,
    Speed,
    Motion,
    Player,
    Pace,
    Undo,
    Mouse,
}

const ITEMS: [Item; 8] =
    [Item::Theme, Item::Colours, Item::Speed, Item::Motion, Item::Player, Item::Pace, Item::Undo, Item::Mouse];
const PACES: [u32; 8] = [0, 50, 100, 200, 400, 800, 1500, 3000];
const UNDO: [UndoRule; 5] =
    [UndoRule::Unlimited, UndoRule::Limited(10), UndoRule::Limited(3), UndoRule::Limited(1), UndoRule::Off];

impl Item {
    fn name(self) -> &'static str {
        match self {
            Self::Theme => "Theme",
            Self::Colours => "Colours",
            Self::Speed => "Animation",
            Self::Motion => "Reduced motion",
            Self::Player => "Player",
            Self::Pace => "Autoplay waits",
            Self::Undo => "Undo",
            Self::Mouse => "Mouse",
        }
    }

    fn about(self) -> &'static str {
        match self {
            Self::Theme => "the mood of the colours",
            Self::Colours => "how many the terminal shows; auto asks it, and NO_COLOR turns them off",
            Self::Speed => "how quickly tiles move",
            Self::Motion => "nothing moves; what changed stands out for a moment",
            Self::Player => "who gives hints and plays by itself",
            Self::Pace => "the time between two turns of a player",
            Self::Undo => "whether turns can be taken back, in games that begin from now on",
            Self::Mouse => "off: the terminal's own selecting and copying works as usual",
        }
    }

    fn value(self, settings: &Settings) -> String {
        let on = |switch: bool| if switch { "on" } else { "off" }.to_owned();
        match self {
            Self::Theme => settings.theme.name().into(),
            Self::Colours => settings.colours.name().into(),
            Self::Speed => settings.speed.name().into(),
            Self::Motion => on(settings.reduced_motion),
            Self::Player => settings.player.id().into(),
            Self::Pace => format!("{} ms", settings.pace),
            Self::Undo => settings.undo.text(),
            Self::Mouse => on(settings.mouse),
        }
    }

    fn change(self, settings: &mut Settings, by: isize) {
        match self {
            Self::Theme => settings.theme = turn(Theme::ALL, &settings.theme, by),
            Self::Colours => settings.colours = turn(Colours::ALL, &settings.colours, by),
            Self::Speed => settings.speed = turn(Speed::ALL, &settings.speed, by),
            Self::Motion => settings.reduced_motion = !settings.reduced_motion,
            Self::Player => settings.player = turn(&Player::ALL, &settings.player, by),
            Self::Pace => settings.pace = turn(&PACES, &settings.pace, by),
            Self::Undo => settings.undo = turn(&UNDO, &settings.undo, by),
            Self::Mouse => settings.mouse = !settings.mouse,
        }
    }
}

/// The one that comes `by` places after this one, round and round.
fn turn<T: Clone + PartialEq>(all: &[T], now: &T, by: isize) -> T {
    let at = all.iter().position(|one| one == now).unwrap_or(0) as isize;
    all[(at + by).rem_euclid(all.len() as isize) as usize].clone()
}

impl SettingsPage {
    fn change(&mut self, context: &mut Context<'_>, by: isize) {
        ITEMS[self.chosen].change(&mut context.arcade.settings, by);
        context.refresh_look();
        keep(context);
    }
}

impl Page for SettingsPage {
    fn draw(&mut self, context: &Context<'_>, area: Rect, buffer: &mut Buffer) {
        let look = &context.look;
        ui::bar(buffer, area, look, "Settings", "");
        let list = Rect { x: area.x + 3, y: area.y + 2, width: area.width - 6, height: ITEMS.len() as u16 };
        self.list = list;
        for (i, item) in ITEMS.iter().enumerate() {
            let style = if i == self.chosen { look.chosen() } else { look.text() };
            let value = format!("‹ {} ›", item.value(&context.arcade.settings));
            ui::text(buffer, Rect { width: 43, ..list }, i as u16, &format!(" {:<16}{value:<26}", item.name()), style);
        }
        let below = Rect { y: list.bottom() + 1, height: area.bottom() - list.bottom() - 2, ..list };
        let line = ui::paragraph(buffer, below, 0, ITEMS[self.chosen].about(), look.text());
        let player = &context.arcade.settings.player;
        let line = match ITEMS[self.chosen] {
            Item::Player => {
                ui::paragraph(buffer, below, line, &format!("{}: {}", player.id(), player.about()), look.dim())
            }
            _ => line,
        };
        // The colours as they are, so that a theme can be judged before it is played.
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
        ui::keys(buffer, area, look, &[("↑↓", "choose"), ("←→ Enter", "change"), ("Esc", "back"), ("F1", "help")]);
    }

    fn key(&mut self, context: &mut Context<'_>, key: KeyEvent) -> Then {
        match key.code {
            KeyCode::Down | KeyCode::Char('j' | 's') => self.chosen = (self.chosen + 1) % ITEMS.len(),
            KeyCode::Up | KeyCode::Char('k' | 'w') => self.chosen = (self.chosen + ITEMS.len() - 1) % ITEMS.len(),
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
            ("mouse", "click to choose, click again to change"),
            ("Esc, q, o", "back; everything is kept at once"),
        ];
        ("settings".into(), lines.map(|(keys, what)| (keys, what.to_owned())).into())
    }
}

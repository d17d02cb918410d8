//! The position editor: a board to type numbers into, and to play from.

use crate::{
    board::Mark,
    page::{Context, HelpLine, Page, Then, help_lines},
    screens::play::{Panel, Play, halves, key_name},
    stage::Stage,
    ui,
};
use ratatui::{
    buffer::Buffer,
    crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind},
    layout::Rect,
};
use std::sync::Arc;
use tilewright_core::{Cell, Dir, Game, Position, Tile};
use tilewright_session::{Command, Session, Setup, command, typed_tile};

/// The most lines that the text of a position takes.
const MAX_LINES: u16 = 4;

/// A position being edited.
pub(crate) struct PositionEditor {
    title: String,
    /// The position as the game can show it; what cannot be placed stays in `position` alone.
    shown: Session,
    position: Position,
    cursor: Cell,
    stage: Stage,
    says: Option<String>,
}

impl PositionEditor {
    /// An editor that begins with a dealt board.
    ///
    /// # Errors
    ///
    /// If the game cannot start.
    pub(crate) fn new(setup: Arc<Setup>, title: &str, seed: u64) -> Result<Self, String> {
        let shown = Session::new(setup, seed).map_err(|error| error.to_string())?;
        let position = shown.position();
        Ok(Self { title: title.into(), shown, position, cursor: Cell(0), stage: Stage::default(), says: None })
    }

    /// Why the position cannot be played, if it cannot.
    fn wrong(&self) -> Option<String> {
        self.shown.game().place(&self.position).err().map(|error| error.to_string())
    }

    fn tile(&self) -> Option<Tile> {
        self.position.tiles[self.cursor.index()]
    }

    fn go(&mut self, dir: Dir) {
        self.cursor = self.shown.game().topology().neighbour(self.cursor, dir).unwrap_or(self.cursor);
    }

    fn play(&mut self, context: &mut Context<'_>) -> Then {
        let setup = Arc::clone(self.shown.setup());
        match Session::from_position(setup, &self.position, context.arcade.fresh_seed()) {
            Ok(mut session) => {
                session.set_undo_rule(context.arcade.settings.undo);
                let game = context.arcade.adopt(session);
                Then::Replace(Box::new(Play::at(context.arcade, game)))
            }
            Err(error) => {
                self.says = Some(format!("This cannot be played: {error}."));
                Then::Stay
            }
        }
    }

    fn text(&self) -> String {
        self.position.text(self.shown.game().topology())
    }

    /// What a key makes of the tile at the cursor; false if it is no key for cells.
    fn edit(&mut self, key: &str) -> bool {
        let has_strain = self.shown.setup().tile_look().max_strain > 0;
        let next = typed_tile(self.tile(), key, has_strain);
        if let Some(tile) = next {
            self.position.tiles[self.cursor.index()] = tile;
        }
        next.is_some()
    }
}

impl Page for PositionEditor {
    fn draw(&mut self, context: &Context<'_>, area: Rect, buffer: &mut Buffer) {
        let look = &context.look;
        ui::bar(buffer, area, look, &format!("Position: {}", self.title), "");
        // Two lines for the text, or more if it is longer.
        let text = self.says.clone().unwrap_or_else(|| self.text());
        let lines = (ui::wrap(&text, usize::from(area.width - 2)).len() as u16).clamp(2, MAX_LINES);
        let (board, side) = halves(&self.shown, area, lines - 1);
        let tiles = self.position.tiles.clone();
        self.stage.draw_tiles(&self.shown, tiles, buffer, board, look, vec![(self.cursor, Mark::Cursor)]);
        let wrong = self.wrong();
        let mut panel = Panel { buffer, area: side, line: 0, context };
        panel.fact("Tile", &self.tile().map_or("–".into(), |tile| tile.value.to_string()), look.text());
        panel.line += 1;
        let (words, style) = match &wrong {
            None => ("This can be played.", look.good()),
            Some(wrong) => (wrong.as_str(), look.bad()),
        };
        ui::paragraph(panel.buffer, panel.area, panel.line, words, style);
        let below = Rect { x: area.x + 1, y: area.bottom() - 1 - lines, width: area.width - 2, height: lines };
        let style = if self.says.is_some() { look.good() } else { look.dim() };
        ui::paragraph(buffer, below, 0, &text, style);
        let keys = [
            ("digits", "type"),
            ("Enter", "play"),
            ("F1", "help"),
            ("Esc", "back"),
            (".", "empty"),
            ("c", "copy"),
            ("Ctrl-U", "clear"),
            ("arrows", "move"),
        ];
        ui::keys(buffer, area, context, &keys);
    }

    fn key(&mut self, context: &mut Context<'_>, key: KeyEvent) -> Then {
        self.says = None;
        if key.code == KeyCode::Char('u') && key.modifiers.contains(KeyModifiers::CONTROL) {
            self.position.tiles.fill(None);
            return Then::Stay;
        }
        let name = key_name(key).map_or(String::new(), |(name, _)| name);
        if self.edit(&name) {
            return Then::Stay;
        }
        match key.code {
            KeyCode::Enter => return self.play(context),
            KeyCode::Esc => return Then::Back,
            KeyCode::Char('c') => {
                context.copied = Some(self.text());
                self.says = Some("The position is on the clipboard.".into());
            }
            _ => {
                let topology = self.shown.game().topology();
                if let Some(Command::Go { dir }) = command(topology, &name) {
                    self.go(dir);
                }
            }
        }
        Then::Stay
    }

    fn mouse(&mut self, _context: &mut Context<'_>, mouse: MouseEvent) -> Then {
        if mouse.kind == MouseEventKind::Down(MouseButton::Left) {
            let cell = self.stage.grid.as_ref().and_then(|grid| grid.cell_at(mouse.column, mouse.row));
            self.cursor = cell.unwrap_or(self.cursor);
        }
        Then::Stay
    }

    fn paste(&mut self, _context: &mut Context<'_>, text: &str) {
        match Position::parse(self.shown.game().topology(), text.trim()) {
            Ok(position) => self.position = position,
            Err(error) => self.says = Some(format!("That is no position of this board: {error}.")),
        }
    }

    fn help(&self, _context: &Context<'_>) -> (String, Vec<HelpLine>) {
        let lines = [
            ("arrows", "move the cursor; also the letters that play the game"),
            ("digits", "type the number of the tile; Backspace takes the last digit back"),
            (".  Del", "empty the cell"),
            ("+ -", "more strain, less strain, where there is strain"),
            ("Ctrl-U", "empty the board"),
            ("c", "copy the position; pasting a text sets it"),
            ("Enter", "play from here; such a game counts in no record"),
            ("mouse", "click a cell"),
            ("Esc", "back"),
        ];
        (format!("position, {}", self.title), help_lines(lines))
    }
}

//! The replay viewer: a recorded game, turn by turn, forwards and backwards.

use crate::{
    board::Mark,
    page::{Context, HelpLine, Page, Then, at_least_a_frame},
    screens::{
        ask::Ask,
        play::{Panel, Play, halves, key_name, save_settings},
    },
    stage::Stage,
    ui,
};
use ratatui::{
    buffer::Buffer,
    crossterm::event::{KeyEvent, MouseButton, MouseEvent, MouseEventKind},
    layout::Rect,
};
use std::{cell::Cell as Slot, rc::Rc, time::Duration};
use tilewright_core::{Cell, Meaning};
use tilewright_session::{Pointer, Session, ViewerCommand, grouped, viewer_command, viewer_help};
use tilewright_store::write_free;

/// A replay being viewed.
pub(crate) struct Viewer {
    session: Session,
    /// How many turns there are.
    turns: usize,
    name: String,
    stage: Stage,
    /// The time until the next turn, while it plays.
    playing: Option<Duration>,
    says: Option<String>,
    /// The turn to jump to, once it is typed.
    jump: Rc<Slot<Option<usize>>>,
    /// Where the progress bar was drawn, for the mouse.
    track: Rect,
}

impl Viewer {
    /// A game from its first turn.
    pub(crate) fn new(mut session: Session, name: String) -> Self {
        let turns = session.turn();
        session.jump(0);
        Self {
            session,
            turns,
            name,
            stage: Stage::default(),
            playing: None,
            says: None,
            jump: Rc::default(),
            track: Rect::default(),
        }
    }

    fn go(&mut self, turn: usize) {
        self.stage.finish();
        self.session.jump(turn.min(self.turns));
    }

    /// Shows the next turn; false at the end.
    fn forward(&mut self, context: &Context<'_>) -> bool {
        let turn = self.session.turn() + 1;
        if turn > self.turns {
            return false;
        }
        let (before, score) = (self.session.position().tiles, self.session.score());
        let log = self.session.played(turn).into_iter().flat_map(|played| played.log);
        self.session.jump(turn);
        let steps = self.session.steps(&before, score, log);
        self.stage.show(&before, steps, &context.arcade.settings);
        true
    }

    fn toggle(&mut self) {
        self.playing = match self.playing {
            Some(_) => None,
            None => {
                if self.session.turn() == self.turns {
                    self.go(0);
                }
                Some(Duration::ZERO)
            }
        };
    }

    fn export(&mut self, context: &mut Context<'_>) {
        let mut session = self.session.clone();
        session.jump(self.turns);
        let name = format!("tilewright-{}-{}", session.setup().variant.family(), session.seed_text());
        let written = std::env::current_dir().and_then(|dir| write_free(&dir, &name, "replay", &session.replay()));
        self.says = Some(match written {
            Ok(path) => format!("Written to {}", path.display()),
            Err(error) => match context.arcade.store.save_replay(&session, context.arcade.now()) {
                Ok(Some(path)) => format!("Kept as {}", path.display()),
                _ => format!("{name}.replay cannot be written: {error}"),
            },
        });
    }

    fn continue_here(&mut self, context: &mut Context<'_>) -> Then {
        let session = self.session.continued_from(self.session.turn());
        let table = context.arcade.adopt(session);
        Then::Replace(Box::new(Play::at(context.arcade, table)))
    }

    /// Marks for the action of the next turn.
    fn marks(&self) -> Vec<(Cell, Mark)> {
        match self.session.last_action().map(|action| self.session.meaning(action)) {
            Some(Meaning::Swap(_, to)) => vec![(to, Mark::To)],
            _ => Vec::new(),
        }
    }

    fn draw_track(&mut self, context: &Context<'_>, area: Rect, buffer: &mut Buffer) {
        let look = &context.look;
        let place = format!("turn {} of {}", self.session.turn(), self.turns);
        let width = area.width.saturating_sub(place.len() as u16 + 4);
        self.track = Rect { x: area.x + 3, width, ..area };
        let done = (self.session.turn() * usize::from(width)).checked_div(self.turns).unwrap_or(0);
        let track: String = (0..usize::from(width)).map(|i| if i < done { '━' } else { '─' }).collect();
        ui::text(buffer, area, 0, if self.playing.is_some() { "▶" } else { "‖" }, look.accent());
        ui::text(buffer, self.track, 0, &track, look.accent());
        ui::right(buffer, area, 0, &place, look.text());
    }
}

impl Page for Viewer {
    fn draw(&mut self, context: &Context<'_>, area: Rect, buffer: &mut Buffer) {
        let look = &context.look;
        ui::bar(buffer, area, look, &format!("Replay: {}", self.name), "");
        let (board, panel_area) = halves(&self.session, area, 0);
        let marks = self.marks();
        self.stage.draw(&self.session, buffer, board, look, marks);
        let score = self.stage.shown().map_or(self.session.score(), |shown| shown.score);
        let mut panel = Panel { buffer, area: panel_area, line: 0, context };
        panel.fact("Score", &grouped(score), look.accent());
        panel.game(&self.session);
        panel.fact("Seed", &self.session.seed_text(), look.text());
        if let Some(shown) = self.stage.shown().filter(|shown| shown.wave > 0) {
            panel.fact("Wave", &shown.wave.to_string(), look.good());
        }
        panel.fact("Helped by", &self.session.helped_by().unwrap_or_else(|| "nothing".into()), look.dim());
        panel.fact("Pace", &format!("{} ms", context.arcade.settings.pace), look.dim());
        if let Some(reason) = self.session.over() {
            panel.fact("Over", reason.name(), look.good());
        }
        if self.session.turn() > 0 {
            panel.line += 1;
            panel.story(&self.session.story());
        }
        let line = Rect { x: area.x + 1, y: area.bottom() - 2, width: area.width - 2, height: 1 };
        match &self.says {
            Some(words) => ui::text(buffer, line, 0, words, look.good()),
            None => self.draw_track(context, line, buffer),
        }
        ui::keys(
            buffer,
            area,
            context,
            &[
                ("Space", "play"),
                ("←→", "step"),
                ("g", "jump"),
                ("+-", "pace"),
                ("e", "export"),
                ("c", "continue here"),
                ("Esc", "back"),
                ("F1", "help"),
            ],
        );
    }

    fn key(&mut self, context: &mut Context<'_>, key: KeyEvent) -> Then {
        self.stage.finish();
        self.says = None;
        let Some(command) = key_name(key).and_then(|(name, _)| viewer_command(&name)) else { return Then::Stay };
        if !command.keeps_playing() {
            self.playing = None;
        }
        match command {
            ViewerCommand::Play => self.toggle(),
            // One turn on is shown step by step.
            ViewerCommand::Step { turns: 1 } => {
                self.forward(context);
            }
            ViewerCommand::Step { turns } => self.go(self.session.turn().saturating_add_signed(turns as isize)),
            ViewerCommand::Start => self.go(0),
            ViewerCommand::End => self.go(self.turns),
            ViewerCommand::Jump => return Then::Open(Box::new(jump_to(self.turns, Rc::clone(&self.jump)))),
            ViewerCommand::Faster => change_pace(context, true),
            ViewerCommand::Slower => change_pace(context, false),
            ViewerCommand::Export => self.export(context),
            ViewerCommand::Continue => return self.continue_here(context),
            ViewerCommand::Leave => return Then::Back,
        }
        Then::Stay
    }

    fn mouse(&mut self, _context: &mut Context<'_>, mouse: MouseEvent) -> Then {
        let track = self.track;
        let hit = mouse.row == track.y && (track.x..track.right()).contains(&mouse.column);
        if hit
            && matches!(mouse.kind, MouseEventKind::Down(MouseButton::Left) | MouseEventKind::Drag(MouseButton::Left))
        {
            let part = usize::from(mouse.column - track.x) * self.turns / usize::from(track.width.max(2) - 1);
            self.playing = None;
            self.go(part);
        }
        Then::Stay
    }

    fn back(&mut self, _context: &mut Context<'_>) {
        if let Some(turn) = self.jump.take() {
            self.go(turn);
        }
    }

    fn wait(&self) -> Option<Duration> {
        self.stage.wait().or(self.playing.map(at_least_a_frame))
    }

    fn pass(&mut self, context: &mut Context<'_>, time: Duration) -> Then {
        if self.stage.moves() {
            self.stage.pass(time);
        } else if let Some(left) = self.playing {
            self.playing = Some(left.saturating_sub(time));
            if self.playing == Some(Duration::ZERO) {
                let more = self.forward(context);
                self.playing = more.then(|| Duration::from_millis(context.arcade.settings.pace.into()));
            }
        }
        Then::Stay
    }

    fn help(&self, _context: &Context<'_>) -> (String, Vec<HelpLine>) {
        ("replay".into(), viewer_help(Pointer::Mouse))
    }
}

fn change_pace(context: &mut Context<'_>, faster: bool) {
    context.arcade.settings.change_pace(faster);
    save_settings(context);
}

/// Asks for a turn.
fn jump_to(turns: usize, target: Rc<Slot<Option<usize>>>) -> Ask {
    let check = move |text: &str| match text.trim().parse::<usize>() {
        Ok(turn) if turn <= turns => Ok(()),
        _ => Err(format!("A turn is a number from 0 to {turns}.")),
    };
    let done = move |_: &mut Context<'_>, text: &str| {
        target.set(text.trim().parse().ok());
        Then::Back
    };
    Ask::new("Jump to a turn", format!("Which turn, from 0 to {turns}?"), "", check, done)
}

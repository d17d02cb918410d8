//! The play screen: a board, what is known of the game, and the keys that play it.
//!
//! No rule stands here: gestures become actions in the session, and what happened is told by events.

mod assist;
mod draw;
mod keys;
mod pointer;

pub(crate) use draw::{Panel, halves};

use crate::{
    Arcade,
    page::{Context, HelpLine, Message, Page, Then, Thinking, at_least_a_frame},
    screens::{title, viewer::Viewer},
    stage::Stage,
};
use keys::{Command, command};
use ratatui::{
    buffer::Buffer,
    crossterm::event::{KeyCode, KeyEvent, MouseEvent},
    layout::Rect,
};
use std::time::Duration;
use tilewright_core::{Action, Cell, Dir, Event, Game, Meaning, Notation, Reason};
use tilewright_players::Ranking;
use tilewright_session::{Key, PlayError, Session};
use tilewright_store::{SavedSession, Start};

/// How long a player may think about a hint.
const HINT: Duration = Duration::from_millis(1500);
/// And about a turn of its own.
const TURN: Duration = Duration::from_millis(500);

/// A game being played.
pub(crate) struct Play {
    table: SavedSession,
    stage: Stage,
    title: String,
    best: u64,
    /// Points of the last turn.
    gain: u64,
    /// Waves of the last turn.
    waves: u16,
    cursor: Option<Cell>,
    picked: Option<Cell>,
    pressed: Option<Cell>,
    says: Option<(Tone, String)>,
    hint: Option<Ranking>,
    thinking: Option<(Thinking, Purpose)>,
    auto: Option<Auto>,
    /// A question that the next key answers.
    asks: Option<Question>,
}

/// How something is said.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Tone {
    Plain,
    Good,
    Bad,
}

/// What a thought is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Purpose {
    Hint,
    Turn,
}

/// A player plays: how long until its next turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Auto {
    left: Duration,
}

/// What has to be confirmed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Question {
    GiveUp,
}

impl Play {
    /// Sits down at a game.
    pub(crate) fn open(arcade: &mut Arcade, start: Start) -> Result<Self, String> {
        let player = start.player.clone();
        let table = arcade.open_game(start).map_err(|error| error.to_string())?;
        let mut play = Self::at(arcade, table);
        if let Some(player) = player {
            arcade.settings.player = player;
            play.auto = Some(Auto { left: Duration::from_millis(600) });
        }
        Ok(play)
    }

    /// Sits down at a table.
    pub(crate) fn at(arcade: &mut Arcade, mut table: SavedSession) -> Self {
        // The frame first, then the file: nobody waits for a disk.
        table.deferred = true;
        let session = table.session();
        let cursor = (session.game().notation() == Notation::Pair).then(|| middle(session));
        let mut play = Self {
            title: title(&arcade.store, session.setup()),
            best: best(arcade, session),
            table,
            stage: Stage::default(),
            gain: 0,
            waves: 0,
            cursor,
            picked: None,
            pressed: None,
            says: None,
            hint: None,
            thinking: None,
            auto: None,
            asks: None,
        };
        if play.table.start().is_daily() {
            play.title = format!("Daily challenge: {}", play.title);
        }
        if play.table.resumed && play.table.session().turn() > 0 {
            play.say(Tone::Plain, format!("Welcome back: turn {}.", play.table.session().turn()));
        }
        play.say_over();
        play
    }

    fn session(&self) -> &Session {
        self.table.session()
    }

    /// Asks whether this game is given up for a new one, where something was played.
    pub(crate) fn ask_new(&mut self) {
        if self.session().turn() > 0 {
            self.asks = Some(Question::GiveUp);
            self.say(Tone::Bad, "Give this game up and begin a new one? y yes, any other key no.");
        }
    }

    fn say(&mut self, tone: Tone, words: impl Into<String>) {
        self.says = Some((tone, words.into()));
    }

    /// Plays an action or says why not.
    fn act(&mut self, context: &mut Context<'_>, action: Action) {
        let (before, score) = (self.session().position().tiles, self.session().score());
        let words = self.session().game().action_text(action);
        self.hint = None;
        self.picked = None;
        match self.table.play(action, &mut context.arcade.notices) {
            Err(PlayError::Illegal(_)) => self.say_blocked(&words),
            Err(error) => self.say(Tone::Bad, format!("{error}.")),
            Ok(played) => {
                self.says = None;
                self.gain = self.session().score().saturating_sub(score);
                self.waves = 0;
                for event in &played.log {
                    match *event {
                        Event::Wave { n } => self.waves = n,
                        Event::Reached { value } => {
                            self.say(Tone::Good, format!("{value} is reached! Play on as long as you like."));
                        }
                        _ => {}
                    }
                }
                let log = played.log.iter().copied();
                let steps = self.session().steps(&before, score, log);
                self.stage.show(&before, steps, &context.arcade.settings);
                self.say_over();
            }
        }
    }

    fn say_blocked(&mut self, words: &str) {
        if !self.say_over() {
            self.say(Tone::Bad, format!("Blocked: {words} is not possible here."));
        }
    }

    /// Says that the game is over, if it is.
    fn say_over(&mut self) -> bool {
        let Some(reason) = self.session().over() else { return false };
        let why = match reason {
            Reason::Stuck => "no action is left",
            Reason::TurnLimit => "all turns are played",
        };
        self.auto = None;
        self.say(Tone::Good, format!("Game over: {why}. n new game, u undo, p replay, Esc menu."));
        true
    }

    fn way(&mut self, context: &mut Context<'_>, dir: Dir, acts: bool) {
        let pairs = self.session().game().notation() == Notation::Pair;
        let from = self.picked.or(self.cursor.filter(|_| acts && pairs));
        let action = match (from, self.cursor) {
            // Where swaps reach further than the next cell, the cursor goes there and Enter swaps.
            (Some(_), Some(cursor)) if pairs && !acts && self.far() => return self.move_cursor(cursor, dir),
            (Some(cell), _) => self.session().step(cell, dir),
            (None, Some(cursor)) => return self.move_cursor(cursor, dir),
            (None, None) => self.session().swipe(dir),
        };
        match action {
            Some(action) => {
                // The cursor goes with its tile where tiles change places or step.
                let topology = self.session().game().topology();
                let next = from.and_then(|cell| topology.neighbour(cell, dir));
                let slides = self.session().game().notation() == Notation::DirectionOrStep;
                let legal = self.session().game().is_legal(self.session().state(), action);
                if let (Some(next), true, false) = (next.filter(|_| self.cursor.is_some()), legal, slides) {
                    self.cursor = Some(next);
                }
                self.act(context, action);
            }
            None if !self.say_over() => {
                let name = self.session().game().topology().dir_name(dir);
                self.say(Tone::Bad, format!("Blocked: nothing can go {name} here."));
            }
            None => {}
        }
    }

    /// Whether some action swaps tiles that are no neighbours.
    fn far(&self) -> bool {
        let topology = self.session().game().topology();
        let beside = |a, b| topology.dirs().any(|dir| topology.neighbour(a, dir) == Some(b));
        let far = |action| matches!(self.session().meaning(action), Meaning::Swap(a, b) if !beside(a, b));
        self.session().legal().into_iter().any(far)
    }

    fn move_cursor(&mut self, cursor: Cell, dir: Dir) {
        self.says = None;
        self.cursor = Some(self.session().game().topology().neighbour(cursor, dir).unwrap_or(cursor));
    }

    fn pick(&mut self, context: &mut Context<'_>) {
        if self.session().game().notation() == Notation::Direction {
            return self.say(Tone::Plain, "This game is played with directions alone; F1 shows the keys.");
        }
        match (self.cursor, self.picked) {
            (None, _) => {
                self.cursor = Some(middle(self.session()));
                self.say(Tone::Plain, "Arrows move the cursor, Enter picks a tile, Esc goes back to directions.");
            }
            (Some(cursor), None) => self.pick_at(cursor),
            (Some(cursor), Some(picked)) if cursor == picked => self.picked = None,
            (Some(cursor), Some(picked)) => self.pair(context, picked, cursor),
        }
    }

    fn pick_at(&mut self, cell: Cell) {
        if self.session().position().tiles[cell.index()].is_none() {
            return self.say(Tone::Bad, "Blocked: there is no tile to pick in this cell.");
        }
        self.hint = None;
        self.picked = Some(cell);
        self.cursor = Some(cell);
        self.say(Tone::Plain, "Picked. An arrow moves it, Enter puts it back.");
    }

    fn pair(&mut self, context: &mut Context<'_>, from: Cell, to: Cell) {
        match self.session().pair(from, to) {
            Some(action) => {
                if self.cursor.is_some() {
                    self.cursor = Some(to);
                }
                self.act(context, action);
            }
            None => {
                self.picked = None;
                if !self.say_over() {
                    self.say(Tone::Bad, "Blocked: there is no way from the one cell to the other.");
                }
            }
        }
    }

    fn undo(&mut self, context: &mut Context<'_>, back: bool) {
        self.hint = None;
        self.picked = None;
        self.gain = 0;
        self.waves = 0;
        let (before, score) = (self.session().position().tiles, self.session().score());
        let notices = &mut context.arcade.notices;
        if back && self.table.undo(notices) {
            self.say(Tone::Plain, format!("Back to turn {}.", self.session().turn()));
        } else if !back && self.table.redo(notices) {
            let turn = self.session().turn();
            let log = self.session().played(turn).into_iter().flat_map(|played| played.log);
            let steps = self.session().steps(&before, score, log);
            self.stage.show(&before, steps, &context.arcade.settings);
            self.gain = self.session().score().saturating_sub(score);
            self.say(Tone::Plain, format!("Turn {turn} again."));
            self.say_over();
        } else if !back {
            self.say(Tone::Bad, "Blocked: there is nothing to redo.");
        } else if self.session().turn() == 0 {
            self.say(Tone::Bad, "Blocked: this is the start; there is nothing to undo.");
        } else {
            self.say(Tone::Bad, "Blocked: this game allows no more undo.");
        }
    }

    fn new_game(&mut self, context: &mut Context<'_>) {
        let restarted = context.arcade.restart(&mut self.table, None);
        self.stage.finish();
        (self.hint, self.thinking, self.auto, self.picked) = (None, None, None, None);
        (self.gain, self.waves) = (0, 0);
        self.best = best(context.arcade, self.table.session());
        match restarted {
            Ok(()) => self.say(Tone::Plain, "A new game."),
            Err(error) => self.say(Tone::Bad, format!("{error}.")),
        }
    }

    fn leave(&mut self) -> Then {
        let pairs = self.session().game().notation() == Notation::Pair;
        // One thing at a time: what is picked, the hint, the cursor, and only then the game.
        let cursor = self.cursor.is_some() && !pairs;
        if self.picked.take().is_none() && self.hint.take().is_none() {
            if !cursor {
                return Then::Back;
            }
            self.cursor = None;
        }
        self.says = None;
        Then::Stay
    }
}

/// Keeps the settings; where that fails it is told.
pub(crate) fn keep(context: &mut Context<'_>) {
    if let Err(error) = context.arcade.save_settings() {
        context.arcade.notices.push(error.to_string());
    }
}

/// The best score so far, with or without help.
fn best(arcade: &mut Arcade, session: &Session) -> u64 {
    let records = arcade.store.records(&mut arcade.notices);
    records.get(&Key::of(session)).map_or(0, |record| record.best.max(record.best_assisted))
}

/// The tile nearest to the middle.
fn middle(session: &Session) -> Cell {
    let topology = session.game().topology();
    let tiles = session.position().tiles;
    // Twice the mean of the coordinates, so that nothing is rounded away.
    let count = topology.len() as i32;
    let sum = |of: fn((i8, i8)) -> i8| topology.cells().map(|cell| i32::from(of(topology.coords(cell)))).sum::<i32>();
    let (a, b) = (2 * sum(|c| c.0) / count, 2 * sum(|c| c.1) / count);
    let far = |cell: &Cell| {
        let (x, y) = topology.coords(*cell);
        (2 * i32::from(x) - a).abs() + (2 * i32::from(y) - b).abs()
    };
    // A cursor on an empty cell helps nobody.
    topology.cells().filter(|cell| tiles[cell.index()].is_some()).min_by_key(far).unwrap_or(Cell(0))
}

impl Page for Play {
    fn draw(&mut self, context: &Context<'_>, area: Rect, buffer: &mut Buffer) {
        self.paint(context, area, buffer);
    }

    fn key(&mut self, context: &mut Context<'_>, key: KeyEvent) -> Then {
        // The next key finishes the animation at once.
        self.stage.finish();
        if self.asks.take().is_some() {
            match key.code {
                KeyCode::Char('y' | 'Y' | 'n') | KeyCode::Enter => self.new_game(context),
                _ => self.say(Tone::Plain, "The game goes on."),
            }
            return Then::Stay;
        }
        let command = command(self.session().game().topology(), key);
        let quiet = [Command::Autoplay, Command::NextPlayer, Command::Faster, Command::Slower, Command::Nothing];
        if !quiet.contains(&command) {
            self.auto = None;
            self.thinking = None;
        }
        match command {
            Command::Way(dir, acts) => self.way(context, dir, acts),
            Command::NoWay => self.say(Tone::Bad, "Blocked: a hexagon has no left and right; use Q W E and A S D."),
            Command::Pick => self.pick(context),
            Command::Undo => self.undo(context, true),
            Command::Redo => self.undo(context, false),
            Command::Hint => self.ask_hint(context),
            Command::Autoplay => self.toggle_auto(context),
            Command::NextPlayer => self.next_player(context),
            Command::Faster => self.change_pace(context, true),
            Command::Slower => self.change_pace(context, false),
            Command::New if self.session().over().is_some() || self.session().turn() == 0 => self.new_game(context),
            Command::New => self.ask_new(),
            Command::Replay => {
                let session = self.session().clone();
                return Then::Open(Box::new(Viewer::new(session, format!("{}, so far", self.title))));
            }
            Command::Leave => return self.leave(),
            Command::Nothing => {}
        }
        Then::Stay
    }

    fn mouse(&mut self, context: &mut Context<'_>, mouse: MouseEvent) -> Then {
        self.point(context, mouse);
        Then::Stay
    }

    fn message(&mut self, context: &mut Context<'_>, message: &Message) {
        if let Message::Thought { id, ranking } = message
            && let Some((_, purpose)) = self.thinking.take_if(|(thinking, _)| thinking.id == *id)
        {
            self.thought(context, purpose, ranking);
        }
    }

    fn wait(&self) -> Option<Duration> {
        let auto = self.auto.filter(|_| !self.stage.moves() && self.thinking.is_none());
        self.stage.wait().or(auto.map(|auto| at_least_a_frame(auto.left)))
    }

    fn pass(&mut self, context: &mut Context<'_>, time: Duration) -> Then {
        if self.stage.moves() {
            self.stage.pass(time);
        } else if let Some(auto) = &mut self.auto
            && self.thinking.is_none()
        {
            auto.left = auto.left.saturating_sub(time);
            if auto.left.is_zero() {
                let player = context.arcade.settings.player.clone();
                self.table.mark_hint(&mut context.arcade.notices);
                let thinking = context.think(self.table.session(), &player, TURN);
                self.thinking = Some((thinking, Purpose::Turn));
            }
        }
        Then::Stay
    }

    fn drawn(&mut self, context: &mut Context<'_>) {
        self.table.settle(&mut context.arcade.notices);
    }

    fn close(self: Box<Self>, context: &mut Context<'_>) {
        context.arcade.leave(self.table);
    }

    fn help(&self, _context: &Context<'_>) -> (String, Vec<HelpLine>) {
        let game = self.session().game();
        let hex = game.topology().dir_count() == 6;
        let mut lines = keys::help(game.topology(), game.notation());
        let mut line = |keys, what: &str| lines.push((keys, what.to_owned()));
        line("u, Backspace", "undo: take the last turn back, as often as the settings allow");
        line("r", "redo what was undone");
        line("?", "hint: what the chosen player would do, marked on the board, with its ranking");
        line("Space", "autoplay on and off; any action of yours ends it");
        line(".", "choose the player for hints and autoplay");
        line("+ -", "autoplay quicker, slower");
        line("n", "new game; asks first where one is in progress");
        line("p", "view the game so far as a replay");
        line(if hex { "Esc" } else { "Esc, q" }, "back; the game is saved after every turn");
        line("any key", "finishes an animation at once");
        (self.title.clone(), lines)
    }
}

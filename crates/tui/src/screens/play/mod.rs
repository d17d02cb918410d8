//! The play screen: a board, the facts of the game, and the keys that play it.
//!
//! No rule and no wording is here: input becomes actions in the session, and the session says what happened.

mod assist;
mod draw;
mod end;
mod keys;
mod pointer;

pub(crate) use draw::{Panel, below, halves, warning_marks};
pub(crate) use keys::key_name;

use end::End;

use crate::{
    Arcade,
    page::{Context, HelpLine, Message, Page, Then, Thinking, at_least_a_frame},
    screens::{lesson::LessonPage, title, viewer::Viewer},
    stage::Stage,
};
use ratatui::{
    buffer::Buffer,
    crossterm::event::{KeyCode, KeyEvent, MouseEvent},
    layout::Rect,
};
use std::{sync::Arc, time::Duration};
use tilewright_core::{Action, Cell, Game};
use tilewright_players::{Player, Ranking};
use tilewright_session::{
    Answer, Best, BoardInput, Command, Event, Key, Lesson, NEW_GAME, Notice, Pointer, Record, Session, Settings, Sign,
    command, help, how_to_play, no_direction, sentence,
};
use tilewright_store::{SavedSession, Start};

/// A game being played.
pub(crate) struct Play {
    table: SavedSession,
    stage: Stage,
    title: String,
    best: Best,
    /// Points of the last turn.
    gain: u64,
    /// Waves of the last turn.
    waves: u16,
    input: BoardInput,
    /// The cell where the mouse button was pressed.
    pressed: Option<Cell>,
    /// The cell that the mouse points at.
    pointed: Option<Cell>,
    /// What the last turn did, newest first.
    story: Vec<String>,
    /// What is shown below the board.
    notice: Option<Notice>,
    hint: Option<Ranking>,
    thinking: Option<(Thinking, Purpose)>,
    auto: Option<Auto>,
    /// The player of a watched game; elsewhere the one of the settings plays.
    watched: Option<Player>,
    /// Whether the lesson is to be shown first.
    teach: bool,
    /// A question that the next key answers.
    asks: Option<Question>,
    /// The panel over the board.
    end: Option<End>,
    /// Whether the challenge was tried before: this try is practice.
    practice: bool,
}

/// What a search is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Purpose {
    Hint,
    Turn,
}

/// Autoplay: the time until its next turn.
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
    /// Opens a game, new or resumed.
    pub(crate) fn open(arcade: &mut Arcade, start: Start) -> Result<Self, String> {
        let player = start.player.clone();
        let table = arcade.open_game(start).map_err(|error| error.to_string())?;
        let mut play = Self::at(arcade, table);
        if player.is_some() {
            play.watched = player;
            play.auto = Some(Auto { left: Duration::from_millis(600) });
        }
        Ok(play)
    }

    /// Shows a game that was opened already.
    pub(crate) fn at(arcade: &mut Arcade, mut table: SavedSession) -> Self {
        // Save after drawing: a turn does not wait for the disk.
        table.deferred = true;
        let session = table.session();
        let mut play = Self {
            title: title(&arcade.store, session.setup()),
            best: best(arcade, session),
            input: BoardInput::new(session),
            table,
            stage: Stage::default(),
            gain: 0,
            waves: 0,
            pressed: None,
            pointed: None,
            story: Vec::new(),
            notice: None,
            hint: None,
            thinking: None,
            auto: None,
            watched: None,
            teach: false,
            asks: None,
            end: None,
            practice: false,
        };
        play.practice = play.is_practice(arcade);
        if play.table.start().is_daily() {
            play.title = format!("Daily challenge: {}", play.title);
        }
        if play.table.resumed {
            play.notice = play.session().welcome();
        }
        play.story = play.session().story();
        if play.session().over().is_some() {
            play.open_end();
        }
        play
    }

    fn is_practice(&self, arcade: &mut Arcade) -> bool {
        let day = self.table.start().day();
        day.is_some_and(|day| arcade.store.dailies(&mut arcade.notices).get(day).is_some())
    }

    fn session(&self) -> &Session {
        self.table.session()
    }

    /// The same, behind the lesson of its preset.
    pub(crate) fn with_lesson(self) -> Self {
        Self { teach: true, ..self }
    }

    fn lesson(&mut self, context: &mut Context<'_>) -> Then {
        self.teach = false;
        if let Some(preset) = self.session().setup().preset {
            context.arcade.mark_lesson(preset.id);
        }
        match Lesson::new(Arc::clone(self.session().setup())) {
            Some(lesson) => return Then::Open(Box::new(LessonPage::new(lesson, &self.title))),
            None => self.say(Notice::bad("There is no lesson for a variant of your own.")),
        }
        Then::Stay
    }

    /// Asks whether to give this game up for a new one, if a turn was played.
    pub(crate) fn ask_new(&mut self) {
        if self.session().turn() > 0 {
            self.asks = Some(Question::GiveUp);
            self.say(Notice::bad("Give this game up and begin a new one? y yes, any other key no."));
        }
    }

    /// The player that is asked for hints and plays in autoplay.
    fn player(&self, context: &Context<'_>) -> Player {
        self.watched.as_ref().unwrap_or(&context.arcade.settings.player).in_game(&self.session().setup().game)
    }

    fn say(&mut self, notice: Notice) {
        self.notice = Some(notice);
    }

    /// Carries out what came of an input.
    fn answer(&mut self, context: &mut Context<'_>, answer: Answer) {
        match answer {
            Answer::Act(action) => self.act(context, action),
            Answer::Marked => self.notice = None,
            Answer::Say(notice) => {
                if !self.show_over() {
                    self.say(notice);
                }
            }
        }
    }

    /// Plays an action or says why not.
    fn act(&mut self, context: &mut Context<'_>, action: Action) {
        let (before, score) = (self.session().position().tiles, self.session().score());
        self.hint = None;
        self.input.release();
        match self.table.play(action, &mut context.arcade.notices) {
            Err(error) => self.say(Notice::bad(format!("{error}."))),
            Ok(played) => {
                self.notice = None;
                self.table.pass_time(context.arcade.now());
                self.gain = self.session().score().saturating_sub(score);
                self.waves = 0;
                let mut reached = false;
                for event in &played.events {
                    match event {
                        Event::Wave { n } => self.waves = *n,
                        Event::Reached { .. } => {
                            self.notice = sentence(self.session().game(), event).map(Notice::good);
                            // A player goes on by itself.
                            reached = self.auto.is_none();
                        }
                        _ => {}
                    }
                }
                let log = played.log.iter().copied();
                let steps = self.session().steps(&before, score, log);
                self.stage.show(&before, steps, &context.arcade.settings);
                self.story = self.session().story();
                if !self.show_over() && reached {
                    self.open_end();
                }
            }
        }
    }

    /// Shows that the game is over; false if it is not.
    fn show_over(&mut self) -> bool {
        if self.session().over().is_none() {
            return false;
        }
        self.auto = None;
        self.notice = None;
        self.open_end();
        true
    }

    fn undo(&mut self, context: &mut Context<'_>) {
        self.clear_turn();
        let done = self.table.undo(&mut context.arcade.notices);
        self.story = self.session().story();
        self.say(self.session().undo_notice(done));
    }

    fn redo(&mut self, context: &mut Context<'_>) {
        self.clear_turn();
        let (before, score) = (self.session().position().tiles, self.session().score());
        let done = self.table.redo(&mut context.arcade.notices);
        self.say(self.session().redo_notice(done));
        if done {
            let log = self.session().played(self.session().turn()).into_iter().flat_map(|played| played.log);
            let steps = self.session().steps(&before, score, log);
            self.stage.show(&before, steps, &context.arcade.settings);
            self.gain = self.session().score().saturating_sub(score);
            self.story = self.session().story();
            self.show_over();
        }
    }

    /// Removes what belongs to the last turn.
    fn clear_turn(&mut self) {
        (self.hint, self.end) = (None, None);
        self.input.release();
        (self.gain, self.waves) = (0, 0);
        self.story.clear();
    }

    fn new_game(&mut self, context: &mut Context<'_>) {
        let restarted = context.arcade.restart(&mut self.table, None);
        self.stage.finish();
        self.clear_turn();
        (self.thinking, self.auto) = (None, None);
        self.best = best(context.arcade, self.table.session());
        self.practice = self.is_practice(context.arcade);
        self.table.pass_time(context.arcade.now());
        match restarted {
            Ok(()) => self.say(Notice::plain(NEW_GAME)),
            Err(error) => self.say(Notice::bad(format!("{error}."))),
        }
    }

    /// Esc: one thing at a time. The picked tile, the hint, the cursor, and only then the game.
    fn leave(&mut self) -> Then {
        let back = self.input.release() || self.hint.take().is_some() || self.input.back(self.table.session());
        if !back {
            return Then::Back;
        }
        self.notice = None;
        Then::Stay
    }
}

/// Saves the settings; reports if that fails.
pub(crate) fn save_settings(context: &mut Context<'_>) {
    if let Err(error) = context.arcade.save_settings() {
        context.arcade.notices.push(error.to_string());
    }
}

/// The best scores so far.
fn best(arcade: &mut Arcade, session: &Session) -> Best {
    let records = arcade.store.records(&mut arcade.notices);
    records.get(&Key::of(session)).map(Record::best_scores).unwrap_or_default()
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
                KeyCode::Char('y' | 'Y') => self.new_game(context),
                _ => self.say(Notice::plain("The game goes on.")),
            }
            return Then::Stay;
        }
        if self.shows_end()
            && let Some(then) = self.end_key(context, key)
        {
            return then;
        }
        let Some((name, shift)) = key_name(key) else { return Then::Stay };
        let Some(command) = command(self.session().game().topology(), &name) else { return Then::Stay };
        // These change how autoplay plays; all others end it.
        if !matches!(command, Command::Autoplay | Command::Player | Command::Faster | Command::Slower) {
            self.auto = None;
            self.thinking = None;
        }
        match command {
            Command::Go { dir } => {
                let answer = self.input.go(self.table.session(), dir, shift);
                self.answer(context, answer);
            }
            Command::Pick => {
                self.hint = None;
                let answer = self.input.pick(self.table.session());
                self.answer(context, answer);
            }
            Command::NoDirection => self.say(Notice::bad(no_direction(self.session().game().topology()))),
            Command::Undo => self.undo(context),
            Command::Redo => self.redo(context),
            Command::Hint => self.ask_hint(context),
            Command::Autoplay => self.toggle_auto(),
            Command::Player => {
                self.watched = None;
                self.say_setting(context, Settings::next_player);
            }
            Command::Faster => self.say_setting(context, |settings| settings.change_pace(true)),
            Command::Slower => self.say_setting(context, |settings| settings.change_pace(false)),
            Command::New if self.session().over().is_some() || self.session().turn() == 0 => self.new_game(context),
            Command::New => self.ask_new(),
            Command::Replay => {
                let session = self.session().clone();
                return Then::Open(Box::new(Viewer::new(session, format!("{}, so far", self.title))));
            }
            Command::Lesson => return self.lesson(context),
            Command::Leave => return self.leave(),
            Command::Help => return Then::Help,
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
        if self.teach {
            return Some(Duration::ZERO);
        }
        let auto = self.auto.filter(|_| !self.stage.moves() && self.thinking.is_none());
        self.stage.wait().or(auto.map(|auto| at_least_a_frame(auto.left)))
    }

    fn pass(&mut self, context: &mut Context<'_>, time: Duration) -> Then {
        if self.teach {
            return self.lesson(context);
        }
        if self.stage.moves() {
            self.stage.pass(time);
        } else if let Some(auto) = &mut self.auto
            && self.thinking.is_none()
        {
            auto.left = auto.left.saturating_sub(time);
            if auto.left.is_zero() {
                let player = self.player(context);
                let time = Duration::from_millis(context.arcade.settings.think.into());
                let thinking = context.think(self.table.session(), &player, time);
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

    fn how_to_play(&self) -> &'static str {
        how_to_play(self.session().setup().variant.family())
    }

    fn help(&self, context: &Context<'_>) -> (String, Vec<HelpLine>) {
        let mut lines = help(self.session().game(), Pointer::Mouse);
        // The app adds it to every page.
        lines.retain(|line| !line.keys.starts_with("F1"));
        // Colours explain themselves next to the board, keys are above; signs are explained here, too, as a small window has no room.
        let signs = self.session().setup().legend().into_iter();
        let signs = signs.filter(|line| !matches!(line.sign, Sign::Prime | Sign::Product | Sign::Arrow));
        lines.extend(
            signs.map(|line| HelpLine { keys: self.sign(&context.look, line.sign).0.trim().into(), what: line.text }),
        );
        (self.title.clone(), lines)
    }
}

//! The interface of a screen: it draws itself, takes keys and says what comes next.

use crate::{Arcade, look::Look, motion::FRAME};
use ratatui::{
    buffer::Buffer,
    crossterm::event::{Event as Input, KeyEvent, MouseEvent},
    layout::Rect,
};
use std::{
    cell::RefCell,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
        mpsc::Sender,
    },
    thread,
    time::{Duration, Instant},
};
use tilewright_games::Variant;
use tilewright_lab::{Trial, TrialTable};
use tilewright_players::{EngineError, EngineSlot, Limit, Player, Ranking};
pub(crate) use tilewright_session::HelpLine;
use tilewright_session::{Session, Setup};

/// Why the program ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// The user left.
    Left,
    /// A signal with this number, or SIGHUP (1) if the terminal went away without one.
    Signal(u8),
}

impl End {
    /// The terminal went away.
    pub(crate) const HANG_UP: Self = Self::Signal(1);
}

/// An input of the program's loop.
#[derive(Debug)]
pub(crate) enum Message {
    /// A key, the mouse, a new size.
    Input(Input),
    /// The terminal is gone, or a signal asks the process to end.
    Ended(End),
    /// The process was stopped and continues.
    Continued,
    /// A player has answered.
    Thought {
        /// The id of the search.
        id: u64,
        /// The answer.
        ranking: Result<Ranking, EngineError>,
    },
    /// A game is ready to be shown.
    Built {
        /// The id of the build.
        id: u64,
        /// The game, or why there is none.
        built: Result<Arc<Setup>, String>,
    },
    /// A trial has got further.
    Tried {
        /// The id of the trial.
        id: u64,
        /// What it found so far, or why it cannot go on.
        found: Result<TrialTable, String>,
        /// Whether it is over.
        is_last: bool,
    },
}

/// What happens after a key.
pub(crate) enum Then {
    /// Nothing; the screen stays.
    Stay,
    /// A screen opens above this one.
    Open(Box<dyn Page>),
    /// A screen takes this one's place.
    Replace(Box<dyn Page>),
    /// The help page of this screen opens.
    Help,
    /// Back to the screen below.
    Back,
    /// Leave the program.
    Quit,
}

/// A help page from a list of keys and what they do.
pub(crate) fn help_lines<const N: usize>(lines: [(&str, &str); N]) -> Vec<HelpLine> {
    lines.map(|(keys, what)| HelpLine { keys: keys.into(), what: what.into() }).into()
}

/// One screen.
pub(crate) trait Page {
    /// Draws everything. The area is never smaller than the least size.
    fn draw(&mut self, context: &Context<'_>, area: Rect, buffer: &mut Buffer);
    /// Takes a key.
    fn key(&mut self, context: &mut Context<'_>, key: KeyEvent) -> Then;
    /// Takes the mouse.
    fn mouse(&mut self, _context: &mut Context<'_>, _mouse: MouseEvent) -> Then {
        Then::Stay
    }
    /// Takes text that was pasted.
    fn paste(&mut self, _context: &mut Context<'_>, _text: &str) {}
    /// Takes the result of a thread.
    fn message(&mut self, _context: &mut Context<'_>, _message: &Message) {}
    /// How long it may sleep; `None` if nothing moves.
    fn wait(&self) -> Option<Duration> {
        None
    }
    /// Time has passed.
    fn pass(&mut self, _context: &mut Context<'_>, _time: Duration) -> Then {
        Then::Stay
    }
    /// The frame is shown: time for work that can wait for it.
    fn drawn(&mut self, _context: &mut Context<'_>) {}
    /// The screen above has closed.
    fn back(&mut self, _context: &mut Context<'_>) {}
    /// The screen closes: what it holds is saved.
    fn close(self: Box<Self>, _context: &mut Context<'_>) {}
    /// Whether it covers only a part of the window, so that the screen below is drawn, too.
    fn is_window(&self) -> bool {
        false
    }
    /// How to play, as a page of Markdown that the help page starts with; empty if the screen is no game.
    fn how_to_play(&self) -> &'static str {
        ""
    }
    /// Which screen this is, and the keys that work on it.
    fn help(&self, context: &Context<'_>) -> (String, Vec<HelpLine>);
}

/// What screens share.
pub(crate) struct Context<'a> {
    /// The files, the settings, the clock.
    pub(crate) arcade: &'a mut Arcade,
    /// How things look.
    pub(crate) look: Look,
    /// Where threads report.
    pub(crate) post: Sender<Message>,
    /// The last id of a search or build.
    pub(crate) count: u64,
    /// How many of them have not reported yet.
    pub(crate) pending: usize,
    /// The engine of the player that was asked last.
    pub(crate) engine: Arc<Mutex<EngineSlot>>,
    /// What can be clicked, and the key that a click presses. Filled while a screen is drawn.
    pub(crate) buttons: RefCell<Vec<(Rect, KeyEvent)>>,
    /// Whether the terminal shows ASCII only.
    pub(crate) ascii: bool,
    /// A text for the clipboard of the terminal.
    pub(crate) copied: Option<String>,
}

impl Context<'_> {
    /// Applies the theme of the settings.
    pub(crate) fn refresh_look(&mut self) {
        let settings = &self.arcade.settings;
        self.look = Look::from_settings(settings.theme, settings.colours).with_ascii(self.ascii);
    }

    fn next_id(&mut self) -> u64 {
        self.count += 1;
        self.pending += 1;
        self.count
    }

    /// Lets a player search in a thread, for at most that long.
    pub(crate) fn think(&mut self, session: &Session, player: &Player, most: Duration) -> Thinking {
        let id = self.next_id();
        let stop = Arc::new(AtomicBool::new(false));
        let (setup, state) = (Arc::clone(session.setup()), *session.state());
        let (post, stopped) = (self.post.clone(), Arc::clone(&stop));
        let (player, tables, engine) = (player.clone(), self.arcade.tables.clone(), Arc::clone(&self.engine));
        thread::spawn(move || {
            let begin = Instant::now();
            let enough = || stopped.load(Ordering::Relaxed) || begin.elapsed() >= most;
            // The lock is held for the whole search; a stopped search ends within a millisecond.
            let mut engine = engine.lock().unwrap_or_else(PoisonError::into_inner);
            let limit = Limit { budget: player.search_budget(), stop: &enough };
            let ranking = engine.ask(&player, &setup.game, &tables, &state, &limit);
            // Fails only if the program is about to end.
            let _ = post.send(Message::Thought { id, ranking });
        });
        Thinking { id, stop }
    }

    /// Lets players try edited rules in a thread, next to those they came from. Reports a few times a second.
    pub(crate) fn try_rules(&mut self, base_name: &str, base: Variant, edited: Variant) -> Thinking {
        let id = self.next_id();
        let stop = Arc::new(AtomicBool::new(false));
        let (post, stopped, base_name) = (self.post.clone(), Arc::clone(&stop), base_name.to_owned());
        let max_seeds = self.arcade.trial_seeds;
        thread::spawn(move || {
            let end = Instant::now() + Duration::from_secs(Trial::SECONDS.into());
            let report = |found: Result<TrialTable, String>, is_last| {
                // Fails only if the program is about to end.
                let _ = post.send(Message::Tried { id, found, is_last });
            };
            let mut trial = match Trial::new(&base_name, &base, &edited) {
                Ok(trial) => trial,
                Err(error) => return report(Err(error.to_string()), true),
            };
            let mut next = Instant::now();
            loop {
                match trial.play(&stopped) {
                    Err(error) => return report(Err(error.to_string()), true),
                    Ok(true) if Instant::now() < end && max_seeds.is_none_or(|max| trial.seeds() < max) => {
                        if Instant::now() >= next {
                            report(Ok(trial.table()), false);
                            next = Instant::now() + TRIAL_PAUSE;
                        }
                    }
                    Ok(_) => return report(Ok(trial.table()), true),
                }
            }
        });
        Thinking { id, stop }
    }

    /// Compiles a variant in a thread: some take longer than a key press may.
    pub(crate) fn build(&mut self, variant: Variant) -> u64 {
        let id = self.next_id();
        let post = self.post.clone();
        thread::spawn(move || {
            let built = Setup::custom(variant).map_err(|error| error.to_string());
            let _ = post.send(Message::Built { id, built });
        });
        id
    }

    /// The same for a preset.
    pub(crate) fn build_preset(&mut self, preset: &'static tilewright_games::Preset) -> u64 {
        let id = self.next_id();
        let post = self.post.clone();
        thread::spawn(move || {
            let built = Setup::preset(preset).map_err(|error| error.to_string());
            let _ = post.send(Message::Built { id, built });
        });
        id
    }
}

/// A running search or trial; dropping this stops it.
#[derive(Debug)]
pub(crate) struct Thinking {
    /// The id of the search or trial.
    pub(crate) id: u64,
    stop: Arc<AtomicBool>,
}

impl Drop for Thinking {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// The time between two reports of a trial.
const TRIAL_PAUSE: Duration = Duration::from_millis(250);

/// The shortest sleep that makes sense.
pub(crate) fn at_least_a_frame(time: Duration) -> Duration {
    time.max(FRAME / 4)
}

//! What a screen is to the program: it draws itself, takes keys and says what comes next.

use crate::{Arcade, look::Look, motion::FRAME};
use ratatui::{
    buffer::Buffer,
    crossterm::event::{Event as Input, KeyEvent, MouseEvent},
    layout::Rect,
};
use std::{
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
        mpsc::Sender,
    },
    thread,
    time::{Duration, Instant},
};
use tilewright_games::Variant;
use tilewright_players::{Budget, EngineError, EngineSlot, Limit, Player, Ranking};
pub(crate) use tilewright_session::HelpLine;
use tilewright_session::{Session, Setup};

/// What comes in from outside.
#[derive(Debug)]
pub(crate) enum Message {
    /// A key, the mouse, a new size.
    Input(Input),
    /// There is no terminal any more.
    Lost,
    /// We were stopped and go on.
    Continued,
    /// A player has thought.
    Thought {
        /// Which thought.
        id: u64,
        /// What came of it.
        ranking: Result<Ranking, EngineError>,
    },
    /// A game is ready to be shown.
    Built {
        /// Which build.
        id: u64,
        /// The game, or why there is none.
        built: Result<Arc<Setup>, String>,
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
    /// Back to the screen below.
    Back,
    /// The end.
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
    /// Hears what threads have found out.
    fn message(&mut self, _context: &mut Context<'_>, _message: &Message) {}
    /// How long it may sleep; none where nothing moves.
    fn wait(&self) -> Option<Duration> {
        None
    }
    /// Time has passed.
    fn pass(&mut self, _context: &mut Context<'_>, _time: Duration) -> Then {
        Then::Stay
    }
    /// What was drawn is to be seen now: time for what can wait so long.
    fn drawn(&mut self, _context: &mut Context<'_>) {}
    /// The screen above has closed.
    fn back(&mut self, _context: &mut Context<'_>) {}
    /// The screen closes: what it holds is put away.
    fn close(self: Box<Self>, _context: &mut Context<'_>) {}
    /// Whether it covers only a part, so that the screen below is to be seen.
    fn is_window(&self) -> bool {
        false
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
    /// For the numbers of thoughts and builds.
    pub(crate) count: u64,
    /// How many of them have yet to report.
    pub(crate) pending: usize,
    /// The engine of the player that was asked last.
    pub(crate) engine: Arc<Mutex<EngineSlot>>,
}

impl Context<'_> {
    /// The look that the settings ask for now.
    pub(crate) fn refresh_look(&mut self) {
        self.look = Look::from_settings(self.arcade.settings.theme, self.arcade.settings.colours);
    }

    fn next_id(&mut self) -> u64 {
        self.count += 1;
        self.pending += 1;
        self.count
    }

    /// Lets a player think in a thread, for no longer than that.
    pub(crate) fn think(&mut self, session: &Session, player: &Player, most: Duration) -> Thinking {
        let id = self.next_id();
        let stop = Arc::new(AtomicBool::new(false));
        let (setup, state) = (Arc::clone(session.setup()), session.state().clone());
        let (post, stopped) = (self.post.clone(), Arc::clone(&stop));
        let (player, tables, engine) = (player.clone(), self.arcade.tables.clone(), Arc::clone(&self.engine));
        thread::spawn(move || {
            let begin = Instant::now();
            let enough = || stopped.load(Ordering::Relaxed) || begin.elapsed() >= most;
            // Held for the whole search: one that was stopped lets go within a millisecond.
            let mut engine = engine.lock().unwrap_or_else(PoisonError::into_inner);
            let limit = Limit { budget: Budget::Default, stop: &enough };
            let ranking = engine.ask(&player, &setup.game, &tables, &state, &limit);
            // Nobody listens any more once the program ends.
            let _ = post.send(Message::Thought { id, ranking });
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

/// A player that thinks; it stops when this goes.
#[derive(Debug)]
pub(crate) struct Thinking {
    /// Which thought it is.
    pub(crate) id: u64,
    stop: Arc<AtomicBool>,
}

impl Drop for Thinking {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// The shortest sleep that makes sense.
pub(crate) fn at_least_a_frame(time: Duration) -> Duration {
    time.max(FRAME / 4)
}

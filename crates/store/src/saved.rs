//! A session and its save slot. Each change is saved before the call returns or, if `deferred`, by the next `settle`,
//! after drawing.

use crate::{Pick, SaveSlot, SlotName, Store};
use std::{mem, sync::Arc};
use tilewright_core::{Action, NoStart};
use tilewright_players::{EngineError, Limit, Player, Ranking, Tables};
use tilewright_session::{GameResult, Key, PlayError, Played, Session, Setup, UndoRule, daily, day_named};

/// Which game, and how it begins.
#[derive(Clone, Debug)]
pub struct Start {
    /// The game.
    pub setup: Arc<Setup>,
    /// The name it is saved under.
    pub name: SlotName,
    /// Which of the games of that name.
    pub pick: Pick,
    /// The seed of a new game; `None` takes that of [`NewGame`].
    pub seed: Option<u64>,
    /// A player that plays from the start while the user watches.
    pub player: Option<Player>,
}

impl Start {
    /// A game that the user plays: the open one, else a new one. With a seed, the open one of that seed or a new one.
    pub fn own(setup: Arc<Setup>, seed: Option<u64>) -> Self {
        let name = SlotName::own(&setup);
        Self { setup, name, pick: seed.map_or(Pick::Open, Pick::Seed), seed, player: None }
    }

    /// The challenge of a day.
    ///
    /// # Errors
    ///
    /// If the day's preset cannot be compiled.
    pub fn daily(days_since_1970: u64) -> Result<Self, tilewright_games::VariantError> {
        let (preset, seed) = daily(days_since_1970);
        let name = SlotName::daily(days_since_1970);
        Ok(Self { setup: Setup::preset(preset)?, name, pick: Pick::Open, seed: Some(seed), player: None })
    }

    /// A game to watch.
    pub fn watch(setup: Arc<Setup>, seed: Option<u64>, player: Player) -> Self {
        let name = SlotName::watch(&setup);
        Self { setup, name, pick: seed.map_or(Pick::Open, Pick::Seed), seed, player: Some(player) }
    }

    /// Whether it is the challenge of a day, whose seed stays the same.
    pub fn is_daily(&self) -> bool {
        self.day().is_some()
    }

    /// The day of the challenge, in days since 1970; `None` if it is none.
    pub fn day(&self) -> Option<u64> {
        day_named(self.name.as_str().strip_prefix("daily-")?)
    }

    /// Whether it is watched rather than played: such games do not count in the records.
    pub fn is_watched(&self) -> bool {
        self.name.as_str().starts_with("watch-")
    }
}

/// What a new game begins with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NewGame {
    /// The seed, unless [`Start`] has one.
    pub seed: u64,
    /// Whether turns may be undone.
    pub undo: UndoRule,
}

/// A game in progress with its save slot.
#[derive(Debug)]
pub struct SavedSession {
    session: Session,
    slot: SaveSlot,
    start: Start,
    store: Store,
    /// Whether the game existed before it was opened.
    pub resumed: bool,
    /// Whether changes wait for [`SavedSession::settle`] to be saved: for screens, which draw first and save then.
    pub deferred: bool,
    /// Whether a change is not saved yet.
    unsaved: bool,
    /// Whether the last attempt to save failed: that is reported once, not at every turn.
    failing: bool,
    /// When time passed last, for the time played.
    seen: Option<u64>,
}

impl SavedSession {
    /// Opens a game: the saved one if there is one, else a new one.
    ///
    /// # Errors
    ///
    /// [`NoStart`] if a new game cannot start.
    pub fn open(store: &Store, start: Start, new: NewGame, notices: &mut Vec<String>) -> Result<Self, NoStart> {
        let mut slot = claim(store, &start, notices);
        if slot.elsewhere {
            notices
                .push(format!("This game is open in another window; here is a separate one (number {}).", slot.number));
        }
        let loaded = slot.load(notices);
        if let Some(path) = slot.file().filter(|_| !slot.is_saved() && loaded.is_some()) {
            notices.push(format!("{} cannot be written. Turns from now on are not saved.", path.display()));
        }
        // A save that holds another game than its name says was put there by hand; it is not overwritten.
        let foreign = loaded.as_ref().is_some_and(|session| session.setup().variant != start.setup.variant);
        if foreign {
            notices.push(format!("The save of {} holds another game; this one is not saved.", start.name.as_str()));
            slot = SaveSlot::none();
        }
        let loaded = loaded.filter(|_| !foreign);
        let resumed = loaded.is_some();
        // If the loaded game is over, its process ended before the game was left: it is shown again and counted when it
        // is left.
        let session = match loaded {
            Some(session) => session,
            None => {
                let mut session = Session::new(Arc::clone(&start.setup), start.seed.unwrap_or(new.seed))?;
                session.set_undo_rule(new.undo);
                session
            }
        };
        let mut game = Self {
            session,
            slot,
            start,
            store: store.clone(),
            resumed,
            deferred: false,
            unsaved: false,
            failing: false,
            seen: None,
        };
        if !resumed {
            game.save(notices);
        }
        Ok(game)
    }

    /// Saves a session that was begun elsewhere, from a replay for example, in addition to the games that are open.
    pub fn adopt(store: &Store, session: Session, notices: &mut Vec<String>) -> Self {
        let start = Start { pick: Pick::New, ..Start::own(Arc::clone(session.setup()), session.seed()) };
        // A position that nobody has played yet leaves no save.
        let resumed = session.turn() > 0;
        let slot = claim(store, &start, notices);
        let mut game = Self {
            session,
            slot,
            start,
            store: store.clone(),
            resumed,
            deferred: false,
            unsaved: false,
            failing: false,
            seen: None,
        };
        game.save(notices);
        game
    }

    /// The game.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// How it began.
    pub fn start(&self) -> &Start {
        &self.start
    }

    /// Which of the games of its name it is, from 1.
    pub fn number(&self) -> u8 {
        self.slot.number
    }

    /// Whether it is saved at all.
    pub fn is_saved(&self) -> bool {
        self.slot.is_saved()
    }

    /// Saves what is not saved yet.
    pub fn settle(&mut self, notices: &mut Vec<String>) {
        if self.unsaved {
            self.save(notices);
        }
    }

    fn changed(&mut self, notices: &mut Vec<String>) {
        self.unsaved = true;
        if !self.deferred {
            self.save(notices);
        }
    }

    /// Saves the game. If that fails, it is reported once and the game goes on.
    pub fn save(&mut self, notices: &mut Vec<String>) {
        self.unsaved = false;
        match self.slot.save(&self.session) {
            Err(error) if !self.failing => {
                self.failing = true;
                notices.push(format!("{error} Turns from now on may be lost."));
            }
            Err(_) => {}
            Ok(()) => self.failing = false,
        }
    }

    /// Plays an action and saves.
    ///
    /// # Errors
    ///
    /// As [`Session::play`]; nothing changes then.
    pub fn play(&mut self, action: Action, notices: &mut Vec<String>) -> Result<Played, PlayError> {
        let played = self.session.play(action, None)?;
        self.changed(notices);
        Ok(played)
    }

    /// Counts the time since the last call as played, or less if it was a break; `now` is in seconds since 1970. Called
    /// when a game is opened, which starts the clock, and after each turn; the next [`Self::settle`] saves it.
    pub fn pass_time(&mut self, now: u64) {
        if let Some(last) = self.seen.replace(now)
            && self.session.turn() > 0
        {
            let mut time = self.session.time();
            time.pass(now, now.saturating_sub(last).saturating_mul(1000));
            self.session.set_time(time);
            self.unsaved = true;
        }
    }

    /// Undoes a turn and saves; false if there is none or the rule forbids it.
    pub fn undo(&mut self, notices: &mut Vec<String>) -> bool {
        let done = self.session.undo();
        if done {
            self.changed(notices);
        }
        done
    }

    /// Plays an undone turn again and saves; false if there is none.
    pub fn redo(&mut self, notices: &mut Vec<String>) -> bool {
        let done = self.session.redo();
        if done {
            self.changed(notices);
        }
        done
    }

    /// Asks a player without marking the game.
    ///
    /// # Errors
    ///
    /// As [`Session::ask`].
    pub fn ask(&mut self, player: &Player, tables: &Tables, limit: &Limit<'_>) -> Result<Ranking, EngineError> {
        self.session.ask(player, tables, limit)
    }

    /// Marks the game as assisted by a hint.
    pub fn mark_hint(&mut self, notices: &mut Vec<String>) {
        if !self.session.assisted().hint {
            self.session.mark_hint();
            self.changed(notices);
        }
    }

    /// Marks the game as one in which this player played turns by itself.
    pub fn mark_player(&mut self, player: &Player, notices: &mut Vec<String>) {
        if self.session.assisted().player != Some(player.id()) {
            self.session.mark_player(player);
            self.changed(notices);
        }
    }

    /// Sets whether turns may be undone, and saves.
    pub fn set_undo_rule(&mut self, rule: UndoRule, notices: &mut Vec<String>) {
        self.session.set_undo_rule(rule);
        self.changed(notices);
    }

    /// Finishes or gives up this game and begins another in the same slot. The challenge of a day keeps its seed unless
    /// another is given; every other game takes `seed`, else that of `new`. `now` is in seconds since 1970.
    ///
    /// # Errors
    ///
    /// [`NoStart`] if the new game cannot start; this one goes on then.
    pub fn restart(
        &mut self,
        seed: Option<u64>,
        new: NewGame,
        now: u64,
        notices: &mut Vec<String>,
    ) -> Result<(), NoStart> {
        let seed = seed.or(self.start.seed.filter(|_| self.start.is_daily()));
        let mut next = Session::new(Arc::clone(self.session.setup()), seed.unwrap_or(new.seed))?;
        next.set_undo_rule(new.undo);
        self.finish(now, notices);
        self.session = next;
        self.resumed = false;
        self.save(notices);
        self.slot.end_finishing();
        Ok(())
    }

    /// Closes the game. One that is over is counted and its replay stored; one that is not stays saved, unless no turn
    /// was played yet. `now` is in seconds since 1970.
    pub fn leave(mut self, now: u64, notices: &mut Vec<String>) {
        self.settle(notices);
        let untouched = self.session.turn() == 0 && self.session.undone() == 0 && !self.resumed;
        let done = if self.session.over().is_some() { self.finish(now, notices) } else { untouched };
        // A game that could not be counted stays saved, to be counted another time.
        if !done {
            return;
        }
        if let Err(error) = mem::replace(&mut self.slot, SaveSlot::none()).clear() {
            notices.push(error.to_string());
        }
    }

    /// Counts the game and stores its replay; false if that failed.
    fn finish(&self, now: u64, notices: &mut Vec<String>) -> bool {
        if self.session.turn() == 0 {
            return true;
        }
        let key = Key::of(&self.session);
        // No two games of a kind are counted under one time: that is how they are told apart.
        let records = self.store.records(notices);
        let taken = |when: &u64| records.get(&key).is_some_and(|record| record.history.iter().any(|r| r.when == *when));
        let free = (now..).find(|when| !taken(when)).unwrap_or(now);
        let when = self.slot.start_finishing(&self.session, free);
        let mut finished = self.store.save_replay(&self.session, when).map(|_| ());
        if !self.start.is_watched() && self.session.counts() {
            let begun = self.session.time().begun.unwrap_or(when);
            if let Some(day) = self.start.day()
                && !self.store.is_recorded(&key, &GameResult::of(&self.session, when), notices)
            {
                finished = finished.and(self.store.add_daily(day, &self.session, begun, notices));
            }
            let recorded = self.store.record(key, GameResult::of(&self.session, when), notices);
            finished = finished.and(recorded);
        }
        if let Err(error) = &finished {
            notices.push(error.to_string());
        }
        finished.is_ok()
    }
}

/// Saves what is not saved yet, also while a panic unwinds.
impl Drop for SavedSession {
    fn drop(&mut self) {
        self.settle(&mut Vec::new());
    }
}

/// The slot of a game. If there is none, that is reported and the game is not saved.
fn claim(store: &Store, start: &Start, notices: &mut Vec<String>) -> SaveSlot {
    store.claim(&start.name, start.pick).unwrap_or_else(|error| {
        notices.push(format!("{error} This game is not saved."));
        SaveSlot::none()
    })
}

//! A game and the file it is saved in. Played here, it is on disk before anybody hears of it, or, where a screen must not
//! wait for a disk, as soon as it was drawn.

use crate::{Arcade, Pick, Slot, SlotName, Store};
use std::sync::Arc;
use tilewright_core::{Action, NoStart};
use tilewright_players::{Limit, Player, Ranking};
use tilewright_session::{Entry, Key, PlayError, Played, Session, Setup, UndoRule, daily};

/// Which game, and how it begins.
#[derive(Clone, Debug)]
pub struct Start {
    /// What is played.
    pub setup: Arc<Setup>,
    /// What it is saved as.
    pub name: SlotName,
    /// Which of the games of that name.
    pub pick: Pick,
    /// The seed of a new game; random unless given.
    pub seed: Option<u64>,
    /// A player that plays from the start.
    pub player: Option<Player>,
}

impl Start {
    /// A game of one's own: the open one, else a new one. With a seed, the open one of that seed or a new one.
    pub fn own(setup: Arc<Setup>, seed: Option<u64>) -> Self {
        let name = SlotName::own(&setup);
        Self { setup, name, pick: seed.map_or(Pick::Open, Pick::Seed), seed, player: None }
    }

    /// The challenge of a day.
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

    /// Whether it is the challenge of a day, whose seed stays.
    pub fn is_daily(&self) -> bool {
        self.name.as_str().starts_with("daily-")
    }

    /// Whether it is watched rather than played: such games are nobody's record.
    pub fn is_watched(&self) -> bool {
        self.name.as_str().starts_with("watch-")
    }
}

/// A game in progress with its slot.
#[derive(Debug)]
pub struct Table {
    session: Session,
    slot: Slot,
    start: Start,
    store: Store,
    /// Whether the game was there already.
    pub resumed: bool,
    /// Whether turns wait for [`Table::settle`] to be saved: for screens, which draw first and save then.
    pub deferred: bool,
    /// Whether something waits.
    waiting: bool,
}

impl Table {
    /// Sits down at a game: the saved one where there is one, else a new one. What has to be told goes to the arcade's
    /// notices.
    pub fn open(arcade: &mut Arcade, start: Start) -> Result<Self, NoStart> {
        let store = arcade.store.clone();
        let mut slot = store.claim(&start.name, start.pick).unwrap_or_else(|error| {
            arcade.notices.push(format!("{error} This game is not saved."));
            Slot::nowhere()
        });
        if slot.elsewhere {
            arcade
                .notices
                .push(format!("This game is open in another window; here is a separate one (number {}).", slot.number));
        }
        let loaded = slot.load(&mut arcade.notices);
        // A save that holds another game than its name says, by whoever's hand, is left in peace.
        let strange = loaded.as_ref().is_some_and(|session| session.setup().variant != start.setup.variant);
        if strange {
            arcade
                .notices
                .push(format!("The save of {} holds another game; this one is not saved.", start.name.as_str()));
            slot = Slot::nowhere();
        }
        let loaded = loaded.filter(|_| !strange);
        let resumed = loaded.is_some();
        // One that is over was not left before its process ended; it is shown once more and counted when it is left.
        let session = match loaded {
            Some(session) => session,
            None => {
                let seed = start.seed.unwrap_or_else(|| arcade.fresh_seed());
                let mut session = Session::new(Arc::clone(&start.setup), seed)?;
                session.set_undo_rule(arcade.settings.undo);
                session
            }
        };
        let mut table = Self { session, slot, start, store, resumed, deferred: false, waiting: false };
        if !resumed {
            table.save(&mut arcade.notices);
        }
        Ok(table)
    }

    /// Sits down at a game that goes on from somewhere else, a replay for one, beside those that are open.
    pub fn adopt(arcade: &mut Arcade, session: Session) -> Self {
        let store = arcade.store.clone();
        let start = Start { pick: Pick::New, ..Start::own(Arc::clone(session.setup()), Some(session.seed())) };
        let slot = store.claim(&start.name, start.pick).unwrap_or_else(|error| {
            arcade.notices.push(format!("{error} This game is not saved."));
            Slot::nowhere()
        });
        let mut table = Self { session, slot, start, store, resumed: true, deferred: false, waiting: false };
        table.save(&mut arcade.notices);
        table
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
    pub fn keeps(&self) -> bool {
        self.slot.keeps()
    }

    /// Saves what waits to be saved.
    pub fn settle(&mut self, notices: &mut Vec<String>) {
        if self.waiting {
            self.save(notices);
        }
    }

    fn changed(&mut self, notices: &mut Vec<String>) {
        self.waiting = true;
        if !self.deferred {
            self.save(notices);
        }
    }

    /// Saves the game. Where that fails it is told and the game goes on.
    pub fn save(&mut self, notices: &mut Vec<String>) {
        self.waiting = false;
        if let Err(error) = self.slot.save(&self.session) {
            notices.push(format!("{error} The last turns may be lost."));
        }
    }

    /// Plays an action and saves.
    pub fn play(&mut self, action: Action, notices: &mut Vec<String>) -> Result<Played, PlayError> {
        let played = self.session.play(action, None)?;
        self.changed(notices);
        Ok(played)
    }

    /// Takes a turn back and saves; false where that cannot be.
    pub fn undo(&mut self, notices: &mut Vec<String>) -> bool {
        let done = self.session.undo();
        if done {
            self.changed(notices);
        }
        done
    }

    /// Plays an undone turn again and saves; false where there is none.
    pub fn redo(&mut self, notices: &mut Vec<String>) -> bool {
        let done = self.session.redo();
        if done {
            self.changed(notices);
        }
        done
    }

    /// Asks a player. That it was asked is saved.
    pub fn hint(&mut self, player: Player, limit: &Limit<'_>, notices: &mut Vec<String>) -> Ranking {
        self.mark_hint(notices);
        self.session.hint(player, limit)
    }

    /// Marks the game as one in which a player was asked, for whoever asks one in a thread.
    pub fn mark_hint(&mut self, notices: &mut Vec<String>) {
        if !self.session.assisted().hint {
            self.session.mark_hint();
            self.changed(notices);
        }
    }

    /// Sets whether turns may be taken back, and saves.
    pub fn set_undo_rule(&mut self, rule: UndoRule, notices: &mut Vec<String>) {
        self.session.set_undo_rule(rule);
        self.changed(notices);
    }

    /// Gives up or finishes this game and begins another at the same table. The challenge of a day begins as before.
    pub fn restart(&mut self, arcade: &mut Arcade, seed: Option<u64>) -> Result<(), NoStart> {
        let seed = seed.or(self.start.seed.filter(|_| self.start.is_daily()));
        let seed = seed.unwrap_or_else(|| arcade.fresh_seed());
        let mut next = Session::new(Arc::clone(self.session.setup()), seed)?;
        next.set_undo_rule(arcade.settings.undo);
        let now = arcade.now();
        finish(&self.store, &self.start, &self.session, now, &mut arcade.notices);
        self.session = next;
        self.resumed = false;
        self.save(&mut arcade.notices);
        Ok(())
    }

    /// Gets up. A game that is over is counted and its replay kept; one that is not stays saved, unless nothing was
    /// played yet.
    pub fn leave(mut self, arcade: &mut Arcade) {
        self.settle(&mut arcade.notices);
        let untouched = self.session.turn() == 0 && self.session.undone() == 0 && !self.resumed;
        let done = if self.session.over().is_some() {
            let now = arcade.now();
            finish(&self.store, &self.start, &self.session, now, &mut arcade.notices)
        } else {
            untouched
        };
        // One that could not be counted stays, to be counted another time.
        if !done {
            return;
        }
        if let Err(error) = self.slot.clear() {
            arcade.notices.push(error.to_string());
        }
    }
}

/// Whatever happens, what was played is saved: a panic on its way out comes by here, too.
impl Drop for Table {
    fn drop(&mut self) {
        self.settle(&mut Vec::new());
    }
}

/// Counts a game and keeps its replay; whether that worked.
fn finish(store: &Store, start: &Start, session: &Session, when: u64, notices: &mut Vec<String>) -> bool {
    if session.turn() == 0 {
        return true;
    }
    let mut finished = store.keep_replay(session, when).map(|_| ());
    if !start.is_watched() {
        let recorded = store.record(Key::of(session), Entry::of(session, when), notices);
        finished = finished.and(recorded);
    }
    if let Err(error) = &finished {
        notices.push(error.to_string());
    }
    finished.is_ok()
}

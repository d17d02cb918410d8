//! The live boards of the menu: a player plays some turns of each game.

use crate::{page::Context, stage::Stage};
use std::{sync::Arc, time::Duration};
use tilewright_core::{Game, Position, Tile};
use tilewright_games::{Preset, Variant};
use tilewright_players::{Limit, Player, Tables};
use tilewright_session::{Session, Setup};

/// The time between two turns.
const PACE: Duration = Duration::from_millis(900);
/// After this many turns it rests until the next key press, so that an idle screen uses no CPU time.
const TURNS: u32 = 40;

/// A board of the menu.
#[derive(Default)]
pub(super) struct Live {
    building: Option<u64>,
    /// The game, once it is built.
    pub(super) session: Option<Session>,
    /// Why it cannot be built.
    pub(super) refused: Option<String>,
    pub(super) stage: Stage,
    left: Duration,
    turns: u32,
}

impl Live {
    /// Starts to build the game, unless that was done.
    pub(super) fn build(&mut self, context: &mut Context<'_>, preset: Option<&'static Preset>, variant: &Variant) {
        if self.building.is_none() && self.session.is_none() && self.refused.is_none() {
            self.building = Some(match preset {
                Some(preset) => context.build_preset(preset),
                None => context.build(*variant),
            });
        }
    }

    /// Whether it has not been built yet.
    pub(super) fn missing(&self) -> bool {
        self.building.is_none() && self.session.is_none() && self.refused.is_none()
    }

    /// Whether it is being built.
    pub(super) fn building(&self) -> bool {
        self.building.is_some()
    }

    /// Takes what was built, if it is for this board.
    pub(super) fn built(&mut self, id: u64, built: &Result<Arc<Setup>, String>) {
        if self.building == Some(id) {
            self.building = None;
            let session = built.clone().and_then(|setup| Session::new(setup, 2048).map_err(|error| error.to_string()));
            match session {
                Ok(session) => self.session = Some(session),
                Err(says) => self.refused = Some(says),
            }
        }
    }

    /// The compiled game.
    pub(super) fn setup(&self) -> Option<Arc<Setup>> {
        self.session.as_ref().map(|session| Arc::clone(session.setup()))
    }

    /// The tiles of a position of this game.
    pub(super) fn tiles(&self, board: &str) -> Option<Vec<Option<Tile>>> {
        let session = self.session.as_ref()?;
        Position::parse(session.game().topology(), board).ok().map(|position| position.tiles)
    }

    /// A key was pressed: it may play on.
    pub(super) fn wake(&mut self) {
        self.turns = 0;
    }

    /// The time until its next change.
    pub(super) fn wait(&self) -> Option<Duration> {
        let rests = self.turns >= TURNS || self.session.is_none();
        self.stage.wait().or((!rests).then(|| PACE.saturating_sub(self.left)))
    }

    /// Lets time pass.
    pub(super) fn pass(&mut self, context: &Context<'_>, time: Duration) {
        if self.stage.moves() {
            self.stage.pass(time);
            return;
        }
        self.left += time;
        let Some(session) = &mut self.session else { return };
        if self.left < PACE || self.turns >= TURNS {
            return;
        }
        self.left = Duration::ZERO;
        self.turns += 1;
        let ranking = session.ask(&Player::Greedy, &Tables::default(), &Limit::nodes(1)).unwrap_or_default();
        let (before, score) = (session.position().tiles, session.score());
        match ranking.actions.first().map(|(action, _)| session.play(*action, None)) {
            Some(Ok(played)) => {
                let steps = session.steps(&before, score, played.log.iter().copied());
                self.stage.show(&before, steps, &context.arcade.settings);
            }
            _ => {
                let seed = session.seed().unwrap_or_default().wrapping_add(1);
                if let Ok(next) = Session::new(Arc::clone(session.setup()), seed) {
                    *session = next;
                }
            }
        }
    }
}

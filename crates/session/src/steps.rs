//! A turn as animation steps: what happens together is shown together.
//!
//! [`Session::steps`] groups the logged events of a turn. Each [`Step`] lists the tiles that move, go, come and change, by cell, so
//! a front end draws it without knowing a rule. How long a step takes and how it is drawn is the front end's choice.

use crate::Session;
use serde::{Serialize, Serializer};
use tilewright_core::{Cell, Event, Game, Place, Shape, Tile, Topology, fold};

/// The state that the board is in: the five states of a merging game's main loop.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub enum BoardState {
    /// The user is to act.
    WaitForInput,
    /// The action is carried out: tiles slide, step or swap.
    InputReceived,
    /// The board resolves: groups merge, chains run, tiles strain and break.
    MaybeMergeable,
    /// Gaps are filled: tiles fall, new ones come.
    EmptyCells,
    /// No action is legal any more.
    GameOver,
}

/// Changes that are shown at the same time.
///
/// [`Step::apply`] defines what it means: first the tiles at `from` of `moved` and `gone` leave their cells, then
/// those of `moved` arrive at `to`, then those of `made` stand at `at`, then strains change.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Step {
    /// The state of the board during this step.
    pub state: BoardState,
    /// The state after it: that of the next step, or at rest.
    pub next: BoardState,
    /// Tiles that go to another cell and stay tiles.
    pub moved: Vec<Travel>,
    /// Tiles that go to a cell, or stay where they are, and vanish there.
    pub gone: Vec<Travel>,
    /// New tiles.
    pub made: Vec<Made>,
    /// Tiles whose strain changes, by their cell after the step.
    pub strained: Vec<Strained>,
    /// The wave or chain iteration that it belongs to; 0 before the first.
    pub wave: u16,
    /// The points earned in it.
    pub gain: u64,
    /// The score after it.
    pub score: u64,
}

/// The way of a tile: its cell before the step and after it.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[expect(missing_docs, reason = "the type says what they are")]
pub struct Travel {
    #[serde(serialize_with = "index")]
    pub from: Cell,
    #[serde(serialize_with = "index")]
    pub to: Cell,
}

/// A new tile, without strain.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Made {
    /// Its cell.
    #[serde(serialize_with = "index")]
    pub at: Cell,
    /// Its value.
    pub value: u32,
    /// Where it comes from.
    pub origin: Origin,
}

/// Where a new tile comes from.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(tag = "by", rename_all = "camelCase")]
pub enum Origin {
    /// From tiles that are gone in this step.
    Merge,
    /// From nothing: it appears in its cell.
    Appear,
    /// From above the board, as many rows above its cell as new tiles come in its column: so none covers another.
    Above {
        /// The number of rows.
        rows: u8,
    },
    /// From a tile that broke.
    Burst {
        /// The cell of that tile.
        #[serde(serialize_with = "index")]
        from: Cell,
    },
}

/// A tile's new strain.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Strained {
    /// Its cell.
    #[serde(serialize_with = "index")]
    pub at: Cell,
    /// The strain after the step.
    pub strain: u8,
    /// Whether it rose. Falling strain is no news.
    pub more: bool,
}

#[cfg(feature = "typescript")]
mod declared {
    /// A cell, by its index in scan order.
    #[expect(dead_code, reason = "only its declaration is used")]
    #[tsify::declare]
    pub type Cell = u8;
}

fn index<S: Serializer>(cell: &Cell, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u8(cell.0)
}

impl Step {
    /// Does to the tiles what the step shows.
    pub fn apply(&self, tiles: &mut [Option<Tile>]) {
        for Travel { from, .. } in &self.gone {
            tiles[from.index()] = None;
        }
        let moved: Vec<_> = self.moved.iter().map(|Travel { from, to }| (tiles[from.index()].take(), to)).collect();
        for (tile, to) in moved {
            tiles[to.index()] = tile;
        }
        for Made { at, value, .. } in &self.made {
            tiles[at.index()] = Some(Tile::new(*value));
        }
        for Strained { at, strain, .. } in &self.strained {
            if let Some(tile) = &mut tiles[at.index()] {
                tile.strain = *strain;
            }
        }
    }
}

impl Session {
    /// The steps of the last turn: it began with these tiles and that score, and the game logged these events.
    ///
    /// Applying all of them to `before` gives the tiles after the turn.
    ///
    /// ```
    /// # use tilewright_core::{Game, Position};
    /// # use tilewright_games::Preset;
    /// # use tilewright_session::{BoardState, Session, Setup};
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let setup = Setup::preset(Preset::find("classic-2048").unwrap())?;
    /// let position = Position::parse(setup.game.topology(), "2 . . 2/. . . ./. . . ./. . . .")?;
    /// let mut session = Session::from_position(setup, &position, 1)?;
    /// let played = session.play(session.game().action_named("left")?, None)?;
    /// let steps = session.steps(&position.tiles, 0, played.log);
    /// let states: Vec<_> = steps.iter().map(|step| step.state).collect();
    /// assert_eq!(states, [BoardState::InputReceived, BoardState::EmptyCells]);
    /// # Ok(())
    /// # }
    /// ```
    pub fn steps(&self, before: &[Option<Tile>], score: u64, log: impl IntoIterator<Item = Event>) -> Vec<Step> {
        let mut planner = Planner::new(self.game().topology(), before, score);
        log.into_iter().for_each(|event| planner.take(event));
        planner.finish(if self.over().is_some() { BoardState::GameOver } else { BoardState::WaitForInput })
    }
}

/// Events of one kind share a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Move,
    Fall,
    Spawn,
    Strain,
    Break,
}

struct Planner<'a> {
    topology: &'a Topology,
    steps: Vec<Step>,
    /// The step that is being put together, if there is one.
    open: Option<(Kind, Step)>,
    /// The tiles when the last step was closed.
    before: Vec<Option<Tile>>,
    /// The tiles now.
    tiles: Vec<Option<Tile>>,
    /// For each cell, where the tile that is there now was in `before`; `None` if there is none or it is newer.
    origins: Vec<Option<Cell>>,
    wave: u16,
    score: u64,
}

impl<'a> Planner<'a> {
    fn new(topology: &'a Topology, tiles: &[Option<Tile>], score: u64) -> Self {
        Self {
            topology,
            steps: Vec::new(),
            open: None,
            before: tiles.to_vec(),
            tiles: tiles.to_vec(),
            origins: origins(tiles),
            wave: 0,
            score,
        }
    }

    fn take(&mut self, event: Event) {
        match event {
            Event::Slid { from, to } => self.shift(Kind::Move, from, to),
            Event::Fell { from, to } => self.shift(Kind::Fall, from, to),
            Event::Swapped { a, b } => {
                self.open(Kind::Move, [a, b]);
                self.origins.swap(a.index(), b.index());
            }
            Event::Merged { cells, at, value, overflow } => {
                self.gather(Kind::Move, cells, at);
                if !overflow {
                    self.make(Kind::Move, at, value, Origin::Merge);
                }
            }
            Event::Divided { from, at, value } => {
                self.gather(Kind::Move, [from, at], at);
                self.make(Kind::Move, at, value, Origin::Merge);
            }
            Event::Eliminated { a, b, .. } => self.gather(Kind::Move, [a, b], b),
            Event::Factored { centre, parts } => {
                let parts = parts.as_slice();
                // One step for the centre and all of its parts.
                self.open(Kind::Move, parts.iter().map(|part| part.at).chain([centre]));
                self.gather(Kind::Move, [centre], centre);
                for part in parts {
                    self.gather(Kind::Move, [part.at], part.at);
                    if let Some(value) = part.value {
                        self.make(Kind::Move, part.at, value.get().into(), Origin::Merge);
                    }
                }
            }
            Event::Strained { .. } => {
                self.open(Kind::Strain, []);
            }
            // Shown with the next step: in this one, it would hide how far the strain rose.
            Event::Decayed { .. } => self.close(),
            Event::Fractured { at, pieces, value, overflow } => {
                if !overflow {
                    self.gather(Kind::Break, [at], at);
                }
                for piece in pieces {
                    self.make(Kind::Break, piece, value, Origin::Burst { from: at });
                }
            }
            Event::Spawned { at: Place::Cell(at), value } => match self.open {
                Some((Kind::Fall, _)) => self.make(Kind::Fall, at, value, Origin::Above { rows: 1 }),
                _ => self.make(Kind::Spawn, at, value, Origin::Appear),
            },
            Event::Wave { n } => {
                self.close();
                self.wave = n;
            }
            Event::Scored { gain } => {
                self.score = self.score.saturating_add(gain);
                let last = self.open.as_mut().map(|(_, step)| step).or(self.steps.last_mut());
                if let Some(step) = last {
                    step.gain = step.gain.saturating_add(gain);
                    step.score = self.score;
                }
            }
            Event::Spawned { at: Place::Next, .. } | Event::Reached { .. } | Event::Cleared => {}
        }
        // Events of the engine fold without error; any other would only be drawn wrongly.
        let _ = fold(&mut self.tiles, event);
    }

    /// The step for events of this kind. The tiles in `used` must not be made in it.
    fn open(&mut self, kind: Kind, used: impl IntoIterator<Item = Cell>) -> &mut Step {
        let joins = |(open, _): &(Kind, Step)| {
            *open == kind && used.into_iter().all(|cell| self.origins[cell.index()].is_some())
        };
        if !self.open.as_ref().is_some_and(joins) {
            self.close();
        }
        let (wave, score) = (self.wave, self.score);
        let state = match kind {
            Kind::Move if wave == 0 => BoardState::InputReceived,
            Kind::Move | Kind::Strain | Kind::Break => BoardState::MaybeMergeable,
            Kind::Fall | Kind::Spawn => BoardState::EmptyCells,
        };
        let step = || Step {
            state,
            next: state,
            moved: Vec::new(),
            gone: Vec::new(),
            made: Vec::new(),
            strained: Vec::new(),
            wave,
            gain: 0,
            score,
        };
        &mut self.open.get_or_insert_with(|| (kind, step())).1
    }

    /// Ends the step: what is in another cell now has moved, what has another strain now has strained.
    fn close(&mut self) {
        let Some((_, mut step)) = self.open.take() else { return };
        for (to, (origin, tile)) in self.origins.iter().zip(&self.tiles).enumerate() {
            let (Some(from), Some(tile), to) = (*origin, *tile, Cell(to as u8)) else { continue };
            if from != to {
                step.moved.push(Travel { from, to });
            }
            let strain = self.before[from.index()].map_or(0, |tile| tile.strain);
            if strain != tile.strain {
                step.strained.push(Strained { at: to, strain: tile.strain, more: tile.strain > strain });
            }
        }
        self.stack(&mut step);
        if let Some(last) = self.steps.last_mut() {
            last.next = step.state;
        }
        self.steps.push(step);
        self.before.clone_from(&self.tiles);
        self.origins = origins(&self.tiles);
    }

    /// Sets how far above its cell each tile starts that falls in.
    fn stack(&self, step: &mut Step) {
        let column = |cell| match (self.topology.shape(), self.topology.coords(cell)) {
            (Shape::Square { .. }, (_, column)) => column,
            (Shape::Hex { .. }, (q, _)) => q,
        };
        // Only new tiles are made in a fall, all of them from above.
        let columns: Vec<_> = step.made.iter().map(|made| column(made.at)).collect();
        for made in &mut step.made {
            if let Origin::Above { rows } = &mut made.origin {
                *rows = columns.iter().filter(|&&other| other == column(made.at)).count() as u8;
            }
        }
    }

    /// The steps; the board is in the state `rest` after them.
    fn finish(mut self, rest: BoardState) -> Vec<Step> {
        self.close();
        if self.before != self.tiles {
            // Strains that fell after the last step.
            self.open(Kind::Strain, []);
            self.close();
        }
        if let Some(last) = self.steps.last_mut() {
            last.next = rest;
        }
        self.steps
    }

    fn shift(&mut self, kind: Kind, from: Cell, to: Cell) {
        self.open(kind, [from]);
        self.origins[to.index()] = self.origins[from.index()].take();
    }

    /// The tiles of these cells go to `to` and vanish there.
    fn gather(&mut self, kind: Kind, cells: impl IntoIterator<Item = Cell> + Clone, to: Cell) {
        self.open(kind, cells.clone());
        for cell in cells {
            if let Some(from) = self.origins[cell.index()].take() {
                self.open(kind, []).gone.push(Travel { from, to });
            }
        }
    }

    fn make(&mut self, kind: Kind, at: Cell, value: u32, origin: Origin) {
        self.open(kind, []).made.push(Made { at, value, origin });
        self.origins[at.index()] = None;
    }
}

fn origins(tiles: &[Option<Tile>]) -> Vec<Option<Cell>> {
    tiles.iter().enumerate().map(|(i, tile)| tile.map(|_| Cell(i as u8))).collect()
}

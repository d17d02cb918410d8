//! Events to steps: what happens together is shown together.

use tilewright_core::{Cell, Event, Place, Tile, fold};
use tilewright_session::Told;

/// What a tile does in a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// It goes from one cell to another; it may stay where it is and be taken up in something new.
    Between { tile: Tile, from: Cell, to: Cell },
    /// It drops in from above the board.
    Above { tile: Tile, to: Cell },
    /// It comes into being where it stands.
    Appear { tile: Tile, at: Cell },
}

impl Way {
    /// The tile on its way.
    pub fn tile(self) -> Tile {
        match self {
            Self::Between { tile, .. } | Self::Above { tile, .. } | Self::Appear { tile, .. } => tile,
        }
    }
}

/// Things that happen at the same time.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Step {
    /// The tiles that do nothing in it.
    pub resting: Vec<Option<Tile>>,
    /// Those that do.
    pub ways: Vec<Way>,
    /// The board after it.
    pub after: Vec<Option<Tile>>,
    /// The cells where something new stands.
    pub changed: Vec<Cell>,
    /// The wave or chain iteration it belongs to; 0 outside of any.
    pub wave: u16,
    /// The points earned in it.
    pub gain: u64,
    /// The score after it.
    pub score: u64,
}

/// What may be shown in one step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Move,
    Fall,
    Spawn,
    Strain,
    Break,
}

/// The steps of a turn that started from these tiles with that score.
pub fn plan(tiles: &[Option<Tile>], score: u64, told: &[Told]) -> Vec<Step> {
    let mut planner = Planner { steps: Vec::new(), open: None, tiles: tiles.to_vec(), wave: 0, score };
    for Told { event, total } in told {
        planner.tell(*event, *total);
    }
    planner.close();
    planner.steps
}

struct Planner {
    steps: Vec<Step>,
    open: Option<Open>,
    tiles: Vec<Option<Tile>>,
    wave: u16,
    score: u64,
}

/// A step that is being put together.
struct Open {
    kind: Kind,
    /// For every cell, where the tile that now stands there was when the step began; none for what was made in it.
    origins: Vec<Option<Cell>>,
    before: Vec<Option<Tile>>,
    step: Step,
}

impl Planner {
    fn close(&mut self) {
        let Some(Open { before, origins, mut step, .. }) = self.open.take() else { return };
        step.after = self.tiles.clone();
        step.score = self.score;
        // Whoever stands somewhere else now has gone there.
        for (i, origin) in origins.iter().enumerate() {
            let to = Cell(i as u8);
            if let (Some(from), Some(tile)) = (*origin, self.tiles[i])
                && from != to
            {
                step.ways.push(Way::Between { tile, from, to });
            }
        }
        step.resting = before;
        for way in &step.ways {
            if let Way::Between { from, .. } = way {
                step.resting[from.index()] = None;
            }
        }
        self.steps.push(step);
    }

    /// The step that takes this kind of event; `fresh` are cells whose tiles must not have been made in it.
    fn step(&mut self, kind: Kind, fresh: impl IntoIterator<Item = Cell>) -> &mut Open {
        let joins = self.open.as_ref().is_some_and(|open| {
            open.kind == kind && fresh.into_iter().all(|cell| open.origins[cell.index()].is_some())
        });
        if !joins {
            self.close();
        }
        let (tiles, wave) = (&self.tiles, self.wave);
        self.open.get_or_insert_with(|| Open {
            kind,
            origins: tiles.iter().enumerate().map(|(i, tile)| tile.map(|_| Cell(i as u8))).collect(),
            before: tiles.clone(),
            step: Step { wave, ..Step::default() },
        })
    }

    fn tell(&mut self, event: Event, total: u64) {
        match event {
            Event::Slid { from, to } => self.shift(Kind::Move, from, to),
            Event::Fell { from, to } => self.shift(Kind::Fall, from, to),
            Event::Swapped { a, b } => {
                let open = self.step(Kind::Move, [a, b]);
                open.origins.swap(a.index(), b.index());
            }
            Event::Merged { cells, at, overflow, .. } => {
                self.gather(cells, at);
                if !overflow {
                    self.made(at);
                }
            }
            Event::Divided { from, at, .. } => {
                self.gather([from, at], at);
                self.made(at);
            }
            Event::Eliminated { a, b, .. } => {
                self.gather([a, b], b);
                self.made(b);
            }
            Event::Factored { centre, parts } => {
                let cells: Vec<Cell> = parts.as_slice().iter().map(|part| part.at).collect();
                self.gather([centre], centre);
                for cell in cells {
                    self.gather([cell], cell);
                    self.made(cell);
                }
                self.made(centre);
            }
            Event::Strained { at, .. } => {
                let open = self.step(Kind::Strain, [at]);
                open.step.changed.push(at);
            }
            // Recovering is no news.
            Event::Decayed { .. } => {}
            Event::Fractured { at, pieces, value, overflow } => {
                if overflow {
                    self.step(Kind::Break, []);
                } else {
                    self.gather_as(Kind::Break, [at], at);
                }
                let open = self.step(Kind::Break, []);
                for piece in pieces {
                    open.step.ways.push(Way::Between { tile: Tile::new(value), from: at, to: piece });
                    open.step.changed.push(piece);
                }
                // The last piece may stand in the cell of what broke; it is new all the same.
                open.origins[at.index()] = None;
            }
            Event::Spawned { at: Place::Cell(at), value } => {
                let tile = Tile::new(value);
                let falls = self.open.as_ref().is_some_and(|open| open.kind == Kind::Fall);
                if falls {
                    self.step(Kind::Fall, []).step.ways.push(Way::Above { tile, to: at });
                } else {
                    let open = self.step(Kind::Spawn, []);
                    open.step.ways.push(Way::Appear { tile, at });
                    open.step.changed.push(at);
                }
            }
            Event::Wave { n } => {
                self.close();
                self.wave = n;
            }
            Event::Scored { gain } => {
                if let Some(open) = &mut self.open {
                    open.step.gain = open.step.gain.saturating_add(gain);
                }
                self.score = total;
            }
            Event::Spawned { at: Place::Next, .. }
            | Event::Reached { .. }
            | Event::Cleared
            | Event::Ended { .. }
            | Event::Blocked { .. } => {}
        }
        // Events come from the engine and fold; one that does not would only be shown wrongly.
        let _ = fold(&mut self.tiles, event);
    }

    fn shift(&mut self, kind: Kind, from: Cell, to: Cell) {
        let open = self.step(kind, []);
        open.origins[to.index()] = open.origins[from.index()].take();
    }

    fn gather(&mut self, cells: impl IntoIterator<Item = Cell> + Clone, at: Cell) {
        self.gather_as(Kind::Move, cells, at);
    }

    /// The tiles of these cells go to `at` and are no more.
    fn gather_as(&mut self, kind: Kind, cells: impl IntoIterator<Item = Cell> + Clone, at: Cell) {
        let tiles = self.tiles.clone();
        let open = self.step(kind, cells.clone());
        for cell in cells {
            if let (Some(from), Some(tile)) = (open.origins[cell.index()].take(), tiles[cell.index()]) {
                open.step.ways.push(Way::Between { tile, from, to: at });
            }
        }
    }

    fn made(&mut self, at: Cell) {
        if let Some(open) = &mut self.open {
            open.origins[at.index()] = None;
            open.step.changed.push(at);
        }
    }
}

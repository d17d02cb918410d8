//! Gestures: what keys, swipes, taps and drags mean, whatever the family.
//!
//! Front ends say what was pressed or touched; here it becomes an action. It may be illegal: the caller can then say why.

use crate::Session;
use tilewright_core::{Action, Cell, Dir, Game, Meaning, Notation, Shape};

impl Session {
    /// An arrow or a swipe over the board. Where one tile at a time moves, the first in scan order that can go that way
    /// does; where tiles change places, a direction alone means nothing.
    pub fn swipe(&self, dir: Dir) -> Option<Action> {
        if dir.index() >= self.game().topology().dir_count() {
            return None;
        }
        match self.game().notation() {
            Notation::Direction | Notation::DirectionOrStep => self.action(Meaning::Slide(dir)),
            Notation::Step => self
                .legal()
                .into_iter()
                .find(|&action| matches!(self.meaning(action), Meaning::Move(_, to) if to == dir)),
            Notation::Pair => None,
        }
    }

    /// A picked tile and a direction.
    pub fn step(&self, cell: Cell, dir: Dir) -> Option<Action> {
        let topology = self.game().topology();
        if cell.index() >= topology.len() || dir.index() >= topology.dir_count() {
            return None;
        }
        match self.game().notation() {
            Notation::Step | Notation::DirectionOrStep => self.action(Meaning::Move(cell, dir)),
            Notation::Pair => self.action(Meaning::Swap(cell, topology.neighbour(cell, dir)?)),
            Notation::Direction => None,
        }
    }

    /// Two taps, or a drag from one cell to another.
    pub fn pair(&self, from: Cell, to: Cell) -> Option<Action> {
        let topology = self.game().topology();
        if from == to || from.index() >= topology.len() || to.index() >= topology.len() {
            return None;
        }
        match self.game().notation() {
            Notation::Pair => self.action(Meaning::Swap(from, to)),
            Notation::Step => {
                let dir = topology.dirs().find(|&dir| topology.neighbour(from, dir) == Some(to))?;
                self.action(Meaning::Move(from, dir))
            }
            Notation::DirectionOrStep => self.action(Meaning::Move(from, self.straight(from, to)?)),
            Notation::Direction => self.action(Meaning::Slide(self.toward(from, to)?)),
        }
    }

    /// What an action stands for: which tile moves where. For marking a hint on the board.
    pub fn meaning(&self, action: Action) -> Meaning {
        self.game().notation().meaning(self.game().topology(), action)
    }

    /// The legal actions of the tile in a cell: those that move it, and swaps from it or to it.
    pub fn legal_from(&self, cell: Cell) -> Vec<Action> {
        let of_cell = |&action: &Action| match self.meaning(action) {
            Meaning::Slide(_) => false,
            Meaning::Move(from, _) => from == cell,
            Meaning::Swap(from, _) => from == cell,
        };
        self.legal().into_iter().filter(of_cell).collect()
    }

    fn action(&self, meaning: Meaning) -> Option<Action> {
        self.game().notation().action(self.game().topology(), meaning)
    }

    /// The direction in which one cell lies straight behind another.
    fn straight(&self, from: Cell, to: Cell) -> Option<Dir> {
        let topology = self.game().topology();
        let way = |dir: &Dir| {
            // A torus never ends, so no more steps than there are cells.
            std::iter::successors(topology.neighbour(from, *dir), |&cell| topology.neighbour(cell, *dir))
                .take(topology.len())
                .any(|cell| cell == to)
        };
        topology.dirs().find(way)
    }

    /// The direction that comes nearest to a drag; `None` if two are equally near.
    fn toward(&self, from: Cell, to: Cell) -> Option<Dir> {
        let topology = self.game().topology();
        let ((a, b), (c, d)) = (topology.coords(from), topology.coords(to));
        let (a, b) = (i32::from(c - a), i32::from(d - b));
        let along = |dir: Dir| {
            let (x, y) = topology.vector(dir);
            let (x, y) = (i32::from(x), i32::from(y));
            match topology.shape() {
                Shape::Square { .. } => a * x + b * y,
                // The axes of a hexagon stand at 60°, so the mixed terms count half. Doubled to stay whole.
                Shape::Hex { .. } => 2 * (a * x + b * y) + a * y + b * x,
            }
        };
        let best = topology.dirs().max_by_key(|&dir| along(dir))?;
        let alone = topology.dirs().filter(|&dir| along(dir) == along(best)).count() == 1;
        alone.then_some(best)
    }
}

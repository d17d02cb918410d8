//! The strain rules, written to be read: cell by cell, phase by phase, in the order of the rule page.
//!
//! Not what variants compile to: that is [`super::Sliced`], which is held equal to this.

use super::{AROUND, Rules, action_list, checked_tiles};
use crate::{Compiled, Rules as AnyRules};
use tilewright_core::{
    Action, ActionList, Cell, Cells, Dir, Event, Game, Ids, Illegal, Log, Meaning, Notation, Outcome, Phase, Place,
    Position, PositionError, Reason, Tile, Topology,
};

/// A strain game on any board.
#[derive(Debug)]
pub struct Plain {
    topology: Topology,
    actions: ActionList,
    rules: Rules,
}

/// The tiles in scan order, and how many of them chance has still to place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    board: Board,
    pending: u8,
}

type Board = [Option<Tile>; 64];

/// What an action does to its tile.
enum Step {
    /// It goes to an empty cell.
    Into(Cell),
    /// It merges with the equal tile there.
    Onto(Cell),
}

impl Plain {
    /// The game of these rules.
    pub fn new(rules: &Rules) -> Self {
        let topology = Topology::square(rules.width, rules.height).expect("the rules were checked");
        Self { actions: action_list(&topology), topology, rules: *rules }
    }

    /// The neighbours of a cell, in the order of [`AROUND`].
    fn around(&self, cell: Cell) -> impl Iterator<Item = Cell> {
        AROUND.into_iter().filter_map(move |dir| self.topology.neighbour(cell, dir))
    }

    /// The cells whose tile passes.
    fn cells_where(&self, board: &Board, test: impl Fn(Tile) -> bool) -> Cells {
        self.topology.cells().filter(|cell| board[cell.index()].is_some_and(&test)).collect()
    }

    /// Whether any tile can step into an empty cell.
    fn can_step(&self, board: &Board) -> bool {
        self.cells_where(board, |_| true).any(|cell| self.around(cell).any(|other| board[other.index()].is_none()))
    }

    /// What stepping that way does, where it is legal.
    fn step(&self, board: &Board, cell: Cell, dir: Dir) -> Option<Step> {
        let tile = board[cell.index()]?;
        let to = self.topology.neighbour(cell, dir)?;
        match board[to.index()] {
            None => Some(Step::Into(to)),
            Some(other) if other.value == tile.value && !self.can_step(board) => Some(Step::Onto(to)),
            Some(_) => None,
        }
    }

    /// What an action of any id does, where it is legal.
    fn meaning(&self, state: &State, action: Action) -> Option<(Cell, Step)> {
        match Ids::new(self.notation(), &self.topology).meaning(action)? {
            Meaning::Move(cell, dir) if state.pending == 0 => Some((cell, self.step(&state.board, cell, dir)?)),
            _ => None,
        }
    }
}

/// One turn under way.
struct Turn<'a, L: Log> {
    game: &'a Plain,
    board: &'a mut Board,
    log: &'a mut L,
    /// Tiles that a merge of this turn made; they merge no more.
    made: Cells,
    /// Where a merge overflowed. Nothing stands there until something breaks into the cell.
    overflows: Cells,
    gain: u64,
}

impl<L: Log> Turn<'_, L> {
    /// Phases 1 to 5.
    fn play(&mut self, cell: Cell, step: Step) {
        let moved_to = match step {
            Step::Into(to) => {
                self.board[to.index()] = self.board[cell.index()].take();
                self.log.push(Event::Slid { from: cell, to });
                to
            }
            Step::Onto(to) => {
                self.merge(cell, to, to);
                to
            }
        };
        self.merge_all(moved_to);
        self.strain();
        self.fracture_all();
        self.decay();
    }

    fn merge_all(&mut self, moved_to: Cell) {
        for value in (1..=u32::from(self.game.rules.max_value)).rev() {
            for cell in self.game.topology.cells() {
                if !self.may_merge(cell, value) {
                    continue;
                }
                let partner = self.game.around(cell).find(|&other| self.may_merge(other, value));
                if let Some(partner) = partner {
                    self.merge(cell, partner, if partner == moved_to { partner } else { cell });
                }
            }
        }
    }

    fn may_merge(&self, cell: Cell, value: u32) -> bool {
        self.board[cell.index()].is_some_and(|tile| tile.value == value) && !self.made.contains(cell)
    }

    /// Makes one tile of two equal ones, at one of their cells.
    fn merge(&mut self, a: Cell, b: Cell, at: Cell) {
        let Some(tile) = self.board[a.index()].take() else { return };
        self.board[b.index()] = None;
        let value = tile.value + 1;
        let overflow = value > self.game.rules.max_value.into();
        if overflow {
            self.overflows.insert(at);
        } else {
            self.board[at.index()] = Some(Tile::new(value));
            self.made.insert(at);
        }
        let gain = 1 << value;
        self.gain += gain;
        self.log.push(Event::Merged { cells: Cells::pair(a, b), at, value, overflow });
        self.log.push(Event::Scored { gain });
    }

    fn strain(&mut self) {
        let rules = self.game.rules;
        for at in self.game.topology.cells() {
            let Some(tile) = self.board[at.index()] else { continue };
            // Values do not change in this phase, so it does not matter that strains do.
            let lower =
                |cell: &Cell| self.board[cell.index()].is_some_and(|other| rules.strains(other.value, tile.value));
            let pairs = self.game.around(at).filter(lower).count() as u8;
            let strain = rules.max_strain.min(tile.strain + pairs);
            if strain != tile.strain {
                self.board[at.index()] = Some(Tile { strain, ..tile });
                self.log.push(Event::Strained { at, strain });
            }
        }
    }

    /// Terminates: pieces start at strain 0 and `max_strain` is at least 1, so no piece breaks in the turn that made it;
    /// round 2 finds nothing.
    fn fracture_all(&mut self) {
        let Rules { max_value, max_strain, .. } = self.game.rules;
        for at in self.overflows {
            self.fracture(at, u32::from(max_value) + 1, true);
        }
        loop {
            let breaking = self.game.cells_where(self.board, |tile| tile.strain >= max_strain);
            if breaking.is_empty() {
                return;
            }
            for at in breaking {
                if let Some(tile) = self.board[at.index()].take() {
                    self.fracture(at, tile.value, false);
                }
            }
        }
    }

    /// Scatters the pieces of something of that value, which stands in its cell no more.
    fn fracture(&mut self, at: Cell, broken: u32, overflow: bool) {
        let value = broken - 1;
        let is_free = |cell: &Cell| self.board[cell.index()].is_none();
        let mut pieces: Cells = self.game.around(at).filter(is_free).take(self.game.rules.pieces.into()).collect();
        // Its own cell may be taken where it overflowed: then nothing comes of it.
        if pieces.is_empty() && is_free(&at) {
            pieces.insert(at);
        }
        if value == 0 {
            pieces = Cells::EMPTY;
        }
        for cell in pieces {
            self.board[cell.index()] = Some(Tile::new(value));
        }
        self.log.push(Event::Fractured { at, pieces, value, overflow });
    }

    fn decay(&mut self) {
        for at in self.game.cells_where(self.board, |tile| tile.strain > 0) {
            if let Some(tile) = &mut self.board[at.index()] {
                tile.strain -= 1;
                self.log.push(Event::Decayed { at, strain: tile.strain });
            }
        }
    }
}

impl Compiled for Plain {
    fn rules(&self) -> AnyRules {
        AnyRules::Strain(self.rules)
    }
}

impl Game for Plain {
    type State = State;

    fn topology(&self) -> &Topology {
        &self.topology
    }

    fn notation(&self) -> Notation {
        Notation::Step
    }

    fn action_list(&self) -> &ActionList {
        &self.actions
    }

    fn tile(&self, state: &State, cell: Cell) -> Option<Tile> {
        state.board[cell.index()]
    }

    fn blank(&self) -> State {
        State { board: [None; 64], pending: self.rules.start_tiles }
    }

    fn phase(&self, state: &State) -> Phase {
        let mut any = false;
        self.actions(state, &mut |_| any = true);
        if state.pending > 0 {
            Phase::Chance
        } else if any {
            Phase::Decide
        } else {
            Phase::Over(Reason::Stuck)
        }
    }

    fn actions(&self, state: &State, sink: &mut impl FnMut(Action)) {
        (0..self.notation().count(&self.topology))
            .map(Action)
            .filter(|&action| self.meaning(state, action).is_some())
            .for_each(sink);
    }

    fn act<L: Log>(&self, state: &mut State, action: Action, log: &mut L) -> Result<u64, Illegal> {
        let Some((cell, step)) = self.meaning(state, action) else {
            return Err(Illegal(action));
        };
        let board = &mut state.board;
        let mut turn = Turn { game: self, board, log, made: Cells::EMPTY, overflows: Cells::EMPTY, gain: 0 };
        turn.play(cell, step);
        let gain = turn.gain;
        let full = self.topology.cells().all(|cell| state.board[cell.index()].is_some());
        state.pending = u8::from(!full);
        Ok(gain)
    }

    fn outcomes(&self, state: &State, sink: &mut impl FnMut(Outcome, u32)) {
        if state.pending > 0 {
            for cell in self.topology.cells().filter(|cell| state.board[cell.index()].is_none()) {
                for &(value, weight) in self.rules.spawn.as_slice() {
                    sink(Outcome { at: Place::Cell(cell), value }, weight);
                }
            }
        }
    }

    fn settle<L: Log>(&self, state: &mut State, outcome: Outcome, log: &mut L) -> u64 {
        if let Place::Cell(cell) = outcome.at {
            state.board[cell.index()] = Some(Tile::new(outcome.value));
            state.pending -= 1;
            log.push(Event::Spawned { at: outcome.at, value: outcome.value });
        }
        0
    }

    fn position(&self, state: &State) -> Position {
        Position { tiles: state.board[..self.topology.len()].to_vec(), ..Position::default() }
    }

    fn place(&self, position: &Position) -> Result<State, PositionError> {
        let tiles = checked_tiles(&self.rules, &self.topology, position)?;
        let mut state = State { board: [None; 64], pending: 0 };
        state.board[..tiles.len()].copy_from_slice(tiles);
        Ok(state)
    }
}

//! The slide rules, written to be read: any board, any spawn table.

use super::{
    MAX_VALUE, Rules,
    line::{self, Motion},
};
use crate::{Compiled, Rules as AnyRules};
use tilewright_core::{
    Action, ActionList, Cell, Cells, Dir, Event, Game, Ids, Illegal, Log, Meaning, Notation, Outcome, Phase, Place,
    Position, PositionError, Reason, Symmetry, Tile, Topology,
};

/// A slide game on any board.
#[derive(Debug)]
pub struct Plain {
    topology: Topology,
    actions: ActionList,
    rules: Rules,
}

/// The values in scan order (0 is empty), and how many tiles chance has still to place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    pub(super) values: [u32; 64],
    pub(super) pending: u8,
}

impl Plain {
    /// The game of these rules.
    pub fn new(rules: &Rules) -> Self {
        let topology = Topology::new(rules.board).expect("the rules were checked");
        Self { actions: ActionList::new(Notation::Direction, &topology, |_| true), topology, rules: *rules }
    }

    /// Slides all tiles one way, line by line, and gives the points.
    fn slide<L: Log>(&self, values: &mut [u32; 64], dir: Dir, log: &mut L) -> u64 {
        let mut gain = 0;
        for cells in self.topology.lines(dir) {
            let mut line = [0; 9];
            let line = &mut line[..cells.len()];
            for (slot, cell) in line.iter_mut().zip(cells) {
                *slot = values[cell.index()];
            }
            gain += line::slide(line, &mut |motion| log_motion(cells, motion, log));
            for (value, cell) in line.iter().zip(cells) {
                values[cell.index()] = *value;
            }
        }
        gain
    }

    /// Whether sliding that way would change anything: a tile with an empty cell or an equal tile in front.
    fn moves(&self, values: &[u32; 64], dir: Dir) -> bool {
        self.topology.cells().any(|cell| {
            let value = values[cell.index()];
            let front = self.topology.neighbour(cell, dir).map(|front| values[front.index()]);
            value != 0 && front.is_some_and(|front| front == 0 || front == value && value < MAX_VALUE)
        })
    }

    fn shows_target(&self, values: &[u32; 64]) -> bool {
        values.iter().any(|&value| value >= self.rules.target)
    }

    /// Logs that the target is there, if it was not before.
    fn log_reached<L: Log>(&self, before: bool, values: &[u32; 64], log: &mut L) {
        if L::ACTIVE && !before && self.shows_target(values) {
            log.push(Event::Reached { value: self.rules.target });
        }
    }
}

/// A motion within a line of cells, as events.
#[inline]
pub(super) fn log_motion<L: Log>(cells: &[Cell], motion: Motion, log: &mut L) {
    match motion {
        Motion::Slid { from, to } => {
            log.push(Event::Slid { from: cells[usize::from(from)], to: cells[usize::from(to)] });
        }
        Motion::Merged { from, value } => {
            let (from, at) = (cells[usize::from(from)], cells[usize::from(from) - 1]);
            log.push(Event::Merged { cells: Cells::pair(from, at), at, value, overflow: false });
            log.push(Event::Scored { gain: value.into() });
        }
    }
}

impl Compiled for Plain {
    fn rules(&self) -> AnyRules {
        AnyRules::Slide(self.rules)
    }
}

impl Game for Plain {
    type State = State;

    fn topology(&self) -> &Topology {
        &self.topology
    }

    fn notation(&self) -> Notation {
        Notation::Direction
    }

    fn action_list(&self) -> &ActionList {
        &self.actions
    }

    fn tile(&self, state: &State, cell: Cell) -> Option<Tile> {
        let value = state.values[cell.index()];
        (value > 0).then(|| Tile::new(value))
    }

    fn values(&self, state: &State, values: &mut [u32]) {
        values.copy_from_slice(&state.values[..self.topology.len()]);
    }

    fn symmetries(&self) -> &[Symmetry] {
        self.topology.symmetries()
    }

    fn blank(&self) -> State {
        State { values: [0; 64], pending: self.rules.start_tiles }
    }

    fn phase(&self, state: &State) -> Phase {
        if state.pending > 0 {
            Phase::Chance
        } else if self.topology.dirs().any(|dir| self.moves(&state.values, dir)) {
            Phase::Decide
        } else {
            Phase::Over(Reason::Stuck)
        }
    }

    fn is_chance(&self, state: &State) -> bool {
        state.pending > 0
    }

    fn actions(&self, state: &State, sink: &mut impl FnMut(Action)) {
        if state.pending == 0 {
            self.topology.dirs().filter(|&dir| self.moves(&state.values, dir)).for_each(|dir| sink(Action::slide(dir)));
        }
    }

    fn act<L: Log>(&self, state: &mut State, action: Action, log: &mut L) -> Result<u64, Illegal> {
        let dir = match Ids::new(self.notation(), &self.topology).meaning(action) {
            Some(Meaning::Slide(dir)) if state.pending == 0 && self.moves(&state.values, dir) => dir,
            _ => return Err(Illegal(action)),
        };
        let before = L::ACTIVE && self.shows_target(&state.values);
        let gain = self.slide(&mut state.values, dir, log);
        self.log_reached(before, &state.values, log);
        state.pending = 1;
        Ok(gain)
    }

    fn outcomes(&self, state: &State, sink: &mut impl FnMut(Outcome, u32)) {
        if state.pending > 0 {
            for cell in self.topology.cells().filter(|cell| state.values[cell.index()] == 0) {
                for &(value, weight) in self.rules.spawn.as_slice() {
                    sink(Outcome { at: Place::Cell(cell), value }, weight);
                }
            }
        }
    }

    fn settle<L: Log>(&self, state: &mut State, outcome: Outcome, log: &mut L) -> u64 {
        if let Place::Cell(cell) = outcome.at {
            let before = L::ACTIVE && self.shows_target(&state.values);
            state.values[cell.index()] = outcome.value;
            state.pending -= 1;
            log.push(Event::Spawned { at: outcome.at, value: outcome.value });
            self.log_reached(before, &state.values, log);
        }
        0
    }

    fn position(&self, state: &State) -> Position {
        let mut position = Position::empty(&self.topology);
        for (tile, &value) in position.tiles.iter_mut().zip(&state.values) {
            *tile = (value > 0).then(|| Tile::new(value));
        }
        position
    }

    fn place(&self, position: &Position) -> Result<State, PositionError> {
        let mut state = State { values: [0; 64], pending: 0 };
        let tiles = plain_tiles(&self.topology, position)?;
        for (i, tile) in tiles.iter().enumerate() {
            let Some(Tile { value, .. }) = *tile else { continue };
            if !value.is_power_of_two() || !(self.rules.spawn.smallest()..=MAX_VALUE).contains(&value) {
                let (place, least) = (self.topology.cell_text(Cell(i as u8)), self.rules.spawn.smallest());
                return Err(PositionError::new(format!(
                    "{value} at {place} cannot stand here; tiles are powers of two from {least} to {MAX_VALUE}"
                )));
            }
            state.values[i] = value;
        }
        if tiles.iter().all(Option::is_none) {
            return Err(PositionError::new("an empty board cannot be played; at least one tile has to stand"));
        }
        Ok(state)
    }

    fn reached(&self, state: &State) -> Option<u32> {
        self.shows_target(&state.values).then_some(self.rules.target)
    }
}

/// The tiles of a position that has nothing but tiles without strain.
pub(super) fn plain_tiles<'a>(
    topology: &Topology,
    position: &'a Position,
) -> Result<&'a [Option<Tile>], PositionError> {
    if position.tiles.len() != topology.len() {
        return Err(PositionError::new(format!(
            "the board has {} cells, not {}",
            topology.len(),
            position.tiles.len()
        )));
    }
    if position.clock.is_some() || position.left.is_some() || !position.next.is_empty() {
        return Err(PositionError::new("clock, next and left have no meaning in this game; leave them out"));
    }
    if let Some(i) = position.tiles.iter().position(|tile| tile.is_some_and(|tile| tile.strain > 0)) {
        let place = topology.cell_text(Cell(i as u8));
        return Err(PositionError::new(format!("the tile at {place} has strain, which this game does not know")));
    }
    Ok(&position.tiles)
}

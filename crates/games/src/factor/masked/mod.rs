//! The factor rules on sets of cells: the same game as [`super::Plain`].
//!
//! Tiles that can move are found for a whole board at once, and a chain looks only at neighbours that can do something
//! to each other. The parts: `board` knows where tiles stand and slide, `chain` what neighbours do to each other,
//! `split` how a centre is split into factors.

mod board;
mod chain;
mod split;

use super::{Rules, action_list, check_position, supply::Supply};
use crate::{
    Compiled, Rules as AnyRules,
    planes::{Dense, quads},
};
use board::{Grid, Tiles, each, has};
use chain::Chain;
use tilewright_core::{
    Action, ActionList, Cell, Dir, Event, Game, Ids, Illegal, Log, Meaning, Notation, Outcome, Phase, Place, Position,
    PositionError, Reason, Tile, Topology, ticket,
};

/// The directions in the order of their actions.
const DIRS: [Dir; 4] = [Dir::UP, Dir::RIGHT, Dir::DOWN, Dir::LEFT];

/// The actions of the largest board, of which any other has the first ones.
const IDS: Ids = Ids { notation: Notation::DirectionOrStep, cells: 64, dirs: 4 };

/// A factor game of any variant, on sets of cells.
#[derive(Debug)]
pub struct Masked {
    rules: Rules,
    topology: Topology,
    actions: ActionList,
    /// The actions among the four directions and all cells with theirs.
    dense: Dense,
    grid: Grid,
    chain: Chain,
    supply: Supply,
    start_tiles: u8,
    spawn_every: u8,
    turn_limit: Option<u32>,
}

/// The tiles, the clock, the turns left if they are limited, and how many tiles chance has still to place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    tiles: Tiles,
    left: Option<u32>,
    clock: u8,
    pending: u8,
}

impl Masked {
    /// The game of these rules.
    pub fn new(rules: &Rules) -> Self {
        let topology = Topology::square(rules.size, rules.size).expect("the rules were checked");
        let actions = action_list(&topology);
        let ids = (0..Notation::DirectionOrStep.count(&topology)).map(Action);
        Self {
            dense: Dense::new(&actions, ids.map(|id| actions.index(id).is_some())),
            actions,
            topology,
            rules: *rules,
            grid: Grid::new(rules.size),
            chain: Chain { order: rules.order, equal: rules.equal },
            supply: Supply::new(rules.largest_prime),
            // A full board takes no more: ten tiles on 3×3 are nine.
            start_tiles: rules.start_tiles.min(rules.size * rules.size),
            spawn_every: rules.spawn_every,
            turn_limit: rules.turn_limit,
        }
    }

    /// For each direction the tiles that can move; none unless the player is to choose.
    #[inline]
    fn movable(&self, state: &State) -> [u64; 4] {
        if state.pending > 0 || state.left == Some(0) {
            return [0; 4];
        }
        DIRS.map(|dir| self.grid.movable(&state.tiles, dir))
    }
}

/// The action of one tile.
#[inline]
fn step(cell: u8, dir: Dir) -> Action {
    IDS.action(Meaning::Move(Cell(cell), dir)).expect("tiles move one by one, too")
}

impl Compiled for Masked {
    fn rules(&self) -> AnyRules {
        AnyRules::Factor(self.rules)
    }
}

impl Game for Masked {
    type State = State;

    fn topology(&self) -> &Topology {
        &self.topology
    }

    fn notation(&self) -> Notation {
        Notation::DirectionOrStep
    }

    fn action_list(&self) -> &ActionList {
        &self.actions
    }

    fn tile(&self, state: &State, cell: Cell) -> Option<Tile> {
        let value = state.tiles.value(cell.0).into();
        (value > 0).then(|| Tile::new(value))
    }

    fn values(&self, state: &State, values: &mut [u32]) {
        for (value, &of_tile) in values.iter_mut().zip(state.tiles.values()) {
            *value = of_tile.into();
        }
    }

    fn blank(&self) -> State {
        State { tiles: Tiles::NONE, left: self.turn_limit, clock: 0, pending: self.start_tiles }
    }

    fn phase(&self, state: &State) -> Phase {
        if state.pending > 0 {
            Phase::Chance
        } else if state.left == Some(0) {
            Phase::Over(Reason::TurnLimit)
        } else if self.movable(state) == [0; 4] {
            Phase::Over(Reason::Stuck)
        } else {
            Phase::Decide
        }
    }

    #[inline]
    fn is_chance(&self, state: &State) -> bool {
        state.pending > 0
    }

    fn actions(&self, state: &State, sink: &mut impl FnMut(Action)) {
        let movable = self.movable(state);
        for (dir, _) in DIRS.into_iter().zip(movable).filter(|(_, tiles)| *tiles != 0) {
            sink(Action::slide(dir));
        }
        for cell in each(state.tiles.occupied()) {
            for (dir, _) in DIRS.into_iter().zip(movable).filter(|(_, tiles)| has(*tiles, cell)) {
                sink(step(cell, dir));
            }
        }
    }

    #[inline]
    fn action_set(&self, state: &State, set: &mut [u64]) {
        let movable = self.movable(state);
        // The directions come first, and every cell's actions are four bits further up.
        let mut carry = (0..4).fold(0, |slides, dir| slides | u64::from(movable[dir] != 0) << dir);
        let steps = movable.map(u64::to_le_bytes);
        let places = quads(steps).chain([0]).map(|cells| {
            let word = cells << 4 | carry;
            carry = cells >> 60;
            word
        });
        self.dense.write(places, set);
    }

    #[inline]
    fn choose_counted(&self, state: &State, word: u64) -> Option<(Action, u64)> {
        let movable = self.movable(state);
        let slides: u32 = movable.iter().map(|tiles| u32::from(*tiles != 0)).sum();
        let steps: u32 = movable.iter().map(|tiles| tiles.count_ones()).sum();
        let count = u64::from(slides + steps);
        let mut left = ticket(word, count) as u32;
        // Counting down through the same order as the list: directions, then tile by tile.
        let mut nth = |here: [bool; 4]| {
            let legal = here.iter().map(|legal| u32::from(*legal)).sum();
            if left >= legal {
                left -= legal;
                return None;
            }
            let mut legal = DIRS.into_iter().zip(here).filter(|(_, legal)| *legal);
            legal.nth(left as usize).map(|(dir, _)| dir)
        };
        if let Some(dir) = nth(movable.map(|tiles| tiles != 0)) {
            return Some((Action::slide(dir), count));
        }
        each(state.tiles.occupied())
            .find_map(|cell| nth(movable.map(|tiles| has(tiles, cell))).map(|dir| (step(cell, dir), count)))
    }

    #[inline]
    fn is_legal(&self, state: &State, action: Action) -> bool {
        if state.pending > 0 || state.left == Some(0) {
            return false;
        }
        match IDS.meaning(action) {
            Some(Meaning::Slide(dir)) => self.grid.movable(&state.tiles, dir) != 0,
            Some(Meaning::Move(cell, dir)) => has(self.grid.movable(&state.tiles, dir), cell.0),
            _ => false,
        }
    }

    #[inline]
    fn act<L: Log>(&self, state: &mut State, action: Action, log: &mut L) -> Result<u64, Illegal> {
        if !self.is_legal(state, action) {
            return Err(Illegal(action));
        }
        match IDS.meaning(action) {
            Some(Meaning::Slide(dir)) => self.grid.slide_all(&self.topology, &mut state.tiles, dir, log),
            Some(Meaning::Move(cell, dir)) => self.grid.slide_one(&mut state.tiles, cell.0, dir, log),
            _ => return Err(Illegal(action)),
        }
        let gain = self.chain.run(&self.grid, &mut state.tiles, log);
        state.clock += 1;
        if state.clock == self.spawn_every {
            state.clock = 0;
        }
        state.left = state.left.map(|left| left - 1);
        let due = state.clock == 0 || gain.is_some();
        state.pending = u8::from(due && self.grid.empty(&state.tiles) != 0);
        Ok(gain.unwrap_or(0))
    }

    fn outcomes(&self, state: &State, sink: &mut impl FnMut(Outcome, u32)) {
        if state.pending > 0 {
            for cell in each(self.grid.empty(&state.tiles)) {
                for &(value, weight) in self.supply.entries() {
                    sink(Outcome { at: Place::Cell(Cell(cell)), value: value.into() }, weight);
                }
            }
        }
    }

    #[inline]
    fn draw(&self, state: &State, word: u64) -> Outcome {
        let empty = self.grid.empty(&state.tiles);
        let total = self.supply.total();
        // Every cell has the same weight, so a ticket is a cell and a ticket within it.
        let ticket = ticket(word, u64::from(empty.count_ones() * total)) as u32;
        let cell = each(empty).nth((ticket / total) as usize).expect("a chance node has an empty cell");
        Outcome { at: Place::Cell(Cell(cell)), value: self.supply.pick(ticket % total).into() }
    }

    #[inline]
    fn settle<L: Log>(&self, state: &mut State, outcome: Outcome, log: &mut L) -> u64 {
        if let Place::Cell(cell) = outcome.at {
            state.tiles.put(cell.0, outcome.value as u16);
            state.pending -= 1;
            log.push(Event::Spawned { at: outcome.at, value: outcome.value });
        }
        0
    }

    fn clock(&self, state: &State) -> Option<u32> {
        Some(state.clock.into())
    }

    fn turns_left(&self, state: &State) -> Option<u32> {
        state.left
    }

    fn position(&self, state: &State) -> Position {
        let mut position = Position::empty(&self.topology);
        for cell in each(state.tiles.occupied()) {
            position.tiles[usize::from(cell)] = Some(Tile::new(state.tiles.value(cell).into()));
        }
        position.clock = Some(state.clock.into());
        position.left = state.left;
        position
    }

    fn place(&self, position: &Position) -> Result<State, PositionError> {
        let (clock, left) = check_position(&self.rules, &self.topology, position)?;
        let mut tiles = Tiles::NONE;
        for (cell, tile) in self.topology.cells().zip(&position.tiles) {
            if let Some(tile) = tile {
                tiles.put(cell.0, tile.value as u16);
            }
        }
        Ok(State { tiles, left, clock, pending: 0 })
    }
}

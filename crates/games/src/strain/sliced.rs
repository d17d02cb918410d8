//! The strain rules on bit planes: every phase for all cells at once, for any variant.
//!
//! [`super::Plain`] says what each phase means. The comments here say why the bit-parallel form gives the same result.

use super::{
    Rules, action_list, checked_tiles,
    planes::{Grid, Planes, find_byte, nth_bit, running},
};
use crate::{
    Compiled, Rules as AnyRules,
    planes::{Dense, interleave, quads},
};
use tilewright_core::{
    Action, ActionList, Cell, Cells, Dir, Event, Game, Ids, Illegal, Log, Meaning, Notation, Outcome, Phase, Place,
    Position, PositionError, Reason, Tile, Topology,
    bits::{byte_counts, write_eight},
    ticket,
};

/// The directions in the order of their actions.
const DIRS: [Dir; 4] = [Dir::UP, Dir::RIGHT, Dir::DOWN, Dir::LEFT];

/// The actions of the largest board, of which any other has the first ones.
const IDS: Ids = Ids { notation: Notation::Step, cells: 64, dirs: 4 };

/// A strain game on any board, all cells of a phase at once.
#[derive(Debug)]
pub struct Sliced {
    topology: Topology,
    actions: ActionList,
    /// The actions among all cells with their four directions.
    dense: Dense,
    grid: Grid,
    /// For each cell its neighbours in the four directions as masks, empty if that is off the board.
    targets: Vec<[u64; 4]>,
    rules: Rules,
}

/// Values (0 is empty) and strains, and how many tiles chance has still to place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// Up to 9.
    value: Planes<4>,
    /// Up to 7; zero if there is no tile.
    strain: Planes<3>,
    pending: u8,
}

/// Pairs of equal neighbours: the cells with their equal to the right, and those with their equal below.
#[derive(Clone, Copy)]
struct Pairs {
    right: u64,
    down: u64,
}

impl Pairs {
    /// The pairs that have none of these cells in them.
    #[inline]
    fn without(self, cells: u64, width: u32) -> Self {
        Self { right: self.right & !(cells | cells >> 1), down: self.down & !(cells | cells >> width) }
    }
}

/// What the merges of a turn have come to.
#[derive(Clone, Copy, Default)]
struct Merges {
    /// Where one overflowed.
    overflows: u64,
    gain: u64,
}

impl Sliced {
    /// The game of these rules.
    pub fn new(rules: &Rules) -> Self {
        let topology = Topology::square(rules.width, rules.height).expect("the rules were checked");
        let target = |cell, dir| topology.neighbour(cell, dir).map_or(0, |to| 1 << to.0);
        let targets = topology.cells().map(|cell| DIRS.map(|dir| target(cell, dir))).collect();
        let actions = action_list(&topology);
        let ids = (0..Notation::Step.count(&topology)).map(Action);
        let dense = Dense::new(&actions, ids.map(|id| actions.index(id).is_some()));
        Self { grid: Grid::new(rules.width, rules.height), targets, topology, actions, dense, rules: *rules }
    }

    #[inline]
    fn pairs(&self, state: &State) -> Pairs {
        let Grid { width, but_last, .. } = self.grid;
        let tiles = state.value.some();
        // An empty cell and a tile differ, so the last row needs no mask of its own.
        Pairs { right: tiles & but_last & !state.value.differ(1), down: tiles & !state.value.differ(width) }
    }

    /// The cells whose tile may go up, right, down, left.
    #[inline]
    fn steps(&self, state: &State) -> [u64; 4] {
        let tiles = state.value.some();
        let empty = self.grid.all & !tiles;
        if empty != 0 {
            // A board with tiles and empty cells has some of both side by side: only a full one is without a step.
            return DIRS.map(|dir| tiles & self.grid.before(empty, dir));
        }
        let Pairs { right, down } = self.pairs(state);
        [down << self.grid.width, right, down, right << 1]
    }

    /// The cell and the target of an action, as masks, where it is legal.
    #[inline]
    fn meaning(&self, state: &State, action: Action) -> Option<(u64, u64)> {
        let Meaning::Move(cell, dir) = IDS.meaning(action)? else { return None };
        let to = self.targets.get(cell.index())?[dir.index()];
        let from = 1 << cell.0;
        let tiles = state.value.some();
        if state.pending > 0 || tiles & from == 0 || to == 0 {
            return None;
        }
        let merges =
            || tiles == self.grid.all && state.value.get(cell.0.into()) == state.value.get(to.trailing_zeros());
        (tiles & to == 0 || merges()).then_some((from, to))
    }

    /// Makes one tile of two equal ones, at one of their cells.
    #[inline]
    fn merge<L: Log>(&self, state: &mut State, pair: u64, at: u64, merges: &mut Merges, log: &mut L) {
        let value = state.value.get(pair.trailing_zeros()) + 1;
        state.value.clear(pair);
        state.strain.clear(pair);
        let overflow = value > self.rules.max_value.into();
        if overflow {
            merges.overflows |= at;
        } else {
            state.value.put(at, value);
        }
        let gain = 1 << value;
        merges.gain += gain;
        if L::ACTIVE {
            log.push(Event::Merged { cells: cells(pair), at: cell(at), value, overflow });
            log.push(Event::Scored { gain });
        }
    }

    /// Merges these pairs in scan order. Of the four neighbours only two matter: a tile that has gone unmerged past
    /// its turn had no unmerged equal left, so none waits above or to the left of the tile whose turn it is.
    #[inline]
    fn merge_pairs<L: Log>(&self, state: &mut State, mut pairs: Pairs, to: u64, merges: &mut Merges, log: &mut L) {
        let width = self.grid.width;
        loop {
            let open = pairs.right | pairs.down;
            if open == 0 {
                return;
            }
            let first = open & open.wrapping_neg();
            let second = if pairs.right & first != 0 { first << 1 } else { first << width };
            self.merge(state, first | second, if second == to { second } else { first }, merges, log);
            pairs = pairs.without(first | second, width);
        }
    }

    /// Phase 2. A tile that was made is above the values still to be merged, so values do not meddle with each other
    /// and their order shows in the events alone.
    #[inline]
    fn merge_all<L: Log>(&self, state: &mut State, pairs: Pairs, to: u64, merges: &mut Merges, log: &mut L) {
        if !L::ACTIVE {
            return self.merge_pairs(state, pairs, to, merges, log);
        }
        if pairs.right | pairs.down == 0 {
            return;
        }
        for value in (1..=self.rules.max_value.into()).rev() {
            let equal = state.value.equal(value);
            let pairs = Pairs { right: pairs.right & equal, down: pairs.down & equal };
            self.merge_pairs(state, pairs, to, merges, log);
        }
    }

    /// Phase 3.
    #[inline]
    fn strain<L: Log>(&self, state: &mut State, log: &mut L) {
        let Rules { max_value, max_strain, stress_gap, .. } = self.rules;
        let tiles = state.value.some();
        // For each direction the tiles that bear down on a much lower one there.
        let mut bears = [0; 4];
        for low in 1..=u32::from(max_value.saturating_sub(stress_gap)) {
            let high = state.value.at_least(low + u32::from(stress_gap));
            if high == 0 {
                break;
            }
            let lower = tiles & !state.value.at_least(low + 1);
            for (dir, bears) in bears.iter_mut().enumerate() {
                *bears |= high & self.grid.before(lower, Dir(dir as u8));
            }
        }
        if bears == [0; 4] {
            return;
        }
        let before = state.strain;
        for bears in bears {
            let limit = state.strain.equal(max_strain.into());
            state.strain.count_up(bears & !limit);
        }
        if L::ACTIVE {
            for at in cells(state.strain.differ_from(&before)) {
                log.push(Event::Strained { at, strain: state.strain.get(at.0.into()) as u8 });
            }
        }
    }

    /// Phase 4. One round is enough, as pieces have no strain: see [`super::Plain`].
    fn fracture_all<L: Log>(&self, state: &mut State, overflows: u64, breaking: u64, log: &mut L) {
        for at in cells(overflows) {
            self.fracture(state, at, u32::from(self.rules.max_value) + 1, true, log);
        }
        for at in cells(breaking) {
            let value = state.value.get(at.0.into());
            state.value.clear(1 << at.0);
            state.strain.clear(1 << at.0);
            self.fracture(state, at, value, false, log);
        }
    }

    /// Scatters the pieces of something of that value, which stands in its cell no more.
    fn fracture<L: Log>(&self, state: &mut State, at: Cell, broken: u32, overflow: bool, log: &mut L) {
        let value = broken - 1;
        let free = self.grid.all & !state.value.some();
        let (mut pieces, mut left) = (0, self.rules.pieces);
        for dir in [Dir::UP, Dir::LEFT, Dir::RIGHT, Dir::DOWN] {
            let target = free & self.targets[at.index()][dir.index()];
            if target != 0 && left > 0 {
                pieces |= target;
                left -= 1;
            }
        }
        // Its own cell may be taken where it overflowed: then nothing comes of it.
        if pieces == 0 {
            pieces = free & 1 << at.0;
        }
        if value == 0 {
            pieces = 0;
        }
        state.value.put(pieces, value);
        if L::ACTIVE {
            log.push(Event::Fractured { at, pieces: cells(pieces), value, overflow });
        }
    }

    /// Phase 5.
    #[inline]
    fn decay<L: Log>(&self, state: &mut State, log: &mut L) {
        let strained = state.strain.some();
        state.strain.count_down();
        if L::ACTIVE {
            for at in cells(strained) {
                log.push(Event::Decayed { at, strain: state.strain.get(at.0.into()) as u8 });
            }
        }
    }
}

/// A mask as a set.
#[inline]
fn cells(mask: u64) -> Cells {
    Cells::from_bits(mask.into())
}

/// The only cell of a mask.
#[inline]
fn cell(mask: u64) -> Cell {
    Cell(mask.trailing_zeros() as u8)
}

impl Compiled for Sliced {
    fn rules(&self) -> AnyRules {
        AnyRules::Strain(self.rules)
    }
}

impl Game for Sliced {
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
        let at = cell.0.into();
        let value = state.value.get(at);
        (value > 0).then(|| Tile { value, strain: state.strain.get(at) as u8 })
    }

    #[inline]
    fn values(&self, state: &State, values: &mut [u32]) {
        for (values, eight) in values.chunks_mut(8).zip(state.value.bytes()) {
            write_eight(&eight.to_le_bytes().map(u32::from), values);
        }
    }

    #[inline]
    fn strains(&self, state: &State, strains: &mut [u8]) {
        for (strains, eight) in strains.chunks_mut(8).zip(state.strain.bytes()) {
            write_eight(&eight.to_le_bytes(), strains);
        }
    }

    fn blank(&self) -> State {
        State { value: Planes::ZERO, strain: Planes::ZERO, pending: self.rules.start_tiles }
    }

    fn phase(&self, state: &State) -> Phase {
        if state.pending > 0 {
            Phase::Chance
        } else if self.steps(state) != [0; 4] {
            Phase::Decide
        } else {
            Phase::Over(Reason::Stuck)
        }
    }

    #[inline]
    fn is_chance(&self, state: &State) -> bool {
        state.pending > 0
    }

    fn actions(&self, state: &State, sink: &mut impl FnMut(Action)) {
        if state.pending > 0 {
            return;
        }
        let steps = self.steps(state).map(u64::to_le_bytes);
        for (first, mut actions) in (0..).step_by(64).zip(quads(steps)) {
            while actions != 0 {
                sink(Action(first + actions.trailing_zeros() as u16));
                actions &= actions - 1;
            }
        }
    }

    #[inline]
    fn action_set(&self, state: &State, set: &mut [u64]) {
        let steps = if state.pending == 0 { self.steps(state) } else { [0; 4] };
        self.dense.write(quads(steps.map(u64::to_le_bytes)), set);
    }

    #[inline]
    fn choose_counted(&self, state: &State, word: u64) -> Option<(Action, u64)> {
        if state.pending > 0 {
            return None;
        }
        let steps = self.steps(state);
        // At the most 224 in all: both ways along each of the 112 edges of the largest board.
        let sums = running(steps.into_iter().map(byte_counts).sum());
        let count = sums >> 56;
        if count == 0 {
            return None;
        }
        let (byte, left) = find_byte(sums, ticket(word, count));
        let eight_cells = interleave(&steps.map(u64::to_le_bytes), byte as usize & 7);
        Some((Action((32 * byte + nth_bit(eight_cells, left)) as u16), count))
    }

    #[inline]
    fn is_legal(&self, state: &State, action: Action) -> bool {
        self.meaning(state, action).is_some()
    }

    #[inline]
    fn act<L: Log>(&self, state: &mut State, action: Action, log: &mut L) -> Result<u64, Illegal> {
        let Some((from, to)) = self.meaning(state, action) else {
            return Err(Illegal(action));
        };
        let mut merges = Merges::default();
        // Tiles that were made and merge no more.
        let mut made = 0;
        if state.value.some() & to == 0 {
            let source = from.trailing_zeros();
            state.value.carry(source, from | to);
            state.strain.carry(source, from | to);
            if L::ACTIVE {
                log.push(Event::Slid { from: cell(from), to: cell(to) });
            }
        } else {
            self.merge(state, from | to, to, &mut merges, log);
            made = to;
        }
        let pairs = self.pairs(state).without(made, self.grid.width);
        self.merge_all(state, pairs, to, &mut merges, log);
        self.strain(state, log);
        let breaking = state.strain.equal(self.rules.max_strain.into());
        if merges.overflows | breaking != 0 {
            self.fracture_all(state, merges.overflows, breaking, log);
        }
        self.decay(state, log);
        state.pending = u8::from(state.value.some() != self.grid.all);
        Ok(merges.gain)
    }

    fn outcomes(&self, state: &State, sink: &mut impl FnMut(Outcome, u32)) {
        if state.pending > 0 {
            for cell in cells(self.grid.all & !state.value.some()) {
                for &(value, weight) in self.rules.spawn.as_slice() {
                    sink(Outcome { at: Place::Cell(cell), value }, weight);
                }
            }
        }
    }

    #[inline]
    fn draw(&self, state: &State, word: u64) -> Outcome {
        let empty = self.grid.all & !state.value.some();
        let sums = running(byte_counts(empty));
        let total = self.rules.spawn.total();
        // 64 cells of 8 values of weight 1000: far from 32 bits.
        let ticket = ticket(word, (sums >> 56) * u64::from(total)) as u32;
        let (byte, left) = find_byte(sums, (ticket / total).into());
        let cell = 8 * byte + nth_bit((empty >> (8 * byte)) as u32 & 0xFF, left);
        Outcome { at: Place::Cell(Cell(cell as u8)), value: self.rules.spawn.pick(ticket % total) }
    }

    #[inline]
    fn settle<L: Log>(&self, state: &mut State, outcome: Outcome, log: &mut L) -> u64 {
        if let Place::Cell(cell) = outcome.at {
            state.value.put(1 << cell.0, outcome.value);
            state.pending -= 1;
            log.push(Event::Spawned { at: outcome.at, value: outcome.value });
        }
        0
    }

    fn position(&self, state: &State) -> Position {
        let tiles = self.topology.cells().map(|cell| self.tile(state, cell)).collect();
        Position { tiles, ..Position::default() }
    }

    fn place(&self, position: &Position) -> Result<State, PositionError> {
        let tiles = checked_tiles(&self.rules, &self.topology, position)?;
        let mut state = State { value: Planes::ZERO, strain: Planes::ZERO, pending: 0 };
        for (i, tile) in tiles.iter().enumerate() {
            if let Some(Tile { value, strain }) = *tile {
                state.value.put(1 << i, value);
                state.strain.put(1 << i, strain.into());
            }
        }
        Ok(state)
    }
}

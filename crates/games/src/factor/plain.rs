//! The factor rules, written to be read: in the order of the rule page, without regard to speed.
//!
//! Not what variants compile to: that is [`super::Masked`], which the differential tests compare with this.

use super::{Equal, Order, Rules, action_list, check_position, power, supply::Supply};
use crate::{Compiled, Rules as AnyRules};
use std::num::NonZeroU16;
use tilewright_core::{
    Action, ActionList, Cell, Cells, Dir, Event, Game, Ids, Illegal, Log, Meaning, Notation, Outcome, Part, Parts,
    Phase, Place, Position, PositionError, Power, Reason, Tile, Topology,
};

/// The order in which a tile looks at its neighbours.
const AROUND: [Dir; 4] = [Dir::UP, Dir::DOWN, Dir::LEFT, Dir::RIGHT];

/// A factor game of any variant.
#[derive(Debug)]
pub struct Plain {
    rules: Rules,
    topology: Topology,
    actions: ActionList,
    supply: Supply,
}

/// The values in scan order (0 is empty), the clock, the turns left if they are limited, and how many tiles chance has
/// still to place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    values: Values,
    clock: u8,
    left: Option<u32>,
    pending: u8,
}

type Values = [u16; 64];

impl Plain {
    /// The game of these rules.
    pub fn new(rules: &Rules) -> Self {
        let topology = Topology::square(rules.size, rules.size).expect("the rules were checked");
        let actions = action_list(&topology);
        Self { rules: *rules, topology, actions, supply: Supply::new(rules.largest_prime) }
    }

    /// The cells that hold a tile, or those that do not.
    fn cells(&self, values: &Values, with_tile: bool) -> Vec<Cell> {
        self.topology.cells().filter(|cell| (values[cell.index()] > 0) == with_tile).collect()
    }

    /// Slides one tile through empty cells as far as it goes. Gives its new cell, or `None` if it does not move.
    fn slide(&self, values: &mut Values, from: Cell, dir: Dir) -> Option<Cell> {
        let is_free = |cell: &Cell| values[cell.index()] == 0;
        let next = |cell: &Cell| self.topology.neighbour(*cell, dir).filter(is_free);
        let to = std::iter::successors(next(&from), next).last()?;
        values.swap(from.index(), to.index());
        Some(to)
    }

    /// Moves the tiles of an action. Gives the moves: none if the action is not legal.
    fn move_tiles(&self, state: &mut State, action: Action) -> Vec<(Cell, Cell)> {
        if state.pending > 0 || state.left == Some(0) {
            return Vec::new();
        }
        let (movers, dir) = match Ids::new(self.notation(), &self.topology).meaning(action) {
            // Line by line, each from the front: a tile stops behind those that moved before it.
            Some(Meaning::Slide(dir)) => (self.topology.lines(dir).concat(), dir),
            Some(Meaning::Move(cell, dir)) => (vec![cell], dir),
            _ => return Vec::new(),
        };
        let tiles = movers.into_iter().filter(|cell| state.values[cell.index()] > 0).collect::<Vec<_>>();
        tiles.into_iter().filter_map(|from| Some((from, self.slide(&mut state.values, from, dir)?))).collect()
    }

    /// Runs the chain to its end. Gives the points, or `None` if nothing changed.
    fn chain<L: Log>(&self, values: &mut Values, log: &mut L) -> Option<u64> {
        let mut gain = None;
        for n in 1.. {
            let mut iteration =
                Iteration { game: self, values, done: Cells::EMPTY, times: 1 << (n - 1), gain: 0, events: Vec::new() };
            iteration.run();
            if iteration.events.is_empty() {
                break;
            }
            gain = Some(iteration.gain.saturating_add(gain.unwrap_or(0)));
            log.push(Event::Wave { n });
            iteration.events.into_iter().for_each(|event| log.push(event));
        }
        gain
    }
}

/// One iteration of a chain.
struct Iteration<'a> {
    game: &'a Plain,
    values: &'a mut Values,
    /// The cells whose tile has taken part, which it does once.
    done: Cells,
    /// What its points are multiplied by. A chain has fewer than 64 iterations, as each takes a tile off the board.
    times: u64,
    gain: u64,
    events: Vec<Event>,
}

impl Iteration<'_> {
    fn run(&mut self) {
        let row_by_row = self.game.cells(self.values, true);
        let mut ascending = row_by_row.clone();
        ascending.sort_by_key(|cell| self.values[cell.index()]);
        match self.game.rules.order {
            Order::FactorFirst => {
                ascending.iter().for_each(|&centre| _ = self.factorize(centre));
                row_by_row.iter().for_each(|&a| _ = self.eliminate(a, &[Dir::RIGHT, Dir::DOWN]));
                ascending.iter().for_each(|&from| _ = self.merge(from));
            }
            Order::SmallestFirst => {
                for cell in ascending {
                    let _ = self.factorize(cell) || self.eliminate(cell, &AROUND) || self.merge(cell);
                }
            }
        }
    }

    fn value(&self, cell: Cell) -> u16 {
        self.values[cell.index()]
    }

    /// The neighbours with a tile that has not taken part; none if the tile itself has.
    fn partners(&self, cell: Cell, dirs: &[Dir]) -> Vec<Cell> {
        if self.done.contains(cell) {
            return Vec::new();
        }
        let around = dirs.iter().filter_map(|&dir| self.game.topology.neighbour(cell, dir));
        around.filter(|&other| self.value(other) > 0 && !self.done.contains(other)).collect()
    }

    /// Factorization: the centre is a product of factors, each of which divides a candidate of its own.
    fn factorize(&mut self, centre: Cell) -> bool {
        let value = self.value(centre);
        let mut candidates = self.partners(centre, &AROUND);
        candidates.retain(|&other| value.is_multiple_of(self.value(other)) && self.value(other) != value);
        let mut lists = factor_lists(value, 2, candidates.len());
        lists.retain(|factors| factors.len() >= 2);
        lists.sort_by(|a, b| a.len().cmp(&b.len()).then(a.cmp(b)));
        let found = lists.iter().find_map(|factors| Some((factors, self.takers(factors, &candidates)?)));
        let Some((factors, takers)) = found else { return false };

        let mut points = u64::from(value);
        self.put(centre, 0);
        let mut parts = Vec::new();
        for (&at, factor) in takers.iter().zip(factors) {
            points += u64::from(self.value(at));
            let rest = self.value(at) / factor;
            self.put(at, if rest == 1 { 0 } else { rest });
            parts.push(Part { at, value: NonZeroU16::new(self.value(at)) });
        }
        parts.sort_by_key(|part| part.at);
        let mut logged = Parts::default();
        parts.into_iter().for_each(|part| logged.push(part));
        self.score(Event::Factored { centre, parts: logged }, points);
        true
    }

    /// Who takes the factors: for each in turn the first candidate that it divides, going back if a later factor would
    /// find none.
    fn takers(&self, factors: &[u16], candidates: &[Cell]) -> Option<Vec<Cell>> {
        let Some((&factor, others)) = factors.split_first() else { return Some(Vec::new()) };
        let fits = |cell: &&Cell| self.value(**cell).is_multiple_of(factor);
        candidates.iter().filter(fits).find_map(|&taker| {
            let left: Vec<Cell> = candidates.iter().copied().filter(|&other| other != taker).collect();
            let mut takers = vec![taker];
            takers.extend(self.takers(others, &left)?);
            Some(takers)
        })
    }

    /// Elimination: a tile and the first equal neighbour go.
    fn eliminate(&mut self, a: Cell, dirs: &[Dir]) -> bool {
        let (value, power) = (self.value(a), power(self.value(a)));
        if self.game.rules.equal == Equal::Powers && power == Power::Plain {
            return false;
        }
        let equal = self.partners(a, dirs).into_iter().find(|&other| self.value(other) == value);
        let Some(b) = equal else { return false };
        self.put(a, 0);
        self.put(b, 0);
        self.score(Event::Eliminated { a, b, value: value.into(), power }, 2 * u64::from(value));
        true
    }

    /// Merge: a tile goes and divides its largest multiple, the first of equal ones.
    fn merge(&mut self, from: Cell) -> bool {
        let value = self.value(from);
        let mut multiples = self.partners(from, &AROUND);
        multiples.retain(|&other| self.value(other).is_multiple_of(value) && self.value(other) != value);
        // `max_by_key` gives the last of several maxima.
        let Some(at) = multiples.into_iter().rev().max_by_key(|&other| self.value(other)) else { return false };
        let old = self.value(at);
        self.put(from, 0);
        self.put(at, old / value);
        self.score(Event::Divided { from, at, value: (old / value).into() }, old.into());
        true
    }

    /// Writes a new value, 0 if the tile goes. The tile has taken part by that.
    fn put(&mut self, cell: Cell, value: u16) {
        self.values[cell.index()] = value;
        self.done.insert(cell);
    }

    fn score(&mut self, event: Event, points: u64) {
        let gain = points.saturating_mul(self.times);
        self.gain = self.gain.saturating_add(gain);
        self.events.extend([event, Event::Scored { gain }]);
    }
}

/// All ascending lists of at most `most` factors from `least` on with this product.
fn factor_lists(product: u16, least: u16, most: usize) -> Vec<Vec<u16>> {
    if most == 0 || product < least {
        return Vec::new();
    }
    let mut lists = vec![vec![product]];
    for factor in (least..=product.isqrt()).filter(|&factor| product.is_multiple_of(factor)) {
        for others in factor_lists(product / factor, factor, most - 1) {
            lists.push([vec![factor], others].concat());
        }
    }
    lists
}

impl Compiled for Plain {
    fn rules(&self) -> AnyRules {
        AnyRules::Factor(self.rules)
    }
}

impl Game for Plain {
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
        let value = state.values[cell.index()];
        (value > 0).then(|| Tile::new(value.into()))
    }

    fn blank(&self) -> State {
        // A full board takes no more: ten tiles on 3×3 are nine.
        let pending = self.rules.start_tiles.min(self.topology.len() as u8);
        State { values: [0; 64], clock: 0, left: self.rules.turn_limit, pending }
    }

    fn phase(&self, state: &State) -> Phase {
        let mut any = false;
        self.actions(state, &mut |_| any = true);
        if state.pending > 0 {
            Phase::Chance
        } else if state.left == Some(0) {
            Phase::Over(Reason::TurnLimit)
        } else if any {
            Phase::Decide
        } else {
            Phase::Over(Reason::Stuck)
        }
    }

    fn actions(&self, state: &State, sink: &mut impl FnMut(Action)) {
        let moves = |action: &Action| !self.move_tiles(&mut { *state }, *action).is_empty();
        (0..self.notation().count(&self.topology)).map(Action).filter(moves).for_each(sink);
    }

    fn act<L: Log>(&self, state: &mut State, action: Action, log: &mut L) -> Result<u64, Illegal> {
        // 1. The action.
        let moves = self.move_tiles(state, action);
        if moves.is_empty() {
            return Err(Illegal(action));
        }
        moves.into_iter().for_each(|(from, to)| log.push(Event::Slid { from, to }));
        // 2. The chain.
        let gain = self.chain(&mut state.values, log);
        // 3. The clock.
        state.clock = (state.clock + 1) % self.rules.spawn_every;
        // 4. The new number, one even if both hold.
        let due = state.clock == 0 || gain.is_some();
        state.pending = u8::from(due && !self.cells(&state.values, false).is_empty());
        // 5. The turns left.
        state.left = state.left.map(|left| left - 1);
        Ok(gain.unwrap_or(0))
    }

    fn outcomes(&self, state: &State, sink: &mut impl FnMut(Outcome, u32)) {
        if state.pending > 0 {
            for cell in self.cells(&state.values, false) {
                for &(value, weight) in self.supply.entries() {
                    sink(Outcome { at: Place::Cell(cell), value: value.into() }, weight);
                }
            }
        }
    }

    fn settle<L: Log>(&self, state: &mut State, outcome: Outcome, log: &mut L) -> u64 {
        if let Place::Cell(cell) = outcome.at {
            state.values[cell.index()] = outcome.value as u16;
            state.pending -= 1;
            log.push(Event::Spawned { at: outcome.at, value: outcome.value });
        }
        0
    }

    fn position(&self, state: &State) -> Position {
        let tiles = self.topology.cells().map(|cell| self.tile(state, cell)).collect();
        Position { tiles, clock: Some(state.clock.into()), left: state.left, ..Position::default() }
    }

    fn place(&self, position: &Position) -> Result<State, PositionError> {
        let (clock, left) = check_position(&self.rules, &self.topology, position)?;
        let mut values = [0; 64];
        for (value, tile) in values.iter_mut().zip(&position.tiles) {
            *value = tile.map_or(0, |tile| tile.value as u16);
        }
        Ok(State { values, clock, left, pending: 0 })
    }
}

//! The swap rules, written to be read: any board, any parameter.
//!
//! Not what variants compile to: that is [`super::Fast`], which the differential tests compare with this. Only the
//! trial of a new variant and the check of a loaded position run here.

use super::{
    Law, MAX_VALUE, Reach, Rules,
    lines::{Lines, Values},
    trial,
    wave::Wave,
};
use crate::{Compiled, Rules as AnyRules, VariantError};
use tilewright_core::{
    Action, ActionList, Cell, Cells, Event, Game, Ids, Illegal, Log, Meaning, Notation, Outcome, Phase, Place,
    Position, PositionError, Reason, Shape, Tile, Topology, ticket,
};

/// The length of the longest preview.
const MAX_PREVIEW: usize = 16;

/// The most waves of a turn, so that every turn ends. No cascade that was seen came near it.
pub(super) const MAX_WAVES: u16 = u16::MAX;

/// A swap game on any board.
#[derive(Clone, Debug)]
pub struct Plain {
    pub(super) rules: Rules,
    pub(super) lines: Lines,
    topology: Topology,
    actions: ActionList,
    /// For each cell those within `reach`.
    pub(super) partners: Vec<Cells>,
}

/// The values of the tiles and of the preview (0 if there is none), the turns left if they are limited, and what chance
/// has still to do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    pub(super) values: Values,
    pub(super) next: [u32; MAX_PREVIEW],
    pub(super) left: u32,
    pub(super) stage: Stage,
}

/// What chance is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Stage {
    /// Nothing: the player is to choose, or the game is over.
    Rest,
    /// The start board, cell by cell, then the preview.
    Deal,
    /// The gaps after this wave.
    Refill {
        /// Its number, from 1.
        wave: u16,
    },
}

impl Plain {
    /// The game of these rules, unless no board to start from can be dealt.
    ///
    /// # Errors
    ///
    /// If no start board can be dealt under these rules.
    pub fn new(rules: &Rules) -> Result<Self, VariantError> {
        let shape = Shape::Square { width: rules.width, height: rules.height, wrap: rules.wrap };
        let topology = Topology::new(shape).expect("the rules were checked");
        let partners = topology.cells().map(|cell| match rules.reach {
            Reach::Neighbour => topology.dirs().filter_map(|dir| topology.neighbour(cell, dir)).collect(),
            Reach::Anywhere => topology.cells().filter(|&other| other != cell).collect(),
        });
        let partners: Vec<Cells> = partners.collect();
        let lines = Lines::new(rules);
        // On a board of equal tiles a line runs through every cell that any line can run through.
        let in_line = |cell| lines.runs_through(&[1; Topology::MAX_CELLS], cell, 1);
        let possible = |meaning| match meaning {
            Meaning::Swap(a, b) => partners[a.index()].contains(b) && (!rules.must_merge || in_line(a) || in_line(b)),
            _ => false,
        };
        let actions = ActionList::new(Notation::Pair, &topology, possible);
        let game = Self { rules: *rules, lines, topology, actions, partners };
        trial::check(&game)?;
        Ok(game)
    }

    fn preview(&self) -> usize {
        self.rules.preview.into()
    }

    /// The cells of an action, if it names two within reach.
    pub(super) fn pair(&self, action: Action) -> Option<(Cell, Cell)> {
        match Ids::new(self.notation(), &self.topology).meaning(action)? {
            Meaning::Swap(a, b) if self.partners[a.index()].contains(b) => Some((a, b)),
            _ => None,
        }
    }

    /// Whether two tiles within reach may be swapped. The values are restored.
    fn may_swap(&self, values: &mut Values, a: Cell, b: Cell) -> bool {
        if !self.rules.must_merge {
            return values[a.index()] != values[b.index()];
        }
        values.swap(a.index(), b.index());
        let runs = [b, a].into_iter().any(|cell| self.lines.runs_through(values, cell, values[cell.index()]));
        values.swap(a.index(), b.index());
        runs
    }

    /// Whether the board can be played on, whatever the turns left.
    pub(super) fn can_swap(&self, values: &Values) -> bool {
        let mut values = *values;
        // A swap is legal either way round or not at all.
        self.topology.cells().any(|a| { self.partners[a.index()] }.any(|b| a < b && self.may_swap(&mut values, a, b)))
    }

    /// For each cell those it may be swapped with.
    fn swaps(&self, values: &Values) -> [Cells; Topology::MAX_CELLS] {
        let mut values = *values;
        let mut swaps = [Cells::EMPTY; Topology::MAX_CELLS];
        for (a, &partners) in self.topology.cells().zip(&self.partners) {
            for b in partners.filter(|&b| a < b) {
                if self.may_swap(&mut values, a, b) {
                    swaps[a.index()].insert(b);
                    swaps[b.index()].insert(a);
                }
            }
        }
        swaps
    }

    pub(super) fn action(&self, a: Cell, b: Cell) -> Action {
        self.notation().action(&self.topology, Meaning::Swap(a, b)).expect("all actions are swaps")
    }

    fn turns_are_up(&self, state: &State) -> bool {
        self.rules.turn_limit.is_some() && state.left == 0
    }

    /// The first cell that the deal has not filled.
    fn undealt(&self, values: &Values) -> Option<Cell> {
        self.topology.cells().find(|cell| values[cell.index()] == 0)
    }

    /// Where the next value goes: into a cell, or to the end of the preview.
    fn place_to_fill(&self, state: &State) -> Option<Place> {
        let cell = match state.stage {
            Stage::Rest => return None,
            Stage::Deal => self.undealt(&state.values),
            Stage::Refill { .. } if self.preview() == 0 => self.rules.gap(&state.values),
            Stage::Refill { .. } => None,
        };
        Some(cell.map_or(Place::Next, Place::Cell))
    }

    /// The spawn entries that may be dealt to a cell: those that complete no line with the tiles dealt so far.
    pub(super) fn fitting(&self, values: &Values, cell: Cell) -> impl Iterator<Item = (u32, u32)> {
        let entries = self.rules.spawn.as_slice().iter().copied();
        entries.filter(move |&(value, _)| !self.lines.runs_through(values, cell, value))
    }

    /// Continues the deal after a value was placed.
    fn deal<L: Log>(&self, state: &mut State, log: &mut L) {
        let playable = match self.undealt(&state.values) {
            Some(cell) => self.fitting(&state.values, cell).next().is_some(),
            // Checked once: when the board has just been filled, the preview is still empty.
            None => state.next[0] != 0 || self.can_swap(&state.values),
        };
        if !playable {
            state.values = [0; Topology::MAX_CELLS];
            log.push(Event::Cleared);
        } else if self.undealt(&state.values).is_none() && state.next[..self.preview()].iter().all(|&v| v != 0) {
            state.stage = Stage::Rest;
        }
    }

    /// Merges a wave, lets tiles fall and leaves the gaps to chance; without a merge the turn is over.
    fn resolve<L: Log>(&self, state: &mut State, wave: &Wave, number: u16, log: &mut L) -> u64 {
        if wave.is_empty() {
            state.stage = Stage::Rest;
            return 0;
        }
        log.push(Event::Wave { n: number });
        let gain = self.rules.merge(&mut state.values, wave, log);
        if self.rules.gravity {
            self.rules.fall(&mut state.values, log);
        }
        state.stage = Stage::Refill { wave: number };
        self.take_from_preview(state, log);
        gain
    }

    /// With a preview, the first gap takes the first coming value before chance appends another.
    fn take_from_preview<L: Log>(&self, state: &mut State, log: &mut L) {
        if self.preview() > 0
            && let Some(gap) = self.rules.gap(&state.values)
        {
            let value = state.next[0];
            state.next.rotate_left(1);
            state.next[MAX_PREVIEW - 1] = 0;
            state.values[gap.index()] = value;
            log.push(Event::Spawned { at: Place::Cell(gap), value });
        }
    }

    /// Whether play can produce a value, so that it may stand on a board.
    fn may_stand(&self, value: u32) -> bool {
        let from = |&(spawned, _): &(u32, u32)| match self.rules.law {
            Law::Doubling => value.is_multiple_of(spawned) && (value / spawned).is_power_of_two(),
            Law::Sum => value > 0 && value.is_multiple_of(spawned),
        };
        value == MAX_VALUE || value < MAX_VALUE && self.rules.spawn.as_slice().iter().any(from)
    }
}

impl Compiled for Plain {
    fn rules(&self) -> AnyRules {
        AnyRules::Swap(self.rules)
    }
}

impl Game for Plain {
    type State = State;

    fn topology(&self) -> &Topology {
        &self.topology
    }

    fn is_endless(&self) -> bool {
        true
    }

    fn notation(&self) -> Notation {
        Notation::Pair
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

    fn blank(&self) -> State {
        State {
            values: [0; Topology::MAX_CELLS],
            next: [0; MAX_PREVIEW],
            left: self.rules.turn_limit.unwrap_or(0),
            stage: Stage::Deal,
        }
    }

    fn phase(&self, state: &State) -> Phase {
        if state.stage != Stage::Rest {
            Phase::Chance
        } else if self.turns_are_up(state) {
            Phase::Over(Reason::TurnLimit)
        } else if self.can_swap(&state.values) {
            Phase::Decide
        } else {
            Phase::Over(Reason::Stuck)
        }
    }

    fn is_chance(&self, state: &State) -> bool {
        state.stage != Stage::Rest
    }

    fn actions(&self, state: &State, sink: &mut impl FnMut(Action)) {
        if state.stage != Stage::Rest || self.turns_are_up(state) {
            return;
        }
        let swaps = self.swaps(&state.values);
        for a in self.topology.cells() {
            swaps[a.index()].for_each(|b| sink(self.action(a, b)));
        }
    }

    fn choose_counted(&self, state: &State, word: u64) -> Option<(Action, u64)> {
        if state.stage != Stage::Rest || self.turns_are_up(state) {
            return None;
        }
        let swaps = self.swaps(&state.values);
        let all = swaps.iter().map(|of_a| u64::from(of_a.len())).sum();
        let mut left = ticket(word, all);
        for a in self.topology.cells() {
            let mut of_a = swaps[a.index()];
            let count = u64::from(of_a.len());
            if left < count {
                return of_a.nth(left as usize).map(|b| (self.action(a, b), all));
            }
            left -= count;
        }
        None
    }

    fn is_legal(&self, state: &State, action: Action) -> bool {
        let swap = |(a, b)| self.may_swap(&mut { state.values }, a, b);
        state.stage == Stage::Rest && !self.turns_are_up(state) && self.pair(action).is_some_and(swap)
    }

    fn act<L: Log>(&self, state: &mut State, action: Action, log: &mut L) -> Result<u64, Illegal> {
        let Some((a, b)) = self.pair(action).filter(|_| self.is_legal(state, action)) else {
            return Err(Illegal(action));
        };
        state.left = state.left.saturating_sub(1);
        state.values.swap(a.index(), b.index());
        log.push(Event::Swapped { a, b });
        let wave = self.rules.first_wave(&self.lines, &state.values, a, b);
        Ok(self.resolve(state, &wave, 1, log))
    }

    fn outcomes(&self, state: &State, sink: &mut impl FnMut(Outcome, u32)) {
        let Some(at) = self.place_to_fill(state) else { return };
        match (state.stage, at) {
            (Stage::Deal, Place::Cell(cell)) => {
                self.fitting(&state.values, cell).for_each(|(value, weight)| sink(Outcome { at, value }, weight));
            }
            _ => {
                for &(value, weight) in self.rules.spawn.as_slice() {
                    sink(Outcome { at, value }, weight);
                }
            }
        }
    }

    fn settle<L: Log>(&self, state: &mut State, outcome: Outcome, log: &mut L) -> u64 {
        let Some(at) = self.place_to_fill(state) else { return 0 };
        match at {
            Place::Cell(cell) => state.values[cell.index()] = outcome.value,
            Place::Next => {
                if let Some(end) = state.next[..self.preview()].iter_mut().find(|value| **value == 0) {
                    *end = outcome.value;
                }
            }
        }
        log.push(Event::Spawned { at, value: outcome.value });
        match state.stage {
            Stage::Refill { wave } if self.rules.gap(&state.values).is_none() => {
                if wave < MAX_WAVES {
                    let next = self.rules.next_wave(&self.lines, &state.values);
                    return self.resolve(state, &next, wave + 1, log);
                }
                state.stage = Stage::Rest;
            }
            Stage::Refill { .. } => self.take_from_preview(state, log),
            Stage::Deal => self.deal(state, log),
            Stage::Rest => {}
        }
        0
    }

    fn position(&self, state: &State) -> Position {
        let mut position = Position::empty(&self.topology);
        for (tile, &value) in position.tiles.iter_mut().zip(&state.values) {
            *tile = (value > 0).then(|| Tile::new(value));
        }
        position.next = state.next.iter().copied().take_while(|&value| value > 0).collect();
        position.left = self.rules.turn_limit.map(|_| state.left);
        position
    }

    fn place(&self, position: &Position) -> Result<State, PositionError> {
        let mut state = State { stage: Stage::Rest, ..self.blank() };
        if position.tiles.len() != self.topology.len() {
            let (cells, found) = (self.topology.len(), position.tiles.len());
            return Err(PositionError::new(format!("the board has {cells} cells, not {found}")));
        }
        for (cell, tile) in self.topology.cells().zip(&position.tiles) {
            let place = self.topology.cell_text(cell);
            match *tile {
                Some(Tile { value, strain: 0 }) if self.may_stand(value) => state.values[cell.index()] = value,
                Some(Tile { value, strain: 0 }) => {
                    let law = if self.rules.law == Law::Sum { "a multiple" } else { "a power of two times one" };
                    return Err(PositionError::new(format!(
                        "{value} at {place} cannot stand here; a tile is one of the spawn values or {law} of them, up to \
                         {MAX_VALUE}"
                    )));
                }
                Some(_) => {
                    return Err(PositionError::new(format!(
                        "the tile at {place} has strain, which this game does not know"
                    )));
                }
                None => return Err(PositionError::new(format!("{place} is empty; the board has to be full"))),
            }
        }
        if position.clock.is_some() {
            return Err(PositionError::new("clock has no meaning in this game; leave it out"));
        }
        if position.next.len() != self.preview() {
            let (wanted, found) = (self.preview(), position.next.len());
            return Err(PositionError::new(format!("this game shows {wanted} coming tiles in next, not {found}")));
        }
        for (slot, &value) in state.next.iter_mut().zip(&position.next) {
            if !self.rules.spawn.contains(value) {
                return Err(PositionError::new(format!("{value} in next is none of the spawn values")));
            }
            *slot = value;
        }
        match (position.left, self.rules.turn_limit) {
            (Some(left), Some(limit)) if left <= limit => state.left = left,
            (Some(left), Some(limit)) => {
                return Err(PositionError::new(format!("left={left} is too much; the turn limit is {limit}")));
            }
            (Some(_), None) => {
                return Err(PositionError::new("left has no meaning without a turn limit; leave it out"));
            }
            (None, _) => {}
        }
        Ok(state)
    }
}

//! Slide games on packed boards: every board of up to 25 cells, by lookup tables.
//!
//! The state is an integer with a nibble per cell; a [`Layout`] knows how boards of a shape are slid in that form. A rank
//! above 15 does not fit into a nibble; lines with such a tile are slid cell by cell, see [`HighTiles`]. So the quick path
//! never has to look beyond its nibbles, and nothing ever wraps around. Held to [`Plain`] by differential tests.

use super::{
    Plain, Rules, State as PlainState,
    bits::Bits,
    high::{self, HighResult, HighTiles},
    layout::{Layout, SlideResult},
    motions::{self, CODES, Codes, LONG_CODES, Motions},
    rows::{self, Fronts},
    supply::Supply,
};
use crate::{Compiled, Rules as AnyRules};
use std::{fmt, hint::select_unpredictable};
use tilewright_core::{
    Action, ActionList, Cell, Dice, Dir, Event, Game, Ids, Illegal, Log, Meaning, NoRank, Notation, Outcome, Phase,
    Place, Position, PositionError, Reason, Symmetry, Tile, Topology, bits, ticket,
};

/// A slide game on a packed board.
pub struct Packed<L: Layout> {
    plain: Plain,
    supply: Supply,
    target: u64,
    start_tiles: u8,
    layout: L,
    high: HighTiles<L::Bits>,
    motions: &'static Motions,
    /// If some line has more than four cells: what motions behind the fourth begin with.
    fronts: Option<&'static Fronts>,
    /// For each direction the events that the codes of motions stand for, line by line.
    events: Box<[Box<[Event]>]>,
}

/// The state of a [`Packed`] game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PackedState<B> {
    /// A nibble per cell: the lowest four bits of the rank.
    board: B,
    /// The cells of ranks above 15, a bit each.
    high: u32,
    /// The number of tiles that chance has still to place.
    pending: u8,
}

impl<B: Bits> PackedState<B> {
    /// Whether tables of rows are not enough: a rank above 15, or a pending tile.
    #[inline]
    fn is_special(&self) -> bool {
        self.high | u32::from(self.pending) != 0
    }
}

impl<L: Layout> Packed<L> {
    /// The game of these rules; `None` if the layout is for other boards or a new tile has a rank that does not fit
    /// into a nibble: its value has to be 2 to 32768.
    pub fn new(rules: &Rules) -> Option<Self> {
        let plain = Plain::new(rules);
        let layout = L::new(plain.topology())?;
        let topology = plain.topology();
        let is_long = topology.dirs().flat_map(|dir| topology.lines(dir)).any(|cells| cells.len() > 4);
        let codes = if is_long { LONG_CODES } else { CODES };
        let line_events = |cells: &Vec<Cell>| motions::events(cells, codes);
        let events = topology.dirs().map(|dir| topology.lines(dir).iter().flat_map(line_events).collect());
        Some(Self {
            supply: Supply::new(&rules.spawn)?,
            target: rules.target.into(),
            start_tiles: rules.start_tiles,
            layout,
            high: HighTiles::new(topology),
            motions: motions::table(),
            fronts: is_long.then(rows::fronts),
            events: events.collect(),
            plain,
        })
    }

    /// How boards are packed and slid.
    #[inline]
    pub fn layout(&self) -> &L {
        &self.layout
    }

    /// The ranks of new tiles with their weights, ascending.
    pub fn spawn_ranks(&self) -> &[(u8, u32)] {
        self.supply.ranks()
    }

    /// The board of a state; `None` if the player is not to choose there, or a tile has a rank above 15.
    #[inline]
    pub fn board(&self, state: &PackedState<L::Bits>) -> Option<L::Bits> {
        (!state.is_special()).then_some(state.board)
    }

    /// The state of a board with which the player is to choose.
    #[inline]
    pub fn state(&self, board: L::Bits) -> PackedState<L::Bits> {
        PackedState { board, high: 0, pending: 0 }
    }

    /// The afterstate that an action in a direction leads to, as [`Game::act`] makes it, and the points; `None` if
    /// nothing moves. For searches and learning: also of boards with ranks above 15.
    #[inline]
    pub fn slide_state(&self, state: &PackedState<L::Bits>, dir: usize) -> Option<(PackedState<L::Bits>, u64)> {
        let mut after = *state;
        let gain = self.act(&mut after, Action::slide(Dir(dir as u8)), &mut ()).ok()?;
        Some((after, gain))
    }

    /// The lowest four bits of each cell's rank, and the cells of ranks above 15, a bit each. Afterstates have them, too:
    /// what learned values read.
    #[inline]
    pub fn nibbles(&self, state: &PackedState<L::Bits>) -> (L::Bits, u32) {
        (state.board, state.high)
    }

    /// The direction of an action; `None` if the board has no such action.
    #[inline]
    fn dir(&self, action: Action) -> Option<usize> {
        let ids =
            Ids { notation: Notation::Direction, cells: self.layout.cells() as u16, dirs: self.layout.dirs() as u16 };
        match ids.meaning(action)? {
            Meaning::Slide(dir) => Some(dir.index()),
            _ => None,
        }
    }

    /// The state as the plain rules have it.
    fn unpack(&self, state: &PackedState<L::Bits>) -> PlainState {
        let mut plain = PlainState { values: [0; 64], pending: state.pending };
        self.values(state, &mut plain.values[..self.layout.cells() as usize]);
        plain
    }

    fn pack(plain: &PlainState) -> PackedState<L::Bits> {
        let mut state = PackedState { board: L::Bits::default(), high: 0, pending: plain.pending };
        for (cell, &value) in (0..).zip(&plain.values).filter(|(_, value)| **value > 0) {
            let rank = value.trailing_zeros() as u8;
            state.board = state.board | L::Bits::from(rank & 15) << (4 * cell);
            state.high |= u32::from(rank >> 4) << cell;
        }
        state
    }

    /// The rank of the tile in a cell, 0 if it is empty.
    #[inline]
    fn rank(&self, state: &PackedState<L::Bits>, cell: u32) -> u32 {
        high::rank(state.board, state.high, cell)
    }

    /// The lowest bit of the nibble of each empty cell.
    #[inline]
    fn empty(&self, state: &PackedState<L::Bits>) -> L::Bits {
        let mut empty = self.layout.empty(state.board);
        if state.high != 0 {
            empty = empty & !high::nibbles::<L::Bits>(state.high);
        }
        empty
    }

    /// [`Game::act`] where the quick path does not suffice: ranks above 15, no turn of the player, no direction.
    #[cold]
    #[inline(never)]
    fn act_special<W: Log>(
        &self,
        state: &mut PackedState<L::Bits>,
        action: Action,
        log: &mut W,
    ) -> Result<u64, Illegal> {
        let dir = usize::from(action.0);
        if state.pending > 0 || dir >= self.layout.dirs() {
            return Err(Illegal(action));
        }
        if W::ACTIVE {
            let mut plain = self.unpack(state);
            let gain = self.plain.act(&mut plain, action, log)?;
            *state = Self::pack(&plain);
            return Ok(gain);
        }
        let HighResult { board, high, gain, moved } = self.high.slide(&self.layout, state.board, state.high, dir);
        if !moved {
            return Err(Illegal(action));
        }
        *state = PackedState { board, high, pending: 1 };
        Ok(gain)
    }

    /// [`Game::advance`], likewise.
    #[cold]
    #[inline(never)]
    fn advance_special<W: Log>(
        &self,
        state: &mut PackedState<L::Bits>,
        action: Action,
        dice: &mut impl Dice,
        log: &mut W,
    ) -> Result<u64, Illegal> {
        let gain = self.act_special(state, action, log)?;
        self.roll(state, dice, log);
        Ok(gain)
    }

    /// [`Game::attempt`], likewise.
    #[cold]
    #[inline(never)]
    fn attempt_special(&self, state: &mut PackedState<L::Bits>, action: Action, dice: &mut impl Dice) -> (bool, u64) {
        let gain = self.advance_special(state, action, dice, &mut ());
        (gain.is_ok(), gain.unwrap_or(0))
    }

    /// The legal directions, a bit each.
    #[inline]
    fn legal(&self, state: &PackedState<L::Bits>) -> u32 {
        if state.high != 0 { self.legal_high(state) } else { self.layout.legal(state.board) }
    }

    #[cold]
    #[inline(never)]
    fn legal_high(&self, state: &PackedState<L::Bits>) -> u32 {
        self.high.legal(state.board, state.high)
    }

    /// Logs the events of a turn up to the new tile.
    #[inline]
    fn log_slide<W: Log>(&self, before: L::Bits, slid: &SlideResult<L::Bits>, dir: usize, log: &mut W) {
        let events = &self.events[dir][..];
        let lines = self.layout.lines(before, dir);
        let count = self.plain.topology().lines(Dir(dir as u8)).len();
        if let Some(fronts) = self.fronts {
            let mut codes = Codes::new();
            for (line, offset) in lines[..count].iter().zip((0..).step_by(LONG_CODES)) {
                codes.add(self.motions, fronts, *line, offset);
            }
            log.push_all(codes.iter().map(|code| events[code]));
        } else {
            // The codes of up to four lines side by side, so that one loop logs them: the end of a loop for each line
            // would be mispredicted most of the time.
            for (lines, events) in lines[..count].chunks(4).zip(events.chunks(4 * CODES)) {
                let mut codes = [0; 32];
                let mut count = 0;
                for (&line, number) in lines.iter().zip(0..) {
                    let motions = self.motions[line as usize & 0xffff];
                    let offset = CODES as u64 * number * 0x0101_0101_0101;
                    codes[count..count + 8].copy_from_slice(&(motions | offset).to_le_bytes());
                    count += (motions >> 56) as usize;
                }
                log.push_all(codes[..count].iter().map(|&code| events[usize::from(code)]));
            }
        }
        // The target cannot have been made for fewer points than its value.
        if slid.gain >= self.target {
            self.log_reached(before, slid.board, log);
        }
    }

    /// Logs that the target is there, if it was not before.
    #[cold]
    #[inline(never)]
    fn log_reached<W: Log>(&self, before: L::Bits, after: L::Bits, log: &mut W) {
        if let (None, Some(value)) = (self.reached(&self.state(before)), self.reached(&self.state(after))) {
            log.push(Event::Reached { value });
        }
    }
}

impl<L: Layout> fmt::Debug for Packed<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Without the tables, which are long.
        f.debug_struct("Packed").field("plain", &self.plain).field("layout", &self.layout).finish_non_exhaustive()
    }
}

/// The nibbles of an eighth of a board as bytes.
#[inline]
fn spread(nibbles: u32) -> u64 {
    let pairs = u64::from(nibbles);
    let quads = (pairs | pairs << 16) & 0x0000_ffff_0000_ffff;
    let bytes = (quads | quads << 8) & 0x00ff_00ff_00ff_00ff;
    (bytes | bytes << 4) & 0x0f0f_0f0f_0f0f_0f0f
}

/// For each set of directions its members in ascending order, three bits each.
static MEMBERS: [u32; 64] = {
    let mut table = [0; 64];
    let mut set = 0;
    while set < 64 {
        let (mut dir, mut shift) = (0, 0);
        while dir < 6 {
            if set >> dir & 1 == 1 {
                table[set] |= dir << shift;
                shift += 3;
            }
            dir += 1;
        }
        // How many they are.
        table[set] |= (shift / 3) << 24;
        set += 1;
    }
    table
};

impl<L: Layout> Compiled for Packed<L> {
    fn rules(&self) -> AnyRules {
        self.plain.rules()
    }
}

impl<L: Layout> Game for Packed<L> {
    type State = PackedState<L::Bits>;

    fn topology(&self) -> &Topology {
        self.plain.topology()
    }

    fn notation(&self) -> Notation {
        Notation::Direction
    }

    fn action_list(&self) -> &ActionList {
        self.plain.action_list()
    }

    #[inline]
    fn tile(&self, state: &Self::State, cell: Cell) -> Option<Tile> {
        let value = rows::value(self.rank(state, cell.0.into()));
        (value > 0).then(|| Tile::new(value))
    }

    #[inline]
    fn values(&self, state: &Self::State, values: &mut [u32]) {
        for (cell, value) in (0..self.layout.cells()).zip(values) {
            *value = rows::value(self.rank(state, cell));
        }
    }

    #[inline]
    fn ranks(&self, state: &Self::State, ranks: &mut [u8]) -> Result<(), NoRank> {
        let [low, high] = state.board.halves();
        let eighths = [low, low >> 32, high, high >> 32].map(|half| spread(half as u32));
        for (ranks, bytes) in ranks.chunks_mut(8).zip(eighths) {
            bits::write_eight(&bytes.to_le_bytes(), ranks);
        }
        if state.high != 0 {
            for (cell, rank) in ranks.iter_mut().enumerate() {
                *rank |= (state.high >> cell & 1) as u8 * 16;
            }
        }
        Ok(())
    }

    #[inline]
    fn action_set(&self, state: &Self::State, set: &mut [u64]) {
        // Every direction is an action.
        set[0] = if state.pending == 0 { self.legal(state).into() } else { 0 };
    }

    fn symmetries(&self) -> &[Symmetry] {
        self.plain.symmetries()
    }

    fn blank(&self) -> Self::State {
        PackedState { board: L::Bits::default(), high: 0, pending: self.start_tiles }
    }

    fn phase(&self, state: &Self::State) -> Phase {
        if state.pending > 0 {
            Phase::Chance
        } else if self.legal(state) != 0 {
            Phase::Decide
        } else {
            Phase::Over(Reason::Stuck)
        }
    }

    #[inline]
    fn is_chance(&self, state: &Self::State) -> bool {
        state.pending > 0
    }

    fn actions(&self, state: &Self::State, sink: &mut impl FnMut(Action)) {
        if state.pending == 0 {
            let legal = self.legal(state);
            (0..6).filter(|dir| legal >> dir & 1 == 1).for_each(|dir| sink(Action::slide(Dir(dir))));
        }
    }

    #[inline]
    fn choose_counted(&self, state: &Self::State, word: u64) -> Option<(Action, u64)> {
        let legal = if state.pending == 0 { self.legal(state) } else { 0 };
        let members = MEMBERS[legal as usize & 63];
        let count = u64::from(members >> 24);
        let index = ticket(word, count);
        (legal != 0).then(|| (Action::slide(Dir((members >> (3 * index) & 7) as u8)), count))
    }

    #[inline]
    fn act<W: Log>(&self, state: &mut Self::State, action: Action, log: &mut W) -> Result<u64, Illegal> {
        let Some(dir) = self.dir(action).filter(|_| !state.is_special()) else {
            return self.act_special(state, action, log);
        };
        let slid = self.layout.slide(state.board, dir);
        if slid.outgrown {
            return self.act_special(state, action, log);
        }
        if !slid.moved {
            return Err(Illegal(action));
        }
        if W::ACTIVE {
            self.log_slide(state.board, &slid, dir, log);
        }
        state.board = slid.board;
        state.pending = 1;
        Ok(slid.gain)
    }

    /// As provided, but without an afterstate in memory.
    #[inline(always)]
    fn advance<W: Log>(
        &self,
        state: &mut Self::State,
        action: Action,
        dice: &mut impl Dice,
        log: &mut W,
    ) -> Result<u64, Illegal> {
        let Some(dir) = self.dir(action).filter(|_| !state.is_special()) else {
            return self.advance_special(state, action, dice, log);
        };
        let slid = self.layout.slide(state.board, dir);
        if slid.outgrown {
            return self.advance_special(state, action, dice, log);
        }
        if !slid.moved {
            return Err(Illegal(action));
        }
        let (rank, index) = self.supply.pick(slid.empty, dice.word());
        let tile = self.layout.empty(slid.board).nth_nibble(slid.empty, index, rank);
        let before = state.board;
        state.board = slid.board | tile;
        if W::ACTIVE {
            self.log_slide(before, &slid, dir, log);
            log.push(Event::Spawned { at: Place::Cell(Cell((tile.trailing_zeros() / 4) as u8)), value: 1 << rank });
            if 1 << rank >= self.target {
                self.log_reached(slid.board, state.board, log);
            }
        }
        Ok(slid.gain)
    }

    /// Branch-free where tables of rows are enough: whether a random direction is legal is mispredicted too often.
    #[inline(always)]
    fn attempt<D: Dice + Copy>(&self, state: &mut Self::State, action: Action, dice: &mut D) -> (bool, u64) {
        let dir = usize::from(action.0);
        if state.is_special() || dir >= self.layout.dirs() {
            return self.attempt_special(state, action, dice);
        }
        let slid = self.layout.slide(state.board, dir);
        if slid.outgrown {
            return self.attempt_special(state, action, dice);
        }
        let mut rolled = *dice;
        let (rank, index) = self.supply.pick(slid.empty, rolled.word());
        let tile = self.layout.empty(slid.board).nth_nibble(slid.empty, index, rank);
        state.board = select_unpredictable(slid.moved, slid.board | tile, state.board);
        *dice = select_unpredictable(slid.moved, rolled, *dice);
        // Where nothing moves, nothing merges.
        (slid.moved, slid.gain)
    }

    fn outcomes(&self, state: &Self::State, sink: &mut impl FnMut(Outcome, u32)) {
        let mut empty = if state.pending > 0 { self.empty(state) } else { L::Bits::default() };
        while empty != L::Bits::default() {
            let bit = empty.trailing_zeros();
            let at = Place::Cell(Cell((bit / 4) as u8));
            self.supply.ranks().iter().for_each(|&(rank, weight)| sink(Outcome { at, value: 1 << rank }, weight));
            empty = empty & !(L::Bits::from(1) << bit);
        }
    }

    #[inline]
    fn draw(&self, state: &Self::State, word: u64) -> Outcome {
        let empty = self.empty(state);
        let count = empty.count_nibbles();
        let (rank, index) = self.supply.pick(count, word);
        let cell = empty.nth_nibble(count, index, 1).trailing_zeros() / 4;
        Outcome { at: Place::Cell(Cell(cell as u8)), value: 1 << rank }
    }

    #[inline]
    fn settle<W: Log>(&self, state: &mut Self::State, outcome: Outcome, log: &mut W) -> u64 {
        if let Place::Cell(cell) = outcome.at {
            let before = *state;
            let rank = outcome.value.trailing_zeros() as u8;
            state.board = state.board | L::Bits::from(rank) << (4 * u32::from(cell.0));
            state.pending -= 1;
            log.push(Event::Spawned { at: outcome.at, value: outcome.value });
            if W::ACTIVE && u64::from(outcome.value) >= self.target && self.reached(&before).is_none() {
                log.push(Event::Reached { value: self.target as u32 });
            }
        }
        0
    }

    fn position(&self, state: &Self::State) -> Position {
        self.plain.position(&self.unpack(state))
    }

    fn place(&self, position: &Position) -> Result<Self::State, PositionError> {
        self.plain.place(position).map(|plain| Self::pack(&plain))
    }

    fn reached(&self, state: &Self::State) -> Option<u32> {
        self.plain.reached(&self.unpack(state))
    }
}

//! The 4×4 slide games in 64 bits: a board is sixteen nibbles, a move is four look-ups.
//!
//! Each nibble holds a tile's rank (its face is 2^rank, 0 is empty), cell 0 in the lowest. A rank above 15 does not
//! fit: its cell's bit in `high` then stands for 16 more, and such boards, which hardly any game sees, take the
//! way through [`Plain`]. So the quick way never has to look beyond its nibbles, and nothing ever wraps around.
//! Everything here is held equal to [`Plain`] by differential tests.

use super::{
    Plain, Rules, State as PlainState,
    motions::{self, CODES, Motions},
    rows::{self, Rows, Sum},
    supply::Supply,
    way::{self, Spots, WAYS, Way},
};
use crate::{Compiled, Rules as AnyRules};
use std::fmt;
use tilewright_core::{
    Action, ActionList, Cell, Dice, Dir, Event, Game, Illegal, Log, Notation, Outcome, Phase, Place, Position,
    PositionError, Reason, Shape, Symmetry, Tile, Topology, ticket,
};

/// A slide game on the 4×4 board.
pub struct Classic {
    plain: Plain,
    supply: Supply,
    target: u64,
    rows: &'static Rows,
    spots: Box<Spots>,
    motions: &'static Motions,
    /// For each direction and row the events that motions stand for.
    events: Box<[[Event; 4 * CODES]; 4]>,
}

/// The tiles, and how many of them chance has still to place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    tiles: u64,
    high: u16,
    pending: u16,
}

impl State {
    /// Whether there is more to it than its nibbles.
    #[inline]
    fn is_odd(&self) -> bool {
        u32::from(self.high) | u32::from(self.pending) << 16 != 0
    }

    /// The lowest bit of every empty nibble.
    #[inline]
    fn empty(&self) -> u64 {
        let pairs = self.tiles | self.tiles >> 1;
        let mut empty = !(pairs | pairs >> 2) & 0x1111_1111_1111_1111;
        if self.high != 0 {
            for i in (0..16).filter(|i| self.high >> i & 1 == 1) {
                empty &= !(1 << (4 * i));
            }
        }
        empty
    }
}

/// What a slide makes of a board.
struct Slid {
    rows: [u16; 4],
    tiles: u64,
    sum: Sum,
    /// The empty cells that remain in each row, three bits each.
    room: usize,
}

/// Which bit of a set stands for a direction: first those of the rows' low ends.
const BITS: [u8; 4] = [3, 1, 2, 0];

/// For each set of directions how many they are, and its members, two bits each, ascending.
static MEMBERS: [(u8, u8); 16] = {
    let mut table = [(0, 0); 16];
    let mut set = 0;
    while set < 16 {
        let (mut dir, mut shift) = (0, 0);
        while dir < 4 {
            if set >> BITS[dir as usize] & 1 == 1 {
                table[set].0 += 1;
                table[set].1 |= dir << shift;
                shift += 2;
            }
            dir += 1;
        }
        set += 1;
    }
    table
};

impl Classic {
    /// The game of these rules, where this board can hold them: 4×4, and new tiles from 2 to 32768.
    pub fn new(rules: &Rules) -> Option<Self> {
        if rules.board != (Shape::Square { width: 4, height: 4, wrap: false }) {
            return None;
        }
        let plain = Plain::new(rules);
        let events: Vec<_> = (0..4)
            .map(|dir| {
                let lines = plain.topology().lines(Dir(dir));
                let events: Vec<_> = lines.iter().flat_map(|cells| motions::events(cells)).collect();
                events.try_into().expect("there are four lines")
            })
            .collect();
        Some(Self {
            plain,
            supply: Supply::new(&rules.spawn)?,
            target: rules.target.into(),
            rows: rows::table(),
            spots: way::spots(),
            motions: motions::table(),
            events: events.try_into().expect("there are four directions"),
        })
    }

    /// The board slid one way.
    #[inline]
    fn slide(&self, tiles: u64, way: &Way) -> Slid {
        let rows = way.gather(tiles);
        let [a, b, c, d] = rows.map(|row| self.rows[usize::from(row)]);
        let room = a.empty() | b.empty() << 3 | c.empty() << 6 | d.empty() << 9;
        Slid {
            rows,
            tiles: way.scatter([a, b, c, d].map(|row| row.slid(way.lift()))),
            sum: rows::sum([a, b, c, d]),
            room: room as usize & 0xfff,
        }
    }

    /// Tells what a slide did: the events of a turn up to the new tile.
    #[inline]
    fn tell<L: Log>(&self, before: u64, slid: &Slid, dir: usize, log: &mut L) {
        // All codes side by side first, so that one loop can tell them: each line with a loop of its own would make the
        // processor guess at its length.
        let mut codes = [0; 32];
        let mut count = 0;
        for (row, line) in slid.rows.into_iter().zip([0, 0x4040_4040_4040, 0x8080_8080_8080, 0xc0c0_c0c0_c0c0]) {
            let motions = self.motions[WAYS[dir].end()][usize::from(row)];
            codes[count..count + 8].copy_from_slice(&(motions | line).to_le_bytes());
            count += (motions >> 56) as usize;
        }
        let events = &self.events[dir];
        log.push_all(codes[..count].iter().map(|&code| events[usize::from(code)]));
        // The target cannot have been made for fewer points than it is worth.
        if slid.sum.gain() >= self.target {
            self.tell_reached(before, slid.tiles, log);
        }
    }

    /// Tells that the target is there, if it was not before.
    #[cold]
    #[inline(never)]
    fn tell_reached<L: Log>(&self, before: u64, after: u64, log: &mut L) {
        let shows = |tiles| self.reached(&State { tiles, high: 0, pending: 0 });
        if let (None, Some(value)) = (shows(before), shows(after)) {
            log.push(Event::Reached { value });
        }
    }

    fn widen(&self, state: &State) -> PlainState {
        let mut wide = PlainState { faces: [0; 64], pending: state.pending as u8 };
        for (i, face) in wide.faces[..16].iter_mut().enumerate() {
            let rank = (state.tiles >> (4 * i) & 15) as u32 | u32::from(state.high >> i & 1) << 4;
            *face = if rank > 0 { 1 << rank } else { 0 };
        }
        wide
    }

    fn narrow(wide: &PlainState) -> State {
        let mut state = State { tiles: 0, high: 0, pending: wide.pending.into() };
        for (i, &face) in wide.faces[..16].iter().enumerate() {
            if face > 0 {
                let rank = face.trailing_zeros();
                state.tiles |= u64::from(rank & 15) << (4 * i);
                state.high |= ((rank >> 4) as u16) << i;
            }
        }
        state
    }

    /// The same through the plain rules.
    #[cold]
    #[inline(never)]
    fn act_wide<L: Log>(&self, state: &mut State, action: Action, log: &mut L) -> Result<u64, Illegal> {
        let mut wide = self.widen(state);
        let gain = self.plain.act(&mut wide, action, log)?;
        *state = Self::narrow(&wide);
        Ok(gain)
    }

    #[cold]
    #[inline(never)]
    fn advance_wide<L: Log>(
        &self,
        state: &mut State,
        action: Action,
        dice: &mut impl Dice,
        log: &mut L,
    ) -> Result<u64, Illegal> {
        let gain = self.act(state, action, log)?;
        self.roll(state, dice, log);
        Ok(gain)
    }

    /// The legal directions, by [`BITS`].
    #[inline]
    fn legal(&self, state: &State) -> usize {
        if state.high != 0 {
            return self.legal_wide(state);
        }
        let moves = |way: &Way| rows::moves(way.gather(state.tiles).map(|row| self.rows[usize::from(row)]));
        moves(&WAYS[1]) | moves(&WAYS[0]) << 2
    }

    #[cold]
    #[inline(never)]
    fn legal_wide(&self, state: &State) -> usize {
        let mut set = 0;
        self.plain.actions(&self.widen(state), &mut |action| set |= 1 << BITS[usize::from(action.0)]);
        set
    }
}

impl fmt::Debug for Classic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The tables would fill a book.
        f.debug_struct("Classic").field("plain", &self.plain).finish_non_exhaustive()
    }
}

impl Compiled for Classic {
    fn rules(&self) -> AnyRules {
        self.plain.rules()
    }
}

impl Game for Classic {
    type State = State;

    fn topology(&self) -> &Topology {
        self.plain.topology()
    }

    fn notation(&self) -> Notation {
        Notation::Direction
    }

    fn action_list(&self) -> &ActionList {
        self.plain.action_list()
    }

    fn tile(&self, state: &State, cell: Cell) -> Option<Tile> {
        let at = u32::from(cell.0);
        let rank = (state.tiles >> (4 * at) & 15) as u32 | u32::from(state.high >> at & 1) << 4;
        (rank > 0).then(|| Tile::new(1 << rank))
    }

    fn symmetries(&self) -> &[Symmetry] {
        self.plain.symmetries()
    }

    fn blank(&self) -> State {
        Self::narrow(&self.plain.blank())
    }

    fn phase(&self, state: &State) -> Phase {
        if state.pending > 0 {
            Phase::Chance
        } else if self.legal(state) != 0 {
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
        if state.pending == 0 {
            let set = self.legal(state);
            (0..4).filter(|&dir| set >> BITS[usize::from(dir)] & 1 == 1).for_each(|dir| sink(Action(dir)));
        }
    }

    #[inline]
    fn choose(&self, state: &State, word: u64) -> Option<Action> {
        let set = if state.pending == 0 { self.legal(state) } else { 0 };
        let (count, members) = MEMBERS[set];
        let index = ticket(word, count.into());
        (set != 0).then(|| Action(u16::from(members >> (2 * index) & 3)))
    }

    #[inline]
    fn act<L: Log>(&self, state: &mut State, action: Action, log: &mut L) -> Result<u64, Illegal> {
        if state.is_odd() || action.0 > 3 {
            return self.act_wide(state, action, log);
        }
        let dir = usize::from(action.0 & 3);
        let slid = self.slide(state.tiles, &WAYS[dir]);
        if slid.sum.outgrown() {
            return self.act_wide(state, action, log);
        }
        if !slid.sum.any(WAYS[dir].moves) {
            return Err(Illegal(action));
        }
        if L::ACTIVE {
            self.tell(state.tiles, &slid, dir, log);
        }
        state.tiles = slid.tiles;
        state.pending = 1;
        Ok(slid.sum.gain())
    }

    /// As provided, but with nothing written down between the slide and the new tile.
    #[inline]
    fn advance<L: Log>(
        &self,
        state: &mut State,
        action: Action,
        dice: &mut impl Dice,
        log: &mut L,
    ) -> Result<u64, Illegal> {
        if state.is_odd() || action.0 > 3 {
            return self.advance_wide(state, action, dice, log);
        }
        let dir = usize::from(action.0 & 3);
        let slid = self.slide(state.tiles, &WAYS[dir]);
        if slid.sum.outgrown() {
            return self.advance_wide(state, action, dice, log);
        }
        if !slid.sum.any(WAYS[dir].moves) {
            return Err(Illegal(action));
        }
        let (rank, index) = self.supply.pick(slid.sum.empty(), dice.word());
        let cell = self.spots[dir][slid.room] >> (4 * index) & 15;
        let before = state.tiles;
        state.tiles = slid.tiles | u64::from(rank) << (4 * cell);
        if L::ACTIVE {
            self.tell(before, &slid, dir, log);
            log.push(Event::Spawned { at: Place::Cell(Cell(cell as u8)), value: 1 << rank });
            if 1 << rank >= self.target {
                self.tell_reached(slid.tiles, state.tiles, log);
            }
        }
        Ok(slid.sum.gain())
    }

    fn outcomes(&self, state: &State, sink: &mut impl FnMut(Outcome, u32)) {
        self.plain.outcomes(&self.widen(state), sink);
    }

    #[inline]
    fn draw(&self, state: &State, word: u64) -> Outcome {
        let mut empty = state.empty();
        let (rank, index) = self.supply.pick(empty.count_ones(), word);
        for _ in 0..index {
            empty &= empty - 1;
        }
        Outcome { at: Place::Cell(Cell((empty.trailing_zeros() / 4) as u8)), value: 1 << rank }
    }

    #[inline]
    fn settle<L: Log>(&self, state: &mut State, outcome: Outcome, log: &mut L) -> u64 {
        if let Place::Cell(cell) = outcome.at {
            let before = *state;
            state.tiles |= u64::from(outcome.value.trailing_zeros()) << (4 * cell.0);
            state.pending -= 1;
            log.push(Event::Spawned { at: outcome.at, value: outcome.value });
            if L::ACTIVE && u64::from(outcome.value) >= self.target && self.reached(&before).is_none() {
                log.push(Event::Reached { value: self.target as u32 });
            }
        }
        0
    }

    fn position(&self, state: &State) -> Position {
        self.plain.position(&self.widen(state))
    }

    fn place(&self, position: &Position) -> Result<State, PositionError> {
        self.plain.place(position).map(|wide| Self::narrow(&wide))
    }

    fn reached(&self, state: &State) -> Option<u32> {
        self.plain.reached(&self.widen(state))
    }
}

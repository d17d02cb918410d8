//! The 4×4 slide games in 64 bits: a board is sixteen nibbles, a move is four look-ups.
//!
//! Each nibble holds a tile's rank (its face is 2^rank, 0 is empty), cell 0 in the lowest. A rank above 15 does not
//! fit: its cell's bit in `high` then stands for 16 more, and such boards, which hardly any game sees, take the
//! way through [`Plain`]. So the quick way never has to look beyond its nibbles, and nothing ever wraps around.
//! Everything here is held equal to [`Plain`] by differential tests.

use super::{Plain, Rules, State as PlainState, line};
use tilewright_core::{
    Action, Cell, Dice, Game, Illegal, Log, Notation, Outcome, Phase, Place, Position, PositionError, Reason, Shape,
    Symmetry, Topology, ticket,
};

/// A slide game on the 4×4 board.
#[derive(Debug)]
pub struct Classic {
    plain: Plain,
    /// The rank of a new tile for each ticket of the spawn table.
    spawn: Box<[u8]>,
    /// What becomes of a row, sliding to its low end and to its high end. Small enough for the cache: a table of
    /// columns beside it would save two transpositions and cost more than that in misses.
    rows: Box<[[Row; 1 << 16]; 2]>,
}

/// The row after the slide (low half) and a quarter of the points (high half); the top bit where a tile would
/// outgrow its nibble.
type Row = u32;
const OUTGROWN: Row = 1 << 31;

/// What a slide makes of a board.
struct Slid {
    tiles: u64,
    empty: u64,
    gain: u64,
    moved: bool,
    outgrown: bool,
}

/// The tiles, and how many of them chance has still to place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    tiles: u64,
    high: u16,
    pending: u8,
}

/// The lowest bit of every nibble.
const ONES: u64 = 0x1111_1111_1111_1111;
/// The same without the last column, and without the last row.
const COLUMNS: u64 = 0x0111_0111_0111_0111;
const ROWS: u64 = 0x0000_1111_1111_1111;

/// The lowest bit of every nibble that is not zero.
#[inline]
fn occupied(tiles: u64) -> u64 {
    let pairs = tiles | tiles >> 1;
    (pairs | pairs >> 2) & ONES
}

/// Rows become columns.
#[inline]
fn transpose(x: u64) -> u64 {
    let swap = |x: u64, shift: u32, mask: u64| {
        let t = (x ^ x >> shift) & mask;
        x ^ t ^ t << shift
    };
    swap(swap(x, 12, 0x0000_f0f0_0000_f0f0), 24, 0x0000_0000_ff00_ff00)
}

/// The legal directions as bits, in the order of their ids.
#[inline]
fn legal(tiles: u64) -> usize {
    let full = occupied(tiles);
    let across = !occupied(tiles ^ tiles >> 4) & full & COLUMNS;
    let along = !occupied(tiles ^ tiles >> 16) & full & ROWS;
    let up = (!full & full >> 16 & ROWS) | along;
    let down = (full & !(full >> 16) & ROWS) | along;
    let left = (!full & full >> 4 & COLUMNS) | across;
    let right = (full & !(full >> 4) & COLUMNS) | across;
    usize::from(up != 0) | usize::from(right != 0) << 1 | usize::from(down != 0) << 2 | usize::from(left != 0) << 3
}

/// For each set of directions how many they are, and its members, two bits each, ascending.
const MEMBERS: [(u8, u8); 16] = {
    let mut table = [(0, 0); 16];
    let mut set = 0;
    while set < 16 {
        let (mut dir, mut shift) = (0, 0);
        while dir < 4 {
            if set >> dir & 1 == 1 {
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
        let fits = rules.board == Shape::Square { width: 4, height: 4, wrap: false }
            && rules.spawn.smallest() >= 2
            && rules.spawn.largest() < 1 << 16;
        let spawn = (0..rules.spawn.total()).map(|ticket| rules.spawn.pick(ticket).trailing_zeros() as u8);
        fits.then(|| Self { plain: Plain::new(rules), spawn: spawn.collect(), rows: self::rows() })
    }

    /// The board slid one way.
    #[inline]
    fn slide(&self, tiles: u64, dir: u16) -> Slid {
        // Up and down are left and right of the transposed board. No branches: which way it goes is anybody's guess.
        let upright = u64::from(dir & 1).wrapping_sub(1);
        let turned = tiles ^ (tiles ^ transpose(tiles)) & upright;
        let rows = &self.rows[usize::from((dir + 1) >> 1 & 1)];
        let row = |i: u32| rows[usize::from((turned >> (16 * i)) as u16)];
        let (a, b, c, d) = (row(0), row(1), row(2), row(3));
        let half = |row: Row| u64::from(row & 0xffff);
        let slid = half(a) | half(b) << 16 | half(c) << 32 | half(d) << 48;
        Slid {
            tiles: slid ^ (slid ^ transpose(slid)) & upright,
            // Counted on the rows as they lie, so that it need not wait for the transposition.
            empty: 16 - (occupied(slid).wrapping_mul(ONES) >> 60),
            gain: 4 * u64::from((a >> 16) + (b >> 16) + (c >> 16) + (d >> 16)),
            moved: slid != turned,
            outgrown: (a | b | c | d) & OUTGROWN != 0,
        }
    }

    /// The rank and the shift of the new tile that a word stands for, given the empty cells (at their nibbles' lowest
    /// bits) and how many they are.
    #[inline]
    fn pick(&self, empty: u64, count: u64, word: u64) -> (u8, u32) {
        // The ticket ⌊word·count·total / 2^64⌋, taken apart into cell and value without a division.
        let wide = u128::from(word) * u128::from(count);
        let index = (wide >> 64) as u64;
        let rank = self.spawn[ticket(wide as u64, self.spawn.len() as u64) as usize];
        // The cell we want is empty and has `index` empty ones before it.
        let before = empty.wrapping_mul(ONES << 4);
        let chosen = empty & !occupied(before ^ index.wrapping_mul(ONES));
        (rank, chosen.trailing_zeros())
    }

    fn widen(&self, state: &State) -> PlainState {
        let mut wide = PlainState { faces: [0; 64], pending: state.pending };
        for (i, face) in wide.faces[..16].iter_mut().enumerate() {
            let rank = (state.tiles >> (4 * i) & 15) as u32 | u32::from(state.high >> i & 1) << 4;
            *face = if rank > 0 { 1 << rank } else { 0 };
        }
        wide
    }

    fn narrow(wide: &PlainState) -> State {
        let mut state = State { tiles: 0, high: 0, pending: wide.pending };
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
    fn act_wide<L: Log>(&self, state: &mut State, action: Action, log: &mut L) -> Result<u64, Illegal> {
        let mut wide = self.widen(state);
        let gain = self.plain.act(&mut wide, action, log)?;
        *state = Self::narrow(&wide);
        Ok(gain)
    }

    #[cold]
    fn advance_wide<L: Log>(
        &self,
        state: &mut State,
        action: Action,
        dice: &mut impl Dice,
        log: &mut L,
    ) -> Result<u64, Illegal> {
        let gain = self.act(state, action, log)?;
        self.roll(state, dice, log);
        self.tell_end(state, log);
        Ok(gain)
    }

    #[inline]
    fn legal(&self, state: &State) -> usize {
        if state.high == 0 { legal(state.tiles) } else { self.legal_wide(state) }
    }

    #[cold]
    fn legal_wide(&self, state: &State) -> usize {
        let mut set = 0;
        self.plain.actions(&self.widen(state), &mut |action| set |= 1 << action.0);
        set
    }

    /// The lowest bit of every empty nibble.
    #[inline]
    fn empty(state: &State) -> u64 {
        let mut empty = !occupied(state.tiles) & ONES;
        if state.high != 0 {
            for i in (0..16).filter(|i| state.high >> i & 1 == 1) {
                empty &= !(1 << (4 * i));
            }
        }
        empty
    }
}

/// Every row slid both ways, by the plain rules.
fn rows() -> Box<[[Row; 1 << 16]; 2]> {
    let slid = |row: u32, reverse: bool| {
        let at = |i: u32| 4 * if reverse { 3 - i } else { i };
        let mut faces = [0, 1, 2, 3].map(|i| match row >> at(i) & 15 {
            0 => 0,
            rank => 1 << rank,
        });
        let gain = line::slide(&mut faces, &mut ());
        if faces.iter().any(|&face| face >= 1 << 16) {
            return OUTGROWN;
        }
        let ranks = faces.map(|face: u32| if face > 0 { face.trailing_zeros() } else { 0 });
        (0..4).fold(0, |row, i| row | ranks[i as usize] << at(i)) | (gain as u32 / 4) << 16
    };
    let mut rows = vec![[0; 1 << 16]; 2];
    for (reverse, rows) in rows.iter_mut().enumerate() {
        for (row, entry) in rows.iter_mut().enumerate() {
            *entry = slid(row as u32, reverse == 1);
        }
    }
    rows.into_boxed_slice().try_into().expect("there are two ways to slide")
}

impl Game for Classic {
    type State = State;

    fn topology(&self) -> &Topology {
        self.plain.topology()
    }

    fn notation(&self) -> Notation {
        Notation::Direction
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
            (0..4).filter(|dir| set >> dir & 1 == 1).for_each(|dir| sink(Action(dir)));
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
        if L::ACTIVE || state.high != 0 {
            return self.act_wide(state, action, log);
        }
        if action.0 > 3 || state.pending > 0 {
            return Err(Illegal(action));
        }
        let slid = self.slide(state.tiles, action.0);
        if slid.outgrown {
            return self.act_wide(state, action, log);
        }
        if !slid.moved {
            return Err(Illegal(action));
        }
        state.tiles = slid.tiles;
        state.pending = 1;
        Ok(slid.gain)
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
        if L::ACTIVE || state.high != 0 || state.pending > 0 || action.0 > 3 {
            return self.advance_wide(state, action, dice, log);
        }
        let slid = self.slide(state.tiles, action.0);
        if slid.outgrown {
            return self.advance_wide(state, action, dice, log);
        }
        if !slid.moved {
            return Err(Illegal(action));
        }
        let (rank, shift) = self.pick(!occupied(slid.tiles) & ONES, slid.empty, dice.word());
        state.tiles = slid.tiles | u64::from(rank) << shift;
        Ok(slid.gain)
    }

    fn outcomes(&self, state: &State, sink: &mut impl FnMut(Outcome, u32)) {
        self.plain.outcomes(&self.widen(state), sink);
    }

    #[inline]
    fn draw(&self, state: &State, word: u64) -> Outcome {
        let empty = Self::empty(state);
        let (rank, shift) = self.pick(empty, empty.count_ones().into(), word);
        Outcome { at: Place::Cell(Cell((shift / 4) as u8)), value: 1 << rank }
    }

    #[inline]
    fn settle<L: Log>(&self, state: &mut State, outcome: Outcome, log: &mut L) -> u64 {
        if L::ACTIVE {
            let mut wide = self.widen(state);
            self.plain.settle(&mut wide, outcome, log);
            *state = Self::narrow(&wide);
        } else if let Place::Cell(cell) = outcome.at {
            state.tiles |= u64::from(outcome.value.trailing_zeros()) << (4 * cell.0);
            state.pending -= 1;
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

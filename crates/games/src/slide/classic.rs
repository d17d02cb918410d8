//! The 4×4 slide games in 64 bits: a board is sixteen nibbles, a move is four look-ups.
//!
//! Each nibble holds a tile's rank (its face is 2^rank, 0 is empty), cell 0 in the lowest. A rank above 15 does not
//! fit: its cell's bit in `high` then stands for 16 more, and such boards, which hardly any game sees, take the
//! way through [`Plain`]. So the quick way never has to look beyond its nibbles, and nothing ever wraps around.
//! Everything here is held equal to [`Plain`] by differential tests.

use super::{Plain, Rules, State as PlainState, rows::{self, Row, Rows, Sum}};
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
    rows: &'static Rows,
    /// For each direction and the number of empty cells in each of its rows after a slide: the empty cells in scan
    /// order, a nibble each.
    spots: Box<[[u64; 1 << 12]; 4]>,
}

/// What a slide makes of a board.
struct Slid {
    tiles: u64,
    sum: Sum,
    /// The empty cells that remain in each row, three bits each.
    room: usize,
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
}

/// The lowest bit of every nibble.
const ONES: u64 = 0x1111_1111_1111_1111;
/// The lowest bit of every nibble that is not zero.
#[inline]
fn occupied(tiles: u64) -> u64 {
    let pairs = tiles | tiles >> 1;
    (pairs | pairs >> 2) & ONES
}

/// How a direction takes a board apart into rows and puts it together again.
///
/// Left and right find their rows side by side. For up and down a mask picks a column, and a multiplication brings its
/// four nibbles together in the topmost bits, the upper end of the column on top. The same multiplication puts copies of
/// a row where its nibbles are at home again. No two of the products' nibbles ever meet, so nothing carries.
struct Way {
    mask: u64,
    magic: u64,
    home: u64,
    step: u16,
    /// The end where tiles come to rest.
    end: u16,
    /// The bits of a [`Sum`] that tell whether any tile would move.
    moves: u32,
}

impl Way {
    const fn new(across: bool, end: u16) -> Self {
        let moves = rows::MOVES[end as usize];
        if across {
            Self { mask: 0xffff, magic: 1 << 48, home: 0xffff << 48, step: 16, end, moves }
        } else {
            Self {
                mask: 0x000f_000f_000f_000f,
                magic: 0x1000_0100_0010_0001,
                home: 0xf000_f000_f000_f000,
                step: 4,
                end,
                moves,
            }
        }
    }

    #[inline]
    fn gather(&self, tiles: u64) -> [u16; 4] {
        [0, 1, 2, 3].map(|i| ((tiles >> (i * u32::from(self.step)) & self.mask).wrapping_mul(self.magic) >> 48) as u16)
    }

    #[inline]
    fn scatter(&self, rows: [u16; 4]) -> u64 {
        let home = |row| u64::from(row).wrapping_mul(self.magic) & self.home;
        rows.into_iter().fold(0, |tiles, row| tiles >> u32::from(self.step) | home(row))
    }
}

/// Up, right, down and left.
static WAYS: [Way; 4] = [Way::new(false, 1), Way::new(true, 1), Way::new(false, 0), Way::new(true, 0)];

/// Which bit of a set stands for a direction.
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
        let fits = rules.board == Shape::Square { width: 4, height: 4, wrap: false }
            && rules.spawn.smallest() >= 2
            && rules.spawn.largest() < 1 << 16;
        let spawn = (0..rules.spawn.total()).map(|ticket| rules.spawn.pick(ticket).trailing_zeros() as u8);
        fits.then(|| Self { plain: Plain::new(rules), spawn: spawn.collect(), rows: rows::table(), spots: spots() })
    }

    /// The board slid one way. No branches: which way it goes is anybody's guess.
    #[inline]
    fn slide(&self, tiles: u64, way: &Way) -> Slid {
        let [a, b, c, d] = way.gather(tiles).map(|row| &self.rows[usize::from(row)]);
        let end = |row: &Row| row.slid[way.end as usize & 1];
        let room = a.empty() | b.empty() << 3 | c.empty() << 6 | d.empty() << 9;
        Slid { tiles: way.scatter([end(a), end(b), end(c), end(d)]), sum: rows::sum([a, b, c, d]), room: room as usize & 4095 }
    }

    /// The rank of the new tile that a word stands for, and the number of its cell among the empty ones.
    #[inline]
    fn pick(&self, empty: u64, word: u64) -> (u8, u64) {
        // The ticket ⌊word·empty·total / 2^64⌋, taken apart into cell and value without a division.
        let wide = u128::from(word) * u128::from(empty);
        let rank = self.spawn[ticket(wide as u64, self.spawn.len() as u64) as usize];
        (rank, (wide >> 64) as u64)
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
        self.tell_end(state, log);
        Ok(gain)
    }

    /// The legal directions: left, right, down and up, a bit each.
    #[inline]
    fn legal(&self, state: &State) -> usize {
        if state.high != 0 {
            return self.legal_wide(state);
        }
        let moves = |way: &Way| rows::moves(way.gather(state.tiles).map(|row| &self.rows[usize::from(row)]));
        moves(&WAYS[1]) | moves(&WAYS[0]) << 2
    }

    #[cold]
    #[inline(never)]
    fn legal_wide(&self, state: &State) -> usize {
        let mut set = 0;
        self.plain.actions(&self.widen(state), &mut |action| set |= 1 << BITS[usize::from(action.0)]);
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

fn spots() -> Box<[[u64; 1 << 12]; 4]> {
    let mut spots = vec![[0; 1 << 12]; 4];
    for (way, spots) in WAYS.iter().zip(&mut spots) {
        for (room, spots) in spots.iter_mut().enumerate() {
            // A board of that kind.
            let rows = [0, 3, 6, 9].map(|shift| {
                let empty = (room as u32 >> shift & 7).min(4);
                if way.end == 0 { (0xffff_u32 >> (4 * empty)) as u16 } else { (0xffff_u32 << (4 * empty)) as u16 }
            });
            let tiles = way.scatter(rows);
            for cell in (0..16).rev().filter(|cell| tiles >> (4 * cell) & 15 == 0) {
                *spots = *spots << 4 | cell;
            }
        }
    }
    spots.into_boxed_slice().try_into().expect("there are four ways")
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
        if L::ACTIVE || state.high != 0 {
            return self.act_wide(state, action, log);
        }
        if action.0 > 3 || state.pending > 0 {
            return Err(Illegal(action));
        }
        let way = &WAYS[usize::from(action.0 & 3)];
        let slid = self.slide(state.tiles, way);
        if slid.sum.outgrown() {
            return self.act_wide(state, action, log);
        }
        if !slid.sum.any(way.moves) {
            return Err(Illegal(action));
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
        if L::ACTIVE || state.is_odd() || action.0 > 3 {
            return self.advance_wide(state, action, dice, log);
        }
        let way = &WAYS[usize::from(action.0 & 3)];
        let slid = self.slide(state.tiles, way);
        if slid.sum.outgrown() {
            return self.advance_wide(state, action, dice, log);
        }
        if !slid.sum.any(way.moves) {
            return Err(Illegal(action));
        }
        let (rank, index) = self.pick(slid.sum.empty().into(), dice.word());
        let cell = self.spots[usize::from(action.0 & 3)][slid.room] >> (4 * index) & 15;
        state.tiles = slid.tiles | u64::from(rank) << (4 * cell);
        Ok(slid.sum.gain())
    }

    fn outcomes(&self, state: &State, sink: &mut impl FnMut(Outcome, u32)) {
        self.plain.outcomes(&self.widen(state), sink);
    }

    #[inline]
    fn draw(&self, state: &State, word: u64) -> Outcome {
        let mut empty = Self::empty(state);
        let (rank, index) = self.pick(empty.count_ones().into(), word);
        for _ in 0..index {
            empty &= empty - 1;
        }
        Outcome { at: Place::Cell(Cell((empty.trailing_zeros() / 4) as u8)), value: 1 << rank }
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

//! The slide games on the hexagon of radius 2 in 76 bits, built like [`super::Classic`]: nibbles of ranks, lines by
//! look-up, boards with higher tiles through [`Plain`].
//!
//! The rows of that board have 3, 4, 5, 4 and 3 cells. Mirroring the board in the right axis exchanges its rows with
//! the lines of either other axis, so a slide along those is a slide of the mirrored board's rows.

mod board;

use super::{
    Plain, Rules, State as PlainState, line,
    motions::{self, CODES, Motions},
    plain,
    rows::{self, Rows, Sum},
    supply::Supply,
};
use crate::{Compiled, Rules as AnyRules};
use board::{Axis, Board, Middle, WAYS};
use std::fmt;
use tilewright_core::{
    Action, ActionList, Cell, Dice, Dir, Event, Game, Illegal, Log, Notation, Outcome, Phase, Place, Position,
    PositionError, Reason, Shape, Symmetry, Tile, Topology, ticket,
};

/// A slide game on the hexagon of radius 2.
pub struct Hex2 {
    plain: Plain,
    supply: Supply,
    target: u64,
    rows: &'static Rows,
    motions: &'static Motions,
    /// For each direction its lines in the order of telling.
    lines: Box<[[Line; 5]; 6]>,
}

/// A line along a direction.
struct Line {
    /// Which row it is, once the board is mirrored.
    row: usize,
    /// The events that its motions stand for, where it has up to four cells.
    events: [Event; CODES],
}

/// The tiles, and how many of them chance has still to place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    board: Board,
    /// The cells of ranks above 15, whose nibbles are 16 less.
    high: u32,
    pending: u8,
}

/// What a slide makes of a board.
struct Slid {
    /// The rows of the mirrored board, before.
    rows: [u32; 5],
    board: Board,
    moved: bool,
    outgrown: bool,
    empty: u32,
    gain: u64,
}

/// For each set of directions (bits as their ids) how many they are, and its members, three bits each, ascending.
static MEMBERS: [(u8, u32); 64] = {
    let mut table = [(0, 0); 64];
    let mut set = 0;
    while set < 64 {
        let (mut dir, mut shift) = (0, 0);
        while dir < 6 {
            if set >> dir & 1 == 1 {
                table[set].0 += 1;
                table[set].1 |= dir << shift;
                shift += 3;
            }
            dir += 1;
        }
        set += 1;
    }
    table
};

impl Hex2 {
    /// The game of these rules, where this board can hold them: a hexagon of radius 2, and new tiles from 2 to 32768.
    pub fn new(rules: &Rules) -> Option<Self> {
        if rules.board != (Shape::Hex { radius: 2 }) {
            return None;
        }
        let plain = Plain::new(rules);
        let line = |dir: usize, i: usize| {
            let cells = &plain.topology().lines(Dir(dir as u8))[i];
            // Marks the front cell, and sees which row it gets to.
            let front = cells[0].index();
            let board = match front {
                0..16 => Board { tiles: 1 << (4 * front), last: 0 },
                _ => Board { tiles: 0, last: 1 << (4 * (front - 16)) },
            };
            let row = board.mirrored(WAYS[dir].0).rows().iter().position(|&row| row != 0);
            Line { row: row.expect("the mark is somewhere"), events: motions::events(cells) }
        };
        let lines: Vec<_> = (0..6).map(|dir| std::array::from_fn(|i| line(dir, i))).collect();
        Some(Self {
            supply: Supply::new(&rules.spawn)?,
            target: rules.target.into(),
            rows: rows::table(),
            motions: motions::table(),
            lines: lines.try_into().ok().expect("there are six directions"),
            plain,
        })
    }

    /// The board slid one way, if the way is one. The directions are guessed wrong most of the time; but to do without
    /// branches would take longer than to go back from the wrong one.
    #[inline]
    fn slide(&self, board: Board, dir: u16) -> Option<Slid> {
        Some(match dir {
            0 => self.slide_to::<0>(board, Axis::Columns),
            1 => self.slide_to::<0>(board, Axis::Diagonals),
            2 => self.slide_to::<1>(board, Axis::Rows),
            3 => self.slide_to::<1>(board, Axis::Columns),
            4 => self.slide_to::<1>(board, Axis::Diagonals),
            5 => self.slide_to::<0>(board, Axis::Rows),
            _ => return None,
        })
    }

    #[inline]
    fn slide_to<const END: usize>(&self, board: Board, axis: Axis) -> Slid {
        let mirrored = board.mirrored(axis);
        let [a, b, c, d, e] = mirrored.rows();
        // Rows of three lie at the end where tiles go, with a cell behind them that stays empty.
        let short = if END == 0 { 0 } else { 4 };
        let row = |row: u32| self.rows[row as usize & 0xffff];
        let middle = Middle::slide::<END>(c);
        let entries @ [ra, rb, rc, rd, re] = [row(a << short), row(b), row(middle.rest), row(d), row(e << short)];
        let [a, b, c, d, e] = entries.map(|row| u32::from(row.slid(rows::lift(END))));
        let slid = Board::from_rows([a >> short, b, middle.join::<END>(c), d, e >> short]);
        let sum: Sum = rows::sum([ra, rb, rc, rd, re]);
        Slid {
            rows: mirrored.rows(),
            board: slid.mirrored(axis),
            moved: slid != mirrored,
            outgrown: sum.outgrown() || middle.front > 15,
            empty: sum.empty() - 2 + u32::from(middle.front == 0),
            gain: sum.gain() + middle.gain,
        }
    }

    /// The legal directions, a bit each.
    #[inline]
    fn legal(&self, state: &State) -> usize {
        if state.high != 0 {
            return self.legal_wide(state);
        }
        let row = |row: u32| self.rows[row as usize & 0xffff];
        // To the low end (bit 0) and to the high end (bit 1).
        let moves = |axis| {
            let [a, b, c, d, e] = state.board.mirrored(axis).rows();
            // Whatever moves in the row of five moves in its first four cells or in its last four.
            let long = rows::moves([row(b), row(c), row(c >> 4), row(d)]);
            long | rows::moves([row(a), row(e)]) & 1 | rows::moves([row(a << 4), row(e << 4)]) & 2
        };
        let [columns, diagonals, rows] = [Axis::Columns, Axis::Diagonals, Axis::Rows].map(moves);
        columns & 1
            | (diagonals & 1) << 1
            | (rows & 2) << 1
            | (columns & 2) << 2
            | (diagonals & 2) << 3
            | (rows & 1) << 5
    }

    #[cold]
    #[inline(never)]
    fn legal_wide(&self, state: &State) -> usize {
        let mut set = 0;
        self.plain.actions(&self.widen(state), &mut |action| set |= 1 << action.0);
        set
    }

    fn widen(&self, state: &State) -> PlainState {
        let mut wide = PlainState { faces: [0; 64], pending: state.pending };
        for (i, face) in wide.faces[..19].iter_mut().enumerate() {
            let nibble =
                if i < 16 { state.board.tiles >> (4 * i) } else { u64::from(state.board.last) >> (4 * (i - 16)) };
            let rank = nibble as u32 & 15 | (state.high >> i & 1) << 4;
            *face = if rank > 0 { 1 << rank } else { 0 };
        }
        wide
    }

    fn narrow(wide: &PlainState) -> State {
        let mut state = State { board: Board { tiles: 0, last: 0 }, high: 0, pending: wide.pending };
        for (i, &face) in wide.faces[..19].iter().enumerate() {
            if face > 0 {
                let rank = face.trailing_zeros();
                match i {
                    0..16 => state.board.tiles |= u64::from(rank & 15) << (4 * i),
                    _ => state.board.last |= (rank as u16 & 15) << (4 * (i - 16)),
                }
                state.high |= (rank >> 4) << i;
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

    /// Tells what a slide did: the events of a turn up to the new tile.
    #[inline(never)]
    fn tell<L: Log>(&self, before: Board, slid: &Slid, dir: usize, log: &mut L) {
        let end = WAYS[dir].1;
        for (line, cells) in self.lines[dir].iter().zip(self.plain.topology().lines(Dir(dir as u8))) {
            let row = slid.rows[line.row];
            if cells.len() == 5 {
                let mut faces =
                    [0, 1, 2, 3, 4].map(|place| match row >> (4 * if end == 0 { place } else { 4 - place }) & 15 {
                        0 => 0,
                        rank => 1 << rank,
                    });
                line::slide(&mut faces, &mut |motion| plain::tell(cells, motion, log));
            } else {
                let row = if cells.len() == 3 && end == 1 { row << 4 } else { row };
                let motions = self.motions[end][row as usize & 0xffff].to_le_bytes();
                log.push_all(motions[..usize::from(motions[7] & 7)].iter().map(|&code| line.events[usize::from(code)]));
            }
        }
        // The target cannot have been made for fewer points than it is worth.
        if slid.gain >= self.target {
            self.tell_reached(before, slid.board, log);
        }
    }

    /// Tells that the target is there, if it was not before.
    #[cold]
    #[inline(never)]
    fn tell_reached<L: Log>(&self, before: Board, after: Board, log: &mut L) {
        let shows = |board| self.reached(&State { board, high: 0, pending: 0 });
        if let (None, Some(value)) = (shows(before), shows(after)) {
            log.push(Event::Reached { value });
        }
    }
}

impl fmt::Debug for Hex2 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The tables would fill a book.
        f.debug_struct("Hex2").field("plain", &self.plain).finish_non_exhaustive()
    }
}

impl Compiled for Hex2 {
    fn rules(&self) -> AnyRules {
        self.plain.rules()
    }
}

impl Game for Hex2 {
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
        let nibble =
            if at < 16 { state.board.tiles >> (4 * at) } else { u64::from(state.board.last) >> (4 * (at - 16)) };
        let rank = nibble as u32 & 15 | (state.high >> at & 1) << 4;
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
            (0..6).filter(|dir| set >> dir & 1 == 1).for_each(|dir| sink(Action(dir)));
        }
    }

    #[inline]
    fn choose(&self, state: &State, word: u64) -> Option<Action> {
        let set = if state.pending == 0 { self.legal(state) } else { 0 };
        let (count, members) = MEMBERS[set];
        let index = ticket(word, count.into());
        (set != 0).then(|| Action((members >> (3 * index) & 7) as u16))
    }

    #[inline]
    fn act<L: Log>(&self, state: &mut State, action: Action, log: &mut L) -> Result<u64, Illegal> {
        let odd = state.high != 0 || state.pending > 0;
        let Some(slid) = self.slide(state.board, action.0).filter(|slid| !odd && !slid.outgrown) else {
            return self.act_wide(state, action, log);
        };
        if !slid.moved {
            return Err(Illegal(action));
        }
        if L::ACTIVE {
            self.tell(state.board, &slid, usize::from(action.0), log);
        }
        state.board = slid.board;
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
        let odd = state.high != 0 || state.pending > 0;
        let Some(slid) = self.slide(state.board, action.0).filter(|slid| !odd && !slid.outgrown) else {
            return self.advance_wide(state, action, dice, log);
        };
        if !slid.moved {
            return Err(Illegal(action));
        }
        let (rank, index) = self.supply.pick(slid.empty, dice.word());
        let (board, cell) = slid.board.put(slid.empty, rank, index);
        if L::ACTIVE {
            self.tell(state.board, &slid, usize::from(action.0), log);
            log.push(Event::Spawned { at: Place::Cell(Cell(cell)), value: 1 << rank });
            if 1 << rank >= self.target {
                self.tell_reached(slid.board, board, log);
            }
        }
        state.board = board;
        Ok(slid.gain)
    }

    fn outcomes(&self, state: &State, sink: &mut impl FnMut(Outcome, u32)) {
        self.plain.outcomes(&self.widen(state), sink);
    }

    #[inline]
    fn draw(&self, state: &State, word: u64) -> Outcome {
        let (first, last) = state.board.empty();
        let mut empty = u128::from(first) | u128::from(last) << 64;
        for i in (0..19).filter(|i| state.high >> i & 1 == 1) {
            empty &= !(1 << (4 * i));
        }
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
            let rank = outcome.value.trailing_zeros();
            match cell.0 {
                0..16 => state.board.tiles |= u64::from(rank) << (4 * cell.0),
                _ => state.board.last |= (rank as u16) << (4 * (cell.0 - 16)),
            }
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

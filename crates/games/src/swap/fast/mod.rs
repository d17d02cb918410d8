//! The swap rules on bit planes: the same game as the plain one, for the variants most played.
//!
//! Lines of three in rows and columns, neighbours that must merge, at most 8×8 cells, no preview; everything else is for
//! the plain implementation. Powers of two that double need five planes ([`POWERS`]), any other faces thirty-one
//! ([`FACES`]): the rules are the same, only the tiles' codes differ.

mod board;
mod deal;
mod spawner;
mod waves;

use super::{Law, Plain, Reach, Rules, plain::Stage};
use crate::{Compiled, Rules as AnyRules};
use board::{Board, Found, Frame, next_gap};
use spawner::Spawner;
use tilewright_core::{
    Action, ActionList, Cell, Dice, Event, Game, Illegal, Log, NoStart, Notation, Outcome, Phase, Place, Position,
    PositionError, Reason, Tile, Topology, ticket,
};

/// The planes for powers of two: a code is an exponent, counted from 1 for the smallest spawn value.
pub const POWERS: usize = 5;
/// The planes for any face up to 2³⁰: a code is the face itself.
pub const FACES: usize = 31;

/// A swap game on bit planes, [`POWERS`] or [`FACES`] of them.
#[derive(Debug)]
pub struct Fast<const PLANES: usize> {
    plain: Plain,
    frame: Frame,
    spawner: Spawner,
    /// The exponent of the smallest spawn value.
    least: u32,
    /// The cells' bits on the planes, in scan order, and back.
    bits: [u8; 64],
    cells: [u8; 64],
}

/// The tiles, the turns left where they are limited, and what is under way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State<const PLANES: usize> {
    board: Board<PLANES>,
    left: u32,
    stage: Stage,
}

impl<const PLANES: usize> Fast<PLANES> {
    /// Whether this implementation can play the rules.
    pub fn plays(rules: &Rules) -> bool {
        let powers =
            rules.law == Law::Doubling && rules.spawn.as_slice().iter().all(|(value, _)| value.is_power_of_two());
        rules.width <= 8
            && rules.height <= 8
            && (PLANES == FACES || PLANES == POWERS && powers)
            && rules.run == 3
            && !rules.diagonal
            && !rules.wrap
            && rules.reach == Reach::Neighbour
            && rules.must_merge
            && rules.preview == 0
    }

    /// The quick form of a game whose rules it [plays](Self::plays).
    pub fn new(plain: Plain) -> Self {
        let rules = &plain.rules;
        let (width, height) = (rules.width, rules.height);
        let least = rules.spawn.smallest().trailing_zeros();
        let mut game = Self {
            frame: Frame::new(width.into(), height.into()),
            spawner: Spawner::new(&rules.spawn, |value| code::<PLANES>(value, least)),
            least,
            bits: [0; 64],
            cells: [0; 64],
            plain,
        };
        for cell in 0..width * height {
            let bit = cell / width * 8 + cell % width;
            game.bits[usize::from(cell)] = bit;
            game.cells[usize::from(bit)] = cell;
        }
        game
    }

    fn rules(&self) -> &Rules {
        &self.plain.rules
    }

    #[inline]
    fn cell(&self, at: u32) -> Cell {
        Cell(self.cells[at as usize])
    }

    #[inline]
    fn face(&self, code: u32) -> u32 {
        if PLANES == POWERS { 1 << (code - 1 + self.least) } else { code }
    }

    #[inline]
    fn code(&self, face: u32) -> u32 {
        code::<PLANES>(face, self.least)
    }

    #[inline]
    fn gaps(&self, board: &Board<PLANES>) -> u64 {
        self.frame.full & !board.tiles()
    }

    #[inline]
    fn turns_are_up(&self, state: &State<PLANES>) -> bool {
        state.left == 0 && self.rules().turn_limit.is_some()
    }

    #[inline]
    fn is_settled(&self, state: &State<PLANES>) -> bool {
        state.stage == Stage::Rest && !self.turns_are_up(state)
    }

    /// The bits of an action's cells, if they adjoin.
    #[inline]
    fn pair(&self, action: Action) -> Option<(u32, u32)> {
        let cells = self.plain.topology().len() as u16;
        let (a, b) = (action.0 / cells, action.0 % cells);
        if a >= cells {
            return None;
        }
        let (a, b) = (self.bits[usize::from(a)].into(), self.bits[usize::from(b)].into());
        self.frame.adjoin(a, b).then_some((a, b))
    }

    /// The action of a cell in a row: four ways a cell, up, left, right, down.
    #[inline]
    fn action(&self, row: u32, way: u32) -> Action {
        let width = u32::from(self.rules().width);
        let a = row * width + way / 4;
        let b = match way % 4 {
            0 => a - width,
            1 => a - 1,
            2 => a + 1,
            _ => a + width,
        };
        Action((a * self.plain.topology().len() as u32 + b) as u16)
    }

    /// The cell that chance fills next.
    #[inline]
    fn to_fill(&self, state: &State<PLANES>) -> u32 {
        let gaps = self.gaps(&state.board);
        if state.stage == Stage::Deal { gaps.trailing_zeros() } else { next_gap(gaps) }
    }

    #[inline]
    fn outcome(&self, at: u32, entry: usize) -> Outcome {
        Outcome { at: Place::Cell(self.cell(at)), value: self.face(self.spawner.code(entry)) }
    }

    /// Swaps, and gives the lines, if one runs through either cell.
    #[inline]
    fn try_swap(&self, board: &mut Board<PLANES>, (a, b): (u32, u32)) -> Option<Found> {
        board.swap(a, b);
        let found = self.frame.find(board);
        (found.any() & (1 << a | 1 << b) != 0).then_some(found)
    }
}

/// The code of a face, the exponent of the smallest spawn value given.
#[inline]
fn code<const PLANES: usize>(face: u32, least: u32) -> u32 {
    if PLANES == POWERS { face.trailing_zeros() + 1 - least } else { face }
}

impl<const PLANES: usize> Compiled for Fast<PLANES> {
    fn rules(&self) -> AnyRules {
        self.plain.rules()
    }
}

impl<const PLANES: usize> Game for Fast<PLANES> {
    type State = State<PLANES>;

    fn topology(&self) -> &Topology {
        self.plain.topology()
    }

    fn is_endless(&self) -> bool {
        true
    }

    fn notation(&self) -> Notation {
        Notation::Pair
    }

    fn action_list(&self) -> &ActionList {
        self.plain.action_list()
    }

    fn tile(&self, state: &State<PLANES>, cell: Cell) -> Option<Tile> {
        let code = state.board.get(self.bits[cell.index()].into());
        (code > 0).then(|| Tile::new(self.face(code)))
    }

    #[inline]
    fn blank(&self) -> State<PLANES> {
        State { board: Board::EMPTY, left: self.rules().turn_limit.unwrap_or(0), stage: Stage::Deal }
    }

    fn phase(&self, state: &State<PLANES>) -> Phase {
        if state.stage != Stage::Rest {
            Phase::Chance
        } else if self.turns_are_up(state) {
            Phase::Over(Reason::TurnLimit)
        } else if self.frame.swaps(&state.board).any() {
            Phase::Decide
        } else {
            Phase::Over(Reason::Stuck)
        }
    }

    #[inline]
    fn is_chance(&self, state: &State<PLANES>) -> bool {
        state.stage != Stage::Rest
    }

    fn actions(&self, state: &State<PLANES>, sink: &mut impl FnMut(Action)) {
        if self.is_settled(state) {
            let swaps = self.frame.swaps(&state.board);
            for row in 0..u32::from(self.rules().height) {
                let mut word = swaps.row(row);
                while word != 0 {
                    sink(self.action(row, word.trailing_zeros()));
                    word &= word - 1;
                }
            }
        }
    }

    #[inline]
    fn choose(&self, state: &State<PLANES>, word: u64) -> Option<Action> {
        if !self.is_settled(state) {
            return None;
        }
        let swaps = self.frame.swaps(&state.board);
        let counts = swaps.counts();
        let mut left = ticket(word, counts >> 56);
        if counts == 0 {
            return None;
        }
        let mut row = 0;
        let mut before = 0;
        while counts >> (8 * row) & 0xff <= left {
            before = counts >> (8 * row) & 0xff;
            row += 1;
        }
        left -= before;
        let mut word = swaps.row(row);
        for _ in 0..left {
            word &= word - 1;
        }
        Some(self.action(row, word.trailing_zeros()))
    }

    fn is_legal(&self, state: &State<PLANES>, action: Action) -> bool {
        let swap = |pair| self.try_swap(&mut { state.board }, pair).is_some();
        self.is_settled(state) && self.pair(action).is_some_and(swap)
    }

    #[inline]
    fn act<L: Log>(&self, state: &mut State<PLANES>, action: Action, log: &mut L) -> Result<u64, Illegal> {
        let mut board = state.board;
        let swapped = self
            .pair(action)
            .filter(|_| self.is_settled(state))
            .and_then(|pair| Some((pair, self.try_swap(&mut board, pair)?)));
        let Some(((a, b), found)) = swapped else {
            return Err(Illegal(action));
        };
        state.board = board;
        state.left = state.left.saturating_sub(1);
        log.push(Event::Swapped { a: self.cell(a), b: self.cell(b) });
        let gain = self.first_wave(&mut state.board, found, (a, b), log);
        self.after_wave(state, 1, log);
        Ok(gain)
    }

    fn outcomes(&self, state: &State<PLANES>, sink: &mut impl FnMut(Outcome, u32)) {
        if state.stage == Stage::Rest {
            return;
        }
        let at = self.to_fill(state);
        let fitting = if state.stage == Stage::Deal { self.fitting(&state.board, at) } else { None };
        for (entry, weight) in self.spawner.entries() {
            if fitting.is_none_or(|fitting| self.spawner.fits(fitting, entry)) {
                sink(self.outcome(at, entry), weight);
            }
        }
    }

    #[inline]
    fn draw(&self, state: &State<PLANES>, word: u64) -> Outcome {
        let at = self.to_fill(state);
        let fitting = if state.stage == Stage::Deal { self.fitting(&state.board, at) } else { None };
        match fitting {
            Some(fitting) => self.outcome(at, self.spawner.draw_fitting(fitting, word)),
            None => self.outcome(at, self.spawner.draw(word)),
        }
    }

    #[inline]
    fn settle<L: Log>(&self, state: &mut State<PLANES>, outcome: Outcome, log: &mut L) -> u64 {
        if state.stage == Stage::Rest {
            return 0;
        }
        state.board.put(self.to_fill(state), self.code(outcome.value));
        log.push(Event::Spawned { at: outcome.at, value: outcome.value });
        match state.stage {
            Stage::Refill { wave } if self.gaps(&state.board) == 0 => return self.after_refill(state, wave, log),
            Stage::Deal => self.deal(state, log),
            _ => {}
        }
        0
    }

    /// Like the provided one, but all gaps of a wave are filled in one go.
    #[inline]
    fn roll<L: Log>(&self, state: &mut State<PLANES>, dice: &mut impl Dice, log: &mut L) -> u64 {
        let mut gain = 0u64;
        while state.stage == Stage::Deal {
            let outcome = self.draw(state, dice.word());
            self.settle(state, outcome, log);
        }
        while let Stage::Refill { wave } = state.stage {
            let mut gaps = self.gaps(&state.board);
            while gaps != 0 {
                let at = next_gap(gaps);
                gaps &= !(1 << at);
                let entry = self.spawner.draw(dice.word());
                state.board.put(at, self.spawner.code(entry));
                if L::ACTIVE {
                    let Outcome { at, value } = self.outcome(at, entry);
                    log.push(Event::Spawned { at, value });
                }
            }
            gain = gain.saturating_add(self.after_refill(state, wave, log));
        }
        gain
    }

    /// Like the provided one, but a board is dealt in one go.
    #[inline]
    fn start<L: Log>(&self, dice: &mut impl Dice, log: &mut L) -> Result<State<PLANES>, NoStart> {
        let mut draws = 1000 * Topology::MAX_CELLS - 1;
        while draws > 0 {
            match self.deal_board(dice, &mut draws, log) {
                Some(board) => return Ok(State { board, stage: Stage::Rest, ..self.blank() }),
                None => log.push(Event::Cleared),
            }
        }
        Err(NoStart)
    }

    fn position(&self, state: &State<PLANES>) -> Position {
        let tiles = self.topology().cells().map(|cell| self.tile(state, cell)).collect();
        let mut position = Position { tiles, ..Position::default() };
        position.left = self.rules().turn_limit.map(|_| state.left);
        position
    }

    fn place(&self, position: &Position) -> Result<State<PLANES>, PositionError> {
        let placed = self.plain.place(position)?;
        let mut board = Board::EMPTY;
        for (&bit, face) in self.bits.iter().zip(&placed.faces[..self.topology().len()]) {
            board.put(bit.into(), self.code(*face));
        }
        Ok(State { board, left: placed.left, stage: placed.stage })
    }
}

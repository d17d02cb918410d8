//! The swap rules on bit planes: the same game as [`Plain`], for all variants.
//!
//! Powers of two that double need five planes ([`POWERS`]), any other values thirty-one ([`VALUES`]): the rules are the
//! same, only the tiles' codes differ. A plane is a `u64` on boards of up to 8×8 cells and a `u128` on larger ones.

mod anywhere;
mod board;
mod deal;
mod legal;
mod masks;
mod queue;
mod shift;
mod spawner;
mod swaps;
mod waves;
mod word;

use super::{Plain, Reach, Rules, plain::Stage};
use crate::{Compiled, Rules as AnyRules};
use anywhere::AnywhereSwaps;
use board::{Board, next_gap};
use deal::DealWindows;
use legal::{Swaps, dense_slots};
use masks::{BoardMasks, Lines};
use queue::Queue;
use spawner::Spawner;
use swaps::{NeighbourSwaps, Slots, neighbours};
use tilewright_core::{
    Action, ActionList, Cell, Dice, Event, Game, Illegal, Log, NoRank, NoStart, Notation, Outcome, Phase, Place,
    Position, PositionError, Reason, Tile, Topology, bits::write_eight, ranks_of_tiles, set_of_actions,
};
use word::Selected;
pub use word::Word;

/// The number of planes for powers of two: a code is an exponent, counted from 1 for the smallest spawn value.
pub const POWERS: usize = 5;
/// The number of planes for any values up to 2³⁰: a code is the value itself.
pub const VALUES: usize = 31;

/// A swap game on bit planes, [`POWERS`] or [`VALUES`] of them, each a `u64` (up to 8×8 cells) or a `u128`.
#[derive(Debug)]
pub struct Fast<const PLANES: usize, W: Word = u64> {
    plain: Plain,
    masks: BoardMasks<W>,
    swaps: Swaps<W>,
    windows: DealWindows,
    spawner: Spawner,
    /// The exponent of the smallest spawn value.
    smallest: u32,
    /// The bits of the cells in scan order, and back.
    bits: [u8; 128],
    cells: [u8; 128],
    /// For each cell in scan order the cells within reach.
    reach: Vec<W>,
}

/// The tiles, the preview, the turns left if they are limited, and what chance has still to do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State<const PLANES: usize, W> {
    board: Board<PLANES, W>,
    next: Queue,
    left: u32,
    stage: Stage,
    /// Whether there are lines on a board at rest. A turn leaves none, so only loaded positions have them, and boards whose
    /// cascade was cut off.
    is_lined: bool,
}

impl<const PLANES: usize, W: Word> Fast<PLANES, W> {
    /// Whether this implementation can play the rules.
    pub fn plays(rules: &Rules) -> bool {
        let fits = u32::from(rules.width.max(rules.height)) <= W::STRIDE;
        fits && (PLANES == VALUES || PLANES == POWERS && rules.has_powers())
    }

    /// The fast form of a game whose rules it [plays](Self::plays).
    pub fn new(plain: Plain) -> Self {
        let rules = &plain.rules;
        let masks = BoardMasks::new(rules);
        let smallest = rules.spawn.smallest().trailing_zeros();
        let (mut bits, mut cells) = ([0; 128], [0; 128]);
        for (cell, at) in (0..).zip(masks.outline.cells().map(shift::bit_of::<W>)) {
            bits[usize::from(cell)] = at as u8;
            cells[at as usize] = cell;
        }
        let reach = plain
            .partners
            .iter()
            .map(|partners| partners.fold(W::ZERO, |set, cell| set | W::bit(bits[cell.index()].into())));
        Self {
            reach: reach.collect(),
            swaps: match rules.reach {
                Reach::Neighbour => {
                    let around = neighbours(masks.outline);
                    let dense = dense_slots(&plain, &around, &bits[..plain.partners.len()]);
                    Swaps::Neighbours(NeighbourSwaps::new(&masks), around, dense)
                }
                Reach::Anywhere => Swaps::Anywhere(AnywhereSwaps::new(&masks)),
            },
            windows: DealWindows::new(&masks),
            spawner: Spawner::new(&rules.spawn, |value| code::<PLANES>(value, smallest)),
            smallest,
            bits,
            cells,
            masks,
            plain,
        }
    }

    fn rules(&self) -> &Rules {
        &self.plain.rules
    }

    fn topology_len(&self) -> usize {
        self.reach.len()
    }

    #[inline]
    fn cell(&self, at: u32) -> Cell {
        Cell(self.cells[at as usize & 127])
    }

    #[inline]
    fn value(&self, code: u32) -> u32 {
        if PLANES == POWERS { 1 << (code - 1 + self.smallest) } else { code }
    }

    #[inline]
    fn code(&self, value: u32) -> u32 {
        code::<PLANES>(value, self.smallest)
    }

    #[inline]
    fn gaps(&self, board: &Board<PLANES, W>) -> W {
        self.masks.full & !board.tiles()
    }

    #[inline]
    fn turns_are_up(&self, state: &State<PLANES, W>) -> bool {
        state.left == 0 && self.rules().turn_limit.is_some()
    }

    #[inline]
    fn is_settled(&self, state: &State<PLANES, W>) -> bool {
        state.stage == Stage::Rest && !self.turns_are_up(state)
    }

    /// Fills a slice with a number for each cell; `eight` gives the numbers of the eight cells from a bit on.
    #[inline(always)]
    fn each_eight<T: Copy>(&self, numbers: &mut [T], eight: impl Fn(u32) -> [T; 8]) {
        for (row, numbers) in (0..).step_by(W::STRIDE as usize).zip(numbers.chunks_mut(self.rules().width.into())) {
            for (column, numbers) in (0..).step_by(8).zip(numbers.chunks_mut(8)) {
                write_eight(&eight(row + column), numbers);
            }
        }
    }

    /// Where chance puts the next value: a cell, or `None` for the end of the preview.
    #[inline]
    fn to_fill(&self, state: &State<PLANES, W>) -> Option<u32> {
        let gaps = self.gaps(&state.board);
        match state.stage {
            Stage::Deal => (gaps != W::ZERO).then(|| gaps.first()),
            _ => (self.rules().preview == 0).then(|| next_gap(gaps)),
        }
    }

    #[inline]
    fn outcome(&self, at: Option<u32>, entry: usize) -> Outcome {
        let at = at.map_or(Place::Next, |at| Place::Cell(self.cell(at)));
        Outcome { at, value: self.value(self.spawner.code(entry)) }
    }

    /// Plays the swap that led to `board`, on which these are the lines. `None` if it was not legal.
    #[inline(always)]
    fn play<L: Log>(
        &self,
        state: &mut State<PLANES, W>,
        board: &Board<PLANES, W>,
        lines: impl Lines<W>,
        (a, b): (u32, u32),
        log: &mut L,
    ) -> Option<u64> {
        if self.rules().must_merge {
            if lines.any() & (W::bit(a) | W::bit(b)) == W::ZERO {
                return None;
            }
        } else if *board == state.board {
            return None;
        }
        state.board = *board;
        state.is_lined = false;
        state.left = state.left.saturating_sub(1);
        log.push(Event::Swapped { a: self.cell(a), b: self.cell(b) });
        if lines.any() == W::ZERO {
            return Some(0);
        }
        let gain = self.first_wave(&mut state.board, lines, (a, b), log);
        self.after_wave(state, 1, log);
        Some(gain)
    }

    /// The same for any lines. Out of line, so that presets do not pay for what they do not use.
    #[inline(never)]
    fn play_any<L: Log>(
        &self,
        state: &mut State<PLANES, W>,
        board: &Board<PLANES, W>,
        pair: (u32, u32),
        log: &mut L,
    ) -> Option<u64> {
        self.play(state, board, self.masks.any_lines(board), pair, log)
    }

    /// With a preview, the first gap takes the first coming value before chance appends another.
    #[inline]
    fn take_from_preview<L: Log>(&self, state: &mut State<PLANES, W>, log: &mut L) {
        let gaps = self.gaps(&state.board);
        if gaps != W::ZERO
            && let Some(entry) = state.next.pop()
        {
            let at = next_gap(gaps);
            state.board.put(at, self.spawner.code(entry));
            let Outcome { at, value } = self.outcome(Some(at), entry);
            log.push(Event::Spawned { at, value });
        }
    }
}

/// The code of a value, given the exponent of the smallest spawn value.
#[inline]
fn code<const PLANES: usize>(value: u32, smallest: u32) -> u32 {
    if PLANES == POWERS { value.trailing_zeros() + 1 - smallest } else { value }
}

impl<const PLANES: usize, W: Word> Compiled for Fast<PLANES, W> {
    fn rules(&self) -> AnyRules {
        Compiled::rules(&self.plain)
    }
}

impl<const PLANES: usize, W: Word> Game for Fast<PLANES, W> {
    type State = State<PLANES, W>;

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

    fn tile(&self, state: &State<PLANES, W>, cell: Cell) -> Option<Tile> {
        let code = state.board.get(self.bits[cell.index() & 127].into());
        (code > 0).then(|| Tile::new(self.value(code)))
    }

    #[inline]
    fn values(&self, state: &State<PLANES, W>, values: &mut [u32]) {
        let value = |code| if code > 0 { self.value(code) } else { 0 };
        self.each_eight(values, |at| state.board.eight(at).map(value));
    }

    #[inline]
    fn ranks(&self, state: &State<PLANES, W>, ranks: &mut [u8]) -> Result<(), NoRank> {
        // A value of 1 has no rank.
        if PLANES != POWERS || self.smallest == 0 {
            return ranks_of_tiles(self, state, ranks);
        }
        let more = self.smallest - 1;
        self.each_eight(ranks, |at| state.board.eight(at).map(|code| (code + if code > 0 { more } else { 0 }) as u8));
        Ok(())
    }

    #[inline]
    fn blank(&self) -> State<PLANES, W> {
        let left = self.rules().turn_limit.unwrap_or(0);
        State { board: Board::EMPTY, next: Queue::EMPTY, left, stage: Stage::Deal, is_lined: false }
    }

    fn phase(&self, state: &State<PLANES, W>) -> Phase {
        if state.stage != Stage::Rest {
            Phase::Chance
        } else if self.turns_are_up(state) {
            Phase::Over(Reason::TurnLimit)
        } else if self.can_swap(&state.board, state.is_lined) {
            Phase::Decide
        } else {
            Phase::Over(Reason::Stuck)
        }
    }

    #[inline]
    fn is_chance(&self, state: &State<PLANES, W>) -> bool {
        state.stage != Stage::Rest
    }

    fn actions(&self, state: &State<PLANES, W>, sink: &mut impl FnMut(Action)) {
        if !self.is_settled(state) {
            return;
        }
        match &self.swaps {
            Swaps::Neighbours(swaps, around, _) => {
                let Slots(slots) = self.slots(swaps, state);
                for row in 0..self.rules().height.into() {
                    W::interleave(&slots, row).each().for_each(|bit| sink(self.slot_action(around, row, bit)));
                }
            }
            Swaps::Anywhere(swaps) => {
                let partners = self.partners(swaps, &state.board);
                for (a, &at) in (0..).zip(&self.bits[..self.topology_len()]) {
                    let partners = partners.rows.as_ref()[usize::from(at)];
                    partners.each().for_each(|b| sink(self.action(Cell(a), self.cell(b))));
                }
            }
        }
    }

    #[inline]
    fn action_set(&self, state: &State<PLANES, W>, set: &mut [u64]) {
        match &self.swaps {
            Swaps::Neighbours(swaps, _, dense) if self.is_settled(state) => {
                dense.write(W::quads(&self.slots(swaps, state).0), set);
            }
            _ => set_of_actions(self, state, set),
        }
    }

    fn action_count(&self, state: &State<PLANES, W>) -> u64 {
        if !self.is_settled(state) {
            return 0;
        }
        match &self.swaps {
            Swaps::Neighbours(swaps, ..) => {
                let Slots(slots) = self.slots(swaps, state);
                slots.iter().map(|cells| u64::from(cells.count())).sum()
            }
            Swaps::Anywhere(swaps) => {
                self.partners(swaps, &state.board).counts.iter().map(|&count| u64::from(count)).sum()
            }
        }
    }

    #[inline]
    fn choose_counted(&self, state: &State<PLANES, W>, word: u64) -> Option<(Action, u64)> {
        if !self.is_settled(state) {
            return None;
        }
        match &self.swaps {
            Swaps::Neighbours(swaps, around, _) => {
                let Slots(slots) = self.slots(swaps, state);
                let Selected { row, number, all } = W::select_row(&slots, word)?;
                let mut bits = W::interleave(&slots, row);
                // The first steps without branches: few rows have more swaps, and how many to skip cannot be predicted.
                for step in 0..3 {
                    bits &= bits.wrapping_sub((step < number).into());
                }
                for _ in 3..number {
                    bits &= bits - 1;
                }
                Some((self.slot_action(around, row, bits.trailing_zeros()), all))
            }
            Swaps::Anywhere(swaps) => self.choose_anywhere(swaps, &state.board, word),
        }
    }

    fn is_legal(&self, state: &State<PLANES, W>, action: Action) -> bool {
        self.is_settled(state) && self.pair(action).is_some_and(|pair| self.may_swap(state.board, pair))
    }

    #[inline]
    fn act<L: Log>(&self, state: &mut State<PLANES, W>, action: Action, log: &mut L) -> Result<u64, Illegal> {
        let played = self.pair(action).filter(|_| self.is_settled(state)).and_then(|(a, b)| {
            let mut board = state.board;
            board.swap(a, b);
            if self.masks.is_common {
                self.play(state, &board, self.masks.common_lines(board.planes()), (a, b), log)
            } else {
                self.play_any(state, &board, (a, b), log)
            }
        });
        played.ok_or(Illegal(action))
    }

    fn outcomes(&self, state: &State<PLANES, W>, sink: &mut impl FnMut(Outcome, u32)) {
        if state.stage == Stage::Rest {
            return;
        }
        let at = self.to_fill(state);
        let barred = match (state.stage, at) {
            (Stage::Deal, Some(at)) => self.barred_at(&state.board, at),
            _ => 0,
        };
        for (entry, weight) in self.spawner.entries().filter(|(entry, _)| barred >> entry & 1 == 0) {
            sink(self.outcome(at, entry), weight);
        }
    }

    #[inline]
    fn draw(&self, state: &State<PLANES, W>, word: u64) -> Outcome {
        let at = self.to_fill(state);
        let entry = match (state.stage, at) {
            (Stage::Deal, Some(at)) => self.spawner.draw_without(self.barred_at(&state.board, at), word),
            _ => self.spawner.draw(word),
        };
        self.outcome(at, entry)
    }

    #[inline]
    fn settle<L: Log>(&self, state: &mut State<PLANES, W>, outcome: Outcome, log: &mut L) -> u64 {
        if state.stage == Stage::Rest {
            return 0;
        }
        let code = self.code(outcome.value);
        match self.to_fill(state) {
            Some(at) => state.board.put(at, code),
            None => state.next.push(self.spawner.entry(code).unwrap_or_default()),
        }
        log.push(Event::Spawned { at: outcome.at, value: outcome.value });
        match state.stage {
            Stage::Refill { wave } if self.gaps(&state.board) == W::ZERO => return self.after_refill(state, wave, log),
            Stage::Refill { .. } if self.rules().preview > 0 => self.take_from_preview(state, log),
            Stage::Deal => self.deal(state, log),
            _ => {}
        }
        0
    }

    /// Like the provided one, but all gaps of a wave are filled at once.
    #[inline]
    fn roll<L: Log>(&self, state: &mut State<PLANES, W>, dice: &mut impl Dice, log: &mut L) -> u64 {
        let mut gain = 0u64;
        while state.stage == Stage::Deal {
            let outcome = self.draw(state, dice.word());
            self.settle(state, outcome, log);
        }
        while let Stage::Refill { wave } = state.stage {
            if self.rules().preview == 0 {
                self.refill(state, dice, log);
            } else {
                self.refill_from_preview(state, dice, log);
            }
            gain = gain.saturating_add(self.after_refill(state, wave, log));
        }
        gain
    }

    /// Like the provided one, but a board is dealt at once.
    #[inline]
    fn start<L: Log>(&self, dice: &mut impl Dice, log: &mut L) -> Result<State<PLANES, W>, NoStart> {
        let mut draws = 1000 * Topology::MAX_CELLS - 1;
        while draws > 0 {
            let Some(board) = self.deal_board(dice, &mut draws, log) else {
                log.push(Event::Cleared);
                continue;
            };
            let mut state = State { board, stage: Stage::Rest, ..self.blank() };
            for _ in 0..self.rules().preview {
                draws = draws.checked_sub(1).ok_or(NoStart)?;
                self.append_to_preview(&mut state, dice.word(), log);
            }
            return Ok(state);
        }
        Err(NoStart)
    }

    fn clock(&self, _: &State<PLANES, W>) -> Option<u32> {
        None
    }

    fn turns_left(&self, state: &State<PLANES, W>) -> Option<u32> {
        self.rules().turn_limit.map(|_| state.left)
    }

    fn position(&self, state: &State<PLANES, W>) -> Position {
        let tiles = self.topology().cells().map(|cell| self.tile(state, cell)).collect();
        let mut position = Position { tiles, ..Position::default() };
        position.next = state.next.entries().map(|entry| self.value(self.spawner.code(entry))).collect();
        position.left = self.rules().turn_limit.map(|_| state.left);
        position
    }

    fn place(&self, position: &Position) -> Result<State<PLANES, W>, PositionError> {
        let placed = self.plain.place(position)?;
        let mut board = Board::EMPTY;
        for (&bit, value) in self.bits.iter().zip(&placed.values[..self.topology_len()]) {
            board.put(bit.into(), self.code(*value));
        }
        let mut next = Queue::EMPTY;
        for &value in &position.next {
            next.push(self.spawner.entry(self.code(value)).unwrap_or_default());
        }
        let is_lined = placed.stage == Stage::Rest && self.masks.lined(&board) != W::ZERO;
        Ok(State { board, next, left: placed.left, stage: placed.stage, is_lined })
    }
}

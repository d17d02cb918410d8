//! Slide boards layer by layer. A layer holds the boards of one tile sum; every turn leads to a higher one, so the
//! boards are found from the lowest layer up and valued from the highest down.

use super::{Goal, Progress, SolveError, sort_exact};
use crate::{
    Ranking,
    board::{Board, Frame},
    legal,
};
use std::{
    collections::{BTreeMap, HashSet},
    hash::{BuildHasherDefault, Hasher},
    sync::Arc,
};
use tilewright_core::{Action, Game};
use tilewright_games::{AnyGame, AnyState, Visitor};

/// The value of every position that is neither won nor lost, up to symmetry.
#[derive(Debug)]
pub struct ValueTable {
    /// What the values are of.
    pub goal: Goal,
    pub(super) board: Board,
    /// By the sum of the tiles.
    pub(super) layers: BTreeMap<u64, Layer>,
}

/// The boards of one tile sum, ascending, with their values.
#[derive(Debug, Default)]
pub(super) struct Layer {
    pub(super) keys: Vec<u64>,
    pub(super) values: Vec<f64>,
}

impl Layer {
    #[inline]
    fn value(&self, key: u64) -> Option<f64> {
        self.keys.binary_search(&key).ok().map(|at| self.values[at])
    }
}

/// An action, its points, and the board it leaves to chance; none where that is won.
type Turn = (Action, u64, Option<u64>);

impl ValueTable {
    /// Memory of a position: its board and its value, and a share of the layers being filled.
    pub(super) const BYTES: u64 = 20;

    /// A table without values yet; none where boards of this game do not fit into 64 bits, or it is no slide game.
    pub(super) fn empty(game: &AnyGame, goal: Goal) -> Option<Self> {
        let frame = Frame::of(game, goal)?;
        Some(Self { goal, board: Board::new(game, frame), layers: BTreeMap::new() })
    }

    /// The table of the best player, or of one that takes any action.
    pub(super) fn solve(
        mut self,
        game: &AnyGame,
        best: bool,
        most: u64,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Self, SolveError> {
        game.with(Induction { table: &mut self, best, most, progress })?;
        Ok(self)
    }

    /// No more positions than these.
    pub(super) fn boards(&self) -> f64 {
        self.board.boards
    }

    /// How many positions there are.
    pub fn len(&self) -> u64 {
        self.layers.values().map(|layer| layer.keys.len() as u64).sum()
    }

    /// Whether there is none: the game is over before it begins.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value before the start is dealt.
    pub fn start(&self, game: &AnyGame) -> f64 {
        self.starts(game).iter().map(|(key, share)| share * self.value(*key)).sum()
    }

    /// The boards that may be dealt, with their probabilities; none where they are won.
    fn starts<G: Game>(&self, game: &G) -> BTreeMap<Option<u64>, f64> {
        let weight: u32 = self.board.frame.spawn.iter().map(|(_, weight)| weight).sum();
        let mut boards = BTreeMap::from([(Some(0), 1.0)]);
        let mut state = game.blank();
        while game.is_chance(&state) {
            let outcome = game.draw(&state, 0);
            game.settle(&mut state, outcome, &mut ());
            let mut next = BTreeMap::new();
            for (board, share) in boards {
                let Some(board) = board else {
                    *next.entry(None).or_insert(0.0) += share;
                    continue;
                };
                let mut room = 0;
                self.board.spawned(board, 1, &mut |_| room += 1);
                let part = share / f64::from(weight) / f64::from(room);
                for &(rank, weight) in &self.board.frame.spawn {
                    self.board.spawned(board, rank, &mut |board| {
                        *next.entry(board).or_insert(0.0) += part * f64::from(weight);
                    });
                }
            }
            boards = next;
        }
        boards
    }

    /// The value of a board in its least image; none stands for one that is won. A board that is not there is lost.
    fn value(&self, key: Option<u64>) -> f64 {
        key.map_or(1.0, |key| self.find(key).unwrap_or(0.0))
    }

    fn find(&self, key: u64) -> Option<f64> {
        self.layers.get(&self.board.sum(key))?.value(key)
    }

    /// The value of a board on which chance is to choose.
    fn after(&self, board: Option<u64>) -> f64 {
        let Some(board) = board else { return 1.0 };
        let sum = self.board.sum(board);
        let (mut value, mut weights) = (0.0, 0.0);
        for &(rank, weight) in &self.board.frame.spawn {
            let layer = self.layers.get(&(sum + (1 << rank >> 1)));
            let weight = f64::from(weight);
            self.board.spawned(board, rank, &mut |key| {
                let found = key.map_or(Some(1.0), |key| layer?.value(key));
                value += weight * found.unwrap_or(0.0);
                weights += weight;
            });
        }
        value / weights
    }

    /// What can be done on a board.
    fn turns<G: Game>(&self, game: &G, board: u64, turns: &mut Vec<Turn>) {
        turns.clear();
        let Ok(state) = game.place(&self.board.position(board)) else { return };
        game.actions(&state, &mut |action| {
            let mut after = state.clone();
            let gain = game.act(&mut after, action, &mut ()).unwrap_or(0);
            turns.push((action, gain, self.board.pack(&game.position(&after))));
        });
    }

    /// What an action and all that follows is worth.
    fn worth(&self, (_, gain, after): &Turn) -> f64 {
        let points = if self.goal == Goal::Score { *gain as f64 } else { 0.0 };
        points + self.after(*after)
    }

    /// Whether the table is of this game: of the same board, with the same new tiles.
    fn fits(&self, game: &AnyGame) -> bool {
        Frame::of(game, self.goal).is_some_and(|frame| frame == self.board.frame)
    }

    /// The legal actions by their values; `None` if the table does not hold the position.
    pub fn rank(&self, game: &AnyGame, state: &AnyState) -> Option<Ranking> {
        self.rank_known(game, state, || self.fits(game))
    }

    fn rank_known(&self, game: &AnyGame, state: &AnyState, fits: impl FnOnce() -> bool) -> Option<Ranking> {
        let mut actions = legal(game, state);
        if actions.is_empty() || self.goal == Goal::Win && game.reached(state).is_some() {
            // Nothing is left to be had: where it is won, everything is as good as anything.
            actions.iter_mut().for_each(|(_, value)| *value = 1.0);
            return Some(Ranking { actions, nodes: 0, depth: 0 });
        }
        if !fits() {
            return None;
        }
        let board = self.board.pack(&game.position(state))?;
        self.find(self.board.least(board))?;
        let mut turns = Vec::new();
        self.turns(game, board, &mut turns);
        actions = turns.iter().map(|turn| (turn.0, self.worth(turn))).collect();
        sort_exact(&mut actions);
        Some(Ranking { nodes: actions.len() as u64, actions, depth: 1 })
    }
}

/// A table at work on one game.
pub(crate) struct LookUp {
    table: Arc<ValueTable>,
    fits: bool,
}

impl LookUp {
    pub(crate) fn new(table: Arc<ValueTable>, game: &AnyGame) -> Self {
        let fits = table.fits(game);
        Self { table, fits }
    }

    /// The legal actions by their values; `None` if the table does not hold the position.
    pub(crate) fn rank(&self, game: &AnyGame, state: &AnyState) -> Option<Ranking> {
        self.table.rank_known(game, state, || self.fits)
    }
}

/// The work, for the game behind an [`AnyGame`].
struct Induction<'a> {
    table: &'a mut ValueTable,
    best: bool,
    most: u64,
    progress: &'a mut dyn FnMut(Progress),
}

impl Visitor for Induction<'_> {
    type Result = Result<(), SolveError>;

    fn visit<G: Game>(mut self, game: &G) -> Self::Result {
        self.explore(game)?;
        self.value(game);
        Ok(())
    }
}

/// Boards that were met.
type Boards = HashSet<u64, BuildHasherDefault<Spread>>;

impl Induction<'_> {
    /// Finds all boards with a decision, from the lowest layer up.
    fn explore<G: Game>(&mut self, game: &G) -> Result<(), SolveError> {
        let Self { table, most, progress, .. } = self;
        let mut open: BTreeMap<u64, Boards> = BTreeMap::new();
        for board in table.starts(game).into_keys().flatten() {
            open.entry(table.board.sum(board)).or_default().insert(board);
        }
        let (mut turns, mut found) = (Vec::new(), 0);
        while let Some((sum, boards)) = open.pop_first() {
            let mut keys = Vec::new();
            for board in boards {
                table.turns(game, board, &mut turns);
                if turns.is_empty() {
                    continue;
                }
                keys.push(board);
                found += 1;
                if found > *most {
                    return Err(SolveError::TooLarge { most: *most });
                }
                if found.is_multiple_of(Progress::EVERY) {
                    progress(Progress { found, solved: 0 });
                }
                for after in turns.iter().filter_map(|(.., after)| *after) {
                    for &(rank, _) in &table.board.frame.spawn {
                        let layer = open.entry(sum + (1 << rank >> 1)).or_default();
                        table.board.spawned(after, rank, &mut |next| layer.extend(next));
                    }
                }
            }
            keys.sort_unstable();
            table.layers.insert(sum, Layer { keys, values: Vec::new() });
        }
        Ok(())
    }

    /// Values the boards, from the highest layer down.
    fn value<G: Game>(&mut self, game: &G) {
        let Self { table, best, progress, .. } = self;
        let (mut turns, mut solved, found) = (Vec::new(), 0, table.len());
        let sums: Vec<u64> = table.layers.keys().rev().copied().collect();
        for sum in sums {
            let keys = table.layers.remove(&sum).unwrap_or_default().keys;
            let mut values = Vec::with_capacity(keys.len());
            for board in &keys {
                table.turns(game, *board, &mut turns);
                let worths = turns.iter().map(|turn| table.worth(turn));
                values.push(match best {
                    true => worths.fold(f64::NEG_INFINITY, f64::max),
                    false => worths.sum::<f64>() / turns.len() as f64,
                });
                solved += 1;
                if solved % Progress::EVERY == 0 {
                    progress(Progress { found, solved });
                }
            }
            table.layers.insert(sum, Layer { keys, values });
        }
    }
}

/// Spreads the bits of a board over a hash: boards are numbers already.
#[derive(Default)]
struct Spread(u64);

impl Hasher for Spread {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_u64((*byte).into()));
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = (self.0 ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(32);
    }
}

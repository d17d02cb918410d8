//! Slide boards layer by layer. A layer holds the boards of one tile sum; every turn leads to a higher one, so the
//! boards are found from the lowest layer up and valued from the highest down.

use super::{Goal, Progress, SolveError, sort_exact};
use crate::{
    Budget, Limit, Ranking,
    budget::{Counter, Stopped},
    legal,
    packing::{Afterstate, Boards, Packing},
};
use std::{
    collections::{BTreeMap, HashSet},
    sync::Arc,
};
use tilewright_core::{Action, BuildBoardHasher, Dir, Game};
use tilewright_games::{AnyGame, Compiled, Rules};

/// The exact value of every position of a slide game that is neither won nor lost, up to symmetry. Kept in files: see
/// [`Self::write`] and [`Self::open`].
///
/// ```
/// use tilewright_core::{Dice1, Game};
/// use tilewright_games::Variant;
/// use tilewright_players::{Limit, exact::{Goal, table}};
///
/// let rules = r#"{"family":"slide","board":{"shape":"square","width":2,"height":2},"target":16}"#;
/// let game = Variant::from_text(rules)?.compile()?;
/// let table = table(&game, Goal::Win, &Limit::nodes(1000), &mut |_| ())?;
/// assert_eq!((table.len(), (1000.0 * table.start(&game)).round()), (35, 963.0));
/// let state = game.start(&mut Dice1::new(1), &mut ())?;
/// assert!(table.rank(&game, &state).is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct ValueTable {
    /// What the values are of.
    pub goal: Goal,
    pub(super) boards: Boards,
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

/// An action, its gain, and its afterstate; `None` if that is won.
type Turn = (Action, u64, Option<u64>);

/// The packing of a game's boards; `None` if they do not fit into 64 bits, or it is no slide game.
fn packing<G: Compiled>(game: &G, goal: Goal) -> Option<Packing> {
    match game.rules() {
        Rules::Slide(rules) => Packing::exact(&rules, game.topology().len(), goal),
        _ => None,
    }
}

impl ValueTable {
    /// Memory of a position: its board and its value, and a share of the layers being filled.
    pub(super) const BYTES: u64 = 20;

    /// A table without values yet; `None` if the game has no packing.
    pub(super) fn empty<G: Compiled>(game: &G, goal: Goal) -> Option<Self> {
        let boards = Boards::new(game.topology(), packing(game, goal)?);
        Some(Self { goal, boards, layers: BTreeMap::new() })
    }

    /// The table of the best player, or of one that takes any action.
    pub(super) fn solve(
        mut self,
        game: &AnyGame,
        best: bool,
        limit: &Limit<'_>,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Self, SolveError> {
        let starts = self.starts(game).into_keys().flatten().collect();
        let counter = Counter::new(Budget::Default, limit);
        let mut induction = Induction { table: &mut self, best, counter, progress };
        induction.explore(starts)?;
        induction.back_up()?;
        Ok(self)
    }

    /// An upper bound of the number of positions.
    pub(super) fn bound(&self) -> f64 {
        self.boards.count
    }

    /// The number of positions.
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

    /// The boards that may be dealt, with their probabilities; `None` for those that are won.
    fn starts<G: Game>(&self, game: &G) -> BTreeMap<Option<u64>, f64> {
        let spawn = &self.boards.packing.spawn;
        let weight: u32 = spawn.iter().map(|(_, weight)| weight).sum();
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
                self.boards.spawned(board, 1, &mut |_| room += 1);
                let part = share / f64::from(weight) / f64::from(room);
                for &(rank, weight) in spawn {
                    self.boards.spawned(board, rank, &mut |board| {
                        *next.entry(board).or_insert(0.0) += part * f64::from(weight);
                    });
                }
            }
            boards = next;
        }
        boards
    }

    /// The value of a canonical board; `None` is one that is won. A board that is not in the table is lost.
    fn value(&self, key: Option<u64>) -> f64 {
        key.map_or(1.0, |key| self.find(key).unwrap_or(0.0))
    }

    fn find(&self, key: u64) -> Option<f64> {
        self.layers.get(&self.boards.sum(key))?.value(key)
    }

    /// The value of an afterstate; `None` is one that is won.
    fn afterstate_value(&self, board: Option<u64>) -> f64 {
        let Some(board) = board else { return 1.0 };
        let sum = self.boards.sum(board);
        let (mut value, mut weights) = (0.0, 0.0);
        for &(rank, weight) in &self.boards.packing.spawn {
            let layer = self.layers.get(&(sum + (1 << rank >> 1)));
            let weight = f64::from(weight);
            self.boards.spawned(board, rank, &mut |key| {
                let found = key.map_or(Some(1.0), |key| layer?.value(key));
                value += weight * found.unwrap_or(0.0);
                weights += weight;
            });
        }
        value / weights
    }

    /// The turns that can be played on a board.
    fn turns(&self, board: u64, turns: &mut Vec<Turn>) {
        turns.clear();
        for dir in 0..self.boards.dirs() {
            if let Some(Afterstate { board, gain }) = self.boards.slide(board, dir) {
                turns.push((Action::slide(Dir(dir as u8)), gain, board));
            }
        }
    }

    /// The value of an action and all that follows.
    fn turn_value(&self, (_, gain, after): &Turn) -> f64 {
        let points = if self.goal == Goal::Score { *gain as f64 } else { 0.0 };
        points + self.afterstate_value(*after)
    }

    /// Whether the table is of this game: of the same board, with the same new tiles.
    fn fits<G: Compiled>(&self, game: &G) -> bool {
        packing(game, self.goal).is_some_and(|packing| packing == self.boards.packing)
    }

    /// The legal actions by their values; `None` if the table does not hold the position.
    pub fn rank<G: Compiled>(&self, game: &G, state: &G::State) -> Option<Ranking> {
        self.rank_if(|| self.fits(game), game, state)
    }

    fn rank_if<G: Compiled>(&self, fits: impl FnOnce() -> bool, game: &G, state: &G::State) -> Option<Ranking> {
        let mut actions = legal(game, state);
        if actions.is_empty() || self.goal == Goal::Win && game.reached(state).is_some() {
            // Nothing is left to win: all actions are equal.
            actions.iter_mut().for_each(|(_, value)| *value = 1.0);
            return Some(Ranking { actions, nodes: 0, depth: 0 });
        }
        if !fits() {
            return None;
        }
        let board = self.boards.pack(game, state)?;
        self.find(self.boards.canonical(board))?;
        let mut turns = Vec::new();
        self.turns(board, &mut turns);
        actions = turns.iter().map(|turn| (turn.0, self.turn_value(turn))).collect();
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
    pub(crate) fn new<G: Compiled>(table: Arc<ValueTable>, game: &G) -> Self {
        let fits = table.fits(game);
        Self { table, fits }
    }

    /// The legal actions by their values; `None` if the table does not hold the position.
    pub(crate) fn rank<G: Compiled>(&self, game: &G, state: &G::State) -> Option<Ranking> {
        self.table.rank_if(|| self.fits, game, state)
    }
}

/// Backward induction.
struct Induction<'a> {
    table: &'a mut ValueTable,
    best: bool,
    counter: Counter<'a>,
    progress: &'a mut dyn FnMut(Progress),
}

impl Induction<'_> {
    /// Finds all boards with a decision, from the lowest layer up.
    fn explore(&mut self, starts: Vec<u64>) -> Result<(), SolveError> {
        let Self { table, counter, progress, .. } = self;
        let mut open: BTreeMap<u64, HashSet<u64, BuildBoardHasher>> = BTreeMap::new();
        for board in starts {
            open.entry(table.boards.sum(board)).or_default().insert(board);
        }
        let mut turns = Vec::new();
        while let Some((sum, boards)) = open.pop_first() {
            let mut keys = Vec::new();
            for board in boards {
                table.turns(board, &mut turns);
                if turns.is_empty() {
                    continue;
                }
                keys.push(board);
                counter.spend().map_err(|Stopped| SolveError::stopped(counter))?;
                if counter.used().is_multiple_of(Progress::EVERY) {
                    progress(Progress { found: counter.used(), solved: 0 });
                }
                for after in turns.iter().filter_map(|(.., after)| *after) {
                    for &(rank, _) in &table.boards.packing.spawn {
                        let layer = open.entry(sum + (1 << rank >> 1)).or_default();
                        table.boards.spawned(after, rank, &mut |next| layer.extend(next));
                    }
                }
            }
            keys.sort_unstable();
            table.layers.insert(sum, Layer { keys, values: Vec::new() });
        }
        Ok(())
    }

    /// Values the boards, from the highest layer down.
    fn back_up(&mut self) -> Result<(), SolveError> {
        let Self { table, best, counter, progress } = self;
        let (mut turns, mut solved, found) = (Vec::new(), 0, table.len());
        let sums: Vec<u64> = table.layers.keys().rev().copied().collect();
        for sum in sums {
            let keys = table.layers.remove(&sum).unwrap_or_default().keys;
            let mut values = Vec::with_capacity(keys.len());
            for board in &keys {
                counter.step().map_err(|Stopped| SolveError::stopped(counter))?;
                table.turns(*board, &mut turns);
                let found_values = turns.iter().map(|turn| table.turn_value(turn));
                values.push(match best {
                    true => found_values.fold(f64::NEG_INFINITY, f64::max),
                    false => found_values.sum::<f64>() / turns.len() as f64,
                });
                solved += 1;
                if solved % Progress::EVERY == 0 {
                    progress(Progress { found, solved });
                }
            }
            table.layers.insert(sum, Layer { keys, values });
        }
        Ok(())
    }
}

//! Expectimax on packed slide boards: every board of up to 25 cells.
//!
//! Iterative deepening over whole turns: the maximum over directions, the average over all new tiles, an evaluation of
//! afterstates ([`LeafValue`]) at the leaves. Afterstates that a search meets again come from a transposition table.
//!
//! A board is an integer ([`Form`]): with a nibble per cell and lookup tables of lines if no tile of the search can be
//! larger than 2^15 and no line has more than five cells ([`Nibbles`]), otherwise with five bits per cell ([`Wide`]). Which
//! one is used changes the speed and nothing else.

mod grid;
mod learned;
mod lines;
mod search;
#[cfg(test)]
mod tests;
mod value;
mod wide;

use crate::{
    Player, Ranking,
    budget::{Counter, Stopped},
    legal,
    order::sort,
};
pub(crate) use learned::LearnedSearch;

use grid::{Form, Grid, MAX_AXES, MAX_CELLS, MAX_LINES, Nibbles};
use lines::LineValues;
use search::{Scratch, Search, Spawn, Table};
use tilewright_core::{Action, Dir, Game, Topology, rank};
use tilewright_games::{
    Compiled, Rules,
    slide::{Hex2, Square4, UpTo25},
};
use value::{LeafValue, Written};
use wide::{Wide, WideValues};

/// The packed search of a slide game.
pub(crate) struct SlideSearch {
    spawns: Vec<Spawn>,
    nibbles: Option<InNibbles>,
    /// Made when a board first needs it.
    wide: Option<Searcher<Wide, Written<WideValues>>>,
}

/// The searches on boards in nibbles, by their layouts.
enum InNibbles {
    Square4(Searcher<Nibbles<Square4>, Written<LineValues>>),
    Hex2(Searcher<Nibbles<Hex2>, Written<LineValues>>),
    UpTo25(Searcher<Nibbles<UpTo25>, Written<LineValues>>),
}

impl InNibbles {
    fn new(topology: &Topology) -> Option<Self> {
        if let Some(form) = Nibbles::new(topology) {
            return Some(Self::Square4(Searcher::new(Written::new(&form)?, form)));
        }
        if let Some(form) = Nibbles::new(topology) {
            return Some(Self::Hex2(Searcher::new(Written::new(&form)?, form)));
        }
        let form = Nibbles::new(topology)?;
        Some(Self::UpTo25(Searcher::new(Written::new(&form)?, form)))
    }

    fn rank(
        &mut self,
        ranks: &[u8],
        spawns: &[Spawn],
        counter: &mut Counter<'_>,
        max_depth: u32,
    ) -> Result<Ranking, Stopped> {
        match self {
            Self::Square4(searcher) => searcher.rank(ranks, spawns, counter, max_depth),
            Self::Hex2(searcher) => searcher.rank(ranks, spawns, counter, max_depth),
            Self::UpTo25(searcher) => searcher.rank(ranks, spawns, counter, max_depth),
        }
    }
}

impl SlideSearch {
    /// `None` if the game is of another family, its board too large, or a new tile has no rank.
    pub(crate) fn new<G: Compiled>(game: &G) -> Option<Self> {
        let spawns = spawns(&game.rules())?;
        Grid::new(game.topology(), MAX_AXES, MAX_LINES)?;
        Some(Self { spawns, nibbles: InNibbles::new(game.topology()), wide: None })
    }

    /// `None` if a tile has no rank. Without values if it was stopped at once.
    pub(crate) fn rank<G: Game>(
        &mut self,
        game: &G,
        state: &G::State,
        counter: &mut Counter<'_>,
        max_depth: u32,
    ) -> Option<Ranking> {
        let found = self.search(game, state, counter, max_depth)?;
        Some(found.unwrap_or_else(|Stopped| Ranking { actions: legal(game, state), nodes: counter.used(), depth: 0 }))
    }

    fn search<G: Game>(
        &mut self,
        game: &G,
        state: &G::State,
        counter: &mut Counter<'_>,
        max_depth: u32,
    ) -> Option<Result<Ranking, Stopped>> {
        let mut ranks = [0; MAX_CELLS];
        let ranks = &mut ranks[..game.topology().len()];
        game.ranks(state, ranks).ok()?;
        let nibbles = self.nibbles.as_mut().filter(|_| fits_nibbles(ranks, &self.spawns, max_depth));
        if let Some(nibbles) = nibbles {
            return Some(nibbles.rank(ranks, &self.spawns, counter, max_depth));
        }
        if self.wide.is_none() {
            let form = Wide::new(game.topology())?;
            self.wide = Some(Searcher::new(Written::wide(&form), form));
        }
        Some(self.wide.as_mut()?.rank(ranks, &self.spawns, counter, max_depth))
    }
}

/// The new tiles; `None` if the game is of another family, or one has no rank.
fn spawns(rules: &Rules) -> Option<Vec<Spawn>> {
    let Rules::Slide(rules) = rules else { return None };
    let total = rules.spawn.total() as f32;
    let spawn = |&(value, weight): &(u32, u32)| {
        Some(Spawn { rank: rank(value).filter(|rank| *rank > 0)?, probability: weight as f32 / total })
    };
    rules.spawn.as_slice().iter().map(spawn).collect()
}

/// Whether no tile of a search can have a rank above 15: no tile is larger than the sum of all, to which every turn adds a
/// new one.
fn fits_nibbles(ranks: &[u8], spawns: &[Spawn], max_depth: u32) -> bool {
    let value = |rank: u8| if rank > 0 { 1_u64 << rank } else { 0 };
    let new = spawns.iter().map(|spawn| value(spawn.rank)).max().unwrap_or(0);
    ranks.iter().map(|rank| value(*rank)).sum::<u64>() + new * u64::from(max_depth) < 1 << 16
}

/// The nodes to search on a board, out of a budget. Games are lost where many different tiles wait for their equals; each
/// one less makes that about half as likely in the turns to come.
fn share(ranks: &[u8], nodes: u64) -> u64 {
    let seen = ranks.iter().fold(0_u32, |seen, rank| seen | 1 << rank);
    let different = (seen >> 1).count_ones();
    // From this number of different tiles on, the whole budget: 12 on 4×4.
    let crowded = 3 * ranks.len() as u32 / 4;
    (nodes >> crowded.saturating_sub(different).min(63)).max(nodes.min(Player::NODES))
}

/// A form of boards, with the evaluation and the transposition table of its searches.
struct Searcher<F: Form, V: LeafValue<F>> {
    form: F,
    values: V,
    table: Table<F::Board>,
    scratch: Box<Scratch<V::Base>>,
}

impl<F: Form, V: LeafValue<F>> Searcher<F, V> {
    fn new(values: V, form: F) -> Self {
        Self { form, values, table: Table::new(), scratch: Box::default() }
    }

    /// # Errors
    ///
    /// [`Stopped`] if it was stopped before the first iteration was finished.
    fn rank(
        &mut self,
        ranks: &[u8],
        spawns: &[Spawn],
        counter: &mut Counter<'_>,
        max_depth: u32,
    ) -> Result<Ranking, Stopped> {
        let form = &self.form;
        let board = ranks.iter().zip(0..).fold(F::Board::default(), |board, (rank, cell)| form.put(board, cell, *rank));
        let turns =
            (0..2 * form.axes()).filter_map(|dir| Some((Action::slide(Dir(dir as u8)), form.slide(board, dir)?)));
        let turns: Vec<(Action, (F::Board, u64))> = turns.collect();
        let mut actions: Vec<(Action, f64)> = turns.iter().map(|(action, _)| (*action, 0.0)).collect();
        let mut best = None;
        let max_nodes = counter.left().map(|nodes| share(ranks, nodes));
        self.table.fit(max_nodes);
        let mut last_cost = 1;
        for depth in 1..=max_depth {
            let before = counter.used();
            self.table.forget();
            let (values, table, scratch) = (&self.values, &mut self.table, &mut *self.scratch);
            let mut search = Search { form, values, spawns, table, scratch, counter };
            let mut goes_on = false;
            let finished = actions.iter_mut().zip(&turns).try_for_each(|((_, value), (_, (after, gain)))| {
                let rest = search.chance(*after, depth - 1, 1.0)?;
                goes_on |= rest > value::END;
                *value = (self.values.point() * *gain as f32 + rest).into();
                Ok::<(), Stopped>(())
            });
            // If every line ends within this depth, only the shallower search knows which one lasts longer.
            if finished.is_err() || depth > 1 && !goes_on {
                break;
            }
            best = Some(Ranking { actions: actions.clone(), nodes: 0, depth });
            // An iteration that will probably not finish is not begun.
            let cost = counter.used() - before;
            let growth = (cost / last_cost).clamp(2, 12);
            last_cost = cost.max(1);
            let left = max_nodes.map(|nodes| nodes.saturating_sub(counter.used()));
            if left.is_some_and(|left| cost.saturating_mul(growth) > left) || actions.len() < 2 {
                break;
            }
        }
        let mut best = best.ok_or(Stopped)?;
        sort(&mut best.actions);
        Ok(Ranking { nodes: counter.used(), ..best })
    }
}

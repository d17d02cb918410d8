//! The search with learned values at its leaves.

use super::{
    MAX_CELLS, Searcher, fits_nibbles,
    grid::{Form, Nibbles, Row, Rows, Shape},
    search::Spawn,
    spawns,
    value::{END, LeafValue},
    wide::{self, Wide},
};
use crate::{
    Ranking,
    budget::{Counter, Stopped},
};
use std::sync::Arc;
use tilewright_core::{Game, Topology};
use tilewright_games::{
    Compiled,
    slide::{Hex2, Layout, Square4, UpTo16, UpTo25},
};
use tilewright_values::Values;

/// The most turns that a search looks ahead.
const MAX_DEPTH: u32 = 16;

/// The packed search of a slide game on learned values.
pub(crate) struct LearnedSearch {
    spawns: Vec<Spawn>,
    forms: Forms,
}

/// The searches, by the layout of the board.
enum Forms {
    Square4(Searchers<Square4>),
    Hex2(Searchers<Hex2>),
    UpTo16(Searchers<UpTo16>),
    UpTo25(Searchers<UpTo25>),
}

/// The searches of boards of one layout, made when a board first needs them.
struct Searchers<L: Shape> {
    values: Arc<Values>,
    nibbles: Option<Searcher<Nibbles<L>, TupleValues<L>>>,
    wide: Option<Searcher<Wide, TupleValues<L>>>,
}

impl LearnedSearch {
    /// `None` if the game is of another family, its board too large, or a new tile has no rank.
    pub(crate) fn new<G: Compiled>(game: &G, values: &Arc<Values>) -> Option<Self> {
        let (topology, spawns) = (game.topology(), spawns(&game.rules())?);
        values.reads_packed().then_some(())?;
        let forms = if let Some(searchers) = Searchers::new(topology, values) {
            Forms::Square4(searchers)
        } else if let Some(searchers) = Searchers::new(topology, values) {
            Forms::Hex2(searchers)
        } else if let Some(searchers) = Searchers::new(topology, values) {
            Forms::UpTo16(searchers)
        } else {
            Forms::UpTo25(Searchers::new(topology, values)?)
        };
        Some(Self { spawns, forms })
    }

    /// `None` if a tile has no rank.
    pub(crate) fn rank<G: Game>(
        &mut self,
        game: &G,
        state: &G::State,
        counter: &mut Counter<'_>,
    ) -> Option<Result<Ranking, Stopped>> {
        let mut ranks = [0; MAX_CELLS];
        let ranks = &mut ranks[..game.topology().len()];
        game.ranks(state, ranks).ok()?;
        match &mut self.forms {
            Forms::Square4(searchers) => searchers.rank(game.topology(), ranks, &self.spawns, counter),
            Forms::Hex2(searchers) => searchers.rank(game.topology(), ranks, &self.spawns, counter),
            Forms::UpTo16(searchers) => searchers.rank(game.topology(), ranks, &self.spawns, counter),
            Forms::UpTo25(searchers) => searchers.rank(game.topology(), ranks, &self.spawns, counter),
        }
    }
}

impl<L: Shape> Searchers<L> {
    fn new(topology: &Topology, values: &Arc<Values>) -> Option<Self> {
        let values = Arc::clone(values);
        L::new(topology).map(|_| Self { values, nibbles: None, wide: None })
    }

    fn rank(
        &mut self,
        topology: &Topology,
        ranks: &[u8],
        spawns: &[Spawn],
        counter: &mut Counter<'_>,
    ) -> Option<Result<Ranking, Stopped>> {
        let values = || Some(TupleValues { values: Arc::clone(&self.values), layout: L::new(topology)? });
        if fits_nibbles(ranks, spawns, MAX_DEPTH) {
            if self.nibbles.is_none() {
                // Boards with lines of more than five cells have no tables.
                self.nibbles = Nibbles::new(topology).and_then(|form| Some(Searcher::new(values()?, form)));
            }
            if let Some(searcher) = &mut self.nibbles {
                return Some(searcher.rank(ranks, spawns, counter, MAX_DEPTH));
            }
        }
        if self.wide.is_none() {
            self.wide = Some(Searcher::new(values()?, Wide::new(topology)?));
        }
        Some(self.wide.as_mut()?.rank(ranks, spawns, counter, MAX_DEPTH))
    }
}

/// Learned values of packed boards, in points.
pub(super) struct TupleValues<L> {
    pub(super) values: Arc<Values>,
    pub(super) layout: L,
}

/// Boards that learned values can be looked up for.
pub(super) trait ToNibbles<L: Layout>: Form {
    /// The lowest four bits of the rank in each cell, and the cells of ranks above 15, a bit each.
    fn to_nibbles(board: Self::Board, cells: u32) -> (L::Bits, u32);
}

impl<L: Shape> ToNibbles<L> for Nibbles<L> {
    #[inline]
    fn to_nibbles(board: L::Bits, _: u32) -> (L::Bits, u32) {
        (board, 0)
    }
}

impl<L: Shape> ToNibbles<L> for Wide {
    #[inline]
    fn to_nibbles(board: u128, cells: u32) -> (L::Bits, u32) {
        let (mut nibbles, mut high) = (L::Bits::default(), 0);
        for cell in 0..cells {
            let rank = (board >> (wide::BITS * cell) & wide::MASK) as u8;
            nibbles = nibbles | L::Bits::from(rank & 15) << (4 * cell);
            high |= u32::from(rank >> 4) << cell;
        }
        (nibbles, high)
    }
}

impl<L: Shape, F: ToNibbles<L>> LeafValue<F> for TupleValues<L> {
    type Base = F::Board;

    const IS_QUICK: bool = false;
    const MIN_PROBABILITY: f32 = 0.005;

    #[inline]
    fn point(&self) -> f32 {
        1.0
    }

    #[inline]
    fn set_base(&self, _: &F, board: F::Board, _: usize, _: &Rows, base: &mut F::Board) {
        *base = board;
    }

    #[inline]
    fn value(&self, base: &F::Board) -> f32 {
        let (board, high) = F::to_nibbles(*base, self.layout.cells());
        // What goes on is better than an end, however little is expected.
        self.values.packed(&self.layout, board, high).max(END + 0.001)
    }

    #[inline]
    fn with_line<const AXIS: usize>(&self, form: &F, base: &F::Board, line: usize, row: Row) -> f32 {
        LeafValue::<F>::value(self, &form.replace(*base, AXIS * F::LINES + line, row))
    }
}

//! Values that were learned: what players look boards up in.

use crate::{
    features::{Extract, Features, Size, for_each_game},
    learner::{Returns, each_afterstate, is_over},
    trainer::Training,
    weights::Weights,
};
use std::fmt;
use tilewright_core::{Action, Game};
use tilewright_games::{AnyGame, AnyState, Compiled, Variant, slide::Layout};

/// Learned values of a variant's afterstates: the points that are still to come, as far as the learner knows.
pub struct Values {
    variant: Variant,
    size: Size,
    training: Training,
    features: Features,
    returns: Returns,
    tables: Vec<Table>,
}

/// The weights of a table.
pub(crate) enum Table {
    /// All of them.
    Dense(Box<[f32]>),
    /// Those that are not zero.
    Sparse(Sparse),
}

/// A hash table with open addressing from indices to weights.
pub(crate) struct Sparse {
    /// Index plus one, 0 for a free slot; and the weight.
    slots: Box<[(u32, f32)]>,
    shift: u32,
}

impl Sparse {
    fn new(entries: &[(u32, f32)]) -> Self {
        let size = (2 * entries.len()).next_power_of_two().max(2);
        let mut table = Self { slots: vec![(0, 0.0); size].into(), shift: 64 - size.ilog2() };
        for (index, weight) in entries {
            let slot = table.slot(*index);
            table.slots[slot] = (index + 1, *weight);
        }
        table
    }

    /// The slot of an index, or the free one where it belongs. At least half of the slots are free.
    #[inline]
    fn slot(&self, index: u32) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = (u64::from(index).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> self.shift) as usize & mask;
        while self.slots[slot].0 != 0 && self.slots[slot].0 != index + 1 {
            slot = (slot + 1) & mask;
        }
        slot
    }

    #[inline]
    pub(crate) fn get(&self, index: u32) -> f32 {
        self.slots[self.slot(index)].1
    }
}

impl Table {
    /// A table of `size` entries of which these, ascending, are not zero. Takes memory in proportion to them.
    pub(crate) fn new(size: u32, entries: &[(u32, f32)]) -> Self {
        if size as usize <= 8 * entries.len() {
            let mut dense = vec![0.0; size as usize];
            entries.iter().for_each(|(index, weight)| dense[*index as usize] = *weight);
            Self::Dense(dense.into())
        } else {
            Self::Sparse(Sparse::new(entries))
        }
    }

    #[inline]
    pub(crate) fn get(&self, index: u32) -> f32 {
        match self {
            Self::Dense(weights) => weights[index as usize],
            Self::Sparse(weights) => weights.get(index),
        }
    }

    /// The entries that are not zero, ascending.
    pub(crate) fn entries(&self) -> Vec<(u32, f32)> {
        match self {
            Self::Dense(weights) => (0..).zip(weights).filter(|(_, w)| **w != 0.0).map(|(i, w)| (i, *w)).collect(),
            Self::Sparse(weights) => {
                let taken = weights.slots.iter().filter(|slot| slot.0 != 0);
                let mut entries: Vec<_> = taken.map(|(index, weight)| (index - 1, *weight)).collect();
                entries.sort_unstable_by_key(|entry| entry.0);
                entries
            }
        }
    }
}

impl Values {
    pub(crate) fn from_weights(
        variant: Variant,
        size: Size,
        training: Training,
        features: &Features,
        weights: &Weights,
    ) -> Self {
        let tables = features.sizes().into_iter().enumerate().map(|(table, size)| {
            let entries: Vec<_> = (0..).zip(weights.table(table)).filter(|(_, weight)| *weight != 0.0).collect();
            Table::new(size, &entries)
        });
        let tables = tables.collect();
        Self::new(variant, size, training, tables).expect("the variant compiles")
    }

    /// Values from their parts; `None` if the variant does not compile.
    pub(crate) fn new(variant: Variant, size: Size, training: Training, tables: Vec<Table>) -> Option<Self> {
        let game = variant.compile().ok()?;
        let features = Features::new(&game, size);
        let returns = Returns::new(&game.rules(), features.images());
        Some(Self { variant, size, training, features, returns, tables })
    }

    /// The variant whose boards they are of.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// How large the tables are.
    pub fn size(&self) -> Size {
        self.size
    }

    /// How they were trained.
    pub fn training(&self) -> Training {
        self.training
    }

    /// How many weights are not zero.
    pub fn entries(&self) -> usize {
        self.tables.iter().map(|table| table.entries().len()).sum()
    }

    /// Lists all weights: table, index, weight.
    pub(crate) fn each(&self, sink: &mut impl FnMut(usize, u32, f32)) {
        for (number, table) in self.tables.iter().enumerate() {
            table.entries().into_iter().for_each(|(index, weight)| sink(number, index, weight));
        }
    }

    pub(crate) fn features(&self) -> &Features {
        &self.features
    }

    pub(crate) fn tables(&self) -> &[Table] {
        &self.tables
    }

    /// Runs code on the game and the state behind their enums, together with a reader of these values.
    ///
    /// # Panics
    ///
    /// If the game is not one of [`Self::variant`]'s rules.
    #[inline]
    pub fn with<V: ValuesVisitor>(&self, game: &AnyGame, state: &AnyState, visitor: V) -> V::Result {
        macro_rules! arms {
            ($($(#[$only:meta])? $name:ident, $kind:ident, $game:ty;)*) => {
                match (game, state, &self.features) {
                    $($(#[$only])? (AnyGame::$name(game), AnyState::$name(state), Features::$kind(features)) => {
                        visitor.visit(game, state, &Reader { features, values: self })
                    })*
                    _ => panic!("the values are of another game"),
                }
            };
        }
        for_each_game!(arms)
    }
}

impl Values {
    /// Whether [`Self::packed`] can read them: they are of a slide game on a packed board.
    pub fn reads_packed(&self) -> bool {
        matches!(self.features, Features::Slide(_))
    }

    /// The value of an afterstate that goes on, straight from a packed slide board: `board` has the lowest four bits of
    /// each cell's rank, `high` the cells of ranks above 15, a bit each. What [`Evaluate::value`] gives, to the bit.
    ///
    /// # Panics
    ///
    /// If they are not of such boards: see [`Self::reads_packed`].
    #[inline]
    pub fn packed<L: Layout>(&self, layout: &L, board: L::Bits, high: u32) -> f32 {
        let Features::Slide(tuples) = &self.features else { panic!("the values are not of packed boards") };
        tuples.value(layout, board, high, &self.tables)
    }
}

impl fmt::Debug for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Values").field("size", &self.size).field("training", &self.training).finish_non_exhaustive()
    }
}

/// Code that runs on a game, its state and the values of its afterstates.
pub trait ValuesVisitor {
    /// What it returns.
    type Result;
    /// Runs it.
    fn visit<G: Compiled>(self, game: &G, state: &G::State, values: &impl Evaluate<G>) -> Self::Result;
}

/// Evaluates afterstates of a game, without allocating.
pub trait Evaluate<G: Game> {
    /// The value of an afterstate: the points still to come, 0 if the game is over there.
    fn value(&self, game: &G, after: &G::State) -> f32;

    /// What the best of the next turn, its points and the value after it, counts now.
    fn ahead(&self, best: f32) -> f32;
}

/// Reads values through the features of one type of game.
struct Reader<'a, X> {
    features: &'a X,
    values: &'a Values,
}

impl<G: Game, X: Extract<G>> Evaluate<G> for Reader<'_, X> {
    #[inline]
    fn value(&self, game: &G, after: &G::State) -> f32 {
        if is_over(game, after) {
            return 0.0;
        }
        self.features.value(game, after, &self.values.tables)
    }

    #[inline]
    fn ahead(&self, best: f32) -> f32 {
        self.values.returns.discount * (best + self.values.returns.per_turn)
    }
}

/// The legal actions with their gains and afterstates, in the order of their ids.
#[inline]
pub fn afterstates<G: Game>(game: &G, state: &G::State, sink: &mut impl FnMut(Action, u64, G::State)) {
    each_afterstate(game, state, sink);
}

//! Features: which table entries a board looks up. Made from the topology and the family's alphabet and counts.

use crate::{
    cells::Cells,
    feature_set::FeatureSet,
    learner::{Seen, afterstates, is_over},
    slide::SlideTuples,
    store::Store,
    weights::Weights,
};
use tilewright_core::{Game, fnv1a};
use tilewright_games::{AnyGame, Compiled};

/// How large the tables are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Size {
    /// As large as learns best in minutes to hours.
    #[default]
    Full,
    /// Small enough to ship.
    Small,
}

impl Size {
    /// The name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::Small => "small",
        }
    }

    /// The size of that name.
    pub fn named(name: &str) -> Option<Self> {
        [Self::Full, Self::Small].into_iter().find(|size| size.name() == name)
    }

    /// The most entries of a table; larger ones are hashed down to this.
    pub(crate) fn max_entries(self) -> u32 {
        match self {
            Self::Full => 1 << 22,
            Self::Small => 1 << 18,
        }
    }
}

/// The most entries of a state.
pub(crate) const MAX_PLACES: usize = 768;

/// Room for the places of a state's entries. A place is an index into all tables, one after the other.
pub(crate) type Places = [u32; MAX_PLACES];

/// Lists the entries of a state. The same state gives the same entries in the same order, and the value is their sum in
/// the order of [`crate::store::sum_of`].
pub(crate) trait Extract<G: Game>: Sync {
    /// Writes the places of a state's entries, and returns how many there are.
    ///
    /// All are worked out before the first entry is looked up: most are not in the cache, and the more of them the
    /// processor knows of, the more it fetches at once.
    fn write(&self, game: &G, state: &G::State, places: &mut Places) -> usize;

    /// The stage of the game that a state is in, from 0 on: see [`crate::stages`].
    #[inline]
    fn stage(&self, _game: &G, _state: &G::State) -> usize {
        0
    }

    /// The sum of the entries.
    #[inline]
    fn value(&self, game: &G, state: &G::State, store: &Store) -> f32 {
        let mut places = [0; MAX_PLACES];
        let count = self.write(game, state, &mut places);
        store.sum(&places[..count])
    }

    /// The best turn by its points and the value of its afterstate; `None` if there is none. Writes the places of the
    /// afterstate's entries, none if the game is over there.
    #[inline]
    fn best(
        &self,
        game: &G,
        state: &G::State,
        weights: &Weights,
        scratch: &mut Scratch<G::State>,
    ) -> Option<Best<G::State>> {
        let mut best: Option<Best<G::State>> = None;
        let mut places = [0; MAX_PLACES];
        let Scratch { places: found, seen } = scratch;
        found.clear();
        afterstates(game, state, seen, &mut |_, gain, after| {
            let count = if is_over(game, &after) { 0 } else { self.write(game, &after, &mut places) };
            let value = gain as f32 + weights.sum(&places[..count]);
            if best.as_ref().is_none_or(|known| value > known.value) {
                found.clear();
                found.extend_from_slice(&places[..count]);
                best = Some(Best { value, gain, after });
            }
        });
        best
    }
}

/// Room for [`Extract::best`].
pub(crate) struct Scratch<S> {
    /// The places of the best afterstate's entries.
    pub(crate) places: Vec<u32>,
    /// See [`afterstates`].
    pub(crate) seen: Seen<S>,
}

impl<S> Default for Scratch<S> {
    fn default() -> Self {
        Self { places: Vec::new(), seen: Seen::default() }
    }
}

/// The best turn.
pub(crate) struct Best<S> {
    /// Points and the value of the afterstate.
    pub(crate) value: f32,
    pub(crate) gain: u64,
    pub(crate) after: S,
}

/// The features of a game.
#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "one a set of values, never moved")]
pub(crate) enum Features {
    /// Tuples on packed boards.
    Slide(SlideTuples),
    /// Symbols of cells.
    Cells(Cells),
}

/// Calls a macro with all games: the variant of [`AnyGame`], the variant of [`Features`] that reads it, and its type.
macro_rules! for_each_game {
    ($callback:ident) => {
        $callback! {
            SlideSquare4, Slide, tilewright_games::slide::Packed<tilewright_games::slide::Square4>;
            SlideHex2, Slide, tilewright_games::slide::Packed<tilewright_games::slide::Hex2>;
            SlideUpTo16, Slide, tilewright_games::slide::Packed<tilewright_games::slide::UpTo16>;
            SlideUpTo25, Slide, tilewright_games::slide::Packed<tilewright_games::slide::UpTo25>;
            Slide, Cells, tilewright_games::slide::Plain;
            Factor, Cells, tilewright_games::factor::Masked;
            Strain, Cells, tilewright_games::strain::Sliced;
            SwapPowers, Cells, tilewright_games::swap::Fast<{ tilewright_games::swap::POWERS }>;
            SwapValues, Cells, tilewright_games::swap::Fast<{ tilewright_games::swap::VALUES }>;
            #[cfg(not(target_family = "wasm"))]
            WideSwapPowers, Cells, tilewright_games::swap::Fast<{ tilewright_games::swap::POWERS }, u128>;
            #[cfg(not(target_family = "wasm"))]
            WideSwapValues, Cells, tilewright_games::swap::Fast<{ tilewright_games::swap::VALUES }, u128>;
            #[cfg(target_family = "wasm")]
            Swap, Cells, tilewright_games::swap::Plain;
        }
    };
}
pub(crate) use for_each_game;

/// What the tables are made from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Recipe {
    pub(crate) size: Size,
    /// The tuples; `None` for those that follow from topology and family.
    pub(crate) set: Option<FeatureSet>,
}

impl Features {
    /// The features of a game. Only a given feature set can be refused: by a sentence.
    pub(crate) fn new(game: &AnyGame, recipe: &Recipe) -> Result<Self, String> {
        Ok(match game {
            AnyGame::SlideSquare4(game) => Self::Slide(SlideTuples::new(game.layout(), game.topology(), recipe)?),
            AnyGame::SlideHex2(game) => Self::Slide(SlideTuples::new(game.layout(), game.topology(), recipe)?),
            AnyGame::SlideUpTo16(game) => Self::Slide(SlideTuples::new(game.layout(), game.topology(), recipe)?),
            AnyGame::SlideUpTo25(game) => Self::Slide(SlideTuples::new(game.layout(), game.topology(), recipe)?),
            other => Self::Cells(Cells::new(&other.rules(), other.topology(), recipe)?),
        })
    }

    /// The first place of each table, and the number of all places.
    pub(crate) fn starts(&self) -> (Vec<u32>, u32) {
        starts(&self.sizes())
    }

    /// A hash of what the entries stand for: weights of other features mean nothing here.
    pub(crate) fn fingerprint(&self) -> u64 {
        let mut bytes = Vec::new();
        match self {
            Self::Slide(tuples) => tuples.describe(&mut bytes),
            Self::Cells(cells) => cells.describe(&mut bytes),
        }
        bytes.extend(self.sizes().into_iter().flat_map(u32::to_le_bytes));
        fnv1a(&bytes)
    }

    /// The number of stages that have tables of their own, and of those that could have: see [`crate::stages`].
    pub(crate) fn stages(&self) -> (usize, usize) {
        match self {
            Self::Slide(tuples) => tuples.stages(),
            Self::Cells(_) => (1, 1),
        }
    }

    /// Sets how many stages have tables of their own.
    pub(crate) fn open_stages(&mut self, count: usize) {
        if let Self::Slide(tuples) = self {
            tuples.open_stages(count);
        }
    }

    /// The number of places of each table, if it is the same for all and they are symmetric images; otherwise 0.
    pub(crate) fn images(&self) -> usize {
        match self {
            Self::Slide(tuples) => tuples.images(),
            Self::Cells(_) => 0,
        }
    }

    /// The number of entries of each table.
    pub(crate) fn sizes(&self) -> Vec<u32> {
        match self {
            Self::Slide(tuples) => tuples.sizes(),
            Self::Cells(cells) => cells.sizes().to_vec(),
        }
    }
}

/// Where tables of these sizes start, one after the other, and where the last one ends.
pub(crate) fn starts(sizes: &[u32]) -> (Vec<u32>, u32) {
    let mut total = 0;
    let start = |size: &u32| {
        let start = total;
        total += size;
        start
    };
    (sizes.iter().map(start).collect(), total)
}

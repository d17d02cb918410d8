//! Values that were learned: what players look boards up in.

use crate::{
    feature_set::FeatureSet,
    features::{Extract, Features, Recipe, Size, for_each_game},
    learner::{Returns, is_over},
    store::Store,
    trainer::Training,
    weights::Weights,
};
use std::fmt;
use tilewright_core::Game;
use tilewright_games::{AnyGame, AnyState, Compiled, Variant, slide::Layout};

/// Learned values of a variant's afterstates: the points that are still to come, as far as the learner knows.
pub struct Values {
    variant: Variant,
    recipe: Recipe,
    training: Training,
    features: Features,
    returns: Returns,
    store: Store,
}

impl Values {
    pub(crate) fn from_weights(
        variant: Variant,
        recipe: Recipe,
        training: Training,
        features: &Features,
        weights: &Weights,
    ) -> Self {
        let entries: Vec<_> = (0..).zip(weights.values()).filter(|(_, weight)| *weight != 0.0).collect();
        let store = Store::new(features.starts().1, &entries);
        let game = variant.compile().expect("the variant was compiled before");
        let mut own = Features::new(&game, &recipe).expect("the features were made before");
        own.open_stages(features.stages().0);
        Self::new(variant, &game, recipe, training, own, store)
    }

    /// Values from their parts.
    pub(crate) fn new(
        variant: Variant,
        game: &AnyGame,
        recipe: Recipe,
        training: Training,
        features: Features,
        store: Store,
    ) -> Self {
        let returns = Returns::new(game, features.images());
        Self { variant, recipe, training, features, returns, store }
    }

    /// The variant whose boards they are of.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// How large the tables are.
    pub fn size(&self) -> Size {
        self.recipe.size
    }

    /// The feature set that they were trained with, if one was given.
    pub fn feature_set(&self) -> Option<&FeatureSet> {
        self.recipe.set.as_ref()
    }

    pub(crate) fn recipe(&self) -> &Recipe {
        &self.recipe
    }

    /// How they were trained.
    pub fn training(&self) -> Training {
        self.training
    }

    /// How many weights are not zero.
    pub fn entries(&self) -> usize {
        self.store.entries().len()
    }

    pub(crate) fn features(&self) -> &Features {
        &self.features
    }

    pub(crate) fn store(&self) -> &Store {
        &self.store
    }

    /// Runs code on the game and the state behind their enums, together with a reader of these values.
    ///
    /// # Panics
    ///
    /// If the game is not one of [`Self::variant`]'s rules.
    #[inline]
    pub fn with<V: ValuesVisitor>(&self, game: &AnyGame, state: &AnyState, visitor: V) -> V::Result {
        if cfg!(target_family = "wasm") {
            // WebAssembly is downloaded: there the code is compiled once for all games instead of once for each.
            return visitor.visit(game, state, &AnyReader { values: self });
        }
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
        tuples.board_value(layout, board, high, &self.store)
    }
}

impl fmt::Debug for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Values").field("recipe", &self.recipe).field("training", &self.training).finish_non_exhaustive()
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
        self.features.value(game, after, &self.values.store)
    }

    #[inline]
    fn ahead(&self, best: f32) -> f32 {
        self.values.returns.ahead(best)
    }
}

/// Reads values of a game behind its enum: chooses the features board by board, where [`Values::with`] does so once.
struct AnyReader<'a> {
    values: &'a Values,
}

impl Evaluate<AnyGame> for AnyReader<'_> {
    fn value(&self, game: &AnyGame, after: &AnyState) -> f32 {
        macro_rules! arms {
            ($($(#[$only:meta])? $name:ident, $kind:ident, $game:ty;)*) => {
                match (game, after, &self.values.features) {
                    $($(#[$only])? (AnyGame::$name(game), AnyState::$name(after), Features::$kind(features)) => {
                        Reader { features, values: self.values }.value(game, after)
                    })*
                    _ => panic!("the values are of another game"),
                }
            };
        }
        for_each_game!(arms)
    }

    fn ahead(&self, best: f32) -> f32 {
        self.values.returns.ahead(best)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Options, Trainer, afterstates, learner::Seen};
    use tilewright_core::{Dice, Dice1};
    use tilewright_games::Preset;

    /// The values of all afterstates.
    struct All;

    impl ValuesVisitor for All {
        type Result = Vec<f32>;

        fn visit<G: Compiled>(self, game: &G, state: &G::State, values: &impl Evaluate<G>) -> Vec<f32> {
            let mut all = vec![values.ahead(1.0)];
            afterstates(game, state, &mut Seen::default(), &mut |_, _, after| all.push(values.value(game, &after)));
            all
        }
    }

    /// Differential test: what pages read board by board is what the terminal reads, to the bit.
    #[test]
    fn any_reader_gives_the_values_of_the_typed_one() {
        for id in ["classic-2048", "hex-2048", "exponentile", "merge3", "numberclart", "factors"] {
            let variant = Preset::find(id).unwrap().variant;
            let mut trainer = Trainer::new(&variant, Options { size: Size::Small, ..Options::default() }).unwrap();
            trainer.run(3_000);
            let values = trainer.values();
            let game = variant.compile().unwrap();
            let (mut dice, mut chooser) = (Dice1::new(5), Dice1::new(6));
            let mut state = game.start(&mut dice, &mut ()).unwrap();
            for _ in 0..30 {
                let any = All.visit(&game, &state, &AnyReader { values: &values });
                assert_eq!(values.with(&game, &state, All), any, "{id}");
                let Some(action) = game.choose(&state, chooser.word()) else { break };
                game.advance(&mut state, action, &mut dice, &mut ()).unwrap();
            }
        }
    }
}

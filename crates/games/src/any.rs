//! All games behind one type: one match here, monomorphic code below.

use crate::{VariantError, factor, slide, strain, swap, variant::Rules};
use tilewright_core::{
    Action, ActionList, Cell, Dice, Game, Illegal, Log, NoRank, NoStart, Notation, Outcome, Phase, Position,
    PositionError, Symmetry, Tile, Topology,
};

/// Declares the enums and passes each method of [`Game`] on to the game at hand.
macro_rules! games {
    ($($(#[doc = $about:literal])* $(#[cfg($cfg:meta)])? $name:ident($game:ty)),* $(,)?) => {
        /// A compiled variant of any family.
        #[allow(clippy::large_enum_variant, reason = "there are never many games at a time")]
        #[derive(Debug)]
        pub enum AnyGame { $($(#[doc = $about])* $(#[cfg($cfg)])? $name($game)),* }

        /// The state of an [`AnyGame`]; belongs to the game that made it.
        #[allow(clippy::large_enum_variant, reason = "a state in a box would allocate")]
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum AnyState { $($(#[doc = $about])* $(#[cfg($cfg)])? $name(<$game as Game>::State)),* }

        impl AnyGame {
            /// Visits the game behind: one match, then monomorphic code.
            pub fn with<V: Visitor>(&self, visitor: V) -> V::Result {
                match self { $($(#[cfg($cfg)])? Self::$name(game) => visitor.visit(game)),* }
            }

            /// Visits the game behind together with one of its states.
            pub fn with_state<V: StateVisitor>(&self, state: &AnyState, visitor: V) -> V::Result {
                games!(@both $($(#[cfg($cfg)])? $name)*; (self, state) => |game, state| visitor.visit(game, state))
            }
        }

        impl Compiled for AnyGame {
            fn rules(&self) -> Rules {
                match self { $($(#[cfg($cfg)])? Self::$name(game) => game.rules()),* }
            }
        }

        impl Game for AnyGame {
            type State = AnyState;

            fn topology(&self) -> &Topology {
                match self { $($(#[cfg($cfg)])? Self::$name(game) => game.topology()),* }
            }
            fn notation(&self) -> Notation {
                match self { $($(#[cfg($cfg)])? Self::$name(game) => game.notation()),* }
            }
            fn action_list(&self) -> &ActionList {
                match self { $($(#[cfg($cfg)])? Self::$name(game) => game.action_list()),* }
            }
            fn is_endless(&self) -> bool {
                match self { $($(#[cfg($cfg)])? Self::$name(game) => game.is_endless()),* }
            }
            fn start<L: Log>(&self, dice: &mut impl Dice, log: &mut L) -> Result<AnyState, NoStart> {
                match self { $($(#[cfg($cfg)])? Self::$name(game) => game.start(dice, log).map(AnyState::$name)),* }
            }
            fn blank(&self) -> AnyState {
                match self { $($(#[cfg($cfg)])? Self::$name(game) => AnyState::$name(game.blank())),* }
            }
            fn symmetries(&self) -> &[Symmetry] {
                match self { $($(#[cfg($cfg)])? Self::$name(game) => game.symmetries()),* }
            }
            fn place(&self, position: &Position) -> Result<AnyState, PositionError> {
                match self { $($(#[cfg($cfg)])? Self::$name(game) => game.place(position).map(AnyState::$name)),* }
            }
            fn phase(&self, state: &AnyState) -> Phase {
                games!(@both $($(#[cfg($cfg)])? $name)*; (self, state) => |game, state| game.phase(state))
            }
            fn is_chance(&self, state: &AnyState) -> bool {
                games!(@both $($(#[cfg($cfg)])? $name)*; (self, state) => |game, state| game.is_chance(state))
            }
            fn tile(&self, state: &AnyState, cell: Cell) -> Option<Tile> {
                games!(@both $($(#[cfg($cfg)])? $name)*; (self, state) => |game, state| game.tile(state, cell))
            }
            fn values(&self, state: &AnyState, values: &mut [u32]) {
                games!(@both $($(#[cfg($cfg)])? $name)*; (self, state) => |game, state| game.values(state, values))
            }
            fn ranks(&self, state: &AnyState, ranks: &mut [u8]) -> Result<(), NoRank> {
                games!(@both $($(#[cfg($cfg)])? $name)*; (self, state) => |game, state| game.ranks(state, ranks))
            }
            fn strains(&self, state: &AnyState, strains: &mut [u8]) {
                games!(@both $($(#[cfg($cfg)])? $name)*; (self, state) => |game, state| game.strains(state, strains))
            }
            fn action_set(&self, state: &AnyState, set: &mut [u64]) {
                games!(@both $($(#[cfg($cfg)])? $name)*; (self, state) => |game, state| game.action_set(state, set))
            }
            fn position(&self, state: &AnyState) -> Position {
                games!(@both $($(#[cfg($cfg)])? $name)*; (self, state) => |game, state| game.position(state))
            }
            fn clock(&self, state: &AnyState) -> Option<u32> {
                games!(@both $($(#[cfg($cfg)])? $name)*; (self, state) => |game, state| game.clock(state))
            }
            fn turns_left(&self, state: &AnyState) -> Option<u32> {
                games!(@both $($(#[cfg($cfg)])? $name)*; (self, state) => |game, state| game.turns_left(state))
            }
            fn reached(&self, state: &AnyState) -> Option<u32> {
                games!(@both $($(#[cfg($cfg)])? $name)*; (self, state) => |game, state| game.reached(state))
            }
            fn actions(&self, state: &AnyState, sink: &mut impl FnMut(Action)) {
                games!(@both $($(#[cfg($cfg)])? $name)*; (self, state) => |game, state| game.actions(state, sink))
            }
            fn outcomes(&self, state: &AnyState, sink: &mut impl FnMut(Outcome, u32)) {
                games!(@both $($(#[cfg($cfg)])? $name)*; (self, state) => |game, state| game.outcomes(state, sink))
            }
            fn draw(&self, state: &AnyState, word: u64) -> Outcome {
                games!(@both $($(#[cfg($cfg)])? $name)*; (self, state) => |game, state| game.draw(state, word))
            }
            fn action_count(&self, state: &AnyState) -> u64 {
                games!(@both $($(#[cfg($cfg)])? $name)*; (self, state) => |game, state| game.action_count(state))
            }
            fn choose(&self, state: &AnyState, word: u64) -> Option<Action> {
                games!(@both $($(#[cfg($cfg)])? $name)*; (self, state) => |game, state| game.choose(state, word))
            }
            fn choose_counted(&self, state: &AnyState, word: u64) -> Option<(Action, u64)> {
                games!(@both $($(#[cfg($cfg)])? $name)*; (self, state) => |game, state| game.choose_counted(state, word))
            }
            fn is_legal(&self, state: &AnyState, action: Action) -> bool {
                games!(@both $($(#[cfg($cfg)])? $name)*; (self, state) => |game, state| game.is_legal(state, action))
            }
            fn act<L: Log>(&self, state: &mut AnyState, action: Action, log: &mut L) -> Result<u64, Illegal> {
                games!(@both $($(#[cfg($cfg)])? $name)*; (self, state) => |game, state| game.act(state, action, log))
            }
            fn roll<L: Log>(&self, state: &mut AnyState, dice: &mut impl Dice, log: &mut L) -> u64 {
                games!(@both $($(#[cfg($cfg)])? $name)*; (self, state) => |game, state| game.roll(state, dice, log))
            }
            fn advance<L: Log>(
                &self,
                state: &mut AnyState,
                action: Action,
                dice: &mut impl Dice,
                log: &mut L,
            ) -> Result<u64, Illegal> {
                games!(@both $($(#[cfg($cfg)])? $name)*; (self, state) => |game, state| game.advance(state, action, dice, log))
            }
            fn settle<L: Log>(&self, state: &mut AnyState, outcome: Outcome, log: &mut L) -> u64 {
                games!(@both $($(#[cfg($cfg)])? $name)*; (self, state) => |game, state| game.settle(state, outcome, log))
            }
        }
    };
    (@both $($(#[cfg($cfg:meta)])? $name:ident)*; ($self:ident, $state:ident) => |$g:ident, $s:ident| $call:expr) => {
        match ($self, $state) {
            $($(#[cfg($cfg)])? (Self::$name($g), AnyState::$name($s)) => $call,)*
            // States are made by their game and never travel; one that did is a bug of the caller.
            #[allow(unreachable_patterns, reason = "true while there is but one game")]
            _ => panic!("the state belongs to another game"),
        }
    };
}

games! {
    /// Slide, as the rule page reads.
    Slide(slide::Plain),
    /// Slide on 4×4, packed.
    SlideSquare4(slide::Packed<slide::Square4>),
    /// Slide on the hexagon of radius 2, packed.
    SlideHex2(slide::Packed<slide::Hex2>),
    /// Slide on any other board of up to four lines of up to four cells, packed.
    SlideUpTo16(slide::Packed<slide::UpTo16>),
    /// Slide on any other board of up to 25 cells, packed.
    SlideUpTo25(slide::Packed<slide::UpTo25>),
    /// Factor, on sets of cells.
    Factor(factor::Masked),
    /// Strain, all cells of a phase at once.
    Strain(strain::Sliced),
    /// Swap on bit planes, powers of two.
    SwapPowers(swap::Fast<{ swap::POWERS }>),
    /// Swap on bit planes, any values.
    SwapValues(swap::Fast<{ swap::VALUES }>),
    /// Swap on bit planes, powers of two, more than 8 rows or columns.
    #[cfg(not(target_family = "wasm"))]
    WideSwapPowers(swap::Fast<{ swap::POWERS }, u128>),
    /// Swap on bit planes, any values, more than 8 rows or columns.
    #[cfg(not(target_family = "wasm"))]
    WideSwapValues(swap::Fast<{ swap::VALUES }, u128>),
    /// Swap, as the rule page reads: larger boards in WebAssembly, where planes of 128 bits would be a fifth of the module.
    #[cfg(target_family = "wasm")]
    Swap(swap::Plain),
}

/// A game that can be asked for the rules it was compiled from.
pub trait Compiled: Game<State: Send + Sync + 'static> + Send + Sync + 'static {
    /// The typed parameters.
    fn rules(&self) -> Rules;
}

/// Code that runs on the game behind an [`AnyGame`].
pub trait Visitor {
    /// What it returns.
    type Result;
    /// Runs it.
    fn visit<G: Compiled>(self, game: &G) -> Self::Result;
}

/// Code that runs on the game and the state behind an [`AnyGame`] and its [`AnyState`].
pub trait StateVisitor {
    /// What it returns.
    type Result;
    /// Runs it.
    fn visit<G: Compiled>(self, game: &G, state: &G::State) -> Self::Result;
}

impl AnyGame {
    /// The compiled game of these rules: the quickest implementation that can play them.
    pub(crate) fn new(rules: &Rules) -> Result<Self, VariantError> {
        match rules {
            Rules::Slide(rules) => Ok(slide::Packed::new(rules)
                .map(Self::SlideSquare4)
                .or_else(|| slide::Packed::new(rules).map(Self::SlideHex2))
                .or_else(|| slide::Packed::new(rules).map(Self::SlideUpTo16))
                .or_else(|| slide::Packed::new(rules).map(Self::SlideUpTo25))
                .unwrap_or_else(|| Self::Slide(slide::Plain::new(rules)))),
            Rules::Factor(rules) => Ok(Self::Factor(factor::Masked::new(rules))),
            Rules::Strain(rules) => Ok(Self::Strain(strain::Sliced::new(rules))),
            Rules::Swap(rules) => {
                let plain = swap::Plain::new(rules)?;
                Ok(if swap::Fast::<{ swap::POWERS }>::plays(rules) {
                    Self::SwapPowers(swap::Fast::new(plain))
                } else if swap::Fast::<{ swap::VALUES }>::plays(rules) {
                    Self::SwapValues(swap::Fast::new(plain))
                } else {
                    Self::wide_swap(rules, plain)
                })
            }
        }
    }

    /// A swap game with more than 8 rows or columns.
    #[cfg(not(target_family = "wasm"))]
    fn wide_swap(rules: &swap::Rules, plain: swap::Plain) -> Self {
        if swap::Fast::<{ swap::POWERS }, u128>::plays(rules) {
            Self::WideSwapPowers(swap::Fast::new(plain))
        } else {
            Self::WideSwapValues(swap::Fast::new(plain))
        }
    }

    /// A swap game with more than 8 rows or columns.
    #[cfg(target_family = "wasm")]
    fn wide_swap(_: &swap::Rules, plain: swap::Plain) -> Self {
        Self::Swap(plain)
    }
}

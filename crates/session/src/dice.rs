//! The dice of a session: a parameter, so that their owner decides who can foresee them.
//!
//! Chance is drawn from a sequence of 64-bit words, addressed by index. A [`Session`](crate::Session) stores how many
//! words each checkpoint has used and nothing else about the dice, so undo cannot re-roll and turns can be played again
//! from a checkpoint. [`DiceSource`] says where the words come from:
//!
//! - [`DiceSource::Seed`]: `dice@1` with a seed. View, save and replay show the seed. Anyone who knows it can compute
//!   what comes next; that is wanted where games are to be repeated and checked.
//! - [`DiceSource::Secret`]: words that only the owner can compute, a server with a key for example. View and replay
//!   show no word of them. The replay carries the dealt start position and the outcomes of every turn, as for a game
//!   whose chance was given by hand, so anyone can verify it; its `dice` line says seed 0, which is never used. An owner
//!   that wants to continue a stored game plays its actions again with the same dice.

use std::{fmt, sync::Arc};
use tilewright_core::{Dice, Dice1};

/// Where the chance of a session comes from. See the [module](self).
#[derive(Clone, Debug)]
pub enum DiceSource {
    /// `dice@1` with this seed, which views and replays show.
    Seed(u64),
    /// Words that only their owner can compute; neither views nor replays show them.
    Secret(Arc<dyn SecretDice>),
}

/// Words that only their owner can compute, for example a keyed hash of the index.
pub trait SecretDice: fmt::Debug + Send + Sync {
    /// The word with this index, from 0. The same index always gives the same word: undo must not re-roll.
    fn word(&self, index: u64) -> u64;
}

impl From<u64> for DiceSource {
    fn from(seed: u64) -> Self {
        Self::Seed(seed)
    }
}

impl DiceSource {
    /// The seed; `None` if the dice are secret.
    pub fn seed(&self) -> Option<u64> {
        match self {
            Self::Seed(seed) => Some(*seed),
            Self::Secret(_) => None,
        }
    }

    /// The dice after that many words.
    pub(crate) fn at(&self, draws: u64) -> DiceCursor<'_> {
        match self {
            Self::Seed(seed) => DiceCursor::Seed(Dice1::at(*seed, draws)),
            Self::Secret(dice) => DiceCursor::Secret { dice: &**dice, next: draws },
        }
    }
}

/// A place in the sequence of words.
pub(crate) enum DiceCursor<'a> {
    Seed(Dice1),
    Secret { dice: &'a dyn SecretDice, next: u64 },
}

impl DiceCursor<'_> {
    /// How many words were used.
    pub(crate) fn draws(&self) -> u64 {
        match self {
            Self::Seed(dice) => dice.draws(),
            Self::Secret { next, .. } => *next,
        }
    }
}

impl Dice for DiceCursor<'_> {
    fn word(&mut self) -> u64 {
        match self {
            Self::Seed(dice) => dice.word(),
            Self::Secret { dice, next } => {
                let word = dice.word(*next);
                *next = next.wrapping_add(1);
                word
            }
        }
    }
}

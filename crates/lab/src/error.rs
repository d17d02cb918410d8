//! Why a game was not played to its end.

use std::fmt;
use tilewright_core::{Illegal, NoStart};
use tilewright_games::VariantError;
use tilewright_players::EngineError;

/// Why a game was not played to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GameError {
    /// The rules cannot be played.
    Variant(VariantError),
    /// No playable start was dealt.
    Start(NoStart),
    /// The player's file is not open, or it has no action in a game that goes on.
    Engine(EngineError),
    /// The player chose an action that is not legal. A bug in the player.
    Illegal(Illegal),
    /// The caller stopped it.
    Stopped,
}

impl fmt::Display for GameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Variant(error) => error.fmt(f),
            Self::Start(error) => error.fmt(f),
            Self::Engine(error) => error.fmt(f),
            Self::Illegal(error) => error.fmt(f),
            Self::Stopped => f.write_str("stopped"),
        }
    }
}

impl std::error::Error for GameError {}

impl From<VariantError> for GameError {
    fn from(error: VariantError) -> Self {
        Self::Variant(error)
    }
}

impl From<NoStart> for GameError {
    fn from(error: NoStart) -> Self {
        Self::Start(error)
    }
}

impl From<EngineError> for GameError {
    fn from(error: EngineError) -> Self {
        Self::Engine(error)
    }
}

impl From<Illegal> for GameError {
    fn from(error: Illegal) -> Self {
        Self::Illegal(error)
    }
}

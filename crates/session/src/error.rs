//! Why a turn was not played.

use std::fmt;
use tilewright_core::{Action, Game as _, Illegal, Outcome, Phase};
use tilewright_games::{AnyGame, AnyState};

/// Why an action was not played. Nothing has changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayError {
    /// It is not legal here.
    Illegal(Illegal),
    /// The outcomes given for it do not fit.
    Chance(ChanceError),
    /// The game is as long as a replay can be; the replay so far stays valid.
    Full {
        /// The turns played.
        turns: usize,
    },
}

/// Why an action cannot be played in a state, for programs: by its notation.
pub fn refusal(game: &AnyGame, state: &AnyState, action: Action) -> String {
    match game.phase(state) {
        Phase::Over(reason) => format!("the game is over ({})", reason.name()),
        Phase::Chance => "chance is to choose here: settle an outcome first".into(),
        Phase::Decide => format!("{} is not legal here", game.action_text(action)),
    }
}

/// Outcomes that do not fit the chance nodes of a turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChanceError {
    /// The number of the node at which they failed, from 0.
    pub node: usize,
    /// What was given there; `None` if too few were given.
    pub given: Option<Outcome>,
    /// What was possible there; empty if too many were given.
    pub possible: Vec<Outcome>,
}

impl From<Illegal> for PlayError {
    fn from(illegal: Illegal) -> Self {
        Self::Illegal(illegal)
    }
}

impl From<ChanceError> for PlayError {
    fn from(error: ChanceError) -> Self {
        Self::Chance(error)
    }
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Illegal(illegal) => illegal.fmt(f),
            Self::Chance(ChanceError { node, given: None, .. }) => {
                write!(f, "too few outcomes: none is given for chance node {node}")
            }
            Self::Chance(ChanceError { node, possible, .. }) if possible.is_empty() => {
                write!(f, "too many outcomes: there is no chance node {node}")
            }
            Self::Chance(ChanceError { node, .. }) => write!(f, "the outcome for chance node {node} is not possible"),
            Self::Full { turns } => write!(
                f,
                "this game is as long as a replay can be ({turns} turns), so no more can be played; start a new game"
            ),
        }
    }
}

impl std::error::Error for PlayError {}

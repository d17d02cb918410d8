//! Everyone who can choose an action. A player sees the state and never the dice.
//!
//! For now there are two that need no search; both answer at once.

#![forbid(unsafe_code)]

use std::fmt;
use tilewright_core::{Action, Dice, Dice1, Game};
use tilewright_games::{AnyGame, AnyState};

/// A player by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Player {
    /// Any legal action is as good as any other.
    Random,
    /// The action that earns most at once.
    Greedy,
}

/// What a player thinks of a position.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Ranking {
    /// The legal actions with what they are worth to this player, best first.
    pub actions: Vec<(Action, f64)>,
    /// How many positions it looked at.
    pub nodes: u64,
}

/// A text that names no player, in a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerError(String);

impl fmt::Display for PlayerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for PlayerError {}

/// How long a player may think. Nodes make results repeat on any machine; `stop` is for people who wait, and whoever
/// has a clock puts it there.
pub struct Limit<'a> {
    /// Positions to look at, at the most.
    pub nodes: u64,
    /// Asked now and then; once it says yes, the player answers with the best so far.
    pub stop: &'a dyn Fn() -> bool,
}

impl Limit<'_> {
    /// No limit but these nodes.
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes, stop: &|| false }
    }
}

impl Player {
    /// Everyone.
    pub const ALL: [Self; 2] = [Self::Random, Self::Greedy];

    /// The player that a text names.
    pub fn parse(text: &str) -> Result<Self, PlayerError> {
        Self::ALL.into_iter().find(|player| player.id() == text).ok_or_else(|| {
            let text: String = text.chars().take(40).collect();
            PlayerError(format!("there is no player “{text}”; there are {}", Self::ALL.map(Self::id).join(", ")))
        })
    }

    /// The id that commands use.
    pub fn id(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Greedy => "greedy",
        }
    }

    /// What it does, in one line.
    pub fn about(self) -> &'static str {
        match self {
            Self::Random => "any legal action, all equally likely",
            Self::Greedy => "the action that earns most before chance has its say; the first of equals",
        }
    }

    /// Ranks the legal actions. The same position gives the same ranking.
    pub fn rank(self, game: &AnyGame, state: &AnyState, _limit: &Limit<'_>) -> Ranking {
        let mut actions = Vec::new();
        game.actions(state, &mut |action| actions.push((action, 0.0)));
        let nodes = actions.len() as u64;
        match self {
            Self::Random => {
                let mut dice = Dice1::new(game.position(state).hash(game.topology()));
                for left in (2..=actions.len()).rev() {
                    actions.swap(left - 1, tilewright_core::ticket(dice.word(), left as u64) as usize);
                }
            }
            Self::Greedy => {
                for (action, value) in &mut actions {
                    let gain = game.act(&mut state.clone(), *action, &mut ());
                    *value = gain.expect("a listed action is legal") as f64;
                }
                actions.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
            }
        }
        Ranking { actions, nodes }
    }
}

//! Everyone who can choose an action. A player sees the state and never the dice.
//!
//! Everything here works on [`Game`], so each player plays every game; what a family knows about itself stands in
//! [`Insight`]. There is no clock: a budget is a number of nodes, which repeats on any machine, or whatever the caller's
//! `stop` says.

#![forbid(unsafe_code)]

mod board;
mod budget;
mod classic;
pub mod exact;
mod expectimax;
mod images;
mod insight;
mod lookahead;
mod mcts;
mod notation;
mod rollout;
mod signature;
mod simple;
#[doc(hidden)]
pub mod small;

pub use budget::Limit;
pub use insight::Insight;
pub use notation::PlayerError;
pub use signature::signature;

use budget::Budget;
use exact::{Goal, Held};
use tilewright_core::{Action, Game};
use tilewright_games::{AnyGame, AnyState, Visitor};

/// A player with its parameters. The notation of commands is `id` or `id:key=value,key=value`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Player {
    /// Any legal action is as good as any other.
    Random,
    /// The first legal action by its id.
    First,
    /// The action that reaches highest up the board.
    TopFirst,
    /// The action that reaches lowest down the board.
    BottomFirst,
    /// The action that earns most at once.
    Greedy,
    /// Every line of so many turns, one refill each, points alone.
    Lookahead {
        /// Turns to look ahead.
        depth: u8,
    },
    /// Flat Monte Carlo: random games after each action.
    Rollout {
        /// Turns to look at; its own measure where there is none.
        nodes: Option<u64>,
        /// The longest random game.
        turns: u16,
    },
    /// Monte Carlo tree search.
    Mcts {
        /// Turns to look at; its own measure where there is none.
        nodes: Option<u64>,
        /// The longest game it imagines.
        turns: u16,
    },
    /// Expectimax with what the family knows about itself.
    Expectimax {
        /// Positions to look at; its own measure where there is none.
        nodes: Option<u64>,
        /// The most turns to look ahead.
        depth: u8,
    },
    /// Knows what every action is worth, or says nothing.
    Exact {
        /// Positions to work out; its own measure where there is none.
        nodes: Option<u64>,
        /// What it is after.
        goal: Goal,
        /// Where it looks values up instead of working them out.
        table: Option<Held>,
    },
}

/// What a player thinks of a position. Where it thinks nothing although the game goes on, [`Player::excuse`] says why.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Ranking {
    /// The legal actions with what they are worth to this player, best first.
    pub actions: Vec<(Action, f64)>,
    /// How many positions it looked at.
    pub nodes: u64,
    /// How many turns ahead it looked, where it searched.
    pub depth: u32,
}

impl Player {
    /// The nodes of a search that was given no budget.
    pub const NODES: u64 = 20_000;

    /// Everyone, as they play when nothing else is said.
    pub const ALL: [Self; 10] = [
        Self::Random,
        Self::Greedy,
        Self::First,
        Self::TopFirst,
        Self::BottomFirst,
        Self::Lookahead { depth: 2 },
        Self::Rollout { nodes: None, turns: 40 },
        Self::Mcts { nodes: None, turns: 40 },
        Self::Expectimax { nodes: None, depth: 16 },
        Self::Exact { nodes: None, goal: Goal::Score, table: None },
    ];

    /// The id that commands use.
    pub fn id(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::First => "first",
            Self::TopFirst => "top-first",
            Self::BottomFirst => "bottom-first",
            Self::Greedy => "greedy",
            Self::Lookahead { .. } => "lookahead",
            Self::Rollout { .. } => "rollout",
            Self::Mcts { .. } => "mcts",
            Self::Expectimax { .. } => "expectimax",
            Self::Exact { .. } => "exact",
        }
    }

    /// What it does, in one line.
    pub fn about(self) -> &'static str {
        match self {
            Self::Random => "any legal action, all equally likely",
            Self::First => "the first legal action by its id",
            Self::TopFirst => "the action that reaches highest up the board; from the left among equals",
            Self::BottomFirst => "the action that reaches lowest down the board; from the left among equals",
            Self::Greedy => "the action that earns most before chance has its say; the first of equals",
            Self::Lookahead { .. } => "every line of d turns, one sampled refill each, points alone",
            Self::Rollout { .. } => "random games after each action, the best average wins",
            Self::Mcts { .. } => "grows a tree of actions by random games, chance drawn anew each time",
            Self::Expectimax { .. } => "looks ahead over actions and chance, with what the family knows of itself",
            Self::Exact { .. } => "plays perfectly where a board is small enough to be solved, or from a table",
        }
    }

    /// Why it ranks nothing in a game that is not over. Everybody but `exact` always has something to say.
    pub fn excuse(self) -> String {
        match self {
            Self::Exact { table: Some(table), .. } => {
                format!("{} does not hold this position: it is of another board, or has no way here", table.path())
            }
            Self::Exact { .. } => "this is too much for exact; `tilewright solve` makes tables of small boards".into(),
            _ => format!("{self} has nothing to say of this position"),
        }
    }

    /// Ranks the legal actions. The same position and nodes give the same ranking.
    pub fn rank(self, game: &AnyGame, state: &AnyState, limit: &Limit<'_>) -> Ranking {
        // 4×4 has a search of its own; boards beyond its tables go the common way.
        if let Self::Expectimax { nodes, depth } = self
            && matches!(game, AnyGame::Classic(_))
            && let Some(ranking) = classic::rank(game, state, &mut Budget::new(nodes, limit), depth.into())
        {
            return ranking;
        }
        // So have small boards.
        if let Self::Expectimax { nodes, depth } = self
            && let Some(ranking) = small::rank(game, state, &mut Budget::new(nodes, limit), depth.into())
        {
            return ranking;
        }
        if let Self::Exact { nodes, goal, table } = self {
            return match table {
                Some(held) => held.table().rank(game, state).unwrap_or_default(),
                None => exact::rank(game, state, goal, &mut Budget::new(nodes, limit)),
            };
        }
        let rank = Rank { player: self, position: &game.position(state), limit };
        // Browsers load every byte: there the searches are compiled once for all games instead of once for each.
        if cfg!(target_family = "wasm") { rank.visit(game) } else { game.with(rank) }
    }
}

/// [`Player::rank`] for the game behind an [`AnyGame`], so that the search is compiled for it.
struct Rank<'a> {
    player: Player,
    position: &'a tilewright_core::Position,
    limit: &'a Limit<'a>,
}

impl Visitor for Rank<'_> {
    type Result = Ranking;

    fn visit<G: Game>(self, game: &G) -> Ranking {
        let Ok(state) = game.place(self.position) else { return Ranking::default() };
        match self.player {
            Player::Random => simple::random(game, &state),
            Player::First => simple::first(game, &state),
            Player::TopFirst => simple::scan(game, &state, false),
            Player::BottomFirst => simple::scan(game, &state, true),
            Player::Greedy => simple::greedy(game, &state),
            Player::Lookahead { depth } => {
                lookahead::rank(game, &state, &mut Budget::new(Some(u64::MAX), self.limit), depth.into())
            }
            Player::Rollout { nodes, turns } => {
                rollout::rank(game, &state, &mut Budget::new(nodes, self.limit), turns.into())
            }
            Player::Mcts { nodes, turns } => {
                mcts::rank(game, &state, &mut Budget::new(nodes, self.limit), turns.into())
            }
            Player::Expectimax { nodes, depth } => {
                expectimax::rank(game, &state, &mut Budget::new(nodes, self.limit), depth.into())
            }
            Player::Exact { .. } => unreachable!("it was asked before"),
        }
    }
}

/// The legal actions, each worth nothing yet.
fn legal<G: Game>(game: &G, state: &G::State) -> Vec<(Action, f64)> {
    let mut actions = Vec::new();
    game.actions(state, &mut |action| actions.push((action, 0.0)));
    actions
}

/// Best first, and the first of equals.
fn sort(actions: &mut [(Action, f64)]) {
    actions.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
}

/// A number that stands for the position and nothing else: what samples are drawn from.
fn seed<G: Game>(game: &G, state: &G::State) -> u64 {
    game.position(state).hash(game.topology())
}

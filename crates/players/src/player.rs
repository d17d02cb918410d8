//! A player's name: which player, with which parameters. Plain data; an [`Engine`](crate::Engine) plays it.

use crate::{Budget, exact::Goal};
use tilewright_games::{AnyGame, Compiled};

/// A player with its parameters: plain data that reads no file. The notation is `id` or `id:key=value,key=value`.
///
/// ```
/// use tilewright_players::Player;
///
/// let player = Player::parse("expectimax:nodes=5000")?;
/// assert_eq!(player, Player::Expectimax { nodes: Some(5000), depth: None });
/// assert_eq!(player.to_string(), "expectimax:nodes=5000");
/// assert_eq!(Player::parse("greedy:nodes=5").unwrap_err().to_string(), "greedy takes no parameters, but “nodes” was given");
/// # Ok::<(), tilewright_players::PlayerError>(())
/// ```
///
/// `nodes` is the player's own budget; see [`Budget`](crate::Budget) for how it meets the caller's.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Player {
    /// Any legal action, all equally likely. A function of the position, like every player: the same board, the same
    /// action.
    Random,
    /// The first legal action by its id.
    First,
    /// The action that reaches highest up the board.
    TopFirst,
    /// The action that reaches lowest down the board.
    BottomFirst,
    /// The action with the highest gain before chance.
    Greedy,
    /// Every line of `depth` turns, one sampled refill each, points alone.
    Lookahead {
        /// Turns to look ahead.
        depth: u8,
    },
    /// Flat Monte Carlo: random games after each action.
    Rollout {
        /// Turns to simulate in all.
        nodes: Option<u64>,
        /// The longest random game, in turns.
        turns: u16,
    },
    /// Monte Carlo tree search.
    Mcts {
        /// Turns to simulate in all.
        nodes: Option<u64>,
        /// The longest simulated game, in turns.
        turns: u16,
    },
    /// Expectimax with the family's evaluation at the leaves.
    Expectimax {
        /// Positions to search.
        nodes: Option<u64>,
        /// The most turns to look ahead; `None` for 16, and on small slide boards, where boards repeat, for no limit.
        depth: Option<u8>,
    },
    /// Learned values of afterstates, and a search on top of them where there is a budget for it.
    Learned {
        /// Afterstates to search; the best afterstate alone if there is no budget at all.
        nodes: Option<u64>,
        /// The file of [`Values`](tilewright_values::Values) to play from, instead of those that ship. Only a path: the
        /// program that was given it opens it, see [`Tables`](crate::Tables).
        values: Option<String>,
        /// How long it trains on the game before it plays, instead of having learned before. The caller trains it, see
        /// [`Engine::with_values`](crate::Engine::with_values).
        practice: Option<Practice>,
    },
    /// The exact value of every action, or no answer.
    Exact {
        /// Positions to solve.
        nodes: Option<u64>,
        /// What it maximises. A table has its own goal, which counts instead.
        goal: Goal,
        /// The file of a [`ValueTable`](crate::exact::ValueTable) to look values up in, instead of solving. Only a path:
        /// the program that was given it opens it, see [`Tables`](crate::Tables).
        table: Option<String>,
    },
}

/// How long `learned` trains on a game before it plays it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Practice {
    /// A number of minutes, which the caller translates into turns.
    Minutes(u16),
    /// A number of turns: the same values on every machine.
    Turns(u64),
}

impl Practice {
    /// The parameter in a player's name.
    pub(crate) fn key(self) -> &'static str {
        match self {
            Self::Minutes(_) => "minutes",
            Self::Turns(_) => "turns",
        }
    }

    /// Its value.
    pub(crate) fn amount(self) -> u64 {
        match self {
            Self::Minutes(minutes) => minutes.into(),
            Self::Turns(turns) => turns,
        }
    }
}

impl Player {
    /// The nodes of a search that was given no budget.
    pub const NODES: u64 = 20_000;

    /// All players, with their default parameters.
    pub const ALL: [Self; 11] = [
        Self::Random,
        Self::Greedy,
        Self::First,
        Self::TopFirst,
        Self::BottomFirst,
        Self::Lookahead { depth: 2 },
        Self::Rollout { nodes: None, turns: 40 },
        Self::Mcts { nodes: None, turns: 40 },
        Self::Expectimax { nodes: None, depth: None },
        Self::Learned { nodes: None, values: None, practice: None },
        Self::Exact { nodes: None, goal: Goal::Score, table: None },
    ];

    /// The id that commands use.
    pub fn id(&self) -> &'static str {
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
            Self::Learned { .. } => "learned",
            Self::Exact { .. } => "exact",
        }
    }

    /// What it does, in one line.
    pub fn about(&self) -> &'static str {
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
            Self::Learned { .. } => "goes by values that were learned from games against itself",
            Self::Exact { .. } => "plays perfectly where a board is small enough to be solved, or from a table",
        }
    }

    /// The player's own budget.
    pub(crate) fn budget(&self) -> Budget {
        match self {
            Self::Rollout { nodes, .. }
            | Self::Mcts { nodes, .. }
            | Self::Expectimax { nodes, .. }
            | Self::Learned { nodes, .. }
            | Self::Exact { nodes, .. } => nodes.map_or(Budget::Default, Budget::Nodes),
            // The depth of `lookahead` bounds it, and the others do not search.
            _ => Budget::Unlimited,
        }
    }

    /// The budget for front ends that limit the time of a search, not its nodes: the default one, and
    /// [`Self::NODES`] for `learned`, which does not search by default.
    pub fn search_budget(&self) -> Budget {
        match self {
            Self::Learned { nodes: None, .. } => Budget::Nodes(Self::NODES),
            _ => Budget::Default,
        }
    }

    /// The file that the name refers to, of exact or of learned values.
    pub fn path(&self) -> Option<&str> {
        match self {
            Self::Exact { table: path, .. } | Self::Learned { values: path, .. } => path.as_deref(),
            _ => None,
        }
    }

    /// How long it trains on the game before it plays.
    pub fn practice(&self) -> Option<Practice> {
        match self {
            Self::Learned { practice, .. } => *practice,
            _ => None,
        }
    }

    /// The player itself, or `expectimax` in place of `learned` if no learned values ship for the game: for front ends,
    /// whose user may have chosen a player for all games.
    pub fn in_game(&self, game: &AnyGame) -> Self {
        match self {
            Self::Learned { values: None, practice: None, .. } if !tilewright_values::ships(&game.rules()) => {
                self.without_values()
            }
            other => other.clone(),
        }
    }

    /// The player itself, or `expectimax` in place of `learned`.
    pub fn without_values(&self) -> Self {
        match self {
            Self::Learned { nodes, .. } => Self::Expectimax { nodes: *nodes, depth: None },
            other => other.clone(),
        }
    }
}

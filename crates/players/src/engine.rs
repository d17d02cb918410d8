//! What plays: an [`Engine`] is a player at work on one game.

use crate::{
    Limit, Player, Ranking, budget::Counter, classic, exact, expectimax, lookahead, mcts, rollout, simple, small,
    tables::Tables,
};
use std::{fmt, sync::Arc};
use tilewright_core::{Action, Game, Phase, Position};
use tilewright_games::{AnyGame, AnyState, Visitor};

/// A player at work on one game: owns what its search needs (tables, a transposition table, memory) and lives for a game
/// or a run.
///
/// Answers are a function of the position and the limit: what an engine was asked before changes the time it takes, and
/// nothing else.
///
/// ```
/// use std::sync::Arc;
/// use tilewright_core::{Dice1, Game};
/// use tilewright_games::Preset;
/// use tilewright_players::{Engine, Limit, Player};
///
/// let game = Arc::new(Preset::find("classic-2048").unwrap().variant.compile()?);
/// let mut engine = Engine::new(&Player::parse("expectimax")?, Arc::clone(&game))?;
/// let mut dice = Dice1::new(1);
/// let mut state = game.start(&mut dice, &mut ())?;
/// for _ in 0..5 {
///     let action = engine.choose(&state, &Limit::nodes(500)).expect("the game goes on");
///     game.advance(&mut state, action, &mut dice, &mut ())?;
/// }
/// let ranking = engine.rank(&state, &Limit::nodes(500));
/// assert!(ranking.nodes <= 500);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Engine {
    player: Player,
    game: Arc<AnyGame>,
    method: Method,
    nodes: u64,
}

/// How the player's actions are found.
enum Method {
    Random,
    First,
    Scan { bottom: bool },
    Greedy,
    Lookahead { depth: u32 },
    Rollout { turns: u32 },
    Mcts { turns: u32 },
    Expectimax(Expectimax),
    Solve { goal: exact::Goal },
    LookUp(exact::LookUp),
}

/// The searches behind `expectimax`, in the order in which they are tried.
struct Expectimax {
    depth: u32,
    /// For 4×4, where a board fits its tables.
    classic: Option<classic::Classic>,
    /// For small boards.
    small: Option<small::Layered>,
}

/// Why a player cannot be asked, or does not answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EngineError {
    /// The player's name refers to a table that the caller has not opened.
    Table {
        /// The file in the player's name.
        path: String,
    },
    /// The player has no answer although the game goes on.
    NoAnswer {
        /// Why, from [`Engine::excuse`].
        excuse: String,
    },
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Table { path } => {
                write!(f, "the table {path} is not open: only a player named on the command line may name a file")
            }
            Self::NoAnswer { excuse } => f.write_str(excuse),
        }
    }
}

impl std::error::Error for EngineError {}

impl Engine {
    /// The engine of a player whose name refers to no file.
    ///
    /// # Errors
    ///
    /// If it does refer to one; see [`Self::with_tables`].
    pub fn new(player: &Player, game: Arc<AnyGame>) -> Result<Self, EngineError> {
        Self::with_tables(player, game, &Tables::default())
    }

    /// The engine of a player, which may refer to a table that the caller has opened.
    ///
    /// # Errors
    ///
    /// If the player's name refers to a table that is not among `tables`.
    pub fn with_tables(player: &Player, game: Arc<AnyGame>, tables: &Tables) -> Result<Self, EngineError> {
        let method = match player {
            Player::Random => Method::Random,
            Player::First => Method::First,
            Player::TopFirst => Method::Scan { bottom: false },
            Player::BottomFirst => Method::Scan { bottom: true },
            Player::Greedy => Method::Greedy,
            Player::Lookahead { depth } => Method::Lookahead { depth: (*depth).into() },
            Player::Rollout { turns, .. } => Method::Rollout { turns: (*turns).into() },
            Player::Mcts { turns, .. } => Method::Mcts { turns: (*turns).into() },
            Player::Expectimax { depth, .. } => Method::Expectimax(Expectimax {
                depth: (*depth).into(),
                classic: classic::Classic::new(&game),
                small: small::Layered::new(&game),
            }),
            Player::Exact { goal, table: None, .. } => Method::Solve { goal: *goal },
            Player::Exact { table: Some(path), .. } => {
                let table = tables.get(path).ok_or_else(|| EngineError::Table { path: path.clone() })?;
                Method::LookUp(exact::LookUp::new(table, &game))
            }
        };
        Ok(Self { player: player.clone(), game, method, nodes: 0 })
    }

    /// The player.
    pub fn player(&self) -> &Player {
        &self.player
    }

    /// The game it plays.
    pub fn game(&self) -> &Arc<AnyGame> {
        &self.game
    }

    /// Ranks the legal actions. Empty if the game is over, or if the player has no answer: then [`Self::excuse`] says why.
    pub fn rank(&mut self, state: &AnyState, limit: &Limit<'_>) -> Ranking {
        let Self { player, game, method, .. } = self;
        let counter = &mut Counter::new(player.nodes(), limit);
        let ranking = match method {
            Method::Random => visit(game, state, Random),
            Method::First => visit(game, state, First),
            Method::Scan { bottom } => visit(game, state, Scan { bottom: *bottom }),
            Method::Greedy => visit(game, state, Greedy),
            Method::Lookahead { depth } => visit(game, state, Lookahead { counter, depth: *depth }),
            Method::Rollout { turns } => visit(game, state, Rollout { counter, turns: *turns }),
            Method::Mcts { turns } => visit(game, state, Mcts { counter, turns: *turns }),
            Method::Expectimax(search) => search.rank(game, state, counter),
            Method::Solve { goal } => exact::rank(game, state, *goal, counter),
            Method::LookUp(table) => table.rank(game, state).unwrap_or_default(),
        };
        self.nodes = ranking.nodes;
        ranking
    }

    /// The best action: the first of [`Self::rank`], without ranking the others where that is quicker. `None` if the game
    /// is over, or if the player has no answer: then [`Self::excuse`] says why.
    pub fn choose(&mut self, state: &AnyState, limit: &Limit<'_>) -> Option<Action> {
        self.rank(state, limit).actions.first().map(|(action, _)| *action)
    }

    /// The nodes of the last answer.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Why there is no answer although the game goes on. Only `exact` is ever without one.
    pub fn excuse(&self) -> String {
        match &self.player {
            Player::Exact { table: Some(path), .. } => {
                format!("{path} does not hold this position: it is of another board, or has no way here")
            }
            Player::Exact { .. } => {
                "this is too much for exact; `tilewright solve` makes tables of small boards".into()
            }
            player => format!("{player} has nothing to say of this position"),
        }
    }
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine").field("player", &self.player).finish_non_exhaustive()
    }
}

impl Expectimax {
    fn rank(&mut self, game: &AnyGame, state: &AnyState, counter: &mut Counter<'_>) -> Ranking {
        let depth = self.depth;
        if let Some(ranking) = self.classic.as_mut().and_then(|search| search.rank(game, state, counter, depth)) {
            return ranking;
        }
        if let Some(ranking) = self.small.as_mut().and_then(|search| search.rank(game, state, counter, depth)) {
            return ranking;
        }
        visit(game, state, Generic { counter, depth })
    }
}

/// A search for games of any type, compiled for each.
trait Search {
    fn rank<G: Game>(self, game: &G, state: &G::State) -> Ranking;
}

/// Runs a search on the game behind an [`AnyGame`].
fn visit(game: &AnyGame, state: &AnyState, search: impl Search) -> Ranking {
    struct Placed<S>(Position, S);
    impl<S: Search> Visitor for Placed<S> {
        type Result = Ranking;

        fn visit<G: Game>(self, game: &G) -> Ranking {
            game.place(&self.0).map_or_else(|_| Ranking::default(), |state| self.1.rank(game, &state))
        }
    }
    // WebAssembly is downloaded: there the searches are compiled once for all games instead of once for each.
    if cfg!(target_family = "wasm") {
        search.rank(game, state)
    } else {
        game.with(Placed(game.position(state), search))
    }
}

struct Random;
struct First;
struct Greedy;

struct Scan {
    bottom: bool,
}

struct Lookahead<'a, 'b> {
    counter: &'a mut Counter<'b>,
    depth: u32,
}

struct Rollout<'a, 'b> {
    counter: &'a mut Counter<'b>,
    turns: u32,
}

struct Mcts<'a, 'b> {
    counter: &'a mut Counter<'b>,
    turns: u32,
}

struct Generic<'a, 'b> {
    counter: &'a mut Counter<'b>,
    depth: u32,
}

impl Search for Random {
    fn rank<G: Game>(self, game: &G, state: &G::State) -> Ranking {
        simple::random(game, state)
    }
}

impl Search for First {
    fn rank<G: Game>(self, game: &G, state: &G::State) -> Ranking {
        simple::first(game, state)
    }
}

impl Search for Scan {
    fn rank<G: Game>(self, game: &G, state: &G::State) -> Ranking {
        simple::scan(game, state, self.bottom)
    }
}

impl Search for Greedy {
    fn rank<G: Game>(self, game: &G, state: &G::State) -> Ranking {
        simple::greedy(game, state)
    }
}

impl Search for Lookahead<'_, '_> {
    fn rank<G: Game>(self, game: &G, state: &G::State) -> Ranking {
        lookahead::rank(game, state, self.counter, self.depth)
    }
}

impl Search for Rollout<'_, '_> {
    fn rank<G: Game>(self, game: &G, state: &G::State) -> Ranking {
        rollout::rank(game, state, self.counter, self.turns)
    }
}

impl Search for Mcts<'_, '_> {
    fn rank<G: Game>(self, game: &G, state: &G::State) -> Ranking {
        mcts::rank(game, state, self.counter, self.turns)
    }
}

impl Search for Generic<'_, '_> {
    fn rank<G: Game>(self, game: &G, state: &G::State) -> Ranking {
        expectimax::rank(game, state, self.counter, self.depth)
    }
}

/// The engine of whichever player is asked last: for callers whose player may change from one question to the next.
#[derive(Debug, Default)]
pub struct EngineSlot(Option<Engine>);

impl EngineSlot {
    /// The engine of a player in a game: the one of before if it is of the same player and game, otherwise a new one.
    ///
    /// # Errors
    ///
    /// As [`Engine::with_tables`].
    pub fn get(&mut self, player: &Player, game: &Arc<AnyGame>, tables: &Tables) -> Result<&mut Engine, EngineError> {
        let same = |engine: &Engine| engine.player == *player && Arc::ptr_eq(&engine.game, game);
        let engine = match self.0.take().filter(same) {
            Some(engine) => engine,
            None => Engine::with_tables(player, Arc::clone(game), tables)?,
        };
        Ok(self.0.insert(engine))
    }

    /// Asks a player about a state.
    ///
    /// # Errors
    ///
    /// As [`Self::get`], and if the player has no answer although the game goes on.
    pub fn ask(
        &mut self,
        player: &Player,
        game: &Arc<AnyGame>,
        tables: &Tables,
        state: &AnyState,
        limit: &Limit<'_>,
    ) -> Result<Ranking, EngineError> {
        let engine = self.get(player, game, tables)?;
        let ranking = engine.rank(state, limit);
        if ranking.actions.is_empty() && game.phase(state) == Phase::Decide {
            return Err(EngineError::NoAnswer { excuse: engine.excuse() });
        }
        Ok(ranking)
    }
}

impl Clone for EngineSlot {
    /// An empty slot: engines hold nothing that changes an answer.
    fn clone(&self) -> Self {
        Self::default()
    }
}

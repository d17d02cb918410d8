//! What plays: an [`Engine`] is a player at work on one game.

use crate::{
    Budget, Limit, Player, Ranking,
    budget::Counter,
    evaluate::Evaluator,
    exact, expectimax, learned, lookahead, mcts, rollout,
    simple::{self, Reach},
    slide::SlideSearch,
    small,
    tables::Tables,
};
use std::{fmt, sync::Arc};
use tilewright_core::{Action, Game, Phase};
use tilewright_games::{AnyGame, AnyState, Compiled, StateVisitor};
use tilewright_values::Values;

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

/// How the player's actions are found, with what that needs.
#[expect(clippy::large_enum_variant, reason = "one an engine, never moved")]
enum Method {
    Random,
    First,
    Reach(Reach),
    Greedy,
    Lookahead { depth: u32 },
    Rollout { turns: u32 },
    Mcts { turns: u32 },
    Expectimax(Expectimax),
    Learned(learned::Learned),
    Solve { goal: exact::Goal },
    LookUp(exact::LookUp),
}

/// The most turns that a search looks ahead whose boards do not repeat.
const MAX_DEPTH: u32 = 16;

/// The searches behind `expectimax`, in the order in which they are tried.
struct Expectimax {
    /// The most turns to look ahead, if the player's name says so.
    depth: Option<u32>,
    /// For small slide boards.
    layered: Option<small::Layered>,
    /// For other slide boards of up to 25 cells.
    slide: Option<SlideSearch>,
    /// For the generic search, which has the rest.
    evaluator: Evaluator,
}

impl Expectimax {
    fn new<G: Compiled>(game: &G, depth: Option<u32>) -> Self {
        Self {
            depth,
            layered: small::Layered::new(game),
            slide: SlideSearch::new(game),
            evaluator: Evaluator::new(&game.rules(), game.topology()),
        }
    }

    fn rank<G: Compiled>(&mut self, game: &G, state: &G::State, counter: &mut Counter<'_>) -> Ranking {
        let layered = self.layered.as_ref().and_then(|search| search.rank(game, state, counter, self.depth));
        let depth = self.depth.unwrap_or(MAX_DEPTH);
        layered
            .or_else(|| self.slide.as_mut()?.rank(game, state, counter, depth))
            .unwrap_or_else(|| expectimax::rank(game, state, &self.evaluator, counter, depth))
    }
}

/// Why a player cannot be asked, or does not answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EngineError {
    /// The player's name refers to a file that the caller has not opened.
    File {
        /// The file in the player's name.
        path: String,
    },
    /// The player trains before it plays, and was not trained.
    Untrained,
    /// No learned values ship for this variant, or none with this program.
    NoValues,
    /// The learned values are of another variant.
    OtherValues {
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
            Self::File { path } => {
                write!(f, "the file {path} is not open: only a player named on the command line may name a file")
            }
            Self::Untrained => f.write_str(
                "it trains on the variant before it plays, which only `tilewright lab` does; learned:values=FILE plays from a \
                 file of `tilewright train`",
            ),
            Self::NoValues => f.write_str(
                "nothing was learned about this variant yet; `tilewright train` learns values, and learned:values=FILE \
                 plays from them",
            ),
            Self::OtherValues { path } => write!(f, "the values in {path} are of another variant"),
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

    /// The engine of a player, which may refer to a file that the caller has opened.
    ///
    /// # Errors
    ///
    /// If the player's name refers to a file that is not among `tables`.
    pub fn with_tables(player: &Player, game: Arc<AnyGame>, tables: &Tables) -> Result<Self, EngineError> {
        let method = match player {
            Player::Random => Method::Random,
            Player::First => Method::First,
            Player::TopFirst => Method::Reach(Reach::new(&*game, false)),
            Player::BottomFirst => Method::Reach(Reach::new(&*game, true)),
            Player::Greedy => Method::Greedy,
            Player::Lookahead { depth } => Method::Lookahead { depth: (*depth).into() },
            Player::Rollout { turns, .. } => Method::Rollout { turns: (*turns).into() },
            Player::Mcts { turns, .. } => Method::Mcts { turns: (*turns).into() },
            Player::Expectimax { depth, .. } => Method::Expectimax(Expectimax::new(&*game, depth.map(Into::into))),
            Player::Learned { practice: Some(_), .. } => return Err(EngineError::Untrained),
            Player::Learned { values, .. } => {
                Method::Learned(learned::Learned::new(&game, find_values(values, &game, tables)?))
            }
            Player::Exact { goal, table: None, .. } => Method::Solve { goal: *goal },
            Player::Exact { table: Some(path), .. } => {
                let table = tables.get(path).ok_or_else(|| EngineError::File { path: path.clone() })?;
                Method::LookUp(exact::LookUp::new(table, &*game))
            }
        };
        Ok(Self { player: player.clone(), game, method, nodes: 0 })
    }

    /// The engine of a player that plays from these values, wherever its name has them from.
    ///
    /// # Errors
    ///
    /// If the values are of another variant.
    pub fn with_values(player: &Player, game: Arc<AnyGame>, values: Arc<Values>) -> Result<Self, EngineError> {
        if values.variant().rules() != game.rules() {
            return Err(EngineError::OtherValues { path: player.to_string() });
        }
        let method = Method::Learned(learned::Learned::new(&game, values));
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
        if let Method::Learned(learned) = &mut self.method {
            // Without any budget it does not search.
            let searches = self.player.budget() != Budget::Default || limit.budget != Budget::Default;
            let mut counter = Counter::new(self.player.budget(), limit);
            let ranking = learned.rank(&self.game, state, searches.then_some(&mut counter));
            self.nodes = ranking.nodes;
            return ranking;
        }
        let counter = &mut Counter::new(self.player.budget(), limit);
        let ranking = visit(&self.game, state, Rank { method: &mut self.method, counter });
        self.nodes = ranking.nodes;
        ranking
    }

    /// The best action: the first of [`Self::rank`], without ranking the others where that is quicker. `None` if the game
    /// is over, or if the player has no answer: then [`Self::excuse`] says why.
    #[inline]
    pub fn choose(&mut self, state: &AnyState, limit: &Limit<'_>) -> Option<Action> {
        self.nodes = 1;
        match &self.method {
            Method::Random => visit(&self.game, state, ChooseRandom).map(|(action, _)| action),
            Method::First => visit(&self.game, state, ChooseFirst),
            Method::Greedy => visit(&self.game, state, ChooseGreedy),
            Method::Reach(reach) => visit(&self.game, state, ChooseReach(reach)),
            Method::Learned(learned) if self.player.budget() == Budget::Default && limit.budget == Budget::Default => {
                learned.choose(&self.game, state)
            }
            _ => self.rank(state, limit).actions.first().map(|(action, _)| *action),
        }
    }

    /// [`Self::choose`] with the number of legal actions, which the random player counts anyway.
    #[inline]
    pub fn choose_counted(&mut self, state: &AnyState, limit: &Limit<'_>) -> Option<(Action, u64)> {
        if let Method::Random = self.method {
            self.nodes = 1;
            return visit(&self.game, state, ChooseRandom);
        }
        self.choose(state, limit).map(|action| (action, self.game.action_count(state)))
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

/// The values that a player's name refers to, or those that ship.
fn find_values(path: &Option<String>, game: &AnyGame, tables: &Tables) -> Result<Arc<Values>, EngineError> {
    let rules = game.rules();
    let Some(path) = path else {
        let shipped = || tilewright_values::shipped(&rules);
        return tables.fetched(&rules).or_else(shipped).ok_or(EngineError::NoValues);
    };
    let values = tables.values(path).ok_or_else(|| EngineError::File { path: path.clone() })?;
    if values.variant().rules() != rules {
        return Err(EngineError::OtherValues { path: path.clone() });
    }
    Ok(values)
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine").field("player", &self.player).finish_non_exhaustive()
    }
}

/// Visits the game and the state behind an [`AnyGame`].
#[inline]
fn visit<V: StateVisitor>(game: &AnyGame, state: &AnyState, visitor: V) -> V::Result {
    // WebAssembly is downloaded: there the searches are compiled once for all games instead of once for each.
    if cfg!(target_family = "wasm") { visitor.visit(game, state) } else { game.with_state(state, visitor) }
}

/// [`Engine::rank`] for one type of game.
struct Rank<'a, 'b> {
    method: &'a mut Method,
    counter: &'a mut Counter<'b>,
}

impl StateVisitor for Rank<'_, '_> {
    type Result = Ranking;

    fn visit<G: Compiled>(self, game: &G, state: &G::State) -> Ranking {
        let Self { method, counter } = self;
        match method {
            Method::Random => simple::random(game, state),
            Method::First => simple::first(game, state),
            Method::Reach(reach) => reach.rank(game, state),
            Method::Greedy => simple::greedy(game, state),
            Method::Lookahead { depth } => lookahead::rank(game, state, counter, *depth),
            Method::Rollout { turns } => rollout::rank(game, state, counter, *turns),
            Method::Mcts { turns } => mcts::rank(game, state, counter, *turns),
            Method::Expectimax(search) => search.rank(game, state, counter),
            Method::Learned(_) => unreachable!("it was asked before"),
            Method::Solve { goal } => exact::rank(game, state, *goal, counter),
            Method::LookUp(table) => table.rank(game, state).unwrap_or_default(),
        }
    }
}

struct ChooseRandom;
struct ChooseFirst;
struct ChooseGreedy;
struct ChooseReach<'a>(&'a Reach);

impl StateVisitor for ChooseRandom {
    type Result = Option<(Action, u64)>;

    #[inline]
    fn visit<G: Compiled>(self, game: &G, state: &G::State) -> Self::Result {
        simple::choose_random(game, state)
    }
}

impl StateVisitor for ChooseFirst {
    type Result = Option<Action>;

    fn visit<G: Compiled>(self, game: &G, state: &G::State) -> Option<Action> {
        simple::choose_first(game, state)
    }
}

impl StateVisitor for ChooseGreedy {
    type Result = Option<Action>;

    fn visit<G: Compiled>(self, game: &G, state: &G::State) -> Option<Action> {
        simple::choose_greedy(game, state)
    }
}

impl StateVisitor for ChooseReach<'_> {
    type Result = Option<Action>;

    fn visit<G: Compiled>(self, game: &G, state: &G::State) -> Option<Action> {
        self.0.choose(game, state)
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

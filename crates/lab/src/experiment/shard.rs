//! The pieces of an experiment's work, each a function of the experiment and its place in it.

use super::{
    Experiment, GameRow, ProbeRow, Training,
    play::{play_row, probe},
    practice,
};
use crate::GameError;
use std::{
    fmt, io,
    ops::Range,
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
};
use tilewright_games::AnyGame;
use tilewright_players::{Engine, Player, Tables};

/// One piece of work: a block of seeds of one variant.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Shard {
    /// The block, from 0.
    pub block: u64,
    /// The variant's number.
    pub variant: usize,
    /// What is done with the games.
    pub work: Work,
}

/// What a shard does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Work {
    /// Lets a player play, by its number.
    Games(usize),
    /// Lets the best player play and asks the judge.
    Probes,
}

/// The rows of a shard.
#[derive(Clone, PartialEq, Debug)]
pub enum Rows {
    /// Of [`Work::Games`], and the training of a player that trains first.
    Games(Vec<GameRow>, Option<Training>),
    /// Of [`Work::Probes`].
    Probes(Vec<ProbeRow>),
}

/// Nodes that a shard may take at most, as far as the experiment tells: some ten seconds.
const NODES_PER_SHARD: u64 = 10_000_000;
/// The most games of a shard.
const MAX_BLOCK: u64 = 4096;
/// The most turns that a game is taken to last. Most games end long before an experiment cuts them, and shards of a few
/// short games would take longer to write than to play.
const USUAL_TURNS: u32 = 2000;

/// About how many nodes a turn takes.
fn nodes_per_turn(player: &Player) -> u64 {
    match player {
        Player::Random | Player::First | Player::TopFirst | Player::BottomFirst | Player::Greedy => 1,
        Player::Lookahead { depth } => 20_u64.pow((*depth).into()),
        Player::Rollout { nodes, .. }
        | Player::Mcts { nodes, .. }
        | Player::Expectimax { nodes, .. }
        | Player::Exact { nodes, .. } => nodes.unwrap_or(Player::NODES),
        Player::Learned { nodes, .. } => nodes.unwrap_or(10),
    }
}

impl Experiment {
    /// Games of a shard; never depends on the machine.
    fn block(&self, work: Work) -> u64 {
        let player = match work {
            Work::Games(player) => &self.players[player],
            Work::Probes => self.best_player(),
        };
        if player.practice().is_some() {
            // All in one: another shard, on another machine, would train again.
            return self.games_of(work).max(1);
        }
        let turns = u64::from(self.turns.min(USUAL_TURNS));
        let nodes = match (work, &self.probe) {
            (Work::Games(_), _) => nodes_per_turn(player).saturating_mul(turns),
            (Work::Probes, Some(probe)) => {
                let asked = turns.div_ceil(probe.every.into());
                nodes_per_turn(player)
                    .saturating_mul(turns)
                    .saturating_add(nodes_per_turn(&probe.player).saturating_mul(asked))
            }
            (Work::Probes, None) => 1,
        };
        (NODES_PER_SHARD / nodes.max(1)).clamp(1, MAX_BLOCK)
    }

    /// Number of games of this kind of work, for a variant.
    fn games_of(&self, work: Work) -> u64 {
        match work {
            Work::Games(_) => self.games,
            Work::Probes => self.probe.as_ref().map_or(0, |probe| probe.games),
        }
    }

    /// All shards: the first block of everything, then the second, so that an interrupted run has seeds in common and the
    /// first shards are a sample of all.
    pub fn shards(&self) -> Vec<Shard> {
        let kinds = || (0..self.players.len()).map(Work::Games).chain([Work::Probes]);
        let blocks = |work| self.games_of(work).div_ceil(self.block(work));
        let mut shards: Vec<Shard> = (0..self.variants.len())
            .flat_map(|variant| {
                kinds().flat_map(move |work| (0..blocks(work)).map(move |block| Shard { block, variant, work }))
            })
            .collect();
        // By seeds, as players have blocks of different lengths. Neighbours in a grid play alike, so the variants are
        // scattered: the first shards are a fair sample.
        let scattered = |variant: usize| (variant as u32).reverse_bits();
        shards.sort_by_key(|shard| (self.shard_games(shard).start, scattered(shard.variant), shard.work));
        shards
    }

    /// The numbers of a shard's games.
    pub fn shard_games(&self, shard: &Shard) -> Range<u64> {
        let (block, all) = (self.block(shard.work), self.games_of(shard.work));
        (shard.block * block).min(all)..((shard.block + 1) * block).min(all)
    }
}

impl fmt::Display for Shard {
    /// The name of its file.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { block, variant, work } = self;
        match work {
            Work::Games(player) => write!(f, "v{variant:03}-p{player:02}-b{block:06}"),
            Work::Probes => write!(f, "v{variant:03}-b{block:06}"),
        }
    }
}

/// Why a run ended before its last shard.
#[derive(Debug)]
pub enum RunError {
    /// A shard could not be written; those before it are.
    Write(PathBuf, io::Error),
    /// A game could not be played: the variant's name, the player, and why.
    Game(String, String, GameError),
    /// The caller stopped it.
    Stopped,
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Write(path, error) => {
                write!(f, "cannot write {}: {error}; what was finished before it is kept", path.display())
            }
            Self::Game(variant, player, error) => write!(f, "{player} cannot play “{variant}”: {error}"),
            Self::Stopped => f.write_str("stopped"),
        }
    }
}

impl std::error::Error for RunError {}

/// Carries out shards, one at a time; holds what they share, so that shards of one variant and player in a row are
/// quicker.
pub struct Worker<'a> {
    experiment: &'a Experiment,
    tables: &'a Tables,
    game: Option<(usize, Arc<AnyGame>)>,
    engines: Vec<(Player, Engine)>,
}

impl<'a> Worker<'a> {
    /// A worker; `tables` has the files that players' names refer to.
    pub fn new(experiment: &'a Experiment, tables: &'a Tables) -> Self {
        Self { experiment, tables, game: None, engines: Vec::new() }
    }

    /// Runs a shard. `done` counts finished games.
    ///
    /// # Errors
    ///
    /// [`RunError::Game`] if a game cannot start, or a player has no action in a game that is not over;
    /// [`RunError::Stopped`] once `stop` is true.
    pub fn run(&mut self, shard: &Shard, stop: &AtomicBool, done: &AtomicU64) -> Result<Rows, RunError> {
        self.play(shard, stop, done).map_err(|error| {
            if error == GameError::Stopped {
                return RunError::Stopped;
            }
            let player = match shard.work {
                Work::Games(player) => &self.experiment.players[player],
                Work::Probes => self.experiment.best_player(),
            };
            let variant = self.experiment.variants[shard.variant].name.clone();
            RunError::Game(variant, player.to_string(), error)
        })
    }

    fn play(&mut self, shard: &Shard, stop: &AtomicBool, done: &AtomicU64) -> Result<Rows, GameError> {
        let experiment = self.experiment;
        let games = experiment.shard_games(shard);
        let player = match shard.work {
            Work::Games(player) => &experiment.players[player],
            Work::Probes => experiment.best_player(),
        };
        let (mut engine, training) = self.trained_engine(shard.variant, player, stop)?;
        let rows = match (shard.work, &experiment.probe) {
            (Work::Games(_), _) | (_, None) => {
                let mut rows = Vec::with_capacity((games.end - games.start) as usize);
                for game in games {
                    let seed = experiment.game_seed(game);
                    rows.push(play_row(&mut engine, seed, experiment.turns, stop, |_| Ok(()))?);
                    done.fetch_add(1, Ordering::Relaxed);
                }
                Rows::Games(rows, training)
            }
            (Work::Probes, Some(settings)) => {
                let mut judge = self.engine(shard.variant, &settings.player)?;
                let mut rows = Vec::new();
                for game in games {
                    let seed = experiment.game_seed(game);
                    play_row(&mut engine, seed, experiment.turns, stop, |turn| {
                        if turn.number.is_multiple_of(settings.every.into()) {
                            rows.push(probe(&mut judge, seed, turn, stop)?);
                        }
                        Ok(())
                    })?;
                }
                self.engines.push((settings.player.clone(), judge));
                Rows::Probes(rows)
            }
        };
        self.engines.push((engine.player().clone(), engine));
        Ok(rows)
    }

    /// Takes an engine of the player, which trains first if its name says so.
    fn trained_engine(
        &mut self,
        variant: usize,
        player: &Player,
        stop: &AtomicBool,
    ) -> Result<(Engine, Option<Training>), GameError> {
        let Some(practice) = player.practice() else { return Ok((self.engine(variant, player)?, None)) };
        let rules = &self.experiment.variants[variant].variant;
        let turns = practice::turns(practice, rules.family());
        let trained = self.experiment.trainings.get(rules, turns, stop)?;
        let engine = Engine::with_values(player, self.game(variant), trained.values)?;
        Ok((engine, Some(trained.training)))
    }

    /// The variant's game.
    fn game(&mut self, variant: usize) -> Arc<AnyGame> {
        if self.game.as_ref().is_none_or(|(number, _)| *number != variant) {
            self.engines.clear();
            let game = self.experiment.variants[variant].variant.compile();
            self.game = Some((variant, Arc::new(game.expect("the experiment was checked"))));
        }
        let (_, game) = self.game.as_ref().expect("it was set");
        Arc::clone(game)
    }

    /// Takes an engine of the player in the variant's game: the one of before if there is one.
    fn engine(&mut self, variant: usize, player: &Player) -> Result<Engine, GameError> {
        let game = self.game(variant);
        if let Some(at) = self.engines.iter().position(|(known, _)| known == player) {
            return Ok(self.engines.swap_remove(at).1);
        }
        Ok(Engine::with_tables(player, game, self.tables)?)
    }
}

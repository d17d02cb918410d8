//! Players play the same games; the results are compared game by game.
//!
//! Invariant: a game depends on its seed and its player only, so the number of threads changes nothing but the time.

mod game;
mod journal;
mod summary;

pub use game::{PlayedGame, seed};
pub use journal::{Journal, JournalError, ParseError, csv};
pub use summary::{Difference, PlayerSummary, Summary};

use crate::GameError;
use game::play_game;
use std::{
    collections::HashSet,
    fmt,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
};
use tilewright_games::{AnyGame, Variant};
use tilewright_players::{Engine, Player, Tables};

/// What all games of a run have in common.
#[derive(Clone, Debug)]
pub struct Run {
    /// The name of the game, for people.
    pub label: String,
    /// The rules, as written to the journal's first line.
    pub variant: serde_json::Value,
    /// The rules, compiled.
    pub game: Arc<AnyGame>,
    /// The players; each plays every game.
    pub players: Vec<Player>,
    /// The value tables that the players' names refer to.
    pub tables: Tables,
    /// Games per player.
    pub games: u64,
    /// The run's seed; [`seed`] derives each game's seed from it.
    pub seed: u64,
    /// Games are cut after this number of turns; `None` if they are played to their end.
    pub turns: Option<u64>,
}

/// One game of one player, by their numbers in the run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Job {
    /// The game, from 0.
    pub game: u64,
    /// The player, from 0.
    pub player: usize,
}

impl Run {
    /// A run of 20 games per player from seed 1, not cut, without tables.
    pub fn new(label: impl Into<String>, variant: &Variant, game: Arc<AnyGame>, players: Vec<Player>) -> Self {
        let (label, variant, tables) = (label.into(), variant.to_json(), Tables::default());
        Self { label, variant, game, players, tables, games: 20, seed: 1, turns: None }
    }

    /// Number of games that all players play together.
    pub fn total(&self) -> usize {
        self.games as usize * self.players.len()
    }

    /// The games that are not among `done`. They are ordered by game, not by player, so that an interrupted run has
    /// pairs to compare.
    pub fn open(&self, done: &[PlayedGame]) -> Vec<Job> {
        let known: HashSet<Job> = done.iter().map(PlayedGame::job).collect();
        let jobs = (0..self.games).flat_map(|game| (0..self.players.len()).map(move |player| Job { game, player }));
        jobs.filter(|job| !known.contains(job)).collect()
    }
}

/// How far a run is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Games played since [`play`] was called.
    pub done: usize,
    /// Games that [`play`] was asked for.
    pub all: usize,
}

/// How a run is carried out. None of it changes a result.
pub struct Control<'a> {
    /// Games at the same time.
    pub threads: usize,
    /// Ends the run when it becomes true; games that are not finished then are not part of the result.
    pub stop: &'a AtomicBool,
    /// Receives the progress after each game.
    pub progress: &'a mut (dyn FnMut(Progress) + Send),
}

/// Why a run ended before its last game.
#[derive(Debug)]
pub enum ArenaError {
    /// A finished game could not be written.
    Journal(JournalError),
    /// A game could not be played.
    Game(GameError),
}

impl fmt::Display for ArenaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Journal(error) => error.fmt(f),
            Self::Game(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ArenaError {}

impl From<GameError> for ArenaError {
    fn from(error: GameError) -> Self {
        Self::Game(error)
    }
}

/// What the threads share; each locks it once per game.
struct Shared<'a> {
    games: Vec<PlayedGame>,
    journal: &'a mut Journal,
    progress: &'a mut (dyn FnMut(Progress) + Send),
    failed: Option<ArenaError>,
}

impl Run {
    /// Plays the games of `open`, or as many as are finished when the control's `stop` becomes true. Each finished game
    /// is written to the journal before its thread begins another. The games are in the order in which they ended.
    ///
    /// # Errors
    ///
    /// [`ArenaError::Journal`] if a game cannot be written, [`ArenaError::Game`] if a game cannot start, a player has no
    /// action in a game that is not over, or its table is not among the run's. No further game begins then; games that
    /// are already in the journal stay there.
    pub fn play(
        &self,
        open: &[Job],
        journal: &mut Journal,
        Control { threads, stop, progress }: Control<'_>,
    ) -> Result<Vec<PlayedGame>, ArenaError> {
        let next = AtomicUsize::new(0);
        let shared = Mutex::new(Shared { games: Vec::new(), journal, progress, failed: None });
        let work = |mut engines: Vec<Engine>| {
            while let Some(&job) = open.get(next.fetch_add(1, Ordering::Relaxed)) {
                let played = play_game(&mut engines[job.player], self, job, stop);
                let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
                let added = match played {
                    Ok(game) => shared.add(game, open.len()),
                    Err(GameError::Stopped) => break,
                    Err(error) => Err(error.into()),
                };
                if let Err(error) = added {
                    // No thread begins another game.
                    next.store(open.len(), Ordering::Relaxed);
                    shared.failed.get_or_insert(error);
                }
            }
        };
        // Every thread has its own engines, for all its games.
        let engine = |player| Engine::with_tables(player, Arc::clone(&self.game), &self.tables);
        let engines = || self.players.iter().map(engine).collect::<Result<Vec<_>, _>>();
        let all =
            (0..threads.min(open.len())).map(|_| engines()).collect::<Result<Vec<_>, _>>().map_err(GameError::from)?;
        std::thread::scope(|scope| {
            for engines in all {
                scope.spawn(|| work(engines));
            }
        });
        let Shared { games, failed, .. } = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
        failed.map_or(Ok(games), Err)
    }
}

impl Shared<'_> {
    /// Writes a game to the journal and reports progress.
    fn add(&mut self, game: PlayedGame, all: usize) -> Result<(), ArenaError> {
        self.journal.write(&game).map_err(ArenaError::Journal)?;
        self.games.push(game);
        (self.progress)(Progress { done: self.games.len(), all });
        Ok(())
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use tilewright_games::Preset;

    /// A run of a preset with these players.
    pub(crate) fn run(preset: &str, players: &[&str]) -> Run {
        let preset = Preset::find(preset).unwrap();
        let players = players.iter().map(|name| Player::parse(name).unwrap()).collect();
        Run::new(preset.label(), &preset.variant, Arc::new(preset.variant.compile().unwrap()), players)
    }

    /// The table of a run, without the one column that does not repeat.
    fn table(threads: usize) -> String {
        let run =
            Run { games: 6, seed: 3, turns: Some(9), ..run("merge3-doubling", &["random", "expectimax:nodes=100"]) };
        let mut reports = Vec::new();
        let mut progress = |progress: Progress| reports.push(progress.done);
        let control = Control { threads, stop: &AtomicBool::new(false), progress: &mut progress };
        let mut games = run.play(&run.open(&[]), &mut Journal::none(), control).unwrap();
        assert_eq!(reports, (1..=12).collect::<Vec<_>>());
        games.sort_by_key(PlayedGame::job);
        csv(&run, &games).lines().map(|line| line.rsplit_once(',').unwrap().0.to_owned() + "\n").collect()
    }

    #[test]
    fn play_on_three_threads_gives_the_same_games_and_marks_cut_ones() {
        let one = table(1);
        assert_eq!(one.lines().count(), 13);
        assert!(one.lines().skip(1).any(|line| line.contains(",9,") && line.contains(",true,")), "{one}");
        assert_eq!(table(3), one);
    }

    #[test]
    fn play_after_stop_finishes_no_game() {
        let run = run("merge3", &["greedy"]);
        let control = Control { threads: 1, stop: &AtomicBool::new(true), progress: &mut |_| () };
        assert_eq!(run.play(&run.open(&[]), &mut Journal::none(), control).unwrap(), []);
    }

    #[test]
    fn play_with_a_player_that_has_no_answer_is_an_error() {
        let run = run("classic-2048", &["exact:nodes=10"]);
        let control = Control { threads: 2, stop: &AtomicBool::new(false), progress: &mut |_| () };
        let error = run.play(&run.open(&[]), &mut Journal::none(), control).unwrap_err();
        assert!(matches!(error, ArenaError::Game(GameError::Engine(_))), "{error}");
    }
}

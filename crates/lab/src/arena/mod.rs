//! Players play the same games; the results are compared game by game.
//!
//! Invariant: a game depends on its seed and its player only, so the number of threads changes nothing but the time.

mod game;
mod journal;
mod summary;

pub use game::{PlayedGame, seed};
pub use journal::{Journal, JournalError, ParseError, csv};
pub use summary::{Difference, PlayerSummary, Summary};

use game::play_game;
use std::{
    collections::HashSet,
    fmt,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
};
use tilewright_games::AnyGame;
use tilewright_players::{Engine, Player, Tables};

/// What all games of a run have in common.
#[derive(Clone, Debug)]
pub struct Run {
    /// The name of the game, for people.
    pub label: String,
    /// The rules, as written to the journal's first line.
    pub variant: serde_json::Value,
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
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Job {
    /// The game, from 0.
    pub game: u64,
    /// The player, from 0.
    pub player: usize,
}

impl Run {
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

/// Why a run ended before its last game.
#[derive(Debug)]
pub enum ArenaError {
    /// A finished game could not be written.
    Journal(JournalError),
    /// The game cannot start, or a player has no action in a game that goes on.
    Play(String),
}

impl fmt::Display for ArenaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Journal(error) => error.fmt(f),
            Self::Play(message) => f.write_str(message),
        }
    }
}

impl std::error::Error for ArenaError {}

impl From<JournalError> for ArenaError {
    fn from(error: JournalError) -> Self {
        Self::Journal(error)
    }
}

/// What the threads share; each locks it once per game.
struct Shared<'a> {
    games: Vec<PlayedGame>,
    journal: &'a mut Journal,
    progress: &'a mut (dyn FnMut(Progress) + Send),
    failed: Option<ArenaError>,
}

/// Plays the games of `open` on `threads` threads, or as many as are finished when `stop` becomes true. Each finished
/// game is written to the journal before the next begins. The games are in the order in which they ended.
///
/// # Errors
///
/// [`ArenaError::Journal`] if a game cannot be written, [`ArenaError::Play`] if a game cannot start, a player has no
/// action in a game that is not over, or its table is not among the run's. No further game begins then; games that are already in the journal stay there.
pub fn play(
    game: &Arc<AnyGame>,
    run: &Run,
    open: &[Job],
    journal: &mut Journal,
    threads: usize,
    stop: &AtomicBool,
    progress: &mut (dyn FnMut(Progress) + Send),
) -> Result<Vec<PlayedGame>, ArenaError> {
    let next = AtomicUsize::new(0);
    let shared = Mutex::new(Shared { games: Vec::new(), journal, progress, failed: None });
    // Every thread has its own engines, for all its games.
    let engines = || -> Result<Vec<Engine>, ArenaError> {
        let engine = |player| Engine::with_tables(player, Arc::clone(game), &run.tables);
        run.players.iter().map(engine).collect::<Result<_, _>>().map_err(|error| ArenaError::Play(error.to_string()))
    };
    let work = |mut engines: Vec<Engine>| {
        while let Some(&job) = open.get(next.fetch_add(1, Ordering::Relaxed)) {
            let played = play_game(&mut engines[job.player], run, job, stop);
            let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
            let added = match played {
                Ok(Some(game)) => shared.add(game, open.len()),
                Ok(None) => break,
                Err(error) => Err(error),
            };
            if let Err(error) = added {
                // No thread begins another game.
                next.store(open.len(), Ordering::Relaxed);
                shared.failed.get_or_insert(error);
            }
        }
    };
    let all = (0..threads.min(open.len())).map(|_| engines()).collect::<Result<Vec<_>, _>>()?;
    std::thread::scope(|scope| {
        for engines in all {
            scope.spawn(|| work(engines));
        }
    });
    let Shared { games, failed, .. } = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
    failed.map_or(Ok(games), Err)
}

impl Shared<'_> {
    /// Writes a game to the journal and reports progress.
    fn add(&mut self, game: PlayedGame, all: usize) -> Result<(), ArenaError> {
        self.journal.write(&game)?;
        self.games.push(game);
        (self.progress)(Progress { done: self.games.len(), all });
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilewright_games::Preset;

    /// The table of a run, without the one column that does not repeat.
    fn table(threads: usize) -> String {
        let preset = Preset::find("merge3-doubling").unwrap();
        let expectimax = Player::parse("expectimax:nodes=100").unwrap();
        let run = Run {
            label: preset.label(),
            variant: preset.variant.to_json(),
            players: vec![Player::Random, expectimax],
            tables: Tables::default(),
            games: 6,
            seed: 3,
            turns: Some(9),
        };
        let game = Arc::new(preset.variant.compile().unwrap());
        let (stop, mut reports) = (AtomicBool::new(false), Vec::new());
        let mut progress = |progress: Progress| reports.push(progress.done);
        let open = run.open(&[]);
        let mut games = play(&game, &run, &open, &mut Journal::none(), threads, &stop, &mut progress).unwrap();
        assert_eq!(reports, (1..=12).collect::<Vec<_>>());
        games.sort_by_key(|game| (game.game, game.player));
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
        let preset = Preset::find("merge3").unwrap();
        let run = Run {
            label: preset.label(),
            variant: preset.variant.to_json(),
            players: vec![Player::Greedy],
            tables: Tables::default(),
            games: 2,
            seed: 3,
            turns: None,
        };
        let game = Arc::new(preset.variant.compile().unwrap());
        let stop = AtomicBool::new(true);
        let games = play(&game, &run, &run.open(&[]), &mut Journal::none(), 1, &stop, &mut |_| ()).unwrap();
        assert_eq!(games, []);
    }
}

//! Replays: the record of a game as text, written, read and verified.
//!
//! ```text
//! tilewright-replay 1
//! variant swap/exponentile@1 <16 hex digits of the variant's canonical form>
//! dice dice@1 42
//! start <position>            only if the game began from a loaded position
//! assisted undo hint player:expectimax    only if so, and only what was so
//! actions <count>
//! <one action a line, ids in decimal, or id=outcome,outcome… if chance was given>
//! check <turn> <hash>         after every 64th action
//! end <turns> <score> <reason> <hash>
//! ```
//!
//! A custom variant is carried whole: `variant custom <hash>` is followed by one `rules {…}` line, its canonical JSON.
//! Everything else follows from the text. Reading is strict and bounded, and simulates nothing; verifying plays the
//! game again, turn by turn from the text, in constant memory and without events.

mod read;
mod write;

pub(crate) use read::{hex, number, read_action};
pub(crate) use write::{chance_bytes, max_replay_bytes, turn_text};

use crate::{Assisted, DiceSource, PlayError, Session, Setup, moment::Moment};
use read::Lines;
use std::{convert::Infallible, fmt, sync::Arc};
use tilewright_core::{Action, Game, Outcome, Position, Reason};

/// The first line of every replay.
const HEADER: &str = "tilewright-replay 1";
/// The turns from one hash in the text to the next.
pub(crate) const CHECK_EVERY: usize = 64;
/// The reason in the last line of a game that is not over.
const OPEN: &str = "open";

/// The word for an end in replays and records; [`OPEN`] if the game is not over.
pub(crate) fn end_word(end: Option<Reason>) -> &'static str {
    end.map_or(OPEN, Reason::name)
}

/// The end that a word stands for; `None` if it is no such word.
pub(crate) fn read_end_word(word: &str) -> Option<Option<Reason>> {
    [Some(Reason::Stuck), Some(Reason::TurnLimit), None].into_iter().find(|&end| end_word(end) == word)
}

/// A replay that was read: well-formed, its game known, and not yet played.
///
/// It borrows its text and holds no turns; [`Replay::verify`] reads them from the text once more.
///
/// # Examples
///
/// ```
/// use tilewright_games::Preset;
/// use tilewright_session::{Replay, Session, Setup};
///
/// let mut session = Session::new(Setup::preset(Preset::find("merge3").unwrap())?, 7)?;
/// let action = session.legal()[0];
/// session.play(action, None)?;
///
/// let text = session.replay();
/// let verified = Replay::read(&text)?.verify()?;
/// assert_eq!((verified.turns, verified.score), (1, session.score()));
/// assert_eq!(Replay::read(&text)?.session()?.board(), session.board());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Replay<'a> {
    setup: Arc<Setup>,
    seed: u64,
    start: Option<Position>,
    assisted: Assisted,
    turns: usize,
    /// The text from the first action on.
    body: Lines<'a>,
    end: End,
}

/// The last line.
#[derive(Clone, PartialEq, Eq, Debug)]
struct End {
    turns: usize,
    score: u64,
    /// `None` if the game is not over.
    reason: Option<Reason>,
    hash: u64,
}

/// What a verified replay shows.
#[derive(Clone, Debug)]
pub struct Verified {
    /// What was played.
    pub setup: Arc<Setup>,
    /// The seed of the dice.
    pub seed: u64,
    /// The turns.
    pub turns: usize,
    /// The points.
    pub score: u64,
    /// Why the game is over, if it is.
    pub over: Option<Reason>,
    /// What help was taken.
    pub assisted: Assisted,
}

/// A replay that is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReplayError {
    /// It cannot be read: the line, from 1, and what is wrong with it.
    Read {
        /// The line.
        line: usize,
        /// What is wrong, as a sentence.
        message: String,
    },
    /// It can be read, but the game does not go that way: the first turn that differs, and how.
    Differs {
        /// The turn, from 1; 0 is the start.
        turn: usize,
        /// How, as a sentence.
        message: String,
    },
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read { line, message } => write!(f, "line {line}: {message}"),
            Self::Differs { turn, message } => write!(f, "turn {turn}: {message}"),
        }
    }
}

impl std::error::Error for ReplayError {}

/// What the turns of a replay are played on: a session, or a moment if no history is wanted.
trait Run {
    fn play(&mut self, action: Action, chance: Option<&[Outcome]>) -> Result<(), PlayError>;
    fn now(&self) -> &Moment;
}

impl Run for Session {
    fn play(&mut self, action: Action, chance: Option<&[Outcome]>) -> Result<(), PlayError> {
        self.play_silently(action, chance)
    }

    fn now(&self) -> &Moment {
        self.history().now()
    }
}

/// A game without history. After an error it is not used any more.
struct Forgetful {
    setup: Arc<Setup>,
    dice: DiceSource,
    now: Moment,
}

impl Run for Forgetful {
    fn play(&mut self, action: Action, chance: Option<&[Outcome]>) -> Result<(), PlayError> {
        self.now.advance(&self.setup.game, &self.dice, action, chance, &mut ())
    }

    fn now(&self) -> &Moment {
        &self.now
    }
}

impl<'a> Replay<'a> {
    /// The longest text that is read at all.
    pub const MAX_BYTES: usize = 16 << 20;
    /// The longest game, in turns. A [`Session`] refuses to become longer.
    pub const MAX_ACTIONS: usize = 1_000_000;

    /// Reads a replay without playing it.
    ///
    /// # Errors
    ///
    /// If the text is not a well-formed replay of a game that this program knows. Success does not mean that the game
    /// went this way: that is what [`Self::verify`] finds out.
    pub fn read(text: &'a str) -> Result<Self, ReplayError> {
        read::read(text)
    }

    /// Plays the replay without history and without events, in constant memory.
    ///
    /// # Errors
    ///
    /// Names the first turn that differs.
    pub fn verify(&self) -> Result<Verified, ReplayError> {
        let session = self.start()?;
        let (setup, dice) = (Arc::clone(&self.setup), session.dice().clone());
        let mut run = Forgetful { setup, dice, now: *session.history().now() };
        let Ok(()) = self.play(&mut run, |_, _, _| Ok::<_, Infallible>(()))?;
        Ok(Verified {
            setup: Arc::clone(&self.setup),
            seed: self.seed,
            turns: self.turns,
            score: run.now.score,
            over: run.now.over(&self.setup.game),
            assisted: self.assisted,
        })
    }

    /// Verifies the replay and returns the session at its end, with its history.
    ///
    /// # Errors
    ///
    /// Names the first turn that differs.
    pub fn session(&self) -> Result<Session, ReplayError> {
        let mut session = self.start()?;
        session.reserve(self.turns);
        let Ok(()) = self.play(&mut session, |_, _, _| Ok::<_, Infallible>(()))?;
        session.set_assisted(self.assisted);
        Ok(session)
    }

    /// Verifies the replay and shows every turn of it: its number, its action (`None` at the start) and the session
    /// after it. Stops showing at the first error of `show`, which is the inner result.
    ///
    /// # Errors
    ///
    /// Names the first turn that differs.
    pub fn each_turn<E>(
        &self,
        show: impl FnMut(usize, Option<Action>, &Session) -> Result<(), E>,
    ) -> Result<Result<(), E>, ReplayError> {
        self.play(&mut self.start()?, show)
    }

    fn start(&self) -> Result<Session, ReplayError> {
        let setup = Arc::clone(&self.setup);
        let session = match &self.start {
            None => Session::new(setup, self.seed).map_err(|error| error.to_string()),
            Some(start) => Session::from_position(setup, start, self.seed).map_err(|error| error.to_string()),
        };
        session.map_err(|message| ReplayError::Differs { turn: 0, message })
    }

    /// Plays every turn of the text and compares what it says along the way.
    fn play<R: Run, E>(
        &self,
        run: &mut R,
        mut show: impl FnMut(usize, Option<Action>, &R) -> Result<(), E>,
    ) -> Result<Result<(), E>, ReplayError> {
        let game = &self.setup.game;
        let differs = |turn, message: String| ReplayError::Differs { turn, message };
        let mut lines = self.body.clone();
        let mut shown = show(0, None, run);
        for turn in 1..=self.turns {
            let (action, chance) = lines.action(&self.setup)?;
            run.play(action, chance.as_deref())
                .map_err(|error| differs(turn, format!("{} cannot be played: {error}", game.action_text(action))))?;
            if let Some(expected) = lines.check(turn)? {
                let hash = run.now().hash(game);
                if hash != expected {
                    return Err(differs(turn, mismatch("hash", format!("{hash:016x}"), &format!("{expected:016x}"))));
                }
            }
            shown = shown.and_then(|()| show(turn, Some(action), run));
        }
        let (end, expected) = (End::of(self.turns, run.now(), game), &self.end);
        let hash = |end: &End| format!("{:016x}", end.hash);
        for (what, is, expected) in [
            ("hash", hash(&end), hash(expected)),
            ("score", end.score.to_string(), expected.score.to_string()),
            ("reason", end_word(end.reason).into(), end_word(expected.reason).into()),
        ] {
            if is != expected {
                return Err(differs(self.turns, mismatch(what, is, &expected)));
            }
        }
        Ok(shown)
    }

    /// What is played.
    pub fn setup(&self) -> &Arc<Setup> {
        &self.setup
    }

    /// How many turns it has.
    pub fn turns(&self) -> usize {
        self.turns
    }
}

impl End {
    fn of(turns: usize, moment: &Moment, game: &tilewright_games::AnyGame) -> Self {
        Self { turns, score: moment.score, reason: moment.over(game), hash: moment.hash(game) }
    }
}

fn mismatch(what: &str, is: String, expected: &str) -> String {
    format!("the {what} is {is}, but the replay says {expected}")
}

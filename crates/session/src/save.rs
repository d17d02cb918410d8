//! Saves: a game in progress as text, with what a replay does not store: undone turns and the undo rule.
//!
//! ```text
//! tilewright-save 1
//! now <turn> <score> <phase> <position>     enough for a menu, which need not play the game
//! undo unlimited|off|limited <n>
//! taken <turns taken back in all>
//! time <milliseconds played> <when the first turn was made, in seconds since 1970>      only if the time is kept
//! undone <count>
//! <one turn a line, as in a replay, in the order in which they were played>
//! tilewright-replay 1
//! …
//! ```
//!
//! Only settled states are saved, as a session has no others between two calls. Files are not written here.

use crate::{
    PlayTime, Replay, ReplayError, Session, UndoRule,
    replay::{number, read_action, turn_text},
};
use std::fmt;
use tilewright_core::{Game, Reason};

/// The first line of every save.
const HEADER: &str = "tilewright-save 1";

/// Games in progress as text.
#[derive(Clone, Copy, Debug)]
pub struct Save;

/// What a save shows without being played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Summary {
    /// The name of its variant in replays: `swap/exponentile@1`, or `custom`.
    pub label: String,
    /// The hash of its variant.
    pub variant: u64,
    /// The seed of its dice.
    pub seed: u64,
    /// The turns played.
    pub turn: usize,
    /// The points so far.
    pub score: u64,
    /// Why it is over, if it is.
    pub over: Option<Reason>,
    /// The position, as text.
    pub board: String,
}

/// A save that is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SaveError {
    /// It cannot be read: the line, from 1, and what is wrong with it.
    Read {
        /// The line.
        line: usize,
        /// What is wrong, as a sentence.
        message: String,
    },
    /// The replay in it is refused; its lines are counted from the replay's own first line.
    Replay(ReplayError),
    /// It plays, but not to where its summary says.
    Differs(String),
}

impl fmt::Display for SaveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read { line, message } => write!(f, "line {line}: {message}"),
            Self::Replay(error) => write!(f, "in its replay, {error}"),
            Self::Differs(message) => f.write_str(message),
        }
    }
}

impl std::error::Error for SaveError {}

impl From<ReplayError> for SaveError {
    fn from(error: ReplayError) -> Self {
        Self::Replay(error)
    }
}

impl UndoRule {
    /// The rule as text: `off`, `limited 3` or `unlimited`.
    pub fn text(self) -> String {
        match self {
            Self::Off => "off".into(),
            Self::Limited(most) => format!("limited {most}"),
            Self::Unlimited => "unlimited".into(),
        }
    }

    /// The rule that a text names; `None` if it names none.
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "off" => Some(Self::Off),
            "unlimited" => Some(Self::Unlimited),
            _ => {
                let most = number(text.strip_prefix("limited ")?)?;
                Some(Self::Limited(u32::try_from(most).ok()?))
            }
        }
    }
}

impl Save {
    /// The longest text that is read at all.
    pub const MAX_BYTES: usize = 2 * Replay::MAX_BYTES;

    /// The game as text.
    pub fn write(session: &Session) -> String {
        let topology = session.game().topology();
        let phase = session.over().map_or("decide", Reason::name);
        let position = session.position().text(topology);
        let mut text = format!("{HEADER}\nnow {} {} {phase} {position}\n", session.turn(), session.score());
        text += &format!("undo {}\ntaken {}\n", session.undo_rule().text(), session.taken_back());
        if let PlayTime { begun: Some(begun), milliseconds } = session.time() {
            text += &format!("time {milliseconds} {begun}\n");
        }
        text += &format!("undone {}\n", session.undone());
        for turn in session.turn() + 1..=session.turn() + session.undone() {
            let (action, chance) = session.history().turn(turn);
            turn_text(&mut text, topology, action, chance);
        }
        text + &session.replay()
    }

    /// The summary in a save. Nothing is compiled or played, so a menu can ask for many.
    ///
    /// # Errors
    ///
    /// If the lines before the actions are not those of a save. Success does not mean that the save can be read.
    pub fn summary(text: &str) -> Result<Summary, SaveError> {
        let head = Head::read(text)?;
        let Head { turn, score, over, board, .. } = head;
        let mut lines = head.replay.lines().skip(1);
        let line = head.line + 1;
        let variant = lines.next().and_then(|words| words.strip_prefix("variant ")?.split_once(' '));
        let (label, hash) = variant.ok_or_else(|| wrong(line, "expected a line “variant …”"))?;
        let variant = crate::replay::hex(hash).ok_or_else(|| wrong(line, "the variant's hash is 16 hex digits"))?;
        // A custom variant's rules stand in between.
        let dice = lines.find_map(|words| words.strip_prefix("dice "));
        let seed = dice.and_then(|words| number(words.split_once(' ')?.1));
        let seed = seed.ok_or_else(|| wrong(line + 1, "expected a line “dice …” with a seed"))?;
        Ok(Summary { label: label.into(), variant, seed, turn, score, over, board: board.into() })
    }

    /// The game, played again up to where it was saved.
    ///
    /// # Errors
    ///
    /// If the text is no save, or if its game does not go the way it says.
    pub fn read(text: &str) -> Result<Session, SaveError> {
        let head = Head::read(text)?;
        let mut session = Replay::read(head.replay)?.session()?;
        let is = (session.turn(), session.score(), session.over(), session.position().text(session.game().topology()));
        if is != (head.turn, head.score, head.over, head.board.to_owned()) {
            return Err(SaveError::Differs(format!(
                "its summary says turn {} with {} points, but its replay ends at turn {} with {} or on another board",
                head.turn, head.score, is.0, is.1
            )));
        }
        if session.turn() + head.undone > Replay::MAX_ACTIONS {
            return Err(wrong(5, format!("a game has at most {} turns, undone ones included", Replay::MAX_ACTIONS)));
        }
        session.reserve(head.undone);
        for (line, words) in (head.undone_line..).zip(head.undone_turns.lines()) {
            let (action, chance) = read_action(session.setup(), words).map_err(|message| wrong(line, message))?;
            session
                .play_silently(action, chance.as_deref())
                .map_err(|error| wrong(line, format!("this undone turn cannot be played: {error}")))?;
        }
        session.rewind(head.undone, head.taken);
        session.set_undo_rule(head.rule);
        session.set_time(head.time);
        Ok(session)
    }
}

/// The lines before the replay.
struct Head<'a> {
    turn: usize,
    score: u64,
    over: Option<Reason>,
    board: &'a str,
    rule: UndoRule,
    taken: u32,
    time: PlayTime,
    /// How many turns were undone.
    undone: usize,
    /// Their lines.
    undone_turns: &'a str,
    /// The number of the first of these lines.
    undone_line: usize,
    replay: &'a str,
    /// The line at which the replay starts.
    line: usize,
}

fn wrong(line: usize, message: impl Into<String>) -> SaveError {
    SaveError::Read { line, message: message.into() }
}

impl<'a> Head<'a> {
    fn read(text: &'a str) -> Result<Self, SaveError> {
        if text.len() > Save::MAX_BYTES {
            return Err(wrong(
                1,
                format!("the save has {} bytes; at most {} are allowed", text.len(), Save::MAX_BYTES),
            ));
        }
        let mut lines = Lines { rest: text, line: 0 };
        if lines.next()? != HEADER {
            return Err(lines.wrong(format!("a save starts with “{HEADER}”")));
        }
        let now = read_now(lines.next()?);
        let (turn, score, over, board) = now.ok_or_else(|| lines.wrong("expected “now turn score phase position”"))?;
        let rule = lines.next()?.strip_prefix("undo ").and_then(UndoRule::parse);
        let rule = rule.ok_or_else(|| lines.wrong("expected “undo off”, “undo limited n” or “undo unlimited”"))?;
        let taken = lines.next()?.strip_prefix("taken ").and_then(number).and_then(|taken| u32::try_from(taken).ok());
        let taken = taken.ok_or_else(|| lines.wrong("expected “taken n”"))?;
        let mut words = lines.next()?;
        let mut time = PlayTime::default();
        if let Some(times) = words.strip_prefix("time ") {
            let times = times.split_once(' ').and_then(|(time, begun)| Some((number(time)?, number(begun)?)));
            let (milliseconds, begun) = times.ok_or_else(|| lines.wrong("expected “time milliseconds begun”"))?;
            time = PlayTime { begun: Some(begun), milliseconds };
            words = lines.next()?;
        }
        let count = words.strip_prefix("undone ").and_then(number);
        let undone = count
            .filter(|&count| count <= Replay::MAX_ACTIONS as u64)
            .ok_or_else(|| lines.wrong(format!("expected “undone n”, with 0 to {}", Replay::MAX_ACTIONS)))?
            as usize;
        let (undone_line, start) = (lines.line + 1, lines.rest);
        for _ in 0..undone {
            lines.next()?;
        }
        let undone_turns = &start[..start.len() - lines.rest.len()];
        let (replay, line) = (lines.rest, lines.line + 1);
        Ok(Self { turn, score, over, board, rule, taken, time, undone, undone_turns, undone_line, replay, line })
    }
}

/// The lines still to read, and the number of the one just read.
struct Lines<'a> {
    rest: &'a str,
    line: usize,
}

impl<'a> Lines<'a> {
    fn next(&mut self) -> Result<&'a str, SaveError> {
        self.line += 1;
        let (line, rest) = self.rest.split_once('\n').ok_or_else(|| self.wrong("the save ends too early"))?;
        self.rest = rest;
        Ok(line)
    }

    fn wrong(&self, message: impl Into<String>) -> SaveError {
        wrong(self.line, message)
    }
}

fn read_now(words: &str) -> Option<(usize, u64, Option<Reason>, &str)> {
    let mut words = words.strip_prefix("now ")?.splitn(4, ' ');
    let turn = usize::try_from(number(words.next()?)?).ok()?;
    let score = number(words.next()?)?;
    let over = match words.next()? {
        "decide" => None,
        name => Some([Reason::Stuck, Reason::TurnLimit].into_iter().find(|reason| reason.name() == name)?),
    };
    Some((turn, score, over, words.next()?))
}

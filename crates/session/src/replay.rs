//! Replays: the record of a game as text, written, read and checked.
//!
//! A replay is (variant, dice, seed, actions) and some hashes along the way; everything else follows. Reading is
//! strict and bounded before anything is simulated; verifying plays the game again.

use crate::{Assisted, Session, Setup};
use std::{fmt, fmt::Write, sync::Arc};
use tilewright_core::{Action, Dice1, Game, Outcome, Position, Topology};
use tilewright_games::{Preset, Variant};

/// The first line of every replay.
const HEADER: &str = "tilewright-replay 1";
/// A hash stands after every so many actions.
const CHECK_EVERY: usize = 64;

/// A replay that was read: well-formed, its game known, and not yet played.
#[derive(Debug)]
pub struct Replay {
    setup: Arc<Setup>,
    seed: u64,
    start: Option<Position>,
    assisted: Assisted,
    actions: Vec<(Action, Option<Vec<Outcome>>)>,
    /// After how many turns which hash.
    checks: Vec<(usize, u64)>,
    end: End,
}

/// The last line.
#[derive(Clone, PartialEq, Eq, Debug)]
struct End {
    turns: usize,
    score: u64,
    reason: &'static str,
    hash: u64,
}

/// What the last line says of a game that is not over.
const OPEN: &str = "open";

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
    /// It can be read but does not happen: the first turn that differs, and how.
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

impl Session {
    /// The game so far as replay text.
    pub fn replay(&self) -> String {
        let setup = self.setup();
        let topology = self.game().topology();
        let mut text = format!("{HEADER}\n");
        let hash = setup.variant.hash();
        match setup.preset {
            Some(preset) => line(&mut text, format_args!("variant {} {hash:016x}", preset.label())),
            None => line(&mut text, format_args!("variant custom {hash:016x}\nrules {}", setup.variant.canonical())),
        }
        line(&mut text, format_args!("dice {} {}", Dice1::NAME, self.seed()));
        if let Some(start) = self.loaded_start() {
            line(&mut text, format_args!("start {}", start.text(topology)));
        }
        let assisted = self.assisted();
        if assisted.undo || assisted.hint {
            let undo = if assisted.undo { " undo" } else { "" };
            let hint = if assisted.hint { " hint" } else { "" };
            line(&mut text, format_args!("assisted{undo}{hint}"));
        }
        line(&mut text, format_args!("actions {}", self.turn()));
        for (i, (action, chance, after)) in self.history().enumerate() {
            line(&mut text, format_args!("{}", turn_text(topology, action, chance)));
            if (i + 1) % CHECK_EVERY == 0 {
                let hash = self.game().position(after).hash(topology);
                line(&mut text, format_args!("check {} {hash:016x}", i + 1));
            }
        }
        let End { turns, score, reason, hash } = self.end();
        line(&mut text, format_args!("end {turns} {score} {reason} {hash:016x}"));
        text
    }

    fn end(&self) -> End {
        End {
            turns: self.turn(),
            score: self.score(),
            reason: self.over().map_or(OPEN, tilewright_core::Reason::name),
            hash: self.hash(),
        }
    }
}

/// `3`, or `3=2@0,1,4@next` where chance was given.
pub(crate) fn turn_text(topology: &Topology, action: Action, chance: Option<&[Outcome]>) -> String {
    match chance {
        None => action.0.to_string(),
        Some(outcomes) => {
            let outcomes: Vec<_> = outcomes.iter().map(|outcome| outcome.text(topology)).collect();
            format!("{}={}", action.0, outcomes.join(","))
        }
    }
}

fn line(text: &mut String, words: fmt::Arguments<'_>) {
    writeln!(text, "{words}").expect("writing to a string succeeds");
}

impl Replay {
    /// The longest text that is read at all.
    pub const MAX_BYTES: usize = 16 << 20;
    /// The longest game.
    pub const MAX_ACTIONS: usize = 1_000_000;

    /// Reads a replay without playing it.
    pub fn read(text: &str) -> Result<Self, ReplayError> {
        if text.len() > Self::MAX_BYTES {
            let message = format!("the replay has {} bytes; {} are the most", text.len(), Self::MAX_BYTES);
            return Err(ReplayError::Read { line: 1, message });
        }
        let mut lines = Lines { lines: text.split_terminator('\n').enumerate().peekable(), line: 0 };
        let header = lines.next("the line “tilewright-replay 1”")?;
        if header.trim_matches(['\u{feff}', '\r']) == HEADER && header != HEADER {
            return Err(lines.wrong("replays have neither a byte-order mark nor carriage returns".into()));
        }
        if header != HEADER {
            return Err(lines.wrong(format!("a replay starts with “{HEADER}”")));
        }
        let setup = read_variant(&mut lines)?;
        let topology = setup.game.topology();
        let seed = lines.keyed("dice")?;
        let seed = seed
            .split_once(' ')
            .filter(|(name, _)| *name == Dice1::NAME)
            .and_then(|(_, seed)| number(seed))
            .ok_or_else(|| lines.wrong(format!("this program knows “dice {} seed”", Dice1::NAME)))?;
        let start = match lines.optional("start") {
            None => None,
            Some(start) => Some(Position::parse(topology, start).map_err(|error| lines.wrong(error.to_string()))?),
        };
        let assisted = match lines.optional("assisted") {
            None => Assisted::default(),
            Some("undo") => Assisted { undo: true, hint: false },
            Some("hint") => Assisted { undo: false, hint: true },
            Some("undo hint") => Assisted { undo: true, hint: true },
            Some(_) => return Err(lines.wrong("assistance is undo, hint or both".into())),
        };
        let count = lines.keyed("actions")?;
        let count: usize = number(count)
            .filter(|&count| count <= Self::MAX_ACTIONS as u64)
            .ok_or_else(|| lines.wrong(format!("the number of actions is 0 to {}", Self::MAX_ACTIONS)))?
            as usize;
        let mut actions = Vec::new();
        let mut checks = Vec::new();
        for turn in 1..=count {
            let words = lines.next("an action")?;
            actions.push(read_action(&setup, words).map_err(|message| lines.wrong(message))?);
            if turn % CHECK_EVERY == 0 {
                let check = lines.keyed("check")?;
                let hash = check
                    .split_once(' ')
                    .filter(|(at, _)| number(at) == Some(turn as u64))
                    .and_then(|(_, hash)| hex(hash))
                    .ok_or_else(|| lines.wrong(format!("here stands “check {turn}” and a hash of 16 hex digits")))?;
                checks.push((turn, hash));
            }
        }
        let end = lines.keyed("end")?;
        let end = read_end(end, count)
            .ok_or_else(|| lines.wrong(format!("the last line is “end {count} score reason hash”")))?;
        if let Some((i, _)) = lines.lines.next() {
            return Err(ReplayError::Read { line: i + 1, message: "nothing follows the end".into() });
        }
        Ok(Self { setup, seed, start, assisted, actions, checks, end })
    }

    /// Plays the replay and gives the session at its end, or the first turn that differs.
    pub fn verify(&self) -> Result<Session, ReplayError> {
        self.play(|_, _, _| Ok::<_, std::convert::Infallible>(())).map(|(session, _)| session)
    }

    /// Plays the replay and shows every moment of it: the turn's number, its action (none at the start) and the
    /// session after it. Stops showing at the first error of whoever looks on.
    pub fn each_turn<E>(
        &self,
        show: impl FnMut(usize, Option<Action>, &Session) -> Result<(), E>,
    ) -> Result<Result<(), E>, ReplayError> {
        self.play(show).map(|(_, shown)| shown)
    }

    fn play<E>(
        &self,
        mut show: impl FnMut(usize, Option<Action>, &Session) -> Result<(), E>,
    ) -> Result<(Session, Result<(), E>), ReplayError> {
        let differs = |turn, message: String| ReplayError::Differs { turn, message };
        let setup = Arc::clone(&self.setup);
        let mut session = match &self.start {
            None => Session::new(setup, self.seed).map_err(|error| differs(0, error.to_string()))?,
            Some(start) => {
                Session::from_position(setup, start, self.seed).map_err(|error| differs(0, error.to_string()))?
            }
        };
        let mut shown = show(0, None, &session);
        let mut checks = self.checks.iter();
        for (i, (action, chance)) in self.actions.iter().enumerate() {
            let turn = i + 1;
            session.play(*action, chance.as_deref()).map_err(|error| {
                let words = self.setup.game.action_text(*action);
                differs(turn, format!("{words} cannot be played: {error}"))
            })?;
            if turn % CHECK_EVERY == 0 {
                let (hash, expected) = (session.hash(), checks.next().map(|check| check.1));
                if Some(hash) != expected {
                    return Err(differs(turn, mismatch("hash", format!("{hash:016x}"), &hex_text(expected))));
                }
            }
            shown = shown.and_then(|()| show(turn, Some(*action), &session));
        }
        let (end, said) = (session.end(), &self.end);
        let hash = |end: &End| format!("{:016x}", end.hash);
        for (what, is, message) in [
            ("hash", hash(&end), hash(said)),
            ("score", end.score.to_string(), said.score.to_string()),
            ("reason", end.reason.into(), said.reason.into()),
        ] {
            if is != message {
                return Err(differs(end.turns, mismatch(what, is, &message)));
            }
        }
        session.assist(self.assisted);
        Ok((session, shown))
    }

    /// What is played.
    pub fn setup(&self) -> &Arc<Setup> {
        &self.setup
    }

    /// How many turns it has.
    pub fn turns(&self) -> usize {
        self.actions.len()
    }
}

fn mismatch(what: &str, is: String, message: &str) -> String {
    format!("the {what} is {is}, but the replay says {message}")
}

fn hex_text(hash: Option<u64>) -> String {
    hash.map_or("nothing".into(), |hash| format!("{hash:016x}"))
}

fn read_variant(lines: &mut Lines<'_>) -> Result<Arc<Setup>, ReplayError> {
    let variant = lines.keyed("variant")?;
    let (label, hash) = variant
        .split_once(' ')
        .and_then(|(label, hash)| Some((label, hex(hash)?)))
        .ok_or_else(|| lines.wrong("a name and a hash of 16 hex digits follow “variant”".into()))?;
    let setup = if label == "custom" {
        let rules = lines.keyed("rules")?;
        let variant = Variant::from_text(rules).map_err(|error| lines.wrong(error.to_string()))?;
        if variant.canonical() != rules {
            return Err(lines.wrong(format!("the rules are not in canonical form; that is {}", variant.canonical())));
        }
        Setup::custom(variant)
    } else {
        let preset = Preset::all().iter().find(|preset| preset.label() == label).ok_or_else(|| {
            let labels: Vec<_> = Preset::all().iter().map(Preset::label).collect();
            lines.wrong(format!("this program knows {} and custom", labels.join(", ")))
        })?;
        Setup::preset(preset)
    };
    let setup = setup.map_err(|error| lines.wrong(error.to_string()))?;
    if setup.variant.hash() != hash {
        let is = format!("{:016x}", setup.variant.hash());
        return Err(lines.wrong(mismatch("variant's hash", is, &format!("{hash:016x}"))));
    }
    Ok(setup)
}

/// `3`, or `3=2@0,1,4@next`.
pub(crate) fn read_action(setup: &Setup, words: &str) -> Result<(Action, Option<Vec<Outcome>>), String> {
    let (id, chance) = match words.split_once('=') {
        None => (words, None),
        Some((id, chance)) => (id, Some(chance)),
    };
    let topology = setup.game.topology();
    let id = number(id).ok_or("an action is its id in decimal, or id=outcome,outcome…".to_owned())?;
    let action = setup.game.notation().with_id(topology, id).map_err(|error| error.to_string())?;
    let Some(chance) = chance else { return Ok((action, None)) };
    // Cells hold a comma, too: an outcome starts at each part with an @.
    let mut outcomes: Vec<String> = Vec::new();
    for part in chance.split(',').filter(|_| !chance.is_empty()) {
        match outcomes.last_mut() {
            Some(last) if !part.contains('@') => *last = format!("{last},{part}"),
            _ => outcomes.push(part.to_owned()),
        }
    }
    let outcomes = outcomes.iter().map(|text| Outcome::parse(topology, text)).collect::<Result<_, _>>();
    Ok((action, Some(outcomes.map_err(|error| error.to_string())?)))
}

fn read_end(words: &str, count: usize) -> Option<End> {
    let mut words = words.split(' ');
    let turns = number(words.next()?).filter(|&turns| turns == count as u64)? as usize;
    let score = number(words.next()?)?;
    let reason = words.next()?;
    let reason = ["stuck", "turn-limit", OPEN].into_iter().find(|known| *known == reason)?;
    let hash = hex(words.next()?)?;
    words.next().is_none().then_some(End { turns, score, reason, hash })
}

/// A number in its one spelling.
pub(crate) fn number(text: &str) -> Option<u64> {
    text.parse::<u64>().ok().filter(|number| number.to_string() == text)
}

/// Sixteen lower-case hex digits.
pub(crate) fn hex(text: &str) -> Option<u64> {
    u64::from_str_radix(text, 16).ok().filter(|hash| format!("{hash:016x}") == text)
}

/// The lines still to read, and the number of the one just read.
struct Lines<'a> {
    lines: std::iter::Peekable<std::iter::Enumerate<std::str::SplitTerminator<'a, char>>>,
    line: usize,
}

impl<'a> Lines<'a> {
    fn next(&mut self, wanted: &str) -> Result<&'a str, ReplayError> {
        match self.lines.next() {
            Some((i, line)) => {
                self.line = i + 1;
                Ok(line)
            }
            None => {
                let message = format!("the replay ends where {wanted} should stand");
                Err(ReplayError::Read { line: self.line + 1, message })
            }
        }
    }

    /// The rest of the next line, which starts with that word.
    fn keyed(&mut self, key: &str) -> Result<&'a str, ReplayError> {
        let line = self.next(&format!("the line “{key} …”"))?;
        line.strip_prefix(key)
            .and_then(|rest| rest.strip_prefix(' '))
            .ok_or_else(|| self.wrong(format!("here stands a line “{key} …”")))
    }

    /// The same, where the line may be missing.
    fn optional(&mut self, key: &str) -> Option<&'a str> {
        let (_, line) = self.lines.peek()?;
        let rest = line.strip_prefix(key)?.strip_prefix(' ')?;
        self.line = self.lines.next().map_or(self.line, |(i, _)| i + 1);
        Some(rest)
    }

    fn wrong(&self, message: String) -> ReplayError {
        ReplayError::Read { line: self.line, message }
    }
}

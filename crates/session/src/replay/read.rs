//! A replay's text, read line by line.

use super::{CHECK_EVERY, End, HEADER, Replay, ReplayError, mismatch, read_end_word};
use crate::{Assisted, Setup};
use std::{iter::Enumerate, str::SplitTerminator, sync::Arc};
use tilewright_core::{Action, Dice1, Game, Outcome, Position};
use tilewright_games::{Preset, Variant};

pub(super) fn read(text: &str) -> Result<Replay<'_>, ReplayError> {
    read_with(text, Preset::labelled)
}

/// Reads a replay whose preset `find` knows by its label.
fn read_with(text: &str, find: impl Fn(&str) -> Option<&'static Preset>) -> Result<Replay<'_>, ReplayError> {
    if text.len() > Replay::MAX_BYTES {
        let message = format!("the replay has {} bytes; at most {} are allowed", text.len(), Replay::MAX_BYTES);
        return Err(ReplayError::Read { line: 1, message });
    }
    let mut lines = Lines { lines: text.split_terminator('\n').enumerate(), line: 0 };
    let header = lines.next("the line “tilewright-replay 1”")?;
    if header.trim_matches(['\u{feff}', '\r']) == HEADER && header != HEADER {
        return Err(lines.wrong("replays have neither a byte-order mark nor carriage returns".into()));
    }
    if header != HEADER {
        return Err(lines.wrong(format!("a replay starts with “{HEADER}”")));
    }
    let setup = read_variant(&mut lines, find)?;
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
        Some(words) => Assisted::parse(words)
            .ok_or_else(|| lines.wrong("expected one or more of “undo”, “hint”, “player:id”, in this order".into()))?,
    };
    let count = lines.keyed("actions")?;
    let turns = number(count)
        .filter(|&count| count <= Replay::MAX_ACTIONS as u64)
        .ok_or_else(|| lines.wrong(format!("the number of actions is 0 to {}", Replay::MAX_ACTIONS)))?
        as usize;
    let body = lines.clone();
    for turn in 1..=turns {
        lines.action(&setup)?;
        lines.check(turn)?;
    }
    let end = lines.keyed("end")?;
    let end =
        read_end(end, turns).ok_or_else(|| lines.wrong(format!("the last line is “end {turns} score reason hash”")))?;
    if let Some((i, _)) = lines.lines.next() {
        return Err(ReplayError::Read { line: i + 1, message: "nothing follows the end".into() });
    }
    Ok(Replay { setup, seed, start, assisted, turns, body, end })
}

fn read_variant(
    lines: &mut Lines<'_>,
    find: impl Fn(&str) -> Option<&'static Preset>,
) -> Result<Arc<Setup>, ReplayError> {
    let variant = lines.keyed("variant")?;
    let (label, hash) = variant
        .split_once(' ')
        .and_then(|(label, hash)| Some((label, hex(hash)?)))
        .ok_or_else(|| lines.wrong("expected a name and a hash of 16 hex digits after “variant”".into()))?;
    let setup = if label == "custom" {
        let rules = lines.keyed("rules")?;
        let variant = Variant::from_text(rules).map_err(|error| lines.wrong(error.to_string()))?;
        if variant.canonical() != rules {
            return Err(lines.wrong(format!("the rules are not in canonical form; that is {}", variant.canonical())));
        }
        Setup::custom(variant)
    } else {
        let preset = find(label).ok_or_else(|| {
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
    // A cell's text has a comma, too: an outcome starts at each part with an @.
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
    let reason = read_end_word(words.next()?)?;
    let hash = hex(words.next()?)?;
    words.next().is_none().then_some(End { turns, score, reason, hash })
}

/// A number in its one spelling: digits without a leading zero.
pub(crate) fn number(text: &str) -> Option<u64> {
    let canonical = text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    if canonical { text.parse().ok() } else { None }
}

/// Sixteen lower-case hex digits.
pub(crate) fn hex(text: &str) -> Option<u64> {
    let canonical = text.len() == 16 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    if canonical { u64::from_str_radix(text, 16).ok() } else { None }
}

/// The lines still to read, and the number of the one just read.
#[derive(Clone, Debug)]
pub(super) struct Lines<'a> {
    lines: Enumerate<SplitTerminator<'a, char>>,
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
                let message = format!("the replay ends where {wanted} is expected");
                Err(ReplayError::Read { line: self.line + 1, message })
            }
        }
    }

    /// The rest of the next line, which starts with that word.
    fn keyed(&mut self, key: &str) -> Result<&'a str, ReplayError> {
        let line = self.next(&format!("the line “{key} …”"))?;
        line.strip_prefix(key)
            .and_then(|rest| rest.strip_prefix(' '))
            .ok_or_else(|| self.wrong(format!("expected a line “{key} …”")))
    }

    /// The same, if the line is there.
    fn optional(&mut self, key: &str) -> Option<&'a str> {
        let mut ahead = self.clone();
        let rest = ahead.keyed(key).ok()?;
        *self = ahead;
        Some(rest)
    }

    /// The next line, which is a turn.
    pub(super) fn action(&mut self, setup: &Setup) -> Result<(Action, Option<Vec<Outcome>>), ReplayError> {
        let words = self.next("an action")?;
        read_action(setup, words).map_err(|message| self.wrong(message))
    }

    /// The hash after a turn, if one is due there.
    pub(super) fn check(&mut self, turn: usize) -> Result<Option<u64>, ReplayError> {
        if !turn.is_multiple_of(CHECK_EVERY) {
            return Ok(None);
        }
        let check = self.keyed("check")?;
        let hash = check.split_once(' ').filter(|(at, _)| number(at) == Some(turn as u64));
        let hash = hash.and_then(|(_, hash)| hex(hash));
        hash.map(Some).ok_or_else(|| self.wrong(format!("expected “check {turn}” and a hash of 16 hex digits")))
    }

    fn wrong(&self, message: String) -> ReplayError {
        ReplayError::Read { line: self.line, message }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Session;

    /// `merge3` as it might have been before its first revision, on a smaller board.
    fn old_revision() -> &'static Preset {
        let newest = Preset::find("merge3").unwrap();
        let mut rules = newest.variant.to_json();
        rules["width"] = 4.into();
        Box::leak(Box::new(Preset {
            id: newest.id,
            title: newest.title.clone(),
            about: newest.about.clone(),
            revision: 0,
            variant: Variant::from_json(&rules).unwrap(),
        }))
    }

    #[test]
    fn read_replay_of_an_old_revision_plays_by_its_rules() {
        let old = old_revision();
        let find = |label: &str| Some(old).filter(|old| old.label() == label).or_else(|| Preset::labelled(label));
        for preset in [old, Preset::find("merge3").unwrap()] {
            let mut session = Session::new(Setup::preset(preset).unwrap(), 2).unwrap();
            let action = session.legal()[0];
            session.play(action, None).unwrap();
            let text = session.replay();
            assert!(text.contains(&format!("\nvariant swap/merge3@{} ", preset.revision)), "{text}");
            let again = read_with(&text, find).unwrap().session().unwrap();
            assert_eq!((again.board(), &again.setup().variant), (session.board(), &preset.variant));
        }
    }

    #[test]
    fn read_replay_of_an_unknown_revision_is_refused() {
        let session = Session::new(Setup::preset(old_revision()).unwrap(), 2).unwrap();
        let error = read(&session.replay()).unwrap_err().to_string();
        assert!(error.starts_with("line 2: this program knows slide/classic-2048@1, "), "{error}");
    }
}

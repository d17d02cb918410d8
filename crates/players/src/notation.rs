//! Players as text, both ways: `greedy`, `lookahead:3`, `expectimax:nodes=20000`.

use crate::{Player, Practice, exact::Goal};
use std::fmt;
use tilewright_core::clip;

/// A text that names no player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayerError {
    /// Nobody has this id.
    Unknown {
        /// What was asked for.
        id: String,
    },
    /// The player has no such parameter.
    Key {
        /// The player.
        id: &'static str,
        /// What was given.
        key: String,
    },
    /// The parameter cannot have this value.
    Value {
        /// The parameter.
        key: &'static str,
        /// What was given.
        value: String,
        /// The least it may be.
        min: u64,
        /// The most it may be.
        max: u64,
    },
    /// Two parameters say where the learned values come from.
    Both {
        /// The two.
        keys: [&'static str; 2],
    },
    /// There is no such goal.
    Goal {
        /// What was given.
        value: String,
    },
}

impl fmt::Display for PlayerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { id } => {
                write!(f, "there is no player “{id}”; there are {}", Player::ALL.map(|player| player.id()).join(", "))
            }
            Self::Key { id, key } => {
                let words: &[&str] = match *id {
                    "exact" => &["goal", "table"],
                    "learned" => &["values"],
                    _ => &[],
                };
                let known = keys(id).map(|(key, ..)| key).chain(words.iter().copied()).collect::<Vec<_>>().join(", ");
                match known.as_str() {
                    "" => write!(f, "{id} takes no parameters, but “{key}” was given"),
                    known => write!(f, "{id} knows no parameter “{key}”; it knows {known}"),
                }
            }
            Self::Value { key, value, min, max } => {
                write!(f, "{key}={value} cannot be; {key} is a whole number from {min} to {max}")
            }
            Self::Both { keys: [a, b] } => {
                write!(f, "{a} and {b} cannot be given together; each says where the learned values come from")
            }
            Self::Goal { value } => write!(f, "goal={value} cannot be; goal is win or score"),
        }
    }
}

impl std::error::Error for PlayerError {}

/// The parameters that are numbers: whose, the name, the least and the most. The first of a player may go without its name.
const KEYS: [(&str, &str, u64, u64); 11] = [
    ("lookahead", "d", 1, 6),
    ("rollout", "nodes", 1, 1_000_000_000_000),
    ("rollout", "turns", 1, 10_000),
    ("mcts", "nodes", 1, 1_000_000_000_000),
    ("mcts", "turns", 1, 10_000),
    ("expectimax", "nodes", 1, 1_000_000_000_000),
    ("expectimax", "depth", 1, 16),
    ("learned", "nodes", 1, 1_000_000_000_000),
    ("learned", "minutes", 1, 1000),
    ("learned", "turns", 1, 1_000_000_000_000),
    ("exact", "nodes", 1, 1_000_000_000_000),
];

fn keys(id: &str) -> impl Iterator<Item = (&'static str, u64, u64)> {
    KEYS.into_iter().filter(move |(whose, ..)| *whose == id).map(|(_, key, min, max)| (key, min, max))
}

impl Player {
    /// The player that a text names.
    ///
    /// # Errors
    ///
    /// If there is no such player, or a parameter is unknown, repeated or out of its range.
    pub fn parse(text: &str) -> Result<Self, PlayerError> {
        let (id, parameters) = text.split_once(':').map_or((text, None), |(id, rest)| (id, Some(rest)));
        let mut player = Self::ALL
            .into_iter()
            .find(|player| player.id() == id)
            .ok_or_else(|| PlayerError::Unknown { id: clip(id) })?;
        for (i, pair) in parameters.into_iter().flat_map(|text| text.split(',')).enumerate() {
            let first = || keys(id).next().filter(|_| i == 0).map_or("", |(key, ..)| key);
            let (key, value) = pair.split_once('=').unwrap_or_else(|| match first() {
                "" => (pair, ""),
                key => (key, pair),
            });
            if player.set_word(key, value)? {
                continue;
            }
            let wrong = || PlayerError::Key { id: player.id(), key: clip(key) };
            let (key, min, max) = keys(id).find(|(known, ..)| *known == key).ok_or_else(wrong)?;
            let plain = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
            let number = value.parse().ok().filter(|number| plain && (min..=max).contains(number));
            let number = number.ok_or_else(|| PlayerError::Value { key, value: clip(value), min, max })?;
            if player.practice().is_some() && key != "nodes" {
                return Err(PlayerError::Both { keys: ["minutes", "turns"] });
            }
            player.set(key, number);
        }
        match &mut player {
            // A table has its own goal, and nothing is solved.
            Self::Exact { nodes, goal, table: Some(_) } => (*nodes, *goal) = (None, Goal::Score),
            Self::Learned { values: Some(_), practice: Some(practice), .. } => {
                return Err(PlayerError::Both { keys: ["values", practice.key()] });
            }
            _ => {}
        }
        Ok(player)
    }

    /// Sets a parameter that is no number; false where it is not one of those.
    fn set_word(&mut self, key: &str, value: &str) -> Result<bool, PlayerError> {
        if let (Self::Learned { values, .. }, "values") = (&mut *self, key) {
            *values = Some(value.to_owned());
            return Ok(true);
        }
        let Self::Exact { goal, table, .. } = self else { return Ok(false) };
        match key {
            "goal" => *goal = Goal::named(value).ok_or_else(|| PlayerError::Goal { value: clip(value) })?,
            "table" => *table = Some(value.to_owned()),
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Sets a parameter whose range was checked.
    fn set(&mut self, key: &str, number: u64) {
        match (self, key) {
            (Self::Lookahead { depth }, "d") => *depth = number as u8,
            (Self::Expectimax { depth, .. }, "depth") => *depth = Some(number as u8),
            (
                Self::Rollout { nodes, .. }
                | Self::Mcts { nodes, .. }
                | Self::Expectimax { nodes, .. }
                | Self::Learned { nodes, .. }
                | Self::Exact { nodes, .. },
                "nodes",
            ) => *nodes = Some(number),
            (Self::Rollout { turns, .. } | Self::Mcts { turns, .. }, "turns") => *turns = number as u16,
            (Self::Learned { practice, .. }, "minutes") => *practice = Some(Practice::Minutes(number as u16)),
            (Self::Learned { practice, .. }, "turns") => *practice = Some(Practice::Turns(number)),
            _ => unreachable!("the table of keys and this match know the same"),
        }
    }
}

/// The shortest text that [`Player::parse`] reads as this player.
impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())?;
        let given = match self {
            Self::Lookahead { depth } => return write!(f, ":{depth}"),
            Self::Rollout { nodes, turns } | Self::Mcts { nodes, turns } => {
                [nodes.map(|n| ("nodes", n)), Some(("turns", (*turns).into()))]
            }
            Self::Expectimax { nodes, depth } => {
                [nodes.map(|n| ("nodes", n)), depth.map(|depth| ("depth", depth.into()))]
            }
            Self::Learned { nodes: None, values: Some(path), .. } => return write!(f, ":values={path}"),
            Self::Learned { nodes: Some(nodes), values: Some(path), .. } => {
                return write!(f, ":nodes={nodes},values={path}");
            }
            Self::Learned { nodes, practice, .. } => {
                [nodes.map(|n| ("nodes", n)), practice.map(|practice| (practice.key(), practice.amount()))]
            }
            Self::Exact { table: Some(path), .. } => return write!(f, ":table={path}"),
            Self::Exact { nodes, goal: Goal::Score, .. } => [nodes.map(|n| ("nodes", n)), None],
            Self::Exact { nodes: None, goal: Goal::Win, .. } => return f.write_str(":goal=win"),
            Self::Exact { nodes: Some(nodes), goal: Goal::Win, .. } => return write!(f, ":nodes={nodes},goal=win"),
            _ => return Ok(()),
        };
        let usual = Self::ALL.into_iter().find(|player| player.id() == self.id());
        let mut mark = ':';
        for (key, number) in given.into_iter().flatten() {
            let mut without = usual.clone().unwrap_or_else(|| self.clone());
            without.set(key, number);
            if key == "nodes" || Some(without) != usual {
                write!(f, "{mark}{key}={number}")?;
                mark = ',';
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_round_trip() {
        for text in [
            "random",
            "greedy",
            "first",
            "top-first",
            "bottom-first",
            "lookahead:3",
            "rollout",
            "rollout:nodes=500,turns=7",
            "mcts:turns=9",
            "expectimax",
            "expectimax:nodes=20000",
            "expectimax:nodes=20000,depth=3",
            "learned",
            "learned:nodes=300",
            "learned:values=some/file",
            "learned:nodes=300,values=some/file",
            "learned:minutes=1",
            "learned:nodes=300,turns=50000",
            "exact",
            "exact:nodes=500",
            "exact:goal=win",
            "exact:nodes=500,goal=win",
            "exact:table=some/file",
        ] {
            assert_eq!(Player::parse(text).unwrap().to_string(), text);
        }
        assert_eq!(Player::parse("lookahead:d=3"), Player::parse("lookahead:3"));
        assert_eq!(Player::parse("expectimax:500"), Player::parse("expectimax:nodes=500"));
        assert!(Player::ALL.iter().all(|player| Player::parse(&player.to_string()).as_ref() == Ok(player)));
    }

    #[test]
    fn bad_texts_are_refused_with_what_would_be_right() {
        for (text, says) in [
            ("greedy:nodes=5", "greedy takes no parameters, but “nodes” was given"),
            ("greedy:", "greedy takes no parameters, but “” was given"),
            ("lookahead:9", "d=9 cannot be; d is a whole number from 1 to 6"),
            ("lookahead:+3", "d=+3 cannot be; d is a whole number from 1 to 6"),
            ("rollout:turns=0", "turns=0 cannot be; turns is a whole number from 1 to 10000"),
            ("rollout:depth=2", "rollout knows no parameter “depth”; it knows nodes, turns"),
            ("expectimax:", "nodes= cannot be; nodes is a whole number from 1 to 1000000000000"),
            ("learned:minutes=0", "minutes=0 cannot be; minutes is a whole number from 1 to 1000"),
            (
                "learned:values=f,turns=5",
                "values and turns cannot be given together; each says where the learned values come from",
            ),
            (
                "learned:minutes=1,turns=5",
                "minutes and turns cannot be given together; each says where the learned values come from",
            ),
            ("exact:depth=2", "exact knows no parameter “depth”; it knows nodes, goal, table"),
            ("exact:goal=money", "goal=money cannot be; goal is win or score"),
            ("expectimax:nodes=5,7", "expectimax knows no parameter “7”; it knows nodes, depth"),
        ] {
            assert_eq!(Player::parse(text).unwrap_err().to_string(), says);
        }
        let nobody = Player::parse("nobody").unwrap_err().to_string();
        assert!(nobody.starts_with("there is no player “nobody”; there are random, greedy,"), "{nobody}");
    }
}

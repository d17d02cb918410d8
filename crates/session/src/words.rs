//! Words for what a session answers: blocked actions, ends, undo and redo, players, facts.
//!
//! Front ends show these texts as they are. Events in sentences are in [`sentence`](crate::sentence).

use crate::{GameResult, Session, sentence};
use serde::Serialize;
use std::fmt::Display;
use tilewright_core::{Action, Game, Reason};
use tilewright_games::Family;

/// How a notice is meant: front ends give each tone its colour or sound.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Tone {
    /// Information.
    Plain,
    /// Good news.
    Good,
    /// Something is not possible.
    Bad,
}

/// A text to show to the user.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Notice {
    /// How it is meant.
    pub tone: Tone,
    /// The text, one sentence or a few.
    pub text: String,
}

impl Notice {
    /// Information.
    pub fn plain(text: impl Into<String>) -> Self {
        Self { tone: Tone::Plain, text: text.into() }
    }

    /// Good news.
    pub fn good(text: impl Into<String>) -> Self {
        Self { tone: Tone::Good, text: text.into() }
    }

    /// Something is not possible.
    pub fn bad(text: impl Into<String>) -> Self {
        Self { tone: Tone::Bad, text: text.into() }
    }
}

/// Why a game is over, as a part of a sentence: `nothing can move`.
pub fn ending(reason: Reason) -> &'static str {
    match reason {
        Reason::Stuck => "nothing can move",
        Reason::TurnLimit => "all turns are played",
    }
}

/// What a menu calls a family, and what the family is, in a line.
pub fn family_words(family: Family) -> (&'static str, &'static str) {
    match family {
        Family::Slide => ("Slide", "Everything moves at once."),
        Family::Swap => ("Swap", "Two change places, lines melt, waves follow."),
        Family::Strain => ("Step", "One tile at a time, under strain."),
        Family::Factor => ("Divide", "Numbers take each other apart."),
    }
}

/// A number in groups of three digits: `12 345 678`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

/// A number of things: `1 turn`, `2 turns`.
pub fn counted(count: u64, thing: &str) -> String {
    format!("{} {thing}{}", grouped(count), if count == 1 { "" } else { "s" })
}

/// That autoplay was stopped.
pub const AUTOPLAY_OFF: &str = "Autoplay is off.";
/// That a new game has begun.
pub const NEW_GAME: &str = "A new game.";

/// That a player thinks about a hint.
pub fn thinking(player: &str) -> Notice {
    Notice::plain(format!("{player} is thinking …"))
}

impl Session {
    /// What a player suggests: the best action of its ranking, or why there is none.
    pub fn suggestion(&self, player: &str, best: Result<Option<Action>, impl Display>) -> Notice {
        match best {
            Ok(Some(action)) => Notice::good(format!("{player} would play {}.", self.game().action_text(action))),
            Ok(None) => self.over_notice(),
            Err(error) => Notice::bad(format!("No suggestion: {error}.")),
        }
    }

    /// Why an action is not possible now.
    pub fn blocked_notice(&self, action: Action) -> Notice {
        if self.over().is_some() {
            return self.over_notice();
        }
        Notice::bad(sentence(self.game(), &self.blocked(action)).unwrap_or_default())
    }

    /// That the game is over; empty if it is not.
    pub fn over_notice(&self) -> Notice {
        let text = self.over().map_or(String::new(), |reason| format!("The game is over: {}.", ending(reason)));
        Notice::bad(text)
    }

    /// The greeting of a game that was saved and is opened again; `None` if it has not begun or is over.
    pub fn welcome(&self) -> Option<Notice> {
        let begun = self.turn() > 0 && self.over().is_none();
        begun.then(|| Notice::plain(format!("Welcome back: turn {}.", self.turn())))
    }

    /// The answer to an undo that was done, or refused.
    pub fn undo_notice(&self, done: bool) -> Notice {
        match (done, self.undo_limit()) {
            (true, None) => Notice::plain(format!("Back to turn {}.", self.turn())),
            (true, Some(left)) => Notice::plain(format!("Back to turn {}; {left} more allowed.", self.turn())),
            (false, _) if self.turn() == 0 => Notice::bad("This is the start; there is nothing to undo."),
            (false, _) => Notice::bad("This game allows no more undo."),
        }
    }

    /// The answer to a redo that was done, or refused.
    pub fn redo_notice(&self, done: bool) -> Notice {
        if done {
            Notice::plain(format!("Turn {} again.", self.turn()))
        } else {
            Notice::bad("There is nothing to redo.")
        }
    }

    /// The kinds of help that were taken, for the facts of a game; `None` if none was.
    pub fn helped_by(&self) -> Option<&'static str> {
        helped_by(self.assisted().undo, self.assisted().hint)
    }
}

impl GameResult {
    /// The kinds of help that were taken; `None` if none was.
    pub fn helped_by(&self) -> Option<&'static str> {
        helped_by(self.undo, self.hint)
    }
}

fn helped_by(undo: bool, hint: bool) -> Option<&'static str> {
    match (undo, hint) {
        (false, false) => None,
        (true, false) => Some("undo"),
        (false, true) => Some("hint"),
        (true, true) => Some("undo, hint"),
    }
}

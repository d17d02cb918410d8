//! Words for what a session answers: blocked actions, ends, undo and redo, players, facts.
//!
//! Front ends show these texts as they are. Events in sentences are in [`sentence`](crate::sentence).

use crate::{Session, sentence, setup::run_word, story::dir_words};
use serde::Serialize;
use std::fmt::Display;
use tilewright_core::{Action, Game, Meaning, Notation, Reason};
use tilewright_games::{Family, Rules, swap::Reach};

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
pub fn ending(notation: Notation, reason: Reason) -> &'static str {
    match (reason, notation) {
        (Reason::Stuck, Notation::Pair) => "no swap makes a line",
        (Reason::Stuck, _) => "nothing can move",
        (Reason::TurnLimit, _) => "all turns are played",
    }
}

/// What a menu calls a family, and what the family is, in a line.
pub fn family_words(family: Family) -> (&'static str, &'static str) {
    match family {
        Family::Slide => ("Slide", "Everything moves at once."),
        Family::Swap => ("Swap", "Two change places, lines merge, waves follow."),
        Family::Strain => ("Step", "One tile at a time, under strain."),
        Family::Factor => ("Divide", "Numbers take each other apart."),
    }
}

/// A number in groups of three digits: `12 345 678`. Four digits are read at a glance: `2048`.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    if digits.len() <= 4 {
        return digits;
    }
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

/// A part of a sentence as a sentence. It starts with an ASCII letter.
pub fn sentence_case(words: &str) -> String {
    let (first, rest) = words.split_at(words.len().min(1));
    format!("{}{rest}.", first.to_ascii_uppercase())
}

/// What is wrong with the name of a custom variant that has no letter and no digit.
pub const NO_NAME: &str = "A name needs a letter or a digit.";
/// The heading of the custom variants in a menu, and what they have in common, as [`family_words`] for a family.
pub const CUSTOM_WORDS: (&str, &str) = ("Your own", "Rules as you like them.");

/// That autoplay was stopped.
pub const AUTOPLAY_OFF: &str = "Autoplay is off.";
/// That a new game has begun.
pub const NEW_GAME: &str = "A new game.";

/// That a player thinks about a hint.
pub fn thinking(player: &str) -> Notice {
    Notice::plain(format!("{player} is thinking …"))
}

impl Session {
    /// A hint: the best action of a player's ranking, or why there is none.
    pub fn suggestion(&self, best: Result<Option<Action>, impl Display>) -> Notice {
        match best {
            Ok(Some(action)) => Notice::good(format!("Hint: {}.", self.action_words(action))),
            Ok(None) => self.over_notice(),
            Err(error) => Notice::bad(format!("No suggestion: {error}.")),
        }
    }

    /// Why an action is not possible now.
    pub fn blocked_notice(&self, action: Action) -> Notice {
        if self.over().is_some() {
            return self.over_notice();
        }
        Notice::bad(self.why_blocked(action))
    }

    /// Why the rules refuse an action in a game that goes on.
    fn why_blocked(&self, action: Action) -> String {
        let topology = self.game().topology();
        let tile = |cell| self.game().tile(self.state(), cell);
        let rules = self.setup().variant.rules();
        match (self.meaning(action), rules) {
            (Meaning::Slide(dir), Rules::Slide(_)) => {
                format!("Nothing can go {}: there is no gap, and no equals meet.", dir_words(topology.dir_name(dir)))
            }
            (Meaning::Slide(dir), _) => format!("Nothing can go {}.", dir_words(topology.dir_name(dir))),
            (Meaning::Move(cell, dir), _) => match topology.neighbour(cell, dir).map(tile) {
                _ if tile(cell).is_none() => "There is no tile to move.".into(),
                None => format!("The board ends {}.", side(dir_words(topology.dir_name(dir)))),
                Some(_) if !matches!(rules, Rules::Strain(_)) => "Something is in the way.".into(),
                Some(_) if self.position().tiles.iter().all(Option::is_some) => {
                    "The board is full: only equal neighbours can merge now.".into()
                }
                Some(_) => "That cell is taken; tiles step into empty cells.".into(),
            },
            (Meaning::Swap(a, b), Rules::Swap(rules)) => {
                let adjacent = topology.dirs().any(|dir| topology.neighbour(a, dir) == Some(b));
                if !adjacent && rules.reach == Reach::Neighbour {
                    "Only neighbours change places.".into()
                } else if tile(a).map(|tile| tile.value) == tile(b).map(|tile| tile.value) {
                    "They are equal: nothing would change.".into()
                } else {
                    format!("No {} would line up.", run_word(rules.run))
                }
            }
            (Meaning::Swap(..), _) => sentence(self.game(), &self.blocked(action)).unwrap_or_default(),
        }
    }

    /// That the game is over; empty if it is not.
    pub fn over_notice(&self) -> Notice {
        let text = self
            .over()
            .map_or(String::new(), |reason| format!("The game is over: {}.", ending(self.game().notation(), reason)));
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
    pub fn helped_by(&self) -> Option<String> {
        self.assisted().words()
    }
}

/// On which side of a tile a direction leads.
fn side(dir: &str) -> &str {
    match dir {
        "up" => "above",
        "down" => "below",
        "left" => "to the left",
        "right" => "to the right",
        dir => dir,
    }
}

#[cfg(test)]
mod tests {
    use crate::{Session, Setup};
    use tilewright_core::{Game, Position};
    use tilewright_games::{Preset, Variant};

    fn blocked(setup: std::sync::Arc<Setup>, board: &str, action: &str) -> String {
        let position = Position::parse(setup.game.topology(), board).unwrap();
        let session = Session::from_position(setup, &position, 1).unwrap();
        session.blocked_notice(session.game().action_named(action).unwrap()).text
    }

    #[test]
    fn blocked_notice_says_why() {
        let preset = |id: &str| Setup::preset(Preset::find(id).unwrap()).unwrap();
        let strain = ". 1 . . ./1 5 2 . ./. . . . ./. . . . ./. . . . .";
        let swap = "8 4 16 4 2/4 8 2 8 4/2 2 8 4 8/4 16 4 16 2/16 8 2 8 16";
        for (id, board, action, expected) in [
            (
                "classic-2048",
                "2 . . ./4 . . ./. . . ./. . . .",
                "left",
                "Nothing can go left: there is no gap, and no equals meet.",
            ),
            ("numberclart", strain, "0,0:up", "There is no tile to move."),
            ("numberclart", strain, "0,1:up", "The board ends above."),
            ("numberclart", strain, "0,1:down", "That cell is taken; tiles step into empty cells."),
            ("factors", "2 3 . ./. . . ./. . . ./. . . .", "0,0:right", "Something is in the way."),
            ("merge3", swap, "0,0-0,1", "No three would line up."),
            ("merge3", swap, "2,0-2,1", "They are equal: nothing would change."),
        ] {
            assert_eq!(blocked(preset(id), board, action), expected, "{id} {action}");
        }
        let four = Variant::from_text("family = 'swap'\nwidth = 4\nheight = 4\nrun = 4\nspawn = [2, 4, 8]").unwrap();
        let board = "2 2 4 2/4 8 2 8/8 4 8 4/4 8 4 8";
        assert_eq!(blocked(Setup::custom(four).unwrap(), board, "3,0-3,1"), "No four would line up.");
    }
}

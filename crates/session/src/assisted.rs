//! What help was taken in a game, as replays and records write it, and in words.

use tilewright_players::Player;

/// What help was taken.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Assisted {
    /// A turn was taken back.
    pub undo: bool,
    /// A player was asked and answered.
    pub hint: bool,
    /// The id of the player that played turns by itself, the last one if there were several.
    pub player: Option<&'static str>,
}

/// What a player's id starts with in a replay.
const PLAYER: &str = "player:";

impl Assisted {
    /// Whether there was any help.
    pub fn any(self) -> bool {
        self != Self::default()
    }

    /// The kinds of help for the facts of a game: `undo, hint, expectimax`; `None` if there was none.
    ///
    /// ```
    /// use tilewright_session::Assisted;
    ///
    /// assert_eq!(Assisted::default().words(), None);
    /// let help = Assisted { undo: true, hint: false, player: Some("expectimax") };
    /// assert_eq!(help.words().unwrap(), "undo, expectimax");
    /// ```
    pub fn words(self) -> Option<String> {
        let kinds = [self.undo.then_some("undo"), self.hint.then_some("hint"), self.player];
        self.any().then(|| kinds.into_iter().flatten().collect::<Vec<_>>().join(", "))
    }

    /// As in a replay: `undo hint player:expectimax`; empty if there was none.
    pub(crate) fn text(self) -> String {
        let player = self.player.map(|player| format!("{PLAYER}{player}"));
        let kinds = [self.undo.then(|| "undo".into()), self.hint.then(|| "hint".into()), player];
        kinds.into_iter().flatten().collect::<Vec<String>>().join(" ")
    }

    /// What a text of a replay says, in its one spelling; `None` if it is none.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let mut help = Self::default();
        for word in text.split(' ') {
            match word {
                "undo" => help.undo = true,
                "hint" => help.hint = true,
                _ => help.player = Some(player_named(word.strip_prefix(PLAYER)?)?),
            }
        }
        (help.text() == text).then_some(help)
    }

    /// As in records, one word: `none`, `undo`, `hint`, `both`, and the player behind a plus: `none+expectimax`.
    pub(crate) fn word(self) -> String {
        let own = match (self.undo, self.hint) {
            (false, false) => "none",
            (true, false) => "undo",
            (false, true) => "hint",
            (true, true) => "both",
        };
        self.player.map_or_else(|| own.into(), |player| format!("{own}+{player}"))
    }

    /// What a word of records says; `None` if it is none.
    pub(crate) fn from_word(word: &str) -> Option<Self> {
        let (own, player) = match word.split_once('+') {
            Some((own, player)) => (own, Some(player_named(player)?)),
            None => (word, None),
        };
        let (undo, hint) = match own {
            "none" => (false, false),
            "undo" => (true, false),
            "hint" => (false, true),
            "both" => (true, true),
            _ => return None,
        };
        Some(Self { undo, hint, player })
    }
}

fn player_named(id: &str) -> Option<&'static str> {
    Player::ALL.iter().map(Player::id).find(|known| *known == id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parse_and_from_word_of_what_was_written_give_the_same_help() {
        for player in Player::ALL.iter().map(|player| Some(player.id())).chain([None]) {
            for (undo, hint) in [(false, false), (true, false), (false, true), (true, true)] {
                let help = Assisted { undo, hint, player };
                assert_eq!(Assisted::from_word(&help.word()), Some(help));
                assert_eq!(Assisted::parse(&help.text()), help.any().then_some(help), "{}", help.text());
            }
        }
    }

    #[test]
    fn parse_other_spellings_are_refused() {
        for text in ["", "hint undo", "undo undo", "player:", "player:nobody", "undo  hint", "Undo"] {
            assert_eq!(Assisted::parse(text), None, "{text}");
        }
        for word in ["", "none+", "none+nobody", "+expectimax", "both+mcts+mcts"] {
            assert_eq!(Assisted::from_word(word), None, "{word}");
        }
    }
}

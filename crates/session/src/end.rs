//! The panel at the end of a game and at its target: numbers, words and choices, the same in every front end.

use crate::{Best, Session, counted, date_text, ending, grouped, sentence_case};
use serde::Serialize;
use tilewright_core::Game;

/// How long a game was played, by the caller's clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PlayTime {
    /// When the first turn was made, in seconds since 1970; `None` before it.
    pub begun: Option<u64>,
    /// The time played without breaks, in milliseconds.
    pub milliseconds: u64,
}

impl PlayTime {
    /// A longer pause between two turns is a break; in milliseconds.
    pub const MAX_PAUSE: u64 = 60_000;

    /// Something was played at `now`, in seconds since 1970, that many milliseconds after the last time.
    pub fn pass(&mut self, now: u64, milliseconds: u64) {
        self.begun.get_or_insert(now);
        self.milliseconds = self.milliseconds.saturating_add(milliseconds.min(Self::MAX_PAUSE));
    }
}

/// Milliseconds in words: `2 min 5 s`.
fn duration(milliseconds: u64) -> String {
    let seconds = milliseconds.saturating_add(500) / 1000;
    match seconds / 60 {
        0 => format!("{seconds} s"),
        minutes => format!("{} min {} s", grouped(minutes), seconds % 60),
    }
}

/// What a front end knows of a game that the session does not.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct EndContext {
    /// What the game is called.
    pub title: String,
    /// The best scores before this game.
    pub best: Best,
    /// The time played, in milliseconds.
    pub milliseconds: u64,
    /// The day of the challenge, if it is one, in days since 1970.
    pub daily: Option<u64>,
    /// Whether the first try of the challenge is over: this one is practice.
    pub practice: bool,
}

/// What a user can do next.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum EndChoice {
    /// Close the panel: look at the board, or go on.
    Board,
    /// Begin another game.
    New,
    /// Share the result.
    Share,
    /// Take the last turn back.
    Undo,
    /// View the game as a replay.
    Replay,
}

/// A number of the panel with its name.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct EndFact {
    /// The name.
    pub name: &'static str,
    /// The value.
    pub value: String,
}

/// A choice with its words.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct EndButton {
    /// What it does.
    #[serde(rename = "do")]
    pub choice: EndChoice,
    /// What it is called.
    pub label: &'static str,
}

/// The panel at the end of a game or at its target.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct EndPanel {
    /// Its title.
    pub title: String,
    /// What ended the game, or what was reached, in a sentence.
    pub text: String,
    /// The points, in groups of digits.
    pub score: String,
    /// Good or other news about the score; empty if there is none.
    pub news: &'static str,
    /// The other numbers.
    pub facts: Vec<EndFact>,
    /// What can be done next, the first one first.
    pub choices: Vec<EndButton>,
    /// The result to paste somewhere; it gives no action away. A front end adds its link.
    pub result: String,
}

impl Session {
    /// The panel of a game that is over, or whose target was just reached.
    ///
    /// ```
    /// use tilewright_games::Preset;
    /// use tilewright_session::{EndChoice, EndContext, Session, Setup};
    ///
    /// let mut session = Session::new(Setup::preset(Preset::find("classic-2048").unwrap())?, 1)?;
    /// while session.over().is_none() {
    ///     session.play(session.legal()[0], None)?;
    /// }
    /// let panel = session.end_panel(&EndContext { title: "Classic 2048".into(), ..EndContext::default() });
    /// assert_eq!((panel.title.as_str(), panel.text.as_str()), ("Game over", "Nothing can move."));
    /// assert_eq!((panel.news, panel.choices[0].choice), ("Your best so far!", EndChoice::New));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn end_panel(&self, context: &EndContext) -> EndPanel {
        let EndContext { title, best, milliseconds, daily, practice } = context;
        let record = self.counts() && !self.assisted().any() && best.unhelped.is_none_or(|best| self.score() > best);
        let (heading, text) = match (self.over(), self.game().reached(self.state())) {
            (Some(reason), _) => ("Game over".into(), sentence_case(ending(self.game().notation(), reason))),
            (None, Some(value)) => (format!("{value} is reached"), "That was the target. Go on if you like.".into()),
            (None, None) => ("The game so far".into(), String::new()),
        };
        let news = match (daily, practice) {
            (Some(_), true) => "Practice: the first try of the day counts.",
            _ if record => "Your best so far!",
            (Some(_), false) => "This try counts for the day.",
            (None, _) => "",
        };
        let fact = |name, value| EndFact { name, value };
        let best = if record { "this one".into() } else { best.unhelped.map_or_else(|| "–".into(), grouped) };
        let mut facts = vec![
            fact("Best", best),
            fact("Turns", grouped(self.turn() as u64)),
            fact("Best tile", grouped(self.largest().into())),
            fact("Time", duration(*milliseconds)),
        ];
        facts.extend(self.helped_by().map(|help| fact("Helped by", help)));
        let day = daily.map(|day| {
            let practice = if *practice { ", practice" } else { "" };
            format!("{}, daily {}{practice}", self.setup().title(), date_text(day))
        });
        EndPanel {
            title: heading,
            text,
            score: grouped(self.score()),
            news,
            facts,
            choices: self.end_choices(daily.is_some()),
            result: self.result_text(day.as_deref().unwrap_or(title)),
        }
    }

    fn end_choices(&self, daily: bool) -> Vec<EndButton> {
        let button = |choice, label| EndButton { choice, label };
        let (share, replay) = (button(EndChoice::Share, "Share"), button(EndChoice::Replay, "Replay"));
        if self.over().is_none() {
            return vec![button(EndChoice::Board, "Go on"), share, replay];
        }
        let mut choices = vec![button(EndChoice::New, if daily { "Practise" } else { "New game" }), share];
        if self.undoable() > 0 {
            choices.push(button(EndChoice::Undo, "Undo"));
        }
        choices.extend([replay, button(EndChoice::Board, "See the board")]);
        choices
    }

    /// The result so far to paste somewhere, under a name: points, turns, the best tile, help. It gives no action away.
    ///
    /// ```
    /// # use tilewright_games::Preset;
    /// # use tilewright_session::{Session, Setup};
    /// let session = Session::new(Setup::preset(Preset::find("classic-2048").unwrap())?, 1)?;
    /// let text = session.result_text("Classic 2048, daily 2026-11-17");
    /// assert!(text.starts_with("Classic 2048, daily 2026-11-17\n0 points in 0 turns, best tile "));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn result_text(&self, name: &str) -> String {
        let help = self.helped_by().map_or(String::new(), |help| format!(", helped by {help}"));
        let (points, turns) = (counted(self.score(), "point"), counted(self.turn() as u64, "turn"));
        format!("{name}\n{points} in {turns}, best tile {}{help}", self.largest())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Setup;
    use tilewright_core::{Game, Position};
    use tilewright_games::Preset;

    fn place(board: &str) -> Session {
        let setup = Setup::preset(Preset::find("classic-2048").unwrap()).unwrap();
        let position = Position::parse(setup.game.topology(), board).unwrap();
        Session::from_position(setup, &position, 1).unwrap()
    }

    #[test]
    fn end_panel_at_the_target_offers_to_go_on() {
        let mut session = place("1024 1024 . ./. . . ./. . . ./. . . .");
        let left = session.game().action_named("left").unwrap();
        session.play(left, None).unwrap();
        let context = EndContext { title: "Classic".into(), milliseconds: 125_400, ..EndContext::default() };
        let panel = session.end_panel(&context);
        assert_eq!((panel.title.as_str(), panel.score.as_str()), ("2048 is reached", "2048"));
        assert_eq!(panel.choices[0], EndButton { choice: EndChoice::Board, label: "Go on" });
        assert_eq!(panel.facts[3].value, "2 min 5 s");
        assert_eq!(panel.news, "", "a start made by hand sets no record");
        assert_eq!(panel.result, "Classic\n2048 points in 1 turn, best tile 2048");
    }

    #[test]
    fn end_panel_of_a_challenge_says_whether_the_try_counts() {
        let mut session = Session::new(Setup::preset(Preset::find("merge3").unwrap()).unwrap(), 1).unwrap();
        session.play(session.legal()[0], None).unwrap();
        session.undo();
        session.redo();
        let context = EndContext { daily: Some(20_772), ..EndContext::default() };
        let panel = session.end_panel(&context);
        assert_eq!(panel.news, "This try counts for the day.");
        assert!(panel.result.starts_with("Merge3, daily 2026-11-15\n") && panel.result.ends_with(", helped by undo"));
        let panel = session.end_panel(&EndContext { practice: true, ..context });
        assert_eq!(panel.news, "Practice: the first try of the day counts.");
        assert!(panel.result.starts_with("Merge3, daily 2026-11-15, practice\n"));
    }

    #[test]
    fn pass_breaks_are_not_played_time() {
        let mut time = PlayTime::default();
        time.pass(100, 0);
        time.pass(103, 3_000);
        time.pass(10_000, 9_897_000);
        assert_eq!(time, PlayTime { begun: Some(100), milliseconds: 63_000 });
        assert_eq!([400, 61_000, 3_600_000].map(duration), ["0 s", "1 min 1 s", "60 min 0 s"]);
    }
}

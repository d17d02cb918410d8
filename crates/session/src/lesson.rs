//! Lessons: a few scripted turns on a fixed board, played by the newcomer, each with one sentence.
//!
//! They are data, `lessons/lessons.txt`, for all front ends. A lesson of some presets:
//!
//! ```text
//! [factors factors-easy]
//! board . . . 7/3 . 12 4/. . . ./. 35 . .
//! seed 1
//! 1,0:right | A number disappears with its factors beside it: 12 = 3·4.
//! ```

use crate::{Answer, BoardInput, Notice, Session, Setup, sentence_case};
use std::sync::Arc;
use tilewright_core::{Action, Game, Meaning, Position};

const LESSONS: &str = include_str!("../lessons/lessons.txt");

/// A lesson in progress. The session is its own: nothing of it is saved or counted.
///
/// ```
/// use tilewright_games::Preset;
/// use tilewright_session::{Lesson, Setup};
///
/// let setup = Setup::preset(Preset::find("classic-2048").unwrap())?;
/// let mut lesson = Lesson::new(setup).unwrap();
/// while let Some(action) = lesson.action() {
///     println!("{}", lesson.text());
///     lesson.play(action);
/// }
/// # Ok::<(), tilewright_games::VariantError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Lesson {
    session: Session,
    turns: Vec<(Action, &'static str)>,
}

impl Lesson {
    /// The lesson of a preset; `None` if there is none.
    pub fn new(setup: Arc<Setup>) -> Option<Self> {
        let id = setup.preset?.id;
        let of_preset =
            |part: &&str| part.split_once(']').is_some_and(|(ids, _)| ids.split_whitespace().any(|known| known == id));
        let (_, text) = LESSONS.split('[').find(of_preset)?.split_once(']')?;
        let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        let board = lines.next()?.strip_prefix("board ")?;
        let seed: u64 = lines.next()?.strip_prefix("seed ")?.parse().ok()?;
        let position = Position::parse(setup.game.topology(), board).ok()?;
        let session = Session::from_position(setup, &position, seed).ok()?;
        let turn = |line: &'static str| {
            let (action, text) = line.split_once(" | ")?;
            Some((session.game().action_named(action.trim()).ok()?, text))
        };
        let turns = lines.map(turn).collect::<Option<Vec<_>>>()?;
        Some(Self { session, turns })
    }

    /// The game of the lesson.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// The number of the turn that is to be played, from 1, and how many there are.
    pub fn progress(&self) -> (usize, usize) {
        ((self.session.turn() + 1).min(self.turns.len()), self.turns.len())
    }

    /// The action that is to be played; `None` at the end.
    pub fn action(&self) -> Option<Action> {
        self.turns.get(self.session.turn()).map(|(action, _)| *action)
    }

    /// What the turn shows and how it is played, or that the lesson is over.
    pub fn text(&self) -> String {
        match self.turns.get(self.session.turn()) {
            Some((action, text)) => {
                format!("{text} {}", sentence_case(&self.session.action_words(*action)))
            }
            None => "That is the heart of it; the help has the rest. Now your own game.".into(),
        }
    }

    /// Plays an action if it is the one that is to be played; whether it was.
    pub fn play(&mut self, action: Action) -> bool {
        // A swap is the same the other way round.
        let same = |wanted: Action| {
            let (a, b) = (self.session.meaning(wanted), self.session.meaning(action));
            a == b || matches!((a, b), (Meaning::Swap(a, b), Meaning::Swap(c, d)) if (a, b) == (d, c))
        };
        match self.action().filter(|&wanted| same(wanted)) {
            // The scripted one: the other way round it could end elsewhere.
            Some(wanted) => self.session.play(wanted, None).is_ok(),
            None => false,
        }
    }

    /// Readies the input for the next turn: if that is a direction, a cursor would take its keys.
    pub fn ready(&self, input: &mut BoardInput) {
        let next = self.action().map(|action| self.session.meaning(action));
        while matches!(next, Some(Meaning::Slide(_))) && input.back(&self.session) {}
    }

    /// What to say to an answer that does not play the turn: that it is another one, or why the action is not possible.
    /// What is asked is in [`Self::text`], which stays in sight.
    pub fn refusal(&self, answer: &Answer) -> Notice {
        match (answer, self.action()) {
            (Answer::Say(notice), _) => notice.clone(),
            (_, Some(action)) => Notice::bad(match self.session.meaning(action) {
                // Without a cursor an arrow key steps another tile.
                Meaning::Move(..) => {
                    "That is another turn. To choose a tile: Enter, arrows to it, Enter, an arrow. Or drag it."
                }
                _ => "That is another turn than the lesson asks for.",
            }),
            (_, None) => Notice::plain(self.text()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilewright_games::Preset;

    #[test]
    fn lesson_of_every_preset_has_three_to_five_legal_turns_and_scores() {
        for preset in Preset::all() {
            let mut lesson = Lesson::new(Setup::preset(preset).unwrap()).unwrap_or_else(|| panic!("{}", preset.id));
            let (_, turns) = lesson.progress();
            assert!((3..=5).contains(&turns), "{}: {turns}", preset.id);
            while let Some(action) = lesson.action() {
                let text = lesson.text();
                assert!(text.chars().count() <= 150, "{}: {text}", preset.id);
                assert!(
                    lesson.play(action),
                    "{} turn {}: {} on {}",
                    preset.id,
                    lesson.session.turn() + 1,
                    lesson.session.game().action_text(action),
                    lesson.session.board()
                );
            }
            assert!(lesson.session.score() > 0, "{}: nothing happened", preset.id);
        }
    }

    /// What a turn is said to show does happen, whatever new tiles a preset brings.
    #[test]
    fn lesson_of_factors_divides_35_by_7() {
        for id in ["factors", "factors-easy", "factors-hard", "factors-chaos"] {
            let mut lesson = Lesson::new(Setup::preset(Preset::find(id).unwrap()).unwrap()).unwrap();
            let mut told = false;
            while let Some(action) = lesson.action() {
                let claims = lesson.text().contains("35 ÷ 7 leaves 5");
                assert!(lesson.play(action));
                let story = lesson.session.story();
                assert!(!claims || story.contains(&"7 divides 35: both go, 5 is left. +35".into()), "{id}: {story:?}");
                told |= claims;
            }
            assert!(told, "{id}");
        }
    }

    #[test]
    fn lesson_of_numberclart_breaks_the_5_and_merges_its_pieces() {
        let mut lesson = Lesson::new(Setup::preset(Preset::find("numberclart").unwrap()).unwrap()).unwrap();
        let mut boards = Vec::new();
        while let Some(action) = lesson.action() {
            assert!(lesson.play(action), "{boards:?}");
            boards.push(lesson.session.board());
        }
        // The 5 under strain, then in two pieces, then whole again.
        let has = |turn: usize, row: usize, tiles: &str| boards[turn].split('/').nth(row).unwrap().starts_with(tiles);
        assert!(has(1, 3, ". 5 "), "{boards:?}");
        assert!(has(2, 3, ". 5+1 1"), "{boards:?}");
        assert!(has(3, 2, ". 4") && has(3, 3, "4 . 1"), "{boards:?}");
        assert!(has(4, 2, "5 ") && has(4, 3, ". "), "{boards:?}");
    }

    #[test]
    fn refusal_of_another_action_does_not_repeat_what_is_asked() {
        let mut lesson = Lesson::new(Setup::preset(Preset::find("classic-2048").unwrap()).unwrap()).unwrap();
        let other = *lesson.session.legal().iter().find(|&&action| Some(action) != lesson.action()).unwrap();
        assert!(!lesson.play(other));
        assert_eq!(lesson.session.turn(), 0);
        let refusal = lesson.refusal(&Answer::Act(other));
        assert_eq!(refusal, Notice::bad("That is another turn than the lesson asks for."));
        let strain = Lesson::new(Setup::preset(Preset::find("numberclart").unwrap()).unwrap()).unwrap();
        assert!(strain.refusal(&Answer::Act(other)).text.contains("To choose a tile: Enter, arrows to it"));
        let asked = lesson.session.action_words(lesson.action().unwrap());
        assert!(!refusal.text.contains(&asked) && lesson.text().ends_with(&sentence_case(&asked)));
    }
}

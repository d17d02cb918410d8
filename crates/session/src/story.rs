//! The last turn in short sentences by values, for the space next to a board that shows where things are.
//!
//! [`sentence`](crate::sentence) names cells instead, for users who do not see the board.

use crate::{
    Event as Named, Session, grouped,
    outlook::{and_list, factored, low_neighbours, neighbours},
    sentence,
};
use tilewright_core::{Cell, Event, Game, Meaning, Place, Tile, fold};
use tilewright_games::Rules;

impl Session {
    /// What the last turn did and why, newest first, with the points of what scored; empty before the first turn.
    ///
    /// ```
    /// # use tilewright_core::{Game, Position};
    /// # use tilewright_games::Preset;
    /// # use tilewright_session::{Session, Setup};
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let setup = Setup::preset(Preset::find("factors").unwrap())?;
    /// let position = Position::parse(setup.game.topology(), ". . . ./3 . 12 4/. . . ./. 35 . .")?;
    /// let mut session = Session::from_position(setup, &position, 1)?;
    /// session.play(session.game().action_named("1,0:right")?, None)?;
    /// let story = session.story();
    /// assert_eq!(story[1..], ["12 = 3·4: it goes, and 3 and 4 with it. +19", "The 3 slides right."]);
    /// # Ok(())
    /// # }
    /// ```
    pub fn story(&self) -> Vec<String> {
        let Some(action) = self.last_action() else { return Vec::new() };
        let Some(played) = self.played(self.turn()) else { return Vec::new() };
        let before = self.history().moment(self.game(), self.dice(), self.turn() - 1).state;
        let mut teller = Teller {
            session: self,
            tiles: self.game().position(&before).tiles,
            told: Vec::new(),
            wave: 1,
            moved_to: None,
            has_reacted: false,
        };
        teller.action(self.meaning(action));
        for event in &played.log {
            teller.event(*event);
        }
        let ends = played.events.iter().filter(|event| matches!(event, Named::Ended { .. }));
        let ends: Vec<_> = ends.filter_map(|event| sentence(self.game(), event)).collect();
        ends.into_iter().for_each(|end| teller.say(end));
        teller.waiting();
        let told = teller.told.into_iter().rev();
        told.map(|(text, times)| if times > 1 { format!("{text} (×{times})") } else { text }).collect()
    }
}

struct Teller<'a> {
    session: &'a Session,
    /// The tiles before the next event.
    tiles: Vec<Option<Tile>>,
    /// The sentences, and how often each comes one after the other.
    told: Vec<(String, u32)>,
    /// The wave that the next event belongs to.
    wave: u16,
    /// Where the tile of this turn stepped, in games in which one tile steps.
    moved_to: Option<Cell>,
    /// Whether numbers have reacted in this turn.
    has_reacted: bool,
}

impl Teller<'_> {
    fn say(&mut self, text: String) {
        self.told.push((text, 1));
        self.join();
    }

    /// Counts the last two sentences as one if they are equal.
    fn join(&mut self) {
        if let [.., (before, times), (last, 1)] = &mut self.told[..]
            && before == last
        {
            *times += 1;
            self.told.pop();
        }
    }

    /// Adds to the last sentence what it earned.
    fn earned(&mut self, gain: u64) {
        if let Some((text, 1)) = self.told.last_mut() {
            *text += &format!(" +{}", grouped(gain));
        }
        self.join();
    }

    /// Says which tiles came to stand next to their equals after the merges of this turn.
    fn waiting(&mut self) {
        let Rules::Strain(rules) = self.session.setup().variant.rules() else { return };
        let pairs = rules.waiting(self.session.game().topology(), &self.tiles);
        let pairs: Vec<_> = pairs.into_iter().map(|(a, b)| and_list(&self.values([a, b]))).collect();
        if !pairs.is_empty() {
            self.say(format!("Side by side: {} merge next turn.", pairs.join(", ")));
        }
    }

    fn value(&self, cell: Cell) -> u32 {
        self.tiles[cell.index()].map_or(0, |tile| tile.value)
    }

    fn values(&self, cells: impl IntoIterator<Item = Cell>) -> Vec<u32> {
        cells.into_iter().map(|cell| self.value(cell)).collect()
    }

    /// The values of the tiles around a cell.
    fn around(&self, cell: Cell) -> impl Iterator<Item = u32> {
        neighbours(self.session.game().topology(), cell, |cell| self.tiles[cell.index()]).map(|(_, value)| value)
    }

    fn action(&mut self, meaning: Meaning) {
        let topology = self.session.game().topology();
        let text = match meaning {
            Meaning::Slide(dir) => format!("All slide {}.", dir_words(topology.dir_name(dir))),
            Meaning::Move(cell, dir) => {
                let slides = matches!(self.session.setup().variant.rules(), Rules::Factor(_));
                let verb = if slides { "slides" } else { "steps" };
                self.moved_to = if slides { None } else { topology.neighbour(cell, dir) };
                format!("The {} {verb} {}.", self.value(cell), dir_words(topology.dir_name(dir)))
            }
            Meaning::Swap(a, b) => format!("{} and {} change places.", self.value(a), self.value(b)),
        };
        self.say(text);
    }

    fn event(&mut self, event: Event) {
        match event {
            Event::Wave { n } => self.wave = n,
            Event::Scored { gain } => self.earned(gain),
            _ => {}
        }
        if let Some(text) = self.words(event) {
            // Newest first, a heading would stand below what it heads: each sentence says its wave.
            let follows =
                self.wave > 1 && !matches!(event, Event::Spawned { .. } | Event::Reached { .. } | Event::Cleared);
            let wave = match self.session.setup().variant.rules() {
                // What later waves of a chain earn counts twice as much as that of the wave before.
                Rules::Factor(_) => format!("Wave {} (×{})", self.wave, 1_u64 << (self.wave - 1).min(63)),
                _ => format!("Wave {}", self.wave),
            };
            self.say(if follows { format!("{wave}: {text}") } else { text });
        }
        let reacts = |event| matches!(event, Event::Eliminated { .. } | Event::Factored { .. } | Event::Divided { .. });
        self.has_reacted |= reacts(event);
        // Events of the engine fold without error.
        let _ = fold(&mut self.tiles, event);
    }

    fn words(&self, event: Event) -> Option<String> {
        Some(match event {
            Event::Merged { cells, value, overflow, .. } => {
                let mut parts = and_list(&self.values(cells));
                if self.moved_to.is_some_and(|cell| cells.into_iter().all(|part| part != cell)) {
                    // They stood side by side before the turn.
                    parts = format!("The waiting {parts}");
                }
                if overflow {
                    format!("{parts} make {value}: too much, it bursts.")
                } else {
                    format!("{parts} merge into {value}.")
                }
            }
            Event::Strained { at, strain } => {
                let Rules::Strain(rules) = self.session.setup().variant.rules() else { return None };
                let topology = self.session.game().topology();
                let (high, low) =
                    (self.value(at), low_neighbours(&rules, topology, at, |cell| self.tiles[cell.index()]));
                let (most, gained) = (rules.max_strain, low.len());
                // The turn ends with healing, so a tile that holds shows one less.
                let what = match strain - 1 {
                    _ if strain >= most => format!("strain {strain} of {most}"),
                    0 => format!("strains {gained}, heals 1"),
                    left => format!("strains {gained}, heals 1: {left} of {most}"),
                };
                format!("{high} beside {}: {what}.", and_list(&low))
            }
            Event::Fractured { at, pieces, value, overflow } => {
                let what = if overflow { "The burst".into() } else { format!("{} breaks: it", self.value(at)) };
                let Rules::Strain(rules) = self.session.setup().variant.rules() else { return None };
                let count = pieces.into_iter().count();
                let left = if count == 0 { "nothing".into() } else { and_list(&vec![value; count]) };
                let room = if count < rules.pieces.into() { ", no room for more" } else { "" };
                format!("{what} leaves {left}{room}.")
            }
            Event::Eliminated { value, .. } => format!("{value} and {value} take each other off."),
            Event::Factored { centre, parts } => {
                let centre = self.value(centre);
                let factor = |at: Cell, left: u32| self.value(at) / left.max(1);
                let parts = parts.as_slice();
                let left = |value: Option<std::num::NonZeroU16>| value.map_or(1, |value| value.get().into());
                let mut factors: Vec<_> = parts.iter().map(|part| factor(part.at, left(part.value))).collect();
                factors.sort_unstable();
                let product: Vec<_> = factors.iter().map(u32::to_string).collect();
                let mut gone: Vec<_> =
                    parts.iter().filter(|part| part.value.is_none()).map(|part| self.value(part.at)).collect();
                gone.sort_unstable();
                let kept: Vec<_> = parts
                    .iter()
                    .filter_map(|part| part.value.map(|value| format!("{} becomes {value}", self.value(part.at))))
                    .collect();
                let mut text = format!("{centre} = {}: it goes", product.join("·"));
                if !gone.is_empty() {
                    text += &format!(", and {} with it", and_list(&gone));
                }
                if !kept.is_empty() {
                    text += &format!("; {}", kept.join(", "));
                }
                text + "."
            }
            Event::Divided { from, at, value } => {
                format!("{} divides {}: both go, {value} is left.", self.value(from), self.value(at))
            }
            Event::Spawned { at: Place::Cell(cell), value } => match self.session.setup().variant.rules() {
                // On boards that refill, new tiles are no news.
                Rules::Swap(_) => return None,
                Rules::Slide(_) | Rules::Strain(_) => format!("New: {value}."),
                Rules::Factor(rules) => {
                    // Values of this family fit 16 bits.
                    let linked = self.around(cell).filter(|other| rules.linked(value as u16, *other as u16));
                    let linked: Vec<u32> = linked.collect();
                    let note = if linked.is_empty() {
                        String::new()
                    } else {
                        format!("; beside {}, it reacts next turn", and_list(&linked))
                    };
                    // A chain brings a number whatever the clock says.
                    let why = if self.has_reacted { "New for the reaction:" } else { "New:" };
                    format!("{why} {}{note}.", factored(value))
                }
            },
            Event::Reached { value } => format!("{value}: the target is reached."),
            Event::Cleared => "The board is dealt again.".into(),
            Event::Slid { .. }
            | Event::Fell { .. }
            | Event::Swapped { .. }
            | Event::Decayed { .. }
            | Event::Spawned { .. }
            | Event::Wave { .. }
            | Event::Scored { .. } => return None,
        })
    }
}

/// A direction in words: hexagons have compass names in actions.
pub(crate) fn dir_words(name: &'static str) -> &'static str {
    match name {
        "N" => "up",
        "NE" => "up right",
        "SE" => "down right",
        "S" => "down",
        "SW" => "down left",
        "NW" => "up left",
        name => name,
    }
}

#[cfg(test)]
mod tests {
    use crate::{Session, Setup};
    use tilewright_core::{Game, Outcome, Position};
    use tilewright_games::Preset;

    fn session(id: &str, board: &str) -> Session {
        let setup = Setup::preset(Preset::find(id).unwrap()).unwrap();
        let position = Position::parse(setup.game.topology(), board).unwrap();
        let session = Session::from_position(setup, &position, 1).unwrap();
        assert!(session.story().is_empty());
        session
    }

    fn story(id: &str, board: &str, action: &str) -> Vec<String> {
        let mut session = session(id, board);
        session.play(session.game().action_named(action).unwrap(), None).unwrap();
        session.story()
    }

    /// The story of a turn whose chance is given.
    fn story_given(id: &str, board: &str, action: &str, outcome: &str) -> Vec<String> {
        let mut session = session(id, board);
        let outcome = Outcome::parse(session.game().topology(), outcome).unwrap();
        session.play(session.game().action_named(action).unwrap(), Some(&[outcome])).unwrap();
        session.story()
    }

    #[test]
    fn story_of_a_slide_is_newest_first_and_counts_what_is_equal() {
        let story = story("classic-2048", "2 2 . ./2 2 . ./4 4 . ./. . . .", "left");
        assert!(story[0].starts_with("New: "), "{story:?}");
        assert_eq!(story[1..], ["4 and 4 merge into 8. +8", "2 and 2 merge into 4. +4 (×2)", "All slide left."]);
    }

    #[test]
    fn story_of_strain_says_why_a_tile_breaks() {
        let story = story("numberclart", ". 1 . . ./. 5+2 2 . ./. . . . ./. . . . ./3 . . . .", "4,0:right");
        assert_eq!(
            story[1..],
            ["5 breaks: it leaves 4 and 4.", "5 beside 1 and 2: strain 3 of 3.", "The 3 steps right."],
            "{story:?}"
        );
    }

    #[test]
    fn story_of_strain_says_where_pieces_have_no_room() {
        let board = "1 5+2 1 . ./2 3 . . ./. . . . ./. . . . ./3 . . . .";
        let story = story("numberclart", board, "4,0:right");
        assert_eq!(story[1], "5 breaks: it leaves 4, no room for more.", "{story:?}");
    }

    #[test]
    fn story_of_strain_says_what_stays_after_healing() {
        let story = story("numberclart", ". 1 . . ./. 5 1 . ./. . . . ./. . . . ./3 . . . .", "4,0:right");
        assert_eq!(story[1], "5 beside 1 and 1: strains 2, heals 1: 1 of 3.", "{story:?}");
    }

    #[test]
    fn story_of_strain_says_that_a_tile_heals() {
        let story = story("numberclart", ". . . . ./. 5 . 2 ./. . . . ./. . . . ./. . . . .", "1,3:left");
        assert_eq!(story[1..], ["5 beside 2: strains 1, heals 1.", "The 2 steps left."], "{story:?}");
    }

    #[test]
    fn story_of_a_new_tile_says_what_it_does_next_turn() {
        let board = "7 . . ./. . . ./. . . ./. . 11 . | clock=1";
        let cases = [
            ("35@0,1", "New: 35 = 5·7; beside 7, it reacts next turn."),
            ("7@1,0", "New: 7, a prime; beside 7, it reacts next turn."),
            ("10@0,1", "New: 10 = 2·5."),
        ];
        for (outcome, expected) in cases {
            assert_eq!(story_given("factors", board, "3,2:right", outcome)[0], expected);
        }
    }

    /// Phase 2 of the rule page: what a merge made, pieces and new tiles merge in the next turn at the earliest.
    #[test]
    fn story_of_equals_side_by_side_says_that_they_merge_next_turn() {
        let next = |pairs: &str| format!("Side by side: {pairs} merge next turn.");
        let quiet = ". 2 . . ./. . . . ./. . . . ./. . . . ./3 . . . .";
        let (merge, chain) =
            (". . 2 . 2/. . . 3 ./. . . . ./. . . . ./. . . . .", "1 1 1 . ./. . . . ./. . . . ./. . . . ./. 3 . . .");
        // The 5 breaks into 4s above and to its left.
        let breaks = ". . . . ./4 . 1 . ./. 5+2 2 . ./. . . . ./3 . . . .";
        for (board, action, outcome, expected) in [
            (quiet, "4,0:right", "2@0,0", next("2 and 2")),
            (quiet, "4,0:right", "2@2,2", "New: 2.".into()),
            (merge, "0,4:left", "1@4,4", next("3 and 3")),
            (merge, "0,4:down", "1@4,4", "New: 1.".into()),
            (breaks, "4,0:right", "1@4,4", next("4 and 4")),
            (chain, "4,1:right", "1@1,2", next("1 and 1")),
        ] {
            let story = story_given("numberclart", board, action, outcome);
            assert_eq!(story[0], expected, "{board} {action}: {story:?}");
        }
    }

    #[test]
    fn story_of_every_preset_adds_up_to_the_points_of_its_turn() {
        for preset in Preset::all() {
            let mut session = Session::new(Setup::preset(preset).unwrap(), 5).unwrap();
            for turn in 0..120 {
                let (legal, before) = (session.legal(), session.score());
                let Some(&action) = legal.get(turn * 7 % legal.len().max(1)) else { break };
                session.play(action, None).unwrap();
                let story = session.story();
                let points = |line: &String| -> Option<u64> {
                    let points = line.rsplit_once(" +")?.1.trim_end_matches(')');
                    let (points, times) = points.split_once(" (×").unwrap_or((points, "1"));
                    Some(points.replace(' ', "").parse::<u64>().unwrap() * times.parse::<u64>().unwrap())
                };
                let sum: u64 = story.iter().filter_map(points).sum();
                assert_eq!(sum, session.score() - before, "{}: {story:?}", preset.id);
            }
            assert!(session.score() > 0, "{}: no turn scored", preset.id);
        }
    }

    #[test]
    fn story_of_a_merge_elsewhere_says_that_the_tiles_waited() {
        let story = story("numberclart", "1 1 . . ./. . . . ./. . 2 . 2/. . . . ./. . . . .", "2,4:left");
        assert_eq!(
            story[1..],
            ["The waiting 1 and 1 merge into 2. +4", "2 and 2 merge into 3. +8", "The 2 steps left."],
            "{story:?}"
        );
    }

    #[test]
    fn story_of_a_number_after_a_chain_says_that_the_reaction_brings_it() {
        let story = story("factors", "3 . 147 ./. . . ./. . . ./11 . . 2", "0,0:right");
        assert!(story[0].starts_with("New for the reaction: "), "{story:?}");
    }

    #[test]
    fn story_of_a_chain_says_what_divided_what() {
        let story = story("factors", "3 . 147 ./. . . ./. . . ./11 . . 2", "0,0:right");
        assert_eq!(story[1..], ["3 divides 147: both go, 49 is left. +147", "The 3 slides right."], "{story:?}");
    }

    #[test]
    fn story_of_a_cascade_names_the_wave_of_each_sentence() {
        let setup = Setup::preset(Preset::find("exponentile").unwrap()).unwrap();
        let mut session = Session::new(setup, 3).unwrap();
        for _ in 0..200 {
            session.play(session.legal()[0], None).unwrap();
            let story = session.story();
            let wave = |line: &String| line.strip_prefix("Wave ").map_or(1, |rest| rest[..1].parse().unwrap());
            let waves: Vec<u32> = story.iter().map(wave).collect();
            assert!(waves.is_sorted_by(|newer, older| newer >= older), "{story:?}");
            if waves.first() > Some(&2) {
                assert!(story.last().unwrap().ends_with("change places."), "{story:?}");
                return;
            }
        }
        panic!("no cascade in 200 turns");
    }

    #[test]
    fn story_of_every_preset_is_told_for_random_games() {
        for preset in Preset::all() {
            let mut session = Session::new(Setup::preset(preset).unwrap(), 3).unwrap();
            for turn in 0..60 {
                let legal = session.legal();
                let Some(&action) = legal.get(turn % legal.len().max(1)) else { break };
                session.play(action, None).unwrap();
                let story = session.story();
                assert!(!story.is_empty() && story.iter().all(|line| !line.starts_with('0')), "{story:?}");
            }
        }
    }
}

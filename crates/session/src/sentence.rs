//! Events in plain sentences: for screen readers and line-based play.

use crate::{CellName, Event, Part, PlaceName, counted, ending};
use tilewright_core::{Game, Meaning, Power};
use tilewright_games::AnyGame;

/// An event in one sentence; `None` for the first wave, which is no news. Cells are named as actions name them, so that
/// what is heard can be typed.
pub fn sentence(game: &AnyGame, event: &Event) -> Option<String> {
    Some(match event {
        Event::Slid { from, to } => format!("The tile at {from} slides to {to}."),
        Event::Fell { from, to } => format!("The tile at {from} falls to {to}."),
        Event::Swapped { a, b } => format!("The tiles at {a} and {b} change places."),
        Event::Merged { cells, at, value, overflow: false } => {
            format!("The tiles at {} merge into {} at {at}.", list(cells), number(*value))
        }
        Event::Merged { cells, value, overflow: true, .. } => {
            format!("The tiles at {} merge into {}, which is too much and bursts.", list(cells), number(*value))
        }
        Event::Strained { at, strain } => format!("The tile at {at} strains to {strain}."),
        Event::Decayed { at, strain: 0 } => format!("The tile at {at} is at ease again."),
        Event::Decayed { at, strain } => format!("The tile at {at} eases to strain {strain}."),
        Event::Fractured { at, pieces, value, overflow } => {
            let what = if *overflow { "The burst at" } else { "The tile at" };
            match pieces[..] {
                [] => format!("{what} {at} breaks and leaves nothing."),
                [piece] => format!("{what} {at} breaks; {} lands at {piece}.", number(*value)),
                _ => format!("{what} {at} breaks into {value}s at {}.", list(pieces)),
            }
        }
        Event::Eliminated { a, b, value, power } => {
            let kind = match power {
                Power::Square => ", a square",
                Power::Cube => ", a cube",
                Power::Plain => "",
            };
            format!("The equal tiles at {a} and {b} wipe each other out: {value}{kind}.")
        }
        Event::Factored { centre, parts } => {
            let part = |Part { at, value }: &Part| match value {
                Some(value) => format!("{at} becomes {value}"),
                None => format!("{at} vanishes"),
            };
            let parts: Vec<_> = parts.iter().map(part).collect();
            format!("The tile at {centre} is a product of factors of its neighbours and goes: {}.", parts.join(", "))
        }
        Event::Divided { from, at, value } => {
            format!("The tile at {from} divides the one at {at}, which becomes {value}.")
        }
        Event::Spawned { at: PlaceName::Cell(at), value } => format!("A new {value} appears at {at}."),
        Event::Spawned { at: PlaceName::Next, value } => format!("The tiles to come end with {} now.", number(*value)),
        Event::Wave { n: 1 } => return None,
        Event::Wave { n } => format!("Wave {n} of the chain."),
        Event::Scored { gain, total } => format!("{}; the score is {total}.", points(*gain)),
        Event::Reached { value } => format!("You made {value}: the target is reached. Go on if you like."),
        Event::Cleared => "The board cannot be played and is dealt again.".into(),
        Event::Ended { reason, total } => {
            format!("The game is over: {}. The score is {total}.", ending(game.notation(), *reason))
        }
        Event::Blocked { action } => {
            let topology = game.topology();
            let at = |cell| topology.cell_text(cell);
            match game.notation().meaning(topology, action.action) {
                Meaning::Slide(dir) => format!("Nothing can go {}.", topology.dir_name(dir)),
                Meaning::Move(cell, dir) => format!("The tile at {} cannot go {}.", at(cell), topology.dir_name(dir)),
                Meaning::Swap(a, b) => format!("{} and {} cannot change places.", at(a), at(b)),
            }
        }
    })
}

/// A turn in words for a screen reader: every sentence if they are few, else those that matter, else a summary.
pub fn announcement(game: &AnyGame, events: &[Event]) -> String {
    /// More sentences than this take longer than the next turn.
    const MAX_SENTENCES: usize = 6;
    let motion = |event: &Event| {
        matches!(event, Event::Slid { .. } | Event::Fell { .. } | Event::Swapped { .. } | Event::Decayed { .. })
    };
    let last_score = events.iter().rposition(|event| matches!(event, Event::Scored { .. }));
    for skip_motion in [false, true] {
        let mut sentences: Vec<String> = Vec::new();
        for (i, event) in events.iter().enumerate().filter(|(_, event)| !(skip_motion && motion(event))) {
            match (event, sentences.last_mut()) {
                // Of several scores only the last is news; the others are what the sentence before them earned.
                (Event::Scored { gain, .. }, Some(last)) if Some(i) != last_score => {
                    *last += &format!(" {}.", points(*gain));
                }
                _ => sentences.extend(sentence(game, event)),
            }
        }
        if sentences.len() <= MAX_SENTENCES {
            return sentences.join(" ");
        }
    }
    summary(game, events)
}

/// A long turn in numbers.
fn summary(game: &AnyGame, events: &[Event]) -> String {
    let count = |kind: fn(&Event) -> bool| events.iter().filter(|event| kind(event)).count() as u64;
    let most = |value: fn(&Event) -> u32| events.iter().map(value).max().unwrap_or(0);
    let waves = most(|event| if let Event::Wave { n } = event { (*n).into() } else { 0 });
    let largest = most(|event| if let Event::Merged { value, .. } = event { *value } else { 0 });
    let merges = count(|event| {
        matches!(
            event,
            Event::Merged { .. } | Event::Divided { .. } | Event::Eliminated { .. } | Event::Factored { .. }
        )
    });
    let breaks = count(|event| matches!(event, Event::Fractured { .. }));
    let spawns = count(|event| matches!(event, Event::Spawned { .. }));
    let counts = [(waves.into(), "wave"), (merges, "merge"), (breaks, "break"), (spawns, "new tile")];
    let counts: Vec<_> =
        counts.into_iter().filter(|(count, _)| *count > 0).map(|(count, thing)| counted(count, thing)).collect();
    let mut text = format!("{}.", counts.join(", "));
    if largest > 0 {
        text += &format!(" The largest made is {largest}.");
    }
    let gains = events.iter().filter_map(|event| match event {
        Event::Scored { gain, total } => Some((*gain, *total)),
        _ => None,
    });
    if let Some((gain, total)) = gains.reduce(|(sum, _), (gain, total)| (sum.saturating_add(gain), total)) {
        text = format!("{text} {}; the score is {total}.", points(gain));
    }
    let last = |event: &&Event| matches!(event, Event::Reached { .. } | Event::Ended { .. });
    for sentence in events.iter().filter(last).filter_map(|event| sentence(game, event)) {
        text = text + " " + &sentence;
    }
    text
}

/// `0,0 and 0,1`, or `0,0; 0,1 and 0,2`: cells hold commas themselves.
fn list(cells: &[CellName]) -> String {
    match cells.split_last() {
        None => String::new(),
        Some((last, [])) => last.to_string(),
        Some((last, rest)) => {
            let rest: Vec<_> = rest.iter().map(CellName::to_string).collect();
            format!("{} and {last}", rest.join("; "))
        }
    }
}

/// `1 point`, `1234 points`: groups of digits would be heard as several numbers.
fn points(gain: u64) -> String {
    if gain == 1 { "1 point".into() } else { format!("{gain} points") }
}

/// `a 2`, `an 8`, `an 11`: as it is said.
fn number(value: u32) -> String {
    let text = value.to_string();
    // Eleven and eighteen are said so only where they stand before a group of three digits, or alone.
    let teen = text.len() % 3 == 2 && (text.starts_with("11") || text.starts_with("18"));
    let article = if text.starts_with('8') || teen { "an" } else { "a" };
    format!("{article} {text}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilewright_core::{Action, Cell, Cells, Event as Logged, Part, Parts, Place, Reason};
    use tilewright_games::Preset;

    /// The sentence of an event of a game that has 99 points before it.
    fn say(id: &str, logged: &[Logged], over: Option<Reason>) -> String {
        let game = Preset::find(id).unwrap().variant.compile().unwrap();
        let events = Event::of_turn(game.topology(), logged, 99, over);
        events.iter().filter_map(|event| sentence(&game, event)).collect()
    }

    #[test]
    fn number_starting_with_a_vowel_sound_has_an() {
        let numbers = [2, 8, 11, 16, 18, 80, 110, 118, 800, 1_100, 8_192, 11_000, 16_384, 18_000, 180_000].map(number);
        let an: Vec<_> = numbers.iter().filter(|text| text.starts_with("an ")).collect();
        assert_eq!(an, ["an 8", "an 11", "an 18", "an 80", "an 800", "an 8192", "an 11000", "an 18000"]);
    }

    #[test]
    fn sentence_of_each_logged_event() {
        let (a, b, c) = (Cell(0), Cell(1), Cell(2));
        let two = Cells::pair(a, b);
        let three: Cells = [a, b, c].into_iter().collect();
        let mut parts = Parts::default();
        parts.push(Part { at: a, value: None });
        parts.push(Part { at: c, value: std::num::NonZeroU16::new(7) });
        for (id, event, expected) in [
            ("classic-2048", Logged::Slid { from: a, to: b }, "The tile at 0,0 slides to 0,1."),
            ("hex-2048", Logged::Slid { from: a, to: b }, "The tile at 0,-2 slides to 1,-2."),
            ("merge3", Logged::Fell { from: a, to: b }, "The tile at 0,0 falls to 0,1."),
            ("merge3", Logged::Swapped { a, b }, "The tiles at 0,0 and 0,1 change places."),
            (
                "merge3",
                Logged::Merged { cells: three, at: b, value: 8, overflow: false },
                "The tiles at 0,0; 0,1 and 0,2 merge into an 8 at 0,1.",
            ),
            (
                "numberclart",
                Logged::Merged { cells: two, at: b, value: 6, overflow: true },
                "The tiles at 0,0 and 0,1 merge into a 6, which is too much and bursts.",
            ),
            ("numberclart", Logged::Strained { at: a, strain: 2 }, "The tile at 0,0 strains to 2."),
            ("numberclart", Logged::Decayed { at: a, strain: 1 }, "The tile at 0,0 eases to strain 1."),
            ("numberclart", Logged::Decayed { at: a, strain: 0 }, "The tile at 0,0 is at ease again."),
            (
                "numberclart",
                Logged::Fractured { at: c, pieces: two, value: 2, overflow: false },
                "The tile at 0,2 breaks into 2s at 0,0 and 0,1.",
            ),
            (
                "factors",
                Logged::Eliminated { a, b, value: 9, power: Power::Square },
                "The equal tiles at 0,0 and 0,1 wipe each other out: 9, a square.",
            ),
            (
                "factors",
                Logged::Factored { centre: b, parts },
                "The tile at 0,1 is a product of factors of its neighbours and goes: 0,0 vanishes, 0,2 becomes 7.",
            ),
            (
                "factors",
                Logged::Divided { from: a, at: b, value: 3 },
                "The tile at 0,0 divides the one at 0,1, which becomes 3.",
            ),
            ("factors", Logged::Spawned { at: Place::Cell(a), value: 18 }, "A new 18 appears at 0,0."),
            ("merge3", Logged::Spawned { at: Place::Next, value: 8 }, "The tiles to come end with an 8 now."),
            ("merge3", Logged::Wave { n: 1 }, ""),
            ("merge3", Logged::Wave { n: 2 }, "Wave 2 of the chain."),
            ("merge3", Logged::Scored { gain: 1 }, "1 point; the score is 100."),
            (
                "classic-2048",
                Logged::Reached { value: 2048 },
                "You made 2048: the target is reached. Go on if you like.",
            ),
            ("merge3", Logged::Cleared, "The board cannot be played and is dealt again."),
        ] {
            assert_eq!(say(id, &[event], None), expected);
        }
    }

    #[test]
    fn sentence_of_an_end_gives_reason_and_score() {
        let (stuck, limit) = (say("merge3", &[], Some(Reason::Stuck)), say("merge3", &[], Some(Reason::TurnLimit)));
        assert_eq!(stuck, "The game is over: no swap makes a line. The score is 99.");
        assert_eq!(limit, "The game is over: all turns are played. The score is 99.");
    }

    #[test]
    fn sentence_of_a_blocked_action_says_what_cannot_move() {
        for (id, expected) in [
            ("hex-2048", "Nothing can go NE."),
            ("merge3", "0,0 and 0,1 cannot change places."),
            ("numberclart", "The tile at 0,0 cannot go right."),
        ] {
            let game = Preset::find(id).unwrap().variant.compile().unwrap();
            assert_eq!(sentence(&game, &Event::blocked(&game, Action(1))).unwrap(), expected);
        }
    }

    /// The announcement of an action on a board.
    fn announce(id: &str, board: &str, action: &str) -> String {
        let setup = crate::Setup::preset(Preset::find(id).unwrap()).unwrap();
        let position = tilewright_core::Position::parse(setup.game.topology(), board).unwrap();
        let mut session = crate::Session::from_position(setup, &position, 1).unwrap();
        let played = session.play(session.game().action_named(action).unwrap(), None).unwrap();
        announcement(session.game(), &played.events)
    }

    #[test]
    fn announcement_short_turn_is_every_sentence() {
        let text = announce("classic-2048", "2 . . 2/. . . ./. . . ./. . . .", "left");
        assert!(
            text.starts_with("The tile at 0,3 slides to 0,1. The tiles at 0,0 and 0,1 merge into a 4 at 0,0. "),
            "{text}"
        );
        assert!(text.contains("4 points; the score is 4. A new "), "{text}");
    }

    #[test]
    fn announcement_of_two_merges_gives_the_points_of_each() {
        let text = announce("classic-2048", "2 . . 2/4 . . 4/. . . ./. . . .", "left");
        assert!(text.contains("merge into a 4 at 0,0. 4 points. The"), "{text}");
        assert!(text.contains("merge into an 8 at 1,0. 8 points; the score is 12. A new "), "{text}");
    }

    #[test]
    fn announcement_turn_of_many_slides_is_without_them() {
        let text = announce("classic-2048", ". 2 4 8/. 16 2 4/. 8 32 2/. . . .", "left");
        assert!(text.starts_with("A new ") && !text.contains("slides"), "{text}");
    }

    #[test]
    fn announcement_cascade_is_a_summary_with_the_last_score() {
        let text = announce("merge3", "8 4 16 4 2/4 8 2 8 4/2 2 8 4 8/4 16 4 16 2/16 8 2 8 16", "1,2-2,2");
        assert!(
            text.contains(" wave") && text.contains(" merges, ") && text.contains(" new tiles. The largest made is "),
            "{text}"
        );
        assert_eq!(text.matches("the score is").count(), 1, "{text}");
        // All points of the turn, not those of its last merge: it began with none.
        let points = text.split_once(" points; the score is ").unwrap();
        let (gain, total) = (points.0.rsplit_once(". ").unwrap().1, points.1.split_once('.').unwrap().0);
        assert_eq!(gain, total, "{text}");
    }
}

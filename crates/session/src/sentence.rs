//! Events in plain sentences: for screen readers, for line-based play, for whoever cannot see the board.

use crate::LoggedEvent;
use tilewright_core::{Cells, Event, Game, Meaning, Part, Place, Power, Reason, Topology};
use tilewright_games::AnyGame;

/// An event in one sentence. Cells are named as actions name them, so that what is heard can be typed.
///
/// Every event has one but the first wave, which nobody has to be told of.
pub fn sentence(game: &AnyGame, told: &LoggedEvent) -> Option<String> {
    let topology = game.topology();
    let at = |cell| topology.cell_text(cell);
    Some(match told.event {
        Event::Slid { from, to } => format!("The tile at {} slides to {}.", at(from), at(to)),
        Event::Fell { from, to } => format!("The tile at {} falls to {}.", at(from), at(to)),
        Event::Swapped { a, b } => format!("The tiles at {} and {} change places.", at(a), at(b)),
        Event::Merged { cells, at: place, value, overflow: false } => {
            format!("The tiles at {} merge into {} at {}.", list(topology, cells), face(value), at(place))
        }
        Event::Merged { cells, value, overflow: true, .. } => {
            format!("The tiles at {} merge into {}, which is too much and bursts.", list(topology, cells), face(value))
        }
        Event::Strained { at: place, strain } => format!("The tile at {} strains to {strain}.", at(place)),
        Event::Decayed { at: place, strain: 0 } => format!("The tile at {} is at ease again.", at(place)),
        Event::Decayed { at: place, strain } => format!("The tile at {} eases to strain {strain}.", at(place)),
        Event::Fractured { at: place, pieces, value, overflow } => {
            let what = if overflow { "The burst at" } else { "The tile at" };
            match pieces.len() {
                0 => format!("{what} {} breaks and leaves nothing.", at(place)),
                1 => format!("{what} {} breaks; {} lands at {}.", at(place), face(value), list(topology, pieces)),
                _ => format!("{what} {} breaks into {value}s at {}.", at(place), list(topology, pieces)),
            }
        }
        Event::Eliminated { a, b, value, power } => {
            let kind = match power {
                Power::Square => ", a square",
                Power::Cube => ", a cube",
                Power::Plain => "",
            };
            format!("The equal tiles at {} and {} wipe each other out: {value}{kind}.", at(a), at(b))
        }
        Event::Factored { centre, parts } => {
            let part = |part: &Part| match part.value {
                Some(value) => format!("{} becomes {value}", at(part.at)),
                None => format!("{} vanishes", at(part.at)),
            };
            let parts: Vec<_> = parts.as_slice().iter().map(part).collect();
            format!(
                "The tile at {} is a product of factors of its neighbours and goes: {}.",
                at(centre),
                parts.join(", ")
            )
        }
        Event::Divided { from, at: place, value } => {
            format!("The tile at {} divides the one at {}, which becomes {value}.", at(from), at(place))
        }
        Event::Spawned { at: Place::Cell(place), value } => format!("A new {value} appears at {}.", at(place)),
        Event::Spawned { at: Place::Next, value } => format!("The tiles to come end with {} now.", face(value)),
        Event::Wave { n: 1 } => return None,
        Event::Wave { n } => format!("Wave {n} of the chain."),
        Event::Scored { gain: 1 } => format!("1 point; the score is {}.", told.total),
        Event::Scored { gain } => format!("{gain} points; the score is {}.", told.total),
        Event::Reached { value } => format!("You made {value}: the target is reached. Go on if you like."),
        Event::Cleared => "The board cannot be played and is dealt again.".into(),
        Event::Ended { reason } => match reason {
            Reason::Stuck => format!("The game is over: nothing can move. The score is {}.", told.total),
            Reason::TurnLimit => format!("The game is over: all turns are played. The score is {}.", told.total),
        },
        Event::Blocked { action } => match game.notation().meaning(topology, action) {
            Meaning::Slide(dir) => format!("Nothing can go {}.", topology.dir_name(dir)),
            Meaning::Move(cell, dir) => format!("The tile at {} cannot go {}.", at(cell), topology.dir_name(dir)),
            Meaning::Swap(a, b) => format!("{} and {} cannot change places.", at(a), at(b)),
        },
    })
}

/// `0,0 and 0,1`, or `0,0; 0,1 and 0,2`: cells hold commas themselves.
fn list(topology: &Topology, cells: Cells) -> String {
    let cells: Vec<_> = cells.map(|cell| topology.cell_text(cell)).collect();
    match cells.split_last() {
        None => String::new(),
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join("; ")),
    }
}

/// `a 2`, `an 8`, `an 11`: as it is said.
fn face(value: u32) -> String {
    let text = value.to_string();
    // Eleven and eighteen are said so only where they stand before a group of three digits, or alone.
    let teen = text.len() % 3 == 2 && (text.starts_with("11") || text.starts_with("18"));
    let article = if text.starts_with('8') || teen { "an" } else { "a" };
    format!("{article} {text}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilewright_core::{Action, Cell, Parts};
    use tilewright_games::Preset;

    fn say(id: &str, event: Event) -> String {
        let game = Preset::find(id).unwrap().variant.compile().unwrap();
        sentence(&game, &LoggedEvent { event, total: 100 }).unwrap_or_default()
    }

    #[test]
    fn numbers_have_their_articles() {
        let said = [2, 8, 11, 16, 18, 80, 110, 118, 800, 1_100, 8_192, 11_000, 16_384, 18_000, 180_000].map(face);
        let an: Vec<_> = said.iter().filter(|said| said.starts_with("an ")).collect();
        assert_eq!(an, ["an 8", "an 11", "an 18", "an 80", "an 800", "an 8192", "an 11000", "an 18000"]);
    }

    #[test]
    fn every_kind_of_event_is_said() {
        let (a, b, c) = (Cell(0), Cell(1), Cell(2));
        let two = Cells::pair(a, b);
        let three: Cells = [a, b, c].into_iter().collect();
        let mut parts = Parts::default();
        parts.push(Part { at: a, value: None });
        parts.push(Part { at: c, value: std::num::NonZeroU16::new(7) });
        for (id, event, says) in [
            ("classic-2048", Event::Slid { from: a, to: b }, "The tile at 0,0 slides to 0,1."),
            ("hex-2048", Event::Slid { from: a, to: b }, "The tile at 0,-2 slides to 1,-2."),
            ("merge3", Event::Fell { from: a, to: b }, "The tile at 0,0 falls to 0,1."),
            ("merge3", Event::Swapped { a, b }, "The tiles at 0,0 and 0,1 change places."),
            (
                "merge3",
                Event::Merged { cells: three, at: b, value: 8, overflow: false },
                "The tiles at 0,0; 0,1 and 0,2 merge into an 8 at 0,1.",
            ),
            (
                "numberclart",
                Event::Merged { cells: two, at: b, value: 6, overflow: true },
                "The tiles at 0,0 and 0,1 merge into a 6, which is too much and bursts.",
            ),
            ("numberclart", Event::Strained { at: a, strain: 2 }, "The tile at 0,0 strains to 2."),
            ("numberclart", Event::Decayed { at: a, strain: 1 }, "The tile at 0,0 eases to strain 1."),
            ("numberclart", Event::Decayed { at: a, strain: 0 }, "The tile at 0,0 is at ease again."),
            (
                "numberclart",
                Event::Fractured { at: c, pieces: two, value: 2, overflow: false },
                "The tile at 0,2 breaks into 2s at 0,0 and 0,1.",
            ),
            (
                "factors",
                Event::Eliminated { a, b, value: 9, power: Power::Square },
                "The equal tiles at 0,0 and 0,1 wipe each other out: 9, a square.",
            ),
            (
                "factors",
                Event::Factored { centre: b, parts },
                "The tile at 0,1 is a product of factors of its neighbours and goes: 0,0 vanishes, 0,2 becomes 7.",
            ),
            (
                "factors",
                Event::Divided { from: a, at: b, value: 3 },
                "The tile at 0,0 divides the one at 0,1, which becomes 3.",
            ),
            ("factors", Event::Spawned { at: Place::Cell(a), value: 18 }, "A new 18 appears at 0,0."),
            ("merge3", Event::Spawned { at: Place::Next, value: 8 }, "The tiles to come end with an 8 now."),
            ("merge3", Event::Wave { n: 1 }, ""),
            ("merge3", Event::Wave { n: 2 }, "Wave 2 of the chain."),
            ("merge3", Event::Scored { gain: 1 }, "1 point; the score is 100."),
            (
                "classic-2048",
                Event::Reached { value: 2048 },
                "You made 2048: the target is reached. Go on if you like.",
            ),
            ("merge3", Event::Cleared, "The board cannot be played and is dealt again."),
            (
                "merge3",
                Event::Ended { reason: Reason::TurnLimit },
                "The game is over: all turns are played. The score is 100.",
            ),
            ("hex-2048", Event::Blocked { action: Action(1) }, "Nothing can go NE."),
            ("merge3", Event::Blocked { action: Action(1) }, "0,0 and 0,1 cannot change places."),
            ("numberclart", Event::Blocked { action: Action(1) }, "The tile at 0,0 cannot go right."),
        ] {
            assert_eq!(say(id, event), says);
        }
    }
}

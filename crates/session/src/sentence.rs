//! Events in plain sentences: for screen readers, for line-based play, for whoever cannot see the board.

use crate::Told;
use tilewright_core::{Cells, Event, Game, Meaning, Part, Place, Power, Reason, Topology};
use tilewright_games::AnyGame;

/// An event in one sentence. Cells are named as actions name them, so that what is heard can be typed.
///
/// Every event has one but the preview queue's own bookkeeping, which the view tells better.
pub fn sentence(game: &AnyGame, told: &Told) -> Option<String> {
    let topology = game.topology();
    let at = |cell| topology.cell_text(cell);
    Some(match told.event {
        Event::Slid { from, to } => format!("The tile at {} slides to {}.", at(from), at(to)),
        Event::Fell { from, to } => format!("The tile at {} falls to {}.", at(from), at(to)),
        Event::Swapped { a, b } => format!("The tiles at {} and {} change places.", at(a), at(b)),
        Event::Merged { cells, at: place, value, overflow: false } => {
            format!("The tiles at {} merge into a {value} at {}.", list(topology, cells), at(place))
        }
        Event::Merged { cells, value, overflow: true, .. } => {
            format!("The tiles at {} merge into a {value}, which is too much and bursts.", list(topology, cells))
        }
        Event::Strained { at: place, strain } => format!("The tile at {} strains to {strain}.", at(place)),
        Event::Decayed { at: place, strain: 0 } => format!("The tile at {} is at ease again.", at(place)),
        Event::Decayed { at: place, strain } => format!("The tile at {} eases to strain {strain}.", at(place)),
        Event::Fractured { at: place, pieces, value, overflow } => {
            let what = if overflow { "The burst at" } else { "The tile at" };
            match pieces.len() {
                0 => format!("{what} {} breaks and leaves nothing.", at(place)),
                1 => format!("{what} {} breaks; a {value} lands at {}.", at(place), list(topology, pieces)),
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
                "The tile at {} is the product of its neighbours' factors and goes: {}.",
                at(centre),
                parts.join(", ")
            )
        }
        Event::Divided { from, at: place, value } => {
            format!("The tile at {} divides the one at {}, which becomes {value}.", at(from), at(place))
        }
        Event::Spawned { at: Place::Cell(place), value } => format!("A new {value} appears at {}.", at(place)),
        Event::Spawned { at: Place::Next, value } => format!("A {value} joins the tiles to come."),
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

/// `0,0 and 0,1`, or `0,0, 0,1 and 0,2` with semicolons, as cells hold commas themselves.
fn list(topology: &Topology, cells: Cells) -> String {
    let cells: Vec<_> = cells.map(|cell| topology.cell_text(cell)).collect();
    match cells.split_last() {
        None => String::new(),
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join("; ")),
    }
}

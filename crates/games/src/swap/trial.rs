//! Whether a variant can be dealt at all, found out when it compiles rather than when somebody wants to play.
//!
//! A few certain reasons first; for the rest a bounded number of deals with fixed dice, so that the answer is always
//! the same. What passes starts practically always: `Game::start` may draw twice as often as the trial does, where
//! the trial asks for ten boards.

use super::{Plain, lines::Faces};
use crate::VariantError;
use serde_json::json;
use tilewright_core::{Cell, Dice, Dice1, Event, Game, Log, Place, Topology};

/// How often the trial may draw.
const DRAWS: u32 = 50_000;
/// How many boards it wants to see within that.
const BOARDS: u32 = 10;

/// Hears only whether a deal was given up.
#[derive(Default)]
struct GivenUp(u32);

impl Log for GivenUp {
    const ACTIVE: bool = true;
    fn push(&mut self, event: Event) {
        self.0 += u32::from(event == Event::Cleared);
    }
}

/// Refuses a game whose start boards cannot be found, with what would help.
pub(super) fn check(game: &Plain) -> Result<(), VariantError> {
    let rules = &game.rules;
    let (width, height) = (rules.width, rules.height);
    if let [(value, _)] = rules.spawn.as_slice() {
        return Err(VariantError::new(
            "spawn",
            format!("has only the value {value}, and a board of equal tiles cannot start; give at least two values"),
        ));
    }
    let mut equal: Faces = [0; Topology::MAX_CELLS];
    equal[..usize::from(width * height)].fill(1);
    if rules.must_merge && game.lines.all(&equal).is_empty() {
        return Err(VariantError::value(
            "run",
            &json!(rules.run),
            format!("on {width}×{height} no line is that long; shorten run, enlarge the board or set wrap = true"),
        ));
    }

    let last = Place::Cell(Cell(width * height - 1));
    let mut dice = Dice1::new(0);
    let mut state = game.blank();
    let (mut found, mut stuck) = (0, 0);
    let mut log = GivenUp::default();
    for _ in 0..DRAWS {
        let outcome = game.draw(&state, dice.word());
        let before = log.0;
        game.settle(&mut state, outcome, &mut log);
        stuck += u32::from(log.0 > before && outcome.at == last);
        if !game.is_chance(&state) {
            found += 1;
            if found == BOARDS {
                return Ok(());
            }
            state = game.blank();
        }
    }
    let says = if 2 * stuck > log.0 {
        "hardly ever gives a board with a legal swap; give fewer values, enlarge the board or shorten run"
    } else {
        "hardly ever fills the board without a line; give more values or more even weights, or lengthen run"
    };
    Err(VariantError::new("spawn", says))
}

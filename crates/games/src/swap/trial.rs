//! Refuses variants that cannot be dealt or played when they compile, not when a game starts.
//!
//! First a few certain reasons, then a bounded number of deals with fixed dice, so that the answer is always the same. A
//! variant that passes has a start board practically always: `Game::start` may draw twice as often as the trial, and
//! the trial wants ten boards.

use super::{Plain, lines::Values};
use crate::VariantError;
use serde_json::json;
use tilewright_core::{Dice, Dice1, Game, Topology};

/// The most draws of the trial.
const DRAWS: u32 = 50_000;
/// The number of boards to be found within them.
const BOARDS: u32 = 10;
/// The turns to play on each, and the most draws of all these turns together. A common turn draws 2 to 20 times.
const TURNS: u32 = 2;
const TURN_DRAWS: u32 = 40_000;

/// Refuses a game whose start boards cannot be found or whose turns hardly ever end.
///
/// # Errors
///
/// The field, and what would help.
pub(super) fn check(game: &Plain) -> Result<(), VariantError> {
    let rules = &game.rules;
    let (width, height) = (rules.width, rules.height);
    if let [(value, _)] = rules.spawn.as_slice() {
        return Err(VariantError::new(
            "spawn",
            format!("has only the value {value}, and a board of equal tiles cannot start; give at least two values"),
        ));
    }
    let mut equal: Values = [0; Topology::MAX_CELLS];
    equal[..usize::from(width * height)].fill(1);
    if rules.must_merge && game.lines.all(&equal).is_empty() {
        return Err(VariantError::value(
            "run",
            &json!(rules.run),
            format!("on {width}×{height} no line is that long; shorten run or enlarge the board"),
        ));
    }

    let mut dice = Dice1::new(0);
    let mut state = game.blank();
    let (mut found, mut turn_draws) = (0, TURN_DRAWS);
    for _ in 0..DRAWS {
        let outcome = game.draw(&state, dice.word());
        game.settle(&mut state, outcome, &mut ());
        if !game.is_chance(&state) {
            found += 1;
            turns(game, &mut state, &mut dice, &mut turn_draws)?;
            if found == BOARDS {
                return Ok(());
            }
            state = game.blank();
        }
    }
    Err(VariantError::new(
        "spawn",
        "hardly ever fills the board without a line; give more values or more even weights, or lengthen run",
    ))
}

/// Plays a few turns. If the spawn table has so few values that every refill makes new lines, a cascade takes hours.
fn turns(
    game: &Plain,
    state: &mut <Plain as Game>::State,
    dice: &mut Dice1,
    draws: &mut u32,
) -> Result<(), VariantError> {
    for _ in 0..TURNS {
        let Some(action) = game.choose(state, dice.word()) else { break };
        game.act(state, action, &mut ()).expect("a chosen action is legal");
        while game.is_chance(state) {
            *draws = draws.checked_sub(1).ok_or_else(|| {
                VariantError::new(
                    "spawn",
                    "makes cascades that hardly ever end; give more values, smaller ones or more even weights, or \
                     lengthen run",
                )
            })?;
            let outcome = game.draw(state, dice.word());
            game.settle(state, outcome, &mut ());
        }
    }
    Ok(())
}

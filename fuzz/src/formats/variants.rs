//! Variants as JSON or TOML: one that is read has a canonical form, and if it compiles it starts and plays.

use super::{one_line, text};
use tilewright_core::{Dice, Dice1, Game};
use tilewright_games::Variant;

pub fn check(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    let variant = match Variant::from_text(text) {
        Ok(variant) => variant,
        Err(error) => return one_line(error),
    };
    let again = Variant::from_text(&variant.canonical()).expect("the canonical form reads");
    assert_eq!(again, variant);
    let Ok(game) = variant.compile() else { return };
    let mut dice = Dice1::new(1);
    let Ok(mut state) = game.start(&mut dice, &mut ()) else { return };
    for _ in 0..4 {
        let Some(action) = game.choose(&state, dice.word()) else { break };
        game.advance(&mut state, action, &mut dice, &mut Vec::new()).expect("a chosen action is legal");
        let position = game.position(&state);
        assert_eq!(game.place(&position).as_ref(), Ok(&state), "a position that was reached can be placed");
    }
}

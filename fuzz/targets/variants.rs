//! Any text as a variant: it is refused with a sentence, or it compiles, starts and plays.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tilewright_core::{Dice, Dice1, Game};
use tilewright_games::Variant;

fuzz_target!(|text: &str| {
    let variant = match Variant::from_text(text) {
        Ok(variant) => variant,
        Err(error) => return assert!(!error.to_string().contains('\n'), "one line: {error}"),
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
        assert_eq!(game.place(&position).as_ref(), Ok(&state), "what was reached can be placed");
    }
});

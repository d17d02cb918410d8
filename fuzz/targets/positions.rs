//! Any text as a position of any preset: it is refused with a sentence, or it round-trips and plays on.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tilewright_core::{Action, Dice, Dice1, Game, Position, fold};
use tilewright_games::{AnyGame, Preset};

thread_local! {
    static GAMES: Vec<AnyGame> = Preset::all().iter().map(|preset| preset.variant.compile().unwrap()).collect();
}

fuzz_target!(|input: (u8, u64, &str)| {
    let (preset, seed, text) = input;
    GAMES.with(|games| {
        let game = &games[usize::from(preset) % games.len()];
        let topology = game.topology();
        let Ok(position) = Position::parse(topology, text) else { return };
        assert_eq!(position.text(topology), text, "one position, one text");
        let Ok(mut state) = game.place(&position) else { return };
        let mut dice = Dice1::new(seed);
        for _ in 0..8 {
            let mut tiles = game.position(&state).tiles;
            let mut log = Vec::new();
            // Mostly a legal action; now and then any id at all.
            let action = match game.choose(&state, dice.word()) {
                Some(action) if dice.word() % 8 > 0 => action,
                _ => Action(dice.word() as u16),
            };
            let before = state.clone();
            let played = game.advance(&mut state, action, &mut dice, &mut log).is_ok();
            assert!(played || state == before, "an illegal action changes nothing");
            for event in log {
                fold(&mut tiles, event).expect("events fit the board");
            }
            assert_eq!(tiles, game.position(&state).tiles, "events fold to the board");
        }
    });
});

//! Positions of all presets: one that is read is written back as the same text, and if it can be placed it plays on.
//!
//! The first byte picks the preset, the next eight are the seed of the dice, the rest is the text.

use std::sync::OnceLock;
use tilewright_core::{Action, Dice, Dice1, Game, Position, fold};
use tilewright_games::{AnyGame, Preset};

pub fn check(bytes: &[u8]) {
    static GAMES: OnceLock<Vec<AnyGame>> = OnceLock::new();
    let compile = |preset: &Preset| preset.variant.compile().expect("presets compile");
    let games = GAMES.get_or_init(|| Preset::all().iter().map(compile).collect());
    let Some((preset, rest)) = bytes.split_first() else { return };
    let Some((seed, text)) = rest.split_first_chunk() else { return };
    let Some(text) = super::text(text) else { return };
    let game = &games[usize::from(*preset) % games.len()];
    let topology = game.topology();
    let Ok(position) = Position::parse(topology, text) else { return };
    assert_eq!(position.text(topology), text, "one position, one text");
    let Ok(mut state) = game.place(&position) else { return };
    let mut dice = Dice1::new(u64::from_le_bytes(*seed));
    for _ in 0..8 {
        let mut tiles = game.position(&state).tiles;
        let mut log = Vec::new();
        // Mostly a legal action; now and then any id at all.
        let action = match game.choose(&state, dice.word()) {
            Some(action) if dice.word() % 8 > 0 => action,
            _ => Action(dice.word() as u16),
        };
        let before = state;
        let played = game.advance(&mut state, action, &mut dice, &mut log).is_ok();
        assert!(played || state == before, "an illegal action changes nothing");
        for event in log {
            fold(&mut tiles, event).expect("events fit the board");
        }
        assert_eq!(tiles, game.position(&state).tiles, "events fold to the board");
    }
}

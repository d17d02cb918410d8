//! Tables of exact values: what is read holds finite values.

use super::one_line;
use tilewright_core::{Dice1, Game};
use tilewright_games::Variant;
use tilewright_players::exact::ValueTable;

/// The rules of the seeds, so that values of their start can be asked for.
const RULES: &str = r#"{"family":"slide","board":{"shape":"square","width":2,"height":2},"target":8}"#;

pub fn check(mut bytes: &[u8]) {
    let length = bytes.len() as u64;
    match ValueTable::read(&mut bytes, length) {
        Err(error) => one_line(error),
        Ok(table) => {
            let game = Variant::from_text(RULES).and_then(|variant| variant.compile()).expect("these are rules");
            let state = game.start(&mut Dice1::new(1), &mut ()).expect("it starts");
            if let Some(ranking) = table.rank(&game, &state) {
                assert!(ranking.actions.iter().all(|(_, value)| value.is_finite()));
            }
        }
    }
}

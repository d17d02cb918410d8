//! Any bytes as a table: they are refused with a sentence, or they hold values that are numbers.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tilewright_core::{Dice1, Game};
use tilewright_games::Variant;
use tilewright_players::exact::ValueTable;

/// The rules of the seeds: values of their start can be asked for.
const RULES: &str = r#"{"family":"slide","board":{"shape":"square","width":2,"height":2},"target":8}"#;

fuzz_target!(|bytes: &[u8]| {
    match ValueTable::read(&mut &*bytes, bytes.len() as u64) {
        Err(says) => assert!(!says.contains('\n'), "one line: {says}"),
        Ok(table) => {
            let game = Variant::from_text(RULES).and_then(|variant| variant.compile()).expect("these are rules");
            let state = game.start(&mut Dice1::new(1), &mut ()).expect("it starts");
            if let Some(ranking) = table.rank(&game, &state) {
                assert!(ranking.actions.iter().all(|(_, value)| value.is_finite()));
            }
        }
    }
});

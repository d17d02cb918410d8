//! Tables of exact values: what is read holds finite values, and is written back as the same table.

use super::one_line;
use tilewright_core::{Dice1, Game};
use tilewright_games::Variant;
use tilewright_players::exact::ValueTable;

/// The rules of the seeds, so that values of their start can be asked for.
const RULES: &str = r#"{"family":"slide","board":{"shape":"square","width":2,"height":2},"target":8}"#;

pub fn check(bytes: &[u8]) {
    match ValueTable::read(&mut { bytes }, bytes.len() as u64) {
        Err(error) => one_line(error),
        Ok(table) => {
            let game = Variant::from_text(RULES).and_then(|variant| variant.compile()).expect("these are rules");
            let state = game.start(&mut Dice1::new(1), &mut ()).expect("it starts");
            if let Some(ranking) = table.rank(&game, &state) {
                assert!(ranking.actions.iter().all(|(_, value)| value.is_finite()));
            }
            let variant = variant(bytes).expect("the rules of a table can be read");
            let write = |table: &ValueTable| {
                let mut written = Vec::new();
                table.write(&variant, &mut written).expect("memory takes every table");
                written
            };
            let written = write(&table);
            let again = ValueTable::read(&mut &*written, written.len() as u64).expect("what was written is read");
            assert!(write(&again) == written);
        }
    }
}

/// The rules in the head of a table.
fn variant(table: &[u8]) -> Option<Variant> {
    let line = table.split(|byte| *byte == b'\n').find_map(|line| line.strip_prefix(b"rules "))?;
    Variant::from_text(std::str::from_utf8(line).ok()?).ok()
}

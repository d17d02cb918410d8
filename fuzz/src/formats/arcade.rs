//! Everything as one file: what is read is written back as the same file.

use super::{one_line, text};
use serde_json::{Value, to_value};
use tilewright_session::{ArcadeFile, Dailies, Records};

pub fn check(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    match ArcadeFile::read(text) {
        Err(error) => one_line(error),
        Ok(file) => {
            let again = ArcadeFile::read(&written(&file)).expect("what was written is read");
            assert_eq!(to_value(again).expect("it is JSON"), to_value(file).expect("it is JSON"));
        }
    }
}

fn written(file: &ArcadeFile) -> String {
    let list = |items: Result<Value, _>| match items {
        Ok(Value::Array(items)) => items,
        _ => panic!("lists are lists"),
    };
    let records = Records::read(&file.records).expect("they were read before");
    let dailies = Dailies::read(&file.dailies).expect("they were read before");
    let (games, variants, replays) = (to_value(&file.games), to_value(&file.variants), to_value(&file.replays));
    ArcadeFile::write(list(games), &records, &dailies, list(variants), list(replays), file.settings.clone())
}

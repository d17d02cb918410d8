//! Fuzz target for every format that is read. The environment variable `FORMAT` picks one; its seeds are in
//! `seeds/<format>`. `cargo xtask fuzz` builds this once and runs each format.
//!
//! A check accepts any bytes. It panics if a reader panics or an error has more than one line, and if what was read does
//! not have the property that its file in `formats` begins with: where there is a writer, that it is written back as the
//! same thing.

#![no_main]

mod formats;

use libfuzzer_sys::fuzz_target;
use std::sync::OnceLock;

/// Checks that hold for any input of a format.
type Check = fn(&[u8]);

const FORMATS: [(&str, Check); 17] = [
    ("arcade", formats::arcade::check),
    ("custom", formats::custom::check),
    ("dailies", formats::dailies::check),
    ("experiments", formats::experiments::check),
    ("features", formats::features::check),
    ("journals", formats::journals::check),
    ("players", formats::players::check),
    ("positions", formats::positions::check),
    ("records", formats::records::check),
    ("replays", formats::replays::check),
    ("rpc", formats::rpc::check),
    ("saves", formats::saves::check),
    ("settings", formats::settings::check),
    ("shards", formats::shards::check),
    ("tables", formats::tables::check),
    ("values", formats::values::check),
    ("variants", formats::variants::check),
];

fn chosen() -> Check {
    let name = std::env::var("FORMAT").unwrap_or_default();
    let found = FORMATS.into_iter().find(|(known, _)| *known == name);
    let (_, check) = found.unwrap_or_else(|| panic!("FORMAT is one of {:?}", FORMATS.map(|(name, _)| name)));
    check
}

fuzz_target!(|bytes: &[u8]| {
    static CHECK: OnceLock<Check> = OnceLock::new();
    CHECK.get_or_init(chosen)(bytes);
});

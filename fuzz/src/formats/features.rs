//! Feature sets: what is read is written back as the same set. Whether one fits a board is checked with `values`.

use super::{one_line, text};
use tilewright_values::FeatureSet;

pub fn check(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    match text.parse::<FeatureSet>() {
        Err(error) => one_line(error),
        Ok(set) => assert_eq!(set.to_string().parse(), Ok(set)),
    }
}

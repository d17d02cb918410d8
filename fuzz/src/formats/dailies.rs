//! Results of daily challenges: what is read is written back as the same results, and adding them twice changes nothing.

use super::{one_line, text};
use tilewright_session::Dailies;

pub fn check(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    match Dailies::read(text) {
        Err(error) => one_line(error),
        Ok(dailies) => {
            assert_eq!(Dailies::read(&dailies.write()).as_ref(), Ok(&dailies));
            let mut merged = dailies.clone();
            merged.merge(&dailies);
            assert_eq!(merged, dailies);
            assert!(dailies.overview(20_772).streak <= dailies.len() as u64);
        }
    }
}

//! Learned values: what is read is written back as the same values.

use super::one_line;
use tilewright_core::fnv1a;
use tilewright_values::Values;

pub fn check(bytes: &[u8]) {
    read(bytes);
    // The check at the end would hide everything else from a fuzzer, so it is made to hold.
    let mut whole = bytes.to_vec();
    whole.extend(fnv1a(bytes).to_le_bytes());
    read(&whole);
}

fn read(bytes: &[u8]) {
    match Values::from_bytes(bytes) {
        Err(error) => one_line(error),
        Ok(values) => {
            let written = values.to_bytes(None);
            let again = Values::from_bytes(&written).expect("what was written is read");
            assert!(again.to_bytes(None) == written);
        }
    }
}

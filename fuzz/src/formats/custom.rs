//! Files of custom variants: rules that are read are written back as the same rules under the same title.

use super::{one_line, text};
use tilewright_store::CustomVariant;

pub fn check(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    let custom = CustomVariant::read("name", text);
    match custom.variant {
        Err(error) => one_line(error),
        Ok(variant) => {
            let again = CustomVariant::read("name", &CustomVariant::write(&custom.title, &variant));
            assert_eq!(again.variant, Ok(variant));
            let clean: String = custom.title.chars().filter(|c| !c.is_control()).collect();
            assert_eq!(again.title, clean);
        }
    }
}

//! The values that ship with the program, one file a preset. `cargo xtask weights` trains them.

use crate::Values;
use std::sync::{Arc, LazyLock, Mutex};
use tilewright_games::{Preset, Rules};

/// The largest file that ships, in bytes.
pub const MAX_SHIPPED: usize = 2 << 20;

/// A preset's file.
#[cfg(feature = "shipped")]
macro_rules! file {
    ($id:literal) => {
        ($id, include_bytes!(concat!("../weights/", $id, ".values")))
    };
}

/// The files by preset.
#[cfg(feature = "shipped")]
const FILES: &[(&str, &[u8])] = &[
    file!("classic-2048"),
    file!("hex-2048"),
    file!("exponentile"),
    file!("exponentile-live"),
    file!("exponentile-3"),
    file!("merge3"),
    file!("merge3-doubling"),
    file!("numberclart"),
    file!("factors"),
    file!("factors-easy"),
    file!("factors-hard"),
    file!("factors-chaos"),
];
#[cfg(not(feature = "shipped"))]
const FILES: &[(&str, &[u8])] = &[];

/// The values that were read so far, in the order of [`FILES`].
static READ: LazyLock<Mutex<Vec<Option<Arc<Values>>>>> = LazyLock::new(|| Mutex::new(vec![None; FILES.len()]));

/// The place of a variant's values among [`FILES`].
fn find(rules: &Rules) -> Option<usize> {
    let name = shipped_name(rules)?;
    FILES.iter().position(|(id, _)| *id == name)
}

/// Whether values of these rules come with this program; reads nothing. In the pages they come as files, which a caller of
/// [`shipped_name`] fetches.
pub fn ships(rules: &Rules) -> bool {
    if cfg!(target_family = "wasm") { shipped_name(rules).is_some() } else { find(rules).is_some() }
}

/// The preset of these rules: the name of the file with its values. Every preset has one.
pub fn shipped_name(rules: &Rules) -> Option<&'static str> {
    Preset::all().iter().find(|preset| preset.variant.rules() == *rules).map(|preset| preset.id)
}

/// The values that ship for a preset of these rules; `None` if none do, or if this program was built without them.
pub fn shipped(rules: &Rules) -> Option<Arc<Values>> {
    let at = find(rules)?;
    let mut read = READ.lock().ok()?;
    if read[at].is_none() {
        read[at] = Values::from_bytes(FILES[at].1).ok().map(Arc::new);
    }
    read[at].clone()
}

#[cfg(all(test, feature = "shipped"))]
mod tests {
    use super::*;

    #[test]
    fn shipped_files_are_values_of_their_presets_in_16_megabytes() {
        let mut total = 0;
        assert!(Preset::all().iter().all(|preset| ships(&preset.variant.rules())));
        for (id, file) in FILES {
            let preset = Preset::find(id).unwrap();
            let values = shipped(&preset.variant.rules()).unwrap_or_else(|| panic!("{id}"));
            assert!(ships(&preset.variant.rules()) && values.entries() > 1000, "{id}");
            assert!(values.variant() == preset.variant && file.len() <= MAX_SHIPPED, "{id}: {}", file.len());
            total += file.len();
        }
        assert!(total <= 16 << 20, "{total}");
    }
}

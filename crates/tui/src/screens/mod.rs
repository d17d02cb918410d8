//! The screens.

pub(crate) mod ask;
pub(crate) mod choose;
pub(crate) mod daily;
pub(crate) mod editor;
pub(crate) mod lesson;
pub(crate) mod menu;
pub(crate) mod play;
pub(crate) mod position;
pub(crate) mod replays;
pub(crate) mod rules;
pub(crate) mod settings;
pub(crate) mod statistics;
pub(crate) mod trial;
pub(crate) mod viewer;

use tilewright_session::Setup;
use tilewright_store::Store;

/// The title of a game; a custom variant has the name it was saved under.
pub(crate) fn title(store: &Store, setup: &Setup) -> String {
    let custom = setup.preset.is_none().then(|| custom_title(store, setup.variant.hash())).flatten();
    custom.unwrap_or_else(|| setup.title())
}

/// The name that a custom variant was saved under.
pub(crate) fn custom_title(store: &Store, hash: u64) -> Option<String> {
    let kept = store.custom_variants().into_iter();
    kept.into_iter().find(|own| own.variant.as_ref().is_ok_and(|variant| variant.hash() == hash)).map(|own| own.title)
}

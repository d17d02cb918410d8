//! The screens.

pub(crate) mod ask;
pub(crate) mod choose;
pub(crate) mod editor;
pub(crate) mod menu;
pub(crate) mod play;
pub(crate) mod replays;
pub(crate) mod rules;
pub(crate) mod settings;
pub(crate) mod statistics;
pub(crate) mod viewer;

use tilewright_games::Variant;
use tilewright_session::Setup;

/// What a game is called.
pub(crate) fn title(setup: &Setup) -> String {
    match setup.preset {
        Some(preset) => preset.title.clone(),
        None => variant_title(&setup.variant),
    }
}

/// What a variant without a name is called.
pub(crate) fn variant_title(variant: &Variant) -> String {
    format!("Own {} game", variant.family())
}

//! What is being played: a variant, its compiled game and, where it is one, the preset.

use std::sync::Arc;
use tilewright_games::{AnyGame, Preset, Variant, VariantError};

/// A variant ready to be played.
#[derive(Debug)]
pub struct Setup {
    /// The preset, unless the variant is somebody's own.
    pub preset: Option<&'static Preset>,
    /// The rules as data.
    pub variant: Variant,
    /// The rules, compiled.
    pub game: AnyGame,
}

impl Setup {
    /// A preset, ready to be played.
    pub fn preset(preset: &'static Preset) -> Result<Arc<Self>, VariantError> {
        let variant = preset.variant.clone();
        Ok(Arc::new(Self { preset: Some(preset), game: variant.compile()?, variant }))
    }

    /// Somebody's own variant, ready to be played.
    pub fn custom(variant: Variant) -> Result<Arc<Self>, VariantError> {
        Ok(Arc::new(Self { preset: None, game: variant.compile()?, variant }))
    }
}

//! What is being played: a variant, its compiled game and, where it is one, the preset.

use std::sync::{Arc, Mutex, PoisonError};
use tilewright_games::{AnyGame, Preset, Variant, VariantError};

/// A variant ready to be played.
#[derive(Debug)]
pub struct Setup {
    /// The preset, unless the variant is somebody's own.
    pub preset: Option<&'static Preset>,
    /// The rules as data.
    pub variant: Variant,
    /// The rules, compiled.
    pub game: Arc<AnyGame>,
}

/// Presets that were asked for: their tables are made once in a process.
static READY: Mutex<Vec<Arc<Setup>>> = Mutex::new(Vec::new());

impl Setup {
    /// What headings call the game: the title of the preset, or the family's name.
    pub fn title(&self) -> String {
        self.preset.map_or_else(|| format!("Own {} game", self.variant.family()), |preset| preset.title.clone())
    }

    /// A preset, ready to be played.
    pub fn preset(preset: &'static Preset) -> Result<Arc<Self>, VariantError> {
        let mut ready = READY.lock().unwrap_or_else(PoisonError::into_inner);
        let known = ready.iter().find(|setup| setup.preset.is_some_and(|known| known.id == preset.id));
        if let Some(setup) = known {
            return Ok(Arc::clone(setup));
        }
        let variant = preset.variant.clone();
        let setup = Arc::new(Self { preset: Some(preset), game: Arc::new(variant.compile()?), variant });
        ready.push(Arc::clone(&setup));
        Ok(setup)
    }

    /// Somebody's own variant, ready to be played.
    pub fn custom(variant: Variant) -> Result<Arc<Self>, VariantError> {
        Ok(Arc::new(Self { preset: None, game: Arc::new(variant.compile()?), variant }))
    }
}

//! What is being played: a variant, its compiled game and, where it is one, the preset.

use std::sync::{Arc, Mutex, PoisonError};
use tilewright_games::{AnyGame, Preset, Variant, VariantError};

/// A variant ready to be played.
#[derive(Debug)]
pub struct Setup {
    /// The preset, in whichever revision; `None` for a custom variant.
    pub preset: Option<&'static Preset>,
    /// The rules as data.
    pub variant: Variant,
    /// The rules, compiled.
    pub game: Arc<AnyGame>,
}

/// Compiled presets: a process builds the tables of each once.
static READY: Mutex<Vec<Arc<Setup>>> = Mutex::new(Vec::new());

impl Setup {
    /// What headings call the game: the title of the preset, or the family's name.
    pub fn title(&self) -> String {
        self.preset.map_or_else(|| format!("Own {} game", self.variant.family()), |preset| preset.title.clone())
    }

    /// A preset, ready to be played. The tables of a preset are built once per process.
    ///
    /// # Errors
    ///
    /// If the preset's rules cannot be compiled. Those of [`Preset::all`] always can.
    pub fn preset(preset: &'static Preset) -> Result<Arc<Self>, VariantError> {
        let mut ready = READY.lock().unwrap_or_else(PoisonError::into_inner);
        let known = ready.iter().find(|setup| setup.preset.is_some_and(|known| std::ptr::eq(known, preset)));
        if let Some(setup) = known {
            return Ok(Arc::clone(setup));
        }
        let variant = preset.variant;
        let setup = Arc::new(Self { preset: Some(preset), game: Arc::new(variant.compile()?), variant });
        ready.push(Arc::clone(&setup));
        Ok(setup)
    }

    /// A custom variant, ready to be played.
    ///
    /// # Errors
    ///
    /// If the rules cannot be compiled, for example because no start board could be dealt.
    pub fn custom(variant: Variant) -> Result<Arc<Self>, VariantError> {
        Ok(Arc::new(Self { preset: None, game: Arc::new(variant.compile()?), variant }))
    }
}

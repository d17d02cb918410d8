//! Which game a command is about: a preset, or a variant from a file.

use clap::Args;
use std::{path::PathBuf, sync::Arc};
use tilewright_games::{Preset, Variant};
use tilewright_session::Setup;

/// The game.
#[derive(Args)]
pub(crate) struct Source {
    /// The preset
    #[arg(required_unless_present = "variant", conflicts_with = "variant")]
    preset: Option<String>,
    /// Your own variant, a TOML or JSON file
    #[arg(long, value_name = "FILE")]
    variant: Option<PathBuf>,
}

impl Source {
    /// The game, ready to be played.
    pub(crate) fn setup(&self) -> Result<Arc<Setup>, String> {
        match (&self.preset, &self.variant) {
            (_, Some(file)) => {
                let name = file.display();
                let text = std::fs::read_to_string(file).map_err(|error| format!("cannot read {name}: {error}"))?;
                let variant = Variant::from_text(&text).map_err(|error| format!("{name}: {error}"))?;
                Setup::custom(variant).map_err(|error| format!("{name}: {error}"))
            }
            (preset, None) => {
                let id = preset.as_deref().unwrap_or_default();
                let preset = Preset::find(id)
                    .ok_or_else(|| format!("there is no preset “{id}”; `tilewright games` lists them"))?;
                Setup::preset(preset).map_err(|error| error.to_string())
            }
        }
    }
}

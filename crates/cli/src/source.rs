//! Which game a command is about: a preset, or a variant from a file.

use crate::{Failure, names, play};
use clap::Args;
use std::{path::PathBuf, sync::Arc};
use tilewright_session::Setup;

/// The game.
#[derive(Args)]
pub(crate) struct Source {
    /// The preset
    #[arg(required_unless_present = "variant", conflicts_with = "variant", value_parser = names::presets())]
    preset: Option<String>,
    /// Your own variant, a TOML or JSON file
    #[arg(long, value_name = "FILE")]
    variant: Option<PathBuf>,
}

impl Source {
    /// The game, ready to be played.
    pub(crate) fn setup(&self) -> Result<Arc<Setup>, Failure> {
        play::setup(self.preset.as_deref(), self.variant.as_deref())
    }
}

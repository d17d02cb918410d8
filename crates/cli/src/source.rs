//! The game a command is about: a preset, or a variant from a file.

use crate::{Failure, names, play};
use clap::Args;
use std::{path::PathBuf, sync::Arc};
use tilewright_core::{Game, Position};
use tilewright_session::{Session, Setup};

/// Arguments that name a game.
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
    /// The game, compiled.
    pub(crate) fn setup(&self) -> Result<Arc<Setup>, Failure> {
        play::setup(self.preset.as_deref(), self.variant.as_deref())
    }

    /// A session: from the position if one is given, else from the start that the seed deals.
    pub(crate) fn session(&self, board: Option<&str>, seed: u64) -> Result<Session, Failure> {
        let setup = self.setup()?;
        let session = match board {
            None => Session::new(setup, seed).map_err(|error| error.to_string()),
            Some(board) => Position::parse(setup.game.topology(), board)
                .and_then(|position| Session::from_position(setup, &position, seed))
                .map_err(|error| error.to_string()),
        };
        Ok(session?)
    }
}

//! Names that help lists and shells complete, while any text is taken: what is wrong with one, the command says itself.

use clap::{
    Arg, Command, Error,
    builder::{PossibleValue, StringValueParser, TypedValueParser},
};
use std::ffi::OsStr;
use tilewright_games::Preset;
use tilewright_players::Player;

/// The names of something.
#[derive(Clone)]
pub(crate) struct Names(fn() -> Vec<PossibleValue>);

/// The presets by their ids.
pub(crate) fn presets() -> Names {
    Names(|| Preset::all().iter().map(|preset| PossibleValue::new(preset.id).help(&*preset.about)).collect())
}

/// The players by their ids.
pub(crate) fn players() -> Names {
    Names(|| Player::ALL.iter().map(|player| PossibleValue::new(player.id()).help(player.about())).collect())
}

impl TypedValueParser for Names {
    type Value = String;

    fn parse_ref(&self, command: &Command, argument: Option<&Arg>, value: &OsStr) -> Result<String, Error> {
        StringValueParser::new().parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.0)().into_iter()))
    }
}

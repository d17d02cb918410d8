//! Names that help lists and shells complete. Any text is accepted here: the command reports a wrong name itself.

use clap::{
    Arg, Command, Error,
    builder::{PossibleValue, StringValueParser, TypedValueParser},
};
use std::ffi::OsStr;
use tilewright_games::Preset;
use tilewright_players::Player;

/// A parser that accepts any text and lists these names as possible values.
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

/// The name that was probably meant; `None` if none is near.
pub(crate) fn nearest<'a>(typed: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let likeness = |name: &str| strsim::jaro_winkler(typed, name);
    names.max_by(|a, b| likeness(a).total_cmp(&likeness(b))).filter(|name| likeness(name) > 0.8)
}

/// A seed.
pub(crate) fn seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("a seed is a whole number from 0 to {}, like 42", u64::MAX))
}

/// The players of a comma-separated list. A part such as `depth=3` belongs to the player before it.
pub(crate) fn player_list(text: &str) -> Result<Vec<Player>, String> {
    let mut texts: Vec<String> = Vec::new();
    for part in text.split(',') {
        match texts.last_mut() {
            Some(last) if part.contains('=') && !part.contains(':') => *last += &format!(",{part}"),
            _ => texts.push(part.into()),
        }
    }
    let players: Vec<Player> =
        texts.iter().map(|text| Player::parse(text)).collect::<Result<_, _>>().map_err(|error| error.to_string())?;
    match players.iter().enumerate().find(|(i, player)| players[..*i].contains(player)) {
        Some((_, twice)) => Err(format!("{twice} is named twice; every player plays once")),
        None => Ok(players),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearest_finds_a_misspelt_name_and_no_other() {
        let names = || ["classic-2048", "hex-2048", "merge3"].into_iter();
        assert_eq!(nearest("clasic-2048", names()), Some("classic-2048"));
        assert_eq!(nearest("hex2048", names()), Some("hex-2048"));
        assert_eq!(nearest("tetris", names()), None);
    }

    #[test]
    fn player_list_joins_parameters_and_refuses_a_player_twice() {
        let list = player_list("random,rollout:nodes=5,turns=7,expectimax:5,depth=3,greedy").unwrap();
        let texts: Vec<String> = list.iter().map(ToString::to_string).collect();
        assert_eq!(texts, ["random", "rollout:nodes=5,turns=7", "expectimax:nodes=5,depth=3", "greedy"]);
        assert_eq!(player_list("greedy,greedy"), Err("greedy is named twice; every player plays once".into()));
        assert!(player_list("").is_err() && player_list("depth=3").is_err());
    }
}

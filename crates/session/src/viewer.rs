//! Keys of the replay viewer: one table says what each key means, and the help page is made from it.

use crate::{HelpLine, Pointer, keys::key_name};
use serde::Serialize;

/// What a key asks for in the replay viewer.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(tag = "do", rename_all = "kebab-case")]
pub enum ViewerCommand {
    /// Play, or pause.
    Play,
    /// Go this many turns on; back if it is negative.
    Step {
        /// The number of turns.
        turns: i32,
    },
    /// Go to the start.
    Start,
    /// Go to the end.
    End,
    /// Ask for a turn and go there.
    Jump,
    /// Shorten the pause between two turns.
    Faster,
    /// Lengthen the pause between two turns.
    Slower,
    /// Write the replay to a file.
    Export,
    /// Start a new game from this turn.
    Continue,
    /// Go back.
    Leave,
}

impl ViewerCommand {
    /// Whether a replay that is playing goes on after the command.
    pub fn keeps_playing(self) -> bool {
        matches!(self, Self::Play | Self::Faster | Self::Slower)
    }

    /// The name that it is serialised by.
    pub fn name(self) -> &'static str {
        match self {
            Self::Play => "play",
            Self::Step { .. } => "step",
            Self::Start => "start",
            Self::End => "end",
            Self::Jump => "jump",
            Self::Faster => "faster",
            Self::Slower => "slower",
            Self::Export => "export",
            Self::Continue => "continue",
            Self::Leave => "leave",
        }
    }

    /// A command of that name.
    pub fn named(name: &str) -> Option<Self> {
        BINDINGS.iter().map(|&(command, ..)| command).find(|command| command.name() == name)
    }
}

/// The keys of the commands, with their line of the help page; neighbours with the same text share one.
const BINDINGS: [(ViewerCommand, &[&str], &str); 13] = [
    (ViewerCommand::Play, &[" "], "play and pause"),
    (ViewerCommand::Step { turns: 1 }, &["ArrowRight", "l", "d"], "one turn on, one turn back; also l h, d a"),
    (ViewerCommand::Step { turns: -1 }, &["ArrowLeft", "h", "a"], "one turn on, one turn back; also l h, d a"),
    (ViewerCommand::Step { turns: 10 }, &["PageDown", "ArrowDown"], "ten turns on, ten turns back; also ↓ ↑"),
    (ViewerCommand::Step { turns: -10 }, &["PageUp", "ArrowUp"], "ten turns on, ten turns back; also ↓ ↑"),
    (ViewerCommand::Start, &["Home"], "to the start, to the end"),
    (ViewerCommand::End, &["End"], "to the start, to the end"),
    (ViewerCommand::Jump, &["g"], "go to a turn"),
    (ViewerCommand::Faster, &["+", "="], "quicker, slower"),
    (ViewerCommand::Slower, &["-"], "quicker, slower"),
    (ViewerCommand::Export, &["e"], "export the replay as a file"),
    (
        ViewerCommand::Continue,
        &["c"],
        "continue from here: a new game, marked as helped, in addition to your open ones",
    ),
    (ViewerCommand::Leave, &["Escape", "q", "p"], "back"),
];

/// The command of a key, by the name that browsers give it; `None` if the key has no meaning in the viewer.
///
/// ```
/// use tilewright_session::{ViewerCommand, viewer_command};
///
/// assert_eq!(viewer_command("ArrowLeft"), Some(ViewerCommand::Step { turns: -1 }));
/// assert_eq!(viewer_command("x"), None);
/// ```
pub fn viewer_command(key: &str) -> Option<ViewerCommand> {
    BINDINGS.iter().find(|(_, keys, _)| keys.contains(&key)).map(|&(command, ..)| command)
}

/// The help page of the viewer: all keys, and what the pointer does.
pub fn viewer_help(pointer: Pointer) -> Vec<HelpLine> {
    let mut lines: Vec<HelpLine> = BINDINGS
        .chunk_by(|(.., a), (.., b)| a == b)
        .map(|group| {
            let keys: Vec<_> = group.iter().map(|(_, keys, _)| key_name(keys[0])).collect();
            HelpLine { keys: keys.join(" "), what: group[0].2.into() }
        })
        .collect();
    let (keys, what) = match pointer {
        Pointer::Mouse => ("mouse", "click or drag on the line below the board to go there"),
        Pointer::Touch => ("slider", "drag it to go to a turn"),
    };
    lines.push(HelpLine { keys: keys.into(), what: what.into() });
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn viewer_command_no_key_has_two_meanings() {
        let mut keys: Vec<_> = BINDINGS.iter().flat_map(|(_, keys, _)| keys.iter()).collect();
        keys.sort();
        assert!(keys.is_sorted_by(|a, b| a < b), "{keys:?}");
    }

    #[test]
    fn viewer_help_groups_commands_that_belong_together() {
        let help: Vec<_> =
            viewer_help(Pointer::Mouse).into_iter().map(|HelpLine { keys, what }| format!("{keys}: {what}")).collect();
        assert_eq!(help[..2], ["Space: play and pause", "→ ←: one turn on, one turn back; also l h, d a"]);
        assert!(help.contains(&"PgDn PgUp: ten turns on, ten turns back; also ↓ ↑".into()), "{help:?}");
        assert!(help.contains(&"Esc: back".into()), "{help:?}");
    }

    #[test]
    fn named_every_command_is_found_by_its_serialised_name() {
        for (command, ..) in BINDINGS {
            let json = serde_json::to_value(command).unwrap();
            assert_eq!(json["do"], command.name());
            let named = ViewerCommand::named(command.name()).unwrap();
            assert_eq!(named.keeps_playing(), command.keeps_playing());
        }
        assert_eq!(ViewerCommand::named("dance"), None);
    }

    #[test]
    fn viewer_command_serialised_names_what_to_do() {
        let json = serde_json::to_string(&ViewerCommand::Step { turns: -10 }).unwrap();
        assert_eq!(json, r#"{"do":"step","turns":-10}"#);
    }
}

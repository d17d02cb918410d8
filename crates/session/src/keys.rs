//! Keys at the board: one table says what each key means, and the help page is made from it.
//!
//! A key has the name that browsers give it (`KeyboardEvent.key`): `ArrowUp`, `Enter`, `u`. Front ends translate what
//! they receive to these names and carry out the [`Command`].

use serde::{Serialize, Serializer};
use tilewright_core::{Cell, Dir, Game, Notation, Shape, Topology};

/// What a key asks for at the board.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(tag = "do", rename_all = "kebab-case")]
pub enum Command {
    /// A direction; [`BoardInput::go`](crate::BoardInput::go) knows what it does.
    Go {
        /// The direction.
        #[serde(serialize_with = "index")]
        dir: Dir,
    },
    /// A direction that this board does not have; [`no_direction`] says so.
    NoDirection,
    /// Show the cursor, pick the tile there, or put it down.
    Pick,
    /// Take the last turn back.
    Undo,
    /// Play a turn again that was taken back.
    Redo,
    /// Ask a player what it would do.
    Hint,
    /// Start or stop autoplay.
    Autoplay,
    /// Choose the next player.
    Player,
    /// Shorten the pause of autoplay.
    Faster,
    /// Lengthen the pause of autoplay.
    Slower,
    /// Start a new game.
    New,
    /// View the game so far as a replay.
    Replay,
    /// Play the lesson of the preset.
    Lesson,
    /// Show the help page.
    Help,
    /// Go back.
    Leave,
}

impl Command {
    /// The name that it is serialised by.
    pub fn name(self) -> &'static str {
        match self {
            Self::Go { .. } => "go",
            Self::NoDirection => "no-direction",
            Self::Pick => "pick",
            Self::Undo => "undo",
            Self::Redo => "redo",
            Self::Hint => "hint",
            Self::Autoplay => "autoplay",
            Self::Player => "player",
            Self::Faster => "faster",
            Self::Slower => "slower",
            Self::New => "new",
            Self::Replay => "replay",
            Self::Lesson => "lesson",
            Self::Help => "help",
            Self::Leave => "leave",
        }
    }
}

#[cfg(feature = "typescript")]
mod declared {
    /// A direction, by its index.
    #[expect(dead_code, reason = "only its declaration is used")]
    #[tsify::declare]
    pub type Dir = u8;
}

fn index<S: Serializer>(dir: &Dir, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u8(dir.0)
}

/// Keys that lie on the keyboard as the directions lie on the board.
struct Layout {
    /// The key of each direction, by its index; empty if there is none.
    keys: &'static [&'static str],
    /// The keys on the help page; empty if they are not shown.
    shown: &'static str,
    /// What the help page says of them if they come after the first layout.
    note: &'static str,
}

/// The note of letters that mean what the keys before them do.
const SAME: &str = "the same";
/// The note of a number pad.
const PAD: &str = "the same on the number pad";

const SQUARE: [Layout; 4] = [
    Layout { keys: &["ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft"], shown: "arrows", note: "" },
    Layout { keys: &["w", "d", "s", "a"], shown: "W A S D", note: SAME },
    Layout { keys: &["k", "l", "j", "h"], shown: "h j k l", note: SAME },
    Layout { keys: &["8", "6", "2", "4"], shown: "8 4 2 6", note: PAD },
];

const HEX: [Layout; 4] = [
    Layout { keys: &["w", "e", "d", "s", "a", "q"], shown: "Q W E / A S D", note: "" },
    Layout { keys: &["8", "9", "3", "2", "1", "7"], shown: "7 8 9 / 1 2 3", note: PAD },
    // The first two are shown; all are what a number pad sends without Num Lock.
    Layout {
        keys: &["ArrowUp", "PageUp", "PageDown", "ArrowDown", "End", "Home"],
        shown: "↑ ↓",
        note: "slide up, down",
    },
    Layout { keys: &["k", "", "", "j", "", ""], shown: "k j", note: "slide up, down" },
];

/// Keys for directions that only a square has.
const SIDEWAYS: [&str; 6] = ["ArrowLeft", "ArrowRight", "h", "l", "4", "6"];

/// The keys of the other commands, with their line of the help page; neighbours with the same text share one. A key that
/// is a direction on a board is a direction first.
const BINDINGS: [(Command, &[&str], &str); 13] = [
    (Command::Pick, &["Enter", "5"], ""),
    (Command::Undo, &["u", "Backspace"], "undo, redo, as often as the settings allow; also Backspace"),
    (Command::Redo, &["r"], "undo, redo, as often as the settings allow; also Backspace"),
    (Command::Hint, &["i"], "hint: what the chosen player would do, marked on the board; counts as help"),
    (Command::Autoplay, &[" "], "autoplay on and off; any action of yours ends it"),
    (Command::Player, &["."], "choose the player for hints and autoplay"),
    (Command::Faster, &["+", "="], "autoplay quicker, slower"),
    (Command::Slower, &["-"], "autoplay quicker, slower"),
    (Command::New, &["n"], "new game; asks first where one is in progress"),
    (Command::Replay, &["p"], "view the game so far as a replay"),
    (Command::Lesson, &["t"], "a lesson: a few turns on a fixed board; your game waits"),
    (Command::Leave, &["Escape", "q"], "back; the game is saved after every turn"),
    (Command::Help, &["F1", "?"], "how to play, and this page"),
];

fn layouts(topology: &Topology) -> &'static [Layout] {
    match topology.shape() {
        Shape::Square { .. } => &SQUARE,
        Shape::Hex { .. } => &HEX,
    }
}

/// The command of a key on this board; `None` if the key has no meaning there.
///
/// Letters mean the same in both cases. Whether a direction comes with shift is the caller's to know: see
/// [`BoardInput::go`](crate::BoardInput::go).
///
/// ```
/// use tilewright_core::{Dir, Topology};
/// use tilewright_session::{Command, command};
///
/// let (square, hex) = (Topology::square(4, 4).unwrap(), Topology::hex(2).unwrap());
/// assert_eq!(command(&square, "ArrowLeft"), Some(Command::Go { dir: Dir::LEFT }));
/// assert_eq!(command(&square, "q"), Some(Command::Leave));
/// assert_eq!(command(&hex, "q"), Some(Command::Go { dir: hex.dir_named("NW").unwrap() }));
/// ```
pub fn command(topology: &Topology, key: &str) -> Option<Command> {
    let lower = key.to_ascii_lowercase();
    // `ArrowUp` and the like have their own case.
    let key = if key.len() == 1 { lower.as_str() } else { key };
    let dir = layouts(topology).iter().find_map(|layout| layout.keys.iter().position(|&known| known == key));
    match dir {
        Some(dir) if !key.is_empty() => Some(Command::Go { dir: Dir(dir as u8) }),
        _ if SIDEWAYS.contains(&key) => Some(Command::NoDirection),
        _ => BINDINGS.iter().find(|(_, keys, _)| keys.contains(&key)).map(|&(command, ..)| command),
    }
}

/// The keys of a direction on this board.
pub fn keys_of(topology: &Topology, dir: Dir) -> Vec<&'static str> {
    let keys = layouts(topology).iter().filter_map(|layout| layout.keys.get(dir.index()).copied());
    keys.filter(|key| !key.is_empty()).collect()
}

/// The keys for directions as the help page names them: `arrows`.
pub fn direction_keys(topology: &Topology) -> &'static str {
    layouts(topology)[0].shown
}

/// The commands that have a key of their own on this board, each with the name of its first one: `Undo` and `u`.
pub fn key_names(topology: &Topology) -> impl Iterator<Item = (Command, &'static str)> {
    BINDINGS.iter().filter_map(|&(command, keys, _)| {
        let free = |key: &&&'static str| !matches!(self::command(topology, key), Some(Command::Go { .. }));
        keys.iter().find(free).map(|key| (command, key_name(key)))
    })
}

/// The answer to a swipe that means no direction of this board; `None` if it could mean two.
pub fn no_swipe(topology: &Topology) -> Option<&'static str> {
    matches!(topology.shape(), Shape::Hex { .. })
        .then_some("A hexagon has no left and right; swipe up, down or along a slant.")
}

/// How to play, in a sentence or two, for a user who has not made a turn yet.
pub fn first_steps<G: Game>(game: &G, pointer: Pointer) -> String {
    use Pointer::{Mouse, Touch};
    let topology = game.topology();
    let keys = direction_keys(topology).replace(" / ", " and ");
    match (game.notation(), topology.shape(), pointer) {
        (Notation::Direction, Shape::Square { .. }, Touch) => {
            "Swipe, or use the arrow keys: all tiles slide, equal ones merge.".into()
        }
        (Notation::Direction, Shape::Hex { .. }, Touch) => {
            format!("Swipe in six directions, or use {keys}: all tiles slide, equal ones merge.")
        }
        (Notation::Direction, _, Mouse) => format!("Keys: {keys}. Or drag across the board."),
        (Notation::Pair, _, Touch) => {
            format!("Drag a tile onto its neighbour so that equal ones line up. Keys: {keys} and Enter.")
        }
        (Notation::Pair, _, Mouse) => {
            "Arrows move the cursor, Enter picks a tile, an arrow swaps it. Or drag a tile onto its neighbour.".into()
        }
        (Notation::Step, _, Touch) => {
            "Drag a tile into the empty cell beside it. An arrow key steps the topmost tile that can; Enter starts a choice."
                .into()
        }
        (Notation::Step, _, Mouse) => {
            "An arrow steps the topmost tile. To choose one: Enter, arrows, Enter, an arrow. Or drag it."
                .into()
        }
        (Notation::DirectionOrStep, _, Touch) => {
            format!("Swipe beside the tiles to slide all, drag a tile to slide it alone. Keys: {keys}, Enter to pick.")
        }
        (Notation::DirectionOrStep, _, Mouse) => {
            "Arrows slide all. One alone: Enter, arrows lead to it, Enter, an arrow. Or drag it.".into()
        }
    }
}

/// The actions that can be typed in a line, one form a line with what it does, for games without a board to point at.
pub fn typed_help<G: Game>(game: &G) -> Vec<String> {
    let topology = game.topology();
    let dirs = topology.dir_names().collect::<Vec<_>>().join(", ");
    let dirs = match topology.shape() {
        Shape::Square { .. } => {
            let letters = SQUARE.iter().filter(|layout| layout.note == SAME);
            format!("{dirs} (or {})", letters.map(|layout| layout.shown.to_lowercase()).collect::<Vec<_>>().join(", "))
        }
        // Letters of its directions are commands in a line: q leaves.
        Shape::Hex { .. } => dirs,
    };
    match game.notation() {
        Notation::Direction => vec![format!("{dirs}: slide all tiles that way.")],
        Notation::Pair => vec![
            "0,1-0,2 or 0,1 0,2: the tile in row 0, column 1 changes places with the one in row 0, column 2.".into(),
            format!("0,1 right: the same; {dirs}."),
        ],
        Notation::Step => vec![
            format!("{dirs}: the first tile that can go that way does."),
            "1,2:left or 1,2 left: the tile in row 1, column 2 goes left.".into(),
        ],
        Notation::DirectionOrStep => vec![
            format!("{dirs}: slide all tiles that way."),
            "1,2:left or 1,2 left: the tile in row 1, column 2 slides alone.".into(),
        ],
    }
}

/// The same, short enough for a part of a sentence.
pub fn typed_forms<G: Game>(game: &G) -> String {
    let topology = game.topology();
    let dirs = topology.dir_names().collect::<Vec<_>>().join(", ");
    let (first, second) = (topology.cell_text(Cell(0)), topology.cell_text(Cell(1)));
    let way = topology.dir_name(Dir(1));
    match game.notation() {
        Notation::Direction => dirs,
        Notation::Pair => format!("like {first}-{second} or {first} {way}"),
        Notation::Step | Notation::DirectionOrStep => format!("{dirs}, or for one tile {first}:{way}"),
    }
}

/// The answer to a direction that the board does not have.
pub fn no_direction(topology: &Topology) -> String {
    let keys = direction_keys(topology);
    let shape = match topology.shape() {
        Shape::Square { .. } => "A square has four directions",
        Shape::Hex { .. } => "A hexagon has no left and right",
    };
    format!("{shape}; use {}.", keys.replace(" / ", " and "))
}

/// A line of the help page.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct HelpLine {
    /// The keys or gestures.
    pub keys: String,
    /// What they do.
    pub what: String,
}

/// What points at the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pointer {
    /// A mouse in a terminal: it clicks and drags.
    Mouse,
    /// Fingers and mice on a page: they tap, drag and swipe.
    Touch,
}

/// The help page of a game: all keys and gestures at its board.
pub fn help<G: Game>(game: &G, pointer: Pointer) -> Vec<HelpLine> {
    let mut lines = movement(game.topology(), game.notation(), pointer);
    let mut line = |keys: String, what: &str| lines.push(HelpLine { keys, what: what.into() });
    // A key that is a direction here does nothing else.
    let free = |key: &&&str| !matches!(command(game.topology(), key), Some(Command::Go { .. }));
    for group in BINDINGS.chunk_by(|(.., a), (.., b)| a == b).filter(|group| !group[0].2.is_empty()) {
        let keys: Vec<_> = match group {
            [(_, keys, _)] => vec![keys.iter().filter(free).map(|key| key_name(key)).collect::<Vec<_>>().join(", ")],
            _ => group.iter().map(|(_, keys, _)| key_name(keys[0]).to_owned()).collect(),
        };
        line(keys.join(" "), group[0].2);
    }
    line("any key".into(), "finishes an animation at once");
    lines
}

/// The lines on directions, the cursor and the pointer.
fn movement(topology: &Topology, notation: Notation, pointer: Pointer) -> Vec<HelpLine> {
    let (first, rest) = layouts(topology).split_first().expect("every shape has a layout");
    let (pads, others): (Vec<_>, Vec<_>) = rest.iter().partition(|layout| layout.note == PAD);
    let others: Vec<_> = others.iter().map(|layout| layout.shown).collect();
    let pad = if pads.is_empty() { "" } else { " and the number pad" };
    let also = format!("; also {}{pad}", others.join(", "));
    let mut lines: Vec<HelpLine> = Vec::new();
    let mut line = |keys: &str, what: String| lines.push(HelpLine { keys: keys.into(), what });
    match notation {
        Notation::Direction => {
            line(
                first.shown,
                match topology.shape() {
                    Shape::Square { .. } => "slide all tiles that way".into(),
                    Shape::Hex { .. } => "slide up left, up, up right / down left, down, down right".into(),
                },
            );
            let mut groups = rest.chunk_by(|a, b| a.note == b.note).peekable();
            while let Some(group) = groups.next() {
                let keys: Vec<_> = group.iter().map(|layout| layout.shown).collect();
                // A number pad that comes last shares the line of the keys before it.
                let pad = groups.next_if(|next| next[0].note == PAD && group[0].note == SAME);
                let also = pad.map_or(String::new(), |pad| format!("; also {} on the number pad", pad[0].shown));
                line(&keys.join(", "), format!("{}{also}", group[0].note));
            }
            line("Enter", "look around cell by cell; Esc ends it".into());
        }
        Notation::Pair => {
            line(first.shown, format!("move the cursor{also}"));
            line("Enter", "pick the tile at the cursor; then an arrow swaps it that way".into());
            line("Shift + arrow", "swap the tile at the cursor that way at once; also capital letters".into());
        }
        Notation::Step => {
            line(first.shown, format!("step the first tile, row by row, that can go that way{also}"));
            line("Enter", "show the cursor; Enter again picks the tile there, then an arrow steps it".into());
        }
        Notation::DirectionOrStep => {
            line(first.shown, format!("slide all tiles that way{also}"));
            line("Enter", "show the cursor; Enter again picks the tile there, then an arrow slides it alone".into());
        }
    }
    let (what, how) = match (pointer, notation) {
        (Pointer::Mouse, Notation::Direction) => ("mouse", "drag across the board to slide that way"),
        (Pointer::Mouse, Notation::Pair) => ("mouse", "drag a tile onto another, or click one and then the other"),
        (Pointer::Mouse, Notation::Step) => {
            ("mouse", "drag a tile into a neighbouring cell, or click one and then the other")
        }
        (Pointer::Mouse, Notation::DirectionOrStep) => {
            ("mouse", "drag a tile to slide it alone, or click it and then a cell that way")
        }
        (Pointer::Touch, Notation::Direction) => ("swipe, drag", "slide that way"),
        (Pointer::Touch, Notation::Pair) => {
            ("swipe, drag, tap", "drag a tile onto another, or tap one and then the other")
        }
        (Pointer::Touch, Notation::Step) => {
            ("drag, tap", "drag a tile into a neighbouring cell, or tap one and then the other")
        }
        (Pointer::Touch, Notation::DirectionOrStep) => (
            "drag, tap",
            "drag a tile to slide it alone, or tap it and then a cell that way; swipe next to the tiles to slide all",
        ),
    };
    line(what, how.into());
    lines
}

/// A key on the help page.
pub(crate) fn key_name(key: &'static str) -> &'static str {
    match key {
        " " => "Space",
        "Escape" => "Esc",
        "ArrowUp" => "↑",
        "ArrowRight" => "→",
        "ArrowDown" => "↓",
        "ArrowLeft" => "←",
        "PageUp" => "PgUp",
        "PageDown" => "PgDn",
        key => key,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilewright_games::Preset;

    fn boards() -> [Topology; 2] {
        [Topology::square(4, 4).unwrap(), Topology::hex(2).unwrap()]
    }

    #[test]
    fn command_same_letter_means_what_the_board_needs() {
        let [square, hex] = boards();
        let go = |topology: &Topology, name| Some(Command::Go { dir: topology.dir_named(name).unwrap() });
        assert_eq!(command(&square, "q"), Some(Command::Leave));
        assert_eq!(command(&hex, "q"), go(&hex, "NW"));
        assert_eq!(command(&hex, "3"), go(&hex, "SE"));
        assert_eq!(command(&hex, "ArrowLeft"), Some(Command::NoDirection));
        assert_eq!(command(&square, "D"), go(&square, "right"));
        assert_eq!(command(&square, "j"), go(&square, "down"));
        assert_eq!(command(&square, "U"), Some(Command::Undo));
        for key in ["", "arrowup", "x", "é", "Shift"] {
            assert_eq!(command(&square, key), None, "{key}");
        }
        assert_eq!(no_direction(&hex), "A hexagon has no left and right; use Q W E and A S D.");
    }

    #[test]
    fn key_names_are_keys_of_their_commands() {
        for topology in boards() {
            let names: Vec<_> = key_names(&topology).collect();
            assert_eq!(names.len(), BINDINGS.len());
            for (named, key) in names {
                let key = match key {
                    "Space" => " ",
                    "Esc" => "Escape",
                    key => key,
                };
                assert_eq!(command(&topology, key), Some(named), "{key}");
                assert_eq!(serde_json::json!(named)["do"], named.name());
            }
        }
    }

    /// No key means two things on the same board, and every direction has keys that lead to it.
    #[test]
    fn command_every_key_of_a_direction_goes_there() {
        for topology in boards() {
            for dir in topology.dirs() {
                let keys = keys_of(&topology, dir);
                assert!(keys.len() >= 3, "{keys:?}");
                for key in keys {
                    assert_eq!(command(&topology, key), Some(Command::Go { dir }), "{key}");
                }
            }
        }
        let mut keys: Vec<_> = BINDINGS.iter().flat_map(|(_, keys, _)| keys.iter()).collect();
        keys.sort();
        assert!(keys.is_sorted_by(|a, b| a < b), "{keys:?}");
    }

    #[test]
    fn help_names_only_keys_that_work_on_the_board() {
        let help = |id: &str, pointer| -> Vec<_> {
            let game = Preset::find(id).unwrap().variant.compile().unwrap();
            super::help(&game, pointer).into_iter().map(|HelpLine { keys, what }| format!("{keys}: {what}")).collect()
        };
        let classic = help("classic-2048", Pointer::Mouse);
        assert_eq!(
            classic[..2],
            ["arrows: slide all tiles that way", "W A S D, h j k l: the same; also 8 4 2 6 on the number pad"]
        );
        assert!(classic.contains(&"+ -: autoplay quicker, slower".into()), "{classic:?}");
        assert!(classic.contains(&"Esc, q: back; the game is saved after every turn".into()), "{classic:?}");
        let hex = help("hex-2048", Pointer::Mouse);
        assert!(hex.contains(&"↑ ↓, k j: slide up, down".into()), "{hex:?}");
        assert!(hex.contains(&"Esc: back; the game is saved after every turn".into()), "{hex:?}");
        let swap = help("merge3", Pointer::Touch);
        assert_eq!(swap[0], "arrows: move the cursor; also W A S D, h j k l and the number pad");
        assert!(swap.contains(&"swipe, drag, tap: drag a tile onto another, or tap one and then the other".into()));
    }

    #[test]
    fn typed_help_names_letters_only_where_they_are_no_commands() {
        let help = |id: &str| typed_help(&Preset::find(id).unwrap().variant.compile().unwrap());
        assert_eq!(help("classic-2048"), ["up, right, down, left (or w a s d, h j k l): slide all tiles that way."]);
        assert!(help("hex-2048")[0].starts_with("N, NE, "), "{:?}", help("hex-2048"));
        let swap = Preset::find("merge3").unwrap().variant.compile().unwrap();
        assert_eq!(typed_forms(&swap), "like 0,0-0,1 or 0,0 right");
    }

    #[test]
    fn command_serialised_names_what_to_do() {
        let json = |command: Command| serde_json::to_string(&command).unwrap();
        assert_eq!(json(Command::Go { dir: Dir(3) }), r#"{"do":"go","dir":3}"#);
        assert_eq!(json(Command::NoDirection), r#"{"do":"no-direction"}"#);
    }
}

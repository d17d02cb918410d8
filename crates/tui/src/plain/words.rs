//! Parsing of typed lines: commands and actions.

use super::console::clip;
use tilewright_core::{Action, Cell, Dir, Game, Notation};
use tilewright_session::{Command as Key, Session, command};

/// A line of input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Typed {
    /// An empty line.
    Nothing,
    /// Actions, in order.
    Actions(Vec<Action>),
    /// A command and the words after it.
    Command(Command, Vec<String>),
    /// Not understood; the text says what would be.
    Unknown(String),
}

/// What can be typed in addition to actions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Command {
    Hint,
    Undo,
    Redo,
    New,
    Auto,
    Save,
    Quit,
    Help,
    Board,
    Legal,
    Player,
    Export,
    Rules,
}

/// The words for each command; the first is the one that help shows.
const COMMANDS: [(Command, &[&str]); 13] = [
    (Command::Hint, &["hint"]),
    (Command::Undo, &["undo", "u"]),
    (Command::Redo, &["redo", "r"]),
    (Command::New, &["new"]),
    (Command::Auto, &["auto"]),
    (Command::Save, &["save"]),
    (Command::Quit, &["quit", "q", "exit", "bye"]),
    (Command::Help, &["help", "?", "f1"]),
    (Command::Board, &["board", "b", "look"]),
    (Command::Legal, &["legal", "actions"]),
    (Command::Player, &["player"]),
    (Command::Export, &["export"]),
    (Command::Rules, &["rules"]),
];

/// Parses a line.
pub(super) fn read(session: &Session, line: &str) -> Typed {
    let words: Vec<&str> = line.split_whitespace().collect();
    let Some((&first, rest)) = words.split_first() else { return Typed::Nothing };
    let lower = first.to_lowercase();
    let command = COMMANDS.iter().find(|(_, names)| names.contains(&lower.as_str()));
    if let Some((command, _)) = command {
        return Typed::Command(*command, rest.iter().map(|word| (*word).to_owned()).collect());
    }
    match actions(session, &words) {
        Ok(actions) => Typed::Actions(actions),
        Err(says) => Typed::Unknown(says),
    }
}

/// Actions in notation, in short words, or as a cell followed by where its tile goes.
fn actions(session: &Session, words: &[&str]) -> Result<Vec<Action>, String> {
    let game = session.game();
    let mut actions = Vec::new();
    let mut words = words.iter().peekable();
    while let Some(&word) = words.next() {
        let action = if let Ok(action) = game.action_named(word) {
            action
        } else if let Some(dir) = direction(session, word) {
            let name = game.topology().dir_name(dir);
            // Which tile an arrow means depends on the board, so only the first arrow of a line is known now.
            let first = actions.is_empty() || game.notation() != Notation::Step;
            let why = match game.notation() {
                Notation::Pair => format!("a direction needs a cell here, like 0,1 {name}"),
                Notation::Step if !first => "only one such arrow a line; name the cells, like 0,1 left".into(),
                _ => format!("no tile can go {name}"),
            };
            session.swipe(dir).filter(|_| first).ok_or(why)?
        } else if let Some(cell) = cell(session, word) {
            let next =
                words.next().ok_or_else(|| format!("{word} is a cell; say where its tile goes, like {word} left"))?;
            let to = direction(session, next).map(|dir| session.step(cell, dir));
            let to = to.or_else(|| Some(session.pair(cell, self::cell(session, next)?)));
            to.flatten().ok_or_else(|| format!("“{} {}” is no action here", clip(word), clip(next)))?
        } else {
            let forms = game.notation().forms(game.topology());
            return Err(format!("“{}” is no action or command here; {forms}; or type help", clip(word)));
        };
        actions.push(action);
    }
    Ok(actions)
}

fn cell(session: &Session, word: &str) -> Option<Cell> {
    session.game().topology().cell_named(word)
}

/// A direction by its name in any case, or by a letter or arrow key that stands for it on screens.
fn direction(session: &Session, word: &str) -> Option<Dir> {
    let topology = session.game().topology();
    let lower = word.to_lowercase();
    let named = topology.dirs().find(|&dir| topology.dir_name(dir).to_lowercase() == lower);
    let key = match lower.as_str() {
        // What a terminal sends for the arrow keys.
        "\u{1b}[a" | "\u{1b}oa" => "ArrowUp",
        "\u{1b}[b" | "\u{1b}ob" => "ArrowDown",
        "\u{1b}[c" | "\u{1b}oc" => "ArrowRight",
        "\u{1b}[d" | "\u{1b}od" => "ArrowLeft",
        letter if letter.chars().all(|letter| letter.is_ascii_alphabetic()) => letter,
        _ => "",
    };
    named.or(match command(topology, key) {
        Some(Key::Go { dir }) => Some(dir),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilewright_games::Preset;
    use tilewright_session::Setup;

    fn session(id: &str) -> Session {
        Session::new(Setup::preset(Preset::find(id).unwrap()).unwrap(), 7).unwrap()
    }

    fn texts(session: &Session, line: &str) -> Vec<String> {
        match read(session, line) {
            Typed::Actions(actions) => actions.iter().map(|&action| session.game().action_text(action)).collect(),
            other => vec![format!("{other:?}")],
        }
    }

    #[test]
    fn read_actions_in_many_spellings() {
        let classic = session("classic-2048");
        assert_eq!(texts(&classic, "left LEFT a h"), ["left"; 4]);
        assert_eq!(texts(&classic, "w s d"), ["up", "down", "right"]);
        assert_eq!(texts(&classic, "\u{1b}[A \u{1b}[D"), ["up", "left"]);
        let hex = session("hex-2048");
        assert_eq!(texts(&hex, "n NE se s Sw nw"), ["N", "NE", "SE", "S", "SW", "NW"]);
        let swap = session("exponentile");
        assert_eq!(texts(&swap, "0,1-0,2 0,1 0,2 0,1 right 0,1 l"), ["0,1-0,2"; 4]);
        let strain = session("numberclart");
        assert_eq!(texts(&strain, "1,1:left 1,1 left 1,1 1,0"), ["1,1:left"; 3]);
        let factor = session("factors");
        assert_eq!(texts(&factor, "left 1,1:up 1,1 up 1,3 1,0"), ["left", "1,1:up", "1,1:up", "1,3:left"]);
    }

    #[test]
    fn read_direction_in_strain_is_the_first_tile_that_can_go() {
        let strain = session("numberclart");
        let Typed::Actions(actions) = read(&strain, "left") else { panic!() };
        let first = strain.legal().into_iter().find(|&action| strain.game().action_text(action).ends_with("left"));
        assert_eq!(actions.first().copied(), first);
    }

    #[test]
    fn read_commands_with_their_words() {
        let classic = session("classic-2048");
        assert_eq!(read(&classic, "  "), Typed::Nothing);
        assert_eq!(read(&classic, "Auto 5 greedy"), Typed::Command(Command::Auto, vec!["5".into(), "greedy".into()]));
        assert_eq!(read(&classic, "?"), Typed::Command(Command::Help, vec![]));
        let Typed::Unknown(says) = read(&classic, "fly \u{1b}[2J") else { panic!() };
        assert_eq!(says, "“fly” is no action or command here; actions are up, right, down, left; or type help");
    }

    #[test]
    fn read_nonsense_never_panics() {
        for id in ["classic-2048", "hex-2048", "exponentile", "numberclart", "factors"] {
            let session = session(id);
            for line in
                ["0,0", "0,0 0,0", "9,9 9,9", "0,0-", ":left", "-1,-1 n", "0,0 9,9", "l l l l", "∞", "0,0 up up"]
            {
                let _ = read(&session, line);
            }
        }
    }
}

//! What keys mean at the board.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use tilewright_core::{Dir, Notation, Shape, Topology};

/// What a key asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Command {
    /// A direction; with shift it acts where it would only move the cursor.
    Way(Dir, bool),
    /// A direction that this board does not have.
    NoWay,
    /// Enter: the cursor, or to pick.
    Pick,
    Undo,
    Redo,
    Hint,
    Autoplay,
    NextPlayer,
    Faster,
    Slower,
    New,
    Replay,
    Leave,
    Nothing,
}

/// The command of a key.
pub(crate) fn command(topology: &Topology, key: KeyEvent) -> Command {
    if key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) {
        return Command::Nothing;
    }
    let hex = matches!(topology.shape(), Shape::Hex { .. });
    let way = if hex { hex_way(key.code) } else { square_way(key.code) };
    if let Some(dir) = way {
        let letter = matches!(key.code, KeyCode::Char(letter) if letter.is_ascii_uppercase());
        return Command::Way(dir, letter || key.modifiers.contains(KeyModifiers::SHIFT));
    }
    match key.code {
        KeyCode::Left | KeyCode::Right => Command::NoWay,
        KeyCode::Char('h' | 'l' | '4' | '6') if hex => Command::NoWay,
        KeyCode::Enter | KeyCode::Char('5') => Command::Pick,
        KeyCode::Char('u') | KeyCode::Backspace => Command::Undo,
        KeyCode::Char('r') => Command::Redo,
        KeyCode::Char('?') => Command::Hint,
        KeyCode::Char(' ') => Command::Autoplay,
        KeyCode::Char('.') => Command::NextPlayer,
        KeyCode::Char('+' | '=') => Command::Faster,
        KeyCode::Char('-') => Command::Slower,
        KeyCode::Char('n') => Command::New,
        KeyCode::Char('p') => Command::Replay,
        KeyCode::Esc => Command::Leave,
        // On hexagons this letter is a direction.
        KeyCode::Char('q') => Command::Leave,
        _ => Command::Nothing,
    }
}

fn square_way(code: KeyCode) -> Option<Dir> {
    let code = if let KeyCode::Char(letter) = code { KeyCode::Char(letter.to_ascii_lowercase()) } else { code };
    match code {
        KeyCode::Up | KeyCode::Char('w' | 'k' | '8') => Some(Dir::UP),
        KeyCode::Right | KeyCode::Char('d' | 'l' | '6') => Some(Dir::RIGHT),
        KeyCode::Down | KeyCode::Char('s' | 'j' | '2') => Some(Dir::DOWN),
        KeyCode::Left | KeyCode::Char('a' | 'h' | '4') => Some(Dir::LEFT),
        _ => None,
    }
}

/// N NE SE S SW NW, as they lie on the keyboard and on the number pad, which without its lock sends Home and the like.
fn hex_way(code: KeyCode) -> Option<Dir> {
    let code = if let KeyCode::Char(letter) = code { KeyCode::Char(letter.to_ascii_lowercase()) } else { code };
    match code {
        KeyCode::Up | KeyCode::Char('w' | 'k' | '8') => Some(Dir(0)),
        KeyCode::PageUp | KeyCode::Char('e' | '9') => Some(Dir(1)),
        KeyCode::PageDown | KeyCode::Char('d' | '3') => Some(Dir(2)),
        KeyCode::Down | KeyCode::Char('s' | 'j' | '2') => Some(Dir(3)),
        KeyCode::End | KeyCode::Char('a' | '1') => Some(Dir(4)),
        KeyCode::Home | KeyCode::Char('q' | '7') => Some(Dir(5)),
        _ => None,
    }
}

/// The keys that move things on a board, for the help page.
pub(crate) fn help(topology: &Topology, notation: Notation) -> Vec<(&'static str, String)> {
    let hex = matches!(topology.shape(), Shape::Hex { .. });
    let mut lines = Vec::new();
    let mut line = |keys, what: &str| lines.push((keys, what.to_owned()));
    match notation {
        Notation::Direction if hex => {
            line("Q W E / A S D", "slide up left, up, up right / down left, down, down right");
            line("7 8 9 / 1 2 3", "the same on the number pad");
            line("↑ ↓, k j", "slide up, down");
            line("mouse", "drag across the board to slide that way");
        }
        Notation::Direction => {
            line("arrows", "slide all tiles that way");
            line("W A S D, h j k l", "the same; also 8 4 2 6 on the number pad");
            line("mouse", "drag across the board to slide that way");
        }
        Notation::Pair => {
            line("arrows", "move the cursor; also W A S D, h j k l and the number pad");
            line("Enter", "pick the tile at the cursor; then an arrow swaps it that way");
            line("Shift + arrow", "swap the tile at the cursor that way at once; also capital letters");
            line("mouse", "drag a tile onto another, or click one and then the other");
        }
        Notation::Step => {
            line("arrows", "step the first tile, row by row, that can go that way; also W A S D, h j k l, number pad");
            line("Enter", "show the cursor; Enter again picks the tile there, then an arrow steps it");
            line("mouse", "drag a tile into the cell beside it, or click one and then the other");
        }
        Notation::DirectionOrStep => {
            line("arrows", "slide all tiles that way; also W A S D, h j k l, number pad");
            line("Enter", "show the cursor; Enter again picks the tile there, then an arrow slides it alone");
            line("mouse", "drag a tile to slide it alone, or click it and then a cell that way");
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_letter_means_what_the_board_needs() {
        let (square, hex) = (Topology::square(4, 4).unwrap(), Topology::hex(2).unwrap());
        let on = |topology, code: KeyCode| command(topology, code.into());
        assert_eq!(on(&square, KeyCode::Char('q')), Command::Leave);
        assert_eq!(on(&hex, KeyCode::Char('q')), Command::Way(hex.dir_named("NW").unwrap(), false));
        assert_eq!(on(&hex, KeyCode::Char('3')), Command::Way(hex.dir_named("SE").unwrap(), false));
        assert_eq!(on(&hex, KeyCode::Left), Command::NoWay);
        assert_eq!(on(&square, KeyCode::Char('D')), Command::Way(Dir::RIGHT, true));
        assert_eq!(on(&square, KeyCode::Char('j')), Command::Way(Dir::DOWN, false));
    }
}

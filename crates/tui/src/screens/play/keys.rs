//! Keys as the terminal sends them, under the names that the session knows them by.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// The name of a key, and whether it comes with shift; `None` for keys that mean nothing at a board or in a replay.
pub(crate) fn key_name(key: KeyEvent) -> Option<(String, bool)> {
    if key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) {
        return None;
    }
    let name = match key.code {
        KeyCode::Char(letter) => letter.to_string(),
        KeyCode::Up => "ArrowUp".into(),
        KeyCode::Right => "ArrowRight".into(),
        KeyCode::Down => "ArrowDown".into(),
        KeyCode::Left => "ArrowLeft".into(),
        KeyCode::Esc => "Escape".into(),
        KeyCode::Enter | KeyCode::Backspace | KeyCode::Delete => format!("{:?}", key.code),
        KeyCode::PageUp | KeyCode::PageDown | KeyCode::Home | KeyCode::End => format!("{:?}", key.code),
        _ => return None,
    };
    // Terminals send a capital letter instead of shift and the letter.
    let capital = matches!(key.code, KeyCode::Char(letter) if letter.is_ascii_uppercase());
    Some((name, capital || key.modifiers.contains(KeyModifiers::SHIFT)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilewright_core::{Dir, Topology};
    use tilewright_session::{Command, command, keys_of};

    fn on(topology: &Topology, code: KeyCode) -> Option<Command> {
        command(topology, &key_name(code.into())?.0)
    }

    #[test]
    fn key_name_is_known_to_the_session() {
        let board = Topology::square(4, 4).unwrap();
        for (code, dir) in [
            (KeyCode::Up, Dir::UP),
            (KeyCode::Right, Dir::RIGHT),
            (KeyCode::Down, Dir::DOWN),
            (KeyCode::Left, Dir::LEFT),
        ] {
            assert_eq!(on(&board, code), Some(Command::Go { dir }));
        }
        assert_eq!(on(&board, KeyCode::Backspace), Some(Command::Undo));
        assert_eq!(on(&board, KeyCode::Enter), Some(Command::Pick));
        assert_eq!(on(&board, KeyCode::Esc), Some(Command::Leave));
        assert_eq!(on(&board, KeyCode::Char(' ')), Some(Command::Autoplay));
        let hex = Topology::hex(2).unwrap();
        for code in [KeyCode::PageUp, KeyCode::PageDown, KeyCode::Home, KeyCode::End] {
            let (name, _) = key_name(code.into()).unwrap();
            assert!(hex.dirs().any(|dir| keys_of(&hex, dir).contains(&name.as_str())), "{name}");
        }
    }

    #[test]
    fn key_name_capital_letters_have_shift() {
        assert_eq!(key_name(KeyCode::Char('D').into()), Some(("D".into(), true)));
        assert_eq!(key_name(KeyCode::Char('d').into()), Some(("d".into(), false)));
        assert_eq!(key_name(KeyEvent::new(KeyCode::Right, KeyModifiers::SHIFT)), Some(("ArrowRight".into(), true)));
        assert_eq!(key_name(KeyEvent::new(KeyCode::Char('d'), KeyModifiers::CONTROL)), None);
    }
}

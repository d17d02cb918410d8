//! Names of players, as in settings, arguments and requests: a name that is read is written back as the same player.

use super::{one_line, text};
use tilewright_players::Player;

pub fn check(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    match Player::parse(text) {
        Err(error) => one_line(error),
        Ok(player) => assert_eq!(Player::parse(&player.to_string()), Ok(player)),
    }
}

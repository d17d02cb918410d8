//! Journals of arena runs, with the run's header and without: games that are read are of the run, each once.

use super::{one_line, text};
use serde_json::json;
use std::collections::HashSet;
use tilewright_lab::arena::{Journal, Run};
use tilewright_players::Player;

pub fn check(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    let run = Run {
        label: "fuzz".into(),
        variant: json!({}),
        players: vec![Player::Random, Player::Greedy],
        games: 100,
        seed: 1,
        turns: None,
    };
    // A mutation rarely hits the header, so it is given.
    let with_header = format!("{}\n{text}", Journal::header(&run));
    for text in [text, &with_header] {
        match Journal::parse(text, &run) {
            Err(error) => one_line(error),
            Ok((games, length)) => {
                assert!(length <= text.len() && text.is_char_boundary(length));
                let jobs: HashSet<_> = games.iter().map(|game| game.job()).collect();
                assert_eq!(jobs.len(), games.len());
                assert!(games.iter().all(|game| game.game < run.games && game.player < run.players.len()));
            }
        }
    }
}

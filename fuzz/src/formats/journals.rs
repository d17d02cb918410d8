//! Journals of arena runs, with the run's header and without: games that are read are of the run, each once.

use super::{one_line, text};
use serde_json::json;
use std::{
    collections::HashSet,
    sync::{Arc, OnceLock},
};
use tilewright_games::Preset;
use tilewright_lab::arena::{Journal, Run};
use tilewright_players::Player;

pub fn check(bytes: &[u8]) {
    let Some(text) = text(bytes) else { return };
    static RUN: OnceLock<Run> = OnceLock::new();
    let run = RUN.get_or_init(|| {
        let variant = &Preset::find("merge3").expect("a preset").variant;
        let game = Arc::new(variant.compile().expect("presets compile"));
        Run { games: 100, variant: json!({}), ..Run::new("fuzz", variant, game, vec![Player::Random, Player::Greedy]) }
    });
    // A mutation rarely hits the header, so it is given.
    let with_header = format!("{}\n{text}", Journal::header(run));
    for text in [text, &with_header] {
        match Journal::parse(text, run) {
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

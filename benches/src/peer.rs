//! The peer: random play as the crate `tfe` documents it.

use crate::Tally;
use cpu_time::ProcessTime;
use std::{cell::Cell, time::Duration};
use tfe::{Direction, Game};

/// Plays the peer's random games for a while; gives its steps per CPU second.
pub(crate) fn slice(tally: &mut Tally, time: Duration) -> f64 {
    let mut steps = 0;
    let clock = ProcessTime::now();
    while clock.elapsed() < time {
        for _ in 0..8 {
            // It asks with an empty list once for every step, and once more before it finds the game over.
            let asked = Cell::new(0u64);
            let game = Game::play(|_, failed| {
                asked.set(asked.get() + u64::from(failed.is_empty()));
                Direction::sample_without(failed)
            });
            steps += asked.get() - 1;
            tally.games += 1;
            tally.score += u128::from(Game::score(game.board));
        }
    }
    let seconds = clock.elapsed().as_secs_f64();
    tally.turns += steps;
    tally.steps += steps;
    tally.seconds += seconds;
    steps as f64 / seconds
}

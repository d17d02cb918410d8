//! `cargo xtask speed --search [--seconds S] [--nodes N] [PRESET …]`: measures the search `expectimax` on one thread, in
//! nodes per CPU second, in games that it plays itself.
//!
//! The games are the same in every run as far as they get within the time, so two builds can be compared.

use cpu_time::ProcessTime;
use std::{sync::Arc, time::Duration};
use tilewright_core::{Dice1, Game};
use tilewright_games::Variant;
use tilewright_players::{Budget, Engine, Limit, Player};

/// The turns of a game: later ones have other boards, and a short measurement should see some, too.
const TURNS: u64 = 1000;

/// Sums over the turns of a measurement.
#[derive(Default)]
pub(crate) struct Tally {
    pub(crate) turns: u64,
    nodes: u64,
    depth: u64,
    seconds: f64,
}

impl Tally {
    /// Plays for `time` with `nodes` a turn.
    pub(crate) fn measure(variant: &Variant, nodes: u64, time: Duration) -> Result<Self, String> {
        let game = Arc::new(variant.compile().map_err(|error| error.to_string())?);
        let player = Player::Expectimax { nodes: None, depth: None };
        let mut engine = Engine::new(&player, Arc::clone(&game)).map_err(|error| error.to_string())?;
        let limit = Limit { budget: Budget::Nodes(nodes), ..Limit::default() };
        let mut tally = Self::default();
        // Tables are made in the first search, which does not count.
        engine.rank(&game.start(&mut Dice1::new(0), &mut ()).map_err(|error| error.to_string())?, &limit);
        let clock = ProcessTime::now();
        for seed in 1.. {
            let mut dice = Dice1::new(seed);
            let mut state = game.start(&mut dice, &mut ()).map_err(|error| error.to_string())?;
            for _ in 0..TURNS {
                let ranking = engine.rank(&state, &limit);
                let Some((action, _)) = ranking.actions.first() else { break };
                game.advance(&mut state, *action, &mut dice, &mut ()).expect("a listed action is legal");
                tally.turns += 1;
                tally.nodes += ranking.nodes;
                tally.depth += u64::from(ranking.depth);
                if clock.elapsed() > time {
                    tally.seconds = clock.elapsed().as_secs_f64();
                    return Ok(tally);
                }
            }
        }
        unreachable!("it ends in time")
    }

    pub(crate) fn print(&self, name: &str) {
        println!(
            "{name:<17} {:>13.0} {:>9} {:>12.0} {:>11.2} {:>12.4}",
            self.nodes as f64 / self.seconds,
            self.turns,
            self.nodes as f64 / self.turns as f64,
            self.depth as f64 / self.turns as f64,
            1000.0 * self.seconds / self.turns as f64,
        );
    }

    pub(crate) fn print_header(nodes: u64, time: Duration) {
        println!("expectimax:nodes={nodes}, one thread, {:.2} CPU seconds a line", time.as_secs_f64());
        println!(
            "{:<17} {:>13} {:>9} {:>12} {:>11} {:>12}",
            "game", "nodes/CPU s", "turns", "nodes/turn", "mean depth", "CPU ms/turn"
        );
    }
}

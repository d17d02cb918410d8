//! `cargo xtask speed [--seconds S] [PRESET …]`: random play, single-threaded, in steps per CPU second, beside a
//! published 2048 crate in the same run.
//!
//! A step is one player's turn: a uniformly random legal action, then chance with dice@1. Games start anew as they
//! end; the few that would go on for very long are cut after [`play::CUT`] turns and counted as such. Each line is
//! measured in slices that alternate with slices of the peer, so that a machine that is busy for a while is busy for
//! both; the ratio comes with its standard error over the slices.

mod peer;
mod play;

use play::Run;
use std::{process::ExitCode, time::Duration};
use tilewright_core::{Event, Game};
use tilewright_games::{Preset, Visitor};

/// How many times game and peer alternate in a line.
const SLICES: u32 = 16;

/// What a measurement found.
#[derive(Default)]
struct Tally {
    /// All steps, those of unfinished games, too.
    steps: u64,
    seconds: f64,
    /// Finished games, their steps and points, and how many were cut.
    games: u64,
    turns: u64,
    score: u128,
    cut: u64,
}

impl Tally {
    fn rate(&self) -> f64 {
        self.steps as f64 / self.seconds
    }
}

/// A game beside the peer.
struct Line {
    game: Tally,
    peer: Tally,
    ratio: f64,
    error: f64,
}

/// Measures one preset.
struct Measure {
    time: Duration,
    events: bool,
}

impl Visitor for Measure {
    type Result = Line;

    fn visit<G: Game>(self, game: &G) -> Line {
        if self.events {
            self.alternate(Run::<G, Vec<Event>>::new(game))
        } else {
            self.alternate(Run::<G, ()>::new(game))
        }
    }
}

impl Measure {
    fn alternate<G: Game, L: play::Fresh>(self, mut run: Run<G, L>) -> Line {
        let mut peer = Tally::default();
        let mut rates = Vec::new();
        for _ in 0..SLICES {
            let game_rate = run.slice(self.time / SLICES);
            let peer_rate = peer::slice(&mut peer, self.time / SLICES);
            rates.push((game_rate, peer_rate));
        }
        let (ratio, error) = ratio(&rates);
        Line { game: run.tally, ratio, error, peer }
    }
}

/// The ratio of the mean rates, and its standard error by the jackknife: how much it moves when a slice is left out.
/// (A mean of ratios would be pulled up by every slice in which the peer had bad luck.)
fn ratio(rates: &[(f64, f64)]) -> (f64, f64) {
    let (game, peer) = rates.iter().fold((0.0, 0.0), |sum, rate| (sum.0 + rate.0, sum.1 + rate.1));
    let all = game / peer;
    let count = rates.len() as f64;
    let spread: f64 = rates.iter().map(|rate| ((game - rate.0) / (peer - rate.1) - all).powi(2)).sum();
    (all, (spread * (count - 1.0) / count).sqrt())
}

fn arguments() -> Result<(Duration, Vec<&'static Preset>), String> {
    let mut seconds = 2.0;
    let mut presets = Vec::new();
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        if arg == "--seconds" {
            let given = args.next().unwrap_or_default();
            seconds = given
                .parse()
                .ok()
                .filter(|s| (0.01..=600.0).contains(s))
                .ok_or(format!("--seconds cannot be “{given}”; it is a number from 0.01 to 600"))?;
        } else {
            presets.push(Preset::find(&arg).ok_or_else(|| {
                let known: Vec<_> = Preset::all().iter().map(|preset| preset.id).collect();
                format!("there is no preset “{arg}”; there are {}", known.join(", "))
            })?);
        }
    }
    if presets.is_empty() {
        presets.extend(Preset::all());
    }
    Ok((Duration::from_secs_f64(seconds), presets))
}

fn main() -> ExitCode {
    let (time, presets) = match arguments() {
        Ok(arguments) => arguments,
        Err(message) => {
            eprintln!("speed: {message}");
            return ExitCode::FAILURE;
        }
    };
    println!(
        "Random play, one thread, {:.2} CPU seconds a line, and as many for the peer, the crate tfe 0.1.2, in turn.",
        time.as_secs_f64()
    );
    println!(
        "{:<17} {:<8} {:>12} {:>12} {:>15} {:>8} {:>6} {:>12} {:>10}",
        "game", "events", "steps/CPU s", "peer's", "ratio", "games", "cut", "mean score", "mean turns"
    );
    for preset in presets {
        let game = match preset.variant.compile() {
            Ok(game) => game,
            Err(error) => {
                eprintln!("speed: {}: {error}", preset.id);
                return ExitCode::FAILURE;
            }
        };
        for events in [false, true] {
            let Line { game, peer, ratio, error } = game.with(Measure { time, events });
            println!(
                "{:<17} {:<8} {:>12.0} {:>12.0} {:>6.2}× ± {:<4.2}  {:>8} {:>6} {:>12.1} {:>10.1}",
                preset.id,
                if events { "recorded" } else { "-" },
                game.rate(),
                peer.rate(),
                ratio,
                error,
                game.games,
                game.cut,
                game.score as f64 / game.games as f64,
                game.turns as f64 / game.games as f64,
            );
        }
    }
    ExitCode::SUCCESS
}

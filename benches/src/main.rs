//! `cargo xtask speed [--seconds S] [PRESET …]`: random play, single-threaded, in steps per CPU second, beside a
//! published 2048 crate in the same run.
//!
//! A step is one player's turn: choose uniformly among the legal actions, act, let chance settle with dice@1. Games
//! start anew as they end; games of presets that hardly ever end are cut after [`CUT`] turns and counted as such.

mod peer;

use cpu_time::ProcessTime;
use std::{process::ExitCode, time::Duration};
use tilewright_core::{Dice, Dice1, Event, Game, Log};
use tilewright_games::{Preset, Visitor};

/// The longest game: `factors` would hardly ever end by itself.
const CUT: u64 = 10_000;

/// What a measurement found.
#[derive(Default)]
struct Tally {
    steps: u64,
    games: u64,
    cut: u64,
    score: u128,
    seconds: f64,
}

impl Tally {
    fn rate(&self) -> f64 {
        self.steps as f64 / self.seconds
    }
}

/// A log that starts over at every turn, as a front end's does.
trait Fresh: Log + Default {
    fn clear(&mut self);
}

impl Fresh for () {
    fn clear(&mut self) {}
}

impl Fresh for Vec<Event> {
    fn clear(&mut self) {
        Vec::clear(self);
    }
}

/// Random games of one preset for a while.
struct Play {
    time: Duration,
    events: bool,
}

impl Visitor for Play {
    type Result = Tally;

    fn visit<G: Game>(self, game: &G) -> Tally {
        if self.events { play::<G, Vec<Event>>(game, self.time) } else { play::<G, ()>(game, self.time) }
    }
}

fn play<G: Game, L: Fresh>(game: &G, time: Duration) -> Tally {
    let mut tally = Tally::default();
    let mut chooser = Dice1::new(0x5eed);
    let mut log = L::default();
    let clock = ProcessTime::now();
    while clock.elapsed() < time {
        // A handful of games between two looks at the clock, which is not free.
        for _ in 0..8 {
            let mut dice = Dice1::new(tally.games);
            let mut state = game.start(&mut dice, &mut ()).expect("presets have start boards");
            let mut turns = 0;
            while turns < CUT
                && let Some(action) = game.choose(&state, chooser.word())
            {
                log.clear();
                let gain = game.advance(&mut state, action, &mut dice, &mut log).expect("a chosen action is legal");
                tally.score += u128::from(gain);
                turns += 1;
            }
            tally.steps += turns;
            tally.games += 1;
            tally.cut += u64::from(turns == CUT);
        }
    }
    tally.seconds = clock.elapsed().as_secs_f64();
    tally
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
    println!("Random play, one thread, {:.2} CPU seconds a line. The peer is the crate tfe 0.1.2.", time.as_secs_f64());
    println!(
        "{:<18} {:<8} {:>13} {:>8} {:>9} {:>6} {:>12} {:>10}",
        "game", "events", "steps/CPU s", "× peer", "games", "cut", "mean score", "mean turns"
    );
    // Measured before and after everything else; their mean is the yardstick, their distance the noise.
    let first = peer::play(time);
    line("tfe", "-", &first, first.rate());
    let mut peers = vec![first.rate()];
    let mut tallies = Vec::new();
    for preset in presets {
        let game = match preset.variant.compile() {
            Ok(game) => game,
            Err(error) => {
                eprintln!("speed: {}: {error}", preset.id);
                return ExitCode::FAILURE;
            }
        };
        for events in [false, true] {
            let tally = game.with(Play { time, events });
            line(preset.id, if events { "recorded" } else { "-" }, &tally, first.rate());
            tallies.push((preset.id, events, tally.rate()));
        }
    }
    let last = peer::play(time);
    peers.push(last.rate());
    line("tfe", "-", &last, first.rate());
    let mean = peers.iter().sum::<f64>() / peers.len() as f64;
    println!("\nAgainst the mean of both peer runs ({:.2} million steps/CPU s):", mean / 1e6);
    for (id, events, rate) in tallies {
        let events = if events { "with events" } else { "" };
        println!("  {:<18} {:>6.2}×  {events}", id, rate / mean);
    }
    ExitCode::SUCCESS
}

fn line(name: &str, events: &str, tally: &Tally, peer: f64) {
    println!(
        "{:<18} {:<8} {:>13.0} {:>7.2}× {:>9} {:>6} {:>12.1} {:>10.1}",
        name,
        events,
        tally.rate(),
        tally.rate() / peer,
        tally.games,
        tally.cut,
        tally.score as f64 / tally.games as f64,
        tally.steps as f64 / tally.games as f64,
    );
}

//! `cargo xtask speed [--seconds S] [--variant FILE]… [PRESET …]`: measures random play on one thread, in steps per CPU
//! second, against a published 2048 crate in the same run.
//!
//! A step is one turn of a player: a uniformly random legal action, then chance with dice@1. Games start anew as they
//! end; the few that would go on for very long are cut after [`play::CUT`] turns and counted as such. Each line is
//! measured in slices that alternate with slices of the peer, so that other load on the machine hits both; the ratio
//! comes with its standard error over the slices.
//!
//! Without arguments, all presets are measured. The file of a variant is TOML or JSON; such a line says how many times as
//! long a turn takes as in the nearest preset, the one of its family that differs in the fewest fields, which is
//! measured as well. Both are taken relative to the peer, so that the machine's load does not count.
//!
//! With `--search`, see [`search`]; with `--lab`, see [`lab`].

mod lab;
mod peer;
mod play;
mod search;

use play::Run;
use serde_json::Value;
use std::{process::ExitCode, time::Duration};
use tilewright_core::{Event, Game};
use tilewright_games::{Compiled, Family, Preset, Variant, Visitor};
use tilewright_players::Player;

/// How often game and peer alternate in a line.
const SLICES: u32 = 16;

/// Counts of a measurement.
#[derive(Default)]
struct Tally {
    /// All steps, those of unfinished games included.
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

/// A game compared with the peer.
struct Line {
    game: Tally,
    peer: Tally,
    ratio: f64,
    error: f64,
}

/// Measures one game.
struct Measure {
    time: Duration,
    events: bool,
}

impl Visitor for Measure {
    type Result = Line;

    fn visit<G: Compiled>(self, game: &G) -> Line {
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

/// The ratio of the mean rates, and its standard error by the jackknife: how much it changes when a slice is left out.
/// (A mean of ratios is biased upwards by every slice in which the peer is slow.)
fn ratio(rates: &[(f64, f64)]) -> (f64, f64) {
    let (game, peer) = rates.iter().fold((0.0, 0.0), |sum, rate| (sum.0 + rate.0, sum.1 + rate.1));
    let all = game / peer;
    let count = rates.len() as f64;
    let spread: f64 = rates.iter().map(|rate| ((game - rate.0) / (peer - rate.1) - all).powi(2)).sum();
    (all, (spread * (count - 1.0) / count).sqrt())
}

/// What to measure in a line, with and without events.
struct Subject {
    name: String,
    variant: Variant,
    /// For a variant from a file, the index of its nearest preset in the list.
    nearest: Option<usize>,
}

/// What the command line asks for.
struct Arguments {
    /// The time of each line in CPU seconds.
    time: Duration,
    subjects: Vec<Subject>,
    /// Measure searches with this number of nodes instead of random play.
    search: Option<u64>,
    /// Measure the lab with these presets instead.
    lab: Option<Vec<&'static Preset>>,
}

fn arguments() -> Result<Arguments, String> {
    let mut seconds = 2.0;
    let (mut search, mut nodes, mut lab) = (false, Player::NODES, false);
    let mut presets: Vec<&'static Preset> = Vec::new();
    let mut variants = Vec::new();
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        if arg == "--seconds" {
            let given = args.next().unwrap_or_default();
            seconds = given
                .parse()
                .ok()
                .filter(|s| (0.01..=600.0).contains(s))
                .ok_or(format!("--seconds cannot be “{given}”; it is a number from 0.01 to 600"))?;
        } else if arg == "--search" {
            search = true;
        } else if arg == "--lab" {
            lab = true;
        } else if arg == "--nodes" {
            let given = args.next().unwrap_or_default();
            nodes = given.parse().map_err(|_| format!("--nodes cannot be “{given}”; it is a whole number"))?;
        } else if arg == "--variant" {
            let path = args.next().ok_or("--variant needs the path of a file")?;
            let text = std::fs::read_to_string(&path).map_err(|error| format!("{path}: {error}"))?;
            let variant = Variant::from_text(&text).map_err(|error| format!("{path}: {error}"))?;
            let name =
                std::path::Path::new(&path).file_stem().map_or(path.as_str().into(), |stem| stem.to_string_lossy());
            variants.push((name.into_owned(), variant));
        } else {
            presets.push(Preset::named(&arg)?);
        }
    }
    if lab && presets.is_empty() {
        presets.push(Preset::named("merge3")?);
    }
    let lab = lab.then(|| presets.clone());
    if presets.is_empty() && variants.is_empty() {
        presets.extend(Preset::all().iter().filter(|preset| !search || preset.variant.family() == Family::Slide));
    }
    let nearest: Vec<_> = variants.iter().map(|(_, variant)| nearest(variant)).collect();
    for preset in &nearest {
        if !presets.iter().any(|other| other.id == preset.id) {
            presets.push(preset);
        }
    }
    let subject = |preset: &&Preset| Subject { name: preset.id.into(), variant: preset.variant, nearest: None };
    let mut subjects: Vec<_> = presets.iter().map(subject).collect();
    for ((name, variant), nearest) in variants.into_iter().zip(nearest) {
        let nearest = presets.iter().position(|preset| preset.id == nearest.id);
        subjects.push(Subject { name, variant, nearest });
    }
    Ok(Arguments { time: Duration::from_secs_f64(seconds), subjects, search: search.then_some(nodes), lab })
}

/// The preset of the same family that differs in the fewest fields; the first of several.
fn nearest(variant: &Variant) -> &'static Preset {
    let fields = variant.to_json();
    let family = Preset::all().iter().filter(|preset| preset.variant.family() == variant.family());
    let nearest = family.min_by_key(|preset| {
        let other = preset.variant.to_json();
        common(&fields, &fields) + common(&other, &other) - 2 * common(&fields, &other)
    });
    nearest.expect("every family has a preset")
}

/// How many of the fields are equal in both objects, those of objects within them included.
fn common(a: &Value, b: &Value) -> usize {
    match (a, b) {
        (Value::Object(a), Value::Object(b)) => {
            a.iter().filter_map(|(name, value)| b.get(name).map(|other| common(value, other))).sum()
        }
        _ => usize::from(a == b),
    }
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("speed: {message}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), String> {
    let Arguments { time, subjects, search, lab } = arguments()?;
    if let Some(presets) = lab {
        return lab::print(&presets, time);
    }
    if let Some(nodes) = search {
        search::Tally::print_header(nodes, time);
        for Subject { name, variant, .. } in &subjects {
            search::Tally::measure(variant, nodes, time).map_err(|error| format!("{name}: {error}"))?.print(name);
        }
        return Ok(());
    }
    println!(
        "Random play, one thread, {:.2} CPU seconds a line, and as many for the peer, the crate tfe 0.1.2, in turn.",
        time.as_secs_f64()
    );
    println!(
        "{:<17} {:<8} {:>12} {:>12} {:>15} {:>8} {:>6} {:>12} {:>10}",
        "game", "events", "steps/CPU s", "peer's", "ratio", "games", "cut", "mean score", "mean turns"
    );
    // The ratios without and with events, line by line.
    let mut ratios: Vec<[f64; 2]> = Vec::new();
    for subject in &subjects {
        let game = subject.variant.compile().map_err(|error| format!("{}: {error}", subject.name))?;
        let mut found = [0.0; 2];
        for events in [false, true] {
            let Line { game, peer, ratio, error } = game.with(Measure { time, events });
            let against = subject.nearest.map_or(String::new(), |preset| {
                let slower = ratios[preset][usize::from(events)] / ratio;
                format!("  {slower:.2}× the time of {}", subjects[preset].name)
            });
            println!(
                "{:<17} {:<8} {:>12.0} {:>12.0} {:>6.2}× ± {:<4.2}  {:>8} {:>6} {:>12.1} {:>10.1}{against}",
                subject.name,
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
            found[usize::from(events)] = ratio;
        }
        ratios.push(found);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearest_variant_of_a_shape_is_the_preset_of_that_shape() {
        for (text, id) in [
            ("family = 'slide'\nboard = { shape = 'square', width = 5, height = 5 }", "classic-2048"),
            ("family = 'slide'\nboard = { shape = 'hex', radius = 1 }\ntarget = 64", "hex-2048"),
        ] {
            assert_eq!(nearest(&Variant::from_text(text).unwrap()).id, id);
        }
        for preset in Preset::all() {
            assert_eq!(nearest(&preset.variant).id, preset.id);
        }
    }
}

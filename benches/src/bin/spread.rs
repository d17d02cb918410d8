//! Measures how far trainings of the same board differ by their seed: 5 seeds on 3 boards of each family.
//!
//! `cargo run --release -p tilewright-benches --bin spread -- [MINUTES] [BOARD]`: how long each training takes, in CPU
//! minutes, 1 if not said; and which boards, all that contain this text. Prints the mean of the last scores of each
//! training, their geometric means with their spread, and how often a learner fell far below its best and stepped back. A
//! training that ends below half of its own best is called a collapse. Where a single turn may earn more than a hundred
//! games, as in factor games, means say little.

use std::process::ExitCode;
use tilewright_benches::{exit_code, train};
use tilewright_games::{Preset, Variant};

const SEEDS: u64 = 5;

/// A preset, or rules.
const BOARDS: [&str; 12] = [
    "classic-2048",
    "hex-2048",
    r#"{"family":"slide","board":{"shape":"square","width":5,"height":3}}"#,
    "exponentile",
    "merge3",
    r#"{"family":"swap","width":6,"height":6,"spawn":[2,4,8],"diagonal":true}"#,
    "numberclart",
    r#"{"family":"strain","width":4,"height":4}"#,
    r#"{"family":"strain","width":6,"height":5}"#,
    "factors",
    "factors-hard",
    r#"{"family":"factor","size":5}"#,
];

fn variant(board: &str) -> Result<Variant, String> {
    match Preset::find(board) {
        Some(preset) => Ok(preset.variant),
        None => Variant::from_text(board).map_err(|error| format!("{board}: {error}")),
    }
}

fn run() -> Result<bool, String> {
    let minutes = std::env::args().nth(1).map_or(Ok(1.0), |text| text.parse::<f64>());
    let minutes = minutes
        .ok()
        .filter(|minutes| *minutes > 0.0)
        .ok_or("usage: spread [MINUTES] [BOARD], the first a number above 0")?;
    let wanted = std::env::args().nth(2).unwrap_or_default();
    let mut collapsed = false;
    println!("{SEEDS} seeds, {minutes} CPU minutes each: means of the last scores; geometric means");
    for board in BOARDS.into_iter().filter(|board| board.contains(&wanted)) {
        let variant = variant(board)?;
        let runs = (1..=SEEDS).map(|seed| Ok(train(&variant, seed, minutes)?.progress()));
        let runs = runs.collect::<Result<Vec<_>, String>>()?;
        let scores: Vec<f64> = runs.iter().map(|run| run.typical).collect();
        let (low, high) =
            scores.iter().fold((f64::MAX, 0.0_f64), |(low, high), score| (low.min(*score), high.max(*score)));
        let middle = scores.iter().sum::<f64>() / scores.len() as f64;
        let back: u32 = runs.iter().map(|run| run.steps_back).sum();
        let fell = runs.iter().any(|run| run.typical < 0.5 * run.best);
        let verdict = if fell { ", collapse" } else { "" };
        collapsed |= fell;
        let list = |scores: &mut dyn Iterator<Item = f64>| {
            scores.map(|score| format!("{score:.0}")).collect::<Vec<_>>().join(" ")
        };
        let (means, scores) = (list(&mut runs.iter().map(|run| run.mean)), list(&mut scores.into_iter()));
        let spread = 100.0 * (high - low) / middle.max(1e-9);
        println!("{board}: {means}; {scores}, spread {spread:.0} %, steps back: {back}{verdict}");
    }
    Ok(!collapsed)
}

fn main() -> ExitCode {
    exit_code(run())
}

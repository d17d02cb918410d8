//! `cargo xtask speed --lab [--seconds S] [PRESET …]`: measures what `tilewright lab run` adds to the bare arena, in games
//! of `random` per CPU second, and what a second thread brings.
//!
//! Arena and lab play the same number of games in slices that alternate, the lab with its shards written to a directory.

use cpu_time::ProcessTime;
use std::{
    path::PathBuf,
    sync::{Arc, atomic::AtomicBool},
    time::{Duration, Instant},
};
use tilewright_games::Preset;
use tilewright_lab::{
    arena::{self, Journal, Run},
    experiment::{Control, Directory, Experiment},
};
use tilewright_players::{Player, Tables};

/// How often arena and lab alternate.
const SLICES: u32 = 8;

/// A directory of its own, removed at the end.
struct Scratch(PathBuf);

impl Drop for Scratch {
    fn drop(&mut self) {
        // One that stays lies in the folder for temporary files.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn text(error: impl ToString) -> String {
    error.to_string()
}

/// Runs an experiment of `games` games of `random`, and returns the CPU time and the wall time.
fn lab(preset: &Preset, games: u64, seed: u64, threads: usize) -> Result<(Duration, Duration), String> {
    let file = format!(
        "format = \"tilewright-experiment 1\"\nbase = \"{}\"\ngames = {games}\nturns = 100000\nseed = {seed}\nplayers = [\"random\"]\n",
        preset.id
    );
    let experiment = Experiment::parse(&file).map_err(text)?;
    let folder = Scratch(std::env::temp_dir().join(format!("tilewright-speed-{}", std::process::id())));
    let (cpu, wall) = (ProcessTime::now(), Instant::now());
    let directory = Directory::create(&folder.0, &experiment).map_err(text)?;
    let control = Control { threads, stop: &AtomicBool::new(false), tables: &Tables::default(), progress: &mut |_| {} };
    directory.run(&experiment, control).map_err(text)?;
    Ok((cpu.elapsed(), wall.elapsed()))
}

/// Plays as many games in the arena, on one thread.
fn bare(preset: &Preset, games: u64, seed: u64) -> Result<Duration, String> {
    let game = Arc::new(preset.variant.compile().map_err(text)?);
    let run = Run { games, seed, ..Run::new(preset.id, &preset.variant, game, vec![Player::Random]) };
    let control = arena::Control { threads: 1, stop: &AtomicBool::new(false), progress: &mut |_| {} };
    let clock = ProcessTime::now();
    run.play(&run.open(&[]), &mut Journal::none(), control).map_err(text)?;
    Ok(clock.elapsed())
}

pub(crate) fn print(presets: &[&Preset], time: Duration) -> Result<(), String> {
    println!("Games of random per CPU second, arena and lab in turn; then the lab on 1 and 2 threads, by the clock.");
    println!("{:<17} {:>12} {:>12} {:>15} {:>12}", "game", "arena", "lab", "ratio", "2 threads");
    for preset in presets {
        // As many games as take a slice's time.
        let sample = 200;
        let per_game = bare(preset, sample, 1)?.as_secs_f64() / sample as f64;
        let games = (time.as_secs_f64() / f64::from(SLICES) / per_game).max(10.0) as u64;
        let mut rates = Vec::new();
        for slice in 1..=u64::from(SLICES) {
            let arena = games as f64 / bare(preset, games, slice)?.as_secs_f64();
            rates.push((games as f64 / lab(preset, games, 1 + slice * games, 1)?.0.as_secs_f64(), arena));
        }
        let (ratio, error) = crate::ratio(&rates);
        let mean = |rates: &mut dyn Iterator<Item = f64>| rates.sum::<f64>() / f64::from(SLICES);
        let mut quicker = Vec::new();
        for slice in 1..=u64::from(SLICES / 2) {
            // Many games: shards are what threads share, and the last one is played by one thread.
            let [one, two] = [1, 2].map(|threads| lab(preset, 16 * games, slice, threads));
            quicker.push((one?.1.as_secs_f64(), two?.1.as_secs_f64()));
        }
        let (threads, spread) = crate::ratio(&quicker);
        println!(
            "{:<17} {:>12.0} {:>12.0} {ratio:>6.2}× ± {error:<4.2} {threads:>6.2}× ± {spread:<4.2}",
            preset.id,
            mean(&mut rates.iter().map(|rate| rate.1)),
            mean(&mut rates.iter().map(|rate| rate.0)),
        );
    }
    Ok(())
}

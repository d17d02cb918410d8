//! Learns what 3×3 boards are worth: makes `crates/players/src/small/network.bin`, the judgement of `expectimax` there.
//! Run it from the workspace with `cargo run --release -p tilewright-benches --bin learn [FILE]`; it takes some minutes
//! and about two gigabytes. Without FILE it only says whether it got the file that is there.
//!
//! The game is solved for points. Boards that games of the best player lead to, and of one that errs now and then,
//! are samples, and a small network learns by gradient descent (Adam) which part of the best board's points each is
//! good for. Towards the end it works with the rounded weights that the file will hold, and learns to live with them.

use std::{error::Error, fs, path::Path, process::ExitCode};
use tilewright_core::{Action, Dice, Dice1, Game, ticket};
use tilewright_games::{AnyGame, Variant};
use tilewright_players::{
    exact::{Goal, Table, table},
    small::{
        Small,
        network::{CELLS, FILE, FIRST, POINTS, RANKS, SECOND, STEPS, SUMS, rank, sum},
    },
};

/// Samples, how often each is seen, and how many make a step.
const SAMPLES: usize = 10_000_000;
const EPOCHS: usize = 36;
const BATCH: usize = 256;
/// The epoch from which on weights are rounded.
const ROUNDED: usize = 12;
/// The first rate of learning; it falls to nothing.
const RATE: f32 = 0.004;
/// How often a player errs, in per cent, from one game to the next.
const ERRORS: [u64; 4] = [1, 5, 10, 20];
/// The largest weight.
const LARGEST: f32 = 4.0;

const ROWS: usize = CELLS as usize * RANKS * FIRST;
/// Where the parts of the weights begin, in the order of the file.
const COLUMNS: usize = ROWS + FIRST;
const BIASES: usize = COLUMNS + FIRST * SECOND;
const LAST: usize = BIASES + SECOND;
const WEIGHTS: usize = LAST + SECOND + 1;

fn main() -> ExitCode {
    match learn() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("learn: {error}");
            ExitCode::FAILURE
        }
    }
}

fn learn() -> Result<(), Box<dyn Error>> {
    let text = r#"{"family":"slide","board":{"shape":"square","width":3,"height":3}}"#;
    let game = Variant::from_text(text)?.compile()?;
    println!("solving");
    let table = table(&game, Goal::Score, 100_000_000, &mut |_| ())?;
    println!("{} positions, {:.2} points; sampling", table.len(), table.start(&game));
    let mut dice = Dice1::new(1);
    let mut samples = sample(&game, &table, &mut dice)?;
    drop(table);
    let bounds = bounds(&samples);
    let weights = train(&mut samples, &bounds, &mut dice);
    let mut bytes = bounds.to_vec();
    bytes.extend(weights.iter().map(|weight| ((weight * STEPS as f32).round() as i8).cast_unsigned()));
    println!("{}", if bytes == FILE { "the file that is there" } else { "another file than the one that is there" });
    if let Some(name) = std::env::args().nth(1) {
        let (path, fresh) = (Path::new(&name), format!("{name}.new"));
        fs::write(&fresh, bytes)?;
        fs::rename(fresh, path)?;
    }
    Ok(())
}

/// Boards that chance has yet to fill, each in the image that stands for all, with the points to come.
fn sample(game: &AnyGame, table: &Table, dice: &mut Dice1) -> Result<Vec<(u64, f32)>, Box<dyn Error>> {
    let small = Small::of(game).ok_or("this is no small board")?;
    let mut samples = Vec::with_capacity(SAMPLES);
    for errors in ERRORS.into_iter().cycle() {
        let mut state = game.start(dice, &mut ())?;
        loop {
            let board = small.pack(&game.position(&state)).ok_or("a board that cannot be")?;
            let ranking = table.rank(game, &state).ok_or("a position that the table does not hold")?.actions;
            for (action, value) in &ranking {
                let (to, gain) = small.slid(board, action.0).ok_or("an action that does nothing")?;
                // One in three: boards of one game resemble each other.
                if ticket(dice.word(), 3) == 0 {
                    samples.push((small.image(to), (value - gain) as f32));
                }
            }
            if samples.len() >= SAMPLES {
                samples.truncate(SAMPLES);
                return Ok(samples);
            }
            let choice = if ticket(dice.word(), 100) < errors { ticket(dice.word(), ranking.len() as u64) } else { 0 };
            let Some(&(Action(id), _)) = ranking.get(choice as usize) else { break };
            game.advance(&mut state, Action(id), dice, &mut ()).map_err(|_| "an action that is not legal")?;
        }
    }
    Ok(samples)
}

/// The most that boards of each sum were good for.
fn bounds(samples: &[(u64, f32)]) -> [u8; SUMS] {
    let mut bounds = [1; SUMS];
    for &(board, value) in samples {
        if let Some(bound) = bounds.get_mut(sum(board)) {
            *bound = (*bound).max((value / POINTS as f32).round() as u8);
        }
    }
    bounds
}

/// What a network made of a board on the way to its answer.
struct Thought {
    first: [f32; FIRST],
    second: [f32; SECOND],
    /// The part of the bound.
    part: f32,
}

fn row(board: u64, cell: u32) -> usize {
    (cell as usize * RANKS + rank(board, cell).min(RANKS - 1)) * FIRST
}

fn think(weights: &[f32], board: u64) -> Thought {
    let mut first: [f32; FIRST] = std::array::from_fn(|i| weights[ROWS + i]);
    for cell in 0..CELLS {
        let row = row(board, cell);
        first.iter_mut().zip(&weights[row..row + FIRST]).for_each(|(sum, weight)| *sum += weight);
    }
    first.iter_mut().for_each(|sum| *sum = sum.clamp(0.0, 1.0));
    let mut last = weights[WEIGHTS - 1];
    let second = std::array::from_fn(|i| {
        let column = &weights[COLUMNS + i * FIRST..][..FIRST];
        // Eight sums side by side, which a processor adds at once.
        let mut sums = [0.0; 8];
        for (values, weights) in first.chunks_exact(8).zip(column.chunks_exact(8)) {
            sums.iter_mut().zip(values.iter().zip(weights)).for_each(|(sum, (value, weight))| *sum += value * weight);
        }
        let value = (weights[BIASES + i] + sums.iter().sum::<f32>()).clamp(0.0, 1.0);
        last += weights[LAST + i] * value;
        value
    });
    Thought { first, second, part: 1.0 / (1.0 + (-last).exp()) }
}

/// Adds to the slopes what a board's error says of every weight.
fn blame(weights: &[f32], slopes: &mut [f32], board: u64, thought: &Thought, error: f32) {
    let inside = |value: f32| value > 0.0 && value < 1.0;
    slopes[WEIGHTS - 1] += error;
    let mut back = [0.0; FIRST];
    for (i, value) in thought.second.iter().enumerate() {
        slopes[LAST + i] += error * value;
        if inside(*value) {
            let error = error * weights[LAST + i];
            slopes[BIASES + i] += error;
            let at = COLUMNS + i * FIRST;
            for (j, (slope, weight)) in slopes[at..at + FIRST].iter_mut().zip(&weights[at..at + FIRST]).enumerate() {
                *slope += error * thought.first[j];
                back[j] += error * weight;
            }
        }
    }
    back.iter_mut().zip(&thought.first).filter(|(_, value)| !inside(**value)).for_each(|(back, _)| *back = 0.0);
    for at in (0..CELLS).map(|cell| row(board, cell)).chain([ROWS]) {
        slopes[at..at + FIRST].iter_mut().zip(&back).for_each(|(slope, back)| *slope += back);
    }
}

fn train(samples: &mut [(u64, f32)], bounds: &[u8; SUMS], dice: &mut Dice1) -> Vec<f32> {
    let mut weights: Vec<f32> = (0..WEIGHTS).map(|i| start(i, dice)).collect();
    let (mut mean, mut square) = (vec![0.0; WEIGHTS], vec![0.0; WEIGHTS]);
    let mut slopes = vec![0.0; WEIGHTS];
    let mut used = weights.clone();
    let steps = (EPOCHS * (samples.len() / BATCH)) as f32;
    let mut step = 0;
    for epoch in 0..EPOCHS {
        for i in (1..samples.len()).rev() {
            samples.swap(i, ticket(dice.word(), i as u64 + 1) as usize);
        }
        let mut squares = 0.0;
        for batch in samples.chunks_exact(BATCH) {
            slopes.fill(0.0);
            for &(board, value) in batch {
                let thought = think(&used, board);
                let bound = f32::from(bounds[sum(board) % SUMS]) * POINTS as f32;
                let error = thought.part - (value / bound).min(1.0);
                squares += f64::from(error * bound).powi(2);
                // The logistic loss, by the points at stake.
                blame(&used, &mut slopes, board, &thought, error * bound / 1000.0);
            }
            step += 1;
            let done = step as f32 / steps;
            let rate = RATE * (1.0 - done).max(0.01) * (step as f32 / 500.0).min(1.0);
            let (young, old) = (1.0 - 0.9_f32.powi(step), 1.0 - 0.999_f32.powi(step));
            for i in 0..WEIGHTS {
                let slope = slopes[i] / BATCH as f32;
                mean[i] = 0.9 * mean[i] + 0.1 * slope;
                square[i] = 0.999 * square[i] + 0.001 * slope * slope;
                let pace = mean[i] / young / ((square[i] / old).sqrt() + 1e-7);
                weights[i] = (weights[i] - rate * pace).clamp(-LARGEST, LARGEST);
                let steps = STEPS as f32;
                used[i] = if epoch >= ROUNDED { (weights[i] * steps).round() / steps } else { weights[i] };
            }
        }
        println!("epoch {}: off by {:.1} points", epoch + 1, (squares / samples.len() as f64).sqrt());
    }
    weights
}

/// A weight to begin with: anything small, in the last layer anything, and biases that let neurons answer.
fn start(at: usize, dice: &mut Dice1) -> f32 {
    let any = ticket(dice.word(), 1 << 24) as f32 / (1 << 23) as f32 - 1.0;
    match at {
        ROWS..COLUMNS | BIASES..LAST => 0.2 + 0.2 * any,
        LAST.. => any,
        _ => 0.35 * any,
    }
}

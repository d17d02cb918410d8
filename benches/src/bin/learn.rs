//! Trains the value networks of small boards: makes the files in `crates/players/src/small`, from which `expectimax`
//! evaluates boards there.
//! Run it from the workspace with `cargo run --release -p tilewright-benches --bin learn [FOLDER]`; it takes a quarter of
//! an hour and about three gigabytes. Without FOLDER it only compares its files with those.
//!
//! A game is solved for points. Samples are afterstates from games of the exact player with some random errors, and from
//! detours off these games, because a search visits such boards, too. A small network learns by gradient descent (Adam)
//! the value of a sample as a share of the best board's. From epoch [`ROUNDED`] on it trains with the weights rounded as
//! in the file (quantization-aware training).

use std::{error::Error, fs, path::Path, process::ExitCode};
use tilewright_core::{Action, Dice, Dice1, Game, Meaning, ticket};
use tilewright_games::{AnyGame, AnyState, Variant};
use tilewright_players::{
    Limit, Ranking,
    exact::{Goal, ValueTable, table},
    small::{
        Small,
        network::{HEAD, LEARNED, Layout, Learned, MAX_NEURONS, POINTS, STEPS, SUMS},
    },
};

/// Samples, how often each is seen, and how many make a step.
const SAMPLES: usize = 10_000_000;
const EPOCHS: usize = 16;
const BATCH: usize = 512;
/// The epoch from which on weights are rounded.
const ROUNDED: usize = 5;
/// The first rate of learning; it falls to nothing.
const RATE: f32 = 0.004;
/// How often a player errs, in per cent, from one game to the next.
const ERRORS: [usize; 4] = [1, 5, 10, 20];
/// A detour starts from one position of a game out of this number; it has this number of turns, with actions whose value
/// is at least this share of the best.
const ASTRAY: usize = 5;
const TURNS_ASTRAY: usize = 20;
const FAIR: f64 = 0.6;
/// The largest weight.
const LARGEST: f32 = 4.0;

/// Neurons of the first and the second layer, for each board with a network.
const NEURONS: [(usize, usize); LEARNED.len()] = [(72, 32), (56, 24)];

fn main() -> ExitCode {
    match learn() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("learn: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Learns all boards at once.
fn learn() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1);
    std::thread::scope(|scope| {
        let boards = LEARNED.into_iter().zip(NEURONS).map(|(learned, neurons)| {
            let folder = folder.as_deref();
            scope.spawn(move || learn_board(learned, neurons, folder).map_err(|error| error.to_string()))
        });
        let boards: Vec<_> = boards.collect();
        for board in boards {
            board.join().map_err(|_| "a board could not be learned")??;
        }
        Ok(())
    })
}

fn learn_board(
    (width, height, file): Learned,
    neurons: (usize, usize),
    folder: Option<&str>,
) -> Result<(), Box<dyn Error>> {
    let board = format!(r#"{{"shape":"square","width":{width},"height":{height}}}"#);
    let game = Variant::from_text(&format!(r#"{{"family":"slide","board":{board}}}"#))?.compile()?;
    println!("{width}×{height}: solving");
    let table = table(&game, Goal::Score, &Limit::nodes(100_000_000), &mut |_| ())?;
    println!("{width}×{height}: {} positions, {:.2} points; sampling", table.len(), table.start(&game));
    let small = Small::new(&game).ok_or("this is no small board")?;
    let mut dice = Dice1::new(1);
    let samples = Vec::with_capacity(SAMPLES);
    let sampler = Sampler { game: &game, small: &small, table: &table, dice: &mut dice, samples };
    let mut samples = sample(sampler)?;
    drop(table);
    let bounds = bounds(&small, &samples);
    let net = Net { layout: Layout::new(width, height, neurons.0, neurons.1), small, bounds };
    let weights = net.train(&mut samples, &mut dice, &format!("{width}×{height}"));
    let mut bytes = Vec::with_capacity(HEAD + weights.len());
    bytes.extend([neurons.0 as u8, neurons.1 as u8]);
    bytes.extend(net.bounds);
    bytes.extend(weights.iter().map(|weight| ((weight * STEPS as f32).round() as i8).cast_unsigned()));
    let known = if bytes == file { "the file that is there" } else { "another file than the one that is there" };
    println!("{width}×{height}: {known}");
    if let Some(folder) = folder {
        let path = Path::new(folder).join(format!("{width}x{height}.bin"));
        let fresh = path.with_extension("new");
        fs::write(&fresh, bytes)?;
        fs::rename(fresh, path)?;
    }
    Ok(())
}

/// Boards of games, and of turns astray from them.
fn sample(mut sampler: Sampler) -> Result<Vec<(u64, f32)>, Box<dyn Error>> {
    for errors in ERRORS.into_iter().cycle() {
        let mut state = sampler.game.start(sampler.dice, &mut ())?;
        while let Some(Ranking { actions, .. }) = sampler.look(&state)? {
            if sampler.any(ASTRAY) == 0 {
                sampler.go_astray(state)?;
            }
            let choice = if sampler.any(100) < errors { sampler.any(actions.len()) } else { 0 };
            sampler.advance(&mut state, actions[choice].0)?;
        }
        if sampler.samples.len() >= SAMPLES {
            break;
        }
    }
    sampler.samples.truncate(SAMPLES);
    Ok(sampler.samples)
}

struct Sampler<'a> {
    game: &'a AnyGame,
    small: &'a Small,
    table: &'a ValueTable,
    dice: &'a mut Dice1,
    /// Afterstates in their canonical form, with the points to come.
    samples: Vec<(u64, f32)>,
}

impl Sampler<'_> {
    /// A detour: some turns of random actions among those that are not much worse than the best.
    fn go_astray(&mut self, mut state: AnyState) -> Result<(), Box<dyn Error>> {
        for _ in 0..TURNS_ASTRAY {
            let Some(Ranking { actions, .. }) = self.look(&state)? else { break };
            let fair = actions.iter().filter(|(_, value)| *value >= FAIR * actions[0].1).count();
            let choice = self.any(fair);
            self.advance(&mut state, actions[choice].0)?;
        }
        Ok(())
    }

    /// Takes samples of what actions lead to, and ranks these; none where there are no actions, or samples enough.
    fn look(&mut self, state: &AnyState) -> Result<Option<Ranking>, Box<dyn Error>> {
        let board = self.small.pack(self.game, state).ok_or("a board that cannot be")?;
        let ranking = self.table.rank(self.game, state).ok_or("a position that the table does not hold")?;
        for (action, value) in &ranking.actions {
            let Meaning::Slide(dir) = self.game.notation().meaning(self.game.topology(), *action) else { continue };
            let (to, gain) = self.small.slide(board, dir.index()).ok_or("an action that does nothing")?;
            // One in three: boards of one game resemble each other.
            if self.any(3) == 0 {
                self.samples.push((self.small.canonical(to), (value - gain) as f32));
            }
        }
        Ok((!ranking.actions.is_empty() && self.samples.len() < SAMPLES).then_some(ranking))
    }

    fn advance(&mut self, state: &mut AnyState, action: Action) -> Result<(), Box<dyn Error>> {
        let done = self.game.advance(state, action, self.dice, &mut ());
        done.map(|_| ()).map_err(|_| "an action that is not legal".into())
    }

    /// Any number below that one.
    fn any(&mut self, below: usize) -> usize {
        ticket(self.dice.word(), below as u64) as usize
    }
}

/// The most that boards of each sum were good for.
fn bounds(small: &Small, samples: &[(u64, f32)]) -> [u8; SUMS] {
    let mut bounds = [1; SUMS];
    for &(board, value) in samples {
        if let Some(bound) = bounds.get_mut(small.sum(board) as usize) {
            *bound = (*bound).max((value / POINTS as f32).round() as u8);
        }
    }
    bounds
}

/// A network that learns.
struct Net {
    layout: Layout,
    small: Small,
    bounds: [u8; SUMS],
}

/// What a network made of a board on the way to its answer.
struct Thought {
    first: [f32; MAX_NEURONS],
    second: [f32; MAX_NEURONS],
    /// The part of the bound.
    part: f32,
}

impl Net {
    fn think(&self, weights: &[f32], board: u64) -> Thought {
        let layout = &self.layout;
        let mut thought = Thought { first: [0.0; MAX_NEURONS], second: [0.0; MAX_NEURONS], part: 0.0 };
        let first = &mut thought.first[..layout.first];
        first.copy_from_slice(&weights[layout.first_biases()..layout.columns()]);
        for row in layout.rows(board) {
            first.iter_mut().zip(&weights[row..row + layout.first]).for_each(|(sum, weight)| *sum += weight);
        }
        first.iter_mut().for_each(|sum| *sum = sum.clamp(0.0, 1.0));
        let mut last = weights[layout.size() - 1];
        let columns = weights[layout.columns()..layout.second_biases()].chunks_exact(layout.first);
        for (i, column) in columns.enumerate() {
            // Eight sums side by side, which a processor adds at once.
            let mut sums = [0.0; 8];
            for (values, weights) in first.chunks_exact(8).zip(column.chunks_exact(8)) {
                sums.iter_mut()
                    .zip(values.iter().zip(weights))
                    .for_each(|(sum, (value, weight))| *sum += value * weight);
            }
            let value = (weights[layout.second_biases() + i] + sums.iter().sum::<f32>()).clamp(0.0, 1.0);
            last += weights[layout.last() + i] * value;
            thought.second[i] = value;
        }
        thought.part = 1.0 / (1.0 + (-last).exp());
        thought
    }

    /// Adds to the slopes what a board's error says of every weight.
    fn blame(&self, weights: &[f32], slopes: &mut [f32], board: u64, thought: &Thought, error: f32) {
        let layout = &self.layout;
        let inside = |value: f32| value > 0.0 && value < 1.0;
        let first = &thought.first[..layout.first];
        slopes[layout.size() - 1] += error;
        let mut back = [0.0; MAX_NEURONS];
        let back = &mut back[..layout.first];
        for (i, value) in thought.second[..layout.second].iter().enumerate() {
            slopes[layout.last() + i] += error * value;
            if inside(*value) {
                let error = error * weights[layout.last() + i];
                slopes[layout.second_biases() + i] += error;
                let column = layout.columns() + i * layout.first..layout.columns() + (i + 1) * layout.first;
                let values = first.iter().zip(back.iter_mut());
                for ((slope, weight), (value, back)) in
                    slopes[column.clone()].iter_mut().zip(&weights[column]).zip(values)
                {
                    *slope += error * value;
                    *back += error * weight;
                }
            }
        }
        back.iter_mut().zip(first).filter(|(_, value)| !inside(**value)).for_each(|(back, _)| *back = 0.0);
        for at in layout.rows(board).chain([layout.first_biases()]) {
            slopes[at..at + layout.first].iter_mut().zip(&*back).for_each(|(slope, back)| *slope += back);
        }
    }

    fn train(&self, samples: &mut [(u64, f32)], dice: &mut Dice1, name: &str) -> Vec<f32> {
        let size = self.layout.size();
        let mut weights: Vec<f32> = (0..size).map(|i| self.start(i, dice)).collect();
        let (mut mean, mut square) = (vec![0.0; size], vec![0.0; size]);
        let mut slopes = vec![0.0; size];
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
                    let thought = self.think(&used, board);
                    let bound = f32::from(self.bounds[(self.small.sum(board) as usize).min(SUMS - 1)]) * POINTS as f32;
                    let error = thought.part - (value / bound).min(1.0);
                    squares += f64::from(error * bound).powi(2);
                    // The logistic loss, by the points at stake.
                    self.blame(&used, &mut slopes, board, &thought, error * bound / 1000.0);
                }
                step += 1;
                let done = step as f32 / steps;
                let rate = RATE * (1.0 - done).max(0.01) * (step as f32 / 500.0).min(1.0);
                let (young, old) = (1.0 - 0.9_f32.powi(step), 1.0 - 0.999_f32.powi(step));
                for i in 0..size {
                    let slope = slopes[i] / BATCH as f32;
                    mean[i] = 0.9 * mean[i] + 0.1 * slope;
                    square[i] = 0.999 * square[i] + 0.001 * slope * slope;
                    let pace = mean[i] / young / ((square[i] / old).sqrt() + 1e-7);
                    weights[i] = (weights[i] - rate * pace).clamp(-LARGEST, LARGEST);
                    let steps = STEPS as f32;
                    used[i] = if epoch >= ROUNDED { (weights[i] * steps).round() / steps } else { weights[i] };
                }
            }
            let off = (squares / samples.len() as f64).sqrt();
            println!("{name}: epoch {}, off by {off:.1} points", epoch + 1);
        }
        weights
    }

    /// A weight to begin with: anything small, in the last layer anything, and biases that let neurons answer.
    fn start(&self, at: usize, dice: &mut Dice1) -> f32 {
        let layout = &self.layout;
        let any = ticket(dice.word(), 1 << 24) as f32 / (1 << 23) as f32 - 1.0;
        if at >= layout.last() {
            any
        } else if at >= layout.second_biases() || (layout.first_biases()..layout.columns()).contains(&at) {
            0.2 + 0.2 * any
        } else {
            0.3 * any
        }
    }
}

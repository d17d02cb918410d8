//! What a 3×3 board that chance has yet to fill is still good for: points to come, as a small network of whole numbers
//! has learned them from the solved game. `cargo run --release -p tilewright-benches --bin learn` makes its file.
//!
//! The best board of a sum bounds what there is to get; the network says which part of it a board is good for. Its first
//! layer adds up a row of weights for each cell, so that it costs little.

use super::judge::part;
use std::sync::LazyLock;

/// The number of cells.
pub const CELLS: u32 = 9;

/// Ranks that are told apart; higher ones count as the last.
pub const RANKS: usize = 10;
/// Neurons of the first layer.
pub const FIRST: usize = 56;
/// Neurons of the second layer.
pub const SECOND: usize = 16;
/// Sums with a bound of their own. Beyond them there is a tile of 1024, and the rest is like a new game.
pub const SUMS: usize = 512;
/// Points that a step of a bound stands for.
pub const POINTS: u32 = 24;
/// Steps of a weight that make one.
pub const STEPS: i32 = 16;

/// Where the parts of the file begin, one after the other: bounds, then for each cell and rank its weights, the first
/// layer's biases, for each neuron of the second its weights, their biases, the weights of the last and its bias.
const ROWS: usize = SUMS;
const ROW_BIAS: usize = ROWS + CELLS as usize * RANKS * FIRST;
const COLUMNS: usize = ROW_BIAS + FIRST;
const COLUMN_BIAS: usize = COLUMNS + FIRST * SECOND;
const LAST: usize = COLUMN_BIAS + SECOND;
/// The bytes of the file.
pub const SIZE: usize = LAST + SECOND + 1;

/// The bounds and the weights.
pub static FILE: &[u8; SIZE] = include_bytes!("network.bin");

/// The file's weights, in a form that processors multiply at once.
static WEIGHTS: LazyLock<Box<[i16]>> = LazyLock::new(|| FILE.iter().map(|byte| byte.cast_signed().into()).collect());

/// The rank in a cell.
#[inline]
pub fn rank(board: u64, cell: u32) -> usize {
    (board >> (4 * cell) & 15) as usize
}

/// The sum of the tiles in twos.
pub fn sum(board: u64) -> usize {
    (0..CELLS).map(|cell| 1 << rank(board, cell) >> 1).sum()
}

/// The points to come on an image.
pub(super) fn worth(board: u64) -> f64 {
    let weights = &**WEIGHTS;
    let mut first = [0; FIRST];
    first.copy_from_slice(&weights[ROW_BIAS..COLUMNS]);
    for cell in 0..CELLS {
        let row = ROWS + (cell as usize * RANKS + rank(board, cell).min(RANKS - 1)) * FIRST;
        first.iter_mut().zip(&weights[row..row + FIRST]).for_each(|(sum, weight)| *sum += weight);
    }
    first.iter_mut().for_each(|sum| *sum = (*sum).clamp(0, STEPS as i16));
    let mut last = i32::from(weights[SIZE - 1]) * STEPS * STEPS;
    for (neuron, column) in weights[COLUMNS..COLUMN_BIAS].chunks_exact(FIRST).enumerate() {
        let bias = i32::from(weights[COLUMN_BIAS + neuron]) * STEPS;
        let sum: i32 = column.iter().zip(&first).map(|(weight, value)| i32::from(*weight) * i32::from(*value)).sum();
        last += i32::from(weights[LAST + neuron]) * (bias + sum).clamp(0, STEPS * STEPS);
    }
    bound(sum(board)) * part(f64::from(last) / f64::from(STEPS * STEPS * STEPS))
}

/// The most points to come on boards of that sum, about.
fn bound(sum: usize) -> f64 {
    f64::from(FILE[sum % SUMS]) * f64::from(POINTS)
}

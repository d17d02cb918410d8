//! Factor: material, which is numbers to divide, large ones above all, as long as there is room for the next.
//!
//! The value is an estimate of the points to come; the weights were fitted to games played with it.

use super::log2;
use tilewright_core::{Game, Topology};

pub(crate) struct Factor {
    /// For each cell its row and column.
    coords: Vec<(i8, i8)>,
}

/// A number that no other divides or is divided by waits for the right one to come.
fn lonely(value: f64, log: f64) -> f64 {
    60.7 - 16.5 * log + 0.56 * value
}

/// A number with one of its divisors on the board.
fn divisible(value: f64, log: f64) -> f64 {
    22.6 - 6.8 * log + 0.18 * value
}

/// Two equal numbers: they can only go together.
fn equal(value: f64) -> f64 {
    -16.6 - 0.57 * value
}

impl Factor {
    pub(super) fn new(topology: &Topology) -> Self {
        Self { coords: topology.cells().map(|cell| topology.coords(cell)).collect() }
    }

    pub(super) fn value<G: Game>(&self, game: &G, state: &G::State) -> f64 {
        let cells = self.coords.len();
        let mut values = [0; Topology::MAX_CELLS];
        game.values(state, &mut values[..cells]);
        let mut tiles = [(0, (0, 0)); Topology::MAX_CELLS];
        let mut count = 0;
        for (value, coords) in values.iter().zip(&self.coords).filter(|(value, _)| **value > 0) {
            tiles[count] = (*value, *coords);
            count += 1;
        }
        let tiles = &tiles[..count];
        let (empty, count) = (cells - count, count as f64);
        // In tiles of the usual size, for the larger the numbers the more there is to lose.
        let tight = if 8 * empty < cells {
            30.0
        } else if 4 * empty < cells {
            2.5
        } else {
            0.0
        };
        let mean = tiles.iter().map(|(value, _)| f64::from(*value)).sum::<f64>() / count.max(1.0);
        let share = 16.0 * count / cells as f64;
        let mut sum = 10.7 * share + 0.42 * share * share - tight * mean;
        sum -= 12.1 * f64::from(game.clock(state).unwrap_or(0));
        for (i, &(value, (row, column))) in tiles.iter().enumerate() {
            let (points, log) = (f64::from(value), log2(value));
            sum += 9.0 * log + 1.22 * points;
            let mut is_lonely = true;
            for (j, &(other, at)) in tiles.iter().enumerate() {
                let divides = value.is_multiple_of(other);
                if i == j || !divides && !other.is_multiple_of(value) {
                    continue;
                }
                is_lonely = false;
                if divides {
                    sum += if value == other { 0.5 * equal(points) } else { divisible(points, log) };
                }
                if i < j && (at.0 == row || at.1 == column) {
                    sum += 4.0;
                }
            }
            if is_lonely {
                sum += lonely(points, log);
            }
        }
        sum
    }
}

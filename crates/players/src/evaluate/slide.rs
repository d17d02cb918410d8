//! Slide: lines that fall from one end to the other, empty cells, and equal tiles next to each other.

use std::sync::LazyLock;
use tilewright_core::{Dir, Game, Topology};
use tilewright_games::slide::Rules;

/// The value of the end of a game.
pub(crate) const END: f64 = 0.0;
/// The distance to the end within which values are compressed: half of what an empty line is worth.
pub(crate) const MARGIN: f64 = 100_000.0;

/// Any slide board, from the values of its tiles: for boards that the packed search does not take. It has the same
/// evaluation as lookup tables.
pub(crate) struct Slide {
    /// The lines of one direction of each axis, as cells.
    lines: Vec<Vec<u8>>,
    /// What is added to the exponents of values: 1 if there are tiles of 1, as rank 0 is an empty cell.
    offset: u32,
}

impl Slide {
    pub(super) fn new(rules: &Rules, topology: &Topology) -> Self {
        let axes = (0..topology.dir_count() as u8 / 2).map(Dir);
        let lines = axes.flat_map(|dir| topology.lines(dir)).map(|line| line.iter().map(|cell| cell.0).collect());
        Self { lines: lines.collect(), offset: u32::from(rules.spawn.smallest() == 1) }
    }

    pub(super) fn value<G: Game>(&self, game: &G, state: &G::State) -> f64 {
        let mut values = [0; Topology::MAX_CELLS];
        game.values(state, &mut values[..game.topology().len()]);
        let rank = |cell: &u8| match values[usize::from(*cell)] {
            0 => 0,
            value => value.trailing_zeros() + self.offset,
        };
        self.lines.iter().map(|line| line_value(line.iter().map(rank))).sum()
    }
}

/// For each rank its 3.5th and its 4th power.
static POWERS: LazyLock<[(f64, f64); 32]> =
    LazyLock::new(|| std::array::from_fn(|rank| ((rank as f64).powf(3.5), (rank as f64).powi(4))));

/// The value of a line by the ranks of its tiles, 0 for an empty cell. The weights are those of a published program for
/// 4×4 (nneonneo's 2048-ai), found there by search; they carry over to other boards.
pub(crate) fn line_value(ranks: impl Iterator<Item = u32>) -> f64 {
    let (mut sum, mut empty, mut merges, mut run) = (0.0, 0.0, 0.0, 0.0);
    let (mut rising, mut falling) = (0.0, 0.0);
    let mut before: Option<f64> = None;
    let mut tile = 0;
    for rank in ranks {
        let (weight, height) = POWERS[rank as usize & 31];
        sum += weight;
        if rank == 0 {
            empty += 1.0;
        } else {
            if tile == rank {
                run += 1.0;
            } else if run > 0.0 {
                merges += 1.0 + run;
                run = 0.0;
            }
            tile = rank;
        }
        if let Some(before) = before {
            let step: f64 = height - before;
            if step > 0.0 {
                rising += step;
            } else {
                falling -= step;
            }
        }
        before = Some(height);
    }
    if run > 0.0 {
        merges += 1.0 + run;
    }
    200_000.0 + 270.0 * empty + 700.0 * merges - 47.0 * f64::min(rising, falling) - 11.0 * sum
}

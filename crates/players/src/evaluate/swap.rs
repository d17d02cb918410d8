//! Swap: moves to choose from, equal tiles near each other, and few tiles that no new tile can ever match.

use super::log2;
use tilewright_core::{Cell, Dir, Game, Topology};
use tilewright_games::swap::Rules;

pub(crate) struct Swap {
    cells: Vec<Neighbourhood>,
    /// What is added to the logarithms of values: 1 if there are tiles of 1, which would count for nothing otherwise.
    offset: f64,
}

/// A cell's row, and the cells to compare it with, each pair once, with their weights.
struct Neighbourhood {
    row: f64,
    near: Vec<(u8, f64)>,
}

impl Swap {
    pub(super) fn new(rules: &Rules, topology: &Topology) -> Self {
        let neighbourhood = |cell: Cell| {
            let (right, down) = (topology.neighbour(cell, Dir::RIGHT), topology.neighbour(cell, Dir::DOWN));
            let beyond = |next: Option<Cell>, dir| next.and_then(|next| topology.neighbour(next, dir));
            let near = [
                (right, 0.5),
                (down, 0.5),
                (beyond(right, Dir::RIGHT), 0.3),
                (beyond(down, Dir::DOWN), 0.3),
                (beyond(right, Dir::UP), 0.2),
                (beyond(right, Dir::DOWN), 0.2),
            ];
            let near = near.into_iter().filter_map(|(cell, weight)| Some((cell?.0, weight))).collect();
            Neighbourhood { row: topology.coords(cell).0.into(), near }
        };
        let offset = if rules.spawn.smallest() == 1 { 1.0 } else { 0.0 };
        Self { cells: topology.cells().map(neighbourhood).collect(), offset }
    }

    pub(super) fn value<G: Game>(&self, game: &G, state: &G::State, moves: u32) -> f64 {
        let mut values = [0; Topology::MAX_CELLS];
        game.values(state, &mut values[..self.cells.len()]);
        let mut ranks = [0.0; Topology::MAX_CELLS];
        for (rank, value) in ranks.iter_mut().zip(&values[..self.cells.len()]).filter(|(_, value)| **value > 0) {
            *rank = log2(*value) + self.offset;
        }
        let mut sum = 12.0 * f64::from(moves).sqrt();
        for (own, Neighbourhood { row, near }) in ranks.iter().zip(&self.cells) {
            // The higher a tile, the rarer its equals; low on the board it is out of the way.
            sum -= own + 0.01 * own * own * (1.0 - row);
            for (cell, weight) in near {
                if ranks[usize::from(*cell)] == *own {
                    sum += weight * own;
                }
            }
        }
        sum
    }
}

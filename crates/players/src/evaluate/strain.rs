//! Strain: empty cells, high tiles next to their equals or nearly so, and little strain.

use tilewright_core::{Dir, Game, Tile, Topology};

pub(crate) struct Strain {
    /// For each cell its neighbours to the right and below.
    neighbours: Vec<[Option<u8>; 2]>,
}

impl Strain {
    pub(super) fn new(topology: &Topology) -> Self {
        let neighbours =
            |cell| [Dir::RIGHT, Dir::DOWN].map(|dir| topology.neighbour(cell, dir).map(|neighbour| neighbour.0));
        Self { neighbours: topology.cells().map(neighbours).collect() }
    }

    pub(super) fn value<G: Game>(&self, game: &G, state: &G::State) -> f64 {
        let mut tiles = [None::<Tile>; Topology::MAX_CELLS];
        for (cell, tile) in game.topology().cells().zip(&mut tiles) {
            *tile = game.tile(state, cell);
        }
        let (mut sum, mut empty) = (0.0, 0.0);
        for (tile, neighbours) in tiles.iter().zip(&self.neighbours) {
            let Some(tile) = tile else {
                empty += 1.0;
                continue;
            };
            let value = f64::from(tile.value);
            sum += 1.5 * value + 1.2 * value * value - f64::from(tile.strain);
            for neighbour in neighbours.iter().flatten().filter_map(|cell| tiles[usize::from(*cell)]) {
                match neighbour.value.abs_diff(tile.value) {
                    0 => sum += 2.7 * value,
                    1 => sum += 1.6,
                    gap => sum -= 0.7 * f64::from(gap),
                }
            }
        }
        sum + 80.0 * f64::sqrt(empty)
    }
}

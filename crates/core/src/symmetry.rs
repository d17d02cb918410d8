//! Symmetries: rotations and reflections that map a board onto itself.

use crate::{Cell, Dir, Shape, Topology};
use alloc::vec::Vec;

/// One symmetry: where each cell and each direction goes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symmetry {
    cells: Vec<Cell>,
    dirs: Vec<Dir>,
}

impl Symmetry {
    /// Where a cell goes.
    #[inline]
    pub fn cell(&self, cell: Cell) -> Cell {
        self.cells[cell.index()]
    }

    /// Where a direction goes.
    #[inline]
    pub fn dir(&self, dir: Dir) -> Dir {
        self.dirs[dir.index()]
    }
}

/// A linear map of centred coordinates: `(a, b)` goes to `(m0·a + m1·b, m2·a + m3·b)`.
type Map = [i8; 4];

const IDENTITY: Map = [1, 0, 0, 1];

fn apply(map: Map, (a, b): (i8, i8)) -> (i8, i8) {
    (map[0] * a + map[1] * b, map[2] * a + map[3] * b)
}

/// First `second`, then `first`.
fn compose(first: Map, second: Map) -> Map {
    let (a, c) = apply(first, (second[0], second[2]));
    let (b, d) = apply(first, (second[1], second[3]));
    [a, b, c, d]
}

/// All symmetries of a board: 8 of a square, 4 of a rectangle, 12 of a hexagon; the identity first.
pub(crate) fn find(topology: &Topology) -> Vec<Symmetry> {
    let (turn, mirror, turns) = match topology.shape() {
        Shape::Square { width, height, .. } if width == height => ([0, 1, -1, 0], [1, 0, 0, -1], 4),
        Shape::Square { .. } => ([-1, 0, 0, -1], [1, 0, 0, -1], 2),
        // (q, r) → (−r, q + r) turns by 60°; swapping q and r mirrors.
        Shape::Hex { .. } => ([0, -1, 1, 1], [0, 1, 1, 0], 6),
    };
    let mut symmetries = Vec::new();
    for reflection in [IDENTITY, mirror] {
        let mut map = reflection;
        for _ in 0..turns {
            symmetries.push(symmetry(topology, map));
            map = compose(turn, map);
        }
    }
    symmetries
}

fn symmetry(topology: &Topology, map: Map) -> Symmetry {
    // Coordinates are doubled so that the middle of an even board is an integer.
    let middle = match topology.shape() {
        Shape::Square { width, height, .. } => (height as i8 - 1, width as i8 - 1),
        Shape::Hex { .. } => (0, 0),
    };
    let place = |cell| {
        let (a, b) = topology.coords(cell);
        let (a, b) = apply(map, (2 * a - middle.0, 2 * b - middle.1));
        topology.cell_at((a + middle.0) / 2, (b + middle.1) / 2).expect("a symmetry maps the board onto itself")
    };
    let turn = |dir| {
        let vector = apply(map, topology.vector(dir));
        topology
            .dirs()
            .find(|&other| topology.vector(other) == vector)
            .expect("a symmetry maps directions to directions")
    };
    Symmetry { cells: topology.cells().map(place).collect(), dirs: topology.dirs().map(turn).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn find_all_shapes_maps_neighbours_to_neighbours() {
        for (topology, count) in
            [(Topology::square(4, 4), 8), (Topology::square(5, 3), 4), (Topology::hex(1), 12), (Topology::hex(3), 12)]
        {
            let topology = topology.unwrap();
            let symmetries = topology.symmetries();
            assert_eq!(symmetries.len(), count);
            assert!(topology.cells().all(|cell| symmetries[0].cell(cell) == cell));
            for (i, s) in symmetries.iter().enumerate() {
                assert!(symmetries[..i].iter().all(|other| other != s), "all differ");
                for cell in topology.cells() {
                    for dir in topology.dirs() {
                        assert_eq!(
                            topology.neighbour(cell, dir).map(|n| s.cell(n)),
                            topology.neighbour(s.cell(cell), s.dir(dir))
                        );
                    }
                }
            }
        }
    }
}

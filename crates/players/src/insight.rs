//! What a family knows about itself: how good a board is to stand on.
//!
//! Values are in the family's own measure; only their order and their distances matter to a search.

use tilewright_core::{Cell, Dir, Game, Notation, Position, Tile, Topology};

/// A family's judgement of a board.
pub trait Insight: Sync {
    /// How good a settled board is from which `moves` actions are legal.
    fn worth(&self, topology: &Topology, position: &Position, moves: u32) -> f64;

    /// What the end of the game is worth.
    fn over(&self) -> f64 {
        0.0
    }

    /// What a point is worth in this measure.
    fn points(&self) -> f64 {
        1.0
    }
}

/// The judgement of a game's family, which its notation tells.
pub(crate) fn of<G: Game>(game: &G) -> &'static dyn Insight {
    match game.notation() {
        Notation::Direction => &Slide,
        Notation::Pair => &Swap,
        Notation::Step => &Strain,
        Notation::DirectionOrStep => &Factor,
    }
}

/// Lines that fall from one end to the other, room, and equal tiles side by side.
pub(crate) struct Slide;

impl Slide {
    /// A line by the ranks of its tiles, 0 where there is none. The weights are those that a published program found
    /// by search for 4×4 (nneonneo's 2048-ai); they carry over to other boards.
    pub(crate) fn line(ranks: impl Iterator<Item = u32>) -> f64 {
        let (mut sum, mut empty, mut merges, mut run) = (0.0, 0.0, 0.0, 0.0);
        let (mut rising, mut falling) = (0.0, 0.0);
        let mut before: Option<u32> = None;
        let mut tile = 0;
        for rank in ranks {
            sum += f64::from(rank).powf(3.5);
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
                let step = f64::from(rank).powi(4) - f64::from(before).powi(4);
                if step > 0.0 {
                    rising += step;
                } else {
                    falling -= step;
                }
            }
            before = Some(rank);
        }
        if run > 0.0 {
            merges += 1.0 + run;
        }
        200_000.0 + 270.0 * empty + 700.0 * merges - 47.0 * f64::min(rising, falling) - 11.0 * sum
    }
}

impl Insight for Slide {
    fn worth(&self, topology: &Topology, position: &Position, _moves: u32) -> f64 {
        let rank = |cell: &Cell| position.tiles[cell.index()].map_or(0, |tile| tile.value.trailing_zeros());
        let axes = topology.dir_count() / 2;
        (0..axes as u8).flat_map(|dir| topology.lines(Dir(dir))).map(|line| Self::line(line.iter().map(rank))).sum()
    }

    // Points come by themselves to whoever survives, and chasing them breaks the lines.
    fn points(&self) -> f64 {
        0.0
    }
}

/// Swaps to choose from, and little that no new tile can ever match.
pub(crate) struct Swap;

impl Insight for Swap {
    fn worth(&self, topology: &Topology, position: &Position, moves: u32) -> f64 {
        let face = |cell: Cell| position.tiles[cell.index()].map_or(0, |tile: Tile| tile.value);
        let mut worth = 0.0;
        for cell in topology.cells() {
            let own = face(cell);
            // The higher a tile, the rarer its equals.
            let rank = f64::from(own.max(1)).log2();
            worth -= rank;
            for dir in [Dir::RIGHT, Dir::DOWN] {
                let beside = topology.neighbour(cell, dir);
                if beside.is_some_and(|other| face(other) == own) {
                    worth += rank * 0.5;
                }
                let beyond = beside.and_then(|beside| topology.neighbour(beside, dir));
                if beyond.is_some_and(|other| face(other) == own) {
                    worth += rank * 0.3;
                }
            }
        }
        worth + 12.0 * f64::from(moves).sqrt()
    }

    fn over(&self) -> f64 {
        -1000.0
    }

    fn points(&self) -> f64 {
        0.01
    }
}

/// Room, equal neighbours, and no strain.
pub(crate) struct Strain;

impl Insight for Strain {
    fn worth(&self, topology: &Topology, position: &Position, _moves: u32) -> f64 {
        let mut worth = 0.0;
        let mut empty = 0.0;
        for cell in topology.cells() {
            let Some(tile) = position.tiles[cell.index()] else {
                empty += 1.0;
                continue;
            };
            worth += f64::from(tile.value) * 1.5 - f64::from(tile.strain) * 2.0;
            for dir in [Dir::RIGHT, Dir::DOWN] {
                let beside = topology.neighbour(cell, dir).and_then(|beside| position.tiles[beside.index()]);
                if let Some(beside) = beside {
                    match beside.value.abs_diff(tile.value) {
                        0 => worth += 2.0 * f64::from(tile.value),
                        1 => worth += 1.0,
                        gap => worth -= f64::from(gap),
                    }
                }
            }
        }
        worth + 60.0 * f64::sqrt(empty)
    }

    fn over(&self) -> f64 {
        -1000.0
    }
}

/// Room, and numbers that divide others.
pub(crate) struct Factor;

impl Insight for Factor {
    fn worth(&self, _topology: &Topology, position: &Position, _moves: u32) -> f64 {
        let empty = position.tiles.iter().filter(|tile| tile.is_none()).count();
        let tiles = position.tiles.iter().flatten();
        let mut worth = 0.0;
        for (i, tile) in tiles.clone().enumerate() {
            for other in tiles.clone().skip(i + 1) {
                let (low, high) = (tile.value.min(other.value), tile.value.max(other.value));
                if high.is_multiple_of(low) {
                    worth += 4.0;
                }
            }
        }
        worth + 100.0 * f64::sqrt(empty as f64)
    }

    fn over(&self) -> f64 {
        -2000.0
    }
}

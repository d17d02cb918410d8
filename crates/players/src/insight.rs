//! What a family knows about itself: how good a board is to stand on.
//!
//! Values are in the family's own measure; only their order and their distances matter to a search.

use std::sync::LazyLock;
use tilewright_core::{Cell, Dir, Game, Notation, Position, Tile, Topology};

/// A family's judgement of a board.
pub trait Insight: Sync {
    /// How good a settled board is from which `moves` actions are legal.
    fn worth(&self, topology: &Topology, position: &Position, moves: u32) -> f64;

    /// Whether it judges boards that chance has yet to fill, too: then there is no need to draw chance at the leaves.
    fn foresees(&self) -> bool {
        false
    }

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

/// For each rank its 3.5th and its 4th power.
static POWERS: LazyLock<[(f64, f64); 32]> =
    LazyLock::new(|| std::array::from_fn(|rank| ((rank as f64).powf(3.5), (rank as f64).powi(4))));

/// Lines that fall from one end to the other, room, and equal tiles side by side.
pub(crate) struct Slide;

impl Slide {
    /// A line by the ranks of its tiles, 0 where there is none. The weights are those that a published program found
    /// by search for 4×4 (nneonneo's 2048-ai); they carry over to other boards.
    pub(crate) fn line(ranks: impl Iterator<Item = u32>) -> f64 {
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

/// Swaps to choose from, equal tiles near each other, and little that no new tile can ever match.
pub(crate) struct Swap;

impl Insight for Swap {
    fn worth(&self, topology: &Topology, position: &Position, moves: u32) -> f64 {
        let rank = |tile: &Option<Tile>| tile.map_or(0.0, |tile| f64::from(tile.value).log2());
        let mut ranks = [0.0; Topology::MAX_CELLS];
        ranks.iter_mut().zip(&position.tiles).for_each(|(slot, tile)| *slot = rank(tile));
        let mut worth = 12.0 * f64::from(moves).sqrt();
        for cell in topology.cells() {
            let own = ranks[cell.index()];
            let equal = |other: Option<Cell>| other.is_some_and(|other| ranks[other.index()] == own);
            let row = f64::from(topology.coords(cell).0);
            // The higher a tile, the rarer its equals; low on the board it is out of the way.
            worth -= own + 0.01 * own * own * (1.0 - row);
            let (right, down) = (topology.neighbour(cell, Dir::RIGHT), topology.neighbour(cell, Dir::DOWN));
            let beyond = |next: Option<Cell>, dir| next.and_then(|next| topology.neighbour(next, dir));
            for (near, share) in [
                (right, 0.5),
                (down, 0.5),
                (beyond(right, Dir::RIGHT), 0.3),
                (beyond(down, Dir::DOWN), 0.3),
                (beyond(right, Dir::UP), 0.2),
                (beyond(right, Dir::DOWN), 0.2),
            ] {
                if equal(near) {
                    worth += share * own;
                }
            }
        }
        worth
    }

    fn over(&self) -> f64 {
        -1000.0
    }

    // Who can go on earns more than who takes what there is.
    fn points(&self) -> f64 {
        0.01
    }
}

/// Room, high tiles beside their equals or nearly so, and no strain.
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
            let value = f64::from(tile.value);
            worth += 1.5 * value + 1.2 * value * value - f64::from(tile.strain);
            for dir in [Dir::RIGHT, Dir::DOWN] {
                let beside = topology.neighbour(cell, dir).and_then(|beside| position.tiles[beside.index()]);
                match beside.map(|beside| beside.value.abs_diff(tile.value)) {
                    None => {}
                    Some(0) => worth += 2.7 * value,
                    Some(1) => worth += 1.6,
                    Some(gap) => worth -= 0.7 * f64::from(gap),
                }
            }
        }
        worth + 80.0 * f64::sqrt(empty)
    }

    fn over(&self) -> f64 {
        -1000.0
    }

    fn points(&self) -> f64 {
        0.7
    }
}

/// Material: numbers to divide, large ones above all, as long as there is room for the next.
pub(crate) struct Factor;

impl Factor {
    /// A number that no other divides or is divided by waits for the right one to come.
    fn lonely(value: f64) -> f64 {
        60.7 - 16.5 * value.log2() + 0.56 * value
    }

    /// A number beside one of its divisors, wherever they stand.
    fn divisible(value: f64) -> f64 {
        22.6 - 6.8 * value.log2() + 0.18 * value
    }

    /// Two equal numbers: they can only go together.
    fn equal(value: f64) -> f64 {
        -16.6 - 0.57 * value
    }
}

impl Insight for Factor {
    // What points are still to come, as far as they are in sight: the weights were fitted to games of this judgement.
    fn worth(&self, topology: &Topology, position: &Position, _moves: u32) -> f64 {
        let mut tiles = [(0, 0.0_f64, (0, 0)); Topology::MAX_CELLS];
        let mut count = 0;
        for cell in topology.cells() {
            if let Some(tile) = position.tiles[cell.index()] {
                tiles[count] = (tile.value, tile.value.into(), topology.coords(cell));
                count += 1;
            }
        }
        let tiles = &tiles[..count];
        let (cells, empty, count) = (topology.len(), topology.len() - count, count as f64);
        // In tiles of the usual size, for the larger the numbers the more there is to lose.
        let tight = if 8 * empty < cells {
            30.0
        } else if 4 * empty < cells {
            2.5
        } else {
            0.0
        };
        let mean = tiles.iter().map(|(_, points, _)| points).sum::<f64>() / count.max(1.0);
        let share = 16.0 * count / cells as f64;
        let mut worth = 10.7 * share + 0.42 * share * share - tight * mean;
        worth -= 12.1 * f64::from(position.clock.unwrap_or(0));
        for (i, &(value, points, (row, column))) in tiles.iter().enumerate() {
            worth += 9.0 * points.log2() + 1.22 * points;
            let mut lonely = true;
            for (j, &(other, _, at)) in tiles.iter().enumerate() {
                let divides = value.is_multiple_of(other);
                if i == j || !divides && !other.is_multiple_of(value) {
                    continue;
                }
                lonely = false;
                if divides {
                    worth += if value == other { 0.5 * Self::equal(points) } else { Self::divisible(points) };
                }
                if i < j && (at.0 == row || at.1 == column) {
                    worth += 4.0;
                }
            }
            if lonely {
                worth += Self::lonely(points);
            }
        }
        worth
    }

    fn foresees(&self) -> bool {
        true
    }

    fn over(&self) -> f64 {
        -2000.0
    }
}

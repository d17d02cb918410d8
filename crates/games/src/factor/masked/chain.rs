//! The chain: what neighbours do to each other once an action has moved them, iteration by iteration.
//!
//! Two neighbours are *linked* if a step between them is possible: one divides the other, or they are equal and such
//! equals eliminate each other. Invariant: an iteration changes something if and only if there is a link. So a chain
//! looks at linked tiles only and continues while there are any. It ends because every step takes a tile off the board.

use super::{
    board::{Grid, Tiles, each, has},
    split::Split,
};
use crate::factor::{Equal, Order, linked, power};
use std::num::NonZeroU16;
use tilewright_core::{Cell, Dir, Event, Log, Part, Parts};

/// The order in which a tile looks around.
const AROUND: [Dir; 4] = [Dir::UP, Dir::DOWN, Dir::LEFT, Dir::RIGHT];

/// The rules of chains.
#[derive(Debug)]
pub(super) struct Chain {
    pub(super) order: Order,
    pub(super) equal: Equal,
}

impl Chain {
    /// Runs the chain to its end. Gives the points, or `None` if nothing changed.
    #[inline]
    pub(super) fn run<L: Log>(&self, grid: &Grid, tiles: &mut Tiles, log: &mut L) -> Option<u64> {
        let links = self.links(grid, tiles, tiles.occupied());
        (links.all() != 0).then(|| self.iterate(grid, tiles, links, log))
    }

    /// Iterates from these links on.
    fn iterate<L: Log>(&self, grid: &Grid, tiles: &mut Tiles, mut links: Links, log: &mut L) -> u64 {
        let (mut gain, mut n) = (0u64, 0);
        while links.all() != 0 {
            n += 1;
            log.push(Event::Wave { n });
            let linked = links.all();
            // There are at most 63 iterations, as each takes a tile.
            let times = 1 << (n - 1).min(63);
            let mut iteration = Iteration { grid, tiles, links, idle: linked, times, gain, log };
            match self.order {
                Order::FactorFirst => iteration.factor_first(),
                Order::SmallestFirst => iteration.smallest_first(),
            }
            gain = iteration.gain;
            // Only tiles that were linked may have changed, so new links have one of them at an end.
            links = self.links(grid, tiles, linked);
        }
        gain
    }

    /// The links that have at least one end in `near`.
    #[inline]
    fn links(&self, grid: &Grid, tiles: &Tiles, near: u64) -> Links {
        let occupied = tiles.occupied();
        let along = |dir| {
            let pairs = occupied & grid.before(occupied, dir) & (near | grid.before(near, dir));
            // Branch-free: whether two numbers divide is random, so a branch would be mispredicted.
            let linked = |cell| u64::from(self.linked(tiles.value(cell), tiles.value(grid.neighbour(cell, dir))));
            each(pairs).fold(0, |set, cell| set | linked(cell) << cell)
        };
        let (right, down) = (along(Dir::RIGHT), along(Dir::DOWN));
        Links { up: grid.before(down, Dir::UP), right, down, left: grid.before(right, Dir::LEFT) }
    }

    /// Whether two neighbours are linked.
    #[inline]
    fn linked(&self, a: u16, b: u16) -> bool {
        let (small, large) = if a < b { (a, b) } else { (b, a) };
        linked(self.equal, small, large)
    }
}

/// For each direction the tiles that are linked to their neighbour that way.
#[derive(Clone, Copy)]
struct Links {
    up: u64,
    right: u64,
    down: u64,
    left: u64,
}

impl Links {
    /// The tiles that are linked to anything.
    #[inline]
    fn all(&self) -> u64 {
        self.up | self.right | self.down | self.left
    }

    #[inline]
    fn toward(&self, dir: Dir) -> u64 {
        match dir {
            Dir::UP => self.up,
            Dir::RIGHT => self.right,
            Dir::DOWN => self.down,
            _ => self.left,
        }
    }
}

/// One iteration of a chain.
struct Iteration<'a, L> {
    grid: &'a Grid,
    tiles: &'a mut Tiles,
    /// As they were when it began. Between idle tiles they still hold.
    links: Links,
    /// The linked tiles that have not yet taken part.
    idle: u64,
    /// What its gains are multiplied by.
    times: u64,
    /// The chain's points so far.
    gain: u64,
    log: &'a mut L,
}

impl<L: Log> Iteration<'_, L> {
    /// First every factorization, then every elimination, then every merge.
    fn factor_first(&mut self) {
        let mut space = [0; 64];
        let ascending = self.ascending(&mut space);
        for &cell in ascending {
            self.factor(cell);
        }
        for cell in each(self.idle) {
            self.eliminate(cell, &[Dir::RIGHT, Dir::DOWN]);
        }
        for &cell in ascending {
            self.merge(cell);
        }
    }

    /// Tile by tile, each doing the first thing it can.
    fn smallest_first(&mut self) {
        let mut space = [0; 64];
        for &cell in self.ascending(&mut space) {
            let _ = self.factor(cell) || self.eliminate(cell, &AROUND) || self.merge(cell);
        }
    }

    /// The idle tiles ascending by value, then in scan order.
    fn ascending<'s>(&self, space: &'s mut [u8; 64]) -> &'s [u8] {
        let mut len = 0;
        for cell in each(self.idle) {
            space[len] = cell;
            len += 1;
        }
        let cells = &mut space[..len];
        cells.sort_unstable_by_key(|&cell| (self.tiles.value(cell), cell));
        cells
    }

    /// The neighbour in that direction, if the two are linked and both idle.
    #[inline]
    fn partner(&self, cell: u8, dir: Dir) -> Option<u8> {
        let other = self.grid.neighbour(cell, dir);
        (has(self.links.toward(dir) & self.idle, cell) && has(self.idle, other)).then_some(other)
    }

    /// Factorization: the centre is split into factors, each of which divides a neighbour.
    fn factor(&mut self, centre: u8) -> bool {
        let value = self.tiles.value(centre);
        let (mut cells, mut values, mut len) = ([0; 4], [0; 4], 0);
        for other in AROUND.into_iter().filter_map(|dir| self.partner(centre, dir)) {
            // Linked and smaller: a divisor.
            if self.tiles.value(other) < value {
                (cells[len], values[len]) = (other, self.tiles.value(other));
                len += 1;
            }
        }
        // One candidate is not enough, and the search takes time.
        let found = if len < 2 { None } else { Split::find(value, &values[..len]) };
        let Some(split) = found else { return false };
        let mut sum = u64::from(self.take(centre));
        let mut parts = [None; 4];
        for (factor, i) in split.pairs() {
            let (at, old) = (cells[usize::from(i)], values[usize::from(i)]);
            sum += u64::from(old);
            let value = self.divide(at, factor);
            parts[usize::from(i)] = Some(Part { at: Cell(at), value });
        }
        if L::ACTIVE {
            let mut logged = Parts::default();
            // In scan order: the candidates stand in the order up, down, left, right.
            parts.sort_unstable_by_key(|part| part.map(|part| part.at));
            parts.into_iter().flatten().for_each(|part| logged.push(part));
            self.log.push(Event::Factored { centre: Cell(centre), parts: logged });
        }
        self.score(sum);
        true
    }

    /// Elimination: a tile and the first equal neighbour go.
    fn eliminate(&mut self, a: u8, dirs: &[Dir]) -> bool {
        let value = self.tiles.value(a);
        let equal = |&b: &u8| self.tiles.value(b) == value;
        let Some(b) = dirs.iter().filter_map(|&dir| self.partner(a, dir)).find(equal) else { return false };
        self.take(a);
        self.take(b);
        if L::ACTIVE {
            self.log.push(Event::Eliminated { a: Cell(a), b: Cell(b), value: value.into(), power: power(value) });
        }
        self.score(2 * u64::from(value));
        true
    }

    /// Merge: a tile goes and divides its largest multiple, the first of equal ones.
    fn merge(&mut self, from: u8) -> bool {
        let value = self.tiles.value(from);
        let mut largest = (value, from);
        for at in AROUND.into_iter().filter_map(|dir| self.partner(from, dir)) {
            if self.tiles.value(at) > largest.0 {
                largest = (self.tiles.value(at), at);
            }
        }
        let (old, at) = largest;
        if at == from {
            return false;
        }
        self.take(from);
        let value = self.divide(at, value).map_or(0, NonZeroU16::get);
        self.log.push(Event::Divided { from: Cell(from), at: Cell(at), value: value.into() });
        self.score(old.into());
        true
    }

    /// Removes a tile. It has taken part by that.
    #[inline]
    fn take(&mut self, cell: u8) -> u16 {
        self.idle &= !(1 << cell);
        self.tiles.take(cell)
    }

    /// Divides a tile, which has taken part by that. `None` if nothing remains of it.
    #[inline]
    fn divide(&mut self, cell: u8, by: u16) -> Option<NonZeroU16> {
        let rest = self.take(cell) / by;
        if rest < 2 {
            return None;
        }
        self.tiles.put(cell, rest);
        NonZeroU16::new(rest)
    }

    /// Scores a step of these values.
    #[inline]
    fn score(&mut self, values: u64) {
        let gain = values.saturating_mul(self.times);
        self.gain = self.gain.saturating_add(gain);
        self.log.push(Event::Scored { gain });
    }
}

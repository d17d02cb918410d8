//! The chain: what neighbours do to each other once an action has moved them, iteration by iteration.
//!
//! Two neighbours are *linked* where a step between them is possible: one divides the other, or they are equal and
//! such equals eliminate each other. Links are all that a chain needs to look at: where there is none nothing happens,
//! and where there is one something does, so a chain goes on while there are links. It ends because every step takes
//! a tile off the board.

use super::{
    Equal, Order,
    board::{Grid, Tiles, each, has},
    split::Split,
};
use std::num::NonZeroU16;
use tilewright_core::{Cell, Dir, Event, Log, Part, Parts, Power};

/// The order in which a tile looks around.
const AROUND: [Dir; 4] = [Dir::UP, Dir::DOWN, Dir::LEFT, Dir::RIGHT];

/// The rules of chains.
#[derive(Debug)]
pub(super) struct Chain {
    pub(super) order: Order,
    pub(super) equal: Equal,
}

impl Chain {
    /// Runs the chain to its end. Gives the points; none where nothing changed.
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
            // At most 63 iterations can be, since each takes a tile.
            let times = 1 << (n - 1).min(63);
            let mut iteration = Iteration { grid, tiles, links, idle: linked, times, gain, log };
            match self.order {
                Order::FactorFirst => iteration.factor_first(),
                Order::SmallestFirst => iteration.smallest_first(),
            }
            gain = iteration.gain;
            // What was linked may have changed; two tiles that both were not are still not.
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
            // Added without asking: whether two numbers divide is nothing that a processor could foresee.
            let linked = |cell| u64::from(self.linked(tiles.face(cell), tiles.face(grid.beside(cell, dir))));
            each(pairs).fold(0, |set, cell| set | linked(cell) << cell)
        };
        let (right, down) = (along(Dir::RIGHT), along(Dir::DOWN));
        Links { up: grid.before(down, Dir::UP), right, down, left: grid.before(right, Dir::LEFT) }
    }

    /// Whether two neighbours are linked.
    #[inline]
    fn linked(&self, a: u16, b: u16) -> bool {
        let (small, large) = if a < b { (a, b) } else { (b, a) };
        // No tile is 0; the maximum only saves the compiler from thinking of it.
        large % small.max(1) == 0 && (small != large || self.equal == Equal::Any || power(small) != Power::Plain)
    }
}

/// What kind of number two equals are.
fn power(face: u16) -> Power {
    if face.isqrt().pow(2) == face {
        Power::Square
    } else if (2..=40u16).any(|root| root.pow(3) == face) {
        Power::Cube
    } else {
        Power::Plain
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
    /// As they were when it began, which they still are among the idle.
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
        cells.sort_unstable_by_key(|&cell| (self.tiles.face(cell), cell));
        cells
    }

    /// The neighbour in that direction, if the two are linked and both idle.
    #[inline]
    fn partner(&self, cell: u8, dir: Dir) -> Option<u8> {
        let other = self.grid.beside(cell, dir);
        (has(self.links.toward(dir) & self.idle, cell) && has(self.idle, other)).then_some(other)
    }

    /// Factorization: the centre parts into factors, each of which divides a neighbour away.
    fn factor(&mut self, centre: u8) -> bool {
        let face = self.tiles.face(centre);
        let (mut cells, mut faces, mut len) = ([0; 4], [0; 4], 0);
        for other in AROUND.into_iter().filter_map(|dir| self.partner(centre, dir)) {
            // Linked and smaller: a divisor.
            if self.tiles.face(other) < face {
                (cells[len], faces[len]) = (other, self.tiles.face(other));
                len += 1;
            }
        }
        // One candidate is not enough, and the search is not free.
        let found = if len < 2 { None } else { Split::find(face, &faces[..len]) };
        let Some(split) = found else { return false };
        let mut sum = u64::from(self.take(centre));
        let mut parts = [None; 4];
        for (factor, i) in split.pairs() {
            let (at, old) = (cells[usize::from(i)], faces[usize::from(i)]);
            sum += u64::from(old);
            let value = self.divide(at, factor);
            parts[usize::from(i)] = Some(Part { at: Cell(at), value });
        }
        if L::ACTIVE {
            let mut told = Parts::default();
            // In scan order: the candidates stand in the order up, down, left, right.
            parts.sort_unstable_by_key(|part| part.map(|part| part.at));
            parts.into_iter().flatten().for_each(|part| told.push(part));
            self.log.push(Event::Factored { centre: Cell(centre), parts: told });
        }
        self.score(sum);
        true
    }

    /// Elimination: a tile and the first equal neighbour go.
    fn eliminate(&mut self, a: u8, dirs: &[Dir]) -> bool {
        let face = self.tiles.face(a);
        let equal = |&b: &u8| self.tiles.face(b) == face;
        let Some(b) = dirs.iter().filter_map(|&dir| self.partner(a, dir)).find(equal) else { return false };
        self.take(a);
        self.take(b);
        if L::ACTIVE {
            self.log.push(Event::Eliminated { a: Cell(a), b: Cell(b), value: face.into(), power: power(face) });
        }
        self.score(2 * u64::from(face));
        true
    }

    /// Merge: a tile goes and divides its largest multiple, the first of equal ones.
    fn merge(&mut self, from: u8) -> bool {
        let face = self.tiles.face(from);
        let mut largest = (face, from);
        for at in AROUND.into_iter().filter_map(|dir| self.partner(from, dir)) {
            if self.tiles.face(at) > largest.0 {
                largest = (self.tiles.face(at), at);
            }
        }
        let (old, at) = largest;
        if at == from {
            return false;
        }
        self.take(from);
        let value = self.divide(at, face).map_or(0, NonZeroU16::get);
        self.log.push(Event::Divided { from: Cell(from), at: Cell(at), value: value.into() });
        self.score(old.into());
        true
    }

    /// Takes a tile off, which is how it takes part.
    #[inline]
    fn take(&mut self, cell: u8) -> u16 {
        self.idle &= !(1 << cell);
        self.tiles.take(cell)
    }

    /// Divides a tile, which takes part by that; none where nothing remains of it.
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

//! Tuples on packed slide boards, read straight from the board.
//!
//! A board is taken apart into its lines along all directions once. Every place of a tuple is two or three pieces of such
//! lines, because a symmetry maps lines onto lines: an index is a few shifts of 32 bits. Held to the cells one by one by a
//! differential test.

use crate::{
    features::{Best, Extract, Size},
    tuples::{self, Tuple},
    values::Table,
    weights::Weights,
};
use tilewright_core::{Game, Topology};
use tilewright_games::slide::{AllLines, Layout, Packed};

/// The tuples of a slide board of up to 25 cells.
///
/// A table has an entry for each way in which ranks up to 15 can stand in the tuple's cells, a nibble a cell. Higher ranks
/// keep the lowest four bits, and the mark that they are high: together hashed into the entries behind those.
#[derive(Debug)]
pub(crate) struct SlideTuples {
    tables: Vec<TupleTable>,
    /// The entries of a table for tuples with ranks above 15, as a power of two.
    log_high: u32,
}

/// A tuple with its places.
#[derive(Debug)]
struct TupleTable {
    /// The number of cells.
    length: u32,
    /// Of each piece: the mask of its cells, and where it goes in the index. A piece that is not needed has the mask 0.
    pieces: [(u32, u32); MAX_PIECES],
    places: Vec<Cut>,
}

/// The most pieces of a tuple.
const MAX_PIECES: usize = 3;

/// How a place of a tuple is cut out of the lines: for each piece the line, an index over all directions, and the shift.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
struct Cut([(u8, u8); MAX_PIECES]);

/// Lines of one direction in [`AllLines`].
const LINES: usize = 8;

/// A line, with a mask for the compiler: all indices are below 48.
#[inline]
fn line(lines: &AllLines, at: u8) -> u32 {
    let flat = lines.as_flattened();
    flat[usize::from(at).min(flat.len() - 1)]
}

impl TupleTable {
    #[inline]
    fn piece(&self, lines: &AllLines, cut: &Cut, n: usize) -> u32 {
        let ((at, shift), (mask, left)) = (cut.0[n], self.pieces[n]);
        (line(lines, at) >> (shift & 31) & mask) << (left & 31)
    }

    /// The nibbles of the cells of a place.
    #[inline]
    fn index(&self, lines: &AllLines, cut: &Cut) -> u32 {
        let index = self.piece(lines, cut, 0) | self.piece(lines, cut, 1);
        if self.pieces[2].0 == 0 { index } else { index | self.piece(lines, cut, 2) }
    }

    /// `None` if a place is not three pieces of lines.
    fn new(tuple: &Tuple, spots: &Spots) -> Option<Self> {
        let lengths = spots.pieces(&tuple.places[0])?;
        let mut pieces = [(0, 0); MAX_PIECES];
        let mut left = 0;
        for (piece, length) in pieces.iter_mut().zip(&lengths) {
            *piece = ((1 << (4 * length)) - 1, left);
            left += 4 * *length as u32;
        }
        let cut = |place: &Vec<u8>| {
            let mut cut = Cut::default();
            let mut rest = place.as_slice();
            for (n, length) in lengths.iter().enumerate() {
                let (cells, after) = rest.split_at(*length);
                cut.0[n] = spots.find(cells)?;
                rest = after;
            }
            Some(cut)
        };
        let places = tuple.places.iter().map(cut).collect::<Option<_>>()?;
        Some(Self { length: tuple.len() as u32, pieces, places })
    }

    /// The entries of ranks up to 15.
    fn entries(&self) -> u32 {
        1 << (4 * self.length)
    }
}

/// Where each cell is in [`AllLines`]: for each direction the line and the shift.
struct Spots(Vec<Vec<(u8, u8)>>);

impl Spots {
    fn new<L: Layout>(layout: &L) -> Self {
        let spots = |dir: usize| {
            let spot = |cell: u32| {
                let lines = layout.all_lines(L::Bits::from(15) << (4 * cell))[dir];
                let line = lines.iter().position(|line| *line != 0).expect("every cell is on a line");
                ((dir * LINES + line) as u8, lines[line].trailing_zeros() as u8)
            };
            (0..layout.cells()).map(spot).collect()
        };
        Self((0..layout.dirs()).map(spots).collect())
    }

    /// The line and the shift of cells that follow each other on a line; `None` if they do not.
    fn find(&self, cells: &[u8]) -> Option<(u8, u8)> {
        self.0.iter().find_map(|spots| {
            let (line, shift) = spots[usize::from(cells[0])];
            let follows = |(n, cell): (usize, &u8)| spots[usize::from(*cell)] == (line, shift + 4 * n as u8);
            cells.iter().enumerate().all(follows).then_some((line, shift))
        })
    }

    /// The lengths of the longest pieces, from the first cell on; `None` if there are too many.
    fn pieces(&self, place: &[u8]) -> Option<Vec<usize>> {
        let mut lengths = Vec::new();
        let mut rest = place;
        while !rest.is_empty() {
            let length = (1..=rest.len()).rev().find(|length| self.find(&rest[..*length]).is_some())?;
            lengths.push(length);
            rest = &rest[length..];
        }
        (lengths.len() <= MAX_PIECES).then_some(lengths)
    }
}

impl SlideTuples {
    pub(crate) fn new<L: Layout>(layout: &L, topology: &Topology, size: Size) -> Self {
        let (length, log_high) = match size {
            Size::Full => (6, 20),
            Size::Small => (5, 17),
        };
        let spots = Spots::new(layout);
        let tuples = tuples::sixes(topology, 4, length);
        let tables = tuples.iter().map(|tuple| TupleTable::new(tuple, &spots).expect("tuples are pieces of lines"));
        Self { tables: tables.collect(), log_high }
    }

    /// See [`crate::features::Features::fingerprint`].
    pub(crate) fn describe(&self, bytes: &mut Vec<u8>) {
        for table in &self.tables {
            bytes.push(table.length as u8);
            bytes.extend(table.places.iter().flat_map(|cut| cut.0).flat_map(|(line, shift)| [line, shift]));
        }
    }

    /// The number of places of each tuple.
    pub(crate) fn images(&self) -> usize {
        self.tables.first().map_or(0, |table| table.places.len())
    }

    pub(crate) fn sizes(&self) -> Vec<u32> {
        self.tables.iter().map(|table| table.entries() + (1 << self.log_high)).collect()
    }

    /// Lists the entries of a board; `high` are the cells of ranks above 15, a bit each.
    #[inline]
    pub(crate) fn each_of<L: Layout>(&self, layout: &L, board: L::Bits, high: u32, sink: &mut impl FnMut(usize, u32)) {
        let lines = layout.all_lines(board);
        if high != 0 {
            return self.each_high(layout, &lines, high, sink);
        }
        for (number, table) in self.tables.iter().enumerate() {
            for cut in &table.places {
                sink(number, table.index(&lines, cut));
            }
        }
    }

    /// The sum of the entries of a board. Works out all indices before it looks at the first entry: most are not in the cache, and the more of
    /// them the processor knows of, the more it fetches at once.
    #[inline]
    pub(crate) fn value<L: Layout>(&self, layout: &L, board: L::Bits, high: u32, tables: &[Table]) -> f32 {
        let mut indices = [0; MAX_PLACES];
        let mut count = 0;
        self.each_of(layout, board, high, &mut |_, index| {
            indices[count & (MAX_PLACES - 1)] = index;
            count += 1;
        });
        let mut sum = 0.0;
        let mut rest = &indices[..count.min(MAX_PLACES)];
        for (table, tuple) in tables.iter().zip(&self.tables) {
            let (own, others) = rest.split_at(tuple.places.len().min(rest.len()));
            rest = others;
            match table {
                Table::Dense(weights) => own.iter().for_each(|index| sum += weights[*index as usize]),
                Table::Sparse(weights) => own.iter().for_each(|index| sum += weights.get(*index)),
            }
        }
        sum
    }

    /// [`Self::each_of`] of a board with ranks above 15.
    #[inline(never)]
    fn each_high<L: Layout>(&self, layout: &L, lines: &AllLines, high: u32, sink: &mut impl FnMut(usize, u32)) {
        let mark = |board: L::Bits, cell: u32| {
            if high >> cell & 1 == 1 { board | L::Bits::from(1) << (4 * cell) } else { board }
        };
        let marks = layout.all_lines((0..layout.cells()).fold(L::Bits::default(), mark));
        for (number, table) in self.tables.iter().enumerate() {
            for cut in &table.places {
                let (index, marked) = (table.index(lines, cut), table.index(&marks, cut));
                if marked == 0 {
                    sink(number, index);
                    continue;
                }
                // Fibonacci hashing.
                let key = u64::from(marked) << 32 | u64::from(index);
                let hash = key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - self.log_high);
                sink(number, table.entries() + hash as u32);
            }
        }
    }
}

impl<L: Layout> Extract<Packed<L>> for SlideTuples {
    #[inline]
    fn each(&self, game: &Packed<L>, state: &<Packed<L> as Game>::State, sink: &mut impl FnMut(usize, u32)) {
        let (board, high) = game.nibbles(state);
        self.each_of(game.layout(), board, high, sink);
    }

    #[inline]
    fn value(&self, game: &Packed<L>, state: &<Packed<L> as Game>::State, tables: &[Table]) -> f32 {
        let (board, high) = game.nibbles(state);
        Self::value(self, game.layout(), board, high, tables)
    }

    /// Works out all places before it looks at the first entry: most entries are not in the cache, and the more of them
    /// the processor knows of, the more it fetches at once.
    #[inline]
    fn best(
        &self,
        game: &Packed<L>,
        state: &<Packed<L> as Game>::State,
        weights: &Weights,
        places: &mut Vec<u32>,
    ) -> Option<Best<<Packed<L> as Game>::State>> {
        let mut turns = [None; MAX_DIRS];
        let mut all = [[0; MAX_PLACES]; MAX_DIRS];
        let mut count = 0;
        for ((turn, places), dir) in turns.iter_mut().zip(&mut all).zip(0..game.layout().dirs()) {
            *turn = game.slide_state(state, dir);
            if let Some((after, _)) = turn {
                let (board, high) = game.nibbles(after);
                count = 0;
                self.each_of(game.layout(), board, high, &mut |table, index| {
                    places[count & (MAX_PLACES - 1)] = weights.place(table, index);
                    count += 1;
                });
            }
        }
        let mut best: Option<(usize, Best<_>)> = None;
        for (dir, (turn, places)) in turns.into_iter().zip(&all).enumerate() {
            if let Some((after, gain)) = turn {
                let value = gain as f32 + weights.sum(&places[..count.min(MAX_PLACES)]);
                if best.as_ref().is_none_or(|(_, known)| value > known.value) {
                    best = Some((dir, Best { value, gain, after }));
                }
            }
        }
        let (dir, best) = best?;
        places.clear();
        places.extend_from_slice(&all[dir][..count.min(MAX_PLACES)]);
        Some(best)
    }
}

/// The most directions, and a power of two that is enough for the places of a board.
const MAX_DIRS: usize = 6;
const MAX_PLACES: usize = 64;

#[cfg(test)]
mod tests {
    use super::*;
    use tilewright_core::{Dice, Dice1, ticket};
    use tilewright_games::slide::{Hex2, Square4, UpTo16, UpTo25};

    /// The nibbles of the cells of every place, one by one.
    fn check<L: Layout>(topology: &Topology) {
        let layout = L::new(topology).unwrap();
        let mut dice = Dice1::new(4);
        for (size, length) in [(Size::Full, 6), (Size::Small, 5)] {
            let features = SlideTuples::new(&layout, topology, size);
            let tuples = tuples::sixes(topology, 4, length);
            for round in 0..40 {
                let ranks: Vec<u8> = topology.cells().map(|_| ticket(dice.word(), 12 + round % 9) as u8).collect();
                let put = |board, (rank, cell): (&u8, u32)| board | L::Bits::from(rank & 15) << (4 * cell);
                let board = ranks.iter().zip(0..).fold(L::Bits::default(), put);
                let high = ranks.iter().zip(0..).fold(0, |high, (rank, cell)| high | u32::from(rank >> 4) << cell);
                let mut found = Vec::new();
                features.each_of(&layout, board, high, &mut |table, index| found.push((table, index)));
                let places = tuples.iter().enumerate().flat_map(|(n, tuple)| tuple.places.iter().map(move |p| (n, p)));
                for ((table, place), (other, index)) in places.zip(&found) {
                    let nibbles =
                        place.iter().rev().fold(0, |all, c| all << 4 | u32::from(ranks[usize::from(*c)] & 15));
                    let is_high = place.iter().any(|cell| ranks[usize::from(*cell)] > 15);
                    assert_eq!(table, *other);
                    assert!(if is_high { *index >= 16u32.pow(place.len() as u32) } else { *index == nibbles });
                    assert!(*index < features.sizes()[table]);
                }
                assert_eq!(found.len(), tuples.len() * topology.symmetries().len());
            }
        }
    }

    #[test]
    fn each_of_matches_the_cells_one_by_one() {
        check::<Square4>(&Topology::square(4, 4).unwrap());
        check::<Hex2>(&Topology::hex(2).unwrap());
        check::<UpTo16>(&Topology::hex(1).unwrap());
        for (width, height) in [(2, 2), (3, 2), (2, 3), (3, 3), (4, 2), (2, 4), (5, 3), (8, 2)] {
            check::<UpTo16>(&Topology::square(width, height).unwrap());
        }
        check::<UpTo25>(&Topology::square(5, 5).unwrap());
        check::<UpTo25>(&Topology::square(3, 8).unwrap());
    }
}

//! Tuples on packed slide boards, read straight from the board.
//!
//! All symmetric images of a tuple share its table, so the tuple's cells are read from all images of the board instead. A
//! tuple is a few pieces of cells that follow each other in scan order: an index is a shift and a mask for each. Held to
//! the cells one by one by a differential test.

use crate::{
    features::{Best, Extract, Size},
    tuples::{self, Tuple},
    values::Table,
    weights::Weights,
};
use tilewright_core::{Game, Topology};
use tilewright_games::slide::{Bits, Layout, Packed};

/// The tuples of a slide board of up to 25 cells.
///
/// A table has an entry for each way in which ranks up to 15 can stand in the tuple's cells, a nibble a cell. Higher ranks
/// keep the lowest four bits, and tuples with such tiles have as many entries again: the index there is that of the
/// nibbles, moved by a hash of which cells are high, so that boards with the same high cells never share an entry.
#[derive(Debug)]
pub(crate) struct SlideTuples {
    tables: Vec<TupleTable>,
    /// How many images a board has.
    images: usize,
}

/// A tuple.
#[derive(Debug)]
struct TupleTable {
    /// The number of cells.
    length: u32,
    pieces: Vec<Piece>,
}

/// Cells that follow each other in scan order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Piece {
    /// Which of the [`Words`] has all of them.
    word: usize,
    /// Where they start in it.
    shift: u32,
    mask: u32,
    /// Where they go in the index.
    left: u32,
}

/// The bits of a board from bit 0, 32 and 64 on: every piece of up to eight cells is in one of them.
type Words = [u64; 4];

fn words<B: Bits>(board: B) -> Words {
    let [low, high] = board.halves();
    [low, low >> 32 | high << 32, high, 0]
}

impl Piece {
    #[inline]
    fn of(self, words: &Words) -> u32 {
        ((words[self.word & 3] >> (self.shift & 63)) as u32 & self.mask) << (self.left & 31)
    }
}

impl TupleTable {
    /// The place with the fewest pieces stands for all.
    fn new(tuple: &Tuple) -> Self {
        let pieces = tuple.places.iter().map(|place| Self::pieces(place));
        let pieces = pieces.min_by_key(Vec::len).expect("a tuple has places");
        Self { length: tuple.len() as u32, pieces }
    }

    fn pieces(place: &[u8]) -> Vec<Piece> {
        let mut left = 0;
        let runs = place.chunk_by(|a, b| a + 1 == *b).flat_map(|run| run.chunks(7));
        let piece = |run: &[u8]| {
            let start = 4 * u32::from(run[0]);
            let bits = 4 * run.len() as u32;
            let piece = Piece { word: start as usize / 32, shift: start % 32, mask: (1 << bits) - 1, left };
            left += bits;
            piece
        };
        runs.map(piece).collect()
    }

    /// The entries of ranks up to 15.
    fn entries(&self) -> u32 {
        1 << (4 * self.length)
    }

    /// The nibbles of the cells in an image.
    #[inline]
    fn index(&self, image: &Words) -> u32 {
        self.pieces.iter().fold(0, |index, piece| index | piece.of(image))
    }

    /// [`Self::index`] in each of these images.
    #[inline]
    fn each(&self, images: &[Words], mut sink: impl FnMut(u32)) {
        match *self.pieces.as_slice() {
            [a] => images.iter().for_each(|image| sink(a.of(image))),
            [a, b] => images.iter().for_each(|image| sink(a.of(image) | b.of(image))),
            [a, b, c] => images.iter().for_each(|image| sink(a.of(image) | b.of(image) | c.of(image))),
            _ => images.iter().for_each(|image| sink(self.index(image))),
        }
    }

    /// The entry of a tuple with ranks above 15, by the nibbles of its cells and the marks of those that are high.
    #[inline]
    fn high_entry(&self, index: u32, marks: u32) -> u32 {
        // Fibonacci hashing.
        let moved = marks.wrapping_mul(0x9e37_79b9) >> (32 - 4 * self.length);
        self.entries() + (index ^ moved)
    }
}

/// The most images of a board.
const MAX_IMAGES: usize = 12;

/// The images of a board.
struct Images {
    images: [Words; MAX_IMAGES],
    count: usize,
}

impl Images {
    #[inline]
    fn new<L: Layout>(layout: &L, board: L::Bits) -> Self {
        let mut images = Self { images: [[0; 4]; MAX_IMAGES], count: 0 };
        layout.images(board, |image| {
            if let Some(slot) = images.images.get_mut(images.count) {
                *slot = words(image);
                images.count += 1;
            }
        });
        images
    }

    #[inline]
    fn as_slice(&self) -> &[Words] {
        &self.images[..self.count]
    }
}

/// The tuples of a board. Small ones are weaker, so there are more of them where a board has few images.
fn tuples(topology: &Topology, size: Size) -> Vec<Tuple> {
    match size {
        Size::Full => tuples::sixes(topology, 4, 6),
        Size::Small => tuples::sixes(topology, if topology.len() <= 16 { 6 } else { 4 }, 5),
    }
}

impl SlideTuples {
    pub(crate) fn new<L: Layout>(layout: &L, topology: &Topology, size: Size) -> Self {
        let tables = tuples(topology, size).iter().map(TupleTable::new).collect();
        Self { tables, images: Images::new(layout, L::Bits::default()).count }
    }

    /// See [`crate::features::Features::fingerprint`].
    pub(crate) fn describe(&self, bytes: &mut Vec<u8>) {
        for table in &self.tables {
            bytes.push(table.length as u8);
            let pieces = table.pieces.iter();
            bytes.extend(pieces.flat_map(|piece| [piece.word as u8, piece.shift as u8, piece.left as u8]));
        }
    }

    /// The number of places of each tuple.
    pub(crate) fn images(&self) -> usize {
        self.images
    }

    pub(crate) fn sizes(&self) -> Vec<u32> {
        self.tables.iter().map(|table| 2 * table.entries()).collect()
    }

    /// Lists the entries of a board; `high` are the cells of ranks above 15, a bit each.
    #[inline]
    pub(crate) fn each_of<L: Layout>(&self, layout: &L, board: L::Bits, high: u32, sink: &mut impl FnMut(usize, u32)) {
        let images = Images::new(layout, board);
        if high != 0 {
            return self.each_high(layout, &images, high, sink);
        }
        for (number, table) in self.tables.iter().enumerate() {
            table.each(images.as_slice(), |index| sink(number, index));
        }
    }

    /// The sum of the entries of a board. Works out all indices before it looks at the first entry: most are not in the
    /// cache, and the more of them the processor knows of, the more it fetches at once.
    #[inline]
    pub(crate) fn value<L: Layout>(&self, layout: &L, board: L::Bits, high: u32, tables: &[Table]) -> f32 {
        let mut indices = [0; MAX_PLACES];
        let mut count = 0;
        self.each_of(layout, board, high, &mut |_, index| {
            indices[count & (MAX_PLACES - 1)] = index;
            count += 1;
        });
        let mut sum = 0.0;
        for (table, own) in tables.iter().zip(indices[..count.min(MAX_PLACES)].chunks(self.images)) {
            match table {
                Table::Dense(weights) => own.iter().for_each(|index| sum += weights[*index as usize]),
                Table::Sparse(weights) => own.iter().for_each(|index| sum += weights.get(*index)),
            }
        }
        sum
    }

    /// [`Self::each_of`] of a board with ranks above 15.
    #[inline(never)]
    fn each_high<L: Layout>(&self, layout: &L, images: &Images, high: u32, sink: &mut impl FnMut(usize, u32)) {
        let mark = |board: L::Bits, cell: u32| {
            if high >> cell & 1 == 1 { board | L::Bits::from(1) << (4 * cell) } else { board }
        };
        let marks = Images::new(layout, (0..layout.cells()).fold(L::Bits::default(), mark));
        for (number, table) in self.tables.iter().enumerate() {
            for (image, marks) in images.as_slice().iter().zip(marks.as_slice()) {
                let (index, marks) = (table.index(image), table.index(marks));
                sink(number, if marks == 0 { index } else { table.high_entry(index, marks) });
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
    use tilewright_core::{Cell, Dice, Dice1, ticket};
    use tilewright_games::slide::{Hex2, Square4, UpTo16, UpTo25};

    /// The nibbles of the cells of every place, one by one. Images come in an order of the layout's own.
    fn check<L: Layout>(topology: &Topology) {
        let layout = L::new(topology).unwrap();
        let mut dice = Dice1::new(4);
        for size in [Size::Full, Size::Small] {
            let features = SlideTuples::new(&layout, topology, size);
            for round in 0..40 {
                let ranks: Vec<u8> = topology.cells().map(|_| ticket(dice.word(), 12 + round % 9) as u8).collect();
                let put = |board, (rank, cell): (&u8, u32)| board | L::Bits::from(rank & 15) << (4 * cell);
                let board = ranks.iter().zip(0..).fold(L::Bits::default(), put);
                let high = ranks.iter().zip(0..).fold(0, |high, (rank, cell)| high | u32::from(rank >> 4) << cell);
                let mut found = Vec::new();
                features.each_of(&layout, board, high, &mut |table, index| found.push((table, index)));
                let mut expected = Vec::new();
                for (number, (tuple, table)) in tuples(topology, size).iter().zip(&features.tables).enumerate() {
                    let fewest = tuple.places.iter().map(|place| TupleTable::pieces(place).len()).min().unwrap();
                    let first = tuple.places.iter().find(|place| TupleTable::pieces(place).len() == fewest).unwrap();
                    for symmetry in topology.symmetries() {
                        let place = first.iter().rev().map(|cell| ranks[symmetry.cell(Cell(*cell)).index()]);
                        let (index, marks) = place.fold((0, 0), |(index, marks), rank| {
                            (index << 4 | u32::from(rank & 15), marks << 4 | u32::from(rank >> 4))
                        });
                        expected.push((number, if marks == 0 { index } else { table.high_entry(index, marks) }));
                    }
                }
                assert!(found.iter().all(|(table, index)| *index < features.sizes()[*table]));
                found.sort_unstable();
                expected.sort_unstable();
                assert_eq!(found, expected, "{:?} {size:?}", topology.shape());
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

//! Tuples on packed slide boards, read straight from the board.
//!
//! All symmetric images of a tuple share its table, so the tuple's cells are read from all images of the board instead. A
//! tuple is a few pieces of cells that follow each other in scan order: an index is a shift and a mask for each. Held to
//! the cells one by one by a differential test.

use crate::{
    features::{Best, Extract, Places, Recipe, Scratch, Size, starts},
    stages::Stages,
    store::Store,
    tuples::{self, Sharing, Tuple},
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
    /// The entries of all tables of a stage.
    entries: u32,
    stages: Option<Stages>,
    /// How many stages have tables; later ones look up those of the last that has.
    open_stages: usize,
}

/// A tuple.
#[derive(Debug)]
struct TupleTable {
    /// The number of cells.
    length: u32,
    pieces: Vec<Piece>,
    /// The first place of the table.
    start: u32,
}

/// Cells that follow each other in scan order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Piece {
    /// Which word of an image has all of them: the one from bit 0, 32 or 64 on.
    word: usize,
    /// Where they start in it.
    shift: u32,
    mask: u32,
    /// Where they go in the index.
    left: u32,
}

impl TupleTable {
    /// The place with the fewest pieces stands for all.
    fn new(tuple: &Tuple) -> Self {
        let pieces = tuple.places.iter().map(|place| Self::pieces(place));
        let pieces = pieces.min_by_key(Vec::len).expect("a tuple has places");
        Self { length: tuple.len() as u32, pieces, start: 0 }
    }

    fn pieces(place: &[u8]) -> Vec<Piece> {
        let mut left = 0;
        let runs = place.chunk_by(|a, b| a + 1 == *b).flat_map(|run| run.chunks(7));
        let piece = |run: &[u8]| {
            let start = 4 * u32::from(run[0]);
            let bits = 4 * run.len() as u32;
            // The first word that reaches far enough: small boards need no other than the first.
            let word = (start + bits).saturating_sub(64).div_ceil(32);
            let piece = Piece { word: word as usize, shift: start - 32 * word, mask: (1 << bits) - 1, left };
            left += bits;
            piece
        };
        runs.map(piece).collect()
    }

    /// The entries of ranks up to 15.
    fn entries(&self) -> u32 {
        1 << (4 * self.length)
    }

    /// Writes the nibbles of the cells in the first `N` images. Without branches, so that the compiler makes vectors of it.
    #[inline]
    fn read<const N: usize>(&self, images: &Images, indices: &mut [u32; N]) {
        *indices = [0; N];
        for piece in &self.pieces {
            let words = images.words[piece.word & 3].first_chunk::<N>().expect("there is room for all images");
            for (index, word) in indices.iter_mut().zip(words) {
                *index |= ((word >> (piece.shift & 63)) as u32 & piece.mask) << (piece.left & 31);
            }
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

/// The images of a board, taken apart into words that pieces of up to eight cells are read from: the bits from 0, 32 and 64
/// on, each for all images.
struct Images {
    words: [[u64; MAX_IMAGES]; 4],
    count: usize,
}

impl Images {
    #[inline]
    fn new<L: Layout>(layout: &L, board: L::Bits) -> Self {
        let mut images = Self { words: [[0; MAX_IMAGES]; 4], count: 0 };
        layout.images(board, |image| {
            if images.count < MAX_IMAGES {
                let [low, high] = image.halves();
                images.words[0][images.count] = low;
                if size_of::<L::Bits>() > 8 {
                    images.words[1][images.count] = low >> 32 | high << 32;
                    images.words[2][images.count] = high;
                }
                images.count += 1;
            }
        });
        images
    }
}

/// The tuples of a board. Small ones are weaker, so there are more of them where a board has few images.
fn tuples(topology: &Topology, recipe: &Recipe) -> Result<Vec<Tuple>, String> {
    let Some(set) = &recipe.set else {
        return Ok(match recipe.size {
            Size::Full => tuples::sixes(topology, 4, 6),
            Size::Small => tuples::sixes(topology, if topology.len() <= 16 { 6 } else { 4 }, 5),
        });
    };
    let tuples = set.tuples(topology, Sharing::Symmetries)?;
    if tuples.iter().any(Tuple::has_walls) {
        return Err("a slide board of up to 25 cells has no neighbourhoods".into());
    }
    if tuples.len() >= MAX_TABLES || tuples.iter().any(|tuple| tuple.len() > MAX_LENGTH) {
        let most = MAX_TABLES - 1;
        return Err(format!("a slide board of up to 25 cells has at most {most} tables of at most {MAX_LENGTH} cells"));
    }
    Ok(tuples)
}

impl SlideTuples {
    pub(crate) fn new<L: Layout>(layout: &L, topology: &Topology, recipe: &Recipe) -> Result<Self, String> {
        let tables: Vec<_> = tuples(topology, recipe)?.iter().map(TupleTable::new).collect();
        assert!(tables.len() < MAX_TABLES, "there is room for all tuples");
        let mut features = Self {
            tables,
            images: Images::new(layout, L::Bits::default()).count,
            entries: 0,
            stages: Stages::new(topology.len()),
            open_stages: 1,
        };
        let (starts, entries) = starts(&features.sizes());
        features.tables.iter_mut().zip(starts).for_each(|(table, start)| table.start = start);
        features.entries = entries;
        Ok(features)
    }

    /// The number of stages that have tables of their own, and of those that could have.
    pub(crate) fn stages(&self) -> (usize, usize) {
        (self.open_stages, if self.stages.is_some() { Stages::COUNT } else { 1 })
    }

    /// Sets how many stages have tables of their own.
    pub(crate) fn open_stages(&mut self, count: usize) {
        self.open_stages = count.clamp(1, self.stages().1);
    }

    #[inline]
    fn stage_of<L: Layout>(&self, board: L::Bits, high: u32) -> usize {
        self.stages.map_or(0, |stages| stages.of(board, high))
    }

    /// See [`crate::features::Features::fingerprint`].
    pub(crate) fn describe(&self, bytes: &mut Vec<u8>) {
        for table in &self.tables {
            bytes.push(table.length as u8);
            for piece in &table.pieces {
                let start = 32 * piece.word as u32 + piece.shift;
                bytes.extend([start / 32, start % 32, piece.left].map(|number| number as u8));
            }
        }
        if let Some(stages) = self.stages.filter(|_| self.open_stages > 1) {
            stages.describe(bytes);
        }
    }

    /// The number of places of each tuple.
    pub(crate) fn images(&self) -> usize {
        self.images
    }

    /// The number of entries of each table, stage by stage.
    pub(crate) fn sizes(&self) -> Vec<u32> {
        let stage: Vec<u32> = self.tables.iter().map(|table| 2 * table.entries()).collect();
        stage.repeat(self.open_stages)
    }

    /// Writes the places of a board's entries, table by table, image by image, and returns how many there are. `high` are
    /// the cells of ranks above 15, a bit each.
    #[inline]
    fn write_board<L: Layout>(&self, layout: &L, board: L::Bits, high: u32, places: &mut BoardPlaces) -> usize {
        let images = Images::new(layout, board);
        let stage = if self.open_stages > 1 { self.stage_of::<L>(board, high).min(self.open_stages - 1) } else { 0 };
        let first = stage as u32 * self.entries;
        match (high, images.count) {
            (0, ..=4) => self.write_low::<4>(&images, first, places),
            (0, ..=8) => self.write_low::<8>(&images, first, places),
            (0, _) => self.write_low::<MAX_IMAGES>(&images, first, places),
            _ => self.write_high(layout, &images, high, first, places),
        }
    }

    /// [`Self::write_board`] of a board without ranks above 15. `first` is the first place of its stage.
    #[inline]
    fn write_low<const N: usize>(&self, images: &Images, first: u32, places: &mut BoardPlaces) -> usize {
        for (number, table) in self.tables.iter().enumerate() {
            // Where there are fewer images than `N`, what is too much is overwritten by the next table.
            let Some(places) = places[number * images.count..].first_chunk_mut::<N>() else { break };
            table.read(images, places);
            places.iter_mut().for_each(|place| *place += first + table.start);
        }
        self.tables.len() * images.count
    }

    /// [`Self::write_board`] of a board with ranks above 15.
    #[inline(never)]
    fn write_high<L: Layout>(
        &self,
        layout: &L,
        images: &Images,
        high: u32,
        first: u32,
        places: &mut BoardPlaces,
    ) -> usize {
        let mark = |board: L::Bits, cell: u32| {
            if high >> cell & 1 == 1 { board | L::Bits::from(1) << (4 * cell) } else { board }
        };
        let marked = Images::new(layout, (0..layout.cells()).fold(L::Bits::default(), mark));
        let mut count = 0;
        for table in &self.tables {
            let (mut indices, mut marks) = ([0; MAX_IMAGES], [0; MAX_IMAGES]);
            table.read(images, &mut indices);
            table.read(&marked, &mut marks);
            for (index, marks) in indices.into_iter().zip(marks).take(images.count) {
                places[count] = first + table.start + if marks == 0 { index } else { table.high_entry(index, marks) };
                count += 1;
            }
        }
        count
    }

    /// The sum of the entries of a board: see [`Extract::value`].
    #[inline]
    pub(crate) fn board_value<L: Layout>(&self, layout: &L, board: L::Bits, high: u32, store: &Store) -> f32 {
        let mut places = [0; MAX_BOARD_PLACES];
        let count = self.write_board(layout, board, high, &mut places);
        store.sum(&places[..count])
    }
}

impl<L: Layout> Extract<Packed<L>> for SlideTuples {
    #[inline]
    fn write(&self, game: &Packed<L>, state: &<Packed<L> as Game>::State, places: &mut Places) -> usize {
        let (board, high) = game.nibbles(state);
        let places = places.first_chunk_mut().expect("there is room for the places of a board");
        self.write_board(game.layout(), board, high, places)
    }

    #[inline]
    fn value(&self, game: &Packed<L>, state: &<Packed<L> as Game>::State, store: &Store) -> f32 {
        let (board, high) = game.nibbles(state);
        self.board_value(game.layout(), board, high, store)
    }

    #[inline]
    fn stage(&self, game: &Packed<L>, state: &<Packed<L> as Game>::State) -> usize {
        let (board, high) = game.nibbles(state);
        self.stage_of::<L>(board, high)
    }

    /// Works out the places of all directions before it looks at the first entry.
    #[inline]
    fn best(
        &self,
        game: &Packed<L>,
        state: &<Packed<L> as Game>::State,
        weights: &Weights,
        scratch: &mut Scratch<<Packed<L> as Game>::State>,
    ) -> Option<Best<<Packed<L> as Game>::State>> {
        let mut turns = [None; MAX_DIRS];
        let mut all = [[0; MAX_BOARD_PLACES]; MAX_DIRS];
        let mut count = 0;
        for ((turn, places), dir) in turns.iter_mut().zip(&mut all).zip(0..game.layout().dirs()) {
            *turn = game.slide_state(state, dir);
            if let Some((after, _)) = turn {
                let (board, high) = game.nibbles(after);
                count = self.write_board(game.layout(), board, high, places);
            }
        }
        let mut best: Option<(usize, Best<_>)> = None;
        for (dir, (turn, places)) in turns.into_iter().zip(&all).enumerate() {
            if let Some((after, gain)) = turn {
                let value = gain as f32 + weights.sum(&places[..count]);
                if best.as_ref().is_none_or(|(_, known)| value > known.value) {
                    best = Some((dir, Best { value, gain, after }));
                }
            }
        }
        let (dir, best) = best?;
        scratch.places.clear();
        scratch.places.extend_from_slice(&all[dir][..count]);
        Some(best)
    }
}

/// The most directions.
const MAX_DIRS: usize = 6;
/// The most entries of a board, with room for a whole vector after the last.
const MAX_BOARD_PLACES: usize = MAX_TABLES * MAX_IMAGES;
/// The most tuples, and one.
const MAX_TABLES: usize = 9;
/// The most cells of a tuple.
const MAX_LENGTH: usize = 6;

/// Room for the places of a board's entries.
type BoardPlaces = [u32; MAX_BOARD_PLACES];

#[cfg(test)]
mod tests {
    use super::*;
    use tilewright_core::{Cell, Dice, Dice1, ticket};
    use tilewright_games::slide::{Hex2, Square4, UpTo16, UpTo25};

    /// The nibbles of the cells of every place, one by one. Images come in an order of the layout's own.
    fn check<L: Layout>(topology: &Topology) {
        let layout = L::new(topology).unwrap();
        let mut dice = Dice1::new(4);
        let runs = format!("runs {}", topology.rows().map(|row| row.len()).max().unwrap().min(4));
        let given = Recipe { size: Size::Full, set: Some(format!("singles; {runs}").parse().unwrap()) };
        let recipes = [Size::Full, Size::Small].map(|size| Recipe { size, set: None });
        for recipe in recipes.into_iter().chain([given]) {
            let Ok(mut features) = SlideTuples::new(&layout, topology, &recipe) else { continue };
            features.open_stages(2);
            for round in 0..40 {
                let ranks: Vec<u8> = topology.cells().map(|_| ticket(dice.word(), 12 + round % 9) as u8).collect();
                let put = |board, (rank, cell): (&u8, u32)| board | L::Bits::from(rank & 15) << (4 * cell);
                let board = ranks.iter().zip(0..).fold(L::Bits::default(), put);
                let high = ranks.iter().zip(0..).fold(0, |high, (rank, cell)| high | u32::from(rank >> 4) << cell);
                let mut found = Vec::new();
                let mut places = [0; MAX_BOARD_PLACES];
                let count = features.write_board(&layout, board, high, &mut places);
                let first = features.stage_of::<L>(board, high).min(1) as u32 * features.entries;
                for (number, own) in places[..count].chunks(features.images).enumerate() {
                    found.extend(own.iter().map(|place| (number, place - first - features.tables[number].start)));
                }
                let mut expected = Vec::new();
                for (number, (tuple, table)) in
                    tuples(topology, &recipe).unwrap().iter().zip(&features.tables).enumerate()
                {
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
                assert_eq!(found, expected, "{:?} {recipe:?}", topology.shape());
            }
        }
    }

    #[test]
    fn write_board_matches_the_cells_one_by_one() {
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

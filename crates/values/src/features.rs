//! Features: which table entries a board looks up. Made from the topology and the family's alphabet and counts.

use crate::{
    alphabet::Alphabet,
    mobility::{self, Mobility},
    tuples::{self, Sharing, Tuple},
};
use std::fmt;
use tilewright_core::{Game, Topology};
use tilewright_games::{
    AnyGame, Compiled, Rules,
    slide::{Bits, Layout, Packed},
};

/// How large the tables are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Size {
    /// As large as learns best in minutes to hours.
    #[default]
    Full,
    /// Small enough to ship.
    Small,
}

impl Size {
    /// The name in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::Small => "small",
        }
    }

    /// The size of that name.
    pub fn named(name: &str) -> Option<Self> {
        [Self::Full, Self::Small].into_iter().find(|size| size.name() == name)
    }

    /// The most entries of a table; larger ones are hashed down to this.
    fn max_entries(self) -> u32 {
        match self {
            Self::Full => 1 << 22,
            Self::Small => 1 << 18,
        }
    }
}

/// Lists the entries of a state, each as a table and an index into it. The same state gives the same entries in the same
/// order, and the value is their sum in that order.
pub(crate) trait Extract<G: Game>: Sync {
    fn each(&self, game: &G, state: &G::State, sink: &mut impl FnMut(usize, u32));
}

/// The features of a game.
#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "one a set of values, never moved")]
pub(crate) enum Features {
    /// Tuples on packed boards of up to 16 cells.
    Nibbles64(Nibbles<u64>),
    /// Tuples on packed boards of up to 25 cells.
    Nibbles128(Nibbles<u128>),
    /// Symbols of cells.
    Cells(Cells),
}

/// Calls a macro with all games: the variant of [`AnyGame`], the variant of [`Features`] that reads it, and its type.
macro_rules! for_each_game {
    ($callback:ident) => {
        $callback! {
            SlideSquare4, Nibbles64, tilewright_games::slide::Packed<tilewright_games::slide::Square4>;
            SlideHex2, Nibbles128, tilewright_games::slide::Packed<tilewright_games::slide::Hex2>;
            SlideUpTo16, Nibbles64, tilewright_games::slide::Packed<tilewright_games::slide::UpTo16>;
            SlideUpTo25, Nibbles128, tilewright_games::slide::Packed<tilewright_games::slide::UpTo25>;
            Slide, Cells, tilewright_games::slide::Plain;
            Factor, Cells, tilewright_games::factor::Masked;
            Strain, Cells, tilewright_games::strain::Sliced;
            SwapPowers, Cells, tilewright_games::swap::Fast<{ tilewright_games::swap::POWERS }>;
            SwapValues, Cells, tilewright_games::swap::Fast<{ tilewright_games::swap::VALUES }>;
            #[cfg(not(target_family = "wasm"))]
            WideSwapPowers, Cells, tilewright_games::swap::Fast<{ tilewright_games::swap::POWERS }, u128>;
            #[cfg(not(target_family = "wasm"))]
            WideSwapValues, Cells, tilewright_games::swap::Fast<{ tilewright_games::swap::VALUES }, u128>;
            #[cfg(target_family = "wasm")]
            Swap, Cells, tilewright_games::swap::Plain;
        }
    };
}
pub(crate) use for_each_game;

impl Features {
    pub(crate) fn new(game: &AnyGame, size: Size) -> Self {
        match game {
            AnyGame::SlideSquare4(game) => Self::Nibbles64(Nibbles::new(game.topology(), size)),
            AnyGame::SlideHex2(game) => Self::Nibbles128(Nibbles::new(game.topology(), size)),
            AnyGame::SlideUpTo16(game) => Self::Nibbles64(Nibbles::new(game.topology(), size)),
            AnyGame::SlideUpTo25(game) => Self::Nibbles128(Nibbles::new(game.topology(), size)),
            other => Self::Cells(Cells::new(&other.rules(), other.topology(), size)),
        }
    }

    /// The number of entries of each table.
    pub(crate) fn sizes(&self) -> Vec<u32> {
        match self {
            Self::Nibbles64(nibbles) => nibbles.sizes(),
            Self::Nibbles128(nibbles) => nibbles.sizes(),
            Self::Cells(cells) => cells.sizes.clone(),
        }
    }
}

/// Tuples on packed slide boards: a nibble a cell, so an index is cut out of the board by shifts.
#[derive(Debug)]
pub(crate) struct Nibbles<B> {
    tuples: Vec<Cut<B>>,
    cells: u32,
}

/// The most pieces that a tuple is cut out of a board in.
const MAX_PIECES: usize = 3;

/// How a tuple is cut out: pieces of neighbouring nibbles.
#[derive(Clone, Copy)]
struct Cut<B> {
    pieces: [Piece; MAX_PIECES],
    /// For tuples of more pieces: the cells one by one.
    cells: [u8; 6],
    length: u8,
    scattered: bool,
    board: std::marker::PhantomData<B>,
}

#[derive(Clone, Copy, Default, Debug)]
struct Piece {
    right: u32,
    mask: u32,
    left: u32,
}

impl<B> fmt::Debug for Cut<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.cells[..self.length.into()]).finish()
    }
}

impl<B: Bits> Cut<B> {
    fn new(tuple: &Tuple) -> Self {
        // Any of the places stands for all: the one of the fewest pieces.
        let sorted = tuple.places.iter().map(|place| {
            let mut cells = place.clone();
            cells.sort_unstable();
            let pieces = 1 + cells.windows(2).filter(|pair| pair[1] != pair[0] + 1).count();
            (pieces, cells)
        });
        let (count, cells) = sorted.min().expect("a tuple has places");
        let mut cut = Self {
            pieces: [Piece::default(); MAX_PIECES],
            cells: [0; 6],
            length: cells.len() as u8,
            scattered: count > MAX_PIECES,
            board: std::marker::PhantomData,
        };
        cut.cells[..cells.len()].copy_from_slice(&cells);
        if !cut.scattered {
            let mut piece = 0;
            for (n, cell) in (0u32..).zip(&cells) {
                if n > 0 && cells[n as usize - 1] + 1 != *cell {
                    piece += 1;
                }
                let Piece { right, mask, left } = &mut cut.pieces[piece];
                if *mask == 0 {
                    (*right, *left) = (4 * u32::from(*cell), 4 * n);
                }
                *mask = *mask << 4 | 15;
            }
        }
        cut
    }

    #[inline]
    fn index(&self, board: B) -> u32 {
        if self.scattered {
            let nibble = |cell: &u8| (board >> (4 * u32::from(*cell))).low() as u32 & 15;
            return self.cells[..self.length.into()].iter().rev().fold(0, |index, cell| index << 4 | nibble(cell));
        }
        let cut = |piece: &Piece| ((board >> piece.right).low() as u32 & piece.mask) << piece.left;
        self.pieces.iter().fold(0, |index, piece| index | cut(piece))
    }
}

impl<B: Bits> Nibbles<B> {
    fn new(topology: &Topology, size: Size) -> Self {
        let (count, length) = match size {
            Size::Full => (4, 6),
            Size::Small => (4, 5),
        };
        let tuples = tuples::sixes(topology, count, length);
        Self { tuples: tuples.iter().map(Cut::new).collect(), cells: topology.len() as u32 }
    }

    fn sizes(&self) -> Vec<u32> {
        self.tuples.iter().map(|cut| 1 << (4 * cut.length)).collect()
    }

    /// The entries of a board of ranks up to 15.
    #[inline]
    pub(crate) fn each_of<L: Layout<Bits = B>>(&self, layout: &L, board: B, sink: &mut impl FnMut(usize, u32)) {
        layout.images(board, |image| {
            for (table, cut) in self.tuples.iter().enumerate() {
                sink(table, cut.index(image));
            }
        });
    }

    /// The board with ranks above 15 brought down into nibbles: while there are such, all ranks above the largest that
    /// is missing are lowered by one (tile downgrading, Guei 2023). Such boards are much alike.
    #[cold]
    #[inline(never)]
    fn lowered(&self, board: B, high: u32) -> B {
        let mut ranks = [0u8; 32];
        for cell in 0..self.cells {
            let rank = (board >> (4 * cell)).low() as u8 & 15 | ((high >> cell & 1) as u8) << 4;
            ranks[cell as usize] = rank;
        }
        while let Some(max) = ranks.iter().copied().max().filter(|max| *max > 15) {
            let missing = (1..max).rev().find(|rank| !ranks.contains(rank)).unwrap_or(15);
            ranks.iter_mut().filter(|rank| **rank > missing).for_each(|rank| *rank -= 1);
        }
        (0..self.cells).fold(B::default(), |board, cell| board | B::from(ranks[cell as usize]) << (4 * cell))
    }
}

impl<L: Layout> Extract<Packed<L>> for Nibbles<L::Bits> {
    #[inline]
    fn each(&self, game: &Packed<L>, state: &<Packed<L> as Game>::State, sink: &mut impl FnMut(usize, u32)) {
        let (board, high) = game.nibbles(state);
        let board = if high == 0 { board } else { self.lowered(board, high) };
        self.each_of(game.layout(), board, sink);
    }
}

/// Tuples over the symbols of cells, and counts of what stands on the board.
#[derive(Debug)]
pub(crate) struct Cells {
    alphabet: Alphabet,
    cells: usize,
    tuples: Vec<CellTuple>,
    counts: Counts,
    sizes: Vec<u32>,
}

/// A tuple with its places and how symbols become an index.
#[derive(Debug)]
struct CellTuple {
    length: usize,
    base: u32,
    /// Bits of the index if it is hashed.
    hashed: Option<u32>,
    /// The cells of all places, one place after the other; the number of cells stands for a wall.
    places: Vec<u8>,
}

/// The counts of a family and their first table.
#[derive(Debug)]
struct Counts {
    first: usize,
    has_clock: bool,
    is_limited: bool,
    mobility: Option<Swaps>,
}

#[derive(Debug)]
enum Swaps {
    Narrow(Mobility<u64>),
    Wide(Mobility<u128>),
}

/// Counts of a symbol beyond this are as this one.
const MAX_COUNT: u32 = 15;
/// Values of the clock.
const CLOCKS: u32 = 11;
/// Buckets of the turns left.
const LEFT: u32 = 64;
/// Swaps in sight beyond this are as this one.
const MAX_SWAPS: u32 = 47;
/// Gaps, high tiles and kinds beyond this are as this one.
const MAX_OTHERS: u32 = 31;
/// Swaps in sight of one value beyond this are as this one.
const MAX_VALUE_SWAPS: u32 = 7;
/// The most symbols with which tuples of four and five cells are used.
const MAX_SYMBOLS: u32 = 26;
/// Boards up to this size have tables for each place.
const SMALL_BOARD: usize = 30;

impl Cells {
    pub(crate) fn new(rules: &Rules, topology: &Topology, size: Size) -> Self {
        let alphabet = Alphabet::new(rules, topology);
        let symbols = alphabet.size();
        let is_small = topology.len() <= SMALL_BOARD;
        let sharing = match rules {
            _ if !is_small => Sharing::Translations,
            Rules::Swap(_) => Sharing::Mirror,
            Rules::Strain(_) => Sharing::Nothing,
            _ => Sharing::Symmetries,
        };
        let mut shapes = Vec::new();
        if let Rules::Slide(_) = rules {
            shapes.extend(tuples::sixes(topology, 4, if size == Size::Full { 5 } else { 4 }));
        } else {
            let longest = topology.dirs().flat_map(|dir| topology.lines(dir)).map(Vec::len).min().unwrap_or(1);
            if symbols <= MAX_SYMBOLS {
                shapes.extend(tuples::runs(topology, sharing, longest.min(4)));
                shapes.extend(tuples::neighbourhoods(topology, sharing));
                shapes.extend(tuples::blocks(topology, sharing));
            } else {
                // So many symbols that larger tables would hardly ever see the same entry twice.
                shapes.extend(tuples::runs(topology, sharing, longest.min(3)));
                shapes.extend(tuples::runs(topology, sharing, 2));
            }
        }
        shapes.extend(tuples::singles(topology, sharing));
        let mut sizes = Vec::new();
        let tuples = shapes.iter().map(|tuple| {
            let base = if tuple.has_walls() { symbols + 1 } else { symbols };
            let entries = base.checked_pow(tuple.len() as u32).filter(|entries| *entries <= size.max_entries());
            let hashed = if entries.is_none() { Some(size.max_entries().ilog2()) } else { None };
            sizes.push(entries.unwrap_or(size.max_entries()));
            let wall = |cell: &u8| if *cell == Tuple::WALL { topology.len() as u8 } else { *cell };
            CellTuple { length: tuple.len(), base, hashed, places: tuple.places.iter().flatten().map(wall).collect() }
        });
        let tuples: Vec<_> = tuples.collect();
        let counts = Counts::new(rules, tuples.len());
        sizes.extend(counts.sizes(symbols));
        Self { alphabet, cells: topology.len(), tuples, counts, sizes }
    }
}

impl<G: Game> Extract<G> for Cells {
    #[inline]
    fn each(&self, game: &G, state: &G::State, sink: &mut impl FnMut(usize, u32)) {
        let mut symbols = [0; 128];
        self.alphabet.read(game, state, &mut symbols[..self.cells]);
        symbols[self.cells] = self.alphabet.size() as u8;
        for (table, tuple) in self.tuples.iter().enumerate() {
            match tuple.length {
                1 => tuple.each::<1>(&symbols, &mut |index| sink(table, index)),
                2 => tuple.each::<2>(&symbols, &mut |index| sink(table, index)),
                3 => tuple.each::<3>(&symbols, &mut |index| sink(table, index)),
                4 => tuple.each::<4>(&symbols, &mut |index| sink(table, index)),
                5 => tuple.each::<5>(&symbols, &mut |index| sink(table, index)),
                6 => tuple.each::<6>(&symbols, &mut |index| sink(table, index)),
                _ => tuple.each::<7>(&symbols, &mut |index| sink(table, index)),
            }
        }
        self.counts.each(game, state, &self.alphabet, &symbols[..self.cells], sink);
    }
}

impl CellTuple {
    #[inline]
    fn each<const N: usize>(&self, symbols: &[u8; 128], sink: &mut impl FnMut(u32)) {
        let (places, _) = self.places.as_chunks::<N>();
        match self.hashed {
            None => {
                for place in places {
                    sink(
                        place
                            .iter()
                            .fold(0, |index, cell| index * self.base + u32::from(symbols[usize::from(*cell) & 127])),
                    );
                }
            }
            Some(bits) => {
                for place in places {
                    let key = place.iter().fold(0, |index, cell| {
                        index * u64::from(self.base) + u64::from(symbols[usize::from(*cell) & 127])
                    });
                    // Fibonacci hashing.
                    sink((key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - bits)) as u32);
                }
            }
        }
    }
}

impl Counts {
    fn new(rules: &Rules, first: usize) -> Self {
        let (has_clock, is_limited, mobility) = match rules {
            Rules::Slide(_) | Rules::Strain(_) => (false, false, None),
            Rules::Factor(rules) => (true, rules.turn_limit.is_some(), None),
            Rules::Swap(rules) => {
                let cells = u32::from(rules.width) * u32::from(rules.height);
                let mobility =
                    if cells <= 64 { Swaps::Narrow(Mobility::new(rules)) } else { Swaps::Wide(Mobility::new(rules)) };
                (false, rules.turn_limit.is_some(), Some(mobility))
            }
        };
        Self { first, has_clock, is_limited, mobility }
    }

    /// The sizes of the tables: counts by symbol; empty cells by clock; turns left; for swap boards mobility by gaps, by
    /// high tiles, by kinds, and by value.
    fn sizes(&self, symbols: u32) -> impl Iterator<Item = u32> {
        let others = (MAX_SWAPS + 1) * (MAX_OTHERS + 1);
        let mobility = self.mobility.as_ref().map(|_| [others, others, others, symbols * (MAX_VALUE_SWAPS + 1)]);
        [symbols * (MAX_COUNT + 1), 128 * CLOCKS, LEFT].into_iter().chain(mobility.into_iter().flatten())
    }

    #[inline]
    fn each<G: Game>(
        &self,
        game: &G,
        state: &G::State,
        alphabet: &Alphabet,
        symbols: &[u8],
        sink: &mut impl FnMut(usize, u32),
    ) {
        let size = alphabet.size() as usize;
        let mut counts = [0u8; 256];
        for symbol in symbols {
            counts[usize::from(*symbol)] += 1;
        }
        for (symbol, count) in (0u32..).zip(&counts[..size]).filter(|(_, count)| **count > 0) {
            sink(self.first, symbol * (MAX_COUNT + 1) + u32::from(*count).min(MAX_COUNT));
        }
        let clock = if self.has_clock { game.clock(state).unwrap_or(0).min(CLOCKS - 1) } else { 0 };
        let empty = u32::from(counts[0]);
        sink(self.first + 1, empty * CLOCKS + clock);
        if self.is_limited {
            let left = game.turns_left(state).unwrap_or(0);
            let bucket = if left < 32 { left } else { 12 + 4 * left.ilog2() + (left >> (left.ilog2() - 2) & 3) };
            sink(self.first + 2, bucket.min(LEFT - 1));
        }
        match &self.mobility {
            None => {}
            Some(Swaps::Narrow(mobility)) => self.each_swap(mobility, alphabet, symbols, &counts, sink),
            Some(Swaps::Wide(mobility)) => self.each_swap(mobility, alphabet, symbols, &counts, sink),
        }
    }

    #[inline]
    fn each_swap<W: mobility::Cells>(
        &self,
        mobility: &Mobility<W>,
        alphabet: &Alphabet,
        symbols: &[u8],
        counts: &[u8; 256],
        sink: &mut impl FnMut(usize, u32),
    ) {
        let mut sets = [W::default(); 32];
        for (at, symbol) in (0..).zip(symbols) {
            let set = &mut sets[usize::from(*symbol) & 31];
            *set = *set | W::bit(at);
        }
        let (mut total, mut high, mut kinds) = (0, 0, 0);
        for symbol in (1..alphabet.size()).filter(|symbol| counts[*symbol as usize] > 0) {
            let swaps = mobility.count(sets[symbol as usize & 31]);
            total += swaps;
            kinds += 1;
            if symbol > alphabet.spawned().into() {
                high += u32::from(counts[symbol as usize]);
            }
            if swaps > 0 {
                sink(self.first + 6, symbol * (MAX_VALUE_SWAPS + 1) + swaps.min(MAX_VALUE_SWAPS));
            }
        }
        let row = total.min(MAX_SWAPS) * (MAX_OTHERS + 1);
        for (table, other) in [u32::from(counts[0]), high, kinds].into_iter().enumerate() {
            sink(self.first + 3 + table, row + other.min(MAX_OTHERS));
        }
    }
}

//! Features: which table entries a board looks up. Made from the topology and the family's alphabet and counts.

use crate::{
    alphabet::Alphabet,
    learner::{each_afterstate, is_over},
    mobility::{self, Mobility},
    slide::SlideTuples,
    tuples::{self, Sharing, Tuple},
    values::Table,
    weights::Weights,
};
use tilewright_core::{Game, Topology, fnv1a};
use tilewright_games::{AnyGame, Compiled, Rules};

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

    /// The sum of the entries.
    #[inline]
    fn value(&self, game: &G, state: &G::State, tables: &[Table]) -> f32 {
        let mut sum = 0.0;
        self.each(game, state, &mut |table, index| sum += tables[table].get(index));
        sum
    }

    /// The best turn by its points and the value of its afterstate; `None` if there is none. Writes the places of the
    /// afterstate's entries, none if the game is over there.
    #[inline]
    fn best(&self, game: &G, state: &G::State, weights: &Weights, places: &mut Vec<u32>) -> Option<Best<G::State>> {
        let mut best: Option<Best<G::State>> = None;
        each_afterstate(game, state, &mut |_, gain, after| {
            let mut sum = 0.0;
            if !is_over(game, &after) {
                self.each(game, &after, &mut |table, index| sum += weights.value(table, index));
            }
            let value = gain as f32 + sum;
            if best.as_ref().is_none_or(|known| value > known.value) {
                best = Some(Best { value, gain, after });
            }
        });
        places.clear();
        if let Some(Best { after, .. }) = best.as_ref().filter(|best| !is_over(game, &best.after)) {
            // A second time, for one afterstate: to note the entries of all takes longer.
            self.each(game, after, &mut |table, index| places.push(weights.place(table, index)));
        }
        best
    }
}

/// The best turn.
pub(crate) struct Best<S> {
    /// Points and the value of the afterstate.
    pub(crate) value: f32,
    pub(crate) gain: u64,
    pub(crate) after: S,
}

/// The features of a game.
#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "one a set of values, never moved")]
pub(crate) enum Features {
    /// Tuples on packed boards.
    Slide(SlideTuples),
    /// Symbols of cells.
    Cells(Cells),
}

/// Calls a macro with all games: the variant of [`AnyGame`], the variant of [`Features`] that reads it, and its type.
macro_rules! for_each_game {
    ($callback:ident) => {
        $callback! {
            SlideSquare4, Slide, tilewright_games::slide::Packed<tilewright_games::slide::Square4>;
            SlideHex2, Slide, tilewright_games::slide::Packed<tilewright_games::slide::Hex2>;
            SlideUpTo16, Slide, tilewright_games::slide::Packed<tilewright_games::slide::UpTo16>;
            SlideUpTo25, Slide, tilewright_games::slide::Packed<tilewright_games::slide::UpTo25>;
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
            AnyGame::SlideSquare4(game) => Self::Slide(SlideTuples::new(game.layout(), game.topology(), size)),
            AnyGame::SlideHex2(game) => Self::Slide(SlideTuples::new(game.layout(), game.topology(), size)),
            AnyGame::SlideUpTo16(game) => Self::Slide(SlideTuples::new(game.layout(), game.topology(), size)),
            AnyGame::SlideUpTo25(game) => Self::Slide(SlideTuples::new(game.layout(), game.topology(), size)),
            other => Self::Cells(Cells::new(&other.rules(), other.topology(), size)),
        }
    }

    /// A hash of what the entries stand for: weights of other features mean nothing here.
    pub(crate) fn fingerprint(&self) -> u64 {
        let mut bytes = Vec::new();
        match self {
            Self::Slide(tuples) => tuples.describe(&mut bytes),
            Self::Cells(cells) => cells.describe(&mut bytes),
        }
        bytes.extend(self.sizes().into_iter().flat_map(u32::to_le_bytes));
        fnv1a(&bytes)
    }

    /// The number of places of each table, if it is the same for all and they are symmetric images; otherwise 0.
    pub(crate) fn images(&self) -> usize {
        match self {
            Self::Slide(tuples) => tuples.images(),
            Self::Cells(_) => 0,
        }
    }

    /// The number of entries of each table.
    pub(crate) fn sizes(&self) -> Vec<u32> {
        match self {
            Self::Slide(tuples) => tuples.sizes(),
            Self::Cells(cells) => cells.sizes.clone(),
        }
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

    /// See [`Features::fingerprint`].
    fn describe(&self, bytes: &mut Vec<u8>) {
        for tuple in &self.tuples {
            bytes.extend([tuple.length as u8, tuple.base as u8]);
            bytes.extend(&tuple.places);
        }
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

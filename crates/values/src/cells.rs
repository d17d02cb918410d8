//! Features of boards that are read cell by cell: tuples over the symbols of cells, and counts of what stands on the board.

use crate::{
    alphabet::Alphabet,
    contacts::Contacts,
    features::{Extract, MAX_PLACES, Places, Recipe, Size, starts},
    mobility::{self, Mobility},
    tuples::{self, Sharing, Tuple},
};
use tilewright_core::{Game, Topology};
use tilewright_games::Rules;

/// Tuples over the symbols of cells, and counts of what stands on the board.
#[derive(Debug)]
pub(crate) struct Cells {
    alphabet: Alphabet,
    cells: usize,
    pairs: Vec<Pair>,
    tuples: Vec<CellTuple>,
    counts: Counts,
    sizes: Vec<u32>,
}

/// Two cells of a tuple that follow each other in it. Many places share their pairs, so the symbols of a pair are made one
/// number once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Pair {
    cells: [u8; 2],
    base: u8,
}

/// Room for the symbols of cells, a wall's after them, and the numbers of pairs from [`FIRST_PAIR`] on.
type Codes = [u16; FIRST_PAIR + MAX_PAIRS];
const FIRST_PAIR: usize = 128;
const MAX_PAIRS: usize = 896;

/// The most entries of all tables: 2 GB while they are learned.
const MAX_ENTRIES: u64 = 1 << 28;

/// The most places of tuples; the others are for counts.
const MAX_TUPLE_PLACES: usize = MAX_PLACES - 128;

/// A tuple with its places and how symbols become an index: the sum of the codes of its pairs, and of the last cell if their
/// number is odd, each times a power of the number of symbols.
#[derive(Debug)]
struct CellTuple {
    length: usize,
    base: u32,
    /// Bits of the index if it is hashed.
    hashed: Option<u32>,
    /// The cells of all places, one place after the other; the number of cells stands for a wall.
    cells: Vec<u8>,
    /// The codes of all places, likewise: indices into [`Codes`].
    codes: Vec<u16>,
    /// What the codes of a place are multiplied by.
    powers: [u64; MAX_CODES],
    /// The first place of its table.
    start: u32,
}

/// The most codes of a place: tuples have up to seven cells.
const MAX_CODES: usize = 4;

/// The counts of a family and their first table.
#[derive(Debug)]
struct Counts {
    /// The first places of the tables: counts by symbol; empty cells by clock; turns left.
    starts: [u32; 3],
    /// The same for swap boards: swaps in sight by gaps, by high tiles, by kinds; and by value.
    swap_starts: [u32; 4],
    /// The same for *factor* boards: slides into contact by empty cells and clock; links by empty cells; links of each symbol.
    contact_starts: [u32; 3],
    has_clock: bool,
    is_limited: bool,
    mobility: Option<Swaps>,
    contacts: Option<Contacts>,
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
/// Slides into contact beyond this are as this one, and so are links and empty cells next to them.
const MAX_SLIDES: u32 = 47;
const MAX_LINKS: u32 = 47;
const MAX_EMPTY: u32 = 31;
/// Links of one symbol beyond this are as this one.
const MAX_PARTNERS: u32 = 7;
/// The most symbols with which tuples of four and five cells are used.
const MAX_SYMBOLS: u32 = 26;
/// Boards up to this size have tables for each place.
const SMALL_BOARD: usize = 30;

impl Cells {
    pub(crate) fn new(rules: &Rules, topology: &Topology, Recipe { size, set }: &Recipe) -> Result<Self, String> {
        let alphabet = Alphabet::new(rules, topology);
        let symbols = alphabet.size();
        let is_small = topology.len() <= SMALL_BOARD;
        let sharing = match rules {
            _ if !is_small => Sharing::Translations,
            Rules::Swap(_) => Sharing::Mirror,
            Rules::Strain(_) => Sharing::Nothing,
            _ => Sharing::Symmetries,
        };
        let shapes = match set {
            Some(set) => set.tuples(topology, sharing)?,
            None => usual_tuples(rules, topology, *size, symbols, sharing),
        };
        let (mut sizes, mut pairs) = (Vec::new(), Vec::new());
        let mut tuples: Vec<_> = shapes
            .iter()
            .map(|tuple| {
                let base = if tuple.has_walls() { symbols + 1 } else { symbols };
                let entries = base.checked_pow(tuple.len() as u32).filter(|entries| *entries <= size.max_entries());
                sizes.push(entries.unwrap_or(size.max_entries()));
                let hashed = if entries.is_none() { Some(size.max_entries().ilog2()) } else { None };
                CellTuple::new(tuple, base, hashed, topology.len(), &mut pairs)
            })
            .collect();
        let places: usize = shapes.iter().map(|tuple| tuple.places.len()).sum();
        if pairs.len() > MAX_PAIRS || places > MAX_TUPLE_PLACES {
            return Err(format!(
                "these are tuples in {places} places with {} different pairs; a board has room for {MAX_TUPLE_PLACES} and {MAX_PAIRS}",
                pairs.len()
            ));
        }
        let mut counts = Counts::new(rules, topology);
        sizes.extend(counts.sizes(symbols));
        let entries: u64 = sizes.iter().map(|size| u64::from(*size)).sum();
        if entries > MAX_ENTRIES {
            return Err(format!("these are tables of {entries} entries in all; there is room for {MAX_ENTRIES}"));
        }
        let (starts, _) = starts(&sizes);
        tuples.iter_mut().zip(&starts).for_each(|(tuple, start)| tuple.start = *start);
        counts.starts.copy_from_slice(&starts[tuples.len()..][..3]);
        let others = &starts[tuples.len() + 3..];
        if counts.mobility.is_some() {
            counts.swap_starts.copy_from_slice(others);
        } else if counts.contacts.is_some() {
            counts.contact_starts.copy_from_slice(others);
        }
        Ok(Self { alphabet, cells: topology.len(), pairs, tuples, counts, sizes })
    }

    /// The number of entries of each table.
    pub(crate) fn sizes(&self) -> &[u32] {
        &self.sizes
    }

    /// See [`crate::features::Features::fingerprint`].
    pub(crate) fn describe(&self, bytes: &mut Vec<u8>) {
        for tuple in &self.tuples {
            bytes.extend([tuple.length as u8, tuple.base as u8]);
            bytes.extend(&tuple.cells);
        }
    }
}

/// The tuples that follow from topology and family.
fn usual_tuples(rules: &Rules, topology: &Topology, size: Size, symbols: u32, sharing: Sharing) -> Vec<Tuple> {
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
    shapes
}

impl<G: Game> Extract<G> for Cells {
    #[inline]
    fn write(&self, game: &G, state: &G::State, places: &mut Places) -> usize {
        let mut symbols = [0; FIRST_PAIR];
        self.alphabet.read(game, state, &mut symbols[..self.cells]);
        symbols[self.cells] = self.alphabet.size() as u8;
        let mut codes: Codes = [0; _];
        codes[..FIRST_PAIR].iter_mut().zip(&symbols).for_each(|(code, symbol)| *code = u16::from(*symbol));
        for (code, pair) in codes[FIRST_PAIR..].iter_mut().zip(&self.pairs) {
            *code = pair.code(&symbols);
        }
        let mut count = 0;
        for tuple in &self.tuples {
            let places = &mut places[count..];
            count += match tuple.length {
                1 | 2 => tuple.write::<1>(&codes, places),
                3 | 4 => tuple.write::<2>(&codes, places),
                5 | 6 => tuple.write::<3>(&codes, places),
                _ => tuple.write::<MAX_CODES>(&codes, places),
            };
        }
        self.counts.each(game, state, &self.alphabet, &symbols[..self.cells], &mut |place| {
            if let Some(slot) = places.get_mut(count) {
                *slot = place;
                count += 1;
            }
        });
        count
    }
}

impl Pair {
    /// The symbols of both cells as one number: below 2^16, as there are at most 252 symbols.
    #[inline]
    fn code(self, symbols: &[u8; FIRST_PAIR]) -> u16 {
        let [a, b] = self.cells.map(|cell| u16::from(symbols[usize::from(cell) & (FIRST_PAIR - 1)]));
        a * u16::from(self.base) + b
    }
}

impl CellTuple {
    fn new(tuple: &Tuple, base: u32, hashed: Option<u32>, cells: usize, pairs: &mut Vec<Pair>) -> Self {
        let wall = |cell: &u8| if *cell == Tuple::WALL { cells as u8 } else { *cell };
        let cells: Vec<u8> = tuple.places.iter().flatten().map(wall).collect();
        let length = tuple.len();
        let mut code = |cells: &[u8]| match *cells {
            [a, b] => {
                let pair = Pair { cells: [a, b], base: base as u8 };
                let known = pairs.iter().position(|known| *known == pair);
                let at = known.unwrap_or_else(|| {
                    pairs.push(pair);
                    pairs.len() - 1
                });
                (FIRST_PAIR + at) as u16
            }
            _ => cells[0].into(),
        };
        let codes = cells.chunks(length).flat_map(|place| place.chunks(2)).map(&mut code).collect();
        let mut powers = [0; MAX_CODES];
        for (number, power) in powers.iter_mut().enumerate().take(length.div_ceil(2)) {
            *power = u64::from(base).pow(length.saturating_sub(2 * (number + 1)) as u32);
        }
        Self { length, base, hashed, cells, codes, powers, start: 0 }
    }

    /// Writes the places of its entries, each of `N` codes, and returns how many there are.
    #[inline]
    fn write<const N: usize>(&self, codes: &Codes, to: &mut [u32]) -> usize {
        let (places, _) = self.codes.as_chunks::<N>();
        let powers = self.powers.first_chunk::<N>().expect("a place has no more codes");
        let key = |place: &[u16; N]| {
            let terms = place.iter().zip(powers);
            terms.fold(0, |key, (code, power)| key + u64::from(codes[usize::from(*code) % codes.len()]) * power)
        };
        match self.hashed {
            None => to.iter_mut().zip(places).for_each(|(to, place)| *to = self.start + key(place) as u32),
            Some(bits) => to.iter_mut().zip(places).for_each(|(to, place)| {
                // Fibonacci hashing.
                let hash = key(place).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - bits);
                *to = self.start + hash as u32;
            }),
        }
        places.len()
    }
}

impl Counts {
    fn new(rules: &Rules, topology: &Topology) -> Self {
        let none = Self {
            starts: [0; 3],
            swap_starts: [0; 4],
            contact_starts: [0; 3],
            has_clock: false,
            is_limited: false,
            mobility: None,
            contacts: None,
        };
        match rules {
            Rules::Slide(_) | Rules::Strain(_) => none,
            Rules::Factor(rules) => {
                let contacts = Some(Contacts::new(rules, topology));
                Self { has_clock: true, is_limited: rules.turn_limit.is_some(), contacts, ..none }
            }
            Rules::Swap(rules) => {
                let cells = u32::from(rules.width) * u32::from(rules.height);
                let mobility =
                    if cells <= 64 { Swaps::Narrow(Mobility::new(rules)) } else { Swaps::Wide(Mobility::new(rules)) };
                Self { is_limited: rules.turn_limit.is_some(), mobility: Some(mobility), ..none }
            }
        }
    }

    /// The sizes of the tables: counts by symbol; empty cells by clock; turns left; for swap boards mobility by gaps, by
    /// high tiles, by kinds, and by value; for *factor* boards contacts.
    fn sizes(&self, symbols: u32) -> impl Iterator<Item = u32> {
        let others = (MAX_SWAPS + 1) * (MAX_OTHERS + 1);
        let mobility = self.mobility.as_ref().map(|_| [others, others, others, symbols * (MAX_VALUE_SWAPS + 1)]);
        let contacts = self.contacts.as_ref().map(|_| {
            let empty = MAX_EMPTY + 1;
            [(MAX_SLIDES + 1) * empty * CLOCKS, (MAX_LINKS + 1) * empty, symbols * (MAX_PARTNERS + 1)]
        });
        let others = mobility.into_iter().flatten().chain(contacts.into_iter().flatten());
        [symbols * (MAX_COUNT + 1), 128 * CLOCKS, LEFT].into_iter().chain(others)
    }

    #[inline]
    fn each<G: Game>(
        &self,
        game: &G,
        state: &G::State,
        alphabet: &Alphabet,
        symbols: &[u8],
        sink: &mut impl FnMut(u32),
    ) {
        let size = alphabet.size() as usize;
        let mut counts = [0u8; 256];
        for symbol in symbols {
            counts[usize::from(*symbol)] += 1;
        }
        for (symbol, count) in (0u32..).zip(&counts[..size]).filter(|(_, count)| **count > 0) {
            sink(self.starts[0] + symbol * (MAX_COUNT + 1) + u32::from(*count).min(MAX_COUNT));
        }
        let clock = if self.has_clock { game.clock(state).unwrap_or(0).min(CLOCKS - 1) } else { 0 };
        let empty = u32::from(counts[0]);
        sink(self.starts[1] + empty * CLOCKS + clock);
        if self.is_limited {
            let left = game.turns_left(state).unwrap_or(0);
            let bucket = if left < 32 { left } else { 12 + 4 * left.ilog2() + (left >> (left.ilog2() - 2) & 3) };
            sink(self.starts[2] + bucket.min(LEFT - 1));
        }
        if let Some(contacts) = &self.contacts {
            let [slides, links, partners] = self.contact_starts;
            let counted = contacts.count(symbols, &counts, &mut |symbol, count| {
                sink(partners + u32::from(symbol) * (MAX_PARTNERS + 1) + count.min(MAX_PARTNERS));
            });
            let empty = empty.min(MAX_EMPTY);
            sink(slides + (counted.slides.min(MAX_SLIDES) * (MAX_EMPTY + 1) + empty) * CLOCKS + clock);
            sink(links + counted.links.min(MAX_LINKS) * (MAX_EMPTY + 1) + empty);
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
        sink: &mut impl FnMut(u32),
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
                sink(self.swap_starts[3] + symbol * (MAX_VALUE_SWAPS + 1) + swaps.min(MAX_VALUE_SWAPS));
            }
        }
        let row = total.min(MAX_SWAPS) * (MAX_OTHERS + 1);
        for (start, other) in self.swap_starts.into_iter().zip([u32::from(counts[0]), high, kinds]) {
            sink(start + row + other.min(MAX_OTHERS));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilewright_core::Dice1;
    use tilewright_games::{AnyGame, Compiled, Preset, Variant};

    /// The places of all tuples, cell by cell.
    fn one_by_one(features: &Cells, symbols: &[u8]) -> Vec<u32> {
        let mut places = Vec::new();
        for tuple in &features.tuples {
            for place in tuple.cells.chunks(tuple.length) {
                let key = place.iter().fold(0, |key: u64, cell| {
                    let symbol = symbols.get(usize::from(*cell)).map_or(features.alphabet.size(), |s| u32::from(*s));
                    key * u64::from(tuple.base) + u64::from(symbol)
                });
                let index = match tuple.hashed {
                    None => key as u32,
                    Some(bits) => (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - bits)) as u32,
                };
                places.push(tuple.start + index);
            }
        }
        places
    }

    fn check(game: &AnyGame, size: Size, set: Option<&str>) {
        let recipe = Recipe { size, set: set.map(|set| set.parse().unwrap()) };
        let features = Cells::new(&game.rules(), game.topology(), &recipe).unwrap();
        let (_, total) = starts(features.sizes());
        for seed in 0..10 {
            let state = game.start(&mut Dice1::new(seed), &mut ()).unwrap();
            let mut symbols = vec![0; game.topology().len()];
            features.alphabet.read(game, &state, &mut symbols);
            let mut places = [0; MAX_PLACES];
            let count = features.write(game, &state, &mut places);
            let expected = one_by_one(&features, &symbols);
            assert_eq!(places[..expected.len()], expected);
            assert!(count > expected.len() && count < MAX_PLACES && places[..count].iter().all(|place| *place < total));
        }
    }

    #[test]
    fn write_matches_the_cells_one_by_one() {
        for preset in ["exponentile", "merge3", "numberclart", "factors", "factors-chaos"] {
            let game = Preset::find(preset).unwrap().variant.compile().unwrap();
            [Size::Full, Size::Small].into_iter().for_each(|size| check(&game, size, None));
            for set in ["runs 3; share nothing; singles", "share translations; runs 4", "neighbourhoods; blocks"] {
                check(&game, Size::Small, Some(set));
            }
        }
        for rules in [
            r#"{"family":"swap","width":10,"height":10,"spawn":[2,4,8],"wrap":true}"#,
            r#"{"family":"swap","width":3,"height":10,"spawn":[2,4,8]}"#,
            r#"{"family":"slide","board":{"shape":"hex","radius":4}}"#,
            r#"{"family":"slide","board":{"shape":"square","width":8,"height":8}}"#,
        ] {
            check(&Variant::from_text(rules).unwrap().compile().unwrap(), Size::Small, None);
        }
    }

    #[test]
    fn new_more_places_or_entries_than_there_is_room_for_are_refused() {
        let game = Preset::find("exponentile").unwrap().variant.compile().unwrap();
        let refused = |size: Size, text: &str| {
            let recipe = Recipe { size, set: Some(text.parse().unwrap()) };
            Cells::new(&game.rules(), game.topology(), &recipe).unwrap_err()
        };
        assert!(refused(Size::Small, &"runs 4; ".repeat(16)).contains("places"));
        assert!(refused(Size::Full, "share nothing; runs 5; runs 6; runs 7").contains("entries"));
    }
}

//! Contacts of *factor* boards: what could divide what, and the slides that would bring it together.
//!
//! The value of such a board is in what its tiles will do to each other, and it dies when nothing does: counts of both say
//! more about a crowded board than its cells one by one.

use crate::alphabet::factor_values;
use tilewright_core::Topology;
use tilewright_games::factor::Rules;

/// Which symbols change each other as neighbours, and where tiles slide.
#[derive(Debug)]
pub(crate) struct Contacts {
    /// For each symbol those that it is linked to, a bit each.
    links: Box<[Symbols]>,
    /// For each cell its neighbours up, right, down, left; [`WALL`] beyond the edge.
    neighbours: Box<[[u8; 4]]>,
}

/// A set of symbols.
type Symbols = [u64; 4];

/// In place of a neighbour: beyond the edge. The symbol there is that of no tile.
const WALL: u8 = Topology::MAX_CELLS as u8;

/// What is counted on a board.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct Counted {
    /// For each kind of tile the other kinds that it is linked to, and the other tiles of its kind if it eliminates those.
    pub(crate) links: u32,
    /// Slides of single tiles that end next to a tile they are linked to.
    pub(crate) slides: u32,
}

impl Contacts {
    pub(crate) fn new(rules: &Rules, topology: &Topology) -> Self {
        let values = factor_values(rules);
        let linked = |a: &u32| {
            let mut symbols = [0; 4];
            let others = (1..).zip(&values).filter(|(_, b)| rules.linked(*a as u16, **b as u16));
            others.for_each(|(symbol, _)| insert(&mut symbols, symbol));
            symbols
        };
        let links = [[0; 4]].into_iter().chain(values.iter().map(linked)).collect();
        let neighbour = |cell| {
            let mut cells = topology.dirs().map(|dir| topology.neighbour(cell, dir).map_or(WALL, |cell| cell.0));
            std::array::from_fn(|_| cells.next().unwrap_or(WALL))
        };
        Self { links, neighbours: topology.cells().map(neighbour).collect() }
    }

    /// Counts contacts on a board of symbols, and gives each kind of tile with the number of those it is linked to.
    #[inline]
    pub(crate) fn count(&self, symbols: &[u8], counts: &[u8; 256], sink: &mut impl FnMut(u8, u32)) -> Counted {
        let mut counted = Counted::default();
        self.count_links(symbols, counts, &mut |symbol, partners| {
            counted.links += partners;
            sink(symbol, partners);
        });
        counted.slides = self.count_slides(symbols);
        counted
    }

    #[inline]
    fn count_links(&self, symbols: &[u8], counts: &[u8; 256], sink: &mut impl FnMut(u8, u32)) {
        let mut present: Symbols = [0; 4];
        symbols.iter().for_each(|symbol| insert(&mut present, *symbol));
        present[0] &= !1;
        for (word, bits) in present.into_iter().enumerate() {
            let mut left = bits;
            while left != 0 {
                let symbol = (64 * word) as u8 + left.trailing_zeros() as u8;
                left &= left - 1;
                let links = &self.links[usize::from(symbol)];
                let others: u32 = links.iter().zip(&present).map(|(a, b)| (a & b).count_ones()).sum();
                let alike = if contains(links, symbol) { u32::from(counts[usize::from(symbol)]) } else { 1 };
                // Linked to itself: not an other one, but those of its kind are.
                let partners = others - u32::from(contains(links, symbol)) + alike - 1;
                sink(symbol, partners);
            }
        }
    }

    #[inline]
    fn count_slides(&self, symbols: &[u8]) -> u32 {
        let mut slides = 0;
        for (cell, symbol) in (0_u8..).zip(symbols).filter(|(_, symbol)| **symbol != 0) {
            let links = &self.links[usize::from(*symbol)];
            for dir in 0..4 {
                let (mut end, mut next) = (cell, self.neighbours[usize::from(cell)][dir]);
                while next != WALL && symbols[usize::from(next)] == 0 {
                    (end, next) = (next, self.neighbours[usize::from(next)][dir]);
                }
                if end == cell {
                    continue;
                }
                let meets = self.neighbours[usize::from(end)]
                    .iter()
                    .any(|other| *other != cell && *other != WALL && contains(links, symbols[usize::from(*other)]));
                slides += u32::from(meets);
            }
        }
        slides
    }
}

#[inline]
fn insert(set: &mut Symbols, symbol: u8) {
    set[usize::from(symbol >> 6)] |= 1 << (symbol & 63);
}

#[inline]
fn contains(set: &Symbols, symbol: u8) -> bool {
    set[usize::from(symbol >> 6)] >> (symbol & 63) & 1 == 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::alphabet::Alphabet;
    use tilewright_core::{Cell, Dice, Dice1, Game};
    use tilewright_games::{AnyGame, Compiled, Preset, Rules as AnyRules, Variant};

    /// The links and the slides, tile by tile.
    fn one_by_one(rules: &Rules, topology: &Topology, values: &[u32]) -> Counted {
        let linked = |a: u32, b: u32| rules.linked(a as u16, b as u16);
        let mut counted = Counted::default();
        let mut kinds: Vec<u32> = values.iter().copied().filter(|value| *value > 0).collect();
        let tiles = kinds.clone();
        kinds.sort_unstable();
        kinds.dedup();
        for kind in &kinds {
            counted.links += kinds.iter().filter(|other| *other != kind && linked(*kind, **other)).count() as u32;
            let alike = tiles.iter().filter(|tile| *tile == kind).count() as u32;
            counted.links += if linked(*kind, *kind) { alike - 1 } else { 0 };
        }
        for cell in topology.cells().filter(|cell| values[cell.index()] > 0) {
            for dir in topology.dirs() {
                let is_empty = |cell: &Cell| values[cell.index()] == 0;
                let mut way = std::iter::successors(Some(cell), |at| topology.neighbour(*at, dir).filter(is_empty));
                let Some(end) = way.by_ref().skip(1).last() else { continue };
                let around = topology.dirs().filter_map(|dir| topology.neighbour(end, dir));
                let mut others = around.filter(|other| *other != cell).map(|other| values[other.index()]);
                counted.slides += u32::from(others.any(|other| other > 0 && linked(values[cell.index()], other)));
            }
        }
        counted
    }

    fn check(game: &AnyGame) {
        let AnyRules::Factor(rules) = game.rules() else { panic!("it is a factor game") };
        let (alphabet, topology) = (Alphabet::new(&game.rules(), game.topology()), game.topology());
        let contacts = Contacts::new(&rules, topology);
        let mut dice = Dice1::new(3);
        let mut most = Counted::default();
        for _ in 0..10 {
            let mut state = game.start(&mut dice, &mut ()).unwrap();
            for _ in 0..40 {
                let (mut values, mut symbols) = (vec![0; topology.len()], vec![0; topology.len()]);
                game.values(&state, &mut values);
                alphabet.read(game, &state, &mut symbols);
                let mut counts = [0; 256];
                symbols.iter().for_each(|symbol| counts[usize::from(*symbol)] += 1);
                let mut sum = 0;
                let counted = contacts.count(&symbols, &counts, &mut |_, partners| sum += partners);
                assert_eq!(counted, one_by_one(&rules, topology, &values), "{values:?}");
                assert_eq!(sum, counted.links);
                most = Counted { links: most.links.max(counted.links), slides: most.slides.max(counted.slides) };
                let Some(action) = game.choose(&state, dice.word()) else { break };
                game.advance(&mut state, action, &mut dice, &mut ()).unwrap();
            }
        }
        assert!(most.links > 2 && most.slides > 2, "{most:?}");
    }

    #[test]
    fn count_matches_the_tiles_one_by_one() {
        for preset in ["factors", "factors-chaos"] {
            check(&Preset::find(preset).unwrap().variant.compile().unwrap());
        }
        let powers = r#"{"family":"factor","size":5,"largest_prime":3,"spawn_every":1,"equal":"powers"}"#;
        check(&Variant::from_text(powers).unwrap().compile().unwrap());
    }
}

//! Alphabets: what stands in a cell, as a small number. All that a family has to say about its tiles.

use tilewright_core::{Cell, Game, Topology};
use tilewright_games::{Rules, factor, swap::Law};

/// The symbols of a game's cells: 0 for an empty cell, 1 and up for tiles. Values without a symbol of their own share the
/// last one.
#[derive(Clone, Debug)]
pub(crate) struct Alphabet {
    kind: Kind,
    /// The number of symbols, the empty cell among them.
    size: u8,
    /// The symbols up to this one are those of new tiles, or below them.
    spawned: u8,
}

#[derive(Clone, Debug)]
enum Kind {
    /// One symbol for a value, ascending.
    Values(Lookup),
    /// One symbol for each pair of a value and its strain.
    Strain { strains: u8 },
}

/// Symbols by value.
#[derive(Clone, Debug)]
struct Lookup {
    /// For powers of two, by exponent.
    powers: [u8; 32],
    /// For small values, by value.
    small: Box<[u8]>,
    /// For other values: each with its symbol, ascending.
    large: Box<[(u32, u8)]>,
    other: u8,
}

/// Values below this have their symbols in a table.
const SMALL: u32 = 1024;
/// The most values with symbols of their own in games in which tiles grow without bound: with 19, a table of a cell and
/// its four neighbours has about 4 million entries.
const MAX_DOUBLING: usize = 19;
/// The same where values add up, of which there are more.
const MAX_SUMS: usize = 24;

impl Lookup {
    /// One symbol each for these values, ascending.
    fn new(values: &[u32]) -> Self {
        let other = values.len().min(250) as u8;
        let symbol = |value: u32| values.binary_search(&value).map_or(other, |at| at as u8 + 1).min(other);
        Self {
            powers: std::array::from_fn(|exponent| symbol(1 << exponent)),
            small: (0..SMALL).map(|value| if value == 0 { 0 } else { symbol(value) }).collect(),
            large: values.iter().filter(|value| **value >= SMALL).map(|value| (*value, symbol(*value))).collect(),
            other,
        }
    }

    #[inline]
    fn symbol(&self, value: u32) -> u8 {
        if let Some(symbol) = self.small.get(value as usize) {
            *symbol
        } else if value.is_power_of_two() {
            self.powers[value.trailing_zeros() as usize & 31]
        } else {
            self.large.binary_search_by_key(&value, |entry| entry.0).map_or(self.other, |at| self.large[at].1)
        }
    }
}

impl Alphabet {
    pub(crate) fn new(rules: &Rules, topology: &Topology) -> Self {
        match rules {
            Rules::Slide(rules) => {
                let smallest = rules.spawn.smallest();
                // A board of n cells cannot hold more than n different tiles of a chain of merges.
                let ranks = (topology.len() + 2).min(MAX_DOUBLING) as u32;
                let values: Vec<u32> = (0..ranks).map_while(|rank| smallest.checked_shl(rank)).collect();
                let values: Vec<u32> = values.into_iter().take_while(|value| *value > 0 && *value <= 1 << 30).collect();
                Self::of_values(&values, rules.spawn.largest())
            }
            Rules::Swap(rules) => {
                let spawned = rules.spawn.as_slice().iter().map(|entry| entry.0);
                // The values that can be made, with how many new tiles they take, cheap ones first.
                let mut made: Vec<(u64, u32)> = spawned.map(|value| (1, value)).collect();
                let (max, factors): (_, &[(u64, u64)]) = match rules.law {
                    Law::Doubling => (MAX_DOUBLING, &[(3, 2)]),
                    Law::Sum => (MAX_SUMS, &[(3, 3), (4, 4), (5, 5)]),
                };
                let mut next = 0;
                while next < made.len() && made.len() < 4000 {
                    let (cost, value) = made[next];
                    next += 1;
                    for (tiles, factor) in factors {
                        let value = u64::from(value) * factor;
                        if value <= 1 << 30 && !made.iter().any(|known| u64::from(known.1) == value) {
                            made.push((cost * tiles, value as u32));
                        }
                    }
                }
                made.sort_unstable();
                let mut values: Vec<u32> = made.into_iter().map(|entry| entry.1).take(max).collect();
                values.sort_unstable();
                Self::of_values(&values, rules.spawn.largest())
            }
            Rules::Strain(rules) => {
                // Strain decays before the next turn, so a tile at the limit is only ever loaded.
                let strains = rules.max_strain;
                Self { kind: Kind::Strain { strains }, size: rules.max_value * strains + 1, spawned: 0 }
            }
            Rules::Factor(rules) => Self::of_values(&factor_values(rules), u32::MAX),
        }
    }

    fn of_values(values: &[u32], spawned: u32) -> Self {
        let spawned = values.iter().filter(|value| **value <= spawned).count() as u8;
        Self { size: values.len() as u8 + 1, kind: Kind::Values(Lookup::new(values)), spawned }
    }

    /// The number of symbols, the empty cell among them.
    pub(crate) fn size(&self) -> u32 {
        self.size.into()
    }

    /// The symbols above this one are of tiles that chance never places.
    pub(crate) fn spawned(&self) -> u8 {
        self.spawned
    }

    /// Writes the symbol of every cell in scan order.
    #[inline]
    pub(crate) fn read<G: Game>(&self, game: &G, state: &G::State, symbols: &mut [u8]) {
        match &self.kind {
            Kind::Values(lookup) => {
                let mut values = [0; Topology::MAX_CELLS];
                let values = &mut values[..symbols.len()];
                game.values(state, values);
                for (symbol, value) in symbols.iter_mut().zip(values) {
                    *symbol = lookup.symbol(*value);
                }
            }
            Kind::Strain { strains } => {
                for (symbol, cell) in symbols.iter_mut().zip(0..) {
                    *symbol = game
                        .tile(state, Cell(cell))
                        .map_or(0, |tile| 1 + (tile.value as u8 - 1) * strains + tile.strain.min(strains - 1));
                }
            }
        }
    }
}

/// The values of tiles in *factor*, ascending: products of up to three primes, and what remains of them.
pub(crate) fn factor_values(rules: &factor::Rules) -> Vec<u32> {
    let primes: Vec<u32> = (2..=u32::from(rules.largest_prime)).filter(|n| (2..*n).all(|d| n % d != 0)).collect();
    let mut values = primes.clone();
    for a in &primes {
        for b in &primes {
            values.push(a * b);
            values.extend(primes.iter().map(|c| a * b * c));
        }
    }
    values.sort_unstable();
    values.dedup();
    values
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilewright_games::{Compiled, Preset};

    #[test]
    fn new_every_preset_has_a_symbol_for_each_usual_value() {
        for (id, size) in [("classic-2048", 19), ("exponentile", 20), ("numberclart", 16), ("factors", 84)] {
            let game = Preset::find(id).unwrap().variant.compile().unwrap();
            assert_eq!(Alphabet::new(&game.rules(), game.topology()).size(), size, "{id}");
        }
    }

    #[test]
    fn symbol_of_values_by_sum_are_distinct_and_the_rest_share_the_last() {
        let game = Preset::find("merge3").unwrap().variant.compile().unwrap();
        let alphabet = Alphabet::new(&game.rules(), game.topology());
        let Kind::Values(lookup) = &alphabet.kind else { panic!("it has values") };
        let symbols = [0, 2, 4, 6, 8, 16, 48].map(|value| lookup.symbol(value));
        assert!(symbols.is_sorted_by(|a, b| a < b), "{symbols:?}");
        assert_eq!(lookup.symbol(3 * 6561), lookup.other);
        assert_eq!(alphabet.spawned(), symbols[5]);
    }
}

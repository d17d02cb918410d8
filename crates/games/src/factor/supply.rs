//! The numbers that chance places: products of one, two or three primes.

/// The products with their weights, and a lookup table from tickets to values.
#[derive(Debug)]
pub(super) struct Supply {
    /// Values with weights, ascending.
    entries: Vec<(u16, u32)>,
    /// The value that each ticket of `0..total` stands for.
    tickets: Vec<u16>,
}

impl Supply {
    /// The products of primes up to `largest`, which is at least 2. How many factors is uniform, and so is each
    /// factor; hence with P primes a prime weighs P², a product of two P an ordered pair, of three 1 an ordered triple.
    pub(super) fn new(largest: u8) -> Self {
        let primes: Vec<u16> = (2..=u16::from(largest)).filter(|&n| (2..n).all(|d| n % d != 0)).collect();
        let count = primes.len();
        // One ticket for every way to draw: all 3·P³ of them, sorted by what comes of it.
        let mut tickets = Vec::with_capacity(3 * count * count * count);
        for &a in &primes {
            for &b in &primes {
                for &c in &primes {
                    tickets.extend([a, a * b, a * b * c]);
                }
            }
        }
        tickets.sort_unstable();
        let entries = tickets.chunk_by(|a, b| a == b).map(|same| (same[0], same.len() as u32)).collect();
        Self { entries, tickets }
    }

    /// The values with their weights, ascending.
    pub(super) fn entries(&self) -> &[(u16, u32)] {
        &self.entries
    }

    /// The sum of the weights.
    #[inline]
    pub(super) fn total(&self) -> u32 {
        self.tickets.len() as u32
    }

    /// The value that a ticket below the total stands for.
    #[inline]
    pub(super) fn pick(&self, ticket: u32) -> u16 {
        self.tickets[ticket as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_of_one_prime_are_its_powers() {
        assert_eq!(Supply::new(2).entries(), [(2, 1), (4, 1), (8, 1)]);
    }

    #[test]
    fn entries_weigh_ordered_tuples() {
        // P = 2: a prime weighs 4; a product of two 2 for each order; of three 1 for each order.
        let expected = [(2, 4), (3, 4), (4, 2), (6, 4), (8, 1), (9, 2), (12, 3), (18, 3), (27, 1)];
        for largest in [3, 4] {
            assert_eq!(Supply::new(largest).entries(), expected);
        }
    }

    #[test]
    fn total_is_three_times_the_cube_of_the_prime_count() {
        for (largest, primes) in [(2, 1), (5, 3), (7, 4), (10, 4), (11, 5), (13, 6), (17, 7), (18, 7), (19, 8)] {
            let supply = Supply::new(largest);
            assert_eq!(supply.total(), 3 * primes * primes * primes);
            assert_eq!(supply.total(), supply.entries().iter().map(|entry| entry.1).sum::<u32>());
            assert!(supply.entries().is_sorted_by(|a, b| a.0 < b.0));
        }
        assert_eq!(Supply::new(19).entries().last(), Some(&(6859, 1)));
    }
}

//! How a centre is split into factors, each of which divides a neighbour of its own: a search in a fixed order.

/// The factors of a centre and the candidates that take them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Split {
    factors: [u16; 4],
    /// For each factor the index of its candidate.
    takers: [u8; 4],
    len: u8,
}

impl Split {
    /// The first way to write the centre as a product of two or more factors from 2 up, each dividing a candidate of
    /// its own. The order: fewest factors, then the smallest ascending list of factors, then the earliest candidate
    /// for each factor in turn.
    pub(super) fn find(centre: u16, candidates: &[u16]) -> Option<Self> {
        (2..=candidates.len().min(4)).find_map(|len| {
            let mut split = Self { factors: [0; 4], takers: [0; 4], len: len as u8 };
            split.list(0, 2, centre, candidates).then_some(split)
        })
    }

    /// Each factor with the index of its candidate.
    pub(super) fn pairs(&self) -> impl Iterator<Item = (u16, u8)> {
        self.factors.into_iter().zip(self.takers).take(self.len.into())
    }

    /// Finds the factors from place `at` on: they are `least` or more, ascend, and their product is `rest`.
    fn list(&mut self, at: usize, least: u16, rest: u16, candidates: &[u16]) -> bool {
        let more = usize::from(self.len) - at;
        if more == 1 {
            // The loop below left no less than `least`.
            self.factors[at] = rest;
            return self.assign(0, 0, candidates);
        }
        for factor in least.. {
            if u32::from(factor).pow(more as u32) > u32::from(rest) {
                break;
            }
            if rest.is_multiple_of(factor) {
                self.factors[at] = factor;
                if self.list(at + 1, factor, rest / factor, candidates) {
                    return true;
                }
            }
        }
        false
    }

    /// Gives the factors from place `at` on to candidates that are not yet `taken`.
    fn assign(&mut self, at: usize, taken: u8, candidates: &[u16]) -> bool {
        if at == usize::from(self.len) {
            return true;
        }
        for (i, candidate) in candidates.iter().enumerate() {
            if taken >> i & 1 == 0 && candidate.is_multiple_of(self.factors[at]) {
                self.takers[at] = i as u8;
                if self.assign(at + 1, taken | 1 << i, candidates) {
                    return true;
                }
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(centre: u16, candidates: &[u16]) -> Vec<(u16, u8)> {
        Split::find(centre, candidates).map(|split| split.pairs().collect()).unwrap_or_default()
    }

    #[test]
    fn find_two_and_three_factors_prefers_two() {
        assert_eq!(pairs(12, &[2, 3, 4]), [(3, 1), (4, 2)]);
        assert_eq!(pairs(30, &[2, 3, 5]), [(2, 0), (3, 1), (5, 2)]);
        assert_eq!(pairs(210, &[2, 3, 5, 7]), [(2, 0), (3, 1), (5, 2), (7, 3)]);
    }

    #[test]
    fn find_several_lists_prefers_the_smallest() {
        // 2·18 before 3·12, though both fit.
        assert_eq!(pairs(36, &[18, 12]), [(2, 1), (18, 0)]);
        assert_eq!(pairs(24, &[12, 8]), [(2, 1), (12, 0)]);
    }

    #[test]
    fn find_several_takers_prefers_the_first_that_leaves_a_solution() {
        assert_eq!(pairs(4, &[2, 2]), [(2, 0), (2, 1)]);
        assert_eq!(pairs(12, &[6, 6, 2]), [(2, 0), (6, 1)]);
        // 2 fits the 6 first, but then nothing would take the 6.
        assert_eq!(pairs(12, &[6, 4]), [(2, 1), (6, 0)]);
    }

    #[test]
    fn find_without_enough_takers_gives_none() {
        assert_eq!(pairs(12, &[2, 3]), []);
        assert_eq!(pairs(7, &[]), []);
        assert_eq!(pairs(12, &[6]), []);
        assert_eq!(pairs(65535, &[3, 5, 17, 257]), [(3, 0), (5, 1), (17, 2), (257, 3)]);
    }
}

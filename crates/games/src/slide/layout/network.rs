//! Permutations of the nibbles of a board, as a Beneš network.

use crate::slide::bits::Bits;

/// The most nibbles of a board.
const SIZE: usize = 32;

/// Delta swaps with these distances, in nibbles, can make every permutation of 32 nibbles; without the first and the
/// last, of 16.
const DISTANCES: [u32; 9] = [16, 8, 4, 2, 1, 2, 4, 8, 16];

/// A permutation of the nibbles of a board. Seven or nine delta swaps, each with the mask of the nibbles that change
/// places with the ones `distance` above: no table that would have to be in the cache, and the same instructions for
/// every permutation, so that a direction costs no branch.
#[derive(Clone, Debug)]
pub(super) struct Network<B>([B; DISTANCES.len()]);

impl<B: Bits> Network<B> {
    /// The network that moves nibble `from[i]` to `to[i]`. The nibbles that are not listed go wherever there is
    /// room: they have to be empty.
    pub fn new(from: &[u8], to: &[u8]) -> Self {
        let size = B::NIBBLES as usize;
        let mut goal = vec![None; size];
        let mut taken = vec![false; size];
        for (&from, &to) in from.iter().zip(to) {
            goal[usize::from(from)] = Some(usize::from(to));
            taken[usize::from(to)] = true;
        }
        let mut room = (0..size).filter(|&to| !taken[to]);
        let goal: Vec<usize> =
            goal.into_iter().map(|to| to.or_else(|| room.next()).expect("as many places as nibbles")).collect();
        let mut masks = [B::default(); DISTANCES.len()];
        route(&goal, 0, usize::from(size < SIZE), &mut masks);
        Self(masks)
    }

    /// The board with its nibbles moved.
    #[inline(always)]
    pub fn apply(&self, board: B) -> B {
        let mut moved = board;
        for (&mask, distance) in self.0.iter().zip(DISTANCES) {
            if distance < B::NIBBLES {
                moved = moved.delta_swap(mask, distance);
            }
        }
        moved
    }
}

/// Fills the masks of a network in which nibble `base + i` goes to `base + goal[i]`: its outer two stages, and the two
/// networks of half the size between them.
fn route<B: Bits>(goal: &[usize], base: usize, stage: usize, masks: &mut [B; DISTANCES.len()]) {
    let mut swap = |stage: usize, at: usize| masks[stage] = masks[stage] | B::from(15) << (4 * (base + at) as u32);
    let half = goal.len() / 2;
    if half == 1 {
        if goal[0] == 1 {
            swap(stage, 0);
        }
        return;
    }
    let mut source = [0; SIZE];
    goal.iter().enumerate().for_each(|(from, &to)| source[to] = from);
    // Which half each nibble goes through. Two that start half the size apart go through different ones, and so do
    // two that end so: follow these constraints around each cycle.
    let mut upper = [None; SIZE];
    for start in 0..half {
        let mut from = start;
        while upper[from].is_none() {
            upper[from] = Some(false);
            upper[from ^ half] = Some(true);
            from = source[goal[from ^ half] ^ half];
        }
    }
    let upper = upper.map(|upper| upper == Some(true));
    let mut inner = [vec![0; half], vec![0; half]];
    for from in 0..goal.len() {
        inner[usize::from(upper[from])][from % half] = goal[from] % half;
    }
    for at in 0..half {
        if upper[at] {
            swap(stage, at);
        }
        if upper[source[at]] {
            swap(DISTANCES.len() - 1 - stage, at);
        }
    }
    route(&inner[0], base, stage + 1, masks);
    route(&inner[1], base + half, stage + 1, masks);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<B: Bits>() {
        let most = B::NIBBLES as usize;
        let mut word = 7_u64;
        for size in (1..=most).cycle().take(500) {
            let mut shuffled = |size: usize| {
                let mut list: Vec<u8> = (0..most as u8).collect();
                for i in (1..most).rev() {
                    word = word.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(1);
                    list.swap(i, (word >> 40) as usize % (i + 1));
                }
                list.truncate(size);
                list
            };
            let (from, to) = (shuffled(size), shuffled(size));
            let network = Network::new(&from, &to);
            for (&from, &to) in from.iter().zip(&to) {
                let at = |cell: u8| B::from(15) << (4 * u32::from(cell));
                assert_eq!(network.apply(at(from)), at(to));
            }
        }
    }

    #[test]
    fn apply_any_permutation_moves_every_nibble() {
        check::<u64>();
        check::<u128>();
    }
}

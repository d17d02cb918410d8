//! Permutations of the nibbles of a board, as a Beneš network.

/// Nibbles of a board.
const SIZE: usize = 32;

/// Delta swaps with these distances, in nibbles, can make every permutation of 32 nibbles.
const DISTANCES: [u32; 9] = [16, 8, 4, 2, 1, 2, 4, 8, 16];

/// A permutation of 32 nibbles. Nine delta swaps, each with the mask of the nibbles that change places with the ones
/// `distance` above: no table that would have to be in the cache, and the same instructions for every permutation,
/// so that a direction costs no branch.
#[derive(Clone, Debug)]
pub(super) struct Network([u128; DISTANCES.len()]);

impl Network {
    /// The network that moves nibble `from[i]` to `to[i]`. The nibbles that are not listed go wherever there is
    /// room: they have to be empty.
    pub fn new(from: &[u8], to: &[u8]) -> Self {
        let mut goal = [None; SIZE];
        let mut taken = [false; SIZE];
        for (&from, &to) in from.iter().zip(to) {
            goal[usize::from(from)] = Some(usize::from(to));
            taken[usize::from(to)] = true;
        }
        let mut room = (0..SIZE).filter(|&to| !taken[to]);
        let goal = goal.map(|to| to.or_else(|| room.next()).expect("as many places as nibbles"));
        let mut masks = [0; DISTANCES.len()];
        route(&goal, 0, 0, &mut masks);
        Self(masks)
    }

    /// The board with its nibbles moved.
    #[inline]
    pub fn apply(&self, board: u128) -> u128 {
        let mut moved = board;
        for (mask, distance) in self.0.iter().zip(DISTANCES) {
            let swapped = (moved ^ moved >> (4 * distance)) & mask;
            moved ^= swapped ^ swapped << (4 * distance);
        }
        moved
    }
}

/// Fills the masks of a network in which nibble `base + i` goes to `base + goal[i]`: its outer two stages, and the two
/// networks of half the size between them.
fn route(goal: &[usize], base: usize, stage: usize, masks: &mut [u128; DISTANCES.len()]) {
    let swap = |at: usize| 0xf << (4 * (base + at));
    let half = goal.len() / 2;
    if half == 1 {
        masks[stage] |= if goal[0] == 1 { swap(0) } else { 0 };
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
        masks[stage] |= if upper[at] { swap(at) } else { 0 };
        masks[DISTANCES.len() - 1 - stage] |= if upper[source[at]] { swap(at) } else { 0 };
    }
    route(&inner[0], base, stage + 1, masks);
    route(&inner[1], base + half, stage + 1, masks);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn apply_any_permutation_moves_every_nibble() {
        let mut word = 7_u64;
        for size in (1..=SIZE).cycle().take(500) {
            let mut shuffled = |size: usize| {
                let mut list: Vec<u8> = (0..SIZE as u8).collect();
                for i in (1..SIZE).rev() {
                    word = word.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(1);
                    list.swap(i, (word >> 40) as usize % (i + 1));
                }
                list.truncate(size);
                list
            };
            let (from, to) = (shuffled(size), shuffled(size));
            let network = Network::new(&from, &to);
            for (from, to) in from.iter().zip(&to) {
                assert_eq!(network.apply(0xf << (4 * from)), 0xf << (4 * to));
            }
        }
    }
}

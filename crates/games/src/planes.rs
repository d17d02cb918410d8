//! What families on bit planes share: cells' numbers out of planes, and actions out of sets of cells.
//!
//! A plane has a bit for each cell. Four sets of cells, one for each of four neighbours, say which cells have a legal
//! action with that neighbour; a dense list of actions has the same bits cell by cell, but none for neighbours that are
//! off the board.

use tilewright_core::ActionList;

/// For each byte its bits as bytes of 0 or 1, the lowest first.
static SPREAD8: [u64; 256] = {
    let mut table = [0; 256];
    let mut i = 0;
    while i < 256 * 8 {
        table[i / 8] |= ((i as u64 / 8) >> (i % 8) & 1) << (8 * (i % 8));
        i += 1;
    }
    table
};

/// For each byte its bits as nibbles of 0 or 1, the lowest first.
static SPREAD4: [u32; 256] = {
    let mut table = [0; 256];
    let mut i = 0;
    while i < 256 * 8 {
        table[i / 8] |= ((i as u32 / 8) >> (i % 8) & 1) << (4 * (i % 8));
        i += 1;
    }
    table
};

/// The numbers of eight cells as bytes: bit `p` of each is taken from the p-th of up to eight bytes of planes.
#[inline]
pub(crate) fn numbers(planes: impl Iterator<Item = u8>) -> u64 {
    planes.enumerate().fold(0, |numbers, (p, byte)| numbers | SPREAD8[usize::from(byte)] << p)
}

/// Four bits for each of eight cells, taken from byte `at` of four sets: bit `4 · cell + i` is set if set `i` holds the
/// cell.
#[inline]
pub(crate) fn interleave<const N: usize>(sets: &[[u8; N]; 4], at: usize) -> u32 {
    (0..4).fold(0, |bits, i| bits | SPREAD4[usize::from(sets[i][at])] << i)
}

/// The same for all cells, sixteen a word.
#[inline]
pub(crate) fn quads<const N: usize>(sets: [[u8; N]; 4]) -> impl Iterator<Item = u64> {
    (0..N / 2)
        .map(move |word| u64::from(interleave(&sets, 2 * word)) | u64::from(interleave(&sets, 2 * word + 1)) << 32)
}

/// Which of some fixed places are actions, and how their bits move together: a compress instruction (`pext`) for fixed
/// masks, in six steps a word.
#[derive(Debug)]
pub(crate) struct Dense(Vec<DenseWord>);

#[derive(Debug)]
struct DenseWord {
    /// The bits that are actions.
    keep: u64,
    /// The bits that move down by 1, 2, 4 and so on.
    moves: [u64; 6],
    /// Where the first of them goes.
    at: usize,
}

impl Dense {
    /// The places that hold an action, in the order of the list.
    pub(crate) fn new(list: &ActionList, places: impl Iterator<Item = bool>) -> Self {
        let mut words: Vec<DenseWord> = Vec::new();
        let mut count = 0;
        for (place, is_action) in places.enumerate() {
            if place % 64 == 0 {
                words.push(DenseWord { keep: 0, moves: [0; 6], at: count });
            }
            let word = &mut words[place / 64];
            if is_action {
                word.keep |= 1 << (place % 64);
                // How far it has to go down within the word, a power of two at a time.
                let goal = count - word.at;
                let way = place % 64 - goal;
                let mut now = place % 64;
                for step in 0..6 {
                    if way >> step & 1 == 1 {
                        word.moves[step] |= 1 << now;
                        now -= 1 << step;
                    }
                }
                count += 1;
            }
        }
        assert_eq!(count, list.len(), "every action has a place");
        while words.pop_if(|word| word.keep == 0).is_some() {}
        Self(words)
    }

    /// Writes the set of actions, given the words of places.
    #[inline]
    pub(crate) fn write(&self, places: impl Iterator<Item = u64>, set: &mut [u64]) {
        set.fill(0);
        for (word, places) in self.0.iter().zip(places) {
            let mut bits = places & word.keep;
            for (step, moves) in word.moves.iter().enumerate() {
                let moving = bits & moves;
                bits = bits ^ moving | moving >> (1 << step);
            }
            let (number, shift) = (word.at / 64, word.at % 64);
            set[number] |= bits << shift;
            if let Some(next) = set.get_mut(number + 1) {
                // In two shifts, as one by 64 does not exist.
                *next |= bits >> 1 >> (63 - shift);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilewright_core::{Dice as _, Dice1, Meaning, Notation, Topology};

    #[test]
    fn numbers_take_a_bit_from_each_plane() {
        let planes = [0b1000_0001, 0b1000_0010, 0b1000_0000, 0b1000_0100, 0b1000_0000];
        assert_eq!(numbers(planes.into_iter()).to_le_bytes(), [1, 2, 8, 0, 0, 0, 0, 31]);
    }

    #[test]
    fn interleave_takes_four_bits_a_cell() {
        let sets = [[0b1000_0001, 1], [0b10, 0], [0b1000_0000, 0], [0, 1]];
        assert_eq!(interleave(&sets, 0), 0x5000_0021);
        assert!(quads(sets).eq([0x0000_0009_5000_0021]));
    }

    #[test]
    fn dense_bits_are_those_of_the_actions_in_order() {
        for (width, height) in [(3, 3), (5, 5), (3, 8), (8, 8), (10, 10)] {
            let topology = Topology::square(width, height).unwrap();
            let inside =
                |meaning| matches!(meaning, Meaning::Move(cell, dir) if topology.neighbour(cell, dir).is_some());
            let list = ActionList::new(Notation::Step, &topology, inside);
            let ids = 0..Notation::Step.count(&topology);
            let dense = Dense::new(&list, ids.map(|id| list.index(tilewright_core::Action(id)).is_some()));
            let mut dice = Dice1::new(3);
            for _ in 0..100 {
                let places: Vec<u64> = (0..topology.len().div_ceil(16)).map(|_| dice.word()).collect();
                let mut set = vec![u64::MAX; list.words()];
                dense.write(places.iter().copied(), &mut set);
                for (index, action) in list.as_slice().iter().enumerate() {
                    let place = usize::from(action.0);
                    assert_eq!(set[index / 64] >> (index % 64) & 1, places[place / 64] >> (place % 64) & 1);
                }
                let last = list.len() % 64;
                assert!(last == 0 || set[list.len() / 64] >> last == 0, "no bits beyond the last action");
            }
        }
    }
}

//! Sets as machine words: bit `i % 64` of word `i / 64` is member `i`. For loops that cannot afford a list.

use crate::ticket;

/// A 1 in every byte.
const ONES: u64 = 0x0101_0101_0101_0101;
/// The highest bit of every byte.
const HIGH: u64 = ONES << 7;

/// For each byte its bits as flags, the lowest first.
static FLAGS: [[bool; 8]; 256] = {
    let mut table = [[false; 8]; 256];
    let mut i = 0;
    while i < 256 * 8 {
        table[i / 8][i % 8] = (i / 8) >> (i % 8) & 1 == 1;
        i += 1;
    }
    table
};

/// For each byte the places of its set bits, ascending.
static PLACES: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut place, mut n) = (0, 0);
        while place < 8 {
            if byte >> place & 1 == 1 {
                table[byte][n] = place as u8;
                n += 1;
            }
            place += 1;
        }
        byte += 1;
    }
    table
};

/// For each byte how many of its bits are set.
static COUNTS: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = byte.count_ones() as u8;
        byte += 1;
    }
    table
};

/// Writes eight numbers or as many of them as the slice takes.
///
/// A slice of another length than eight is written in parts of fixed size, which are a move each; a copy of unknown
/// length would be a call.
#[inline]
pub fn write_eight<T: Copy>(eight: &[T; 8], to: &mut [T]) {
    if let Some(to) = to.first_chunk_mut::<8>() {
        *to = *eight;
        return;
    }
    let mut at = 0;
    for size in [4, 2, 1] {
        if to.len() & size != 0 {
            to[at..at + size].copy_from_slice(&eight[at..at + size]);
            at += size;
        }
    }
}

/// Writes a flag for each member of a set.
///
/// ```
/// let mut flags = [true; 5];
/// tilewright_core::bits::flags(&[0b01001], &mut flags);
/// assert_eq!(flags, [true, false, false, true, false]);
/// ```
#[inline]
pub fn flags(set: &[u64], flags: &mut [bool]) {
    match set {
        [word] if flags.len() <= 8 => write_eight(&FLAGS[usize::from(*word as u8)], flags),
        _ => many_flags(set, flags),
    }
}

#[inline(never)]
fn many_flags(set: &[u64], flags: &mut [bool]) {
    for (&word, flags) in set.iter().zip(flags.chunks_mut(64)) {
        for (byte, flags) in word.to_le_bytes().into_iter().zip(flags.chunks_mut(8)) {
            write_eight(&FLAGS[usize::from(byte)], flags);
        }
    }
}

/// The member that a word of the dice stands for, all being equally likely; `None` if the set is empty.
///
/// ```
/// use tilewright_core::bits::choose;
/// assert_eq!((choose(&[0b110], 0), choose(&[0b110], u64::MAX), choose(&[0], 7)), (Some(1), Some(2), None));
/// ```
#[inline]
pub fn choose(set: &[u64], word: u64) -> Option<usize> {
    match *set {
        [0] => None,
        // Few actions in all.
        [byte @ 1..=0xff] => {
            let number = ticket(word, COUNTS[byte as usize].into());
            Some(PLACES[byte as usize][number as usize & 7].into())
        }
        [only] => {
            let sums = running_counts(only);
            Some(nth_of_word(only, sums, ticket(word, sums >> 56)))
        }
        _ => Some(count(set)).filter(|count| *count > 0).map(|count| nth(set, ticket(word, count))),
    }
}

/// How many members there are.
#[inline]
pub fn count(set: &[u64]) -> u64 {
    set.iter().map(|word| u64::from(word.count_ones())).sum()
}

/// Member number `n`, counted from 0; there must be more than `n`.
///
/// ```
/// assert_eq!(tilewright_core::bits::nth(&[1 << 63, 0b101], 2), 66);
/// ```
#[inline]
pub fn nth(set: &[u64], mut n: u64) -> usize {
    for (number, word) in set.iter().enumerate() {
        let count = u64::from(word.count_ones());
        if n < count {
            return 64 * number + nth_of_word(*word, running_counts(*word), n);
        }
        n -= count;
    }
    unreachable!("the set has more members than that")
}

/// In each byte how many bits are set up to its end.
#[inline]
fn running_counts(word: u64) -> u64 {
    byte_counts(word).wrapping_mul(ONES)
}

/// The same for one word. Branch-free: running sums over the bytes find the byte, a table finds the bit in it.
#[inline]
fn nth_of_word(word: u64, sums: u64, n: u64) -> usize {
    // The high bit of every byte whose sum is at most n; neither exceeds 64.
    let passed = (n.wrapping_mul(ONES) | HIGH).wrapping_sub(sums) & HIGH;
    let shift = (passed >> 7).wrapping_mul(ONES) >> 56 << 3;
    let before = sums << 8 >> (shift & 63) & 0xff;
    let byte = (word >> (shift & 63)) as u8;
    (shift + u64::from(PLACES[usize::from(byte)][(n - before) as usize & 7])) as usize
}

/// How many bits are set in each byte.
#[inline]
pub fn byte_counts(word: u64) -> u64 {
    let pairs = word - (word >> 1 & 0x5555_5555_5555_5555);
    let nibbles = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    (nibbles + (nibbles >> 4)) & 0x0f0f_0f0f_0f0f_0f0f
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Dice as _, Dice1};
    use alloc::{vec, vec::Vec};

    /// Sets of every density.
    fn sets() -> impl Iterator<Item = Vec<u64>> {
        let mut dice = Dice1::new(1);
        (0..400).map(move |i| {
            let mut word = || match i % 4 {
                0 => dice.word(),
                1 => dice.word() & dice.word() & dice.word() & dice.word(),
                2 => dice.word() | dice.word() | dice.word() | dice.word(),
                _ => [0, u64::MAX, 1, 1 << 63][(dice.word() >> 62) as usize],
            };
            vec![word(), word(), word()]
        })
    }

    fn members(set: &[u64]) -> Vec<usize> {
        (0..64 * set.len()).filter(|i| set[i / 64] >> (i % 64) & 1 == 1).collect()
    }

    #[test]
    fn nth_and_count_match_the_list_of_members() {
        for set in sets() {
            let members = members(&set);
            assert_eq!(count(&set), members.len() as u64);
            assert!(members.iter().enumerate().all(|(n, member)| nth(&set, n as u64) == *member));
            for word in [0, 1 << 62, u64::MAX / 3 * 2, u64::MAX] {
                let listed = |list: &[usize]| list.get(ticket(word, list.len() as u64) as usize).copied();
                assert_eq!(choose(&set, word), listed(&members));
                assert_eq!(choose(&set[..1], word), listed(&self::members(&set[..1])));
                let byte = [set[0] & 0xff];
                assert_eq!(choose(&byte, word), listed(&self::members(&byte)));
            }
        }
    }

    #[test]
    fn flags_of_any_length_match_the_members() {
        for (len, set) in (0..=192).cycle().zip(sets()) {
            let members = members(&set);
            let mut written = vec![true; len];
            flags(&set, &mut written);
            assert!(written.iter().enumerate().all(|(i, flag)| *flag == members.contains(&i)));
        }
    }

    #[test]
    fn byte_counts_match_count_ones() {
        for word in sets().flatten() {
            assert_eq!(byte_counts(word).to_le_bytes(), word.to_le_bytes().map(|byte| byte.count_ones() as u8));
        }
    }
}

//! Sorting actions.

use tilewright_core::Action;

/// Best first, and the first of equals.
pub(crate) fn sort(actions: &mut [(Action, f64)]) {
    actions.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
}

/// What a list is sorted by, the first number first.
pub(crate) type SortKey = [u64; 3];

/// Sorts a list by keys, lowest first; equal ones keep their order. Searches of every game sort states of their own type,
/// and the standard library's sort, compiled for each, was a quarter of this crate's code: this sorts keys, of one type.
pub(crate) fn sort_by_keys<T>(list: &mut [T], key: impl FnMut(&T) -> SortKey) {
    let mut order: Vec<(SortKey, usize)> = list.iter().map(key).zip(0..).collect();
    order.sort_unstable();
    for place in 0..list.len() {
        // What belongs here may have been swapped away from where it stood.
        let mut from = order[place].1;
        while from < place {
            from = order[from].1;
        }
        list.swap(place, from);
    }
}

/// A number for a key that is the lower the higher the value, in the order of [`f64::total_cmp`].
pub(crate) fn descending(value: f64) -> u64 {
    let bits = value.to_bits();
    if bits >> 63 == 0 { !bits & u64::MAX >> 1 } else { bits }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sort_by_keys_is_the_stable_sort() {
        let values = [3.0, -1.5, f64::INFINITY, 0.0, -0.0, 3.0, f64::NEG_INFINITY, 1e-300, -7.0, 3.0];
        for length in 0..=values.len() {
            let list: Vec<(usize, f64)> = values[..length].iter().copied().enumerate().collect();
            let (mut expected, mut found) = (list.clone(), list);
            expected.sort_by(|a, b| b.1.total_cmp(&a.1));
            sort_by_keys(&mut found, |(_, value)| [descending(*value), 0, 0]);
            assert_eq!(found, expected);
        }
    }
}

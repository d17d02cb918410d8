//! Means, medians and bootstrap intervals, the same on every machine.

use tilewright_core::{Dice, Dice1, ticket};

/// Resamplings of a bootstrap.
const RESAMPLES: usize = 2000;

/// The mean; 0 of nothing.
pub(crate) fn mean(values: &[f64]) -> f64 {
    if values.is_empty() { 0.0 } else { values.iter().sum::<f64>() / values.len() as f64 }
}

/// The median; 0 of nothing.
pub(crate) fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    match sorted.len() {
        0 => 0.0,
        n if n % 2 == 1 => sorted[n / 2],
        n => f64::midpoint(sorted[n / 2 - 1], sorted[n / 2]),
    }
}

/// The 95 % interval of the mean: percentiles of the means of resampled values, with fixed dice.
pub(crate) fn interval(values: &[f64]) -> (f64, f64) {
    if values.is_empty() {
        return (0.0, 0.0);
    }
    let mut dice = Dice1::new(95);
    let count = values.len() as u64;
    let mut means: Vec<f64> = (0..RESAMPLES)
        .map(|_| (0..count).map(|_| values[ticket(dice.word(), count) as usize]).sum::<f64>() / count as f64)
        .collect();
    means.sort_by(f64::total_cmp);
    (means[RESAMPLES / 40], means[RESAMPLES - 1 - RESAMPLES / 40])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn middles() {
        assert_eq!((mean(&[]), median(&[]), interval(&[])), (0.0, 0.0, (0.0, 0.0)));
        assert_eq!((mean(&[1.0, 2.0, 6.0]), median(&[6.0, 1.0, 2.0])), (3.0, 2.0));
        assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), 2.5);
    }

    #[test]
    fn an_interval_is_about_two_errors_wide() {
        // 0..1000 evenly: the standard error of the mean is 288.7 / √1000 = 9.13.
        let values: Vec<f64> = (0..1000).map(f64::from).collect();
        let (low, high) = interval(&values);
        assert!((479.0..484.5).contains(&low) && (514.5..520.0).contains(&high), "{low} {high}");
        assert_eq!(interval(&[7.0, 7.0]), (7.0, 7.0));
    }
}

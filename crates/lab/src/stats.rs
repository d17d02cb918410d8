//! Means, medians, bootstrap intervals and the Kaplan–Meier estimate. The same values give the same bits on every
//! machine: resampling uses fixed dice.

use tilewright_core::{Dice, Dice1, ticket};

/// Number of resamples of a bootstrap.
const RESAMPLES: usize = 2000;

/// The mean; 0 for no values.
pub fn mean(values: &[f64]) -> f64 {
    if values.is_empty() { 0.0 } else { values.iter().sum::<f64>() / values.len() as f64 }
}

/// The median; 0 for no values.
pub fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    match sorted.len() {
        0 => 0.0,
        n if n % 2 == 1 => sorted[n / 2],
        n => f64::midpoint(sorted[n / 2 - 1], sorted[n / 2]),
    }
}

/// The 95 % interval of the mean by percentile bootstrap: 2.5 and 97.5 % of the means of resampled values. (0, 0) for no
/// values.
pub fn interval(values: &[f64]) -> (f64, f64) {
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

/// A distribution estimated from values of which some are censored: only known to be larger than a number.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Survival {
    /// The least value that at least half of them do not exceed; `None` if more than half exceed all observed values.
    pub median: Option<f64>,
    /// The restricted mean: of the values, each limited to `most`.
    pub mean: f64,
    /// The largest observed value.
    pub most: f64,
}

/// The Kaplan–Meier estimate from values and whether each was cut there (censored). The weight of a cut value is shared
/// evenly among those that went further.
pub fn survival(values: &[(f64, bool)]) -> Survival {
    let mut sorted = values.to_vec();
    // Among equal values, a cut one counts as larger.
    sorted.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let (mut alive, mut mean, mut most, mut median) = (1.0, 0.0, 0.0, None);
    for (i, &(value, cut)) in sorted.iter().enumerate() {
        mean += alive * (value - most);
        most = value;
        if !cut {
            let left = (sorted.len() - i) as f64;
            alive *= (left - 1.0) / left;
            if median.is_none() && alive <= 0.5 {
                median = Some(value);
            }
        }
    }
    Survival { median, mean, most }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mean_and_median_of_few_values() {
        assert_eq!((mean(&[]), median(&[]), interval(&[])), (0.0, 0.0, (0.0, 0.0)));
        assert_eq!((mean(&[1.0, 2.0, 6.0]), median(&[6.0, 1.0, 2.0])), (3.0, 2.0));
        assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), 2.5);
    }

    /// Of 1, 2+, 3, 4+, 5, four fifths exceed 1, two thirds of these exceed 3, none exceeds 5. The area below is 1 + 2 × 4/5 + 2 × 8/15.
    #[test]
    fn survival_with_cut_values_matches_a_hand_calculation() {
        let Survival { median, mean, most } =
            survival(&[(5.0, false), (2.0, true), (1.0, false), (4.0, true), (3.0, false)]);
        assert_eq!((median, most), (Some(5.0), 5.0));
        assert!((mean - 11.0 / 3.0).abs() < 1e-12, "{mean}");
        // Without a cut it is the mean; with all cut only the bound is known; among equals a cut value comes last.
        assert_eq!(survival(&[(1.0, false), (2.0, false), (6.0, false)]).mean, 3.0);
        assert_eq!(survival(&[(4.0, true), (2.0, true)]), Survival { median: None, mean: 4.0, most: 4.0 });
        assert_eq!(survival(&[(2.0, true), (2.0, false)]), Survival { median: Some(2.0), mean: 2.0, most: 2.0 });
        assert_eq!(survival(&[]), Survival { median: None, mean: 0.0, most: 0.0 });
    }

    #[test]
    fn interval_of_uniform_values_is_two_standard_errors_to_each_side() {
        // 0..1000 evenly: the standard error of the mean is 288.7 / √1000 = 9.13.
        let values: Vec<f64> = (0..1000).map(f64::from).collect();
        let (low, high) = interval(&values);
        assert!((479.0..484.5).contains(&low) && (514.5..520.0).contains(&high), "{low} {high}");
        assert_eq!(interval(&[7.0, 7.0]), (7.0, 7.0));
    }
}

//! What a few repeated measurements say.

/// Two of the values that were measured, between which the median of all that could be lies with this confidence, whatever
/// their distribution is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    pub low: f64,
    pub high: f64,
    pub confidence: f64,
}

/// What is aimed at. So few as five values give less even between the least and the greatest.
const CONFIDENCE: f64 = 0.95;

/// The narrowest interval between order statistics, as far from either end, with the confidence that is aimed at, or the
/// widest there is. A single value has none.
///
/// Each of n values lies below the median with probability 1/2, so that the k-th from below and from above miss it with twice
/// the probability that of n tosses of a coin fewer than k are heads.
pub fn median_interval(values: &[f64]) -> Option<Interval> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let n = sorted.len();
    if n < 2 {
        return None;
    }
    // The logarithm of the probability of exactly so many heads, and the probability of no more.
    let (mut exactly, mut fewer) = (n as f64 * 0.5f64.ln(), 0.0);
    let mut found = None;
    for k in 0..n.div_ceil(2) {
        fewer += exactly.exp();
        exactly += ((n - k) as f64 / (k + 1) as f64).ln();
        let interval = Interval {
            low: sorted[k],
            high: sorted[n - 1 - k],
            confidence: (1.0 - 2.0 * fewer).max(0.0),
        };
        if found.is_some() && interval.confidence < CONFIDENCE {
            break;
        }
        found = Some(interval);
    }
    found
}

/// The middle one, or the mean of the middle two; not a number where there are none.
pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    match values.len() {
        0 => f64::NAN,
        n if n % 2 == 1 => values[n / 2],
        n => (values[n / 2 - 1] + values[n / 2]) / 2.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians() {
        assert_eq!(median(vec![3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(vec![4.0, 1.0]), 2.5);
    }

    /// The textbook's order statistics for n = 5, 6, 10 and 20.
    #[test]
    fn intervals_are_between_order_statistics() {
        let of = |n: u32| {
            let values: Vec<f64> = (1..=n).rev().map(f64::from).collect();
            median_interval(&values).expect("an interval")
        };
        let ends = |n| (of(n).low, of(n).high);
        assert_eq!(
            [ends(5), ends(6), ends(10), ends(20)],
            [(1.0, 5.0), (1.0, 6.0), (2.0, 9.0), (6.0, 15.0)]
        );
        assert!((of(5).confidence - 0.9375).abs() < 1e-12);
        assert!((of(10).confidence - 0.978_515_625).abs() < 1e-12);
        assert_eq!([median_interval(&[]), median_interval(&[2.0])], [None, None]);
        // Probabilities that are too small for a number by themselves add up all the same.
        assert_eq!(ends(2000), (956.0, 1045.0));
    }
}

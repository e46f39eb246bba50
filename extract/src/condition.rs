//! How often a condition holds.

use std::collections::BTreeSet;

use egg::Symbol;
use ovolo_rewrites::linear::Linear;
use ovolo_rewrites::term::Comparison;

/// Points at which conditions are tried. The number is arbitrary: the share need not be exact.
const SAMPLES: u32 = 64;

/// The share of the points of a box at which all conditions hold: each variable lies in its interval.
pub fn share(conditions: &[(&Linear, Comparison)], interval: impl Fn(Symbol) -> (f64, f64)) -> f64 {
    let mut variables = BTreeSet::new();
    for (expr, _) in conditions {
        expr.for_each_var(&mut |v| {
            variables.insert(v);
        });
    }
    let holds = |sample: u32| {
        let at = |name: Symbol| {
            let place = variables.iter().position(|v| *v == name).unwrap_or(0);
            let (low, high) = interval(name);
            Linear::constant((low + (high - low) * spread(sample, place)).floor() as i64)
        };
        conditions.iter().all(|(expr, comparison)| {
            let value = expr.substitute(&at).and_then(|e| e.as_constant());
            value.is_some_and(|value| comparison.holds(value))
        })
    };
    let holding = (0..SAMPLES).filter(|&sample| holds(sample)).count();
    holding as f64 / f64::from(SAMPLES)
}

/// Points spread evenly over 0..1 in each dimension: multiples of irrational steps.
fn spread(sample: u32, dimension: usize) -> f64 {
    let steps = [
        0.618_033_988_749_895,
        0.414_213_562_373_095,
        0.732_050_807_568_877,
        0.236_067_977_499_79,
    ];
    let step: f64 = steps[dimension % steps.len()];
    ((f64::from(sample) + 0.5) * step).fract()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_of_a_square_lies_below_its_diagonal() {
        let [i, j] = ["i", "j"].map(|name| Linear::var(Symbol::from(name)));
        let below = i.subtract(&j).expect("no overflow");
        let within = |_| (0.0, 1000.0);
        let half = share(&[(&below, Comparison::AtLeastZero)], within);
        assert!((0.4..0.6).contains(&half), "{half}");
        assert!(share(&[(&below, Comparison::Zero)], within) < 0.05);
        assert_eq!(share(&[], within), 1.0);
        assert_eq!(
            share(&[(&Linear::constant(-1), Comparison::AtLeastZero)], within),
            0.0
        );
    }
}

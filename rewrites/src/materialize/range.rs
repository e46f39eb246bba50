//! What the bounds of the loops around a place say of an index there.

use egg::Symbol;

use crate::linear::{Atom, Linear};

/// A loop of the IR: its variable is at least each of `lower` and less than each of `upper`.
#[derive(Clone, Debug)]
pub struct Range {
    pub name: Symbol,
    pub lower: Vec<Linear>,
    pub upper: Vec<Linear>,
    pub step: i64,
}

impl Range {
    /// The greatest value below one of the upper bounds: a whole step below it where it is reached by steps.
    fn last_below(&self, bound: &Linear) -> Option<Linear> {
        let reaches = |first: &Linear| {
            let extent = bound.subtract(first)?;
            let mut parts = extent.terms.values().chain([&extent.constant]);
            parts.all(|c| c % self.step == 0).then_some(self.step)
        };
        let step = match self.lower.as_slice() {
            [first] if self.step > 1 => reaches(first).unwrap_or(1),
            _ => 1,
        };
        bound.add(&Linear::constant(-step))
    }
}

/// Bounds that are tried for one question.
const MOST_BOUNDS: usize = 64;

/// Whether an index is greater than zero in every iteration of the loops, outermost first. `false` says nothing.
pub fn is_positive(index: &Linear, ranges: &[Range]) -> bool {
    least(index, ranges, &mut MOST_BOUNDS.clone()).is_some_and(|value| value > 0)
}

/// An expression without divisions that is nowhere greater: d · (e floordiv d) is at most e and at least
/// e - d + 1, and a remainder by d lies in 0..d. `None` where a quotient is not multiplied by its divisor.
fn without_divisions(index: &Linear) -> Option<Linear> {
    let mut sum = Linear::constant(index.constant);
    for (atom, c) in &index.terms {
        let least = match atom {
            Atom::Var(_) => Linear {
                constant: 0,
                terms: [(atom.clone(), *c)].into(),
            },
            Atom::FloorDiv(inner, d) if c % d == 0 => {
                let offset = if *c > 0 { 1 - d } else { 0 };
                without_divisions(&inner.add(&Linear::constant(offset))?.scale(c / d)?)?
            }
            Atom::Mod(_, d) => Linear::constant(c.checked_mul(d - 1)?.min(0)),
            Atom::FloorDiv(..) => return None,
        };
        sum = sum.add(&least)?;
    }
    Some(sum)
}

/// An expression in which each quotient and remainder is the least, or with a negative factor the greatest, constant that
/// the ranges allow, so that it is nowhere greater. `None` where there is none of them.
fn with_least_quotients(index: &Linear, ranges: &[Range], left: &mut usize) -> Option<Linear> {
    let mut sum = Linear::constant(index.constant);
    let mut found = false;
    for (atom, c) in &index.terms {
        let term = match atom {
            Atom::Var(_) => Linear {
                constant: 0,
                terms: [(atom.clone(), *c)].into(),
            },
            Atom::FloorDiv(inner, d) if *c > 0 => {
                Linear::constant(least(inner, ranges, left)?.div_euclid(*d).checked_mul(*c)?)
            }
            Atom::FloorDiv(inner, d) => {
                let greatest = least(&inner.scale(-1)?, ranges, left)?.checked_neg()?;
                Linear::constant(greatest.div_euclid(*d).checked_mul(*c)?)
            }
            Atom::Mod(_, d) => Linear::constant(c.checked_mul(d - 1)?.min(0)),
        };
        found |= !matches!(atom, Atom::Var(_));
        sum = sum.add(&term)?;
    }
    found.then_some(sum)
}

/// A constant that the index is at least in every iteration, the greatest that is found.
fn least(index: &Linear, ranges: &[Range], left: &mut usize) -> Option<i64> {
    let apart = with_least_quotients(index, ranges, left);
    let forms = [without_divisions(index), apart];
    let values = forms
        .into_iter()
        .flatten()
        .filter_map(|form| least_of_sum(&form, ranges, left));
    values.max()
}

/// The same where there are no divisions: replaces the innermost variable by the bound that makes the index least, then the
/// next.
fn least_of_sum(index: &Linear, ranges: &[Range], left: &mut usize) -> Option<i64> {
    if let Some(value) = index.as_constant() {
        return Some(value);
    }
    let (range, outer) = ranges.split_last()?;
    let coefficient = index.coefficient(range.name);
    if coefficient == 0 {
        return least(index, outer, left);
    }
    let bounds = if coefficient > 0 {
        &range.lower
    } else {
        &range.upper
    };
    let values = bounds.iter().filter_map(|bound| {
        *left = left.checked_sub(1)?;
        let extreme = match coefficient > 0 {
            true => bound.clone(),
            false => range.last_below(bound)?,
        };
        let without = index.subtract(&Linear::var(range.name).scale(coefficient)?)?;
        let extreme = without.add(&extreme.scale(coefficient)?)?;
        (!extreme.uses(range.name)).then(|| least(&extreme, outer, left))?
    });
    values.max()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn var(name: &str) -> Linear {
        Linear::var(Symbol::from(name))
    }

    fn plus(a: &Linear, c: i64) -> Linear {
        a.add(&Linear::constant(c)).expect("no overflow")
    }

    /// `for t in 0..64 { for k in t + 8..max(...)..64 { … } }`
    fn ranges() -> Vec<Range> {
        let range = |name: &str, lower: Vec<Linear>, upper: Vec<Linear>| Range {
            name: Symbol::from(name),
            lower,
            upper,
            step: 1,
        };
        vec![
            range("t", vec![Linear::constant(0)], vec![Linear::constant(64)]),
            range(
                "k",
                vec![Linear::constant(3), plus(&var("t"), 8)],
                vec![Linear::constant(64)],
            ),
        ]
    }

    #[test]
    fn a_row_past_the_tile_is_apart() {
        let gap = |c: i64| var("k").subtract(&plus(&var("t"), c)).expect("no overflow");
        assert!(is_positive(&gap(7), &ranges()));
        assert!(!is_positive(&gap(8), &ranges()));
        assert!(!is_positive(&gap(0).scale(-1).expect("no overflow"), &ranges()));
    }

    #[test]
    fn quotients_are_bounded_by_what_they_divide() {
        let whole = var("k").floordiv(8).and_then(|q| q.scale(8)).expect("a divisor");
        let rest = |c: i64| plus(&var("k").subtract(&whole).expect("no overflow"), c);
        assert!(is_positive(&rest(1), &ranges()));
        assert!(!is_positive(&rest(0), &ranges()));
        assert!(is_positive(&rest(-8).scale(-1).expect("no overflow"), &ranges()));
        assert!(!is_positive(&rest(-7).scale(-1).expect("no overflow"), &ranges()));
    }

    /// `for t in 0..64 step 8 { for k in t..t + 8 { … } }`, the end of the first `c` further.
    fn tiles(c: i64) -> Vec<Range> {
        let range = |name: &str, lower: Linear, upper: Linear, step: i64| Range {
            name: Symbol::from(name),
            lower: vec![lower],
            upper: vec![upper],
            step,
        };
        vec![
            range("t", Linear::constant(0), Linear::constant(64 + c), 8),
            range("k", var("t"), plus(&var("t"), 8), 1),
        ]
    }

    #[test]
    fn tiles_end_where_their_loop_does() {
        let gap = Linear::constant(64).subtract(&var("k")).expect("no overflow");
        assert!(is_positive(&gap, &tiles(0)));
        assert!(!is_positive(&gap, &tiles(1)));
        assert!(!is_positive(&plus(&gap, -1), &tiles(0)));
    }

    /// `for i in 0..2000 { for k in 0..i { for j in i + ((16 - i) floordiv 32) * 32 + 1984..2000 { … } } }`, where the
    /// quotient is at least -62 for i up to 1999.
    #[test]
    fn quotients_are_bounded_by_the_loops_of_what_they_divide() {
        let range = |name: &str, lower: Linear, upper: Linear| Range {
            name: Symbol::from(name),
            lower: vec![lower],
            upper: vec![upper],
            step: 1,
        };
        let rest = Linear::constant(16).subtract(&var("i")).expect("no overflow");
        let tail = rest.floordiv(32).and_then(|q| q.scale(32)).expect("a divisor");
        let start = plus(&var("i").add(&tail).expect("no overflow"), 1984);
        let ranges = |last: i64| {
            vec![
                range("i", Linear::constant(0), Linear::constant(last)),
                range("k", Linear::constant(0), var("i")),
                range("j", start.clone(), Linear::constant(2000)),
            ]
        };
        let gap = var("j").subtract(&var("k")).expect("no overflow");
        assert!(is_positive(&gap, &ranges(2000)));
        assert!(!is_positive(&plus(&gap, -1), &ranges(2000)));
        assert!(!is_positive(&gap, &ranges(2002)));
    }

    #[test]
    fn other_variables_say_nothing() {
        assert!(!is_positive(&var("n"), &ranges()));
        assert!(is_positive(&var("k").floordiv(2).expect("a divisor"), &ranges()));
        assert!(!is_positive(&var("k").floordiv(9).expect("a divisor"), &ranges()));
        assert!(is_positive(&var("k"), &ranges()));
    }
}

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
    prove(index, ranges, &mut MOST_BOUNDS.clone())
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

/// Replaces the innermost variable by the bound that makes the index least, then the next.
fn prove(index: &Linear, ranges: &[Range], left: &mut usize) -> bool {
    let Some(index) = &without_divisions(index) else {
        return false;
    };
    if let Some(value) = index.as_constant() {
        return value > 0;
    }
    let Some((range, outer)) = ranges.split_last() else {
        return false;
    };
    let coefficient = index.coefficient(range.name);
    if coefficient == 0 {
        return !index.uses(range.name) && prove(index, outer, left);
    }
    let bounds = if coefficient > 0 {
        &range.lower
    } else {
        &range.upper
    };
    bounds.iter().any(|bound| {
        let Some(next) = left.checked_sub(1) else {
            return false;
        };
        *left = next;
        let extreme = match coefficient > 0 {
            true => Some(bound.clone()),
            false => range.last_below(bound),
        };
        let least = extreme.and_then(|value| {
            let without = index.subtract(&Linear::var(range.name).scale(coefficient)?)?;
            without.add(&value.scale(coefficient)?)
        });
        least.is_some_and(|least| !least.uses(range.name) && prove(&least, outer, left))
    })
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

    #[test]
    fn other_variables_say_nothing() {
        assert!(!is_positive(&var("n"), &ranges()));
        assert!(!is_positive(&var("k").floordiv(2).expect("a divisor"), &ranges()));
        assert!(is_positive(&var("k"), &ranges()));
    }
}

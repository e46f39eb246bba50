//! Questions without what is known.
//!
//! The conditions of a question repeat each other: a domain is part of what holds in it, and of what a choice in it is made by. A sum is
//! in a range by conditions that stand before, or by the ranges of its terms; where that decides whether it compares with zero as it
//! is to, nothing is left of that.

use std::rc::Rc;

use super::{Form, Linear, Quotients, Relation, Told};
use rustc_hash::FxHashMap;

/// Quotients of quotients of which ranges are looked at. Arbitrary.
const MOST_DEPTH: usize = 3;

/// The least value and the greatest, where there are such.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Range {
    least: Option<i128>,
    greatest: Option<i128>,
}

/// That a sum, by the number of its terms, is in a range.
#[derive(Clone, Copy, Debug)]
pub(super) struct Within {
    terms: usize,
    /// What the terms are multiplied by for the sum, but for a constant.
    factor: i64,
    range: Range,
}

impl Range {
    fn of(number: i64) -> Range {
        Range {
            least: Some(number.into()),
            greatest: Some(number.into()),
        }
    }

    fn and(self, other: Range) -> Range {
        let of = |a: Option<i128>, b: Option<i128>, take: fn(i128, i128) -> i128| match (a, b) {
            (Some(a), Some(b)) => Some(take(a, b)),
            (a, b) => a.or(b),
        };
        Range {
            least: of(self.least, other.least, i128::max),
            greatest: of(self.greatest, other.greatest, i128::min),
        }
    }

    fn plus(self, other: Range) -> Range {
        let of = |a: Option<i128>, b: Option<i128>| a?.checked_add(b?);
        Range {
            least: of(self.least, other.least),
            greatest: of(self.greatest, other.greatest),
        }
    }

    fn times(self, factor: i64) -> Range {
        let of = |bound: Option<i128>| bound?.checked_mul(factor.into());
        match factor < 0 {
            true => Range {
                least: of(self.greatest),
                greatest: of(self.least),
            },
            false => Range {
                least: of(self.least),
                greatest: of(self.greatest),
            },
        }
    }

    /// The range of the quotients by a positive number.
    fn over(self, divisor: i64) -> Range {
        let of = |bound: Option<i128>| Some(bound?.div_euclid(divisor.into()));
        Range {
            least: of(self.least),
            greatest: of(self.greatest),
        }
    }

    /// Whether all numbers of the range are in another, or none is.
    fn decides(self, other: Range) -> Option<bool> {
        let at_least = |a: Option<i128>, b: Option<i128>| b.is_none_or(|b| a.is_some_and(|a| a >= b));
        let at_most = |a: Option<i128>, b: Option<i128>| b.is_none_or(|b| a.is_some_and(|a| a <= b));
        let is_apart = |least: Option<i128>, greatest: Option<i128>| {
            least
                .zip(greatest)
                .is_some_and(|(least, greatest)| least > greatest)
        };
        if at_least(self.least, other.least) && at_most(self.greatest, other.greatest) {
            return Some(true);
        }
        let is_none = is_apart(self.least, other.greatest)
            || is_apart(other.least, self.greatest)
            || is_apart(other.least, other.greatest);
        is_none.then_some(false)
    }
}

impl Within {
    /// The range that terms are in where this holds, or does not; `None` where that is not one range.
    fn of(&self, holds: bool) -> Option<Range> {
        match (holds, self.range.least, self.range.greatest) {
            (true, ..) => Some(self.range),
            (false, None, Some(greatest)) => Some(Range {
                least: Some(greatest + 1),
                greatest: None,
            }),
            (false, Some(least), None) => Some(Range {
                least: None,
                greatest: Some(least - 1),
            }),
            _ => None,
        }
    }
}

/// What is known of sums, by the numbers of their terms, and of atoms.
#[derive(Default)]
struct Ranges {
    sums: FxHashMap<usize, Range>,
    atoms: FxHashMap<usize, Range>,
}

impl Ranges {
    fn add(&mut self, sum: &Linear, within: &Within, range: Range) {
        let known = self.sums.entry(within.terms).or_default();
        *known = known.and(range);
        // Of one term the factor is taken out.
        if let (Some(&atom), 1) = (sum.terms.keys().next(), sum.terms.len()) {
            self.atoms.insert(atom, *known);
        }
    }
}

impl Quotients {
    /// That a sum of some terms compares with zero so, as the range that the terms are in.
    pub(super) fn within(&mut self, sum: &Linear, relation: Relation) -> Within {
        let gcd = sum.terms.values().fold(0, |a, &b| num_integer::gcd(a, b));
        let is_negative = sum.terms.values().next().is_some_and(|c| *c < 0);
        let factor = match is_negative {
            true => -gcd,
            false => gcd,
        };
        let terms = sum.terms.iter().map(|(&atom, c)| (atom, c / factor)).collect();
        let next = self.terms.len();
        let terms = *self.terms.entry(terms).or_insert(next);
        // sum = factor * terms + constant
        let bound = -i128::from(sum.constant);
        let (least, greatest) = match relation {
            Relation::Less => (None, Some(bound - 1)),
            Relation::NotGreater => (None, Some(bound)),
            Relation::Greater => (Some(bound + 1), None),
            Relation::NotLess => (Some(bound), None),
            Relation::Equal => (Some(bound), Some(bound)),
        };
        let by = i128::from(gcd);
        let up = |bound: i128| -(-bound).div_euclid(by);
        let down = |bound: i128| bound.div_euclid(by);
        let range = match is_negative {
            false => Range {
                least: least.map(up),
                greatest: greatest.map(down),
            },
            true => Range {
                least: greatest.map(|bound| up(-bound)),
                greatest: least.map(|bound| down(-bound)),
            },
        };
        Within { terms, factor, range }
    }

    /// Conditions without what others tell that are known, or stand before them; `None` where one of them is seen not to hold.
    pub(super) fn shortened(&self, known: &[Rc<Told>], conditions: Vec<Rc<Told>>) -> Option<Vec<Rc<Told>>> {
        let mut ranges = Ranges::default();
        let mut all = Vec::new();
        for condition in known {
            self.take(condition, true, &mut ranges, &mut all)?;
        }
        all.clear();
        for condition in &conditions {
            self.take(condition, true, &mut ranges, &mut all)?;
        }
        Some(all)
    }

    /// Adds what is not known of a condition that holds, or does not; `None` where it cannot.
    fn take(
        &self,
        condition: &Rc<Told>,
        holds: bool,
        ranges: &mut Ranges,
        all: &mut Vec<Rc<Told>>,
    ) -> Option<()> {
        if let Some(constant) = condition.as_constant() {
            return (constant == holds).then_some(());
        }
        match (&condition.form, holds) {
            (Form::All(parts), true) | (Form::Any(parts), false) => {
                for part in parts {
                    self.take(part, holds, ranges, all)?;
                }
            }
            (Form::Not(part), _) => self.take(part, !holds, ranges, all)?,
            (Form::Any(_), true) | (Form::All(_), false) => {
                let left = self.left(condition, ranges);
                match (&left.form, holds) {
                    // Less is left than was there, so that this ends.
                    (Form::Any(parts), true) | (Form::All(parts), false) if parts.len() > 1 => {
                        all.push(if holds { left } else { Told::negated(&left) });
                    }
                    _ => self.take(&left, holds, ranges, all)?,
                }
            }
            (Form::Compare(sum, _, within), _) => match self.decided(ranges, sum, within) {
                Some(decided) if decided == holds => {}
                Some(_) => return None,
                None => {
                    if let Some(range) = within.of(holds) {
                        ranges.add(sum, within, range);
                    }
                    all.push(if holds {
                        condition.clone()
                    } else {
                        Told::negated(condition)
                    });
                }
            },
            (Form::Other(_), _) => all.push(if holds {
                condition.clone()
            } else {
                Told::negated(condition)
            }),
        }
        Some(())
    }

    /// A condition where the ranges of sums are known.
    fn left(&self, condition: &Rc<Told>, ranges: &Ranges) -> Rc<Told> {
        match &condition.form {
            Form::Compare(sum, _, within) => match self.decided(ranges, sum, within) {
                Some(holds) => Rc::new(Told::constant(holds)),
                None => condition.clone(),
            },
            Form::All(parts) | Form::Any(parts) => {
                let left: Vec<Rc<Told>> = parts.iter().map(|part| self.left(part, ranges)).collect();
                let is_same = left.iter().zip(parts).all(|(a, b)| Rc::ptr_eq(a, b));
                match is_same {
                    true => condition.clone(),
                    false => Told::joined(matches!(condition.form, Form::All(_)), left),
                }
            }
            Form::Not(part) => {
                let left = self.left(part, ranges);
                match Rc::ptr_eq(&left, part) {
                    true => condition.clone(),
                    false => Told::negated(&left),
                }
            }
            Form::Other(_) => condition.clone(),
        }
    }

    /// Whether a sum is in a range, where that is known.
    fn decided(&self, ranges: &Ranges, sum: &Linear, within: &Within) -> Option<bool> {
        let known = ranges.sums.get(&within.terms).copied().unwrap_or_default();
        let decided = known.decides(within.range);
        decided.or_else(|| self.range(ranges, sum, within.factor, 0).decides(within.range))
    }

    /// The range of a sum but for its constant, divided by a common factor of its terms, by those of the terms alone.
    fn range(&self, ranges: &Ranges, sum: &Linear, factor: i64, depth: usize) -> Range {
        sum.terms.iter().fold(Range::of(0), |all, (atom, c)| {
            let known = ranges.atoms.get(atom).copied().unwrap_or_default();
            let of_quotient = match self.quotients.get(atom).filter(|_| depth < MOST_DEPTH) {
                Some((dividend, divisor)) => {
                    let range = self.range(ranges, dividend, 1, depth + 1);
                    range.plus(Range::of(dividend.constant)).over(*divisor)
                }
                None => Range::default(),
            };
            all.plus(known.and(of_quotient).times(c / factor))
        })
    }
}

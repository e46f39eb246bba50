//! Normal forms of sums and products.

use std::cmp::Ordering;

use egg::Id;
use smallvec::SmallVec;

use crate::linear::gcd;

/// A product of classes, in ascending order; the empty product is one.
pub type Monomial = SmallVec<[Id; 2]>;

/// A polynomial over classes that are no sums or products themselves. Two expressions that are equal in every
/// commutative ring have one form.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Form {
    pub constant: i128,
    /// In ascending order of the monomials, none of them empty; no coefficient is zero.
    pub terms: Vec<(Monomial, i128)>,
}

/// Terms beyond which an expression has no form of its own. Arbitrary; the product of two sums has as many terms as
/// both together multiplied.
const MOST_TERMS: usize = 64;
/// Factors of a monomial beyond which an expression has no form.
const MOST_FACTORS: usize = 6;

impl Form {
    /// The form of a number.
    pub fn constant(constant: i128) -> Form {
        Form {
            constant,
            terms: Vec::new(),
        }
    }

    /// The form of a class that is no sum or product.
    pub fn atom(id: Id) -> Form {
        Form::of_terms(0, vec![(Monomial::from_slice(&[id]), 1)])
    }

    pub(crate) fn of_terms(constant: i128, terms: Vec<(Monomial, i128)>) -> Form {
        Form { constant, terms }
    }

    /// The number that the form is.
    pub fn as_constant(&self) -> Option<i128> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// The class that the form is nothing but.
    pub(crate) fn as_atom(&self) -> Option<Id> {
        match (self.constant, self.terms.as_slice()) {
            (0, [(monomial, 1)]) if monomial.len() == 1 => Some(monomial[0]),
            _ => None,
        }
    }

    /// `self + factor * other`; `None` when a number or the form becomes too large.
    pub fn add(&self, other: &Form, factor: i128) -> Option<Form> {
        let mut sum = Form::constant(self.constant.checked_add(other.constant.checked_mul(factor)?)?);
        let (mut mine, mut theirs) = (self.terms.as_slice(), other.terms.as_slice());
        loop {
            let order = match (mine.first(), theirs.first()) {
                (Some(x), Some(y)) => x.0.cmp(&y.0),
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (None, None) => break,
            };
            let (monomial, mut coefficient) = match order {
                Ordering::Greater => (&theirs[0].0, 0),
                _ => (&mine[0].0, mine[0].1),
            };
            if order != Ordering::Less {
                coefficient = coefficient.checked_add(theirs[0].1.checked_mul(factor)?)?;
            }
            if coefficient != 0 {
                sum.terms.push((monomial.clone(), coefficient));
            }
            mine = &mine[usize::from(order != Ordering::Greater)..];
            theirs = &theirs[usize::from(order != Ordering::Less)..];
        }
        (sum.terms.len() <= MOST_TERMS).then_some(sum)
    }

    /// The difference; `None` where a coefficient overflows.
    pub fn minus(&self, other: &Form) -> Option<Form> {
        self.add(other, -1)
    }

    /// The product; `None` where a coefficient overflows.
    pub fn times(&self, other: &Form) -> Option<Form> {
        let mut product = Form::constant(self.constant.checked_mul(other.constant)?);
        let with_constants = |form: &Form| {
            let constant = (form.constant != 0).then(|| (Monomial::new(), form.constant));
            constant
                .into_iter()
                .chain(form.terms.iter().cloned())
                .collect::<Vec<_>>()
        };
        for (m, a) in with_constants(self) {
            for (n, b) in with_constants(other) {
                if m.is_empty() && n.is_empty() {
                    continue;
                }
                let mut monomial: Monomial = m.iter().chain(&n).copied().collect();
                monomial.sort_unstable();
                if monomial.len() > MOST_FACTORS {
                    return None;
                }
                let term = Form::of_terms(0, vec![(monomial, a.checked_mul(b)?)]);
                product = product.add(&term, 1)?;
            }
        }
        Some(product)
    }

    /// The greatest number that divides all coefficients, without the constant; 0 when there are none.
    pub fn content(&self) -> i128 {
        self.terms.iter().fold(0, |g, (_, c)| gcd(g, *c))
    }

    /// The form with each class replaced by its representative.
    pub fn canonical(&self, find: impl Fn(Id) -> Id) -> Option<Form> {
        let is_canonical = |(m, _): &(Monomial, i128)| m.iter().all(|&id| find(id) == id);
        if self.terms.iter().all(is_canonical) {
            return Some(self.clone());
        }
        let mut form = Form::constant(self.constant);
        for (monomial, coefficient) in &self.terms {
            let mut monomial: Monomial = monomial.iter().map(|&id| find(id)).collect();
            monomial.sort_unstable();
            form = form.add(&Form::of_terms(0, vec![(monomial, *coefficient)]), 1)?;
        }
        Some(form)
    }

    /// The form less the terms for which `keep` is false, and what they sum up to. The constant goes with `keep`.
    pub fn split(&self, keep: impl Fn(&Monomial, i128) -> bool) -> (Form, Form) {
        let (kept, rest): (Vec<_>, Vec<_>) = self.terms.iter().cloned().partition(|(m, c)| keep(m, *c));
        (Form::of_terms(self.constant, kept), Form::of_terms(0, rest))
    }

    /// The form divided by a number that divides it.
    pub fn divided(&self, divisor: i128) -> Form {
        let terms = self.terms.iter().map(|(m, c)| (m.clone(), c / divisor));
        Form::of_terms(self.constant / divisor, terms.collect())
    }
}

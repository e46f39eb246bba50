//! Identities of polynomials.
//!
//! Two polynomials with the same integer coefficients are equal in every commutative ring: over ℤ, over
//! the reals, and modulo 2^width for every width.

use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_traits::Zero;
use ovolo_lang::op::OpCode;
use ovolo_rewrites::rule::{Operation, Rule, Term};
use ovolo_rewrites::term::IndexOp;

/// Coefficients by monomial, none of them zero; a monomial is the sorted list of its variables.
type Polynomial = BTreeMap<Vec<usize>, BigInt>;

/// Whether both sides are polynomials, and the same one.
pub fn holds(rule: &Rule) -> bool {
    match (polynomial(&rule.left), polynomial(&rule.right)) {
        (Some(left), Some(right)) => left == right,
        _ => false,
    }
}

fn polynomial(term: &Term) -> Option<Polynomial> {
    Some(match term {
        Term::Variable(i) => Polynomial::from([(vec![*i], BigInt::from(1))]),
        Term::Integer(value) => scaled(
            &Polynomial::from([(vec![], BigInt::from(1))]),
            &BigInt::from(*value),
        ),
        Term::Float(value) if value.fract() == 0.0 && value.abs() < 1e15 => scaled(
            &Polynomial::from([(vec![], BigInt::from(1))]),
            &BigInt::from(*value as i64),
        ),
        Term::Computed(inner) => polynomial(inner)?,
        Term::Index(IndexOp::Add, ab) => sum(&polynomial(&ab[0])?, &polynomial(&ab[1])?),
        Term::Index(IndexOp::Mul, ab) => bounded_product(&polynomial(&ab[0])?, &polynomial(&ab[1])?)?,
        Term::Op(Operation { code, args, .. }) => match (*code, args.as_slice()) {
            (OpCode::AddI | OpCode::AddF, [a, b]) => sum(&polynomial(a)?, &polynomial(b)?),
            (OpCode::SubI | OpCode::SubF, [a, b]) => {
                sum(&polynomial(a)?, &scaled(&polynomial(b)?, &BigInt::from(-1)))
            }
            (OpCode::MulI | OpCode::MulF, [a, b]) => bounded_product(&polynomial(a)?, &polynomial(b)?)?,
            (OpCode::NegF, [a]) => scaled(&polynomial(a)?, &BigInt::from(-1)),
            _ => return None,
        },
        _ => return None,
    })
}

pub fn sum(a: &Polynomial, b: &Polynomial) -> Polynomial {
    let mut result = a.clone();
    for (monomial, coefficient) in b {
        *result.entry(monomial.clone()).or_default() += coefficient;
    }
    result.retain(|_, coefficient| !coefficient.is_zero());
    result
}

pub fn scaled(a: &Polynomial, by: &BigInt) -> Polynomial {
    let mut result = a.clone();
    result.values_mut().for_each(|coefficient| *coefficient *= by);
    result.retain(|_, coefficient| !coefficient.is_zero());
    result
}

/// Pairs of monomials beyond which a product is not multiplied out. Arbitrary.
const MOST_PAIRS: usize = 10_000;

fn bounded_product(a: &Polynomial, b: &Polynomial) -> Option<Polynomial> {
    (a.len() * b.len() <= MOST_PAIRS).then(|| product(a, b))
}

pub fn product(a: &Polynomial, b: &Polynomial) -> Polynomial {
    let mut result = Polynomial::new();
    for (left, coefficient) in a {
        let shifted = b.iter().map(|(right, c)| {
            let mut monomial = [left.as_slice(), right.as_slice()].concat();
            monomial.sort_unstable();
            (monomial, c.clone())
        });
        result = sum(&result, &scaled(&shifted.collect(), coefficient));
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identities_of_rings() {
        for (text, expected) in [
            (
                "rule r forall x, y over bits: x * x - y * y => (x + y) * (x - y)",
                true,
            ),
            ("rule r forall x, y, z: (x + y) * z => z * y + z * x", true),
            (
                "rule r forall x, const a, const b: (x + a) + b => x + {a + b}",
                true,
            ),
            ("rule r forall x: x + x => x * 3", false),
            ("rule r forall x: (x floordiv 2) * 2 => (x floordiv 2) * 2", false),
        ] {
            let rule = &ovolo_rewrites::rule::parse(text).unwrap()[0];
            assert_eq!(holds(rule), expected, "{text}");
        }
    }
}

//! Polynomials over iN: sums of monomials with coefficients modulo 2^N, factors being expressions.

use std::collections::BTreeMap;

use ovolo_lang::interpret::concrete::mask;

use super::expr::{Expr, Exprs, Op};
use super::kind::Kind;

/// Products that would have more terms are not multiplied out. Arbitrary: large enough for chains of
/// small matrices, small enough to take no noticeable time.
const MAX_TERMS: usize = 20_000;

/// Nor are those of which a term would have more factors: a value that is squared 200 times over has 2^200. Arbitrary.
const MAX_DEGREE: usize = 256;

pub struct Polynomial {
    kind: Kind,
    /// The sorted factors of a monomial, and its coefficient, which is not zero.
    terms: BTreeMap<Vec<u32>, u128>,
}

impl Polynomial {
    pub fn zero(kind: Kind) -> Polynomial {
        Polynomial {
            kind,
            terms: BTreeMap::new(),
        }
    }

    /// A canonical expression as a polynomial; what is none is one factor.
    pub fn of(exprs: &Exprs, e: Expr) -> Polynomial {
        let node = exprs.node(e);
        let mut polynomial = Polynomial::zero(node.kind);
        match (node.op, exprs.constant_bits(e)) {
            (_, Some(bits)) => polynomial.add(&[], bits),
            (Op::Polynomial, _) => {
                let mut rest = exprs.list(node);
                while let [coefficient, count, tail @ ..] = rest {
                    let (factors, next) = tail.split_at(*count as usize);
                    polynomial.add(factors, exprs.constant_number(*coefficient));
                    rest = next;
                }
            }
            _ => polynomial.add(&[e.0], 1),
        }
        polynomial
    }

    pub fn add_scaled(&mut self, other: &Polynomial, factor: u128) {
        for (factors, coefficient) in &other.terms {
            self.add(factors, coefficient.wrapping_mul(factor));
        }
    }

    /// `None` when the product would have too many terms, or terms of too many factors.
    pub fn product(&self, other: &Polynomial) -> Option<Polynomial> {
        let terms = self.terms.len().saturating_mul(other.terms.len());
        if terms > MAX_TERMS || self.degree() + other.degree() > MAX_DEGREE {
            return None;
        }
        let mut product = Polynomial::zero(self.kind);
        for (a, x) in &self.terms {
            for (b, y) in &other.terms {
                let mut factors = [a.as_slice(), b].concat();
                factors.sort_unstable();
                product.add(&factors, x.wrapping_mul(*y));
            }
        }
        Some(product)
    }

    /// The most factors of a term.
    fn degree(&self) -> usize {
        self.terms.keys().map(Vec::len).max().unwrap_or_default()
    }

    pub fn into_expr(self, exprs: &mut Exprs) -> Expr {
        let constant = |terms: &BTreeMap<Vec<u32>, u128>| match terms.len() {
            0 => Some(0),
            1 => terms.get([].as_slice()).copied(),
            _ => None,
        };
        if let Some(bits) = constant(&self.terms) {
            return exprs.constant(self.kind, bits);
        }
        let mut list = Vec::new();
        for (factors, &coefficient) in &self.terms {
            if let ([factor], 1, 1) = (factors.as_slice(), coefficient, self.terms.len()) {
                return Expr(*factor);
            }
            list.push(exprs.constant_id(self.kind, coefficient));
            list.push(factors.len() as u32);
            list.extend(factors);
        }
        exprs.listed(Op::Polynomial, self.kind, list)
    }

    fn add(&mut self, factors: &[u32], coefficient: u128) {
        let mask = mask(&self.kind.to_type());
        let coefficient = coefficient & mask;
        if coefficient == 0 {
            return;
        }
        match self.terms.get_mut(factors) {
            Some(sum) => {
                *sum = sum.wrapping_add(coefficient) & mask;
                if *sum == 0 {
                    self.terms.remove(factors);
                }
            }
            None => {
                self.terms.insert(factors.to_vec(), coefficient);
            }
        }
    }
}

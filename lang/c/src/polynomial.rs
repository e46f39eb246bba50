//! Sums of products of values with coefficients.

use std::collections::BTreeMap;

use ovolo_lang::affine::{AffineExpr, AffineOp};
use ovolo_lang::ir::ValueId;

/// Products in a subscript, and factors of each. Arbitrary: an array of four dimensions has four.
const MOST_PRODUCTS: usize = 64;
const MOST_FACTORS: usize = 4;

/// A sum of products of values, or of what stands for them, with coefficients.
pub(crate) type Polynomial<V = ValueId> = BTreeMap<Vec<V>, i64>;

/// What a polynomial is at least; `None` where a product may fall.
pub(crate) fn least_of(polynomial: &Polynomial, least: &BTreeMap<ValueId, i64>) -> Option<i64> {
    let mut total = 0i64;
    for (product, n) in polynomial {
        if *n < 0 && !product.is_empty() {
            return None;
        }
        let mut factors = product.iter().map(|value| least.get(value).copied());
        let product = factors.try_fold(1i64, |all, factor| all.checked_mul(factor?))?;
        total = total.checked_add(product.checked_mul(*n)?)?;
    }
    Some(total)
}

pub(crate) fn constant<V: Ord>(value: i64) -> Polynomial<V> {
    match value {
        0 => Polynomial::new(),
        _ => [(Vec::new(), value)].into(),
    }
}

pub(crate) fn sum<V: Ord + Clone>(mut a: Polynomial<V>, b: &Polynomial<V>) -> Option<Polynomial<V>> {
    for (product, n) in b {
        let own = a.entry(product.clone()).or_insert(0);
        *own = own.checked_add(*n)?;
    }
    a.retain(|_, n| *n != 0);
    (a.len() <= MOST_PRODUCTS).then_some(a)
}

pub(crate) fn times<V: Ord + Clone>(a: &Polynomial<V>, b: &Polynomial<V>) -> Option<Polynomial<V>> {
    let mut all = Polynomial::new();
    for (x, m) in a {
        for (y, n) in b {
            let mut product = [&x[..], &y[..]].concat();
            product.sort();
            if product.len() > MOST_FACTORS {
                return None;
            }
            all = sum(all, &[(product, m.checked_mul(*n)?)].into())?;
        }
    }
    Some(all)
}

pub(crate) fn difference<V: Ord + Clone>(a: &Polynomial<V>, b: &Polynomial<V>) -> Option<Polynomial<V>> {
    sum(a.clone(), &times(b, &constant(-1))?)
}

/// An expression of dimensions, its products multiplied out; `None` where there are quotients.
pub(crate) fn of_dims(expr: &AffineExpr) -> Option<Polynomial<u32>> {
    match expr {
        AffineExpr::Dim(dim) => Some([(vec![*dim], 1)].into()),
        AffineExpr::Constant(value) => Some(constant(*value)),
        AffineExpr::Binary(AffineOp::Add, ab) => sum(of_dims(&ab.0)?, &of_dims(&ab.1)?),
        AffineExpr::Binary(AffineOp::Mul, ab) => times(&of_dims(&ab.0)?, &of_dims(&ab.1)?),
        _ => None,
    }
}

/// The expression of a sum of products of dimensions.
pub(crate) fn in_dims(polynomial: &Polynomial<u32>) -> AffineExpr {
    let term = |(product, n): (&Vec<u32>, &i64)| {
        let factors = product.iter().map(|&dim| AffineExpr::Dim(dim));
        factors.fold(AffineExpr::Constant(*n), |all, factor| {
            AffineExpr::binary(AffineOp::Mul, factor, all)
        })
    };
    let terms = polynomial.iter().map(term);
    terms.fold(AffineExpr::Constant(0), |all, term| all + term)
}

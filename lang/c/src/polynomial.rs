//! Sums of products of values with coefficients.

use std::collections::BTreeMap;

use ovolo_lang::ir::ValueId;

/// Products in a subscript, and factors of each. Arbitrary: an array of four dimensions has four.
const MOST_PRODUCTS: usize = 64;
const MOST_FACTORS: usize = 4;

/// A sum of products of values with coefficients.
pub(crate) type Polynomial = BTreeMap<Vec<ValueId>, i64>;

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

pub(crate) fn constant(value: i64) -> Polynomial {
    match value {
        0 => Polynomial::new(),
        _ => [(Vec::new(), value)].into(),
    }
}

pub(crate) fn sum(mut a: Polynomial, b: &Polynomial) -> Option<Polynomial> {
    for (product, n) in b {
        let own = a.entry(product.clone()).or_insert(0);
        *own = own.checked_add(*n)?;
    }
    a.retain(|_, n| *n != 0);
    (a.len() <= MOST_PRODUCTS).then_some(a)
}

pub(crate) fn times(a: &Polynomial, b: &Polynomial) -> Option<Polynomial> {
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

pub(crate) fn difference(a: &Polynomial, b: &Polynomial) -> Option<Polynomial> {
    sum(a.clone(), &times(b, &constant(-1))?)
}

//! Reduction of a lattice basis (Lenstra, Lenstra, Lovász 1982), in integers.

use num_bigint::BigInt;
use num_integer::Integer;

use super::work::{Exhausted, Work};

/// What turns a basis into a reduced one.
pub(super) enum Change {
    /// `b_target -= factor * b_source`.
    Subtract {
        target: usize,
        source: usize,
        factor: BigInt,
    },
    /// Exchanges `b_k` and `b_{k-1}`.
    Swap(usize),
}

/// The changes that reduce a basis with these products of its vectors, which must be independent: then the
/// vectors are short and nearly orthogonal, the last ones the longest.
pub(super) fn reduce(mut gram: Vec<Vec<BigInt>>, work: &mut Work) -> Result<Vec<Change>, Exhausted> {
    let n = gram.len();
    let mut changes = Vec::new();
    let mut k = 1;
    while k < n {
        work.spend((k + 1) * (k + 1) * (k + 1))?;
        for source in (0..k).rev() {
            let (lambda, d) = orthogonalized(&gram, k);
            let factor = rounded(&lambda[source], &d[source + 1]);
            if factor != BigInt::ZERO {
                subtract(&mut gram, k, source, &factor);
                changes.push(Change::Subtract {
                    target: k,
                    source,
                    factor,
                });
            }
        }
        let (lambda, d) = orthogonalized(&gram, k);
        // |b*_k|² + (μ |b*_{k-1}|)² < 3/4 |b*_{k-1}|², in integers.
        let length: BigInt = (&d[k + 1] * &d[k - 1] + &lambda[k - 1] * &lambda[k - 1]) * 4;
        if length < &d[k] * &d[k] * 3 {
            gram.swap(k, k - 1);
            gram.iter_mut().for_each(|row| row.swap(k, k - 1));
            changes.push(Change::Swap(k));
            k = (k - 1).max(1);
        } else {
            k += 1;
        }
    }
    Ok(changes)
}

/// The Gram-Schmidt coefficients of `b_k` times `d[j + 1]`, where `d[j]` is the determinant of the products of
/// the first `j` vectors.
fn orthogonalized(gram: &[Vec<BigInt>], k: usize) -> (Vec<BigInt>, Vec<BigInt>) {
    let mut d = vec![BigInt::from(1)];
    let mut lambda: Vec<Vec<BigInt>> = Vec::new();
    for (row, products) in gram.iter().enumerate().take(k + 1) {
        let mut line: Vec<BigInt> = Vec::new();
        for (column, product) in products.iter().enumerate().take(row + 1) {
            let mut u = product.clone();
            for i in 0..column {
                let other = if column == row {
                    &line[i]
                } else {
                    &lambda[column][i]
                };
                u = (&d[i + 1] * u - &line[i] * other) / &d[i];
            }
            line.push(u);
        }
        d.extend(line.last().cloned());
        lambda.push(line);
    }
    (lambda.pop().unwrap_or_default(), d)
}

fn subtract(gram: &mut [Vec<BigInt>], target: usize, source: usize, factor: &BigInt) {
    let source_row = gram[source].clone();
    for (mine, theirs) in gram[target].iter_mut().zip(&source_row) {
        *mine -= theirs * factor;
    }
    for row in gram {
        let change = &row[source] * factor;
        row[target] -= change;
    }
}

/// The integer closest to `a / b`.
pub(super) fn rounded(a: &BigInt, b: &BigInt) -> BigInt {
    let doubled: BigInt = a * 2 + b;
    doubled.div_floor(&(b * 2))
}

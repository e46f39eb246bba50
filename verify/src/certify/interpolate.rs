//! Affine expressions through points.

use num_integer::gcd;
use ovolo_lang::affine::{AffineExpr, constant};

/// Values of some expressions and the value of another where they have these.
pub struct Sample {
    pub inputs: Vec<i64>,
    pub output: i64,
}

/// An expression that has the output of each sample where `inputs` are its inputs: their sum with rational factors, which use
/// as few inputs as go, the first ones first. `None` where there is none.
///
/// By Gaussian elimination without fractions (Bareiss 1968).
pub fn interpolate(samples: &[Sample], inputs: &[AffineExpr]) -> Option<AffineExpr> {
    let mut rows: Vec<Vec<i128>> = samples
        .iter()
        .map(|sample| {
            let all = sample.inputs.iter().chain([&1, &sample.output]);
            all.map(|&value| i128::from(value)).collect()
        })
        .collect();
    // The last column is the output, the one before that of the constant.
    let columns = inputs.len() + 1;
    let mut pivots: Vec<usize> = Vec::new();
    for column in 0..columns {
        let done = pivots.len();
        let Some(found) = (done..rows.len()).find(|&row| rows[row][column] != 0) else {
            continue;
        };
        rows.swap(done, found);
        let pivot = rows[done].clone();
        for (number, row) in rows.iter_mut().enumerate() {
            if number == done || row[column] == 0 {
                continue;
            }
            let (by, factor) = (pivot[column], row[column]);
            for (value, above) in row.iter_mut().zip(&pivot) {
                *value = value.checked_mul(by)?.checked_sub(above.checked_mul(factor)?)?;
            }
            reduce(row);
        }
        pivots.push(column);
    }
    if rows[pivots.len()..].iter().any(|row| row[columns] != 0) {
        return None;
    }
    // Factors of columns that are no pivot are 0.
    let factors = pivots
        .iter()
        .zip(&rows)
        .map(|(&column, row)| (column, row[columns], row[column]));
    let factors: Vec<(usize, i128, i128)> = factors.collect();
    let denominator = factors.iter().try_fold(1i128, |least, (_, above, below)| {
        let below = (below / gcd(*above, *below)).abs();
        least.checked_mul(below / gcd(least, below))
    })?;
    let mut sum = constant(0);
    for (column, above, below) in factors {
        let factor = constant(i64::try_from(above.checked_mul(denominator)? / below).ok()?);
        sum = &sum
            + &match inputs.get(column) {
                Some(input) => input * &factor,
                None => factor,
            };
    }
    Some(match i64::try_from(denominator).ok()? {
        1 => sum,
        denominator => sum.floordiv(denominator),
    })
}

/// Divides a row by what all its values are multiples of.
fn reduce(row: &mut [i128]) {
    let divisor = row.iter().fold(0, |divisor, &value| gcd(divisor, value));
    if divisor > 1 {
        row.iter_mut().for_each(|value| *value /= divisor);
    }
}

#[cfg(test)]
mod tests {
    use ovolo_lang::affine::{constant, dim, symbol};

    use super::{Sample, interpolate};

    fn through(samples: &[(&[i64], i64)]) -> Option<String> {
        let all = samples.iter().map(|&(inputs, output)| Sample {
            inputs: inputs.to_vec(),
            output,
        });
        let all: Vec<Sample> = all.collect();
        interpolate(&all, &[dim(0), symbol(0)]).map(|expr| expr.to_string())
    }

    #[test]
    fn one_point_is_a_constant_where_inputs_are_zero() {
        assert_eq!(through(&[(&[0, 0], 7)]), Some(constant(7).to_string()));
    }

    #[test]
    fn a_variable_turned_round() {
        let found = through(&[(&[0, 5], 4), (&[1, 5], 3), (&[2, 9], 6)]);
        assert_eq!(
            found,
            Some((&(&(&dim(0) * &constant(-1)) + &symbol(0)) + &constant(-1)).to_string())
        );
    }

    #[test]
    fn a_quotient() {
        let found = through(&[(&[0, 0], 0), (&[4, 0], 1), (&[8, 1], 2)]);
        assert_eq!(found, Some(dim(0).floordiv(4).to_string()));
    }

    #[test]
    fn points_on_no_line() {
        assert_eq!(through(&[(&[0, 0], 0), (&[1, 0], 1), (&[2, 0], 4)]), None);
    }
}

//! What intervals of the variables tell of an expression.

use num_bigint::BigInt;
use num_integer::Integer;

use super::display::Leaf;
use super::expr::AffineExpr;
use super::flat::{Variable, Variables};
use super::interval::Interval;
use super::row::Row;

/// Numbers in the linear forms of all sub-expressions above which an expression is left alone. Arbitrary.
const SIZE_LIMIT: usize = 100_000;

impl AffineExpr {
    /// The interval that the values of the expression lie in where each dimension lies in its own; dimensions past the end may be
    /// anything, as symbols may.
    ///
    /// ```
    /// use ovolo_lang::affine::{AffineExpr, Interval};
    ///
    /// let lane = Interval { least: Some(0), greatest: Some(3) };
    /// let expr: AffineExpr = "d0 * -2 + 1".parse()?;
    /// assert_eq!(expr.interval(&[lane]), Interval { least: Some(-5), greatest: Some(1) });
    /// # Ok::<(), ovolo_lang::diagnostic::Diagnostic>(())
    /// ```
    pub fn interval(&self, dims: &[Interval]) -> Interval {
        let mut variables = Variables::within(SIZE_LIMIT, dims);
        let Ok(row) = variables.flatten(self) else {
            return Interval::default();
        };
        let [least, greatest] = variables.extremes(&row);
        let in_64_bits = |value: Option<BigInt>| value.and_then(|value| i64::try_from(value).ok());
        Interval {
            least: in_64_bits(least),
            greatest: in_64_bits(greatest),
        }
    }

    /// An expression with the same values wherever each dimension lies in its interval, without the divisions and remainders
    /// that are superfluous there.
    ///
    /// ```
    /// use ovolo_lang::affine::{AffineExpr, Interval};
    ///
    /// let [any, lane] = [Interval::default(), Interval { least: Some(0), greatest: Some(3) }];
    /// let expr: AffineExpr = "(d0 * 16 + d1 + 4) floordiv 8 + (d0 * 4 + d1) mod 4".parse()?;
    /// assert_eq!(expr.simplified_within(&[any, lane]).to_string(), "d0 * 2 + d1");
    /// # Ok::<(), ovolo_lang::diagnostic::Diagnostic>(())
    /// ```
    pub fn simplified_within(&self, dims: &[Interval]) -> AffineExpr {
        let AffineExpr::Binary(op, ab) = self else {
            return self.clone();
        };
        let [a, b] = [&ab.0, &ab.1].map(|operand| operand.simplified_within(dims));
        let expr = AffineExpr::binary(*op, a, b);
        if !op.is_division() {
            return expr;
        }
        let mut variables = Variables::within(SIZE_LIMIT, dims);
        let row = variables.flatten(&expr).ok();
        match row.and_then(|row| variables.expression(&row)) {
            Some(simpler) if simpler.divisions() < expr.divisions() => simpler,
            _ => expr,
        }
    }

    /// How many divisions and remainders there are in the expression.
    fn divisions(&self) -> usize {
        let mut count = 0;
        self.walk(&mut |e| {
            if let AffineExpr::Binary(op, _) = e {
                count += usize::from(op.is_division());
            }
        });
        count
    }
}

impl Variables {
    /// The least and the greatest value of a linear form.
    fn extremes(&self, row: &Row) -> [Option<BigInt>; 2] {
        let mut sums = [Some(row.constant.clone()), Some(row.constant.clone())];
        for i in row.variables() {
            let factor = row.coefficient(i);
            let mut extremes = match self.list.get(i) {
                Some(Variable::Leaf(Leaf::Dim(dim))) => {
                    let interval = self.dims.get(*dim as usize).copied().unwrap_or_default();
                    [interval.least, interval.greatest].map(|value| value.map(BigInt::from))
                }
                Some(Variable::Quotient { dividend, divisor }) => self
                    .extremes(dividend)
                    .map(|value| value.map(|value| value.div_floor(divisor))),
                _ => [None, None],
            };
            if *factor < BigInt::ZERO {
                extremes.reverse();
            }
            for (sum, extreme) in sums.iter_mut().zip(extremes) {
                *sum = sum
                    .take()
                    .zip(extreme)
                    .map(|(sum, extreme)| sum + extreme * factor);
            }
        }
        sums
    }

    /// The quotient by a positive divisor of all values of a linear form, where they have one.
    fn only_quotient(&self, row: &Row, divisor: &BigInt) -> Option<BigInt> {
        let [least, greatest] = self
            .extremes(row)
            .map(|value| value.map(|value| value.div_floor(divisor)));
        least.filter(|least| Some(least) == greatest.as_ref())
    }

    /// `rest floordiv divisor` as the sum of a linear form and of a division that is simpler by what is known of the variables;
    /// `None` where nothing is.
    pub(super) fn narrowed(&self, rest: &Row, divisor: &BigInt) -> Option<(Row, Row, BigInt)> {
        if self.dims.is_empty() {
            return None;
        }
        // Factors may be near zero, or positive.
        let (mut borrowed, mut positive) = (rest.clone(), rest.clone());
        borrowed.for_each(|number| *number = number.div_floor(divisor));
        positive.for_each(|number| *number = number.mod_floor(divisor));
        for (whole, rest) in [(&Row::constant(0), rest), (&borrowed, &positive)] {
            if let Some(quotient) = self.only_quotient(rest, divisor) {
                let mut whole = whole.clone();
                whole.constant += quotient;
                return Some((whole, Row::constant(0), BigInt::from(1)));
            }
            // (g * r + k) floordiv (g * c)  ==  (r + k floordiv g) floordiv c
            let mut common: Vec<BigInt> = rest
                .variables()
                .map(|i| rest.coefficient(i).gcd(divisor))
                .filter(|g| *g > BigInt::from(1))
                .collect();
            common.sort();
            for g in common.into_iter().rev() {
                let (mut multiple, mut small) = (rest.clone(), rest.clone());
                multiple.for_each(|number| {
                    *number = if number.is_multiple_of(&g) {
                        &*number / &g
                    } else {
                        BigInt::ZERO
                    }
                });
                small.for_each(|number| {
                    *number = if number.is_multiple_of(&g) {
                        BigInt::ZERO
                    } else {
                        number.clone()
                    }
                });
                if let Some(quotient) = self.only_quotient(&small, &g) {
                    multiple.constant += quotient;
                    return Some((whole.clone(), multiple, divisor / &g));
                }
            }
        }
        None
    }
}

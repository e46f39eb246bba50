//! Systems of linear equalities and inequalities over the integers.

use num_bigint::BigInt;
use num_integer::Integer;

use super::work::{Exhausted, Work};
use crate::affine::row::Row;

/// `row == 0` for each equality and `row >= 0` for each inequality. All rows have the same length.
#[derive(Clone, Debug)]
pub(super) struct System {
    pub num_variables: usize,
    pub equalities: Vec<Row>,
    pub inequalities: Vec<Row>,
}

/// A system whose contradiction is plain to see.
pub(super) struct Contradiction;

/// The inequalities that mention a variable, and the rest.
pub(super) struct Bounds {
    /// `a * x + … >= 0` with `a > 0`.
    pub lower: Vec<Row>,
    /// `-b * x + … >= 0` with `b > 0`.
    pub upper: Vec<Row>,
}

impl System {
    pub fn new(num_variables: usize, equalities: Vec<Row>, inequalities: Vec<Row>) -> System {
        let padded = |mut rows: Vec<Row>| {
            for row in &mut rows {
                row.coefficients.resize(num_variables, BigInt::ZERO);
            }
            rows
        };
        System {
            num_variables,
            equalities: padded(equalities),
            inequalities: padded(inequalities),
        }
    }

    /// Spends what a pass over all rows costs.
    pub fn charge(&self, work: &mut Work) -> Result<(), Exhausted> {
        let rows = || self.equalities.iter().chain(&self.inequalities);
        let bits = rows().map(Row::bits).max().unwrap_or(0);
        work.spend_on((rows().count() + 1) * (self.num_variables + 1), bits)
    }

    /// Divides each row by the common divisor of its coefficients, drops those that say nothing, keeps the
    /// tightest of parallel inequalities, and makes an equality of two opposite ones that leave one value.
    pub fn normalize(&mut self, work: &mut Work) -> Result<Result<(), Contradiction>, Exhausted> {
        self.charge(work)?;
        Ok(self.normalize_equalities().and_then(|()| {
            self.normalize_inequalities()?;
            self.pair_opposites()
        }))
    }

    fn normalize_equalities(&mut self) -> Result<(), Contradiction> {
        for row in &mut self.equalities {
            let content = row.content();
            if content != BigInt::ZERO {
                if !row.constant.is_multiple_of(&content) {
                    return Err(Contradiction);
                }
                row.for_each(|number| *number /= &content);
            } else if row.constant != BigInt::ZERO {
                return Err(Contradiction);
            }
        }
        self.equalities.retain(|row| !row.is_constant());
        Ok(())
    }

    /// For integers `g * e + c >= 0` is `e + c floordiv g >= 0`.
    fn normalize_inequalities(&mut self) -> Result<(), Contradiction> {
        for row in &mut self.inequalities {
            let content = row.content();
            if content > BigInt::from(1) {
                row.for_each(|number| *number = number.div_floor(&content));
            } else if content == BigInt::ZERO && row.constant < BigInt::ZERO {
                return Err(Contradiction);
            }
        }
        self.inequalities.retain(|row| !row.is_constant());
        // Of equal coefficients the least constant comes first.
        self.inequalities.sort_unstable();
        self.inequalities
            .dedup_by(|b, a| a.coefficients == b.coefficients);
        Ok(())
    }

    /// `e + c >= 0` and `-e + d >= 0` leave no value of `e` when `c + d < 0`, and one when `c + d == 0`.
    fn pair_opposites(&mut self) -> Result<(), Contradiction> {
        let rows = &self.inequalities;
        let mut fixed = Vec::new();
        for (i, row) in rows.iter().enumerate() {
            let opposite = row.negated().coefficients;
            let Ok(j) = rows.binary_search_by(|other| other.coefficients.cmp(&opposite)) else {
                continue;
            };
            let room = &row.constant + &rows[j].constant;
            if room < BigInt::ZERO {
                return Err(Contradiction);
            }
            if room == BigInt::ZERO && i < j {
                fixed.extend([i, j]);
                self.equalities.push(row.clone());
            }
        }
        let mut i = 0;
        self.inequalities.retain(|_| {
            i += 1;
            !fixed.contains(&(i - 1))
        });
        Ok(())
    }

    /// Puts `value` in the place of `x`, or `x + value` if `keep`. The value does not mention `x`.
    pub fn substitute(&mut self, x: usize, value: &Row, keep: bool) {
        for row in self.equalities.iter_mut().chain(&mut self.inequalities) {
            substitute(row, x, value, keep);
        }
    }

    /// Whether an inequality mentions `x`.
    pub fn mentions(&self, x: usize) -> bool {
        self.inequalities
            .iter()
            .any(|row| *row.coefficient(x) != BigInt::ZERO)
    }

    /// Takes the inequalities whose rows grow in the direction out of the system.
    pub fn take_growing(&mut self, direction: &[BigInt]) -> Vec<Row> {
        let rows = std::mem::take(&mut self.inequalities);
        let (growing, rest) = rows
            .into_iter()
            .partition(|row| row.slope(direction) > BigInt::ZERO);
        self.inequalities = rest;
        growing
    }

    /// Takes the inequalities that mention `x` out of the system.
    pub fn take_bounds(&mut self, x: usize) -> Bounds {
        let (mut lower, mut upper) = (Vec::new(), Vec::new());
        let mut rest = Vec::new();
        for row in self.inequalities.drain(..) {
            match row.coefficient(x).sign() {
                num_bigint::Sign::Plus => lower.push(row),
                num_bigint::Sign::Minus => upper.push(row),
                num_bigint::Sign::NoSign => rest.push(row),
            }
        }
        self.inequalities = rest;
        Bounds { lower, upper }
    }
}

pub(super) fn substitute(row: &mut Row, x: usize, value: &Row, keep: bool) {
    let factor = match keep {
        true => row.coefficient(x).clone(),
        false => std::mem::take(row.coefficient_mut(x)),
    };
    row.add_scaled(value, &factor);
}

impl Bounds {
    /// What `a * x + p >= 0` and `-b * x + q >= 0` say without `x`, for each lower and upper bound:
    /// `a * q + b * p >= 0`. That is all they say when `a` or `b` is 1.
    pub fn shadow(&self, x: usize) -> Vec<Row> {
        let pairs = self
            .lower
            .iter()
            .flat_map(|l| self.upper.iter().map(move |u| (l, u)));
        let rows = pairs.map(|(lower, upper)| {
            let mut row = upper.clone().scaled(lower.coefficient(x));
            row.add_scaled(lower, &-upper.coefficient(x));
            row
        });
        rows.collect()
    }

    /// The integer within the bounds that is closest to zero.
    pub fn closest_to_zero(&self, x: usize, values: &[BigInt]) -> BigInt {
        // a * x + p >= 0: x >= ceil(-p / a) = -floor(p / a)
        let least = self
            .lower
            .iter()
            .map(|row| -without(row, x, values).div_floor(row.coefficient(x)));
        // -b * x + q >= 0: x <= floor(q / b)
        let greatest = self
            .upper
            .iter()
            .map(|row| without(row, x, values).div_floor(&-row.coefficient(x)));
        match (least.max(), greatest.min()) {
            (Some(least), _) if least > BigInt::ZERO => least,
            (_, Some(greatest)) if greatest < BigInt::ZERO => greatest,
            _ => BigInt::ZERO,
        }
    }
}

/// The value of the row without its term for `x`.
fn without(row: &Row, x: usize, values: &[BigInt]) -> BigInt {
    let term = values.get(x).map(|value| row.coefficient(x) * value);
    row.value(values) - term.unwrap_or_default()
}

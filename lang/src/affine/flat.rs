//! Affine expressions flattened to linear forms.
//!
//! Each dimension and symbol that occurs is a variable. So is each quotient `r floordiv c` by a constant
//! `c > 1`, once multiples of `c` have left `r`: the variable `q` for which `0 <= r - c * q <= c - 1`.
//! Ceilings and remainders are sums with such quotients.

use num_bigint::BigInt;
use num_integer::Integer;
use rustc_hash::FxHashMap;

use super::display::Leaf;
use super::expr::{AffineExpr, AffineOp};
use super::interval::Interval;
use super::row::Row;

/// The variables of a group of expressions.
#[derive(Debug, Default)]
pub(super) struct Variables {
    pub list: Vec<Variable>,
    numbers: FxHashMap<Variable, usize>,
    /// Of the first dimensions what is known.
    pub dims: Vec<Interval>,
    /// Numbers that may still be written.
    room: usize,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Variable {
    Leaf(Leaf),
    /// `dividend floordiv divisor`, with `divisor > 1`.
    Quotient {
        dividend: Row,
        divisor: BigInt,
    },
}

/// Why an expression has no linear form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NotFlat {
    /// A product of variables, or a division by one: semi-affine.
    SemiAffine,
    /// A division by zero.
    NoValue,
    /// The expression is too large to be looked at.
    TooLarge,
}

impl Variables {
    /// Variables for expressions whose sub-expressions have at most `room` numbers in their linear forms.
    pub fn new(room: usize) -> Variables {
        Variables {
            room,
            ..Variables::default()
        }
    }

    /// Variables whose first dimensions lie in intervals.
    pub fn within(room: usize, dims: &[Interval]) -> Variables {
        Variables {
            dims: dims.to_vec(),
            ..Variables::new(room)
        }
    }

    /// The linear form of the expression.
    pub fn flatten(&mut self, expr: &AffineExpr) -> Result<Row, NotFlat> {
        let row = self.flattened(expr)?;
        let written = row.coefficients.len() + 1;
        self.room = self.room.checked_sub(written).ok_or(NotFlat::TooLarge)?;
        Ok(row)
    }

    fn flattened(&mut self, expr: &AffineExpr) -> Result<Row, NotFlat> {
        let (op, ab) = match expr {
            AffineExpr::Constant(c) => return Ok(Row::constant(*c)),
            AffineExpr::Dim(i) => return Ok(self.variable(Variable::Leaf(Leaf::Dim(*i)))),
            AffineExpr::Symbol(i) => return Ok(self.variable(Variable::Leaf(Leaf::Symbol(*i)))),
            AffineExpr::Binary(op, ab) => (*op, ab),
        };
        let (mut a, b) = (self.flatten(&ab.0)?, self.flatten(&ab.1)?);
        match op {
            AffineOp::Add => a.add_scaled(&b, &BigInt::from(1)),
            AffineOp::Mul if b.is_constant() => return Ok(a.scaled(&b.constant)),
            AffineOp::Mul if a.is_constant() => return Ok(b.scaled(&a.constant)),
            _ if !b.is_constant() => return Err(NotFlat::SemiAffine),
            _ if b.constant == BigInt::ZERO => return Err(NotFlat::NoValue),
            AffineOp::FloorDiv => return Ok(self.quotient(a, &b.constant)),
            // a ceildiv b  ==  -(-a floordiv b)
            AffineOp::CeilDiv => return Ok(self.quotient(a.negated(), &b.constant).negated()),
            // a mod b  ==  a - b * (a floordiv b)
            AffineOp::Mod => {
                let quotient = self.quotient(a.clone(), &b.constant);
                a.add_scaled(&quotient, &-&b.constant);
            }
            AffineOp::Mul => return Err(NotFlat::SemiAffine),
        }
        Ok(a)
    }

    /// `dividend floordiv divisor`, for a divisor other than zero.
    fn quotient(&mut self, dividend: Row, divisor: &BigInt) -> Row {
        if *divisor < BigInt::ZERO {
            return self.quotient(dividend.negated(), &-divisor);
        }
        // The multiples of the divisor leave the division such that factors near zero are left.
        let (mut whole, mut rest) = (dividend.clone(), dividend);
        let half = (divisor - 1u32) / 2u32;
        let near = |number: &BigInt| (number + &half).div_floor(divisor);
        whole.for_each(|number| *number = near(number));
        rest.for_each(|number| *number -= near(number) * divisor);
        whole.constant += rest.constant.div_floor(divisor);
        rest.constant = rest.constant.mod_floor(divisor);
        // (g * r + k) floordiv (g * c)  ==  (r + k floordiv g) floordiv c
        let common = rest.content().gcd(divisor);
        let divisor = divisor / &common;
        rest.for_each(|number| *number = number.div_floor(&common));
        if rest.is_constant() {
            whole.constant += rest.constant.div_floor(&divisor);
            return whole;
        }
        trim(&mut rest.coefficients);
        if let Some((part, rest, divisor)) = self.narrowed(&rest, &divisor) {
            whole.add_scaled(&part, &BigInt::from(1));
            whole.add_scaled(&self.quotient(rest, &divisor), &BigInt::from(1));
            return whole;
        }
        let quotient = match divisor == BigInt::from(1) {
            true => rest,
            false => self.variable(Variable::Quotient {
                dividend: rest,
                divisor,
            }),
        };
        whole.add_scaled(&quotient, &BigInt::from(1));
        whole
    }

    fn variable(&mut self, variable: Variable) -> Row {
        let next = self.list.len();
        let number = *self.numbers.entry(variable.clone()).or_insert(next);
        if number == next {
            self.list.push(variable);
        }
        Row::variable(number)
    }

    /// The expression of a linear form: dimensions, symbols, quotients, constant. `None` when a number
    /// does not fit in 64 bits.
    pub fn expression(&self, row: &Row) -> Option<AffineExpr> {
        let mut order: Vec<usize> = row.variables().collect();
        order.sort_by_key(|&i| match self.list.get(i) {
            Some(Variable::Leaf(leaf)) => (0, Some(*leaf), i),
            _ => (1, None, i),
        });
        let mut sum = AffineExpr::Constant(0);
        for i in order {
            let term = match self.list.get(i)? {
                Variable::Leaf(Leaf::Dim(d)) => AffineExpr::Dim(*d),
                Variable::Leaf(Leaf::Symbol(s)) => AffineExpr::Symbol(*s),
                Variable::Quotient { dividend, divisor } => self
                    .expression(dividend)?
                    .floordiv(AffineExpr::Constant(i64::try_from(divisor).ok()?)),
            };
            sum = sum + term * i64::try_from(row.coefficient(i)).ok()?;
        }
        Some(sum + i64::try_from(&row.constant).ok()?)
    }
}

/// Drops the zeros at the end, so that equal forms are equal vectors.
fn trim(coefficients: &mut Vec<BigInt>) {
    while coefficients.last() == Some(&BigInt::ZERO) {
        coefficients.pop();
    }
}

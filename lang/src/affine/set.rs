//! Integer sets: conjunctions of affine constraints.

use num_bigint::BigInt;

use super::expr::AffineExpr;

/// `(d0, …)[s0, …] : (constraints)`, a conjunction. Without constraints it holds every point.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct IntegerSet {
    pub num_dims: u32,
    pub num_symbols: u32,
    pub constraints: Vec<Constraint>,
}

/// `expr >= 0` or `expr == 0`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Constraint {
    pub expr: AffineExpr,
    pub is_equality: bool,
}

impl Constraint {
    /// `a == b`, as `a - b == 0`.
    pub fn equal(a: AffineExpr, b: AffineExpr) -> Constraint {
        Constraint {
            expr: a - b,
            is_equality: true,
        }
    }

    /// `a >= b`, as `a - b >= 0`.
    pub fn at_least(a: AffineExpr, b: AffineExpr) -> Constraint {
        Constraint {
            expr: a - b,
            is_equality: false,
        }
    }

    /// `a <= b`, as `b - a >= 0`.
    pub fn at_most(a: AffineExpr, b: AffineExpr) -> Constraint {
        Constraint::at_least(b, a)
    }

    /// Whether the point satisfies the constraint, over ℤ; `None` when the expression has no value there: at
    /// a division by zero, or without an operand.
    pub fn holds(&self, dims: &[i64], symbols: &[i64]) -> Option<bool> {
        if let Some(value) = self.expr.evaluate(dims, symbols) {
            return Some(self.accepts(value));
        }
        let big = |values: &[i64]| values.iter().map(|&v| BigInt::from(v)).collect::<Vec<_>>();
        self.holds_exactly(&big(dims), &big(symbols))
    }

    pub(super) fn holds_exactly(&self, dims: &[BigInt], symbols: &[BigInt]) -> Option<bool> {
        let value = self.expr.evaluate_exact(dims, symbols)?;
        Some(match self.is_equality {
            true => value == BigInt::ZERO,
            false => value >= BigInt::ZERO,
        })
    }

    fn accepts(&self, value: i64) -> bool {
        match self.is_equality {
            true => value == 0,
            false => value >= 0,
        }
    }

    /// Whether the constraint holds for all points or for none, where its form shows it.
    pub fn known(&self) -> Option<bool> {
        Some(self.accepts(self.expr.as_constant()?))
    }
}

impl IntegerSet {
    /// The set `(d0, …)[s0, …] : (constraints)`.
    pub fn new(num_dims: u32, num_symbols: u32, constraints: Vec<Constraint>) -> IntegerSet {
        IntegerSet {
            num_dims,
            num_symbols,
            constraints,
        }
    }

    /// The set of all points.
    pub fn universe(num_dims: u32, num_symbols: u32) -> IntegerSet {
        IntegerSet::new(num_dims, num_symbols, Vec::new())
    }

    /// The set without points, written `1 == 0`.
    pub fn empty(num_dims: u32, num_symbols: u32) -> IntegerSet {
        let never = Constraint {
            expr: AffineExpr::Constant(1),
            is_equality: true,
        };
        IntegerSet::new(num_dims, num_symbols, vec![never])
    }

    /// Dimensions and symbols together.
    pub fn num_inputs(&self) -> usize {
        self.num_dims as usize + self.num_symbols as usize
    }

    /// Whether the constraints mention only dimensions and symbols that the set has.
    pub fn is_well_formed(&self) -> bool {
        let mut counts = self.constraints.iter().map(|c| c.expr.input_counts());
        counts.all(|(dims, symbols)| dims <= self.num_dims && symbols <= self.num_symbols)
    }

    /// Whether every product has a constant factor, and every divisor is a constant.
    pub fn is_pure_affine(&self) -> bool {
        self.constraints.iter().all(|c| c.expr.is_pure_affine())
    }

    /// Whether the point is in the set; `None` when no constraint excludes it and some expression has no
    /// value there (see [`Constraint::holds`]).
    pub fn contains(&self, dims: &[i64], symbols: &[i64]) -> Option<bool> {
        let mut answer = Some(true);
        for constraint in &self.constraints {
            match constraint.holds(dims, symbols) {
                Some(true) => {}
                Some(false) => return Some(false),
                None => answer = None,
            }
        }
        answer
    }

    /// Each `d_i` becomes `dims[i]` and each `s_i` becomes `symbols[i]`, those past the end stay, and the
    /// set has the given numbers of dimensions and symbols.
    pub fn replace(
        &self,
        dims: &[AffineExpr],
        symbols: &[AffineExpr],
        num_dims: u32,
        num_symbols: u32,
    ) -> IntegerSet {
        let constraints = self.constraints.iter().map(|c| Constraint {
            expr: c.expr.replace(dims, symbols),
            is_equality: c.is_equality,
        });
        IntegerSet::new(num_dims, num_symbols, constraints.collect())
    }
}

//! Affine expressions, maps and integer sets, as the affine dialect defines them.
//!
//! Expressions are simplified when they are built; the operators of Rust (`+`, `-`, `*`) build them.

use std::fmt;
use std::sync::Arc;

/// A quasi-affine or semi-affine expression over dimensions `d0, d1, …` and symbols `s0, s1, …`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum AffineExpr {
    Constant(i64),
    /// `d0`, `d1`, …
    Dim(u32),
    /// `s0`, `s1`, …
    Symbol(u32),
    Binary(AffineOp, Arc<(AffineExpr, AffineExpr)>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum AffineOp {
    Add,
    Mul,
    /// Quotient rounded toward minus infinity.
    FloorDiv,
    /// Quotient rounded toward plus infinity.
    CeilDiv,
    /// Remainder of `FloorDiv`: for a positive divisor `b` it lies in `0 .. b`.
    Mod,
}

/// `(d0, …)[s0, …] -> (results)`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AffineMap {
    pub num_dims: u32,
    pub num_symbols: u32,
    pub results: Vec<AffineExpr>,
}

/// `(d0, …)[s0, …] : (constraints)`, a conjunction.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct IntegerSet {
    pub num_dims: u32,
    pub num_symbols: u32,
    pub constraints: Vec<Constraint>,
}

/// `expr >= 0` or `expr == 0`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Constraint {
    pub expr: AffineExpr,
    pub is_equality: bool,
}

impl AffineExpr {
    /// The expression `op(a, b)`, simplified.
    ///
    /// A division or remainder by the constant zero is kept as it is: it has no value, and
    /// [`AffineExpr::evaluate`] answers `None` for it.
    pub fn binary(op: AffineOp, a: AffineExpr, b: AffineExpr) -> AffineExpr {
        simplified(op, a, b)
    }

    pub fn floordiv(self, divisor: AffineExpr) -> AffineExpr {
        AffineExpr::binary(AffineOp::FloorDiv, self, divisor)
    }

    pub fn ceildiv(self, divisor: AffineExpr) -> AffineExpr {
        AffineExpr::binary(AffineOp::CeilDiv, self, divisor)
    }

    pub fn modulo(self, divisor: AffineExpr) -> AffineExpr {
        AffineExpr::binary(AffineOp::Mod, self, divisor)
    }

    pub fn as_constant(&self) -> Option<i64> {
        match self {
            AffineExpr::Constant(c) => Some(*c),
            _ => None,
        }
    }

    /// The value at a point; `None` on overflow of 64 bits, division by zero, or a missing operand.
    pub fn evaluate(&self, dims: &[i64], symbols: &[i64]) -> Option<i64> {
        match self {
            AffineExpr::Constant(c) => Some(*c),
            AffineExpr::Dim(i) => dims.get(*i as usize).copied(),
            AffineExpr::Symbol(i) => symbols.get(*i as usize).copied(),
            AffineExpr::Binary(op, ab) => {
                op.apply(ab.0.evaluate(dims, symbols)?, ab.1.evaluate(dims, symbols)?)
            }
        }
    }

    /// Each `d_i` becomes `dims[i]` and each `s_i` becomes `symbols[i]`; those past the end stay.
    pub fn replace(&self, dims: &[AffineExpr], symbols: &[AffineExpr]) -> AffineExpr {
        match self {
            AffineExpr::Constant(_) => self.clone(),
            AffineExpr::Dim(i) => dims.get(*i as usize).unwrap_or(self).clone(),
            AffineExpr::Symbol(i) => symbols.get(*i as usize).unwrap_or(self).clone(),
            AffineExpr::Binary(op, ab) => {
                AffineExpr::binary(*op, ab.0.replace(dims, symbols), ab.1.replace(dims, symbols))
            }
        }
    }

    /// Calls `f` on every sub-expression, parents first.
    pub fn walk(&self, f: &mut impl FnMut(&AffineExpr)) {
        f(self);
        if let AffineExpr::Binary(_, ab) = self {
            ab.0.walk(f);
            ab.1.walk(f);
        }
    }

    /// Whether there is no quotient and no remainder of something that varies.
    pub fn is_linear(&self) -> bool {
        let mut linear = true;
        self.walk(&mut |expr| {
            linear &= !matches!(expr, AffineExpr::Binary(op, _) if !matches!(op, AffineOp::Add | AffineOp::Mul));
        });
        linear
    }

    /// Calls `f` on every constant, dimension and symbol, from left to right.
    pub fn walk_leaves(&self, f: &mut impl FnMut(&AffineExpr)) {
        match self {
            AffineExpr::Binary(_, ab) => {
                ab.0.walk_leaves(f);
                ab.1.walk_leaves(f);
            }
            leaf => f(leaf),
        }
    }

    pub fn uses_dim(&self, dim: u32) -> bool {
        let mut found = false;
        self.walk(&mut |e| found |= *e == AffineExpr::Dim(dim));
        found
    }
}

impl AffineOp {
    /// `None` on overflow and on division by zero.
    pub fn apply(self, a: i64, b: i64) -> Option<i64> {
        match self {
            AffineOp::Add => a.checked_add(b),
            AffineOp::Mul => a.checked_mul(b),
            AffineOp::FloorDiv => {
                let (q, r) = (a.checked_div(b)?, a.checked_rem(b)?);
                Some(if r != 0 && (r < 0) != (b < 0) { q - 1 } else { q })
            }
            AffineOp::CeilDiv => {
                let (q, r) = (a.checked_div(b)?, a.checked_rem(b)?);
                Some(if r != 0 && (r < 0) == (b < 0) { q + 1 } else { q })
            }
            AffineOp::Mod => {
                let r = a.checked_rem(b)?;
                Some(if r != 0 && (r < 0) != (b < 0) { r + b } else { r })
            }
        }
    }
}

impl AffineMap {
    pub fn new(num_dims: u32, num_symbols: u32, results: Vec<AffineExpr>) -> AffineMap {
        AffineMap {
            num_dims,
            num_symbols,
            results,
        }
    }

    /// `() -> (c)`.
    pub fn constant(c: i64) -> AffineMap {
        AffineMap::new(0, 0, vec![AffineExpr::Constant(c)])
    }

    /// `(d0, …, dn-1) -> (d0, …, dn-1)`.
    pub fn identity(n: u32) -> AffineMap {
        AffineMap::new(n, 0, (0..n).map(AffineExpr::Dim).collect())
    }

    pub fn is_identity(&self) -> bool {
        self.num_symbols == 0
            && self.results.len() == self.num_dims as usize
            && self
                .results
                .iter()
                .zip(0..)
                .all(|(e, i)| *e == AffineExpr::Dim(i))
    }

    /// The only result when it is a constant.
    pub fn single_constant(&self) -> Option<i64> {
        match self.results.as_slice() {
            [e] => e.as_constant(),
            _ => None,
        }
    }

    pub fn evaluate(&self, dims: &[i64], symbols: &[i64]) -> Option<Vec<i64>> {
        self.results.iter().map(|e| e.evaluate(dims, symbols)).collect()
    }
}

fn simplified(op: AffineOp, a: AffineExpr, b: AffineExpr) -> AffineExpr {
    use AffineExpr::Constant;
    match (op, &a, &b) {
        (_, Constant(x), Constant(y)) => {
            if let Some(c) = op.apply(*x, *y) {
                return Constant(c);
            }
        }
        (AffineOp::Add, Constant(_), _) | (AffineOp::Mul, Constant(_), _) => {
            return simplified(op, b, a);
        }
        (AffineOp::Add, _, Constant(0)) => return a,
        (AffineOp::Mul, _, Constant(1)) => return a,
        (AffineOp::Mul, _, Constant(0)) => return Constant(0),
        (AffineOp::FloorDiv | AffineOp::CeilDiv, _, Constant(1)) => return a,
        (AffineOp::Mod, _, Constant(1)) => return Constant(0),
        _ => {}
    }
    AffineExpr::Binary(op, Arc::new((a, b)))
}

impl std::ops::Add for AffineExpr {
    type Output = AffineExpr;
    fn add(self, other: AffineExpr) -> AffineExpr {
        AffineExpr::binary(AffineOp::Add, self, other)
    }
}

impl std::ops::Mul for AffineExpr {
    type Output = AffineExpr;
    fn mul(self, other: AffineExpr) -> AffineExpr {
        AffineExpr::binary(AffineOp::Mul, self, other)
    }
}

impl std::ops::Neg for AffineExpr {
    type Output = AffineExpr;
    fn neg(self) -> AffineExpr {
        self * AffineExpr::Constant(-1)
    }
}

impl std::ops::Sub for AffineExpr {
    type Output = AffineExpr;
    fn sub(self, other: AffineExpr) -> AffineExpr {
        self + -other
    }
}

impl From<i64> for AffineExpr {
    fn from(c: i64) -> AffineExpr {
        AffineExpr::Constant(c)
    }
}

impl fmt::Display for AffineOp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            AffineOp::Add => "+",
            AffineOp::Mul => "*",
            AffineOp::FloorDiv => "floordiv",
            AffineOp::CeilDiv => "ceildiv",
            AffineOp::Mod => "mod",
        })
    }
}

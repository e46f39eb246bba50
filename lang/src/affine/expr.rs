//! Affine expressions: what they are made of, how they are built, asked, evaluated and substituted.

mod simplify;

use std::sync::Arc;

use num_bigint::BigInt;
use num_integer::Integer;

/// A quasi-affine or semi-affine expression over dimensions `d0, d1, …` and symbols `s0, s1, …`.
///
/// [`AffineExpr::binary`] and the operators keep expressions simplified; a [`AffineExpr::Binary`] put
/// together by hand is not.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum AffineExpr {
    Constant(i64),
    /// `d0`, `d1`, …
    Dim(u32),
    /// `s0`, `s1`, …
    Symbol(u32),
    Binary(AffineOp, Arc<(AffineExpr, AffineExpr)>),
}

/// The operations of affine expressions.
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

/// The dimension `d{i}`.
pub fn dim(i: u32) -> AffineExpr {
    AffineExpr::Dim(i)
}

/// The symbol `s{i}`.
pub fn symbol(i: u32) -> AffineExpr {
    AffineExpr::Symbol(i)
}

/// The constant `c`.
pub fn constant(c: i64) -> AffineExpr {
    AffineExpr::Constant(c)
}

impl AffineExpr {
    /// The expression `op(a, b)`, simplified.
    ///
    /// A division or remainder by the constant zero is kept as it is: it has no value, and
    /// [`AffineExpr::evaluate`] answers `None` for it.
    pub fn binary(op: AffineOp, a: AffineExpr, b: AffineExpr) -> AffineExpr {
        simplify::binary(op, a, b)
    }

    /// `self floordiv divisor`, normal.
    pub fn floordiv(&self, divisor: impl Into<AffineExpr>) -> AffineExpr {
        AffineExpr::binary(AffineOp::FloorDiv, self.clone(), divisor.into())
    }

    /// `self ceildiv divisor`, normal.
    pub fn ceildiv(&self, divisor: impl Into<AffineExpr>) -> AffineExpr {
        AffineExpr::binary(AffineOp::CeilDiv, self.clone(), divisor.into())
    }

    /// `self mod divisor`, normal.
    pub fn modulo(&self, divisor: impl Into<AffineExpr>) -> AffineExpr {
        AffineExpr::binary(AffineOp::Mod, self.clone(), divisor.into())
    }

    /// The value of a constant; `None` for any other expression.
    pub fn as_constant(&self) -> Option<i64> {
        match self {
            AffineExpr::Constant(c) => Some(*c),
            _ => None,
        }
    }

    /// The number of the dimension, when the expression is one.
    pub(crate) fn as_dim(&self) -> Option<u32> {
        match self {
            AffineExpr::Dim(i) => Some(*i),
            _ => None,
        }
    }

    /// The number of the symbol, when the expression is one.
    pub fn as_symbol(&self) -> Option<u32> {
        match self {
            AffineExpr::Symbol(i) => Some(*i),
            _ => None,
        }
    }

    /// `(a, b)`, when the expression is `op(a, b)`.
    pub fn operands_of(&self, op: AffineOp) -> Option<(&AffineExpr, &AffineExpr)> {
        match self {
            AffineExpr::Binary(o, ab) if *o == op => Some((&ab.0, &ab.1)),
            _ => None,
        }
    }

    /// Whether the expression mentions no dimension.
    pub fn is_symbolic_or_constant(&self) -> bool {
        match self {
            AffineExpr::Constant(_) | AffineExpr::Symbol(_) => true,
            AffineExpr::Dim(_) => false,
            AffineExpr::Binary(_, ab) => ab.0.is_symbolic_or_constant() && ab.1.is_symbolic_or_constant(),
        }
    }

    /// Whether every product has a constant factor and every divisor is a constant. The other
    /// expressions are semi-affine.
    pub fn is_pure_affine(&self) -> bool {
        let AffineExpr::Binary(op, ab) = self else {
            return true;
        };
        let is_constant = |e: &AffineExpr| matches!(e, AffineExpr::Constant(_));
        let allowed = match op {
            AffineOp::Add => true,
            AffineOp::Mul => is_constant(&ab.0) || is_constant(&ab.1),
            AffineOp::FloorDiv | AffineOp::CeilDiv | AffineOp::Mod => is_constant(&ab.1),
        };
        allowed && ab.0.is_pure_affine() && ab.1.is_pure_affine()
    }

    /// A number that divides every value of the expression, as large as its form shows: 12 for
    /// `d0 * 24 + 36`. It is 0 for the constant zero, which every number divides.
    pub fn largest_known_divisor(&self) -> u64 {
        match self {
            AffineExpr::Constant(c) => c.unsigned_abs(),
            AffineExpr::Dim(_) | AffineExpr::Symbol(_) => 1,
            AffineExpr::Binary(op, ab) => op.known_divisor(&ab.0, &ab.1),
        }
    }

    /// Whether `factor` is known to divide every value of the expression. Zero divides only zero.
    pub fn is_multiple_of(&self, factor: i64) -> bool {
        let divisor = self.largest_known_divisor();
        divisor == 0 || divisor.checked_rem(factor.unsigned_abs()) == Some(0)
    }

    /// The value at a point; `None` when a step leaves 64 bits, at a division by zero, or without an
    /// operand.
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

    /// The value at a point of ℤ; `None` only at a division by zero, or without an operand.
    pub fn evaluate_exact(&self, dims: &[BigInt], symbols: &[BigInt]) -> Option<BigInt> {
        match self {
            AffineExpr::Constant(c) => Some(BigInt::from(*c)),
            AffineExpr::Dim(i) => dims.get(*i as usize).cloned(),
            AffineExpr::Symbol(i) => symbols.get(*i as usize).cloned(),
            AffineExpr::Binary(op, ab) => op.apply_exact(
                &ab.0.evaluate_exact(dims, symbols)?,
                &ab.1.evaluate_exact(dims, symbols)?,
            ),
        }
    }

    /// Each `d_i` becomes `dims[i]` and each `s_i` becomes `symbols[i]`; those past the end stay.
    pub fn replace(&self, dims: &[AffineExpr], symbols: &[AffineExpr]) -> AffineExpr {
        self.replace_leaves(&|leaf| match leaf {
            AffineExpr::Dim(i) => dims.get(*i as usize).cloned(),
            AffineExpr::Symbol(i) => symbols.get(*i as usize).cloned(),
            _ => None,
        })
    }

    /// Each dimension from `d{from}` on gets a number greater by `shift`. Numbers past the greatest
    /// possible stay there.
    pub fn shift_dims(&self, from: u32, shift: u32) -> AffineExpr {
        self.replace_leaves(&|leaf| match leaf {
            AffineExpr::Dim(i) if *i >= from => Some(AffineExpr::Dim(i.saturating_add(shift))),
            _ => None,
        })
    }

    /// Each symbol from `s{from}` on gets a number greater by `shift`. Numbers past the greatest
    /// possible stay there.
    pub fn shift_symbols(&self, from: u32, shift: u32) -> AffineExpr {
        self.replace_leaves(&|leaf| match leaf {
            AffineExpr::Symbol(i) if *i >= from => Some(AffineExpr::Symbol(i.saturating_add(shift))),
            _ => None,
        })
    }

    /// Each dimension and symbol becomes what `f` gives for it, or stays; what is built is simplified.
    pub fn replace_leaves(&self, f: &impl Fn(&AffineExpr) -> Option<AffineExpr>) -> AffineExpr {
        let AffineExpr::Binary(op, ab) = self else {
            return f(self).unwrap_or_else(|| self.clone());
        };
        let (a, b) = (ab.0.replace_leaves(f), ab.1.replace_leaves(f));
        match a == ab.0 && b == ab.1 {
            true => self.clone(),
            false => AffineExpr::binary(*op, a, b),
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

    /// Calls `f` on every constant, dimension and symbol, from left to right.
    pub(crate) fn walk_leaves(&self, f: &mut impl FnMut(&AffineExpr)) {
        match self {
            AffineExpr::Binary(_, ab) => {
                ab.0.walk_leaves(f);
                ab.1.walk_leaves(f);
            }
            leaf => f(leaf),
        }
    }

    /// Whether the dimension occurs.
    pub fn uses_dim(&self, dim: u32) -> bool {
        self.any(&|e| *e == AffineExpr::Dim(dim))
    }

    /// Whether the symbol occurs.
    pub fn uses_symbol(&self, symbol: u32) -> bool {
        self.any(&|e| *e == AffineExpr::Symbol(symbol))
    }

    /// Whether a sub-expression has the property.
    fn any(&self, property: &impl Fn(&AffineExpr) -> bool) -> bool {
        property(self)
            || match self {
                AffineExpr::Binary(_, ab) => ab.0.any(property) || ab.1.any(property),
                _ => false,
            }
    }

    /// How many dimensions and symbols a map needs to hold the expression: one more than the greatest
    /// number of each that it mentions.
    pub(crate) fn input_counts(&self) -> (u32, u32) {
        let (mut dims, mut symbols) = (0, 0);
        self.walk(&mut |e| match e {
            AffineExpr::Dim(i) => dims = dims.max(i.saturating_add(1)),
            AffineExpr::Symbol(i) => symbols = symbols.max(i.saturating_add(1)),
            _ => {}
        });
        (dims, symbols)
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
            AffineOp::Mod if b == -1 => Some(0),
            AffineOp::Mod => {
                let r = a.checked_rem(b)?;
                Some(if r != 0 && (r < 0) != (b < 0) { r + b } else { r })
            }
        }
    }

    /// `None` on division by zero.
    pub fn apply_exact(self, a: &BigInt, b: &BigInt) -> Option<BigInt> {
        if self.is_division() && *b == BigInt::ZERO {
            return None;
        }
        Some(match self {
            AffineOp::Add => a + b,
            AffineOp::Mul => a * b,
            AffineOp::FloorDiv => a.div_floor(b),
            AffineOp::CeilDiv => -(-a).div_floor(b),
            AffineOp::Mod => a.mod_floor(b),
        })
    }

    /// Whether the operation is a quotient or a remainder.
    pub fn is_division(self) -> bool {
        !matches!(self, AffineOp::Add | AffineOp::Mul)
    }

    /// As MLIR spells it.
    pub fn as_str(self) -> &'static str {
        match self {
            AffineOp::Add => "+",
            AffineOp::Mul => "*",
            AffineOp::FloorDiv => "floordiv",
            AffineOp::CeilDiv => "ceildiv",
            AffineOp::Mod => "mod",
        }
    }

    /// See [`AffineExpr::largest_known_divisor`].
    fn known_divisor(self, a: &AffineExpr, b: &AffineExpr) -> u64 {
        let divisor = a.largest_known_divisor();
        match self {
            AffineOp::Add | AffineOp::Mod => divisor.gcd(&b.largest_known_divisor()),
            // Either factor's divisor will do where the product of both is too large.
            AffineOp::Mul => {
                let other = b.largest_known_divisor();
                divisor.checked_mul(other).unwrap_or(divisor.max(other))
            }
            AffineOp::FloorDiv | AffineOp::CeilDiv => match b.as_constant().map(i64::unsigned_abs) {
                Some(b) if divisor.checked_rem(b) == Some(0) => divisor / b,
                _ => 1,
            },
        }
    }
}

//! What an affine operation becomes when it is built: the identities that MLIR applies at construction.
//!
//! Every identity holds over ℤ for all operands for which the left side has a value. Where the constant
//! of a right side would not fit in 64 bits the operation is kept. An operation is *normal* when none of
//! the identities applies to its operands; only normal ones are ever stored, so building an expression
//! anew from its own operands gives the same expression.
//!
//! **Deviation:** MLIR 19 also takes `e + ((e floordiv s) * s - 1)` for `e mod s`, which is false.

use std::sync::Arc;

use super::AffineExpr::{self, Binary, Constant};
use super::AffineOp::{self, Add, CeilDiv, FloorDiv, Mod, Mul};

/// `op(a, b)`, normal.
pub(super) fn binary(op: AffineOp, a: AffineExpr, b: AffineExpr) -> AffineExpr {
    let simpler = match op {
        Add => add(&a, &b),
        Mul => mul(&a, &b),
        FloorDiv => floordiv(&a, &b),
        CeilDiv => ceildiv(&a, &b),
        Mod => modulo(&a, &b),
    };
    simpler.unwrap_or_else(|| Binary(op, Arc::new((a, b))))
}

/// `a + b` where it is not normal.
fn add(a: &AffineExpr, b: &AffineExpr) -> Option<AffineExpr> {
    if let (Constant(x), Constant(y)) = (a, b) {
        return x.checked_add(*y).map(Constant);
    }
    // Constants stand on the right, and symbols to the right of dimensions.
    let only_a_is_symbolic = || a.is_symbolic_or_constant() && !b.is_symbolic_or_constant();
    if matches!(a, Constant(_)) || only_a_is_symbolic() {
        return Some(b + a);
    }
    match (constant_operand(Add, a), b) {
        (_, Constant(0)) => return Some(a.clone()),
        // (x + c) + d  ==  x + (c + d)
        (Some((x, c)), Constant(d)) => return Some(x + c.checked_add(*d)?),
        _ => {}
    }
    if let Some(sum) = collected(a, b) {
        return Some(sum);
    }
    match (constant_operand(Add, a), b) {
        // (x + c) + b  ==  (x + b) + c
        (Some((x, c)), _) if !matches!(b, Constant(_)) => Some(x + b + c),
        _ => remainder(a, b),
    }
}

/// `x * c + x * d  ==  x * (c + d)`, where a lone `x` is `x * 1`.
fn collected(a: &AffineExpr, b: &AffineExpr) -> Option<AffineExpr> {
    let (x, c) = constant_operand(Mul, a).unwrap_or((a, 1));
    let (y, d) = constant_operand(Mul, b).unwrap_or((b, 1));
    match x == y {
        true => Some(x * c.checked_add(d)?),
        false => None,
    }
}

/// `e + (e floordiv q) * -q  ==  e mod q`, where `q` is a constant or symbolic.
fn remainder(e: &AffineExpr, b: &AffineExpr) -> Option<AffineExpr> {
    let (product, factor) = b.operands_of(Mul)?;
    let quotient_of_e = |quotient: &AffineExpr| match quotient.operands_of(FloorDiv) {
        Some((dividend, q)) if dividend == e => Some(q.clone()),
        _ => None,
    };
    // ((e floordiv q) * q) * -1
    if *factor == Constant(-1)
        && let Some((quotient, q)) = product.operands_of(Mul)
    {
        return (quotient_of_e(quotient)? == *q).then(|| e.modulo(q));
    }
    let q = quotient_of_e(product)?;
    (q == -factor).then(|| e.modulo(q))
}

/// `a * b` where it is not normal.
fn mul(a: &AffineExpr, b: &AffineExpr) -> Option<AffineExpr> {
    if let (Constant(x), Constant(y)) = (a, b) {
        return x.checked_mul(*y).map(Constant);
    }
    // Constants and symbols stand on the right. A product of two dimensions is not affine, and is kept.
    let (a_is_symbolic, b_is_symbolic) = (a.is_symbolic_or_constant(), b.is_symbolic_or_constant());
    if !a_is_symbolic && !b_is_symbolic {
        return None;
    }
    if !b_is_symbolic || matches!(a, Constant(_)) {
        return Some(b * a);
    }
    match (constant_operand(Mul, a), b) {
        (_, Constant(1)) => Some(a.clone()),
        (_, Constant(0)) => Some(Constant(0)),
        // (x * c) * d  ==  x * (c * d)
        (Some((x, c)), Constant(d)) => Some(x * c.checked_mul(*d)?),
        // (x * c) * b  ==  (x * b) * c
        (Some((x, c)), _) => Some(x * b * c),
        _ => None,
    }
}

/// `a floordiv b` where it is not normal.
fn floordiv(a: &AffineExpr, b: &AffineExpr) -> Option<AffineExpr> {
    let divisor = b.as_constant().filter(|c| *c != 0)?;
    if let Some(quotient) = exact_quotient(FloorDiv, a, divisor) {
        return Some(quotient);
    }
    // (x + y) floordiv c  ==  x floordiv c + y floordiv c  when c divides x or y
    let (x, y) = a.operands_of(Add)?;
    (x.is_multiple_of(divisor) || y.is_multiple_of(divisor))
        .then(|| x.floordiv(divisor) + y.floordiv(divisor))
}

/// `a ceildiv b` where it is not normal.
fn ceildiv(a: &AffineExpr, b: &AffineExpr) -> Option<AffineExpr> {
    let divisor = b.as_constant().filter(|c| *c != 0)?;
    exact_quotient(CeilDiv, a, divisor)
}

/// The quotient of a constant, a division by 1, and `(x * k) div c  ==  x * (k / c)` when `c` divides `k`.
fn exact_quotient(op: AffineOp, a: &AffineExpr, divisor: i64) -> Option<AffineExpr> {
    if let Constant(x) = a {
        return op.apply(*x, divisor).map(Constant);
    }
    if divisor == 1 {
        return Some(a.clone());
    }
    let (x, k) = constant_operand(Mul, a)?;
    match k.checked_rem(divisor)? {
        0 => Some(x * k.checked_div(divisor)?),
        _ => None,
    }
}

/// `a mod b` where it is not normal. Only remainders by positive constants are folded.
fn modulo(a: &AffineExpr, b: &AffineExpr) -> Option<AffineExpr> {
    let divisor = b.as_constant().filter(|c| *c >= 1)?;
    if let Constant(x) = a {
        return Mod.apply(*x, divisor).map(Constant);
    }
    if a.is_multiple_of(divisor) {
        return Some(Constant(0));
    }
    match a {
        // (x + y) mod c  ==  y mod c  when c divides x, and x mod c  when c divides y
        Binary(Add, xy) if xy.0.is_multiple_of(divisor) => Some(xy.1.modulo(divisor)),
        Binary(Add, xy) if xy.1.is_multiple_of(divisor) => Some(xy.0.modulo(divisor)),
        // (x mod m) mod c  ==  x mod c  when c divides m
        Binary(Mod, xm) => match xm.1.as_constant() {
            Some(m) if m >= 1 && m % divisor == 0 => Some(xm.0.modulo(divisor)),
            _ => None,
        },
        _ => None,
    }
}

/// `(x, c)` when the expression is `op(x, c)` with a constant `c`.
fn constant_operand(op: AffineOp, e: &AffineExpr) -> Option<(&AffineExpr, i64)> {
    let (x, c) = e.operands_of(op)?;
    Some((x, c.as_constant()?))
}

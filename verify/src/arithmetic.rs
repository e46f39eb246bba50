//! Arithmetic of integers as z3 has it: of bit-vectors, and of the integers without a width.

use ovolo_lang::algebra::{IntOp, IntPredicate};
use z3::ast::{BV, Bool, Int};

/// The operation on two bit-vectors of one width. Where it has no value z3 gives it one.
pub fn on_bits(op: IntOp, a: &BV, b: &BV) -> BV {
    match op {
        IntOp::Add => a.bvadd(b),
        IntOp::Sub => a.bvsub(b),
        IntOp::Mul => a.bvmul(b),
        IntOp::And => a.bvand(b),
        IntOp::Or => a.bvor(b),
        IntOp::Xor => a.bvxor(b),
        IntOp::Shl => a.bvshl(b),
        IntOp::ShrS => a.bvashr(b),
        IntOp::ShrU => a.bvlshr(b),
        IntOp::DivS => a.bvsdiv(b),
        IntOp::DivU => a.bvudiv(b),
        IntOp::RemS => a.bvsrem(b),
        IntOp::RemU => a.bvurem(b),
    }
}

/// How two bit-vectors of one width compare.
pub fn compare_bits(predicate: IntPredicate, a: &BV, b: &BV) -> Bool {
    match predicate {
        IntPredicate::Eq => a.eq(b),
        IntPredicate::Ne => a.ne(b),
        IntPredicate::Slt => a.bvslt(b),
        IntPredicate::Sle => a.bvsle(b),
        IntPredicate::Sgt => a.bvsgt(b),
        IntPredicate::Sge => a.bvsge(b),
        IntPredicate::Ult => a.bvult(b),
        IntPredicate::Ule => a.bvule(b),
        IntPredicate::Ugt => a.bvugt(b),
        IntPredicate::Uge => a.bvuge(b),
    }
}

/// How two integers compare; `None` for a predicate that is about their bits.
pub fn compare_integers(predicate: IntPredicate, a: &Int, b: &Int) -> Option<Bool> {
    Some(match predicate {
        IntPredicate::Eq => a.eq(b),
        IntPredicate::Ne => a.ne(b),
        IntPredicate::Slt => a.lt(b),
        IntPredicate::Sle => a.le(b),
        IntPredicate::Sgt => a.gt(b),
        IntPredicate::Sge => a.ge(b),
        _ => return None,
    })
}

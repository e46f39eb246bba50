//! Constant folding, by the reference interpreter.

use ovolo_lang::algebra::FloatPredicate;
use ovolo_lang::interpret::{Concrete, Scalar as Value, float};
use ovolo_lang::op::{self, OpCode, Scalars, Trait};

use super::Fact;
use crate::term::{Scalar, ScalarOp};

/// The fact of an operation whose operands are all constants; `None` where it has no value, or where the
/// value may depend on the machine.
pub(super) fn fold(op: &ScalarOp, args: &[&Fact]) -> Option<Fact> {
    if !is_exactly_specified(op.code) || !is_folded(op.result) {
        return None;
    }
    let args: Vec<Value> = args.iter().map(|a| bits_of(a)).collect::<Option<_>>()?;
    let (ty, result) = (op.ty.ty(), op.result.ty());
    let scalars = Scalars {
        args: &args,
        ty: &ty,
        result: &result,
        flags: op.flags,
        predicate: op.predicate,
        rounding: Default::default(),
    };
    let bits = op::evaluate_result(op.code, &mut Concrete::default(), &scalars)?
        .ok()?
        .bits()?;
    match op.result {
        // The bits of a NaN are not specified.
        Scalar::Float(kind) if float::is_nan(kind, bits) => None,
        scalar => Some(Fact::constant_bits(scalar, bits)),
    }
}

/// What a comparison with a NaN comes to, whatever the other operand is.
pub(super) fn compared_with_nan(op: &ScalarOp, args: &[&Fact]) -> Option<Fact> {
    let is_nan = |fact: &&Fact| match (fact.scalar, fact.bits) {
        (Scalar::Float(kind), Some(bits)) => float::is_nan(kind, bits),
        _ => false,
    };
    if op.code != OpCode::CmpF || !args.iter().any(is_nan) {
        return None;
    }
    let predicate = FloatPredicate::from_code(op.predicate)?;
    let holds = predicate >= FloatPredicate::Ueq;
    Some(Fact::constant_bits(Scalar::Integer(1), u128::from(holds)))
}

/// Whether IEEE or the op table says every bit of the result. The functions of `math` are left to the
/// library that the program runs with.
fn is_exactly_specified(code: OpCode) -> bool {
    let is_function =
        code.name().starts_with("math.") && !matches!(code, OpCode::AbsF | OpCode::Fma | OpCode::Sqrt);
    let is_remainder = code == OpCode::RemF;
    let picks_a_zero = matches!(code, OpCode::MaxNumF | OpCode::MinNumF);
    code.has_trait(Trait::Pure) && !is_function && !is_remainder && !picks_a_zero
}

/// Values of `index` are integers, not bits.
fn is_folded(scalar: Scalar) -> bool {
    match scalar {
        Scalar::Index => false,
        Scalar::Integer(width) => (1..=64).contains(&width),
        Scalar::Float(_) => true,
    }
}

fn bits_of(fact: &Fact) -> Option<Value> {
    fact.bits.filter(|_| is_folded(fact.scalar)).map(Value::Bits)
}

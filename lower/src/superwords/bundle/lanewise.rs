//! Operations on scalars that have a form for vectors.

use inkwell::intrinsics::Intrinsic;
use inkwell::types::BasicTypeEnum;
use inkwell::values::{BasicValueEnum, FastMathFlags, InstructionOpcode, InstructionValue, VectorValue};

use super::super::address::operand;
use super::super::intrinsic;
use super::{Bundles, vector_of};

impl<'c> Bundles<'_, 'c> {
    /// An operation on vectors in the place of like ones on scalars, with the flags that all of these have.
    pub(super) fn apply(
        &self,
        all: &[InstructionValue<'c>],
        code: InstructionOpcode,
        operands: &[VectorValue<'c>],
    ) -> Option<VectorValue<'c>> {
        use InstructionOpcode as Code;
        let b = &self.builder;
        let at = |n: usize| operands[n];
        let vector = match code {
            Code::FAdd => b.build_float_add(at(0), at(1), ""),
            Code::FSub => b.build_float_sub(at(0), at(1), ""),
            Code::FMul => b.build_float_mul(at(0), at(1), ""),
            Code::FDiv => b.build_float_div(at(0), at(1), ""),
            Code::FNeg => b.build_float_neg(at(0), ""),
            Code::Add => b.build_int_add(at(0), at(1), ""),
            Code::Sub => b.build_int_sub(at(0), at(1), ""),
            Code::Mul => b.build_int_mul(at(0), at(1), ""),
            Code::And => b.build_and(at(0), at(1), ""),
            Code::Or => b.build_or(at(0), at(1), ""),
            Code::Xor => b.build_xor(at(0), at(1), ""),
            Code::Shl => b.build_left_shift(at(0), at(1), ""),
            Code::LShr => b.build_right_shift(at(0), at(1), false, ""),
            Code::AShr => b.build_right_shift(at(0), at(1), true, ""),
            Code::ICmp => b.build_int_compare(all[0].get_icmp_predicate()?, at(0), at(1), ""),
            Code::FCmp => b.build_float_compare(all[0].get_fcmp_predicate()?, at(0), at(1), ""),
            Code::Select => {
                let chosen = b.build_select(at(0), at(1), at(2), "");
                chosen.map(BasicValueEnum::into_vector_value)
            }
            code if is_cast(code) => {
                let ty = vector_of(all[0].get_type().try_into().ok()?, all.len())?;
                b.build_cast(code, at(0), ty, "")
                    .map(BasicValueEnum::into_vector_value)
            }
            Code::Call => {
                let ty = at(0).get_type().into();
                let declared = Intrinsic::find(intrinsic(all[0])?)?;
                let function = declared.get_declaration(self.module, &[ty])?;
                let args: Vec<_> = operands.iter().map(|&v| v.into()).collect();
                let call = b.build_call(function, &args, "").ok()?;
                Ok(call.try_as_basic_value().basic()?.into_vector_value())
            }
            _ => return None,
        };
        let vector = vector.ok()?;
        // A vector of constants has no instruction.
        if let Some(instruction) = vector.as_instruction()
            && instruction.can_use_fast_math_flags()
        {
            instruction.set_fast_math_flags(common_flags(all)).ok()?;
        }
        Some(vector)
    }
}

/// The flags that all operations have.
pub(super) fn common_flags(all: &[InstructionValue<'_>]) -> FastMathFlags {
    let flags = all.iter().filter_map(|i| i.get_fast_math_flags().ok());
    flags.fold(FastMathFlags::all(), |a, b| a & b)
}

/// The operands of an operation that has a form for vectors.
pub(super) fn lanewise_operands(instruction: InstructionValue<'_>) -> Option<u32> {
    use InstructionOpcode as Code;
    match instruction.get_opcode() {
        Code::FAdd | Code::FSub | Code::FMul | Code::FDiv => Some(2),
        Code::Add | Code::Sub | Code::Mul | Code::And | Code::Or | Code::Xor => Some(2),
        Code::Shl | Code::LShr | Code::AShr => Some(2),
        Code::ICmp | Code::FCmp => is_number(instruction, 0).then_some(2),
        Code::Select => is_number(instruction, 1).then_some(3),
        code if is_cast(code) => Some(1),
        Code::FNeg => Some(1),
        // The last operand of a call is what is called.
        Code::Call => intrinsic(instruction).map(|_| instruction.get_num_operands() - 1),
        _ => None,
    }
}

/// Whether an operand is an integer or a float.
fn is_number(instruction: InstructionValue<'_>, n: u32) -> bool {
    let ty = operand(instruction, n).map(|value| value.get_type());
    matches!(ty, Some(BasicTypeEnum::IntType(_) | BasicTypeEnum::FloatType(_)))
}

/// Conversions of numbers.
fn is_cast(code: InstructionOpcode) -> bool {
    use InstructionOpcode as Code;
    let resizes = matches!(
        code,
        Code::ZExt | Code::SExt | Code::Trunc | Code::FPExt | Code::FPTrunc
    );
    resizes || matches!(code, Code::SIToFP | Code::UIToFP | Code::FPToSI | Code::FPToUI)
}

/// Whether two operations are the same but for the values of their operands.
pub(super) fn is_like(a: InstructionValue<'_>, b: InstructionValue<'_>) -> bool {
    let source = |i| operand(i, 0).map(|value| value.get_type());
    a.get_opcode() == b.get_opcode()
        && a.get_type() == b.get_type()
        && source(a) == source(b)
        && a.get_icmp_predicate() == b.get_icmp_predicate()
        && a.get_fcmp_predicate() == b.get_fcmp_predicate()
        && intrinsic_of(a) == intrinsic_of(b)
}

fn intrinsic_of(instruction: InstructionValue<'_>) -> Option<&'static str> {
    match instruction.get_opcode() {
        InstructionOpcode::Call => intrinsic(instruction),
        _ => None,
    }
}

pub(super) fn is_commutative(instruction: InstructionValue<'_>) -> bool {
    use InstructionOpcode as Code;
    match instruction.get_opcode() {
        Code::FAdd | Code::FMul | Code::Add | Code::Mul | Code::And | Code::Or | Code::Xor => true,
        Code::Call => intrinsic(instruction)
            .is_some_and(|name| !matches!(name, "llvm.sqrt" | "llvm.fabs" | "llvm.copysign")),
        _ => false,
    }
}

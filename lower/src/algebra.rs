//! LLVM as an [`Algebra`]: the op table says what an operation means, this says how LLVM spells it.
//! Whole vectors are operands like scalars.

use inkwell::attributes::AttributeLoc;
use inkwell::types::BasicTypeEnum;
use inkwell::values::{BasicValueEnum, InstructionOpcode};
use inkwell::{FloatPredicate as LlvmFloatPredicate, IntPredicate as LlvmIntPredicate};
use ovolo_lang::algebra::{
    Algebra, CastOp, FastMath, FloatOp, FloatPredicate, FloatUnary, Function, IntOp, IntPredicate,
};
use ovolo_lang::op::{self, OpCode};
use ovolo_lang::types::{FloatKind, Type};

use crate::approximate::{name_of_binary, name_of_unary};
use crate::emit::{Emitter, returned};
use crate::error::{LowerError, Result};

/// Emits each operation where the builder stands.
pub(crate) struct Scalars<'a, 'c>(pub &'a Emitter<'c>);

type Value<'c> = BasicValueEnum<'c>;

impl<'c> Algebra for Scalars<'_, 'c> {
    type Value = Value<'c>;
    type Error = LowerError;

    fn int_constant(&mut self, ty: &Type, value: i128) -> Self::Value {
        self.0
            .int_constant(ty, value)
            .expect("the type of a value that exists")
    }

    fn int(&mut self, op: IntOp, ty: &Type, a: &Self::Value, b: &Self::Value) -> Result<Self::Value> {
        let opcode = match op {
            IntOp::Add => InstructionOpcode::Add,
            IntOp::Sub => InstructionOpcode::Sub,
            IntOp::Mul => InstructionOpcode::Mul,
            IntOp::And => InstructionOpcode::And,
            IntOp::Or => InstructionOpcode::Or,
            IntOp::Xor => InstructionOpcode::Xor,
            IntOp::Shl => InstructionOpcode::Shl,
            IntOp::ShrS => InstructionOpcode::AShr,
            IntOp::ShrU => InstructionOpcode::LShr,
            IntOp::DivS => InstructionOpcode::SDiv,
            IntOp::DivU => InstructionOpcode::UDiv,
            IntOp::RemS => InstructionOpcode::SRem,
            IntOp::RemU => InstructionOpcode::URem,
        };
        let value = self.binary(opcode, a, b)?;
        // `index` is the integers: a result that does not fit 64 bits has no meaning.
        if *ty.element() == Type::Index && matches!(op, IntOp::Add | IntOp::Sub | IntOp::Mul) {
            self.0.promise_no_signed_wrap(&value)?;
        }
        Ok(value)
    }

    fn int_compare(
        &mut self,
        predicate: IntPredicate,
        _: &Type,
        a: &Self::Value,
        b: &Self::Value,
    ) -> Result<Self::Value> {
        let predicate = match predicate {
            IntPredicate::Eq => LlvmIntPredicate::EQ,
            IntPredicate::Ne => LlvmIntPredicate::NE,
            IntPredicate::Slt => LlvmIntPredicate::SLT,
            IntPredicate::Sle => LlvmIntPredicate::SLE,
            IntPredicate::Sgt => LlvmIntPredicate::SGT,
            IntPredicate::Sge => LlvmIntPredicate::SGE,
            IntPredicate::Ult => LlvmIntPredicate::ULT,
            IntPredicate::Ule => LlvmIntPredicate::ULE,
            IntPredicate::Ugt => LlvmIntPredicate::UGT,
            IntPredicate::Uge => LlvmIntPredicate::UGE,
        };
        let builder = &self.0.builder;
        Ok(match (*a, *b) {
            (Value::IntValue(a), Value::IntValue(b)) => {
                builder.build_int_compare(predicate, a, b, "")?.into()
            }
            (Value::VectorValue(a), Value::VectorValue(b)) => {
                builder.build_int_compare(predicate, a, b, "")?.into()
            }
            _ => return Err(LowerError::internal("comparison of unlike integers")),
        })
    }

    fn float(
        &mut self,
        op: FloatOp,
        ty: &Type,
        flags: FastMath,
        a: &Self::Value,
        b: &Self::Value,
    ) -> Result<Self::Value> {
        if is_bf16(ty) {
            return self.through_f32(ty, &[a, b], |k, ty, x| k.float(op, ty, flags, &x[0], &x[1]));
        }
        if let Some(value) = self.approximated(name_of_binary(op), ty, flags, &[a, b]) {
            return value;
        }
        let value = match op {
            FloatOp::Add => self.binary(InstructionOpcode::FAdd, a, b)?,
            FloatOp::Sub if self.0.tuning.get().ordered_sums && is_sum_so_far(a) => {
                let minus_one = self.0.float_constant(ty, -1.0)?;
                self.intrinsic("llvm.fmuladd", &[&minus_one, b, a])?
            }
            FloatOp::Sub => self.binary(InstructionOpcode::FSub, a, b)?,
            FloatOp::Mul => self.binary(InstructionOpcode::FMul, a, b)?,
            FloatOp::Div => self.binary(InstructionOpcode::FDiv, a, b)?,
            FloatOp::Rem => self.binary(InstructionOpcode::FRem, a, b)?,
            FloatOp::Minimum | FloatOp::Maximum => self.extreme(op, ty, a, b)?,
            FloatOp::MinNum => self.intrinsic("llvm.minnum", &[a, b])?,
            FloatOp::MaxNum => self.intrinsic("llvm.maxnum", &[a, b])?,
            FloatOp::CopySign => self.intrinsic("llvm.copysign", &[a, b])?,
            FloatOp::Pow => self.intrinsic("llvm.pow", &[a, b])?,
            FloatOp::Atan2 => self.0.library_call("atan2", ty, &[*a, *b])?,
        };
        self.offer_vectors(name_of_binary(op), flags, value)?;
        self.0.with_flags(value, flags)
    }

    fn float_unary(
        &mut self,
        op: FloatUnary,
        ty: &Type,
        flags: FastMath,
        a: &Self::Value,
    ) -> Result<Self::Value> {
        if is_bf16(ty) {
            return self.through_f32(ty, &[a], |k, ty, x| k.float_unary(op, ty, flags, &x[0]));
        }
        if let Some(value) = self.approximated(name_of_unary(op), ty, flags, &[a]) {
            return value;
        }
        let value = match op {
            FloatUnary::Neg => match *a {
                Value::FloatValue(v) => self.0.builder.build_float_neg(v, "")?.into(),
                Value::VectorValue(v) => self.0.builder.build_float_neg(v, "")?.into(),
                _ => return Err(LowerError::internal("negation of what is no float")),
            },
            FloatUnary::Abs => self.intrinsic("llvm.fabs", &[a])?,
            FloatUnary::Sqrt => self.intrinsic("llvm.sqrt", &[a])?,
            FloatUnary::Rsqrt => {
                let root = self.intrinsic("llvm.sqrt", &[a])?;
                let root = self.0.with_flags(root, flags)?;
                let one = self.0.float_constant(ty, 1.0)?;
                self.binary(InstructionOpcode::FDiv, &one, &root)?
            }
            FloatUnary::Call(function) => match intrinsic_of(function) {
                Some(name) => self.intrinsic(name, &[a])?,
                None => self.0.library_call(function.c_name(), ty, &[*a])?,
            },
            FloatUnary::Floor => self.intrinsic("llvm.floor", &[a])?,
            FloatUnary::Ceil => self.intrinsic("llvm.ceil", &[a])?,
            FloatUnary::Round => self.intrinsic("llvm.round", &[a])?,
            FloatUnary::RoundEven => self.intrinsic("llvm.roundeven", &[a])?,
            FloatUnary::Trunc => self.intrinsic("llvm.trunc", &[a])?,
        };
        self.offer_vectors(name_of_unary(op), flags, value)?;
        self.0.with_flags(value, flags)
    }

    fn fma(
        &mut self,
        ty: &Type,
        flags: FastMath,
        a: &Self::Value,
        b: &Self::Value,
        c: &Self::Value,
    ) -> Result<Self::Value> {
        if is_narrow(ty) {
            return self.narrow_fma(ty, [a, b, c]);
        }
        let value = self.intrinsic("llvm.fma", &[a, b, c])?;
        self.0.with_flags(value, flags)
    }

    fn float_compare(
        &mut self,
        predicate: FloatPredicate,
        ty: &Type,
        flags: FastMath,
        a: &Self::Value,
        b: &Self::Value,
    ) -> Result<Self::Value> {
        if is_bf16(ty) {
            let (a, b) = (self.widened(ty, a)?, self.widened(ty, b)?);
            return self.float_compare(predicate, &ty.with_element(Type::F32), flags, &a, &b);
        }
        let predicate = match predicate {
            FloatPredicate::AlwaysFalse => LlvmFloatPredicate::PredicateFalse,
            FloatPredicate::Oeq => LlvmFloatPredicate::OEQ,
            FloatPredicate::Ogt => LlvmFloatPredicate::OGT,
            FloatPredicate::Oge => LlvmFloatPredicate::OGE,
            FloatPredicate::Olt => LlvmFloatPredicate::OLT,
            FloatPredicate::Ole => LlvmFloatPredicate::OLE,
            FloatPredicate::One => LlvmFloatPredicate::ONE,
            FloatPredicate::Ord => LlvmFloatPredicate::ORD,
            FloatPredicate::Ueq => LlvmFloatPredicate::UEQ,
            FloatPredicate::Ugt => LlvmFloatPredicate::UGT,
            FloatPredicate::Uge => LlvmFloatPredicate::UGE,
            FloatPredicate::Ult => LlvmFloatPredicate::ULT,
            FloatPredicate::Ule => LlvmFloatPredicate::ULE,
            FloatPredicate::Une => LlvmFloatPredicate::UNE,
            FloatPredicate::Uno => LlvmFloatPredicate::UNO,
            FloatPredicate::AlwaysTrue => LlvmFloatPredicate::PredicateTrue,
        };
        let builder = &self.0.builder;
        let value = match (*a, *b) {
            (Value::FloatValue(a), Value::FloatValue(b)) => {
                builder.build_float_compare(predicate, a, b, "")?.into()
            }
            (Value::VectorValue(a), Value::VectorValue(b)) => {
                builder.build_float_compare(predicate, a, b, "")?.into()
            }
            _ => return Err(LowerError::internal("comparison of unlike floats")),
        };
        self.0.with_flags(value, flags)
    }

    fn select(
        &mut self,
        _: &Type,
        condition: &Self::Value,
        a: &Self::Value,
        b: &Self::Value,
    ) -> Result<Self::Value> {
        let builder = &self.0.builder;
        Ok(match *condition {
            Value::IntValue(c) => builder.build_select(c, *a, *b, "")?,
            Value::VectorValue(c) => builder.build_select(c, *a, *b, "")?,
            _ => return Err(LowerError::internal("a condition that is no i1")),
        })
    }

    fn cast(&mut self, op: CastOp, from: &Type, to: &Type, a: &Self::Value) -> Result<Self::Value> {
        let (value, target) = (*a, self.0.value_type(to)?);
        let wider = to.element().bit_width() > from.element().bit_width();
        let opcode = match op {
            CastOp::ExtS => InstructionOpcode::SExt,
            CastOp::ExtU => InstructionOpcode::ZExt,
            CastOp::TruncI => InstructionOpcode::Trunc,
            CastOp::ExtF => InstructionOpcode::FPExt,
            CastOp::TruncF => InstructionOpcode::FPTrunc,
            CastOp::SIToFP => InstructionOpcode::SIToFP,
            CastOp::UIToFP => InstructionOpcode::UIToFP,
            CastOp::FPToSI => InstructionOpcode::FPToSI,
            CastOp::FPToUI => InstructionOpcode::FPToUI,
            CastOp::IndexCast if wider => InstructionOpcode::SExt,
            CastOp::IndexCastU if wider => InstructionOpcode::ZExt,
            CastOp::IndexCast | CastOp::IndexCastU => InstructionOpcode::Trunc,
            CastOp::Bitcast => InstructionOpcode::BitCast,
        };
        if value.get_type() == target {
            return Ok(value);
        }
        if op != CastOp::Bitcast && (is_narrow(from) || is_narrow(to)) {
            return self.narrow_cast(op, opcode, (from, to), a);
        }
        self.0.cast(opcode, value, target)
    }
}

/// Whether the type, or that of a vector's lanes, is a float of 16 bits.
pub(crate) fn is_narrow(ty: &Type) -> bool {
    matches!(ty.element(), Type::Float(FloatKind::F16 | FloatKind::BF16))
}

pub(crate) fn is_bf16(ty: &Type) -> bool {
    *ty.element() == Type::Float(FloatKind::BF16)
}

impl<'c> Scalars<'_, 'c> {
    /// What LLVM has an intrinsic for and the op table makes of simpler operations: the instruction selector does not
    /// find those again.
    pub fn counted(&self, code: OpCode, args: &[Value<'c>]) -> Option<Result<Value<'c>>> {
        let name = match code {
            OpCode::CountOnes => "llvm.ctpop",
            OpCode::CountLeadingZeros => "llvm.ctlz",
            OpCode::CountTrailingZeros => "llvm.cttz",
            OpCode::AbsI => "llvm.abs",
            _ => return None,
        };
        let &[a] = args else { return None };
        // Zero, and the least integer, have a value too.
        let no_poison = self.0.context.bool_type().const_zero().into();
        let args: &[_] = match code {
            OpCode::CountOnes => &[a],
            _ => &[a, no_poison],
        };
        Some(self.0.intrinsic(name, &[a.get_type()], args).and_then(returned))
    }

    fn may_approximate(&self, flags: FastMath) -> bool {
        flags.afn || self.0.fp.afn
    }

    /// Lets LLVM call functions of vectors for a call of C's `name`, where that is allowed.
    fn offer_vectors(&self, name: Option<&str>, flags: FastMath, value: Value<'c>) -> Result<()> {
        match name.filter(|_| self.may_approximate(flags)) {
            Some(name) => self.0.offer_vectors(name, value),
            None => Ok(()),
        }
    }

    /// A function of vectors in the place of one of each lane, where that is allowed and there is one.
    fn approximated(
        &mut self,
        name: Option<&str>,
        ty: &Type,
        flags: FastMath,
        args: &[&Value<'c>],
    ) -> Option<Result<Value<'c>>> {
        let name = name.filter(|_| self.may_approximate(flags))?;
        ty.as_vector()?;
        if is_narrow(ty) {
            let call = |k: &mut Self, _: &Type, x: &[Value<'c>]| match k.0.vector_call(name, x) {
                Some(value) => Ok(value?.into()),
                None => Err(LowerError::internal("functions of vectors have gone")),
            };
            let is_there = !self
                .0
                .registers
                .functions(name, FloatKind::F32, args.len())
                .is_empty();
            return is_there.then(|| self.through_f32(ty, args, call));
        }
        let args: Vec<Value<'c>> = args.iter().map(|&&a| a).collect();
        Some(self.0.vector_call(name, &args)?.map(Into::into))
    }

    pub fn binary(&self, op: InstructionOpcode, a: &Value<'c>, b: &Value<'c>) -> Result<Value<'c>> {
        Ok(self.0.builder.build_binop(op, *a, *b, "")?)
    }

    /// An intrinsic overloaded on the type of its operands.
    pub fn intrinsic(&self, name: &str, args: &[&Value<'c>]) -> Result<Value<'c>> {
        let args: Vec<_> = args.iter().map(|&&a| a).collect();
        returned(self.0.intrinsic(name, &[args[0].get_type()], &args)?)
    }
}

impl<'c> Emitter<'c> {
    /// A call of the C library's `name` (`namef` for f32), lane by lane; narrower floats pass through
    /// f32.
    fn library_call(&self, name: &str, ty: &Type, args: &[Value<'c>]) -> Result<Value<'c>> {
        let Some(vector) = ty.as_vector() else {
            return self.scalar_library_call(name, args);
        };
        let lane_type = self.context.i32_type();
        let mut result = self.value_type(ty)?.into_vector_type().get_poison();
        for lane in 0..crate::emit::lane_count(vector)? {
            let lane = lane_type.const_int(u64::from(lane), false);
            let args = args
                .iter()
                .map(|a| {
                    Ok(self
                        .builder
                        .build_extract_element(a.into_vector_value(), lane, "")?)
                })
                .collect::<Result<Vec<_>>>()?;
            let value = self.scalar_library_call(name, &args)?;
            result = self.builder.build_insert_element(result, value, lane, "")?;
        }
        Ok(result.into())
    }

    /// A call of a function that computes a value of `ty` and does nothing else: nobody reads `errno`.
    pub fn call_function(&self, name: &str, ty: BasicTypeEnum<'c>, args: &[Value<'c>]) -> Result<Value<'c>> {
        let call = self.call_runtime(name, Some(ty), args)?;
        for attribute in ["memory", "nounwind", "willreturn"] {
            call.add_attribute(AttributeLoc::Function, self.enum_attribute(attribute, 0));
        }
        returned(call)
    }

    fn scalar_library_call(&self, name: &str, args: &[Value<'c>]) -> Result<Value<'c>> {
        let ty = args[0].get_type();
        let f32_type: BasicTypeEnum = self.context.f32_type().into();
        if ty == self.context.f64_type().into() || ty == f32_type {
            let suffix = if ty == f32_type { "f" } else { "" };
            return self.call_function(&format!("{name}{suffix}"), ty, args);
        }
        let widened = args
            .iter()
            .map(|&a| self.cast(InstructionOpcode::FPExt, a, f32_type))
            .collect::<Result<Vec<_>>>()?;
        let value = self.scalar_library_call(name, &widened)?;
        self.cast(InstructionOpcode::FPTrunc, value, ty)
    }
}

/// The meaning that the op table gives `code`, for operands and a result of one type.
pub(crate) fn evaluate_scalars<'c>(
    emit: &Emitter<'c>,
    code: OpCode,
    ty: &Type,
    args: &[Value<'c>],
) -> Result<Value<'c>> {
    evaluate_flagged(emit, code, ty, FastMath::NONE, args)
}

/// As [`evaluate_scalars`], with the flags of a float operation.
pub(crate) fn evaluate_flagged<'c>(
    emit: &Emitter<'c>,
    code: OpCode,
    ty: &Type,
    flags: FastMath,
    args: &[Value<'c>],
) -> Result<Value<'c>> {
    let operation = op::Scalars {
        args,
        ty,
        result: ty,
        flags,
        predicate: -1,
        rounding: Default::default(),
    };
    op::evaluate(code, &mut Scalars(emit), &operation)
        .unwrap_or_else(|| Err(LowerError::internal(format!("{} has no meaning", code.name()))))
}

/// Whether a float is what an iteration before left, or memory has: it may be a sum, whose next term is subtracted. LLVM adds lanes to
/// such a sum in order, also those of products (`llvm.fmuladd`), and subtracts none; a negation it would make a difference again.
fn is_sum_so_far(value: &Value<'_>) -> bool {
    let Value::FloatValue(value) = value else {
        return false;
    };
    let opcode = value.as_instruction().map(|instruction| instruction.get_opcode());
    matches!(opcode, Some(InstructionOpcode::Phi | InstructionOpcode::Load))
}

/// The intrinsic of LLVM for a function of the C library.
fn intrinsic_of(function: Function) -> Option<&'static str> {
    Some(match function {
        Function::Exp => "llvm.exp",
        Function::Exp2 => "llvm.exp2",
        Function::Log => "llvm.log",
        Function::Log2 => "llvm.log2",
        Function::Log10 => "llvm.log10",
        Function::Sin => "llvm.sin",
        Function::Cos => "llvm.cos",
        _ => return None,
    })
}

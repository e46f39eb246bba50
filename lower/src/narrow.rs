//! Floats of 16 bits, where LLVM 19.1.7 is not exact.
//!
//! - Its bf16 loses subnormal numbers on processors with AVX-512 BF16, even in `fabs`; so bf16 is
//!   computed with in f32, and rounded with integers. An f32 has more than twice the digits of a bf16
//!   and two more, so that sums, products, quotients and roots are as if rounded once.
//! - Its `fma` of both kinds rounds twice.
//! - Its `maximum` of vectors of f16 takes the greater of NaN and 0 to be 0.
//!
//! Rounding to odd is the tool: toward zero, with the last bit set if that was not exact. To round such
//! a number to a still narrower float is to round the exact one.

use inkwell::values::{BasicValueEnum, InstructionOpcode};
use ovolo_lang::algebra::{
    Algebra, CastOp, FastMath, FloatOp, FloatPredicate, FloatUnary, IntOp, IntPredicate,
};
use ovolo_lang::types::{FloatKind, Type};

use crate::algebra::{Scalars, is_bf16, is_narrow};
use crate::error::{LowerError, Result};

type Value<'c> = BasicValueEnum<'c>;

impl<'c> Scalars<'_, 'c> {
    /// An operation on bf16 that is computed on f32.
    pub fn through_f32(
        &mut self,
        ty: &Type,
        args: &[&Value<'c>],
        compute: impl FnOnce(&mut Self, &Type, &[Value<'c>]) -> Result<Value<'c>>,
    ) -> Result<Value<'c>> {
        let wide = args
            .iter()
            .map(|a| self.widened(ty, a))
            .collect::<Result<Vec<_>>>()?;
        let value = compute(self, &ty.with_element(Type::F32), &wide)?;
        self.narrowed(ty, &value)
    }

    /// The f32 with the value of a 16-bit float.
    pub fn widened(&mut self, ty: &Type, value: &Value<'c>) -> Result<Value<'c>> {
        let single = ty.with_element(Type::F32);
        if !is_bf16(ty) {
            return self
                .0
                .cast(InstructionOpcode::FPExt, *value, self.0.value_type(&single)?);
        }
        let (short, word) = (ty.with_element(Type::integer(16)), ty.with_element(Type::I32));
        let pattern = self.cast(CastOp::Bitcast, ty, &short, value)?;
        let pattern = self.cast(CastOp::ExtU, &short, &word, &pattern)?;
        let sixteen = self.int_constant(&word, 16);
        let pattern = self.int(IntOp::Shl, &word, &pattern, &sixteen)?;
        self.cast(CastOp::Bitcast, &word, &single, &pattern)
    }

    /// The 16-bit float nearest to an f32, the even one of two.
    fn narrowed(&mut self, ty: &Type, value: &Value<'c>) -> Result<Value<'c>> {
        if !is_bf16(ty) {
            return self
                .0
                .cast(InstructionOpcode::FPTrunc, *value, self.0.value_type(ty)?);
        }
        let (single, word) = (ty.with_element(Type::F32), ty.with_element(Type::I32));
        let short = ty.with_element(Type::integer(16));
        let sixteen = self.int_constant(&word, 16);
        let one = self.int_constant(&word, 1);
        let below_half = self.int_constant(&word, 0x7FFF);
        let quiet = self.int_constant(&word, 0x40);
        let pattern = self.cast(CastOp::Bitcast, &single, &word, value)?;
        let high = self.int(IntOp::ShrU, &word, &pattern, &sixteen)?;
        let odd = self.int(IntOp::And, &word, &high, &one)?;
        let sum = self.int(IntOp::Add, &word, &pattern, &below_half)?;
        let sum = self.int(IntOp::Add, &word, &sum, &odd)?;
        let rounded = self.int(IntOp::ShrU, &word, &sum, &sixteen)?;
        let not_a_number = self.int(IntOp::Or, &word, &high, &quiet)?;
        let is_nan = self.float_compare(FloatPredicate::Uno, &single, FastMath::NONE, value, value)?;
        let rounded = self.select(&word, &is_nan, &not_a_number, &rounded)?;
        let rounded = self.cast(CastOp::TruncI, &word, &short, &rounded)?;
        self.cast(CastOp::Bitcast, &short, ty, &rounded)
    }

    /// A conversion from or to a 16-bit float, other than a bitcast.
    pub fn narrow_cast(
        &mut self,
        op: CastOp,
        opcode: InstructionOpcode,
        (from, to): (&Type, &Type),
        value: &Value<'c>,
    ) -> Result<Value<'c>> {
        let single = from.with_element(Type::F32);
        if is_narrow(from) {
            let wide = self.widened(from, value)?;
            return match to.element() {
                Type::Float(FloatKind::F32) => Ok(wide),
                _ => self.cast(op, &single, to, &wide),
            };
        }
        let double = from.with_element(Type::F64);
        let rounded = match (op, from.element().bit_width()) {
            (CastOp::TruncF, Some(32)) => *value,
            (CastOp::TruncF, _) => self.rounded_to_odd(from, value)?,
            // Exact, as is everything below infinity of f16 in f32.
            (_, Some(..=53)) => {
                let exact = self.cast(op, from, &double, value)?;
                self.rounded_to_odd(&double, &exact)?
            }
            _ if !is_bf16(to) => self.0.cast(opcode, *value, self.0.value_type(&single)?)?,
            _ => {
                return Err(LowerError::new(
                    "only integers of up to 53 bits are converted to bf16",
                ));
            }
        };
        self.narrowed(to, &rounded)
    }

    /// `a * b + c` in 16-bit floats: the product is exact in f64, and the sum is rounded to odd.
    pub fn narrow_fma(&mut self, ty: &Type, args: [&Value<'c>; 3]) -> Result<Value<'c>> {
        let (single, double) = (ty.with_element(Type::F32), ty.with_element(Type::F64));
        let mut wide = Vec::new();
        for value in args {
            let value = self.widened(ty, value)?;
            wide.push(self.cast(CastOp::ExtF, &single, &double, &value)?);
        }
        let product = self.binary(InstructionOpcode::FMul, &wide[0], &wide[1])?;
        let sum = self.sum_to_odd(&double, &product, &wide[2])?;
        let sum = self.rounded_to_odd(&double, &sum)?;
        self.narrowed(ty, &sum)
    }

    /// The sum of two f64 rounded to odd. Knuth's two-sum gives the nearest f64 and what it lacks of the
    /// exact sum; where that is not zero and the last bit is, the number one step toward the exact sum is
    /// the odd one.
    fn sum_to_odd(&mut self, ty: &Type, a: &Value<'c>, b: &Value<'c>) -> Result<Value<'c>> {
        let none = FastMath::NONE;
        let (add, sub) = (InstructionOpcode::FAdd, InstructionOpcode::FSub);
        let sum = self.binary(add, a, b)?;
        let b_part = self.binary(sub, &sum, a)?;
        let a_part = self.binary(sub, &sum, &b_part)?;
        let (a_rest, b_rest) = (self.binary(sub, a, &a_part)?, self.binary(sub, b, &b_part)?);
        let rest = self.binary(add, &a_rest, &b_rest)?;

        let bits = ty.with_element(Type::I64);
        let zero = self.0.float_constant(ty, 0.0)?;
        let (one, no_bits) = (self.int_constant(&bits, 1), self.int_constant(&bits, 0));
        let pattern = self.cast(CastOp::Bitcast, ty, &bits, &sum)?;
        let inexact = self.float_compare(FloatPredicate::One, ty, none, &rest, &zero)?;
        let last = self.int(IntOp::And, &bits, &pattern, &one)?;
        let even = self.int_compare(IntPredicate::Eq, &bits, &last, &no_bits)?;
        let moves = self.int(IntOp::And, &bits, &inexact, &even)?;
        let above = self.float_compare(FloatPredicate::Ogt, ty, none, &rest, &zero)?;
        let positive = self.float_compare(FloatPredicate::Ogt, ty, none, &sum, &zero)?;
        let inward = self.int(IntOp::Xor, &bits, &above, &positive)?;
        let less = self.int(IntOp::Sub, &bits, &pattern, &one)?;
        let more = self.int(IntOp::Add, &bits, &pattern, &one)?;
        let moved = self.select(&bits, &inward, &less, &more)?;
        let odd = self.select(&bits, &moves, &moved, &pattern)?;
        self.cast(CastOp::Bitcast, &bits, ty, &odd)
    }

    /// `llvm.minimum` or `llvm.maximum`, spelled out for floats of 16 bits: on vectors of them LLVM 19.1.7
    /// takes the greater of NaN and 0 to be 0, and it makes such vectors of scalars and of f32 too.
    pub fn extreme(&mut self, op: FloatOp, ty: &Type, a: &Value<'c>, b: &Value<'c>) -> Result<Value<'c>> {
        let (name, a_wins, b_wins, of_zeros) = match op {
            FloatOp::Minimum => (
                "llvm.minimum",
                FloatPredicate::Olt,
                FloatPredicate::Ogt,
                IntOp::Or,
            ),
            _ => (
                "llvm.maximum",
                FloatPredicate::Ogt,
                FloatPredicate::Olt,
                IntOp::And,
            ),
        };
        if !is_narrow(ty) {
            return self.intrinsic(name, &[a, b]);
        }
        let none = FastMath::NONE;
        let bits = ty.with_element(Type::integer(16));
        let a_bits = self.cast(CastOp::Bitcast, ty, &bits, a)?;
        let b_bits = self.cast(CastOp::Bitcast, ty, &bits, b)?;
        // Equal floats have equal bits, but for the sign of zero.
        let equal = self.int(of_zeros, &bits, &a_bits, &b_bits)?;
        let equal = self.cast(CastOp::Bitcast, &bits, ty, &equal)?;
        let not_a_number = self.binary(InstructionOpcode::FAdd, a, b)?;
        let unordered = self.float_compare(FloatPredicate::Uno, ty, none, a, b)?;
        let value = self.select(ty, &unordered, &not_a_number, &equal)?;
        let b_wins = self.float_compare(b_wins, ty, none, a, b)?;
        let value = self.select(ty, &b_wins, b, &value)?;
        let a_wins = self.float_compare(a_wins, ty, none, a, b)?;
        self.select(ty, &a_wins, a, &value)
    }

    /// The f64 as an f32, rounded toward zero with the last bit set if that was not exact.
    fn rounded_to_odd(&mut self, from: &Type, value: &Value<'c>) -> Result<Value<'c>> {
        let (single, bits) = (from.with_element(Type::F32), from.with_element(Type::I32));
        let nearest = self.cast(CastOp::TruncF, from, &single, value)?;
        let widened = self.cast(CastOp::ExtF, &single, from, &nearest)?;
        let inexact = self.float_compare(FloatPredicate::One, from, FastMath::NONE, &widened, value)?;
        let size = self.float_unary(FloatUnary::Abs, from, FastMath::NONE, value)?;
        let nearest_size = self.float_unary(FloatUnary::Abs, from, FastMath::NONE, &widened)?;
        let beyond = self.float_compare(FloatPredicate::Ogt, from, FastMath::NONE, &nearest_size, &size)?;
        let pattern = self.cast(CastOp::Bitcast, &single, &bits, &nearest)?;
        let one = self.int_constant(&bits, 1);
        let inward = self.int(IntOp::Sub, &bits, &pattern, &one)?;
        let toward_zero = self.select(&bits, &beyond, &inward, &pattern)?;
        let odd = self.int(IntOp::Or, &bits, &toward_zero, &one)?;
        let rounded = self.select(&bits, &inexact, &odd, &pattern)?;
        self.cast(CastOp::Bitcast, &bits, &single, &rounded)
    }
}

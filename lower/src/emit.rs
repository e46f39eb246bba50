//! LLVM IR one instruction at a time: types, constants, loads and stores, casts.

use std::cell::Cell;
use std::num::NonZeroU32;

use inkwell::AddressSpace;
use inkwell::attributes::Attribute as LlvmAttribute;
use inkwell::builder::Builder;
use inkwell::context::Context;
use inkwell::module::Module as LlvmModule;
use inkwell::types::{BasicType, BasicTypeEnum, FloatType, IntType, PointerType, VectorType};
use inkwell::values::{
    AnyValue, BasicValue, BasicValueEnum, CallSiteValue, FastMathFlags, InstructionOpcode, InstructionValue,
    IntValue, MetadataValue, PointerValue, VectorValue,
};
use ovolo_lang::algebra::FastMath;
use ovolo_lang::attribute::FloatValue;
use ovolo_lang::fp::FpModel;
use ovolo_lang::types::{FloatKind, Type, VectorType as LangVector};

use crate::error::{LowerError, Result};
use crate::options::Parallel;
use crate::registers::Registers;
use crate::tuning::Tuning;

/// The widest integer that is lowered.
const WIDEST_INTEGER: u32 = 128;
/// The most lanes that a vector may have. LLVM aborts at 65536; at this many one operation takes it
/// seconds.
const MOST_LANES: i64 = 1 << 14;

/// An LLVM module under construction, and a place in it.
pub(crate) struct Emitter<'c> {
    pub context: &'c Context,
    pub module: LlvmModule<'c>,
    pub builder: Builder<'c>,
    /// Granted to every float operation.
    pub fp: FpModel,
    /// What the function that is emitted asks for.
    pub tuning: Cell<Tuning>,
    /// Whether elements of different types share no memory in the function that is emitted.
    pub has_strict_aliasing: Cell<bool>,
    pub registers: Registers,
    pub parallel: Parallel,
}

/// Lanes of a vector of any rank, which LLVM sees flattened in row-major order.
pub(crate) fn lane_count(vector: &LangVector) -> Result<u32> {
    let mut lanes: i64 = 1;
    for dim in &vector.shape {
        if dim.scalable {
            return Err(LowerError::new("scalable vectors are not supported"));
        }
        lanes = lanes
            .checked_mul(dim.size)
            .filter(|n| (1..=MOST_LANES).contains(n))
            .ok_or_else(|| LowerError::new(format!("a vector must have 1 to {MOST_LANES} lanes")))?;
    }
    Ok(lanes as u32)
}

impl<'c> Emitter<'c> {
    /// An attribute of LLVM with this name.
    pub fn enum_attribute(&self, name: &str, value: u64) -> LlvmAttribute {
        let kind = LlvmAttribute::get_named_enum_kind_id(name);
        self.context.create_enum_attribute(kind, value)
    }

    pub fn index_type(&self) -> IntType<'c> {
        self.context.i64_type()
    }

    pub fn pointer_type(&self) -> PointerType<'c> {
        self.context.ptr_type(AddressSpace::default())
    }

    /// The type of a scalar or a vector in registers.
    pub fn value_type(&self, ty: &Type) -> Result<BasicTypeEnum<'c>> {
        match ty {
            Type::Index => Ok(self.index_type().into()),
            Type::Integer(i) => Ok(self.int_type(i.width)?.into()),
            Type::Float(kind) => Ok(self.float_type(*kind)?.into()),
            Type::Vector(v) => {
                let element = self.value_type(&v.element)?;
                Ok(vector_of(element, lane_count(v)?)?.into())
            }
            _ => Err(LowerError::new(
                "only integers, floats, vectors of them, and memrefs are supported",
            )),
        }
    }

    /// The type of a scalar or a vector in memory, where an integer takes a power of two of bytes.
    pub fn memory_type(&self, ty: &Type) -> Result<BasicTypeEnum<'c>> {
        match ty {
            Type::Integer(i) => {
                self.int_type(i.width)?;
                Ok(self.int_type(memory_width(i.width))?.into())
            }
            Type::Vector(v) => {
                let element = self.memory_type(&v.element)?;
                Ok(vector_of(element, lane_count(v)?)?.into())
            }
            _ => self.value_type(ty),
        }
    }

    pub fn int_type(&self, width: u32) -> Result<IntType<'c>> {
        NonZeroU32::new(width)
            .filter(|w| w.get() <= WIDEST_INTEGER)
            .and_then(|w| self.context.custom_width_int_type(w).ok())
            .ok_or_else(|| {
                LowerError::new(format!(
                    "integers of 1 to {WIDEST_INTEGER} bits are supported, not i{width}"
                ))
            })
    }

    pub fn float_type(&self, kind: FloatKind) -> Result<FloatType<'c>> {
        match kind {
            FloatKind::F16 => Ok(self.context.f16_type()),
            FloatKind::BF16 => Ok(self.context.bf16_type()),
            FloatKind::F32 => Ok(self.context.f32_type()),
            FloatKind::F64 => Ok(self.context.f64_type()),
            _ => Err(LowerError::new(
                "floats other than f16, bf16, f32 and f64 are not supported",
            )),
        }
    }

    /// Bytes that one element of a memref takes.
    pub fn element_size(&self, element: &Type) -> Result<u32> {
        if let Type::Vector(vector) = element {
            let lane = self.element_size(&vector.element)?;
            let bytes = lane.checked_mul(lane_count(vector)?);
            return bytes.filter(|bytes| bytes.is_power_of_two()).ok_or_else(|| {
                LowerError::new("memrefs of vectors whose bytes are no power of two are not supported")
            });
        }
        self.value_type(element)?;
        element
            .byte_size()
            .and_then(|n| u32::try_from(n).ok())
            .ok_or_else(|| LowerError::new("memrefs of integers and floats are supported"))
    }

    /// The alignment of one element of a memref: its size, and that of a lane where it is a vector.
    pub fn element_alignment(&self, element: &Type) -> Result<u32> {
        self.element_size(element.element())
    }

    pub fn index(&self, value: i64) -> IntValue<'c> {
        self.index_type().const_int(value as u64, true)
    }

    /// `value` modulo 2^width in every lane.
    pub fn int_constant(&self, ty: &Type, value: i128) -> Result<BasicValueEnum<'c>> {
        match self.value_type(ty)? {
            BasicTypeEnum::IntType(t) => Ok(int_literal(t, value).into()),
            BasicTypeEnum::VectorType(t) => {
                let lane = int_literal(t.get_element_type().into_int_type(), value);
                Ok(splat_constant(lane, t.get_size()).into())
            }
            _ => Err(LowerError::internal("an integer constant of another type")),
        }
    }

    pub fn float_literal(&self, value: &FloatValue) -> Result<BasicValueEnum<'c>> {
        let ty = self.float_type(value.kind)?;
        let bits = int_literal(self.int_type(value.kind.bit_width())?, value.bits as i128);
        Ok(self.builder.build_bit_cast(bits, ty, "")?)
    }

    /// The float nearest to `value` in every lane.
    pub fn float_constant(&self, ty: &Type, value: f64) -> Result<BasicValueEnum<'c>> {
        match self.value_type(ty)? {
            BasicTypeEnum::FloatType(t) => Ok(t.const_float(value).into()),
            BasicTypeEnum::VectorType(t) => {
                let lane = t.get_element_type().into_float_type().const_float(value);
                Ok(splat_constant(lane, t.get_size()).into())
            }
            _ => Err(LowerError::internal("a float constant of another type")),
        }
    }

    /// Reads a scalar or consecutive elements, aligned as one scalar.
    pub fn load(&self, ty: &Type, pointer: PointerValue<'c>) -> Result<BasicValueEnum<'c>> {
        let loaded = self.builder.build_load(self.memory_type(ty)?, pointer, "")?;
        self.set_alignment(loaded, self.element_alignment(ty)?)?;
        if let Some(load) = loaded.as_instruction_value() {
            self.set_access_type(load, ty)?;
        }
        self.resize(loaded, self.value_type(ty)?, InstructionOpcode::Trunc)
    }

    pub fn store(&self, ty: &Type, value: BasicValueEnum<'c>, pointer: PointerValue<'c>) -> Result<()> {
        let value = self.resize(value, self.memory_type(ty)?, InstructionOpcode::ZExt)?;
        let store = self.builder.build_store(pointer, value)?;
        self.set_access_type(store, ty)?;
        let alignment = self.element_alignment(ty)?;
        store.set_alignment(alignment).map_err(LowerError::internal)
    }

    /// Tells LLVM what an instruction accesses memory as, where the function says that elements of different types share none. Each type
    /// of more than a byte is a child of `char`, of which LLVM takes it that it may be any of them
    /// (<https://llvm.org/docs/LangRef.html#tbaa-metadata>).
    fn set_access_type(&self, access: InstructionValue<'c>, ty: &Type) -> Result<()> {
        let element = ty.element();
        let name = match element {
            Type::Float(_) => element.to_string(),
            Type::Integer(integer) => format!("i{}", integer.width),
            Type::Index => "i64".to_string(),
            _ => return Ok(()),
        };
        if !self.has_strict_aliasing.get() {
            return Ok(());
        }
        let zero = self.context.i64_type().const_zero();
        let root = self
            .context
            .metadata_node(&[self.context.metadata_string("C").into()]);
        let of = |name: &str, parent: MetadataValue<'c>| {
            let name = self.context.metadata_string(name).into();
            self.context.metadata_node(&[name, parent.into(), zero.into()])
        };
        let mut accessed = of("char", root);
        if self.element_size(element)? > 1 {
            accessed = of(&name, accessed);
        }
        let tag = self
            .context
            .metadata_node(&[accessed.into(), accessed.into(), zero.into()]);
        access
            .set_metadata(tag, self.context.get_kind_id("tbaa"))
            .map_err(LowerError::internal)
    }

    pub fn cast(
        &self,
        op: InstructionOpcode,
        value: BasicValueEnum<'c>,
        to: BasicTypeEnum<'c>,
    ) -> Result<BasicValueEnum<'c>> {
        Ok(self.builder.build_cast(op, value, to, "")?)
    }

    /// Adds the flags that the operation bears and those that the model in force grants.
    pub fn with_flags(&self, value: BasicValueEnum<'c>, flags: FastMath) -> Result<BasicValueEnum<'c>> {
        if let Some(instruction) = value.as_instruction_value()
            && instruction.can_use_fast_math_flags()
        {
            let mut flags = llvm_flags(flags, self.fp);
            if self.tuning.get().separate_products {
                flags.remove(FastMathFlags::AllowContract);
            }
            instruction
                .set_fast_math_flags(flags)
                .map_err(LowerError::internal)?;
        }
        Ok(value)
    }

    /// Promises that a sum, difference, product or left shift, as a signed number, is what it is among the integers.
    pub fn promise_no_signed_wrap(&self, value: &BasicValueEnum<'c>) -> Result<()> {
        let may_wrap = |opcode| {
            use InstructionOpcode::*;
            matches!(opcode, Add | Sub | Mul | Shl)
        };
        match value.as_instruction_value() {
            Some(instruction) if may_wrap(instruction.get_opcode()) => instruction
                .set_no_signed_wrap_flag(true)
                .map_err(LowerError::internal),
            _ => Ok(()),
        }
    }

    /// `op` with no signed overflow.
    pub fn exact_int(&self, op: InstructionOpcode, a: IntValue<'c>, b: IntValue<'c>) -> Result<IntValue<'c>> {
        let value = self.builder.build_binop(op, a, b, "")?;
        self.promise_no_signed_wrap(&value)?;
        Ok(value.into_int_value())
    }

    /// `a * b` of index values that does not overflow; nothing where one of them is the constant 1.
    pub fn product(&self, a: IntValue<'c>, b: IntValue<'c>) -> Result<IntValue<'c>> {
        if a == self.index(1) {
            Ok(b)
        } else if b == self.index(1) {
            Ok(a)
        } else {
            self.exact_int(InstructionOpcode::Mul, a, b)
        }
    }

    pub fn splat(&self, scalar: BasicValueEnum<'c>, lanes: u32) -> Result<VectorValue<'c>> {
        let undefined = vector_of(scalar.get_type(), lanes)?.get_poison();
        let zero = self.context.i32_type().const_zero();
        let first = self.builder.build_insert_element(undefined, scalar, zero, "")?;
        self.shuffle(first, &vec![0; lanes as usize])
    }

    /// The lanes of `vector` that `mask` names.
    pub fn shuffle(&self, vector: VectorValue<'c>, mask: &[u32]) -> Result<VectorValue<'c>> {
        self.shuffle_two(vector, vector.get_type().get_poison(), mask)
    }

    /// The lanes of `a` followed by `b` that `mask` names; both have the same type.
    pub fn shuffle_two(
        &self,
        a: VectorValue<'c>,
        b: VectorValue<'c>,
        mask: &[u32],
    ) -> Result<VectorValue<'c>> {
        let lane = self.context.i32_type();
        let mask: Vec<_> = mask
            .iter()
            .map(|&m| lane.const_int(u64::from(m), false))
            .collect();
        Ok(self
            .builder
            .build_shuffle_vector(a, b, VectorType::const_vector(&mask), "")?)
    }

    /// A call of an overloaded intrinsic.
    pub fn intrinsic(
        &self,
        name: &str,
        overload: &[BasicTypeEnum<'c>],
        args: &[BasicValueEnum<'c>],
    ) -> Result<CallSiteValue<'c>> {
        let declaration = inkwell::intrinsics::Intrinsic::find(name)
            .and_then(|i| i.get_declaration(&self.module, overload))
            .ok_or_else(|| LowerError::internal(format!("LLVM has no intrinsic {name}")))?;
        let args: Vec<_> = args.iter().map(|&a| a.into()).collect();
        Ok(self.builder.build_call(declaration, &args, "")?)
    }

    fn set_alignment(&self, value: BasicValueEnum<'c>, alignment: u32) -> Result<()> {
        match value.as_instruction_value() {
            Some(instruction) => instruction.set_alignment(alignment).map_err(LowerError::internal),
            None => Ok(()),
        }
    }

    pub fn resize(
        &self,
        value: BasicValueEnum<'c>,
        to: BasicTypeEnum<'c>,
        op: InstructionOpcode,
    ) -> Result<BasicValueEnum<'c>> {
        if value.get_type() == to {
            Ok(value)
        } else {
            self.cast(op, value, to)
        }
    }
}

/// The result of a call that returns one.
pub(crate) fn returned<'c>(call: CallSiteValue<'c>) -> Result<BasicValueEnum<'c>> {
    call.try_as_basic_value()
        .basic()
        .ok_or_else(|| LowerError::internal(format!("no result: {}", call.print_to_string().to_string())))
}

/// A vector type over an integer, float or pointer type.
pub(crate) fn vector_of(element: BasicTypeEnum<'_>, lanes: u32) -> Result<VectorType<'_>> {
    match element {
        BasicTypeEnum::IntType(t) => Ok(t.vec_type(lanes)),
        BasicTypeEnum::FloatType(t) => Ok(t.vec_type(lanes)),
        _ => Err(LowerError::new(
            "only vectors of integers and floats are supported",
        )),
    }
}

/// Bits that an integer takes in memory.
fn memory_width(width: u32) -> u32 {
    width.div_ceil(8).next_power_of_two() * 8
}

fn splat_constant<'c, V: BasicValue<'c> + Copy>(lane: V, lanes: u32) -> VectorValue<'c> {
    VectorType::const_vector(&vec![lane; lanes as usize])
}

pub(crate) fn int_literal(ty: IntType<'_>, value: i128) -> IntValue<'_> {
    if ty.get_bit_width() <= 64 {
        ty.const_int(value as u64, false)
    } else {
        ty.const_int_arbitrary_precision(&[value as u64, (value >> 64) as u64])
    }
}

fn llvm_flags(flags: FastMath, fp: FpModel) -> FastMathFlags {
    [
        (flags.reassoc || fp.reassoc, FastMathFlags::AllowReassoc),
        (flags.nnan, FastMathFlags::NoNaNs),
        (flags.ninf, FastMathFlags::NoInfs),
        (flags.nsz, FastMathFlags::NoSignedZeros),
        (flags.arcp, FastMathFlags::AllowReciprocal),
        (flags.contract || fp.contract, FastMathFlags::AllowContract),
        (flags.afn || fp.afn, FastMathFlags::ApproxFunc),
    ]
    .into_iter()
    .filter_map(|(set, flag)| set.then_some(flag))
    .fold(FastMathFlags::empty(), |all, flag| all | flag)
}

/// Keeps `BasicType` in scope for `fn_type` on the enum.
pub(crate) fn function_type<'c>(
    result: Option<BasicTypeEnum<'c>>,
    parameters: &[BasicTypeEnum<'c>],
    context: &'c Context,
) -> inkwell::types::FunctionType<'c> {
    let parameters: Vec<_> = parameters.iter().map(|&p| p.into()).collect();
    match result {
        Some(ty) => ty.fn_type(&parameters, false),
        None => context.void_type().fn_type(&parameters, false),
    }
}

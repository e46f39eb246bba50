//! Masks, and the vectors that are read and written where one is true.

use inkwell::IntPredicate;
use inkwell::types::VectorType as LlvmVector;
use inkwell::values::{BasicValueEnum, InstructionOpcode, IntValue, VectorValue};
use ovolo_lang::attribute::Attribute;
use ovolo_lang::ir::{Op, ValueId};
use ovolo_lang::op::OpCode;
use ovolo_lang::types::Type;

use crate::emit::{lane_count, returned};
use crate::error::{LowerError, Result};
use crate::function::{FunctionLowering, operand, single_result};
use crate::linear::Linear;

impl<'c> FunctionLowering<'_, 'c> {
    /// The lanes before the operand.
    pub fn create_mask(&mut self, op: &Op) -> Result<()> {
        let &[end] = op.operands.as_slice() else {
            return Err(LowerError::new("masks of one dimension are supported"));
        };
        let end = self.index(end)?;
        self.define_mask(op, &end)
    }

    pub fn constant_mask(&mut self, op: &Op) -> Result<()> {
        let ends = op
            .attribute("mask_dim_sizes")
            .and_then(Attribute::as_i64_list)
            .unwrap_or_default();
        let &[end] = ends.as_slice() else {
            return Err(LowerError::new("masks of one dimension are supported"));
        };
        self.define_mask(op, &Linear::constant(end))
    }

    fn define_mask(&mut self, op: &Op, end: &Linear<'c>) -> Result<()> {
        let result = single_result(op)?;
        let lanes = match self.ir.ty(result).as_vector() {
            Some(vector) if vector.shape.len() == 1 => lane_count(vector)?,
            _ => return Err(LowerError::new("masks of one dimension are supported")),
        };
        let mask = self.lanes_before(end, lanes)?;
        self.define(result, mask.into())
    }

    /// True in the lanes whose number is less than `end`. The end is first brought into the range of the lanes, so
    /// that it fits the narrow integers in which they are compared.
    fn lanes_before(&mut self, end: &Linear<'c>, lanes: u32) -> Result<VectorValue<'c>> {
        let narrow = self.emit.context.i32_type();
        let numbers: Vec<IntValue<'c>> = (0..lanes)
            .map(|n| narrow.const_int(u64::from(n), false))
            .collect();
        let end: IntValue<'c> = match end.as_constant() {
            Some(end) => narrow.const_int(end.clamp(0, i64::from(lanes)) as u64, false),
            None => {
                let [least, most] = [0, i64::from(lanes)].map(Linear::constant);
                let end = self.extreme(&[end.clone(), least], OpCode::MaxSI)?;
                let end = self.extreme(&[end, most], OpCode::MinSI)?;
                let end = end.materialize(self.emit)?;
                self.emit.builder.build_int_truncate(end, narrow, "")?
            }
        };
        let end = self.emit.splat(end.into(), lanes)?;
        let numbers = LlvmVector::const_vector(&numbers);
        Ok(self
            .emit
            .builder
            .build_int_compare(IntPredicate::ULT, numbers, end, "")?)
    }

    /// `base[indices], mask, otherwise`.
    pub fn masked_load(&mut self, op: &Op) -> Result<()> {
        let access = self.masked(op)?;
        let result = single_result(op)?;
        let ty = self.ir.ty(access.vector);
        let otherwise = self.value(access.vector)?;
        let otherwise = self
            .emit
            .resize(otherwise, self.emit.memory_type(ty)?, InstructionOpcode::ZExt)?;
        let args = [
            access.pointer,
            access.alignment,
            self.value(access.mask)?,
            otherwise,
        ];
        let overload = [otherwise.get_type(), access.pointer.get_type()];
        let call = self.emit.intrinsic("llvm.masked.load", &overload, &args)?;
        let loaded = self.emit.resize(
            returned(call)?,
            self.emit.value_type(ty)?,
            InstructionOpcode::Trunc,
        )?;
        self.define(result, loaded)
    }

    /// `base[indices], mask, stored`.
    pub fn masked_store(&mut self, op: &Op) -> Result<()> {
        let access = self.masked(op)?;
        let ty = self.emit.memory_type(self.ir.ty(access.vector))?;
        let stored = self
            .emit
            .resize(self.value(access.vector)?, ty, InstructionOpcode::ZExt)?;
        let args = [stored, access.pointer, access.alignment, self.value(access.mask)?];
        let overload = [stored.get_type(), access.pointer.get_type()];
        self.emit.intrinsic("llvm.masked.store", &overload, &args)?;
        Ok(())
    }

    fn masked(&mut self, op: &Op) -> Result<Masked<'c>> {
        let base = operand(op, 0)?;
        let Some((indices, &[mask, vector])) =
            op.operands.get(1..).and_then(|rest| rest.split_last_chunk::<2>())
        else {
            return Err(LowerError::new("an operand is missing"));
        };
        let ty = self.ir.ty(vector).clone();
        let element = ty.element().clone();
        self.check_vector(&ty, base)?;
        let indices = self.indices(indices)?;
        // The first lane may be off.
        let pointer = self.place(base, &indices)?;
        let size = u64::from(self.emit.element_size(&element)?);
        let alignment = self.emit.context.i32_type().const_int(size, false);
        Ok(Masked {
            pointer: pointer.into(),
            alignment: alignment.into(),
            mask,
            vector,
        })
    }

    /// Refuses a vector that does not lie in one piece in the memref.
    fn check_vector(&self, ty: &Type, memref: ValueId) -> Result<()> {
        match self.rows_of(ty, memref)? {
            None if ty.as_vector().is_some_and(|v| v.shape.len() == 1) => Ok(()),
            _ => Err(LowerError::new("masked vectors of one dimension are supported")),
        }
    }
}

/// The operands of an access to the lanes of a mask.
struct Masked<'c> {
    pointer: BasicValueEnum<'c>,
    alignment: BasicValueEnum<'c>,
    mask: ValueId,
    vector: ValueId,
}

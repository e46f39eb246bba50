//! Loops that store elements one behind the other, as whole vectors: what is in front of them and what is left behind them are
//! one masked vector each.

use inkwell::IntPredicate;
use inkwell::values::IntValue;
use ovolo_lang::ir::{BlockId, Module, OpId, ValueId};
use ovolo_lang::op::{OpCode, Trait};

use crate::error::Result;
use crate::function::FunctionLowering;
use crate::hint::{Access, LoopHints};

/// Bytes of a line of the cache, which is also the widest vector: one that is stored across two lines takes two stores.
const LINE: u64 = 64;

/// A store of a loop, and how many elements of its memref are in a line.
pub struct Along {
    store: OpId,
    elements: u64,
}

impl Along {
    /// The first store of a loop without any inside, at subscripts that the loop does not compute. The elements of all its stores follow one
    /// another: what is summed up in one cell LLVM would sum in another order where it is told to make vectors.
    pub fn of(ir: &Module, id: OpId) -> Option<Along> {
        let body = *ir
            .op(id)
            .regions
            .first()
            .and_then(|&r| ir.region(r).blocks.first())?;
        let iv = *ir.block(body).arguments.first()?;
        let ops = &ir.block(body).ops;
        let is_given = |value: &ValueId| {
            let by = ir.defining_op(*value);
            by.is_none_or(|op| ir.op(op).parent != Some(body))
        };
        if ops.iter().any(|&op| !ir.op(op).regions.is_empty()) {
            return None;
        }
        let stores: Vec<OpId> = (ops.iter().copied())
            .filter(|&op| Access::of(ir, op).is_some_and(|access| access.is_store))
            .collect();
        let is_along =
            |&op: &OpId| Access::of(ir, op).is_some_and(|access| access.elements_apart(iv) == Some(1));
        let is_known = |&op: &OpId| {
            let is_simple = |code: OpCode| {
                code.has_trait(Trait::Pure) || matches!(code, OpCode::AffineYield | OpCode::ScfYield)
            };
            Access::of(ir, op).is_some() || ir.op(op).code().is_some_and(is_simple)
        };
        if !(stores.iter().all(is_along) && ops.iter().all(is_known)) {
            return None;
        }
        let store = stores
            .into_iter()
            .find(|&op| ir.op(op).operands[2..].iter().all(is_given))?;
        let bits = u64::from(ir.ty(ir.op(store).operands[1]).element().bit_width()?);
        let elements = (8 * LINE).checked_div(bits)?;
        (bits % 8 == 0 && elements > 1 && elements * bits == 8 * LINE).then_some(Along { store, elements })
    }
}

impl<'c> FunctionLowering<'_, 'c> {
    /// Emits the iterations of a loop that hands nothing on before the first that stores to the start of a line, and returns the
    /// counter of that one.
    pub fn up_to_line(
        &mut self,
        along: &Along,
        body: BlockId,
        [lower, upper]: [IntValue<'c>; 2],
        variable: &impl Fn(&Self, IntValue<'c>) -> Result<IntValue<'c>>,
    ) -> Result<IntValue<'c>> {
        let op = self.ir.op(along.store);
        let (memref, operands) = (op.operands[1], &op.operands[2..]);
        let first = variable(self, lower)?;
        self.define(self.ir.block(body).arguments[0], first.into())?;
        let indices = match op.code() {
            Some(OpCode::AffineStore) => self.map_results(op, "map", operands)?,
            _ => self.indices(operands)?,
        };
        let place = self.place(memref, &indices)?;
        let (builder, ty) = (&self.emit.builder, self.emit.index_type());
        let constant = |value: u64| ty.const_int(value, false);
        let address = builder.build_ptr_to_int(place, ty, "")?;
        let behind = builder.build_int_neg(address, "")?;
        let shift = (LINE / along.elements).trailing_zeros();
        let elements = builder.build_right_shift(behind, constant(shift.into()), false, "")?;
        let before = builder.build_and(elements, constant(along.elements - 1), "")?;
        let boundary = builder.build_int_add(lower, before, "")?;
        let is_inside = builder.build_int_compare(IntPredicate::SLT, boundary, upper, "")?;
        let end = builder
            .build_select(is_inside, boundary, upper, "")?
            .into_int_value();
        self.masked_loop(along, body, [lower, end], variable)?;
        Ok(end)
    }

    /// Where the last whole vector of a loop between these bounds ends.
    pub fn end_of_vectors(&self, along: &Along, [lower, upper]: [IntValue<'c>; 2]) -> Result<IntValue<'c>> {
        let (builder, ty) = (&self.emit.builder, self.emit.index_type());
        let count = builder.build_int_sub(upper, lower, "")?;
        let whole = builder.build_and(count, ty.const_int((along.elements - 1) ^ u64::MAX, false), "")?;
        let is_run = builder.build_int_compare(IntPredicate::SLT, lower, upper, "")?;
        let end = builder.build_int_add(lower, whole, "")?;
        Ok(builder.build_select(is_run, end, upper, "")?.into_int_value())
    }

    /// Emits fewer iterations than a vector has lanes.
    pub fn masked_loop(
        &mut self,
        along: &Along,
        body: BlockId,
        [lower, upper]: [IntValue<'c>; 2],
        variable: &impl Fn(&Self, IntValue<'c>) -> Result<IntValue<'c>>,
    ) -> Result<()> {
        let (iv, one) = (self.ir.block(body).arguments[0], self.emit.index(1));
        let (_, latch) = self.latched_loop(lower, upper, one, Vec::new(), |this, counter, _| {
            let value = variable(this, counter)?;
            this.define(iv, value.into())?;
            this.scoped(body, &[])
        })?;
        let hints = LoopHints {
            masked: Some(along.elements as u32),
            no_unrolling: true,
            ..LoopHints::default()
        };
        self.emit.hint(latch, hints)
    }
}

//! `scf.for`, `scf.while`, `scf.if` and `scf.parallel`, the last one iteration after another.

use inkwell::IntPredicate;
use inkwell::values::{BasicValueEnum, InstructionOpcode, IntValue};
use ovolo_lang::attribute::Attribute;
use ovolo_lang::ir::{BlockId, OpId, ValueId};
use ovolo_lang::op::OpCode;
use ovolo_lang::types::Type;

use crate::error::{LowerError, Result};
use crate::function::FunctionLowering;

/// The bounds and the step of one dimension.
type Dimension<'c> = [IntValue<'c>; 3];

/// A parallel loop and what it reduces.
struct Nest<'c> {
    body: BlockId,
    dimensions: Vec<Dimension<'c>>,
    /// Of the results.
    types: Vec<Type>,
    /// Each combines two values.
    combine: Vec<BlockId>,
}

impl<'c> FunctionLowering<'_, 'c> {
    pub fn scf_for(&mut self, id: OpId) -> Result<()> {
        let op = self.ir.op(id);
        let [lower, upper, step, inits @ ..] = op.operands.as_slice() else {
            return Err(LowerError::new("bounds or step are missing"));
        };
        let bounds = [*lower, *upper, *step];
        match self.ir.ty(*lower).clone() {
            Type::Index => {
                let [lower, upper, step] = self.dimension(bounds)?;
                let Some(open) = self.open_step(id, bounds[2]) else {
                    return self.carrying_loop(id, [lower, upper, step], inits, |_, counter| Ok(counter));
                };
                let one = self.emit.index(1);
                let open = self.value(open)?.into_int_value();
                let is_one = self
                    .emit
                    .builder
                    .build_int_compare(IntPredicate::EQ, open, one, "")?;
                let types: Vec<Type> = op.results.iter().map(|&v| self.ir.ty(v).clone()).collect();
                self.either(op, is_one, &types, |this, is_one| {
                    let step = if is_one { one } else { step };
                    this.carrying_loop(id, [lower, upper, step], inits, |_, counter| Ok(counter))?;
                    this.parts_of(&op.results, &types)
                })
            }
            Type::Integer(ty) if ty.width < 64 => {
                // In 64 bits the variable gets past the upper bound.
                let index = self.emit.index_type().into();
                let wide = self.dimension(bounds)?.map(|bound| {
                    let wide = self.emit.cast(InstructionOpcode::SExt, bound.into(), index);
                    wide.map(BasicValueEnum::into_int_value)
                });
                let [lower, upper, step] = wide;
                let narrow = self.emit.int_type(ty.width)?;
                self.carrying_loop(id, [lower?, upper?, step?], inits, |this, counter| {
                    Ok(this.emit.builder.build_int_truncate(counter, narrow, "")?)
                })
            }
            Type::Integer(ty) if ty.width == 64 => {
                let bounds = self.dimension(bounds)?;
                let [lower, _, step] = bounds;
                let count = self.iterations(bounds)?;
                let (zero, one) = (self.emit.index(0), self.emit.index(1));
                self.carrying_loop(id, [zero, count, one], inits, |this, counter| {
                    let builder = &this.emit.builder;
                    let distance = builder.build_int_mul(counter, step, "")?;
                    Ok(builder.build_int_add(lower, distance, "")?)
                })
            }
            _ => Err(LowerError::new(
                "loops over integers of more than 64 bits are not supported",
            )),
        }
    }

    /// The value that the step of an innermost loop is, where that is known at run time only. LLVM makes vectors of the
    /// iterations where it knows that it is one; where it is the greater of one and something else, that is meant.
    fn open_step(&self, id: OpId, step: ValueId) -> Option<ValueId> {
        let constant = |value: ValueId| {
            let op = self.ir.op(self.ir.defining_op(value)?);
            op.attribute("value")
                .filter(|_| op.code() == Some(OpCode::Constant))
                .and_then(Attribute::as_i64)
        };
        let mut is_innermost = true;
        self.ir.walk(id, &mut |inner| {
            is_innermost &= inner == id || self.ir.op(inner).regions.is_empty();
        });
        if !is_innermost || constant(step).is_some() {
            return None;
        }
        let greater = self.ir.defining_op(step).map(|op| self.ir.op(op));
        let greater = greater.filter(|op| op.code() == Some(OpCode::MaxSI));
        match greater.map(|op| op.operands.as_slice()) {
            Some(&[open, one] | &[one, open]) if constant(one) == Some(1) => Some(open),
            _ => Some(step),
        }
    }

    pub fn scf_if(&mut self, id: OpId) -> Result<()> {
        let op = self.ir.op(id);
        let condition = *op
            .operands
            .first()
            .ok_or_else(|| LowerError::new("the condition is missing"))?;
        let condition = self.value(condition)?.into_int_value();
        self.branches(id, condition)
    }

    pub fn scf_parallel(&mut self, id: OpId) -> Result<()> {
        let op = self.ir.op(id);
        let missing = || LowerError::new("bounds or steps are missing");
        let segments = op
            .attribute("operandSegmentSizes")
            .and_then(Attribute::as_i64_list);
        let count = segments.and_then(|s| usize::try_from(*s.first()?).ok());
        let count = count.ok_or_else(missing)?;
        let (bounds, inits) = op.operands.split_at_checked(3 * count).ok_or_else(missing)?;
        let mut dimensions = Vec::new();
        for d in 0..count {
            dimensions.push(self.dimension([bounds[d], bounds[count + d], bounds[2 * count + d]])?);
        }
        let body = self.body(id, 0)?;
        let types: Vec<Type> = op.results.iter().map(|&v| self.ir.ty(v).clone()).collect();
        let last = self.ir.block(body).ops.last().copied();
        let reduce = last.filter(|&last| self.ir.op(last).code() == Some(OpCode::ScfReduce));
        let mut combine = Vec::new();
        for n in 0..types.len() {
            let reduce = reduce.ok_or_else(|| LowerError::new("the reductions are missing"))?;
            combine.push(self.body(reduce, n)?);
        }
        let inits = self.parts_of(inits, &types)?;
        let nest = Nest {
            body,
            dimensions,
            types,
            combine,
        };
        let results = self.dimensions_from(&nest, 0, inits)?;
        self.define_results(op, &nest.types, results)
    }

    /// The dimensions from `d` on as loops one inside the other; returns the last state.
    fn dimensions_from(
        &mut self,
        nest: &Nest<'c>,
        d: usize,
        state: Vec<BasicValueEnum<'c>>,
    ) -> Result<Vec<BasicValueEnum<'c>>> {
        let Some(&[lower, upper, step]) = nest.dimensions.get(d) else {
            return self.reduced(nest, &state);
        };
        let variable = self.ir.block(nest.body).arguments.get(d).copied();
        let variable = variable.ok_or_else(|| LowerError::new("each dimension needs a variable"))?;
        self.loop_by(lower, upper, step, state, |this, counter, state| {
            this.define(variable, counter.into())?;
            this.dimensions_from(nest, d + 1, state.to_vec())
        })
    }

    /// The body, and the state combined with what it gives.
    fn reduced(&mut self, nest: &Nest<'c>, state: &[BasicValueEnum<'c>]) -> Result<Vec<BasicValueEnum<'c>>> {
        let mark = self.allocates_dynamically(nest.body).then(|| self.save_stack());
        let mark = mark.transpose()?;
        let given = self.block(nest.body)?;
        let mut before = state.iter().copied();
        let mut next = Vec::new();
        for (n, &combine) in nest.combine.iter().enumerate() {
            let &[left, right] = self.ir.block(combine).arguments.as_slice() else {
                return Err(LowerError::new("a reduction combines two values"));
            };
            let term = given
                .get(n)
                .ok_or_else(|| LowerError::new("a reduced value is missing"))?;
            let ty = std::slice::from_ref(&nest.types[n]);
            let mut term = self.parts_of(&[*term], ty)?.into_iter();
            self.define_parts(left, &mut before)?;
            self.define_parts(right, &mut term)?;
            let combined = self.block(combine)?;
            next.extend(self.parts_of(&combined, ty)?);
        }
        if let Some(mark) = mark {
            self.restore_stack(mark)?;
        }
        Ok(next)
    }

    fn dimension(&mut self, values: [ValueId; 3]) -> Result<Dimension<'c>> {
        let [lower, upper, step] = values.map(|value| self.value(value));
        Ok([lower?, upper?, step?].map(|value| value.into_int_value()))
    }
}

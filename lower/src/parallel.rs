//! `affine.parallel`: its iterations in order, or shared out to threads.
//!
//! Shared out, the body becomes a function of its own over a part of the iteration space, a *chunk*. There are so
//! many chunks as [`Parallel`](crate::Parallel) says threads, times [`CHUNKS_PER_THREAD`]; each accumulates what it
//! reduces in registers and writes it to a cell of its own, and the cells are combined in the order of the chunks. So
//! the result does not depend on how many threads there really are, nor on which of them ran which chunk.

mod outline;
mod team;

pub(crate) use team::OPENMP_PARALLEL;

use inkwell::IntPredicate;
use inkwell::types::BasicTypeEnum;
use inkwell::values::{BasicValueEnum, InstructionOpcode, IntValue};
use ovolo_lang::attribute::{Attribute, FloatValue};
use ovolo_lang::ir::{BlockId, Op, OpId, ValueId};
use ovolo_lang::op::OpCode;
use ovolo_lang::reduction::{combining_operation, neutral_bits};
use ovolo_lang::types::Type;

use crate::algebra::evaluate_scalars;
use crate::emit::{Emitter, lane_count};
use crate::error::{LowerError, Result};
use crate::function::{FunctionLowering, map_attribute};
use crate::linear::Linear;
use crate::options::Parallel;

/// More chunks than threads even out iterations that differ in work, as those of a triangle do.
pub(crate) const CHUNKS_PER_THREAD: u32 = 4;

/// A parallel loop whose bounds are known at run time.
pub(crate) struct ParallelLoop<'c> {
    id: OpId,
    body: BlockId,
    variables: Vec<ValueId>,
    lower: Vec<IntValue<'c>>,
    upper: Vec<IntValue<'c>>,
    steps: Vec<i64>,
    reductions: Vec<Reduction>,
}

/// How what the iterations yield for a result is combined.
#[derive(Clone)]
struct Reduction {
    code: OpCode,
    /// Of the result: a scalar or a vector.
    ty: Type,
}

impl<'c> FunctionLowering<'_, 'c> {
    pub fn affine_parallel(&mut self, id: OpId) -> Result<()> {
        let nest = self.parallel_loop(id)?;
        let shared =
            self.emit.parallel != Parallel::Sequential && !self.in_parallel && !nest.lower.is_empty();
        let results = match shared {
            true => self.shared_out(&nest)?,
            false => {
                let neutral = self.neutral_elements(&nest)?;
                self.in_order(&nest, 0, neutral)?
            }
        };
        let types: Vec<Type> = nest.reductions.iter().map(|r| r.ty.clone()).collect();
        self.define_results(self.ir.op(id), &types, results)
    }

    fn parallel_loop(&mut self, id: OpId) -> Result<ParallelLoop<'c>> {
        let op = self.ir.op(id);
        let inputs = {
            let map = map_attribute(op, "lowerBoundsMap")?;
            (map.num_dims + map.num_symbols) as usize
        };
        let operands = op.operands.split_at_checked(inputs);
        let (lower, upper) = operands.ok_or_else(|| LowerError::new("operands of the bounds are missing"))?;
        let lower = self.bounds(op, "lowerBoundsMap", "lowerBoundsGroups", lower, OpCode::MaxSI)?;
        let upper = self.bounds(op, "upperBoundsMap", "upperBoundsGroups", upper, OpCode::MinSI)?;
        let body = self.body(id, 0)?;
        let variables = self.ir.block(body).arguments.to_vec();
        let steps = op.attribute("steps").and_then(Attribute::as_i64_list);
        let steps = steps.filter(|steps| steps.iter().all(|&step| step > 0));
        let steps = steps.ok_or_else(|| LowerError::new("the steps must be positive integers"))?;
        if [lower.len(), upper.len(), variables.len()]
            .iter()
            .any(|&n| n != steps.len())
        {
            return Err(LowerError::new(
                "each dimension needs bounds, a step and a variable",
            ));
        }
        Ok(ParallelLoop {
            id,
            body,
            variables,
            lower,
            upper,
            steps,
            reductions: self.reductions(op)?,
        })
    }

    /// The bound of each dimension: the least or greatest of its group.
    fn bounds(
        &mut self,
        op: &Op,
        map: &str,
        groups: &str,
        operands: &[ValueId],
        choose: OpCode,
    ) -> Result<Vec<IntValue<'c>>> {
        let mut rest = self.map_results(op, map, operands)?.into_iter();
        let mut bounds = Vec::new();
        for size in group_sizes(op, groups)? {
            let group: Vec<Linear<'c>> = rest.by_ref().take(size).collect();
            bounds.push(self.extreme(&group, choose)?.materialize(self.emit)?);
        }
        match rest.next() {
            None => Ok(bounds),
            Some(_) => Err(LowerError::new("the groups of the bounds do not add up")),
        }
    }

    fn reductions(&self, op: &Op) -> Result<Vec<Reduction>> {
        let kinds = match op.attribute("reductions") {
            Some(Attribute::Array(kinds)) => kinds.to_vec(),
            _ => Vec::new(),
        };
        if kinds.len() != op.results.len() {
            return Err(LowerError::new("each result needs a reduction"));
        }
        let reduction = |(kind, &result): (&Attribute, &ValueId)| {
            let ty = self.ir.ty(result).clone();
            let code = kind.as_i64().and_then(combining_operation);
            let code = code.filter(|&code| neutral_bits(code, ty.element()).is_some());
            let code = code.ok_or_else(|| {
                LowerError::new("a result is not reduced by an operation with a neutral element")
            })?;
            self.emit.value_type(&ty)?;
            Ok(Reduction { code, ty })
        };
        kinds.iter().zip(&op.results).map(reduction).collect()
    }

    fn neutral_elements(&self, nest: &ParallelLoop<'c>) -> Result<Vec<BasicValueEnum<'c>>> {
        nest.reductions.iter().map(|r| r.neutral(self.emit)).collect()
    }

    /// The dimensions from `d` on as loops one inside the other; returns the last state.
    fn in_order(
        &mut self,
        nest: &ParallelLoop<'c>,
        d: usize,
        state: Vec<BasicValueEnum<'c>>,
    ) -> Result<Vec<BasicValueEnum<'c>>> {
        let Some(&variable) = nest.variables.get(d) else {
            return self.iteration(nest, &state);
        };
        let (lower, upper, step) = (nest.lower[d], nest.upper[d], nest.steps[d]);
        self.counted_loop(lower, upper, step, state, |this, counter, state| {
            this.define(variable, counter.into())?;
            this.in_order(nest, d + 1, state.to_vec())
        })
    }

    /// The body for the variables as they are defined, and the state combined with what it yields.
    fn iteration(
        &mut self,
        nest: &ParallelLoop<'c>,
        state: &[BasicValueEnum<'c>],
    ) -> Result<Vec<BasicValueEnum<'c>>> {
        let mark = match self.allocates_dynamically(nest.body) {
            true => Some(self.save_stack()?),
            false => None,
        };
        let yielded = self.block(nest.body)?;
        let types: Vec<Type> = nest.reductions.iter().map(|r| r.ty.clone()).collect();
        let values = self.parts_of(&yielded, &types)?;
        let mut next = Vec::new();
        for ((reduction, &accumulated), value) in nest.reductions.iter().zip(state).zip(values) {
            next.push(reduction.combine(self.emit, accumulated, value)?);
        }
        if let Some(mark) = mark {
            self.restore_stack(mark)?;
        }
        Ok(next)
    }

    /// The iterations of a dimension: `max(0, (upper - lower) ceildiv step)`.
    fn trip_count(&self, nest: &ParallelLoop<'c>, d: usize) -> Result<IntValue<'c>> {
        let builder = &self.emit.builder;
        let length = self
            .emit
            .exact_int(InstructionOpcode::Sub, nest.upper[d], nest.lower[d])?;
        let rounded = builder.build_int_add(length, self.emit.index(nest.steps[d] - 1), "")?;
        let count = builder.build_int_unsigned_div(rounded, self.emit.index(nest.steps[d]), "")?;
        let zero = self.emit.index(0);
        let runs = builder.build_int_compare(IntPredicate::SGT, length, zero, "")?;
        Ok(builder.build_select(runs, count, zero, "")?.into_int_value())
    }
}

impl Reduction {
    fn neutral<'c>(&self, emit: &Emitter<'c>) -> Result<BasicValueEnum<'c>> {
        let element = self.ty.element();
        let bits = neutral_bits(self.code, element)
            .ok_or_else(|| LowerError::internal("a reduction without a neutral element"))?;
        let scalar = match element {
            Type::Float(kind) => emit.float_literal(&FloatValue { bits, kind: *kind })?,
            _ => emit.int_constant(element, bits as i128)?,
        };
        match self.ty.as_vector() {
            Some(vector) => Ok(emit.splat(scalar, lane_count(vector)?)?.into()),
            None => Ok(scalar),
        }
    }

    fn combine<'c>(
        &self,
        emit: &Emitter<'c>,
        a: BasicValueEnum<'c>,
        b: BasicValueEnum<'c>,
    ) -> Result<BasicValueEnum<'c>> {
        evaluate_scalars(emit, self.code, &self.ty, &[a, b])
    }

    fn memory_type<'c>(&self, emit: &Emitter<'c>) -> Result<BasicTypeEnum<'c>> {
        emit.memory_type(&self.ty)
    }
}

/// How many results of a bound map belong to each dimension.
pub(crate) fn group_sizes(op: &Op, name: &str) -> Result<Vec<usize>> {
    let missing = || {
        LowerError::new(format!(
            "the attribute `{name}` must list a number for each dimension"
        ))
    };
    let Some(Attribute::DenseElements(dense)) = op.attribute(name) else {
        return Err(missing());
    };
    let sizes = dense.elements.iter().map(|n| usize::try_from(n.as_i64()?).ok());
    let sizes: Vec<usize> = sizes.collect::<Option<_>>().ok_or_else(missing)?;
    let dimensions = op
        .attribute("steps")
        .and_then(Attribute::as_i64_list)
        .map_or(0, |s| s.len());
    match sizes.as_slice() {
        // Elements that are all equal may be one.
        [one] => Ok(vec![*one; dimensions]),
        _ => Ok(sizes),
    }
}

//! Loops of the scf dialect whose iterations may run in parallel.

use crate::attribute::Attribute;
use crate::ir::{BlockId, Op, OpId, ValueDef, ValueId};
use crate::op::OpCode;
use crate::parse::DYNAMIC_POSITION;
use crate::types::Type;

use super::operation::Checker;
use super::{Check, wrong};

impl<'m> Checker<'m> {
    pub fn scf_parallel(&self, id: OpId, op: &Op) -> Check {
        let Some(body) = self.module.single_block(id, 0) else {
            return Err(wrong(op, "requires one region of 1 blocks, the body"));
        };
        let [lower, upper, step, initial] = self.segments::<4>(op)?;
        if step == 0 {
            return Err(wrong(
                op,
                "needs at least one tuple element for lowerBound, upperBound and step",
            ));
        }
        if lower != step || upper != step {
            let message = format!("has {lower} lower bounds, {upper} upper bounds and {step} steps");
            return Err(wrong(op, message).help("expected as many of each"));
        }
        for &value in &op.operands[lower + upper..lower + upper + step] {
            if let Some(constant) = self.constant_index(value)
                && constant <= 0
            {
                return Err(
                    wrong(op, format!("a step is {constant}")).help("constant step operand must be positive")
                );
            }
        }
        let variables = &self.module.block(body).arguments;
        if variables.len() != step {
            let message = format!(
                "expects the same number of induction variables: {} as bound and step values: {step}",
                variables.len()
            );
            return Err(wrong(op, message));
        }
        if let Some(&variable) = variables.iter().find(|&&v| *self.ty(v) != Type::Index) {
            let message = format!("an induction variable has the type `{}`", self.ty(variable));
            return Err(
                wrong(op, message).help("expects arguments for the induction variable to be of index type")
            );
        }
        let Some(reduce) = self.last(body).filter(|r| r.code() == Some(OpCode::ScfReduce)) else {
            return Err(wrong(op, "expects body to terminate with `scf.reduce`"));
        };
        self.reductions_fit(op, reduce, initial)
    }

    /// As many results as initial values and reductions, of the types of what is reduced.
    fn reductions_fit(&self, op: &Op, reduce: &Op, initial: usize) -> Check {
        let (results, reductions) = (op.results.len(), reduce.regions.len());
        if results != reductions {
            let message = format!(
                "expects number of results: {results} to be the same as number of reductions: {reductions}"
            );
            return Err(wrong(op, message));
        }
        if results != initial {
            let message = format!(
                "expects number of results: {results} to be the same as number of initial values: {initial}"
            );
            return Err(wrong(op, message));
        }
        for (i, (&reduced, &result)) in reduce.operands.iter().zip(&op.results).enumerate() {
            if self.ty(reduced) != self.ty(result) {
                let message = format!(
                    "expects type of the {i}-th reduction operand: `{}` to be the same as the {i}-th result type: `{}`",
                    self.ty(reduced),
                    self.ty(result)
                );
                return Err(wrong(reduce, message));
            }
        }
        Ok(())
    }

    fn last(&self, block: BlockId) -> Option<&'m Op> {
        let last = *self.module.block(block).ops.last()?;
        Some(self.module.op(last))
    }

    /// The value of an `arith.constant`.
    pub(super) fn constant_index(&self, value: ValueId) -> Option<i64> {
        match self.module.value(value).def {
            ValueDef::Result { op, .. } => {
                let op = self.module.op(op);
                let is_constant = op.code() == Some(OpCode::Constant);
                is_constant.then(|| op.attribute("value"))??.as_i64()
            }
            ValueDef::Argument { .. } => None,
        }
    }

    pub fn scf_reduce(&self, op: &Op) -> Check {
        if op.regions.len() > op.operands.len() {
            let message = format!(
                "has {} regions and {} operands",
                op.regions.len(),
                op.operands.len()
            );
            return Err(wrong(op, message).help("expected one region for each operand"));
        }
        for (i, (&region, &operand)) in op.regions.iter().zip(&op.operands).enumerate() {
            let [block] = self.module.region(region).blocks.as_slice() else {
                return Err(wrong(
                    op,
                    format!("the {i}-th reduction region has no single block"),
                ));
            };
            let ty = self.ty(operand);
            let arguments = &self.module.block(*block).arguments;
            let Some(last) = self.last(*block) else {
                return Err(wrong(op, format!("the {i}-th reduction has an empty body")));
            };
            if arguments.len() != 2 || arguments.iter().any(|&a| self.ty(a) != ty) {
                let message =
                    format!("expected two block arguments with type `{ty}` in the {i}-th reduction region");
                return Err(wrong(op, message));
            }
            if last.code() != Some(OpCode::ScfReduceReturn) {
                let message = format!("the {i}-th reduction ends with `{}`", last.name.as_str());
                return Err(wrong(op, message)
                    .help("reduction bodies must be terminated with an `scf.reduce.return` op"));
            }
        }
        Ok(())
    }

    pub fn scf_reduce_return(&self, op: &Op) -> Check {
        let block = op.parent.map(|block| self.module.block(block));
        let expected = block.and_then(|b| b.arguments.first());
        match (expected, op.operands.first()) {
            (Some(&expected), Some(&value)) if self.ty(expected) != self.ty(value) => {
                let message = format!("found the type `{}`", self.ty(value));
                Err(wrong(op, message).help(format!(
                    "must have type `{}`, the type of the reduction inputs",
                    self.ty(expected)
                )))
            }
            _ => Ok(()),
        }
    }

    pub fn scf_forall(&self, id: OpId, op: &Op) -> Check {
        let Some(body) = self.module.single_block(id, 0) else {
            return Err(wrong(op, "requires one region of 1 blocks, the body"));
        };
        let counts = self.segments::<4>(op)?;
        let names = ["staticLowerBound", "staticUpperBound", "staticStep"];
        let rank = self.integers(op, names[1])?.len();
        let outputs = &op.operands[op.operands.len() - counts[3]..];
        if op.results.len() != outputs.len() {
            let message = format!(
                "produces {} results, but has only {} outputs",
                op.results.len(),
                outputs.len()
            );
            return Err(wrong(op, message));
        }
        let arguments = &self.module.block(body).arguments;
        if arguments.len() != rank + outputs.len() {
            let message = format!("its region has {} arguments", arguments.len());
            let expected = rank + outputs.len();
            return Err(wrong(op, message).help(format!("region expects {expected} arguments")));
        }
        let (variables, shared) = arguments.split_at(rank);
        if let Some(i) = variables.iter().position(|&v| *self.ty(v) != Type::Index) {
            return Err(wrong(
                op,
                format!("expects the {i}-th block argument to be an index"),
            ));
        }
        self.agree(op, ["output", "corresponding block argument"], outputs, shared)?;
        self.agree(op, ["output", "result"], outputs, &op.results)?;
        self.mapping(op, rank)?;
        for ((name, what), &dynamic) in names
            .into_iter()
            .zip(["lower bound", "upper bound", "step"])
            .zip(&counts)
        {
            let integers = self.integers(op, name)?;
            if integers.len() != rank {
                let message = format!("expected {rank} {what} values, got {}", integers.len());
                return Err(wrong(op, message));
            }
            let wanted = integers.iter().filter(|&&n| n == DYNAMIC_POSITION).count();
            if wanted != dynamic {
                return Err(wrong(
                    op,
                    format!("expected {wanted} dynamic {what} values, got {dynamic}"),
                ));
            }
        }
        Ok(())
    }

    /// Where the iterations run: nothing, or an attribute of a dialect for each loop.
    fn mapping(&self, op: &Op, rank: usize) -> Check {
        let Some(Attribute::Array(mapping)) = op.attribute("mapping") else {
            return Ok(());
        };
        if !mapping.is_empty() && mapping.len() != rank {
            return Err(wrong(
                op,
                format!("the mapping has {} attributes for {rank} loops", mapping.len()),
            )
            .help("mapping attribute size must match op rank"));
        }
        match mapping.iter().find(|m| !matches!(m, Attribute::Opaque(_))) {
            None => Ok(()),
            Some(other) => Err(wrong(op, format!("`{other}` is not device mapping attribute"))),
        }
    }

    /// Only insertions into the shared tensors of the loop around.
    pub fn scf_in_parallel(&self, id: OpId, op: &Op) -> Check {
        let (Some(forall), Some(block)) = (self.module.parent_op(id), self.module.single_block(id, 0)) else {
            return Ok(());
        };
        let body = self.module.single_block(forall, 0);
        let shared = body.map_or(&[][..], |b| &self.module.block(b).arguments);
        for &insertion in &self.module.block(block).ops {
            let inside = self.module.op(insertion);
            if inside.code() != Some(OpCode::TensorParallelInsertSlice) {
                let message = format!("found `{}`", inside.name.as_str());
                return Err(wrong(op, message).help("expected only tensor.parallel_insert_slice ops"));
            }
            if inside.operands.get(1).is_none_or(|dest| !shared.contains(dest)) {
                let message = "the destination is no shared output of the loop around";
                return Err(wrong(inside, message).help("may only insert into an output block argument"));
            }
        }
        Ok(())
    }
}

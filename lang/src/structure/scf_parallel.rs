//! Loops of the scf dialect whose iterations may run in parallel.

use crate::attribute::Attribute;
use crate::diagnostic::counted;
use crate::ir::{BlockId, Op, OpId, ValueDef, ValueId};
use crate::op::OpCode;
use crate::types::{DYNAMIC_POSITION, Type};

use super::operation::Checker;
use super::{Check, wrong};

impl<'m> Checker<'m> {
    pub fn scf_parallel(&self, id: OpId, op: &Op) -> Check {
        let Some(body) = self.module.single_block(id, 0) else {
            return Err(wrong(op, "its region is not one block, the body"));
        };
        let [lower, upper, step, initial] = self.segments::<4>(op)?;
        if step == 0 {
            return Err(wrong(op, "has no steps")
                .help("expected an element of lowerBound, upperBound and step at least"));
        }
        if lower != step || upper != step {
            let message = format!("has {lower} lower bounds, {upper} upper bounds and {step} steps");
            return Err(wrong(op, message).help("expected as many of each"));
        }
        for &value in &op.operands[lower + upper..lower + upper + step] {
            if let Some(constant) = self.constant_index(value)
                && constant <= 0
            {
                return Err(wrong(op, format!("a step is {constant}"))
                    .help("expected a positive one where it is constant"));
            }
        }
        let variables = &self.module.block(body).arguments;
        if variables.len() != step {
            let message = format!("has {}", counted(variables.len(), "induction variable"));
            return Err(wrong(op, message).help(format!("expected {step}, one for each bound and step")));
        }
        if let Some(&variable) = variables.iter().find(|&&v| *self.ty(v) != Type::Index) {
            let message = format!("an induction variable has the type `{}`", self.ty(variable));
            return Err(wrong(op, message).help("expected the type `index` of such arguments"));
        }
        let Some(reduce) = self.last(body).filter(|r| r.code() == Some(OpCode::ScfReduce)) else {
            return Err(wrong(op, "its body does not terminate with `scf.reduce`"));
        };
        self.reductions_fit(op, reduce, initial)
    }

    /// As many results as initial values and reductions, of the types of what is reduced.
    fn reductions_fit(&self, op: &Op, reduce: &Op, initial: usize) -> Check {
        let (results, reductions) = (op.results.len(), reduce.regions.len());
        if results != reductions {
            let message = format!(
                "has {} of {}",
                counted(results, "result"),
                counted(reductions, "reduction")
            );
            return Err(wrong(op, message).help("expected one of each"));
        }
        if results != initial {
            let message = format!(
                "has {} from {}",
                counted(results, "result"),
                counted(initial, "initial value")
            );
            return Err(wrong(op, message).help("expected one from each"));
        }
        for (i, (&reduced, &result)) in reduce.operands.iter().zip(&op.results).enumerate() {
            if self.ty(reduced) != self.ty(result) {
                let message = format!(
                    "operand #{i} of the reduction has the type `{}`, result #{i} `{}`",
                    self.ty(reduced),
                    self.ty(result)
                );
                return Err(wrong(reduce, message).help("expected the same"));
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
                    format!("region #{i} of the reduction is not one block"),
                ));
            };
            let ty = self.ty(operand);
            let arguments = &self.module.block(*block).arguments;
            let Some(last) = self.last(*block) else {
                return Err(wrong(
                    op,
                    format!("region #{i} of the reduction has an empty body"),
                ));
            };
            if arguments.len() != 2 || arguments.iter().any(|&a| self.ty(a) != ty) {
                let types: Vec<String> = arguments.iter().map(|&a| format!("`{}`", self.ty(a))).collect();
                let message = format!("the block of reduction region #{i} takes ({})", types.join(", "));
                return Err(wrong(op, message).help(format!("expected two arguments of the type `{ty}`")));
            }
            if last.code() != Some(OpCode::ScfReduceReturn) {
                let message = format!("the body of reduction #{i} ends with `{}`", last.name.as_str());
                return Err(wrong(op, message).help("expected it to be terminated with `scf.reduce.return`"));
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
                    "expected `{}`, the type of what is reduced",
                    self.ty(expected)
                )))
            }
            _ => Ok(()),
        }
    }

    pub fn scf_forall(&self, id: OpId, op: &Op) -> Check {
        let Some(body) = self.module.single_block(id, 0) else {
            return Err(wrong(op, "its region is not one block, the body"));
        };
        let counts = self.segments::<4>(op)?;
        let names = ["staticLowerBound", "staticUpperBound", "staticStep"];
        let rank = self.integers(op, names[1])?.len();
        let outputs = &op.operands[op.operands.len() - counts[3]..];
        if op.results.len() != outputs.len() {
            let message = format!(
                "produces {} of {}",
                counted(op.results.len(), "result"),
                counted(outputs.len(), "output")
            );
            return Err(wrong(op, message).help("expected one of each"));
        }
        let arguments = &self.module.block(body).arguments;
        if arguments.len() != rank + outputs.len() {
            let message = format!("its region has {} arguments", arguments.len());
            let expected = rank + outputs.len();
            return Err(
                wrong(op, message).help(format!("expected {expected}, one for each loop and each output"))
            );
        }
        let (variables, shared) = arguments.split_at(rank);
        if let Some(i) = variables.iter().position(|&v| *self.ty(v) != Type::Index) {
            return Err(wrong(
                op,
                format!("block argument #{i} has the type `{}`", self.ty(variables[i])),
            )
            .help("expected an index: it is an induction variable"));
        }
        self.agree(op, ["output", "block argument"], outputs, shared)?;
        self.agree(op, ["output", "result"], outputs, &op.results)?;
        self.mapping(op, rank)?;
        for ((name, what), &dynamic) in names
            .into_iter()
            .zip(["lower bound", "upper bound", "step"])
            .zip(&counts)
        {
            let integers = self.integers(op, name)?;
            if integers.len() != rank {
                let message = format!("has {}", counted(integers.len(), &format!("{what} value")));
                return Err(wrong(op, message).help(format!("expected {rank}, one for each loop")));
            }
            let wanted = integers.iter().filter(|&&n| n == DYNAMIC_POSITION).count();
            if wanted != dynamic {
                let found = counted(dynamic, &format!("dynamic {what} value"));
                return Err(
                    wrong(op, format!("has {found}")).help(format!("expected {wanted}, as `{name}` says"))
                );
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
            .help("expected none, or the size of the mapping attribute to be the rank"));
        }
        match mapping.iter().find(|m| !matches!(m, Attribute::Opaque(_))) {
            None => Ok(()),
            Some(other) => Err(wrong(
                op,
                format!("the mapping has `{other}`: expected attributes for devices"),
            )),
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
                return Err(
                    wrong(op, message).help("expected `tensor.parallel_insert_slice` ops and nothing else")
                );
            }
            if inside.operands.get(1).is_none_or(|dest| !shared.contains(dest)) {
                let message = "the destination is no shared output of the loop around";
                return Err(
                    wrong(inside, message).help("expected to insert into an output, by its block argument")
                );
            }
        }
        Ok(())
    }
}

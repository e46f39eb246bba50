//! The linalg dialect.

use rustc_hash::FxHashSet;

use crate::attribute::{Attribute, FloatValue};
use crate::interpret::affine::{IndexExpr, resolve_map};
use crate::interpret::program::linalg::{LinalgInstruction, Nest, NestOperand, Softmax, Transform, Winograd};
use crate::interpret::program::{Bank, Choice, Instruction, Place};
use crate::interpret::winograd_matrices::matrices;
use crate::ir::{BlockId, Op, RegionId, ValueId};
use crate::linalg::{Structured, loop_nest};
use crate::op::{Dialect, OpCode};
use crate::types::{FloatKind, Type};

use super::parts::{operand, region, result};
use super::{Resolved, Resolver, unsupported};

impl Resolver<'_> {
    /// `None` for an operation of another dialect.
    pub(super) fn linalg(&mut self, op: &Op, code: OpCode) -> Option<Resolved<Instruction>> {
        if code.dialect() != Dialect::Linalg {
            return None;
        }
        if code == OpCode::LinalgIndex {
            return Some(self.loop_index(op));
        }
        let instruction = match code {
            OpCode::LinalgSoftmax => self.softmax(op).map(LinalgInstruction::Softmax),
            OpCode::LinalgWinogradFilterTransform => self.winograd(op, Transform::Filter),
            OpCode::LinalgWinogradInputTransform => self.winograd(op, Transform::Input),
            OpCode::LinalgWinogradOutputTransform => self.winograd(op, Transform::Output),
            _ => self.nest(op).map(LinalgInstruction::Nest),
        };
        Some(instruction.map(|instruction| Instruction::Linalg(Box::new(instruction))))
    }

    /// The number of the iteration in a loop of the innermost nest around.
    fn loop_index(&mut self, op: &Op) -> Resolved<Instruction> {
        let number = op.attribute("dim").and_then(Attribute::as_i64);
        let number = number.and_then(|number| u32::try_from(number).ok());
        let loops = self
            .nests
            .last()
            .ok_or_else(|| unsupported("an index outside a nest"))?;
        let slot = number
            .filter(|&number| number < loops.lanes)
            .map(|number| loops.start + number);
        let slot = slot.ok_or_else(|| unsupported("the index of a loop that does not exist"))?;
        Ok(Instruction::Apply(
            Choice::Only,
            [IndexExpr::Slot(slot)].into(),
            self.index(result(op)?)?,
        ))
    }

    fn softmax(&mut self, op: &Op) -> Resolved<Softmax> {
        let (input, output) = (operand(op, 0)?, operand(op, 1)?);
        let dimension = op.attribute("dimension").and_then(Attribute::as_i64);
        let dimension = dimension.and_then(|d| usize::try_from(d).ok());
        let kind = self.float_elements([input, output])?;
        Ok(Softmax {
            least: FloatValue::from_f64(f64::NEG_INFINITY, kind).bits,
            dimension: dimension.ok_or_else(|| unsupported("a dimension that does not exist"))?,
            scalar: Type::Float(kind),
            result: op.results.first().map(|&v| self.tensor(v)).transpose()?,
            input: self.shaped(input)?,
            output: self.shaped(output)?,
        })
    }

    fn winograd(&mut self, op: &Op, transform: Transform) -> Resolved<LinalgInstruction> {
        let (source, destination) = (operand(op, 0)?, operand(op, 1)?);
        let parameter = |name: &str| op.attribute(name).and_then(Attribute::as_i64).unwrap_or(0);
        let (m, r) = (parameter("m"), parameter("r"));
        let unknown = || unsupported(&format!("minimal filtering of {m} outputs and {r} taps"));
        Ok(LinalgInstruction::Winograd(Winograd {
            transform,
            m,
            r,
            matrices: matrices(m, r).ok_or_else(unknown)?,
            kind: self.float_elements([source, destination])?,
            source: self.shaped(source)?,
            destination: self.tensor_place(destination)?,
            result: self.tensor(result(op)?)?,
        }))
    }

    /// The kind of float that the elements of both are.
    fn float_elements(&self, [a, b]: [ValueId; 2]) -> Resolved<FloatKind> {
        match (self.module.ty(a).element(), self.module.ty(b).element()) {
            (Type::Float(a), Type::Float(b)) if a == b => Ok(*a),
            _ => Err(unsupported("elements that are not floats")),
        }
    }

    fn nest(&mut self, op: &Op) -> Resolved<Nest> {
        let nest = loop_nest(self.module, op);
        let nest = nest.ok_or_else(|| unsupported("an operation that is no loop nest over its operands"))?;
        let loops = self.fresh_place(Bank::Index, nest.iterations.len() as u32)?;
        let region = region(op, 0)?;
        self.nests.push(loops);
        let body = self.region(region);
        self.nests.pop();
        let body = body?;
        let operands = self.nest_operands(op, &nest, loops, region)?;
        let outputs = operands.get(nest.inputs.len()..).unwrap_or_default();
        let tensors = outputs.iter().filter(|output| output.place.bank == Bank::Tensor);
        if tensors.count() != op.results.len() {
            return Err(unsupported(
                "another number of results than of tensors to start from",
            ));
        }
        self.check_yielded(region, &nest.outputs)?;
        let results: Resolved<Box<[u32]>> = op.results.iter().map(|&v| self.tensor(v)).collect();
        Ok(Nest {
            loops,
            bounds: bounds(&nest)?,
            inputs: nest.inputs.len(),
            operands,
            body,
            results: results?,
        })
    }

    fn nest_operands(
        &mut self,
        op: &Op,
        nest: &Structured,
        loops: Place,
        region: RegionId,
    ) -> Resolved<Box<[NestOperand]>> {
        if nest.maps.len() != op.operands.len() {
            return Err(unsupported("another number of subscripts than of operands"));
        }
        let module = self.module;
        let slots: Vec<u32> = (loops.start..loops.start + loops.lanes).collect();
        let arguments = module.block(self.only_block(region)?).arguments.as_slice();
        let mut used = FxHashSet::default();
        self.collect_used(region, &mut used);
        let mut operands = Vec::new();
        for (number, (&value, map)) in op.operands.iter().zip(&nest.maps).enumerate() {
            let place = self.place(value)?;
            let is_shaped = matches!(place.bank, Bank::MemRef | Bank::Tensor);
            if !is_shaped && (number >= nest.inputs.len() || !map.results.is_empty()) {
                return Err(unsupported("a scalar in the place of a memref or a tensor"));
            }
            let argument = arguments
                .get(number)
                .copied()
                .filter(|argument| used.contains(argument));
            if argument.is_some_and(|argument| module.ty(argument) != self.element_type(value)) {
                return Err(unsupported("a region over elements of another type"));
            }
            operands.push(NestOperand {
                place,
                subscripts: resolve_map(map, &slots)?,
                scalar: self.scalar_type(value),
                argument: argument.map(|argument| self.place(argument)).transpose()?,
            });
        }
        Ok(operands.into())
    }

    /// The element type of a memref or a tensor, the type of a scalar.
    fn element_type(&self, value: ValueId) -> &Type {
        match self.module.ty(value) {
            ty @ (Type::MemRef(_) | Type::Tensor(_)) => ty.element(),
            ty => ty,
        }
    }

    fn only_block(&self, region: RegionId) -> Resolved<BlockId> {
        match self.module.region(region).blocks.as_slice() {
            &[block] => Ok(block),
            _ => Err(unsupported("a body of another number of blocks than one")),
        }
    }

    /// The operands of all operations in a region. How deep regions nest is known to be limited.
    fn collect_used(&self, region: RegionId, used: &mut FxHashSet<ValueId>) {
        for &block in &self.module.region(region).blocks {
            for &op in &self.module.block(block).ops {
                let op = self.module.op(op);
                used.extend(op.operands.iter().copied());
                op.regions
                    .iter()
                    .for_each(|&region| self.collect_used(region, used));
            }
        }
    }

    /// That a body yields an element of each output.
    fn check_yielded(&self, region: RegionId, outputs: &[ValueId]) -> Resolved<()> {
        let ops = &self.module.block(self.only_block(region)?).ops;
        let yielded = ops
            .last()
            .map(|&op| self.module.op(op).operands.as_slice())
            .unwrap_or_default();
        let is_element =
            |(&value, &output): (&ValueId, &ValueId)| self.module.ty(value) == self.element_type(output);
        match yielded.len() == outputs.len() && yielded.iter().zip(outputs).all(is_element) {
            true => Ok(()),
            false => Err(unsupported(
                "a region that does not yield an element of each output",
            )),
        }
    }
}

/// Of each loop: the first operand and dimension that it runs over.
fn bounds(nest: &Structured) -> Resolved<Box<[(usize, usize)]>> {
    let bound = |number: usize| {
        let first = nest.places_of(number as u32).next();
        first.ok_or_else(|| unsupported("a loop that no operand bounds"))
    };
    (0..nest.iterations.len()).map(bound).collect()
}

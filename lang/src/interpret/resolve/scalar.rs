//! Operations of scalars, on scalars, vectors and tensors.

use crate::interpret::program::pointwise::{MixedInstruction, Pointwise};
use crate::interpret::program::{Bank, Instruction, Operation, Place, ScalarInstruction};
use crate::ir::Op;
use crate::op::{OpCode, Shape};
use crate::types::Type;

use super::parts::{operand, overflow_flags, result};
use super::{Resolved, Resolver, unsupported};

impl Resolver<'_> {
    pub(super) fn scalar(&mut self, op: &Op, code: OpCode) -> Resolved<Instruction> {
        let result_value = result(op)?;
        let place = self.place(result_value)?;
        let subject = operand(op, if code == OpCode::Select { 1 } else { 0 })?;
        let arity = match code {
            OpCode::Select => Some(3),
            _ => match code.shape() {
                Shape::Unary | Shape::Cast => Some(1),
                Shape::Binary | Shape::Compare => Some(2),
                Shape::Ternary => Some(3),
                Shape::Own | Shape::Generic => None,
            },
        };
        if arity.is_some_and(|arity| op.operands.len() != arity) {
            return Err(unsupported("another number of operands"));
        }
        let operation = Operation {
            code,
            ty: self.module.ty(subject).element().clone(),
            result_ty: self.module.ty(result_value).element().clone(),
            flags: op.fast_math(),
            predicate: op.predicate(),
            rounding: op.rounding(),
            overflow: overflow_flags(op),
        };
        if place.bank == Bank::Tensor {
            return self.pointwise(op, operation, place);
        }
        let operands: Box<[Place]> = self.places(&op.operands)?.into();
        let is_scalar = |p: &Place| matches!(p.bank, Bank::Index | Bank::Data);
        let fits = |p: &Place| is_scalar(p) && (p.lanes == 1 || p.lanes == place.lanes);
        if !operands.iter().all(fits) || !is_scalar(&place) {
            return Err(unsupported("operands of these types"));
        }
        let is_mixed = operands.iter().chain([&place]).any(|p| p.bank == Bank::Index);
        Ok(Instruction::Scalar(Box::new(ScalarInstruction {
            operation,
            is_mixed,
            operands,
            result: place,
        })))
    }

    fn pointwise(&mut self, op: &Op, operation: Operation, result: Place) -> Resolved<Instruction> {
        let mut operands = Vec::new();
        for &value in &op.operands {
            let place = self.place(value)?;
            let is_scalar = place.lanes == 1 && matches!(place.bank, Bank::Index | Bank::Data);
            let element = self.module.ty(value).element().clone();
            if !is_scalar && place.bank != Bank::Tensor || matches!(element, Type::Vector(_)) {
                return Err(unsupported("operands of these types"));
            }
            operands.push((place, element));
        }
        Ok(Instruction::Pointwise(Box::new(Pointwise {
            operation,
            operands: operands.into(),
            result,
        })))
    }

    /// An operation with several results, or with operands of several types.
    pub(super) fn mixed_scalar(&mut self, op: &Op, code: OpCode) -> Resolved<Instruction> {
        let element = |value: &crate::ir::ValueId| self.module.ty(*value).element().clone();
        let types: Box<[Type]> = op.operands.iter().map(element).collect();
        let result_types: Box<[Type]> = op.results.iter().map(element).collect();
        let operands = self.places(&op.operands)?;
        let results = self.places(&op.results)?;
        let shape = |place: &Place| (place.bank == Bank::Tensor, place.lanes);
        let all = operands.iter().chain(&results).map(shape);
        let is_scalar = |place: &Place| !matches!(place.bank, Bank::MemRef | Bank::Function);
        let expected = if code == OpCode::FPowI { 1 } else { 2 };
        let is_uniform = all.clone().zip(all.skip(1)).all(|(a, b)| a == b);
        if !is_uniform
            || operands.len() != 2
            || results.len() != expected
            || !operands.iter().chain(&results).all(is_scalar)
        {
            return Err(unsupported("operands or results of these types"));
        }
        Ok(Instruction::Mixed(Box::new(MixedInstruction {
            code,
            flags: op.fast_math(),
            operands: operands.into(),
            types,
            results: results.into(),
            result_types,
        })))
    }
}

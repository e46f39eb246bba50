//! Structured operations: a perfect loop nest whose body computes one element of each output.

use smallvec::SmallVec;

use crate::interpret::access::Array;
use crate::interpret::affine::IndexExpr;
use crate::interpret::allocation::evaluate_all;
use crate::interpret::frame::Frame;
use crate::interpret::machine::Machine;
use crate::interpret::program::Bank;
use crate::interpret::program::linalg::{Nest, NestOperand};
use crate::interpret::reason::Stop;
use crate::interpret::shape::{Extents, for_each_index};
use crate::interpret::{Domain, Reason};

impl NestOperand {
    fn is_shaped(&self) -> bool {
        matches!(self.place.bank, Bank::MemRef | Bank::Tensor)
    }
}

type Arrays<V> = SmallVec<[Option<Array<V>>; 4]>;

impl Nest {
    /// The number of iterations of each loop, to which every extent that a loop runs over is equal.
    fn extents<V: Clone>(&self, arrays: &Arrays<V>) -> Result<Extents, Reason> {
        let sizes = |operand: usize| arrays[operand].as_ref().map(Array::sizes).unwrap_or_default();
        for (number, operand) in self.operands.iter().enumerate() {
            if sizes(number).len() != operand.subscripts.len() {
                return Err(Reason::Unsupported(
                    "another number of indices than the rank".into(),
                ));
            }
        }
        let extents: Extents = self
            .bounds
            .iter()
            .map(|&(operand, d)| sizes(operand)[d])
            .collect();
        for (number, operand) in self.operands.iter().enumerate() {
            for (dimension, (subscript, &extent)) in operand.subscripts.iter().zip(sizes(number)).enumerate()
            {
                if let Some(expected) = self.loop_of(subscript).map(|l| extents[l])
                    && extent != expected
                {
                    return Err(Reason::LoopMismatch {
                        operand: number,
                        dimension,
                        extent,
                        expected,
                    });
                }
            }
        }
        Ok(extents)
    }

    /// The loop whose number a subscript is.
    fn loop_of(&self, subscript: &IndexExpr) -> Option<usize> {
        match subscript {
            IndexExpr::Slot(slot) => Some((slot - self.loops.start) as usize),
            _ => None,
        }
    }
}

impl<'a, D: Domain> Machine<'a, D> {
    pub(super) fn nest(&mut self, x: &'a Nest, frame: &mut Frame<D::Value>) -> Result<(), Stop> {
        let mut arrays = Arrays::new();
        for operand in &x.operands {
            arrays.push(match operand.is_shaped() {
                true => Some(frame.array(operand.place)?),
                false => None,
            });
        }
        let extents = x.extents(&arrays)?;
        for array in arrays[x.inputs..].iter().flatten() {
            if let Array::Tensor(tensor, _) = array {
                self.room(tensor.cells.len())?;
            }
        }
        for_each_index(&extents, |point| {
            self.spend(1)?;
            frame.index[x.loops.range()].copy_from_slice(point);
            self.nest_iteration(x, &mut arrays, frame)
        })?;
        let outputs = arrays.drain(x.inputs..).flatten();
        let tensors = outputs.filter(|array| matches!(array, Array::Tensor(..)));
        for (&result, tensor) in x.results.iter().zip(tensors) {
            frame.tensors[result as usize] = Some(tensor.into_tensor()?);
        }
        Ok(())
    }

    /// Reads the elements of an iteration, runs the body on them, and writes what it yields.
    fn nest_iteration(
        &mut self,
        x: &'a Nest,
        arrays: &mut Arrays<D::Value>,
        frame: &mut Frame<D::Value>,
    ) -> Result<(), Stop> {
        let mut cells: SmallVec<[i64; 4]> = SmallVec::new();
        for (operand, array) in x.operands.iter().zip(arrays.iter()) {
            let Some(array) = array else {
                cells.push(0);
                operand
                    .argument
                    .iter()
                    .for_each(|&argument| frame.copy(operand.place, argument));
                continue;
            };
            let cell = array.cell(&evaluate_all(&operand.subscripts, &frame.index)?)?;
            cells.push(cell);
            if let Some(argument) = operand.argument {
                self.read_element(array, cell, &operand.scalar, argument, frame)?;
            }
        }
        let yielded = self.iteration(&x.body, frame)?;
        let outputs = x.operands.iter().zip(arrays).zip(cells).skip(x.inputs);
        for (((operand, array), cell), &value) in outputs.zip(yielded) {
            if let Some(array) = array {
                self.write_element(array, cell, &operand.scalar, value, frame)?;
            }
        }
        Ok(())
    }
}

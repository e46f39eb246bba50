//! Exponentials that sum to one.

use crate::interpret::access::Array;
use crate::interpret::frame::Frame;
use crate::interpret::machine::Machine;
use crate::interpret::program::Operation;
use crate::interpret::program::linalg::Softmax;
use crate::interpret::shape::{Extents, for_each_index, mismatch};
use crate::interpret::{Domain, Reason};
use crate::op::OpCode;

/// Operations for each element: of the maximum, the difference, the exponential, the sum, the quotient.
const STEPS: u64 = 5;

impl<D: Domain> Machine<'_, D> {
    pub(super) fn softmax(&mut self, x: &Softmax, frame: &mut Frame<D::Value>) -> Result<(), Reason> {
        let (input, mut output) = (frame.array(x.input)?, frame.array(x.output)?);
        if input.sizes() != output.sizes() {
            return Err(mismatch(input.sizes(), output.sizes()));
        }
        if let Array::Tensor(tensor, _) = &output {
            self.room(tensor.cells.len())?;
        }
        let mut lines: Extents = input.sizes().into();
        let length = lines
            .get_mut(x.dimension)
            .map(|extent| std::mem::replace(extent, 1));
        let length = length.ok_or_else(|| Reason::Unsupported("a dimension that does not exist".into()))?;
        for_each_index(&lines, |line| {
            self.spend(STEPS.saturating_mul(length as u64))?;
            self.softmax_line(x, line, length, (&input, &mut output))
        })?;
        if let Some(result) = x.result {
            frame.tensors[result as usize] = Some(output.into_tensor()?);
        }
        Ok(())
    }

    /// Along the line that begins at some indices.
    fn softmax_line(
        &mut self,
        x: &Softmax,
        line: &[i64],
        length: i64,
        (input, output): (&Array<D::Value>, &mut Array<D::Value>),
    ) -> Result<(), Reason> {
        let at = |i: i64| {
            let mut indices: Extents = line.into();
            indices[x.dimension] = i;
            indices
        };
        let operation = |code| Operation::plain(code, &x.scalar);
        let mut values = Vec::new();
        for i in 0..length {
            values.push(self.read_scalar(input, input.cell(&at(i))?, &x.scalar)?);
        }
        let greatest = self.folded(&operation(OpCode::MaxNumF), x.least, &values)?;
        for value in &mut values {
            let difference = self.combine(&operation(OpCode::SubF), &[value.clone(), greatest.clone()])?;
            *value = self.combine(&operation(OpCode::Exp), &[difference])?;
        }
        let sum = self.folded(&operation(OpCode::AddF), 0, &values)?;
        for (i, value) in (0..).zip(values) {
            let quotient = self.combine(&operation(OpCode::DivF), &[value, sum.clone()])?;
            let cell = output.cell(&at(i))?;
            self.write_scalar(output, cell, &x.scalar, quotient)?;
        }
        Ok(())
    }

    /// The values combined, one after the other, with what has these bits.
    fn folded(
        &mut self,
        operation: &Operation,
        first: u128,
        values: &[D::Value],
    ) -> Result<D::Value, Reason> {
        let first = self.domain.constant(&operation.ty, first);
        let mut values = values.iter();
        values.try_fold(first, |sum, value| self.combine(operation, &[value.clone(), sum]))
    }
}

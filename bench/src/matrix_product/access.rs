//! Where the elements that a statement reads and writes lie, by the loops around it.

use ovolo_lang::affine::{AffineExpr, AffineOp};
use ovolo_lang::ir::{OpId, ValueId};

use super::{Loop, Matrix, Reader};

/// An access to an array, linear in the variables of loops.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Access {
    /// The place of the array among the arguments.
    pub argument: usize,
    /// The element in the first iteration of all loops.
    offset: i64,
    /// How many elements an iteration of a loop is from the next, where it is any, by the number of the value.
    strides: Vec<(ValueId, i64)>,
}

impl Access {
    /// Elements from one iteration of a loop to the next.
    pub fn along(&self, own: &Loop) -> i64 {
        let mut strides = self.strides.iter();
        let found = strides.find(|(variable, _)| *variable == own.variable);
        found.map_or(0, |(_, stride)| *stride)
    }

    /// The matrix whose rows and columns these loops go through; `None` where neither its rows nor its columns lie one after
    /// the other.
    pub fn matrix(&self, [row, column]: [&Loop; 2]) -> Option<Matrix> {
        let of = |is_transposed, leading, inner: &Loop| Matrix {
            argument: self.argument,
            offset: self.offset,
            leading: i64::max(leading, inner.extent.max(1)),
            is_transposed,
        };
        let fits = |outer: &Loop, inner: &Loop| {
            self.along(inner) == 1 && (self.along(outer) >= inner.extent || outer.extent <= 1)
        };
        if fits(row, column) {
            Some(of(false, self.along(row), column))
        } else if fits(column, row) {
            Some(of(true, self.along(column), row))
        } else {
            None
        }
    }

    /// Whether the elements that two loops go through are those of another access in some of its own.
    pub fn covers(&self, loops: &[Loop], other: &Access, others: &[Loop]) -> bool {
        let shape = |access: &Access, loops: &[Loop]| {
            let all = loops.iter().map(|own| (access.along(own), own.extent));
            let mut all: Vec<(i64, i64)> = all.filter(|(stride, _)| *stride != 0).collect();
            all.sort_unstable();
            all
        };
        let is_once = loops.iter().all(|own| self.along(own) != 0);
        is_once
            && self.argument == other.argument
            && self.offset == other.offset
            && shape(self, loops) == shape(other, others)
    }
}

/// Whether an expression is linear in its dimensions.
fn is_linear(expression: &AffineExpr) -> bool {
    let mut is_linear = true;
    expression.walk(&mut |part| {
        if let AffineExpr::Binary(op, sides) = part {
            is_linear &= match op {
                AffineOp::Add => true,
                AffineOp::Mul => [&sides.0, &sides.1]
                    .iter()
                    .any(|side| side.is_symbolic_or_constant()),
                AffineOp::FloorDiv | AffineOp::CeilDiv | AffineOp::Mod => false,
            };
        }
    });
    is_linear
}

impl Reader<'_> {
    /// The access of an `affine.load` or `affine.store`, whose memref and indices are operands from this one on.
    pub(super) fn access(&self, id: OpId, memref: usize) -> Result<Access, String> {
        let op = self.module.op(id);
        let array = op.operands[memref];
        let place = self.parameters.iter().position(|&parameter| parameter == array);
        let argument = place.ok_or("it has an array that is no argument")?;
        let map = op.attribute("map").and_then(|map| map.as_affine_map());
        let extents = self.indices.extents(array);
        let (Some(map), Some(extents)) = (map, extents) else {
            return Err("the shape of an array is not known".to_string());
        };
        if !map.results.iter().all(is_linear) {
            return Err("a subscript is no linear function of loops".to_string());
        }
        let indices = &op.operands[memref + 1..];
        let start = self
            .indices
            .values(indices)
            .ok_or("a subscript is not known before the call")?;
        let element = |values: &[i64]| {
            let (dims, symbols) = values.split_at((map.num_dims as usize).min(values.len()));
            let subscripts = map.evaluate(dims, symbols)?;
            let mut place: i64 = 0;
            for (subscript, extent) in subscripts.iter().zip(extents) {
                place = place.checked_mul(*extent)?.checked_add(*subscript)?;
            }
            Some(place)
        };
        let too_large = "a subscript is too large";
        let offset = element(&start).ok_or(too_large)?;
        if offset < 0 {
            return Err("an array is accessed before its start".to_string());
        }
        let mut variables = indices.to_vec();
        variables.sort_unstable();
        variables.dedup();
        let mut strides = Vec::new();
        for variable in variables {
            let mut next = start.clone();
            let moved = indices
                .iter()
                .zip(&mut next)
                .filter(|(index, _)| **index == variable);
            moved.for_each(|(_, value)| *value += 1);
            let stride = element(&next).ok_or(too_large)? - offset;
            if self.is_variable(variable) && stride != 0 {
                strides.push((variable, stride));
            }
        }
        Ok(Access {
            argument,
            offset,
            strides,
        })
    }
}

//! Loops that copy a tile of a memref to a buffer, or back.

use crate::affine::{AffineExpr, AffineMap, AffineOp};
use crate::attribute::Attribute;
use crate::ir::{Module, OpId, ValueId};
use crate::krnl_loops::is_multiple;
use crate::op::OpCode;
use crate::types::Dim;

use super::step::Step;

/// Loops that copy a tile.
pub(super) struct TileCopy {
    pub buffer: ValueId,
    pub memref: ValueId,
    /// Whether the buffer is what is written.
    pub is_filled: bool,
    /// Where the tile starts in each dimension of the memref.
    pub starts: Vec<Start>,
    /// How much of the buffer the tile fills, where that is less than all.
    pub sizes: Option<Vec<i64>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Start {
    Constant(i64),
    Value(ValueId),
}

impl TileCopy {
    /// What the loops are, if they are a copy of a tile that starts at multiples of its size, and of nothing else.
    pub fn of(module: &Module, op: OpId) -> Option<TileCopy> {
        let mut steps: Vec<Step> = Vec::new();
        let mut next = Some(op);
        let [load, store] = loop {
            let step = Step::of(module, next?)?;
            let is_plain = step.step == 1 && !step.is_parallel && !step.is_unrolled && step.inits.is_empty();
            let first = matches!(step.lower.0.results.as_slice(), [AffineExpr::Constant(0)]);
            if !is_plain || !first {
                return None;
            }
            let ops = module.block(step.body).ops.clone();
            steps.push(step);
            match *ops.as_slice() {
                [inner, _] => next = Some(inner),
                [load, store, _] => break [load, store],
                _ => return None,
            }
        };
        let [read, written] = [load, store].map(|op| Access::of(module, op));
        let (read, written) = (read?, written?);
        let stored = *module.op(store).operands.first()?;
        if module.defining_op(stored) != Some(load) || written.is_load || !read.is_load {
            return None;
        }
        let variables: Vec<ValueId> = steps.iter().map(|step| step.variable).collect();
        let is_filled = written.is_whole(module, &variables);
        let (buffer, other) = match is_filled {
            true => (&written, &read),
            false if read.is_whole(module, &variables) => (&read, &written),
            false => return None,
        };
        if buffer.memref == other.memref {
            return None;
        }
        let extents = module.ty(buffer.memref).as_memref()?.shape.clone()?;
        let shape = module.ty(other.memref).as_memref()?.shape.clone()?;
        let starts = other.starts(&variables)?;
        let outer = starts.len().checked_sub(variables.len())?;
        let mut sizes = Vec::new();
        for (number, step) in steps.iter().enumerate() {
            let (place, whole) = (outer + number, extents[number].fixed()?);
            let (size, ends) = size(step)?;
            let is_inside = size <= whole && ends.iter().all(|end| *end == (shape[place], starts[place]));
            let is_aligned = match starts[place] {
                Start::Constant(at) => at % size == 0,
                Start::Value(at) => is_multiple(module, at, size),
            };
            if size < 1 || !is_inside || !is_aligned {
                return None;
            }
            sizes.push(size);
        }
        let is_part = sizes
            .iter()
            .zip(&extents)
            .any(|(size, whole)| whole.fixed() != Some(*size));
        Some(TileCopy {
            buffer: buffer.memref,
            memref: other.memref,
            is_filled,
            starts,
            sizes: is_part.then_some(sizes),
        })
    }
}

/// The constant that ends a loop, and each other end as the extent and the start whose difference it is.
fn size(step: &Step) -> Option<(i64, Vec<(Dim, Start)>)> {
    let (map, operands) = &step.upper;
    let (mut size, mut ends) = (None, Vec::new());
    for end in &map.results {
        match end {
            AffineExpr::Constant(known) if size.is_none() => size = Some(*known),
            other => {
                // `-s + N`.
                let (AffineExpr::Binary(AffineOp::Mul, product), AffineExpr::Constant(extent)) =
                    other.operands_of(AffineOp::Add)?
                else {
                    return None;
                };
                if product.1.as_constant() != Some(-1) {
                    return None;
                }
                let start = Start::Value(operand(map, operands, &product.0)?);
                ends.push((Dim::Fixed(*extent), start));
            }
        }
    }
    Some((size?, ends))
}

fn operand(map: &AffineMap, operands: &[ValueId], leaf: &AffineExpr) -> Option<ValueId> {
    let place = match leaf {
        AffineExpr::Dim(n) => *n,
        AffineExpr::Symbol(n) => *n + map.num_dims,
        _ => return None,
    };
    operands.get(place as usize).copied()
}

/// An access with affine subscripts.
struct Access<'m> {
    memref: ValueId,
    map: &'m AffineMap,
    operands: &'m [ValueId],
    is_load: bool,
}

impl<'m> Access<'m> {
    fn of(module: &'m Module, op: OpId) -> Option<Access<'m>> {
        let data = module.op(op);
        let is_load = match data.code()? {
            OpCode::AffineLoad => true,
            OpCode::AffineStore => false,
            _ => return None,
        };
        let (&memref, operands) = data.operands.get(usize::from(!is_load)..)?.split_first()?;
        let map = data.attribute("map").and_then(Attribute::as_affine_map)?;
        Some(Access {
            memref,
            map,
            operands,
            is_load,
        })
    }

    /// Whether these variables are the subscripts, and the memref is a buffer that the function makes.
    fn is_whole(&self, module: &Module, variables: &[ValueId]) -> bool {
        let made = module.defining_op(self.memref).map(|op| module.op(op).code());
        let is_made = matches!(made, Some(Some(OpCode::MemRefAlloc | OpCode::MemRefAlloca)));
        let ty = module.ty(self.memref).as_memref();
        let is_plain = ty.is_some_and(|ty| {
            let shape = ty.shape.iter().flatten();
            ty.layout.is_none() && shape.clone().all(|extent| extent.fixed().is_some())
        });
        let subscripts = self.map.results.iter();
        let subscripts: Vec<Option<ValueId>> = subscripts
            .map(|subscript| operand(self.map, self.operands, subscript))
            .collect();
        let wanted: Vec<Option<ValueId>> = variables.iter().copied().map(Some).collect();
        is_made && is_plain && !variables.is_empty() && subscripts == wanted
    }

    /// The subscripts without the variables, of which the last ones have one each.
    fn starts(&self, variables: &[ValueId]) -> Option<Vec<Start>> {
        let outer = self.map.results.len().checked_sub(variables.len())?;
        let of = |leaf: &AffineExpr| operand(self.map, self.operands, leaf);
        let mut starts = Vec::new();
        for (number, subscript) in self.map.results.iter().enumerate() {
            let variable = number.checked_sub(outer).map(|n| variables[n]);
            let start = match (subscript, variable) {
                (AffineExpr::Constant(known), None) => Start::Constant(*known),
                (leaf, None) => Start::Value(of(leaf)?),
                (leaf, Some(variable)) if of(leaf) == Some(variable) => Start::Constant(0),
                (sum, Some(variable)) => {
                    let (a, b) = sum.operands_of(AffineOp::Add)?;
                    match (of(a), of(b)) {
                        (Some(a), Some(b)) if b == variable => Start::Value(a),
                        (Some(a), Some(b)) if a == variable => Start::Value(b),
                        (Some(a), None) if a == variable => Start::Constant(b.as_constant()?),
                        _ => return None,
                    }
                }
            };
            if matches!(start, Start::Value(value) if variables.contains(&value)) {
                return None;
            }
            starts.push(start);
        }
        Some(starts)
    }
}

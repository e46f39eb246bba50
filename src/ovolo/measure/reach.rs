//! How far the subscripts of an array may go at a size.

use ovolo_lang::affine::{AffineExpr, AffineMap, AffineOp};
use ovolo_lang::attribute::Attribute;
use ovolo_lang::ir::{Module, OpId, ValueDef, ValueId};
use ovolo_lang::op::OpCode;

/// Operations behind a subscript that are followed, one inside the other. Arbitrary; what is made of two operands at each step
/// takes two to the power of so many steps.
const MOST_DEPTH: usize = 12;

/// About the greatest subscripts of a memref in a function, one for each dimension, where all sizes, and all variables whose
/// bounds do not say otherwise, are `size`; 0 where nothing accesses it.
pub fn reach(module: &Module, function: OpId, memref: ValueId, size: f64) -> Vec<f64> {
    let mut most: Vec<f64> = Vec::new();
    module.walk(function, &mut |op| {
        let op = module.op(op);
        // A view of the first elements has the subscripts of what it views.
        let is_view = op.code() == Some(OpCode::MemRefReinterpretCast)
            && op.operands.first() == Some(&memref)
            && op.attribute("static_offsets").and_then(Attribute::as_i64_list) == Some(vec![0]);
        if is_view {
            let of_view = reach(module, function, op.results[0], size);
            most.resize(of_view.len().max(most.len()), 0.0);
            for (most, own) in most.iter_mut().zip(of_view) {
                *most = most.max(own);
            }
        }
        let first = match op.code() {
            Some(OpCode::AffineLoad | OpCode::MemRefLoad | OpCode::AffineVectorLoad | OpCode::VectorLoad) => {
                0
            }
            Some(
                OpCode::AffineStore | OpCode::MemRefStore | OpCode::AffineVectorStore | OpCode::VectorStore,
            ) => 1,
            _ => return,
        };
        if op.operands.get(first) != Some(&memref) {
            return;
        }
        let mut subscripts: Vec<f64> = match op.attribute("map").and_then(Attribute::as_affine_map) {
            Some(map) => of_map(module, map, &op.operands[first + 1..], size, MOST_DEPTH),
            None => {
                let subscripts = op.operands[first + 1..].iter();
                subscripts
                    .map(|value| greatest(module, *value, size, MOST_DEPTH))
                    .collect()
            }
        };
        // A vector is elements from there on.
        let accessed = match first {
            0 => op.results.first(),
            _ => op.operands.first(),
        };
        let vector = accessed.and_then(|&value| module.ty(value).as_vector());
        let lanes = vector.into_iter().flat_map(|vector| vector.shape.iter().rev());
        for (subscript, lanes) in subscripts.iter_mut().rev().zip(lanes) {
            *subscript += (lanes.size - 1) as f64;
        }
        most.resize(subscripts.len().max(most.len()), 0.0);
        for (most, subscript) in most.iter_mut().zip(subscripts) {
            *most = most.max(subscript);
        }
    });
    most
}

fn of_map(module: &Module, map: &AffineMap, operands: &[ValueId], size: f64, depth: usize) -> Vec<f64> {
    let operands: Vec<f64> = operands
        .iter()
        .map(|value| greatest(module, *value, size, depth))
        .collect();
    let (dims, symbols) = operands.split_at(operands.len().min(map.num_dims as usize));
    map.results
        .iter()
        .map(|expr| of_expr(expr, dims, symbols))
        .collect()
}

/// The greatest value of the variable of a loop; `None` for another argument of a block.
fn greatest_iteration(module: &Module, value: ValueId, size: f64, depth: usize) -> Option<f64> {
    let ValueDef::Argument { block, index: 0 } = module.value(value).def else {
        return None;
    };
    let op = module.op(module.region(module.block(block).parent?).parent?);
    let upper = match op.code() {
        Some(OpCode::AffineFor) => {
            let bound = |name| op.attribute(name).and_then(Attribute::as_affine_map);
            let (lower, upper) = (bound("lowerBoundMap")?, bound("upperBoundMap")?);
            let operands = |map: &AffineMap| (map.num_dims + map.num_symbols) as usize;
            let first = operands(lower);
            let operands = op.operands.get(first..first + operands(upper))?;
            let bounds = of_map(module, upper, operands, size, depth);
            bounds.into_iter().reduce(f64::min)?
        }
        Some(OpCode::ScfFor) => greatest(module, *op.operands.get(1)?, size, depth),
        _ => return None,
    };
    Some((upper - 1.0).max(0.0))
}

fn greatest(module: &Module, value: ValueId, size: f64, depth: usize) -> f64 {
    if depth > 0
        && let Some(greatest) = greatest_iteration(module, value, size, depth - 1)
    {
        return greatest;
    }
    let Some(op) = module
        .defining_op(value)
        .filter(|_| depth > 0)
        .map(|op| module.op(op))
    else {
        return size;
    };
    let operand = |n: usize| match op.operands.get(n) {
        Some(&operand) => greatest(module, operand, size, depth - 1),
        None => size,
    };
    match op.code() {
        Some(OpCode::Constant) => {
            let value = op.attribute("value").and_then(Attribute::as_i64);
            value.map_or(size, |value| value as f64)
        }
        Some(OpCode::AddI) => operand(0) + operand(1),
        Some(OpCode::MulI) => operand(0) * operand(1),
        Some(
            OpCode::SubI
            | OpCode::IndexCast
            | OpCode::IndexCastUI
            | OpCode::ExtSI
            | OpCode::ExtUI
            | OpCode::TruncI,
        ) => operand(0),
        Some(OpCode::DivSI | OpCode::DivUI) => operand(0) / operand(1).max(1.0),
        Some(OpCode::RemSI | OpCode::RemUI | OpCode::MinSI | OpCode::MinUI) => operand(0).min(operand(1)),
        Some(OpCode::MaxSI | OpCode::MaxUI) => operand(0).max(operand(1)),
        Some(OpCode::Select) => operand(1).max(operand(2)),
        Some(OpCode::AffineApply) => {
            let map = op.attribute("map").and_then(Attribute::as_affine_map);
            let of_map = |map| of_map(module, map, &op.operands, size, depth - 1);
            map.and_then(|map| of_map(map).first().copied()).unwrap_or(size)
        }
        _ => size,
    }
}

fn of_expr(expr: &AffineExpr, dims: &[f64], symbols: &[f64]) -> f64 {
    match expr {
        AffineExpr::Constant(c) => *c as f64,
        AffineExpr::Dim(i) => dims.get(*i as usize).copied().unwrap_or(0.0),
        AffineExpr::Symbol(i) => symbols.get(*i as usize).copied().unwrap_or(0.0),
        AffineExpr::Binary(op, ab) => {
            let [a, b] = [&ab.0, &ab.1].map(|part| of_expr(part, dims, symbols));
            match op {
                AffineOp::Add => a.max(0.0) + b.max(0.0),
                AffineOp::Mul => a * b,
                AffineOp::FloorDiv | AffineOp::CeilDiv => a / b.max(1.0),
                AffineOp::Mod => a.min(b),
            }
        }
    }
}

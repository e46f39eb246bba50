//! How far the subscripts of an array may go at a size.

use ovolo_lang::affine::{AffineExpr, AffineOp};
use ovolo_lang::attribute::Attribute;
use ovolo_lang::ir::{Module, OpId, ValueId};
use ovolo_lang::op::OpCode;

/// Operations behind a subscript that are followed, one inside the other. Arbitrary; what is made of two operands at each step
/// takes two to the power of so many steps.
const MOST_DEPTH: usize = 12;

/// About the greatest subscript of a memref of one dimension in a function, where all sizes and variables are `size`; 0 where
/// nothing accesses it.
pub fn reach(module: &Module, function: OpId, memref: ValueId, size: f64) -> f64 {
    let mut most: f64 = 0.0;
    module.walk(function, &mut |op| {
        let op = module.op(op);
        let first = match op.code() {
            Some(OpCode::AffineLoad | OpCode::MemRefLoad) => 0,
            Some(OpCode::AffineStore | OpCode::MemRefStore) => 1,
            _ => return,
        };
        if op.operands.get(first) != Some(&memref) {
            return;
        }
        let operands: Vec<f64> = op.operands[first + 1..]
            .iter()
            .map(|value| greatest(module, *value, size, MOST_DEPTH))
            .collect();
        most = match op.attribute("map").and_then(Attribute::as_affine_map) {
            Some(map) => {
                let (dims, symbols) = operands.split_at(operands.len().min(map.num_dims as usize));
                let results = map.results.iter().map(|expr| of_expr(expr, dims, symbols));
                results.fold(most, f64::max)
            }
            None => operands.into_iter().fold(most, f64::max),
        };
    });
    most
}

fn greatest(module: &Module, value: ValueId, size: f64, depth: usize) -> f64 {
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
        Some(OpCode::SubI | OpCode::IndexCast | OpCode::ExtSI | OpCode::TruncI) => operand(0),
        Some(OpCode::AffineApply) => {
            let operands: Vec<f64> = (0..op.operands.len()).map(operand).collect();
            let map = op.attribute("map").and_then(Attribute::as_affine_map);
            map.map_or(size, |map| {
                let (dims, symbols) = operands.split_at(operands.len().min(map.num_dims as usize));
                map.results
                    .first()
                    .map_or(size, |expr| of_expr(expr, dims, symbols))
            })
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

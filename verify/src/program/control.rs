//! What of a function's arguments its control flow, its subscripts and its shapes depend on.

use ovolo_lang::attribute::Attribute;
use ovolo_lang::ir::{Module, OpId, ValueId};
use ovolo_lang::op::{Dialect, OpCode};
use ovolo_lang::types::Type;
use rustc_hash::FxHashSet;

/// Whether what is computed from an integer argument decides about control flow or becomes an index. What goes through
/// memory is not followed.
pub fn decides(module: &Module, function: OpId, argument: usize) -> bool {
    decides_within(module, function, argument, MAX_CALLS)
}

/// Calls within calls that are followed; what is deeper decides. Arbitrary.
const MAX_CALLS: usize = 4;

fn decides_within(module: &Module, function: OpId, argument: usize, calls: usize) -> bool {
    let Some(value) = argument_of(module, function, argument) else {
        return false;
    };
    let mut reached: FxHashSet<ValueId> = [value].into_iter().collect();
    loop {
        let before = reached.len();
        let mut decides = false;
        module.walk(function, &mut |op| {
            decides |= spread(module, op, &mut reached, calls)
        });
        if decides || reached.len() == before {
            return decides;
        }
    }
}

/// Adds what an operation makes of values that were reached; whether it decides by one.
fn spread(module: &Module, id: OpId, reached: &mut FxHashSet<ValueId>, calls: usize) -> bool {
    let op = module.op(id);
    if !op.operands.iter().any(|operand| reached.contains(operand)) {
        return false;
    }
    let is_index = |v: &ValueId| *module.ty(*v).element() == Type::Index;
    let passes_through = matches!(op.code(), Some(OpCode::AffineFor)) || {
        let induction_variable = module
            .single_block(id, 0)
            .and_then(|b| module.block(b).arguments.first());
        op.code() == Some(OpCode::ScfFor) && induction_variable.is_some_and(is_index)
    };
    let decides = match op.code() {
        Some(OpCode::ScfCondition | OpCode::CallIndirect | OpCode::Assert) => true,
        Some(OpCode::Call) => {
            let callee = op.attribute("callee").and_then(Attribute::as_symbol);
            let callee = callee
                .and_then(|name| module.function(name))
                .filter(|_| calls > 0);
            let mut handed = (0..op.operands.len()).filter(|&i| reached.contains(&op.operands[i]));
            handed.any(|i| callee.is_none_or(|callee| decides_within(module, callee, i, calls - 1)))
        }
        Some(code) if code.dialect() == Dialect::Linalg => false,
        _ => op.successors.len() > 1 || !op.regions.is_empty() && !passes_through,
    };
    if decides || op.results.iter().any(is_index) {
        return true;
    }
    let mut targets: Vec<ValueId> = op.results.to_vec();
    let mut regions = op.regions.to_vec();
    let mut blocks = op.successors.to_vec();
    let is_last = op
        .parent
        .is_some_and(|block| module.block(block).ops.last() == Some(&id));
    if let Some(parent) = module.parent_op(id).filter(|_| is_last && op.results.is_empty()) {
        targets.extend(&module.op(parent).results);
        regions.extend(
            module
                .op(parent)
                .regions
                .iter()
                .filter(|_| op.code() != Some(OpCode::Return)),
        );
    }
    blocks.extend(regions.iter().flat_map(|&r| module.region(r).blocks.first()));
    targets.extend(blocks.iter().flat_map(|&b| &module.block(b).arguments));
    let is_integer = |v: &ValueId| matches!(module.ty(*v).element(), Type::Integer(_));
    reached.extend(targets.into_iter().filter(is_integer));
    false
}

/// Whether an extent of a memref argument matters to nothing but the bounds of subscripts.
pub fn is_capacity(module: &Module, function: OpId, argument: usize, dimension: usize) -> bool {
    let Some(value) = argument_of(module, function, argument) else {
        return true;
    };
    let mut is_capacity = true;
    module.walk(function, &mut |id| {
        let op = module.op(id);
        if !op.operands.contains(&value) {
            return;
        }
        is_capacity &= match op.code() {
            Some(OpCode::AffineLoad | OpCode::AffineStore | OpCode::MemRefLoad | OpCode::MemRefStore) => true,
            Some(OpCode::AffineVectorLoad | OpCode::AffineVectorStore) => true,
            Some(OpCode::MemRefDim) => {
                let asked = op.operands.get(1).and_then(|&d| module.defining_op(d));
                let asked = asked.and_then(|d| module.op(d).attribute("value")?.as_i64());
                asked.is_some_and(|asked| asked != dimension as i64)
            }
            _ => false,
        };
    });
    is_capacity
}

/// Whether anything in a function depends on an argument of it.
pub fn uses(module: &Module, function: OpId, argument: usize) -> bool {
    let value = argument_of(module, function, argument);
    let mut used = value.is_none();
    module.walk(function, &mut |op| {
        used |= module
            .op(op)
            .operands
            .iter()
            .any(|operand| Some(*operand) == value);
    });
    used
}

fn argument_of(module: &Module, function: OpId, argument: usize) -> Option<ValueId> {
    let region = *module.op(function).regions.first()?;
    let entry = *module.region(region).blocks.first()?;
    module.block(entry).arguments.get(argument).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ovolo_lang::parse::parse_module;

    #[test]
    fn an_integer_decides_where_it_becomes_a_bound() {
        let text = "func.func @f(%n: i32, %x: i32, %A: memref<?xi32>) {
          %c0 = arith.constant 0 : index
          %c1 = arith.constant 1 : index
          %one = arith.constant 1 : i32
          %m = arith.addi %n, %one : i32
          %b = arith.index_cast %m : i32 to index
          scf.for %i = %c0 to %b step %c1 {
            memref.store %x, %A[%i] : memref<?xi32>
          }
          return
        }";
        let module = parse_module(text).unwrap();
        let function = module.function("f").unwrap();
        assert!(decides(&module, function, 0));
        assert!(!decides(&module, function, 1));
        assert!(is_capacity(&module, function, 2, 0));
    }
}

//! Functions made plain: calls in loops replaced by what they call, scopes by what is in them, extents taken out of loops, parallel loops
//! that reduce put in sequence. What is searched and proved is made so, and not what is compiled: a function says more of its arguments than a part of another.

use crate::clone::{Mapping, mapped};
use crate::extents::{extents_inside, take_out_extents};
use crate::in_sequence::{Reductions, put_in_sequence, reducing};
use crate::ir::{BlockId, Module, OpId};
use crate::op::OpCode;
use crate::structure::verify;

/// The longest that a function may become, in operations. Arbitrary.
const MOST_OPERATIONS: usize = 20_000;

/// The longest chain of calls that is followed. Arbitrary: a longer one is taken for a recursion.
const MOST_CALLS: usize = 20;

/// A function that was made plain, and a copy of it as it was, in no block.
#[derive(Clone, Copy, Debug)]
pub struct Inlined {
    pub function: OpId,
    original: OpId,
}

/// Replaces calls and `memref.alloca_scope` in loops by what is called and what is in them, in every function where nothing of
/// the kind remains then. A call of what has several blocks stays. Buffers on the stack whose size is fixed need
/// no scope; with others calls and scopes stay. All calls of a function stay where it is no valid program else: what is called
/// may take values as dimensions or symbols of affine maps that are none where it is called. Extents are taken where memrefs are
/// made, and parallel loops that reduce are put in sequence.
pub fn inline_in_loops(module: &mut Module, reductions: Reductions) -> Vec<Inlined> {
    let functions: Vec<OpId> = module.functions().collect();
    let mut all = Vec::new();
    for function in functions {
        if is_plain(module, function, reductions) {
            continue;
        }
        for with_calls in [false, true] {
            if with_calls && has_only_calls(module, function, reductions) {
                break;
            }
            let mut copy = module.clone();
            let original = copy.clone_op(function, &mut Mapping::default());
            let is_whole = with_calls || inlined(&mut copy, function);
            take_out_extents(&mut copy, function);
            put_in_sequence(&mut copy, function, reductions);
            if is_whole && verify(&copy).is_ok() {
                *module = copy;
                all.push(Inlined { function, original });
                break;
            }
        }
    }
    all
}

/// Whether a function has calls, scopes or extents in loops, or parallel loops that reduce, which may be replaced.
pub fn has_inlined(module: &Module, function: OpId) -> bool {
    !is_plain(module, function, Reductions::InOneOrder)
}

fn is_plain(module: &Module, function: OpId, reductions: Reductions) -> bool {
    replaceable(module, function).is_empty() && has_only_calls(module, function, reductions)
}

fn has_only_calls(module: &Module, function: OpId, reductions: Reductions) -> bool {
    extents_inside(module, function).is_empty() && reducing(module, function, reductions).is_empty()
}

/// A copy of the module with functions made plain; `None` where all are. Functions keep their ids.
pub fn with_inlined(module: &Module, reductions: Reductions) -> Option<Module> {
    let mut functions = module.functions();
    if functions.all(|function| is_plain(module, function, reductions)) {
        return None;
    }
    let mut module = module.clone();
    let all = inline_in_loops(&mut module, reductions);
    (!all.is_empty()).then_some(module)
}

/// Puts a function back as it was.
pub fn restore_calls(module: &mut Module, inlined: &Inlined) {
    let body = module.body();
    for op in &mut module.block_mut(body).ops {
        if *op == inlined.function {
            *op = inlined.original;
        }
    }
    module.op_mut(inlined.function).parent = None;
    module.op_mut(inlined.original).parent = Some(body);
}

/// Replaces calls until none is left; answers whether that ends.
fn inlined(module: &mut Module, function: OpId) -> bool {
    for _ in 0..MOST_CALLS {
        let found = replaceable(module, function);
        if found.is_empty() {
            return true;
        }
        let mut length = 0;
        module.walk(function, &mut |_| length += 1);
        if length > MOST_OPERATIONS {
            return false;
        }
        let mut blocks: Vec<BlockId> = found.iter().filter_map(|&op| module.op(op).parent).collect();
        blocks.dedup();
        for block in blocks {
            replace_in(module, block, &found);
        }
    }
    false
}

fn replace_in(module: &mut Module, block: BlockId, found: &[OpId]) {
    let mut replaced = Mapping::default();
    for op in std::mem::take(&mut module.block_mut(block).ops) {
        if !found.contains(&op) {
            module.replace_uses(op, &replaced);
            module.attach(block, op);
            continue;
        }
        match module.single_block(op, 0) {
            Some(scope) => {
                let mut ops = std::mem::take(&mut module.block_mut(scope).ops);
                let end = ops.pop();
                for inner in ops {
                    module.replace_uses(inner, &replaced);
                    module.attach(block, inner);
                }
                let values = end.map(|end| module.op(end).operands.clone()).unwrap_or_default();
                for (&result, value) in module.op(op).results.clone().iter().zip(values) {
                    replaced.insert(result, mapped(&replaced, value));
                }
            }
            None => {
                module.inline_call(op, block, &mut replaced);
            }
        }
        module.op_mut(op).parent = None;
    }
}

/// The calls and scopes of a function that are replaced.
fn replaceable(module: &Module, function: OpId) -> Vec<OpId> {
    let mut found = Vec::new();
    module.walk(function, &mut |op| {
        if is_in_loop(module, op)
            && content(module, op).is_some_and(|content| has_fixed_buffers(module, content))
        {
            found.push(op);
        }
    });
    found
}

/// A condition alone is none: it may decide between versions of a function.
fn is_in_loop(module: &Module, mut op: OpId) -> bool {
    while let Some(around) = module.parent_op(op) {
        let is_loop = matches!(
            module.op(around).code(),
            Some(
                OpCode::AffineFor
                    | OpCode::AffineParallel
                    | OpCode::ScfFor
                    | OpCode::ScfParallel
                    | OpCode::ScfWhile
            )
        );
        if is_loop {
            return true;
        }
        op = around;
    }
    false
}

/// What takes the place of a call or a scope stands in this operation.
fn content(module: &Module, op: OpId) -> Option<OpId> {
    match module.op(op).code() {
        Some(OpCode::Call) => module.callee(op),
        Some(OpCode::MemRefAllocaScope) => module.single_block(op, 0).map(|_| op),
        _ => None,
    }
}

fn has_fixed_buffers(module: &Module, content: OpId) -> bool {
    let mut is_fixed = true;
    module.walk(content, &mut |op| {
        let op = module.op(op);
        is_fixed &= op.code() != Some(OpCode::MemRefAlloca) || op.operands.is_empty();
    });
    is_fixed
}

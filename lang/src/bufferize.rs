//! Functions of tensors as functions of memrefs: MLIR's one-shot bufferization, with identity layouts, of functions of one
//! block whose only control flow on tensors is `scf.for`.
//!
//! - An argument that is a tensor becomes a memref that shares memory with no other (`llvm.noalias`), and that the function may
//!   overwrite unless it is marked `bufferization.writable = false`.
//! - A result that is computed in the place of an argument is found there, and is a result no more. Any other becomes an
//!   argument more, behind the others, in which the caller gives a memref of the extents of the result.
//! - Destination passing: an operation writes over its output where nobody reads what was there afterwards, and else into a copy.
//!   What is neither argument nor result is allocated, and freed at the end.

mod calls;
mod function;
mod memory;
mod rewrite;
mod structure;

pub use calls::inline_calls;

use crate::attribute::Attribute;
use crate::ir::{Module, OpId, Span};
use crate::types::Type;

/// A function of tensors and what takes its place. It stays in the module, in no block.
#[derive(Clone, Debug)]
pub struct Bufferized {
    pub original: OpId,
    pub function: OpId,
    /// The globals that hold its constants, before it.
    pub globals: Vec<OpId>,
    /// For each result that is a tensor the number of the argument in which it is found.
    pub results: Vec<usize>,
}

/// Why a function of tensors stays one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotBufferized {
    pub span: Span,
    pub reason: String,
}

type Outcome<T> = Result<T, NotBufferized>;

/// Puts functions of memrefs in the place of functions of tensors, of which calls are replaced by what they call
/// ([`inline_calls`]); answers with those, and with those that stay and why.
pub fn bufferize(module: &mut Module) -> (Vec<Bufferized>, Vec<(OpId, NotBufferized)>) {
    bufferize_prepared(module, &|_, _| {})
}

/// As [`bufferize`], where what takes the place of a function, while it is still one of tensors, is prepared for that.
pub fn bufferize_prepared(
    module: &mut Module,
    prepare: &dyn Fn(&mut Module, OpId),
) -> (Vec<Bufferized>, Vec<(OpId, NotBufferized)>) {
    inline_calls(module);
    let (mut done, mut kept) = (Vec::new(), Vec::new());
    let functions: Vec<OpId> = module.functions().filter(|&f| has_tensors(module, f)).collect();
    for original in functions {
        match function::bufferized(module, original, prepare) {
            Ok(bufferized) => {
                replace(module, original, &bufferized);
                done.push(bufferized);
            }
            Err(reason) => kept.push((original, reason)),
        }
    }
    (done, kept)
}

/// A copy of the module with memrefs for tensors, and what became of which function; `None` where nothing did.
pub fn with_buffers(module: &Module) -> Option<(Module, Vec<Bufferized>)> {
    if !module.functions().any(|f| has_tensors(module, f)) {
        return None;
    }
    let mut module = module.clone();
    let (done, _) = bufferize(&mut module);
    (!done.is_empty()).then_some((module, done))
}

/// Puts a function of tensors back.
pub fn restore_tensors(module: &mut Module, bufferized: &Bufferized) {
    let body = module.body();
    let ops = std::mem::take(&mut module.block_mut(body).ops);
    for op in ops {
        match op {
            _ if op == bufferized.function => module.attach(body, bufferized.original),
            _ if bufferized.globals.contains(&op) => {}
            _ => module.attach(body, op),
        }
    }
}

fn replace(module: &mut Module, original: OpId, bufferized: &Bufferized) {
    let body = module.body();
    let ops = std::mem::take(&mut module.block_mut(body).ops);
    for op in ops {
        if op != original {
            module.attach(body, op);
            continue;
        }
        for &new in bufferized.globals.iter().chain([&bufferized.function]) {
            module.attach(body, new);
        }
    }
    module.op_mut(original).parent = None;
}

fn has_tensors(module: &Module, function: OpId) -> bool {
    let is_tensor = |v| matches!(module.ty(v), Type::Tensor(_));
    let Some(body) = module.single_block(function, 0) else {
        return false;
    };
    let mut found = module.block(body).arguments.iter().any(|&v| is_tensor(v));
    module.walk(function, &mut |op| {
        let op = module.op(op);
        found |= op.results.iter().chain(&op.operands).any(|&v| is_tensor(v));
    });
    found
}

/// Whether an operation of the module names a function, as a call does; one that is not understood may wherever its text has the name.
fn is_named(module: &Module, function: OpId) -> bool {
    let name = module
        .op(function)
        .attribute("sym_name")
        .and_then(Attribute::as_str);
    let Some(name) = name else { return true };
    let mut found = false;
    module.walk(module.top(), &mut |op| {
        let op = module.op(op);
        let mut attributes = op.attributes.iter();
        found = found
            || match op.code() {
                Some(_) => attributes.any(|(_, a)| a.as_symbol() == Some(name)),
                None => attributes.any(|(_, a)| has_word(&a.to_string(), name)),
            };
    });
    found
}

/// Whether a name stands in a text, and is not a part of a longer one.
fn has_word(text: &str, name: &str) -> bool {
    let is_of_name = |c: char| c.is_alphanumeric() || "_$.-".contains(c);
    // The text has other names in quotes, with escapes.
    !name.chars().all(is_of_name)
        || text.match_indices(name).any(|(at, _)| {
            let [before, after] = [
                text[..at].chars().next_back(),
                text[at + name.len()..].chars().next(),
            ];
            ![before, after].into_iter().flatten().any(is_of_name)
        })
}

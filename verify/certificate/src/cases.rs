//! Functions that test at run time whether arguments overlap, or how their sizes compare, as two functions: one for arguments of
//! which the test holds, one for others.
//!
//! A function whose last operation is an `scf.if` that nothing with an effect stands before is equal to another wherever each
//! of its branches is where it is taken. Of the condition one thing is understood: that it implies, of two memref arguments, that
//! the bytes of one end where those of the other begin, or before. In the branch taken then the arguments are taken for
//! `llvm.noalias`; of any other branch nothing more is known. Where it implies that an argument is a constant, both functions are
//! compared with the constant in its place.

use std::collections::BTreeSet;
use std::sync::Arc;

use ovolo_lang::affine::{AffineExpr, AffineOp, Constraint, constant, dim};
use ovolo_lang::algebra::IntPredicate;
use ovolo_lang::attribute::Attribute;
use ovolo_lang::clone::{Mapping, mapped};
use ovolo_lang::fp::FpModel;
use ovolo_lang::ir::{BlockId, Module, OpId, ValueId};
use ovolo_lang::op::{OpCode, Trait};
use ovolo_lang::specialize::fix_argument;
use ovolo_lang::types::{Dim, Type};

use super::congruence::parts;
use super::function::{Assumed, Size};
use super::pairs::{Branch, Pair, drop_unused, written};
use super::settled;

/// Functions that are split. Arbitrary: what `optimize` makes of a nest is split once, and functions that call each other have no end.
const MOST_SPLIT: usize = 128;

/// Conditions that functions are split by which neither compare sizes nor addresses. Arbitrary: three make eight cases.
const MOST_SETTLED: usize = 7;

/// The pairs of functions all of which must be equal for two functions to be.
pub fn cases(first: (&Module, OpId), second: (&Module, OpId), model: FpModel) -> Vec<Branch> {
    let mut pending = vec![Branch {
        pair: [(first.0.clone(), first.1), (second.0.clone(), second.1)],
        assumed: Vec::new(),
        is_part: false,
    }];
    let mut found = Vec::new();
    let (mut left, mut settled_left) = (MOST_SPLIT, MOST_SETTLED);
    while let Some(case) = pending.pop() {
        let versions = || Some((0..2).find_map(|side| split(&case, side))?.to_vec());
        let several = (left > 0).then(|| versions().or_else(|| parts(&case, model)));
        if let Some(several) = several.flatten() {
            left -= 1;
            pending.extend(several);
        } else if let Some(both) = settled::split(&case).filter(|_| settled_left > 0) {
            settled_left -= 1;
            pending.extend(both);
        } else {
            found.push(case);
        }
    }
    found
}

/// The two cases of a function that tests its arguments.
fn split(case: &Branch, side: usize) -> Option<[Branch; 2]> {
    let (module, function) = &case.pair[side];
    let body = module.single_block(*function, 0)?;
    let [before @ .., choice, _] = module.block(body).ops.as_slice() else {
        return None;
    };
    if module.op(*choice).code() != Some(OpCode::ScfIf) || !before.iter().all(|op| is_pure(module, *op)) {
        return None;
    }
    let condition = *module.op(*choice).operands.first()?;
    let mut apart = BTreeSet::new();
    disjoint(module, body, condition, &mut apart);
    let mut compared = Vec::new();
    sizes_compared(module, body, condition, &mut compared);
    if apart.is_empty() && compared.is_empty() {
        return None;
    }
    let mut both = Vec::new();
    for region in 0..2 {
        let mut case = case.clone();
        let (module, _) = &mut case.pair[side];
        take_branch(module, body, *choice, region)?;
        if region == 0 {
            mark(&mut case.pair, &apart);
            for (argument, n) in fixed(&compared) {
                for (module, function) in &mut case.pair {
                    let body = module.single_block(*function, 0)?;
                    let argument = *module.block(body).arguments.get(argument)?;
                    // No argument of a type is what the type has not.
                    if let Some(bits) = module.ty(argument).bit_width().filter(|bits| *bits < 64)
                        && (bits < 2 || n < -(1 << (bits - 1)) || n >= 1 << (bits - 1))
                    {
                        continue;
                    }
                    fix_argument(module, *function, argument, n);
                    drop_unused(module, *function);
                }
            }
            case.assumed.append(&mut compared);
        }
        both.push(case);
    }
    both.try_into().ok()
}

fn is_pure(module: &Module, op: OpId) -> bool {
    module
        .op(op)
        .code()
        .is_some_and(|code| code.has_trait(Trait::Pure))
        || module.op(op).code() == Some(OpCode::MemRefDim)
}

/// Puts the branch of the last condition of a block in its place, calls in it as what they call.
fn take_branch(module: &mut Module, body: BlockId, choice: OpId, region: usize) -> Option<()> {
    let function = module.function_around(choice)?;
    let branch = module.single_block(choice, region);
    let mut ops = std::mem::take(&mut module.block_mut(body).ops);
    let end = ops.pop()?;
    ops.pop();
    module.block_mut(body).ops = ops;
    let mut mapping = Mapping::default();
    let mut yielded = Vec::new();
    if let Some(branch) = branch {
        for op in module.block(branch).ops.clone() {
            if module.op(op).code() == Some(OpCode::ScfYield) {
                let values = module.op(op).operands.clone();
                yielded.extend(values.iter().map(|value| mapped(&mapping, *value)));
            } else if !module.inline_call(op, body, &mut mapping) {
                let copy = module.clone_op(op, &mut mapping);
                module.attach(body, copy);
            }
        }
    }
    let results = module.op(choice).results.clone();
    if results.len() != yielded.len() {
        return None;
    }
    let outcome: Mapping = results.into_iter().zip(yielded).collect();
    for operand in &mut module.op_mut(end).operands {
        *operand = mapped(&outcome, *operand);
    }
    module.attach(body, end);
    drop_unused(module, function);
    Some(())
}

/// Marks arguments that overlap no other one of which, or of them, something is written.
fn mark(case: &mut Pair, apart: &BTreeSet<(usize, usize)>) {
    let written: Vec<BTreeSet<usize>> = case.iter().map(|(module, op)| written(module, *op)).collect();
    let is_written = |a: usize| written.iter().any(|all| all.contains(&a));
    let (module, function) = &case[0];
    let Some(body) = module.single_block(*function, 0) else {
        return;
    };
    // An argument may be a global, of which the test says nothing.
    if case
        .iter()
        .any(|(module, function)| uses_globals(module, *function))
    {
        return;
    }
    let arguments = module.block(body).arguments.iter().enumerate();
    let memrefs: Vec<usize> = arguments
        .filter(|(_, value)| matches!(module.ty(**value), Type::MemRef(_)))
        .map(|(number, _)| number)
        .collect();
    let are_apart = |a: usize, b: usize| {
        let is_promised = [a, b].iter().any(|&i| module.op(*function).is_noalias(i));
        is_promised || apart.contains(&(a.min(b), a.max(b))) || !is_written(a) && !is_written(b)
    };
    let alone = |a: &&usize| memrefs.iter().all(|&b| **a == b || are_apart(**a, b));
    let alone: Vec<usize> = memrefs.iter().filter(alone).copied().collect();
    for (module, function) in case {
        module.op_mut(*function).mark_noalias(alone.iter().copied());
    }
}

/// Whether a function uses globals that may be written.
fn uses_globals(module: &Module, function: OpId) -> bool {
    let is_constant = |name: Option<&str>| {
        let mut globals = module.block(module.body()).ops.iter().map(|&op| module.op(op));
        globals.any(|op| {
            op.code() == Some(OpCode::MemRefGlobal)
                && op.attribute("sym_name").and_then(Attribute::as_str) == name
                && op.attribute("constant").is_some()
        })
    };
    let mut found = false;
    module.walk(function, &mut |id| {
        let op = module.op(id);
        let name = || op.attribute("name").and_then(Attribute::as_symbol);
        found |= op.code() == Some(OpCode::MemRefGetGlobal) && !is_constant(name());
    });
    found
}

/// What a truth value says of sizes where it holds: each comparison that is a part of it.
fn sizes_compared(module: &Module, body: BlockId, condition: ValueId, found: &mut Vec<Assumed>) {
    let mut pending = vec![condition];
    while let Some(value) = pending.pop() {
        let Some(op) = module.defining_op(value).map(|op| module.op(op)) else {
            continue;
        };
        match (op.code(), op.operands.as_slice()) {
            (Some(OpCode::AndI), &[a, b]) => pending.extend([b, a]),
            (Some(OpCode::CmpI), &[a, b]) if *module.ty(a) == Type::Index => {
                let mut sizes = Vec::new();
                let mut sum = |value| size_sum(module, body, value, &mut sizes, MOST_SUMMED);
                let predicate = IntPredicate::from_code(op.predicate());
                let expr = match predicate {
                    Some(IntPredicate::Sge) => difference(sum(a), sum(b)),
                    Some(IntPredicate::Sle) => difference(sum(b), sum(a)),
                    Some(IntPredicate::Eq) if module.as_constant(b) == Some(0) => {
                        remainder(module, a, &mut sum)
                    }
                    _ => continue,
                };
                if let Some(expr) = expr {
                    let is_equality = predicate == Some(IntPredicate::Eq);
                    let text = "a comparison of sizes".to_string();
                    let constraint = Constraint { expr, is_equality };
                    found.push(Assumed {
                        sizes,
                        constraint,
                        text,
                    });
                }
            }
            _ => {}
        }
    }
}

fn difference(more: Option<AffineExpr>, less: Option<AffineExpr>) -> Option<AffineExpr> {
    Some(&more? + &(&less? * &constant(-1)))
}

/// Of a sum that is divided by a constant, toward zero, the remainder toward minus infinity: each is zero where the other is.
fn remainder(
    module: &Module,
    value: ValueId,
    sum: &mut dyn FnMut(ValueId) -> Option<AffineExpr>,
) -> Option<AffineExpr> {
    let op = module.op(module.defining_op(value)?);
    let &[dividend, by] = op.operands.as_slice() else {
        return None;
    };
    let by = module.as_constant(by).filter(|by| *by > 0)?;
    let is_remainder = op.code() == Some(OpCode::RemSI);
    let sum = sum(dividend).filter(|_| is_remainder)?;
    Some(AffineExpr::Binary(AffineOp::Mod, Arc::new((sum, constant(by)))))
}

/// The arguments that are a constant where all of this holds: at least it, and at most it.
fn fixed(compared: &[Assumed]) -> Vec<(usize, i64)> {
    let bound = |assumed: &Assumed| {
        let &[Size::Index { argument }] = assumed.sizes.as_slice() else {
            return None;
        };
        if assumed.constraint.is_equality {
            return None;
        }
        let at = |n: i64| assumed.constraint.expr.evaluate(&[n], &[]);
        let (constant, factor) = (at(0)?, at(1)?.checked_sub(at(0)?)?);
        (factor.abs() == 1).then_some((argument, factor, constant))
    };
    let bounds: Vec<(usize, i64, i64)> = compared.iter().filter_map(bound).collect();
    let mut found = Vec::new();
    for &(argument, _, least) in bounds.iter().filter(|(_, factor, _)| *factor == 1) {
        let is_most = |&(other, factor, most): &(usize, i64, i64)| {
            other == argument && factor == -1 && most.checked_add(least) == Some(0)
        };
        let is_known = found.iter().any(|(known, _)| *known == argument);
        if !is_known && bounds.iter().any(is_most) {
            found.push((argument, -least));
        }
    }
    found
}

/// Operations below one another that a size is made of.
const MOST_SUMMED: usize = 16;

/// A sum of arguments, over those that are in a list as dimensions.
fn size_sum(
    module: &Module,
    body: BlockId,
    value: ValueId,
    sizes: &mut Vec<Size>,
    left: usize,
) -> Option<AffineExpr> {
    let argument = |value: ValueId| {
        module
            .block(body)
            .arguments
            .iter()
            .position(|&other| other == value)
    };
    let mut of_argument = |argument: usize| {
        let size = Size::Index { argument };
        let place = sizes.iter().position(|known| *known == size).unwrap_or_else(|| {
            sizes.push(size);
            sizes.len() - 1
        });
        dim(place as u32)
    };
    if let Some(argument) = argument(value) {
        return Some(of_argument(argument));
    }
    let op = module.op(module.defining_op(value)?);
    match (op.code()?, op.operands.as_slice()) {
        (OpCode::Constant, _) => op.attribute("value")?.as_i64().map(constant),
        (OpCode::IndexCast, &[integer]) => argument(integer).map(of_argument),
        (code @ (OpCode::AddI | OpCode::MulI), &[a, b]) => {
            let left = left.checked_sub(1)?;
            let a = size_sum(module, body, a, sizes, left)?;
            let b = size_sum(module, body, b, sizes, left)?;
            match code {
                OpCode::AddI => Some(&a + &b),
                _ => (a.as_constant().is_some() || b.as_constant().is_some()).then(|| &a * &b),
            }
        }
        _ => None,
    }
}

/// The pairs of arguments that are apart where a truth value holds.
fn disjoint(module: &Module, body: BlockId, condition: ValueId, found: &mut BTreeSet<(usize, usize)>) {
    let Some(op) = module.defining_op(condition).map(|op| module.op(op)) else {
        return;
    };
    match (op.code(), op.operands.as_slice()) {
        (Some(OpCode::AndI), &[a, b]) => {
            disjoint(module, body, a, found);
            disjoint(module, body, b, found);
        }
        (Some(OpCode::OrI), &[a, b]) => {
            if let [Some((x, y)), Some((z, w))] = [a, b].map(|value| ends_before(module, body, value))
                && (x, y) == (w, z)
            {
                found.insert((x.min(y), x.max(y)));
            }
        }
        _ => {}
    }
}

/// Where a truth value says that the bytes of an argument end where those of another begin, or before: the two.
fn ends_before(module: &Module, body: BlockId, value: ValueId) -> Option<(usize, usize)> {
    const UNSIGNED_AT_MOST: i64 = 7;
    let op = module.op(module.defining_op(value)?);
    let &[end, start] = op.operands.as_slice() else {
        return None;
    };
    if op.code() != Some(OpCode::CmpI) || op.predicate() != UNSIGNED_AT_MOST {
        return None;
    }
    let second = begin(module, body, start)?;
    let sum = module.op(module.defining_op(end)?);
    let &[a, b] = sum.operands.as_slice() else {
        return None;
    };
    if sum.code() != Some(OpCode::AddI) {
        return None;
    }
    let of = |start, bytes| {
        let first = begin(module, body, start)?;
        covers(module, body, first, bytes).then_some(first)
    };
    Some((of(a, b).or_else(|| of(b, a))?, second))
}

/// The argument whose address an index is.
fn begin(module: &Module, body: BlockId, value: ValueId) -> Option<usize> {
    let op = module.op(module.defining_op(value)?);
    let is_address = op.code() == Some(OpCode::MemRefExtractAlignedPointer);
    let memref = *op.operands.first().filter(|_| is_address)?;
    module
        .block(body)
        .arguments
        .iter()
        .position(|&argument| argument == memref)
}

/// Whether an index is the number of bytes of an argument whose elements follow one another.
fn covers(module: &Module, body: BlockId, argument: usize, bytes: ValueId) -> bool {
    let memref = module.block(body).arguments[argument];
    let Some(ty) = module.ty(memref).as_memref() else {
        return false;
    };
    let unit = match &ty.element {
        Type::Index => Some(8),
        Type::Integer(integer) if ![8, 16, 32, 64].contains(&integer.width) => None,
        scalar => scalar.byte_size().and_then(|bytes| i64::try_from(bytes).ok()),
    };
    let (Some(unit), Some(shape), None) = (unit, &ty.shape, &ty.layout) else {
        return false;
    };
    let fixed = shape.iter().filter_map(|extent| extent.fixed());
    let Some(wanted) = fixed
        .into_iter()
        .try_fold(unit, |product, extent| extent.checked_mul(product))
    else {
        return false;
    };
    let mut open: Vec<i64> = (0..shape.len() as i64)
        .filter(|&n| shape[n as usize] == Dim::Dynamic)
        .collect();
    let mut constant = Some(1i64);
    let mut pending = vec![bytes];
    let number = |value: ValueId| {
        let op = module.op(module.defining_op(value)?);
        let value = op
            .attribute("value")
            .filter(|_| op.code() == Some(OpCode::Constant))?;
        value.as_i64()
    };
    while let Some(value) = pending.pop() {
        let Some(op) = module.defining_op(value).map(|op| module.op(op)) else {
            return false;
        };
        match (op.code(), op.operands.as_slice()) {
            (Some(OpCode::MulI), &[a, b]) => pending.extend([a, b]),
            (Some(OpCode::MemRefDim), &[of, dimension]) if of == memref => {
                let place = number(dimension).and_then(|n| open.iter().position(|&other| other == n));
                let Some(place) = place else {
                    return false;
                };
                open.swap_remove(place);
            }
            _ => {
                let factor = number(value);
                constant = constant.zip(factor).and_then(|(a, b)| a.checked_mul(b));
            }
        }
    }
    open.is_empty() && constant == Some(wanted)
}

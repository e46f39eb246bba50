//! What else than its results a caller of a module sees: names, promises, globals.

use std::collections::BTreeSet;

use ovolo_lang::attribute::Attribute;
use ovolo_lang::ir::{Module, Op, OpId, ValueId};
use ovolo_lang::op::OpCode;
use ovolo_lang::print::print_generic;
use ovolo_lang::types::Type;

/// A module as text in which values have no names, of those operations at its top that are kept.
pub fn nameless(module: &Module, keeps: impl Fn(&Op) -> bool) -> String {
    let mut module = module.clone();
    let mut values = Vec::new();
    module.walk(module.top(), &mut |id| {
        let op = module.op(id);
        values.extend(&op.results);
        let blocks = op.regions.iter().flat_map(|&r| &module.region(r).blocks);
        values.extend(blocks.flat_map(|&b| &module.block(b).arguments));
    });
    values
        .iter()
        .for_each(|&value| module.value_mut(value).name = None);
    let body = module.body();
    let kept = module
        .block(body)
        .ops
        .iter()
        .copied()
        .filter(|&op| keeps(module.op(op)));
    let kept: Vec<OpId> = kept.collect();
    module.block_mut(body).ops = kept;
    let metadata = module.metadata.clone().unwrap_or_default();
    print_generic(&module) + &metadata
}

pub fn is_private(op: &Op) -> bool {
    op.attribute("sym_visibility").and_then(Attribute::as_str) == Some("private")
}

/// Why the second module is no replacement for the first, whatever its functions compute.
pub fn differs([a, b]: [&Module; 2]) -> Option<String> {
    let others = |op: &Op| !matches!(op.code(), Some(OpCode::Func | OpCode::MemRefGlobal));
    if nameless(a, others) != nameless(b, others) {
        return Some("what the modules hold beside functions and globals differs".to_string());
    }
    let globals = |module: &Module| {
        let all = module
            .block(module.body())
            .ops
            .iter()
            .map(|&op| module.op(op).clone());
        let all = all.filter(|op| op.code() == Some(OpCode::MemRefGlobal));
        all.collect::<Vec<Op>>()
    };
    let seconds = globals(b);
    for global in globals(a).iter().filter(|global| !is_private(global)) {
        let name = global.attribute("sym_name");
        let second = seconds.iter().find(|second| second.attribute("sym_name") == name);
        let is_same = |second: &Op| {
            second.attributes.len() == global.attributes.len()
                && global
                    .attributes
                    .iter()
                    .all(|(name, value)| second.attribute(name) == Some(value))
        };
        if !second.is_some_and(is_same) {
            let name = name.and_then(Attribute::as_str).unwrap_or_default();
            return Some(format!(
                "the public global @{name} is another one, or none, in the second program"
            ));
        }
    }
    let private = |op: &Op| {
        let name = op.attribute("sym_name").and_then(Attribute::as_str);
        op.code() == Some(OpCode::Func)
            && is_private(op)
            && name.is_some_and(|name| a.function(name).is_some())
    };
    if [a, b].into_iter().any(returns_functions) && nameless(a, private) != nameless(b, private) {
        return Some("functions are values, and what private ones do differs".to_string());
    }
    None
}

/// Whether a function is taken for a value and may so reach the caller.
fn returns_functions(module: &Module) -> bool {
    let mut found = false;
    module.walk(module.top(), &mut |id| {
        let op = module.op(id);
        let of_function = |v: &ValueId| matches!(module.ty(*v).element().element(), Type::Function(_));
        found |= op.code() == Some(OpCode::Return) && op.operands.iter().any(of_function);
    });
    found
}

/// What the second function promises that the first does not.
pub fn added_promise([(a, first), (b, second)]: [(&Module, OpId); 2]) -> Option<String> {
    const OWN: [&str; 5] = [
        "sym_name",
        "function_type",
        "arg_attrs",
        "res_attrs",
        "sym_visibility",
    ];
    let (first_op, second_op) = (a.op(first), b.op(second));
    for (name, value) in second_op
        .attributes
        .iter()
        .filter(|(name, _)| !OWN.contains(&&**name))
    {
        if first_op.attribute(name) != Some(value) {
            return Some(format!("the second promises {name}, the first does not"));
        }
    }
    for (list, of) in [("arg_attrs", "argument"), ("res_attrs", "result")] {
        let entries = |op: &Op, i: usize| match op.attribute(list) {
            Some(Attribute::Array(all)) => match all.get(i) {
                Some(Attribute::Dictionary(entries)) => entries.to_vec(),
                _ => Vec::new(),
            },
            _ => Vec::new(),
        };
        let count = |op: &Op| match op.attribute(list) {
            Some(Attribute::Array(all)) => all.len(),
            _ => 0,
        };
        for i in 0..count(first_op).max(count(second_op)) {
            let known = entries(first_op, i);
            // Where C's pointer points to is no promise: it says which element is which.
            let first = |op| entries(op, i).into_iter().find(|(name, _)| &**name == "c.first");
            if first(first_op) != first(second_op) {
                return Some(format!(
                    "{of} {i} begins at another element of C's array (c.first)"
                ));
            }
            if let Some((name, _)) = entries(second_op, i)
                .into_iter()
                .find(|entry| !known.contains(entry))
            {
                return Some(format!(
                    "the second promises {name} of {of} {i}, the first does not"
                ));
            }
        }
    }
    let known = alignments(a, first);
    let mut promised = alignments(b, second).into_iter();
    let added = promised.find(|&(place, n)| !known.iter().any(|&(other, m)| other == place && m >= n));
    added.map(|(_, n)| {
        format!("the second assumes that memory starts at a multiple of {n}, the first does not")
    })
}

/// The alignments that are assumed: of arguments by number, of other memory without one.
fn alignments(module: &Module, function: OpId) -> BTreeSet<(Option<usize>, i64)> {
    let mut found = BTreeSet::new();
    let entry = module
        .op(function)
        .regions
        .first()
        .and_then(|&r| module.region(r).blocks.first());
    let arguments = entry
        .map(|&b| module.block(b).arguments.as_slice())
        .unwrap_or_default();
    module.walk(function, &mut |id| {
        let op = module.op(id);
        if op.code() != Some(OpCode::MemRefAssumeAlignment) {
            return;
        }
        let memref = op.operands.first();
        let alignment = op
            .attribute("alignment")
            .and_then(Attribute::as_i64)
            .unwrap_or(i64::MAX);
        let made = memref
            .and_then(|&m| module.defining_op(m))
            .map(|made| module.op(made));
        let is_made_so = made.is_some_and(|made| {
            let allocates = matches!(made.code(), Some(OpCode::MemRefAlloc | OpCode::MemRefAlloca));
            let given = made.attribute("alignment").and_then(Attribute::as_i64);
            allocates && given.is_some_and(|given| given % alignment.max(1) == 0)
        });
        if !is_made_so {
            found.insert((
                arguments.iter().position(|argument| Some(argument) == memref),
                alignment,
            ));
        }
    });
    found
}

//! Arguments with which nests are understood where they are 1: strides of filters and pools, dilations, steps of loops.
//!
//! `x[(i * stride + u) * w + j * stride + v]` is affine for no `stride` but a constant. Which of the arguments that something is
//! multiplied or divided by is such a one, and which is the length of rows, is found by trying: the fewest that make most nests
//! understood.

use std::collections::{BTreeMap, BTreeSet};

use egg::Symbol;
use ovolo_lang::affine::{AffineExpr, AffineOp};
use ovolo_lang::attribute::Attribute;
use ovolo_lang::fp::FpModel;
use ovolo_lang::ir::{Module, OpId, ValueDef, ValueId};
use ovolo_lang::op::OpCode;
use ovolo_lang::specialize::{argument_behind, fix_argument};

use crate::dependence::{Access, Addressing};
use crate::lift::{lift_function, wanted_conditions};
use crate::linear::Linear;
use crate::nest::Nest;

/// Arguments that are tried. Arbitrary: each set of them is a lift.
const MOST_TRIED: usize = 6;

/// Arguments that are 1 together.
const MOST_TOGETHER: usize = 3;

/// The places of arguments with which more is understood where they are 1.
pub fn unit_steps(module: &Module, function: OpId, fp: FpModel) -> Vec<usize> {
    let before = not_understood(module, function, fp);
    if before == 0 {
        return Vec::new();
    }
    let tried = factors(module, function);
    let mut best: (usize, Vec<usize>) = (before, Vec::new());
    for count in 1..=MOST_TOGETHER.min(tried.len()) {
        for set in subsets(&tried, count) {
            let mut fixed = module.clone();
            for &place in &set {
                set_to_one(&mut fixed, function, place);
            }
            let refused = not_understood(&fixed, function, fp);
            if refused < best.0 {
                best = (refused, set);
            }
        }
        if best.0 == 0 {
            break;
        }
    }
    best.1
}

/// How many nests are understood under no conditions on sizes, or read arrays against their rows.
pub(crate) fn not_understood(module: &Module, function: OpId, fp: FpModel) -> usize {
    let nests = lift_function(module, function, fp);
    let refused = nests.iter().filter(|(_, nest)| nest.is_err()).count();
    let against = nests
        .iter()
        .filter(|(_, nest)| nest.as_ref().is_ok_and(goes_against_stores));
    let refused = match refused {
        0 => 0,
        // A condition on sizes makes versions of all nests.
        refused => match wanted_conditions(module, function, fp).is_empty() {
            true => refused,
            false => 0,
        },
    };
    refused + against.count()
}

/// Whether an array is read with strides that are no lengths of rows along a loop in which another is written element after element:
/// there it could be read so too, were a stride 1.
fn goes_against_stores(nest: &Nest) -> bool {
    let moves = |index: &Option<Linear>, name: Symbol| index.as_ref().is_some_and(|index| index.uses(name));
    let along = |access: &Access, name: Symbol| {
        let (last, outer) = access.indices.split_last()?;
        Some((moves(last, name), outer.iter().any(|index| moves(index, name))))
    };
    let has_no_rows = |access: &Access| {
        let buffer = nest.buffers.get(&access.buffer).map(|(buffer, _)| buffer);
        buffer.is_some_and(|buffer| {
            matches!(buffer.addressing, Addressing::Linear(_))
                && buffer.shape.iter().skip(1).any(Option::is_none)
        })
    };
    nest.domains.keys().any(|&name| {
        let mut places = nest.places.keys();
        let is_stored = nest
            .places
            .keys()
            .any(|access| access.is_write && matches!(along(access, name), Some((true, _))));
        is_stored && places.any(|access| has_no_rows(access) && along(access, name) == Some((false, true)))
    })
}

/// Puts 1 in the place of an argument.
pub fn set_to_one(module: &mut Module, function: OpId, place: usize) {
    let argument = module
        .single_block(function, 0)
        .and_then(|body| module.block(body).arguments.get(place).copied());
    if let Some(argument) = argument {
        fix_argument(module, function, argument, 1);
    }
}

/// The sets of so many of these, those of the first ones first.
fn subsets(of: &[usize], count: usize) -> Vec<Vec<usize>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (n, &first) in of.iter().enumerate() {
        for mut rest in subsets(&of[n + 1..], count - 1) {
            rest.insert(0, first);
            all.push(rest);
        }
    }
    all
}

/// The arguments that something that varies is multiplied by, or anything is divided by, the likeliest first: what is divided by,
/// or steps of loops; what subscripts of stores are not made of otherwise; those that come last.
fn factors(module: &Module, function: OpId) -> Vec<usize> {
    let argument = |value: ValueId| argument_behind(module, function, value);
    let mut divisors: BTreeSet<usize> = BTreeSet::new();
    let mut multiplied: BTreeMap<usize, BTreeSet<ValueId>> = BTreeMap::new();
    let mut stored: BTreeSet<ValueId> = BTreeSet::new();
    // What a loop counts to is a number of things.
    let mut counts: BTreeSet<usize> = BTreeSet::new();
    module.walk(function, &mut |id| {
        let op = module.op(id);
        match op.code() {
            Some(OpCode::AffineFor) => counts.extend(op.operands.iter().filter_map(|end| argument(*end))),
            Some(OpCode::DivSI | OpCode::DivUI | OpCode::RemSI | OpCode::FloorDivSI | OpCode::CeilDivSI) => {
                divisors.extend(op.operands.get(1).and_then(|by| argument(*by)));
            }
            Some(OpCode::ScfFor) => {
                counts.extend(op.operands.iter().take(2).filter_map(|end| argument(*end)));
                divisors.extend(op.operands.get(2).and_then(|step| argument(*step)));
            }
            Some(OpCode::MulI) => {
                for (by, other) in [(0, 1), (1, 0)] {
                    if let Some(place) = argument(op.operands[by]) {
                        let varying = variables(module, op.operands[other]);
                        multiplied.entry(place).or_default().extend(varying);
                    }
                }
            }
            _ => {}
        }
        let is_store = matches!(op.code(), Some(OpCode::AffineStore | OpCode::MemRefStore));
        let operands = &op.operands[op.operands.len().min(if is_store { 2 } else { 0 })..];
        if is_store {
            stored.extend(operands.iter().flat_map(|value| variables(module, *value)));
        }
        let is_load = op.code() == Some(OpCode::AffineLoad);
        let operands = &operands[operands.len().min(usize::from(is_load))..];
        let Some(map) = op.attribute("map").and_then(Attribute::as_affine_map) else {
            return;
        };
        let operand = |expr: &AffineExpr| match expr {
            AffineExpr::Dim(n) => operands.get(*n as usize).copied(),
            AffineExpr::Symbol(n) => operands.get((map.num_dims + *n) as usize).copied(),
            _ => None,
        };
        for expr in &map.results {
            for (factor, other) in products(expr) {
                if let Some(place) = operand(factor).and_then(argument) {
                    let mut values = Vec::new();
                    leaves(other, &mut values);
                    let values = values.into_iter().filter_map(operand);
                    let varying = values.flat_map(|value| variables(module, value));
                    multiplied.entry(place).or_default().extend(varying);
                }
            }
        }
    });
    let mut found: BTreeSet<usize> = divisors.clone();
    let varies = |(_, varying): &(&usize, &BTreeSet<ValueId>)| !varying.is_empty();
    found.extend(multiplied.iter().filter(varies).map(|(place, _)| *place));
    found.retain(|place| !counts.contains(place));
    let rank = |place: &usize| {
        let is_of_stores = multiplied
            .get(place)
            .is_some_and(|varying| varying.is_subset(&stored));
        (
            !divisors.contains(place),
            !is_of_stores,
            std::cmp::Reverse(*place),
        )
    };
    let mut found: Vec<usize> = found.into_iter().collect();
    found.sort_by_key(rank);
    found.truncate(MOST_TRIED);
    found
}

/// The variables of loops that an index is made of.
fn variables(module: &Module, value: ValueId) -> BTreeSet<ValueId> {
    let mut found = BTreeSet::new();
    let mut seen = BTreeSet::new();
    let mut pending = vec![value];
    while let Some(value) = pending.pop() {
        if !seen.insert(value) {
            continue;
        }
        match module.value(value).def {
            ValueDef::Result { op, .. } if module.op(op).regions.is_empty() => {
                pending.extend(module.op(op).operands.iter().copied());
            }
            ValueDef::Argument { block, .. } => {
                let parent = module.block_parent_op(block);
                let is_function = parent.is_some_and(|op| module.op(op).code() == Some(OpCode::Func));
                if !is_function {
                    found.insert(value);
                }
            }
            _ => {}
        }
    }
    found
}

/// The factors of each product in an expression, each as one of two.
fn products(expr: &AffineExpr) -> Vec<(&AffineExpr, &AffineExpr)> {
    let AffineExpr::Binary(op, parts) = expr else {
        return Vec::new();
    };
    let mut found = Vec::new();
    if *op == AffineOp::Mul {
        found.extend([(&parts.0, &parts.1), (&parts.1, &parts.0)]);
    }
    found.extend(products(&parts.0));
    found.extend(products(&parts.1));
    found
}

fn leaves<'e>(expr: &'e AffineExpr, found: &mut Vec<&'e AffineExpr>) {
    match expr {
        AffineExpr::Binary(_, parts) => {
            leaves(&parts.0, found);
            leaves(&parts.1, found);
        }
        other => found.push(other),
    }
}

//! Loops that are understood where their steps fill what they run through.
//!
//! ```text
//! for j in 0..n step 2 { c[i * n + j] = …; c[i * n + j + 1] = … }  =>  for j in 0..n floordiv 2 * 2 step 2 { … }
//! ```
//!
//! Code that is tiled or unrolled by hand runs for sizes that are multiples of the tiles; for others its last tile would be beyond the
//! end of a row. Both loops run through the same where `n` is a multiple of 2, and only in the second one all `j + 1` are seen to be
//! less than `n`.

use std::sync::Arc;

use ovolo_lang::affine::{AffineExpr, AffineMap, AffineOp, constant};
use ovolo_lang::attribute::Attribute;
use ovolo_lang::fp::FpModel;
use ovolo_lang::ir::{Module, OpId};
use ovolo_lang::op::OpCode;

use crate::lift::SizeCondition;
use crate::natural_sizes::Sizes;
use crate::unit_steps::not_understood;

/// Multiples that are asked for. Arbitrary: each is a remainder that is computed at run time.
const MOST_MULTIPLES: usize = 8;

/// That a sum of arguments is a multiple of a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Multiple {
    pub sum: SizeCondition,
    pub of: i64,
}

/// What multiples the trips of loops have to be for more nests to be understood.
pub(crate) fn whole_steps(module: &Module, function: OpId, fp: FpModel) -> Vec<Multiple> {
    let mut multiples: Vec<Multiple> = Vec::new();
    for (_, multiple) in open_steps(module, function) {
        if !multiples.contains(&multiple) {
            multiples.push(multiple);
        }
    }
    multiples.truncate(MOST_MULTIPLES);
    let before = match multiples.is_empty() {
        true => 0,
        false => not_understood(module, function, fp),
    };
    if before == 0 {
        return Vec::new();
    }
    let mut rounded = module.clone();
    round(&mut rounded, function, &multiples);
    match not_understood(&rounded, function, fp) < before {
        true => multiples,
        false => Vec::new(),
    }
}

/// Lets loops end where their last whole step does that are known to end there.
pub(crate) fn round(module: &mut Module, function: OpId, known: &[Multiple]) {
    for (op, multiple) in open_steps(module, function) {
        if known.contains(&multiple) {
            round_one(module, op, multiple.of);
        }
    }
}

/// The loops with constant starts and steps that are not known to fill them, and what would have to be a multiple of the step.
fn open_steps(module: &Module, function: OpId) -> Vec<(OpId, Multiple)> {
    let sizes = Sizes::of(module, function, &[]);
    let mut found = Vec::new();
    module.walk(function, &mut |op| {
        let data = module.op(op);
        let step = data.attribute("step").and_then(Attribute::as_i64);
        let is_open = data.code() == Some(OpCode::AffineFor) && step.is_some_and(|step| step > 1);
        let Some(step) = step.filter(|_| is_open) else {
            return;
        };
        let map = |name| data.attribute(name).and_then(Attribute::as_affine_map);
        let (Some(lower), Some(upper)) = (map("lowerBoundMap"), map("upperBoundMap")) else {
            return;
        };
        let Some(start) = lower.single_constant() else {
            return;
        };
        let operands = data.operands.get(lower.num_inputs()..).unwrap_or_default();
        let Some(mut sum) = sizes.sum_of(upper, operands) else {
            return;
        };
        let Some(trip) = sum.constant.checked_sub(start) else {
            return;
        };
        sum.constant = trip.rem_euclid(step);
        let is_whole = |(_, factor): &(usize, i64)| factor % step == 0;
        if sum.constant != 0 || !sum.terms.iter().all(is_whole) {
            found.push((op, Multiple { sum, of: step }));
        }
    });
    found
}

fn round_one(module: &mut Module, op: OpId, step: i64) -> Option<()> {
    let data = module.op_mut(op);
    let map = |name| data.attribute(name).and_then(Attribute::as_affine_map);
    let start = map("lowerBoundMap")?.single_constant()?;
    let upper = map("upperBoundMap")?;
    let [end] = upper.results.as_slice() else {
        return None;
    };
    let trip = end - &constant(start);
    let steps = AffineExpr::Binary(AffineOp::FloorDiv, Arc::new((trip, constant(step))));
    let end = &(&steps * &constant(step)) + &constant(start);
    let rounded = AffineMap::new(upper.num_dims, upper.num_symbols, vec![end]);
    data.set_attribute("upperBoundMap", Attribute::affine_map(rounded));
    Some(())
}

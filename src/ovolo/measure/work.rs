//! How much a function does, as far as its loops tell, and which sizes it does it well for.

use ovolo_lang::affine::{AffineExpr, AffineMap, dim};
use ovolo_lang::attribute::Attribute;
use ovolo_lang::ir::{Module, OpId, ValueId};
use ovolo_lang::op::OpCode;
use ovolo_rewrites::linear::gcd;
use ovolo_rewrites::nest::is_loop;
use ovolo_rewrites::typical_sizes::WINDOW;

use super::windows::Windows;

/// Iterations of a loop whose bounds say nothing.
const SHORT: f64 = 16.0;

/// What sizes up to one are multiples of where the program is as fast as it can be: steps of loops, as those over tiles, and what is
/// asked outside of all loops, as code for whole blocks begins.
pub(super) fn multiple(module: &Module, function: OpId, size: i64) -> i64 {
    let mut multiple = 1;
    module.walk(function, &mut |op| {
        let data = module.op(op);
        let of = match data.code() {
            Some(OpCode::RemSI | OpCode::RemUI) if !is_in_loop(module, op) => {
                data.operands.get(1).and_then(|by| module.as_constant(*by))
            }
            Some(OpCode::AffineFor) => {
                let upper = data.attribute("upperBoundMap").and_then(Attribute::as_affine_map);
                let is_open = upper.is_some_and(|map| map.single_constant().is_none());
                let step = data.attribute("step").and_then(Attribute::as_i64);
                step.filter(|_| is_open)
            }
            _ => None,
        };
        let both = of.filter(|of| *of > 1).map(|of| {
            let shared = gcd(of.into(), i128::from(multiple)) as i64;
            (of / shared).saturating_mul(multiple)
        });
        multiple = both.filter(|both| *both <= size).unwrap_or(multiple);
    });
    multiple
}

fn is_in_loop(module: &Module, op: OpId) -> bool {
    let mut around = std::iter::successors(module.parent_op(op), |&op| module.parent_op(op));
    around.any(|op| is_loop(module.op(op).code()))
}

/// The loops inside one another: iterations of those with known bounds, less what others step over, and how many others there are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Work {
    pub fixed: f64,
    pub open: u32,
}

impl Work {
    pub fn of(module: &Module, op: OpId, windows: &Windows<'_>) -> Work {
        let code = module.op(op).code();
        let loops = match code {
            Some(OpCode::AffineFor | OpCode::ScfFor | OpCode::ScfWhile) => 1,
            Some(OpCode::AffineParallel | OpCode::ScfParallel) => {
                let block = module.single_block(op, 0);
                block.map_or(1, |block| module.block(block).arguments.len() as u32)
            }
            _ => 0,
        };
        let known = (loops == 1).then(|| trip(module, op, windows)).flatten();
        let regions = module.op(op).regions.iter();
        let ops = regions
            .flat_map(|&region| &module.region(region).blocks)
            .flat_map(|&block| &module.block(block).ops);
        let rank = |work: &Work| f64::from(work.open) * 1e9 + work.fixed.min(1e9);
        let inner = ops
            .map(|&op| Work::of(module, op, windows))
            .max_by(|a, b| rank(a).total_cmp(&rank(b)));
        let inner = inner.unwrap_or(Work { fixed: 1.0, open: 0 });
        match known {
            Some(trip) => Work {
                fixed: inner.fixed * trip,
                ..inner
            },
            None => Work {
                open: inner.open + loops,
                fixed: inner.fixed / step_of(module, op),
            },
        }
    }
}

/// What the variable of a loop goes on by, as that of one over tiles; one where it is no constant.
fn step_of(module: &Module, op: OpId) -> f64 {
    let op = module.op(op);
    let step = match op.code() {
        Some(OpCode::AffineFor) => op.attribute("step").and_then(Attribute::as_i64),
        Some(OpCode::ScfFor) => op.operands.get(2).and_then(|step| module.as_constant(*step)),
        _ => None,
    };
    step.unwrap_or(1).max(1) as f64
}

/// The iterations of a loop of affine with bounds that are constants, or differ by one; few where only a bound around is known.
fn trip(module: &Module, op: OpId, windows: &Windows<'_>) -> Option<f64> {
    let op = module.op(op);
    let bound = |name| op.attribute(name).and_then(Attribute::as_affine_map);
    let (lower, upper) = (bound("lowerBoundMap")?, bound("upperBoundMap")?);
    let is_constant = |map: &AffineMap| map.single_constant().is_some();
    let end = op
        .operands
        .first()
        .filter(|_| is_constant(lower) && upper.num_inputs() == 1);
    if end.is_some_and(|end| windows.is_one(*end)) {
        return Some(WINDOW as f64);
    }
    let values = |map: &AffineMap, operands: &[ValueId]| -> Vec<AffineExpr> {
        let place = |value: &ValueId| op.operands.iter().position(|other| other == value);
        let known = operands.iter().filter_map(place).map(|at| dim(at as u32));
        let known: Vec<AffineExpr> = known.collect();
        let (dims, symbols) = known.split_at((map.num_dims as usize).min(known.len()));
        map.results.iter().map(|e| e.replace(dims, symbols)).collect()
    };
    let of_lower = lower.num_inputs().min(op.operands.len());
    let (starts, ends) = (
        values(lower, &op.operands[..of_lower]),
        values(upper, &op.operands[of_lower..]),
    );
    let differences = starts
        .iter()
        .flat_map(|start| ends.iter().map(move |end| end.clone() - start.clone()));
    let step = op
        .attribute("step")
        .and_then(Attribute::as_i64)
        .unwrap_or(1)
        .max(1);
    match differences.filter_map(|e| e.simplified().as_constant()).min() {
        Some(difference) => Some((difference as f64 / step as f64).max(1.0)),
        None => (is_constant(upper)).then_some(SHORT),
    }
}

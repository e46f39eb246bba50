//! The arguments of a function, and elements of arrays among them, that are sizes.

use std::collections::BTreeSet;

use ovolo_lang::affine::{AffineExpr, AffineOp};
use ovolo_lang::attribute::Attribute;
use ovolo_lang::ir::{Module, Op, OpId, ValueId};
use ovolo_lang::op::OpCode;
use ovolo_lang::types::Type;
use ovolo_timing::data::Buffer;

use super::extents::{extents_map, integers};

/// What subscripts and bounds are made of beside loop variables.
pub(super) struct Sizes {
    /// The places of integers among the arguments from which an index is made.
    pub arguments: BTreeSet<usize>,
    /// Those of them that loops go on by, that others are divided by, or by which iterations are multiplied where that tells no extent,
    /// and at which no loop ends.
    pub steps: BTreeSet<usize>,
    /// Those at which loops begin, and none ends.
    pub starts: BTreeSet<usize>,
    /// The elements of arrays among the arguments from which an index is made, and which are the same in all iterations.
    pub cells: BTreeSet<Cell>,
    /// Whether some index is made of another element of an array.
    pub come_from_data: bool,
}

/// An element of an array that is an argument.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Cell {
    pub argument: usize,
    pub subscripts: Vec<i64>,
}

impl Cell {
    /// What a load reads whose subscripts are constants.
    fn of(module: &Module, arguments: &[ValueId], load: &Op) -> Option<Cell> {
        let (memref, operands) = load.operands.split_first()?;
        let argument = arguments.iter().position(|value| value == memref)?;
        let subscripts: Option<Vec<i64>> = match load.attribute("map").and_then(Attribute::as_affine_map) {
            Some(map) => map.results.iter().map(AffineExpr::as_constant).collect(),
            None => operands.iter().map(|value| module.as_constant(*value)).collect(),
        };
        subscripts.map(|subscripts| Cell { argument, subscripts })
    }

    pub fn set(&self, buffer: &mut Buffer, value: u64) {
        let place = (self.subscripts.iter().zip(&buffer.extents)).try_fold(0, |place: i64, (at, extent)| {
            let is_inside = (0..*extent).contains(at);
            is_inside.then(|| place * extent + at)
        });
        let mut bits: Vec<u64> = buffer.elements().collect();
        if let Some(cell) = place.and_then(|place| bits.get_mut(usize::try_from(place).ok()?)) {
            *cell = value;
            buffer.fill(bits.into_iter());
            buffer.keep();
        }
    }
}

pub(super) fn sizes(module: &Module, function: OpId) -> Sizes {
    let mut found = Sizes {
        arguments: BTreeSet::new(),
        steps: BTreeSet::new(),
        starts: BTreeSet::new(),
        cells: BTreeSet::new(),
        come_from_data: false,
    };
    let Some(entry) = module.single_block(function, 0) else {
        return found;
    };
    let entry = &module.block(entry).arguments;
    // The places among the arguments of those that a value is made of, the elements of arrays among these, and whether there are others.
    let sources = |values: &[ValueId]| {
        let (mut places, mut cells) = (BTreeSet::new(), BTreeSet::new());
        let mut comes_from_data = false;
        let mut pending: Vec<ValueId> = values.to_vec();
        let mut seen: BTreeSet<ValueId> = pending.iter().copied().collect();
        while let Some(value) = pending.pop() {
            match module.defining_op(value).map(|op| module.op(op)) {
                Some(maker) if is_load(maker.code()) => match Cell::of(module, entry, maker) {
                    Some(cell) => {
                        cells.insert(cell);
                    }
                    None => comes_from_data = true,
                },
                Some(maker) => {
                    let blocks = maker.regions.iter().flat_map(|&r| &module.region(r).blocks);
                    let ends = blocks.filter_map(|&block| module.block(block).ops.last());
                    let yielded = ends.flat_map(|&end| &module.op(end).operands);
                    let values = maker.operands.iter().chain(yielded).copied();
                    pending.extend(values.filter(|&v| seen.insert(v)));
                }
                None => places.extend(entry.iter().position(|&v| v == value)),
            }
        }
        (places, cells, comes_from_data)
    };
    let (mut divisors, mut strides, mut rows) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    let (mut starts, mut ends) = (BTreeSet::new(), BTreeSet::new());
    module.walk(function, &mut |op| {
        let op = module.op(op);
        let makes_index = op.results.iter().any(|&value| *module.ty(value) == Type::Index);
        match op.code() {
            Some(OpCode::IndexCast | OpCode::IndexCastUI) if makes_index => {
                let (places, cells, comes_from_data) = sources(&op.operands);
                found.arguments.extend(places);
                found.cells.extend(cells);
                found.come_from_data |= comes_from_data;
            }
            Some(OpCode::ScfFor) => {
                let at = |n: usize| sources(op.operands.get(n..n + 1).unwrap_or_default()).0;
                starts.extend(at(0));
                ends.extend(at(1));
                found.steps.extend(at(2));
            }
            Some(OpCode::AffineLoad | OpCode::AffineStore) => {
                let [own, others] = strides_of(module, op);
                strides.extend(sources(&own).0);
                rows.extend(sources(&others).0);
            }
            Some(OpCode::AffineFor) => {
                let lower = op.attribute("lowerBoundMap").and_then(Attribute::as_affine_map);
                let of_lower = lower.map_or(0, |map| map.num_inputs()).min(op.operands.len());
                starts.extend(sources(&op.operands[..of_lower]).0);
                ends.extend(sources(&op.operands[of_lower..]).0);
            }
            // Of a difference of two one is small, lest it be zero.
            Some(OpCode::DivSI | OpCode::RemSI) => {
                let places = sources(&op.operands[1..]).0;
                let others = places.len().saturating_sub(1).max(1);
                divisors.extend(places.into_iter().take(others));
            }
            code => found.come_from_data |= makes_index && is_load(code),
        }
    });
    found.arguments.extend(given_extents(module, function));
    let is_bound = |place: &&usize| starts.contains(*place) || ends.contains(*place);
    // Of what data are divided by nothing is known.
    let divisors = divisors.intersection(&found.arguments);
    let divisors: Vec<usize> = divisors.filter(|place| !ends.contains(*place)).copied().collect();
    found.steps.extend(divisors);
    found
        .steps
        .extend(strides.difference(&rows).filter(|place| !is_bound(place)));
    let starts = starts
        .difference(&ends)
        .filter(|place| !found.steps.contains(*place));
    found.starts.extend(starts);
    found
}

/// The places of integers among the arguments by which C gives the extents of others, as in `double A[n][n]`, and which the
/// function itself may ask of nothing but the arrays.
fn given_extents(module: &Module, function: OpId) -> BTreeSet<usize> {
    let integers = integers(module, function);
    let entry = module.single_block(function, 0);
    let count = entry.map_or(0, |entry| module.block(entry).arguments.len());
    let maps = (0..count).filter_map(|at| extents_map(module, function, at));
    let mut given = BTreeSet::new();
    for map in maps {
        let numbered = integers.iter().enumerate();
        let used = numbered.filter(|(symbol, _)| map.uses_symbol(*symbol as u32));
        given.extend(used.map(|(_, at)| *at));
    }
    given
}

/// What iterations are multiplied by in subscripts that tell no extent: of an array whose extents no argument changes, or with one loop
/// variable alone, as the elements of a vector in BLAS are apart; and that in other subscripts, as rows are.
fn strides_of(module: &Module, op: &Op) -> [Vec<ValueId>; 2] {
    let [mut strides, mut rows] = [Vec::new(), Vec::new()];
    let map = op.attribute("map").and_then(Attribute::as_affine_map);
    let Some(map) = map else {
        return [strides, rows];
    };
    let indices = &op.operands[op.operands.len() - (map.num_dims + map.num_symbols) as usize..];
    let memref = &op.operands[op.operands.len() - indices.len() - 1];
    let shape = module
        .ty(*memref)
        .as_memref()
        .and_then(|memref| memref.shape.clone());
    let is_fixed = shape.is_some_and(|shape| shape.iter().all(|extent| extent.fixed().is_some()));
    for result in &map.results {
        let variables = (0..map.num_dims).filter(|&d| result.uses_dim(d)).count();
        let found = match is_fixed || map.results.len() == 1 && variables == 1 {
            true => &mut strides,
            false => &mut rows,
        };
        result.walk(&mut |e| {
            if let AffineExpr::Binary(AffineOp::Mul, factors) = e
                && !e.is_pure_affine()
            {
                let symbols = (0..map.num_symbols)
                    .filter(|&symbol| factors.0.uses_symbol(symbol) || factors.1.uses_symbol(symbol));
                found.extend(symbols.map(|symbol| indices[(map.num_dims + symbol) as usize]));
            }
        });
    }
    [strides, rows]
}

fn is_load(code: Option<OpCode>) -> bool {
    matches!(code, Some(OpCode::AffineLoad | OpCode::MemRefLoad))
}

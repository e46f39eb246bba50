//! Copies of code that stand behind each other, as loops to be unrolled.

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::affine::{AffineExpr, AffineMap, dim, symbol};
use crate::attribute::Attribute;
use crate::ir::{BlockId, Module, NewOp, Op, OpId, ValueDef, ValueId};
use crate::op::{OpCode, Trait};
use crate::types::Type;

use super::step::{Step, UNROLLED};

/// Copies that one loop may stand for: as many as are written where `krnl.unroll` is read.
const MOST_COPIES: usize = 64;

/// Stores that one copy may have. The number is arbitrary; it bounds the work.
const MOST_STORES: usize = 16;

/// Puts loops in the place of copies that differ by the same distances in their subscripts, in the loops of a nest.
pub(super) fn roll(module: &mut Module, nest: OpId) {
    let mut blocks = Vec::new();
    module.walk(nest, &mut |op| {
        if let Some(OpCode::AffineFor | OpCode::AffineParallel) = module.op(op).code() {
            blocks.extend(module.single_block(op, 0));
        }
    });
    while let Some(block) = blocks.pop() {
        blocks.extend(roll_block(module, block));
    }
}

/// Answers with the bodies of the loops that it makes.
fn roll_block(module: &mut Module, block: BlockId) -> Vec<BlockId> {
    let ops = module.block(block).ops.clone();
    let code = Code::of(module, &ops);
    let (mut kept, mut found, mut at) = (Vec::new(), Vec::new(), 0);
    while at < ops.len() {
        let segments = code.segments(at);
        let most = MOST_STORES.min(segments.len() / 2);
        let copies = (1..=most).filter_map(|stores| code.copies(&segments, stores));
        // Of those that cover as much the shortest.
        match copies.rev().max_by_key(|copies| copies.range.end) {
            Some(copies) => {
                at = copies.range.end;
                kept.push(Err(copies));
            }
            None => {
                let next = segments.first().map_or(at + 1, |segment| segment.end);
                kept.extend(ops[at..next].iter().copied().map(Ok));
                at = next;
            }
        }
    }
    if kept.iter().all(Result::is_ok) {
        return found;
    }
    module.block_mut(block).ops.clear();
    for part in kept {
        match part {
            Ok(op) => module.attach(block, op),
            Err(copies) => {
                copies.shared.iter().for_each(|&op| module.attach(block, op));
                found.push(copies.write(module, block));
            }
        }
    }
    found
}

/// The operations of a block.
struct Code<'m> {
    module: &'m Module,
    ops: &'m [OpId],
    /// For each value the last of the operations that use it.
    last_use: FxHashMap<ValueId, usize>,
}

/// Copies of the same code.
struct Copies {
    /// All of them.
    range: Range<usize>,
    count: usize,
    /// What the first does for all.
    shared: Vec<OpId>,
    /// The rest of the first, and by how much the subscripts of each operation differ from one to the next.
    first: Vec<(OpId, Vec<i64>)>,
}

impl<'m> Code<'m> {
    fn of(module: &'m Module, ops: &'m [OpId]) -> Code<'m> {
        let mut last_use = FxHashMap::default();
        for (number, &op) in ops.iter().enumerate() {
            module.walk(op, &mut |inner| {
                last_use.extend(module.op(inner).operands.iter().map(|&value| (value, number)));
            });
        }
        Code {
            module,
            ops,
            last_use,
        }
    }

    /// The operations from one on, up to one that may be part of no copy, divided behind each store.
    fn segments(&self, start: usize) -> Vec<Range<usize>> {
        let (mut segments, mut first) = (Vec::new(), start);
        for (number, &op) in self.ops.iter().enumerate().skip(start) {
            let data = self.module.op(op);
            if !is_plain(data) {
                break;
            }
            if is_store(data) {
                segments.push(first..number + 1);
                first = number + 1;
            }
        }
        segments
    }

    /// Copies of the code up to a store.
    fn copies(&self, segments: &[Range<usize>], stores: usize) -> Option<Copies> {
        let whole = |number: usize| {
            let of = segments.get(number * stores..(number + 1) * stores)?;
            Some(of.first()?.start..of.last()?.end)
        };
        let first = whole(0)?;
        let mut shared: FxHashSet<usize> = FxHashSet::default();
        for number in first.clone().rev() {
            let data = self.module.op(self.ops[number]);
            let is_of_shared = |value: &ValueId| {
                let mut users = shared.iter().map(|&user| self.module.op(self.ops[user]));
                users.any(|user| user.operands.contains(value))
            };
            let is_needed = |value: &ValueId| self.is_used_behind(*value, first.end) || is_of_shared(value);
            if data.results.iter().any(is_needed) {
                // A load is not moved in front of a store.
                if is_access(data) && number >= segments[0].end {
                    return None;
                }
                shared.insert(number);
            }
        }
        let own: Vec<OpId> = first
            .clone()
            .filter(|number| !shared.contains(number))
            .map(|number| self.ops[number])
            .collect();
        let (mut distances, mut count) = (None, 1);
        while let Some(range) = whole(count).filter(|_| count < MOST_COPIES) {
            let number = i64::try_from(count).ok()?;
            let is_closed = self.ops[range.clone()].iter().all(|&op| {
                let mut results = self.module.op(op).results.iter();
                results.all(|&v| !self.is_used_behind(v, range.end))
            });
            let between = self.distances(&own, &self.ops[range]).filter(|_| is_closed);
            let Some(between) = between else { break };
            let steps = distances.get_or_insert_with(|| between.clone());
            let times = |steps: &Vec<i64>| steps.iter().map(|step| step.checked_mul(number)).collect();
            let expected: Option<Vec<Vec<i64>>> = steps.iter().map(times).collect();
            if expected.as_ref() != Some(&between) {
                break;
            }
            count += 1;
        }
        let distances = distances.filter(|all| count > 1 && all.iter().flatten().any(|&step| step != 0))?;
        Some(Copies {
            range: first.start..whole(count - 1)?.end,
            count,
            shared: first
                .filter(|number| shared.contains(number))
                .map(|number| self.ops[number])
                .collect(),
            first: own.into_iter().zip(distances).collect(),
        })
    }

    fn is_used_behind(&self, value: ValueId, end: usize) -> bool {
        self.last_use.get(&value).is_some_and(|&last| last >= end)
    }

    /// By how much the subscripts of each operation differ from those of its copy; `None` where they differ by something else.
    fn distances(&self, first: &[OpId], copy: &[OpId]) -> Option<Vec<Vec<i64>>> {
        if first.len() != copy.len() {
            return None;
        }
        let mut copied: FxHashMap<ValueId, ValueId> = FxHashMap::default();
        let mut distances = Vec::new();
        for (&a, &b) in first.iter().zip(copy) {
            let [a, b] = [a, b].map(|op| self.module.op(op));
            let types = |op: &'m Op| op.results.iter().map(|&v| self.module.ty(v));
            let rest = |op: &'m Op| op.attributes.iter().filter(|(name, _)| &**name != "map");
            let mut operands = a.operands.iter().zip(&b.operands);
            let is_copy = a.name == b.name
                && a.operands.len() == b.operands.len()
                && operands.all(|(x, y)| copied.get(x).unwrap_or(x) == y)
                && types(a).eq(types(b))
                && rest(a).eq(rest(b));
            if !is_copy {
                return None;
            }
            copied.extend(a.results.iter().copied().zip(b.results.iter().copied()));
            distances.push(match (map_of(a), map_of(b)) {
                (Some(x), Some(y)) => distance(x, y)?,
                (None, None) => Vec::new(),
                _ => return None,
            });
        }
        Some(distances)
    }
}

impl Copies {
    /// Writes the loop at the end of a block; answers with its body.
    fn write(&self, module: &mut Module, block: BlockId) -> BlockId {
        let span = self.first.first().map(|&(op, _)| module.op(op).span);
        let tile = self.tile(module);
        let bounds = match tile {
            Some((start, size)) => [
                (AffineMap::identity(1), vec![start]),
                (AffineMap::new(1, 0, vec![dim(0) + size]), vec![start]),
            ],
            None => [0, self.count as i64].map(|bound| (AffineMap::constant(bound), Vec::new())),
        };
        let step = tile.map_or(1, |(_, size)| size / self.count as i64);
        let [(lower, first), (upper, second)] = bounds;
        let segments = [first.len() as i64, second.len() as i64, 0];
        let mut new = NewOp::new(OpCode::AffineFor)
            .operands(first.into_iter().chain(second))
            .attribute("lowerBoundMap", Attribute::affine_map(lower))
            .attribute("upperBoundMap", Attribute::affine_map(upper))
            .attribute("step", Attribute::index(step))
            .attribute("operandSegmentSizes", Attribute::i32_array(&segments))
            .attribute(UNROLLED, Attribute::Unit);
        new.span = span.unwrap_or_default();
        let made = module.append(block, new);
        let region = module.add_region(made);
        let inside = module.add_block(region);
        let variable = module.add_argument(inside, Type::Index, None);
        for (op, distances) in &self.first {
            match tile {
                Some((start, _)) => {
                    for operand in &mut module.op_mut(*op).operands {
                        *operand = if *operand == start { variable } else { *operand };
                    }
                }
                None => move_by(module, *op, distances, variable),
            }
            module.attach(inside, *op);
        }
        module.append(inside, NewOp::new(OpCode::AffineYield));
        inside
    }

    /// The variable of a loop over tiles around, and the size of these, if the copies are for the iterations of one: all subscripts
    /// move with the variable as they do from one copy to the next.
    fn tile(&self, module: &Module) -> Option<(ValueId, i64)> {
        let operands = self.first.iter().flat_map(|(op, _)| &module.op(*op).operands);
        operands.copied().find_map(|start| {
            let ValueDef::Argument { block, index: 0 } = module.value(start).def else {
                return None;
            };
            let size = Step::of(module, module.block_parent_op(block)?)?.step;
            let step = size / self.count as i64;
            let is_whole = size > 1 && step * self.count as i64 == size;
            let moves = |(op, distances): &(OpId, Vec<i64>)| {
                moved(module.op(*op), start, step).as_ref() == Some(distances)
            };
            (is_whole && self.first.iter().all(moves)).then_some((start, size))
        })
    }
}

/// Adds the variable of a loop, times a distance each, to the subscripts of an operation.
fn move_by(module: &mut Module, op: OpId, distances: &[i64], variable: ValueId) {
    let Some(map) = map_of(module.op(op)).filter(|_| distances.iter().any(|&d| d != 0)) else {
        return;
    };
    let own = map.num_dims;
    let moved = map.shift_dims(own, 1);
    let results = moved.results.iter().zip(distances);
    let results = results.map(|(result, &distance)| (result + dim(own) * distance).simplified());
    let map = AffineMap::new(own + 1, map.num_symbols, results.collect());
    let data = module.op_mut(op);
    let before = data.operands.len() - (map.num_inputs() - 1);
    data.operands.insert(before + own as usize, variable);
    data.set_attribute("map", Attribute::affine_map(map));
}

/// By how much the subscripts of an operation move where a value grows; `None` where that is not a constant, or it is used otherwise.
fn moved(op: &Op, value: ValueId, by: i64) -> Option<Vec<i64>> {
    let Some(map) = map_of(op) else {
        return (!op.operands.contains(&value)).then(Vec::new);
    };
    let (before, inputs) = op
        .operands
        .split_at_checked(op.operands.len().checked_sub(map.num_inputs())?)?;
    let grown = |number: usize, leaf: AffineExpr| match inputs.get(number) {
        Some(&input) if input == value => leaf + by,
        _ => leaf,
    };
    let dims: Vec<AffineExpr> = (0..map.num_dims).map(|n| grown(n as usize, dim(n))).collect();
    let symbols = (0..map.num_symbols).map(|n| grown((map.num_dims + n) as usize, symbol(n)));
    let symbols: Vec<AffineExpr> = symbols.collect();
    let results = map.results.iter();
    let results = results.map(|result| {
        (result.replace(&dims, &symbols) - result)
            .simplified()
            .as_constant()
    });
    results
        .collect::<Option<Vec<i64>>>()
        .filter(|_| !before.contains(&value))
}

/// Whether an operation may be part of a copy: it computes, or reads or writes an element or some.
fn is_plain(op: &Op) -> bool {
    let is_pure = op.code().is_some_and(|code| code.has_trait(Trait::Pure));
    op.regions.is_empty() && (is_pure || is_access(op))
}

fn is_access(op: &Op) -> bool {
    is_store(op) || matches!(op.code(), Some(OpCode::AffineLoad | OpCode::AffineVectorLoad))
}

fn is_store(op: &Op) -> bool {
    matches!(op.code(), Some(OpCode::AffineStore | OpCode::AffineVectorStore))
}

/// The map of an operation of the affine dialect, whose operands come last.
fn map_of(op: &Op) -> Option<&AffineMap> {
    let map = op.attribute("map").and_then(Attribute::as_affine_map)?;
    Some(map)
}

/// The constants by which the results of a map differ from those of another.
fn distance(a: &AffineMap, b: &AffineMap) -> Option<Vec<i64>> {
    let is_alike =
        (a.num_dims, a.num_symbols, a.results.len()) == (b.num_dims, b.num_symbols, b.results.len());
    let results = a.results.iter().zip(&b.results);
    let results = results.map(|(a, b)| (b - a).simplified().as_constant());
    results.collect::<Option<Vec<i64>>>().filter(|_| is_alike)
}

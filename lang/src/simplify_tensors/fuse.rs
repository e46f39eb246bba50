//! Operations whose elements are each read once as parts of the operation that reads them.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::affine::{AffineExpr, AffineMap};
use crate::clone::Mapping;
use crate::ir::{BlockId, Module, OpId, ValueId};
use crate::linalg::{Iteration, Structured, structured};

use super::rebuild::{copy_region, element_argument, generic, is_plain, reads, yields};
use super::uses;

/// Operands of one operation. Arbitrary: more streams than a core follows.
const MOST_OPERANDS: usize = 8;

/// Fuses the operations of a block, each with those that make what it reads.
pub fn fuse(module: &mut Module, block: BlockId) {
    // Of a value that takes the place of another, the uses of that one.
    let mut uses = uses(module, block);
    let mut makers: FxHashMap<ValueId, OpId> = FxHashMap::default();
    let mut replaced: FxHashMap<ValueId, ValueId> = FxHashMap::default();
    let mut gone: FxHashSet<OpId> = FxHashSet::default();
    let mut ops = Vec::new();
    for mut op in module.block(block).ops.clone() {
        rename(module, op, &replaced);
        while let Some((maker, fused)) = fused(module, op, &makers, &uses) {
            gone.insert(maker);
            let results = module.op(op).results.clone();
            let new = module.op(fused).results.clone();
            for (old, new) in results.into_iter().zip(new) {
                let others = uses.get(&old).cloned().unwrap_or_default();
                uses.insert(new, others);
                replaced.insert(old, new);
            }
            op = fused;
        }
        for &result in &module.op(op).results {
            makers.insert(result, op);
        }
        ops.push(op);
    }
    ops.retain(|op| !gone.contains(op));
    module.block_mut(block).ops.clear();
    ops.into_iter().for_each(|op| module.attach(block, op));
}

fn rename(module: &mut Module, op: OpId, replaced: &FxHashMap<ValueId, ValueId>) {
    let mut all = Vec::new();
    module.walk(op, &mut |inner| all.push(inner));
    for inner in all {
        for operand in &mut module.op_mut(inner).operands {
            while let Some(new) = replaced.get(operand) {
                *operand = *new;
            }
        }
    }
}

/// An operation with one that makes what it reads in it, and the one that it took in.
fn fused(
    module: &mut Module,
    op: OpId,
    makers: &FxHashMap<ValueId, OpId>,
    uses: &FxHashMap<ValueId, Vec<OpId>>,
) -> Option<(OpId, OpId)> {
    let nest = structured(module, op)?;
    if !is_plain(module, op, &nest) {
        return None;
    }
    for &read in &nest.inputs {
        let Some(&maker) = makers.get(&read) else {
            continue;
        };
        let Some(inner) = structured(module, maker) else {
            continue;
        };
        let loops = loops_of_maker(module, (op, &nest), (maker, &inner), read, uses);
        let joined = loops.and_then(|loops| join(module, (op, &nest), (maker, &inner), read, &loops));
        if let Some(joined) = joined {
            return Some((maker, joined));
        }
    }
    None
}

/// From the loops of an operation to those of the one that makes what it reads, where each element is read once.
fn loops_of_maker(
    module: &Module,
    (op, nest): (OpId, &Structured),
    (maker, inner): (OpId, &Structured),
    read: ValueId,
    uses: &FxHashMap<ValueId, Vec<OpId>>,
) -> Option<AffineMap> {
    let is_pointwise = |i: &Iteration| *i == Iteration::Parallel;
    let [result] = module.op(maker).results.as_slice() else {
        return None;
    };
    let output = inner.maps.last()?;
    if !is_plain(module, maker, inner)
        || !inner.iterations.iter().all(is_pointwise)
        || !output.is_permutation()
        || reads(module, maker, inner.inputs.len())
        || nest.outputs.contains(result)
        || nest.inputs.len() + inner.inputs.len() + nest.outputs.len() > MOST_OPERANDS
    {
        return None;
    }
    let places: Vec<usize> = (0..nest.inputs.len())
        .filter(|n| nest.inputs[*n] == read)
        .collect();
    let others = uses.get(result).map_or(0, Vec::len);
    let map = &nest.maps[places[0]];
    let is_alike = places.iter().all(|&n| nest.maps[n] == *map);
    let is_alone = others == places.len() && element_argument(module, op, places[0]).is_some();
    if !is_alike || !is_alone || !map.is_permutation() {
        return None;
    }
    output.inverse_permutation()?.compose(map)
}

fn join(
    module: &mut Module,
    (op, nest): (OpId, &Structured),
    (maker, inner): (OpId, &Structured),
    read: ValueId,
    loops: &AffineMap,
) -> Option<OpId> {
    let span = module.op(op).span;
    let kept: Vec<usize> = (0..nest.inputs.len())
        .filter(|n| nest.inputs[*n] != read)
        .collect();
    let count = inner.inputs.len();
    let mut inputs = inner.inputs.clone();
    inputs.extend(kept.iter().map(|&n| nest.inputs[n]));
    let composed: Option<Vec<AffineMap>> = inner.maps[..count].iter().map(|m| m.compose(loops)).collect();
    let mut maps = composed?;
    maps.extend(kept.iter().map(|&n| nest.maps[n].clone()));
    maps.extend(nest.maps[nest.inputs.len()..].iter().cloned());
    // A loop that no operand names has no extent.
    let is_named = |n: u32| maps.iter().any(|map| map.results.contains(&AffineExpr::Dim(n)));
    if !(0..nest.iterations.len() as u32).all(is_named) {
        return None;
    }
    let (new, block) = generic(module, [&inputs, &nest.outputs], maps, &nest.iterations, span);
    let arguments = module.block(block).arguments.clone();
    let mut mapping = Mapping::default();
    for (n, &argument) in arguments[..count].iter().enumerate() {
        mapping.insert(element_argument(module, maker, n)?, argument);
    }
    let yielded = copy_region(module, maker, block, &mut mapping, &loops.results)?;
    let [element] = yielded.as_slice() else {
        return None;
    };
    let mut mapping = Mapping::default();
    let outer = nest.inputs.len();
    for n in 0..outer + nest.outputs.len() {
        let stands = match kept.iter().position(|&k| k == n) {
            Some(place) => arguments[count + place],
            None if n >= outer => arguments[count + kept.len() + n - outer],
            None => *element,
        };
        // The regions of some operations have no arguments for outputs.
        if let Some(argument) = element_argument(module, op, n) {
            mapping.insert(argument, stands);
        }
    }
    let identity = AffineMap::identity(nest.iterations.len() as u32);
    let yielded = copy_region(module, op, block, &mut mapping, &identity.results)?;
    yields(module, block, yielded, span);
    let names: Vec<_> = module
        .op(op)
        .results
        .iter()
        .map(|v| module.value(*v).name.clone())
        .collect();
    for (value, name) in module.op(new).results.clone().into_iter().zip(names) {
        module.value_mut(value).name = name;
    }
    Some(new)
}

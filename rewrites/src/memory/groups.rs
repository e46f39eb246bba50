//! Which memrefs of a function may overlap, as groups: two of different groups never do.

use std::collections::{BTreeMap, BTreeSet};

use ovolo_lang::attribute::Attribute;
use ovolo_lang::ir::{Module, OpId, ValueId};
use ovolo_lang::op::OpCode;
use petgraph::unionfind::UnionFind;
use rustc_hash::FxHashMap;

use super::collect::collect;
use super::objects::{ObjectId, Objects, Overlap, Root};

/// The groups of the memrefs of a function.
pub(crate) struct OverlapGroups {
    objects: FxHashMap<ValueId, ObjectId>,
    /// Of each object.
    groups: Vec<u32>,
    /// How many memrefs each group has.
    sizes: BTreeMap<u32, usize>,
}

/// Objects above which all are one group. Arbitrary; it bounds the time that comparing each with each takes.
const MOST_OBJECTS: usize = 2_000;

impl OverlapGroups {
    pub fn of(module: &Module, function: OpId) -> OverlapGroups {
        let objects = collect(module, function).objects;
        let groups = groups(&objects);
        let objects: FxHashMap<ValueId, ObjectId> = objects.of_values().collect();
        let mut sizes = BTreeMap::new();
        for object in objects.values() {
            *sizes.entry(groups[object.index()]).or_insert(0) += 1;
        }
        OverlapGroups {
            objects,
            groups,
            sizes,
        }
    }

    /// The group of a memref, where that memref overlaps another; `None` for one that is not known.
    pub fn group(&self, memref: ValueId) -> Option<Option<u32>> {
        let object = self.objects.get(&memref)?;
        let group = self.groups[object.index()];
        Some((self.sizes[&group] > 1).then_some(group))
    }
}

/// The pairs of arguments that may overlap, by number, of which one is written; `None` where it is not known what is, and where
/// an argument may be other memory that is written: a global, or what an operation gives.
pub(crate) fn written_overlaps(module: &Module, function: OpId) -> Option<Vec<(usize, usize)>> {
    let body = module.single_block(function, 0)?;
    let collected = collect(module, function);
    let objects = &collected.objects;
    let mut written = BTreeSet::new();
    for access in collected.accesses.iter().filter(|access| access.writes) {
        written.insert(access.target.object()?);
    }
    let is_other = |id: &ObjectId| matches!(objects.get(*id).root, Root::Global(_) | Root::Unknown);
    let others: Vec<ObjectId> = objects.ids().filter(is_other).collect();
    let is_constant = |id: &ObjectId| match &objects.get(*id).root {
        Root::Global(name) => is_constant(module, name),
        _ => false,
    };
    if !others.iter().all(is_constant) {
        return None;
    }
    let arguments = module.block(body).arguments.iter().enumerate();
    let arguments: Vec<(usize, ObjectId)> = arguments
        .filter_map(|(number, &value)| Some((number, objects.view(value)?.object)))
        .collect();
    let mut pairs = Vec::new();
    for (n, &(a, first)) in arguments.iter().enumerate() {
        for &(b, second) in &arguments[n + 1..] {
            let is_written = written.contains(&first) || written.contains(&second);
            if is_written && !objects.are_disjoint(first, second) {
                pairs.push((a, b));
            }
        }
    }
    Some(pairs)
}

/// Whether nobody writes a global.
fn is_constant(module: &Module, name: &str) -> bool {
    let mut globals = module.block(module.body()).ops.iter().map(|&op| module.op(op));
    let global = globals.find(|op| {
        op.code() == Some(OpCode::MemRefGlobal)
            && op.attribute("sym_name").and_then(Attribute::as_str) == Some(name)
    });
    global.is_some_and(|global| global.attribute("constant").is_some())
}

/// The group of each object.
fn groups(objects: &Objects) -> Vec<u32> {
    let all: Vec<ObjectId> = objects.ids().collect();
    if all.len() > MOST_OBJECTS {
        return vec![0; all.len()];
    }
    let mut united = UnionFind::<u32>::new(all.len());
    for (n, &a) in all.iter().enumerate() {
        for &b in &all[..n] {
            if objects.overlap(a, b, 0) != Overlap::Disjoint {
                united.union(a.index() as u32, b.index() as u32);
            }
        }
    }
    united.into_labeling()
}

//! A long function of operations of linalg on memrefs as calls of functions of few operations each: its layers. Layers that are
//! the same operations on memory of the same types are one function.
//!
//! A layer is an operation that reduces, such as a product, with what prepares its operands in front of it and what is computed of
//! its results behind it. Memory that a layer alone uses is allocated in it. The operations run in the order in which they stand.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::attribute::Attribute;
use crate::ir::{BlockId, Module, OpId, ValueId};
use crate::linalg::{Iteration, structured};
use crate::op::{Dialect, OpCode};
use crate::outline::outline;
use crate::print::print_module;

/// A function that calls its layers.
#[derive(Clone, Debug)]
pub struct Layers {
    pub function: OpId,
    /// The functions of its layers, and how often each is called.
    pub layers: Vec<(OpId, usize)>,
    /// What the body of the function was.
    ops: Vec<OpId>,
}

impl Layers {
    /// The names of the functions of the layers.
    pub fn names(&self, module: &Module) -> Vec<String> {
        let name = |op: OpId| {
            module
                .op(op)
                .attribute("sym_name")
                .and_then(Attribute::as_str)
                .map(str::to_string)
        };
        self.layers.iter().filter_map(|(op, _)| name(*op)).collect()
    }
}

/// Operations of linalg up to which a function is taken as a whole. Arbitrary: what is searched and proved in some ten seconds.
const MOST_TOGETHER: usize = 16;

/// Operations of a layer.
const MOST_OF_LAYER: usize = 6;

/// Whether a function has more operations of linalg than are taken as a whole.
pub fn is_long(module: &Module, function: OpId) -> bool {
    let Some(block) = module.single_block(function, 0) else {
        return false;
    };
    let ops = module.block(block).ops.iter();
    ops.filter(|op| structured(module, **op).is_some()).count() > MOST_TOGETHER
}

/// Puts calls of layers in the place of the operations of a function; `None`, and nothing done, of a short one.
pub fn split(module: &mut Module, function: OpId) -> Option<Layers> {
    let block = module.single_block(function, 0)?;
    if !is_long(module, function) {
        return None;
    }
    let ops = module.block(block).ops.clone();
    let name = module
        .op(function)
        .attribute("sym_name")
        .and_then(Attribute::as_str)?
        .to_string();
    let groups = groups(module, &ops);
    let mut layers: Vec<(OpId, usize)> = Vec::new();
    let mut known: FxHashMap<String, OpId> = FxHashMap::default();
    for group in groups {
        let together = gathered(module, block, &group);
        let own = module.free_name(&format!("{name}_layer_{}", layers.len() + 1));
        let Some(outlined) = outline(module, &together, &own) else {
            continue;
        };
        forget_names(module, outlined.function);
        let text = text_of(module, outlined.function).replacen(&format!("@{own}("), "@(", 1);
        match known.get(&text) {
            Some(&same) => {
                let name = module.op(same).attribute("sym_name").cloned();
                let name = name.as_ref().and_then(Attribute::as_str).map(Attribute::symbol);
                module.op_mut(outlined.call).set_attribute("callee", name?);
                let body = module.body();
                module.block_mut(body).ops.retain(|op| *op != outlined.function);
                layers
                    .iter_mut()
                    .filter(|(op, _)| *op == same)
                    .for_each(|(_, count)| *count += 1);
            }
            None => {
                known.insert(text, outlined.function);
                layers.push((outlined.function, 1));
            }
        }
    }
    Some(Layers {
        function,
        layers,
        ops,
    })
}

/// Lets the values of a function have no names, which say nothing of what it does.
fn forget_names(module: &mut Module, function: OpId) {
    let mut values: Vec<ValueId> = Vec::new();
    module.walk(function, &mut |op| {
        let data = module.op(op);
        values.extend(data.results.iter().copied());
        let blocks = data
            .regions
            .iter()
            .flat_map(|&region| &module.region(region).blocks);
        values.extend(blocks.flat_map(|&block| module.block(block).arguments.iter().copied()));
    });
    values
        .into_iter()
        .for_each(|value| module.value_mut(value).name = None);
}

fn text_of(module: &Module, function: OpId) -> String {
    let mut alone = module.clone();
    let body = alone.body();
    alone.block_mut(body).ops = vec![function];
    print_module(&alone)
}

/// Puts the operations back.
pub fn restore(module: &mut Module, layers: &Layers) {
    if let Some(block) = module.single_block(layers.function, 0) {
        module.block_mut(block).ops.clear();
        layers.ops.iter().for_each(|&op| module.attach(block, op));
    }
    let body = module.body();
    let is_layer = |op: &OpId| layers.layers.iter().any(|(layer, _)| layer == op);
    module.block_mut(body).ops.retain(|op| !is_layer(op));
}

/// The structured operations of each layer.
fn groups(module: &Module, ops: &[OpId]) -> Vec<Vec<OpId>> {
    let mut groups: Vec<Vec<OpId>> = Vec::new();
    let mut group: Vec<OpId> = Vec::new();
    let mut reduces = false;
    let mut written: FxHashSet<ValueId> = FxHashSet::default();
    // The name that memory has in the layer.
    let mut names: FxHashMap<ValueId, ValueId> = FxHashMap::default();
    for &op in ops {
        let Some(nest) = structured(module, op) else {
            // Others than those that only name memory end a layer; one of linalg is a layer.
            if !is_movable(module, op) {
                groups.extend((!group.is_empty()).then(|| std::mem::take(&mut group)));
                (reduces, written, names) = Default::default();
                let code = module.op(op).code();
                groups.extend(
                    code.is_some_and(|code| code.dialect() == Dialect::Linalg)
                        .then(|| vec![op]),
                );
            }
            continue;
        };
        let own = nest.iterations.iter().any(|i| *i != Iteration::Parallel);
        let goes_on = nest.inputs.iter().any(|v| written.contains(&base(module, *v)));
        // Memory of two names is hard to tell apart in one function.
        let other_name = |v: &ValueId| names.get(&base(module, *v)).is_some_and(|known| known != v);
        let is_renamed = nest.inputs.iter().chain(&nest.outputs).any(other_name);
        let is_next = is_renamed || reduces && (own || !goes_on);
        if is_next || group.len() == MOST_OF_LAYER {
            groups.extend((!group.is_empty()).then(|| std::mem::take(&mut group)));
            (reduces, written, names) = Default::default();
        }
        group.push(op);
        reduces |= own;
        names.extend(
            nest.inputs
                .iter()
                .chain(&nest.outputs)
                .map(|v| (base(module, *v), *v)),
        );
        written.extend(nest.outputs.iter().map(|v| base(module, *v)));
    }
    groups.extend((!group.is_empty()).then_some(group));
    groups
}

/// What only names memory, or makes or frees it.
fn is_movable(module: &Module, op: OpId) -> bool {
    matches!(
        module.op(op).code(),
        Some(
            OpCode::Constant
                | OpCode::MemRefAlloc
                | OpCode::MemRefDealloc
                | OpCode::MemRefGetGlobal
                | OpCode::MemRefDim
        )
    ) || is_view(module, op)
}

fn is_view(module: &Module, op: OpId) -> bool {
    matches!(
        module.op(op).code(),
        Some(OpCode::MemRefCast | OpCode::MemRefCollapseShape | OpCode::MemRefExpandShape)
    )
}

/// The memory that a view is of.
fn base(module: &Module, mut value: ValueId) -> ValueId {
    while let Some(op) = module.defining_op(value).filter(|&op| is_view(module, op)) {
        value = module.op(op).operands[0];
    }
    value
}

/// Lets the operations of a layer stand one after the other, with the memory that they alone use: what else stands between them goes
/// in front of them, and memory is freed behind them. Answers all that stand together then.
fn gathered(module: &mut Module, block: BlockId, group: &[OpId]) -> Vec<OpId> {
    let ops = module.block(block).ops.clone();
    let place = |op: &OpId| ops.iter().position(|other| other == op);
    let (Some(first), Some(last)) = (group.first().and_then(place), group.last().and_then(place)) else {
        return group.to_vec();
    };
    // Memory that the layer alone uses, and its views.
    let inside: FxHashSet<OpId> = group.iter().copied().collect();
    let mut shared: FxHashSet<ValueId> = FxHashSet::default();
    for &op in &ops {
        if inside.contains(&op) || is_view(module, op) || module.op(op).code() == Some(OpCode::MemRefDealloc)
        {
            continue;
        }
        module.walk(op, &mut |inner| {
            shared.extend(module.op(inner).operands.iter().map(|v| base(module, *v)));
        });
    }
    let mut used: FxHashSet<ValueId> = FxHashSet::default();
    for &op in group {
        module.walk(op, &mut |inner| {
            used.extend(module.op(inner).operands.iter().map(|v| base(module, *v)));
        });
    }
    let is_own = |value: ValueId| {
        let value = base(module, value);
        let maker = module.defining_op(value).map(|op| module.op(op));
        let is_made =
            maker.is_some_and(|op| op.code() == Some(OpCode::MemRefAlloc) && op.operands.is_empty());
        is_made && used.contains(&value) && !shared.contains(&value)
    };
    let (mut before, mut together, mut after) = (Vec::new(), Vec::new(), Vec::new());
    for (number, &op) in ops.iter().enumerate() {
        let data = module.op(op);
        let memory = data.operands.first().or(data.results.first()).copied();
        let is_memory =
            matches!(data.code(), Some(OpCode::MemRefAlloc | OpCode::MemRefDealloc)) || is_view(module, op);
        if inside.contains(&op) || is_memory && memory.is_some_and(is_own) {
            together.push(op);
        } else if number < first {
            before.push(op);
        } else if number > last || data.code() == Some(OpCode::MemRefDealloc) {
            after.push(op);
        } else {
            before.push(op);
        }
    }
    module.block_mut(block).ops = [before, together.clone(), after].concat();
    together
}

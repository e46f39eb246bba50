//! The schedule of loops: what `krnl.block`, `krnl.permute`, `krnl.unroll` and `krnl.parallel` make of those that
//! `krnl.define_loops` defines, and the order in which a nest runs them.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::ir::{Module, OpId, ValueDef, ValueId};
use crate::op::OpCode;

use super::iterate::Iterate;
use super::loop_type;

/// What made a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    Defined,
    /// One of the two loops that a `krnl.block` makes.
    Half {
        source: ValueId,
        half: Half,
        tile: i64,
    },
}

/// The loops that a `krnl.block` makes of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Half {
    /// Over the blocks.
    Blocks,
    /// Over the iterations of a block.
    Local,
}

impl Origin {
    /// `None` for what no operation of the schedule made.
    pub fn of(module: &Module, value: ValueId) -> Option<Origin> {
        let ValueDef::Result { op, index } = module.value(value).def else {
            return None;
        };
        let data = module.op(op);
        match data.code()? {
            OpCode::KrnlDefineLoops => Some(Origin::Defined),
            OpCode::KrnlBlock => Some(Origin::Half {
                source: *data.operands.first()?,
                half: if index == 0 { Half::Blocks } else { Half::Local },
                tile: data.attribute("tile_size")?.as_i64()?,
            }),
            _ => None,
        }
    }
}

/// A mistake in a schedule.
#[derive(Clone, Debug)]
pub struct Fault {
    /// The operation that has it.
    pub op: OpId,
    pub message: String,
    pub help: &'static str,
    /// Another operation that matters.
    pub note: Option<(OpId, &'static str)>,
}

impl Fault {
    fn new(op: OpId, message: String, help: &'static str) -> Fault {
        Fault {
            op,
            message,
            help,
            note: None,
        }
    }

    fn note(mut self, op: OpId, note: &'static str) -> Fault {
        self.note = Some((op, note));
        self
    }
}

/// The operations of a function that schedule and run its loops.
#[derive(Clone, Debug, Default)]
pub struct LoopUses {
    /// For each loop the operations that block it.
    blocks: FxHashMap<ValueId, Vec<OpId>>,
    /// `krnl.block` and `krnl.permute` in the order of the text, below the loops that `krnl.define_loops` made for them.
    steps: FxHashMap<ValueId, Vec<OpId>>,
    unrolled: FxHashSet<ValueId>,
    /// For each loop that is marked as parallel the operation that does.
    parallel: FxHashMap<ValueId, OpId>,
    /// The loops in whose place a kernel stands.
    kernels: FxHashSet<ValueId>,
    /// For each `krnl.iterate` that bounds loops all loops that the schedule makes of these, outermost first.
    orders: FxHashMap<OpId, Result<Vec<ValueId>, Fault>>,
}

impl LoopUses {
    /// What stands below an operation.
    pub fn of(module: &Module, around: OpId) -> LoopUses {
        let mut uses = LoopUses::default();
        let mut iterates = Vec::new();
        module.walk(around, &mut |op| {
            let data = module.op(op);
            match data.code() {
                Some(OpCode::KrnlBlock) => {
                    if let Some(&source) = data.operands.first() {
                        uses.blocks.entry(source).or_default().push(op);
                        uses.note_step(module, op);
                    }
                }
                Some(OpCode::KrnlPermute) => uses.note_step(module, op),
                Some(OpCode::KrnlUnroll) => uses.unrolled.extend(data.operands.first()),
                Some(OpCode::KrnlSpecializedKernel | OpCode::KrnlMatmul) => {
                    let is_loop = |v: &&ValueId| *module.ty(**v) == loop_type();
                    uses.kernels.extend(data.operands.iter().filter(is_loop));
                }
                Some(OpCode::KrnlParallel) => {
                    let is_loop = |v: &&ValueId| *module.ty(**v) == loop_type();
                    let loops = data.operands.iter().filter(is_loop);
                    uses.parallel.extend(loops.map(|&value| (value, op)));
                }
                Some(OpCode::KrnlIterate) => iterates.push(op),
                _ => {}
            }
        });
        for op in iterates {
            if let Some(iterate) = Iterate::of(module, op).filter(|iterate| !iterate.inputs.is_empty()) {
                let order = uses.order_of(module, op, &iterate);
                uses.orders.insert(op, order);
            }
        }
        uses
    }

    fn note_step(&mut self, module: &Module, op: OpId) {
        let mut roots: Vec<ValueId> = Vec::new();
        for &operand in &module.op(op).operands {
            let root = root(module, operand);
            if !roots.contains(&root) {
                roots.push(root);
                self.steps.entry(root).or_default().push(op);
            }
        }
    }

    /// The operations that block a loop.
    pub fn blocks_of(&self, value: ValueId) -> &[OpId] {
        self.blocks.get(&value).map_or(&[], Vec::as_slice)
    }

    /// Whether a kernel stands in the place of the loop.
    pub fn is_of_kernel(&self, value: ValueId) -> bool {
        self.kernels.contains(&value)
    }

    pub fn is_unrolled(&self, value: ValueId) -> bool {
        self.unrolled.contains(&value)
    }

    pub fn is_parallel(&self, value: ValueId) -> bool {
        self.parallel.contains_key(&value)
    }

    /// The `krnl.parallel` of a loop.
    pub fn parallel_of(&self, value: ValueId) -> Option<OpId> {
        self.parallel.get(&value).copied()
    }

    /// The loop whose induction variable is that of this loop: where it is blocked that over the iterations of a block.
    pub fn innermost(&self, module: &Module, mut value: ValueId) -> ValueId {
        // A block is made behind the loop that it splits, so this ends; a module that is not verified may hold a circle.
        for _ in 0..=self.blocks.len() {
            match self.blocks_of(value) {
                [op, ..] if module.op(*op).results.len() == 2 => value = module.op(*op).results[1],
                _ => break,
            }
        }
        value
    }

    /// The loops that the schedule makes of those whose bounds a `krnl.iterate` gives, outermost first.
    pub fn order(&self, iterate: OpId) -> Result<&[ValueId], &Fault> {
        match self.orders.get(&iterate) {
            Some(Ok(order)) => Ok(order),
            Some(Err(fault)) => Err(fault),
            None => Ok(&[]),
        }
    }

    fn order_of(&self, module: &Module, op: OpId, iterate: &Iterate) -> Result<Vec<ValueId>, Fault> {
        let mut order: Vec<ValueId> = iterate.inputs.iter().map(|input| input.input).collect();
        let mut steps: Vec<OpId> = Vec::new();
        for root in &order {
            steps.extend(self.steps.get(root).into_iter().flatten());
        }
        steps.sort();
        steps.dedup();
        for step in steps {
            let data = module.op(step);
            let place = |order: &[ValueId], value: ValueId| order.iter().position(|&other| other == value);
            if data.code() == Some(OpCode::KrnlBlock) {
                if let Some(at) = data.operands.first().and_then(|&v| place(&order, v)) {
                    order.splice(at..=at, data.results.iter().copied());
                }
                continue;
            }
            let Some(map) = permutation(module, step) else {
                continue;
            };
            let Some(mut places) = data
                .operands
                .iter()
                .map(|&v| place(&order, v))
                .collect::<Option<Vec<usize>>>()
            else {
                let message = "permutes loops that are not all of one nest".to_string();
                return Err(Fault::new(
                    step,
                    message,
                    "expected loops whose bounds one `krnl.iterate` gives, none of them blocked",
                )
                .note(op, "the nest"));
            };
            places.sort_unstable();
            for (&value, &to) in data.operands.iter().zip(&map) {
                order[places[to]] = value;
            }
        }
        Ok(order)
    }
}

/// Where a permutation sends each operand; `None` where its map is none.
pub fn permutation(module: &Module, op: OpId) -> Option<Vec<usize>> {
    let data = module.op(op);
    let map = data.attribute("map")?.as_i64_list()?.into_iter();
    let map: Vec<usize> = map.map(|n| usize::try_from(n).ok()).collect::<Option<_>>()?;
    let mut seen = vec![false; map.len()];
    for &to in &map {
        if std::mem::replace(seen.get_mut(to)?, true) {
            return None;
        }
    }
    (map.len() == data.operands.len()).then_some(map)
}

/// The loop that `krnl.define_loops` made, of one that blocks made of it.
pub fn root(module: &Module, mut value: ValueId) -> ValueId {
    // As in `innermost`: more steps than operations are a circle.
    for _ in 0..module.op_count() {
        match Origin::of(module, value) {
            Some(Origin::Half { source, .. }) => value = source,
            _ => break,
        }
    }
    value
}

/// The difference of two values of the induction variable one after the other; `None` where it is no 64-bit number.
pub fn step(module: &Module, mut value: ValueId) -> Option<i64> {
    let mut step: i64 = 1;
    for _ in 0..module.op_count() {
        match Origin::of(module, value)? {
            Origin::Defined => return Some(step),
            Origin::Half { source, half, tile } => {
                if half == Half::Blocks {
                    step = step.checked_mul(tile)?;
                }
                value = source;
            }
        }
    }
    None
}

/// The `krnl.iterate` operations around an operation, outermost first.
pub fn iterates_around(module: &Module, op: OpId) -> Vec<(OpId, Iterate)> {
    let mut around = Vec::new();
    let mut at = op;
    while let Some(parent) = module.parent_op(at) {
        if let Some(iterate) = Iterate::of(module, parent) {
            around.push((parent, iterate));
        }
        at = parent;
    }
    around.reverse();
    around
}

/// The loops that a `krnl.iterate` runs, outermost first, with those that run around it.
#[derive(Clone, Debug)]
pub struct Nest {
    /// Each with the number, among the `krnl.iterate` around and this, of the one that bounds it.
    pub loops: Vec<(ValueId, usize)>,
    /// Where each bounding operation is.
    pub around: Vec<(OpId, Iterate)>,
}

impl Nest {
    /// The loops of a `krnl.iterate`, or its first mistake.
    pub fn of(module: &Module, uses: &LoopUses, op: OpId) -> Result<Nest, Fault> {
        let wrong = |message: String, help| Fault::new(op, message, help);
        let mut around = iterates_around(module, op);
        let running: Vec<ValueId> = around.iter().flat_map(|(_, i)| i.optimized.clone()).collect();
        let Some(own) = Iterate::of(module, op) else {
            let message = "its operands, bounds and arguments do not fit each other".to_string();
            return Err(wrong(message, "expected two maps and an argument for each loop"));
        };
        let optimized = own.optimized.clone();
        around.push((op, own));
        let mut placed = Vec::new();
        for (number, &value) in optimized.iter().enumerate() {
            let name = spelled(module, value);
            if optimized[..number].contains(&value) || running.contains(&value) {
                return Err(wrong(
                    format!("runs the loop {name} twice"),
                    "expected a loop that is not run already",
                ));
            }
            if Origin::of(module, value).is_none() {
                return Err(wrong(
                    format!("runs the loop {name}, which nobody defined"),
                    "expected a result of `krnl.define_loops` or `krnl.block`",
                ));
            }
            if let [block, ..] = uses.blocks_of(value) {
                return Err(wrong(
                    format!("runs the loop {name}, which is blocked"),
                    "expected the loops that `krnl.block` makes of it",
                )
                .note(*block, "blocked here"));
            }
            let root = root(module, value);
            let bounds = |(_, i): &(OpId, Iterate)| i.inputs.iter().any(|input| input.input == root);
            let Some(group) = around.iter().position(bounds) else {
                return Err(wrong(
                    format!("runs the loop {name}, of which nobody gives the bounds"),
                    "expected `with` to give them, here or in a `krnl.iterate` around",
                ));
            };
            let order = uses.order(around[group].0).map_err(Fault::clone)?;
            let Some(place) = order.iter().position(|&other| other == value) else {
                return Err(wrong(
                    format!("runs the loop {name}, which is not of the nest that bounds it"),
                    "expected a loop that the schedule makes",
                ));
            };
            let later = running.iter().find(|&&other| {
                let other = order.iter().position(|&o| o == other);
                other.is_some_and(|other| other > place)
            });
            if let Some(&later) = later {
                let message = format!(
                    "runs the loop {name} inside of {}, but the schedule puts it outside",
                    spelled(module, later)
                );
                return Err(wrong(
                    message,
                    "expected `krnl.permute` to order the loops as they run",
                ));
            }
            placed.push((group, place, value));
        }
        placed.sort_unstable();
        let mut known = running;
        for &(_, _, value) in &placed {
            if let Some(Origin::Half {
                source,
                half: Half::Local,
                ..
            }) = Origin::of(module, value)
                && let [block, ..] = uses.blocks_of(source)
                && let Some(&blocks) = module.op(*block).results.first()
                && !known.contains(&uses.innermost(module, blocks))
            {
                let message = format!(
                    "runs the loop {} outside of {}, over whose blocks it goes",
                    spelled(module, value),
                    spelled(module, blocks)
                );
                return Err(
                    wrong(message, "expected the loop over the blocks around").note(*block, "blocked here")
                );
            }
            known.push(value);
        }
        Ok(Nest {
            loops: placed
                .into_iter()
                .map(|(group, _, value)| (value, group))
                .collect(),
            around,
        })
    }
}

/// The name of a loop in messages.
pub fn spelled(module: &Module, value: ValueId) -> String {
    match &module.value(value).name {
        Some(name) => format!("`%{name}`"),
        None => "without a name".to_string(),
    }
}

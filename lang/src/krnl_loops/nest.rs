//! The loops that a `krnl.iterate` runs.

use rustc_hash::FxHashSet;

use crate::affine::AffineExpr;
use crate::clone::{Mapping, mapped};
use crate::ir::{BlockId, Module, NewOp, OpId, ValueId};
use crate::krnl::{Bound, Half, Input, Origin, loop_type, step};
use crate::op::{Dialect, OpCode, Trait};
use crate::text::Text;

use super::builder::{Head, Loop, Values, constant_of};
use super::{Lowering, Reader};

/// Iterations that a loop may have to be unrolled. The number is arbitrary; it bounds the code.
const MOST_UNROLLED: i64 = 64;

/// Operations that unrolling a loop may write. The number is arbitrary; it bounds the code.
const MOST_WRITTEN: usize = 10_000;

/// The bounds of a loop as expressions of values.
struct Bounds {
    values: Values,
    lower: Vec<AffineExpr>,
    upper: Vec<AffineExpr>,
}

impl Lowering<'_> {
    pub(super) fn iterate(&mut self, op: OpId, block: BlockId) -> Option<bool> {
        let nest = self.nests.remove(&op)?;
        let (_, own) = nest.around.last()?;
        let own = own.clone();
        for input in &own.inputs {
            let innermost = self.uses.innermost(self.builder.module, input.input);
            self.arguments.entry(innermost).or_default().push(input.variable);
        }
        let mut inits: Vec<ValueId> = own.inits.iter().map(|&v| mapped(&self.values, v)).collect();
        let mut made: Vec<(ValueId, Loop, Bounds)> = Vec::new();
        let mut inside = block;
        let loops = match &self.plain {
            Some(_) => self.plain_loops(&nest),
            None => nest.loops.clone(),
        };
        for (value, group) in loops {
            let inputs = &nest.around.get(group)?.1.inputs;
            let bounds = self.bounds(value, inputs)?;
            let head = Head {
                name: self.name_of(value, inputs),
                lower: &bounds.lower,
                upper: &bounds.upper,
                step: self.step(value)?,
                inits: &inits,
                is_parallel: self.plain.is_none() && self.uses.is_parallel(value),
            };
            let new = self.builder.begin(inside, &head, &bounds.values);
            self.variables.insert(value, new.variable);
            for argument in self.arguments.get(&value).into_iter().flatten() {
                self.values.insert(*argument, new.variable);
            }
            inits = new.carried.clone();
            inside = new.inside;
            self.clause(value, &new);
            made.push((value, new, bounds));
        }
        self.values.extend(own.carried.iter().copied().zip(inits));
        let mut ops = std::mem::take(&mut self.builder.module.block_mut(own.body).ops);
        let end = ops.pop()?;
        self.operations(&ops, inside);
        let yielded = self.builder.module.op(end).operands.iter();
        let mut yielded: Vec<ValueId> = yielded.map(|&v| mapped(&self.values, v)).collect();
        self.hoist(&made, block);
        for (number, (value, new, bounds)) in made.iter().enumerate().rev() {
            self.builder.end(new, &yielded);
            self.variables.remove(value);
            yielded = new.results.clone();
            if self.plain.is_none() && self.uses.is_unrolled(*value) {
                let around = number.checked_sub(1).map_or(block, |outer| made[outer].1.inside);
                let step = self.step(*value)?;
                yielded = self.unrolled(new, bounds, step, around).unwrap_or(yielded);
            }
        }
        self.replace(op, &yielded);
        Some(true)
    }

    /// Moves what all iterations of a nest compute alike before it, at the end of the block around: arithmetic and extents
    /// that are defined for all operands, so that they may run where no iteration does. Constants go with what needs them.
    fn hoist(&mut self, made: &[(ValueId, Loop, Bounds)], around: BlockId) {
        let Some((_, innermost, _)) = made.last() else {
            return;
        };
        let module = &mut *self.builder.module;
        let arguments = made
            .iter()
            .flat_map(|(_, own, _)| &module.block(own.inside).arguments);
        let mut varying: FxHashSet<ValueId> = arguments.copied().collect();
        let (mut first, mut kept) = (Vec::new(), Vec::new());
        for op in std::mem::take(&mut module.block_mut(innermost.inside).ops) {
            let data = module.op(op);
            let has = |wanted| data.code().is_some_and(|code| code.has_trait(wanted));
            let is_total = match data.code().map(|code| (code, code.dialect())) {
                Some((OpCode::MemRefDim, _)) => {
                    let number = data.operands.get(1);
                    number.is_some_and(|&number| constant_of(module, number).is_some())
                }
                Some((_, Dialect::Arith | Dialect::Math)) => has(Trait::Pure) && !has(Trait::Partial),
                _ => false,
            };
            let is_fixed = is_total && !data.operands.iter().any(|operand| varying.contains(operand));
            match is_fixed && !has(Trait::ConstantLike) {
                true => first.push(op),
                false => kept.push(op),
            }
            if !is_fixed {
                varying.extend(data.results.iter().copied());
            }
        }
        let operands = first.iter().flat_map(|&op| &module.op(op).operands);
        let needed: FxHashSet<ValueId> = operands.copied().collect();
        let is_needed = |op: &OpId| module.op(*op).results.iter().any(|value| needed.contains(value));
        let (constants, kept): (Vec<OpId>, Vec<OpId>) = kept.into_iter().partition(is_needed);
        module.block_mut(innermost.inside).ops = kept;
        let outermost = module.block_mut(around).ops.pop();
        for op in constants.into_iter().chain(first).chain(outermost) {
            module.attach(around, op);
        }
    }

    /// What `krnl.parallel` says of threads, inside of the loop that it is about, where that is asked for.
    fn clause(&mut self, value: ValueId, made: &Loop) {
        let module = &*self.builder.module;
        let is_parallel = module.op(made.op).code() == Some(OpCode::AffineParallel);
        let Some(op) = self.uses.parallel_of(value) else {
            return;
        };
        let data = module.op(op);
        let threads = data.operands.iter().filter(|v| *module.ty(**v) != loop_type());
        let mut new = NewOp::new(OpCode::KrnlParallelClause).operands([made.variable]);
        new = new.operands(threads.map(|&v| mapped(&self.values, v)));
        let binding = data.attribute("proc_bind").cloned();
        if self.reader == Reader::Ovolo || !is_parallel || (new.operands.len() == 1 && binding.is_none()) {
            return;
        }
        if let Some(binding) = binding {
            new = new.attribute("proc_bind", binding);
        }
        self.builder.append(made.inside, new);
    }

    /// What a loop steps by: where the schedule is left out by one.
    fn step(&self, value: ValueId) -> Option<i64> {
        match &self.plain {
            Some(_) => Some(1),
            None => step(self.builder.module, value),
        }
    }

    pub(super) fn induction_variables(&mut self, op: OpId) -> Option<bool> {
        let loops = self.builder.module.op(op).operands.clone();
        let innermost = loops.iter().map(|&v| self.uses.innermost(self.builder.module, v));
        let values: Option<Vec<ValueId>> = innermost.map(|v| self.variables.get(&v).copied()).collect();
        self.replace(op, &values?);
        Some(true)
    }

    /// The name of the induction variable of a loop: that of the argument, where it is that, and else of the loop.
    fn name_of(&self, value: ValueId, inputs: &[Input]) -> Option<Text> {
        let module = &*self.builder.module;
        let own = inputs
            .iter()
            .find(|input| self.uses.innermost(module, input.input) == value);
        let named = own.map_or(value, |input| input.variable);
        module.value(named).name.clone()
    }

    fn bounds(&self, value: ValueId, inputs: &[Input]) -> Option<Bounds> {
        let module = &*self.builder.module;
        let mut values = Values::default();
        let mut halves = halves(module, value);
        let root = halves.first().map_or(value, |half| half.source);
        if self.plain.is_some() {
            halves.clear();
        }
        let input = inputs.iter().find(|input| input.input == root)?;
        let mut of = |bound: &Bound| {
            let operands: Vec<ValueId> = bound.operands.iter().map(|&v| mapped(&self.values, v)).collect();
            values.apply(module, &bound.map, &operands)
        };
        let (mut lower, end) = (of(&input.lower), of(&input.upper));
        let first = lower.clone();
        // Where the blocks end that the loop runs inside of, and how long these are. One that ends where a smaller one does
        // bounds nothing.
        let mut blocks: Vec<(AffineExpr, i64)> = Vec::new();
        for half in halves.iter().filter(|half| half.half == Half::Local) {
            let extent = half.tile.checked_mul(step(module, half.source)?)?;
            let around = *module
                .op(*self.uses.blocks_of(half.source).first()?)
                .results
                .first()?;
            let around = self.uses.innermost(module, around);
            let start = values.expr(module, *self.variables.get(&around)?);
            blocks.retain(|(_, outer)| outer % extent != 0);
            blocks.push((&start + extent, extent));
            lower = vec![start];
        }
        let is_even = match (first.as_slice(), end.as_slice(), blocks.as_slice()) {
            ([AffineExpr::Constant(first)], [AffineExpr::Constant(end)], [(_, extent)]) => {
                end.checked_sub(*first)? % extent == 0
            }
            _ => false,
        };
        let mut upper: Vec<AffineExpr> = blocks.into_iter().map(|(end, _)| end).collect();
        if !is_even {
            upper.extend(end);
        }
        Some(Bounds { values, lower, upper })
    }

    /// Writes the iterations of a loop out behind each other, in the block around that ends with the loop; answers what the
    /// last hands on. `None` where it runs too often, or not a known number of times.
    fn unrolled(&mut self, made: &Loop, bounds: &Bounds, step: i64, around: BlockId) -> Option<Vec<ValueId>> {
        let ([lower], [upper]) = (bounds.lower.as_slice(), bounds.upper.as_slice()) else {
            return None;
        };
        let extent = (upper - lower).simplified().as_constant()?;
        let trips = extent.max(0).checked_add(step - 1)? / step;
        let (end, ops) = self.builder.module.block(made.inside).ops.split_last()?;
        let (end, ops) = (*end, ops.to_vec());
        let mut count = 0;
        ops.iter()
            .for_each(|&op| self.builder.module.walk(op, &mut |_| count += 1));
        if trips > MOST_UNROLLED || count * usize::try_from(trips).ok()? > MOST_WRITTEN {
            return None;
        }
        self.builder.module.block_mut(around).ops.pop();
        let inits = self.builder.module.op(made.op).operands.clone();
        let mut carried = inits[inits.len() - made.carried.len()..].to_vec();
        for trip in 0..trips {
            let variable = self.builder.value(around, &(lower + trip * step), &bounds.values);
            let mut mapping = Mapping::default();
            mapping.insert(made.variable, variable);
            mapping.extend(made.carried.iter().copied().zip(carried));
            for &op in &ops {
                let copy = self.builder.module.clone_op(op, &mut mapping);
                self.builder.module.attach(around, copy);
            }
            let yielded = self.builder.module.op(end).operands.iter();
            carried = yielded.map(|&v| mapped(&mapping, v)).collect();
        }
        Some(carried)
    }
}

/// One of the halves of a blocked loop.
struct Part {
    source: ValueId,
    half: Half,
    tile: i64,
}

/// The halves that lead from what `krnl.define_loops` made to a loop, the outermost first.
fn halves(module: &Module, mut value: ValueId) -> Vec<Part> {
    let mut halves = Vec::new();
    while let Some(Origin::Half { source, half, tile }) = Origin::of(module, value) {
        halves.push(Part { source, half, tile });
        value = source;
    }
    halves.reverse();
    halves
}

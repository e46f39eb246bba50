//! A function without its schedule: every loop runs as it was defined, and what goes through tile buffers goes to the memory that
//! they are tiles of.
//!
//! This is a guess, which whoever uses it has to compare with the function: statements between loops run once for each block
//! there and once here, and a buffer may hold something else than the tile of the same place.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::affine::{AffineExpr, constant};
use crate::assembly::operand_groups;
use crate::attribute::Attribute;
use crate::clone::mapped;
use crate::ir::{BlockId, Module, OpId, ValueId};
use crate::krnl::{Input, Nest, root};
use crate::op::OpCode;

use super::Lowering;
use super::builder::{Head, Loop, Values};

/// What is known of a function that is rewritten without its schedule.
#[derive(Default)]
pub(super) struct Plain {
    /// The bounds of the loops that `krnl.define_loops` made.
    inputs: FxHashMap<ValueId, Input>,
    /// The values that are induction variables of loops that do not run, and these loops.
    starts: FxHashMap<ValueId, ValueId>,
    /// What buffers are tiles of, and where the tiles start.
    buffers: FxHashMap<ValueId, (ValueId, Vec<ValueId>)>,
}

/// Whether a function has a schedule.
pub(super) fn is_scheduled(module: &Module, function: OpId) -> bool {
    let mut found = false;
    module.walk(function, &mut |op| {
        let code = module.op(op).code();
        found |= matches!(
            code,
            Some(OpCode::KrnlBlock | OpCode::KrnlPermute | OpCode::KrnlUnroll | OpCode::KrnlParallel)
        );
    });
    found
}

impl Lowering<'_> {
    /// Writes what takes the place of an operation, as `converted`; false where another rule applies.
    pub(super) fn without_schedule(&mut self, op: OpId, code: OpCode, block: BlockId) -> Option<bool> {
        match code {
            OpCode::KrnlGetInductionVarValue => self.plain_variables(op),
            OpCode::KrnlCopyToTileBuffer | OpCode::KrnlCopyFromTileBuffer => self.tile(op),
            OpCode::KrnlMatmul => self.plain_matmul(op, block),
            _ => Some(false),
        }
    }

    /// The loops of a nest that run without a schedule, in the order in which they were defined.
    pub(super) fn plain_loops(&mut self, nest: &Nest) -> Vec<(ValueId, usize)> {
        let module = &*self.builder.module;
        let mut placed = Vec::new();
        for &(value, group) in &nest.loops {
            let root = root(module, value);
            let inputs = &nest.around[group].1.inputs;
            let Some(place) = inputs.iter().position(|input| input.input == root) else {
                continue;
            };
            if self.uses.innermost(module, root) == value {
                placed.push((group, place, value));
            }
        }
        placed.sort_unstable();
        if let (Some(plain), Some((_, own))) = (&mut self.plain, nest.around.last()) {
            plain
                .inputs
                .extend(own.inputs.iter().map(|input| (input.input, input.clone())));
        }
        placed
            .into_iter()
            .map(|(group, _, value)| (value, group))
            .collect()
    }

    fn plain_variables(&mut self, op: OpId) -> Option<bool> {
        let data = self.builder.module.op(op).clone();
        for (&value, &result) in data.operands.iter().zip(&data.results) {
            let innermost = self.uses.innermost(self.builder.module, value);
            match self.variables.get(&innermost).filter(|_| innermost == value) {
                Some(&variable) => {
                    self.values.insert(result, variable);
                }
                None => {
                    self.plain.as_mut()?.starts.insert(result, value);
                }
            }
        }
        Some(true)
    }

    /// Notes what a buffer is a tile of.
    fn tile(&mut self, op: OpId) -> Option<bool> {
        let data = self.builder.module.op(op).clone();
        let [buffer, memref, rest @ ..] = data.operands.as_slice() else {
            return None;
        };
        let rank = self.builder.module.ty(*memref).as_memref()?.rank()?;
        let is_part = data.attribute("tileSize").and_then(Attribute::as_i64_list);
        let is_turned = data.attribute("transpose") == Some(&Attribute::Bool(true));
        if is_turned || is_part.is_some_and(|sizes| !sizes.is_empty()) {
            return None;
        }
        let starts = rest.get(..rank)?.to_vec();
        let known = self
            .plain
            .as_mut()?
            .buffers
            .entry(*buffer)
            .or_insert((*memref, starts.clone()))
            .clone();
        let same = known.0 == *memref
            && known
                .1
                .iter()
                .zip(&starts)
                .all(|(&a, &b)| self.is_same_start(a, b));
        same.then_some(true)
    }

    /// Whether tiles start at the same place.
    fn is_same_start(&self, a: ValueId, b: ValueId) -> bool {
        let Some(plain) = &self.plain else { return false };
        a == b
            || plain
                .starts
                .get(&a)
                .is_some_and(|of| plain.starts.get(&b) == Some(of))
    }

    fn plain_matmul(&mut self, op: OpId, block: BlockId) -> Option<bool> {
        let data = self.builder.module.op(op).clone();
        let mut rest = data.operands.as_slice();
        let mut parts = Vec::new();
        for count in operand_groups(&data)? {
            let (part, behind) = rest.split_at_checked(count)?;
            parts.push(part);
            rest = behind;
        }
        let [a, a_start, b, b_start, c, c_start, loops, ..] = parts.as_slice() else {
            return None;
        };
        let mut values = Values::default();
        let mut made: Vec<Loop> = Vec::new();
        let mut places = Vec::new();
        for (&value, end) in loops.iter().zip(&parts[10..]) {
            let input = self
                .plain
                .as_ref()?
                .inputs
                .get(&root(self.builder.module, value))?
                .clone();
            let module = &*self.builder.module;
            let mut of = |bound: &crate::krnl::Bound| {
                let operands: Vec<ValueId> =
                    bound.operands.iter().map(|&v| mapped(&self.values, v)).collect();
                values.apply(module, &bound.map, &operands)
            };
            let (lower, mut upper) = (of(&input.lower), of(&input.upper));
            let end = values.expr(module, *end.first()?);
            if !upper.contains(&end) {
                upper.push(end);
            }
            let head = Head {
                name: module.value(input.variable).name.clone(),
                lower: &lower,
                upper: &upper,
                step: 1,
                inits: &[],
                is_parallel: false,
            };
            let inside = made.last().map_or(block, |outer| outer.inside);
            made.push(self.builder.begin(inside, &head, &values));
            places.push(values.expr(self.builder.module, made.last()?.variable));
        }
        let inside = made.last()?.inside;
        let mut sides = Vec::new();
        for (memref, starts, inner) in [(a, a_start, [0, 2]), (b, b_start, [2, 1]), (c, c_start, [0, 1])] {
            sides.push(self.whole(
                *memref.first()?,
                starts,
                inner.map(|n| places.get(n).cloned()),
                &mut values,
            )?);
        }
        self.multiply_add(inside, &sides, &values);
        self.close(&made);
        Some(true)
    }

    /// The memory and the subscripts of an element of a factor: in the whole where the factor is a tile.
    fn whole(
        &self,
        memref: ValueId,
        starts: &[ValueId],
        inner: [Option<AffineExpr>; 2],
        values: &mut Values,
    ) -> Option<(ValueId, Vec<AffineExpr>)> {
        let module = &*self.builder.module;
        let plain = self.plain.as_ref()?;
        let tile = plain.buffers.get(&memref);
        let outer = starts.len().checked_sub(2)?;
        let (memref, prefix, is_tile) = match tile {
            Some((whole, at)) => {
                let prefix = at.len().checked_sub(2)?;
                let same = at[prefix..]
                    .iter()
                    .zip(&starts[outer..])
                    .all(|(&a, &b)| self.is_same_start(a, b));
                if !same {
                    return None;
                }
                (*whole, &at[..prefix], true)
            }
            None => (memref, &starts[..outer], false),
        };
        let mut subscripts: Vec<AffineExpr> = prefix.iter().map(|&v| values.expr(module, v)).collect();
        for (place, &start) in inner.into_iter().zip(&starts[outer..]) {
            let start = if is_tile {
                constant(0)
            } else {
                values.expr(module, start)
            };
            subscripts.push((place? - start).simplified());
        }
        Some((memref, subscripts))
    }

    /// Drops the buffers; whether nothing is left that speaks of them, or of loops that do not run.
    pub(super) fn is_plain(&mut self) -> bool {
        let Some(plain) = self.plain.take() else {
            return false;
        };
        let function = self.builder.function;
        let module = &mut *self.builder.module;
        let (mut dropped, mut is_free) = (FxHashSet::default(), true);
        module.walk(function, &mut |op| {
            let data = module.op(op);
            let touches = |v: &ValueId| plain.buffers.contains_key(v);
            match data.code() {
                Some(OpCode::MemRefAlloc | OpCode::MemRefAlloca) if data.results.iter().any(touches) => {
                    dropped.insert(op);
                }
                Some(OpCode::MemRefDealloc) if data.operands.iter().any(touches) => {
                    dropped.insert(op);
                }
                Some(
                    OpCode::KrnlIterate
                    | OpCode::KrnlMatmul
                    | OpCode::KrnlCopyToTileBuffer
                    | OpCode::KrnlCopyFromTileBuffer
                    | OpCode::KrnlGetInductionVarValue,
                ) => is_free = false,
                _ => {
                    is_free &= !data
                        .operands
                        .iter()
                        .any(|v| touches(v) || plain.starts.contains_key(v))
                }
            }
        });
        let blocks: FxHashSet<BlockId> = dropped.iter().filter_map(|&op| module.op(op).parent).collect();
        for block in blocks {
            module.block_mut(block).ops.retain(|op| !dropped.contains(op));
        }
        is_free
    }
}

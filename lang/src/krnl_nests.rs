//! Nests of affine loops as scheduled loops of the krnl dialect.
//!
//! The loops that stand inside each other one by one become one set of `krnl.define_loops`: a loop that steps is one over blocks,
//! a loop that runs from there to the end of the step is one inside of a block, the order is a `krnl.permute`, and what is
//! `affine.parallel` a `krnl.parallel`. Copies of code behind each other are a loop with `krnl.unroll`. A loop whose bounds
//! depend on another begins a set of its own. Loops that copy a tile to a buffer or back become `krnl.copy_to_tile_buffer` and
//! `krnl.copy_from_tile_buffer`. Accesses become `krnl.load` and `krnl.store`, and those of vectors `vector.load` and
//! `vector.store`.

mod condition;
mod copies;
mod path;
mod step;
mod tile;

use rustc_hash::FxHashSet;

use crate::affine::AffineMap;
use crate::attribute::{Attribute, FloatValue};
use crate::clone::{Mapping, mapped};
use crate::ir::{BlockId, Module, NewOp, OpId, Span, ValueId};
use crate::krnl::loop_type;
use crate::op::{Dialect, OpCode};
use crate::types::Type;

use path::Path;
use step::Step;
use tile::{Start, TileCopy};

/// A nest that stays as it is, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    pub span: Span,
    pub reason: String,
}

/// Puts scheduled loops in the place of the nests of affine loops of all functions; answers with the nests that stay.
pub fn convert_to_krnl(module: &mut Module) -> Vec<Kept> {
    let functions: Vec<OpId> = module.functions().collect();
    let mut writer = Writer {
        module,
        values: Mapping::default(),
        kept: Vec::new(),
    };
    for function in functions {
        writer.regions(function);
    }
    writer.kept
}

struct Writer<'m> {
    module: &'m mut Module,
    /// What stands for values that are gone.
    values: Mapping,
    kept: Vec<Kept>,
}

impl Writer<'_> {
    fn regions(&mut self, op: OpId) {
        for region in self.module.op(op).regions.clone() {
            for block in self.module.region(region).blocks.clone() {
                let ops = std::mem::take(&mut self.module.block_mut(block).ops);
                ops.into_iter().for_each(|op| self.operation(op, block, false));
            }
        }
    }

    /// Moves an operation to the end of a block, rewritten; `is_inside` of scheduled loops.
    fn operation(&mut self, op: OpId, block: BlockId, is_inside: bool) {
        for operand in &mut self.module.op_mut(op).operands {
            *operand = mapped(&self.values, *operand);
        }
        let code = self.module.op(op).code();
        match code {
            Some(OpCode::AffineFor) if self.tile_copy(op, block) => {}
            Some(OpCode::AffineFor | OpCode::AffineParallel) => match is_inside || self.is_expressible(op) {
                true => {
                    if !is_inside {
                        copies::roll(self.module, op);
                    }
                    self.nest(op, block);
                }
                false => self.module.attach(block, op),
            },
            Some(OpCode::AffineIf) if is_inside => self.condition(op, block),
            Some(code) if is_inside && self.access(op, code, block).is_some() => {}
            _ => {
                for region in self.module.op(op).regions.clone() {
                    for inner in self.module.region(region).blocks.clone() {
                        let ops = std::mem::take(&mut self.module.block_mut(inner).ops);
                        ops.into_iter()
                            .for_each(|op| self.operation(op, inner, is_inside));
                    }
                }
                self.module.attach(block, op);
            }
        }
    }

    /// Writes a copy of a tile, if loops are that.
    fn tile_copy(&mut self, op: OpId, block: BlockId) -> bool {
        let copy = TileCopy::of(self.module, op);
        let Some((copy, zero)) = copy.and_then(|copy| {
            let zero = zero(self.module.ty(copy.buffer).element())?;
            Some((copy, zero))
        }) else {
            return false;
        };
        let span = self.module.op(op).span;
        let code = match copy.is_filled {
            true => OpCode::KrnlCopyToTileBuffer,
            false => OpCode::KrnlCopyFromTileBuffer,
        };
        let mut operands: Vec<ValueId> = [copy.buffer, copy.memref]
            .map(|value| mapped(&self.values, value))
            .to_vec();
        for start in copy.starts {
            operands.push(match start {
                Start::Value(value) => mapped(&self.values, value),
                Start::Constant(known) => self.subscript(AffineMap::constant(known), &[], block, span),
            });
        }
        if copy.is_filled {
            let ty = zero.ty().unwrap_or(Type::None);
            let new = NewOp::new(OpCode::Constant).attribute("value", zero).result(ty);
            operands.push(self.module.append_value(block, NewOp { span, ..new }));
        }
        let mut new = NewOp::new(code).operands(operands);
        if let Some(sizes) = copy.sizes {
            let sizes = sizes.into_iter().map(|size| Attribute::integer(size, Type::I64));
            new = new.attribute("tileSize", Attribute::array(sizes.collect()));
        }
        self.module.append(block, NewOp { span, ..new });
        true
    }

    /// Whether the dialect says what a nest is; noted where it does not.
    fn is_expressible(&mut self, op: OpId) -> bool {
        let module = &*self.module;
        let mut found: Option<String> = None;
        module.walk(op, &mut |inner| {
            let data = module.op(inner);
            let is_fine = match data.code() {
                Some(
                    OpCode::AffineFor
                    | OpCode::AffineIf
                    | OpCode::AffineYield
                    | OpCode::AffineLoad
                    | OpCode::AffineStore
                    | OpCode::AffineVectorLoad
                    | OpCode::AffineVectorStore
                    | OpCode::AffineApply
                    | OpCode::AffineMin
                    | OpCode::AffineMax,
                ) => true,
                Some(OpCode::AffineParallel) => {
                    let steps = data.attribute("steps").and_then(Attribute::as_i64_list);
                    data.results.is_empty() && steps.is_some_and(|steps| steps.len() == 1)
                }
                Some(code) => code.dialect() != Dialect::Affine,
                None => true,
            };
            if !is_fine && found.is_none() {
                found = Some(format!(
                    "`{}` has no form among loops of krnl",
                    data.name.as_str()
                ));
            }
        });
        let Some(reason) = found else { return true };
        let span = self.module.op(op).span;
        self.kept.push(Kept { span, reason });
        false
    }

    fn nest(&mut self, op: OpId, block: BlockId) {
        let path = Path::of(self.module, op);
        let loops = self.define(&path, block);
        self.segment(&path, &loops, 0, block);
    }

    /// Writes the schedule; answers with the loop of each step.
    fn define(&mut self, path: &Path, block: BlockId) -> Vec<ValueId> {
        let span = path.span;
        let roots = path.roots.len();
        let mut new = NewOp::new(OpCode::KrnlDefineLoops)
            .attribute("num_loops", Attribute::integer(roots as i64, Type::I64));
        for _ in 0..roots {
            new = new.result(loop_type());
        }
        let defined = self.module.append(block, NewOp { span, ..new });
        let defined = self.module.op(defined).results.to_vec();
        let mut order = defined.clone();
        let (mut loops, mut locals): (Vec<ValueId>, Vec<Option<ValueId>>) = (Vec::new(), Vec::new());
        for step in &path.steps {
            let source = match step.block {
                Some(around) => locals[around],
                None => step.root.map(|root| defined[root]),
            };
            let source = source.unwrap_or(defined[0]);
            if step.step == 1 {
                loops.push(source);
                locals.push(None);
                continue;
            }
            let new = NewOp::new(OpCode::KrnlBlock)
                .operands([source])
                .attribute("tile_size", Attribute::integer(step.step, Type::I64))
                .result(loop_type())
                .result(loop_type());
            let made = self.module.append(block, NewOp { span, ..new });
            let halves = self.module.op(made).results.to_vec();
            if let Some(place) = order.iter().position(|&value| value == source) {
                order.splice(place..=place, halves.iter().copied());
            }
            loops.push(halves[0]);
            locals.push(Some(halves[1]));
        }
        let rest = order.iter().copied().filter(|value| !loops.contains(value));
        let wanted: Vec<ValueId> = loops.iter().copied().chain(rest).collect();
        if wanted != order {
            let place = |value: &ValueId| wanted.iter().position(|other| other == value).unwrap_or(0) as i64;
            let map = order
                .iter()
                .map(|value| Attribute::integer(place(value), Type::I64));
            let new = NewOp::new(OpCode::KrnlPermute).attribute("map", Attribute::array(map.collect()));
            self.module.append(
                block,
                NewOp {
                    span,
                    ..new.operands(order)
                },
            );
        }
        for (step, &value) in path.steps.iter().zip(&loops) {
            if step.is_unrolled {
                let new = NewOp::new(OpCode::KrnlUnroll).operands([value]);
                self.module.append(block, NewOp { span, ..new });
            }
            if step.is_parallel {
                let segments = Attribute::i32_array(&[1, 0]);
                let new = NewOp::new(OpCode::KrnlParallel)
                    .operands([value])
                    .attribute("operandSegmentSizes", segments);
                self.module.append(block, NewOp { span, ..new });
            }
        }
        loops
    }

    /// Writes one `krnl.iterate` for the loops from one on that stand directly inside of each other, and those inside of it.
    fn segment(&mut self, path: &Path, loops: &[ValueId], start: usize, block: BlockId) {
        let mut end = start + 1;
        while path.is_perfect(self.module, end) {
            end += 1;
        }
        let (steps, span) = (start..end, path.span);
        let is_first = start == 0;
        let last = &path.steps[steps.end - 1];
        let own = &loops[steps.clone()];
        let mut new = NewOp::new(OpCode::KrnlIterate).operands(own.iter().copied());
        let mut bounds = Vec::new();
        if is_first {
            let defined = path.roots.iter().map(|&root| path.steps[root].clone());
            for (number, step) in defined.enumerate() {
                let root = self.root_loop(loops, number, path);
                new = new.operands([root]);
                for (map, operands) in [&step.lower, &step.upper] {
                    new = new.operands(operands.iter().map(|&v| mapped(&self.values, v)));
                    bounds.push(Attribute::affine_map(map.clone()));
                }
            }
        }
        let carrier = &path.steps[steps.start];
        let inits: Vec<ValueId> = carrier.inits.iter().map(|&v| mapped(&self.values, v)).collect();
        new = new
            .operands(inits)
            .attribute("bounds", Attribute::array(bounds))
            .attribute(
                "num_optimized_loops",
                Attribute::integer(own.len() as i64, Type::I64),
            );
        let results: Vec<ValueId> = self.module.op(carrier.op).results.to_vec();
        for &result in &results {
            new = new.result(self.module.ty(result).clone());
        }
        let iterate = self.module.append(block, NewOp { span, ..new });
        let made = self.module.op(iterate).results.to_vec();
        self.values.extend(results.iter().copied().zip(made));
        let region = self.module.add_region(iterate);
        let inside = self.module.add_block(region);
        if is_first {
            for &root in &path.roots {
                let innermost = path.innermost(root);
                let name = self.module.value(path.steps[innermost].variable).name.clone();
                let argument = self.module.add_argument(inside, Type::Index, name);
                if path.steps[innermost].step == 1 {
                    self.values.insert(path.steps[innermost].variable, argument);
                }
            }
        }
        for &carried in &carrier.carried {
            let ty = self.module.ty(carried).clone();
            let argument = self.module.add_argument(inside, ty, None);
            self.values.insert(carried, argument);
        }
        let blocks: Vec<usize> = steps.clone().filter(|&n| path.steps[n].step != 1).collect();
        if !blocks.is_empty() {
            let mut new =
                NewOp::new(OpCode::KrnlGetInductionVarValue).operands(blocks.iter().map(|&n| loops[n]));
            for _ in &blocks {
                new = new.result(Type::Index);
            }
            let starts = self.module.append(inside, NewOp { span, ..new });
            let starts = self.module.op(starts).results.to_vec();
            for (&n, start) in blocks.iter().zip(starts) {
                let name = self.module.value(path.steps[n].variable).name.clone();
                self.module.value_mut(start).name = name;
                self.values.insert(path.steps[n].variable, start);
            }
        }
        self.body(path, loops, last, end, inside);
    }

    /// Rewrites the body of the innermost loop of a segment, up to the loop that the path goes on with.
    fn body(&mut self, path: &Path, loops: &[ValueId], last: &Step, next: usize, inside: BlockId) {
        let mut ops = std::mem::take(&mut self.module.block_mut(last.body).ops);
        let end = ops.pop();
        for op in ops {
            match path.steps.get(next) {
                Some(inner) if inner.op == op => {
                    self.segment(path, loops, next, inside);
                }
                _ => self.operation(op, inside, true),
            }
        }
        let yielded = end
            .map(|end| self.module.op(end).operands.clone())
            .unwrap_or_default();
        let yielded: Vec<ValueId> = yielded.iter().map(|&v| mapped(&self.values, v)).collect();
        self.module
            .append(inside, NewOp::new(OpCode::KrnlYield).operands(yielded));
    }

    /// The loop that `krnl.define_loops` made for a root.
    fn root_loop(&self, loops: &[ValueId], number: usize, path: &Path) -> ValueId {
        crate::krnl::root(self.module, loops[path.roots[number]])
    }

    /// Accesses by values in the place of accesses by affine subscripts.
    fn access(&mut self, op: OpId, code: OpCode, block: BlockId) -> Option<()> {
        let (target, position) = match code {
            OpCode::AffineLoad => (OpCode::KrnlLoad, 0),
            OpCode::AffineStore => (OpCode::KrnlStore, 1),
            OpCode::AffineVectorLoad => (OpCode::VectorLoad, 0),
            OpCode::AffineVectorStore => (OpCode::VectorStore, 1),
            _ => return None,
        };
        let data = self.module.op(op).clone();
        let map = data.attribute("map")?.as_affine_map()?.clone();
        let (first, operands) = data.operands.split_at_checked(position + 1)?;
        let mut subscripts = Vec::new();
        for result in &map.results {
            let single = AffineMap::new(map.num_dims, map.num_symbols, vec![result.clone()]);
            subscripts.push(self.subscript(single, operands, block, data.span));
        }
        let mut new = NewOp::new(target).operands(first.iter().copied().chain(subscripts));
        for &result in &data.results {
            new = new.result(self.module.ty(result).clone());
        }
        new.attributes.extend(
            data.attributes
                .iter()
                .filter(|(name, _)| &**name != "map")
                .cloned(),
        );
        let made = self.module.append(
            block,
            NewOp {
                span: data.span,
                ..new
            },
        );
        let made = self.module.op(made).results.to_vec();
        for (&old, &new) in data.results.iter().zip(&made) {
            self.module.value_mut(new).name = self.module.value(old).name.clone();
        }
        self.values.extend(data.results.iter().copied().zip(made));
        Some(())
    }

    fn subscript(&mut self, map: AffineMap, operands: &[ValueId], block: BlockId, span: Span) -> ValueId {
        use crate::affine::AffineExpr;
        let new = match map.results.as_slice() {
            [AffineExpr::Dim(n)] => return operands[*n as usize],
            [AffineExpr::Symbol(n)] => return operands[(*n + map.num_dims) as usize],
            [AffineExpr::Constant(known)] => {
                NewOp::new(OpCode::Constant).attribute("value", Attribute::index(*known))
            }
            _ => NewOp::new(OpCode::AffineApply)
                .operands(operands.iter().copied())
                .attribute("map", Attribute::affine_map(map)),
        };
        self.module.append_value(
            block,
            NewOp {
                span,
                ..new.result(Type::Index)
            },
        )
    }
}

/// The number zero.
fn zero(ty: &Type) -> Option<Attribute> {
    match ty {
        Type::Float(kind) => Some(Attribute::Float(FloatValue::from_f64(0.0, *kind))),
        Type::Integer(_) | Type::Index => Some(Attribute::integer(0, ty.clone())),
        _ => None,
    }
}

/// The values that are defined below an operation.
fn defined_below(module: &Module, op: OpId) -> FxHashSet<ValueId> {
    let mut found = FxHashSet::default();
    module.walk(op, &mut |inner| {
        found.extend(module.op(inner).results.iter().copied());
        for &region in &module.op(inner).regions {
            for &block in &module.region(region).blocks {
                found.extend(module.block(block).arguments.iter().copied());
            }
        }
    });
    found
}

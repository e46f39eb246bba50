//! Parallel loops that combine what their iterations yield, as loops that combine it one after the other.

use rustc_hash::FxHashMap;

use crate::affine::{AffineExpr, AffineMap};
use crate::attribute::{Attribute, FloatValue};
use crate::interpret::concrete::signed;
use crate::ir::{BlockId, Module, NewOp, OpId, Span, ValueId};
use crate::op::OpCode;
use crate::reduction::{combining_operation, neutral_bits};
use crate::types::Type;

/// Which reductions are put in sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reductions {
    /// All: the order of a sequence is one of those that parallel loops allow, and as good as any other where a program is replaced.
    InOneOrder,
    /// Those that give the same in every order, as what replaces a program has to: of integers, of loops that write no memory. Where
    /// iterations that run at the same time write, they may conflict, which a sequence would hide.
    InAnyOrder,
}

/// The parallel loops of a function that reduce and may be put in sequence.
pub fn reducing(module: &Module, function: OpId, which: Reductions) -> Vec<OpId> {
    let mut found = Vec::new();
    module.walk(function, &mut |op| {
        let Some(combine) = combinations(module, op) else {
            return;
        };
        let is_exact = |combine: &Combine| combine.is_exact(module);
        if which == Reductions::InOneOrder || combine.iter().all(is_exact) && only_reads(module, op) {
            found.push(op);
        }
    });
    found
}

/// Whether nothing in a loop writes memory, or may do anything else but compute.
fn only_reads(module: &Module, op: OpId) -> bool {
    let mut all = true;
    module.walk(op, &mut |inner| {
        let is_load = |code| matches!(code, OpCode::AffineLoad | OpCode::MemRefLoad);
        let code = module.op(inner).code();
        all &= code.is_some_and(|code| is_load(code) || code.is_free_of_effects());
    });
    all
}

/// Puts loops that carry their results in the place of parallel loops that reduce. The first dimension is outermost, as the
/// interpreter runs them.
pub fn put_in_sequence(module: &mut Module, function: OpId, which: Reductions) {
    // Inner ones first: their operations move with the bodies of those around.
    for op in reducing(module, function, which).into_iter().rev() {
        let (Some(block), Some(combine)) = (module.op(op).parent, combinations(module, op)) else {
            continue;
        };
        let Some(dimensions) = dimensions(module, op) else {
            continue;
        };
        let mut rest = std::mem::take(&mut module.block_mut(block).ops);
        let place = rest.iter().position(|other| *other == op).unwrap_or_default();
        let behind = rest.split_off(place);
        module.block_mut(block).ops = rest;
        let results = Sequence {
            module,
            op,
            dimensions,
            combine,
        }
        .written(block);
        behind.into_iter().skip(1).for_each(|op| module.attach(block, op));
        let replaced = module.op(op).results.iter().copied().zip(results).collect();
        module.op_mut(op).parent = None;
        module.replace_uses(function, &replaced);
    }
}

/// How a result is combined of what the iterations yield.
enum Combine {
    /// By an operation, from what leaves anything as it is.
    Kind { code: OpCode, ty: Type, neutral: u128 },
    /// By a block of two arguments, from a value.
    Block { block: BlockId, init: ValueId },
}

impl Combine {
    /// Whether the order does not matter.
    fn is_exact(&self, module: &Module) -> bool {
        let code = match self {
            Combine::Kind { code, .. } => Some(*code),
            Combine::Block { block, .. } => {
                let block = module.block(*block);
                let ([left, right], [only, end]) = (&block.arguments[..], &block.ops[..]) else {
                    return false;
                };
                let (only, end) = (module.op(*only), module.op(*end));
                let is_of_both = only.operands[..] == [*left, *right] || only.operands[..] == [*right, *left];
                let is_result = end.operands[..] == only.results[..];
                only.code().filter(|_| is_of_both && is_result)
            }
        };
        matches!(
            code,
            Some(
                OpCode::AddI
                    | OpCode::MulI
                    | OpCode::AndI
                    | OpCode::OrI
                    | OpCode::XOrI
                    | OpCode::MaxSI
                    | OpCode::MaxUI
                    | OpCode::MinSI
                    | OpCode::MinUI
            )
        )
    }
}

/// How the results of a parallel loop are combined; `None` for what has none, or others than of scalars.
fn combinations(module: &Module, op: OpId) -> Option<Vec<Combine>> {
    let data = module.op(op);
    let is_scalar =
        |value: &ValueId| matches!(module.ty(*value), Type::Float(_) | Type::Integer(_) | Type::Index);
    if data.results.is_empty() || !data.results.iter().all(is_scalar) {
        return None;
    }
    match data.code()? {
        OpCode::AffineParallel => {
            let kinds = data.attribute("reductions")?.as_integers()?;
            let combine = |(kind, result): (i64, &ValueId)| {
                let (code, ty) = (combining_operation(kind)?, module.ty(*result).clone());
                let neutral = neutral_bits(code, &ty)?;
                Some(Combine::Kind { code, ty, neutral })
            };
            kinds.into_iter().zip(&data.results).map(combine).collect()
        }
        OpCode::ScfParallel => {
            let segments = data.attribute("operandSegmentSizes")?.as_i64_list()?;
            let bounds = 3 * usize::try_from(*segments.first()?).ok()?;
            let body = module.single_block(op, 0)?;
            let reduce = *module.block(body).ops.last()?;
            let inits = data.operands.get(bounds..)?.iter().enumerate();
            let combine = |(n, &init): (usize, &ValueId)| {
                let block = module.single_block(reduce, n)?;
                Some(Combine::Block { block, init })
            };
            inits.map(combine).collect()
        }
        _ => None,
    }
}

/// What a loop runs over.
enum Dimension {
    Affine {
        lower: (AffineMap, Vec<ValueId>),
        upper: (AffineMap, Vec<ValueId>),
        step: i64,
    },
    Values([ValueId; 3]),
}

fn dimensions(module: &Module, op: OpId) -> Option<Vec<Dimension>> {
    let data = module.op(op);
    if data.code()? == OpCode::ScfParallel {
        let segments = data.attribute("operandSegmentSizes")?.as_i64_list()?;
        let count = usize::try_from(*segments.first()?).ok()?;
        let bound = |place: usize| data.operands.get(place).copied();
        let dimension = |d: usize| {
            let all = [bound(d)?, bound(count + d)?, bound(2 * count + d)?];
            Some(Dimension::Values(all))
        };
        return (0..count).map(dimension).collect();
    }
    let list = |name: &str| data.attribute(name)?.as_integers();
    let map = |name: &str| data.attribute(name)?.as_affine_map();
    let (lower, upper) = (map("lowerBoundsMap")?, map("upperBoundsMap")?);
    let of_lower = (lower.num_dims + lower.num_symbols) as usize;
    let (lower_operands, upper_operands) = data.operands.split_at_checked(of_lower)?;
    let groups = |map: &AffineMap, sizes: Vec<i64>| -> Option<Vec<AffineMap>> {
        let mut results = map.results.iter().cloned();
        let group = |size: i64| {
            let group: Vec<AffineExpr> = results.by_ref().take(usize::try_from(size).ok()?).collect();
            Some(AffineMap::new(map.num_dims, map.num_symbols, group))
        };
        sizes.into_iter().map(group).collect()
    };
    let lower = groups(lower, list("lowerBoundsGroups")?)?;
    let upper = groups(upper, list("upperBoundsGroups")?)?;
    let dimensions = lower
        .into_iter()
        .zip(upper)
        .zip(data.attribute("steps")?.as_i64_list()?);
    let dimension = |((lower, upper), step)| Dimension::Affine {
        lower: (lower, lower_operands.to_vec()),
        upper: (upper, upper_operands.to_vec()),
        step,
    };
    Some(dimensions.map(dimension).collect())
}

/// The loops that take the place of a parallel one.
struct Sequence<'m> {
    module: &'m mut Module,
    op: OpId,
    dimensions: Vec<Dimension>,
    combine: Vec<Combine>,
}

impl Sequence<'_> {
    /// Writes the loops at the end of a block; answers their results.
    fn written(mut self, block: BlockId) -> Vec<ValueId> {
        let inits: Vec<ValueId> = (0..self.combine.len()).map(|n| self.init(n, block)).collect();
        let mut ivs = Vec::new();
        self.nest(0, block, inits, &mut ivs)
    }

    fn span(&self) -> Span {
        self.module.op(self.op).span
    }

    fn init(&mut self, n: usize, block: BlockId) -> ValueId {
        let (ty, neutral) = match &self.combine[n] {
            Combine::Block { init, .. } => return *init,
            Combine::Kind { ty, neutral, .. } => (ty.clone(), *neutral),
        };
        let value = match &ty {
            Type::Float(kind) => Attribute::Float(FloatValue {
                bits: neutral,
                kind: *kind,
            }),
            _ => Attribute::integer(signed(&ty, neutral) as i64, ty.clone()),
        };
        let new = NewOp::new(OpCode::Constant).attribute("value", value).result(ty);
        let span = self.span();
        self.module.append_value(block, NewOp { span, ..new })
    }

    /// The loops from dimension `d` on at the end of a block.
    fn nest(
        &mut self,
        d: usize,
        block: BlockId,
        state: Vec<ValueId>,
        ivs: &mut Vec<ValueId>,
    ) -> Vec<ValueId> {
        let Some(dimension) = self.dimensions.get(d) else {
            return self.iteration(block, &state, ivs);
        };
        let (new, end) = match dimension {
            Dimension::Affine { lower, upper, step } => {
                let segments = [lower.1.len(), upper.1.len(), state.len()].map(|n| n as i64);
                let new = NewOp::new(OpCode::AffineFor)
                    .operands(lower.1.iter().chain(&upper.1).copied())
                    .attribute("lowerBoundMap", Attribute::affine_map(lower.0.clone()))
                    .attribute("operandSegmentSizes", Attribute::i32_array(&segments))
                    .attribute("step", Attribute::index(*step))
                    .attribute("upperBoundMap", Attribute::affine_map(upper.0.clone()));
                (new, OpCode::AffineYield)
            }
            Dimension::Values(range) => (NewOp::new(OpCode::ScfFor).operands(*range), OpCode::ScfYield),
        };
        let types: Vec<Type> = state.iter().map(|value| self.module.ty(*value).clone()).collect();
        let new = types.iter().cloned().fold(new.operands(state), NewOp::result);
        let span = self.span();
        let made = self.module.append(block, NewOp { span, ..new });
        let region = self.module.add_region(made);
        let inside = self.module.add_block(region);
        let own = self.module.single_block(self.op, 0);
        let own = own.and_then(|body| self.module.block(body).arguments.get(d).copied());
        let name = own.and_then(|iv| self.module.value(iv).name.clone());
        ivs.push(self.module.add_argument(inside, Type::Index, name));
        let carried = types
            .into_iter()
            .map(|ty| self.module.add_argument(inside, ty, None));
        let carried: Vec<ValueId> = carried.collect();
        let next = self.nest(d + 1, inside, carried, ivs);
        let end = NewOp::new(end).operands(next);
        self.module.append(inside, NewOp { span, ..end });
        self.module.op(made).results.to_vec()
    }

    /// Moves the body to the end of a block; answers what is carried on.
    fn iteration(&mut self, block: BlockId, state: &[ValueId], ivs: &[ValueId]) -> Vec<ValueId> {
        let Some(body) = self.module.single_block(self.op, 0) else {
            return state.to_vec();
        };
        let arguments = self.module.block(body).arguments.clone();
        let known = arguments.iter().copied().zip(ivs.iter().copied()).collect();
        let mut ops = std::mem::take(&mut self.module.block_mut(body).ops);
        let end = ops.pop();
        self.moved(ops, block, &known);
        let mut yielded = end.map_or_else(Vec::new, |end| self.module.op(end).operands.to_vec());
        for value in &mut yielded {
            *value = known.get(value).copied().unwrap_or(*value);
        }
        let span = self.span();
        let combine = std::mem::take(&mut self.combine);
        let next = combine.into_iter().zip(state.iter().zip(yielded));
        let combined = next.map(|(combine, (&before, value))| match combine {
            Combine::Kind { code, ty, .. } => {
                let new = NewOp::new(code).operands([before, value]).result(ty);
                self.module.append_value(block, NewOp { span, ..new })
            }
            Combine::Block { block: own, .. } => {
                let arguments = self.module.block(own).arguments.clone();
                let known: FxHashMap<ValueId, ValueId> = arguments.into_iter().zip([before, value]).collect();
                let mut ops = std::mem::take(&mut self.module.block_mut(own).ops);
                let end = ops.pop();
                self.moved(ops, block, &known);
                let result = end.and_then(|end| self.module.op(end).operands.first().copied());
                let result = result.unwrap_or(before);
                known.get(&result).copied().unwrap_or(result)
            }
        });
        combined.collect()
    }

    fn moved(&mut self, ops: Vec<OpId>, block: BlockId, known: &FxHashMap<ValueId, ValueId>) {
        for op in ops {
            self.module.replace_uses(op, known);
            self.module.attach(block, op);
        }
    }
}

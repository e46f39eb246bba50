//! What loops and conditions say of the integers inside them: between which numbers each lies.
//!
//! **Invariant.** What holds in a block is kept with the block, and is asked for by what is in it alone.

use ovolo_lang::affine::{AffineExpr, AffineOp};
use ovolo_lang::algebra::IntPredicate;
use ovolo_lang::attribute::Attribute;
use ovolo_lang::ir::{BlockId, Module, OpId, ValueDef, ValueId};
use ovolo_lang::op::OpCode;
use ovolo_lang::types::Type;
use rustc_hash::FxHashMap;

use super::constants::{Lanes, constant};
use crate::facts::Fact;
use crate::term::Scalar;

/// Conditions of a conjunction that are looked at, at most. Arbitrary.
const MOST_CONDITIONS: usize = 64;

/// What each block adds to what holds around it.
#[derive(Debug, Default)]
pub struct Scopes {
    blocks: FxHashMap<BlockId, Scope>,
}

#[derive(Debug, Default)]
struct Scope {
    /// The block all of whose facts hold here, too.
    around: Option<BlockId>,
    claims: Vec<Claim>,
}

/// That a value lies between two signed, and between two unsigned numbers.
#[derive(Clone, Copy, Debug)]
struct Claim {
    value: ValueId,
    interval: Interval,
}

/// Both ends included, of an integer read as a signed and as an unsigned number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Interval {
    signed: (i128, i128),
    unsigned: (i128, i128),
}

impl Scopes {
    pub fn of(module: &Module) -> Scopes {
        let mut scopes = Scopes::default();
        module.walk(module.top(), &mut |op| scopes.enter(module, op));
        scopes
    }

    /// What holds of a value in a block; `None` where nothing is known.
    pub fn fact(&self, module: &Module, value: ValueId, block: BlockId) -> Option<Fact> {
        let Scalar::Integer(width) = Scalar::of_lanes(module.ty(value))? else {
            return None;
        };
        let interval = self.interval(module, value, width, Some(block))?;
        if interval == Interval::all(width) {
            return None;
        }
        let (low, high) = interval.unsigned;
        let fact = Fact::unsigned(Scalar::Integer(width), low as u128, high as u128);
        Some(fact)
    }

    /// Between which numbers a value lies in a block; `None` where there are none, so that the block never runs.
    fn interval(
        &self,
        module: &Module,
        value: ValueId,
        width: u32,
        block: Option<BlockId>,
    ) -> Option<Interval> {
        let mut interval = Interval::all(width).meet(by_itself(module, value, width), width)?;
        let mut at = block.and_then(|block| self.blocks.get(&block));
        while let Some(scope) = at {
            for claim in scope.claims.iter().filter(|claim| claim.value == value) {
                interval = interval.meet(claim.interval, width)?;
            }
            at = scope.around.and_then(|block| self.blocks.get(&block));
        }
        Some(interval)
    }

    /// Takes up the blocks of an operation, after those around it.
    fn enter(&mut self, module: &Module, op: OpId) {
        let data = module.op(op);
        for (n, &region) in data.regions.iter().enumerate() {
            let blocks = &module.region(region).blocks;
            for (at, &block) in blocks.iter().enumerate() {
                let scope = match at {
                    0 => Scope {
                        around: data.parent,
                        claims: self.entry(module, op, n, block),
                    },
                    _ => self.after_branch(module, blocks, block),
                };
                self.blocks.insert(block, scope);
            }
        }
    }

    /// What an operation says in the first block of one of its regions.
    fn entry(&self, module: &Module, op: OpId, region: usize, block: BlockId) -> Vec<Claim> {
        match module.op(op).code() {
            Some(OpCode::AffineFor) => self.affine_for(module, op, block),
            Some(OpCode::ScfFor) => self.scf_for(module, op, block),
            Some(OpCode::AffineIf) => affine_if(module, op, region),
            Some(OpCode::ScfIf) => {
                let condition = module.op(op).operands[0];
                self.condition(module, condition, region == 0, module.op(op).parent)
            }
            _ => Vec::new(),
        }
    }

    fn affine_for(&self, module: &Module, op: OpId, block: BlockId) -> Vec<Claim> {
        let data = module.op(op);
        let constants = |name: &str| {
            let map = data.attribute(name).and_then(Attribute::as_affine_map);
            let results = map.into_iter().flat_map(|map| &map.results);
            let constants = results.filter_map(|result| match result {
                AffineExpr::Constant(value) => Some(i128::from(*value)),
                _ => None,
            });
            constants.collect::<Vec<i128>>()
        };
        let low = constants("lowerBoundMap").into_iter().max();
        let high = constants("upperBoundMap").into_iter().min();
        let is_upward = data
            .attribute("step")
            .and_then(Attribute::as_i64)
            .is_some_and(|step| step > 0);
        counted(
            module,
            block,
            low.filter(|_| is_upward),
            high.filter(|_| is_upward),
        )
    }

    fn scf_for(&self, module: &Module, op: OpId, block: BlockId) -> Vec<Claim> {
        let data = module.op(op);
        let &[low, high, ..] = data.operands.as_slice() else {
            return Vec::new();
        };
        let Some(Scalar::Integer(width)) = Scalar::of_lanes(module.ty(low)) else {
            return Vec::new();
        };
        let ends = [low, high].map(|value| self.interval(module, value, width, data.parent));
        let [Some(low), Some(high)] = ends else {
            return Vec::new();
        };
        counted(module, block, Some(low.signed.0), Some(high.signed.1))
    }

    /// What a block says that one branch alone leads to.
    fn after_branch(&self, module: &Module, blocks: &[BlockId], block: BlockId) -> Scope {
        let ends = blocks.iter().filter_map(|&from| {
            let end = *module.block(from).ops.last()?;
            let count = module
                .op(end)
                .successors
                .iter()
                .filter(|&&to| to == block)
                .count();
            (count > 0).then_some((from, end, count))
        });
        let ends: Vec<(BlockId, OpId, usize)> = ends.collect();
        let outside = || Scope {
            around: blocks.first().and_then(|&first| self.blocks.get(&first)?.around),
            claims: Vec::new(),
        };
        // A block that was taken up before is no part of a cycle with this one.
        let &[(from, end, 1)] = ends.as_slice() else {
            return outside();
        };
        if !self.blocks.contains_key(&from) {
            return outside();
        }
        let data = module.op(end);
        let claims = match (data.code(), data.operands.first()) {
            (Some(OpCode::CondBranch), Some(&condition)) => {
                let is_taken = data.successors.first() == Some(&block);
                self.condition(module, condition, is_taken, Some(from))
            }
            _ => Vec::new(),
        };
        Scope {
            around: Some(from),
            claims,
        }
    }

    /// What a condition says that is true or false.
    fn condition(
        &self,
        module: &Module,
        condition: ValueId,
        holds: bool,
        block: Option<BlockId>,
    ) -> Vec<Claim> {
        let mut claims = Vec::new();
        let mut pending = vec![(condition, holds)];
        let mut looked_at = 0;
        while let Some((condition, holds)) = pending.pop() {
            looked_at += 1;
            let Some(op) = module
                .defining_op(condition)
                .filter(|_| looked_at <= MOST_CONDITIONS)
            else {
                continue;
            };
            let data = module.op(op);
            let is_bit = *module.ty(condition) == Type::I1;
            match (data.code(), data.operands.as_slice()) {
                (Some(OpCode::AndI), &[a, b]) if holds && is_bit => pending.extend([(a, true), (b, true)]),
                (Some(OpCode::OrI), &[a, b]) if !holds && is_bit => pending.extend([(a, false), (b, false)]),
                (Some(OpCode::XOrI), &[a, b]) if is_bit => {
                    let is_true = |value| matches!(constant(module, value), Some(Lanes::Splat(1)));
                    match (is_true(a), is_true(b)) {
                        (_, true) => pending.push((a, !holds)),
                        (true, _) => pending.push((b, !holds)),
                        _ => {}
                    }
                }
                (Some(OpCode::CmpI), &[a, b]) if is_bit => {
                    let predicate = IntPredicate::from_code(data.predicate());
                    let predicate = predicate.map(|p| if holds { p } else { p.negated() });
                    let width = Scalar::of_lanes(module.ty(a));
                    let (Some(predicate), Some(Scalar::Integer(width))) = (predicate, width) else {
                        continue;
                    };
                    for (value, predicate, other) in [(a, predicate, b), (b, predicate.swapped(), a)] {
                        let other = self.interval(module, other, width, block);
                        claims.extend(other.and_then(|other| {
                            let interval = Interval::related(predicate, other, width)?;
                            Some(Claim { value, interval })
                        }));
                    }
                }
                _ => {}
            }
        }
        claims
    }
}

/// What is known of a value wherever it is: a constant, or the size of something.
fn by_itself(module: &Module, value: ValueId, width: u32) -> Interval {
    let all = Interval::all(width);
    if let Some(Lanes::Splat(bits)) = constant(module, value) {
        let bits = bits as i128;
        return Interval {
            unsigned: (bits, bits),
            ..all
        };
    }
    match module.value(value).def {
        ValueDef::Result { op, .. } => match module.op(op).code() {
            Some(OpCode::MemRefDim | OpCode::TensorDim) => all.at_least(0),
            _ => all,
        },
        _ => all,
    }
}

/// What a loop says of its induction variable: at least the one, less than the other, as signed numbers.
fn counted(module: &Module, block: BlockId, low: Option<i128>, high: Option<i128>) -> Vec<Claim> {
    let Some(&value) = module.block(block).arguments.first() else {
        return Vec::new();
    };
    let Some(Scalar::Integer(width)) = Scalar::of_lanes(module.ty(value)) else {
        return Vec::new();
    };
    let mut interval = Interval::all(width);
    interval.signed.0 = low.map_or(interval.signed.0, |low| low.max(interval.signed.0));
    interval.signed.1 = high.map_or(interval.signed.1, |high| (high - 1).min(interval.signed.1));
    vec![Claim { value, interval }]
}

/// What a set says of each of its dimensions by itself. Where it does not hold, it must be one constraint.
fn affine_if(module: &Module, op: OpId, region: usize) -> Vec<Claim> {
    let data = module.op(op);
    let Some(set) = data.attribute("condition").and_then(Attribute::as_integer_set) else {
        return Vec::new();
    };
    if region > 0 && set.constraints.len() != 1 {
        return Vec::new();
    }
    let all = Interval::all(64);
    let claims = set.constraints.iter().filter_map(|constraint| {
        let (input, factor, constant) = linear(&constraint.expr, set.num_dims)?;
        let value = *data.operands.get(input)?;
        // factor * x + constant >= 0, or == 0, or what is left of them.
        let end = -constant * factor;
        let signed = match (constraint.is_equality, region, factor) {
            (true, 0, _) => (end, end),
            (false, 0, 1) => (end, all.signed.1),
            (false, 0, _) => (all.signed.0, end),
            (false, _, 1) => (all.signed.0, end - 1),
            (false, _, _) => (end + 1, all.signed.1),
            (true, _, _) => return None,
        };
        Some(Claim {
            value,
            interval: Interval { signed, ..all },
        })
    });
    claims.collect()
}

/// `factor * input + constant`, the factor 1 or -1.
fn linear(expr: &AffineExpr, dims: u32) -> Option<(usize, i128, i128)> {
    let input = |expr: &AffineExpr| match expr {
        AffineExpr::Dim(n) => Some(*n as usize),
        AffineExpr::Symbol(n) => Some((dims + n) as usize),
        _ => None,
    };
    if let Some(input) = input(expr) {
        return Some((input, 1, 0));
    }
    let AffineExpr::Binary(op, operands) = expr else {
        return None;
    };
    match (op, &**operands) {
        (AffineOp::Add, (a, AffineExpr::Constant(more))) => {
            let (input, factor, constant) = linear(a, dims)?;
            Some((input, factor, constant + i128::from(*more)))
        }
        (AffineOp::Mul, (a, AffineExpr::Constant(-1))) => Some((input(a)?, -1, 0)),
        _ => None,
    }
}

impl Interval {
    fn all(width: u32) -> Interval {
        let half = 1i128 << (width - 1);
        Interval {
            signed: (-half, half - 1),
            unsigned: (0, 2 * half - 1),
        }
    }

    fn at_least(self, low: i128) -> Interval {
        Interval {
            signed: (low.max(self.signed.0), self.signed.1),
            ..self
        }
    }

    /// The numbers in both; `None` where there are none.
    fn meet(self, other: Interval, width: u32) -> Option<Interval> {
        let meet = |a: (i128, i128), b: (i128, i128)| (a.0.max(b.0), a.1.min(b.1));
        let mut both = Interval {
            signed: meet(self.signed, other.signed),
            unsigned: meet(self.unsigned, other.unsigned),
        };
        let (half, whole) = (1i128 << (width - 1), 1i128 << width);
        if both.signed.0 >= 0 {
            both.unsigned = meet(both.unsigned, both.signed);
        } else if both.signed.1 < 0 {
            let wrapped = (both.signed.0 + whole, both.signed.1 + whole);
            both.unsigned = meet(both.unsigned, wrapped);
        }
        if both.unsigned.1 < half {
            both.signed = meet(both.signed, both.unsigned);
        } else if both.unsigned.0 >= half {
            let wrapped = (both.unsigned.0 - whole, both.unsigned.1 - whole);
            both.signed = meet(both.signed, wrapped);
        }
        let is_empty = |(low, high): (i128, i128)| low > high;
        (!is_empty(both.signed) && !is_empty(both.unsigned)).then_some(both)
    }

    /// Where a value lies that is so related to one in the other interval; `None` where that says nothing.
    fn related(predicate: IntPredicate, other: Interval, width: u32) -> Option<Interval> {
        let all = Interval::all(width);
        let signed = |low: i128, high: i128| {
            Some(Interval {
                signed: (low, high),
                ..all
            })
        };
        let unsigned = |low: i128, high: i128| {
            Some(Interval {
                unsigned: (low, high),
                ..all
            })
        };
        match predicate {
            IntPredicate::Eq => Some(other),
            IntPredicate::Ne => None,
            IntPredicate::Slt => signed(all.signed.0, other.signed.1 - 1),
            IntPredicate::Sle => signed(all.signed.0, other.signed.1),
            IntPredicate::Sgt => signed(other.signed.0 + 1, all.signed.1),
            IntPredicate::Sge => signed(other.signed.0, all.signed.1),
            IntPredicate::Ult => unsigned(0, other.unsigned.1 - 1),
            IntPredicate::Ule => unsigned(0, other.unsigned.1),
            IntPredicate::Ugt => unsigned(other.unsigned.0 + 1, all.unsigned.1),
            IntPredicate::Uge => unsigned(other.unsigned.0, all.unsigned.1),
        }
    }
}

//! Conditions: sets of affine constraints where they are that, values elsewhere.

use std::sync::Arc;

use ovolo_lang::affine::{AffineExpr, Constraint, IntegerSet};
use ovolo_lang::attribute::Attribute;
use ovolo_lang::ir::{BlockId, NewOp, RegionId, ValueId};
use ovolo_lang::op::OpCode;
use ovolo_lang::types::Type;

use super::integers::{AtomKind, HUGE, Int};
use super::{Lowering, Result, Value, fail};
use crate::ast::*;

/// What is tested.
#[derive(Clone, Debug)]
pub enum Condition {
    Known(bool),
    /// Comparisons of integers that all hold, or, negated, do not all hold.
    Affine {
        all: Vec<Comparison>,
        is_negated: bool,
    },
    Flag(ValueId),
}

/// `a op b`, where both are affine.
#[derive(Clone, Debug)]
pub struct Comparison {
    op: BinaryOp,
    a: Int,
    b: Int,
}

impl Condition {
    /// The outcome, where it is known.
    pub fn known(&self) -> Option<bool> {
        match self {
            Condition::Known(known) => Some(*known),
            _ => None,
        }
    }

    fn negated(self) -> Condition {
        match self {
            Condition::Affine {
                mut all,
                is_negated: false,
            } if all.len() == 1 && !is_equality(all[0].op) => {
                all[0].op = all[0].op.negated();
                Condition::Affine {
                    all,
                    is_negated: false,
                }
            }
            Condition::Affine { all, is_negated } => Condition::Affine {
                all,
                is_negated: !is_negated,
            },
            other => other,
        }
    }
}

fn is_equality(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::Eq | BinaryOp::Ne)
}

impl Lowering<'_> {
    /// What an expression tests, as the condition of a statement does.
    pub(super) fn condition(&mut self, e: &Expr) -> Result<Condition> {
        let outer = std::mem::replace(&mut self.span, e.span);
        let condition = self.condition_here(e);
        self.span = outer;
        condition
    }

    fn condition_here(&mut self, e: &Expr) -> Result<Condition> {
        match &e.kind {
            ExprKind::Unary('!', inner) => {
                let inner = self.condition(inner)?;
                Ok(self.inverse(inner))
            }
            ExprKind::Binary(op, a, b) if op.is_comparison() => self.comparison(*op, a, b, e),
            ExprKind::Binary(op @ (BinaryOp::LogicalAnd | BinaryOp::LogicalOr), a, b) => {
                let is_or = *op == BinaryOp::LogicalOr;
                let mut first = self.condition(a)?;
                if is_or {
                    first = self.inverse(first);
                }
                // `a || b` is `!(!a && !b)`.
                let both = self.conjunction(first, b, is_or)?;
                Ok(if is_or { self.inverse(both) } else { both })
            }
            ExprKind::Convert(inner) if matches!((&e.ty, &inner.ty), (Ty::Int(_), Ty::Int(from)) if from.bits == 1) => {
                self.condition(inner)
            }
            _ => match self.expression(e)? {
                Value::Int(int) if int.ty.bits == 1 => {
                    if let Some(constant) = int.as_constant() {
                        return Ok(Condition::Known(constant != 0));
                    }
                    Ok(Condition::Flag(self.int_value(&int)))
                }
                Value::Int(int) => match int.value.and_then(|value| self.flag_behind(value)) {
                    Some(flag) => Ok(Condition::Flag(flag)),
                    None => {
                        let zero = Int::constant(0, int.ty);
                        Ok(self.compared(BinaryOp::Ne, int, zero))
                    }
                },
                Value::Float(value, kind) => {
                    let zero = self.float_constant(0.0, kind);
                    Ok(Condition::Flag(self.compare(
                        OpCode::CmpF,
                        FLOAT_UNE,
                        value,
                        zero,
                    )))
                }
                Value::Undefined => Ok(Condition::Known(false)),
                Value::Pointer(pointer) => Ok(self.is_not_null(&pointer)),
                Value::Struct(_) | Value::Nothing => fail(e.span, "this is no condition"),
            },
        }
    }

    /// The condition that an integer of one or none is made of.
    fn flag_behind(&self, value: ValueId) -> Option<ValueId> {
        let op = self.module.op(self.module.defining_op(value)?);
        let from = *op.operands.first()?;
        let is_flag = op.code() == Some(OpCode::ExtUI) && *self.module.ty(from) == Type::I1;
        is_flag.then_some(from)
    }

    fn inverse(&mut self, condition: Condition) -> Condition {
        match condition {
            Condition::Known(known) => Condition::Known(!known),
            Condition::Flag(flag) => {
                let one = self.int_constant(1, 1);
                Condition::Flag(self.compute(OpCode::XOrI, &[flag, one], Type::I1))
            }
            affine => affine.negated(),
        }
    }

    /// `first && second`, or `first && !second`; the second is only computed where the first holds, unless that costs
    /// nothing.
    fn conjunction(&mut self, first: Condition, second: &Expr, is_inverse: bool) -> Result<Condition> {
        if first.known() == Some(false) {
            return Ok(first);
        }
        if !crate::live::assigned_by(second).is_empty() {
            return fail(
                second.span,
                "an assignment in a part of a condition is not understood",
            );
        }
        let block = self.detached_block();
        let mut condition = None;
        self.apart(block, |this| {
            let inner = this.condition(second)?;
            condition = Some(if is_inverse { this.inverse(inner) } else { inner });
            Ok(())
        })?;
        let condition = condition.unwrap_or(Condition::Known(true));
        if self.is_free(block) {
            self.splice(block);
            return Ok(match (first, condition) {
                (Condition::Known(_), other) => other,
                (_, Condition::Known(false)) => Condition::Known(false),
                (other, Condition::Known(true)) => other,
                (
                    Condition::Affine {
                        mut all,
                        is_negated: false,
                    },
                    Condition::Affine {
                        all: others,
                        is_negated: false,
                    },
                ) => {
                    all.extend(others);
                    Condition::Affine {
                        all,
                        is_negated: false,
                    }
                }
                (a, b) => {
                    let (a, b) = (self.flag_of(&a), self.flag_of(&b));
                    Condition::Flag(self.compute(OpCode::AndI, &[a, b], Type::I1))
                }
            });
        }
        let flag = self.apart(block, |this| Ok(this.flag_of(&condition)))?;
        let no = self.int_constant(0, 1);
        let otherwise = self.detached_block();
        let results = self.branch(&first, [block, otherwise], [vec![flag], vec![no]], &[Type::I1]);
        Ok(Condition::Flag(results[0]))
    }

    fn comparison(&mut self, op: BinaryOp, a: &Expr, b: &Expr, e: &Expr) -> Result<Condition> {
        match (&a.ty, &b.ty) {
            (Ty::Float(_), Ty::Float(_)) => {
                let (x, y) = (self.float(a)?, self.float(b)?);
                let predicate = match op {
                    BinaryOp::Lt => 4,
                    BinaryOp::Le => 5,
                    BinaryOp::Gt => 2,
                    BinaryOp::Ge => 3,
                    BinaryOp::Eq => 1,
                    _ => FLOAT_UNE,
                };
                Ok(Condition::Flag(self.compare(OpCode::CmpF, predicate, x, y)))
            }
            (Ty::Int(_), Ty::Int(_)) => {
                let (x, y) = (self.int(a)?, self.int(b)?);
                Ok(self.compared(op, x, y))
            }
            (Ty::Pointer(_) | Ty::Array(..), _) | (_, Ty::Pointer(_) | Ty::Array(..))
                if (a.is_null() || b.is_null()) && matches!(op, BinaryOp::Eq | BinaryOp::Ne) =>
            {
                let is_set = self.condition(if a.is_null() { b } else { a })?;
                Ok(match op {
                    BinaryOp::Ne => is_set,
                    _ => self.inverse(is_set),
                })
            }
            (Ty::Pointer(_) | Ty::Array(..), Ty::Pointer(_) | Ty::Array(..)) => {
                let (p, q) = (self.pointer(a)?, self.pointer(b)?);
                let long = IntTy {
                    bits: 64,
                    signed: true,
                };
                let distance = self.distance(&p, &q, e)?;
                let distance = self.int_from(distance, long);
                Ok(self.compared(op, distance, Int::constant(0, long)))
            }
            _ => fail(e.span, "this comparison is not understood"),
        }
    }

    fn compared(&mut self, op: BinaryOp, a: Int, b: Int) -> Condition {
        let (op, a, b) = compared_with_zero(op, a, b);
        if let (Some(x), Some(y)) = (a.exact(), b.exact()) {
            let difference = x.clone() - y.clone();
            if let Some((low, high)) = self.range(&difference) {
                let known = match op {
                    BinaryOp::Lt if high < 0 => Some(true),
                    BinaryOp::Lt if low >= 0 => Some(false),
                    BinaryOp::Le if high <= 0 => Some(true),
                    BinaryOp::Le if low > 0 => Some(false),
                    BinaryOp::Gt if low > 0 => Some(true),
                    BinaryOp::Gt if high <= 0 => Some(false),
                    BinaryOp::Ge if low >= 0 => Some(true),
                    BinaryOp::Ge if high < 0 => Some(false),
                    BinaryOp::Eq if low > 0 || high < 0 => Some(false),
                    BinaryOp::Ne if low > 0 || high < 0 => Some(true),
                    BinaryOp::Eq if low == 0 && high == 0 => Some(true),
                    BinaryOp::Ne if low == 0 && high == 0 => Some(false),
                    _ => None,
                };
                if let Some(known) = known {
                    return Condition::Known(known);
                }
            }
            if self.is_affine(&difference) {
                let (op, is_negated) = match op {
                    BinaryOp::Ne => (BinaryOp::Eq, true),
                    op => (op, false),
                };
                return Condition::Affine {
                    all: vec![Comparison { op, a, b }],
                    is_negated,
                };
            }
        }
        let flag = self.compared_flag(&Comparison { op, a, b });
        Condition::Flag(flag)
    }

    fn compared_flag(&mut self, Comparison { op, a, b }: &Comparison) -> ValueId {
        let predicate = |signed: bool| match (op, signed) {
            (BinaryOp::Eq, _) => 0,
            (BinaryOp::Ne, _) => 1,
            (BinaryOp::Lt, true) => 2,
            (BinaryOp::Le, true) => 3,
            (BinaryOp::Gt, true) => 4,
            (BinaryOp::Ge, true) => 5,
            (BinaryOp::Lt, false) => 6,
            (BinaryOp::Le, false) => 7,
            (BinaryOp::Gt, false) => 8,
            _ => 9,
        };
        let is_of_data = a.is_made_of_data() || b.is_made_of_data();
        match (a.exact(), b.exact()) {
            // One has no value of fixed width yet, so they are compared as the integers that they are.
            (Some(x), Some(y)) if !is_of_data && (a.value.is_none() || b.value.is_none()) => {
                let (x, y) = (x.clone(), y.clone());
                let (x, y) = (self.index_value(&x), self.index_value(&y));
                self.compare(OpCode::CmpI, predicate(true), x, y)
            }
            _ => {
                let (x, y) = (self.int_value(a), self.int_value(b));
                self.compare(OpCode::CmpI, predicate(a.ty.signed), x, y)
            }
        }
    }

    pub(super) fn compare(&mut self, code: OpCode, predicate: i64, a: ValueId, b: ValueId) -> ValueId {
        let new = NewOp::new(code)
            .operands([a, b])
            .attribute("predicate", Attribute::integer(predicate, Type::I64))
            .result(Type::I1);
        self.append_value(new)
    }

    /// The condition as a value of type `i1`.
    pub(super) fn flag_of(&mut self, condition: &Condition) -> ValueId {
        match condition {
            Condition::Known(known) => self.int_constant((*known).into(), 1),
            Condition::Flag(flag) => *flag,
            Condition::Affine { all, is_negated } => {
                if let ([only], true) = (all.as_slice(), is_negated) {
                    let op = only.op.negated();
                    return self.compared_flag(&Comparison { op, ..only.clone() });
                }
                let flags: Vec<ValueId> = all.iter().map(|c| self.compared_flag(c)).collect();
                let both = flags
                    .into_iter()
                    .reduce(|a, b| self.compute(OpCode::AndI, &[a, b], Type::I1));
                let both = both.unwrap_or_else(|| self.int_constant(1, 1));
                match is_negated {
                    false => both,
                    true => {
                        let one = self.int_constant(1, 1);
                        self.compute(OpCode::XOrI, &[both, one], Type::I1)
                    }
                }
            }
        }
    }

    /// One of two integers by a condition on integers, as an index, so that it may be a subscript: a clamped one, or one that is
    /// wrapped around. `None` where it is data.
    pub(super) fn chosen_index(&mut self, condition: &Condition, one: &Value, other: &Value) -> Option<Int> {
        let (Value::Int(one), Value::Int(other)) = (one, other) else {
            return None;
        };
        let (x, y) = (one.exact()?.clone(), other.exact()?.clone());
        let is_constant = x.as_constant().is_some() && y.as_constant().is_some();
        let is_data = one.is_made_of_data() || other.is_made_of_data() || self.is_of_data(condition);
        if is_constant || is_data || one.ty != other.ty {
            return None;
        }
        let range = self.range(&x).zip(self.range(&y));
        let range = range.map(|(x, y)| (x.0.min(y.0), x.1.max(y.1)));
        let flag = self.flag_of(condition);
        let (x, y) = (self.index_value(&x), self.index_value(&y));
        let value = self.compute(OpCode::Select, &[flag, x, y], Type::Index);
        let kind = match self.block == self.entry {
            true => AtomKind::Symbol,
            false => AtomKind::Opaque,
        };
        Some(Int {
            ty: one.ty,
            linear: Some(self.atom(value, kind, range.unwrap_or((-HUGE, HUGE - 1)))),
            is_exact: true,
            value: None,
        })
    }

    /// Whether a condition compares other than indices.
    fn is_of_data(&self, condition: &Condition) -> bool {
        let Condition::Flag(flag) = condition else {
            return false;
        };
        let op = self.module.defining_op(*flag).map(|op| self.module.op(op));
        !op.is_some_and(|op| {
            let is_index = |value| *self.module.ty(value) == Type::Index;
            op.code() == Some(OpCode::CmpI) && op.operands.iter().copied().all(is_index)
        })
    }

    /// A block that no region holds yet.
    pub(super) fn detached_block(&mut self) -> BlockId {
        let holder = self.module.create(NewOp::new(OpCode::ScfExecuteRegion));
        let region = self.module.add_region(holder);
        self.module.add_block(region)
    }

    /// Moves what a detached block holds into a new block of a region.
    pub(super) fn fill(&mut self, region: RegionId, block: BlockId) -> BlockId {
        let new = self.module.add_block(region);
        for op in std::mem::take(&mut self.module.block_mut(block).ops) {
            self.module.attach(new, op);
        }
        new
    }

    /// A condition with two branches, which are in detached blocks, and the values that they give.
    pub(super) fn branch(
        &mut self,
        condition: &Condition,
        [then, otherwise]: [BlockId; 2],
        [x, y]: [Vec<ValueId>; 2],
        types: &[Type],
    ) -> Vec<ValueId> {
        if types.is_empty() && self.module.block(then).ops.is_empty() {
            let inverse = self.inverse(condition.clone());
            if !self.module.block(otherwise).ops.is_empty() {
                return self.branch(&inverse, [otherwise, then], [y, x], types);
            }
            return Vec::new();
        }
        let set = match condition {
            Condition::Affine { all, is_negated } => self.set(all).map(|set| (set, *is_negated)),
            _ => None,
        };
        let (new, yields, arms) = match set {
            Some(((set, operands), is_negated)) => {
                let new = NewOp::new(OpCode::AffineIf)
                    .operands(operands)
                    .attribute("condition", Attribute::IntegerSet(Arc::new(set)));
                let arms = match is_negated {
                    true => [(otherwise, y), (then, x)],
                    false => [(then, x), (otherwise, y)],
                };
                (new, OpCode::AffineYield, arms)
            }
            None => {
                let flag = self.flag_of(condition);
                let new = NewOp::new(OpCode::ScfIf).operands([flag]);
                (new, OpCode::ScfYield, [(then, x), (otherwise, y)])
            }
        };
        let new = types.iter().cloned().fold(new, NewOp::result);
        let op = self.append(new);
        for (number, (block, values)) in arms.into_iter().enumerate() {
            let region = self.module.add_region(op);
            let is_empty = self.module.block(block).ops.is_empty() && types.is_empty();
            if number == 1 && is_empty {
                continue;
            }
            let block = self.fill(region, block);
            let mut end = NewOp::new(yields).operands(values);
            end.span = self.span;
            self.module.append(block, end);
        }
        self.module.op(op).results.to_vec()
    }

    fn set(&mut self, all: &[Comparison]) -> Option<(IntegerSet, Vec<ValueId>)> {
        let one = AffineExpr::Constant(1);
        let mut exprs = Vec::new();
        for Comparison { op, a, b } in all {
            let (a, b) = (a.exact()?.clone(), b.exact()?.clone());
            exprs.push(match op {
                BinaryOp::Lt => b - a - one.clone(),
                BinaryOp::Le => b - a,
                BinaryOp::Gt => a - b - one.clone(),
                BinaryOp::Ge | BinaryOp::Eq => a - b,
                _ => return None,
            });
        }
        if !exprs.iter().all(|e| self.is_affine(e)) {
            return None;
        }
        let (map, operands) = self.map(&exprs)?;
        let constraints = map.results.into_iter().zip(all).map(|(expr, c)| Constraint {
            expr,
            is_equality: c.op == BinaryOp::Eq,
        });
        Some((
            IntegerSet {
                num_dims: map.num_dims,
                num_symbols: map.num_symbols,
                constraints: constraints.collect(),
            },
            operands,
        ))
    }
}

/// The predicate of `!=` on floats: unordered or not equal.
const FLOAT_UNE: i64 = 13;

/// A comparison, that of zero with an integer without sign which may be too great for an index as one of indices: the integer is greater
/// than zero where it is not zero, which it is where its bits are, read with a sign or without.
fn compared_with_zero(op: BinaryOp, a: Int, b: Int) -> (BinaryOp, Int, Int) {
    let wraps = |int: &Int| !int.ty.signed && !int.is_exact;
    let (op, mut a, b) = match (op, a.as_constant(), b.as_constant()) {
        (BinaryOp::Lt, Some(0), _) if wraps(&b) => (BinaryOp::Ne, b, a),
        (BinaryOp::Gt, _, Some(0)) if wraps(&a) => (BinaryOp::Ne, a, b),
        _ => (op, a, b),
    };
    let is_zero = matches!(op, BinaryOp::Eq | BinaryOp::Ne) && b.as_constant() == Some(0);
    let is_index = a.ty.bits == 64 && matches!(a.linear, Some(AffineExpr::Dim(_)));
    a.is_exact |= is_zero && is_index;
    (op, a, b)
}

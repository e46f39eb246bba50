//! Conditions on expressions that the affine dialect allows: `affine.if` in the place of `scf.if`.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::affine::{AffineExpr, Constraint, IntegerSet, constant};
use crate::algebra::IntPredicate;
use crate::attribute::Attribute;
use crate::ir::{BlockId, Module, NewOp, OpId, OpName, ValueId};
use crate::op::OpCode;
use crate::types::Type;

use super::Lowering;
use super::builder::Values;

/// Comparisons that one condition may consist of. The number is arbitrary; it bounds the work.
const MOST_COMPARISONS: usize = 32;

impl Lowering<'_> {
    pub(super) fn condition(&mut self, op: OpId, block: BlockId) -> Option<bool> {
        let module = &*self.builder.module;
        let data = module.op(op).clone();
        let mut values = Values::default();
        let constraints = constraints(module, *data.operands.first()?, &mut values)?;
        let exprs: Vec<AffineExpr> = constraints.iter().map(|c| c.expr.clone()).collect();
        let (map, operands) = self.builder.affine(&exprs, &values)?;
        let constraints = map.results.iter().zip(&constraints);
        let set = IntegerSet {
            num_dims: map.num_dims,
            num_symbols: map.num_symbols,
            constraints: constraints
                .map(|(expr, known)| Constraint {
                    expr: expr.clone(),
                    is_equality: known.is_equality,
                })
                .collect(),
        };
        self.regions(op);
        let mut new = NewOp::new(OpCode::AffineIf)
            .operands(operands)
            .attribute("condition", Attribute::IntegerSet(Arc::new(set)));
        for &result in &data.results {
            new = new.result(self.builder.module.ty(result).clone());
        }
        let made = self.builder.append(block, new);
        let module = &mut *self.builder.module;
        for region in std::mem::take(&mut module.op_mut(op).regions) {
            for inner in module.region(region).blocks.clone() {
                if let Some(&end) = module.block(inner).ops.last() {
                    module.op_mut(end).name = OpName::Known(OpCode::AffineYield);
                }
            }
            module.attach_region(made, region);
        }
        let results = module.op(made).results.to_vec();
        self.replace(op, &results);
        Some(true)
    }

    /// Drops comparisons, and what they compare, that nothing uses.
    pub(super) fn drop_unused(&mut self) {
        let module = &mut *self.builder.module;
        let mut uses: FxHashMap<ValueId, usize> = FxHashMap::default();
        let mut parts = Vec::new();
        module.walk(self.builder.function, &mut |op| {
            let data = module.op(op);
            data.operands
                .iter()
                .for_each(|&value| *uses.entry(value).or_default() += 1);
            if matches!(
                data.code(),
                Some(OpCode::CmpI | OpCode::AndI | OpCode::AffineApply | OpCode::Constant)
            ) {
                parts.push(op);
            }
        });
        let is_condition = |op: &OpId| module.op(*op).code() == Some(OpCode::CmpI);
        if !parts.iter().any(is_condition) {
            return;
        }
        for &op in parts.iter().rev() {
            let data = module.op(op).clone();
            let is_unused = data.results.iter().all(|v| !uses.contains_key(v) || uses[v] == 0);
            if let Some(block) = data.parent.filter(|_| is_unused) {
                module.block_mut(block).ops.retain(|&other| other != op);
                for operand in &data.operands {
                    *uses.entry(*operand).or_default() -= 1;
                }
            }
        }
    }
}

/// What a condition says of expressions of indices; `None` where it says something else too.
fn constraints(module: &Module, condition: ValueId, values: &mut Values) -> Option<Vec<Constraint>> {
    let mut found = Vec::new();
    let mut pending = vec![condition];
    while let Some(value) = pending.pop() {
        let data = module.op(module.defining_op(value)?);
        match (data.code()?, data.operands.as_slice()) {
            (OpCode::AndI, &[a, b]) => pending.extend([b, a]),
            (OpCode::CmpI, &[a, b]) if *module.ty(a) == Type::Index => {
                let [a, b] = [a, b].map(|value| expression(module, value, values));
                let (a, b) = (a?, b?);
                let code = data.attribute("predicate")?.as_i64()?;
                found.push(match IntPredicate::from_code(code)? {
                    IntPredicate::Eq => Constraint::equal(a, b),
                    IntPredicate::Sge => Constraint::at_least(a, b),
                    IntPredicate::Sgt => Constraint::at_least(a, b + constant(1)),
                    IntPredicate::Sle => Constraint::at_most(a, b),
                    IntPredicate::Slt => Constraint::at_most(a + constant(1), b),
                    _ => return None,
                });
            }
            _ => return None,
        }
        if found.len() + pending.len() > MOST_COMPARISONS {
            return None;
        }
    }
    Some(found)
}

/// An index as an expression of values that are no results of `affine.apply`.
fn expression(module: &Module, value: ValueId, values: &mut Values) -> Option<AffineExpr> {
    let applied = module.defining_op(value).map(|op| module.op(op));
    let applied = applied.filter(|op| op.code() == Some(OpCode::AffineApply));
    let Some(data) = applied else {
        return Some(values.expr(module, value));
    };
    let map = data.attribute("map")?.as_affine_map()?.clone();
    Some(values.apply(module, &map, &data.operands).first()?.simplified())
}

//! Affine loops, conditions and index computations.

use std::sync::Arc;

use crate::affine::{AffineExpr, AffineMap, AffineOp};
use crate::attribute::Attribute;
use crate::diagnostic::{Diagnostic, counted};
use crate::ir::{Op, OpId, ValueId};
use crate::op::OpCode;
use crate::types::Type;

use super::operation::Checker;
use super::{Check, wrong};

impl Checker<'_> {
    pub fn affine_for(&self, id: OpId, op: &Op) -> Check {
        let [lower, upper, _] = self.segments::<3>(op)?;
        let (bounds, inits) = op.operands.split_at(lower + upper);
        let (lower, upper) = bounds.split_at(lower);
        match self.attribute(op, "step")? {
            step @ Attribute::Integer { ty: Type::Index, .. } if step.as_i64().is_some_and(|s| s > 0) => {}
            step => {
                return Err(wrong(op, format!("the step is `{step}`"))
                    .help("expected a positive constant of type `index`"));
            }
        }
        let Some(body) = self.module.single_block(id, 0).filter(|_| op.regions.len() == 1) else {
            return Err(wrong(op, "requires one region of 1 blocks, the body"));
        };
        let arguments = &self.module.block(body).arguments;
        let carried = match arguments.split_first() {
            Some((&variable, carried)) if *self.ty(variable) == Type::Index => carried,
            _ => {
                return Err(wrong(
                    op,
                    "the body has no single `index` argument for the induction variable",
                ));
            }
        };
        for (name, operands) in [("lowerBoundMap", lower), ("upperBoundMap", upper)] {
            let map = self.map(op, name)?;
            if map.results.is_empty() {
                return Err(wrong(op, format!("`{name}` has no results")).help("expected at least one"));
            }
            self.apply(op, map, operands)?;
        }
        for (values, what) in [(op.results.as_slice(), "results"), (carried, "basic block args")] {
            if values.len() != inits.len() {
                let message = format!(
                    "mismatch between the number of loop-carried values, {}, and {what}, {}",
                    inits.len(),
                    values.len()
                );
                return Err(wrong(op, message));
            }
            let pairs = inits.iter().zip(values).map(|(&a, &b)| (self.ty(a), self.ty(b)));
            if let Some((i, (init, other))) = pairs.enumerate().find(|(_, (a, b))| a != b) {
                let message = format!(
                    "type mismatch: the loop-carried value #{i} has the type `{init}`, but `{other}` among the {what}"
                );
                return Err(wrong(op, message));
            }
        }
        Ok(())
    }

    pub fn affine_if(&self, id: OpId, op: &Op) -> Check {
        let condition = self.attribute(op, "condition")?;
        let Some(set) = condition.as_integer_set() else {
            return Err(wrong(op, "requires an integer set attribute named `condition`"));
        };
        for constraint in &set.constraints {
            positive_divisors(op, &constraint.expr)?;
        }
        self.count_inputs(
            op,
            "condition integer set",
            set.num_dims,
            set.num_symbols,
            &op.operands,
        )?;
        self.dimensions_and_symbols(op, set.num_dims as usize, &op.operands)?;
        let [_, otherwise] = op.regions.as_slice() else {
            return Err(
                wrong(op, format!("has {}", counted(op.regions.len(), "region"))).help("expected 2 regions")
            );
        };
        let blocks = &self.module.region(*otherwise).blocks;
        if self.module.single_block(id, 0).is_none() {
            return Err(wrong(op, "region #0 is not a region with 1 blocks"));
        }
        if blocks.is_empty() && !op.results.is_empty() {
            return Err(wrong(op, "has results but no `else` region to yield them")
                .help("control flow from the op's operands to its results needs as many"));
        }
        Ok(())
    }

    pub fn affine_yield(&self, id: OpId, op: &Op) -> Check {
        self.count_results(op, 0)?;
        let Some(parent) = self.module.parent_op(id).map(|p| self.module.op(p)) else {
            return Ok(());
        };
        if !matches!(
            parent.code(),
            Some(OpCode::AffineFor | OpCode::AffineIf | OpCode::AffineParallel)
        ) {
            return Err(wrong(op, format!("its parent is `{}`", parent.name.as_str()))
                .help("only terminates the regions of `affine.if`, `affine.for` and `affine.parallel`"));
        }
        let types = |values: &[ValueId]| values.iter().map(|&v| self.ty(v)).collect::<Vec<_>>();
        if op.operands.len() != parent.results.len() {
            let message = format!(
                "yields {}, its parent has {}",
                counted(op.operands.len(), "operand"),
                counted(parent.results.len(), "result")
            );
            return Err(wrong(op, message)
                .help("the parent of the yield must have the same number of results as the yield operands")
                .note(parent.span, "the parent"));
        }
        let (found, wanted) = (types(&op.operands), types(&parent.results));
        match found.iter().zip(&wanted).position(|(a, b)| a != b) {
            None => Ok(()),
            Some(i) => Err(wrong(
                op,
                format!(
                    "types mismatch between the yield and its parent: operand #{i} has the type `{}`",
                    found[i]
                ),
            )
            .help(format!("expected `{}`", wanted[i]))
            .note(parent.span, "the parent")),
        }
    }

    pub fn affine_apply(&self, op: &Op, code: OpCode) -> Check {
        self.count_results(op, 1)?;
        self.indices(op, &op.results)?;
        let map = self.map(op, "map")?;
        self.count_inputs(op, "affine map", map.num_dims, map.num_symbols, &op.operands)?;
        if code == OpCode::AffineApply && map.results.len() != 1 {
            let message = format!("the mapping has {}", counted(map.results.len(), "result"));
            return Err(wrong(op, message).help("must produce one value"));
        }
        if map.results.is_empty() {
            return Err(wrong(op, "the map has no results").help("expected at least one"));
        }
        self.indices(op, &op.operands)
    }

    pub fn delinearize_index(&self, op: &Op) -> Check {
        self.indices(op, &op.operands)?;
        self.indices(op, &op.results)?;
        let basis = op.operands.len().saturating_sub(1);
        if basis == 0 {
            return Err(wrong(op, "the basis should not be empty"));
        }
        if basis != op.results.len() {
            let message = format!(
                "has {} for a basis of {basis}",
                counted(op.results.len(), "result")
            );
            return Err(wrong(op, message).help("should return an index for each basis element"));
        }
        Ok(())
    }

    pub fn map<'a>(&self, op: &'a Op, name: &str) -> Result<&'a Arc<AffineMap>, Diagnostic> {
        match self.attribute(op, name)? {
            Attribute::AffineMap(map) => Ok(map),
            _ => Err(wrong(op, format!("the attribute `{name}` is not an affine map"))),
        }
    }

    /// The operands are what a bound map takes.
    pub fn apply(&self, op: &Op, map: &AffineMap, operands: &[ValueId]) -> Check {
        for result in &map.results {
            positive_divisors(op, result)?;
        }
        self.count_inputs(op, "affine map", map.num_dims, map.num_symbols, operands)?;
        self.indices(op, operands)?;
        self.dimensions_and_symbols(op, map.num_dims as usize, operands)
    }

    /// As many operands as dimensions and symbols.
    pub fn count_inputs(&self, op: &Op, of: &str, dims: u32, symbols: u32, operands: &[ValueId]) -> Check {
        if operands.len() as u64 == u64::from(dims) + u64::from(symbols) {
            return Ok(());
        }
        let message = format!(
            "the operand count and the dimension and symbol count of the {of} must match: found {}",
            counted(operands.len(), "operand")
        );
        Err(wrong(op, message).help(format!(
            "expected {dims} for its dimensions and {symbols} for its symbols"
        )))
    }
}

/// Constant divisors are positive.
pub fn positive_divisors(op: &Op, expr: &AffineExpr) -> Check {
    let AffineExpr::Binary(..) = expr else {
        return Ok(());
    };
    let mut found = None;
    expr.walk(&mut |e| {
        if let AffineExpr::Binary(operator, ab) = e
            && matches!(operator, AffineOp::FloorDiv | AffineOp::CeilDiv | AffineOp::Mod)
            && ab.1.as_constant().is_some_and(|c| c <= 0)
        {
            found = Some((*operator, ab.1.clone()));
        }
    });
    match found {
        None => Ok(()),
        Some((operator, divisor)) => Err(wrong(op, format!("the right side of `{operator}` is {divisor}"))
            .help("expected a positive constant")),
    }
}

//! Conditions: `affine.if`, or one of its branches where it is known which is taken.

use ovolo_lang::affine::{Constraint, IntegerSet};

use super::*;
use crate::guard::Condition;
use crate::term::{Comparison, branches};

impl Emitter<'_> {
    pub(super) fn condition(&mut self, comparisons: &[Comparison], children: &[Id]) -> Result<()> {
        let (conditions, [then, otherwise]) = branches(children);
        let mut exprs = Vec::new();
        let mut kinds = Vec::new();
        let mut fails = false;
        for (&id, &comparison) in conditions.iter().zip(comparisons) {
            let expr = self.index(id)?;
            let known = Condition {
                expr: expr.clone(),
                comparison,
            }
            .known();
            fails |= known == Some(false);
            if known.is_none() {
                exprs.push(expr);
                kinds.push(comparison);
            }
        }
        if fails {
            return self.statement(otherwise);
        }
        if exprs.is_empty() {
            return self.statement(then);
        }
        let (map, operands) = self.map(&exprs)?;
        let constraints = map.results.into_iter().zip(kinds).map(|(expr, kind)| Constraint {
            expr,
            is_equality: kind == Comparison::Zero,
        });
        let set = IntegerSet::new(map.num_dims, 0, constraints.collect());
        let new = NewOp::new(OpCode::AffineIf)
            .operands(operands)
            .attribute("condition", Attribute::IntegerSet(Arc::new(set)));
        let op = self.module.create(new);
        let region = self.module.add_region(op);
        self.branch(region, &mut |emitter| emitter.statement(then))?;
        let region = self.module.add_region(op);
        if !matches!(self.node(otherwise), Node::Seq(none) if none.is_empty()) {
            self.branch(region, &mut |emitter| emitter.statement(otherwise))?;
        }
        let here = self.frame().block;
        self.module.attach(here, op);
        self.frame().cells.forget();
        Ok(())
    }

    pub(super) fn branch(
        &mut self,
        region: RegionId,
        statements: &mut dyn FnMut(&mut Self) -> Result<()>,
    ) -> Result<()> {
        let block = self.module.add_block(region);
        self.frames.push(Frame {
            block,
            pure: FxHashMap::default(),
            cells: Cells::default(),
        });
        statements(self)?;
        self.module.append(block, NewOp::new(OpCode::AffineYield));
        self.frames.pop();
        Ok(())
    }
}

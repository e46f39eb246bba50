//! Conditions: `affine.if`, or one of its branches where it is known which is taken.

use ovolo_lang::affine::{Constraint, IntegerSet};

use super::super::mask::lane;
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
        let new = self.affine_if(&exprs, &kinds)?;
        // Either branch gives what the cells in registers hold behind it.
        let held = self.frame().cells.all_held();
        let types = held.iter().map(|(_, value)| self.module.ty(*value).clone());
        let new = types.collect::<Vec<_>>().into_iter().fold(new, NewOp::result);
        let op = self.module.create(new);
        let region = self.module.add_region(op);
        self.branch(region, &held, &mut |emitter| emitter.statement(then))?;
        let region = self.module.add_region(op);
        if !(held.is_empty() && self.is_nothing(otherwise)) {
            self.branch(region, &held, &mut |emitter| emitter.statement(otherwise))?;
        }
        let here = self.frame().block;
        self.module.attach(here, op);
        let results = self.module.op(op).results.clone();
        let depth = self.frames.len() - 1;
        for &result in &results {
            self.depths.insert(result, depth);
        }
        let cells = held.into_iter().map(|(cell, _)| cell);
        self.frame().cells = Cells::holding(cells.zip(results).collect());
        Ok(())
    }

    /// A condition without its results and branches.
    pub(super) fn affine_if(&self, exprs: &[Linear], comparisons: &[Comparison]) -> Result<NewOp> {
        let (map, operands) = self.map(exprs)?;
        let constraints = map.results.into_iter().zip(comparisons);
        let constraints = constraints.map(|(expr, kind)| Constraint {
            expr,
            is_equality: *kind == Comparison::Zero,
        });
        let set = IntegerSet::new(map.num_dims, 0, constraints.collect());
        Ok(NewOp::new(OpCode::AffineIf)
            .operands(operands)
            .attribute("condition", Attribute::IntegerSet(Arc::new(set))))
    }

    pub(super) fn has_condition(&self, id: Id) -> bool {
        match self.node(id) {
            Node::If(..) => true,
            Node::Seq(statements) => statements.iter().any(|&s| self.has_condition(s)),
            Node::For(_, [_, _, body]) => self.has_condition(*body),
            _ => false,
        }
    }

    fn is_nothing(&self, id: Id) -> bool {
        matches!(self.node(id), Node::Seq(none) if none.is_empty())
    }

    /// A branch of a condition; it gives what the cells in registers hold behind it.
    pub(super) fn branch(
        &mut self,
        region: RegionId,
        held: &[(Cell, ValueId)],
        statements: &mut dyn FnMut(&mut Self) -> Result<()>,
    ) -> Result<()> {
        let block = self.module.add_block(region);
        self.frames.push(Frame {
            block,
            pure: FxHashMap::default(),
            cells: Cells::holding(held.to_vec()),
        });
        statements(self)?;
        let values = self.frame().cells.held_values();
        self.module
            .append(block, NewOp::new(OpCode::AffineYield).operands(values));
        self.frames.pop();
        Ok(())
    }

    /// A condition inside a vector: each branch for the lanes that take it.
    pub(super) fn lanes_condition(
        &mut self,
        comparisons: &[Comparison],
        children: &[Id],
        lanes: Lanes,
    ) -> Result<()> {
        let (ids, statements) = branches(children);
        let first = self.bindings[&lanes.iv].clone();
        let Some(open) = first.add(&Linear::var(lane())) else {
            return refuse("an index overflows");
        };
        self.bindings.insert(lanes.iv, open);
        let exprs: Result<Vec<Linear>> = ids.iter().map(|&id| self.index(id)).collect();
        self.bindings.insert(lanes.iv, first);
        let conditions: Vec<Condition> = exprs?
            .into_iter()
            .zip(comparisons)
            .map(|(expr, &comparison)| Condition { expr, comparison })
            .collect();
        for (statement, holds) in statements.into_iter().zip([true, false]) {
            if self.is_nothing(statement) {
                continue;
            }
            let outer = self.enter_guard(&conditions, holds);
            let done = self.vector_statement(statement, lanes);
            self.guard = outer;
            done?;
        }
        Ok(())
    }
}

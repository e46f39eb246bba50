//! Affine loops, conditions and accesses, and what may be a dimension or a symbol of their maps.

use std::sync::Arc;

use crate::affine::{AffineExpr, AffineMap, AffineOp};
use crate::attribute::Attribute;
use crate::diagnostic::{Diagnostic, counted};
use crate::ir::{Op, OpId, ValueDef, ValueId};
use crate::op::OpCode;
use crate::types::Type;

use super::{Check, Checker, wrong};

/// What the result of an `affine.apply` may be.
#[derive(Clone, Copy)]
pub struct Applied {
    is_dimension: bool,
    is_symbol: bool,
}

impl Checker<'_> {
    pub fn affine_for(&self, id: OpId, op: &Op) -> Check {
        let [lower, upper, _] = self.segments::<3>(op)?;
        let (bounds, inits) = op.operands.split_at(lower + upper);
        let (lower, upper) = bounds.split_at(lower);
        for (name, operands) in [("lowerBoundMap", lower), ("upperBoundMap", upper)] {
            let map = self.map(op, name)?;
            if map.results.is_empty() {
                return Err(wrong(op, format!("`{name}` has no results")).help("expected at least one"));
            }
            self.apply(op, &map, operands)?;
        }
        match self.attribute(op, "step")? {
            step @ Attribute::Integer { ty: Type::Index, .. } if step.as_i64().is_some_and(|s| s > 0) => {}
            _ => return Err(wrong(op, "the step is not a positive constant of type `index`")),
        }
        let body = match self.module.single_block(id, 0) {
            Some(block) if op.regions.len() == 1 => block,
            _ => return Err(wrong(op, "an affine loop has one region of one block")),
        };
        let arguments = &self.module.block(body).arguments;
        let types: Vec<Type> = inits.iter().map(|&v| self.ty(v).clone()).collect();
        let mut entry = vec![Type::Index];
        entry.extend(types.iter().cloned());
        self.match_types(op, arguments, &entry, "the arguments of the loop's body")?;
        self.match_types(op, &op.results, &types, "the results of the loop")
    }

    pub fn affine_if(&self, id: OpId, op: &Op) -> Check {
        let condition = self.attribute(op, "condition")?;
        let Some(set) = condition.as_integer_set() else {
            return Err(wrong(op, "the attribute `condition` is not an integer set"));
        };
        for constraint in &set.constraints {
            positive_divisors(op, &constraint.expr)?;
        }
        self.operands_of(op, set.num_dims, set.num_symbols, &op.operands)?;
        let [_, otherwise] = op.regions.as_slice() else {
            return Err(wrong(op, "`affine.if` has two regions"));
        };
        let blocks = &self.module.region(*otherwise).blocks;
        let then = self.module.single_block(id, 0);
        let arguments = then.into_iter().chain(blocks.iter().copied());
        let no_arguments = arguments
            .clone()
            .all(|b| self.module.block(b).arguments.is_empty());
        if then.is_none() || blocks.len() > 1 || !no_arguments {
            return Err(wrong(
                op,
                "a branch of `affine.if` has one block without arguments",
            ));
        }
        if blocks.is_empty() && !op.results.is_empty() {
            return Err(wrong(op, "`affine.if` has results but no `else`"));
        }
        Ok(())
    }

    pub fn affine_yield(&self, id: OpId, op: &Op) -> Check {
        self.count_results(op, 0)?;
        let parent = self.module.parent_op(id).map(|p| self.module.op(p));
        match parent {
            Some(parent) if matches!(parent.code(), Some(OpCode::AffineFor | OpCode::AffineIf)) => {
                let types: Vec<Type> = parent.results.iter().map(|&v| self.ty(v).clone()).collect();
                self.match_types(op, &op.operands, &types, "the values yielded")
                    .map_err(|d| d.note(parent.span, "the operation around"))
            }
            // Such as `affine.parallel`, which no table row describes.
            Some(parent) if parent.modelled().is_none() => Ok(()),
            _ => Err(wrong(
                op,
                "`affine.yield` is not directly in an affine loop or condition",
            )),
        }
    }

    pub fn affine_apply(&self, op: &Op, code: OpCode) -> Check {
        self.count_results(op, 1)?;
        self.indices(op, &op.results)?;
        let map = self.map(op, "map")?;
        if code == OpCode::AffineApply && map.results.len() != 1 {
            return Err(wrong(
                op,
                format!("the map has {}", counted(map.results.len(), "result")),
            )
            .help("expected one"));
        }
        if map.results.is_empty() {
            return Err(wrong(op, "the map has no results"));
        }
        self.apply(op, &map, &op.operands)
    }

    pub fn affine_access(&self, op: &Op, code: OpCode) -> Check {
        let (value, memref, operands) = self.split_access(op, code)?;
        let ty = self.memref(op, memref)?;
        let rank = self.rank(op, ty)?;
        let map = self.map(op, "map")?;
        if map.results.len() != rank {
            return Err(wrong(
                op,
                format!("the access has {}", counted(map.results.len(), "subscript")),
            )
            .help(format!("expected {rank}, the rank of the memref")));
        }
        for result in &map.results {
            positive_divisors(op, result)?;
        }
        self.count_map_operands(op, map.num_dims, map.num_symbols, operands)?;
        // MLIR lets an induction variable be the symbol of an access.
        if let Some(&value) = operands.iter().find(|&&v| !self.is_dimension(v)) {
            return Err(self.not_affine(op, value, false));
        }
        self.accessed(op, code, value, ty)
    }

    fn map(&self, op: &Op, name: &str) -> Result<Arc<AffineMap>, Diagnostic> {
        match self.attribute(op, name)? {
            Attribute::AffineMap(map) => Ok(map.clone()),
            _ => Err(wrong(op, format!("the attribute `{name}` is not an affine map"))),
        }
    }

    fn apply(&self, op: &Op, map: &AffineMap, operands: &[ValueId]) -> Check {
        for result in &map.results {
            positive_divisors(op, result)?;
        }
        self.operands_of(op, map.num_dims, map.num_symbols, operands)
    }

    /// As many operands as names, each one a valid dimension or symbol.
    fn operands_of(&self, op: &Op, dims: u32, symbols: u32, operands: &[ValueId]) -> Check {
        if operands.len() as u64 != u64::from(dims) + u64::from(symbols) {
            return Err(wrong(
                op,
                format!("the map is given {}", counted(operands.len(), "operand")),
            )
            .help(format!(
                "expected {dims} for its dimensions and {symbols} for its symbols"
            )));
        }
        self.indices(op, operands)?;
        let (dims, symbols) = operands.split_at(dims as usize);
        for (&value, symbol) in dims
            .iter()
            .map(|v| (v, false))
            .chain(symbols.iter().map(|v| (v, true)))
        {
            let valid = match symbol {
                true => self.is_symbol(value),
                false => self.is_dimension(value),
            };
            if !valid {
                return Err(self.not_affine(op, value, symbol));
            }
        }
        Ok(())
    }

    fn count_map_operands(&self, op: &Op, dims: u32, symbols: u32, operands: &[ValueId]) -> Check {
        if operands.len() as u64 != u64::from(dims) + u64::from(symbols) {
            return Err(wrong(
                op,
                format!("the map is given {}", counted(operands.len(), "operand")),
            )
            .help(format!(
                "expected {dims} for its dimensions and {symbols} for its symbols"
            )));
        }
        self.indices(op, operands)
    }

    fn not_affine(&self, op: &Op, value: ValueId, symbol: bool) -> Diagnostic {
        let name = match &self.module.value(value).name {
            Some(name) => format!("`%{name}`"),
            None => "an operand".to_string(),
        };
        let constants = "a constant, an argument or a value defined at the top of the function";
        let (kind, help) = if symbol {
            (
                "symbol",
                format!("expected {constants}, or an `affine.apply` of such"),
            )
        } else {
            (
                "dimension",
                format!("expected an induction variable, {constants}, or an `affine.apply` of such"),
            )
        };
        let diagnostic = wrong(op, format!("{name} cannot be a {kind}")).help(help);
        match self.module.defining_op(value) {
            Some(def) => diagnostic.note(self.module.op(def).span, "defined here"),
            None => diagnostic,
        }
    }

    /// Notes whether the result of an `affine.apply` is a dimension or a symbol. Operations are met in the
    /// order of the text, so its operands have been noted before.
    pub fn note_apply(&mut self, op: &Op) {
        let kind = Applied {
            is_dimension: op.operands.iter().all(|&v| self.is_dimension(v)),
            is_symbol: op.operands.iter().all(|&v| self.is_symbol(v)),
        };
        for &result in &op.results {
            self.applied.insert(result, kind);
        }
    }

    fn is_dimension(&self, value: ValueId) -> bool {
        if self.is_symbol(value) {
            return true;
        }
        match self.module.value(value).def {
            ValueDef::Argument { block, .. } => self
                .module
                .block_parent_op(block)
                .is_some_and(|p| self.is(p, OpCode::AffineFor) || self.opaque(p)),
            ValueDef::Result { op, .. } => {
                let op = self.module.op(op);
                match op.code() {
                    Some(OpCode::AffineApply) => self.applied.get(&value).is_some_and(|k| k.is_dimension),
                    Some(OpCode::MemRefDim) => op.operands.first().is_some_and(|&m| self.at_top(m)),
                    _ => false,
                }
            }
        }
    }

    fn is_symbol(&self, value: ValueId) -> bool {
        if self.at_top(value) {
            return true;
        }
        let Some(def) = self.module.defining_op(value) else {
            return false;
        };
        let op = self.module.op(def);
        match op.code() {
            Some(OpCode::Constant) => true,
            Some(OpCode::AffineApply) => self.applied.get(&value).is_some_and(|k| k.is_symbol),
            Some(OpCode::MemRefDim) => op.operands.first().is_some_and(|&m| self.at_top(m)),
            _ => false,
        }
    }

    /// An argument of a function or a result of an operation directly in one.
    fn at_top(&self, value: ValueId) -> bool {
        let around = match self.module.value(value).def {
            ValueDef::Argument { block, .. } => self.module.block_parent_op(block),
            ValueDef::Result { op, .. } => self.module.parent_op(op),
        };
        around.is_some_and(|p| self.is(p, OpCode::Func) || self.is(p, OpCode::Module))
    }

    /// An operation of no table row, about which nothing is claimed.
    fn opaque(&self, op: OpId) -> bool {
        self.module.op(op).modelled().is_none()
    }
}

/// Constant divisors are positive.
fn positive_divisors(op: &Op, expr: &AffineExpr) -> Check {
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

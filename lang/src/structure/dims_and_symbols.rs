//! What may be a dimension or a symbol of the map of an affine operation.

use crate::diagnostic::Diagnostic;
use crate::ir::{Op, OpId, RegionId, ValueDef, ValueId};
use crate::op::{OpCode, Trait};
use crate::types::{Dim, Type};

use super::operation::Checker;
use super::scope::{Applied, is_scope};
use super::{Check, wrong};

impl Checker<'_> {
    /// The first `dims` operands are dimensions, those after them symbols.
    pub fn dimensions_and_symbols(&self, op: &Op, dims: usize, operands: &[ValueId]) -> Check {
        let (dims, symbols) = operands.split_at(dims.min(operands.len()));
        if let Some(&value) = dims.iter().find(|&&v| !self.is_dimension(v)) {
            return Err(self.not_affine(op, value, "dimension"));
        }
        match symbols.iter().find(|&&v| !self.is_symbol(v)) {
            Some(&value) => Err(self.not_affine(op, value, "symbol")),
            None => Ok(()),
        }
    }

    /// Each operand is a dimension or a symbol: accesses do not tell them apart.
    pub fn affine_indices(&self, op: &Op, operands: &[ValueId], what: &str) -> Check {
        self.indices(op, operands)?;
        match operands.iter().find(|&&v| !self.is_dimension(v)) {
            Some(&value) => Err(self.not_affine_index(op, value, what)),
            None => Ok(()),
        }
    }

    #[cold]
    fn not_affine(&self, op: &Op, value: ValueId, kind: &str) -> Diagnostic {
        let constants = "a constant, an argument or a value defined at the top of the function";
        let help = match kind {
            "symbol" => format!("expected {constants}, or an `affine.apply` of such"),
            _ => format!("expected an induction variable, {constants}, or an `affine.apply` of such"),
        };
        let message = format!("the operand {} cannot be used as a {kind}", self.spelled(value));
        self.defined(wrong(op, message).help(help), value)
    }

    #[cold]
    fn not_affine_index(&self, op: &Op, value: ValueId, what: &str) -> Diagnostic {
        let message = format!(
            "{what} {} is not a valid dimension or symbol identifier",
            self.spelled(value)
        );
        let help = "expected an induction variable, a constant, an argument or a value defined at the top of the function, or an `affine.apply` of such";
        self.defined(wrong(op, message).help(help), value)
    }

    fn spelled(&self, value: ValueId) -> String {
        match &self.module.value(value).name {
            Some(name) => format!("`%{name}`"),
            None => "without a name".to_string(),
        }
    }

    fn defined(&self, diagnostic: Diagnostic, value: ValueId) -> Diagnostic {
        match self.module.defining_op(value) {
            Some(def) => diagnostic.note(self.module.op(def).span, "defined here"),
            None => diagnostic,
        }
    }

    pub fn is_dimension(&self, value: ValueId) -> bool {
        if *self.ty(value) != Type::Index {
            return false;
        }
        let (around, region) = self.place_of(value);
        if self.is_top(around, region) {
            return true;
        }
        match self.module.value(value).def {
            ValueDef::Argument { .. } => around.is_some_and(|op| {
                matches!(
                    self.module.op(op).code(),
                    Some(OpCode::AffineFor | OpCode::AffineParallel)
                )
            }),
            ValueDef::Result { op, .. } => self.result(op, value).is_dimension,
        }
    }

    pub fn is_symbol(&self, value: ValueId) -> bool {
        if *self.ty(value) != Type::Index {
            return false;
        }
        let (around, region) = self.place_of(value);
        if self.is_top(around, region) {
            return true;
        }
        match self.module.value(value).def {
            ValueDef::Argument { .. } => false,
            ValueDef::Result { op, .. } => self.result(op, value).is_symbol,
        }
    }

    /// The operation and the region directly around the definition.
    fn place_of(&self, value: ValueId) -> (Option<OpId>, Option<RegionId>) {
        let block = match self.module.value(value).def {
            ValueDef::Argument { block, .. } => Some(block),
            ValueDef::Result { op, .. } => self.module.op(op).parent,
        };
        let region = block.and_then(|block| self.module.block(block).parent);
        (
            region.and_then(|region| self.module.region(region).parent),
            region,
        )
    }

    /// What is defined at the top of the scope, or directly in another operation that is one.
    fn is_top(&self, around: Option<OpId>, region: Option<RegionId>) -> bool {
        region.is_some_and(|region| self.scope.contains(&region))
            || around.is_some_and(|op| is_scope(self.module.op(op)))
    }

    /// Of the result of an operation inside of loops and the like.
    fn result(&self, op: OpId, value: ValueId) -> Applied {
        let both = |fits| Applied {
            is_dimension: fits,
            is_symbol: fits,
        };
        let definition = self.module.op(op);
        match definition.code() {
            Some(OpCode::AffineApply) => self.applied(value),
            Some(OpCode::MemRefDim | OpCode::TensorDim) => self.extent(definition),
            Some(code) => both(code.has_trait(Trait::ConstantLike)),
            None => both(definition.name.as_str() == "index.constant"),
        }
    }

    /// The result of an `affine.apply` is what all its operands are. Chains of them are as long as the
    /// program, so the work is kept on a stack and what is found is remembered.
    fn applied(&self, value: ValueId) -> Applied {
        if let Some(&known) = self.applied.borrow().get(&value) {
            return known;
        }
        self.applied.borrow_mut().insert(value, Applied::NEITHER);
        let mut stack = vec![value];
        while let Some(&top) = stack.last() {
            let operands = match self.module.defining_op(top) {
                Some(op) => self.module.op(op).operands.as_slice(),
                None => &[],
            };
            let open = operands
                .iter()
                .copied()
                .find(|&operand| self.is_applied(operand) && !self.applied.borrow().contains_key(&operand));
            match open {
                Some(operand) => {
                    // A cycle, which only a graph region has, is neither.
                    self.applied.borrow_mut().insert(operand, Applied::NEITHER);
                    stack.push(operand);
                }
                None => {
                    let known = Applied {
                        is_dimension: operands.iter().all(|&v| self.is_dimension(v)),
                        is_symbol: operands.iter().all(|&v| self.is_symbol(v)),
                    };
                    self.applied.borrow_mut().insert(top, known);
                    stack.pop();
                }
            }
        }
        self.applied
            .borrow()
            .get(&value)
            .copied()
            .unwrap_or(Applied::NEITHER)
    }

    fn is_applied(&self, value: ValueId) -> bool {
        self.module
            .defining_op(value)
            .is_some_and(|op| self.is(op, OpCode::AffineApply))
    }

    /// The extent of a memref or tensor: a dimension when that is defined at the top, a symbol also when the
    /// extent was given by one.
    fn extent(&self, dim: &Op) -> Applied {
        let is_top = dim.operands.first().is_some_and(|&shaped| {
            let (around, region) = self.place_of(shaped);
            self.is_top(around, region)
        });
        let is_symbol = is_top || self.extent_is_symbol(dim).unwrap_or(false);
        Applied {
            is_dimension: is_symbol,
            is_symbol,
        }
    }

    fn extent_is_symbol(&self, dim: &Op) -> Option<bool> {
        let [mut shaped, index] = dim.operands[..] else {
            return None;
        };
        let index = self.module.defining_op(index).map(|op| self.module.op(op))?;
        if index.code() != Some(OpCode::Constant) {
            return None;
        }
        let index = usize::try_from(index.attribute("value")?.as_i64()?).ok()?;
        let source = loop {
            let op = self.module.op(self.module.defining_op(shaped)?);
            match op.code()? {
                OpCode::MemRefCast => {
                    shaped = *op.operands.first()?;
                    self.ty(shaped).as_memref()?.shape.as_ref()?;
                }
                OpCode::MemRefAlloc | OpCode::MemRefView | OpCode::MemRefSubView => break op,
                _ => return None,
            }
        };
        let memref = self.ty(*source.results.first()?).as_memref()?;
        let shape = memref.shape.as_ref()?;
        if shape.get(index)?.fixed().is_some() {
            return Some(true);
        }
        let place = shape[..index].iter().filter(|d| **d == Dim::Dynamic).count();
        let first = match source.code()? {
            OpCode::MemRefAlloc => 0,
            OpCode::MemRefView => 2,
            // `memref.subview`: the source and the offsets stand before the sizes.
            _ => match source.attribute("operandSegmentSizes")?.as_i64_list()?[..] {
                [source, offsets, ..] => usize::try_from(source.checked_add(offsets)?).ok()?,
                _ => return None,
            },
        };
        let size = *source.operands.get(first.checked_add(place)?)?;
        Some(self.is_symbol(size))
    }
}

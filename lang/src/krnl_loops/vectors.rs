//! Memrefs of vectors that are views of memrefs of scalars: what reads or writes a vector there reads or writes consecutive
//! elements of the memref of scalars.

use rustc_hash::FxHashSet;

use crate::attribute::Attribute;
use crate::ir::{BlockId, Module, Op, OpId, ValueId};
use crate::op::OpCode;

use super::Lowering;
use super::builder::Values;

/// What a memref of vectors is a view of.
#[derive(Clone, Copy, Debug)]
pub(super) struct View {
    source: ValueId,
    lanes: i64,
}

/// The results of `krnl.vector_type_cast` below a function that are used to load and store elements, and for nothing else.
pub(super) fn accessed_views(module: &Module, function: OpId) -> FxHashSet<ValueId> {
    let (mut views, mut escaping) = (FxHashSet::default(), FxHashSet::default());
    module.walk(function, &mut |op| {
        let op = module.op(op);
        if op.code() == Some(OpCode::KrnlVectorTypeCast) {
            views.extend(op.results.iter().copied());
        }
        let accessed = op.code().and_then(first_index).map(|first| first - 1);
        let others = op.operands.iter().enumerate();
        escaping.extend(
            others
                .filter(|(n, _)| Some(*n) != accessed)
                .map(|(_, value)| *value),
        );
    });
    views.retain(|view| !escaping.contains(view));
    views
}

/// The number of operands in front of the subscripts of an access of one element, the last of which is the memref.
fn first_index(code: OpCode) -> Option<usize> {
    match code {
        OpCode::AffineLoad | OpCode::MemRefLoad | OpCode::KrnlLoad => Some(1),
        OpCode::AffineStore | OpCode::MemRefStore | OpCode::KrnlStore => Some(2),
        _ => None,
    }
}

impl Lowering<'_> {
    /// Notes what a view is of, where its rows hold whole vectors. Of rows whose length is not known the dialect promises it.
    pub(super) fn vector_view(&mut self, op: OpId) -> Option<bool> {
        let module = &*self.builder.module;
        let op: &Op = module.op(op);
        let (&source, &view) = (op.operands.first()?, op.results.first()?);
        let from = module.ty(source).as_memref()?;
        let [lanes] = module.ty(view).as_memref()?.element.as_vector()?.shape.as_slice() else {
            return None;
        };
        let is_fixed = !lanes.scalable;
        let lanes = lanes.size;
        let row = from.shape.as_ref()?.last()?.fixed();
        let is_whole = is_fixed && lanes > 0 && row.is_none_or(|row| row % lanes == 0);
        if !is_whole || from.layout.is_some() || !self.accessed_views.contains(&view) {
            return None;
        }
        self.views.insert(view, View { source, lanes });
        Some(true)
    }

    /// Writes an access of elements of the source in the place of one of a vector of a view.
    pub(super) fn vector_access(&mut self, op: OpId, code: OpCode, block: BlockId) -> Option<bool> {
        let data = self.builder.module.op(op).clone();
        let (first, indices) = data.operands.split_at_checked(first_index(code)?)?;
        let View { source, lanes } = *self.views.get(first.last()?)?;
        let mut values = Values::default();
        let mut subscripts = match data.attribute("map").and_then(Attribute::as_affine_map) {
            Some(map) => values.apply(self.builder.module, map, indices),
            None => self.subscripts(&mut values, indices),
        };
        let last = subscripts.last_mut()?;
        *last = (&*last * lanes).simplified();
        match (first, data.results.first()) {
            (&[value, _], _) => {
                let codes = [OpCode::AffineVectorStore, OpCode::VectorStore];
                let new = self
                    .builder
                    .access(block, &[value, source], codes, &subscripts, &values);
                self.builder.append(block, new);
            }
            (_, Some(&result)) => {
                let ty = self.builder.module.ty(result).clone();
                let codes = [OpCode::AffineVectorLoad, OpCode::VectorLoad];
                let new = self.builder.access(block, &[source], codes, &subscripts, &values);
                let vector = self.builder.append_value(block, new.result(ty));
                self.replace(op, &[vector]);
            }
            _ => return None,
        }
        Some(true)
    }
}

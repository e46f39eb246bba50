//! Accesses of elements.

use crate::affine::{AffineExpr, AffineMap, constant, dim};
use crate::attribute::Attribute;
use crate::ir::{BlockId, NewOp, OpId, ValueId};
use crate::op::OpCode;
use crate::types::{Dim, Layout, Type};

use super::builder::Values;
use super::{Lowering, Reader};

impl Lowering<'_> {
    pub(super) fn access(&mut self, op: OpId, code: OpCode, block: BlockId) -> Option<bool> {
        let operands = self.builder.module.op(op).operands.clone();
        let mut values = Values::default();
        match code {
            OpCode::KrnlLoad => {
                let (&memref, indices) = operands.split_first()?;
                let subscripts = self.subscripts(&mut values, indices);
                let element = self.builder.load(block, memref, &subscripts, &values);
                self.replace(op, &[element]);
            }
            OpCode::KrnlStore => {
                let [value, memref, indices @ ..] = operands.as_slice() else {
                    return None;
                };
                let subscripts = self.subscripts(&mut values, indices);
                self.builder.store(block, *value, *memref, &subscripts, &values);
            }
            OpCode::KrnlPrefetch => {
                let (&memref, indices) = operands.split_first()?;
                let map = self
                    .builder
                    .module
                    .op(op)
                    .attribute("map")?
                    .as_affine_map()?
                    .clone();
                let subscripts = values.apply(self.builder.module, &map, indices);
                let codes = [OpCode::AffinePrefetch, OpCode::MemRefPrefetch];
                let mut new = self.builder.access(block, &[memref], codes, &subscripts, &values);
                for name in ["isWrite", "localityHint", "isDataCache"] {
                    let value = self.builder.module.op(op).attribute(name)?.clone();
                    new = new.attribute(name, value);
                }
                self.builder.append(block, new);
            }
            OpCode::KrnlGetLinearOffsetIndex => {
                let (&memref, indices) = operands.split_first()?;
                let map = self
                    .builder
                    .module
                    .op(op)
                    .attribute("map")?
                    .as_affine_map()?
                    .clone();
                let subscripts = values.apply(self.builder.module, &map, indices);
                let offset = self.linear_offset(block, memref, &subscripts, &mut values)?;
                self.replace(op, &[offset]);
            }
            OpCode::KrnlGetRef => return self.part_of_pool(op, block),
            _ => return None,
        }
        Some(true)
    }

    pub(super) fn subscripts(&self, values: &mut Values, indices: &[ValueId]) -> Vec<AffineExpr> {
        let module = &*self.builder.module;
        indices.iter().map(|&index| values.expr(module, index)).collect()
    }

    /// The place of an element in memory: an expression of the subscripts where the extents are known, and else sums and products.
    fn linear_offset(
        &mut self,
        block: BlockId,
        memref: ValueId,
        subscripts: &[AffineExpr],
        values: &mut Values,
    ) -> Option<ValueId> {
        let ty = self.builder.module.ty(memref).as_memref()?.clone();
        let shape = ty.shape?;
        let map = match &ty.layout {
            None => AffineMap::identity(shape.len() as u32),
            Some(Layout::Map(map)) if self.reader == Reader::Ovolo => (**map).clone(),
            Some(_) => return None,
        };
        let places = map.results.iter().map(|place| place.replace(subscripts, &[]));
        let lengths = shape.iter().enumerate().map(|(number, extent)| match extent {
            Dim::Fixed(extent) => constant(*extent),
            Dim::Dynamic => dim(number as u32),
        });
        let lengths: Vec<AffineExpr> = lengths.collect();
        let extents = map.normalized_extents(&lengths)?;
        let mut sum: Option<AffineExpr> = None;
        for (place, extent) in places.zip(&extents) {
            sum = Some(match (sum, extent.as_constant()) {
                (None, _) => place,
                (Some(outer), Some(extent)) => outer * extent + place,
                (Some(outer), None) => {
                    let mut own = lengths.clone();
                    for number in (0..shape.len()).filter(|n| extent.uses_dim(*n as u32)) {
                        let length = self.extent(block, memref, number)?;
                        own[number] = values.expr(self.builder.module, length);
                    }
                    let factors = [outer, extent.replace(&own, &[])].map(|e| e.simplified());
                    let factors = factors.map(|e| self.builder.value(block, &e, values));
                    let rows = self.builder.compute(block, OpCode::MulI, &factors);
                    values.expr(self.builder.module, rows) + place
                }
            });
        }
        Some(
            self.builder
                .value(block, &sum.unwrap_or(constant(0)).simplified(), values),
        )
    }

    /// The extent of a dimension.
    pub(super) fn extent(&mut self, block: BlockId, memref: ValueId, dimension: usize) -> Option<ValueId> {
        let shape = self.builder.module.ty(memref).as_memref()?.shape.as_ref()?;
        if let Some(extent) = shape.get(dimension)?.fixed() {
            return Some(self.builder.constant(block, Attribute::index(extent)));
        }
        let number = self.builder.constant(block, Attribute::index(dimension as i64));
        let new = NewOp::new(OpCode::MemRefDim).operands([memref, number]);
        Some(self.builder.append_value(block, new.result(Type::Index)))
    }

    /// A view of bytes from an offset on.
    fn part_of_pool(&mut self, op: OpId, block: BlockId) -> Option<bool> {
        let data = self.builder.module.op(op).clone();
        let [pool, offset, extents @ ..] = data.operands.as_slice() else {
            return None;
        };
        let is_bytes = {
            let ty = self.builder.module.ty(*pool).as_memref()?;
            ty.rank() == Some(1) && ty.element == Type::integer(8)
        };
        let result = self.builder.module.ty(*data.results.first()?).clone();
        let dynamic = result
            .as_memref()?
            .shape
            .as_ref()?
            .iter()
            .filter(|d| d.fixed().is_none())
            .count();
        if !is_bytes || dynamic != extents.len() || result.as_memref()?.layout.is_some() {
            return None;
        }
        let offset = self.index(block, *offset);
        let new = NewOp::new(OpCode::MemRefView)
            .operands([*pool, offset])
            .result(result);
        let view = self
            .builder
            .append_value(block, new.operands(extents.iter().copied()));
        self.replace(op, &[view]);
        Some(true)
    }

    /// An integer as an index.
    pub(super) fn index(&mut self, block: BlockId, value: ValueId) -> ValueId {
        if let Some(known) = super::builder::constant_of(self.builder.module, value) {
            return self.builder.constant(block, Attribute::index(known));
        }
        let new = NewOp::new(OpCode::IndexCast).operands([value]);
        self.builder.append_value(block, new.result(Type::Index))
    }
}

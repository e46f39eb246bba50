//! Operations that fill memory: with one value, from other memory, or with constants.

use std::sync::Arc;

use crate::affine::{AffineExpr, constant};
use crate::attribute::Attribute;
use crate::ir::{BlockId, NewOp, OpId, ValueId};
use crate::op::OpCode;
use crate::types::{Dim, MemRefType, Type};

use super::Lowering;
use super::builder::{Head, Loop, Values};

impl Lowering<'_> {
    pub(super) fn fill(&mut self, op: OpId, code: OpCode, block: BlockId) -> Option<bool> {
        match code {
            OpCode::KrnlMemset => self.memset(op, block),
            OpCode::KrnlMemcpy => self.memcpy(op, block),
            _ => self.global(op, block),
        }
    }

    /// A loop from zero, for each end that is the least of some expressions; the block inside and the induction variables.
    pub(super) fn nest(&mut self, block: BlockId, ends: &[Vec<AffineExpr>], values: &Values) -> Vec<Loop> {
        let mut made: Vec<Loop> = Vec::new();
        for end in ends {
            let inside = made.last().map_or(block, |outer| outer.inside);
            let head = Head {
                name: None,
                lower: &[constant(0)],
                upper: end,
                step: 1,
                inits: &[],
                is_parallel: false,
            };
            made.push(self.builder.begin(inside, &head, values));
        }
        made
    }

    /// Ends the loops of a nest that carry nothing.
    pub(super) fn close(&mut self, made: &[Loop]) {
        made.iter().rev().for_each(|made| self.builder.end(made, &[]));
    }

    /// What a layout adds to the elements that the indices reach is memory that no other operation reads or writes, so `delayed`
    /// is nothing that can be observed.
    fn memset(&mut self, op: OpId, block: BlockId) -> Option<bool> {
        let &[memref, value] = self.builder.module.op(op).operands.as_slice() else {
            return None;
        };
        let mut values = Values::default();
        let mut ends = Vec::new();
        for number in 0..self.builder.module.ty(memref).as_memref()?.rank()? {
            ends.push(vec![self.extent_expr(block, memref, number, &mut values)?]);
        }
        let made = self.nest(block, &ends, &values);
        let inside = made.last().map_or(block, |innermost| innermost.inside);
        let mut values = Values::default();
        let module = &*self.builder.module;
        let subscripts: Vec<AffineExpr> = made.iter().map(|l| values.expr(module, l.variable)).collect();
        self.builder.store(inside, value, memref, &subscripts, &values);
        self.close(&made);
        Some(true)
    }

    /// The extent of a dimension as an expression.
    pub(super) fn extent_expr(
        &mut self,
        block: BlockId,
        memref: ValueId,
        dimension: usize,
        values: &mut Values,
    ) -> Option<AffineExpr> {
        let shape = self.builder.module.ty(memref).as_memref()?.shape.as_ref()?;
        if let Some(extent) = shape.get(dimension)?.fixed() {
            return Some(constant(extent));
        }
        let extent = self.extent(block, memref, dimension)?;
        Some(values.expr(self.builder.module, extent))
    }

    /// Copies elements in row-major order.
    fn memcpy(&mut self, op: OpId, block: BlockId) -> Option<bool> {
        let &[dest, src, count, dest_offset, src_offset] = self.builder.module.op(op).operands.as_slice()
        else {
            return None;
        };
        if [dest, src].iter().any(|&memref| !self.is_dense(memref)) {
            return None;
        }
        let [dest, src] = [dest, src].map(|memref| self.in_known_rows(block, memref));
        let sides = [(dest?, dest_offset), (src?, src_offset)];
        let shapes: Vec<Vec<i64>> = sides
            .iter()
            .map(|(m, _)| self.row_major(*m))
            .collect::<Option<_>>()?;
        let count = self.index(block, count);
        let mut values = Values::default();
        let end = vec![values.expr(self.builder.module, count)];
        let made = self.nest(block, &[end], &values);
        let inside = made.last()?.inside;
        let variable = values.expr(self.builder.module, made.last()?.variable);
        let places: Vec<Vec<AffineExpr>> = sides
            .iter()
            .zip(&shapes)
            .map(|((_, offset), shape)| {
                let offset = values.expr(self.builder.module, *offset);
                delinearized(&(&variable + offset).simplified(), shape)
            })
            .collect();
        let element = self.builder.load(inside, sides[1].0, &places[1], &values);
        self.builder
            .store(inside, element, sides[0].0, &places[0], &values);
        self.close(&made);
        Some(true)
    }

    /// The extents of a memref in row-major order of which all but the first are known, that as one that bounds nothing.
    fn row_major(&self, memref: ValueId) -> Option<Vec<i64>> {
        let ty = self.builder.module.ty(memref).as_memref()?;
        let shape = ty.shape.as_ref()?;
        let extents: Vec<i64> = shape
            .iter()
            .skip(1)
            .map(|d: &Dim| d.fixed())
            .collect::<Option<_>>()?;
        Some(std::iter::once(1).chain(extents).collect())
    }

    /// Whether all elements of a memref lie one behind the other, in row-major order.
    fn is_dense(&self, memref: ValueId) -> bool {
        let ty = self.builder.module.ty(memref).as_memref();
        ty.is_some_and(|ty| ty.layout.is_none() && ty.rank().is_some_and(|rank| rank > 0))
    }

    /// A memref whose rows have known extents, which are not zero: the same, or one of all its elements in one row.
    fn in_known_rows(&mut self, block: BlockId, memref: ValueId) -> Option<ValueId> {
        let ty = self.builder.module.ty(memref).as_memref()?.clone();
        let shape = ty.shape.as_ref()?;
        let mut inner = shape.iter().skip(1).map(|extent| extent.fixed());
        if inner.all(|extent| extent.is_some_and(|extent| extent > 0)) {
            return Some(memref);
        }
        let mut count = self.extent(block, memref, 0)?;
        for number in 1..shape.len() {
            let extent = self.extent(block, memref, number)?;
            count = self.builder.compute(block, OpCode::MulI, &[count, extent]);
        }
        let row = Type::MemRef(Arc::new(MemRefType {
            shape: Some(vec![Dim::Dynamic]),
            ..ty
        }));
        let numbers = |number: i64| Attribute::i64_array(&[number]);
        let new = NewOp::new(OpCode::MemRefReinterpretCast)
            .operands([memref, count])
            .attribute("static_offsets", numbers(0))
            .attribute("static_sizes", numbers(i64::MIN))
            .attribute("static_strides", numbers(1))
            .attribute("operandSegmentSizes", Attribute::i32_array(&[1, 0, 1, 0]))
            .result(row);
        Some(self.builder.append_value(block, new))
    }

    /// A memref of constants as a global of the module.
    fn global(&mut self, op: OpId, block: BlockId) -> Option<bool> {
        let data = self.builder.module.op(op).clone();
        let value = data.attribute("value")?.clone();
        let ty = self.builder.module.ty(*data.results.first()?).clone();
        let is_numeric = matches!(ty.element(), Type::Integer(_) | Type::Float(_) | Type::Index);
        if !matches!(value, Attribute::DenseElements(_)) || !is_numeric || ty.as_memref()?.layout.is_some() {
            return None;
        }
        let name = self.free_symbol(data.attribute("name")?.as_str()?);
        let mut new = NewOp::constant_global(&name, ty.clone(), value);
        if let Some(alignment) = data.attribute("alignment") {
            new = new.attribute("alignment", alignment.clone());
        }
        let global = self.builder.module.create(NewOp {
            span: data.span,
            ..new
        });
        self.globals.push(global);
        let symbol = Attribute::SymbolRef([name.as_str().into()].into());
        let new = NewOp::new(OpCode::MemRefGetGlobal)
            .attribute("name", symbol)
            .result(ty);
        let memref = self.builder.append_value(block, new);
        self.replace(op, &[memref]);
        Some(true)
    }

    /// A name that begins like this and that no symbol of the module has.
    fn free_symbol(&self, wanted: &str) -> String {
        let module = &*self.builder.module;
        let ops = module.block(module.body()).ops.iter().chain(&self.globals);
        let taken: Vec<&str> = ops
            .filter_map(|&op| module.op(op).attribute("sym_name")?.as_str())
            .collect();
        let numbered = (0..).map(|n| match n {
            0 => wanted.to_string(),
            n => format!("{wanted}_{n}"),
        });
        let mut free = numbered.filter(|name| !taken.contains(&name.as_str()));
        free.next().unwrap_or_default()
    }
}

/// The subscripts of the element at a place in row-major order.
fn delinearized(place: &AffineExpr, shape: &[i64]) -> Vec<AffineExpr> {
    let mut subscripts = Vec::with_capacity(shape.len());
    let mut inner: i64 = 1;
    for (number, &extent) in shape.iter().enumerate().rev() {
        let quotient = place.floordiv(inner);
        subscripts.push(match number {
            0 => quotient,
            _ => quotient.modulo(extent),
        });
        inner = inner.saturating_mul(extent);
    }
    subscripts.reverse();
    subscripts
}

//! Parts of tensors whose place is known at run time, and single elements.

use crate::attribute::Attribute;
use crate::bufferize::Outcome;
use crate::ir::{NewOp, OpId, ValueId};
use crate::linalg::{Extent, LoopWriter};
use crate::op::OpCode;
use crate::types::Dim;

use super::Rewriter;
use super::slices::Part;

/// A number of a slice.
#[derive(Clone, Copy)]
enum Number {
    Known(i64),
    Given(ValueId),
}

/// A rectangular part of a tensor.
pub(super) struct Window {
    /// For each dimension of the whole the offset, the stride, and the dimension of the part; `None` where the part drops it.
    dimensions: Vec<(Number, Number, Option<usize>)>,
    /// The extents of the part that are not fixed.
    pub extents: Vec<ValueId>,
}

impl Rewriter<'_> {
    /// The part that a slice of some shape is, behind so many operands that are tensors.
    pub(super) fn window(&self, op: OpId, tensors: usize, shape: &[Dim]) -> Outcome<Window> {
        match self.window_of(op, tensors, shape) {
            Some(window) => Ok(window),
            None => self.kept(
                op,
                "of which it is not known which dimensions it drops is not given memrefs",
            ),
        }
    }

    fn window_of(&self, op: OpId, tensors: usize, shape: &[Dim]) -> Option<Window> {
        let data = self.module.op(op);
        let mut given = data.operands.iter().skip(tensors).copied();
        let mut numbers = |name: &str| -> Option<Vec<Number>> {
            let list = data.attribute(name).and_then(Attribute::as_i64_list)?;
            let one = |n| match n {
                i64::MIN => given.next().map(Number::Given),
                n => Some(Number::Known(n)),
            };
            list.into_iter().map(one).collect()
        };
        let offsets = numbers("static_offsets")?;
        let sizes = numbers("static_sizes")?;
        let strides = numbers("static_strides")?;
        let mut window = Window {
            dimensions: Vec::new(),
            extents: Vec::new(),
        };
        let mut kept = 0;
        for ((offset, size), stride) in offsets.into_iter().zip(sizes).zip(strides) {
            let (extent, given) = match size {
                Number::Known(n) => (Dim::Fixed(n), None),
                Number::Given(value) => (Dim::Dynamic, Some(value)),
            };
            let own = match shape.get(kept) {
                Some(own) if *own == extent => Some(kept),
                _ if extent == Dim::Fixed(1) => None,
                _ => return None,
            };
            if own.is_some() {
                kept += 1;
                window.extents.extend(given);
            }
            window.dimensions.push((offset, stride, own));
        }
        (kept == shape.len()).then_some(window)
    }

    /// Copies the elements of a part, from where it is in a whole or to there.
    pub(super) fn copy_window(
        &mut self,
        op: OpId,
        [source, target]: [ValueId; 2],
        window: &Window,
        part: Part,
    ) -> Outcome<()> {
        let own = match part {
            Part::Source => source,
            Part::Target => target,
        };
        let Some(block) = self.module.op(op).parent else {
            return self.kept(op, "is not understood");
        };
        let rank = window
            .dimensions
            .iter()
            .filter(|(_, _, own)| own.is_some())
            .count();
        let extents = (0..rank).map(|d| Extent::of(self.module, own, d, block));
        let Some(extents) = extents.collect::<Option<Vec<Extent>>>() else {
            return self.kept(op, "is not understood");
        };
        let mut writer = LoopWriter::new(self.module, op, &extents);
        let top = writer.top();
        let mut loops = Vec::with_capacity(rank);
        for (number, extent) in extents.into_iter().enumerate() {
            loops.push(writer.bounded(format!("i{number}"), extent));
        }
        let (inside, ivs) = writer.nest(top, &loops);
        let number = |writer: &mut LoopWriter<'_>, number| match number {
            Number::Known(n) => writer.constant(inside, Attribute::index(n)),
            Number::Given(value) => value,
        };
        let mut whole = Vec::new();
        for (offset, stride, own) in &window.dimensions {
            let Some(own) = *own else {
                whole.push(number(&mut writer, *offset));
                continue;
            };
            let step = match stride {
                Number::Known(1) => ivs[own],
                stride => {
                    let stride = number(&mut writer, *stride);
                    writer.compute(inside, OpCode::MulI, &[ivs[own], stride])
                }
            };
            whole.push(match offset {
                Number::Known(0) => step,
                offset => {
                    let offset = number(&mut writer, *offset);
                    writer.compute(inside, OpCode::AddI, &[step, offset])
                }
            });
        }
        let (from, to) = match part {
            Part::Source => (&ivs, &whole),
            Part::Target => (&whole, &ivs),
        };
        let element = writer.module.ty(source).element().clone();
        let load = NewOp::new(OpCode::MemRefLoad).operands([source].iter().chain(from).copied());
        let value = writer.append_value(inside, load.result(element));
        let store = NewOp::new(OpCode::MemRefStore).operands([value, target].iter().chain(to).copied());
        writer.append(inside, store);
        writer.end(inside);
        let made = writer.finish();
        let here = made.into_iter().filter(|op| self.module.op(*op).parent.is_none());
        self.ops.extend(here);
        Ok(())
    }

    /// One element is written over.
    pub(super) fn insert(&mut self, op: OpId, number: usize) -> Outcome<()> {
        let data = self.module.op(op);
        let (span, operands, result) = (data.span, data.operands.clone(), data.results[0]);
        let target = self.destination(op, operands[1], result, (number, 1), true)?;
        let values = [operands[0], target]
            .into_iter()
            .chain(operands[2..].iter().copied());
        let store = NewOp::new(OpCode::MemRefStore).operands(values);
        let store = self.module.create(NewOp { span, ..store });
        self.ops.push(store);
        Ok(())
    }
}

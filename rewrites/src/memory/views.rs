//! Which memory a memref is.

use ovolo_lang::affine::{AffineExpr, constant};
use ovolo_lang::attribute::Attribute;
use ovolo_lang::ir::{Op, OpId, ValueId};
use ovolo_lang::op::OpCode;
use ovolo_lang::types::Type;

use super::collect::Collector;
use super::index::small;
use super::objects::{Object, ObjectId, Root, View, Window};
use super::place::FrameId;

impl Collector<'_> {
    /// Notes what the memrefs are that an operation gives.
    pub fn define_memrefs(&mut self, id: OpId, frame: FrameId) {
        let module = self.module;
        let op = module.op(id);
        let is_memref = |&v: &ValueId| matches!(module.ty(v), Type::MemRef(_));
        for result in op.results.iter().copied().filter(is_memref) {
            if let Some(view) = self.seen_through(op) {
                self.objects.set_view(result, view);
                continue;
            }
            let (root, depth) = match op.code() {
                Some(OpCode::MemRefAlloc | OpCode::MemRefAlloca) => {
                    (Root::Allocation, self.frame(frame).allocation_depth)
                }
                Some(OpCode::MemRefGetGlobal) => match op.attribute("name").and_then(Attribute::as_symbol) {
                    Some(name) => (Root::Global(name.to_string()), 0),
                    None => (Root::Unknown, self.depth(Some(frame))),
                },
                _ => (Root::Unknown, self.depth(Some(frame))),
            };
            let name = self.name(result);
            self.objects.add(result, Object { name, root, depth });
        }
    }

    /// What the result of a view is; `None` for an operation that is none.
    fn seen_through(&mut self, op: &Op) -> Option<View> {
        let source = self.objects.view(*op.operands.first()?)?.clone();
        let window = match op.code()? {
            OpCode::MemRefCast | OpCode::MemRefMemorySpaceCast => source.window,
            OpCode::MemRefSubView => self
                .strides(op)
                .and_then(|inner| nested(&source.window, inner))
                .map_or(Window::Obscure, Window::Strided),
            OpCode::MemRefCollapseShape
            | OpCode::MemRefExpandShape
            | OpCode::MemRefReinterpretCast
            | OpCode::MemRefReshape
            | OpCode::MemRefTranspose
            | OpCode::MemRefView
            | OpCode::MemRefExtractStridedMetadata => Window::Obscure,
            _ => return None,
        };
        Some(View {
            object: source.object,
            window,
        })
    }

    /// Offset and stride of each dimension of a subview that keeps the rank.
    fn strides(&mut self, op: &Op) -> Option<Vec<(AffineExpr, AffineExpr)>> {
        let rank = |v: ValueId| self.module.ty(v).as_memref().and_then(|ty| ty.rank());
        if rank(op.operands[0])? != rank(op.results[0])? {
            return None;
        }
        let sizes = op.attribute("static_sizes")?.as_i64_list()?;
        let mut dynamic = op.operands[1..].iter();
        let mut list = |name: &str| -> Option<Vec<AffineExpr>> {
            let list = op.attribute(name)?.as_i64_list()?;
            list.into_iter()
                .map(|entry| match entry {
                    i64::MIN => dynamic.next().map(|&v| self.value(v)),
                    fixed => Some(constant(fixed)),
                })
                .collect()
        };
        let offsets = list("static_offsets")?;
        list("static_sizes")?;
        let strides = list("static_strides")?;
        (offsets.len() == sizes.len() && strides.len() == sizes.len())
            .then(|| offsets.into_iter().zip(strides).collect())
    }

    /// The object and the subscripts in it of an element of a memref; `None` in place of the subscripts
    /// where the view is not followed.
    pub fn element(
        &self,
        memref: ValueId,
        indices: &[AffineExpr],
    ) -> Option<(ObjectId, Option<Vec<AffineExpr>>)> {
        let view = self.objects.view(memref)?;
        let indices = match &view.window {
            Window::Same => Some(indices.to_vec()),
            Window::Strided(strides) if strides.len() == indices.len() => strides
                .iter()
                .zip(indices)
                .map(|((offset, stride), index)| small(offset + stride * index))
                .collect(),
            _ => None,
        };
        Some((view.object, indices))
    }
}

/// A window in a window.
fn nested(outer: &Window, inner: Vec<(AffineExpr, AffineExpr)>) -> Option<Vec<(AffineExpr, AffineExpr)>> {
    match outer {
        Window::Same => Some(inner),
        Window::Strided(outer) if outer.len() == inner.len() => outer
            .iter()
            .zip(inner)
            .map(|((offset, stride), (inner_offset, inner_stride))| {
                Some((
                    small(offset + stride * inner_offset)?,
                    small(stride * inner_stride)?,
                ))
            })
            .collect(),
        _ => None,
    }
}

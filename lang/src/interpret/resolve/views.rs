//! Views of memory.

use crate::attribute::Attribute;
use crate::interpret::affine::IndexExpr;
use crate::interpret::program::Instruction;
use crate::interpret::program::views::{Metadata, View, ViewKind};
use crate::ir::{Op, ValueId};
use crate::op::OpCode;
use crate::types::{Dim, Type};

use super::parts::{integers, operand, permutation, reassociation, result, segments};
use super::{Resolved, Resolver, unsupported};

/// The groups of an expanded shape, and its extents.
type Expansion = (Box<[Vec<usize>]>, Box<[IndexExpr]>);

impl Resolver<'_> {
    /// `None` for an operation that makes no view.
    pub(super) fn view(&mut self, op: &Op, code: OpCode) -> Option<Resolved<Instruction>> {
        let kind = match code {
            OpCode::MemRefCast => return Some(self.cast(op)),
            OpCode::MemRefExtractStridedMetadata | OpCode::MemRefExtractAlignedPointer => {
                return Some(self.metadata(op, code));
            }
            OpCode::MemRefMemorySpaceCast => Ok(ViewKind::Same),
            OpCode::MemRefReinterpretCast => self.reinterpret_cast(op),
            OpCode::MemRefSubView => self.subview(op),
            OpCode::MemRefView => self.byte_view(op),
            OpCode::MemRefReshape => self.reshape_view(op),
            OpCode::MemRefExpandShape => self.expand_view(op),
            OpCode::MemRefCollapseShape => self.collapse_view(op),
            OpCode::MemRefTranspose => self.transpose_view(op),
            OpCode::MemRefAssumeAlignment => return Some(self.alignment(op)),
            OpCode::VectorTypeCast => Ok(ViewKind::OneElement),
            _ => return None,
        };
        Some(kind.and_then(|kind| self.made_view(op, kind, false)))
    }

    fn made_view(&mut self, op: &Op, kind: ViewKind, checks_type: bool) -> Resolved<Instruction> {
        let (memref, result) = (operand(op, 0)?, result(op)?);
        let ty = self.memref_type(result)?;
        // Bytes are counted in elements of the new type, everything else in those of the old one.
        let counted = if matches!(kind, ViewKind::Bytes { .. }) {
            result
        } else {
            memref
        };
        Ok(Instruction::View(Box::new(View {
            kind,
            memref: self.memref(memref)?,
            unit: self.unit(counted)?,
            result: self.memref(result)?,
            ty: checks_type.then(|| ty.clone()),
        })))
    }

    fn cast(&mut self, op: &Op) -> Resolved<Instruction> {
        self.made_view(op, ViewKind::Same, true)
    }

    fn alignment(&mut self, op: &Op) -> Resolved<Instruction> {
        let memref = operand(op, 0)?;
        let alignment = op.attribute("alignment").and_then(Attribute::as_i64);
        let alignment = alignment.and_then(|n| u64::try_from(n).ok()).filter(|&n| n > 0);
        let alignment = alignment.ok_or_else(|| unsupported("an alignment that is not positive"))?;
        let slot = self.memref(memref)?;
        Ok(Instruction::View(Box::new(View {
            kind: ViewKind::Aligned(alignment, self.scalar_bytes(memref)?),
            memref: slot,
            unit: self.unit(memref)?,
            result: slot,
            ty: None,
        })))
    }

    /// Bytes of a scalar in memory.
    fn scalar_bytes(&self, memref: ValueId) -> Resolved<u64> {
        let scalar = self.scalar_type(memref);
        scalar.byte_size().ok_or_else(|| self.unsupported_type(&scalar))
    }

    fn metadata(&mut self, op: &Op, code: OpCode) -> Resolved<Instruction> {
        let memref = operand(op, 0)?;
        let mut metadata = Metadata {
            memref: self.memref(memref)?,
            unit: self.unit(memref)?,
            base: None,
            offset: None,
            sizes: [].into(),
            strides: [].into(),
            address: None,
        };
        if code == OpCode::MemRefExtractAlignedPointer {
            metadata.address = Some((self.index(result(op)?)?, self.scalar_bytes(memref)?));
            return Ok(Instruction::Metadata(Box::new(metadata)));
        }
        let [base, offset, ref numbers @ ..] = op.results[..] else {
            return Err(unsupported("a missing result"));
        };
        let (sizes, strides) = numbers.split_at(numbers.len() / 2);
        metadata.base = Some(self.memref(base)?);
        metadata.offset = Some(self.index(offset)?);
        metadata.sizes = self.indices(sizes)?.into();
        metadata.strides = self.indices(strides)?.into();
        Ok(Instruction::Metadata(Box::new(metadata)))
    }

    fn reinterpret_cast(&mut self, op: &Op) -> Resolved<ViewKind> {
        let [_, offset, sizes, strides] = segments(op)?;
        let offset = self.numbers(&integers(op, "static_offsets"), offset)?;
        let [offset] = &*offset else {
            return Err(unsupported("another number of offsets than one"));
        };
        let offset = offset.clone();
        let sizes = self.numbers(&integers(op, "static_sizes"), sizes)?;
        let strides = self.numbers(&integers(op, "static_strides"), strides)?;
        if sizes.len() != strides.len() {
            return Err(unsupported("another number of sizes than of strides"));
        }
        Ok(ViewKind::Reinterpret {
            offset,
            sizes,
            strides,
        })
    }

    fn subview(&mut self, op: &Op) -> Resolved<ViewKind> {
        let [_, offsets, sizes, strides] = segments(op)?;
        let static_sizes = integers(op, "static_sizes");
        let shape = self.memref_type(result(op)?)?.shape.as_deref();
        let kept = kept_dimensions(&static_sizes, shape.unwrap_or_default())?;
        Ok(ViewKind::Slice {
            offsets: self.numbers(&integers(op, "static_offsets"), offsets)?,
            sizes: self.numbers(&static_sizes, sizes)?,
            strides: self.numbers(&integers(op, "static_strides"), strides)?,
            kept,
        })
    }

    fn byte_view(&mut self, op: &Op) -> Resolved<ViewKind> {
        let (memref, result) = (operand(op, 0)?, result(op)?);
        if self.scalar_type(memref) != Type::integer(8) {
            return Err(unsupported("a view of other elements than bytes"));
        }
        let shape = self.memref_type(result)?.shape.as_deref().unwrap_or_default();
        Ok(ViewKind::Bytes {
            shift: self.index(operand(op, 1)?)?,
            sizes: self.extents(shape, op.operands.get(2..).unwrap_or_default())?,
            parts: self.scalar_bytes(result)? as u32,
        })
    }

    fn reshape_view(&mut self, op: &Op) -> Resolved<ViewKind> {
        let shape = operand(op, 1)?;
        Ok(ViewKind::Reshape {
            scalar: self.scalar_type(shape),
            shape: self.shaped(shape)?,
        })
    }

    fn expand_view(&mut self, op: &Op) -> Resolved<ViewKind> {
        let (groups, sizes) = self.expansion(op)?;
        Ok(ViewKind::Expand { groups, sizes })
    }

    /// The groups and the extents of an `expand_shape`.
    pub(super) fn expansion(&mut self, op: &Op) -> Resolved<Expansion> {
        let statics = integers(op, "static_output_shape");
        let sizes = self.numbers(&statics, op.operands.get(1..).unwrap_or_default())?;
        Ok((reassociation(op, sizes.len())?, sizes))
    }

    fn collapse_view(&mut self, op: &Op) -> Resolved<ViewKind> {
        let rank = self.memref_type(operand(op, 0)?)?.rank().unwrap_or(0);
        let groups = reassociation(op, rank)?;
        Ok(ViewKind::Collapse { groups })
    }

    fn transpose_view(&mut self, op: &Op) -> Resolved<ViewKind> {
        let rank = self.memref_type(operand(op, 0)?)?.rank().unwrap_or(0);
        let map = op.attribute("permutation").and_then(Attribute::as_affine_map);
        let map = map.ok_or_else(|| unsupported("a transposition without permutation"))?;
        let dims = map.results.iter().map(|e| e.as_dim().map(|d| d as usize));
        let dims: Option<Vec<usize>> = dims.collect();
        let dims = permutation(dims.unwrap_or_default(), rank)?;
        Ok(ViewKind::Transpose {
            permutation: dims.into(),
        })
    }
}

/// Which dimensions of a slice its type has: all but some of extent one.
pub(super) fn kept_dimensions(sizes: &[i64], shape: &[Dim]) -> Resolved<Box<[usize]>> {
    let mut kept = Vec::new();
    for (d, &size) in sizes.iter().enumerate() {
        let wanted = shape
            .get(kept.len())
            .map(|dim| dim.fixed().unwrap_or(super::parts::DYNAMIC));
        if wanted == Some(size) {
            kept.push(d);
        } else if size != 1 {
            return Err(unsupported("a slice of another shape than its type"));
        }
    }
    match kept.len() == shape.len() {
        true => Ok(kept.into()),
        false => Err(unsupported("a slice of another shape than its type")),
    }
}

//! Where the elements of a memref lie, and what a memref is at run time.

use inkwell::values::{BasicValueEnum, IntValue, PointerValue};
use ovolo_lang::affine::{AffineExpr, AffineOp};
use ovolo_lang::types::{Dim, Layout, MemRefType};

use crate::emit::Emitter;
use crate::error::{LowerError, Result};

/// The layout of a memref type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Placement {
    RowMajor,
    Strided {
        strides: Vec<Dim>,
        offset: Dim,
    },
    /// The offset in elements as an expression of the indices.
    Map(AffineExpr),
}

/// A memref at run time: its first element and what the type leaves open.
#[derive(Clone, Debug)]
pub(crate) struct MemRef<'c> {
    pub pointer: PointerValue<'c>,
    pub sizes: Vec<IntValue<'c>>,
    pub offsets: Offsets<'c>,
}

/// How indices become an offset in elements.
#[derive(Clone, Debug)]
pub(crate) enum Offsets<'c> {
    Strided {
        offset: IntValue<'c>,
        strides: Vec<IntValue<'c>>,
    },
    Map(AffineExpr),
}

/// The extents of a ranked memref.
pub(crate) fn shape_of(ty: &MemRefType) -> Result<&[Dim]> {
    ty.shape
        .as_deref()
        .ok_or_else(|| LowerError::new("unranked memrefs are not supported"))
}

pub(crate) fn placement_of(ty: &MemRefType) -> Result<Placement> {
    let rank = shape_of(ty)?.len();
    match &ty.layout {
        None => Ok(Placement::RowMajor),
        Some(Layout::Strided { strides, offset }) if strides.len() == rank => Ok(Placement::Strided {
            strides: strides.clone(),
            offset: *offset,
        }),
        Some(Layout::Strided { .. }) => Err(LowerError::new(
            "a strided layout needs one stride for each extent",
        )),
        Some(Layout::Map(map)) if map.num_dims as usize != rank => Err(LowerError::new(
            "the layout map needs one dimension for each extent",
        )),
        Some(Layout::Map(map)) if map.is_identity() => Ok(Placement::RowMajor),
        Some(Layout::Map(map)) => match map.results.as_slice() {
            [offset] if map.num_symbols == 0 => Ok(linear_placement(offset, rank)),
            _ => Err(LowerError::new(
                "a layout map must be the identity or have one result and no symbols",
            )),
        },
        Some(Layout::Opaque(_)) => Err(LowerError::new("a layout must be strided or an affine map")),
    }
}

/// An offset that is linear in the indices is a strided layout.
fn linear_placement(offset: &AffineExpr, rank: usize) -> Placement {
    let mut strides = vec![0i64; rank];
    match collect_linear(offset, 1, &mut strides) {
        Some(constant) => Placement::Strided {
            strides: strides.into_iter().map(Dim::Fixed).collect(),
            offset: Dim::Fixed(constant),
        },
        None => Placement::Map(offset.clone()),
    }
}

/// Adds `scale * expr` to the strides and returns its constant part; `None` when it is not linear.
pub(crate) fn collect_linear(expr: &AffineExpr, scale: i64, strides: &mut [i64]) -> Option<i64> {
    match expr {
        AffineExpr::Constant(c) => c.checked_mul(scale),
        AffineExpr::Dim(d) => {
            let stride = strides.get_mut(*d as usize)?;
            *stride = stride.checked_add(scale)?;
            Some(0)
        }
        AffineExpr::Symbol(_) => None,
        AffineExpr::Binary(AffineOp::Add, ab) => {
            let constant = collect_linear(&ab.0, scale, strides)?;
            constant.checked_add(collect_linear(&ab.1, scale, strides)?)
        }
        AffineExpr::Binary(AffineOp::Mul, ab) => {
            collect_linear(&ab.0, scale.checked_mul(ab.1.as_constant()?)?, strides)
        }
        AffineExpr::Binary(..) => None,
    }
}

impl<'c> MemRef<'c> {
    /// A memref of the type whose run-time parts are `parts`, in the order of
    /// [`crate::abi::Component::of_type`].
    pub fn from_parts(
        emit: &Emitter<'c>,
        ty: &MemRefType,
        mut parts: impl Iterator<Item = BasicValueEnum<'c>>,
    ) -> Result<MemRef<'c>> {
        let mut next = || {
            parts
                .next()
                .ok_or_else(|| LowerError::internal("a memref lacks a part"))
        };
        let pointer = next()?.into_pointer_value();
        let mut open = |dim: Dim| match dim {
            Dim::Fixed(n) => Ok(emit.index(n)),
            Dim::Dynamic => Ok(next()?.into_int_value()),
        };
        let sizes = shape_of(ty)?
            .iter()
            .map(|&d| open(d))
            .collect::<Result<Vec<_>>>()?;
        let offsets = match placement_of(ty)? {
            Placement::RowMajor => Offsets::row_major(emit, &sizes)?,
            Placement::Strided { strides, offset } => Offsets::Strided {
                strides: strides.into_iter().map(&mut open).collect::<Result<_>>()?,
                offset: open(offset)?,
            },
            Placement::Map(expr) => Offsets::Map(expr),
        };
        Ok(MemRef {
            pointer,
            sizes,
            offsets,
        })
    }

    /// The inverse of [`MemRef::from_parts`], also for a type that this memref was cast to.
    pub fn parts(&self, ty: &MemRefType) -> Result<Vec<BasicValueEnum<'c>>> {
        let mut parts = vec![self.pointer.into()];
        let open = |dim: &Dim| *dim == Dim::Dynamic;
        let shape = shape_of(ty)?;
        if shape.len() != self.sizes.len() {
            return Err(LowerError::new("the ranks of the memrefs differ"));
        }
        let sizes = shape.iter().zip(&self.sizes);
        parts.extend(
            sizes
                .filter(|(d, _)| open(d))
                .map(|(_, &s)| BasicValueEnum::from(s)),
        );
        if let Placement::Strided { strides, offset } = placement_of(ty)? {
            let Offsets::Strided {
                strides: own,
                offset: own_offset,
            } = &self.offsets
            else {
                return Err(LowerError::new("the layouts of the memrefs differ"));
            };
            let strides = strides.iter().zip(own);
            parts.extend(
                strides
                    .filter(|(d, _)| open(d))
                    .map(|(_, &s)| BasicValueEnum::from(s)),
            );
            parts.extend(open(&offset).then_some(BasicValueEnum::from(*own_offset)));
        }
        Ok(parts)
    }
}

impl<'c> Offsets<'c> {
    pub fn row_major(emit: &Emitter<'c>, sizes: &[IntValue<'c>]) -> Result<Offsets<'c>> {
        let mut strides = vec![emit.index(1); sizes.len()];
        for i in (1..sizes.len()).rev() {
            strides[i - 1] = emit.product(strides[i], sizes[i])?;
        }
        Ok(Offsets::Strided {
            offset: emit.index(0),
            strides,
        })
    }
}

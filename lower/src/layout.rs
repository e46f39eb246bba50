//! Where the elements of a memref lie, and what a memref is at run time.

use inkwell::values::{BasicValueEnum, IntValue, PointerValue};
use ovolo_lang::affine::{AffineExpr, AffineMap, AffineOp, dim};
use ovolo_lang::types::{Dim, Layout, MemRefType};

use crate::emit::Emitter;
use crate::error::{LowerError, Result};
use crate::linear::Linear;

/// The layout of a memref type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Placement {
    RowMajor,
    Strided {
        strides: Vec<Dim>,
        offset: Dim,
    },
    /// The element is where a row-major memref of the map's range has the results of the map.
    Map(AffineMap),
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
    /// The sum of the results of the map, each times its stride.
    Map {
        map: AffineMap,
        strides: Vec<IntValue<'c>>,
    },
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
        Some(Layout::Map(map)) => {
            let open: Vec<AffineExpr> = (0..rank as u32).map(dim).collect();
            match map.results.as_slice() {
                _ if map.num_symbols > 0 => Err(LowerError::new("a layout map must have no symbols")),
                [offset] => {
                    Ok(linear_placement(offset, rank).unwrap_or_else(|| Placement::Map((**map).clone())))
                }
                _ if map.normalized_extents(&open).is_some() => Ok(Placement::Map((**map).clone())),
                _ => Err(LowerError::new(
                    "the results of a layout map must have a least value that is known and not negative",
                )),
            }
        }
        Some(Layout::Opaque(_)) => Err(LowerError::new("a layout must be strided or an affine map")),
    }
}

/// An offset that is linear in the indices is a strided layout.
fn linear_placement(offset: &AffineExpr, rank: usize) -> Option<Placement> {
    let mut strides = vec![0i64; rank];
    let constant = collect_linear(offset, 1, &mut strides)?;
    Some(Placement::Strided {
        strides: strides.into_iter().map(Dim::Fixed).collect(),
        offset: Dim::Fixed(constant),
    })
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
            Placement::Map(map) => {
                let strides = match map.results.len() {
                    1 => vec![emit.index(1)],
                    _ => strides_of(emit, &spread(emit, &map, &sizes)?)?,
                };
                Offsets::Map { map, strides }
            }
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
        Ok(Offsets::Strided {
            offset: emit.index(0),
            strides: strides_of(emit, sizes)?,
        })
    }
}

/// The strides of the extents in row-major order.
fn strides_of<'c>(emit: &Emitter<'c>, extents: &[IntValue<'c>]) -> Result<Vec<IntValue<'c>>> {
    let mut strides = vec![emit.index(1); extents.len()];
    for i in (1..extents.len()).rev() {
        strides[i - 1] = emit.product(strides[i], extents[i])?;
    }
    Ok(strides)
}

/// The extents of the memory over which a layout map spreads a memref of the `sizes`.
pub(crate) fn spread<'c>(
    emit: &Emitter<'c>,
    map: &AffineMap,
    sizes: &[IntValue<'c>],
) -> Result<Vec<IntValue<'c>>> {
    let open: Vec<AffineExpr> = (0..sizes.len() as u32).map(dim).collect();
    let extents = map
        .normalized_extents(&open)
        .ok_or_else(|| LowerError::new("a buffer needs a layout map whose results are not negative"))?;
    let sizes: Vec<Linear> = sizes.iter().map(|&size| Linear::value(size, 0)).collect();
    let extent = |extent: &AffineExpr| emit.affine(extent, &sizes, &[])?.materialize(emit);
    extents.iter().map(extent).collect()
}

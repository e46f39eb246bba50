//! The regions whose values are symbols of affine maps.

use smallvec::SmallVec;

use crate::ir::{Op, RegionId};
use crate::op::Trait;

/// The regions whose values are symbols: that of the closest operation that is a scope, and where that does
/// not hide its surroundings those around it.
pub type Scope = SmallVec<[RegionId; 1]>;

/// What the result of an `affine.apply` may be.
#[derive(Clone, Copy)]
pub struct Applied {
    pub is_dimension: bool,
    pub is_symbol: bool,
}

/// Operations of dialects outside of the table whose regions are scopes too.
const FOREIGN_SCOPES: &[&str] = &["shape.func", "shape.function_library"];

/// Whether the region is a scope of the affine maps inside.
pub fn is_scope(op: &Op) -> bool {
    match op.code() {
        Some(code) => code.has_trait(Trait::AffineScope),
        None => FOREIGN_SCOPES.contains(&op.name.as_str()),
    }
}

impl Applied {
    pub const NEITHER: Applied = Applied {
        is_dimension: false,
        is_symbol: false,
    };
}

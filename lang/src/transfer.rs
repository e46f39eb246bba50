//! What the text of a vector transfer leaves unsaid.

use std::sync::Arc;

use crate::affine::{AffineExpr, AffineMap};
use crate::types::{Type, VectorType};

/// The map of a transfer that gives none: the innermost dimensions in their order. `None` where the
/// vector has more dimensions than the memory, or the memory is not ranked.
pub(crate) fn default_map(memory: &Type, vector: &VectorType) -> Option<AffineMap> {
    let (rank, element) = match memory {
        Type::MemRef(m) => (m.rank()?, &m.element),
        Type::Tensor(t) => (t.shape.as_ref()?.len(), &t.element),
        _ => return None,
    };
    let element_rank = element.as_vector().map_or(0, |v| v.shape.len());
    if rank == 0 && matches!(vector.shape.as_slice(), [only] if only.size == 1) {
        return Some(AffineMap::new(0, 0, vec![AffineExpr::Constant(0)]));
    }
    let results = vector.shape.len().checked_sub(element_rank)?;
    AffineMap::minor_identity(u32::try_from(rank).ok()?, u32::try_from(results).ok()?)
}

/// The type of the mask: an `i1` for each element of memory, so dimensions that the map broadcasts have
/// none. `None` where the map is no projected permutation with broadcasts.
pub(crate) fn mask_type(vector: &VectorType, map: &AffineMap) -> Option<Type> {
    if map.results.len() != vector.shape.len() || map.num_symbols != 0 {
        return None;
    }
    let inverse = map.compress_unused_dims().inverse_permutation()?;
    let dim = |result: &AffineExpr| match result {
        AffineExpr::Dim(i) => vector.shape.get(*i as usize).copied(),
        _ => None,
    };
    let shape: Option<Vec<_>> = inverse.results.iter().map(dim).collect();
    Some(Type::Vector(Arc::new(VectorType {
        shape: shape?,
        element: Type::I1,
    })))
}

//! Layouts: maps from indices to positions in memory.

use super::{AffineExpr, AffineMap, AffineOp};

impl AffineMap {
    /// The strides and the offset of a layout map, as expressions of its symbols; `None` for a map that has
    /// none: of several results, or no sum of multiples of its dimensions.
    pub(crate) fn strided_form(&self) -> Option<(Vec<AffineExpr>, AffineExpr)> {
        let [expr] = self.results.as_slice() else {
            return None;
        };
        let mut strides = vec![AffineExpr::Constant(0); self.num_dims as usize];
        let mut offset = AffineExpr::Constant(0);
        let mut pending = vec![expr.clone()];
        while let Some(term) = pending.pop() {
            if term.is_symbolic_or_constant() {
                offset = offset + term;
                continue;
            }
            if let Some((a, b)) = term.operands_of(AffineOp::Add) {
                pending.extend([a.clone(), b.clone()]);
                continue;
            }
            let (d, factor) = match term.operands_of(AffineOp::Mul) {
                Some((a, b)) => match (a.as_dim(), b.as_dim()) {
                    (Some(d), None) if b.is_symbolic_or_constant() => (d, b.clone()),
                    (None, Some(d)) if a.is_symbolic_or_constant() => (d, a.clone()),
                    _ => return None,
                },
                None => (term.as_dim()?, AffineExpr::Constant(1)),
            };
            let stride = strides.get_mut(d as usize)?;
            *stride = stride.clone() + factor;
        }
        Some((strides, offset))
    }
}

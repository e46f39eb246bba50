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

    /// The extents of the memory over which a layout map spreads a memref with the `extents`: for each result one more than the
    /// greatest value that it may take, as MLIR's `--normalize-memrefs` has them. `None` where a result may be negative, or is of
    /// symbols.
    ///
    /// `extents` are expressions, constants where they are known; so are the results.
    pub fn normalized_extents(&self, extents: &[AffineExpr]) -> Option<Vec<AffineExpr>> {
        let extent = |result| {
            let (least, greatest) = range(result, extents)?;
            (least.as_constant()? >= 0).then(|| (greatest + 1).simplified())
        };
        self.results.iter().map(extent).collect()
    }
}

/// The least and the greatest value of an expression whose dimension `i` is at least zero and less than `extents[i]`.
fn range(expr: &AffineExpr, extents: &[AffineExpr]) -> Option<(AffineExpr, AffineExpr)> {
    let both = |a: AffineExpr, b: AffineExpr| Some((a.simplified(), b.simplified()));
    match expr {
        AffineExpr::Constant(known) => both(AffineExpr::Constant(*known), AffineExpr::Constant(*known)),
        AffineExpr::Dim(d) => both(AffineExpr::Constant(0), extents.get(*d as usize)?.clone() - 1),
        AffineExpr::Symbol(_) => None,
        AffineExpr::Binary(op, operands) => {
            let (least, greatest) = range(&operands.0, extents)?;
            if *op == AffineOp::Add {
                let other = range(&operands.1, extents)?;
                return both(least + other.0, greatest + other.1);
            }
            let factor = operands.1.as_constant()?;
            match op {
                AffineOp::Mul if factor < 0 => both(greatest * factor, least * factor),
                AffineOp::Mul => both(least * factor, greatest * factor),
                _ if factor <= 0 => None,
                AffineOp::Mod => both(AffineExpr::Constant(0), AffineExpr::Constant(factor - 1)),
                op => both(
                    AffineExpr::binary(*op, least, AffineExpr::Constant(factor)),
                    AffineExpr::binary(*op, greatest, AffineExpr::Constant(factor)),
                ),
            }
        }
    }
}

//! Maps that only reorder, drop or repeat dimensions, as structured operations ask about them.

use super::expr::AffineExpr;
use super::map::AffineMap;

impl AffineMap {
    /// The map that takes `permutation[i]` as its result `i`, as `(d0, d1, d2) -> (d2, d0, d1)` for
    /// `[2, 0, 1]`. `None` when the numbers are not those below their count, each once.
    pub fn permutation(permutation: &[u32]) -> Option<AffineMap> {
        let n = u32::try_from(permutation.len()).ok()?;
        let results = permutation.iter().copied().map(AffineExpr::Dim);
        let map = AffineMap::new(n, 0, results.collect());
        map.is_permutation().then_some(map)
    }

    /// Whether every place keeps what it has.
    pub fn is_identity(&self) -> bool {
        self.num_symbols == 0 && self.is_identity_on_dims()
    }

    /// Whether the results are the dimensions, in order. There may be symbols, which then are unused.
    pub fn is_identity_on_dims(&self) -> bool {
        self.results.len() == self.num_dims as usize
            && self.results.iter().zip(0..).all(|(e, i)| e.as_dim() == Some(i))
    }

    /// Whether the results are the last dimensions, in order: `(d0, d1, d2) -> (d1, d2)`.
    pub fn is_minor_identity(&self) -> bool {
        self.minor_identity_with_broadcasting()
            .is_some_and(|broadcast| broadcast.is_empty())
            && self.num_symbols == 0
    }

    /// The positions of the results that are zero, when the other results are the last dimensions at
    /// their own positions: `[1]` for `(d0, d1, d2) -> (d1, 0)`.
    pub fn minor_identity_with_broadcasting(&self) -> Option<Vec<usize>> {
        let first = self
            .num_dims
            .checked_sub(u32::try_from(self.results.len()).ok()?)?;
        let mut broadcast = Vec::new();
        for (i, (result, dim)) in self.results.iter().zip(first..).enumerate() {
            match result {
                AffineExpr::Constant(0) => broadcast.push(i),
                AffineExpr::Dim(d) if *d == dim => {}
                _ => return None,
            }
        }
        Some(broadcast)
    }

    /// The positions of the results that are the constant zero.
    pub fn broadcast_dims(&self) -> Vec<usize> {
        let results = self.results.iter().enumerate();
        results
            .filter(|(_, e)| **e == AffineExpr::Constant(0))
            .map(|(i, _)| i)
            .collect()
    }

    /// Whether every result is a dimension, none of them twice: a permutation of some of the dimensions.
    pub fn is_projected_permutation(&self) -> bool {
        self.is_projection(false)
    }

    /// Whether every result is a dimension, none of them twice, or zero, and there are no more results
    /// than dimensions.
    pub fn is_projected_permutation_with_zeros(&self) -> bool {
        self.is_projection(true)
    }

    fn is_projection(&self, zeros: bool) -> bool {
        if self.num_symbols > 0 || self.results.len() > self.num_dims as usize {
            return false;
        }
        let mut seen = vec![false; self.num_dims as usize];
        self.results.iter().all(|result| match result {
            AffineExpr::Dim(d) => match seen.get_mut(*d as usize) {
                Some(seen) => !std::mem::replace(seen, true),
                None => false,
            },
            AffineExpr::Constant(0) => zeros,
            _ => false,
        })
    }

    /// Whether the results are the dimensions, each once, in any order.
    pub fn is_permutation(&self) -> bool {
        self.results.len() == self.num_dims as usize && self.is_projected_permutation()
    }

    /// For each dimension the first result that is this dimension, as a map from results to dimensions:
    /// composed with `self` it is the identity. Results of other forms and repeated dimensions are passed
    /// over, so `(d0, d1) -> (d1, d0 + d1, d0)` has the inverse `(d0, d1, d2) -> (d2, d0)`.
    ///
    /// `None` when some dimension is no result, or when there are symbols.
    pub fn inverse_permutation(&self) -> Option<AffineMap> {
        if self.num_symbols > 0 {
            return None;
        }
        let positions = (0..self.num_dims).map(|d| self.result_position(&AffineExpr::Dim(d)));
        let results = positions.map(|p| u32::try_from(p?).ok().map(AffineExpr::Dim));
        let num_results = u32::try_from(self.results.len()).ok()?;
        Some(AffineMap::new(num_results, 0, results.collect::<Option<_>>()?))
    }

    /// As [`AffineMap::inverse_permutation`], with zero for each dimension that is no result. `None` when
    /// the map is no projected permutation with zeros.
    pub fn inverse_and_broadcast_projected_permutation(&self) -> Option<AffineMap> {
        if !self.is_projected_permutation_with_zeros() {
            return None;
        }
        let mut dims = vec![AffineExpr::Constant(0); self.num_dims as usize];
        for (result, position) in self.results.iter().zip(0..) {
            if let AffineExpr::Dim(d) = result {
                *dims.get_mut(*d as usize)? = AffineExpr::Dim(position);
            }
        }
        let num_results = u32::try_from(self.results.len()).ok()?;
        Some(AffineMap::new(num_results, 0, dims))
    }

    /// The position of the first result equal to `expr`.
    pub fn result_position(&self, expr: &AffineExpr) -> Option<usize> {
        self.results.iter().position(|result| result == expr)
    }
}

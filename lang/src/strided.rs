//! The strides and the offset of memrefs, as far as their types say them.

use crate::affine::{AffineExpr, AffineMap, AffineOp};
use crate::types::{Dim, Layout, MemRefType};

/// Where the elements of a memref lie: the offset plus the sum of index times stride, in elements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strided {
    pub strides: Vec<Dim>,
    pub offset: Dim,
}

impl Strided {
    /// `None` for a memref without a rank, and for a layout that is no sum of strides.
    pub fn of(memref: &MemRefType) -> Option<Strided> {
        let shape = memref.shape.as_ref()?;
        let strided = match &memref.layout {
            None => Some(row_major(shape)),
            Some(Layout::Strided { strides, offset }) => Some(Strided {
                strides: strides.clone(),
                offset: *offset,
            }),
            Some(Layout::Map(map)) if map.is_identity() => Some(row_major(shape)),
            Some(Layout::Map(map)) => of_map(map),
            Some(Layout::Opaque(_)) => None,
        };
        strided.filter(|s| s.strides.len() == shape.len())
    }
}

impl MemRefType {
    /// Whether the layout is an offset and a stride for each dimension; of one that Ovolo does not model
    /// nothing else is known.
    pub(crate) fn is_strided(&self) -> bool {
        matches!(self.layout, Some(Layout::Opaque(_))) || Strided::of(self).is_some()
    }
}

/// Whether the layout says no more than that the elements lie in row-major order.
pub fn is_row_major(memref: &MemRefType) -> bool {
    match &memref.layout {
        None => true,
        Some(Layout::Map(map)) => map.is_identity(),
        Some(Layout::Strided { strides, offset }) => *strides == [Dim::Fixed(1)] && *offset == Dim::Fixed(0),
        Some(Layout::Opaque(_)) => false,
    }
}

fn row_major(shape: &[Dim]) -> Strided {
    let mut stride = Dim::Fixed(1);
    let mut strides = Vec::with_capacity(shape.len());
    for &extent in shape.iter().rev() {
        strides.push(stride);
        stride = times(stride, extent);
    }
    strides.reverse();
    Strided {
        strides,
        offset: Dim::Fixed(0),
    }
}

/// The product, unknown when a factor is unknown or 64 bits do not hold it; zero times anything is zero.
pub fn times(a: Dim, b: Dim) -> Dim {
    match (a, b) {
        (Dim::Fixed(0), _) | (_, Dim::Fixed(0)) => Dim::Fixed(0),
        (Dim::Fixed(a), Dim::Fixed(b)) => a.checked_mul(b).map_or(Dim::Dynamic, Dim::Fixed),
        _ => Dim::Dynamic,
    }
}

/// The sum, unknown when a summand is unknown or 64 bits do not hold it.
pub fn plus(a: Dim, b: Dim) -> Dim {
    match (a, b) {
        (Dim::Fixed(a), Dim::Fixed(b)) => a.checked_add(b).map_or(Dim::Dynamic, Dim::Fixed),
        _ => Dim::Dynamic,
    }
}

/// The coefficients of the only result; a stride of zero would give one cell to several elements.
fn of_map(map: &AffineMap) -> Option<Strided> {
    let [result] = map.results.as_slice() else {
        return None;
    };
    let zero = AffineExpr::Constant(0);
    let mut sum = Sum {
        strides: vec![zero.clone(); map.num_dims as usize],
        offset: zero.clone(),
    };
    sum.add(result, AffineExpr::Constant(1))?;
    if sum.strides.contains(&zero) {
        return None;
    }
    let known = |expr: &AffineExpr| expr.as_constant().map_or(Dim::Dynamic, Dim::Fixed);
    Some(Strided {
        strides: sum.strides.iter().map(known).collect(),
        offset: known(&sum.offset),
    })
}

struct Sum {
    strides: Vec<AffineExpr>,
    offset: AffineExpr,
}

impl Sum {
    /// Adds `expr * factor`, where the factor has no dimension.
    fn add(&mut self, expr: &AffineExpr, factor: AffineExpr) -> Option<()> {
        match expr {
            AffineExpr::Dim(i) => {
                let stride = self.strides.get_mut(*i as usize)?;
                *stride = stride.clone() + factor;
            }
            AffineExpr::Constant(_) | AffineExpr::Symbol(_) => {
                self.offset = self.offset.clone() + expr.clone() * factor;
            }
            AffineExpr::Binary(AffineOp::Add, ab) => {
                self.add(&ab.0, factor.clone())?;
                self.add(&ab.1, factor)?;
            }
            AffineExpr::Binary(AffineOp::Mul, ab) => match (has_dim(&ab.0), has_dim(&ab.1)) {
                (_, false) => self.add(&ab.0, factor * ab.1.clone())?,
                (false, true) => self.add(&ab.1, factor * ab.0.clone())?,
                (true, true) => return None,
            },
            AffineExpr::Binary(AffineOp::FloorDiv | AffineOp::CeilDiv | AffineOp::Mod, _) => return None,
        }
        Some(())
    }
}

fn has_dim(expr: &AffineExpr) -> bool {
    let mut found = false;
    expr.walk(&mut |e| found |= matches!(e, AffineExpr::Dim(_)));
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Type;

    fn strides(layout: Option<Layout>, shape: &[Dim]) -> Option<(Vec<Dim>, Dim)> {
        let memref = MemRefType {
            shape: Some(shape.to_vec()),
            element: Type::F32,
            layout,
            memory_space: None,
        };
        Strided::of(&memref).map(|s| (s.strides, s.offset))
    }

    fn map(text: &str) -> Option<Layout> {
        Some(Layout::Map(std::sync::Arc::new(text.parse().expect("a map"))))
    }

    #[test]
    fn strides_follow_from_shape_or_map() {
        use Dim::{Dynamic, Fixed};
        let shape = [Dynamic, Fixed(4), Fixed(5)];
        let row_major = Some((vec![Fixed(20), Fixed(5), Fixed(1)], Fixed(0)));
        assert_eq!(strides(None, &shape), row_major);
        assert_eq!(
            strides(None, &[Dynamic, Fixed(0), Dynamic]),
            Some((vec![Fixed(0), Dynamic, Fixed(1)], Fixed(0)))
        );
        assert_eq!(
            strides(None, &[Fixed(4), Dynamic]),
            Some((vec![Dynamic, Fixed(1)], Fixed(0)))
        );
        assert_eq!(strides(None, &[]), Some((vec![], Fixed(0))));
        let two = [Fixed(8), Fixed(8)];
        assert_eq!(
            strides(map("(d0, d1)[s0] -> (d0 * 3 + d1 * s0 + 7)"), &two),
            Some((vec![Fixed(3), Dynamic], Fixed(7)))
        );
        assert_eq!(strides(map("(d0, d1) -> (d0 floordiv 2 + d1)"), &two), None);
        assert_eq!(strides(map("(d0, d1) -> (d1)"), &two), None);
        assert_eq!(strides(map("(d0, d1) -> (d1, d0)"), &two), None);
    }
}

//! The parts of an operation: operands by segment, attributes by kind.

use crate::attribute::{Attribute, DenseElements};
use crate::interpret::Overflow;
use crate::interpret::affine::IndexExpr;
use crate::interpret::program::{Bank, Moves, Place, Region};
use crate::interpret::shape::{Extents, element_count, static_sizes};
use crate::ir::{Op, RegionId, ValueId};
use crate::types::Type;

use super::{Resolved, Resolver, unsupported};

/// How MLIR writes a number that an operand gives.
pub(super) const DYNAMIC: i64 = i64::MIN;

pub(super) fn operand(op: &Op, i: usize) -> Resolved<ValueId> {
    op.operands
        .get(i)
        .copied()
        .ok_or_else(|| unsupported("a missing operand"))
}

pub(super) fn result(op: &Op) -> Resolved<ValueId> {
    op.results
        .first()
        .copied()
        .ok_or_else(|| unsupported("a missing result"))
}

pub(super) fn region(op: &Op, i: usize) -> Resolved<RegionId> {
    op.regions
        .get(i)
        .copied()
        .ok_or_else(|| unsupported("a missing region"))
}

/// The operands in `N` segments. Without the attribute that says where they end, the last takes what
/// `fixed` leaves.
pub(super) fn segments<const N: usize>(op: &Op) -> Resolved<[&[ValueId]; N]> {
    let sizes = op
        .attribute("operandSegmentSizes")
        .and_then(Attribute::as_i64_list);
    let sizes = sizes.ok_or_else(|| unsupported("operands without segment sizes"))?;
    let wrong = || unsupported("operand segments that do not add up");
    if sizes.len() != N {
        return Err(wrong());
    }
    let mut rest = op.operands.as_slice();
    let mut segments = [rest; N];
    for (segment, size) in segments.iter_mut().zip(sizes) {
        let size = usize::try_from(size).map_err(|_| wrong())?;
        (*segment, rest) = rest.split_at_checked(size).ok_or_else(wrong)?;
    }
    match rest.is_empty() {
        true => Ok(segments),
        false => Err(wrong()),
    }
}

/// A list of integers; empty when the attribute is missing.
pub(super) fn integers(op: &Op, name: &str) -> Vec<i64> {
    match op.attribute(name) {
        Some(Attribute::DenseElements(dense)) => dense_integers(dense).unwrap_or_default(),
        Some(attribute) => attribute.as_i64_list().unwrap_or_default(),
        None => Vec::new(),
    }
}

/// All elements, also of a splat; `None` where they are no integers, or too many for an attribute that says
/// what an operation does.
pub(super) fn dense_integers(dense: &DenseElements) -> Option<Vec<i64>> {
    const MAX_ELEMENTS: usize = 1 << 20;
    let sizes: Extents = match &dense.ty {
        Type::Vector(vector) => vector.shape.iter().map(|d| d.size).collect(),
        Type::Tensor(tensor) => static_sizes(tensor.shape.as_deref()?),
        _ => return None,
    };
    let count = element_count(&sizes)
        .ok()
        .filter(|&count| count <= MAX_ELEMENTS)?;
    let values: Vec<i64> = dense
        .elements
        .iter()
        .map(Attribute::as_i64)
        .collect::<Option<_>>()?;
    match values.as_slice() {
        [one] => Some(vec![*one; count]),
        _ => (values.len() == count).then_some(values),
    }
}

/// A list of dimensions below a rank.
pub(super) fn dimensions(op: &Op, name: &str, rank: usize) -> Resolved<Vec<usize>> {
    let below = |&d: &i64| usize::try_from(d).ok().filter(|&d| d < rank);
    let all: Option<Vec<usize>> = integers(op, name).iter().map(below).collect();
    all.ok_or_else(|| unsupported(&format!("a dimension in `{name}` that does not exist")))
}

/// A permutation of the dimensions below a rank.
pub(super) fn permutation(dimensions: Vec<usize>, rank: usize) -> Resolved<Vec<usize>> {
    let is_whole = dimensions.len() == rank && (0..rank).all(|d| dimensions.contains(&d));
    match is_whole {
        true => Ok(dimensions),
        false => Err(unsupported("a permutation that is none")),
    }
}

/// `reassociation`: groups of dimensions that cover those below a rank.
pub(super) fn reassociation(op: &Op, rank: usize) -> Resolved<Box<[Vec<usize>]>> {
    let Some(Attribute::Array(groups)) = op.attribute("reassociation") else {
        return Err(unsupported("a reshape without reassociation"));
    };
    let group = |group: &Attribute| -> Option<Vec<usize>> {
        let all = group.as_i64_list()?;
        all.iter()
            .map(|&d| usize::try_from(d).ok().filter(|&d| d < rank))
            .collect()
    };
    let groups: Option<Box<[Vec<usize>]>> = groups.iter().map(group).collect();
    let groups = groups.ok_or_else(|| unsupported("a dimension in `reassociation` that does not exist"))?;
    match groups.iter().map(Vec::len).sum::<usize>() {
        covered if covered == rank || groups.is_empty() => Ok(groups),
        _ => Err(unsupported("a reassociation that does not cover every dimension")),
    }
}

pub(super) fn has_unit(op: &Op, name: &str) -> bool {
    matches!(op.attribute(name), Some(Attribute::Unit | Attribute::Bool(true)))
}

/// The word in `#dialect.name<word>`.
pub(super) fn word<'o>(attribute: Option<&'o Attribute>, prefix: &str) -> Option<&'o str> {
    match attribute {
        Some(Attribute::Opaque(text)) => text.strip_prefix(prefix)?.strip_prefix('<')?.strip_suffix('>'),
        _ => None,
    }
}

/// The overflow flags of an operation of `arith`.
pub fn overflow_flags(op: &Op) -> Overflow {
    let words = word(op.attribute("overflowFlags"), "#arith.overflow").unwrap_or_default();
    let has = |flag: &str| words.split(',').any(|word| word.trim() == flag);
    Overflow {
        no_signed_wrap: has("nsw"),
        no_unsigned_wrap: has("nuw"),
    }
}

impl Resolver<'_> {
    /// Numbers of which some are operands: where `statics` says so, the next of `dynamic`.
    pub(super) fn numbers(&mut self, statics: &[i64], dynamic: &[ValueId]) -> Resolved<Box<[IndexExpr]>> {
        let mut dynamic = dynamic.iter();
        let number = |&number: &i64| match number {
            DYNAMIC => {
                let value = dynamic.next().ok_or_else(|| unsupported("a missing operand"))?;
                Ok(IndexExpr::Slot(self.index(*value)?))
            }
            number => Ok(IndexExpr::Constant(number)),
        };
        let numbers: Resolved<Box<[IndexExpr]>> = statics.iter().map(number).collect();
        match dynamic.next() {
            Some(_) => Err(unsupported("more operands than dynamic numbers")),
            None => numbers,
        }
    }

    /// The extents of a shape, the open ones given by operands.
    pub(super) fn extents(
        &mut self,
        shape: &[crate::types::Dim],
        dynamic: &[ValueId],
    ) -> Resolved<Box<[IndexExpr]>> {
        let statics: Vec<i64> = shape.iter().map(|d| d.fixed().unwrap_or(DYNAMIC)).collect();
        self.numbers(&statics, dynamic)
    }

    /// The slots of the first arguments of a region, which must be indices.
    pub(super) fn index_arguments(&self, region: &Region, count: usize) -> Resolved<Box<[u32]>> {
        let arguments = region.arguments().get(..count);
        let slot = |place: &Place| (place.bank == Bank::Index && place.lanes == 1).then_some(place.start);
        let slots: Option<Box<[u32]>> = arguments.and_then(|all| all.iter().map(slot).collect());
        slots.ok_or_else(|| unsupported("a region with other arguments"))
    }
}

/// What a region passes on, if it is of one block.
pub(super) fn yielded(region: &Region) -> Resolved<&[Place]> {
    region
        .yielded()
        .ok_or_else(|| unsupported("a body of several blocks"))
}

impl Moves {
    pub(super) fn new(from: &[Place], to: &[Place]) -> Resolved<Moves> {
        let matches = |(a, b): (&Place, &Place)| a.bank == b.bank && a.lanes == b.lanes;
        if from.len() != to.len() || !from.iter().zip(to).all(matches) {
            return Err(unsupported(
                "values passed on in another number or of other types",
            ));
        }
        let pairs: Box<[_]> = from
            .iter()
            .copied()
            .zip(to.iter().copied())
            .filter(|(a, b)| a != b)
            .collect();
        let overlap = pairs.iter().any(|(a, _)| pairs.iter().any(|(_, b)| a == b));
        Ok(Moves { pairs, overlap })
    }
}

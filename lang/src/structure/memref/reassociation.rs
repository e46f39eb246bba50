//! Views that split and join dimensions.

use crate::attribute::Attribute;
use crate::diagnostic::{Diagnostic, counted};
use crate::ir::Op;
use crate::strided::{Strided, is_row_major, times};
use crate::structure::operation::Checker;
use crate::structure::{Check, wrong};
use crate::types::{DYNAMIC_POSITION, Dim, Layout, MemRefType, Type};

use super::extents;

/// For each dimension of the joined shape the dimensions of the split one.
type Groups = Vec<Vec<usize>>;

impl Checker<'_> {
    pub(super) fn expand_shape(&self, op: &Op) -> Check {
        let source = self.memref_of(op, op.operands.first())?;
        let result = self.memref_of(op, op.results.first())?;
        let (from, to) = (extents(source).len(), extents(result).len());
        if from > to {
            let message = format!("has source rank {from} and result rank {to}");
            return Err(wrong(op, message).help(format!("this is not an expansion ({from} > {to})")));
        }
        let groups = self.reassociation(op, extents(source), extents(result))?;
        let layout = match is_row_major(source) {
            true => None,
            false => match expanded(source, extents(result), &groups) {
                Some(layout) => Some(layout),
                None => return Err(wrong(op, "invalid source layout map")),
            },
        };
        self.expected_view(op, source, result, layout, "expanded")?;
        self.output_shape(op, extents(result))
    }

    pub(super) fn collapse_shape(&self, op: &Op) -> Check {
        let source = self.memref_of(op, op.operands.first())?;
        let result = self.memref_of(op, op.results.first())?;
        let (from, to) = (extents(source).len(), extents(result).len());
        if from < to {
            let message = format!("has source rank {from} and result rank {to}");
            return Err(wrong(op, message).help(format!("this is not a collapse ({from} < {to})")));
        }
        let groups = self.reassociation(op, extents(result), extents(source))?;
        let layout = match is_row_major(source) {
            true => None,
            false => match collapsed(source, &groups) {
                Some(layout) => Some(layout),
                None => {
                    let message = "invalid source layout map or collapsing non-contiguous dims";
                    return Err(wrong(op, message));
                }
            },
        };
        self.expected_view(op, source, result, layout, "collapsed")
    }

    /// The groups of `reassociation`, which join the split shape to the joined one.
    fn reassociation(&self, op: &Op, joined: &[Dim], split: &[Dim]) -> Result<Groups, Diagnostic> {
        let groups = read_groups(self.attribute(op, "reassociation")?).unwrap_or_default();
        if groups.len() != joined.len() {
            let message = format!("invalid number of reassociation groups: found {}", groups.len());
            return Err(wrong(op, message).help(format!("expected {}", joined.len())));
        }
        let mut next = 0;
        for (i, (group, &extent)) in groups.iter().zip(joined).enumerate() {
            for &dim in group {
                if dim != next {
                    return Err(wrong(op, "the reassociation indices must be contiguous"));
                }
                next += 1;
                if dim >= split.len() {
                    return Err(wrong(
                        op,
                        format!("the reassociation index {dim} is out of bounds"),
                    ));
                }
            }
            self.group_extent(op, i, extent, group.iter().map(|&d| split[d]))?;
        }
        if joined.is_empty() && split.iter().any(|d| *d != Dim::Fixed(1)) {
            return Err(wrong(
                op,
                "rank 0 memrefs can only be extended/collapsed with/from ones",
            ));
        }
        if !joined.is_empty() && next != split.len() {
            let message = format!(
                "the expanded rank ({}) is inconsistent with the number of reassociation indices ({next})",
                split.len()
            );
            return Err(wrong(op, message));
        }
        Ok(groups)
    }

    fn group_extent(
        &self,
        op: &Op,
        i: usize,
        joined: Dim,
        mut split: impl Iterator<Item = Dim> + Clone,
    ) -> Check {
        let is_dynamic = split.clone().any(|d| d == Dim::Dynamic);
        if is_dynamic != (joined == Dim::Dynamic) {
            return Err(wrong(
                op,
                format!("the collapsed dim ({i}) and its reassociation group differ"),
            )
            .help("it must be dynamic if and only if reassociation group is dynamic"));
        }
        let size = split.try_fold(1i64, |product, d| match d {
            Dim::Fixed(n) => product.checked_mul(n),
            Dim::Dynamic => Some(product),
        });
        match (joined, size) {
            (Dim::Fixed(n), size) if size != Some(n) => {
                let size = size.map_or("more than 64 bits hold".to_string(), |n| n.to_string());
                Err(wrong(
                    op,
                    format!("the collapsed dim size ({n}) and its reassociation group differ"),
                )
                .help(format!("it must equal reassociation group size ({size})")))
            }
            _ => Ok(()),
        }
    }

    fn expected_view(
        &self,
        op: &Op,
        source: &MemRefType,
        result: &MemRefType,
        layout: Option<Layout>,
        what: &str,
    ) -> Check {
        let expected = MemRefType {
            shape: result.shape.clone(),
            element: source.element.clone(),
            memory_space: source.memory_space.clone(),
            layout,
        };
        if expected == *result {
            return Ok(());
        }
        let expected = Type::MemRef(expected.into());
        let message = format!("the result has the type `{}`", self.ty(op.results[0]));
        Err(wrong(op, message).help(format!("expected {what} type to be `{expected}`")))
    }

    fn output_shape(&self, op: &Op, result: &[Dim]) -> Check {
        let shape = self
            .attribute(op, "static_output_shape")?
            .as_i64_list()
            .unwrap_or_default();
        if shape.len() != result.len() {
            let message = format!("found {} instead", counted(shape.len(), "output shape input"));
            return Err(wrong(op, message).help(format!(
                "expected number of static shape bounds to be equal to the output rank ({})",
                result.len()
            )));
        }
        let dynamic = shape.iter().filter(|&&n| n == DYNAMIC_POSITION).count();
        let given = op.operands.len() - 1;
        if dynamic != given {
            let message = format!(
                "mismatch in dynamic dims in output_shape and static_output_shape: {given} values for {dynamic}"
            );
            return Err(wrong(op, message));
        }
        let wrong_at = result
            .iter()
            .zip(&shape)
            .position(|(d, n)| matches!(d, Dim::Fixed(e) if e != n));
        match wrong_at {
            Some(i) => Err(wrong(op, format!("invalid output shape provided at pos {i}"))),
            None => Ok(()),
        }
    }
}

fn read_groups(attribute: &Attribute) -> Option<Groups> {
    let Attribute::Array(groups) = attribute else {
        return None;
    };
    let group = |group: &Attribute| -> Option<Vec<usize>> {
        let dims = group.as_i64_list()?;
        // An index below zero is out of any bounds.
        Some(
            dims.iter()
                .map(|&d| usize::try_from(d).unwrap_or(usize::MAX))
                .collect(),
        )
    };
    groups.iter().map(group).collect()
}

/// The last dimension of a group has the stride of the source; the others step over those behind them.
fn expanded(source: &MemRefType, result: &[Dim], groups: &Groups) -> Option<Layout> {
    let Strided { strides, offset } = Strided::of(source)?;
    let mut expanded = vec![Dim::Fixed(1); result.len()];
    for (group, &stride) in groups.iter().zip(&strides) {
        let mut stride = stride;
        for &dim in group.iter().rev() {
            expanded[dim] = stride;
            stride = times(stride, result[dim]);
        }
    }
    Some(Layout::Strided {
        strides: expanded,
        offset,
    })
}

/// The stride of a group is that of its last dimension of more than one element.
fn collapsed(source: &MemRefType, groups: &Groups) -> Option<Layout> {
    let Strided { strides, offset } = Strided::of(source)?;
    let shape = extents(source);
    let mut collapsed = Vec::new();
    for group in groups {
        let mut last = group.len().checked_sub(1)?;
        while last > 0 && shape[group[last]] == Dim::Fixed(1) {
            last -= 1;
        }
        let known = last == 0 || shape[group[last]] != Dim::Dynamic;
        let own = if known { strides[group[last]] } else { Dim::Dynamic };
        collapsed.push(own);
        let mut stride = own;
        for &dim in group[1..].iter().rev() {
            stride = times(stride, shape[dim]);
            if let (Dim::Fixed(a), Dim::Fixed(b)) = (stride, strides[dim - 1])
                && a != b
            {
                return None;
            }
        }
    }
    Some(Layout::Strided {
        strides: collapsed,
        offset,
    })
}

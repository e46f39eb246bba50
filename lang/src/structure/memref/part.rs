//! Parts of memory: offsets, sizes and strides.

use crate::ir::Op;
use crate::strided::{Strided, plus, times};
use crate::structure::operation::Checker;
use crate::structure::shapes::is_rank_reduced;
use crate::structure::window::Window;
use crate::structure::{Check, wrong};
use crate::types::{Dim, Layout, MemRefType, Type};

use super::extents;

impl Checker<'_> {
    pub(super) fn subview(&self, op: &Op) -> Check {
        let source = self.memref_of(op, op.operands.first())?;
        let result = self.memref_of(op, op.results.first())?;
        let rank = extents(source).len();
        let window = self.window(op, [rank; 3])?;
        self.same_memory_space(op, source, result)?;
        if matches!(source.layout, Some(Layout::Opaque(_)))
            || matches!(result.layout, Some(Layout::Opaque(_)))
        {
            return Ok(());
        }
        let Some(base) = Strided::of(source) else {
            return Err(wrong(
                op,
                format!("the base type `{}` is not strided", self.ty(op.operands[0])),
            ));
        };
        let expected = part(&base, &window);
        let shown = self.shown_part(source, &window, &expected);
        let mismatch = |what: &str| {
            let message = format!(
                "the result has the type `{}`: mismatch of result {what}",
                self.ty(op.results[0])
            );
            wrong(op, message).help(format!(
                "expected result type to be `{shown}` or a rank-reduced version"
            ))
        };
        if extents(result).len() > rank {
            return Err(wrong(op, "the result has more dimensions than the source")
                .help("expected result rank to be smaller or equal to the source rank"));
        }
        if !is_rank_reduced(&window.sizes, extents(result)) {
            return Err(mismatch("sizes"));
        }
        if source.element != result.element {
            return Err(wrong(
                op,
                format!("the result has the element type `{}`", result.element),
            )
            .help(format!("expected result element type to be `{}`", source.element)));
        }
        let Some(found) = Strided::of(result) else {
            return Err(mismatch("layout"));
        };
        let Some(dropped) = dropped(&window.sizes, &expected.strides, &found.strides) else {
            return Err(mismatch("layout"));
        };
        let kept = expected
            .strides
            .iter()
            .zip(&dropped)
            .filter(|(_, dropped)| !**dropped);
        match expected.offset == found.offset && kept.map(|(stride, _)| stride).eq(&found.strides) {
            true => Ok(()),
            false => Err(mismatch("layout")),
        }
    }

    fn shown_part(&self, source: &MemRefType, window: &Window, part: &Strided) -> Type {
        Type::MemRef(
            MemRefType {
                shape: Some(window.sizes.clone()),
                element: source.element.clone(),
                layout: Some(Layout::Strided {
                    strides: part.strides.clone(),
                    offset: part.offset,
                }),
                memory_space: source.memory_space.clone(),
            }
            .into(),
        )
    }

    pub(super) fn reinterpret_cast(&self, op: &Op) -> Check {
        let source = self.memref_of(op, op.operands.first())?;
        let result = self.memref_of(op, op.results.first())?;
        let rank = extents(result).len();
        let window = self.window(op, [1, rank, rank])?;
        self.same_memory_space(op, source, result)?;
        self.same_element(op, source, result)?;
        self.as_stated(op, extents(result), &window.sizes, "size")?;
        if matches!(result.layout, Some(Layout::Opaque(_))) {
            return Ok(());
        }
        let Some(Strided { strides, offset }) = Strided::of(result) else {
            return Err(
                wrong(op, format!("found the result type `{}`", self.ty(op.results[0])))
                    .help("expected result type to have strided layout"),
            );
        };
        self.as_stated(op, &[offset], &window.offsets, "offset")?;
        self.as_stated(op, &strides, &window.strides, "stride")
    }

    /// What the type says is what the operation says, where both are known.
    fn as_stated(&self, op: &Op, found: &[Dim], wanted: &[Dim], what: &str) -> Check {
        let differ = |(a, b): (&Dim, &Dim)| matches!((a, b), (Dim::Fixed(a), Dim::Fixed(b)) if a != b);
        match found.iter().zip(wanted).position(differ) {
            None => Ok(()),
            Some(i) => {
                let shown = |d: Dim| d.fixed().map_or("?".to_string(), |n| n.to_string());
                let message = format!("the result type has {what} = {} in dim = {i}", shown(found[i]));
                Err(wrong(op, message)
                    .help(format!("expected result type with {what} = {}", shown(wanted[i]))))
            }
        }
    }
}

/// Offset and strides of a part before dimensions are dropped.
fn part(base: &Strided, window: &Window) -> Strided {
    let moved = window
        .offsets
        .iter()
        .zip(&base.strides)
        .map(|(&o, &s)| times(o, s));
    Strided {
        offset: moved.fold(base.offset, plus),
        strides: base
            .strides
            .iter()
            .zip(&window.strides)
            .map(|(&a, &b)| times(a, b))
            .collect(),
    }
}

/// Which dimensions a view of fewer dimensions drops: such of one element whose strides are gone. `None`
/// where the strides do not tell.
fn dropped(sizes: &[Dim], strides: &[Dim], kept: &[Dim]) -> Option<Vec<bool>> {
    let mut dropped: Vec<bool> = vec![false; sizes.len()];
    if sizes.len() == kept.len() {
        return Some(dropped);
    }
    for (dropped, size) in dropped.iter_mut().zip(sizes) {
        *dropped = *size == Dim::Fixed(1);
    }
    let gone = |dropped: &[bool]| dropped.iter().filter(|d| **d).count();
    if gone(&dropped) + kept.len() == sizes.len() {
        return Some(dropped);
    }
    let count = |list: &[Dim], stride: Dim| list.iter().filter(|s| **s == stride).count();
    let mut accounted: Vec<Dim> = Vec::new();
    for i in 0..sizes.len() {
        if !dropped[i] {
            continue;
        }
        let left = count(strides, strides[i]).checked_sub(count(&accounted, strides[i]))?;
        match left.cmp(&count(kept, strides[i])) {
            std::cmp::Ordering::Greater => accounted.push(strides[i]),
            std::cmp::Ordering::Equal => dropped[i] = false,
            std::cmp::Ordering::Less => return None,
        }
    }
    (gone(&dropped) + kept.len() == sizes.len()).then_some(dropped)
}

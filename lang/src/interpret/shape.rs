//! Extents, and the order of elements.

use smallvec::SmallVec;

use crate::types::{Dim, TensorType};

use super::Reason;

pub(super) type Extents = SmallVec<[i64; 4]>;

/// Elements of a shape; extents that are negative, or too many elements to count, are errors.
pub(super) fn element_count(sizes: &[i64]) -> Result<usize, Reason> {
    if let Some(&negative) = sizes.iter().find(|&&size| size < 0) {
        return Err(Reason::NegativeExtent(negative));
    }
    if sizes.contains(&0) {
        return Ok(0);
    }
    let count = sizes
        .iter()
        .try_fold(1i64, |count, &size| count.checked_mul(size));
    count
        .and_then(|count| usize::try_from(count).ok())
        .ok_or(Reason::MemoryLimit)
}

/// The strides of a dense row-major layout whose elements take `unit` cells.
pub(super) fn row_major_strides(sizes: &[i64], unit: i64) -> Extents {
    let mut strides: Extents = sizes.iter().map(|_| unit).collect();
    for d in (1..sizes.len()).rev() {
        strides[d - 1] = strides[d].saturating_mul(sizes[d].max(1));
    }
    strides
}

/// Calls `f` with the indices of each element, in row-major order; never for an empty shape.
pub(super) fn for_each_index<E>(sizes: &[i64], mut f: impl FnMut(&[i64]) -> Result<(), E>) -> Result<(), E> {
    if sizes.iter().any(|&size| size <= 0) {
        return Ok(());
    }
    let mut indices: Extents = sizes.iter().map(|_| 0).collect();
    loop {
        f(&indices)?;
        let Some(d) = (0..sizes.len()).rev().find(|&d| indices[d] + 1 < sizes[d]) else {
            return Ok(());
        };
        indices[d] += 1;
        indices[d + 1..].fill(0);
    }
}

/// The position of an element in row-major order.
pub(super) fn linear(indices: &[i64], sizes: &[i64]) -> i64 {
    indices.iter().zip(sizes).fold(0, |at, (&i, &size)| at * size + i)
}

/// The indices of the element at a position in row-major order.
pub(super) fn delinearized(mut at: i64, sizes: &[i64]) -> Extents {
    let mut indices: Extents = sizes.iter().map(|_| 0).collect();
    for (index, &size) in indices.iter_mut().zip(sizes).rev() {
        *index = at % size.max(1);
        at /= size.max(1);
    }
    indices
}

/// `2x?x3`; a negative extent is an open one.
pub(super) fn display(sizes: &[i64]) -> String {
    let one = |&size: &i64| match size {
        ..0 => "?".to_string(),
        _ => size.to_string(),
    };
    sizes.iter().map(one).collect::<Vec<String>>().join("x")
}

/// The extents of a type, open ones negative.
pub(super) fn static_sizes(shape: &[Dim]) -> Extents {
    shape.iter().map(|d| d.fixed().unwrap_or(-1)).collect()
}

/// Whether extents are those of a type.
pub(super) fn check_shape(sizes: &[i64], shape: &[Dim]) -> Result<(), Reason> {
    let agrees = |(dim, &size): (&Dim, &i64)| dim.fixed().is_none_or(|n| n == size);
    match sizes.len() == shape.len() && shape.iter().zip(sizes).all(agrees) {
        true => Ok(()),
        false => Err(mismatch(sizes, &static_sizes(shape))),
    }
}

pub(super) fn check_tensor(sizes: &[i64], ty: &TensorType) -> Result<(), Reason> {
    match &ty.shape {
        Some(shape) => check_shape(sizes, shape),
        None => Ok(()),
    }
}

pub(super) fn mismatch(a: &[i64], b: &[i64]) -> Reason {
    Reason::ShapeMismatch(display(a), display(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn visited(sizes: &[i64]) -> Vec<Vec<i64>> {
        let mut all = Vec::new();
        let visit = |indices: &[i64]| {
            all.push(indices.to_vec());
            Ok::<(), ()>(())
        };
        for_each_index(sizes, visit).unwrap();
        all
    }

    #[test]
    fn elements_come_in_row_major_order() {
        assert_eq!(visited(&[]), [vec![]]);
        assert_eq!(visited(&[2, 0]), Vec::<Vec<i64>>::new());
        let all = visited(&[2, 1, 3]);
        assert_eq!(all.len(), 6);
        for (at, indices) in (0..).zip(&all) {
            assert_eq!(linear(indices, &[2, 1, 3]), at);
            assert_eq!(delinearized(at, &[2, 1, 3]).as_slice(), indices);
        }
    }

    #[test]
    fn counts_have_limits() {
        assert_eq!(element_count(&[]), Ok(1));
        assert_eq!(element_count(&[i64::MAX, 0, i64::MAX]), Ok(0));
        assert_eq!(element_count(&[i64::MAX, 2]), Err(Reason::MemoryLimit));
        assert_eq!(element_count(&[2, -1]), Err(Reason::NegativeExtent(-1)));
    }
}

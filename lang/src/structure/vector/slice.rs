//! Rectangular parts of vectors.

use std::ops::Range;

use crate::diagnostic::counted;
use crate::ir::Op;
use crate::structure::operation::Checker;
use crate::structure::{Check, wrong};
use crate::types::VectorDim;

use super::{sizes, vector_of};

impl Checker<'_> {
    pub fn extract_strided_slice(&self, op: &Op) -> Check {
        let source = self.vector_operand(op, 0)?;
        let shape = sizes(source);
        let [offsets, lengths, strides] = [
            self.integers(op, "offsets")?,
            self.integers(op, "sizes")?,
            self.integers(op, "strides")?,
        ];
        if offsets.len() != lengths.len() || offsets.len() != strides.len() {
            let message = format!(
                "found {}, {} and {}",
                counted(offsets.len(), "offset"),
                counted(lengths.len(), "size"),
                counted(strides.len(), "stride")
            );
            return Err(wrong(op, message).help("expected offsets, sizes and strides of one length"));
        }
        if offsets.len() > shape.len() {
            let message = format!(
                "found {} for a vector of rank {}",
                counted(offsets.len(), "offset"),
                shape.len()
            );
            return Err(wrong(op, message).help("expected no greater rank of the attribute"));
        }
        for (d, ((&offset, &length), &extent)) in offsets.iter().zip(&lengths).zip(&shape).enumerate() {
            within(op, &format!("`offsets` of dimension {d}"), offset, 0..extent)?;
            within(
                op,
                &format!("`sizes` of dimension {d}"),
                length,
                1..extent.saturating_add(1),
            )?;
        }
        unit_strides(op, &strides)?;
        for (d, ((&offset, &length), &extent)) in offsets.iter().zip(&lengths).zip(&shape).enumerate() {
            let sum = offset.saturating_add(length);
            within(
                op,
                &format!("the sum of `offsets` and `sizes` of dimension {d}"),
                sum,
                1..extent.saturating_add(1),
            )?;
        }
        let cut = |(d, dim): (usize, &VectorDim)| VectorDim {
            size: lengths.get(d).copied().unwrap_or(dim.size),
            scalable: dim.scalable,
        };
        let expected = vector_of(
            source.shape.iter().enumerate().map(cut).collect(),
            &source.element,
        );
        self.expect_type(op, op.results[0], &expected, "the result")?;
        for (d, (dim, &length)) in source.shape.iter().zip(&lengths).enumerate() {
            whole_when_scalable(op, d, *dim, length)?;
        }
        Ok(())
    }

    pub fn insert_strided_slice(&self, op: &Op) -> Check {
        let (source, target) = (self.vector_operand(op, 0)?, self.vector_operand(op, 1)?);
        let (offsets, strides) = (self.integers(op, "offsets")?, self.integers(op, "strides")?);
        let shape = sizes(target);
        if offsets.len() != shape.len() {
            let found = counted(offsets.len(), "offset");
            return Err(wrong(op, format!("found {found}")).help(format!(
                "expected {}, the rank of the destination vector",
                shape.len()
            )));
        }
        if strides.len() != source.shape.len() {
            let found = counted(strides.len(), "stride");
            return Err(wrong(op, format!("found {found}")).help(format!(
                "expected {}, the rank of the source vector",
                source.shape.len()
            )));
        }
        let Some(leading) = shape.len().checked_sub(source.shape.len()) else {
            let message = format!(
                "the source has the rank {}, the destination {}",
                source.shape.len(),
                shape.len()
            );
            return Err(wrong(op, message).help("expected no greater rank of the source"));
        };
        for (d, (&offset, &extent)) in offsets.iter().zip(&shape).enumerate() {
            within(op, &format!("`offsets` of dimension {d}"), offset, 0..extent)?;
        }
        unit_strides(op, &strides)?;
        for (d, (&offset, &extent)) in offsets.iter().zip(&shape).enumerate() {
            let length = d.checked_sub(leading).map_or(0, |d| source.shape[d].size);
            let what = format!("the sum of `offsets` and the shape of the source vector, in dimension {d},");
            let sum = offset.saturating_add(length);
            if sum != 0 {
                within(op, &what, sum, 1..extent.saturating_add(1))?;
            }
        }
        for (d, (part, whole)) in source.shape.iter().zip(&target.shape[leading..]).enumerate() {
            if part.scalable != whole.scalable {
                let message = format!(
                    "dimension idx={d} of the source is scalable and that of the destination not, or the other way round"
                );
                return Err(wrong(op, message).help("expected no mismatching flags"));
            }
            whole_when_scalable(op, d, *whole, part.size)?;
        }
        Ok(())
    }
}

fn within(op: &Op, what: &str, found: i64, range: Range<i64>) -> Check {
    match range.contains(&found) {
        true => Ok(()),
        false => {
            let help = format!(
                "expected it to be confined to {} up to {}",
                range.start,
                range.end - 1
            );
            Err(wrong(op, format!("{what} is {found}")).help(help))
        }
    }
}

fn unit_strides(op: &Op, strides: &[i64]) -> Check {
    match strides.iter().find(|&&stride| stride != 1) {
        None => Ok(()),
        Some(stride) => Err(wrong(op, format!("one of the strides is {stride}"))
            .help("expected `strides` to be confined to 1")),
    }
}

fn whole_when_scalable(op: &Op, d: usize, dim: VectorDim, length: i64) -> Check {
    if !dim.scalable || dim.size == length {
        return Ok(());
    }
    let message = format!(
        "the size at idx={d} is {length} in a scalable dimension of base size {}",
        dim.size
    );
    Err(wrong(op, message).help("expected the whole dimension of the vector"))
}

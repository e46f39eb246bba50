//! Operations that move lanes, or see their bits under another type.

use crate::interpret::Reason;
use crate::interpret::program::Place;
use crate::interpret::program::vector::{Bitcast, Pick, VectorInstruction};
use crate::interpret::shape::{Extents, for_each_index, row_major_strides};
use crate::ir::Op;
use crate::op::OpCode;
use crate::types::Type;

use super::super::parts::{integers, operand, permutation, result};
use super::super::{Resolved, Resolver, unsupported};

/// Lanes of the results, each a lane of an operand.
type Lanes = Vec<(u32, u32)>;

impl Resolver<'_> {
    /// `None` for an operation that does more with its lanes than to move them.
    pub(super) fn moved_lanes(&mut self, op: &Op, code: OpCode) -> Option<Resolved<VectorInstruction>> {
        let lanes = match code {
            OpCode::VectorBitcast => return Some(self.bitcast(op)),
            OpCode::VectorBroadcast | OpCode::VectorSplat => self.broadcast(op),
            OpCode::VectorShapeCast => self.same_lanes(op),
            OpCode::VectorTranspose => self.transposed(op),
            OpCode::VectorShuffle => self.shuffled(op),
            OpCode::VectorInterleave => self.interleaved(op),
            OpCode::VectorDeinterleave => self.deinterleaved(op),
            OpCode::VectorExtractStridedSlice => self.extracted_slice(op),
            OpCode::VectorInsertStridedSlice => self.inserted_slice(op),
            OpCode::VectorScalableExtract => self.extracted_part(op),
            OpCode::VectorScalableInsert => self.inserted_part(op),
            OpCode::VectorFlatTranspose => self.flat_transposed(op),
            OpCode::VectorFromElements => Ok((0..op.operands.len() as u32).map(|i| (i, 0)).collect()),
            _ => return None,
        };
        Some(lanes.and_then(|lanes| self.pick(op, lanes)))
    }

    fn pick(&mut self, op: &Op, lanes: Lanes) -> Resolved<VectorInstruction> {
        let mut places = |values: &[crate::ir::ValueId]| -> Resolved<Box<[Place]>> {
            values.iter().map(|&value| self.lanes_of(value)).collect()
        };
        let (sources, results) = (places(&op.operands)?, places(&op.results)?);
        let exists = |&(source, lane): &(u32, u32)| {
            let source = sources.get(source as usize);
            source.is_some_and(|source| lane < source.lanes)
        };
        let expected: usize = results.iter().map(|result| result.lanes as usize).sum();
        let mut banks = sources.iter().chain(&results).map(|place| place.bank);
        let first = banks.next();
        if lanes.len() != expected || !lanes.iter().all(exists) || !banks.all(|bank| Some(bank) == first) {
            return Err(unsupported("vectors of these shapes"));
        }
        Ok(VectorInstruction::Pick(Pick {
            sources,
            lanes: lanes.into(),
            results,
        }))
    }

    /// Missing dimensions are repeated, and so are those of one lane.
    fn broadcast(&mut self, op: &Op) -> Resolved<Lanes> {
        let source = self.sizes_of(operand(op, 0)?)?;
        let target = self.sizes_of(result(op)?)?;
        let leading = target.len().checked_sub(source.len());
        let leading = leading.ok_or_else(|| unsupported("a broadcast to a lower rank"))?;
        let along = row_major_strides(&source, 1);
        let mut strides: Extents = target.iter().map(|_| 0).collect();
        for (d, (&size, &stride)) in source.iter().zip(&along).enumerate() {
            match target[leading + d] {
                wanted if wanted == size => strides[leading + d] = stride,
                _ if size == 1 => {}
                _ => return Err(unsupported("shapes that do not broadcast")),
            }
        }
        Ok(walk(&target, &strides, 0))
    }

    fn same_lanes(&mut self, op: &Op) -> Resolved<Lanes> {
        let lanes = self.lanes_of(result(op)?)?.lanes;
        Ok((0..lanes).map(|lane| (0, lane)).collect())
    }

    fn transposed(&mut self, op: &Op) -> Resolved<Lanes> {
        let source = self.sizes_of(operand(op, 0)?)?;
        let dimensions: Option<Vec<usize>> = integers(op, "permutation")
            .iter()
            .map(|&d| usize::try_from(d).ok())
            .collect();
        let dimensions = permutation(dimensions.unwrap_or_default(), source.len())?;
        let along = row_major_strides(&source, 1);
        let sizes: Extents = dimensions.iter().map(|&d| source[d]).collect();
        let strides: Extents = dimensions.iter().map(|&d| along[d]).collect();
        Ok(walk(&sizes, &strides, 0))
    }

    /// Rows of two vectors at constant positions.
    fn shuffled(&mut self, op: &Op) -> Resolved<Lanes> {
        let (first, second) = (operand(op, 0)?, operand(op, 1)?);
        let sizes = self.sizes_of(first)?;
        let row: i64 = sizes.iter().skip(1).product();
        let rows = i64::from(self.lanes_of(first)?.lanes) / row.max(1);
        let all = i64::from(self.lanes_of(second)?.lanes) / row.max(1) + rows;
        let positions = integers(op, "mask");
        let expected = self.lanes_of(result(op)?)?.lanes as usize;
        if positions.len().checked_mul(row as usize) != Some(expected) {
            return Err(unsupported("another number of positions than rows"));
        }
        let mut lanes = Vec::new();
        for position in positions {
            if !(0..all).contains(&position) {
                return Err(Reason::NoSuchLane { position, lanes: all });
            }
            let source = u32::from(position >= rows);
            let first = (position - i64::from(source) * rows) * row;
            lanes.extend((first..first + row).map(|lane| (source, lane as u32)));
        }
        Ok(lanes)
    }

    fn interleaved(&mut self, op: &Op) -> Resolved<Lanes> {
        let lanes = self.lanes_of(result(op)?)?.lanes;
        Ok((0..lanes).map(|lane| (lane % 2, lane / 2)).collect())
    }

    fn deinterleaved(&mut self, op: &Op) -> Resolved<Lanes> {
        let half = self.lanes_of(result(op)?)?.lanes;
        let lanes = |first: u32| (0..half).map(move |lane| (0, 2 * lane + first));
        Ok(lanes(0).chain(lanes(1)).collect())
    }

    fn extracted_slice(&mut self, op: &Op) -> Resolved<Lanes> {
        let source = self.sizes_of(operand(op, 0)?)?;
        let sizes = self.sizes_of(result(op)?)?;
        if sizes.len() != source.len() {
            return Err(unsupported("a slice of another rank"));
        }
        let part = slice(op, &source, &sizes)?;
        Ok(part.into_iter().map(|lane| (0, lane)).collect())
    }

    fn inserted_slice(&mut self, op: &Op) -> Resolved<Lanes> {
        let source = self.sizes_of(operand(op, 0)?)?;
        let target = self.sizes_of(result(op)?)?;
        let leading = target.len().checked_sub(source.len());
        let leading = leading.ok_or_else(|| unsupported("a slice of a higher rank"))?;
        let sizes: Extents = std::iter::repeat_n(1, leading).chain(source).collect();
        let count = self.lanes_of(result(op)?)?.lanes;
        let part = slice(op, &target, &sizes)?;
        Ok(replaced(count, part))
    }

    /// The first lane of a part of a scalable vector, which counts in multiples when the part is scalable.
    fn part_position(&mut self, op: &Op, part: crate::ir::ValueId) -> Resolved<i64> {
        let position = integers(op, "pos").first().copied();
        let position = position.or_else(|| op.attribute("pos").and_then(crate::attribute::Attribute::as_i64));
        let is_scalable =
            matches!(self.module.ty(part), Type::Vector(ty) if ty.shape.iter().any(|d| d.scalable));
        let multiple = match is_scalable {
            true => i64::from(self.options.vscale.unwrap_or(1)),
            false => 1,
        };
        let position = position.and_then(|position| position.checked_mul(multiple));
        position.ok_or_else(|| unsupported("a part at no position"))
    }

    fn extracted_part(&mut self, op: &Op) -> Resolved<Lanes> {
        let part = result(op)?;
        let first = self.part_position(op, part)?;
        let count = self.lanes_of(part)?.lanes;
        let whole = self.lanes_of(operand(op, 0)?)?.lanes;
        let lanes = range(first, count, whole)?;
        Ok(lanes.map(|lane| (0, lane)).collect())
    }

    fn inserted_part(&mut self, op: &Op) -> Resolved<Lanes> {
        let part = operand(op, 0)?;
        let first = self.part_position(op, part)?;
        let count = self.lanes_of(part)?.lanes;
        let whole = self.lanes_of(result(op)?)?.lanes;
        Ok(replaced(whole, range(first, count, whole)?.collect()))
    }

    /// Columns are consecutive, before and after.
    fn flat_transposed(&mut self, op: &Op) -> Resolved<Lanes> {
        let [rows, columns] =
            ["rows", "columns"].map(|name| op.attribute(name).and_then(crate::attribute::Attribute::as_i64));
        let (Some(rows @ 1..), Some(columns @ 1..)) = (rows, columns) else {
            return Err(unsupported("a matrix without rows or columns"));
        };
        let lanes = i64::from(self.lanes_of(operand(op, 0)?)?.lanes);
        if rows.checked_mul(columns) != Some(lanes) {
            return Err(unsupported("a matrix of another size"));
        }
        Ok(walk(&[rows, columns], &[1, rows], 0))
    }

    fn bitcast(&mut self, op: &Op) -> Resolved<VectorInstruction> {
        let (source, result) = (operand(op, 0)?, result(op)?);
        let [from_type, to_type] = [source, result].map(|value| self.module.ty(value).element().clone());
        let (from, to) = (self.lanes_of(source)?, self.lanes_of(result)?);
        let width = |ty: &Type| ty.bit_width().filter(|&width| width > 0);
        let (Some(a), Some(b)) = (width(&from_type), width(&to_type)) else {
            return Err(unsupported("bits of these types"));
        };
        if u64::from(a) * u64::from(from.lanes) != u64::from(b) * u64::from(to.lanes) {
            return Err(unsupported("vectors of different sizes in bits"));
        }
        let piece = common_divisor(a, b);
        Ok(VectorInstruction::Bitcast(Bitcast {
            from,
            from_type,
            to,
            to_type,
            piece,
            pieces: [a / piece, b / piece],
        }))
    }
}

/// The lanes, in row-major order, of a part with these extents and strides.
fn walk(sizes: &[i64], strides: &[i64], first: i64) -> Lanes {
    lanes_of_part(sizes, strides, first)
        .into_iter()
        .map(|lane| (0, lane))
        .collect()
}

fn lanes_of_part(sizes: &[i64], strides: &[i64], first: i64) -> Vec<u32> {
    let mut lanes = Vec::new();
    let visit = |at: &[i64]| {
        let lane = at
            .iter()
            .zip(strides)
            .fold(first, |lane, (i, stride)| lane + i * stride);
        lanes.push(lane as u32);
        Ok::<(), Reason>(())
    };
    match for_each_index(sizes, visit) {
        Ok(()) => lanes,
        Err(_) => Vec::new(),
    }
}

/// The lanes of a vector that the slice at `offsets` covers.
fn slice(op: &Op, whole: &[i64], sizes: &[i64]) -> Resolved<Vec<u32>> {
    if integers(op, "strides").iter().any(|&stride| stride != 1) {
        return Err(unsupported("strides other than 1"));
    }
    let offsets = integers(op, "offsets");
    let strides = row_major_strides(whole, 1);
    let mut first = 0;
    for (d, (&size, &extent)) in sizes.iter().zip(whole).enumerate() {
        let offset = offsets.get(d).copied().unwrap_or(0);
        let last = offset.checked_add(size - 1).unwrap_or(i64::MAX);
        if offset < 0 || last >= extent {
            return Err(Reason::NoSuchLane {
                position: if offset < 0 { offset } else { last },
                lanes: extent,
            });
        }
        first += offset * strides[d];
    }
    Ok(lanes_of_part(sizes, &strides, first))
}

/// The lanes of the second operand, those of a part replaced by the first.
fn replaced(count: u32, part: Vec<u32>) -> Lanes {
    let mut lanes: Lanes = (0..count).map(|lane| (1, lane)).collect();
    for (from, lane) in (0..).zip(part) {
        if let Some(slot) = lanes.get_mut(lane as usize) {
            *slot = (0, from);
        }
    }
    lanes
}

fn range(first: i64, count: u32, whole: u32) -> Resolved<std::ops::Range<u32>> {
    let last = first.saturating_add(i64::from(count) - 1);
    if first < 0 || last >= i64::from(whole) {
        return Err(Reason::NoSuchLane {
            position: if first < 0 { first } else { last },
            lanes: i64::from(whole),
        });
    }
    Ok(first as u32..first as u32 + count)
}

fn common_divisor(a: u32, b: u32) -> u32 {
    match b {
        0 => a,
        b => common_divisor(b, a % b),
    }
}

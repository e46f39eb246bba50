//! Vectors to and from memory, beyond plain loads and stores.

use crate::affine::AffineExpr;
use crate::attribute::Attribute;
use crate::interpret::program::vector::{
    Address, Direction, Lookup, Projection, TransferKind, VectorInstruction, VectorTransfer,
};
use crate::interpret::program::{Bank, Place};
use crate::interpret::shape::row_major_strides;
use crate::ir::{Op, ValueId};
use crate::op::OpCode;

use super::super::parts::{operand, result, segments};
use super::super::{Resolved, Resolver, unsupported};

impl Resolver<'_> {
    /// `None` for an operation that is no access.
    pub(super) fn vector_memory(&mut self, op: &Op, code: OpCode) -> Option<Resolved<VectorInstruction>> {
        let lookup = match code {
            OpCode::VectorTransferRead => {
                return Some(self.transfer_read(op).map(VectorInstruction::Transfer));
            }
            OpCode::VectorTransferWrite => {
                return Some(self.transfer_write(op).map(VectorInstruction::Transfer));
            }
            OpCode::VectorMaskedLoad => self.masked(op, Address::Consecutive, true),
            OpCode::VectorMaskedStore => self.masked(op, Address::Consecutive, false),
            OpCode::VectorExpandLoad => self.masked(op, Address::Packed, true),
            OpCode::VectorCompressStore => self.masked(op, Address::Packed, false),
            OpCode::VectorGather => self.at_indices(op, true),
            OpCode::VectorScatter => self.at_indices(op, false),
            _ => return None,
        };
        Some(lookup.map(VectorInstruction::Lookup))
    }

    fn transfer_read(&mut self, op: &Op) -> Resolved<VectorTransfer> {
        let [source, indices, padding, mask] = segments(op)?;
        let (&[source], &[padding]) = (source, padding) else {
            return Err(unsupported("a missing operand"));
        };
        let vector = result(op)?;
        let padding = self.lanes_of(padding)?;
        let result = self.lanes_of(vector)?;
        let kind = TransferKind::Read {
            padding,
            passthru: None,
            result,
        };
        let mut transfer = self.transfer(op, source, indices, mask, vector, kind)?;
        let passthru = self.masking.and_then(|masking| masking.passthru);
        if let (Some(place), Some(mask)) = (passthru, transfer.masks.last().cloned()) {
            if place.lanes != result.lanes || place.bank != result.bank {
                return Err(unsupported("lanes passed through of another type"));
            }
            transfer.kind = TransferKind::Read {
                padding,
                passthru: Some((mask, place)),
                result,
            };
        }
        match padding.lanes == transfer.unit && padding.bank == result.bank {
            true => Ok(transfer),
            false => Err(unsupported("padding of another type")),
        }
    }

    fn transfer_write(&mut self, op: &Op) -> Resolved<VectorTransfer> {
        let [vector, target, indices, mask] = segments(op)?;
        let (&[vector], &[target]) = (vector, target) else {
            return Err(unsupported("a missing operand"));
        };
        let kind = TransferKind::Write {
            vector: self.lanes_of(vector)?,
            result: op.results.first().map(|&value| self.tensor(value)).transpose()?,
        };
        self.transfer(op, target, indices, mask, vector, kind)
    }

    fn transfer(
        &mut self,
        op: &Op,
        array: ValueId,
        indices: &[ValueId],
        mask: &[ValueId],
        vector: ValueId,
        kind: TransferKind,
    ) -> Resolved<VectorTransfer> {
        let map = op.attribute("permutation_map").and_then(Attribute::as_affine_map);
        let map = map.ok_or_else(|| unsupported("a transfer without a map"))?;
        let dimension = |expr: &AffineExpr| match expr {
            AffineExpr::Dim(d) if (*d as usize) < indices.len() => Ok(Some(*d as usize)),
            AffineExpr::Constant(0) => Ok(None),
            _ => Err(unsupported("a map that is no permutation with broadcasts")),
        };
        let dimensions: Box<[Option<usize>]> = map.results.iter().map(dimension).collect::<Resolved<_>>()?;
        let unit = self.unit(array)?;
        let whole = self.sizes_of(vector)?;
        let sizes = whole.get(..dimensions.len()).unwrap_or_default();
        let lanes = self.lanes_of(vector)?;
        let element = self.module.ty(vector).element();
        if sizes.len() != dimensions.len()
            || sizes.iter().product::<i64>() * i64::from(unit) != i64::from(lanes.lanes)
            || *element != self.scalar_type(array)
        {
            return Err(unsupported("a vector of another type than the memory"));
        }
        let own = mask.iter().map(|&mask| self.lanes_of(mask));
        let own: Vec<Place> = own.collect::<Resolved<_>>()?;
        let masks = own.into_iter().chain(self.masking.map(|masking| masking.mask));
        let masks = masks.map(|mask| transfer_mask(mask, sizes, &dimensions));
        Ok(VectorTransfer {
            masks: masks.collect::<Resolved<_>>()?,
            array: self.shaped(array)?,
            start: self.slots(indices)?,
            scalar: self.scalar_type(array),
            unit,
            in_bounds: in_bounds(op, dimensions.len()),
            sizes: sizes.into(),
            dimensions,
            kind,
        })
    }

    /// `base[indices], mask, vector`, where the vector is what is stored or what lanes without memory have.
    fn masked(&mut self, op: &Op, address: Address, loads: bool) -> Resolved<Lookup> {
        let (base, indices, [mask, vector]) = trailing(op)?;
        self.lookup(op, (base, indices), address, (mask, vector), loads)
    }

    /// `base[indices][offsets], mask, vector`.
    fn at_indices(&mut self, op: &Op, loads: bool) -> Resolved<Lookup> {
        let (base, indices, [offsets, mask, vector]) = trailing(op)?;
        let element = self.module.ty(offsets).element().clone();
        let address = Address::Given(self.lanes_of(offsets)?, element);
        self.lookup(op, (base, indices), address, (mask, vector), loads)
    }

    fn lookup(
        &mut self,
        op: &Op,
        (base, indices): (ValueId, &[ValueId]),
        address: Address,
        (mask, vector): (ValueId, ValueId),
        loads: bool,
    ) -> Resolved<Lookup> {
        let lanes = self.lanes_of(vector)?;
        let direction = match loads {
            true => Direction::Load {
                otherwise: lanes,
                result: self.lanes_of(result(op)?)?,
            },
            false => Direction::Store(lanes),
        };
        let masks = [self.lanes_of(mask)?].into_iter();
        let masks: Box<[Place]> = masks.chain(self.masking.map(|masking| masking.mask)).collect();
        let alike = |place: &Place| place.lanes == lanes.lanes;
        let fits = match (&direction, &address) {
            (Direction::Load { result, .. }, _) if !alike(result) || result.bank != lanes.bank => false,
            (_, Address::Given(offsets, _)) => alike(offsets),
            _ => true,
        };
        let scalar = self.scalar_type(base);
        let is_mask = |place: &Place| alike(place) && place.bank == Bank::Data;
        if !fits
            || !masks.iter().all(is_mask)
            || self.unit(base)? != 1
            || *self.module.ty(vector).element() != scalar
        {
            return Err(unsupported("vectors of these types"));
        }
        Ok(Lookup {
            array: self.shaped(base)?,
            start: self.slots(indices)?,
            scalar,
            address,
            masks,
            direction,
        })
    }
}

/// The base, its indices, and the last operands.
fn trailing<const N: usize>(op: &Op) -> Resolved<(ValueId, &[ValueId], [ValueId; N])> {
    let missing = || unsupported("a missing operand");
    let base = operand(op, 0)?;
    let (rest, last) = op.operands.split_last_chunk::<N>().ok_or_else(missing)?;
    Ok((base, rest.get(1..).ok_or_else(missing)?, *last))
}

/// The lanes of a mask, which has a dimension for each that is walked along, in the order of the memory.
fn transfer_mask(mask: Place, sizes: &[i64], dimensions: &[Option<usize>]) -> Resolved<Projection> {
    let mut walked: Vec<(usize, usize)> = (0..)
        .zip(dimensions)
        .filter_map(|(at, d)| d.map(|d| (d, at)))
        .collect();
    walked.sort_unstable();
    let extents: Vec<i64> = walked.iter().map(|&(_, at)| sizes[at]).collect();
    if extents.iter().product::<i64>() != i64::from(mask.lanes) || mask.bank != Bank::Data {
        return Err(unsupported("a mask of another shape"));
    }
    let mut strides = vec![0; sizes.len()];
    for (&(_, at), stride) in walked.iter().zip(row_major_strides(&extents, 1)) {
        strides[at] = stride;
    }
    Ok(Projection {
        place: mask,
        strides: strides.into(),
    })
}

fn in_bounds(op: &Op, count: usize) -> Box<[bool]> {
    let given = match op.attribute("in_bounds") {
        Some(Attribute::Array(all)) => &all[..],
        _ => &[],
    };
    (0..count)
        .map(|i| matches!(given.get(i), Some(Attribute::Bool(true))))
        .collect()
}

//! Scalars that lie in memory as bytes, the lowest first.

use crate::algebra::{CastOp, IntOp};
use crate::types::Type;

use super::machine::Machine;
use super::{BufferId, Domain, Reason};

const BYTE: Type = Type::integer(8);

impl<D: Domain> Machine<'_, D> {
    /// The scalar of type `ty` in consecutive bytes.
    pub(super) fn read_parts(
        &mut self,
        buffer: BufferId,
        cell: i64,
        parts: u32,
        ty: &Type,
    ) -> Result<D::Value, Reason> {
        let bytes: Result<Vec<D::Value>, Reason> = (0..i64::from(parts))
            .map(|i| self.memory.read(buffer, cell.wrapping_add(i)).cloned())
            .collect();
        self.joined(&BYTE, &bytes?, ty)
    }

    pub(super) fn write_parts(
        &mut self,
        buffer: BufferId,
        cell: i64,
        parts: u32,
        ty: &Type,
        value: &D::Value,
    ) -> Result<(), Reason> {
        let bytes = self.split(ty, value, &BYTE, parts)?;
        for (i, byte) in (0..).zip(bytes) {
            *self.memory.slot(buffer, cell.wrapping_add(i))? = byte;
        }
        Ok(())
    }

    /// The scalar of type `ty` whose bits are those of `parts`, the lowest first; undefined when one part is.
    pub(super) fn joined(
        &mut self,
        part_ty: &Type,
        parts: &[D::Value],
        ty: &Type,
    ) -> Result<D::Value, Reason> {
        if parts.iter().any(|part| self.domain.is_undefined(part)) {
            return Ok(self.domain.undefined());
        }
        if let [part] = parts
            && part_ty == ty
        {
            return Ok(part.clone());
        }
        let width = bit_width(part_ty)?;
        let total = Type::integer(total_width(width, parts.len())?);
        let mut bits = self.domain.int_constant(&total, 0);
        for (i, part) in (0..).zip(parts) {
            let part = self.as_integer(part_ty, part)?;
            let part = self.resized(width, &total, part)?;
            let shift = self.domain.int_constant(&total, i * i128::from(width));
            let part = match i {
                0 => part,
                _ => self.domain.int(IntOp::Shl, &total, &part, &shift)?,
            };
            bits = self.domain.int(IntOp::Or, &total, &bits, &part)?;
        }
        self.as_scalar(&total, bits, ty)
    }

    /// The bits of a scalar in `count` scalars of another type, the lowest first.
    pub(super) fn split(
        &mut self,
        ty: &Type,
        value: &D::Value,
        part_ty: &Type,
        count: u32,
    ) -> Result<Vec<D::Value>, Reason> {
        if self.domain.is_undefined(value) {
            return Ok((0..count).map(|_| self.domain.undefined()).collect());
        }
        let width = bit_width(part_ty)?;
        let total = Type::integer(total_width(width, count as usize)?);
        let bits = self.as_integer(ty, value)?;
        let bits = self.resized(bit_width(ty)?, &total, bits)?;
        let part = |i: u32| {
            let shift = self.domain.int_constant(&total, i128::from(i * width));
            let moved = match i {
                0 => bits.clone(),
                _ => self.domain.int(IntOp::ShrU, &total, &bits, &shift)?,
            };
            let low = match width == total.bit_width().unwrap_or(0) {
                true => moved,
                false => self
                    .domain
                    .cast(CastOp::TruncI, &total, &Type::integer(width), &moved)?,
            };
            self.as_scalar(&Type::integer(width), low, part_ty)
        };
        (0..count).map(part).collect()
    }

    /// The bits of a scalar as an integer of its width.
    fn as_integer(&mut self, ty: &Type, value: &D::Value) -> Result<D::Value, Reason> {
        match ty {
            Type::Float(_) => {
                let integer = Type::integer(bit_width(ty)?);
                self.domain.cast(CastOp::Bitcast, ty, &integer, value)
            }
            _ => Ok(value.clone()),
        }
    }

    /// The low bits of an integer as a scalar.
    fn as_scalar(&mut self, from: &Type, value: D::Value, ty: &Type) -> Result<D::Value, Reason> {
        let width = bit_width(ty)?;
        let bits = Type::integer(width);
        let low = match width < bit_width(from)? {
            true => self.domain.cast(CastOp::TruncI, from, &bits, &value)?,
            false => value,
        };
        match ty {
            Type::Float(_) => self.domain.cast(CastOp::Bitcast, &bits, ty, &low),
            _ => Ok(low),
        }
    }

    /// An integer extended with zeros to a type that is no narrower.
    fn resized(&mut self, width: u32, to: &Type, value: D::Value) -> Result<D::Value, Reason> {
        match width < bit_width(to)? {
            true => self.domain.cast(CastOp::ExtU, &Type::integer(width), to, &value),
            false => Ok(value),
        }
    }
}

fn bit_width(ty: &Type) -> Result<u32, Reason> {
    ty.bit_width()
        .ok_or_else(|| Reason::Unsupported(format!("the bits of a value of type {ty}")))
}

fn total_width(width: u32, count: usize) -> Result<u32, Reason> {
    let total = u32::try_from(count)
        .ok()
        .and_then(|count| width.checked_mul(count));
    total
        .filter(|&total| total <= 128)
        .ok_or_else(|| Reason::Unsupported("bits of more than 128 at a time".into()))
}

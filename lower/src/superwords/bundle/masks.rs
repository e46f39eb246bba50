//! Integers whose bits are lanes of vectors of conditions.

use std::num::NonZeroU32;

use inkwell::IntPredicate;
use inkwell::targets::ByteOrdering;
use inkwell::types::{BasicTypeEnum, IntType, VectorType};
use inkwell::values::{BasicValue, BasicValueEnum, InstructionValue, VectorValue};

use super::super::bits::{Bit, bits_of};
use super::{Bundles, Planned};

/// The most bits of the integers of a vector: those of 64 bytes.
const MOST_BITS: usize = 512;
/// Lanes of a vector of conditions: the bits of a word.
const LANES: usize = 32;

/// Integers of so many bits each, one after the other: bit `of` of the lanes of vectors, or whether these differ from those of others.
#[derive(Clone)]
pub(super) struct Mask {
    sources: Vec<(Planned, Option<Planned>)>,
    of: u32,
    /// Which bits of the vectors are the other ones.
    inverted: Vec<u64>,
    bits: usize,
}

impl<'c> Bundles<'_, 'c> {
    /// How integers that are put together bit by bit are one vector.
    pub(super) fn mask(&mut self, scalars: &[BasicValueEnum<'c>], depth: u32) -> Option<Mask> {
        if depth == 0 || self.data.get_byte_ordering() != ByteOrdering::LittleEndian {
            return None;
        }
        let mut all: Vec<Bit<'c>> = Vec::new();
        let mut counts = Vec::new();
        let mut operations = 0;
        for scalar in scalars {
            let BasicValueEnum::IntValue(value) = *scalar else {
                return None;
            };
            let (bits, own) = bits_of(value)?;
            operations += own.len() as i64;
            counts.push(bits.len());
            all.extend(bits);
            if all.len() > MOST_BITS {
                return None;
            }
        }
        let of = all.first()?.of;
        let bits = counts[0];
        let is_even = counts.iter().all(|&count| count == bits);
        let ty = all[0].value.get_type();
        let is_read = of < 64 || of + 1 == ty.get_bit_width();
        let is_whole = all.len().is_power_of_two();
        if !is_read
            || !is_even
            || !is_whole
            || !all.iter().all(|bit| bit.of == of && bit.value.get_type() == ty)
            || !all
                .iter()
                .all(|bit| bit.other.is_some() == all[0].other.is_some())
        {
            return None;
        }
        let mut sources = Vec::new();
        let mut inverted = Vec::new();
        for part in all.chunks(LANES) {
            let values: Vec<BasicValueEnum<'c>> = part.iter().map(|bit| bit.value.into()).collect();
            let others: Option<Vec<BasicValueEnum<'c>>> =
                part.iter().map(|bit| Some(bit.other?.into())).collect();
            let source = self.planned(&values, depth - 1);
            sources.push((source, others.map(|others| self.planned(&others, depth - 1))));
            let bits = part.iter().zip(0..);
            inverted.push(bits.map(|(bit, lane)| u64::from(bit.is_inverted) << lane).sum());
        }
        // A comparison with zero and its bits, and what makes them as wide as the integers.
        self.cost += 1 + 3 * sources.len() as i64 - operations;
        Some(Mask {
            sources,
            of,
            inverted,
            bits,
        })
    }

    /// The vector of the integers.
    pub(super) fn packed(
        &mut self,
        mask: &Mask,
        ty: IntType<'c>,
        before: InstructionValue<'c>,
    ) -> Option<VectorValue<'c>> {
        let mut parts: Vec<BasicValueEnum<'c>> = Vec::new();
        let mut lanes = 0;
        for (&(source, other), &inverted) in mask.sources.iter().zip(&mask.inverted) {
            let source = self.emit(source, before)?;
            let other = match other {
                Some(other) => Some(self.emit(other, before)?),
                None => None,
            };
            self.builder.position_before(&before);
            let conditions = match other {
                Some(other) => {
                    let differ = self
                        .builder
                        .build_int_compare(IntPredicate::NE, source, other, "");
                    differ.ok()?
                }
                None => self.conditions(source, mask.of)?,
            };
            let width = source.get_type().get_size();
            let bits = self
                .builder
                .build_bit_cast(conditions, self.integer(width)?, "")
                .ok()?
                .into_int_value();
            let inverted = bits.get_type().const_int(inverted, false);
            let bits = self.builder.build_xor(bits, inverted, "").ok()?;
            parts.push(bits.into());
            lanes += width;
        }
        let words = self.inserted(&parts, parts.len())?;
        let (count, narrow) = (lanes / mask.bits as u32, self.integer(mask.bits as u32)?);
        let integers = self
            .builder
            .build_bit_cast(words, narrow.vec_type(count), "")
            .ok()?;
        let integers = integers.into_vector_value();
        match narrow.get_bit_width() < ty.get_bit_width() {
            true => self
                .builder
                .build_int_z_extend(integers, ty.vec_type(count), "")
                .ok(),
            false => Some(integers),
        }
    }

    /// Whether a bit of each lane is set.
    fn conditions(&self, source: VectorValue<'c>, of: u32) -> Option<VectorValue<'c>> {
        let BasicTypeEnum::IntType(element) = source.get_type().get_element_type() else {
            return None;
        };
        let (lanes, width) = (source.get_type().get_size(), element.get_bit_width());
        let b = &self.builder;
        let zero = element.vec_type(lanes).const_zero();
        if width == 1 {
            return Some(source);
        }
        if of == width - 1 {
            return b.build_int_compare(IntPredicate::SLT, source, zero, "").ok();
        }
        let one = BasicValueEnum::from(element.const_int(1 << of, false));
        let bit = b.build_and(source, VectorType::const_vector(&vec![one; lanes as usize]), "");
        b.build_int_compare(IntPredicate::NE, bit.ok()?, zero, "").ok()
    }

    fn integer(&self, bits: u32) -> Option<IntType<'c>> {
        self.context.custom_width_int_type(NonZeroU32::new(bits)?).ok()
    }

    /// Computes an integer that is put together bit by bit from a vector, where that takes fewer operations.
    pub fn put_together(&mut self, integer: InstructionValue<'c>) -> Option<()> {
        let value: BasicValueEnum<'c> = super::number(integer)?;
        let planned = self.plan(&[value]);
        if self.take_cost() >= 0 {
            return Some(());
        }
        let vector = self.emit(planned, integer)?;
        self.builder.position_before(&integer);
        let first = self.context.i32_type().const_zero();
        let scalar = self.builder.build_extract_element(vector, first, "").ok()?;
        if let Some(scalar) = scalar.as_instruction_value() {
            integer.replace_all_uses_with(&scalar);
        }
        Some(())
    }
}
